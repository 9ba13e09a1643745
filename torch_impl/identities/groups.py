"""Identities of Kuramoto attention on other groups: weights of the layer, tokens in U(m), O(m), SU(m).

The layers themselves live on the circle (kuramoto_attention) and on spheres (settle); they are compared with
the group's formula where they meet it: U(1) and SU(2) = S^3.
"""

from __future__ import annotations

import math

import numpy as np
import torch
from scipy.integrate import solve_ivp
from torch import Tensor

from phasebound.analysis.checks import FloatArray

from ..settling import settle
from .identity import EPS, Draw, Gap, Identity, at_most, equal
from .phases import draw_phases


def star(x: Tensor) -> Tensor:
    """The conjugate transpose."""
    return x.conj().transpose(-1, -2)


def skew(x: Tensor) -> Tensor:
    """(X - X*)/2, the projection onto the Lie algebra of U(m), of O(m) for real X."""
    return (x - star(x)) / 2


def trace(x: Tensor) -> Tensor:
    """tr X as [..., 1, 1]."""
    return torch.diagonal(x, dim1=-2, dim2=-1).sum(-1)[..., None, None]


def traceless(x: Tensor) -> Tensor:
    """The projection onto the Lie algebra of SU(m)."""
    m = x.shape[-1]
    return skew(x) - trace(skew(x)) / m * torch.eye(m, dtype=x.dtype)


def inner(x: Tensor, y: Tensor) -> Tensor:
    """Re tr(X* Y)."""
    return (x.conj() * y).sum((-2, -1)).real


def complex_normal(draw: Draw, *shape: int) -> Tensor:
    """Complex numbers with independent standard normal parts."""
    return torch.complex(draw.normal(*shape), draw.normal(*shape))


def unitary(draw: Draw, *shape: int) -> Tensor:
    """Random elements of U(m), [..., m, m]."""
    q: Tensor = torch.linalg.qr(complex_normal(draw, *shape)).Q
    return q


def quaternion(v: Tensor) -> Tensor:
    """[[a + bi, c + di], [-c + di, a - bi]] for [..., 4]: an element of SU(2) for a unit vector."""
    a, b, c, d = v.unbind(-1)
    rows = (torch.complex(a, b), torch.complex(c, d), torch.complex(-c, d), torch.complex(a, -b))
    return torch.stack(rows, -1).reshape(*v.shape[:-1], 2, 2)


def velocity(field: Tensor, start: Tensor, time: float = 0.0) -> Tensor:
    """d settle / dt, [..., d]: one backward pass a coordinate."""
    now = torch.full_like(field[..., :1], time, requires_grad=True)
    state = settle(field, start, now)
    speeds = [torch.autograd.grad(x.sum(), now, retain_graph=True)[0] for x in state.unbind(-1)]
    return torch.cat(speeds, -1)


def compact_group(draw: Draw) -> list[Gap]:
    """The update is g P(g* M): projection, sums, group kept; U(1) is the layer, SU(2) the flow of S^3."""
    x = draw_phases(draw)
    circle = torch.polar(torch.ones_like(x.phases), x.phases)
    mean = x.shares().to(circle.dtype) @ circle
    turned = (circle.conj() * mean).imag  # P(g* M)/i for m = 1

    m, n = draw.integer(2, 5), x.n
    real = draw.coin()
    q = (draw.orthogonal(n, m) if real else unitary(draw, n, m, m)).to(torch.complex128)
    shares = x.shares().flatten(0, -3)[0].to(q.dtype)  # [n, n]
    means = torch.einsum("tu,uij->tij", shares, q)
    update = q @ skew(star(q) @ means)
    pair = torch.einsum("tij,uik->tujk", q.conj(), q)  # g_t* g_u
    brackets = pair - star(pair)
    summed = torch.einsum("tu,tij,tujk->tik", shares, q, brackets) / 2
    other = torch.einsum("tu,tuij,tjk->tik", shares, brackets, q) / 2
    size = 64 * EPS * m * m * n

    direction = complex_normal(draw, n, m, m)
    tangents = skew(direction.real.to(q.dtype) if real else direction)
    left = star(q) @ means
    special = q / torch.linalg.det(q)[:, None, None] ** (1 / m)
    inside = star(special) @ torch.einsum("tu,uij->tij", shares, special)
    step, kept = (special @ torch.linalg.matrix_exp(p(inside)) for p in (traceless, skew))
    h, z = draw.normal(6, 4), draw.unit(6, 4)
    g, drive = quaternion(z), quaternion(h)
    lohe = quaternion(velocity(h, z))
    return [
        equal("U(1) is the layer", x.increment(), turned, x.bound(), "turned the other way", -turned),
        equal("U(m), O(m): a sum over the tokens", update, summed, size, "g on the other side", other),
        at_most(
            "U(m), O(m): P is the projection onto the Lie algebra",
            inner(left - skew(left), tangents).abs(),
            size * m,
            "the factor 1/2 lost",
            inner(left - 2 * skew(left), tangents).abs(),
        ),
        at_most(
            "SU(m): a step with the trace removed stays in the group",
            (torch.linalg.det(step) - 1).abs(),
            size * m,
            "the trace kept",
            (torch.linalg.det(kept) - 1).abs(),
        ),
        at_most(
            "SU(m): P is the projection onto the traceless ones",
            inner(inside - traceless(inside), traceless(direction)).abs(),
            size * m,
            "the factor 1/2 lost",
            inner(inside - 2 * traceless(inside), traceless(direction)).abs(),
        ),
        equal(
            "SU(2) is the flow of S^3",
            g @ traceless(star(g) @ drive),
            lohe,
            64 * EPS * (1 + float(h.abs().max())),
            "not projected",
            drive,
        ),
    ]


