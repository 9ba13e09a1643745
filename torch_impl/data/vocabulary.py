"""Words as numbers: four special tokens, then the most frequent words of the training text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

SPECIALS = ("<pad>", "<bos>", "<eos>", "<unk>")
PAD, BOS, EOS, UNK = range(4)


@dataclass(frozen=True)
class Vocabulary:
    """``words[i]`` is the word of id i; the first four are the specials."""

    words: tuple[str, ...]

    def __post_init__(self) -> None:
        if self.words[:4] != SPECIALS:
            raise ValueError(f"a vocabulary begins with {SPECIALS}, got {self.words[:4]}")
        if len(set(self.words)) != len(self.words):
            raise ValueError("a vocabulary has each word once")

    def __len__(self) -> int:
        return len(self.words)

    @cached_property
    def ids(self) -> Mapping[str, int]:
        """Word -> id. The specials are no words: a text that spells one out means ``<unk>``."""
        return {word: i for i, word in enumerate(self.words) if i >= len(SPECIALS)}

    def encode(self, words: Iterable[str]) -> list[int]:
        """Ids of words; an unknown word is ``<unk>``."""
        ids = self.ids
        return [ids.get(word, UNK) for word in words]

    def decode(self, ids: Iterable[int]) -> Sequence[str]:
        """Words of ids."""
        return [self.words[i] for i in ids]


def most_frequent(counts: Counter[str], size: int) -> Vocabulary:
    """The specials and the ``size`` most frequent words, ties in the order in which they first occurred.

    A word of the text that spells a special token (WikiText-2's ``<unk>``) takes no place.
    """
    if size < 0:
        raise ValueError(f"a vocabulary has 0 or more words, asked for {size}")
    # most_common keeps the order of insertion among equal counts
    ranked = (word for word, _ in counts.most_common(size + len(SPECIALS)) if word not in SPECIALS)
    return Vocabulary(SPECIALS + tuple(word for word, _ in zip(ranked, range(size), strict=False)))
