"""osc.explicit-flow: adaptive integration against the closed form, and the orders of fixed-step
schemes against theory.

The claim is deterministic: each of the 4,000 random trajectories is checked for itself, to the tolerance of
the integrator, so one exception contradicts and nothing is averaged. (A million fixed-step trajectories are
checked against the closed form in ``settling``.)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from phasebound.analysis import flow, sphere
from phasebound.analysis.estimate import Comparison, mean
from phasebound.analysis.experiments import Configuration, Experiment, chunk_counts, never
from phasebound.analysis.jobs import Job, stream


def compare(n: int, dims: list[int], seed: int, path: list[int]) -> list[float]:
    """|integrated - closed form| of n random trajectories of random length."""
    rng = stream(seed, *path)
    errors = []
    for _ in range(n):
        d = int(rng.choice(dims))
        start, drive = sphere.uniform_points(rng, (), d), rng.standard_normal(d)
        time = float(rng.uniform(0.0, 6.0))
        exact = flow.exact_flow(start, drive, time)
        errors.append(
            float(np.linalg.norm(flow.integrate(start, drive, time, rtol=1e-11, atol=1e-13) - exact))
        )
    return errors


def order(scheme: flow.Scheme, seed: int, path: list[int]) -> float:
    """The measured order of a scheme on eight random trajectories in R^4."""
    rng = stream(seed, *path)
    start, drive = sphere.uniform_points(rng, (8,), 4), rng.standard_normal((8, 4))
    return flow.convergence_order(start, drive, 2.0, scheme, steps=(64, 128, 256))


def jobs(c: Configuration, seed: int) -> list[Job]:
    """Chunks of trajectories, then orders."""
    out = [
        Job(f"flow-{k}", compare, {"n": n, "dims": c["d"], "seed": seed, "path": [0, k]})
        for k, n in enumerate(chunk_counts(c["trajectories"], 200))
    ]
    for i, scheme in enumerate(flow.ORDERS):
        for k in range(c["repeats"]):
            out.append(Job(f"{scheme}-{k}", order, {"scheme": scheme, "seed": seed, "path": [1 + i, k]}))
    return out


def reduce(c: Configuration, results: list[Any], seed: int) -> tuple[dict[str, Any], list[Comparison]]:
    """No trajectory off the closed form; orders within .1 of theory."""
    chunks = len(chunk_counts(c["trajectories"], 200))
    errors = np.concatenate([np.asarray(part) for part in results[:chunks]])
    wrong = int(np.count_nonzero(errors > c["tolerance"]))
    comparisons = [never("trajectories off the closed form", wrong, errors.size, seed, 0.02)]
    orders, at = {}, chunks
    for scheme, theory in flow.ORDERS.items():
        e = mean(np.asarray(results[at : at + c["repeats"]], dtype=np.float64), seed)
        at += c["repeats"]
        orders[scheme] = e.as_dict()
        # the slope at finite steps has a bias of its own, so the order is bracketed and not equated
        comparisons.append(Comparison(f"order of {scheme} not below", e, theory - 0.1, 0.0, "at-least"))
        comparisons.append(Comparison(f"order of {scheme} not above", e, theory + 0.1, 0.0, "at-most"))
    return {"largest_error": float(errors.max()), "orders": orders}, comparisons


EXPERIMENT = Experiment(
    id="explicit_flow",
    claim="osc.explicit-flow",
    protocol=1,
    configuration={"d": [2, 3, 5, 16, 64], "trajectories": 4000, "tolerance": 1e-8, "repeats": 100},
    smoke={"d": [2, 3], "trajectories": 400, "tolerance": 1e-8, "repeats": 20},
    jobs=jobs,
    reduce=reduce,
    spent=lambda c: float(c["trajectories"]),
    unit="trajectories",
)
