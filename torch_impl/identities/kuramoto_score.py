"""Identities of the score and of the softmax: potential, Gibbs selection, dot product, drift, aliases."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from .identity import Draw, Gap, Identity, at_most, equal
from .phases import ROUNDING, Phases, draw_phases, mixed


def slope(x: Phases) -> Tensor:
    """The derivative of log sum_u exp(s_tu) by token t's own phase; a token that attends itself moves along."""
    own = x.phases.clone().requires_grad_()
    itself = torch.eye(x.n, dtype=torch.bool).unsqueeze(-1)
    other = torch.where(itself, own.unsqueeze(-2), x.phases.unsqueeze(-3))
    scores = x.scores_at(own.unsqueeze(-2) - other + x.lag())
    potential = scores.masked_fill(~x.visible(), -torch.inf).logsumexp(-1).sum()
    (gradient,) = torch.autograd.grad(potential, own)
    return gradient


def lse_potential(draw: Draw) -> list[Gap]:
    """Gates 1, no drift: beta a is the slope of log sum exp; fixed gates: in the metric diag(g); drift: a curl."""
    x = draw_phases(draw, gated=False, drifted=False)
    beta = x.temperature / math.sqrt(x.k)
    drifted = x.but(rates=draw.uniform(-3, 3, *x.rates.shape))
    fixed = draw.normal(*x.rates.shape).unsqueeze(-2)  # [k] or [H, k], the same for every token
    gated = x.but(key_gate=fixed.expand(x.phases.shape))
    size = 1 + float(torch.as_tensor(beta).abs().max()) * (1 + float(fixed.abs().max()))
    a = gated.increment()
    return [
        equal(
            "beta a is the slope of log sum exp",
            beta * x.increment(),
            slope(x),
            size * drifted.bound(),
            "with a drift in the score",
            slope(drifted),
        ),
        equal(
            "fixed gates: in the metric diag(g)",
            slope(gated),
            beta * fixed * a,
            size * gated.bound(),
            "in the plain metric",
            beta * a,
        ),
        curl(draw),
    ]


def curl(draw: Draw) -> Gap:
    """d a_l / d th_m - d a_m / d th_l of token 1, which attends itself and token 0, with drift.

    w (1 - w) beta (sin x_m sin(omega_l - x_l) - sin x_l sin(omega_m - x_m)), x = th_0 - th_1, w the weight
    of token 0: with x_l a quarter turn and x_m = 0 that is -w (1 - w) beta sin omega_m.
    """
    k = draw.integer(2, 6)
    l, m = 0, draw.integer(1, k - 1)
    apart = draw.uniform(-3, 3, k)
    if draw.coin():
        apart[l], apart[m] = math.pi / 2, 0.0
    own = draw.uniform(-3, 3, k)
    ones = torch.ones(1, 2, k, dtype=torch.float64)
    phases = torch.stack([own + apart, own])[None]
    x = Phases(phases, ones, ones, draw.uniform(-3, 3, k), draw.choice((0.5, 2.0, -1.0)), True)

    def increment(own: Tensor) -> Tensor:
        return x.but(phases=torch.cat([x.phases[:, :1], own[None, None]], 1)).increment()[0, 1]

    jacobian = torch.autograd.functional.jacobian(increment, own)  # type: ignore[no-untyped-call]
    share = x.weights()[0, 1, 0]
    beta = x.temperature / math.sqrt(k)
    lag = (x.rates - apart).sin()
    said = share * (1 - share) * beta * (apart[m].sin() * lag[l] - apart[l].sin() * lag[m])
    return equal(
        "drift: the mixed derivatives differ so",
        jacobian[l, m] - jacobian[m, l],
        said,
        8 * x.bound(),
        "a potential",
        torch.zeros(()),
    )


def value(weights: Tensor, scores: Tensor) -> Tensor:
    """<A, s> + H(A) for each row; scores are finite where weights are not 0."""
    return (weights * scores.masked_fill(weights == 0, 0)).sum(-1) - torch.xlogy(weights, weights).sum(-1)


