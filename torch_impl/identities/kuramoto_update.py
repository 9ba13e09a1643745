"""Identities of the increment: Kuramoto's term, a frozen gradient, the circular mean, bounds, the value
gate."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from ..kuramoto import KuramotoAttention, lift, tangent
from ..transformer import KuramotoBlock
from .identity import EPS, Draw, Gap, Identity, at_most, equal
from .phases import ROUNDING, Phases, draw_phases, inside, mixed, module_increment, spread_phases


def wrapped(angle: Tensor) -> Tensor:
    """The angle in [-pi, pi)."""
    return torch.remainder(angle + math.pi, 2 * math.pi) - math.pi


def coupling_identity(draw: Draw) -> list[Gap]:
    """The increment is sum_u A_u sin(th_u - th_t): with softmax weights, and with any real ones."""
    x = draw_phases(draw)
    pull = x.apart().sin()
    said = mixed(x.weights(), pull)
    weights = draw.normal(*x.phases.shape[:-1], x.n)
    lifted = lift(x.phases)
    free = mixed(weights, pull)
    return [
        equal("the layer's increment", x.increment(), said, x.bound(), "the opposite sign", -said),
        equal(
            "weights of any sign and sum",
            tangent(lifted, weights @ lifted.flatten(-2)),
            free,
            x.bound() * (1 + float(weights.abs().sum(-1).max())),
            "a constant 2 % too large",
            1.02 * free,
        ),
    ]


def coherence(x: Phases, own: Tensor, weights: Tensor) -> Tensor:
    """sum over t and c of sum_u A_tu cos(th_uc - own_tc); a token that attends itself moves with itself."""
    itself = torch.eye(x.n, dtype=torch.bool).unsqueeze(-1)
    other = torch.where(itself, own.unsqueeze(-2), x.phases.unsqueeze(-3))
    return mixed(weights, (other - own.unsqueeze(-2)).cos()).sum()


def frozen_gradient(draw: Draw) -> list[Gap]:
    """The increment is the slope of sum_u A_u cos(th_u - th_t) with the weights held, not with live ones."""
    x = draw_phases(draw)
    own = x.phases.clone().requires_grad_()
    held = x.weights()
    (frozen,) = torch.autograd.grad(coherence(x, own, held), own)
    moving = x.lag() - (x.phases.unsqueeze(-3) - own.unsqueeze(-2))
    (live,) = torch.autograd.grad(coherence(x, own, x.softmax(x.scores_at(moving))), own)
    return [equal("slope with the weights held", x.increment(), frozen, x.bound(), "live weights", live)]


def circular_mean(draw: Draw) -> list[Gap]:
    """a = R sin(psi - th_t); a step eta with 0 < kappa = eta R <= 2 shrinks the distance to psi; R = 0 rests."""
    x = draw_phases(draw)
    weights, a = x.weights(), x.increment()
    real, imaginary = (weights @ f for f in (x.phases.cos(), x.phases.sin()))
    length, psi = torch.hypot(real, imaginary), torch.atan2(imaginary, real)
    said = length * (psi - x.phases).sin()
    found = [equal("a = R sin(psi - theta)", a, said, x.bound(), "pushed away", -said)]

    there = length > 1e-3  # elsewhere the mean is lost in rounding
    distance = wrapped(x.phases - psi)
    kappa = torch.where(draw.uniform(0, 1, *a.shape) < 0.3, 1.0, draw.uniform(0, 1, *a.shape))
    rounding = 16 * x.bound() / 1e-3

    def after(kappa: Tensor) -> Tensor:
        """The distance after the step, without folding: x - kappa sin x."""
        return (distance + kappa / torch.where(there, length, 1.0) * a)[there]

    before = distance[there]
    found.append(
        at_most(
            "0 < kappa <= 2 shrinks the distance",
            after(2 * kappa).abs() - before.abs(),
            rounding,
            "kappa up to 2.2",
            after(2.2 * torch.ones_like(a)).abs() - before.abs(),
        )
    )
    found.append(
        at_most(
            "kappa <= 1 never overshoots",
            -before.sign() * after(kappa),
            rounding,
            "kappa up to 1.1",
            -before.sign() * after(1.1 * torch.ones_like(a)),
        )
    )
    half = spread_phases(draw, draw.integer(1, 3), draw.integer(1, 6), x.k)
    opposed = torch.cat([half, half + math.pi], -2)
    ones = torch.ones_like(opposed)
    balanced = Phases(opposed, ones, ones, torch.zeros(x.k, dtype=torch.float64), 0.0, False)
    one_less = Phases(opposed[:, 1:], ones[:, 1:], ones[:, 1:], balanced.rates, 0.0, False)
    found.append(
        at_most(
            "R = 0: no pull",
            balanced.increment().abs(),
            balanced.bound(),
            "one token fewer",
            one_less.increment().abs(),
        )
    )
    return found


def bounded_update(draw: Draw) -> list[Gap]:
    """abs(a) <= R <= 1, abs(a) <= 1 - A_tt; R = 1 iff attended phases agree; L blocks move by at most
    L (c_att + c_ff)."""
    x = draw_phases(draw)
    a, shares, (length, _) = x.increment().abs(), x.shares(), x.order()
    others = 1 - torch.diagonal(shares, dim1=-2, dim2=-1).unsqueeze(-1)
    weights = x.weights()
    pairs = (x.phases.unsqueeze(-3) - x.phases.unsqueeze(-2)).cos()  # [..., u, v, k]
    apart = torch.einsum("...tu,...tv,...uvc->...tc", weights, weights, 1 - pairs)
    same = x.but(phases=x.phases[..., :1, :].expand(x.phases.shape).clone())
    turned = same.phases.clone()
    turned[..., -1, :] += math.pi
    return [
        at_most("abs(a) <= R", a - length, x.bound(), "2 % less", a - 0.98 * length),
        at_most("R <= 1", length - 1, x.bound(), "weights that sum to 1.02", 1.02 * length - 1),
        at_most("abs(a) <= 1 - A_tt", a - others, x.bound(), "2 % less", a - 0.98 * others),
        equal(
            "1 - R^2 is the spread of the attended phases",
            1 - length.square(),
            apart,
            4 * x.bound(),
            "each pair once",
            apart / 2,
        ),
        equal(
            "R = 1 if they agree",
            same.order()[0],
            torch.ones(()),
            same.bound(),
            "one turned by half",
            same.but(phases=turned).order()[0],
        ),
        depth(draw),
    ]


def rms(x: Tensor) -> Tensor:
    """The root mean square over the last dimension."""
    return x.square().mean(-1).sqrt()


def depth(draw: Draw) -> Gap:
    """Blocks with bounds c_att and c_ff on the rms of their increments; sums of L layers' bounds."""
    heads, layers = draw.integer(1, 3), draw.integer(1, 4)
    k, n = heads * draw.integer(1, 4), draw.integer(1, 8)
    start = spread_phases(draw, 2, n, k)
    state, reach = start, 0.0
    with torch.no_grad():
        for _ in range(layers):
            block = KuramotoBlock(k, heads, hidden=8).double()
            assert block.bound is not None  # it has a feed-forward part
            block.attention.bound.fill_(draw.number(0, 3))
            block.attention.gate.bias[:k] *= draw.choice((1.0, 100.0, -1e6))
            block.bound.fill_(draw.number(0, 3))
            last = float(block.attention.bound + block.bound)
            reach, state = reach + last, block(state)
    moved = rms(state - start)
    return at_most(
        "rms of the move of L blocks <= sum of (c_att + c_ff)",
        moved - reach,
        16 * EPS * layers * (1 + reach + float(start.abs().max())),
        "one layer too few",
        moved - (reach - last),
    )


