"""Identities of blocks and whole networks of phases: symmetries, the torus, readout, the Lohe field."""

from __future__ import annotations

import math

import torch
from torch import Tensor
from torch.nn import functional as F

from ..kuramoto import KuramotoAttention, kuramoto_attention
from ..transformer import KuramotoBlock, PhaseReadout, SoftmaxAttention
from .identity import EPS, Draw, Gap, Identity, at_most, equal
from .phases import ROUNDING, Phases, draw_phases, inside, norm_matched, spread_phases


def equivariance(draw: Draw) -> list[Gap]:
    """Phase shifts with the gates held; permutations without mask and drift; the module's gates break shifts."""
    x = draw_phases(draw)
    shift = draw.uniform(-3, 3, *x.phases.shape[:-2], 1, x.k)
    shifted, torn = (
        x.but(phases=x.phases + shift),
        x.but(phases=x.phases + draw.uniform(-3, 3, *x.phases.shape)),
    )
    y = draw_phases(draw, drifted=False, causal=False)
    order = draw.permutation(y.n)
    moved = {name: getattr(y, name)[..., order, :] for name in ("phases", "query_gate", "key_gate")}
    heads = draw.integer(1, 3)
    module = KuramotoAttention(heads * draw.integer(2, 4), heads, causal=False).double()
    with torch.no_grad():
        module.rates.zero_()
        phases = spread_phases(draw, 2, y.n, module.num_phases)
        seen, value = inside(module, phases)
        placed, out = module(phases[:, order]), module(phases)
    return [
        equal(
            "phase shifts, gates held",
            shifted.increment(),
            x.increment(),
            2 * shifted.bound(),
            "each token by its own",
            torn.increment(),
        ),
        equal(
            "permutations, without mask and drift",
            y.but(**moved).increment(),
            y.increment()[..., order, :],
            2 * y.bound(),
            "with a causal mask",
            y.but(causal=True).increment()[..., order, :],
        ),
        equal(
            "the module with its gates, permuted",
            placed,
            out[:, order],
            8 * seen.bound() * (1 + float(value.abs().max())),
            "unpermuted",
            out,
        ),
        gates_break_shifts(draw),
    ]


def gates_break_shifts(draw: Draw) -> Gap:
    """Key gates softplus(w cos th_1) in coordinate 1, log 2 in the others, over their mean; two tokens.

    The other token agrees in coordinate 1 and is a quarter turn ahead elsewhere: there the update is its
    weight 1 / (1 + exp(beta (k - g))), g = k p / (p + (k - 1) log 2), p the gate before division.
    """
    k, w, tau = draw.integer(2, 8), draw.number(0.5, 4), draw.number(0.5, 8)
    module = KuramotoAttention(k, 1).double()
    with torch.no_grad():
        module.gate.weight.zero_()
        module.gate.weight[2 * k, 0] = w  # the key gate of coordinate 1 sees cos th_1
        module.gate.bias.zero_()
        module.gate.bias[:k] = 1
        module.rates.zero_()
        module.log_temperature.fill_(math.log(tau))
        own = draw.uniform(-3, 3, 1, k)
        own[:, 0] = 0
        ahead = torch.full((1, k), math.pi / 2, dtype=torch.float64)
        ahead[:, 0] = 0
        phases = torch.stack([own + ahead, own], 1)  # token 1 attends token 0 and itself
        found = torch.cat([module(phases), module(phases + math.pi)])[:, 1]
    gate = F.softplus(torch.tensor([w, -w], dtype=torch.float64))
    g = k * gate / (gate + (k - 1) * math.log(2))
    share = 1 / (1 + (tau / math.sqrt(k) * (k - g)).exp())
    step = torch.cat([torch.zeros(2, 1), share.unsqueeze(-1).expand(2, k - 1)], -1)
    said = norm_matched(step.double(), 1.0)
    return equal(
        "gates break shifts: the two updates",
        found,
        said,
        64 * EPS * (1 + tau * k),
        "the shift changes nothing",
        said[:1].expand(2, k),
    )


def amplified(function: torch.nn.Module, phases: Tensor, angle: float) -> float:
    """What rounding the angles, eps ``angle`` each, makes of the outputs: through the Jacobian, 32 times for
    rounding inside."""
    jacobian = torch.autograd.functional.jacobian(function, phases)  # type: ignore[no-untyped-call]
    gain = float(jacobian.flatten(phases.dim()).abs().sum(-1).max())
    return 32 * EPS * (1 + gain) * angle


