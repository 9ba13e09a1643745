"""osc.degenerate-rate: the rate of ln P(|h| <= eps) in d, and the threshold at norm(w).

Rare-event estimates at d = 64..8192 are fitted by d r + a ln d + b + c/d + e/d^2; the fitted r, with the
error that the sampling errors imply, is compared with max ln det C/2. At eps = norm(w) the probability
tends to 1/2, above it to 1; at or below max(0, 2 w_max - sum w) it is zero.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from phasebound.analysis import laws
from phasebound.analysis.estimate import Comparison, Estimate
from phasebound.analysis.experiments import Configuration, Experiment, law_comparison, never
from phasebound.analysis.experiments.sampling import Case, estimates, jobs, label
from phasebound.analysis.montecarlo import Degenerate


def cases(c: Configuration) -> list[Case]:
    """Rare events, then the threshold (at, above), then infeasible radii."""
    out: list[Case] = []
    for weights, radius in c["events"]:
        out += [(Degenerate(d, tuple(weights), radius), "rare", c["rare_samples"]) for d in c["d"]]
    for weights, _ in c["events"]:
        norm = laws.degenerate_threshold(weights)
        for factor in (1.0, c["above"]):
            out += [
                (Degenerate(d, tuple(weights), factor * norm), "radial", c["samples"])
                for d in c["threshold_d"]
            ]
    heavy = tuple(c["heavy"])
    radius = laws.degenerate_infimum(heavy)
    return [*out, *((Degenerate(d, heavy, radius), "direct", c["samples"]) for d in (2, 3, 8))]


def fit_rate(d: np.ndarray[Any, Any], found: list[Estimate], seed: int) -> Estimate:
    """The coefficient r of d in ln P = d r + a ln d + b + c/d + e/d^2, by weighted least squares."""
    design = np.stack([d, np.log(d), np.ones_like(d), 1.0 / d, 1.0 / d**2], axis=1)
    errors = np.array([e.stderr for e in found])
    y = np.array([e.value for e in found])
    scale = np.abs(design).max(axis=0)
    a = design / scale / errors[:, None]
    covariance = np.linalg.inv(a.T @ a)
    solution = covariance @ (a.T @ (y / errors))
    value = float(solution[0] / scale[0])
    stderr = float(np.sqrt(covariance[0, 0]) / scale[0])
    n = sum(e.n for e in found)
    return Estimate(value, stderr, (value - 2.576 * stderr, value + 2.576 * stderr), n, seed)


def reduce(c: Configuration, results: list[Any], seed: int) -> tuple[dict[str, Any], list[Comparison]]:
    """Fitted rates, the threshold, infeasible radii."""
    listed = cases(c)
    found = estimates(listed, results, seed)
    comparisons, rates, at = [], {}, 0
    d = np.array(c["d"], dtype=np.float64)
    for weights, radius in c["events"]:
        fitted = fit_rate(d, found[at : at + d.size], seed)
        at += d.size
        law = laws.degenerate_rate(weights, radius)
        rates[f"{weights} {radius}"] = {"fitted": fitted.as_dict(), "law": law}
        comparisons.append(Comparison(f"rate of {weights} at {radius}", fitted, law, 0.001 * abs(law)))
    for (problem, method, samples), e in zip(listed[at:], found[at:], strict=True):
        assert isinstance(problem, Degenerate)
        name = label(problem, method)
        if method == "direct":
            assert e.hits is not None
            comparisons.append(never(f"{name} infeasible", e.hits, samples, seed, 1e-3))
            continue
        exact = problem.log_law()
        assert exact is not None
        comparisons.append(law_comparison(name, e, exact, 0.05))
        norm = laws.degenerate_threshold(problem.weights)
        if problem.d == max(c["threshold_d"]):
            limit = 0.5 if problem.radius == norm else 1.0
            # at finite d the gap to the limit is of order d^{-1/2} at the threshold, exponentially small
            # above
            gap = 2.0 / np.sqrt(problem.d) if limit == 0.5 else 0.001
            comparisons.append(Comparison(f"{name} limit, high", e, limit + gap, 0.0, "at-most"))
            comparisons.append(Comparison(f"{name} limit, low", e, limit - gap, 0.0, "at-least"))
    return {"rates": rates}, comparisons


_EVENTS = [[[1.0] * 5, 0.7], [[1.0, 0.8, 0.6, 1.2, 0.9], 0.5], [[1.0, 0.6, 0.6], 0.5], [[1.0, 0.6, 0.6], 0.1]]

EXPERIMENT = Experiment(
    id="degenerate_rate",
    claim="osc.degenerate-rate",
    protocol=1,
    configuration={
        "events": [*_EVENTS, [[3.0, 1.0, 1.0, 1.0, 1.0], 0.7]],
        "d": [64, 96, 128, 192, 256, 384, 512, 768, 1024, 2048, 4096, 8192],
        "rare_samples": 400_000,
        "threshold_d": [16, 256, 4096],
        "above": 1.1,
        "heavy": [3.0, 1.0, 1.0],
        "samples": 1_000_000,
    },
    smoke={
        "events": _EVENTS[:1],
        "d": [64, 96, 128, 256, 512, 1024],
        "rare_samples": 20_000,
        "threshold_d": [4096],
        "above": 1.1,
        "heavy": [3.0, 1.0, 1.0],
        "samples": 50_000,
    },
    jobs=lambda c, seed: jobs(cases(c), seed),
    reduce=reduce,
    spent=lambda c: float(c["rare_samples"] * len(c["d"])),
)
