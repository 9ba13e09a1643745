"""Experiments: one module per claim that sampling can contradict; each writes one record and decides its
verdict.

    python -m phasebound.analysis.experiments caps settling
    python -m phasebound.analysis.experiments --all --smoke    # quick, and counts nothing

A module has ``EXPERIMENT``. Its jobs run through the job mechanism, its figures and its verdict are
functions of their results alone. All experiments together raise a false alarm with probability at most
``SUITE_FALSE_ALARM``: each gets an equal share, and shares it among its comparisons (Bonferroni).
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from phasebound.analysis import records
from phasebound.analysis.estimate import Comparison, Decision, Estimate, decide, proportion
from phasebound.analysis.jobs import Job, Journal, run_jobs

NAMES = (
    "caps",
    "cap_bounds",
    "degenerate_bound",
    "degenerate_exact",
    "degenerate_law",
    "degenerate_rate",
    "design_rule",
    "disorder",
    "explicit_flow",
    "finite_time",
    "linear_stability",
    "local_order",
    "rare_efficiency",
    "rate_vs_dimension",
    "readout_ceiling",
    "readout_rank",
    "readout_settling_error",
    "settling",
    "sharpening",
)
SUITE_FALSE_ALARM = 1e-4
FALSE_ALARM = SUITE_FALSE_ALARM / len(NAMES)

Configuration = dict[str, Any]


@dataclass(frozen=True)
class Experiment:
    """One experiment.

    ``protocol`` counts up when the meaning of the figures changes. ``jobs(configuration, seed)`` lists the
    work; ``reduce(configuration, results, seed)`` gives figures and comparisons. ``published`` is the
    paper's number of samples in units of ``unit`` (None if it has none), ``spent`` ours.
    """

    id: str
    claim: str
    protocol: int
    configuration: Configuration
    smoke: Configuration
    jobs: Callable[[Configuration, int], list[Job]]
    reduce: Callable[[Configuration, list[Any], int], tuple[dict[str, Any], list[Comparison]]]
    spent: Callable[[Configuration], float]
    published: float | None = None
    unit: str = "samples"
    seed: int = 20260612


def load(name: str) -> Experiment:
    """The experiment of a module; raises ValueError for an unknown name."""
    if name not in NAMES:
        raise ValueError(f"no experiment {name!r}; there are {', '.join(NAMES)}")
    experiment: Experiment = importlib.import_module(f"{__name__}.{name}").EXPERIMENT
    return experiment


def run(
    experiment: Experiment,
    out: Path,
    *,
    smoke: bool = False,
    scheduler: str = "in-process",
    workers: int = 1,
    progress: bool = False,
    command: str | None = None,
) -> records.Record:
    """Run or resume an experiment and write its record to ``out/<id>.json``; returns the record."""
    configuration = experiment.smoke if smoke else experiment.configuration
    address = [experiment.id, experiment.protocol, configuration, experiment.seed]
    start = time.perf_counter()
    path = Path(out) / f"{experiment.id}.journal"
    with Journal(path, records.digest(address)) as journal:
        jobs = experiment.jobs(configuration, experiment.seed)
        results = run_jobs(jobs, scheduler=scheduler, workers=workers, journal=journal, progress=progress)
        figures, comparisons = experiment.reduce(configuration, results, experiment.seed)
        decision = decide(comparisons, FALSE_ALARM)
        record = records.new_record(
            kind="experiment",
            id=experiment.id,
            claim=experiment.claim,
            verdict=decision.verdict,
            protocol=experiment.protocol,
            configuration=configuration,
            seed=experiment.seed,
            figures={
                **figures,
                "comparisons": describe(comparisons, decision),
                "decision": decision.as_dict(),
            },
            budget=records.budget(experiment.spent(configuration), experiment.published, experiment.unit),
            wall_seconds=time.perf_counter() - start,
            smoke=smoke,
            command=command or f"python -m phasebound.analysis.experiments {experiment.id}",
        )
        records.write(record, Path(out))
    journal.remove()
    return record


def describe(comparisons: Sequence[Comparison], decision: Decision) -> list[dict[str, Any]]:
    """The comparisons as data: estimate, expected value, deviation in standard errors, status."""
    return [
        {
            "name": c.name,
            "kind": c.kind,
            "estimate": c.estimate.as_dict(),
            "expected": c.expected,
            "resolution": c.resolution,
            "deviation": c.deviation,
            "status": c.status(decision.threshold),
        }
        for c in comparisons
    ]


def never(name: str, exceptions: int, n: int, seed: int, resolution: float) -> Comparison:
    """A comparison for "this never happens": n random tries, each an exception or not.

    Any exception contradicts; without one, support needs n large enough for ``resolution`` (a frequency).
    """
    return Comparison(name, proportion(exceptions, n, seed), 0.0, resolution, "at-most")


def law_comparison(name: str, estimate: Estimate, law: Any, resolution: float) -> Comparison:
    """Estimate against ln of an exact probability with error, on the log scale; ``resolution`` relative."""
    return Comparison(name, estimate.to_log(), law.value, resolution, expected_error=law.error)


def chunk_counts(total: int, size: int) -> list[int]:
    """Sizes of the chunks of ``total`` samples."""
    return [min(size, total - start) for start in range(0, total, size)]


def take(results: Sequence[Any], sizes: Mapping[Any, int]) -> dict[Any, list[Any]]:
    """Split a flat list of results into consecutive groups of the given sizes."""
    out, at = {}, 0
    for key, size in sizes.items():
        out[key] = list(results[at : at + size])
        at += size
    return out
