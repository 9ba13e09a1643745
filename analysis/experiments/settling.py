"""osc.settling-time: the time at which an integrated trajectory enters the tolerance cone, against the
closed form and its law.

Trajectory by trajectory (deterministic, so one exception contradicts and nothing is averaged): adaptive
integration (DOP853) with event location, random start, drive, angle and dimension, to ``tolerance``; and
every one of the trajectories below to ``step_tolerance``.

The law for a uniform start: 10^6 trajectories by fixed steps in R^d with event location in each of several
dimensions up to 32, each with its own |h| and angle. Mean, variance, mean positive part, quantiles and the
distribution function are compared; none of the laws is used by the trajectories. Starts inside the cone
are integrated backwards: their signed time is negative.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy import integrate as scipy_integrate

from phasebound.analysis import flow, laws, sphere
from phasebound.analysis.checks import FloatArray
from phasebound.analysis.estimate import Comparison, mean_of_sums, proportion
from phasebound.analysis.experiments import Configuration, Experiment, chunk_counts, never
from phasebound.analysis.jobs import Job, stream
from phasebound.analysis.montecarlo import direct

_CHUNK = 50_000
_LEVELS = (0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999)
_FACTORS = (0.0, 0.5, 0.9, 1.1, 1.5)  # of T*


def measure(n: int, dims: list[int], seed: int, path: list[int]) -> list[list[float]]:
    """n trajectories: [d, |h|, phi0, tolerance, measured time, exact time]."""
    rng = stream(seed, *path)
    rows = []
    for _ in range(n):
        d = int(rng.choice(dims))
        start = sphere.uniform_points(rng, (), d)
        drive = sphere.uniform_points(rng, (), d) * rng.uniform(0.2, 3.0)
        phi0 = float(sphere.angles(start, drive))
        angle = phi0 * float(rng.uniform(0.02, 0.9))
        norm = float(np.linalg.norm(drive))
        exact = float(laws.settling_time(phi0, angle, norm))
        rows.append([d, norm, phi0, angle, _entry_time(start, drive, angle, 2.0 * exact + 1.0), exact])
    return rows


def _entry_time(start: FloatArray, drive: FloatArray, angle: float, end: float) -> float:
    def rhs(_: float, z: FloatArray) -> FloatArray:
        return flow.field(z, drive)

    def inside(_: float, z: FloatArray) -> float:
        return float(sphere.angles(z, drive)) - angle

    inside.terminal = True  # type: ignore[attr-defined]
    solve: Any = scipy_integrate.solve_ivp
    solution = solve(rhs, (0.0, end), start, method="DOP853", rtol=1e-11, atol=1e-13, events=inside)
    return float(solution.t_events[0][0]) if solution.t_events[0].size else float("inf")


def sums(n: int, d: int, norm: float, angle: float, seed: int, path: list[int]) -> dict[str, list[float]]:
    """n trajectories from uniform starts: sums of x and x^2 of functions of their time, counts, exceptions."""
    rng = stream(seed, *path)
    start = sphere.uniform_points(rng, (n,), d)
    drive = norm * sphere.uniform_points(rng, (n,), d)
    time = direct.settling_times(start, drive, angle)
    centre = float(laws.settling_time_mean(norm, angle))
    columns = {
        "mean": time,
        "variance": (time - centre) ** 2,
        "mean positive part": np.maximum(time, 0.0),
    }
    out = {name: [float(x.sum()), float((x * x).sum())] for name, x in columns.items()}
    bounds = [laws.settling_time_quantile(d, norm, level, angle) for level in _LEVELS]
    out["quantiles"] = [float(np.count_nonzero(time <= x)) for x in bounds]
    out["distribution"] = [float(np.count_nonzero(time <= f * centre)) for f in _FACTORS]
    exact = laws.settling_time(sphere.angles(start, drive), angle, norm)
    out["errors"] = [float(np.max(norm * np.abs(time - exact)))]
    return out


def jobs(c: Configuration, seed: int) -> list[Job]:
    """Chunks of single trajectories, then of each law."""
    single = [
        Job(f"{k}", measure, {"n": n, "dims": c["d"], "seed": seed, "path": [k]})
        for k, n in enumerate(chunk_counts(c["trajectories"], 100))
    ]
    return single + [
        Job(
            f"law {i}:{k}",
            sums,
            {"n": n, "d": d, "norm": norm, "angle": angle, "seed": seed, "path": [1, i, k]},
        )
        for i, (d, norm, angle) in enumerate(c["laws"])
        for k, n in enumerate(chunk_counts(c["samples"], _CHUNK))
    ]


def reduce(c: Configuration, results: list[Any], seed: int) -> tuple[dict[str, Any], list[Comparison]]:
    """No trajectory off by more than the tolerance (relative to the time plus 1/|h|); then the laws."""
    singles = len(chunk_counts(c["trajectories"], 100))
    rows = np.array([row for part in results[:singles] for row in part])
    error = np.abs(rows[:, 4] - rows[:, 5]) / (rows[:, 5] + 1.0 / rows[:, 1])
    wrong = int(np.count_nonzero(error > c["tolerance"]))
    comparisons = [never("trajectories off the closed form", wrong, len(rows), seed, 0.02)]
    n, size = c["samples"], len(chunk_counts(c["samples"], _CHUNK))
    table: dict[str, Any] = {}
    largest = 0.0
    for i, (d, norm, angle) in enumerate(c["laws"]):
        parts = results[singles + i * size : singles + (i + 1) * size]
        largest = max(largest, *(p["errors"][0] for p in parts))
        centre = float(laws.settling_time_mean(norm, angle))
        expected = {
            "mean": centre,
            "variance": float(laws.settling_time_std(d, norm)) ** 2,
            "mean positive part": laws.settling_time_mean_positive(d, norm, angle),
        }
        where = f"d={d} |h|={norm:g} angle={angle:g}"
        for name, law in expected.items():
            first, second = (math.fsum(p[name][k] for p in parts) for k in (0, 1))
            e = mean_of_sums(first, second, n, seed)
            table[f"{name} {where}"] = {"law": law, "estimate": e.as_dict()}
            comparisons.append(Comparison(f"{name} {where}", e, law, 0.05 * law))
        for k, level in enumerate(_LEVELS):
            e = proportion(int(sum(p["quantiles"][k] for p in parts)), n, seed)
            comparisons.append(Comparison(f"quantile {level:g} {where}", e, level, 0.01))
        for k, factor in enumerate(_FACTORS):
            e = proportion(int(sum(p["distribution"][k] for p in parts)), n, seed)
            law = float(laws.settling_time_cdf(d, norm, factor * centre, angle))
            comparisons.append(Comparison(f"distribution at {factor:g} T* {where}", e, law, 0.01))
    off = sum(p["errors"][0] > c["step_tolerance"] for p in results[singles:])
    comparisons.append(
        never("fixed-step trajectories off the closed form", off, n * len(c["laws"]), seed, 0.02)
    )
    return {
        "largest_relative_error": float(error.max()),
        "largest_fixed_step_error_in_units_of_1/|h|": largest,
        "laws": table,
    }, comparisons


EXPERIMENT = Experiment(
    id="settling",
    claim="osc.settling-time",
    protocol=2,
    configuration={
        "d": [2, 3, 4, 8, 16, 64],
        "trajectories": 4000,
        "tolerance": 1e-7,
        "laws": [[2, 1.0, 0.1], [3, 1.7, 0.3], [4, 0.6, 0.1], [8, 1.7, 1.0], [16, 1.0, 0.1], [32, 2.5, 0.1]],
        "samples": 1_000_000,
        "step_tolerance": 1e-4,
    },
    smoke={
        "d": [2, 3, 8],
        "trajectories": 300,
        "tolerance": 1e-7,
        "laws": [[3, 1.7, 0.3]],
        "samples": 100_000,
        "step_tolerance": 1e-4,
    },
    jobs=jobs,
    reduce=reduce,
    spent=lambda c: float(c["samples"]),
    unit="trajectories",
)
