"""Errors in one line, before any arithmetic."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

import torch
from torch import Tensor


def require(holds: bool, message: str) -> None:
    if not holds:
        raise ValueError(message)


def same_kind(**tensors: Tensor) -> None:
    """Floating point of one dtype on one device."""
    (first, head), *others = tensors.items()
    if not head.dtype.is_floating_point:
        raise TypeError(f"{first} must be floating point, got {head.dtype}")
    for name, t in others:
        if t.dtype != head.dtype:
            raise TypeError(f"{name} has dtype {t.dtype}, {first} has {head.dtype}")
        if t.device != head.device:
            raise ValueError(f"{name} is on {t.device}, {first} on {head.device}")


def padding_mask(mask: Tensor | None, batch: int, n: int, device: torch.device) -> None:
    """[batch, n], boolean, True = padding."""
    if mask is None:
        return
    if mask.dtype != torch.bool:
        raise TypeError(f"key_padding_mask must be boolean (True = padding), got {mask.dtype}")
    if mask.shape != (batch, n):
        raise ValueError(f"key_padding_mask must have shape {(batch, n)}, got {tuple(mask.shape)}")
    if mask.device != device:
        raise ValueError(f"key_padding_mask is on {mask.device}, query on {device}")


def working_dtype(dtype: torch.dtype) -> torch.dtype:
    """Half precision is computed in float32."""
    return torch.float32 if dtype in (torch.float16, torch.bfloat16) else dtype


def autocasting(device: torch.device) -> bool:
    """Whether autocast is on for this device ("meta" knows none)."""
    return torch.amp.is_autocast_available(device.type) and torch.is_autocast_enabled(device.type)


def full_precision(device: torch.device) -> AbstractContextManager[object]:
    """Autocast off."""
    if torch.amp.is_autocast_available(device.type):
        return torch.autocast(device.type, enabled=False)
    return nullcontext()
