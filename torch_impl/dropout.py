"""Dropout whose masks come from a stream that its user names.

In a run of one seed the masks are drawn from that seed's stream; in a vectorised ensemble each member's
masks are drawn from its own, in the same order and of the same shape: a seed sees the same masks however it
is run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

_streams: list[np.random.Generator] = []


@contextmanager
def dropout_from(streams: Sequence[np.random.Generator]) -> Iterator[None]:
    """Within: every :class:`Dropout` draws from these generators, one a member of the ensemble."""
    global _streams
    before, _streams = _streams, list(streams)
    try:
        yield
    finally:
        _streams = before


def _draw(like: Tensor, shape: torch.Size, keep: float, stream: np.random.Generator) -> Tensor:
    """0 or 1 / keep. Drawn by numpy (torch forbids its own random operations within vmap) from 16 bits a
    number, which is most of the speed; ``keep`` is rounded to 2^-16, and the scale with it."""
    count, level = shape.numel(), round(keep * 2**16)
    words: Any = stream.bit_generator.random_raw(-(-count // 4))
    kept = words.view("<u2")[:count].reshape(shape) < level
    return torch.from_numpy(kept).to(like).mul_(2**16 / level)


@torch.library.custom_op("phasebound::dropout_mask", mutates_args=())
def _mask(like: Tensor, keep: float) -> Tensor:
    """0 or 1 / keep, in the shape of ``like``; drawn on the CPU, so that a seed means the same on every
    device."""
    if len(_streams) != 1:
        raise RuntimeError(f"one stream of dropout masks is needed, {len(_streams)} are set")
    return _draw(like, like.shape, keep, _streams[0])


@_mask.register_fake
def _(like: Tensor, keep: float) -> Tensor:
    return torch.empty_like(like)


@_mask.register_vmap
def _(info: Any, in_dims: Any, like: Tensor, keep: float) -> tuple[Tensor, int]:
    if len(_streams) != info.batch_size:
        raise RuntimeError(
            f"{info.batch_size} members of the ensemble, {len(_streams)} streams of dropout masks"
        )
    shape = like.movedim(in_dims[0], 0).shape[1:]
    return torch.stack([_draw(like, shape, keep, s) for s in _streams]), 0


class Dropout(nn.Dropout):
    """nn.Dropout, but within :func:`dropout_from` from the streams given there."""

    def forward(self, input: Tensor) -> Tensor:
        if not self.training or self.p == 0 or not _streams:
            return super().forward(input)
        mask: Tensor = _mask(input.detach(), 1 - self.p)
        return input * mask
