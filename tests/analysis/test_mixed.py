"""Failure under random couplings: two quadratures and a sampler."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import logsumexp

from phasebound.analysis import laws
from phasebound.analysis.laws import mixed

W = (1.2, 1.0, 0.9, 0.8, 0.6)


@pytest.mark.parametrize("d", [6, 16])
def test_norm_law_is_the_degenerate_law(d: int) -> None:
    r, log_p = mixed.norm_law(d, W, 300, 0.0, 4.5)
    assert float(logsumexp(log_p)) == pytest.approx(0.0, abs=1e-5)
    r, log_p = mixed.norm_law(d, W, 300, 0.0, 0.9)
    assert float(logsumexp(log_p)) == pytest.approx(laws.log_degenerate_probability(d, W, 0.9), abs=1e-5)
    r, log_p = mixed.norm_law(d, W, 400, 0.0, 4.5)
    assert float(np.sum(np.exp(log_p) * r**2)) == pytest.approx(np.dot(W, W), rel=1e-6)


def test_wide_and_narrow_quadrature_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    for time in (1.5, 2.5):
        wide = laws.log_mixed_failure(512, W, time, 0.1)
        monkeypatch.setattr(mixed, "_NARROW", 100)
        narrow = laws.log_mixed_failure(512, W, time, 0.1)
        monkeypatch.undo()
        assert narrow.value == pytest.approx(wide.value, abs=1e-5)


def test_low_and_high_dimensional_methods_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    chain = laws.log_mixed_failure(8, W, 2.0, 0.1)
    monkeypatch.setattr(mixed.chain, "MIN_DIMENSION", 9)
    increments = laws.log_mixed_failure(8, W, 2.0, 0.1)
    assert increments.value == pytest.approx(chain.value, abs=2e-3)


@pytest.mark.parametrize("d", [4, 8])
def test_window_splits_the_total(d: int) -> None:
    total = laws.log_mixed_failure(d, W, 3.0, 0.1).value
    low = laws.log_mixed_failure(d, W, 3.0, 0.1, below=1.1).value
    high = laws.log_mixed_failure(d, W, 3.0, 0.1, above=1.1).value
    assert np.logaddexp(low, high) == pytest.approx(total, abs=2e-3 if d < 6 else 1e-6)


def test_edges() -> None:
    assert laws.log_mixed_failure(4, [2.0], 1.0, 0.1).value == pytest.approx(
        float(laws.log_finite_time_failure(4, 2.0, 1.0, 0.1))
    )
    assert laws.log_mixed_failure(4, [2.0], 1.0, 0.1, above=3.0).value == -np.inf
    assert laws.log_mixed_failure(8, W, 1.0, 0.1, above=5.0).value == -np.inf
    # no time: the failure of a start that never moved
    assert laws.log_mixed_failure(8, W, 0.0, 0.1).value == pytest.approx(
        float(laws.log_finite_time_failure(8, 1.0, 0.0, 0.1)), abs=1e-6
    )
