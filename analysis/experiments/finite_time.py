"""osc.finite-time-failure: integrated trajectories from uniform starts, below, at and above T*.

Every estimate against the exact law; at T* one half in every dimension; above T* at most sech^{d-1}(s)/2;
below T* the failures rise with d (the differences between neighbouring dimensions are tested one-sided).
"""

from __future__ import annotations

import math
from typing import Any

from phasebound.analysis import laws
from phasebound.analysis.estimate import Comparison, Estimate
from phasebound.analysis.experiments import Configuration, Experiment, law_comparison
from phasebound.analysis.experiments.sampling import Case, estimates, jobs, label
from phasebound.analysis.laws.caps import log_cosh
from phasebound.analysis.montecarlo import Settling


def cases(c: Configuration) -> list[Case]:
    """Three times in each dimension."""
    critical = float(laws.critical_time(c["norm"], c["angle"]))
    return [
        (Settling(d, f * critical, c["angle"], coupling_norm=c["norm"]), "direct", c["samples"])
        for f in c["factors"]
        for d in c["d"]
    ]


def reduce(c: Configuration, results: list[Any], seed: int) -> tuple[dict[str, Any], list[Comparison]]:
    """Law, one half, bound, and the rise below T*."""
    listed = cases(c)
    found = estimates(listed, results, seed)
    comparisons = []
    by_factor: dict[float, list[Estimate]] = {}
    critical = float(laws.critical_time(c["norm"], c["angle"]))
    for (problem, method, _), e in zip(listed, found, strict=True):
        assert isinstance(problem, Settling)
        law = problem.log_law()
        assert law is not None
        name = label(problem, method)
        factor = round(problem.time / critical, 9)
        by_factor.setdefault(factor, []).append(e)
        comparisons.append(law_comparison(name, e, law, 0.5))
        if factor == 1.0:
            comparisons.append(Comparison(f"{name} one half", e, 0.5, 0.01))
        if factor > 1.0:
            s = c["norm"] * (problem.time - critical)
            bound = -(problem.d - 1) * float(log_cosh(s)) - math.log(2.0)
            comparisons.append(Comparison(f"{name} bound", e.to_log(), bound, 0.5, "at-most"))
    for factor, row in by_factor.items():
        for d, low, high in zip(c["d"], row, row[1:], strict=False):
            rise, error = high.value - low.value, math.hypot(high.stderr, low.stderr)
            change = Estimate(rise, error, (rise - 2.576 * error, rise + 2.576 * error), low.n, seed)
            if factor < 1.0:
                comparisons.append(
                    Comparison(f"rise from d={d} at {factor:g} T*", change, 0.0, 0.0, "at-least")
                )
            elif factor > 1.0:
                comparisons.append(
                    Comparison(f"fall from d={d} at {factor:g} T*", change, 0.0, 0.0, "at-most")
                )
    table = {f"{f:g} T*": [e.as_dict() for e in row] for f, row in by_factor.items()}
    return {"dimensions": c["d"], "failures": table}, comparisons


EXPERIMENT = Experiment(
    id="finite_time",
    claim="osc.finite-time-failure",
    protocol=1,
    configuration={
        "d": [2, 3, 4, 8, 16, 32],
        "factors": [0.8, 1.0, 1.2],
        "angle": 0.1,
        "norm": 1.0,
        "samples": 1_000_000,
    },
    smoke={"d": [2, 8], "factors": [0.8, 1.0, 1.2], "angle": 0.1, "norm": 1.0, "samples": 20_000},
    jobs=lambda c, seed: jobs(cases(c), seed),
    reduce=reduce,
    spent=lambda c: float(c["samples"]),
)
