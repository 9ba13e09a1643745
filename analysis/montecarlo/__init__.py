"""Three samplers behind one interface: *direct*, *radial* (chain) and *rare* (tilted chain, log domain).

    estimate(Degenerate(d=512, weights=(1,)*5, radius=.7), "rare", samples=200_000, seed=1)

The samples are split into chunks of fixed size; chunk k of problem i draws from ``jobs.stream(seed, i,
k)``, and the sums are merged in the order of the chunks, so the estimate has the same bits for any
scheduler and number of workers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from phasebound.analysis import checks
from phasebound.analysis.estimate import CONFIDENCE, Estimate, Sums, proportion
from phasebound.analysis.jobs import Job, Journal, run_jobs, stream
from phasebound.analysis.montecarlo import direct, problems, radial, rare
from phasebound.analysis.montecarlo.problems import Antipodal, Degenerate, Disorder, Problem, Settling

METHODS = ("direct", "radial", "rare")
CHUNK = 100_000

__all__ = [
    "CHUNK",
    "METHODS",
    "Antipodal",
    "Degenerate",
    "Disorder",
    "Problem",
    "Settling",
    "chunk_jobs",
    "estimate",
    "estimate_all",
    "merge_chunks",
    "sample_chunk",
]


def sample_chunk(
    problem: dict[str, Any], method: str, n: int, seed: int, path: Sequence[int]
) -> dict[str, Any]:
    """One job: n samples from the stream at (seed, *path); a count of hits, or sums in the log domain."""
    event = problems.from_dict(problem)
    rng = stream(seed, *path)
    if method == "rare":
        sums = rare.sums(event, n, rng)
        return {"n": sums.n, "log_sum": sums.log_sum, "log_square": sums.log_square}
    module = direct if method == "direct" else radial
    return {"n": n, "hits": module.hits(event, n, rng)}


def chunk_jobs(
    problem: Problem, method: str, samples: int, seed: int, index: int = 0, chunk: int = CHUNK
) -> list[Job]:
    """The jobs of one estimate; ``index`` separates the streams of several problems of one run."""
    checks.one_of(method, "method", METHODS)
    total, size = checks.count(samples, "samples", 2), checks.count(chunk, "chunk")
    if method != "direct" and not (radial if method == "radial" else rare).supports(problem):
        raise ValueError(f"method {method} does not cover this {problem.kind} problem; use direct")
    data = problems.to_dict(problem)
    return [
        Job(
            f"{index}:{method}:{k}",
            sample_chunk,
            {
                "problem": data,
                "method": method,
                "n": min(size, total - start),
                "seed": seed,
                "path": [index, METHODS.index(method), k],
            },
        )
        for k, start in enumerate(range(0, total, size))
    ]


def merge_chunks(parts: Sequence[dict[str, Any]], seed: int, confidence: float = CONFIDENCE) -> Estimate:
    """The estimate of all chunks, merged in order: a proportion (linear scale) or a log-scale mean."""
    if "hits" in parts[0]:
        return proportion(sum(p["hits"] for p in parts), sum(p["n"] for p in parts), seed, confidence)
    merged = Sums.merge(Sums(p["n"], p["log_sum"], p["log_square"]) for p in parts)
    return merged.estimate(seed, confidence)


def estimate_all(
    cases: Sequence[tuple[Problem, str]],
    samples: int,
    seed: int,
    *,
    chunk: int = CHUNK,
    scheduler: str = "in-process",
    workers: int = 1,
    journal: Journal | None = None,
    progress: bool = False,
) -> list[Estimate]:
    """Estimates of several (problem, method) cases in one run of the job mechanism."""
    groups = [chunk_jobs(p, m, samples, seed, i, chunk) for i, (p, m) in enumerate(cases)]
    flat = [job for group in groups for job in group]
    results = run_jobs(flat, scheduler=scheduler, workers=workers, journal=journal, progress=progress)
    out, at = [], 0
    for group in groups:
        out.append(merge_chunks(results[at : at + len(group)], seed))
        at += len(group)
    return out


def estimate(problem: Problem, method: str, samples: int, seed: int, **options: Any) -> Estimate:
    """P(event) by one method. ``options`` as :func:`estimate_all`. Raises ValueError for bad arguments."""
    return estimate_all([(problem, method)], samples, seed, **options)[0]
