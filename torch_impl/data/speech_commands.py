"""Speech Commands v0.02, ten keywords, as log-mel frames normalised per mel bin.

``load_fold(fold)`` uses the ten words of the official *test* portion (4,074 clips of 239 speakers, the table
``speech-commands-test10``), split by speaker: speakers in the order of sha256 of their id are dealt round robin to five
folds; the clips of fold ``fold`` are held out, the other four folds train. Seed s of a table uses fold s mod 5. It is a
small split of real data, not the published one: about 3,260 clips train instead of 30,769.

``load_full()`` is the published protocol on the official archive or its unpacked folder: ``validation_list.txt`` and
``testing_list.txt`` say which clips validate and test, all others train; ten words, no unknown or silence class. The
log-mels are computed once and kept in the user cache.

Both normalise each mel bin by mean and unbiased standard deviation over all training frames (the latter at
least 1e-5). Silence after a short clip is part of its frames (-100 dB), as published.
"""

from __future__ import annotations

import hashlib
import tarfile
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from phasebound.analysis.files import replacing

from .log_mel import log_mel, read_wav
from .sources import DataError, cache_folder, dataset, locate

WORDS = ("yes", "no", "up", "down", "left", "right", "on", "off", "stop", "go")
FOLDS = 5
SD_FLOOR = 1e-5
PUBLISHED_VALIDATION = 3703
VALIDATION_LIST = "validation_list.txt"
TESTING_LIST = "testing_list.txt"
PROTOCOL = 1
"""Version of the features in the cache: raise it when their computation changes."""


@dataclass(frozen=True)
class Clips:
    """frames float32 [clips, 49, 40], normalised; labels int64 [clips]; speakers and names, one a clip."""

    frames: Tensor
    labels: Tensor
    speakers: tuple[str, ...]
    names: tuple[str, ...]


@dataclass(frozen=True)
class Keywords:
    """``validation`` is the held-out fold, or the official validation list; ``test`` is None for a fold.

    mean, sd: [40], dB, of the training frames.
    """

    train: Clips
    validation: Clips
    test: Clips | None
    mean: Tensor
    sd: Tensor
    words: tuple[str, ...] = WORDS


# --- splits and normalisation -------------------------------------------------------------------------------


def folds(speakers: Sequence[str], number: int = FOLDS) -> dict[str, int]:
    """speaker -> fold, by the rule above: a function of the set of speakers."""
    if number < 2:
        raise ValueError(f"there are at least 2 folds, asked for {number}")
    ranked = sorted(set(speakers), key=lambda s: hashlib.sha256(s.encode()).digest())
    return {speaker: place % number for place, speaker in enumerate(ranked)}


def statistics(frames: Tensor) -> tuple[Tensor, Tensor]:
    """Mean and unbiased standard deviation [mels] over the frames of all clips [clips, frames, mels], in float64."""
    flat = frames.double().flatten(0, -2)
    return flat.mean(0).float(), flat.std(0).clamp_min(SD_FLOOR).float()


@dataclass(frozen=True)
class _Table:
    """Features in dB, float16 [clips, 49, 40], and what each clip is."""

    features: NDArray[np.float16]
    labels: NDArray[np.int64]
    speakers: NDArray[Any]
    names: NDArray[Any]


def _assemble(
    table: _Table, train: NDArray[Any], validation: NDArray[Any], test: NDArray[Any] | None
) -> Keywords:
    """Clips by masks [clips], normalised by the training frames."""
    mean, sd = statistics(torch.from_numpy(table.features[train].astype(np.float32)))

    def clips(mask: NDArray[Any]) -> Clips:
        frames = torch.from_numpy(table.features[mask].astype(np.float32))
        return Clips(
            (frames - mean) / sd,
            torch.from_numpy(table.labels[mask]),
            tuple(table.speakers[mask].tolist()),
            tuple(table.names[mask].tolist()),
        )

    return Keywords(clips(train), clips(validation), None if test is None else clips(test), mean, sd)


# --- the official test portion, by speaker ------------------------------------------------------------------


def load_fold(fold: int) -> Keywords:
    """Hold out one of five folds of speakers. Takes about 0.2 s. Raises DataError if the table is not here."""
    if not 0 <= fold < FOLDS:
        raise ValueError(f"folds are 0 to {FOLDS - 1}, got {fold}")
    (path,) = locate("speech-commands-test10").values()
    with np.load(path, allow_pickle=False) as stored:
        if tuple(stored["words"].tolist()) != WORDS:
            raise DataError(f"{path}: the words are not {', '.join(WORDS)}")
        table = _Table(
            stored["logmel_db"], stored["label"].astype(np.int64), stored["speaker"], stored["clip"]
        )
    dealt = folds(table.speakers.tolist())
    held = np.array([dealt[speaker] == fold for speaker in table.speakers.tolist()])
    return _assemble(table, ~held, held, None)


