"""osc.linear-stability: growth rates measured on trajectories next to both equilibria, in units of |h|.

Tangent to the sphere -1 at e and +1 at -e, in every direction; radially -2 at e and +2 at -e. The rate is
the logarithm of the growth of a displacement of 10^-6 over a short time; its error is of the order of the
displacement. The claim is deterministic: each random displacement is checked for itself, not sampled.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from phasebound.analysis import flow
from phasebound.analysis.checks import FloatArray
from phasebound.analysis.estimate import Comparison
from phasebound.analysis.experiments import Configuration, Experiment, chunk_counts, never
from phasebound.analysis.jobs import Job, stream

_SIZE = 1e-6
_TIME = 0.5
_STEPS = 50


def rates(n: int, dims: list[int], seed: int, path: list[int]) -> list[list[float]]:
    """n rows [tangent rate at e, radial rate at e, tangent rate at -e, radial rate at -e], in units
    of |h|.
    """
    rng = stream(seed, *path)
    rows = []
    for _ in range(n):
        d = int(rng.choice(dims))
        drive = rng.standard_normal(d)
        e = drive / np.linalg.norm(drive)
        tangent = rng.standard_normal(d)
        tangent -= (tangent @ e) * e
        tangent /= np.linalg.norm(tangent)
        row = []
        for sign in (1.0, -1.0):
            for direction in (tangent, e):
                start = sign * e + _SIZE * direction
                moved = _free_flow(start, drive, _TIME / float(np.linalg.norm(drive))) - sign * e
                row.append(float(np.log(abs(moved @ direction) / _SIZE) / _TIME))
        rows.append(row)
    return rows


def _free_flow(z: FloatArray, drive: FloatArray, time: float) -> FloatArray:
    """Runge-Kutta of z' = h - (z.h) z in R^d, without projection: starts may lie off the sphere."""
    dt = time / _STEPS
    for _ in range(_STEPS):
        z = flow.rk4_step(lambda x: flow.field(x, drive), z, dt)
    return z


def jobs(c: Configuration, seed: int) -> list[Job]:
    """Chunks of displacements."""
    return [
        Job(f"{k}", rates, {"n": n, "dims": c["d"], "seed": seed, "path": [k]})
        for k, n in enumerate(chunk_counts(c["displacements"], 200))
    ]


def reduce(c: Configuration, results: list[Any], seed: int) -> tuple[dict[str, Any], list[Comparison]]:
    """No rate off -1, -2, 1, 2 by more than the tolerance."""
    rows = np.concatenate([np.asarray(part) for part in results])
    names = ("tangent at e", "radial at e", "tangent at -e", "radial at -e")
    comparisons, worst = [], {}
    for name, theory, column in zip(names, (-1.0, -2.0, 1.0, 2.0), rows.T, strict=True):
        error = np.abs(column - theory)
        worst[name] = float(error.max())
        comparisons.append(never(name, int(np.count_nonzero(error > c["tolerance"])), error.size, seed, 0.02))
    return {"largest_errors": worst}, comparisons


EXPERIMENT = Experiment(
    id="linear_stability",
    claim="osc.linear-stability",
    protocol=1,
    configuration={"d": [2, 3, 8, 32], "displacements": 4000, "tolerance": 1e-4},
    smoke={"d": [2, 3], "displacements": 400, "tolerance": 1e-4},
    jobs=jobs,
    reduce=reduce,
    spent=lambda c: float(c["displacements"]),
    unit="displacements",
)
