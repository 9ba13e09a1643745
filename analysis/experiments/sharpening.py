"""osc.sharpening: the power p is an inverse temperature.

a is the Gibbs law of the scores ln(1 + c) at inverse temperature p; its entropy does not rise with p; for
large p the attention goes to the anchors of largest z.r, ties shared equally.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from phasebound.analysis import sphere
from phasebound.analysis.estimate import Comparison
from phasebound.analysis.experiments import Configuration, Experiment, chunk_counts, never
from phasebound.analysis.experiments.readout import attention, entropy
from phasebound.analysis.jobs import Job, stream


def tries(n: int, seed: int, path: list[int]) -> dict[str, int]:
    """n random states: exceptions of each kind."""
    rng = stream(seed, *path)
    out = {"gibbs": 0, "entropy": 0, "limit": 0}
    for _ in range(n):
        d, tokens = int(rng.integers(2, 9)), int(rng.integers(2, 20))
        r, z = sphere.uniform_points(rng, (tokens,), d), sphere.uniform_points(rng, (), d)
        ties = int(rng.integers(1, 4))
        r[:ties] = r[np.argmax(r @ z)]
        powers = np.sort(rng.uniform(0.01, 12.0, 12))
        a = np.stack([attention(z, r, p) for p in powers])
        scores = powers[:, None] * np.log1p(r @ z)
        gibbs = np.exp(scores - scores.max(axis=1, keepdims=True))
        gibbs /= gibbs.sum(axis=1, keepdims=True)
        out["gibbs"] += bool(np.max(np.abs(a - gibbs)) > 1e-12)
        out["entropy"] += bool(np.any(np.diff(entropy(a)) > 1e-12))
        c = r @ z
        top = c >= c.max() - 1e-12
        gap = np.log1p(c.max()) - np.log1p(np.max(c[~top], initial=-0.999999))
        sharp = np.exp(np.log1p(c) * (60.0 / gap) - np.log1p(c.max()) * (60.0 / gap))  # p = 60/gap, in logs
        limit = sharp / sharp.sum()
        out["limit"] += bool(np.max(np.abs(limit - top / top.sum())) > 1e-9)
    return out


def jobs(c: Configuration, seed: int) -> list[Job]:
    """Chunks of states."""
    return [
        Job(f"{k}", tries, {"n": n, "seed": seed, "path": [k]})
        for k, n in enumerate(chunk_counts(c["states"], 2000))
    ]


def reduce(c: Configuration, results: list[Any], seed: int) -> tuple[dict[str, Any], list[Comparison]]:
    """No exception of any kind."""
    counts = {k: int(sum(p[k] for p in results)) for k in ("gibbs", "entropy", "limit")}
    return {"exceptions": counts}, [never(k, v, c["states"], seed, 0.01) for k, v in counts.items()]


EXPERIMENT = Experiment(
    id="sharpening",
    claim="osc.sharpening",
    protocol=1,
    configuration={"states": 40_000},
    smoke={"states": 2000},
    jobs=jobs,
    reduce=reduce,
    spent=lambda c: float(c["states"]),
    unit="states",
)
