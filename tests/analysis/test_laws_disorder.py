"""Locking against the spectrum of the Lorentz generator, in both parities and at the boundary."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phasebound.analysis import laws


def _skew(rng: np.random.Generator, d: int) -> np.ndarray:
    m = rng.standard_normal((d, d))
    return m - m.T


@settings(max_examples=200, deadline=None)
@given(st.integers(2, 12), st.floats(0.05, 5.0), st.integers(0, 2**32 - 1))
def test_locking_matches_the_spectrum(d: int, strength: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    s, h = _skew(rng, d), rng.standard_normal(d) * strength
    result = laws.locking(s, h)
    top = np.linalg.eigvals(laws.lorentz_generator(s, h)).real.max()
    if d % 2:
        assert result.stable and result.margin == np.inf
    elif abs(result.margin - 1) > 1e-6:
        assert result.stable == (result.margin > 1)
    if result.stable and result.rate > 1e-6:
        assert result.rate == pytest.approx(top, rel=1e-6, abs=1e-8)
        assert result.rate <= np.linalg.norm(h) * (1 + 1e-12)
        z = result.equilibrium
        assert z is not None
        np.testing.assert_allclose(s @ z + h - (z @ h) * z, 0.0, atol=1e-9 * (1 + np.abs(s).max()))
        assert z @ h == pytest.approx(result.rate, rel=1e-8)
    elif not result.stable and result.margin < 0.999:
        assert top < 1e-6
        assert result.equilibrium is None and result.rate == 0.0


def test_plane() -> None:
    for omega, h in ((0.3, 1.0), (1.5, 1.0)):
        result = laws.locking([[0, -omega], [omega, 0]], [h, 0])
        assert result.stable == (omega < h)
        if result.stable:
            assert result.equilibrium is not None
            assert np.arctan2(*result.equilibrium[::-1]) == pytest.approx(np.arcsin(omega / h))
            assert result.rate == pytest.approx(np.sqrt(h**2 - omega**2))


def test_boundary_is_reported_as_critical() -> None:
    result = laws.locking([[0, -1.0], [1.0, 0]], [1.0, 0])
    assert result.critical and not result.stable and result.rate == 0.0
    np.testing.assert_allclose(result.equilibrium, [0, 1], atol=1e-12)


def test_no_disorder_and_kernel() -> None:
    result = laws.locking(np.zeros((3, 3)), [0.0, 0.5, 0.0])
    assert result.stable and result.rate == pytest.approx(0.5)
    # even d, singular S, drive with a part in the kernel: locks however weak the drive
    s = np.zeros((4, 4))
    s[0, 1], s[1, 0] = 5.0, -5.0
    assert laws.locking(s, [0.0, 0.0, 1e-3, 0.0]).stable
    assert not laws.locking(s, [1e-3, 0.0, 0.0, 0.0]).stable


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 9), st.floats(0.01, 0.99), st.integers(0, 2**32 - 1))
def test_angle_bound(d: int, ratio: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    s, h = _skew(rng, d), rng.standard_normal(d)
    s *= ratio * np.linalg.norm(h) / np.linalg.norm(s, 2)
    result = laws.locking(s, h)
    assert result.stable and result.equilibrium is not None
    angle = np.arccos(np.clip(result.equilibrium @ h / np.linalg.norm(h), -1, 1))
    assert angle <= laws.locking_angle_bound(np.linalg.norm(s, 2), np.linalg.norm(h)) + 1e-7
