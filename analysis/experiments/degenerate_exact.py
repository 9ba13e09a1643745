"""osc.degenerate-exact: sampled |h| against the exact law: points of R^d, radial chain, tilted
chain; five sets of weights.

At d = 32 with larger radii than below it, so that 10^6 points of R^32 see the event often enough.
"""

from __future__ import annotations

from typing import Any

from phasebound.analysis.estimate import Comparison
from phasebound.analysis.experiments import Configuration, Experiment, law_comparison
from phasebound.analysis.experiments.sampling import Case, estimates, jobs, label
from phasebound.analysis.montecarlo import Degenerate


def cases(c: Configuration) -> list[Case]:
    """All (problem, method, samples)."""
    out: list[Case] = []
    for weights, radius in c["events"]:
        for d in c["direct_d"]:
            out.append((Degenerate(d, tuple(weights), radius), "direct", c["samples"]))
            out.append((Degenerate(d, tuple(weights), radius), "radial", c["samples"]))
    for weights, radius in c["events_32"]:
        out += [(Degenerate(32, tuple(weights), radius), m, c["samples"]) for m in ("direct", "radial")]
    for weights, radius in c["rare_events"]:
        out += [(Degenerate(d, tuple(weights), radius), "rare", c["rare_samples"]) for d in c["rare_d"]]
    return out


def reduce(c: Configuration, results: list[Any], seed: int) -> tuple[dict[str, Any], list[Comparison]]:
    """Every estimate against the law."""
    comparisons, rare_errors = [], []
    for (problem, method, _), e in zip(cases(c), estimates(cases(c), results, seed), strict=True):
        law = problem.log_law()
        assert law is not None
        comparisons.append(law_comparison(label(problem, method), e, law, 0.5))
        if method == "rare":
            rare_errors.append(e.stderr)
    return {"largest_relative_error_of_rare": max(rare_errors)}, comparisons


_EQUAL, _MIXED, _THREE, _HEAVY = (
    [1.0] * 5,
    [1.0, 0.8, 0.6, 1.2, 0.9],
    [1.0, 0.6, 0.6],
    [3.0, 1.0, 1.0, 1.0, 1.0],
)

EXPERIMENT = Experiment(
    id="degenerate_exact",
    claim="osc.degenerate-exact",
    protocol=1,
    configuration={
        "events": [[_EQUAL, 1.4], [_MIXED, 1.1], [_THREE, 0.8], [_HEAVY, 2.4], [[1.0, 1.0], 0.9]],
        "direct_d": [2, 3, 5, 8, 16],
        "events_32": [[_EQUAL, 1.7], [_MIXED, 1.5], [_THREE, 1.05], [_HEAVY, 2.9], [[1.0, 1.0], 1.1]],
        "samples": 1_000_000,
        "rare_events": [[_EQUAL, 0.7], [_MIXED, 0.5], [_THREE, 0.5], [_HEAVY, 0.7]],
        "rare_d": [8, 32, 128, 512, 2048, 4096],
        "rare_samples": 200_000,
    },
    smoke={
        "events": [[_EQUAL, 1.4]],
        "direct_d": [2, 5],
        "events_32": [],
        "samples": 50_000,
        "rare_events": [[_EQUAL, 0.7]],
        "rare_d": [32],
        "rare_samples": 20_000,
    },
    jobs=lambda c, seed: jobs(cases(c), seed),
    reduce=reduce,
    spent=lambda c: float(c["samples"]),
)
