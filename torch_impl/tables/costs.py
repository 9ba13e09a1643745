"""What a budget will cost on the machine at hand: a few training steps of every arm, timed."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

import torch

from ..ensemble import Ensemble
from ..train import Program, Single, one_step, pick_device
from .table import Arm, Plan, accompanied, groups, one_thread

STEPS = 3


@dataclass(frozen=True)
class Cost:
    """An arm's training. ``step``, ``cpu_step``: seconds of wall and of processor time a step of one program;
    ``memory``: peak bytes (of the graphics memory, else of this process so far); ``hours``: all programs of
    the arm one after the other, evaluations not counted."""

    arm: str
    programs: int
    steps: int
    tokens: int
    step: float
    cpu_step: float
    memory: float
    device: str

    @property
    def hours(self) -> float:
        return self.programs * self.steps * self.step / 3600


def cost(arm: Arm, seeds: Sequence[int]) -> Cost:
    """Time a few steps of an arm; the first is not counted."""
    members = groups(seeds, arm.group)
    first = members[0]
    program: Program = (
        Single(arm.task, arm.config, first[0])
        if arm.group == 1
        else Ensemble(arm.task, arm.config, accompanied(first))
    )
    optimizer = arm.config.build(list(program.parameters.values()))
    device = pick_device(arm.config.device)
    with one_thread():
        one_step(program, optimizer, arm.config, 0)
        _wait(device)
        if device.type == "cuda":
            torch.cuda.reset_peak_memory_stats(device)
        wall, cpu = time.perf_counter(), time.process_time()
        for _ in range(STEPS):
            one_step(program, optimizer, arm.config, 0)
        _wait(device)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    batch, length = arm.task.batch(first[0], 0)[0].shape[:2]
    return Cost(
        arm.name,
        len(members),
        arm.config.steps,
        batch * length * len(first),
        wall / STEPS,
        cpu / STEPS,
        _peak(device),
        device.type,
    )


def costs(whole: Plan, arms: Sequence[Arm], seeds: Sequence[int]) -> list[Cost]:
    """The costs of the arms and seeds that are asked for."""
    wanted = {a.name: [s for s in whole.seeds_of(a) if s in seeds] for a in arms}
    return [cost(arm, wanted[arm.name]) for arm in arms if wanted[arm.name]]


def _wait(device: torch.device) -> None:
    """Until the device has done what it was given."""
    if device.type == "cuda":
        torch.cuda.synchronize(device)
    elif device.type == "mps":
        torch.mps.synchronize()


def _peak(device: torch.device) -> float:
    """Bytes, nan where the system does not tell."""
    if device.type == "cuda":
        return float(torch.cuda.max_memory_allocated(device))
    if sys.platform == "win32":
        return float("nan")
    import resource

    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return float(size if sys.platform == "darwin" else 1024 * size)