def gate_repulsion(draw: Draw) -> list[Gap]:
    """v a is Kuramoto's term iff v = 1 or a = 0; for v < 0, abs(v) R <= 2 the coherence falls, A frozen."""
    x = draw_phases(draw)
    a, shares, (length, _) = x.increment(), x.shares(), x.order()
    kappa = torch.where(draw.uniform(0, 1, *a.shape) < 0.3, 2.0, draw.uniform(0, 2, *a.shape))
    there = length > 1e-6

    def gain(kappa: Tensor) -> Tensor:
        """The change of sum_u A_u cos(th_u - th_t) by the step v a, v = -kappa / R."""
        step = -kappa / torch.where(there, length, 1.0) * a
        after = mixed(shares, (x.apart() - step.unsqueeze(-2)).cos())
        return (after - mixed(shares, x.apart().cos()))[there]

    heads = draw.integer(1, 3)
    k = heads * draw.integer(1, 4)
    module = KuramotoAttention(k, heads, causal=draw.coin()).double()
    phases = spread_phases(draw, 2, draw.integer(1, 9), k)
    with torch.no_grad():
        module.gate.weight[:k] = 0
        module.bound.fill_(draw.number(0.1, 3))
        seen, _ = inside(module, phases)
        term = module_increment(module, phases)  # its value gate is 1
        kuramoto = module(phases)
        module.gate.bias[:k] = -1
        turned = module(phases)
    return [
        at_most(
            "v < 0: the coherence falls",
            gain(kappa),
            32 * x.bound(),
            "abs(v) R up to 4",
            gain(2 * kappa),
        ),
        equal(
            "v = 1: the module's step is Kuramoto's, norm matched",
            term,
            kuramoto,
            4 * seen.bound() * (1 + float(module.bound.detach())),
            "v = -1 too",
            turned,
        ),
    ]


IDENTITIES = (
    Identity(
        "kur.coupling-identity",
        "the layer's increment is sum_u A_u sin(th_u - th_t)",
        ROUNDING,
        coupling_identity,
    ),
    Identity(
        "kur.frozen-gradient",
        "the layer's increment is the derivative of sum_u A_u cos(th_u - th_t) by th_t, A held, self included",
        ROUNDING,
        frozen_gradient,
    ),
    Identity(
        "kur.circular-mean",
        "the layer's increment is R sin(psi - th_t); a step shrinks the distance for 0 < kappa <= 2, does not "
        "overshoot for kappa <= 1, and is 0 where R = 0",
        ROUNDING + "; distances to the mean: 16/R times that, R >= 1e-3",
        circular_mean,
    ),
    Identity(
        "kur.bounded-update",
        "abs(a) <= R <= 1 and <= 1 - A_tt, R = 1 iff attended phases agree; L blocks move the phases by at most "
        "the sum of their bounds (in rms, which is what the blocks' norm matching bounds)",
        ROUNDING,
        bounded_update,
    ),
    Identity(
        "kur.gate-repulsion",
        "v a is Kuramoto's term for v = 1 only; for v < 0 and abs(v) R <= 2 the coherence falls, A held",
        ROUNDING + "; coherence: the step's error times its slope R, four terms of it",
        gate_repulsion,
    ),
)
