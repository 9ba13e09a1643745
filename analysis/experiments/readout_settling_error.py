"""osc.readout-settling-error: total variation of the attention at an unsettled state, against n |z - z*|/D.

p = 1, unit anchors, positive weights, z* the equilibrium. States at all distances from z*, few and many
tokens, degenerate anchor sets included. Exceptions are counted; the largest ratio to the bound says how
much of it is used.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from phasebound.analysis import sphere
from phasebound.analysis.estimate import Comparison
from phasebound.analysis.experiments import Configuration, Experiment, chunk_counts, never
from phasebound.analysis.experiments.readout import attention
from phasebound.analysis.jobs import Job, stream


def tries(n: int, seed: int, path: list[int]) -> dict[str, float]:
    """n random systems with 100 states each."""
    rng = stream(seed, *path)
    out = {"bound": 0.0, "denominator": 0.0, "largest": 0.0}
    for _ in range(n):
        d, tokens = int(rng.integers(2, 9)), int(rng.integers(1, 20))
        r = sphere.uniform_points(rng, (tokens,), d)
        if rng.random() < 0.3:  # all anchors along one axis: the extreme denominators
            r = np.where(rng.random((tokens, 1)) < 0.5, 1.0, -1.0) * r[:1]
        h = rng.exponential(1.0, tokens) @ r
        if np.linalg.norm(h) < 1e-9:
            continue
        star = h / np.linalg.norm(h)
        z = star + rng.exponential(1.0, (100, 1)) ** 3 * sphere.uniform_points(rng, (100,), d)
        z /= np.linalg.norm(z, axis=1, keepdims=True)
        settled, moving = attention(star, r, 1.0), attention(z, r, 1.0)
        variation = 0.5 * np.abs(moving - settled).sum(axis=1)
        denominator = float(np.sum(1.0 + r @ star))
        limit = tokens * np.linalg.norm(z - star, axis=1) / denominator
        out["bound"] += bool(np.any(variation > limit + 1e-12))
        out["denominator"] += denominator < 2.0 - 1e-9
        out["largest"] = max(out["largest"], float(np.max(variation / np.maximum(limit, 1e-12))))
    return out


def jobs(c: Configuration, seed: int) -> list[Job]:
    """Chunks of systems."""
    return [
        Job(f"{k}", tries, {"n": n, "seed": seed, "path": [k]})
        for k, n in enumerate(chunk_counts(c["systems"], 1000))
    ]


def reduce(c: Configuration, results: list[Any], seed: int) -> tuple[dict[str, Any], list[Comparison]]:
    """Neither the bound nor the denominator's 2 is ever broken."""
    comparisons = [
        never(k, int(sum(p[k] for p in results)), c["systems"], seed, 0.01) for k in ("bound", "denominator")
    ]
    return {"largest_ratio_to_bound": max(p["largest"] for p in results)}, comparisons


EXPERIMENT = Experiment(
    id="readout_settling_error",
    claim="osc.readout-settling-error",
    protocol=1,
    configuration={"systems": 40_000},
    smoke={"systems": 2000},
    jobs=jobs,
    reduce=reduce,
    spent=lambda c: float(c["systems"] * 100),
    unit="states",
)