def divergence(a: Tensor, log_b: Tensor) -> Tensor:
    """sum_u a_u (log a_u - log b_u)."""
    return (torch.xlogy(a, a) - a * log_b.masked_fill(a == 0, 0)).sum(-1)


def gibbs_selection(draw: Draw) -> list[Gap]:
    """The layer's weights alone maximise <A, s> + H(A)/beta; without entropy tied tokens share as they like.

    beta belongs to the score here, so that beta times the objective is compared.
    """
    x = draw_phases(draw)
    scores = x.scores().masked_fill(~x.visible(), -torch.inf)
    log_z = scores.logsumexp(-1)
    rounding = 4 * x.bound() * (1 + float(scores.masked_fill(~x.visible(), 0).abs().max()))
    shares = x.shares()
    exponents = draw.choice((1.0, 0.2, 5.0)) * draw.normal(*shares.shape)
    near = shares * (draw.choice((1e-3, 0.1, 1.0)) * exponents).exp()
    rival = draw.choice(
        (
            exponents.masked_fill(~x.visible(), -torch.inf).softmax(-1),
            near / near.sum(-1, keepdim=True),
            torch.nn.functional.one_hot(
                exponents.masked_fill(~x.visible(), -torch.inf).argmax(-1), x.n
            ).double(),
        )
    )
    twice = x.but(phases=torch.cat([x.phases, x.phases[..., -1:, :]], -2), rates=0 * x.rates, causal=False)
    twice = twice.but(
        query_gate=torch.cat([x.query_gate, x.query_gate[..., -1:, :]], -2),
        key_gate=torch.cat([x.key_gate, x.key_gate[..., -1:, :]], -2),
    )
    moved = twice.shares()
    part = draw.number(0, 1) * moved[..., -1]
    tied, untied = moved.clone(), moved.clone()
    for to, which in ((tied, -2), (untied, 0)):
        to[..., -1] -= part
        to[..., which] += part
    linear = (moved * twice.scores()).sum(-1)
    return [
        at_most(
            "no weighting beats log sum exp",
            value(rival, scores) - log_z,
            rounding,
            "the layer's own, entropy 2 % heavier",
            value(shares, scores) - 0.02 * torch.xlogy(shares, shares).sum(-1) - log_z,
        ),
        equal(
            "the layer's weights reach it",
            value(shares, scores),
            log_z,
            rounding,
            "2 % off in temperature",
            value(x.but(temperature=1.02 * x.temperature).shares(), scores),
        ),
        equal(
            "any other falls short by its divergence from them",
            log_z - value(rival, scores),
            divergence(rival, scores - log_z.unsqueeze(-1)),
            rounding,
            "as good",
            torch.zeros(()),
        ),
        equal(
            "without entropy tied tokens share as they like",
            (tied * twice.scores()).sum(-1),
            linear,
            8 * twice.bound() * (1 + float(twice.scores().abs().max())),
            "so do others",
            2 * linear - (untied * twice.scores()).sum(-1),
        ),
    ]


