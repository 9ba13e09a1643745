"""Identities of the readout: simplex, affine, free anchors, linear time, padding."""

from __future__ import annotations

import math

import torch
from torch import Tensor
from torch.utils.flop_counter import FlopCounterMode

from .. import literal
from ..oscillator import OscillatorAttention
from ..readout import FLOOR, feature_count, linear_readout, quadratic_readout
from .attention import ROUNDING, Attention, draw_attention
from .identity import EPS, Draw, Gap, Identity, at_most, equal


def identity_values(n: int, *lead: int) -> Tensor:
    """Values that make a readout show its weights."""
    return torch.eye(n, dtype=torch.float64).expand(*lead, n, n)


def readout_simplex(draw: Draw) -> list[Gap]:
    """Unit anchors: weights >= 0 with sum 1; zero denominator iff all opposite; at an equilibrium of positive
    weights it is >= 2."""
    x = draw_attention(draw, positive=True)
    batch, heads, n = x.query.shape[:3]
    eye = identity_values(n, batch, heads)
    a, state = x.but(value=eye).output(), x.state()
    longer = linear_readout(state, 3 * x.anchors, eye, exponent=1, causal=x.causal)
    shifted = 1 + state @ x.anchors.transpose(-1, -2)
    denominator = torch.where(literal.visible(batch, n, x.causal, None), shifted, 0).sum(-1)
    rounding = x.but(value=eye).bound()

    few, d = draw.integer(1, 9), x.anchors.shape[-1]
    away = draw.unit(2, 1, few, d)
    opposite = -away[:, :, :1].expand(2, 1, few, d)
    beside = opposite.clone()
    beside[:, :, -1] = draw.unit(2, 1, d)
    sums = [
        quadratic_readout(away[:, :, :1].expand_as(r), r, identity_values(few, 2, 1)).sum(-1)
        for r in (opposite, beside)
    ]
    return [
        equal(
            "weights sum to 1",
            a.sum(-1),
            torch.ones(()),
            rounding,
            "to the share of the others",
            1 - torch.diagonal(a, dim1=-2, dim2=-1),
        ),
        at_most("weights >= 0", -a, rounding, "anchors of length 3, no clamp", -longer),
        at_most(
            "at the equilibrium the denominator is at least 2",
            2 - denominator,
            rounding,
            "at least 2.04",
            2.04 - denominator,
        ),
        Gap(
            "every anchor opposite: denominator 0, no weight",
            "one beside",
            float(sums[0].abs().max()),
            float(sums[1].abs().max()),
            4 * EPS * few * (d + 2) / FLOOR,  # the layer divides a rounded 0 by its floor
        ),
    ]


def readout_affine(draw: Draw) -> list[Gap]:
    """p = 1: (1 + <z, r_j>)/(n + <z, s>), s = sum r: affine in z iff s = 0 or s = n r_j."""
    d, half = draw.integer(2, 10), draw.integer(1, 20)
    lead = (draw.integer(1, 3), 1)
    r = draw.unit(*lead, half, d)
    balanced = torch.cat([r, -r], -2)
    loose = torch.cat([r, draw.unit(*lead, half, d)], -2)
    n = 2 * half

    def weights(z: Tensor, anchors: Tensor) -> Tensor:
        """The layer's weights of one state [..., d] for all tokens, [..., n]."""
        states = z.unsqueeze(-2).expand(*z.shape[:-1], n, d)
        read = draw.choice((linear_readout, quadratic_readout))
        return read(states, anchors, identity_values(n, *lead))[..., 0, :]

    z = draw.unit(*lead, d)
    s = loose.sum(-2)  # [..., d]
    along = (z * s).sum(-1, keepdim=True)  # <z, s>
    fraction = (1 + (loose @ z.unsqueeze(-1)).squeeze(-1)) / (n + along)
    flat = (1 + (balanced @ z.unsqueeze(-1)).squeeze(-1)) / n
    unbalanced = (1 + (loose @ z.unsqueeze(-1)).squeeze(-1)) / n
    length = torch.linalg.vector_norm(s, dim=-1, keepdim=True)
    e = s / length
    y = draw.unit(*lead, d)
    y = torch.nn.functional.normalize(y - (y * e).sum(-1, keepdim=True) * e, dim=-1)
    defect = weights(z, loose) + weights(-z, loose) - weights(y, loose) - weights(-y, loose)
    beyond = along - n * (loose @ z.unsqueeze(-1)).squeeze(-1)  # <z, s - n r_j>
    said = 2 * along * beyond / (n * (n**2 - along.square()))
    same = r[..., :1, :].expand(*lead, n, d)
    rounding = 64 * EPS * n * (n + d) / float(n - length.max())
    return [
        equal(
            "linear-fractional", weights(z, loose), fraction, rounding, "affine for any anchors", unbalanced
        ),
        equal("balanced: (1 + <z, r>)/n", weights(z, balanced), flat, rounding, "not balanced", fraction),
        at_most(
            "equal anchors: 1/n",
            (weights(z, same) - 1 / n).abs(),
            64 * EPS * n * (n + d) / float((1 + (same[..., 0, :] * z).sum(-1)).min()),
            "other anchors",
            (weights(z, loose) - 1 / n).abs(),
        ),
        equal(
            "a(z) + a(-z) - a(y) - a(-y) is 2 <z, s> <z, s - n r>/(n (n^2 - <z, s>^2))",
            defect,
            said,
            4 * rounding,
            "0: affine",
            torch.zeros(()),
        ),
    ]


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


