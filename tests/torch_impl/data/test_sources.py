"""Which file is used, and that a wrong or missing one is an error in one line."""

import gzip
import hashlib
import lzma
from pathlib import Path

import pytest

from phasebound.torch_impl.data import sources
from phasebound.torch_impl.data.sources import DataError, Dataset, File, Form, Package, locate

TEXT = b"one two three\n"


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Dataset:
    """A data set of one file, plain or compressed."""
    forms = (Form("a.txt.xz", sha(lzma.compress(TEXT))), Form("a.txt", sha(TEXT)))
    known = Dataset("small", "a small text", "CC0", "small", (File("a.txt", forms),), "made in a test")
    monkeypatch.setattr(sources, "DATASETS", (known,))
    return known


def put(folder: Path, name: str, data: bytes) -> Path:
    path = folder / "small" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def one_line(problem: pytest.ExceptionInfo[DataError]) -> str:
    text = str(problem.value)
    assert len(text.splitlines()) == 1
    return text


def test_the_data_folder_comes_before_the_cache(
    small: Dataset, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cached = put(cache, "a.txt", TEXT)
    assert locate("small") == {"a.txt": cached}
    given = put(tmp_path / "given", "a.txt", TEXT)
    monkeypatch.setenv("PHASEBOUND_DATA", str(tmp_path / "given"))
    assert locate("small") == {"a.txt": given}
    given.unlink()
    assert locate("small") == {"a.txt": cached}


@pytest.mark.parametrize("name", ["a.txt", "a.txt.xz"])
def test_each_form_is_found_and_read(small: Dataset, cache: Path, name: str) -> None:
    put(cache, name, lzma.compress(TEXT) if name.endswith("xz") else TEXT)
    with sources.open_file(locate("small")["a.txt"]) as stream:
        assert stream.read() == TEXT


def test_gzip_is_read(tmp_path: Path) -> None:
    path = tmp_path / "b.gz"
    path.write_bytes(gzip.compress(TEXT))
    with sources.open_file(path) as stream:
        assert stream.read() == TEXT


def test_a_missing_set_says_which_digest_and_how_to_provide_it(small: Dataset, cache: Path) -> None:
    with pytest.raises(DataError) as problem:
        locate("small")
    text = one_line(problem)
    for part in ("'small'", small.files[0].forms[0].sha256, "PHASEBOUND_DATA", str(cache), "made in a test"):
        assert part in text
    assert "data fetch" not in text  # nobody serves it


def test_a_missing_set_that_can_be_fetched_says_so(cache: Path) -> None:
    with pytest.raises(DataError, match="phasebound data fetch enwik8"):
        locate("enwik8")


def test_a_damaged_file_is_refused_even_if_the_cache_has_a_good_one(
    small: Dataset, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(cache, "a.txt", TEXT)
    path = put(tmp_path / "given", "a.txt", TEXT.replace(b"two", b"twO"))
    monkeypatch.setenv("PHASEBOUND_DATA", str(tmp_path / "given"))
    with pytest.raises(DataError) as problem:
        locate("small")
    assert str(path) in one_line(problem)


def test_a_file_changed_after_it_was_verified_is_refused(small: Dataset, cache: Path) -> None:
    path = put(cache, "a.txt", TEXT)
    locate("small")
    path.write_bytes(TEXT + b"!")
    with pytest.raises(DataError):
        locate("small")


def test_a_verified_file_is_not_read_again(
    small: Dataset, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(cache, "a.txt", TEXT)
    locate("small")
    monkeypatch.setattr(sources, "digest", lambda stream: pytest.fail("read again"))
    locate("small")


def test_mistakes_take_one_line(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(DataError, match=r"no data set 'wikitext'; there are .*wikitext-2"):
        locate("wikitext")
    monkeypatch.setenv("PHASEBOUND_DATA", str(tmp_path / "nowhere"))
    with pytest.raises(DataError, match="nowhere, which is no folder"):
        locate("enwik8")


def test_an_origin_must_give_a_form_of_its_file() -> None:
    with pytest.raises(ValueError, match="must name one of the forms"):
        File("a", (Form("a", sha(TEXT)),), (Package("b", "p==1", sha(TEXT), "b"),))
    with pytest.raises(ValueError, match="must name one of the forms"):
        File("a", ())


def test_the_registry_is_consistent() -> None:
    names = [known.name for known in sources.DATASETS]
    assert len(set(names)) == len(names)
    stored = [(d.folder, form.name) for d in sources.DATASETS for file in d.files for form in file.forms]
    assert len(set(stored)) == len(stored)
    for known in sources.DATASETS:
        assert known.fetchable or known.advice, f"{known.name}: nothing says where it is from"
        for file in known.files:
            assert all(len(bytes.fromhex(form.sha256)) == 32 for form in file.forms)


def test_the_real_folder_holds_what_is_registered(
    real: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every file that SHA256SUMS names is registered with that digest, and has it."""
    monkeypatch.setenv("PHASEBOUND_DATA", str(real))
    listed = {
        path.removeprefix("./"): digest
        for digest, path in (line.split() for line in (real / "SHA256SUMS").read_text().splitlines())
    }
    known = {
        f"{d.folder}/{form.name}": form.sha256 for d in sources.DATASETS for f in d.files for form in f.forms
    }
    del listed["speech_commands/LICENSE"]  # no data
    assert listed.items() <= known.items()
    located = {
        path.relative_to(real).as_posix()
        for d in sources.DATASETS
        if all(sources.candidate(d, f) for f in d.files)
        for path in locate(d.name).values()
    }
    assert located == set(listed)
