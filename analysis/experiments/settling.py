"""osc.settling-time: the time at which an integrated trajectory enters the tolerance cone, against the
closed form.

Adaptive integration (DOP853) with event location, random start, drive, angle and dimension. The
deterministic error of the integrator is far below ``tolerance``, so a single trajectory beyond it
contradicts.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import integrate as scipy_integrate

from phasebound.analysis import flow, laws, sphere
from phasebound.analysis.checks import FloatArray
from phasebound.analysis.estimate import Comparison
from phasebound.analysis.experiments import Configuration, Experiment, chunk_counts, never
from phasebound.analysis.jobs import Job, stream


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


def jobs(c: Configuration, seed: int) -> list[Job]:
    """Chunks of trajectories."""
    return [
        Job(f"{k}", measure, {"n": n, "dims": c["d"], "seed": seed, "path": [k]})
        for k, n in enumerate(chunk_counts(c["trajectories"], 100))
    ]


def reduce(c: Configuration, results: list[Any], seed: int) -> tuple[dict[str, Any], list[Comparison]]:
    """No trajectory off by more than the tolerance (relative to the time plus 1/|h|)."""
    rows = np.array([row for part in results for row in part])
    error = np.abs(rows[:, 4] - rows[:, 5]) / (rows[:, 5] + 1.0 / rows[:, 1])
    wrong = int(np.count_nonzero(error > c["tolerance"]))
    comparison = never("trajectories off the closed form", wrong, len(rows), seed, 0.02)
    return {"largest_relative_error": float(error.max())}, [comparison]


EXPERIMENT = Experiment(
    id="settling",
    claim="osc.settling-time",
    protocol=1,
    configuration={"d": [2, 3, 4, 8, 16, 64], "trajectories": 4000, "tolerance": 1e-7},
    smoke={"d": [2, 3, 8], "trajectories": 300, "tolerance": 1e-7},
    jobs=jobs,
    reduce=reduce,
    spent=lambda c: float(c["trajectories"]),
    unit="trajectories",
)
