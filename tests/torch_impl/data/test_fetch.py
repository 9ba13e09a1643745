"""Fetching: from a package, from an address, and what a killed or wrong download leaves behind (nothing)."""

import gzip
import hashlib
import http.server
import io
import os
import signal
import subprocess
import sys
import tarfile
import threading
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from phasebound.torch_impl.data import fetch as fetching
from phasebound.torch_impl.data import sources
from phasebound.torch_impl.data.fetch import fetch
from phasebound.torch_impl.data.sources import Address, DataError, Dataset, File, Form, Package, locate

TEXT = b"some text, long enough to be cut in two\n" * 2000


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def register(monkeypatch: pytest.MonkeyPatch, *origins: Package | Address, digest: str = sha(TEXT)) -> None:
    file = File("a.txt", (Form("a.txt", digest),), origins)
    monkeypatch.setattr(sources, "DATASETS", (Dataset("small", "t", "CC0", "small", (file,), "advice"),))


def left(cache: Path) -> list[str]:
    return sorted(p.name for p in cache.rglob("*") if p.is_file())


class Server(http.server.ThreadingHTTPServer):
    """Serves ``body``; after half of it, waits for ``go``."""

    daemon_threads = True
    body = TEXT

    def __init__(self) -> None:
        self.go = threading.Event()
        self.go.set()
        super().__init__(("127.0.0.1", 0), Handler)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/file"


