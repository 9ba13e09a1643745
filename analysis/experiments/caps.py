"""osc.cap-measure: uniform points of R^d against the cap law, d from 2 to 10^6, angles down to 10^-9.

Directly with 10^6 points a case where the cap is not rare (the published run draws 1,000 points a dimension
and its closed form is inf or NaN from d = 344), and by the rare-event sampler everywhere else.
"""

from __future__ import annotations

from typing import Any

from phasebound.analysis.estimate import Comparison
from phasebound.analysis.experiments import Configuration, Experiment, law_comparison
from phasebound.analysis.experiments.sampling import Case, estimates, jobs, label
from phasebound.analysis.montecarlo import Antipodal


def cases(c: Configuration) -> list[Case]:
    """All (problem, method, samples)."""
    out: list[Case] = [(Antipodal(d, a), "direct", c["samples"]) for d, a in c["direct"]]
    out += [(Antipodal(d, a), "radial", c["samples"]) for d, a in c["direct"]]
    out += [(Antipodal(d, a), "rare", c["rare_samples"]) for d in c["rare_d"] for a in c["rare_angles"]]
    return out


def reduce(c: Configuration, results: list[Any], seed: int) -> tuple[dict[str, Any], list[Comparison]]:
    """Every estimate against the law."""
    found = list(zip(cases(c), estimates(cases(c), results, seed), strict=True))
    comparisons = []
    for (problem, method, _), e in found:
        law = problem.log_law()
        assert law is not None
        comparisons.append(law_comparison(label(problem, method), e, law, 0.5))
    smallest = min(e.log10 for _, e in found)
    return {"smallest_log10": smallest, "dimensions": [2, max(c["rare_d"])]}, comparisons


_DIRECT = [
    [2, 0.1],
    [2, 0.8],
    [3, 0.3],
    [4, 0.5],
    [8, 0.7],
    [8, 1.2],
    [16, 0.9],
    [32, 1.2],
    [128, 1.4],
    [512, 1.5],
]

EXPERIMENT = Experiment(
    id="caps",
    claim="osc.cap-measure",
    protocol=1,
    configuration={
        "direct": _DIRECT,
        "samples": 1_000_000,
        "rare_d": [2, 3, 8, 64, 344, 1024, 16384, 1_000_000],
        "rare_angles": [1e-9, 1e-3, 0.5, 1.5],
        "rare_samples": 200_000,
    },
    smoke={
        "direct": _DIRECT[:4],
        "samples": 100_000,
        "rare_d": [8, 344],
        "rare_angles": [0.5],
        "rare_samples": 20_000,
    },
    jobs=lambda c, seed: jobs(cases(c), seed),
    reduce=reduce,
    spent=lambda c: float(c["samples"]),
    published=1000.0,
    unit="samples a dimension",
)
