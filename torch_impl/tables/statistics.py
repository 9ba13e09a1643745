"""What tables share: paired differences, failure counts, and figures of the published runs."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from typing import Any

import numpy as np
from scipy import stats

from phasebound.analysis.estimate import Estimate, mean, proportion

CONFIDENCE = 0.95
RESAMPLES = 9999


def paired(ours: Sequence[float], other: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """The mean of ours - other over seeds, with its bias-corrected bootstrap interval (seeds resampled in
    pairs)."""
    difference = np.subtract(ours, other)
    value, stderr = float(difference.mean()), float(difference.std(ddof=1) / len(difference) ** 0.5)
    if np.ptp(difference) == 0:  # nothing to resample
        return Estimate(value, 0.0, (value, value), len(difference), 0, "linear", confidence)
    found = stats.bootstrap(
        (difference,),
        np.mean,
        n_resamples=RESAMPLES,
        confidence_level=confidence,
        rng=np.random.default_rng(0),
    )
    low, high = found.confidence_interval
    return Estimate(value, stderr, (float(low), float(high)), len(difference), 0, "linear", confidence)


def average(values: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """The mean over seeds with its t interval."""
    return mean(np.asarray(values, dtype=float), 0, confidence)


def average_of_series(values: Sequence[float], block: int, confidence: float = CONFIDENCE) -> Estimate:
    """The mean of a series whose neighbours hang together (consecutive segments of a text): t interval from
    the means of blocks of at least ``block`` consecutive members (fewer where there would be one block only)."""
    pieces = np.array_split(np.asarray(values, dtype=float), max(2, len(values) // block))
    e = mean(np.array([piece.mean() for piece in pieces]), 0, confidence)
    shift = float(np.mean(values)) - e.value  # blocks may differ by one in length
    low, high = e.interval
    return replace(e, value=e.value + shift, interval=(low + shift, high + shift), n=len(values))


def welch(ours: Sequence[float], other: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """The difference of the means of two independent samples, with Welch's t interval."""
    found = stats.ttest_ind(ours, other, equal_var=False)
    low, high = found.confidence_interval(confidence)
    value = float(np.mean(ours) - np.mean(other))
    stderr = float(np.sqrt(np.var(ours, ddof=1) / len(ours) + np.var(other, ddof=1) / len(other)))
    return Estimate(value, stderr, (float(low), float(high)), len(ours), 0, "linear", confidence)


def blocked(
    values: Mapping[str, Sequence[float]], ours: str, other: str, confidence: float = CONFIDENCE
) -> Estimate:
    """The mean difference ours - other where every arm has the same seeds: t interval with the variance of
    :func:`two_way`, so that two seeds an arm are enough."""
    variance, free = two_way(list(values.values()))
    stderr = float(np.sqrt(2 * variance))
    value = float(np.mean(values[ours]) - np.mean(values[other]))
    half = float(stats.t.ppf((1 + confidence) / 2, free)) * stderr
    return Estimate(value, stderr, (value - half, value + half), len(values[ours]), 0, "linear", confidence)


def two_way(arms: Sequence[Sequence[float]]) -> tuple[float, int]:
    """The variance of an arm's mean over the seeds, what all arms share at a seed apart, and its (arms - 1)
    (seeds - 1) degrees of freedom: additive model arm + seed, pooled over all arms [arms, seeds]."""
    table = np.array(arms, dtype=float)
    if table.ndim != 2 or min(table.shape) < 2:
        raise ValueError(f"a two-way layout needs two arms and two seeds, got {[len(a) for a in arms]} seeds")
    rest = table - table.mean(1, keepdims=True) - table.mean(0, keepdims=True) + table.mean()
    free = (table.shape[0] - 1) * (table.shape[1] - 1)
    return float(np.square(rest).sum() / free / table.shape[1]), free


def failures(failed: Sequence[bool], of_other: Sequence[bool]) -> dict[str, Any]:
    """Failure rates with exact binomial intervals, Fisher's exact test and the conditional odds ratio with
    its exact interval (ours over the other's)."""
    counts = [[sum(failed), len(failed) - sum(failed)], [sum(of_other), len(of_other) - sum(of_other)]]
    ratio = stats.contingency.odds_ratio(counts, kind="conditional")
    low, high = ratio.confidence_interval(CONFIDENCE)
    return {
        "ours": proportion(counts[0][0], len(failed), 0, CONFIDENCE).as_dict(),
        "other": proportion(counts[1][0], len(of_other), 0, CONFIDENCE).as_dict(),
        "fisher_p": float(stats.fisher_exact(np.array(counts)).pvalue),
        "odds_ratio": {"value": float(ratio.statistic), "interval": [float(low), float(high)]},
    }


@functools.cache
def published() -> dict[str, dict[str, Any]]:
    """Published experiments by id: per-seed values, source file and commit (tables/published.json)."""
    path = files("phasebound.torch_impl") / "tables" / "published.json"
    return {e["id"]: e for e in json.loads(path.read_text())["experiments"]}


def published_values(id: str, key: str | None = None, scale: float = 1.0) -> list[float]:
    """The per-seed values of a published experiment, in the order of its seeds."""
    rows = published()[id]["per_seed"]
    return [scale * float(rows[s] if key is None else rows[s][key]) for s in sorted(rows, key=int)]
