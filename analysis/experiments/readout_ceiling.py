"""osc.readout-ceiling: no attention weight above its ceiling, in random and in adversarial searches.

Balanced anchors (sum r = 0): a <= 2^p/(2^p + (n-1)^{1-p} (n-2)^p) and entropy >= ln n - p ln 2, approached
by a simplex. p = 1: a <= 2/(n - |sum r|). Orthonormal anchors at an equilibrium of positive weights: a <
2/(n+1), approached and never reached.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from phasebound.analysis import sphere
from phasebound.analysis.estimate import Comparison
from phasebound.analysis.experiments import Configuration, Experiment, chunk_counts, never
from phasebound.analysis.experiments.readout import attention, balanced_anchors, entropy, simplex_anchors
from phasebound.analysis.jobs import Job, stream

_SLACK = 1e-10


def search(n: int, seed: int, path: list[int]) -> dict[str, float]:
    """n random configurations with 200 states each (half of them near an anchor): exceptions and
    closest approaches.
    """
    rng = stream(seed, *path)
    out = {
        "balanced": 0,
        "entropy": 0,
        "sum": 0,
        "orthonormal": 0,
        "reach_balanced": 0.0,
        "reach_orthonormal": 0.0,
    }
    for _ in range(n):
        d, tokens = int(rng.integers(2, 9)), int(rng.integers(2, 13))
        power = float(rng.choice([1.0, 1.5, 2.0, 3.0, 5.0]))
        simplex = tokens <= d + 1 and rng.random() < 0.3
        anchors = (simplex_anchors if simplex else balanced_anchors)(rng, tokens, d)
        z = _states(rng, anchors)
        if np.linalg.norm(anchors.sum(axis=0)) < 1e-9:
            a = attention(z, anchors, power)
            ceiling = 2.0**power / (2.0**power + (tokens - 1.0) ** (1.0 - power) * (tokens - 2.0) ** power)
            out["balanced"] += int(np.any(a > ceiling + _SLACK))
            out["entropy"] += int(np.any(entropy(a) < np.log(tokens) - power * np.log(2.0) - _SLACK))
            out["reach_balanced"] = max(out["reach_balanced"], float(a.max()) / ceiling)
        free = sphere.uniform_points(rng, (tokens,), d)
        total = float(np.linalg.norm(free.sum(axis=0)))
        if total < tokens - 1e-6:
            a = attention(_states(rng, free), free, 1.0)
            out["sum"] += int(np.any(a > 2.0 / (tokens - total) + _SLACK))
        frame, _ = np.linalg.qr(rng.standard_normal((tokens, tokens)))
        weights = rng.exponential(1.0, (200, tokens)) ** float(rng.uniform(1.0, 12.0)) + 1e-300
        h = weights @ frame
        a = attention(h / np.linalg.norm(h, axis=1, keepdims=True), frame, 1.0)
        out["orthonormal"] += int(np.any(a > 2.0 / (tokens + 1.0) + _SLACK))
        out["reach_orthonormal"] = max(out["reach_orthonormal"], float(a.max()) * (tokens + 1.0) / 2.0)
    return out


def _states(rng: np.random.Generator, anchors: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    d = anchors.shape[1]
    z = sphere.uniform_points(rng, (200,), d)
    near = anchors[rng.integers(0, len(anchors), 100)] + 0.2 * rng.random((100, 1)) * z[:100]
    z[:100] = near / np.linalg.norm(near, axis=1, keepdims=True)
    z[100] = anchors[0]
    return z


def jobs(c: Configuration, seed: int) -> list[Job]:
    """Chunks of configurations."""
    return [
        Job(f"{k}", search, {"n": n, "seed": seed, "path": [k]})
        for k, n in enumerate(chunk_counts(c["searches"], 250))
    ]


def reduce(c: Configuration, results: list[Any], seed: int) -> tuple[dict[str, Any], list[Comparison]]:
    """No ceiling broken; the closest approaches as figures."""
    n = c["searches"]
    kinds = ("balanced", "entropy", "sum", "orthonormal")
    comparisons = [never(kind, int(sum(p[kind] for p in results)), n, seed, 0.01) for kind in kinds]
    reach = {k: max(p[k] for p in results) for k in ("reach_balanced", "reach_orthonormal")}
    return {"closest_approach": reach}, comparisons


EXPERIMENT = Experiment(
    id="readout_ceiling",
    claim="osc.readout-ceiling",
    protocol=1,
    configuration={"searches": 20_000},
    smoke={"searches": 1000},
    jobs=jobs,
    reduce=reduce,
    spent=lambda c: float(c["searches"] * 200),
    unit="states",
)