def ffn_periodicity(draw: Draw) -> list[Gap]:
    """Raw angles: not periodic, wrapped: a jump; (cos, sin): a network on the torus. Attention is periodic."""
    heads, n = draw.integer(1, 2), draw.integer(1, 5)
    k = heads * draw.integer(2, 3)
    phases = draw.uniform(-3, 3, 1, n, k)
    turns = draw.integers(-4, 4, 1, n, k)
    turned, halved = phases + 2 * math.pi * turns, phases + math.pi * turns
    angle = 30 * (n + 1)
    found = [raw_angles(draw, k)]
    with torch.no_grad():
        attention = KuramotoAttention(k, heads).double()
        found.append(
            equal(
                "attention: whole turns change no increment",
                attention(turned),
                attention(phases),
                amplified(attention, phases, angle),
                "half turns",
                attention(halved),
            )
        )
        blocks = [KuramotoBlock(k, heads, 8, feed_forward="lifted").double() for _ in range(2)]
        readout = PhaseReadout(k, 5).double()
        torus = torch.nn.Sequential(*blocks, readout)
        found.append(
            equal(
                "lifted: the network is a function on the torus",
                torus(turned),
                torus(phases),
                amplified(torus, phases, angle),
                "half turns",
                torus(halved),
            )
        )
        lifted, angles = (
            (f(turned) - turned - (f(phases) - phases)).abs()
            for f in (blocks[0], KuramotoBlock(k, heads, 8).double())
        )
        found.append(
            at_most(
                "lifted: whole turns change no increment of a block",
                lifted,
                amplified(blocks[0], phases, angle),
                "on raw angles",
                angles,
            )
        )
    return found


def raw_angles(draw: Draw, k: int) -> Gap:
    """The block's SwiGLU with weights that see coordinate 1 only linearly: c silu(b) (d x + e)."""
    block = KuramotoBlock(k, 1, hidden=1).double()
    assert block.mix is not None  # it has a feed-forward part
    phases = draw.uniform(-3, 3, 1, 1, k)
    with torch.no_grad():
        block.mix.inner.weight[0, 0] = 0  # the gate does not see coordinate 1
        d, c = block.mix.inner.weight[1, 0], block.mix.out.weight[:, 0]
        gate = (block.mix.inner.weight[0] * phases).sum()
        next = phases.clone()
        next[..., 0] += 2 * math.pi
        change = (block.mix(next) - block.mix(phases))[0, 0]
        said = 2 * math.pi * c * d * gate * torch.sigmoid(gate)
    return equal(
        "raw angles: a turn changes the feed-forward by 2 pi c d silu(b)",
        change,
        said,
        64 * EPS * (10 + k),
        "it is periodic",
        torch.zeros(()),
    )


def readout(draw: Draw) -> list[Gap]:
    """Logits less their bias are sum_j s_j cos(th_j - p_j), at most sum_j s_j, reached where th = p alone."""
    k, words = draw.integer(1, 40), draw.integer(1, 9)
    module = PhaseReadout(k, words).double()
    with torch.no_grad():
        module.linear.weight *= draw.choice((1e-3, 1.0, 1e3))
        scales, prototypes = module.prototypes()
        most, bias = scales.sum(-1), module.linear.bias.detach()
        phases = spread_phases(draw, 7, k)
        apart = phases.unsqueeze(-2) - prototypes  # [7, words, k]
        logits = module(phases) - bias
        near = draw.choice((1e-3, 0.3)) * draw.normal(words, k)
        here, off = (torch.diagonal(module(p) - bias) for p in (prototypes, prototypes + near))
    rounding = 4 * EPS * (2 * k + 1 + float(phases.abs().max())) * float(most.max() + bias.abs().max())
    return [
        equal(
            "a dot product of (cos, sin)",
            logits,
            (scales * apart.cos()).sum(-1),
            rounding,
            "sum of phases",
            (scales * (phases.unsqueeze(-2) + prototypes).cos()).sum(-1),
        ),
        at_most("at most the sum of the scales", logits - most, rounding, "2 % less", here - 0.98 * most),
        equal("attained at the prototype", here, most, rounding, "beside it", off),
        equal(
            "elsewhere it falls short by sum s (1 - cos)",
            most - off,
            (scales * (1 - near.cos())).sum(-1),
            rounding,
            "attained there too",
            torch.zeros(()),
        ),
    ]


