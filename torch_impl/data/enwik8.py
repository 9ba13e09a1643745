"""enwik8, bytes of an English Wikipedia dump: 90 % train, 5 % valid, 5 % test, in this order.

Paper A trains on windows of n bytes. ``load()`` takes the first 10^7 bytes (from the prefix file, or from the full
file, of which it must be the beginning), ``load(full=True)`` all 10^8. The split is by position, in whole bytes:
90/5/5 million for the full file, as is usual.

Loading takes about one second (prefix or full).
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import torch
from torch import Tensor

from .sources import DataError, candidate, dataset, locate, open_file

BYTES = 256
PREFIX = 10**7
FULL = 10**8
PREFIX_SHA256 = "5985c81c39d927ae0e169625790ca4d9e7d1531270c8b09ad73176a375bb3d97"


@dataclass(frozen=True)
class Enwik8:
    """Bytes, uint8 [number] each; the vocabulary is the 256 values of a byte, of which the text uses 205."""

    train: Tensor
    valid: Tensor
    test: Tensor


def split(text: bytes) -> Enwik8:
    """The first 90 %, the next 5 % and the rest of a text of 20 bytes or more."""
    if len(text) < 20:
        raise ValueError(f"a text of {len(text)} bytes has no 5 % to validate on")
    whole = torch.frombuffer(bytearray(text), dtype=torch.uint8)
    first, second = len(text) * 90 // 100, len(text) * 95 // 100
    return Enwik8(whole[:first], whole[first:second], whole[second:])


def windows(text: Tensor, n: int, starts: Tensor) -> tuple[Tensor, Tensor]:
    """Inputs and targets of windows: ``text[s : s + n]`` and ``text[s + 1 : s + n + 1]``, int64 [B, n] each.

    ``starts``: int64 [B], 0 <= s < len(text) - n.
    """
    last = len(text) - n - 1
    if n < 1 or last < 0:
        raise ValueError(f"a window of {n} and its target need a text longer than {n}, got {len(text)}")
    if len(starts) and not (int(starts.min()) >= 0 and int(starts.max()) <= last):
        raise ValueError(
            f"windows of {n} start at 0 to {last}, got {int(starts.min())} to {int(starts.max())}"
        )
    taken = text[starts[:, None] + torch.arange(n + 1)].long()  # [B, n + 1]
    return taken[:, :-1], taken[:, 1:]


def all_windows(text: Tensor, n: int) -> Tensor:
    """The starts of all non-overlapping windows, for evaluation: 0, n, 2n, ...; a rest shorter than n is left out."""
    return torch.arange(0, max(0, len(text) - n), n)


def load(*, full: bool = False) -> Enwik8:
    """The prefix or the full text. Raises DataError if it is not here."""
    prefix = dataset("enwik8-prefix")
    short = not full and candidate(prefix, prefix.files[0]) is not None
    (path,) = locate(prefix.name if short else "enwik8").values()
    with open_file(path) as stream:
        text = stream.read(FULL if full else PREFIX)
    if not full and hashlib.sha256(text).hexdigest() != PREFIX_SHA256:
        raise DataError(f"{path} does not begin with the first {PREFIX} bytes of enwik8")
    return split(text)
