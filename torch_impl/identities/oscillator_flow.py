"""Identities of the oscillators' flow and of what training cannot see: the sphere, d = 2, rotations, scales."""

from __future__ import annotations

import math
from collections.abc import Callable

import torch
from torch import Tensor

from ..oscillator import equilibrium
from ..settling import Device, settle
from .attention import ROUNDING, draw_attention
from .groups import velocity
from .identity import EPS, Draw, Gap, Identity, at_most, equal


def dot(x: Tensor, y: Tensor) -> Tensor:
    """<x, y> as [..., 1]."""
    return (x * y).sum(-1, keepdim=True)


def sphere_invariance(draw: Draw) -> list[Gap]:
    """The layers' flow is that of h - <z, h> z, stays on the sphere, and its speed is tangent."""
    d = draw.integer(2, 32)
    h = draw.normal(5, d) * 10.0 ** draw.uniform(-200, 150, 5, 1)
    z = draw.unit(5, d)
    e = equilibrium(h)
    near = draw.choice((0.0, 1e-15, 1e-8))
    start = draw.choice((z, e, -e, torch.nn.functional.normalize(near * z - e, dim=-1)))
    time = draw.choice((0.0, 1e-3, 1.0, 1e6)) * draw.number(0.5, 1)
    mild = draw.normal(5, d)
    now = draw.number(0, 3)
    state, speed = settle(mild, z, now), velocity(mild, z, now)
    size = float(torch.linalg.vector_norm(mild, dim=-1).max())
    rounding = 64 * EPS * (1 + size) * math.exp(size * now)
    return [
        equal(
            "settled states are unit vectors, any field, start and time",
            torch.linalg.vector_norm(settle(h, start, time), dim=-1),
            torch.ones(()),
            16 * EPS * d,
            "no projection: z + t h",
            torch.linalg.vector_norm(z + draw.number(0.1, 1) * mild, dim=-1),
        ),
        equal(
            "the speed is h - <z, h> z",
            speed,
            mild - dot(state, mild) * state,
            rounding,
            "projection with the wrong sign",
            mild + dot(state, mild) * state,
        ),
        at_most(
            "the speed is tangent",
            dot(state, speed).abs(),
            rounding,
            "no projection",
            dot(state, mild).abs(),
        ),
    ]


def d2_is_kuramoto(draw: Draw) -> list[Gap]:
    """d = 2: the angle of the layers' flow moves by -sum_j w_j sin(th - phi_j), at once and over time."""
    x = draw_attention(draw, d=2, most=16, positive=True)
    h = x.field()
    w = x.couplings()  # [B, H, n, n]
    phi = torch.atan2(x.anchors[..., 1], x.anchors[..., 0]).unsqueeze(-2)  # [H, 1, n]
    th = draw.uniform(-math.pi, math.pi, *h.shape[:-1])
    size = w.sum(-1).clamp_min(1e-30)  # [B, H, n]
    # time in units of 1/sum w, so that every row turns by as much
    w, h = w / size.unsqueeze(-1), h / size.unsqueeze(-1)

    def pull(th: Tensor) -> Tensor:
        return -(w * (th.unsqueeze(-1) - phi).sin()).sum(-1)

    here = torch.stack([th.cos(), th.sin()], -1)
    speed = velocity(h, here)
    turning = th.cos() * speed[..., 1] - th.sin() * speed[..., 0]
    time, steps = draw.number(0.5, 3), 600
    late = settle(h, here, time)
    forth, back = runge_kutta(pull, th, time, steps), runge_kutta(lambda a: -pull(a), th, time, steps)
    return [
        equal(
            "the angle's speed is Kuramoto's pull",
            turning,
            pull(th),
            x.field_bound(),
            "the sign of the pull",
            -pull(th),
        ),
        equal(
            "over time: the scalar equation, integrated",
            late,
            torch.stack([forth.cos(), forth.sin()], -1),
            math.exp(time) * ((time / steps) ** 4 + x.field_bound() * (1 + time)),
            "the sign of the pull",
            torch.stack([back.cos(), back.sin()], -1),
        ),
    ]


def runge_kutta(rate: Callable[[Tensor], Tensor], y: Tensor, time: float, steps: int) -> Tensor:
    """The classical method of order 4."""
    dt = time / steps
    for _ in range(steps):
        a = rate(y)
        b = rate(y + dt / 2 * a)
        c = rate(y + dt / 2 * b)
        y = y + dt / 6 * (a + 2 * b + 2 * c + rate(y + dt * c))
    return y