# --- the full protocol --------------------------------------------------------------------------------------


def _members(source: Path) -> Iterator[tuple[str, bytes]]:
    """The two lists and the clips of the ten words: (name, bytes), from a folder or an archive."""

    def wanted(name: str) -> bool:
        return name in (VALIDATION_LIST, TESTING_LIST) or (
            name.partition("/")[0] in WORDS and name.endswith(".wav")
        )

    if source.is_dir():
        for path in sorted(source.rglob("*")):
            name = path.relative_to(source).as_posix()
            if wanted(name) and path.is_file():
                yield name, path.read_bytes()
        return
    try:
        with tarfile.open(source) as archive:
            for entry in archive:
                name = entry.name.removeprefix("./")
                if entry.isfile() and wanted(name):
                    stream = archive.extractfile(entry)
                    assert stream is not None  # a regular file
                    yield name, stream.read()
    except (tarfile.TarError, EOFError) as problem:
        raise DataError(f"{source} is no readable archive ({problem})") from None


def _compute(source: Path) -> dict[str, NDArray[Any]]:
    """Features and lists of a folder or archive, clips in the order of their names."""
    lists: dict[str, list[str]] = {}
    features: dict[str, NDArray[np.float32]] = {}
    for name, data in _members(source):
        if name.endswith(".txt"):
            lists[name] = data.decode("utf-8").split()
            continue
        try:
            features[name] = log_mel(read_wav(data)).numpy()
        except ValueError as problem:
            raise DataError(f"{source}: {name}: {problem}") from None
    for name in (VALIDATION_LIST, TESTING_LIST):
        if name not in lists:
            raise DataError(f"{source} is not Speech Commands v0.02: it has no {name}")
    if not features:
        raise DataError(f"{source} has no clip of the words {', '.join(WORDS)}")
    names = sorted(features)
    return {
        "features": np.stack([features[n] for n in names]),
        "names": np.array(names),
        "validation": np.array(lists[VALIDATION_LIST]),
        "testing": np.array(lists[TESTING_LIST]),
    }


def _cached(source: Path, key: str) -> dict[str, NDArray[Any]]:
    target = cache_folder() / "speech_commands" / f"logmel40-{PROTOCOL}-{key[:16]}.npz"
    if not target.is_file():
        arrays = _compute(source)
        with replacing(target) as part, part.open("wb") as out:  # a name would get the ending .npz
            np.savez(out, allow_pickle=False, **arrays)
    try:
        with np.load(target, allow_pickle=False) as stored:
            return dict(stored)
    except (ValueError, EOFError, zipfile.BadZipFile):
        raise DataError(f"{target} is damaged; remove it and the features are computed anew") from None


def _fingerprint(folder: Path) -> str:
    """Names, sizes and times of the clips of a folder: recognises a changed folder without reading it all."""
    total = hashlib.sha256(str(folder.resolve()).encode())
    for word in (*WORDS, VALIDATION_LIST, TESTING_LIST):
        place = folder / word
        for path in sorted(place.iterdir()) if place.is_dir() else [place] if place.is_file() else []:
            status = path.stat()
            total.update(f"\n{word}/{path.name} {status.st_size} {status.st_mtime_ns}".encode())
    return total.hexdigest()


def load_full(folder: Path | None = None, *, validation: int | None = PUBLISHED_VALIDATION) -> Keywords:
    """The published protocol on the official archive, or on the folder it was unpacked to.

    The archive is verified by its digest. A folder cannot be, so the clips that validate are counted: there must be
    ``validation`` of them (None: any number). The first call computes the features (38,546 clips, about a minute and
    300 MB in the cache).
    """
    if folder is not None and not folder.is_dir():
        raise DataError(f"{folder} is no folder")
    if folder is None:
        (source,) = locate("speech-commands").values()
        stored = _cached(source, dataset("speech-commands").files[0].forms[0].sha256)
    else:
        stored = _cached(folder, _fingerprint(folder))
    names = stored["names"]
    held, tested = np.isin(names, stored["validation"]), np.isin(names, stored["testing"])
    if validation is not None and held.sum() != validation:
        raise DataError(
            f"Speech Commands v0.02 validates on {validation} clips of the ten words, found {held.sum()}"
        )
    if (held & tested).any():
        raise DataError(f"{names[held & tested][0]} stands in both lists")
    train = ~(held | tested)
    for split, mask in (("train", train), ("validation", held), ("testing", tested)):
        if not mask.any():
            raise DataError(f"no clip of the ten words in the {split} split")
    table = _Table(
        stored["features"],
        np.array([WORDS.index(name.partition("/")[0]) for name in names.tolist()]),
        np.array([name.partition("/")[2].partition("_nohash_")[0] for name in names.tolist()]),
        names,
    )
    return _assemble(table, train, held, tested)
