"""The blocked sum over tokens, o_i = sum_j f(scale q_i . k_j) x_j, without the n x n matrix.

Both halves of oscillator attention are of this form: the coupling field (f = softplus, x = anchors) and the
readout (f(c) = max(0, 1 + c)^p, x = values with a column of ones). The scores exist one tile at a time,
forward and backward; what is kept for the gradient is the input.

Work per pair (i, j), in multiply-adds, for D-dimensional queries and d-dimensional x: D + d forward, 3 D + 2
d backward. With D = 32, d = 8 that is 40 + 112 = 152, beside 64 + 160 = 224 of softmax attention.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional as F

from .checks import full_precision
from .threads import Task, run

TILE = 1 << 17
"""Scores held at once by a CPU thread: three tiles of float32 fit in a second-level cache of 2 MB."""
ROWS = 512
SEGMENTS = 8
"""A call makes at least this many tasks where the rows suffice: a constant, so that bits do not depend on
the machine."""
DEVICE_TILE = 1 << 24
DENSE = 64
"""Up to so many tokens the matrix is kept: blocks begin to pay at about a hundred."""

COUPLINGS = ("softplus", "relu", "relu+1e-3", "elu+1")


GUARDED, TAME, LEVEL = 0, 1, 2
"""How much is known of the scores of a call, see :func:`_ease`."""


def _softplus(scores: Tensor, value: Tensor, slope: Tensor | None, ease: int, limit: float) -> None:
    """log(1 + e^s), exact at both ends.

    Beyond the limit softplus(s) is s to the last bit, and log1p(e^min(s, limit)) is at most s.
    """
    growth = value if slope is None else slope
    if ease == GUARDED:
        torch.clamp(scores, max=limit, out=growth)
        growth.exp_()
        if slope is None:
            growth.log1p_()
        else:
            torch.log1p(growth, out=value)
        torch.maximum(value, scores, out=value)
    else:
        torch.exp(scores, out=growth)
        if ease == TAME:
            torch.log1p(growth, out=value)
    if slope is not None or ease == LEVEL:
        torch.add(growth, 1, out=scores)
        if slope is not None:
            slope.div_(scores)  # e^s / (1 + e^s)
        if ease == LEVEL:
            torch.log(scores, out=value)


def _relu(scores: Tensor, value: Tensor, slope: Tensor | None, offset: float) -> None:
    torch.clamp(scores, min=0, out=value)
    if slope is not None:
        torch.sign(value, out=slope)
    if offset:
        value.add_(offset)


def _elu(scores: Tensor, value: Tensor, slope: Tensor | None) -> None:
    """e^s below zero, 1 + s above."""
    falling = value if slope is None else slope
    torch.clamp(scores, max=0, out=falling)
    falling.exp_()
    scores.clamp_(min=0)
    torch.add(falling, scores, out=value)


def _readout(scores: Tensor, value: Tensor, slope: Tensor | None, exponent: float) -> None:
    """max(0, 1 + c)^p; the slope is 0 where the clamp acts."""
    scores.add_(1).clamp_(min=0)
    if slope is not None:
        torch.sign(scores, out=slope)
        if exponent != 1:
            torch.clamp(scores, min=torch.finfo(scores.dtype).tiny, out=value)  # finite for p < 1 too
            value.pow_(exponent - 1).mul_(exponent)
            slope.mul_(value)
    if exponent == 1:
        value.copy_(scores)
    else:
        torch.pow(scores, exponent, out=value)


Fill = Callable[[Tensor, Tensor, Tensor | None, int], None]


def _fill(kind: str, exponent: float, dtype: torch.dtype) -> Fill:
    """The function f as ``fill(scores, value, slope, ease)``; scores are scratch afterwards."""
    limit = _limit(dtype)
    if kind == "softplus":
        return lambda s, v, d, ease: _softplus(s, v, d, ease, limit)
    if kind in ("relu", "relu+1e-3"):
        offset = 1e-3 if kind == "relu+1e-3" else 0.0
        return lambda s, v, d, ease: _relu(s, v, d, offset)
    if kind == "elu+1":
        return lambda s, v, d, ease: _elu(s, v, d)
    return lambda s, v, d, ease: _readout(s, v, d, exponent)


def _limit(dtype: torch.dtype) -> float:
    """From here on e^-s is below half a unit in the last place of s."""
    return -math.log(torch.finfo(dtype).eps) + 8


def _ease(query: Tensor, key: Tensor, x: Tensor, scale: float, causal: bool, kind: str = "softplus") -> int:
    """What O(n D) work tells of n^2 scores, so that softplus can be had with fewer operations.

    TAME: all abs(s) stay below the limit (Cauchy-Schwarz), nothing overflows. LEVEL: tame, and in every row
    the mean of softplus over the j with x_j != 0 is at least softplus(-2) > 1/8, because softplus is convex
    and the mean score is q_i . mean k (Jensen). Then log(1 + e^s) with the sum rounded, an absolute error of
    half an eps a weight, is at most 8 times what rounding the weights themselves costs; log1p is needed only
    for rows in which all weights are small. Asked on the CPU only, since it waits for a number.
    """
    if query.device.type != "cpu" or kind != "softplus":
        return GUARDED
    bound = query.square().sum(-1).max() * key.square().sum(-1).max()
    if not bool(scale * bound.sqrt() < _limit(query.dtype)):
        return GUARDED
    heard = (x != 0).any(-1, keepdim=True).to(key.dtype)  # [g, n, 1]
    total, count = key * heard, heard
    if causal:
        total, count = total.cumsum(1), count.cumsum(1)
    else:
        total, count = total.sum(1, keepdim=True), count.sum(1, keepdim=True)
    mean = scale * (query * (total / count.clamp_min(1))).sum(-1)
    return LEVEL if bool(mean.min() > -2) else TAME


def _plan(query: Tensor) -> tuple[int, int, int, int]:
    """(matrices at once, rows of a tile, columns of a tile, segments of rows), from shape and device type
    alone."""
    count, n = query.shape[0], query.shape[1]
    if query.device.type != "cpu":
        rows = max(1, min(n, DEVICE_TILE // max(1, count * n)))
        return count, rows, n, 1
    if n * n <= TILE:
        return min(count, max(1, TILE // (n * n))), n, n, 1
    rows = min(ROWS, n)
    segments = min(-(-n // rows), max(1, SEGMENTS // count))
    return 1, rows, TILE // rows, segments


def _segments(n: int, rows: int, segments: int) -> list[range]:
    """Row blocks dealt out in turn, so that causal segments are equally heavy."""
    return [range(s * rows, n, segments * rows) for s in range(segments)]


class _Tiles:
    """The tiles of one task: scratch for their scores, and the column blocks of row-major [g, m, n] operands.

    Slicing costs as much as a small operation, so blocks are cut once a task; causal rows cut the last one
    again.
    """

    def __init__(self, like: Tensor, buffers: int, g: int, rows: int, columns: int) -> None:
        self.columns = columns
        self.space = like.new_empty(buffers, g * rows * columns)
        self.shape = (g, 0, 0)
        self.views: list[Tensor] = []

    def buffers(self, height: int, width: int) -> list[Tensor]:
        shape = (self.shape[0], height, width)
        if shape != self.shape:
            self.shape, size = shape, math.prod(shape)
            self.views = [s[:size].view(shape) for s in self.space]
        return self.views

    def blocks(self, *operands: Tensor) -> list[tuple[Tensor, ...]]:
        """[g, m, n] each -> for each block of columns, the operands there."""
        return list(zip(*(torch.split(t, self.columns, 2) for t in operands), strict=True))

    def visible(
        self, blocks: list[tuple[Tensor, ...]], start: int, stop: int, causal: bool
    ) -> Iterator[tuple[bool, int, tuple[Tensor, ...]]]:
        """(crosses the diagonal, offset of the diagonal, operands), for the columns that rows [start, stop)
        see."""
        for b, block in enumerate(blocks):
            j = b * self.columns
            if not causal:
                yield False, 0, block
            elif j < stop:
                width = block[0].shape[2]
                cut = block if j + width <= stop else tuple(t[:, :, : stop - j] for t in block)
                yield j + width > start + 1, start - j, cut


def _transposed(x: Tensor) -> Tensor:
    """[g, n, m] -> [g, m, n], row-major: long rows suit the products with tiles."""
    return x.transpose(1, 2).contiguous()


def _sum_forward(
    query: Tensor,
    key_t: Tensor,
    x_t: Tensor,
    out: Tensor,
    starts: range,
    rows: int,
    columns: int,
    causal: bool,
    fill: Fill,
    ease: int,
) -> None:
    """Write rows ``starts`` of out [g, n, d]; query [g, n, D], scaled keys [g, D, n], x_t [g, d, n]."""
    g, n, _ = query.shape
    tiles = _Tiles(query, 2, g, rows, columns)
    blocks = tiles.blocks(key_t, x_t)
    for i in starts:
        stop = min(i + rows, n)
        q, total = query[:, i:stop], query.new_zeros(g, x_t.shape[1], stop - i)
        for diagonal, offset, (k_t, y_t) in tiles.visible(blocks, i, stop, causal):
            scores, value = tiles.buffers(stop - i, k_t.shape[2])
            torch.bmm(q, k_t, out=scores)
            fill(scores, value, None, ease)
            if diagonal:
                value.tril_(offset)
            total.baddbmm_(y_t, value.transpose(1, 2))
        out[:, i:stop] = total.transpose(1, 2)


def _sum_backward(
    query: Tensor,
    query_t: Tensor,
    key: Tensor,
    key_t: Tensor,
    x_t: Tensor,
    grad: Tensor,
    grad_t: Tensor,
    grad_query: Tensor,
    grad_key_t: Tensor,
    grad_x_t: Tensor,
    starts: range,
    rows: int,
    columns: int,
    causal: bool,
    fill: Fill,
    ease: int,
) -> None:
    """Write rows ``starts`` of grad_query; add to grad_key_t [g, D, n] and grad_x_t [g, d, n].

    Keys and query_t come scaled, the query does not.
    """
    g, n, _ = query.shape
    tiles = _Tiles(query, 3, g, rows, columns)
    blocks = tiles.blocks(key_t, x_t, grad_key_t, grad_x_t, key.transpose(1, 2))
    for i in starts:
        stop = min(i + rows, n)
        q, q_t, dout, dout_t = query[:, i:stop], query_t[:, :, i:stop], grad[:, i:stop], grad_t[:, :, i:stop]
        total = query.new_zeros(g, stop - i, query.shape[2])
        for diagonal, offset, (k_t, y_t, dk_t, dx_t, k) in tiles.visible(blocks, i, stop, causal):
            scores, value, slope = tiles.buffers(stop - i, k_t.shape[2])
            torch.bmm(q, k_t, out=scores)
            fill(scores, value, slope, ease)
            if diagonal:
                value.tril_(offset)
            dx_t.baddbmm_(dout_t, value)
            torch.bmm(dout, y_t, out=scores)
            scores.mul_(slope)
            if diagonal:
                scores.tril_(offset)
            total.baddbmm_(scores, k.transpose(1, 2))
            dk_t.baddbmm_(q_t, scores)
        grad_query[:, i:stop] = total


def _groups(count: int, at_once: int) -> list[slice]:
    return [slice(i, min(i + at_once, count)) for i in range(0, count, at_once)]


@torch.library.custom_op("phasebound::field", mutates_args=())
def _field(
    query: Tensor, key: Tensor, x: Tensor, scale: float, causal: bool, kind: str, exponent: float
) -> Tensor:
    """Query, key [N, n, D], x [N, n, d] -> [N, n, d]."""
    if query.shape[0] == 0:
        return torch.empty_like(x)
    with full_precision(query.device):
        query, out = query.contiguous(), torch.empty_like(x, memory_format=torch.contiguous_format)
        at_once, rows, columns, segments = _plan(query)
        fill, ease = _fill(kind, exponent, query.dtype), _ease(query, key, x, scale, causal, kind)
        key_t, x_t = _transposed(key * scale), _transposed(x)
        tasks: list[Task] = [
            functools.partial(
                _sum_forward,
                query[g],
                key_t[g],
                x_t[g],
                out[g],
                starts,
                rows,
                columns,
                causal,
                fill,
                ease,
            )
            for starts in _segments(query.shape[1], rows, segments)
            for g in _groups(query.shape[0], at_once)
        ]
        run(tasks)
    return out


@torch.library.custom_op("phasebound::field_backward", mutates_args=())
def _field_backward(
    query: Tensor,
    key: Tensor,
    x: Tensor,
    grad: Tensor,
    scale: float,
    causal: bool,
    kind: str,
    exponent: float,
) -> tuple[Tensor, Tensor, Tensor]:
    if query.shape[0] == 0:
        return torch.empty_like(query), torch.empty_like(key), torch.empty_like(x)
    with full_precision(query.device):
        query, grad = query.contiguous(), grad.contiguous()
        count, n, _ = query.shape
        at_once, rows, columns, segments = _plan(query)
        fill, ease = _fill(kind, exponent, query.dtype), _ease(query, key, x, scale, causal, kind)
        key = (key * scale).contiguous()
        key_t, x_t, grad_t = _transposed(key), _transposed(x), _transposed(grad)
        query_t = _transposed(query * scale)
        grad_query = torch.empty_like(query)
        grad_key_t = query.new_zeros(segments, count, query.shape[2], n)
        grad_x_t = query.new_zeros(segments, count, x.shape[2], n)
        tasks: list[Task] = [
            functools.partial(
                _sum_backward,
                query[g],
                query_t[g],
                key[g],
                key_t[g],
                x_t[g],
                grad[g],
                grad_t[g],
                grad_query[g],
                grad_key_t[s, g],
                grad_x_t[s, g],
                starts,
                rows,
                columns,
                causal,
                fill,
                ease,
            )
            for s, starts in enumerate(_segments(n, rows, segments))
            for g in _groups(count, at_once)
        ]
        run(tasks)
        return grad_query, _transposed(grad_key_t.sum(0)), _transposed(grad_x_t.sum(0))


@_field.register_fake
def _field_shape(
    query: Tensor, key: Tensor, x: Tensor, scale: float, causal: bool, kind: str, exponent: float
) -> Tensor:
    return torch.empty_like(x, memory_format=torch.contiguous_format)


@_field_backward.register_fake
def _field_backward_shape(
    query: Tensor,
    key: Tensor,
    x: Tensor,
    grad: Tensor,
    scale: float,
    causal: bool,
    kind: str,
    exponent: float,
) -> tuple[Tensor, Tensor, Tensor]:
    a, b, c = (torch.empty_like(t, memory_format=torch.contiguous_format) for t in (query, key, x))
    return a, b, c


def _remember(ctx: Any, inputs: tuple[Any, ...], output: Tensor) -> None:
    query, key, x, *ctx.rest = inputs
    ctx.save_for_backward(query, key, x)


def _differentiate(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
    return (*_field_backward(*ctx.saved_tensors, grad, *ctx.rest), None, None, None, None)


_field.register_autograd(_differentiate, setup_context=_remember)


def _merged(info: Any, in_dims: tuple[Any, ...], tensors: tuple[Tensor, ...]) -> list[Tensor]:
    """The mapped dimension joins the first one: an ensemble is a larger batch."""
    moved = [
        t.movedim(d, 0) if d is not None else t.unsqueeze(0).expand(info.batch_size, *t.shape)
        for t, d in zip(tensors, in_dims, strict=False)
    ]
    return [m.flatten(0, 1) for m in moved]


@_field.register_vmap
def _field_vmap(
    info: Any, in_dims: Any, query: Tensor, key: Tensor, x: Tensor, *rest: Any
) -> tuple[Tensor, int]:
    out = _field(*_merged(info, in_dims, (query, key, x)), *rest)
    return out.reshape(info.batch_size, -1, *out.shape[1:]), 0


@_field_backward.register_vmap
def _field_backward_vmap(
    info: Any, in_dims: Any, query: Tensor, key: Tensor, x: Tensor, grad: Tensor, *rest: Any
) -> tuple[tuple[Tensor, ...], tuple[int, ...]]:
    outs = _field_backward(*_merged(info, in_dims, (query, key, x, grad)), *rest)
    return tuple(o.reshape(info.batch_size, -1, *o.shape[1:]) for o in outs), (0, 0, 0)


def _weights(scores: Tensor, kind: str, exponent: float) -> Tensor:
    """f of a matrix of scores, by operations that differentiate themselves."""
    if kind == "softplus":
        return F.softplus(scores, threshold=_limit(scores.dtype))
    if kind == "elu+1":
        return F.elu(scores) + 1
    if kind != "readout":
        return F.relu(scores) + (1e-3 if kind == "relu+1e-3" else 0.0)
    base = F.relu(1 + scores)
    if exponent == 1:
        return base
    least = torch.finfo(base.dtype).tiny  # the slope of base^p at 0 is infinite for p < 1
    return torch.where(base > 0, base.clamp_min(least).pow(exponent), 0)


def dense_sum(
    query: Tensor, key: Tensor, x: Tensor, *, scale: float, causal: bool, kind: str, exponent: float = 1.0
) -> Tensor:
    """:func:`blocked_sum` with the n x n matrix kept: for few tokens that is less work and little memory."""
    w = _weights((scale * query) @ key.transpose(-1, -2), kind, exponent)
    return (w.tril() if causal else w) @ x


def blocked_sum(
    query: Tensor, key: Tensor, x: Tensor, *, scale: float, causal: bool, kind: str, exponent: float = 1.0
) -> Tensor:
    """o_i = sum_j f(scale q_i . k_j) x_j, over j <= i where ``causal``.

    Shapes: query, key [..., n, D]; x [..., n, d]; leading dimensions broadcast against the query's; result
    [..., n, d]. ``kind`` is a coupling ("softplus", "relu", "relu+1e-3", "elu+1") or "readout", for which
    f(c) = max(0, 1 + c)^exponent. Memory beyond input and output is linear in n; differentiable once.
    Up to DENSE tokens :func:`dense_sum` does it.
    """
    if query.shape[-2] <= DENSE:
        return dense_sum(query, key, x, scale=scale, causal=causal, kind=kind, exponent=exponent)
    lead = query.shape[:-2]
    flat = [t.expand(*lead, *t.shape[-2:]).reshape(-1, *t.shape[-2:]) for t in (query, key, x)]
    out: Tensor = _field(*flat, float(scale), causal, kind, float(exponent))
    return out.reshape(*lead, *x.shape[-2:])
