"""TinyStories as paper B's code reads it: lower-case words without punctuation, one story cut into pieces of 128.

Rules (protocols of the published code): lower-case, ASCII punctuation becomes a space, split on white space.
Vocabulary: four specials and the 8,000 most frequent training words, ties by first occurrence. Each story is ``<bos>``,
its ids, ``<eos>``, cut into non-overlapping pieces of 128, so a continuation has no ``<bos>`` and only a story's last
piece its ``<eos>``; pieces of four ids or fewer are dropped; the others are padded with 0. The model sees
``chunks[:, :-1]`` and predicts ``chunks[:, 1:]``.

Two corpora. ``load()`` reads the pool of 6,235 stories and splits it: stories with the same words are one story, and
sha256 of the words (joined by one space, UTF-8), its first 32 bits as a fraction of 2^32, decides: below 0.9 train,
below 0.95 valid, else test. So the split depends on a story alone, and no story is in two splits (near copies may be).
The pool has fewer than 8,000 different words, so its vocabulary is smaller and no word of the training text is unknown,
while one in 200 of the other splits is: perplexities are not comparable with the paper's. ``load_official()`` reads the
official text; the published code has 47,385 validation chunks, from a vocabulary and an older corpus that its authors
say cannot be rebuilt.

Loading takes about one second (pool) or several minutes and 3 GB (official training text).
"""

from __future__ import annotations

import hashlib
import string
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from .sources import locate, open_file
from .vocabulary import BOS, EOS, PAD, UNK, Vocabulary, most_frequent

LENGTH = 128
SHORTEST = 5
WORDS = 8000
SEPARATOR = "<|endoftext|>"
SPLITS = ("train", "valid", "test")
_BLANKED = str.maketrans(dict.fromkeys(string.punctuation, " "))


@dataclass(frozen=True)
class TinyStories:
    """Chunks int16 [number, 128], padded with 0 (``.long()`` a batch before use); ``test`` is None for the official
    text. ``stories``, ``tokens`` and ``unknown`` count by split.
    """

    vocabulary: Vocabulary
    train: Tensor
    valid: Tensor
    test: Tensor | None
    stories: dict[str, int]
    tokens: dict[str, int]
    unknown: dict[str, int]


def words(story: str) -> list[str]:
    """The words of a story by the rules above."""
    return story.lower().translate(_BLANKED).split()


def pieces(ids: list[int], length: int = LENGTH) -> Iterator[list[int]]:
    """A story's ids between ``<bos>`` and ``<eos>``, cut; pieces of four ids or fewer are dropped."""
    whole = [BOS, *ids, EOS]
    for start in range(0, len(whole), length):
        piece = whole[start : start + length]
        if len(piece) >= SHORTEST:
            yield piece


def split_of(spoken: list[str]) -> str:
    """The split of a story of the pool, by the digest of its words."""
    leading = hashlib.sha256(" ".join(spoken).encode()).digest()[:4]
    fraction = int.from_bytes(leading) / 2**32
    return SPLITS[(fraction >= 0.9) + (fraction >= 0.95)]


def stories(path: Path) -> Iterator[str]:
    """The stories of a file, between separators; empty ones are left out."""
    kept = ""
    with open_file(path) as stream:
        while block := stream.readlines(1 << 24):
            *done, kept = (kept + b"".join(block).decode("utf-8")).split(SEPARATOR)
            yield from (story for story in done if story.strip())
    if kept.strip():
        yield kept


@dataclass(frozen=True)
class _Encoded:
    chunks: Tensor
    stories: int
    tokens: int
    unknown: int


def _encode(spoken: Iterable[list[str]], vocabulary: Vocabulary) -> _Encoded:
    # 16 bits an id: the official training text is 4.67 million chunks
    flat, number, tokens, unknown = array("h"), 0, 0, 0
    for story in spoken:
        ids = vocabulary.encode(story)
        number += 1
        tokens += len(ids)
        unknown += ids.count(UNK)
        for piece in pieces(ids):
            flat.extend(piece)
            flat.extend([PAD] * (LENGTH - len(piece)))
    chunks = torch.from_numpy(np.frombuffer(flat, dtype=np.int16).reshape(-1, LENGTH))
    return _Encoded(chunks, number, tokens, unknown)


def _assemble(vocabulary: Vocabulary, encoded: dict[str, _Encoded]) -> TinyStories:
    test = encoded.get("test")
    return TinyStories(
        vocabulary,
        encoded["train"].chunks,
        encoded["valid"].chunks,
        None if test is None else test.chunks,
        stories={split: e.stories for split, e in encoded.items()},
        tokens={split: e.tokens for split, e in encoded.items()},
        unknown={split: e.unknown for split, e in encoded.items()},
    )


def prepare(pool: Iterable[str], *, vocabulary_size: int = WORDS) -> TinyStories:
    """Split, tokenise and cut a pool of stories."""
    once = dict.fromkeys(tuple(words(story)) for story in pool)
    split: dict[str, list[list[str]]] = {name: [] for name in SPLITS}
    for spoken in once:
        split[split_of(list(spoken))].append(list(spoken))
    vocabulary = most_frequent(Counter(w for spoken in split["train"] for w in spoken), vocabulary_size)
    return _assemble(vocabulary, {name: _encode(split[name], vocabulary) for name in SPLITS})


def load() -> TinyStories:
    """The pool, split. Raises DataError if it is not here."""
    files = locate("tinystories-pool")
    return prepare(story for path in files.values() for story in stories(path))


def load_official() -> TinyStories:
    """The official training and validation text. Raises DataError if it is not here."""
    files = locate("tinystories")
    counts: Counter[str] = Counter()
    for story in stories(files["TinyStories-train.txt"]):
        counts.update(words(story))
    vocabulary = most_frequent(counts, WORDS)
    encoded = {
        split: _encode((words(story) for story in stories(files[f"TinyStories-{split}.txt"])), vocabulary)
        for split in ("train", "valid")
    }
    return _assemble(vocabulary, encoded)