def gauge(draw: Draw) -> list[Gap]:
    """Rotating a head's anchors changes nothing; d(d-1)/2 - (d-s)(d-s-1)/2 directions of that move them."""
    x = draw_attention(draw)
    heads, _, d = x.anchors.shape
    turned = x.but(anchors=x.anchors @ draw.orthogonal(heads, d))
    torn = x.but(anchors=(x.anchors.unsqueeze(-2) @ draw.orthogonal(heads, x.n, d)).squeeze(-2))
    few = draw.integer(1, d + 1)
    anchors = draw.unit(few, d)
    span = int(torch.linalg.matrix_rank(anchors))
    planes = torch.triu_indices(d, d, 1).T
    moves = torch.zeros(len(planes), few, d, dtype=torch.float64)  # by each generator
    for row, (a, b) in enumerate(planes.tolist()):
        moves[row, :, a], moves[row, :, b] = anchors[:, b], -anchors[:, a]
    found = float(torch.linalg.matrix_rank(moves.flatten(1))) if len(planes) else 0.0
    said = d * (d - 1) / 2 - (d - span) * (d - span - 1) / 2
    return [
        equal(
            "rotated anchors: the same output",
            turned.output(),
            x.output(),
            2 * x.bound(),
            "each anchor by its own rotation",
            torn.output(),
        ),
        Gap(
            "d(d-1)/2 - (d-s)(d-s-1)/2 directions",
            "all d(d-1)/2",
            abs(found - said),
            abs(found - d * (d - 1) / 2),
            EPS,  # whole numbers: any difference counts
        ),
    ]


def scale_gauge(draw: Draw) -> list[Gap]:
    """Scaling a row's couplings leaves attention and divides the settling time."""
    x = draw_attention(draw)
    heads = x.anchors.shape[0]
    factors = 10.0 ** draw.uniform(-6, 6, heads, x.n, 1)
    rows, every = factors.expand(-1, -1, x.n), 10.0 ** draw.uniform(-1, 1, heads, x.n, x.n)
    relu = x.but(coupling="relu")
    c = draw.number(0.1, 20)
    h, z, time = draw.normal(6, x.anchors.shape[-1]), draw.unit(6, x.anchors.shape[-1]), draw.number(0.1, 3)
    size = 1 + float(torch.linalg.vector_norm(h, dim=-1).max()) * time
    return [
        equal(
            "rows scaled: the same output",
            x.on(Device(mismatch=rows)),
            x.output(),
            2 * x.bound(),
            "each coupling by its own factor",
            x.on(Device(mismatch=every)),
        ),
        equal(
            "ReLU couplings: queries scaled",
            relu.but(query=c * x.query).output(),
            relu.output(),
            2 * relu.bound(),
            "queries turned round",
            relu.but(query=-c * x.query).output(),
        ),
        equal(
            "the settling time is divided",
            settle(c * h, z, time / c),
            settle(h, z, time),
            32 * EPS * size * math.exp(size),
            "it stays",
            settle(c * h, z, time),
        ),
    ]


IDENTITIES = (
    Identity(
        "osc.sphere-invariance",
        "the layers' flow keeps the sphere at any field, start and time, and its speed is h - <z, h> z",
        "lengths: 16 eps d; speeds: 64 eps (1 + abs(h)) exp(abs(h) t), the condition of the flow",
        sphere_invariance,
    ),
    Identity(
        "osc.d2-is-kuramoto",
        "for d = 2 the angle of the layers' flow obeys th' = -sum_j w_j sin(th - phi_j)",
        "64 eps (n + D + S) of sum w; over time also (t / steps)^4 of the Runge-Kutta method, times exp(t)",
        d2_is_kuramoto,
    ),
    Identity(
        "osc.gauge",
        "rotating the anchors of a head leaves the layer's output; that moves them in "
        "d(d-1)/2 - (d-s)(d-s-1)/2 directions, s their rank",
        ROUNDING,
        gauge,
    ),
    Identity(
        "osc.scale-gauge",
        "scaling a row's couplings leaves the layer's output and divides the settling time",
        ROUNDING + "; settling: 32 eps times exp(1 + abs(h) t)",
        scale_gauge,
    ),
)
