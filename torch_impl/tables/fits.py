"""The power law gap(d) = C d^-alpha between perplexity gap and dimension: the paper's fit, and ours.

gap(d) = mean perplexity at d - mean perplexity of softmax; a straight line in logs over d = 2 to 32 by least
squares. The published fit (:func:`fit`) takes the percentile interval of 2000 bootstraps (default_rng(0); in each,
first the seeds of softmax, then those of each d in ascending order, with replacement); this gives the published
.420 [.386, .463] (WikiText-2) and .599 [.572, .627] (TinyStories). d = 64 is held out, as published
(:func:`held_out`). With few seeds a bootstrap is too narrow, and two have none, so the interval of our own runs
(:func:`ours`) is another: t, from the variance pooled over all arms (:func:`.statistics.two_way`) through the
derivative of the slope; none where a gap is not above 0 with its own interval.

The rule of osc.dimension-exponent ("gap ~ d^-.5"), from our runs, at least half of the published steps, and an
interval narrower than .2:
supported: it contains .5; not-supported: it does not; inconclusive: shorter training, or a wider interval. The
published fits, which both exclude .5, stand beside; the study ``exponent`` rules on them.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from scipy import stats

from phasebound.analysis.estimate import Estimate

from . import statistics
from .language import steps
from .table import ENOUGH, Figures, Line, Results, Ruling, values

FITTED = (2, 4, 8, 16, 32)
CLAIMED = 0.5
NARROW = 0.2
DRAWS = 2000
HELD_OUT = 64
PUBLISHED = {"wt2": "table4_wt2", "ts": "table4_ts"}

Runs = Mapping[int, Sequence[float]]
"""d -> perplexity a seed."""


def law(base: float, means: Mapping[int, float]) -> tuple[float, float]:
    """(alpha, C) of mean gaps; ValueError where a gap is not positive."""
    gaps = {d: m - base for d, m in means.items()}
    if min(gaps.values()) <= 0:
        raise ValueError(f"a power law needs positive gaps, got {min(gaps.values()):.4g}")
    slope, level = np.polyfit(np.log(list(gaps)), np.log(list(gaps.values())), 1)
    return float(-slope), float(np.exp(level))


def fit(base: Sequence[float], runs: Runs) -> Estimate:
    """alpha with its bootstrap interval; infinite where a draw has no positive gap."""
    alpha, _ = law(float(np.mean(base)), {d: float(np.mean(runs[d])) for d in sorted(runs)})
    unknown = Estimate(alpha, np.inf, (-np.inf, np.inf), len(base), 0, "linear", statistics.CONFIDENCE)
    rng, drawn = np.random.default_rng(0), []
    for _ in range(DRAWS):
        softmax = float(np.mean(rng.choice(base, len(base))))
        means = {d: float(np.mean(rng.choice(runs[d], len(runs[d])))) for d in sorted(runs)}
        try:
            drawn.append(law(softmax, means)[0])
        except ValueError:
            drawn.append(np.nan)
    if np.isnan(drawn).any():
        return unknown
    low, high = np.percentile(drawn, [2.5, 97.5])
    interval = (float(low), float(high))
    return Estimate(alpha, float(np.std(drawn)), interval, len(base), 0, "linear", statistics.CONFIDENCE)


def published_runs(corpus: str) -> tuple[list[float], Runs]:
    """The paper's perplexities: of softmax, and by dimension."""
    id = PUBLISHED[corpus]
    runs = {d: statistics.published_values(f"{id}_d{d}") for d in FITTED}
    return statistics.published_values(f"{id}_softmax"), runs


@functools.cache
def published(corpus: str) -> Estimate:
    """The paper's exponent, refitted from its seeds."""
    return fit(*published_runs(corpus))


def held_out(corpus: str) -> dict[str, float]:
    """What the paper's fit predicts for the gap at d = 64, which it did not use, and what the runs there gave."""
    base, runs = published_runs(corpus)
    softmax = float(np.mean(base))
    alpha, constant = law(softmax, {d: float(np.mean(r)) for d, r in runs.items()})
    seen = statistics.published_values(f"{PUBLISHED[corpus]}_d{HELD_OUT}")
    return {"predicted": constant * HELD_OUT**-alpha, "observed": float(np.mean(seen)) - softmax}


def ours(results: Results, figure: str = "valid") -> Estimate | None:
    """Our exponent over the dimensions that were run (two or more); None where a mean gap is not positive.

    alpha = -sum c_d ln gap(d) with c_d = (x_d - mean x) / sum (x_d - mean x)^2, x = ln d; so with m_d the means,
    var alpha = v (sum (c_d / gap(d))^2 + (sum c_d / gap(d))^2), v the variance of a mean.
    """
    arms = {d: values(results, f"osc-{d}", figure) for d in FITTED if f"osc-{d}" in results}
    base = values(results, "softmax", figure)
    means = {d: float(np.mean(r)) for d, r in arms.items()}
    try:
        alpha, _ = law(float(np.mean(base)), means)
    except ValueError:
        return None
    variance, free = statistics.two_way([base, *arms.values()])
    wide = float(stats.t.ppf((1 + statistics.CONFIDENCE) / 2, free))
    gaps = np.array(list(means.values())) - np.mean(base)
    x = np.log(list(means))
    slope = (x - x.mean()) / np.square(x - x.mean()).sum() / gaps
    stderr = float(np.sqrt(variance * (np.square(slope).sum() + slope.sum() ** 2)))
    half = wide * stderr if gaps.min() > wide * np.sqrt(2 * variance) else np.inf
    interval = (alpha - half, alpha + half)
    return Estimate(alpha, stderr, interval, len(base), 0, "linear", statistics.CONFIDENCE)


def decide(exponent: Mapping[str, Any] | None, trained: float) -> str:
    """The rule in the module's docstring."""
    if exponent is None or trained < ENOUGH:
        return "inconclusive"
    low, high = exponent["interval"]
    if not high - low < NARROW:
        return "inconclusive"
    return "supported" if low <= CLAIMED <= high else "not-supported"


def rule(results: Results, corpus: str, published_steps: int) -> Ruling:
    """The verdict of osc.dimension-exponent on one corpus."""
    found = ours(results)
    exponent = None if found is None else found.as_dict()
    trained = steps(results, "softmax") / published_steps
    figures: Figures = {
        "ours": exponent,
        "dimensions": [d for d in FITTED if f"osc-{d}" in results],
        "published": {name: published(name).as_dict() for name in PUBLISHED},
        "trained": trained,
    }
    return Ruling(decide(exponent, trained), figures)


def lines(results: Results, corpus: str) -> list[Line]:
    """The exponent beside the published one."""
    enough = "softmax" in results and sum(f"osc-{d}" in results for d in FITTED) > 1
    return [
        Line(
            "exponent of the gap",
            "-d ln gap / d ln d",
            CLAIMED,
            published(corpus),
            ours(results) if enough else None,
        )
    ]
