"""Estimates and decisions: coverage, false alarms at the stated rate, and the power to notice."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from phasebound.analysis import estimate
from phasebound.analysis.estimate import Comparison, Estimate, Sums, decide, proportion, threshold


def test_clopper_pearson_covers() -> None:
    """Coverage of 99 % intervals computed exactly by summing the binomial law, for rare and common events."""
    for n, p in ((50, 0.02), (200, 0.5), (1000, 0.001)):
        covered = sum(
            stats.binom.pmf(k, n, p)
            for k in range(n + 1)
            if (e := proportion(k, n, 0)).interval[0] <= p <= e.interval[1]
        )
        assert 0.99 <= covered <= 1.0


def test_intervals_of_log_means_cover() -> None:
    """2000 repetitions of a log-normal mean; 99 % intervals must cover between 97.8 and 99.9 % (alarm <
    1e-6).
    """
    rng = np.random.default_rng(1)
    hits = 0
    for _ in range(2000):
        e = Sums.of_logs(rng.standard_normal(2000) * 0.5).estimate(1)
        hits += e.interval[0] <= 0.125 <= e.interval[1]
    assert 1956 <= hits <= 1998


@given(st.lists(st.floats(-800, 5), min_size=4, max_size=60), st.integers(1, 3))
def test_sums_merge(logs: list[float], cut: int) -> None:
    x = np.array(logs)
    whole = Sums.of_logs(x)
    merged = Sums.merge([Sums.of_logs(x[:cut]), Sums.of_logs(x[cut:])])
    assert merged.n == whole.n
    assert merged.log_sum == pytest.approx(whole.log_sum, abs=1e-10)
    assert merged.log_square == pytest.approx(whole.log_square, abs=1e-10)


def test_sums_of_nothing() -> None:
    e = Sums.of_logs(np.full(5, -np.inf)).estimate(3)
    assert e.value == -math.inf and e.stderr == math.inf
    with pytest.raises(ValueError, match="two samples"):
        Sums.of_logs(np.array([0.0])).estimate(1)


def test_thresholds_keep_their_false_alarm_rate() -> None:
    assert threshold(0.05) == pytest.approx(1.959964, abs=1e-6)
    assert stats.norm.sf(threshold(1e-4, 10)) * 20 == pytest.approx(1e-4)


@given(st.integers(1, 2000), st.floats(0.001, 0.999))
def test_binomial_deviation_has_the_exact_tail(n: int, p: float) -> None:
    """P(|deviation| > z) <= 2 (1 - Phi(z)) exactly, for every n and p."""
    k = np.arange(n + 1)
    z = 2.5
    deviation = np.array([estimate.binomial_deviation(int(i), n, p) for i in k[:: max(1, n // 50)]])
    assert np.all(np.diff(deviation) >= -1e-6)  # monotone in the count
    low, high = (
        stats.binom.cdf(k[k <= n * p], n, p),
        stats.binom.sf(k[k > n * p] - 1, n, p),
    )
    alarm = (low[low < stats.norm.sf(z)].max(initial=0.0)) + (high[high < stats.norm.sf(z)].max(initial=0.0))
    assert alarm <= 2 * stats.norm.sf(z)


def test_deviation_survives_underflow() -> None:
    assert estimate.binomial_deviation(10**6, 10**6, 0.5) > 1000
    assert estimate.binomial_deviation(0, 10**6, 1e-9) == 0.0


def _figure(value: float, stderr: float) -> Estimate:
    return Estimate(value, stderr, (value - 3 * stderr, value + 3 * stderr), 100, 1, "log")


def test_verdicts() -> None:
    good = Comparison("a", _figure(1.001, 0.001), 1.0, resolution=0.01)
    bad = Comparison("b", _figure(1.1, 0.001), 1.0, resolution=0.01)
    vague = Comparison("c", _figure(1.0, 0.1), 1.0, resolution=0.01)
    assert decide([good], 1e-4).verdict == "supported"
    assert decide([good, vague], 1e-4).verdict == "inconclusive"
    assert decide([good, vague, bad], 1e-4).verdict == "not-supported"
    assert decide([good, vague, bad], 1e-4).failing == ("b",)
    with pytest.raises(ValueError, match="no comparison"):
        decide([], 1e-4)


def test_bounds() -> None:
    assert Comparison("a", _figure(0.5, 0.01), 1.0, 0.0, "at-most").status(4) == "supported"
    assert Comparison("a", _figure(1.5, 0.01), 1.0, 0.0, "at-most").status(4) == "not-supported"
    assert Comparison("a", _figure(0.99, 0.01), 1.0, 0.0, "at-most").status(4) == "inconclusive"
    assert Comparison("a", _figure(1.5, 0.01), 1.0, 0.0, "at-least").status(4) == "supported"
    assert Comparison("a", _figure(0.5, 0.01), 1.0, 0.0, "at-least").status(4) == "not-supported"


def test_zero_hits_support_nothing_they_could_not_see() -> None:
    e = proportion(0, 1000, 1).to_log()
    assert Comparison("a", e, math.log(1e-9), resolution=0.1).status(4) == "inconclusive"
    assert Comparison("a", e, math.log(0.5), resolution=0.1).status(4) == "not-supported"


def test_dictionary_round_trip() -> None:
    e = proportion(3, 10, 5)
    assert Estimate.from_dict(e.as_dict()) == e
    assert e.log10 == pytest.approx(math.log10(0.3)) == e.to_log().log10
