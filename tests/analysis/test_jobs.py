"""The job mechanism: the same bits everywhere, and nothing lost to kill, truncation or corruption."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from phasebound.analysis import jobs

from . import tasks


def _draws(n: int = 6, seed: int = 7) -> list[jobs.Job]:
    return [jobs.Job(f"draw-{i}", tasks.draw, {"seed": seed, "index": i}) for i in range(n)]


def test_stream_is_the_spawned_child() -> None:
    children = np.random.SeedSequence(5).spawn(4)
    expected = np.random.Generator(np.random.PCG64(children[3])).random(4)
    assert np.array_equal(jobs.stream(5, 3).random(4), expected)
    assert not np.array_equal(jobs.stream(5, 2).random(4), expected)


def test_same_bits_for_any_number_of_workers() -> None:
    alone = jobs.run_jobs(_draws())
    assert jobs.run_jobs(_draws(), scheduler="pool", workers=1) == alone
    assert jobs.run_jobs(_draws(), scheduler="pool", workers=4) == alone
    assert alone != jobs.run_jobs(_draws(seed=8))  # the comparison can fail
    assert alone[1]["none"] == float("-inf")


def test_same_bits_on_a_local_cluster() -> None:
    pytest.importorskip("distributed")
    assert jobs.run_jobs(_draws(), scheduler="dask", workers=2) == jobs.run_jobs(_draws())


def test_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    marker = tmp_path / "died"
    work = [
        jobs.Job(f"{i}", tasks.die_once, {"seed": 7, "index": i, "marker": str(marker)}) for i in range(6)
    ]
    assert jobs.run_jobs(work, scheduler="pool", workers=2) == jobs.run_jobs(_draws())
    assert marker.exists()


def test_a_killed_cluster_worker_loses_nothing(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    marker = tmp_path / "died"
    work = [
        jobs.Job(f"{i}", tasks.die_once, {"seed": 7, "index": i, "marker": str(marker)}) for i in range(6)
    ]
    assert jobs.run_jobs(work, scheduler="dask", workers=2) == jobs.run_jobs(_draws())
    assert marker.exists()


def test_workers_that_always_die_end_the_run() -> None:
    with pytest.raises(jobs.JobError, match="workers died"):
        jobs.run_jobs([jobs.Job("x", tasks.die_always, {"index": 0})], scheduler="pool", workers=1)


@pytest.mark.parametrize("scheduler", ["in-process", "pool"])
def test_a_failing_job_is_named_in_one_line(scheduler: str) -> None:
    with pytest.raises(jobs.JobError, match=r"^job 'bad' failed: ValueError: index 3 is bad$"):
        jobs.run_jobs([jobs.Job("bad", tasks.fail, {"index": 3})], scheduler=scheduler)


def test_a_journal_resumes(tmp_path: Path) -> None:
    path, runs = tmp_path / "j", tmp_path / "runs"
    runs.mkdir()
    work = [jobs.Job(f"{i}", tasks.count, {"index": i, "directory": str(runs)}) for i in range(5)]
    with jobs.Journal(path, "f") as journal:
        jobs.run_jobs(work[:3], journal=journal)
    with jobs.Journal(path, "f") as journal:
        assert jobs.run_jobs(work, journal=journal) == [0, 1, 2, 3, 4]
    assert sorted(p.name.split("-")[0] for p in runs.iterdir()) == ["0", "1", "2", "3", "4"]


@pytest.mark.parametrize("damage", ["truncate", "corrupt", "garbage", "empty"])
def test_a_damaged_journal_costs_only_the_damaged_jobs(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "j"
    with jobs.Journal(path, "f") as journal:
        fresh = jobs.run_jobs(_draws(), journal=journal)
    data = path.read_bytes()
    if damage == "truncate":
        path.write_bytes(data[: len(data) - 30])
    elif damage == "corrupt":
        middle = data.index(b'"sum":', len(data) // 2) + 9
        path.write_bytes(data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :])
    elif damage == "garbage":
        path.write_bytes(data + b"\xff\xfe\x00 not a line")
    else:
        path.write_bytes(b"")
    with jobs.Journal(path, "f") as journal:
        assert len(journal.results) == {"truncate": 5, "corrupt": 5, "garbage": 6, "empty": 0}[damage]
        assert jobs.run_jobs(_draws(), journal=journal) == fresh
    with jobs.Journal(path, "f") as journal:
        assert len(journal.results) == 6


def test_a_journal_of_another_run_is_refused(tmp_path: Path) -> None:
    with jobs.Journal(tmp_path / "j", "f"):
        pass
    with pytest.raises(jobs.JournalError, match="another configuration"), jobs.Journal(tmp_path / "j", "g"):
        pass


def test_a_journal_has_one_writer(tmp_path: Path) -> None:
    with (
        jobs.Journal(tmp_path / "j", "f"),
        pytest.raises(jobs.JournalError, match="in use"),
        jobs.Journal(tmp_path / "j", "f"),
    ):
        pass


RUN = """
import sys
from pathlib import Path
from phasebound.analysis import jobs
from tests.analysis import tasks
if __name__ == "__main__":
    rest = {"seed": 7, "seconds": 0.3}
    work = [jobs.Job(f"draw-{i}", tasks.draw_slowly, {"index": i, **rest}) for i in range(6)]
    with jobs.Journal(Path(sys.argv[1]), "f") as journal:
        jobs.run_jobs(work, scheduler=sys.argv[2], workers=2, journal=journal)
