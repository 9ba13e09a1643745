"""osc.degenerate-bound: one uniform anchor is enough. The worst other anchors attain the sharp
supremum, below the bound.
"""

from __future__ import annotations

from typing import Any

from phasebound.analysis import laws
from phasebound.analysis.estimate import Comparison
from phasebound.analysis.experiments import Configuration, Experiment, law_comparison
from phasebound.analysis.experiments.sampling import Case, estimates, jobs, label
from phasebound.analysis.montecarlo import Degenerate


def cases(c: Configuration) -> list[Case]:
    """For each event the worst fixed anchors and, for comparison, uniform ones."""
    out: list[Case] = []
    for weights, radius in c["events"]:
        for d in c["d"]:
            out += [
                (Degenerate(d, tuple(weights), radius, anchors), "direct", c["samples"])
                for anchors in ("one-free", "uniform")
            ]
    return out


def reduce(c: Configuration, results: list[Any], seed: int) -> tuple[dict[str, Any], list[Comparison]]:
    """Worst anchors equal the supremum; all are at most the bound."""
    comparisons = []
    for (problem, method, _), e in zip(cases(c), estimates(cases(c), results, seed), strict=True):
        assert isinstance(problem, Degenerate)
        name = label(problem, method)
        bound = float(laws.log_degenerate_bound(problem.d, problem.weights, problem.radius))
        comparisons.append(Comparison(f"{name} bound", e.to_log(), bound, 0.5, "at-most"))
        if problem.anchors == "one-free":
            law = problem.log_law()
            assert law is not None
            comparisons.append(law_comparison(f"{name} supremum", e, law, 0.5))
    return {}, comparisons


EXPERIMENT = Experiment(
    id="degenerate_bound",
    claim="osc.degenerate-bound",
    protocol=1,
    configuration={
        "events": [[[1.0, 1.0], 0.8], [[1.0, 0.7, 0.6], 0.6], [[1.2, 1.0, 0.9, 0.8, 0.6], 0.9]],
        "d": [2, 3, 5, 8, 12],
        "samples": 1_000_000,
    },
    smoke={"events": [[[1.0, 1.0], 0.8]], "d": [2, 4], "samples": 50_000},
    jobs=lambda c, seed: jobs(cases(c), seed),
    reduce=reduce,
    spent=lambda c: float(c["samples"]),
)
