"""osc.frequency-disorder: who locks, how fast, and what happens at the boundary; on integrated trajectories.

The criterion, the equilibrium and the rate are deterministic: each of the 2,800 random systems is checked for
itself, so one exception contradicts and nothing is averaged. The probability of locking is a law where it is
known, erf(|h|/(sigma sqrt 2)) at d = 2 and 1 at odd d, and is compared with the spectra of 10^6 systems.

Random skew S and drive h in dimensions of both parities. Two trajectories from random starts are
integrated: where the law says stable (margin |S^+ h| > 1 by a gap) both end in its equilibrium; where it
says unlocked (margin < 1 by the gap) their velocity never dies out. The decay of the distance is compared
with the rate mu. On the boundary |S^+ h| = 1 the distance falls like 1/t. Dimension by dimension, the
fraction of locking systems is compared with the spectrum of the Lorentz generator.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from phasebound.analysis import flow, laws, sphere
from phasebound.analysis.checks import FloatArray
from phasebound.analysis.estimate import Comparison, mean, proportion
from phasebound.analysis.experiments import (
    Configuration,
    Experiment,
    chunk_counts,
    law_comparison,
    never,
    sampling,
)
from phasebound.analysis.jobs import Job, stream
from phasebound.analysis.montecarlo import Disorder

_GAP = 0.1
_RESOLUTION = 1e-10  # at odd d, P(the growth is too small to be told from rounding) is far below


def systems(n: int, d: int, seed: int, path: list[int]) -> dict[str, Any]:
    """n random systems: counts of disagreement with the law, and errors of the measured rate."""
    rng = stream(seed, *path)
    wrong_lock = wrong_free = locked = free = spectrum_wrong = lift_wrong = 0
    errors = []
    for _ in range(n):
        skew = sphere.random_skew(rng, d, float(rng.uniform(0.3, 1.5)))
        drive = sphere.uniform_points(rng, (), d)
        law = laws.locking(skew, drive)
        growth = float(np.linalg.eigvals(laws.lorentz_generator(skew, drive)).real.max())
        if law.margin == np.inf or abs(law.margin - 1.0) > 1e-6:
            spectrum_wrong += law.stable != (growth > 1e-9)
        lift_wrong += _lift_error(skew, drive, rng) > 1e-6
        if law.stable and law.rate > 0.05 and law.margin > 1.0 + _GAP:
            locked += 1
            distance, rate = _approach(skew, drive, law, rng)
            wrong_lock += distance > 1e-4
            errors.append(abs(rate - law.rate) / law.rate)
        elif law.margin < 1.0 - _GAP:
            free += 1
            wrong_free += _slowest(skew, drive, rng) < 1e-3
    return {
        "locked": locked,
        "wrong_lock": wrong_lock,
        "free": free,
        "wrong_free": wrong_free,
        "spectrum_wrong": spectrum_wrong,
        "lift_wrong": lift_wrong,
        "n": n,
        "rate_errors": errors,
    }


def _approach(
    skew: FloatArray, drive: FloatArray, law: laws.Locking, rng: np.random.Generator
) -> tuple[float, float]:
    """Distance to the equilibrium after 25/mu, and the decay rate of the distance between two
    trajectories.
    """
    assert law.equilibrium is not None
    start = sphere.uniform_points(rng, (2,), drive.size)
    end = flow.disordered_flow(start, skew, drive, 25.0 / law.rate)
    distance = float(np.max(np.linalg.norm(end - law.equilibrium, axis=1)))
    # near the equilibrium: from a displacement of 1e-4 over a whole time 1/mu
    near = law.equilibrium + 1e-4 * sphere.uniform_points(rng, (2,), drive.size)
    near /= np.linalg.norm(near, axis=1, keepdims=True)
    before = float(np.linalg.norm(near[0] - near[1]))
    after = flow.disordered_flow(near, skew, drive, 1.0 / law.rate)
    return distance, float(np.log(before / np.linalg.norm(after[0] - after[1])) * law.rate)


def _lift_error(skew: FloatArray, drive: FloatArray, rng: np.random.Generator) -> float:
    """Distance between the matrix exponential and Runge-Kutta after time 2."""
    z = sphere.uniform_points(rng, (), drive.size)
    strength = float(np.linalg.norm(skew, 2) + np.linalg.norm(drive))
    integrated = flow.fixed_step(z, drive, 2.0, int(2.0 * strength / 0.02) + 1, "rk4", skew)
    return float(np.linalg.norm(flow.disordered_flow(z, skew, drive, 2.0) - integrated))


def _slowest(skew: FloatArray, drive: FloatArray, rng: np.random.Generator) -> float:
    """The smallest speed along a trajectory of length 60 after a transient: positive without an
    equilibrium.
    """
    z = sphere.uniform_points(rng, (), drive.size)
    speeds = []
    for _ in range(60):
        z = flow.disordered_flow(z, skew, drive, 1.0)
        speeds.append(float(np.linalg.norm(flow.field(z, drive, skew))))
    return min(speeds[20:])


def boundary(seed: int, path: list[int]) -> float:
    """The exponent of distance ~ t^x on the boundary |S^+ h| = 1, from flows to t = 400 and
    1600, even d.
    """
    rng = stream(seed, *path)
    d = 2 * int(rng.integers(1, 4))
    skew = sphere.random_skew(rng, d, 1.0)
    drive = rng.standard_normal(d)
    drive /= float(np.linalg.norm(np.linalg.solve(skew, drive)))
    target = -np.linalg.solve(skew, drive)
    start = sphere.uniform_points(rng, (), d)
    early = _long_flow(start, skew, drive, 400.0)
    late = _long_flow(early, skew, drive, 1200.0)
    first, second = (float(np.linalg.norm(z - target)) for z in (early, late))
    return float(np.log(second / first) / np.log(4.0))


def _long_flow(z: FloatArray, skew: FloatArray, drive: FloatArray, time: float) -> FloatArray:
    """Runge-Kutta, because the matrix exponential of a defective generator loses half the digits."""
    strength = float(np.linalg.norm(skew, 2) + np.linalg.norm(drive))
    return flow.fixed_step(z, drive, time, int(time * strength / 0.2), "rk4", skew)


def cases(c: Configuration) -> list[sampling.Case]:
    """The probability of locking where its law is known."""
    return [(Disorder(d, 1.0, sigma), "direct", c["samples"]) for d, sigma in c["fractions"]]


def jobs(c: Configuration, seed: int) -> list[Job]:
    """Chunks of systems of each dimension, then boundary systems, then the probabilities."""
    out = [
        Job(f"d{d}:{k}", systems, {"n": n, "d": d, "seed": seed, "path": [0, i, k]})
        for i, d in enumerate(c["d"])
        for k, n in enumerate(chunk_counts(c["systems"], 50))
    ]
    out += [Job(f"b{k}", boundary, {"seed": seed, "path": [1, k]}) for k in range(c["boundary"])]
    return out + sampling.jobs(cases(c), seed + 1)  # its paths start at 0 too


def reduce(c: Configuration, results: list[Any], seed: int) -> tuple[dict[str, Any], list[Comparison]]:
    """No disagreement of any kind; rates to 1 %; boundary exponent -1."""
    size = len(chunk_counts(c["systems"], 50))
    comparisons: list[Comparison] = []
    table: dict[str, Any] = {}
    errors: list[float] = []
    total = {"locked": 0, "free": 0}
    for i, d in enumerate(c["d"]):
        parts = results[i * size : (i + 1) * size]
        sums = {k: int(sum(p[k] for p in parts)) for k in parts[0] if k != "rate_errors"}
        errors += [x for p in parts for x in p["rate_errors"]]
        table[f"d={d}"] = {k: sums[k] for k in ("n", "locked", "free")}
        comparisons.append(never(f"spectrum d={d}", sums["spectrum_wrong"], sums["n"], seed, 0.05))
        comparisons.append(never(f"linear lift d={d}", sums["lift_wrong"], sums["n"], seed, 0.05))
        if d % 2:
            comparisons.append(never(f"odd d={d} unlocked", sums["free"], sums["n"], seed, 0.05))
        for kind, wrong in (("locked", "wrong_lock"), ("free", "wrong_free")):
            total[kind] += sums[kind]
            table[f"d={d}"][wrong] = sums[wrong]
    for kind, wrong in (("locked", "wrong_lock"), ("free", "wrong_free")):
        bad = sum(table[f"d={d}"][wrong] for d in c["d"])
        comparisons.append(never(f"{kind} systems that are not", bad, max(total[kind], 1), seed, 0.05))
    off = int(np.count_nonzero(np.asarray(errors) > 0.02))
    comparisons.append(never("rates off mu by 2 %", off, len(errors), seed, 0.05))
    at = len(c["d"]) * size + c["boundary"]
    exponents = np.asarray(results[len(c["d"]) * size : at], dtype=np.float64)
    e = mean(exponents, seed)
    comparisons.append(Comparison("boundary exponent not below", e, -1.05, 0.0, "at-least"))
    comparisons.append(Comparison("boundary exponent not above", e, -0.95, 0.0, "at-most"))
    fractions = {}
    for (problem, method, samples), e in zip(
        cases(c), sampling.estimates(cases(c), results[at:], seed + 1), strict=True
    ):
        name, law = sampling.label(problem, method), problem.log_law()
        assert law is not None and e.hits is not None
        fractions[name] = e.as_dict()
        if problem.d % 2:
            free = proportion(samples - e.hits, samples, seed + 1)
            comparisons.append(Comparison(f"{name} unlocked", free, _RESOLUTION, 1e-3, "at-most"))
        else:
            comparisons.append(law_comparison(name, e, law, 0.05))
    return {
        "systems": table,
        "fractions": fractions,
        "largest_rate_error": max(errors),
        "boundary_exponent": e.as_dict(),
    }, comparisons


EXPERIMENT = Experiment(
    id="disorder",
    claim="osc.frequency-disorder",
    protocol=2,
    configuration={
        "d": [2, 3, 4, 5, 6, 7, 8],
        "systems": 400,
        "boundary": 24,
        "fractions": [[2, 0.5], [2, 1.0], [2, 3.0], [3, 1.0], [5, 2.0]],
        "samples": 1_000_000,
    },
    smoke={
        "d": [2, 3],
        "systems": 150,
        "boundary": 4,
        "fractions": [[2, 1.0], [3, 1.0]],
        "samples": 20_000,
    },
    jobs=jobs,
    reduce=reduce,
    spent=lambda c: float(c["systems"] * len(c["d"])),
    unit="systems",
)
