"""Training one seed, resumable to the same bits.

Everything random is a function of (seed, purpose, step): the initial weights, the batch of a step, its
dropout masks. So a run has no hidden state beyond weights and optimiser, a seed's result depends neither on
the other seeds nor on evaluations in between, and a resumed run continues with the bits of an uninterrupted
one. Another kind of processor rounds sums in another order: see figures/reruns.py for what that changes.
"""

from __future__ import annotations

import functools
import hashlib
import json
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch
from safetensors import safe_open
from safetensors.torch import save_file
from torch import Tensor, nn

from phasebound.analysis.files import replacing, write_text

from .checks import require
from .dropout import dropout_from

PURPOSES = ("init", "order", "dropout")


def stream_seed(seed: int, purpose: str, step: int = 0) -> int:
    """A 63-bit seed for one purpose at one step, independent of all others (numpy's SeedSequence)."""
    words = np.random.SeedSequence([seed, PURPOSES.index(purpose), step]).generate_state(1, np.uint64)
    return int(words[0]) >> 1


def stream(seed: int, purpose: str, step: int = 0) -> torch.Generator:
    """The generator with :func:`stream_seed`."""
    return torch.Generator().manual_seed(stream_seed(seed, purpose, step))


def mask_stream(seed: int, step: int) -> np.random.Generator:
    """Where a step's dropout masks come from."""
    return np.random.default_rng(stream_seed(seed, "dropout", step))


@functools.lru_cache(maxsize=256)
def epoch_order(size: int, seed: int, epoch: int) -> Tensor:
    """The order of ``size`` examples in an epoch."""
    return torch.randperm(size, generator=stream(seed, "order", epoch))


