"""WikiText-2: the rules by hand, and the counts of the real text."""

import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phasebound.torch_impl.data import wikitext2
from phasebound.torch_impl.data.sources import DataError
from phasebound.torch_impl.data.vocabulary import BOS, EOS, PAD, UNK

TOKENS_WITH_EOS = {"train": 2_088_628, "valid": 217_646, "test": 245_569}
"""Words between spaces and one end token a line, as the data's README counts them."""


def test_words_by_hand() -> None:
    assert wikitext2.words(' = The "Old" Lobster = \n\n It cost 1 @,@ 000 ; <unk> said.') == [
        *("=", "the", '"', "old", '"', "lobster", "="),
        *("it", "cost", "1", "@", ",", "@", "000", ";", "<unk>", "said", "."),
    ]
    assert wikitext2.words("a.b,c!d?e;f:g(h)i[j]k{l}m\"n'o") == list("a.b,c!d?e;f:g(h)i[j]k{l}m\"n'o")
    assert wikitext2.words("x-y – z/w") == ["x-y", "–", "z/w"]  # no other character is split off


def test_chunks_by_hand() -> None:
    assert wikitext2.chunks([7, 8, 9, 10, 11], 3).tolist() == [[BOS, 7, 8, 9, EOS], [BOS, 10, 11, EOS, PAD]]
    assert wikitext2.chunks([7, 8, 9, 10], 3).tolist() == [
        [BOS, 7, 8, 9, EOS]
    ]  # a piece of one id is dropped
    assert wikitext2.chunks([7, 8, 9], 3).tolist() == [[BOS, 7, 8, 9, EOS]]
    assert wikitext2.chunks([7], 3).shape == (0, 5)
    assert wikitext2.chunks([], 3).shape == (0, 5)
    with pytest.raises(ValueError, match="at least 2"):
        wikitext2.chunks([7], 1)


@given(st.lists(st.integers(3, 30), max_size=200), st.integers(2, 48))
def test_chunks_hold_the_ids_in_order(ids: list[int], piece: int) -> None:
    out = wikitext2.chunks(ids, piece)
    assert out.shape[1] == piece + 2
    inside = [i for i in out.flatten().tolist() if i > EOS]
    assert inside == (ids[:-1] if len(ids) % piece == 1 else ids)
    assert (out[:, 0] == BOS).all()
    assert ((out == EOS).sum(1) == 1).all()
    assert (out[:-1, -1] == EOS).all()


def test_the_vocabulary_is_of_the_training_text() -> None:
    corpus = {"train": "b a\n\nB c", "valid": "c c d a", "test": "a <unk> b"}
    data = wikitext2.prepare(corpus, vocabulary_size=2)
    assert data.vocabulary.words[4:] == ("b", "a")
    assert data.train[:, 1:5].tolist() == [[4, 5, 4, UNK]]
    assert data.valid[:, 1:5].tolist() == [[UNK, UNK, UNK, 5]]
    assert data.tokens == {"train": 4, "valid": 4, "test": 3}
    assert data.unknown == {"train": 1, "valid": 3, "test": 1}


@pytest.fixture(scope="module")
def texts(real: Path) -> dict[str, str]:
    return wikitext2.texts()


class TestRealText:
    def test_it_has_the_documented_number_of_tokens(self, texts: dict[str, str]) -> None:
        counted = {
            split: sum(len(line.split()) + 1 for line in text.splitlines()) for split, text in texts.items()
        }
        assert counted == TOKENS_WITH_EOS

    def test_it_is_cut_as_documented(self, texts: dict[str, str]) -> None:
        short = {split: text[:200_000] for split, text in texts.items()}
        data = wikitext2.prepare(short)
        assert len(data.vocabulary) <= 10_000
        for split in wikitext2.SPLITS:
            chunks = getattr(data, split)
            spoken = wikitext2.words(short[split])
            assert data.tokens[split] == len(spoken)
            assert len(chunks) == len(spoken) // 48 + (len(spoken) % 48 >= 2)
            assert data.vocabulary.decode(chunks[0, 1:-1].tolist()) == [
                w if w in data.vocabulary.ids else "<unk>" for w in spoken[:48]
            ]
            assert data.unknown[split] >= spoken.count("<unk>") > 0

    def test_the_whole_of_it(self, texts: dict[str, str]) -> None:
        data = wikitext2.prepare(texts)
        assert len(data.vocabulary) == 10_000
        assert (data.train.shape, data.valid.shape, data.test.shape) == ((43466, 50), (4534, 50), (5106, 50))
        assert int(data.train.max()) == 9999


def test_the_raw_corpus_is_read_from_its_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "wikitext-2-raw-v1.zip"
    with zipfile.ZipFile(path, "w") as out:
        for split in wikitext2.SPLITS:
            out.writestr(f"wikitext-2-raw/wiki.{split}.raw", f" = {split} = \n\n word word \n")
    monkeypatch.setattr(
        wikitext2, "locate", lambda name: {path.name: path} if name == "wikitext-2-raw" else {}
    )
    data = wikitext2.load(raw=True)
    assert data.raw
    assert data.vocabulary.words[4:] == ("=", "word", "train")
    assert data.unknown == {"train": 0, "valid": 1, "test": 1}


@pytest.mark.parametrize(("raw", "name"), [(False, "'wikitext-2'"), (True, "'wikitext-2-raw'")])
def test_without_the_data_one_line_says_so(cache: Path, raw: bool, name: str) -> None:
    with pytest.raises(DataError, match=name):
        wikitext2.load(raw=raw)
