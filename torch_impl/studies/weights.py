"""Kept checkpoints of tables: one safetensors file a network, ``TABLE-BUDGET-ARM-SEED.safetensors``.

A study of a trained network must name its weights, so that another can look at the same ones. What is kept is
taken from the training folder of ``phasebound reproduce`` only if the run there was finished and is that of
the arm as it stands: its training state says whose it is.
"""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from safetensors import SafetensorError, safe_open
from safetensors.torch import load_file
from torch import nn

from phasebound.analysis.files import replacing

from ..checks import require
from ..tables import table as tables
from ..train import digest, fresh_model


class Missing(ValueError):
    """A checkpoint that is not here: one line that names its file and the commands that make it."""


class Checkpoint(NamedTuple):
    """A trained network: a seed of an arm of a table under a budget."""

    table: str
    budget: str
    arm: str
    seed: int

    @property
    def file(self) -> str:
        """The name of its file."""
        return f"{self.table}-{self.budget}-{self.arm}-{self.seed}.safetensors"

    @property
    def command(self) -> str:
        """What trains it."""
        return (
            f"phasebound reproduce {self.table} --budget {self.budget} --arms {self.arm} "
            f"--seeds {self.seed} --out DIR"
        )


def committed() -> Path:
    """Where the committed checkpoints lie."""
    return Path(__file__).resolve().parents[1] / "weights"


def arm_of(table: str, budget: str, arm: str, seed: int) -> tables.Arm:
    """The arm of a checkpoint; ValueError for what the table does not have."""
    whole = tables.plan(tables.load(table), budget)
    ((found,), _) = tables.chosen(whole, [arm])
    seeds = whole.seeds_of(found)
    require(
        seed in seeds, f"{arm} has no seed {seed} in budget {budget}; its seeds are {seeds[0]} to {seeds[-1]}"
    )
    return found


def share(table: str, budget: str, arm: str, seed: int) -> float:
    """Sequences that the checkpoint was trained on, over those of one run of budget full."""

    def sequences(budget: str) -> int:
        whole = tables.plan(tables.load(table), budget)
        ((found,), _) = tables.chosen(whole, [arm])
        return found.config.steps * int(getattr(found.task, "batch_size", 1))  # no field: always the same

    return sequences(budget) / sequences("full")


def load(table: str, budget: str, arm: str, seed: int, folder: Path | None = None) -> nn.Module:
    """The trained network, in evaluation mode. Raises Missing, or ValueError for a damaged or foreign file."""
    checkpoint = Checkpoint(table, budget, arm, seed)
    path = (folder or committed()) / checkpoint.file
    arm_of(*checkpoint)
    if not path.is_file():
        raise Missing(
            f"{checkpoint.file} is not here; make it with {checkpoint.command} and keep it with "
            "python -m phasebound.torch_impl.studies STUDY --keep DIR"
        )
    return restored(path, checkpoint)


def restored(path: Path, checkpoint: Checkpoint) -> nn.Module:
    """The network of a checkpoint with the weights of a file, in evaluation mode."""
    model = arm_of(*checkpoint).task.model()
    try:
        model.load_state_dict(load_file(path))
    except SafetensorError as error:
        raise ValueError(f"{path.name} is damaged: {' '.join(str(error).split())}") from None
    except RuntimeError:  # torch lists every parameter; which file it is says enough
        raise ValueError(f"{path.name} does not hold the weights of {checkpoint.arm}") from None
    return model.eval()


def untrained(table: str, budget: str, arm: str, seed: int) -> nn.Module:
    """The same network as its seed drew it, before the first step; in evaluation mode."""
    return fresh_model(arm_of(table, budget, arm, seed).task, seed).eval()


def sha256(checkpoint: Checkpoint, folder: Path | None = None) -> str:
    """The digest of a kept file."""
    return hashlib.sha256(((folder or committed()) / checkpoint.file).read_bytes()).hexdigest()


def keep(out: Path, table: str, budget: str, arm: str, seed: int, folder: Path | None = None) -> Path:
    """Copy a network's weights from the training folder of a run to ``folder``, all or nothing; the new path.

    Raises Missing where the run has no finished training of it, ValueError where what lies there belongs to
    another configuration or does not load.
    """
    checkpoint = Checkpoint(table, budget, arm, seed)
    source = _finished(out, checkpoint)
    target = (folder or committed()) / checkpoint.file
    with replacing(target) as part:
        shutil.copyfile(source, part)
        restored(part, checkpoint)
    return target


def _finished(out: Path, checkpoint: Checkpoint) -> Path:
    """The weights of a finished run of the checkpoint's arm, by the owner that its training state names."""
    whole = tables.plan(tables.load(checkpoint.table), checkpoint.budget)
    ((arm,), _) = tables.chosen(whole, [checkpoint.arm])
    arm_of(*checkpoint)
    foreign = False
    for path, seeds in _candidates(out, checkpoint, tables.identity(arm)):
        state = path.with_name("state.safetensors")
        if not state.is_file():
            continue
        try:
            with safe_open(state, "pt") as file:
                about = file.metadata() or {}
        except SafetensorError as error:
            raise ValueError(f"{state.name} of {path.parent.name} is damaged: {error}") from None
        if about.get("owner") == digest(arm.task, arm.config, seeds) and about.get("step") == str(
            arm.config.steps
        ):
            return path
        foreign = True
    if foreign:
        raise ValueError(
            f"the training of {checkpoint.arm}, seed {checkpoint.seed}, belongs to another configuration or "
            f"budget than {checkpoint.budget}, or is not finished"
        )
    raise Missing(
        f"no training of {checkpoint.arm}, seed {checkpoint.seed}, there; make it with {checkpoint.command}"
    )


def _candidates(out: Path, checkpoint: Checkpoint, identity: str) -> Iterator[tuple[Path, tuple[int, ...]]]:
    """Files that may hold the weights, with the seeds that were trained together; also those of runs from
    before folders were named by configuration."""
    home = out / "training" / checkpoint.table
    for folder in (home / f"{checkpoint.arm}-{identity}", home / checkpoint.arm):
        for path in sorted(folder.glob(f"*/weights-{checkpoint.seed}.safetensors")):
            if group := re.fullmatch(r"ensemble-(\d+)-(\d+)", path.parent.name):
                first, count = map(int, group.groups())
                yield path, tuple(range(first, first + count))
            elif path.parent.name == f"seed-{checkpoint.seed}":
                yield path, (checkpoint.seed,)
