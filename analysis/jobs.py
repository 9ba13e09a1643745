"""Independent jobs: in this process, on a process pool, or on a Dask cluster; resumable, same bits
everywhere.

Why so. (1) A job is an importable function with JSON arguments and a JSON result, so the same job runs in
any process or on any machine, and its result can be kept in a plain journal. (2) Randomness enters only
through :func:`stream`, a SeedSequence child addressed by (seed, path): a chunk's numbers depend on its
address, never on the worker that draws them or on the order of completion. (3) Results are returned in the
order of the jobs after a round trip through JSON, so a fresh run, a resumed run and a run with 64 workers
give the same bits.

The journal is a text file, one line a finished job with a checksum, appended and fsynced: SIGKILL at any
moment loses at most the jobs in flight, and a torn or corrupted line is dropped and its job done again.
"""

from __future__ import annotations

import contextlib
import json
import os
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent import futures
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Protocol

import numpy as np

from phasebound.analysis import records

_STRIKES = 3
_CONNECT_SECONDS = 10
_SINGLE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
SCHEDULERS = ("in-process", "pool", "dask")


class JobError(Exception):
    """A job failed, or its workers kept dying; one line."""


class JournalError(Exception):
    """A journal that belongs to other jobs or is in use; one line."""


class SchedulerError(Exception):
    """A scheduler that is unknown or cannot be reached; one line."""


def stream(seed: int, *path: int) -> np.random.Generator:
    """The random generator at an address: ``stream(s, i)`` is that of ``SeedSequence(s).spawn(n)[i]``, n > i.

    Longer paths address children of children. ``seed`` and all of ``path`` are integers >= 0.
    """
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed, spawn_key=tuple(path))))


@dataclass(frozen=True)
class Job:
    """``task(**arguments)``: an importable function, JSON arguments, a JSON result; ``key`` names it."""

    key: str
    task: Callable[..., Any]
    arguments: Mapping[str, Any]


class Journal:
    """Results of finished jobs on disk, bound to the ``fingerprint`` (a digest) of their run."""

    def __init__(self, path: Path, fingerprint: str) -> None:
        self.path, self.fingerprint = Path(path), fingerprint
        self.results: dict[str, Any] = {}
        self._file: IO[str] | None = None

    def __enter__(self) -> Journal:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        handle = open(self.path, "a+", encoding="utf-8", errors="replace")
        try:
            _lock(handle, self.path.name)
            handle.seek(0)
            content = handle.read()
            self.results = self._parse(content)
            if not self.results and not self._has_header(content):
                handle.truncate(0)  # new, or nothing in it can be attributed
                handle.write(self._line({"journal": 1, "fingerprint": self.fingerprint}))
            elif not content.endswith("\n"):
                # part a torn last line from the next one; what is sound is never rewritten
                handle.write("\n")
            _flush(handle)
        except BaseException:
            handle.close()
            raise
        self._file = handle
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def add(self, key: str, encoded: Any) -> None:
        """Append one result (already encoded) and force it to disk."""
        if self._file is None:
            raise JournalError(f"{self.path.name} is not open")
        self.results[key] = encoded
        self._file.write(self._line({"key": key, "result": encoded}))
        _flush(self._file)

    def remove(self) -> None:
        """Delete the file: the record that was made of it is on disk."""
        self.path.unlink(missing_ok=True)

    @staticmethod
    def _line(data: Any) -> str:
        text = json.dumps(data, separators=(",", ":"), allow_nan=False)
        return f"{zlib.crc32(text.encode()):08x} {text}\n"

    @staticmethod
    def _sound(content: str) -> list[Any]:
        entries = []
        for line in content.split("\n"):
            check, _, text = line.partition(" ")
            if text and check == f"{zlib.crc32(text.encode()):08x}":
                entries.append(json.loads(text))
        return entries

    def _has_header(self, content: str) -> bool:
        return any("journal" in entry for entry in self._sound(content))

    def _parse(self, content: str) -> dict[str, Any]:
        entries = self._sound(content)
        headers = [e for e in entries if "journal" in e]
        if not headers:
            return {}
        if headers[0]["fingerprint"] != self.fingerprint:
            raise JournalError(
                f"{self.path.name} belongs to a run with another configuration, protocol or seed; "
                "move it away or write elsewhere"
            )
        return {e["key"]: e["result"] for e in entries if "key" in e}


def _flush(handle: IO[str]) -> None:
    handle.flush()
    os.fsync(handle.fileno())


