"""Independent tasks on the CPU, one thread each, as many at once as torch may use.

A blocked kernel is a long sequence of small operations. Splitting each of them over the threads costs a
barrier an operation and moves data between caches; splitting the tasks costs one hand-over a task. Results
never depend on the number of threads: a task owns its memory, and each operation within it runs on one
thread.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import torch

Task = Callable[[], None]

_lock = threading.Lock()
_pool: ThreadPoolExecutor | None = None
_size = 0


def _forget() -> None:
    """Threads do not survive a fork."""
    global _pool, _size, _lock
    _pool, _size, _lock = None, 0, threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def _alone() -> None:
    """One thread for this thread's operations, for good.

    torch takes the process-wide setting over when a thread first asks for it: so ask now, before it changes.
    """
    torch.set_num_threads(1)
    torch.get_num_threads()


def _workers(count: int) -> ThreadPoolExecutor:
    """A pool of ``count`` threads in which torch uses one thread."""
    global _pool, _size
    with _lock:
        if _pool is None or _size != count:
            if _pool is not None:
                _pool.shutdown(wait=False)
            started = threading.Barrier(count + 1)
            _pool = ThreadPoolExecutor(count, thread_name_prefix="phasebound", initializer=_alone)
            for _ in range(count):
                _pool.submit(started.wait)
            started.wait()  # all threads exist, so the setting below is the last one made
            torch.set_num_threads(count)
            _size = count
        return _pool


def run(tasks: Sequence[Task]) -> None:
    """Run every task; return when all are done, or raise the first error."""
    threads = torch.get_num_threads()
    if threads == 1 or len(tasks) == 1:
        for task in tasks:
            task()
        return
    inference = torch.is_inference_mode_enabled()

    def quiet(task: Task) -> None:
        with torch.inference_mode(inference), torch.no_grad():
            task()

    for done in [_workers(threads).submit(quiet, task) for task in tasks]:
        done.result()
