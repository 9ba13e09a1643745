"""Cap and settling laws against ball arithmetic and against each other."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phasebound.analysis import laws
from phasebound.analysis.laws import caps

from . import oracle

DIMENSIONS = [2, 3, 4, 5, 8, 33, 100, 344, 1000, 12345, 10**5, 10**6]
ANGLES = [1e-9, 1e-6, 1e-3, 0.1, 0.7, 1.2, 1.5, 1.57, np.pi / 2 - 1e-4, np.pi / 2 - 1e-9, np.pi / 2]


@pytest.mark.parametrize("d", DIMENSIONS)
def test_log_cap_agrees_with_balls(d: int) -> None:
    for angle in ANGLES:
        exact = oracle.log_cap_ball(d, angle)
        assert abs(float(laws.log_cap_probability(d, angle)) - exact) <= 1e-12 * abs(exact), (d, angle)


def test_the_oracle_would_notice_one_part_in_1e11() -> None:
    exact = oracle.log_cap_ball(100, 0.7)
    assert abs(float(laws.log_cap_probability(100, 0.7 * (1 + 1e-11))) - exact) > 1e-12 * abs(exact)


@settings(max_examples=150, deadline=None)
@given(st.integers(2, 10**6), st.floats(1e-9, np.pi / 2))
def test_log_cap_agrees_with_balls_anywhere(d: int, angle: float) -> None:
    exact = oracle.log_cap_ball(d, angle)
    assert abs(float(laws.log_cap_probability(d, angle)) - exact) <= 1e-12 * max(abs(exact), np.log(2))


@settings(max_examples=100, deadline=None)
@given(st.integers(2, 10**5), st.floats(0.0, 3.0), st.floats(0.0, 5.0), st.floats(1e-6, 1.57))
def test_finite_time_agrees_with_balls(d: int, norm: float, time: float, angle: float) -> None:
    exact = oracle.log_finite_time_ball(d, norm, time, angle)
    value = float(laws.log_finite_time_failure(d, norm, time, angle))
    # the float s = |h| t - ln cot(a/2) carries a rounding error of about 1e-15, which d - 1 multiplies
    assert abs(value - exact) <= 1e-12 * abs(exact) + 4e-15 * d * 20 * 1e-1 + 1e-15


def test_complement_and_limits() -> None:
    angles = np.linspace(0.01, 3.1, 50)
    total = laws.cap_probability(17, angles) + laws.cap_probability(17, np.pi - angles)
    np.testing.assert_allclose(total, 1.0, rtol=1e-14)
    assert laws.cap_probability(5, 0.0) == 0.0
    assert laws.cap_probability(5, np.pi) == 1.0
    assert laws.finite_time_failure(8, 1.0, np.inf, 0.1) == 0.0


def test_published_closed_form_limit_is_passed() -> None:
    """The published evaluation is inf or NaN from d = 344; ours is finite, and right, in all of 2..10^6."""
    values = laws.log_cap_probability(np.array([343, 344, 345, 10**6]), 0.5)
    assert np.all(np.isfinite(values)) and np.all(np.diff(values) < 0)


@pytest.mark.parametrize("d", [2, 3, 4, 17, 1000])
def test_bounds_enclose(d: int) -> None:
    angles = np.linspace(1e-6, np.pi / 2, 400)
    lower, upper = laws.log_cap_bounds(d, angles)
    value = laws.log_cap_probability(d, angles)
    assert np.all(lower <= value + 1e-13) and np.all(value <= upper + 1e-13)
    # and the constant 1/2 is sharp at the hemisphere: 2 % less would fail
    assert value[-1] > upper[-1] + np.log(0.98)


def test_log_gamma_ratio_against_known() -> None:
    np.testing.assert_allclose(caps.log_gamma_ratio(0.5), -0.5 * np.log(np.pi), rtol=1e-14)
    np.testing.assert_allclose(caps.log_gamma_ratio(1.0), 0.5 * np.log(np.pi) - np.log(2), rtol=1e-13)


def test_critical_time_is_one_half_in_every_dimension() -> None:
    t = float(laws.critical_time(1.7, 0.1))
    np.testing.assert_allclose(
        laws.finite_time_failure([2, 3, 10, 1000, 10**6], 1.7, t, 0.1), 0.5, rtol=1e-11
    )
    below = laws.finite_time_failure([2, 8, 32, 128], 1.7, 0.9 * t, 0.1)
    above = laws.finite_time_failure([2, 8, 32, 128], 1.7, 1.1 * t, 0.1)
    assert np.all(np.diff(below) > 0) and np.all(np.diff(above) < 0)


def test_settling_distribution_is_consistent() -> None:
    for d in (2, 3, 9, 200):
        for level in (1e-12, 0.01, 0.5, 0.99, 1 - 1e-9):
            t = laws.settling_time_quantile(d, 1.3, level, 0.2)
            assert float(laws.settling_time_cdf(d, 1.3, t, 0.2)) == pytest.approx(level, rel=1e-9)
    grid = np.linspace(-40, 60, 200001)
    density = np.gradient(laws.settling_time_cdf(5, 1.0, grid, 0.2), grid)
    mean = np.trapezoid(grid * density, grid)
    assert mean == pytest.approx(float(laws.settling_time_mean(1.0, 0.2)), rel=1e-6)
    spread = np.sqrt(np.trapezoid((grid - mean) ** 2 * density, grid))
    assert spread == pytest.approx(float(laws.settling_time_std(5, 1.0)), rel=1e-5)
    positive = np.trapezoid(np.maximum(grid, 0) * density, grid)
    assert positive == pytest.approx(laws.settling_time_mean_positive(5, 1.0, 0.2), rel=1e-6)


def test_settling_time_matches_angles() -> None:
    assert float(laws.settling_time(2.0, 0.1, 0.5)) == pytest.approx(np.log(np.tan(1.0) / np.tan(0.05)) / 0.5)
    assert float(laws.settling_time(0.05, 0.1, 0.5)) < 0


@pytest.mark.parametrize(
    "call",
    [
        lambda: laws.cap_probability(1, 0.1),
        lambda: laws.cap_probability(2.5, 0.1),
        lambda: laws.cap_probability(3, -0.1),
        lambda: laws.cap_probability(3, np.nan),
        lambda: laws.cap_bounds(3, 1.6),
        lambda: laws.settling_time(0.0, 0.1, 1.0),
        lambda: laws.settling_time(1.0, 0.1, 0.0),
        lambda: laws.finite_time_failure(3, -1.0, 1.0, 0.1),
        lambda: laws.finite_time_failure(3, 1.0, -1.0, 0.1),
        lambda: laws.critical_time(1.0, 2.0),
        lambda: laws.degenerate_probability(3, [1, -1], 0.1),
        lambda: laws.degenerate_probability(3, [1, np.nan], 0.1),
        lambda: laws.degenerate_probability(3, [0, 0], 0.1),
        lambda: laws.degenerate_probability(3, [1, 1], 0.0),
        lambda: laws.degenerate_rate([1, 1], -1.0),
        lambda: laws.degenerate_rate([], 1.0),
        lambda: laws.locking([[0, 1], [1, 0]], [1, 0]),
        lambda: laws.locking([[0, 1], [-1, 0]], [0, 0]),
    ],
)
def test_bad_input_is_one_line(call: object) -> None:
    with pytest.raises(ValueError) as error:
        call()  # type: ignore[operator]
    assert "\n" not in str(error.value)
