"""osc.rate-vs-dimension: the rate is |h|; what changes with d is the spread of the settling time and the
law of |h|.

At fixed |h| the mean and the median of the signed settling time are T* in every dimension, its standard
deviation is sqrt(psi_1((d-1)/2)/2)/|h|, E max(0, time) and upper quantiles fall, lower quantiles rise. For
iid uniform anchors the moments of |h| are compared with the law: E|h|^2 does not depend on d, E|h| rises to
norm(w), E 1/|h| falls to 1/norm(w). Up to d = 32 all of it is direct, 10^6 integrated trajectories and 10^6
sets of anchors in R^d; above, the time follows from the start's angle and |h| from the radial chain.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from phasebound.analysis import laws, sphere
from phasebound.analysis.checks import FloatArray
from phasebound.analysis.estimate import Comparison, Estimate, mean_of_sums, proportion
from phasebound.analysis.experiments import Configuration, Experiment, chunk_counts
from phasebound.analysis.jobs import Job, stream
from phasebound.analysis.montecarlo import Degenerate, direct, radial

_CHUNK = 100_000
_DIRECT = 32


def sums(
    n: int, d: int, weights: list[float], angle: float, seed: int, path: list[int]
) -> dict[str, list[float]]:
    """Sums of x and x^2 over n samples, and counts of settling times below their quantiles."""
    rng = stream(seed, *path)
    shift = float(np.arcsinh(1.0 / np.tan(angle)))
    time = np.concatenate([_times(k, d, angle, rng) for k in chunk_counts(n, max(1000, 4_000_000 // d))])
    h = _norms(n, d, weights, rng)
    columns = {
        "time": time,
        "square deviation": (time - shift) ** 2,
        "positive time": np.maximum(time, 0.0),
        "h2": h**2,
        "h2 square deviation": (h**2 - float(np.dot(weights, weights))) ** 2,
        "h": h,
        "1/h": 1.0 / h,
    }
    out = {name: [float(x.sum()), float((x * x).sum())] for name, x in columns.items()}
    for level in (0.05, 0.5, 0.95):
        quantile = laws.settling_time_quantile(d, 1.0, level, angle)
        out[f"below {level}"] = [float(np.count_nonzero(time <= quantile))]
    return out


def _times(n: int, d: int, angle: float, rng: np.random.Generator) -> FloatArray:
    """Signed settling times at |h| = 1 of n uniform starts: integrated up to d = 32, by the closed form above."""
    z = sphere.uniform_points(rng, (n,), d)
    if d <= _DIRECT:
        return direct.settling_times(z, sphere.uniform_points(rng, (n,), d), angle)
    axis = np.zeros(d)
    axis[0] = 1.0
    phi = sphere.angles(z, axis)
    result: FloatArray = np.arcsinh(1.0 / np.tan(angle)) + np.log(np.tan(0.5 * phi))
    return result


def _norms(n: int, d: int, weights: list[float], rng: np.random.Generator) -> FloatArray:
    """n samples of |h|: anchors in R^d up to d = 32, the radial chain above."""
    if d > _DIRECT:
        return radial.norms(d, np.sort(np.asarray(weights))[::-1], n, rng)
    problem = Degenerate(d, tuple(weights), 1.0)
    parts = [direct.couplings(problem, k, rng) for k in chunk_counts(n, 10_000)]
    result: FloatArray = np.linalg.norm(np.concatenate(parts), axis=1)
    return result


def jobs(c: Configuration, seed: int) -> list[Job]:
    """Chunks of each dimension."""
    fixed = {"weights": c["weights"], "angle": c["angle"], "seed": seed}
    return [
        Job(f"{d}:{k}", sums, {"n": n, "d": d, "path": [i, k], **fixed})
        for i, d in enumerate(c["d"])
        for k, n in enumerate(chunk_counts(c["samples"], _CHUNK))
    ]


def _mean(parts: list[dict[str, list[float]]], name: str, n: int, seed: int) -> Estimate:
    first, second = (math.fsum(p[name][k] for p in parts) for k in (0, 1))
    return mean_of_sums(first, second, n, seed)


def reduce(c: Configuration, results: list[Any], seed: int) -> tuple[dict[str, Any], list[Comparison]]:
    """Moments and quantiles against the laws, and the direction in which they move with d."""
    n, size = c["samples"], len(chunk_counts(c["samples"], _CHUNK))
    shift = float(np.arcsinh(1.0 / np.tan(c["angle"])))
    comparisons: list[Comparison] = []
    table: dict[str, Any] = {}
    rows: dict[str, list[Estimate]] = {}
    for i, d in enumerate(c["d"]):
        parts = results[i * size : (i + 1) * size]
        moments = laws.coupling_moments(d, c["weights"])
        expected = {
            "time": shift,
            "square deviation": float(laws.settling_time_std(d, 1.0)) ** 2,
            "positive time": laws.settling_time_mean_positive(d, 1.0, c["angle"]),
            "h2": moments.mean_square,
            "h2 square deviation": moments.variance_square,
            "h": moments.mean,
        }
        if d > 2:  # the variance of 1/|h| is infinite at d = 2, so its mean has no standard error
            expected["1/h"] = moments.mean_inverse
        for name, law in expected.items():
            e = _mean(parts, name, n, seed)
            rows.setdefault(name, []).append(e)
            table[f"{name} d={d}"] = e.as_dict()
            comparisons.append(Comparison(f"{name} d={d}", e, law, 0.1 * max(abs(law), 1e-3)))
        for level in (0.05, 0.5, 0.95):
            e = proportion(int(sum(p[f"below {level}"][0] for p in parts)), n, seed)
            comparisons.append(Comparison(f"quantile {level} d={d}", e, level, 0.02))
    directions = {
        "square deviation": "at-most",
        "positive time": "at-most",
        "h": "at-least",
        "1/h": "at-most",
    }
    for name, kind in directions.items():
        for low, high in zip(rows[name], rows[name][1:], strict=False):
            change, error = high.value - low.value, math.hypot(high.stderr, low.stderr)
            e = Estimate(change, error, (change - 2.576 * error, change + 2.576 * error), n, seed)
            # neighbouring dimensions may be too close to tell apart; a contradiction must still be seen
            comparisons.append(
                Comparison(
                    f"{name} moves with d", e, 0.0, 0.02, "at-most" if kind == "at-most" else "at-least"
                )
            )
    return {"estimates": table}, comparisons


EXPERIMENT = Experiment(
    id="rate_vs_dimension",
    claim="osc.rate-vs-dimension",
    protocol=2,
    configuration={
        "d": [2, 3, 5, 16, 32, 64, 256],
        "weights": [1.0, 0.8, 0.6, 1.2, 0.9],
        "angle": 0.1,
        "samples": 1_000_000,
    },
    smoke={"d": [3, 16], "weights": [1.0, 0.6, 0.6], "angle": 0.1, "samples": 50_000},
    jobs=jobs,
    reduce=reduce,
    spent=lambda c: float(c["samples"]),
)
