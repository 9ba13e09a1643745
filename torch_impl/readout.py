"""The readout a_ij ~ max(0, 1 + z_i . r_j)^p, applied to values.

For integer p and an inactive clamp (unit anchors) the row (1 + z . r)^p is a polynomial of degree p in z, so

    (1 + z . r)^p = <phi(1, z), c phi(1, r)>,   phi: the C(d + p, p) monomials of degree p, c: multinomials,

and attention becomes linear: O(n C(d+p, p) d_v) time and O(C(d+p, p) d_v) state. Otherwise every pair is
visited, in blocks. Source: osc.readout-linear-time of the ledger.
"""

from __future__ import annotations

import functools
import itertools
import math

import torch
from torch import Tensor

from .field import blocked_sum

CHUNK = 64
"""Rows of the causal scan that are treated as a dense block."""
FLOOR = 1e-8
"""Least denominator, as published; it acts only on rows that see nothing or whose anchors all oppose the
state."""


@functools.lru_cache(maxsize=64)
def _monomials(variables: int, degree: int) -> tuple[tuple[tuple[int, ...], ...], tuple[float, ...]]:
    """Index lists i_1 <= ... <= i_p and their multinomial coefficients."""
    index = tuple(itertools.combinations_with_replacement(range(variables), degree))
    whole = math.factorial(degree)
    weight = tuple(float(whole // math.prod(math.factorial(i.count(v)) for v in set(i))) for i in index)
    return index, weight


def feature_count(dimension: int, exponent: int) -> int:
    """C(d + p, p): the monomials of degree p in (1, z)."""
    return math.comb(dimension + exponent, exponent)


def polynomial_features(x: Tensor, degree: int, *, weighted: bool = False) -> Tensor:
    """All monomials of one degree, [..., m] -> [..., C(m + degree - 1, degree)]; with their multinomials if
    ``weighted``.

    sum over features of phi(x) (c phi)(y) = (x . y)^degree.
    """
    if degree == 1:
        return x
    index, weight = _monomials(x.shape[-1], degree)
    table = torch.tensor(index, device=x.device)  # [features, degree]
    out = x[..., table[:, 0]]
    for s in range(1, degree):
        out = out * x[..., table[:, s]]
    return out * x.new_tensor(weight) if weighted else out


def _with_ones(x: Tensor, front: bool) -> Tensor:
    one = torch.ones_like(x[..., :1])
    return torch.cat([one, x] if front else [x, one], -1)


def _divided(total: Tensor) -> Tensor:
    """[..., d_v + 1] -> [..., d_v]: the weighted sum over the sum of the weights; rows without weight are
    zero."""
    return total[..., :-1] / total[..., -1:].clamp_min(FLOOR)


def _visible(x: Tensor, hidden: Tensor | None) -> Tensor:
    """Zero where ``hidden`` [..., n]; also stops what stands there, NaN included."""
    return x if hidden is None else x.masked_fill(hidden.unsqueeze(-1), 0)


def linear_readout(
    state: Tensor,
    anchors: Tensor,
    value: Tensor,
    *,
    exponent: int = 1,
    causal: bool = False,
    hidden: Tensor | None = None,
) -> Tensor:
    """Readout in time linear in n, for integer exponents and unit anchors.

    Shapes: state [..., n, d]; anchors broadcastable to it; value [..., n, d_v]; hidden [..., n] boolean,
    True = padding; result [..., n, d_v]. Rounding is that of sums of n terms of size 2^p: relative to the
    result it is amplified where all visible anchors nearly oppose the state, more for larger p.
    """
    n = state.shape[-2]
    q = polynomial_features(_with_ones(state, True), exponent)  # [..., n, F]
    k = polynomial_features(_with_ones(anchors, True), exponent, weighted=True)
    k = _visible(k.expand(*q.shape[:-2], n, k.shape[-1]), hidden)
    v = _visible(_with_ones(value, False), hidden)  # [..., n, d_v + 1]
    if not causal:
        return _divided(q @ (k.transpose(-1, -2) @ v))
    if n <= CHUNK:
        return _divided((q @ k.transpose(-1, -2)).tril() @ v)
    short = -n % CHUNK
    q, k, v = (
        torch.nn.functional.pad(t, (0, 0, 0, short)).reshape(*t.shape[:-2], -1, CHUNK, t.shape[-1])
        for t in (q, k, v)
    )
    memory = (k.transpose(-1, -2) @ v).cumsum(-3)  # [..., chunks, F, d_v + 1], up to and with each chunk
    past = torch.cat([torch.zeros_like(memory[..., :1, :, :]), memory[..., :-1, :, :]], -3)
    total = q @ past + (q @ k.transpose(-1, -2)).tril() @ v
    return _divided(total.flatten(-3, -2)[..., :n, :])


def quadratic_readout(
    state: Tensor,
    anchors: Tensor,
    value: Tensor,
    *,
    exponent: float = 1,
    causal: bool = False,
    hidden: Tensor | None = None,
) -> Tensor:
    """Readout over all pairs with the clamp, for any exponent > 0 and any anchors; shapes as
    :func:`linear_readout`."""
    v = _visible(_with_ones(value, False), hidden)
    return _divided(
        blocked_sum(state, anchors, v, scale=1.0, causal=causal, kind="readout", exponent=exponent)
    )


def readout(
    state: Tensor,
    anchors: Tensor,
    value: Tensor,
    *,
    exponent: float = 1,
    causal: bool = False,
    hidden: Tensor | None = None,
    clamp: bool = False,
) -> Tensor:
    """a V with a_ij = max(0, 1 + z_i . r_j)^p / sum_l max(0, 1 + z_i . r_l)^p over visible tokens.

    Chooses :func:`linear_readout` where it is exact (integer p, ``clamp`` False: the anchors are unit
    vectors, so that the clamp never acts) and needs less work than visiting all pairs,
    :func:`quadratic_readout` otherwise.
    """
    if not clamp and float(exponent).is_integer():
        features = feature_count(anchors.shape[-1], int(exponent))
        if features <= max(16, state.shape[-2] // 4):
            return linear_readout(state, anchors, value, exponent=int(exponent), causal=causal, hidden=hidden)
    return quadratic_readout(state, anchors, value, exponent=exponent, causal=causal, hidden=hidden)