def standard_attention(draw: Draw) -> list[Gap]:
    """Softmax attention of unit tokens with identity values, projected: the Lohe field; in the plane,
    Kuramoto's."""
    n, d = draw.integer(1, 12), draw.integer(2, 9)
    causal = draw.coin()
    module = SoftmaxAttention(d, 1, causal=causal).double()
    tokens = draw.unit(2, n, d)
    with torch.no_grad():
        for linear in (module.value, module.out):
            linear.weight.copy_(torch.eye(d))
        module.out.bias.zero_()
        module.query.weight *= draw.choice((1.0, 10.0))
        scores = module.query(tokens) @ module.key(tokens).transpose(-1, -2) / math.sqrt(d)
        weights = scores.masked_fill(
            ~torch.ones(n, n).tril().bool() if causal else scores.isnan(), -torch.inf
        )
        weights = weights.softmax(-1)
        output, double = module(tokens), module(2 * tokens)
    inner = tokens @ tokens.transpose(-1, -2)
    lohe = torch.einsum("btu,btud->btd", weights, tokens[:, None] - inner[..., None] * tokens[:, :, None])

    def projected(z: Tensor, h: Tensor) -> Tensor:
        return h - (z * h).sum(-1, keepdim=True) * z

    rounding = 16 * EPS * (n + d) * (1 + float(scores.abs().max()))
    moved = projected(tokens, output)
    return [
        equal("projected attention is the Lohe field", moved, lohe, rounding, "not projected", output),
        at_most(
            "the output is tangent",
            (tokens * moved).sum(-1).abs(),
            rounding,
            "tokens of length 2",
            (2 * tokens * projected(2 * tokens, double)).sum(-1).abs(),
        ),
        plane(draw),
    ]


def plane(draw: Draw) -> Gap:
    """d = 2: softmax attention with scores tau cos(th_t - th_u) moves angles as Kuramoto attention does."""
    n, tau, causal = draw.integer(1, 12), draw.choice((0.5, 4.0, 50.0)), draw.coin()
    phases = spread_phases(draw, 2, n, 1)
    tokens = torch.cat([phases.cos(), phases.sin()], -1)
    module = SoftmaxAttention(2, 1, causal=causal).double()
    with torch.no_grad():
        for linear in (module.query, module.key, module.value, module.out):
            linear.weight.copy_(torch.eye(2))
        module.query.weight *= tau * math.sqrt(2)
        module.out.bias.zero_()
        output = module(tokens)
    ones = torch.ones_like(phases)
    rates = torch.zeros(1, dtype=torch.float64)
    a = kuramoto_attention(phases, ones, ones, rates, temperature=tau, causal=causal)
    moved = output - (tokens * output).sum(-1, keepdim=True) * tokens
    turning = torch.cat([-phases.sin(), phases.cos()], -1)
    return equal(
        "in the plane it is Kuramoto attention",
        moved,
        a * turning,
        2 * Phases(phases, ones, ones, rates, tau, causal).bound(),
        "turned the other way",
        -a * turning,
    )


JACOBIAN = (
    "32 eps times the size of the angles times the network's Jacobian: rounding of the inputs, passed on"
)

IDENTITIES = (
    Identity(
        "kur.equivariance",
        "phase shifts commute with the layer while gates are held, permutations without mask and drift; the "
        "module's gates break shifts",
        ROUNDING,
        equivariance,
    ),
    Identity(
        "kur.ffn-periodicity",
        "on raw angles the feed-forward gains 2 pi c d silu(b) a turn; on (cos, sin) blocks and readout are a "
        "function on the torus; attention is one anyway",
        JACOBIAN,
        ffn_periodicity,
    ),
    Identity(
        "kur.readout",
        "logits less bias are sum_j s_j cos(th_j - p_j) <= sum_j s_j, with equality at th = p alone",
        "4 eps (2k + 1 + max abs(theta)) times the sum of the scales: a dot product of 2k terms",
        readout,
    ),
    Identity(
        "kur.standard-attention",
        "softmax attention of unit tokens, identity values, projected, is the Lohe field; in the plane it is "
        "Kuramoto attention",
        "16 eps (n + d)(1 + S): sums of n and d terms, scores of size S",
        standard_attention,
    ),
)
