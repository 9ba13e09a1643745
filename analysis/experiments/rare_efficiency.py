"""osc.rare-event-efficiency: the relative error of the radial chain tilted to the optimal matrix, against d
and eps.

Two samplers: *fixed*, cosines drawn from shifted Beta laws centred on the optimal correlation matrix (the
claim), and *adaptive*, the one this package uses, which re-aims at every radius and matches the curvature.
Both are unbiased (compared with the exact law); the figure is sqrt(samples) times the relative standard
error, flat in d for fixed eps, growing as eps -> 0.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

from phasebound.analysis import laws
from phasebound.analysis.estimate import Comparison, Estimate, Sums
from phasebound.analysis.experiments import Configuration, Experiment, law_comparison
from phasebound.analysis.jobs import Job, stream
from phasebound.analysis.montecarlo import Degenerate, rare

_REPEATS = 8


def sums(
    weights: list[float], radius: float, d: int, sampler: str, n: int, seed: int, path: list[int]
) -> list[Any]:
    """Log-domain sums of n weights."""
    rng = stream(seed, *path)
    if sampler == "fixed":
        logs = rare.log_weights_fixed(d, tuple(weights), radius, n, rng)
    else:
        logs = rare.log_weights(Degenerate(d, tuple(weights), radius), n, rng)
    s = Sums.of_logs(logs)
    return [s.n, s.log_sum, s.log_square]


def grid(c: Configuration) -> list[tuple[list[float], float, int, str]]:
    """(weights, radius, d, sampler)."""
    events = [(w, r, d) for w, r in c["events"] for d in c["d"]]
    events += [(c["small"][0], r, c["small"][2]) for r in c["small"][1]]
    return [(w, r, d, s) for w, r, d in events for s in ("fixed", "adaptive")]


def jobs(c: Configuration, seed: int) -> list[Job]:
    """Independent repeats of each case: the spread of the errors is their uncertainty."""
    return [
        Job(
            f"{i}:{k}",
            sums,
            {
                "weights": w,
                "radius": r,
                "d": d,
                "sampler": s,
                "n": c["samples"] // _REPEATS,
                "seed": seed,
                "path": [i, k],
            },
        )
        for i, (w, r, d, s) in enumerate(grid(c))
        for k in range(_REPEATS)
    ]


def _spread(parts: list[Any], seed: int) -> Estimate:
    """Relative standard deviation of one weight with its standard error over the repeats."""
    values = [Sums(*p).estimate(seed).stderr * math.sqrt(p[0]) for p in parts]
    centre = math.fsum(values) / len(values)
    error = math.sqrt(math.fsum((v - centre) ** 2 for v in values) / (len(values) - 1) / len(values))
    n = sum(p[0] for p in parts)
    return Estimate(centre, error, (centre - 3.5 * error, centre + 3.5 * error), n, seed)


def reduce(c: Configuration, results: list[Any], seed: int) -> tuple[dict[str, Any], list[Comparison]]:
    """Unbiased at every point; bounded in d; worse for smaller eps (fixed tilt)."""
    comparisons: list[Comparison] = []
    table, found = {}, {}
    for i, (w, r, d, s) in enumerate(grid(c)):
        parts = results[i * _REPEATS : (i + 1) * _REPEATS]
        name = f"{s} d={d} eps={r:g} w={w}"
        e = Sums.merge(Sums(*p) for p in parts).estimate(seed)
        law = laws.log_degenerate_probability_with_error(d, w, r)
        comparisons.append(law_comparison(name, e, law, 0.5))
        found[tuple(w), r, d, s] = _spread(parts, seed)
        table[name] = {
            "relative_deviation_of_one_sample": found[tuple(w), r, d, s].as_dict(),
            "log10": e.log10,
        }
    first, last = min(c["d"]), max(c["d"])
    for w, r in c["events"]:
        for s in ("fixed", "adaptive"):
            a, b = found[tuple(w), r, first, s], found[tuple(w), r, last, s]
            comparisons.append(
                Comparison(
                    f"{s} at d={last} no worse than 1.2 x d={first}, eps={r:g} w={w}",
                    b,
                    1.2 * a.value,
                    0.0,
                    "at-most",
                )
            )
    weights, radii, d = c["small"]
    for big, small in pairwise(radii):
        a, b = found[tuple(weights), big, d, "fixed"], found[tuple(weights), small, d, "fixed"]
        comparisons.append(
            Comparison(f"fixed tilt worse at eps={small:g} than at {big:g}", b, a.value, 0.0, "at-least")
        )
    return {"spread": table}, comparisons


EXPERIMENT = Experiment(
    id="rare_efficiency",
    claim="osc.rare-event-efficiency",
    protocol=1,
    configuration={
        "events": [[[1.0] * 5, 0.7], [[1.0, 0.8, 0.6, 1.2, 0.9], 0.5], [[1.0, 0.6, 0.6], 0.5]],
        "d": [32, 128, 512, 2048, 8192],
        "small": [[1.0] * 5, [1.4, 0.7, 0.35, 0.175], 256],
        "samples": 400_000,
    },
    smoke={
        "events": [[[1.0] * 5, 0.7]],
        "d": [32, 512],
        "small": [[1.0] * 5, [1.4, 0.35], 64],
        "samples": 80_000,
    },
    jobs=jobs,
    reduce=reduce,
    spent=lambda c: float(c["samples"]),
)
