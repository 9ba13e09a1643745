"""Generated sentences for subject-verb agreement: "the N V ." or "the N P the N2 V .".

The draws and their order are those of the published generator (Python's ``random.Random``), so its counts
come out: seed 1 has 31002 tokens, 1666 sentences without a distractor, 1153 with one of the other number. A
label says whether the verb agrees with its subject. ``fish`` and ``deer`` are the same in both numbers:
whether the verb agrees is then a coin flip, which bounds every mechanism (:func:`bayes_bound`). Word lists:
FabioPasqualetti/attention-by-synchronization (MIT), see agreement_words.json.
"""

from __future__ import annotations

import functools
import json
import random
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import torch
from torch import Tensor

LENGTH = 9
"""Tokens of the longest sentence with its begin and end marks: the width of a batch."""
SPECIALS = ("<pad>", "<bos>", "<eos>", "<unk>")
SPLITS = {"train": (40_000, 0), "validation": (4_000, 1), "test": (4_000, 2)}
"""Sentences and generator seed of each split."""


@dataclass(frozen=True)
class Words:
    """The lexicon: nouns and verbs in both numbers, prepositions."""

    nouns: tuple[tuple[str, ...], tuple[str, ...]]  # singular, plural
    verbs: tuple[tuple[str, ...], tuple[str, ...]]
    prepositions: tuple[str, ...]

    def number_invariant(self) -> tuple[str, ...]:
        """Nouns with one form for both numbers."""
        return tuple(n for n in self.nouns[0] if n in self.nouns[1])

    def without_invariant(self) -> Words:
        """The lexicon in which every sentence can be answered."""
        out = self.number_invariant()
        singular, plural = (tuple(n for n in side if n not in out) for side in self.nouns)
        return Words((singular, plural), self.verbs, self.prepositions)


@functools.cache
def published_words() -> Words:
    """The published lists: 50 nouns, 30 verbs, 7 prepositions."""
    path = files("phasebound.torch_impl") / "data" / "agreement_words.json"
    raw: dict[str, Any] = json.loads(path.read_text())
    return Words(
        (tuple(raw["nouns_singular"]), tuple(raw["nouns_plural"])),
        (tuple(raw["verbs_singular"]), tuple(raw["verbs_plural"])),
        tuple(raw["prepositions"]),
    )


@functools.cache
def vocabulary() -> dict[str, int]:
    """169 ids: four specials, then the sorted words; the same for both lexicons."""
    w = published_words()
    known = {"the", ".", *w.nouns[0], *w.nouns[1], *w.verbs[0], *w.verbs[1], *w.prepositions}
    return {word: i for i, word in enumerate((*SPECIALS, *sorted(known)))}


@dataclass(frozen=True)
class Sentence:
    """Words, the positions of subject, verb and distractor (None without one), and what is true of them."""

    words: tuple[str, ...]
    agrees: bool
    verb: int
    distractor_agrees: bool | None


def sentence(draw: random.Random, words: Words) -> Sentence:
    """One sentence; the order of the draws is the published one and fixes the data."""
    phrase = draw.random() < 0.6
    plural = not draw.random() < 0.5
    subject = draw.choice(words.nouns[plural])
    agrees = draw.random() < 0.5
    verb = draw.choice(words.verbs[plural if agrees else not plural])
    if not phrase:
        return Sentence(("the", subject, verb, "."), agrees, 2, None)
    preposition = draw.choice(words.prepositions)
    same = draw.random() < 0.5
    noun = draw.choice(words.nouns[plural if same else not plural])
    return Sentence(("the", subject, preposition, "the", noun, verb, "."), agrees, 5, same)


@dataclass(frozen=True)
class Agreement:
    """A split as tensors over N sentences, padded with 0 to :data:`LENGTH`.

    ``tokens`` [N, 9] int64, ``label`` [N] float32 (1: the verb agrees), ``verb`` [N] its position,
    ``simple``, ``hard``, ``ambiguous`` [N] bool: no distractor; one of the other number; subject with one
    form for both numbers.
    """

    tokens: Tensor
    label: Tensor
    verb: Tensor
    simple: Tensor
    hard: Tensor
    ambiguous: Tensor

    @property
    def padding(self) -> Tensor:
        """[N, 9], True where there is no word."""
        return self.tokens == 0


def generate(count: int, seed: int, words: Words) -> Agreement:
    """``count`` sentences of a generator seed."""
    draw, ids = random.Random(seed), vocabulary()
    sentences = [sentence(draw, words) for _ in range(count)]
    tokens = torch.zeros(count, LENGTH, dtype=torch.long)
    for row, s in zip(tokens, sentences, strict=True):
        coded = [ids["<bos>"], *(ids[w] for w in s.words), ids["<eos>"]]
        row[: len(coded)] = torch.tensor(coded)
    invariant = set(words.number_invariant())
    return Agreement(
        tokens=tokens,
        label=torch.tensor([float(s.agrees) for s in sentences]),
        verb=torch.tensor([s.verb + 1 for s in sentences]),
        simple=torch.tensor([s.distractor_agrees is None for s in sentences]),
        hard=torch.tensor([s.distractor_agrees is False for s in sentences]),
        ambiguous=torch.tensor([s.words[1] in invariant for s in sentences]),
    )


@functools.cache
def load(split: str, invariant_nouns: bool = True) -> Agreement:
    """A split, with or without the nouns that make a sentence unanswerable."""
    if split not in SPLITS:
        raise ValueError(f"no split {split!r}; the splits are {', '.join(SPLITS)}")
    words = published_words() if invariant_nouns else published_words().without_invariant()
    return generate(*SPLITS[split], words)


def bayes_bound(ambiguous: Tensor) -> float:
    """The expected accuracy, in per cent, of the best possible answer: every ambiguous sentence is a coin
    flip."""
    return 100 * (1 - float(ambiguous.float().mean()) / 2)