def dot_product_form(draw: Draw) -> list[Gap]:
    """The fused kernel on 2k-dimensional vectors has the weights of the gated, drifted cosines; t - u alone
    counts."""
    x = draw_phases(draw)
    t = torch.arange(x.n, dtype=torch.float64)
    summed = (t[:, None] + t[None, :]).unsqueeze(-1) * x.rates[..., None, None, :]
    against = x.softmax(x.scores_at(summed - x.apart()))
    before = draw.integer(1, 5)
    late = draw_phases(draw, hot=False, least=before + 1)
    alone = late.but(
        **{name: getattr(late, name)[..., before:, :] for name in ("phases", "query_gate", "key_gate")}
    )
    tail = late.shares()[..., before:, before:]
    half = alone.softmax(
        alone.scores_at(alone.lag() + before * late.rates[..., None, None, :] - alone.apart())
    )
    mass = tail.sum(-1, keepdim=True)
    return [
        equal(
            "the kernel's weights are those of the score",
            x.shares(),
            x.weights(),
            2 * x.bound(),
            "the drift against the position",
            against,
        ),
        equal(
            "its increment is the sum of the sines",
            x.increment(),
            mixed(x.weights(), x.apart().sin()),
            x.bound(),
            "the attention output itself",
            mixed(x.weights(), x.phases.unsqueeze(-3).sin()),
        ),
        equal(
            "tokens at later positions: the weights of t - u",
            tail / mass,
            alone.shares(),
            4 * late.bound(),
            "one position moved",
            half,
        ),
    ]


def rotary_drift(draw: Draw) -> list[Gap]:
    """A lone token rests at every rate; in drifted phases the score has no drift and the update a lag."""
    x = draw_phases(draw)
    first = {name: getattr(x, name)[..., :1, :] for name in ("phases", "query_gate", "key_gate")}
    lone = x.but(**first)
    t = torch.arange(x.n, dtype=torch.float64).unsqueeze(-1)
    psi = x.phases + t * x.rates.unsqueeze(-2)
    drifted = x.but(phases=psi, rates=0 * x.rates)
    shares = drifted.shares()
    return [
        equal(
            "a lone token stays",
            lone.increment(),
            torch.zeros(()),
            lone.bound(),
            "it turns at its rate",
            lone.rates.unsqueeze(-2),
        ),
        equal(
            "drifted phases: the weights are those of a layer without drift",
            x.shares(),
            shares,
            2 * x.bound(),
            "phases that did not drift",
            x.but(rates=0 * x.rates).shares(),
        ),
        equal(
            "and the update has the lag omega (t - u)",
            x.increment(),
            mixed(shares, (drifted.apart() + x.lag()).sin()),
            2 * x.bound(),
            "no lag",
            mixed(shares, drifted.apart().sin()),
        ),
    ]


def frequency_alias(draw: Draw) -> list[Gap]:
    """Rates that differ by whole turns give the same layer."""
    x = draw_phases(draw)
    turns = draw.integers(-5, 5, *x.rates.shape)
    whole = x.but(rates=x.rates + 2 * math.pi * turns)
    half = x.but(rates=x.rates + math.pi * (2 * turns + 1))
    rounding = 2 * max(whole.bound(), x.bound())
    return [
        equal("the same weights", whole.shares(), x.shares(), rounding, "half turns", half.shares()),
        equal(
            "the same increments", whole.increment(), x.increment(), rounding, "half turns", half.increment()
        ),
    ]


IDENTITIES = (
    Identity(
        "kur.lse-potential",
        "gates 1, no drift: beta a is the slope of log sum exp of the live scores; gates that do not depend on "
        "the token: in the metric diag(g); drift: two mixed derivatives differ by a formula that is not 0",
        ROUNDING + "; times the size of beta and of the gates; curl: eight products of such terms",
        lse_potential,
    ),
    Identity(
        "kur.gibbs-selection",
        "the layer's weights reach (1/beta) log sum exp(beta s), any others fall short by their divergence",
        ROUNDING + "; times four terms of the size of the scores",
        gibbs_selection,
    ),
    Identity(
        "kur.dot-product-form",
        "the fused kernel computes the gated, drifted cosines, which depend on positions through t - u",
        ROUNDING,
        dot_product_form,
    ),
    Identity(
        "kur.rotary-drift",
        "a lone token has zero update at every rate; in psi = theta + omega t the layer has no drift in its "
        "score and the lag omega (t - u) in its update",
        ROUNDING,
        rotary_drift,
    ),
    Identity(
        "kur.frequency-alias",
        "omega and omega + 2 pi m give the same layer",
        ROUNDING,
        frequency_alias,
    ),
)
