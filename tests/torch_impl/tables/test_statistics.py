"""The shared statistics against hand computations and independent formulas."""

import numpy as np
import pytest
from scipy import stats

from phasebound.torch_impl.tables import statistics


def test_a_constant_difference_has_no_width() -> None:
    found = statistics.paired([3.0, 4.0, 5.0], [1.0, 2.0, 3.0])
    assert (found.value, found.interval) == (2.0, (2.0, 2.0))


def test_pairing_removes_what_seeds_share() -> None:
    draw = np.random.default_rng(1)
    common = draw.normal(size=40) * 10
    a, b = common + draw.normal(size=40) * 0.1 + 1, common + draw.normal(size=40) * 0.1
    paired, free = statistics.paired(list(a), list(b)), statistics.welch(list(a), list(b))
    assert paired.value == pytest.approx(free.value)
    assert np.ptp(paired.interval) < 0.02 * np.ptp(free.interval)
    t = stats.t.interval(0.95, 39, np.mean(a - b), stats.sem(a - b))
    assert paired.interval == pytest.approx(t, abs=0.01)


def test_failures_reproduce_the_published_test() -> None:
    """12 and 3 of 50: p = .0226, derived with the published figures."""
    found = statistics.failures([True] * 3 + [False] * 47, [True] * 12 + [False] * 38)
    assert found["fisher_p"] == pytest.approx(0.0226, abs=5e-5)
    assert found["ours"]["hits"] == 3
    low, high = found["other"]["interval"]
    assert low < 0.24 < high
    assert found["odds_ratio"]["interval"][1] < 1


def test_equal_counts_differ_in_nothing() -> None:
    found = statistics.failures([True, False] * 5, [False, True] * 5)
    assert found["fisher_p"] == pytest.approx(1)
    low, high = found["odds_ratio"]["interval"]
    assert low < 1 < high


def test_published_values_come_in_the_order_of_the_seeds() -> None:
    found = statistics.published_values("table2_sva_main_oscillator", "hard")
    assert len(found) == 30
    assert found[20] == pytest.approx(85.603)  # seed 20, which counts as a success by a hair
    with pytest.raises(KeyError):
        statistics.published_values("table99")