class Handler(http.server.BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        body = self.server.body
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            self.wfile.write(body[: len(body) // 2])
            self.wfile.flush()
            self.server.go.wait(60)
            self.wfile.write(body[len(body) // 2 :])
        except ConnectionError:
            pass  # the client was killed

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        yield running
        running.go.set()
        running.shutdown()
        thread.join()


def wheel(path: Path, member: str, data: bytes) -> None:
    with zipfile.ZipFile(path, "w") as out:
        out.writestr(member, data)


def test_from_a_package(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, Package("a.txt", "p==1", sha(b""), "p/a.txt"))

    def download(package: Package, folder: Path) -> Path:
        assert package.requirement == "p==1"
        wheel(folder / "p.whl", "p/a.txt", TEXT)
        return folder / "p.whl"

    monkeypatch.setattr(fetching, "pip_download", download)
    said: list[str] = []
    (path,) = fetch("small", said.append).values()
    assert path == cache / "small" / "a.txt" == locate("small")["a.txt"]
    assert said == ["a.txt: from the package p==1"]
    monkeypatch.setattr(fetching, "pip_download", lambda *_: pytest.fail("fetched what is here"))
    fetch("small")
    path.write_bytes(b"damaged")
    monkeypatch.setattr(fetching, "pip_download", download)
    fetch("small")
    assert path.read_bytes() == TEXT


def test_from_a_source_distribution(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, Package("a.txt", "p==1", sha(b""), "data/a.txt", source=True))

    def download(package: Package, folder: Path) -> Path:
        with tarfile.open(folder / "p-1.tar.gz", "w:gz") as out:
            entry = tarfile.TarInfo("p-1/data/a.txt")
            entry.size = len(TEXT)
            out.addfile(entry, io.BytesIO(TEXT))
        return folder / "p-1.tar.gz"

    monkeypatch.setattr(fetching, "pip_download", download)
    assert fetch("small")["a.txt"].read_bytes() == TEXT


def test_a_package_without_the_member_falls_through_to_the_address(
    cache: Path, monkeypatch: pytest.MonkeyPatch, server: Server
) -> None:
    register(monkeypatch, Package("a.txt", "p==1", sha(b""), "p/b.txt"), Address("a.txt", server.url))

    def download(package: Package, folder: Path) -> Path:
        wheel(folder / "p.whl", "p/a.txt", TEXT)
        return folder / "p.whl"

    monkeypatch.setattr(fetching, "pip_download", download)
    assert fetch("small")["a.txt"].read_bytes() == TEXT
    register(monkeypatch, Package("a.txt", "p==1", sha(b""), "p/b.txt"))
    (cache / "small" / "a.txt").unlink()
    with pytest.raises(DataError, match=r"p\.whl holds no readable p/b\.txt"):
        fetch("small")
    assert left(cache) == []


def test_from_a_member_of_an_archive(cache: Path, monkeypatch: pytest.MonkeyPatch, server: Server) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as out:
        out.writestr("a.txt", TEXT)
    server.body = packed.getvalue()
    register(monkeypatch, Address("a.txt", server.url, "a.txt"))
    assert fetch("small")["a.txt"].read_bytes() == TEXT


def test_wrong_bytes_are_refused(cache: Path, monkeypatch: pytest.MonkeyPatch, server: Server) -> None:
    register(monkeypatch, Address("a.txt", server.url), digest=sha(TEXT + b"!"))
    with pytest.raises(DataError, match=f"arrived with sha256 {sha(TEXT)}, not ") as problem:
        fetch("small")
    assert len(str(problem.value).splitlines()) == 1
    assert left(cache) == []


def test_no_answer_takes_one_line(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, Address("a.txt", "http://127.0.0.1:9/file"))
    with pytest.raises(DataError, match="does not answer") as problem:
        fetch("small")
    assert len(str(problem.value).splitlines()) == 1


def test_what_nobody_serves_cannot_be_fetched(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch)
    with pytest.raises(DataError, match=f"cannot be fetched: advice; put a.txt .*{sha(TEXT)}"):
        fetch("small")


def test_a_damaged_file_of_the_user_is_never_replaced(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: Server
) -> None:
    register(monkeypatch, Address("a.txt", server.url))
    mine = tmp_path / "given" / "small" / "a.txt"
    mine.parent.mkdir(parents=True)
    mine.write_bytes(b"mine")
    monkeypatch.setenv("PHASEBOUND_DATA", str(tmp_path / "given"))
    with pytest.raises(DataError, match="damaged or another file"):
        fetch("small")
    assert mine.read_bytes() == b"mine"


def test_a_cache_that_cannot_be_made_takes_one_line(
    cache: Path, monkeypatch: pytest.MonkeyPatch, server: Server
) -> None:
    register(monkeypatch, Address("a.txt", server.url))
    cache.parent.mkdir(parents=True)
    cache.write_text("a file where the folder should be")
    with pytest.raises(DataError, match="cannot fetch into"):
        fetch("small")


KILLED = """
import platformdirs, sys
platformdirs.user_cache_path = lambda name: __import__("pathlib").Path(sys.argv[1])
from phasebound.torch_impl.data import sources
from phasebound.torch_impl.data.fetch import fetch
from phasebound.torch_impl.data.sources import *
file = File("a.txt", (Form("a.txt", sys.argv[2]),), (Address("a.txt", sys.argv[3]),))
sources.DATASETS = (Dataset("small", "t", "CC0", "small", (file,)),)
fetch("small")
"""


def test_a_killed_fetch_leaves_nothing_that_is_read(
    cache: Path, monkeypatch: pytest.MonkeyPatch, server: Server
) -> None:
    server.body = os.urandom(1 << 22)
    wanted = sha(server.body)
    server.go.clear()
    command = [sys.executable, "-c", KILLED, str(cache.parent), wanted, server.url]
    environment = {k: v for k, v in os.environ.items() if k != "PHASEBOUND_DATA"}
    victim = subprocess.Popen(command, env=environment)
    deadline = time.monotonic() + 60
    while not any(p.stat().st_size for p in cache.rglob("*.part")):
        assert time.monotonic() < deadline and victim.poll() is None
        time.sleep(0.02)
    victim.send_signal(signal.SIGKILL)
    victim.wait()
    (part,) = cache.rglob("*.part")
    register(monkeypatch, Address("a.txt", server.url), digest=wanted)
    with pytest.raises(DataError, match="is not here"):
        locate("small")
    server.go.set()
    assert fetch("small")["a.txt"].read_bytes() == server.body
    assert part.exists()  # it might be another fetch, at work
    os.utime(part, (0, 0))
    (cache / "small" / "a.txt").unlink()
    fetch("small")
    assert left(cache) == ["a.txt"]


def test_pip_brings_the_pinned_archive_and_refuses_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = tmp_path / "index"
    index.mkdir()
    path = index / "p-1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as out:
        out.writestr("p/a.txt", TEXT)
        out.writestr("p-1.dist-info/METADATA", "Metadata-Version: 2.1\nName: p\nVersion: 1\n")
        out.writestr("p-1.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        out.writestr("p-1.dist-info/RECORD", "")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(index))
    digest = sha(path.read_bytes())
    (tmp_path / "one").mkdir()
    found = fetching.pip_download(Package("a.txt", "p==1", digest, "p/a.txt"), tmp_path / "one")
    assert sha(found.read_bytes()) == digest
    for case, package in {
        "two": Package("a.txt", "p==1", "0" * 64, "p/a.txt"),  # another digest
        "three": Package("a.txt", "p==1", digest, "p/a.txt", source=True),  # no source distribution
    }.items():
        (tmp_path / case).mkdir()
        with pytest.raises(DataError, match=f"pip cannot download {package.requirement}") as problem:
            fetching.pip_download(package, tmp_path / case)
        assert len(str(problem.value).splitlines()) == 1


@pytest.mark.skipif(
    os.environ.get("PHASEBOUND_STRICT") != "1", reason="needs a package index: set PHASEBOUND_STRICT=1"
)
def test_the_spoken_digits_come_from_the_index(cache: Path) -> None:
    (path,) = fetch("free-spoken-digits").values()
    assert path.is_relative_to(cache)
    assert locate("free-spoken-digits") == {"digits.npz": path}


def test_store_is_atomic(tmp_path: Path) -> None:
    """An error in the middle of the stream leaves neither the file nor a part."""

    class Broken(io.RawIOBase):
        reads = 0

        def read(self, size: int = -1) -> bytes:
            self.reads += 1
            if self.reads > 1:
                raise ConnectionResetError("gone")
            return b"half"

    with pytest.raises(ConnectionResetError):
        fetching.store(Broken(), Form("a", sha(b"halfhalf")), tmp_path / "a")
    assert list(tmp_path.iterdir()) == []
    fetching.store(
        io.BytesIO(gzip.compress(TEXT, mtime=0)), Form("a", sha(gzip.compress(TEXT, mtime=0))), tmp_path / "a"
    )
    assert [p.name for p in tmp_path.iterdir()] == ["a"]