"""


def _children(pid: int) -> list[int]:
    """Processes below a process, where /proc tells (Linux)."""
    found = [
        int(x) for path in Path(f"/proc/{pid}/task").glob("*/children") for x in path.read_text().split()
    ]
    return found + [below for child in found for below in _children(child)]


@pytest.mark.parametrize("scheduler", ["in-process", "pool", "dask"])
def test_sigkill_of_the_whole_run_loses_nothing(tmp_path: Path, scheduler: str) -> None:
    if scheduler == "dask":
        pytest.importorskip("distributed")
    root = Path(__file__).resolve().parents[2]
    script, path = tmp_path / "run.py", tmp_path / "j"
    script.write_text(RUN)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root), *sys.path])}
    process = subprocess.Popen([sys.executable, str(script), str(path), scheduler], env=environment)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (path.exists() and path.read_bytes().count(b"\n") >= 3):
        time.sleep(0.02)
    workers = [] if scheduler == "in-process" else _children(process.pid)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    deadline = time.monotonic() + 20  # nor does it leave a worker behind
    while time.monotonic() < deadline and any(Path(f"/proc/{pid}").exists() for pid in workers):
        time.sleep(0.05)
    assert not any(Path(f"/proc/{pid}").exists() for pid in workers)
    with jobs.Journal(path, "f") as journal:
        kept = dict(journal.results)
        assert 2 <= len(kept) < 6
        assert jobs.run_jobs(_draws(), journal=journal) == jobs.run_jobs(_draws())


@pytest.mark.parametrize("scheduler", ["nowhere", "threads"])
def test_unknown_scheduler(scheduler: str) -> None:
    with pytest.raises(jobs.SchedulerError, match="scheduler must be one of"):
        jobs.run_jobs(_draws(), scheduler=scheduler)


def test_unreachable_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(jobs, "_CONNECT_SECONDS", 1)
    with pytest.raises(jobs.SchedulerError, match="no Dask scheduler answers") as error:
        jobs.run_jobs(_draws(), scheduler="tcp://127.0.0.1:9")  # the discard port: nobody answers
    assert "\n" not in str(error.value)


def test_bad_arguments() -> None:
    with pytest.raises(ValueError, match="workers"):
        jobs.run_jobs(_draws(), workers=0)
    with pytest.raises(ValueError, match="same key"):
        jobs.run_jobs(_draws() + _draws())