def lift(mean: Tensor, start: Tensor, time: float, factor: float = 0.5) -> Tensor:
    """X Y^{-1} for (X, Y) = exp(time [[0, M/2], [M*/2, 0]]) (start, 1); ``factor`` in place of 1/2."""
    m = mean.shape[-1]
    generator = mean.new_zeros(*mean.shape[:-2], 2 * m, 2 * m)
    generator[..., :m, m:] = factor * mean
    generator[..., m:, :m] = factor * star(mean)
    flow = torch.linalg.matrix_exp(time * generator)
    both = flow @ torch.cat([start, torch.eye(m, dtype=start.dtype).expand_as(start)], -2)
    solved: Tensor = torch.linalg.solve(both[..., m:, :], both[..., :m, :], left=False)
    return solved


def riccati(mean: Tensor, start: Tensor, time: float) -> Tensor:
    """g' = g P(g* M) integrated to a relative 1e-12, a Runge-Kutta method of order 8."""
    shape = tuple(mean.shape)
    fixed = mean.numpy()

    def rate(_: float, y: FloatArray) -> FloatArray:
        g = y.view(np.complex128).reshape(shape)
        pulled = g.conj().T @ fixed
        speed: FloatArray = (g @ (pulled - pulled.conj().T) / 2).ravel().view(np.float64)
        return speed

    begin = start.numpy().ravel().view(np.float64)
    done = solve_ivp(rate, (0, time), begin, method="DOP853", rtol=1e-12, atol=1e-13)
    return torch.from_numpy(done.y[:, -1].copy().view(np.complex128).reshape(shape))


def closed_form_nonabelian(draw: Draw) -> list[Gap]:
    """One matrix exponential solves the flow on U(m); for SU(2) it is the layers' exact flow on S^3."""
    m, time = draw.integer(1, 4), draw.number(0.1, 2)
    mean, start = complex_normal(draw, m, m) / math.sqrt(2 * m), unitary(draw, m, m)
    solved = lift(mean, start, time)
    stretch = float(torch.linalg.matrix_norm(mean, 2)) * time
    h, z = draw.normal(8, 4), draw.unit(8, 4)
    span = float(torch.linalg.vector_norm(h, dim=-1).max()) * time
    quaternions = quaternion(h), quaternion(z)
    size = 128 * EPS * m * m * math.exp(stretch)
    return [
        equal(
            "the lift solves the flow",
            riccati(mean, start, time),
            solved,
            1e-11 * math.exp(stretch),
            "generator M instead of M/2",
            lift(mean, start, time, 1.0),
        ),
        equal(
            "the lift stays unitary",
            star(solved) @ solved,
            torch.eye(m, dtype=solved.dtype),
            size,
            "a start that is not",
            2 * torch.eye(m, dtype=solved.dtype),
        ),
        equal(
            "SU(2): the layers' flow on S^3",
            quaternion(settle(h, z, time)),
            lift(*quaternions, time),
            64 * EPS * math.exp(span) * (1 + span),
            "generator M instead of M/2",
            lift(*quaternions, time, 1.0),
        ),
    ]


IDENTITIES = (
    Identity(
        "kur.compact-group",
        "the update of tokens in U(m), O(m), SU(m) with the layer's weights is g P(g* M); U(1) is the layer, "
        "SU(2) the oscillators' flow on S^3",
        "64 eps m^2 n: products of matrices of norm 1, sums of n",
        compact_group,
    ),
    Identity(
        "kur.closed-form-nonabelian",
        "for a fixed mean one matrix exponential solves the flow on U(m); for SU(2) it is the layers' settle",
        "the integrator's tolerance 1e-12, or 64 to 128 eps, times exp(abs(M) t), the condition of the flow",
        closed_form_nonabelian,
    ),
)
