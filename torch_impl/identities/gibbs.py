"""Identity of the softmax: it alone maximises score plus entropy."""

from __future__ import annotations

import torch
from torch import Tensor

from .identity import Draw, Gap, Identity, at_most, equal
from .phases import ROUNDING, draw_phases


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


IDENTITIES = (
    Identity(
        "kur.gibbs-selection",
        "the layer's weights reach (1/beta) log sum exp(beta s), any others fall short by their divergence",
        ROUNDING + "; times four terms of the size of the scores",
        gibbs_selection,
    ),
)
