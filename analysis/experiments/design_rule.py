"""osc.design-rule: devices built to the calculator's figures fail as often as it says, and one dimension
fewer fails more.

For random couplings (weights of iid anchors, with and without a floor) the calculator gives d_osc for a
time and a time for a d_osc; 10^6 integrated trajectories from uniform starts are then counted at exactly
these figures, up to d = 32, and as many radial chains beside them.
"""

from __future__ import annotations

import math
from typing import Any

from phasebound.analysis import design
from phasebound.analysis.estimate import Comparison
from phasebound.analysis.experiments import Configuration, Experiment
from phasebound.analysis.experiments.sampling import Case, estimates, jobs, label
from phasebound.analysis.montecarlo import Settling


def cases(c: Configuration) -> list[Case]:
    """At each designed point, and one dimension below it, trajectories; radial chains beside them."""
    out: list[Case] = []
    for weights, time, target in c["dimension_for"]:
        answer = design.dimension_for(design.Coupling(weights=tuple(weights)), time, target, c["angle"])
        assert answer.value is not None
        for d in (int(answer.value), int(answer.value) - 1):
            problem = Settling(d, time, c["angle"], weights=tuple(weights))
            out += [(problem, "direct", c["samples"]), (problem, "radial", c["samples"])]
    for weights, d, target in c["time_for"]:
        answer = design.time_for(design.Coupling(weights=tuple(weights)), d, target, c["angle"])
        assert answer.value is not None
        problem = Settling(d, answer.value, c["angle"], weights=tuple(weights))
        out += [(problem, "direct", c["samples"]), (problem, "radial", c["samples"])]
    return out


def targets(c: Configuration) -> list[tuple[float, str]]:
    """What each case must satisfy: (target, kind)."""
    out = []
    for *_, target in c["dimension_for"]:
        out += [(target, "at-most")] * 2 + [(target, "at-least")] * 2
    return out + [(target, "equal") for *_, target in c["time_for"] for _ in range(2)]


def reduce(c: Configuration, results: list[Any], seed: int) -> tuple[dict[str, Any], list[Comparison]]:
    """Every count against the exact law; designed times hit their target."""
    listed = cases(c)
    comparisons, points = [], {}
    for (problem, method, _), e, (target, kind) in zip(
        listed, estimates(listed, results, seed), targets(c), strict=True
    ):
        assert isinstance(problem, Settling)
        law = problem.log_law()
        assert law is not None
        name = label(problem, method)
        points[name] = {"target": target, "law": math.exp(law.value), "estimate": e.as_dict()}
        comparisons.append(Comparison(name, e.to_log(), law.value, 0.5, expected_error=law.error))
        if kind == "equal":
            comparisons.append(Comparison(f"{name} meets {target}", e.to_log(), math.log(target), 0.5))
        elif kind == "at-most":
            comparisons.append(
                Comparison(f"{name} at most {target}", e.to_log(), math.log(target), 0.5, "at-most")
            )
        else:
            comparisons.append(
                Comparison(f"{name} above {target}", e.to_log(), math.log(target), 0.5, "at-least")
            )
    return {"points": points}, comparisons


_MIXED = [1.0, 0.8, 0.6, 1.2, 0.9]

EXPERIMENT = Experiment(
    id="design_rule",
    claim="osc.design-rule",
    protocol=1,
    configuration={
        "angle": 0.1,
        "dimension_for": [[_MIXED, 3.0, 0.01], [[1.0, 1.0, 1.0], 3.0, 0.02]],
        "time_for": [
            [_MIXED, 8, 0.01],
            [[1.0, 0.6, 0.6], 4, 0.05],
            [[1.0] * 5, 16, 0.003],
            [_MIXED, 32, 0.01],
        ],
        "samples": 1_000_000,
    },
    smoke={
        "angle": 0.1,
        "dimension_for": [],
        "time_for": [[_MIXED, 8, 0.05]],
        "samples": 20_000,
    },
    jobs=lambda c, seed: jobs(cases(c), seed),
    reduce=reduce,
    spent=lambda c: float(c["samples"]),
)