def _lock(handle: IO[str], name: str) -> None:
    try:
        import fcntl
    except ImportError:  # not a POSIX system: two runs into one directory are then the user's care
        return
    try:
        fcntl.flock(handle.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise JournalError(f"{name} is in use by another run") from error


def run_jobs(
    jobs: Sequence[Job],
    *,
    scheduler: str = "in-process",
    workers: int = 1,
    journal: Journal | None = None,
    progress: bool = False,
) -> list[Any]:
    """Run all jobs and return their results in the order of ``jobs``.

    ``scheduler``: "in-process", "pool" (``workers`` processes), "dask" (a local cluster of ``workers``
    processes) or the address of a running Dask scheduler such as "tcp://host:8786". ``journal``: an open
    :class:`Journal`; jobs it holds are not run again. Raises JobError, SchedulerError, or ValueError for
    bad arguments.
    """
    if workers < 1:
        raise ValueError(f"workers must be an integer >= 1, got {workers!r}")
    keys = [job.key for job in jobs]
    if len(set(keys)) != len(keys):
        raise ValueError("two jobs have the same key")
    backend = _backend(scheduler, workers)
    done: dict[str, Any] = {}
    if journal is not None:
        done.update({key: journal.results[key] for key in keys if key in journal.results})
    pending = [job for job in jobs if job.key not in done]
    with _progress_bar(len(jobs), len(done), progress) as advance:
        if pending:
            for key, encoded in backend.run(pending):
                done[key] = encoded
                if journal is not None:
                    journal.add(key, encoded)
                advance()
    return [records.decode(json.loads(json.dumps(done[key]))) for key in keys]


def call(task: Callable[..., Any], arguments: Mapping[str, Any]) -> Any:
    """Run one job in a worker and encode its result; module-level so that it can be pickled."""
    return records.encode(task(**arguments))


class _Backend(Protocol):
    def run(self, jobs: Sequence[Job]) -> Iterator[tuple[str, Any]]: ...


def _backend(scheduler: str, workers: int) -> _Backend:
    if scheduler == "in-process":
        return _InProcess()
    if scheduler == "pool":
        return _Pool(workers)
    if scheduler == "dask":
        return _Dask(None, workers)
    if "://" in scheduler:
        return _Dask(scheduler, workers)
    allowed = ", ".join(SCHEDULERS)
    raise SchedulerError(
        f"scheduler must be one of {allowed} or an address tcp://host:port, got {scheduler!r}"
    )


class _InProcess:
    def run(self, jobs: Sequence[Job]) -> Iterator[tuple[str, Any]]:
        for job in jobs:
            try:
                result = call(job.task, job.arguments)
            except Exception as error:
                raise _failed(job.key, error) from error
            yield job.key, result


class _Pool:
    """A process pool that survives the death of workers.

    Unfinished jobs go to a fresh pool; three deaths in a row without a finished job end the run.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def run(self, jobs: Sequence[Job]) -> Iterator[tuple[str, Any]]:
        pending = {job.key: job for job in jobs}
        strikes = 0
        while pending:
            before = len(pending)
            try:
                for key, result in self._once(list(pending.values())):
                    del pending[key]
                    yield key, result
            except BrokenProcessPool as error:
                strikes = 0 if len(pending) < before else strikes + 1
                if strikes >= _STRIKES:
                    first = next(iter(pending))
                    raise JobError(f"workers died {strikes} times in a row, from job {first!r} on") from error

    def _once(self, jobs: Sequence[Job]) -> Iterator[tuple[str, Any]]:
        # spawn: no inherited threads or locks, and the thread limits are read by the libraries at import
        with _single_threaded():
            executor = futures.ProcessPoolExecutor(
                max_workers=min(self.workers, len(jobs)),
                mp_context=get_context("spawn"),
                initializer=_die_with_parent,
            )
            try:
                running = {executor.submit(call, job.task, dict(job.arguments)): job.key for job in jobs}
                for future in futures.as_completed(running):
                    key = running[future]
                    try:
                        result = future.result()
                    except BrokenProcessPool:
                        raise
                    except Exception as error:
                        raise _failed(key, error) from error
                    yield key, result
            finally:
                executor.shutdown(wait=True, cancel_futures=True)


def _die_with_parent() -> None:
    """End this worker soon after its parent is gone, so that a killed run leaves no process behind."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class _Dask:
    """A Dask cluster: a local one of ``workers`` processes, or the one at ``address``."""

    def __init__(self, address: str | None, workers: int) -> None:
        self.address, self.workers = address, workers

    def run(self, jobs: Sequence[Job]) -> Iterator[tuple[str, Any]]:
        try:
            distributed: Any = import_module("distributed")
        except ImportError as error:
            hint = "pip install 'phasebound[cluster]'"
            raise SchedulerError(f"a Dask scheduler needs the extra 'cluster': {hint}") from error
        with contextlib.ExitStack() as stack:
            stack.enter_context(_single_threaded())
            target: Any = self.address
            if target is None:
                target = stack.enter_context(
                    distributed.LocalCluster(
                        n_workers=self.workers,
                        threads_per_worker=1,
                        processes=True,
                        dashboard_address=None,
                        silence_logs=50,
                    )
                )
            try:
                client = stack.enter_context(
                    distributed.Client(target, timeout=_CONNECT_SECONDS, set_as_default=False)
                )
            except (OSError, ValueError, TimeoutError) as error:
                raise SchedulerError(f"no Dask scheduler answers at {self.address}") from error
            stack.enter_context(client.as_current())
            running = {
                client.submit(call, job.task, dict(job.arguments), pure=False, retries=_STRIKES): job.key
                for job in jobs
            }
            for future in distributed.as_completed(list(running)):
                key = running[future]
                try:
                    result = future.result()
                except Exception as error:
                    raise _failed(key, error) from error
                yield key, result


def _failed(key: str, error: Exception) -> JobError:
    text = " ".join(str(error).split()) or "no message"
    return JobError(f"job {key!r} failed: {type(error).__name__}: {text}")


@contextlib.contextmanager
def _single_threaded() -> Iterator[None]:
    """One linear-algebra thread a worker: W workers on W cores, and no sum depends on a number of threads."""
    old = {name: os.environ.get(name) for name in _SINGLE_THREAD}
    os.environ.update(dict.fromkeys(_SINGLE_THREAD, "1"))
    try:
        yield
    finally:
        for name, value in old.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


@contextlib.contextmanager
def _progress_bar(total: int, done: int, shown: bool) -> Iterator[Callable[[], None]]:
    if not shown:
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("jobs"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("jobs", total=total, completed=done)
        yield lambda: bar.advance(task)
