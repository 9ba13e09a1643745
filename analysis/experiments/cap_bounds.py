"""osc.cap-bounds: sampled caps lie between their bounds, and the constant 1/2 is approached (so it
is sharp).
"""

from __future__ import annotations

from typing import Any

from phasebound.analysis import laws
from phasebound.analysis.estimate import Comparison
from phasebound.analysis.experiments import Configuration, Experiment
from phasebound.analysis.experiments.sampling import Case, estimates, jobs, label
from phasebound.analysis.montecarlo import Antipodal


def cases(c: Configuration) -> list[Case]:
    """All (problem, method, samples)."""
    out: list[Case] = [(Antipodal(d, a), "direct", c["samples"]) for d, a in c["direct"]]
    return out + [(Antipodal(d, a), "rare", c["rare_samples"]) for d in c["rare_d"] for a in c["angles"]]


def reduce(c: Configuration, results: list[Any], seed: int) -> tuple[dict[str, Any], list[Comparison]]:
    """Each cap at most its upper and at least its lower bound; P/upper near a right angle is within
    2 % of 1.
    """
    comparisons: list[Comparison] = []
    ratios = []
    for (problem, method, _), e in zip(cases(c), estimates(cases(c), results, seed), strict=True):
        assert isinstance(problem, Antipodal)
        bounds = laws.log_cap_bounds(problem.d, problem.angle)
        name, log = label(problem, method), e.to_log()
        ratios.append(log.value - float(bounds.upper))
        # proportions are tested by their exact binomial tail on the probability scale of the bound
        comparisons.append(Comparison(f"{name} upper", log, float(bounds.upper), 0.02, "at-most"))
        comparisons.append(Comparison(f"{name} lower", log, float(bounds.lower), 0.02, "at-least"))
        if problem.angle > 1.5707:
            sharp = float(bounds.upper) - 0.02
            comparisons.append(Comparison(f"{name} within 2 % of the bound", log, sharp, 0.0, "at-least"))
    return {"largest_log_ratio_to_upper_bound": max(ratios)}, comparisons


EXPERIMENT = Experiment(
    id="cap_bounds",
    claim="osc.cap-bounds",
    protocol=1,
    configuration={
        "direct": [[2, 0.5], [3, 0.8], [8, 1.0], [16, 1.2]],
        "samples": 1_000_000,
        "rare_d": [2, 3, 10, 100, 1000, 100_000],
        "angles": [0.05, 0.5, 1.0, 1.4, 1.57075],
        "rare_samples": 200_000,
    },
    smoke={"direct": [[2, 0.5]], "samples": 100_000, "rare_d": [3], "angles": [0.5], "rare_samples": 100_000},
    jobs=lambda c, seed: jobs(cases(c), seed),
    reduce=reduce,
    spent=lambda c: float(c["samples"]),
)
