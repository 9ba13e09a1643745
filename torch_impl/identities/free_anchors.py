"""Identity of anchors off the sphere: how they get there and what the clamp then does."""

from __future__ import annotations

import torch

from .. import literal
from ..oscillator import OscillatorAttention
from ..readout import linear_readout, quadratic_readout
from .attention import ROUNDING, draw_attention
from .identity import EPS, Draw, Gap, Identity, at_most, equal
from .oscillator_readout import identity_values


def free_anchors(draw: Draw) -> list[Gap]:
    """Free anchors leave the sphere in training; then 1 + z.r < 0 occurs and only the clamp keeps weights."""
    x = draw_attention(draw, positive=True)
    batch, heads, n = x.query.shape[:3]
    eye = identity_values(n, batch, heads)
    long = x.but(
        value=eye,
        anchors=x.anchors * draw.uniform(0.5, 3, heads, n, 1),
        exponent=draw.choice((1.0, 2.0, 3.0)),
    )
    literally = literal.oscillator(
        long.query,
        long.key,
        eye,
        long.anchors,
        exponent=long.exponent,
        coupling=long.coupling,
        causal=long.causal,
    )
    clamped, unclamped = long.output(clamp=True), long.output()
    once = linear_readout(long.state(), long.anchors, eye, exponent=1, causal=long.causal)

    p, q = draw.number(1.5, 3), draw.number(1.05, 1.45)
    e = draw.unit(x.anchors.shape[-1])
    pair, alone = torch.stack([p * e, -q * e]), e.expand(2, -1)
    row = linear_readout(alone, pair, identity_values(2))[0]
    negative = torch.tensor([1 + p, 1 - q], dtype=torch.float64) / (2 + p - q)
    kept = quadratic_readout(alone, pair, identity_values(2))[0]

    rounding = long.bound() * float(long.anchors.norm(dim=-1).max()) ** (1 + long.exponent)
    return [
        equal("with the clamp: the literal formula", clamped, literally, rounding, "no clamp", unclamped),
        at_most("with the clamp, weights >= 0", -clamped, rounding, "no clamp", -once),
        equal(
            "with the clamp, weights sum to 1",
            clamped.sum(-1),
            torch.ones(()),
            rounding,
            "weights of the unclamped, positive ones only",
            once.clamp_min(0).sum(-1),
        ),
        equal(
            "anchors p z, -q z: without the clamp a weight (1 - q)/(2 + p - q) < 0",
            row,
            negative,
            32 * EPS * (p + q),
            "with it",
            kept,
        ),
        *trained(draw),
    ]


def trained(draw: Draw) -> list[Gap]:
    """One optimiser step: free anchors get shorter by weight decay, longer by a step across; ours stay."""
    d, lengths = draw.integer(2, 6), []
    eta = draw.number(0.01, 0.5)
    for free in (True, False):
        for decay in (True, False):
            module = OscillatorAttention(4, 2, d, 6, free_anchors=free).double()
            with torch.no_grad():
                directions = draw.unit(2, 6, d)
                module.anchor_directions.copy_(directions)
            push = draw.normal(2, 6, d)
            across = push - (push * directions).sum(-1, keepdim=True) * directions
            module.anchor_directions.grad = torch.zeros_like(push) if decay else across
            torch.optim.SGD([module.anchor_directions], lr=eta, weight_decay=0.1 if decay else 0.0).step()
            moved = torch.linalg.vector_norm(module.anchors.detach(), dim=-1)
            said = 1 - 0.1 * eta if decay else (1 + eta**2 * across.square().sum(-1)).sqrt()
            lengths.append((moved, torch.as_tensor(said, dtype=torch.float64)))
    (shorter, less), (longer, more), *ours = lengths
    one = torch.ones(())
    return [
        equal("free anchors: shorter by weight decay", shorter, less, 16 * EPS * d, "they stay", one),
        equal("free anchors: longer by a step across", longer, more, 64 * EPS * d, "they stay", one),
        *(
            equal("anchors of the module stay on the sphere", now, one, 16 * EPS * d, "they move", said)
            for now, said in ours
        ),
    ]


IDENTITIES = (
    Identity(
        "osc.free-anchors",
        "free anchors leave the sphere by an optimiser's step, 1 + z.r gets negative, and the clamp keeps the "
        "weights; the module's own anchors stay",
        ROUNDING + "; times the anchors' length to the power p + 1",
        free_anchors,
    ),
)
