"""TinyStories: the rules by hand, and the pool."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phasebound.torch_impl.data import tinystories
from phasebound.torch_impl.data.sources import DataError
from phasebound.torch_impl.data.vocabulary import BOS, EOS, PAD, UNK


def test_words_by_hand() -> None:
    assert tinystories.words("Tom's dog, Max-\nran!  “Hi”") == ["tom", "s", "dog", "max", "ran", "“hi”"]


def test_pieces_by_hand() -> None:
    def cut(ids: list[int]) -> list[list[int]]:
        return list(tinystories.pieces(ids, 6))

    assert cut([9, 8, 7]) == [[BOS, 9, 8, 7, EOS]]
    assert cut([9, 8]) == []  # four ids
    assert cut([9] * 4) == [[BOS, 9, 9, 9, 9, EOS]]
    assert cut([9] * 5) == [[BOS, 9, 9, 9, 9, 9]]  # the end token alone is dropped
    assert cut([9] * 8) == [[BOS, 9, 9, 9, 9, 9]]  # four ids left
    assert cut([9] * 9) == [[BOS, 9, 9, 9, 9, 9], [9, 9, 9, 9, EOS]]  # a continuation has no begin token


@given(st.lists(st.integers(3, 30), max_size=60), st.integers(5, 20))
def test_pieces_are_the_story_but_for_a_short_rest(ids: list[int], length: int) -> None:
    whole = [BOS, *ids, EOS]
    cut = list(tinystories.pieces(ids, length))
    joined = [i for piece in cut for i in piece]
    assert joined == whole[: len(joined)]
    assert len(whole) - len(joined) <= 4
    assert all(5 <= len(piece) <= length for piece in cut)
    assert all(len(piece) == length for piece in cut[:-1])


def test_stories_are_read_across_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "s.txt"
    path.write_text(
        "One.\nTwo.\n<|endoftext|>\n<|endoftext|>Three<|endoftext|>\nFour — and\nmore", encoding="utf-8"
    )
    assert [s.strip() for s in tinystories.stories(path)] == ["One.\nTwo.", "Three", "Four — and\nmore"]


def story(i: int) -> str:
    return f"Story number {i}: the cat sat on the mat, and w{i} w{i}."


def test_the_split_depends_on_the_words_alone() -> None:
    pool = [story(i) for i in range(300)]
    data = tinystories.prepare(pool)
    again = tinystories.prepare([*pool[::-1], *(s.upper() + "!" for s in pool)])  # order, copies
    assert data.stories == again.stories
    assert sum(data.stories.values()) == 300
    assert 240 <= data.stories["train"] <= 290
    more = tinystories.prepare([*pool, *(story(i) for i in range(300, 400))])
    added = tinystories.prepare([story(i) for i in range(300, 400)])
    assert more.stories == {s: data.stories[s] + added.stories[s] for s in tinystories.SPLITS}


def test_the_thresholds_of_the_split() -> None:
    counts = dict.fromkeys(tinystories.SPLITS, 0)
    for i in range(4000):
        counts[tinystories.split_of([str(i)])] += 1
    # 0.9, 0.05, 0.05: five standard errors
    assert abs(counts["train"] - 3600) < 5 * 19
    assert abs(counts["valid"] - 200) < 5 * 14
    assert abs(counts["test"] - 200) < 5 * 14


def test_vocabulary_and_unknown_words() -> None:
    data = tinystories.prepare([story(i) for i in range(300)], vocabulary_size=9)
    assert set(data.vocabulary.words[4:]) == {"story", "number", "the", "cat", "sat", "on", "mat", "and"} | {
        data.vocabulary.words[-1]
    }
    assert data.test is not None
    first = data.test[0].tolist()
    assert first[0] == BOS
    assert EOS in first and first[-1] == PAD
    assert first.count(UNK) == 3  # the number and twice its word
    assert data.unknown["test"] == 3 * data.stories["test"]


@pytest.mark.usefixtures("real")
def test_the_pool() -> None:
    data = tinystories.load()
    assert sum(data.stories.values()) == 6234  # 6,235, of which two have the same words
    assert data.unknown["train"] == 0
    assert data.test is not None
    for split, chunks in {"train": data.train, "valid": data.valid, "test": data.test}.items():
        assert chunks.shape[1] == 128
        assert ((chunks != PAD).sum(1) >= 5).all()
        assert int(chunks.max()) < len(data.vocabulary)
        words = int((chunks > EOS).sum())
        assert 0.99 * data.tokens[split] < words <= data.tokens[split]
    begun = [int((chunks == BOS).sum()) for chunks in (data.train, data.valid, data.test)]
    assert begun == [
        data.stories["train"] - 1,
        data.stories["valid"],
        data.stories["test"],
    ]  # one has two words
    kept = [{tuple(c.tolist()) for c in chunks} for chunks in (data.train, data.valid, data.test)]
    first = [{c for c in split if c[0] == BOS} for split in kept]
    assert first[0].isdisjoint(first[1] | first[2])
    assert first[1].isdisjoint(first[2])


def test_the_official_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = {f"TinyStories-{s}.txt": tmp_path / f"TinyStories-{s}.txt" for s in ("train", "valid")}
    paths["TinyStories-train.txt"].write_text(
        "The cat sat on it.\n<|endoftext|>\nThe cat ran to it.\n<|endoftext|>"
    )
    paths["TinyStories-valid.txt"].write_text("The dog sat on it.\n<|endoftext|>\n")
    monkeypatch.setattr(tinystories, "locate", lambda name: paths if name == "tinystories" else {})
    data = tinystories.load_official()
    assert data.test is None
    assert data.stories == {"train": 2, "valid": 1}
    assert data.vocabulary.words[4:] == ("the", "cat", "it", "sat", "on", "ran", "to")
    assert data.valid[0, :7].tolist() == [BOS, 4, UNK, 7, 8, 6, EOS]


def test_without_the_data_one_line_says_so(cache: Path) -> None:
    with pytest.raises(DataError, match="'tinystories-pool' is not here"):
        tinystories.load()
    with pytest.raises(DataError, match="'tinystories' is not here"):
        tinystories.load_official()
