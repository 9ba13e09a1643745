"""osc.degenerate-law: how rare a small |h| is depends on the law of the anchors, not on the dimension alone.

Anchors +-e1 with fair signs: P(h = 0) = C(n, n/2)/2^n for even n and 0 for odd n, in every d. Anchors in a
fixed plane: the law of d = 2 in every d. Uniform anchors and one uniform anchor among the worst fixed ones:
their laws, which fall with d.
"""

from __future__ import annotations

import math
from typing import Any

from phasebound.analysis.estimate import Comparison
from phasebound.analysis.experiments import Configuration, Experiment, law_comparison, never
from phasebound.analysis.experiments.sampling import Case, estimates, jobs, label
from phasebound.analysis.montecarlo import Degenerate


def cases(c: Configuration) -> list[Case]:
    """Four anchor laws in several dimensions; signs also for an odd number of anchors."""
    out: list[Case] = []
    for d in c["d"]:
        for anchors in ("signs", "plane", "one-free", "uniform"):
            out.append((Degenerate(d, (1.0,) * c["n"], c["radius"], anchors), "direct", c["samples"]))
        out.append((Degenerate(d, (1.0,) * (c["n"] - 1), c["radius"], "signs"), "direct", c["samples"]))
    return out


def reduce(c: Configuration, results: list[Any], seed: int) -> tuple[dict[str, Any], list[Comparison]]:
    """Every estimate against its law; odd signs never vanish."""
    comparisons, table = [], {}
    n = c["n"]
    for (problem, method, samples), e in zip(cases(c), estimates(cases(c), results, seed), strict=True):
        assert isinstance(problem, Degenerate) and e.hits is not None
        name = label(problem, method)
        table[name] = e.as_dict()
        if problem.anchors == "signs" and len(problem.weights) % 2:
            comparisons.append(never(name, e.hits, samples, seed, 1e-3))
            continue
        law = problem.log_law()
        assert law is not None
        if problem.anchors == "signs":
            central = math.log(math.comb(n, n // 2) / 2**n)
            comparisons.append(Comparison(f"{name} central binomial", e.to_log(), central, 0.02))
        comparisons.append(law_comparison(name, e, law, 0.5))
    return {"estimates": table}, comparisons


EXPERIMENT = Experiment(
    id="degenerate_law",
    claim="osc.degenerate-law",
    protocol=1,
    configuration={"n": 6, "radius": 0.7, "d": [2, 3, 5, 8], "samples": 1_000_000},
    smoke={"n": 4, "radius": 0.6, "d": [2, 3], "samples": 50_000},
    jobs=lambda c, seed: jobs(cases(c), seed),
    reduce=reduce,
    spent=lambda c: float(c["samples"]),
)