def readout_linear_time(draw: Draw) -> list[Gap]:
    """Integer p: the linear path is the readout, with C(d+p, p) features and 2 n C(d+p, p) (d_v + 1)
    multiply-adds."""
    p, d, n = draw.integer(1, 4), draw.integer(2, 7), draw.integer(1, 150)
    lead, width, causal = (draw.integer(1, 2), 2), draw.integer(1, 5), draw.coin()
    z, r, v = draw.unit(*lead, n, d), draw.unit(lead[1], n, d), draw.normal(*lead, n, width)
    mask = draw.uniform(0, 1, lead[0], n) < draw.choice((0.0, 0.3))
    hidden = mask.unsqueeze(1)
    a = literal.weights(z, r, p, causal, mask)
    shifted = (1 + z @ r.transpose(-1, -2)) ** p
    totals = torch.where(literal.visible(lead[0], n, causal, mask), shifted, 0).sum(-1)
    seen = totals > 0
    least = float(totals[seen].min()) if bool(seen.any()) else 1.0
    features = feature_count(d, p)
    rounding = 8 * EPS * n * (features + n + p) * 2**p / least * float(v.abs().max())
    linear = linear_readout(z, r, v, exponent=p, causal=causal, hidden=hidden)
    quadratic = quadratic_readout(z, r, v, exponent=p, causal=causal, hidden=hidden)
    other = literal.weights(z, r, p + 1, causal, mask) @ v
    with FlopCounterMode(display=False) as counter:
        linear_readout(z, r, v, exponent=p)
    flops = counter.get_total_flops() / math.prod(lead)
    said, off = (2 * 2 * n * math.comb(d + p + more, p) * (width + 1) for more in (0, 1))
    return [
        equal("the linear path is the formula", linear, a @ v, rounding, "one degree more", other),
        equal("and the quadratic path", linear, quadratic, rounding, "one degree more", other),
        Gap(
            "2 n C(d+p, p) (d_v + 1) multiply-adds",
            "one dimension more",
            abs(flops - said),
            abs(flops - off),
            EPS,  # whole numbers: any difference counts
        ),
    ]


def padding(draw: Draw) -> list[Gap]:
    """Appended padding changes no output of the module; as published all attention shrinks by D/(D + E)."""
    heads, d = draw.integer(1, 3), draw.integer(2, 9)
    embed, n, pads, batch = heads * draw.integer(1, 5), draw.integer(1, 30), draw.integer(1, 20), 2
    exponent, coupling = draw.choice((1.0, 2.0, 2.5)), draw.choice(("softplus", "elu+1", "relu+1e-3"))
    causal = draw.coin()
    ours, published = (
        OscillatorAttention(
            embed,
            heads,
            d,
            n + pads,
            exponent=exponent,
            coupling=coupling,
            causal=causal,
            mask_readout=masked,
        ).double()
        for masked in (True, False)
    )
    published.load_state_dict(ours.state_dict())
    x = draw.normal(batch, n, embed)
    filled = torch.cat([x, draw.choice((1.0, 1e4)) * draw.normal(batch, pads, embed)], 1)
    mask = (torch.arange(n + pads) >= n).expand(batch, -1)
    with torch.no_grad():
        alone, batched, leaking = ours(x), ours(filled, mask)[:, :n], published(filled, mask)[:, :n]
        shared = published.weights(filled, mask)[..., :n, :n].sum(-1)
        anchors = ours.anchors
        query, key, values = (
            f(x).reshape(batch, n, heads, -1).transpose(1, 2) for f in (ours.query, ours.key, ours.value)
        )
        h = literal.field(query, key, anchors[:, :n], coupling, causal, None)
        z = h / torch.linalg.vector_norm(h, dim=-1, keepdim=True)
        shifted = (1 + z @ anchors.transpose(-1, -2)).clamp_min(0) ** exponent
        if causal:
            shifted = shifted[..., :n].tril()
        kept = shifted[..., :n].sum(-1) / shifted.sum(-1)
        instance = Attention(query, key, values, anchors[:, :n], exponent, coupling, causal)
        gain = 1 + float(ours.out.weight.abs().sum(-1).max())
        rounding = 2 * gain * instance.bound()
    return [
        equal("padding changes nothing", batched, alone, rounding, "masked in the coupling only", leaking),
        equal(
            "as published: the sentence keeps the share D/(D + E)",
            shared,
            kept,
            2 * instance.but(value=torch.ones(1)).bound() * (n + pads) / n,
            "all of it",
            torch.ones(()),
        ),
    ]


IDENTITIES = (
    Identity(
        "osc.readout-simplex",
        "unit anchors: the layer's weights are a probability vector; no weight iff all anchors are opposite; at "
        "an equilibrium of positive couplings the denominator is at least 2",
        ROUNDING,
        readout_simplex,
    ),
    Identity(
        "osc.readout-affine",
        "p = 1: the layer's weights are (1 + <z, r>)/(n + <z, s>), affine in z iff s = 0 or all anchors are equal",
        "64 eps n (n + d) / (n - abs(s)): sums of n terms over the denominator",
        readout_affine,
    ),
    Identity(
        "osc.free-anchors",
        "free anchors leave the sphere by an optimiser's step, 1 + z.r gets negative, and the clamp keeps the "
        "weights; the module's own anchors stay",
        ROUNDING + "; times the anchors' length to the power p + 1",
        free_anchors,
    ),
    Identity(
        "osc.readout-linear-time",
        "integer p, unit anchors: the linear path equals all pairs, with 2 n C(d+p, p)(d_v + 1) multiply-adds",
        "8 eps n (F + n + p) 2^p / Q max abs(v): n sums over F features of absolute size 2^p, denominators Q",
        readout_linear_time,
    ),
    Identity(
        "osc.padding",
        "with the mask in coupling and readout padding changes no output; masked in the coupling only, the "
        "sentence keeps D/(D + E) of its attention",
        ROUNDING + "; times the output matrix",
        padding,
    ),
)
