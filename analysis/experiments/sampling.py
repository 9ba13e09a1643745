"""The common case: a list of (problem, method, samples) estimated by the samplers and compared with
the exact laws.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from phasebound.analysis import montecarlo
from phasebound.analysis.estimate import Estimate
from phasebound.analysis.jobs import Job
from phasebound.analysis.montecarlo import Problem

Case = tuple[Problem, str, int]


def label(problem: Problem, method: str) -> str:
    """A short name: method, dimension and the parameters that differ from their defaults."""
    fields = {k: v for k, v in problem.__dict__.items() if v is not None and k not in ("d", "kind")}
    if isinstance(fields.get("weights"), tuple):
        fields["weights"] = "(" + ", ".join(f"{w:g}" for w in fields["weights"]) + ")"
    parts = ", ".join(f"{k}={v:.6g}" if isinstance(v, float) else f"{k}={v}" for k, v in fields.items())
    return f"{method} d={problem.d} {parts}"


def jobs(cases: Sequence[Case], seed: int, chunk: int = montecarlo.CHUNK) -> list[Job]:
    """The jobs of all cases, each on streams of its own."""
    return [
        job
        for index, (problem, method, samples) in enumerate(cases)
        for job in montecarlo.chunk_jobs(problem, method, samples, seed, index, chunk)
    ]


def estimates(
    cases: Sequence[Case], results: Sequence[Any], seed: int, chunk: int = montecarlo.CHUNK
) -> list[Estimate]:
    """The estimates of all cases from the results of :func:`jobs`."""
    out, at = [], 0
    for _, _, samples in cases:
        size = -(-samples // chunk)
        out.append(montecarlo.merge_chunks(results[at : at + size], seed))
        at += size
    return out
