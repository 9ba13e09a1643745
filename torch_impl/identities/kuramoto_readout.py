"""Identities beside the blocks of phases: their readout, and softmax attention, which is the Lohe field."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from ..kuramoto import kuramoto_attention
from ..transformer import PhaseReadout, SoftmaxAttention
from .identity import EPS, Draw, Gap, Identity, at_most, equal
from .phases import Phases, spread_phases


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


IDENTITIES = (
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
