"""enwik8: the split, the windows, and which file is read."""

import gzip
import hashlib
import lzma
from pathlib import Path

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from phasebound.torch_impl.data import enwik8, sources
from phasebound.torch_impl.data.sources import DataError, Dataset, File, Form

TEXT = bytes(range(256)) * 10


def test_the_split_is_by_position() -> None:
    data = enwik8.split(bytes(range(100)))
    assert data.train.tolist() == list(range(90))
    assert data.valid.tolist() == list(range(90, 95))
    assert data.test.tolist() == list(range(95, 100))
    with pytest.raises(ValueError, match="19 bytes"):
        enwik8.split(bytes(19))


def test_windows_by_hand() -> None:
    text = torch.arange(10, 20, dtype=torch.uint8)
    inputs, targets = enwik8.windows(text, 3, torch.tensor([0, 6]))
    assert inputs.tolist() == [[10, 11, 12], [16, 17, 18]]
    assert targets.tolist() == [[11, 12, 13], [17, 18, 19]]
    assert inputs.dtype == torch.int64
    for starts in ([7], [-1]):
        with pytest.raises(ValueError, match="start at 0 to 6"):
            enwik8.windows(text, 3, torch.tensor(starts))
    with pytest.raises(ValueError, match="longer than 10"):
        enwik8.windows(text, 10, torch.tensor([0]))


@given(st.integers(2, 60), st.integers(1, 20))
def test_all_windows_predict_each_byte_once(length: int, n: int) -> None:
    text = torch.arange(length, dtype=torch.uint8)
    starts = enwik8.all_windows(text, n)
    if not len(starts):
        assert length <= n
        return
    _, targets = enwik8.windows(text, n, starts)
    predicted = targets.flatten().tolist()
    assert predicted == list(range(1, len(predicted) + 1))
    assert length - 1 - len(predicted) < n  # a rest shorter than a window


@pytest.fixture
def small(cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The registry with a text of 2,560 bytes and its prefix of 1,000."""
    packed, prefix = gzip.compress(TEXT, mtime=0), lzma.compress(TEXT[:1000])
    forms = (Form("enwik8.gz", hashlib.sha256(packed).hexdigest()),)
    first = (Form("first.xz", hashlib.sha256(prefix).hexdigest()),)
    known = (
        Dataset("enwik8", "", "", "enwik8", (File("enwik8", forms),), "or use enwik8-prefix"),
        Dataset("enwik8-prefix", "", "", "enwik8", (File("first.xz", first),), "x"),
    )
    monkeypatch.setattr(sources, "DATASETS", known)
    monkeypatch.setattr(enwik8, "FULL", len(TEXT))
    monkeypatch.setattr(enwik8, "PREFIX", 1000)
    monkeypatch.setattr(enwik8, "PREFIX_SHA256", hashlib.sha256(TEXT[:1000]).hexdigest())
    (cache / "enwik8").mkdir(parents=True)
    return cache / "enwik8"


def lengths(data: enwik8.Enwik8) -> tuple[int, int, int]:
    return len(data.train), len(data.valid), len(data.test)


def test_the_prefix_comes_from_either_file(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(DataError, match=r"'enwik8' is not here.*enwik8-prefix"):
        enwik8.load()
    (small / "first.xz").write_bytes(lzma.compress(TEXT[:1000]))
    from_prefix = enwik8.load()
    assert lengths(from_prefix) == (900, 50, 50)
    with pytest.raises(DataError, match=r"'enwik8' is not here"):
        enwik8.load(full=True)
    (small / "first.xz").unlink()
    (small / "enwik8.gz").write_bytes(gzip.compress(TEXT, mtime=0))
    assert torch.equal(enwik8.load().test, from_prefix.test)
    assert lengths(enwik8.load(full=True)) == (2304, 128, 128)
    monkeypatch.setattr(enwik8, "PREFIX_SHA256", "0" * 64)
    with pytest.raises(DataError, match="does not begin with"):
        enwik8.load()


@pytest.mark.usefixtures("real")
def test_the_real_prefix() -> None:
    data = enwik8.load()
    assert lengths(data) == (9_000_000, 500_000, 500_000)
    assert bytes(data.train[:10].tolist()) == b"<mediawiki"
