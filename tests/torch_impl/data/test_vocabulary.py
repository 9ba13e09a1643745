"""Words as numbers."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phasebound.torch_impl.data.vocabulary import SPECIALS, UNK, Vocabulary, most_frequent


def test_ties_are_broken_by_first_occurrence() -> None:
    counts = Counter(["b", "a", "c", "a", "b", "d", "c", "e", "e"])
    assert most_frequent(counts, 3).words == (*SPECIALS, "b", "a", "c")
    assert most_frequent(Counter(["c", "b", "a"]), 2).words == (*SPECIALS, "c", "b")


def test_the_unknown_token_of_a_text_takes_no_place() -> None:
    vocabulary = most_frequent(Counter(["<unk>", "<unk>", "a", "<unk>", "b", "b", "<pad>"]), 2)
    assert vocabulary.words == (*SPECIALS, "b", "a")
    assert vocabulary.encode(["<unk>", "a", "z", "<pad>", "<eos>"]) == [UNK, 5, UNK, UNK, UNK]
    assert vocabulary.decode([4, 3, 2]) == ["b", "<unk>", "<eos>"]


@given(st.lists(st.sampled_from("abcdefgh")), st.integers(0, 10))
def test_the_kept_words_are_the_most_frequent(text: list[str], size: int) -> None:
    vocabulary = most_frequent(Counter(text), size)
    kept, dropped = vocabulary.words[4:], set(text) - set(vocabulary.words)
    assert len(kept) == min(size, len(set(text)))
    key = {w: (-text.count(w), text.index(w)) for w in set(text)}
    assert list(kept) == sorted(kept, key=key.__getitem__)
    assert all(key[k] < key[d] for k in kept for d in dropped)
    known = [w for w in text if w in kept]
    assert vocabulary.decode(vocabulary.encode(known)) == known


def test_mistakes_are_refused() -> None:
    with pytest.raises(ValueError, match="0 or more words"):
        most_frequent(Counter("a"), -1)
    with pytest.raises(ValueError, match="begins with"):
        Vocabulary(("a", "b"))
    with pytest.raises(ValueError, match="each word once"):
        Vocabulary((*SPECIALS, "a", "a"))
