"""Intervals of figures taken over sequences: the tokens of one sequence are not independent, sequences are.

Clusters are sequences throughout. Sources: ratio estimator with the between-cluster variance (Cochran,
Sampling Techniques, 6.4 and 9A); Korn and Graubard (1998) for proportions; Woodruff (1952) for quantiles.
"""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from phasebound.analysis.checks import ArrayLike, FloatArray
from phasebound.analysis.estimate import CONFIDENCE, Estimate

from ..checks import require


def _spread(totals: FloatArray, counts: FloatArray) -> tuple[float, float]:
    """(sum y / sum m, its standard error between clusters)."""
    require(
        totals.ndim == 1 and totals.shape == counts.shape and totals.size >= 2,
        f"an interval needs at least two sequences, got totals {totals.shape} and counts {counts.shape}",
    )
    whole = float(counts.sum())
    require(whole > 0, "nothing was counted")
    value = float(totals.sum()) / whole
    off = totals - value * counts
    clusters = totals.size
    return value, math.sqrt(clusters / (clusters - 1) * float(off @ off)) / whole


def ratio(totals: FloatArray, counts: FloatArray, seed: int, confidence: float = CONFIDENCE) -> Estimate:
    """The mean of a quantity over all tokens, from its total y_c and its count m_c in every sequence c.

    Shapes: totals, counts [sequences]. t interval with sequences - 1 degrees of freedom. ValueError for
    fewer than two sequences.
    """
    value, stderr = _spread(totals, counts)
    half = float(special.stdtrit(totals.size - 1, 0.5 + 0.5 * confidence)) * stderr
    return Estimate(
        value, stderr, (value - half, value + half), int(counts.sum()), seed, "linear", confidence
    )


def share(hits: FloatArray, counts: FloatArray, seed: int, confidence: float = CONFIDENCE) -> Estimate:
    """A proportion of all tokens, from hits and counts in every sequence.

    The exact binomial interval at the effective sample size p (1 - p) / variance, at most the number of
    tokens, times (z / t)^2 with t of sequences - 1 degrees of freedom. Where every sequence agrees (p = 0 or
    1) the variance says nothing: then each sequence counts as one observation.
    """
    value, stderr = _spread(hits, counts)
    whole, tail = float(counts.sum()), 0.5 * (1 - confidence)
    size = min(whole, value * (1 - value) / stderr**2) if stderr > 0 else float(hits.size)
    if stderr > 0:
        size *= (float(special.ndtri(tail)) / float(special.stdtrit(hits.size - 1, tail))) ** 2
    k = value * size
    low = float(special.betaincinv(k, size - k + 1, tail)) if k > 0 else 0.0
    high = float(special.betaincinv(k + 1, size - k, 1 - tail)) if k < size else 1.0
    return Estimate(value, stderr, (low, high), int(whole), seed, "linear", confidence)


def quantile(
    values: FloatArray, clusters: FloatArray, level: float, seed: int, confidence: float = CONFIDENCE
) -> Estimate:
    """The ``level`` quantile of values [N] in clusters [N] (labels): Woodruff's interval.

    The interval of the proportion of values up to the quantile, read off as quantiles.
    """
    require(0 < level < 1, f"level must lie in (0, 1), got {level}")
    value = float(np.quantile(values, level))
    below = share(*per_cluster(values <= value, clusters), seed, confidence)
    low, high = (float(np.quantile(values, min(max(x, 0.0), 1.0))) for x in below.interval)
    low, high = min(low, value), max(high, value)
    stderr = (high - low) / (2 * float(special.ndtri(0.5 + 0.5 * confidence)))
    return Estimate(value, stderr, (low, high), int(values.size), seed, "linear", confidence)


def per_cluster(values: ArrayLike, clusters: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Totals and counts of values [N] in each cluster that occurs among the labels [N]."""
    _, index = np.unique(clusters, return_inverse=True)
    totals = np.bincount(index, weights=np.asarray(values, dtype=np.float64)).astype(np.float64)
    return totals, np.bincount(index).astype(np.float64)


def difference(a: Estimate, b: Estimate) -> Estimate:
    """a - b of independent estimates, with a normal interval."""
    value, stderr = a.value - b.value, math.hypot(a.stderr, b.stderr)
    half = float(special.ndtri(0.5 + 0.5 * a.confidence)) * stderr
    return Estimate(
        value, stderr, (value - half, value + half), min(a.n, b.n), a.seed, "linear", a.confidence
    )
