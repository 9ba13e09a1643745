"""The mechanism of a study: what it needs, what it measures, and the record it leaves.

A study looks at kept checkpoints (:mod:`.weights`) beside a control: the same networks untrained, or with their
states scrambled. Its figures come from the probes; where it decides a claim, the rule is the probe's, fixed before
any network was trained. What it says of these networks stands in the figures as ``networks``; the verdict on the
claim is inconclusive while one of them has less than half of the training of budget full, for a claim about
trained networks is neither confirmed nor refuted by others. (This condition came after the first measurement of
osc.ode-convergence, by which the claim was not supported; that of robustness was and is inconclusive.) A study
whose checkpoints are not here was not run: it leaves no record. Its record counts as sampled and as trained, for
it samples trained networks; that of a study of published runs, which has no checkpoints, as sampled alone.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from phasebound.analysis import records

from ..data import sources
from ..tables import table as tables
from . import weights
from .weights import Checkpoint, Missing

NAMES = (
    "kws_net",
    "sva_net",
    "robustness",
    "ode_convergence",
    "coherence",
    "drift",
    "lm_net",
    "exponent",
)

Figures = dict[str, Any]
Configuration = Mapping[str, Any]


@dataclass(frozen=True)
class Nets:
    """The checkpoints at hand (``missing``: those that are not) and the folder of their weights."""

    checkpoints: tuple[Checkpoint, ...]
    missing: tuple[Checkpoint, ...] = ()
    folder: Path | None = None

    def trained(self, checkpoint: Checkpoint) -> nn.Module:
        """With its kept weights."""
        return weights.load(*checkpoint, folder=self.folder)

    def pair(self, checkpoint: Checkpoint) -> dict[str, nn.Module]:
        """The trained network and its control."""
        return {"trained": self.trained(checkpoint), "untrained": weights.untrained(*checkpoint)}


@dataclass(frozen=True)
class Study:
    """A study.

    ``protocol`` counts up when the meaning of the figures changes. ``measure(configuration, nets)`` gives the
    figures, ``rule`` the verdict on ``claim`` from them. ``any_of``: some of the checkpoints are enough, and
    the figures say which. ``reads``: whether it needs the data that the networks were trained on.
    """

    name: str
    title: str
    protocol: int
    checkpoints: tuple[Checkpoint, ...]
    configuration: Configuration
    smoke: Configuration
    measure: Callable[[Configuration, Nets], Figures]
    claim: str | None = None
    rule: Callable[[Figures], str] | None = None
    any_of: bool = False
    reads: bool = True

    def __post_init__(self) -> None:
        if (self.claim is None) != (self.rule is None):
            raise ValueError(f"{self.name}: a claim needs a rule, and a rule a claim")


def evenly(pieces: Tensor, count: int) -> Tensor:
    """``count`` pieces [number, ...] from a whole split, at even distances: its first pieces are one article."""
    if not 1 <= count <= len(pieces):
        raise ValueError(f"{count} pieces of {len(pieces)} are asked for")
    return pieces[torch.arange(count) * len(pieces) // count]


def on_all_seeds(verdict: Callable[[list[Figures]], str]) -> Callable[[Figures], str]:
    """The rule of a study whose figures are {"seeds": {seed: ...}}: a probe's verdict on the list of them."""
    return lambda figures: verdict(list(figures["seeds"].values()))


def load(name: str) -> Study:
    """The study of a module; ValueError for an unknown name."""
    if name not in NAMES:
        raise ValueError(f"no study {name!r}; there are {', '.join(NAMES)}")
    study: Study = importlib.import_module(f"{__package__}.{name}").STUDY
    return study


def gather(study: Study, folder: Path | None = None) -> Nets:
    """The checkpoints that are here. Raises Missing if the study cannot be made of them."""
    place = folder or weights.committed()
    here = tuple(c for c in study.checkpoints if (place / c.file).is_file())
    missing = tuple(c for c in study.checkpoints if c not in here)
    if missing and not (study.any_of and here):
        weights.load(*missing[0], folder=folder)  # says in one line what to do
    return Nets(here, missing, folder)


def _kind(study: Study) -> str:
    if study.claim is None:
        return "training-run"
    return "study" if study.checkpoints else "experiment"


def _budget(checkpoints: Sequence[Checkpoint]) -> dict[str, Any]:
    """The training of the least trained network; a share of the paper's only where all of theirs are known."""
    if not checkpoints:
        return records.budget(1.0, 1.0, "trainings")  # theirs
    full = [tables.plan(tables.load(c.table), "full") for c in checkpoints]
    ours = min(weights.share(*c) for c in checkpoints)
    if any(whole.published is None for whole in full):
        return records.budget(ours, None, "trainings of budget full")
    return records.budget(ours, 1.0, "trainings")


def run(study: Study, out: Path, *, smoke: bool = False, folder: Path | None = None) -> records.Record:
    """Measure, write the record to ``out`` and return it.

    Raises Missing for missing checkpoints, DataError for missing data, before anything is computed.
    """
    nets = gather(study, folder)
    if study.reads:
        for name in sorted({n for c in nets.checkpoints for n in _needs(c)}):
            sources.locate(name)
    configuration = study.smoke if smoke else study.configuration
    start = time.perf_counter()
    with tables.one_thread():
        figures = study.measure(configuration, nets)
    budget, verdict = _budget(nets.checkpoints), None
    if study.rule is not None:
        figures["networks"] = study.rule(figures)
        verdict = figures["networks"] if budget["ours"] >= tables.ENOUGH else "inconclusive"
    record = records.new_record(
        kind=_kind(study),
        id=f"study-{study.name.replace('_', '-')}",
        claim=study.claim,
        verdict=verdict,
        protocol=study.protocol,
        configuration={
            "study": study.name,
            "checkpoints": {c.file: weights.sha256(c, folder) for c in nets.checkpoints},
            **configuration,
        },
        seed=int(configuration["seed"]),
        figures={**figures, "missing": [c.file for c in nets.missing]},
        budget=budget,
        wall_seconds=time.perf_counter() - start,
        smoke=smoke,
    )
    records.write(record, out)
    return record


def _needs(checkpoint: Checkpoint) -> tuple[str, ...]:
    return tables.plan(tables.load(checkpoint.table), checkpoint.budget).needs


def keep(study: Study, out: Path, folder: Path | None = None) -> tuple[list[Path], list[str]]:
    """Take the study's checkpoints over from the training folder of a run: (kept files, why others are not)."""
    kept, lacking = [], []
    for checkpoint in study.checkpoints:
        try:
            kept.append(weights.keep(out, *checkpoint, folder=folder))
        except Missing as reason:
            lacking.append(str(reason))
    return kept, lacking
