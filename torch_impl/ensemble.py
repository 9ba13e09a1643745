"""Several seeds in one vectorised program, and which way is faster.

Small models spend their time in the overhead of operations; stacking the seeds' parameters shares it. A
member's weights, batches, dropout masks and clipping are those of its own run
(:mod:`phasebound.torch_impl.train`), so both ways agree to float rounding.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch import Tensor
from torch.func import functional_call, stack_module_state
from torch.nn.attention import SDPBackend, sdpa_kernel

from .checks import require
from .dropout import dropout_from
from .train import (
    Batch,
    Single,
    Task,
    TrainConfig,
    TrainJob,
    fit,
    fresh_model,
    from_cpu,
    mask_stream,
    pick_device,
    train_job,
)

Map = Callable[
    [Callable[[tuple[TrainJob, int]], dict[str, Any]], Iterable[tuple[TrainJob, int]]],
    Iterable[dict[str, Any]],
]


class Ensemble:
    """Seeds stacked along a leading dimension; the model must run under torch.vmap."""

    def __init__(self, task: Task, config: TrainConfig, seeds: tuple[int, ...]) -> None:
        require(len(seeds) >= 1, "an ensemble needs a seed")
        require(len(set(seeds)) == len(seeds), f"seeds repeat: {list(seeds)}")
        self.task, self.seeds, self.device = task, seeds, pick_device(config.device)
        modules = [fresh_model(task, seed).to(self.device) for seed in seeds]
        stacked, self.buffers = stack_module_state(modules)
        trained = {n for n, p in modules[0].named_parameters() if p.requires_grad}
        self.frozen = {n: p.detach() for n, p in stacked.items() if n not in trained}
        self.parameters: dict[str, Tensor] = {
            n: p.detach().requires_grad_() for n, p in stacked.items() if n in trained
        }
        self.buffers = {**self.buffers, **self.frozen}
        self.base = copy.deepcopy(modules[0]).to("meta")

    def losses(self, step: int) -> Tensor:
        self.base.train()
        batches = [self.task.batch(seed, step) for seed in self.seeds]
        stacked: Batch = tuple(torch.stack(ts).to(self.device) for ts in zip(*batches, strict=True))

        def loss(parameters: dict[str, Tensor], buffers: dict[str, Tensor], *batch: Tensor) -> Tensor:
            return self.task.loss(lambda *x: functional_call(self.base, {**parameters, **buffers}, x), batch)

        streams = [mask_stream(seed, step) for seed in self.seeds]
        with dropout_from(streams), sdpa_kernel(SDPBackend.MATH):  # the fused kernels have no vmap rule
            out: Tensor = torch.vmap(loss, randomness="error")(self.parameters, self.buffers, *stacked)
        return out

    @torch.no_grad()
    def clip(self, bound: float) -> None:
        grads = [p.grad for p in self.parameters.values() if p.grad is not None]
        norms = torch.stack([g.reshape(len(g), -1).norm(dim=1) for g in grads]).norm(dim=0)  # [seeds]
        factor = (bound / (norms + 1e-6)).clamp(max=1)
        for g in grads:
            g.mul_(factor.view(-1, *[1] * (g.dim() - 1)))

    @torch.no_grad()
    def evaluate(self, last: bool) -> list[dict[str, Any]]:
        self.base.eval()
        return [
            self.task.evaluate(
                from_cpu(lambda *x, m=member: functional_call(self.base, m, x), self.device), seed, last
            )
            for seed, member in zip(self.seeds, self._members(), strict=True)
        ]

    def _members(self) -> list[dict[str, Tensor]]:
        everything = {**self.parameters, **self.buffers}
        return [{n: t[i] for n, t in everything.items()} for i in range(len(self.seeds))]

    def states(self) -> list[dict[str, Tensor]]:
        kept = self.base.state_dict()
        return [{n: t for n, t in member.items() if n in kept} for member in self._members()]


def train_ensemble(job: TrainJob, seeds: tuple[int, ...]) -> list[dict[str, Any]]:
    """Train all seeds in one program; resumable like a single run. One record a seed."""
    name = f"ensemble-{seeds[0]}-{len(seeds)}" if seeds else ""
    return fit(Ensemble(job.task, job.config, seeds), job.task, job.config, job.home(name))


def measure(job: TrainJob, seeds: tuple[int, ...], steps: int = 3) -> dict[str, float]:
    """Seconds for a step of all seeds, {"jobs": one after the other, "ensemble": vectorised}; least of
    ``steps``."""
    single, ensemble = Single(job.task, job.config, seeds[0]), Ensemble(job.task, job.config, seeds)
    least: dict[str, float] = {}
    for step in range(steps + 1):
        for name, program, times in (("jobs", single, len(seeds)), ("ensemble", ensemble, 1)):
            start = time.perf_counter()
            torch.autograd.backward(program.losses(step).sum())
            if step:  # the first is a warm-up
                least[name] = min(least.get(name, float("inf")), times * (time.perf_counter() - start))
    return least


def _one(pair: tuple[TrainJob, int]) -> dict[str, Any]:
    return train_job(*pair)


def run_seeds(
    job: TrainJob, seeds: tuple[int, ...], *, way: str = "auto", mapper: Map = map, workers: int = 1
) -> list[dict[str, Any]]:
    """Train every seed: as "jobs" through ``mapper`` (map, a pool's map, …), as one "ensemble", or by
    measurement.

    "auto" compares a step of the ensemble with a step of all jobs over ``workers``.
    """
    require(way in ("auto", "jobs", "ensemble"), f"way must be 'auto', 'jobs' or 'ensemble', got {way!r}")
    if way == "auto":
        seconds = measure(job, seeds)
        way = "ensemble" if seconds["ensemble"] < seconds["jobs"] / workers else "jobs"
    if way == "ensemble":
        return train_ensemble(job, seeds)
    return list(mapper(_one, [(job, seed) for seed in seeds]))
