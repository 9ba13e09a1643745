"""The exact flows against integration, their invariants, and the orders of the integrators against theory."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phasebound.analysis import flow, laws, sphere


def _case(seed: int, d: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    return sphere.uniform_points(rng, (), d), rng.standard_normal(d), sphere.random_skew(rng, d, 1.0)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 9), st.floats(0.0, 4.0))
def test_exact_flows_match_integration(seed: int, d: int, time: float) -> None:
    z, h, s = _case(seed, d)
    np.testing.assert_allclose(flow.exact_flow(z, h, time), flow.integrate(z, h, time), atol=1e-8)
    np.testing.assert_allclose(flow.disordered_flow(z, s, h, time), flow.integrate(z, h, time, s), atol=1e-8)
    np.testing.assert_allclose(
        flow.disordered_flow(z, 0 * s, h, time), flow.exact_flow(z, h, time), atol=1e-12
    )


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 30), st.floats(0.0, 500.0), st.floats(0.0, 3.0))
def test_semigroup_and_sphere(seed: int, d: int, first: float, second: float) -> None:
    z, h, _ = _case(seed, d)
    whole = flow.exact_flow(z, h, first + second)
    assert np.linalg.norm(whole) == pytest.approx(1.0, abs=1e-12)
    np.testing.assert_allclose(whole, flow.exact_flow(flow.exact_flow(z, h, second), h, first), atol=1e-9)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 30), st.floats(0.01, 3.0))
def test_the_angle_follows_the_settling_law(seed: int, d: int, time: float) -> None:
    z, h, _ = _case(seed, d)
    before, after = sphere.angles(z, h), sphere.angles(flow.exact_flow(z, h, time), h)
    assert float(laws.settling_time(before, after, np.linalg.norm(h))) == pytest.approx(time, rel=1e-7)


def test_near_the_antipode_nothing_cancels() -> None:
    h = np.array([1.0, 0.0, 0.0])
    delta = 1e-9
    z = np.array([-np.cos(delta), np.sin(delta), 0.0])
    after = sphere.angles(flow.exact_flow(z, h, 20.0), h)
    exact = 2 * np.arctan(np.exp(-20.0) / np.tan(delta / 2))
    assert float(after) == pytest.approx(float(exact), rel=1e-6)


def test_equilibria_and_no_drive() -> None:
    h = np.array([0.0, 2.0])
    for z in (h / 2, -h / 2):
        np.testing.assert_array_equal(flow.exact_flow(z, h, 1000.0), z)
    np.testing.assert_array_equal(flow.exact_flow([0.6, 0.8], [0.0, 0.0], 3.0), [0.6, 0.8])


def test_long_disordered_flow_reaches_the_equilibrium() -> None:
    z, h, s = _case(3, 5)
    result = laws.locking(s, h)
    assert result.equilibrium is not None
    np.testing.assert_allclose(flow.disordered_flow(z, s, h, 5000.0), result.equilibrium, atol=1e-9)


@pytest.mark.parametrize("scheme", ["euler", "heun", "rk4"])
@pytest.mark.parametrize("disorder", [False, True])
def test_orders_of_convergence(scheme: flow.Scheme, disorder: bool) -> None:
    rng = np.random.default_rng(1)
    z = sphere.uniform_points(rng, (8,), 4)
    h, s = rng.standard_normal(4), sphere.random_skew(rng, 4, 1.0)
    order = flow.convergence_order(z, h, 2.0, scheme, s if disorder else None)
    assert order == pytest.approx(flow.ORDERS[scheme], abs=0.15)


def test_a_wrong_scheme_would_show(monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: Runge-Kutta with the weights (1,1,1,1)/4 is consistent but of order 2."""

    def wrong(rhs: flow.Rhs, z: np.ndarray, dt: float) -> np.ndarray:
        k1 = rhs(z)
        k2 = rhs(z + 0.5 * dt * k1)
        k3 = rhs(z + 0.5 * dt * k2)
        k4 = rhs(z + dt * k3)
        return z + dt / 4 * (k1 + k2 + k3 + k4)

    monkeypatch.setitem(flow._SCHEMES, "rk4", wrong)
    z, h, _ = _case(1, 4)
    assert flow.convergence_order(z, h, 2.0, "rk4") < 3.0


@pytest.mark.parametrize(
    "call",
    [
        lambda: flow.exact_flow([1.0, 1.0], [1.0, 0.0], 1.0),
        lambda: flow.exact_flow([1.0], [1.0], 1.0),
        lambda: flow.exact_flow([1.0, 0.0], [1.0, 0.0], -1.0),
        lambda: flow.disordered_flow([1.0, 0.0], [[0.0, 1.0], [1.0, 0.0]], [1.0, 0.0], 1.0),
        lambda: flow.disordered_flow([1.0, 0.0, 0.0], [[0.0, 1.0], [-1.0, 0.0]], [1.0, 0.0], 1.0),
        lambda: flow.fixed_step([1.0, 0.0], [1.0, 0.0], 1.0, 0),
        lambda: flow.fixed_step([1.0, 0.0], [1.0, 0.0], 1.0, 4, "magic"),
    ],
)
def test_bad_input(call: object) -> None:
    with pytest.raises(ValueError):
        call()  # type: ignore[operator]
