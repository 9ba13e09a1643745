"""Jobs for the tests: importable, so that spawned workers find them."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

from phasebound.analysis import jobs


def draw(seed: int, index: int) -> dict[str, Any]:
    """Numbers that depend on the address alone."""
    rng = jobs.stream(seed, index)
    return {"sum": float(rng.standard_normal(1000).sum()), "none": float("-inf") if index == 1 else None}


def draw_slowly(seed: int, index: int, seconds: float) -> dict[str, Any]:
    time.sleep(seconds)
    return draw(seed, index)


def die_once(seed: int, index: int, marker: str) -> dict[str, Any]:
    """SIGKILL the worker at the first attempt of job 2."""
    if index == 2 and not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return draw(seed, index)


def die_always(index: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fail(index: int) -> None:
    raise ValueError(f"index {index}\nis bad")


def count(index: int, directory: str) -> int:
    """Leave one file per execution."""
    (Path(directory) / f"{index}-{time.monotonic_ns()}").touch()
    return index