def epoch_batch(size: int, batch: int, seed: int, step: int) -> Tensor:
    """Indices of the examples of a step; an incomplete last batch of an epoch is dropped."""
    require(1 <= batch <= size, f"a batch of {batch} from {size} examples")
    epoch, within = divmod(step, size // batch)
    return epoch_order(size, seed, epoch)[within * batch : (within + 1) * batch]


Batch = tuple[Tensor, ...]
Call = Callable[..., Any]
"""A model as a function of its inputs: a module, or a module with its parameters filled in."""


class Task(Protocol):
    """What is trained on what. Implementations are frozen dataclasses, so that jobs can be sent to any
    worker."""

    def model(self) -> nn.Module:
        """A fresh model, drawn from torch's global stream (seeded by the caller)."""
        ...

    def batch(self, seed: int, step: int) -> Batch:
        """The batch of a step: a function of seed and step alone, on the CPU, of the same shape at every
        seed."""
        ...

    def loss(self, model: Call, batch: Batch) -> Tensor:
        """The scalar to be minimised."""
        ...

    def evaluate(self, model: Call, seed: int, last: bool) -> dict[str, Any]:
        """Figures to report; the model is in evaluation mode. ``last``: the run ends here, so figures that
        cost more and are wanted once belong here."""
        ...


OPTIMIZERS = ("adam", "adamw", "adamw-fused")
""" "adamw-fused" is AdamW in one kernel: the same formula in another order of rounding, six times faster on a
CPU."""


@dataclass(frozen=True)
class TrainConfig:
    """How it is trained: optimiser, schedule (linear warm-up, then cosine to ``final`` times the rate),
    clipping.

    ``cosine_every``: the cosine moves once in so many steps (an epoch, say) instead of at each.
    """

    steps: int
    learning_rate: float
    optimizer: str = "adamw"
    weight_decay: float = 1e-4
    betas: tuple[float, float] = (0.9, 0.999)
    warmup: int = 0
    final: float = 0.0
    cosine_every: int = 1
    clip: float = 1.0
    evaluate_every: int = 0
    save_every: int = 0
    device: str = "auto"

    def __post_init__(self) -> None:
        require(self.steps >= 1, f"steps must be positive, got {self.steps}")
        require(self.learning_rate > 0, f"learning_rate must be positive, got {self.learning_rate}")
        require(
            self.optimizer in OPTIMIZERS,
            f"optimizer must be one of {', '.join(OPTIMIZERS)}, got {self.optimizer!r}",
        )
        require(self.cosine_every >= 1, f"cosine_every must be positive, got {self.cosine_every}")

    def rate(self, step: int) -> float:
        """The learning rate of a step, 0 <= step < steps."""
        at = step // self.cosine_every * self.cosine_every
        wave = (1 + math.cos(math.pi * at / self.steps)) / 2
        return (
            self.learning_rate
            * min(1.0, (step + 1) / max(1, self.warmup))
            * (self.final + (1 - self.final) * wave)
        )

    def build(self, parameters: list[Tensor]) -> torch.optim.Optimizer:
        kind = torch.optim.Adam if self.optimizer == "adam" else torch.optim.AdamW
        return kind(
            parameters,
            lr=self.learning_rate,
            betas=self.betas,
            weight_decay=self.weight_decay,
            fused=True if self.optimizer == "adamw-fused" else None,
        )


def pick_device(name: str) -> torch.device:
    """ "auto": CUDA, else Apple's, else the CPU."""
    if name != "auto":
        return torch.device(name)
    if torch.cuda.is_available():
        return torch.device("cuda")
    return torch.device("mps" if torch.backends.mps.is_available() else "cpu")


def fresh_model(task: Task, seed: int) -> nn.Module:
    """The task's model as a seed draws it; the global stream is left as it was."""
    with torch.random.fork_rng():
        torch.manual_seed(stream_seed(seed, "init"))
        return task.model()


def from_cpu(model: Call, device: torch.device) -> Call:
    """The model for :meth:`Task.evaluate`: takes tensors from the CPU, gives its answer back there."""

    def call(*inputs: Any) -> Tensor:
        out: Tensor = model(*(x.to(device) if isinstance(x, Tensor) else x for x in inputs))
        return out.cpu()

    return call


class Program(Protocol):
    """One seed or an ensemble, as :func:`fit` sees it."""

    parameters: dict[str, Tensor]
    buffers: dict[str, Tensor]
    seeds: tuple[int, ...]

    def losses(self, step: int) -> Tensor:
        """[seeds], with a graph."""
        ...

    def clip(self, bound: float) -> None:
        """Each member's gradient to at most this norm."""
        ...

    def evaluate(self, last: bool) -> list[dict[str, Any]]:
        """One dictionary a seed."""
        ...

    def states(self) -> list[dict[str, Tensor]]:
        """One state_dict a seed, as the task's model takes it."""
        ...


class Single:
    """One seed."""

    def __init__(self, task: Task, config: TrainConfig, seed: int) -> None:
        self.seeds: tuple[int, ...] = (seed,)
        self.task, self.device = task, pick_device(config.device)
        self.module = fresh_model(task, seed).to(self.device)
        self.parameters: dict[str, Tensor] = {
            n: p for n, p in self.module.named_parameters() if p.requires_grad
        }
        self.buffers = dict(self.module.named_buffers())

    def losses(self, step: int) -> Tensor:
        (seed,) = self.seeds
        self.module.train()
        batch = tuple(t.to(self.device) for t in self.task.batch(seed, step))
        with dropout_from([mask_stream(seed, step)]):
            return self.task.loss(self.module, batch).unsqueeze(0)

    def clip(self, bound: float) -> None:
        nn.utils.clip_grad_norm_(self.parameters.values(), bound)

    @torch.no_grad()
    def evaluate(self, last: bool) -> list[dict[str, Any]]:
        self.module.eval()
        return [self.task.evaluate(from_cpu(self.module, self.device), self.seeds[0], last)]

    def states(self) -> list[dict[str, Tensor]]:
        return [self.module.state_dict()]


def digest(task: Task, config: TrainConfig, seeds: tuple[int, ...]) -> str:
    """What a checkpoint belongs to: the task's type and fields, the configuration, the seeds."""
    told = [f"{type(task).__module__}.{type(task).__qualname__}", repr(task), asdict(config), list(seeds)]
    return hashlib.sha256(json.dumps(told, sort_keys=True, default=repr).encode()).hexdigest()


@dataclass
class Spent:
    """What a run has cost so far, over its interruptions: seconds of wall and of processor time in training
    steps, seconds of wall time in evaluations."""

    wall: float = 0.0
    cpu: float = 0.0
    evaluation: float = 0.0


def save(
    path: Path,
    program: Program,
    optimizer: torch.optim.Optimizer,
    step: int,
    owner: str,
    log: list[str],
    spent: Spent,
) -> None:
    """Weights, buffers, optimiser, step, log and cost in one safetensors file, replaced atomically."""
    tensors = {f"parameter.{n}": p for n, p in program.parameters.items()}
    tensors |= {f"buffer.{n}": b for n, b in program.buffers.items()}
    for i, state in optimizer.state_dict()["state"].items():
        tensors |= {f"optimizer.{i}.{k}": torch.as_tensor(v) for k, v in state.items()}
    about = {"step": str(step), "owner": owner, "log": json.dumps(log), "spent": json.dumps(asdict(spent))}
    write_tensors(path, tensors, about)


def write_tensors(path: Path, tensors: Mapping[str, Tensor], about: dict[str, str] | None = None) -> None:
    """A safetensors file, all or nothing."""
    with replacing(path) as part:
        save_file({n: t.detach().cpu().contiguous().clone() for n, t in tensors.items()}, part, about)


@torch.no_grad()
def load(
    path: Path, program: Program, optimizer: torch.optim.Optimizer, owner: str
) -> tuple[int, list[str], Spent]:
    """Put a checkpoint back; (steps done, log lines, cost). ValueError if it belongs to another run."""
    with safe_open(path, "pt") as file:
        about: Mapping[str, str] = file.metadata() or {}
        require(about.get("owner") == owner, f"{path} belongs to another task, configuration or seed")
        for n, t in {**program.parameters, **program.buffers}.items():
            t.copy_(file.get_tensor(f"{'parameter' if n in program.parameters else 'buffer'}.{n}"))
        state: dict[int, dict[str, Tensor]] = {}
        for name in file.keys():  # noqa: SIM118
            if name.startswith("optimizer."):
                _, i, k = name.split(".")
                state.setdefault(int(i), {})[k] = file.get_tensor(name)
    optimizer.load_state_dict({"state": state, "param_groups": optimizer.state_dict()["param_groups"]})
    spent = Spent(**json.loads(about.get("spent", "{}")))
    return int(about["step"]), list(json.loads(about["log"])), spent


def one_step(program: Program, optimizer: torch.optim.Optimizer, config: TrainConfig, step: int) -> Tensor:
    """One step of training; the losses before it, [seeds]."""
    for group in optimizer.param_groups:
        group["lr"] = config.rate(step)
    optimizer.zero_grad(set_to_none=True)
    losses = program.losses(step)
    torch.autograd.backward(losses.sum())
    program.clip(config.clip)
    optimizer.step()
    return losses.detach()


def fit(
    program: Program, task: Task, config: TrainConfig, folder: Path | None, stop: int | None = None
) -> list[dict[str, Any]]:
    """Train to the end (or to step ``stop``, as if killed there after saving); one record a seed.

    With a folder: ``state.safetensors`` every ``save_every`` steps and at the end, ``log.jsonl`` with one
    line an evaluation, and a start from what is there; at the end each seed's weights as
    ``weights-SEED.safetensors``. A record: {"seed", "steps", "figures", "log", "spent"}; the cost is shared
    equally among the seeds of a program.
    """
    parameters = list(program.parameters.values())
    optimizer = config.build(parameters)
    owner, done, log, spent = digest(task, config, program.seeds), 0, list[str](), Spent()
    path = None if folder is None else folder / "state.safetensors"
    if path is not None and path.exists():
        done, log, spent = load(path, program, optimizer, owner)
    end = config.steps if stop is None else min(stop, config.steps)
    for step in range(done, end):
        wall, cpu = time.perf_counter(), time.process_time()
        losses = one_step(program, optimizer, config, step)
        done = step + 1
        spent.wall += time.perf_counter() - wall
        spent.cpu += time.process_time() - cpu
        if done == config.steps or (config.evaluate_every and done % config.evaluate_every == 0):
            wall = time.perf_counter()
            found = program.evaluate(done == config.steps)
            spent.evaluation += time.perf_counter() - wall
            log += [
                json.dumps({"step": done, "seed": s, "loss": float(l), **f}, sort_keys=True)
                for s, l, f in zip(program.seeds, losses, found, strict=True)
            ]
        if path is not None and (done == end or (config.save_every and done % config.save_every == 0)):
            save(path, program, optimizer, done, owner, log, spent)
            write_text(path.with_name("log.jsonl"), "".join(f"{line}\n" for line in log))
    if folder is not None and done == config.steps:
        for seed, state in zip(program.seeds, program.states(), strict=True):
            write_tensors(folder / f"weights-{seed}.safetensors", state)
    entries = [json.loads(line) for line in log]
    return [
        {
            "seed": seed,
            "steps": done,
            "figures": next((e for e in reversed(entries) if e["seed"] == seed), {}),
            "log": [e for e in entries if e["seed"] == seed],
            "spent": {k: v / len(program.seeds) for k, v in asdict(spent).items()},
        }
        for seed in program.seeds
    ]


@dataclass(frozen=True)
class TrainJob:
    """A task, its configuration and the folder of its runs (None: keep nothing)."""

    task: Task
    config: TrainConfig
    folder: str | None = None

    def home(self, name: str) -> Path | None:
        return None if self.folder is None else Path(self.folder) / name


def train_job(job: TrainJob, seed: int) -> dict[str, Any]:
    """Train one seed: a plain function of a configuration and a seed, for any scheduler."""
    return fit(Single(job.task, job.config, seed), job.task, job.config, job.home(f"seed-{seed}"))[0]
