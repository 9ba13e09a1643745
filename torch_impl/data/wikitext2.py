"""WikiText-2 as paper B's code reads it: lower-case words in chunks of 48 between begin and end tokens.

Rules (protocols of the published code): blank lines are dropped, headings kept; lower-case; spaces are put around
each of ``. , ! ? ; : ( ) [ ] { } " '``; split on white space. Vocabulary: four specials and the 9,996 most frequent
training words, ties by first occurrence. The ids of a split are concatenated without separators and cut into pieces
of 48; each becomes ``<bos> piece <eos>``; the last is kept if it has two ids or more, and padded. The model sees
``chunks[:, :-1]`` and predicts ``chunks[:, 1:]``.

Two corpora. The paper used ``wikitext-2-raw`` (``load(raw=True)``). By default this reads ``wikitext-2``, the same
articles in which the corpus' authors replaced each word that occurs fewer than three times in the training text by
``<unk>``. What differs: those words are the special unknown token from the start, so a rare inflection whose letter
case varies ("Foo" twice, "foo" twice) is not counted towards the vocabulary, and an ``<unk>`` of the text is
predicted like an unknown word of the raw text. With 9,996 words most of them would be unknown in the raw text too,
but the two vocabularies and the share of unknown targets are not the same, so **perplexities on the two corpora, and
the paper's figures, are not comparable**. Neither is comparable with published WikiText-2 figures: the vocabulary is
smaller, no context crosses a chunk, and one target in 49 is an end token whose place is known.

Loading takes about two seconds.
"""

from __future__ import annotations

import zipfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from .sources import locate, open_file
from .vocabulary import BOS, EOS, PAD, UNK, Vocabulary, most_frequent

PIECE = 48
WORDS = 9996
SPLITS = ("train", "valid", "test")
_SPACED = str.maketrans({c: f" {c} " for c in ".,!?;:()[]{}\"'"})


@dataclass(frozen=True)
class WikiText2:
    """Chunks int64 [number, 50], padded with 0; ``tokens`` and ``unknown`` count words by split."""

    vocabulary: Vocabulary
    train: Tensor
    valid: Tensor
    test: Tensor
    tokens: dict[str, int]
    unknown: dict[str, int]
    raw: bool


def words(text: str) -> list[str]:
    """The words of a text by the rules above (blank lines vanish in the split)."""
    return text.lower().translate(_SPACED).split()


def chunks(ids: Sequence[int], piece: int = PIECE) -> Tensor:
    """``<bos> piece <eos>`` for each piece of a sequence: int64 [number, piece + 2].

    A last piece of one id is dropped; a shorter one is followed by its end token and padding.
    """
    if piece < 2:
        raise ValueError(f"a piece has at least 2 ids, asked for {piece}")
    flat = np.asarray(ids, dtype=np.int64)
    whole, rest = divmod(len(flat), piece)
    out = np.full((whole + (rest >= 2), piece + 2), PAD, dtype=np.int64)
    out[:, 0] = BOS
    out[:whole, 1:-1] = flat[: whole * piece].reshape(whole, piece)
    out[:whole, -1] = EOS
    if rest >= 2:
        out[whole, 1 : rest + 1] = flat[whole * piece :]
        out[whole, rest + 1] = EOS
    return torch.from_numpy(out)


def texts(raw: bool = False) -> dict[str, str]:
    """The text of each split, verified. Raises DataError."""
    if not raw:
        files = locate("wikitext-2")
        out = {}
        for split in SPLITS:
            with open_file(files[f"wiki.{split}.tokens"]) as stream:
                out[split] = stream.read().decode("utf-8")
        return out
    with zipfile.ZipFile(locate("wikitext-2-raw")["wikitext-2-raw-v1.zip"]) as archive:
        return {split: archive.read(f"wikitext-2-raw/wiki.{split}.raw").decode("utf-8") for split in SPLITS}


def prepare(corpus: dict[str, str], *, vocabulary_size: int = WORDS, raw: bool = False) -> WikiText2:
    """Tokenise and cut the three splits {"train", "valid", "test": text}."""
    spoken = {split: words(corpus[split]) for split in SPLITS}
    vocabulary = most_frequent(Counter(spoken["train"]), vocabulary_size)
    ids = {split: vocabulary.encode(spoken[split]) for split in SPLITS}
    return WikiText2(
        vocabulary,
        train=chunks(ids["train"]),
        valid=chunks(ids["valid"]),
        test=chunks(ids["test"]),
        tokens={split: len(ids[split]) for split in SPLITS},
        unknown={split: ids[split].count(UNK) for split in SPLITS},
        raw=raw,
    )


def load(*, raw: bool = False) -> WikiText2:
    """The corpus with ``<unk>``, or the raw one of the paper. Raises DataError if it is not here."""
    return prepare(texts(raw), raw=raw)
