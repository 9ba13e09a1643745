"""Degenerate couplings: three independent methods for the probability, a search for the rate, moments two
ways.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phasebound.analysis import laws
from phasebound.analysis.laws import chain, degenerate, kluyver

from . import oracle

CASES = [
    ([1.0] * 5, 0.7),
    ([1.2, 1.0, 0.9, 0.8, 0.6], 0.5),
    ([1.0, 0.6, 0.6], 0.5),
    ([3.0, 1.0, 1.0, 1.0, 1.0], 0.7),
]


def test_known_values() -> None:
    """P(|h| <= 1) of n unit steps in the plane is 1/(n+1) (Kluyver); in 3 dimensions the density is a
    polynomial.
    """
    for n in (3, 4, 7):
        p, error = laws.degenerate_probability_with_error(2, [1.0] * n, 1.0)
        assert p == pytest.approx(1 / (n + 1), rel=1e-12) and error < 1e-12
    assert laws.degenerate_probability(3, [1.0] * 3, 1.0) == pytest.approx(1 / 6, rel=1e-12)
    assert laws.degenerate_probability(3, [1.0, 0.6, 0.6], 0.5) == pytest.approx(49 / 1080, rel=1e-12)


@pytest.mark.parametrize("d", [6, 10])
def test_integral_against_mpmath(d: int) -> None:
    w, eps = [1.2, 1.0, 0.9, 0.8, 0.6], 0.5
    exact = oracle.kluyver_mpmath(d, w, eps, stop=40.0, digits=25)
    assert laws.degenerate_probability(d, w, eps) == pytest.approx(exact, rel=1e-9)


@pytest.mark.parametrize(("w", "eps"), CASES)
@pytest.mark.parametrize("d", [12, 16, 20])
def test_integral_against_positive_quadrature(w: list[float], eps: float, d: int) -> None:
    weights = np.array(w)
    p, error = kluyver.kluyver(d, weights, eps)
    value = degenerate._by_chain(d, weights, eps)
    assert np.log(p) == pytest.approx(value.value, abs=5 * (error / p + value.error) + 1e-12)


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 40), st.floats(0.05, 0.95), st.lists(st.floats(0.3, 2.0), min_size=3, max_size=6))
def test_error_estimates_hold(d: int, fraction: float, w: list[float]) -> None:
    low, high = laws.degenerate_infimum(w), laws.degenerate_threshold(w)
    radius = low + fraction * (high - low)
    value, error = laws.log_degenerate_probability_with_error(d, w, radius)
    assert value <= float(laws.log_degenerate_bound(d, w, radius)) + 1e-9
    if d >= 12:
        weights = np.sort(np.array(w))[::-1]
        other = chain.log_chain_expectation(
            d,
            weights[:-1],
            lambda r: chain.log_cosine_tail(d, r, float(weights[-1]), radius),
            low=max(0.0, chain.supports(weights, 0.0, radius)[-2][0]),
            high=chain.supports(weights, 0.0, radius)[-2][1],
            nodes=400,
        )
        assert value == pytest.approx(other, abs=max(10 * error, 1e-6))


def test_two_weights_zero_weights_and_edges() -> None:
    # |x + y| <= eps iff the angle to the antipode is at most 2 asin(eps/2)
    assert laws.degenerate_probability(7, [1, 1], 0.3) == pytest.approx(
        float(laws.cap_probability(7, 2 * np.arcsin(0.15))), rel=1e-12
    )
    assert laws.degenerate_probability(7, [1, 0, 1, 0], 0.3) == laws.degenerate_probability(7, [1, 1], 0.3)
    assert laws.degenerate_probability(7, [3, 1, 1], 1.0) == 0.0
    assert laws.degenerate_probability(7, [3, 1, 1], 5.0) == 1.0
    assert laws.degenerate_probability(7, [2.0], 1.9) == 0.0
    assert laws.degenerate_probability(7, [2.0], 2.0) == 1.0
    assert 1.0 - 1e-9 < laws.degenerate_probability(32, [1, 1, 1], 2.9) <= 1.0


def test_single_anchor_bound_and_its_sharpness() -> None:
    d, w, eps = 9, [1.0, 0.8], 0.4
    sharp = float(laws.log_degenerate_supremum(d, w, eps))
    assert sharp < float(laws.log_degenerate_bound(d, w, eps))
    # attained when the others sum to h' with |h'|^2 = w^2 - eps^2
    other = np.sqrt(1 - eps**2)
    attained = float(chain.log_cosine_tail(d, np.array([other]), 1.0, eps)[0])
    assert attained == pytest.approx(sharp, rel=1e-12)
    for r in (0.9 * other, 1.1 * other):
        assert float(chain.log_cosine_tail(d, np.array([r]), 1.0, eps)[0]) < sharp


@pytest.mark.parametrize(
    ("w", "eps", "rate"),
    [
        ([1, 1, 1, 1, 1], 0.7, -0.754696),
        ([1, 0.8, 0.6, 1.2, 0.9], 0.5, -1.008384),
        ([1, 0.6, 0.6], 0.5, -0.693507),
        ([1, 0.6, 0.6], 0.1, -2.371995),
    ],
)
def test_rates_of_the_ledger(w: list[float], eps: float, rate: float) -> None:
    assert laws.degenerate_rate(w, eps) == pytest.approx(rate, abs=5e-7)
    best = laws.optimum(w, eps)
    assert np.array(w) @ best.correlation @ np.array(w) == pytest.approx(eps**2, abs=1e-12)
    assert 0.5 * np.linalg.slogdet(best.correlation)[1] == pytest.approx(best.rate, abs=1e-12)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.floats(0.1, 3.0), min_size=2, max_size=7), st.floats(0.02, 0.98))
def test_optimum_is_stationary(w: list[float], fraction: float) -> None:
    weights = np.array(w)
    low, high = laws.degenerate_infimum(w), laws.degenerate_threshold(w)
    radius = low + fraction * (high - low)
    best = laws.optimum(w, radius)
    c = best.correlation
    assert np.linalg.eigvalsh(c)[0] > 0
    assert weights @ c @ weights == pytest.approx(radius**2, rel=1e-8)
    # ln det is concave, so stationarity decides: C^{-1} - diag is a multiple of w w^T off the diagonal
    inverse = np.linalg.inv(c)
    off = ~np.eye(len(w), dtype=bool)
    ratio = (inverse / np.outer(weights, weights))[off]
    assert np.ptp(ratio) <= 1e-6 * max(1.0, np.max(np.abs(ratio))) * max(1.0, np.linalg.cond(c) * 1e-6)
    assert np.all(ratio > 0)


def test_rate_against_a_blind_search() -> None:
    w = np.array([1.0, 0.6, 0.6])
    best = oracle.best_log_det(w, 0.5, seed=1)
    assert laws.degenerate_rate(w, 0.5) - 0.01 <= best <= laws.degenerate_rate(w, 0.5) + 1e-3


def test_rate_is_the_limit_of_the_exact_law() -> None:
    """(ln P)/d at d and 2 d, with the d^0 and ln d terms removed by differences, approaches the rate like
    1/d.
    """
    for w, eps in CASES:
        rate = laws.degenerate_rate(w, eps)
        gaps = []
        for d in (256, 512, 1024):
            slope = (
                laws.log_degenerate_probability(2 * d, w, eps) - laws.log_degenerate_probability(d, w, eps)
            ) / d
            gaps.append(abs(slope - rate))
        assert gaps[2] < 0.55 * gaps[1] < 0.55**2 * gaps[0] * 1.01 and gaps[2] < 5e-3


def test_rate_edges() -> None:
    assert laws.degenerate_rate([1, 1], np.sqrt(2)) == 0.0
    assert laws.degenerate_rate([3, 1, 1], 1.0) == -np.inf
    assert laws.degenerate_rate([3, 1, 1], 1.0 + 1e-6) > -np.inf
    assert laws.degenerate_rate([2, 0], 1.0) == -np.inf
    assert laws.degenerate_rate_equal(5, 0.7) == pytest.approx(laws.degenerate_rate([1] * 5, 0.7), rel=1e-12)


def test_threshold_probability_tends_to_one_half() -> None:
    w = [1.0, 0.8, 0.6, 1.2, 0.9]
    gaps = [
        abs(laws.degenerate_probability(d, w, laws.degenerate_threshold(w)) - 0.5) for d in (64, 1024, 16384)
    ]
    assert gaps[0] > 3 * gaps[1] > 9 * gaps[2]


def test_moments(monkeypatch: pytest.MonkeyPatch) -> None:
    for w in ([1.0] * 5, [1.0, 0.6, 0.6], [1.0, 0.6]):
        for d in (2, 3, 8, 24, 25, 1000):
            m = laws.coupling_moments(d, w)
            assert m.mean_square == pytest.approx(np.dot(w, w))
            assert m.mean**2 < m.mean_square and m.mean_inverse > 1 / m.mean
    # two methods: the characteristic function up to d = 24, the radial chain above
    by_function = laws.coupling_moments(24, [1.0] * 5)
    monkeypatch.setattr(degenerate, "_MELLIN_MAX", 23)
    assert laws.coupling_moments(24, [1.0] * 5) == pytest.approx(by_function, rel=1e-11)
    # planar random walk: E|h| of three unit steps is 1.5745972375518936... (Borwein et al., W_3(1))
    assert laws.coupling_moments(2, [1.0] * 3).mean == pytest.approx(1.574597237551893656749, rel=1e-9)
    # two unit steps in three dimensions: E|h| = 4/3, E 1/|h| = 1
    assert laws.coupling_moments(3, [1.0, 1.0])[2:] == pytest.approx((4 / 3, 1.0))
    assert laws.coupling_moments(2, [1.0, 1.0]).mean_inverse == np.inf
