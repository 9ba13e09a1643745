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


def test_the_interval_of_a_series_covers_where_neighbours_hang_together() -> None:
    draw, inside, alone = np.random.default_rng(3), 0, 0
    for _ in range(400):
        series = draw.normal(size=130)
        for i in range(1, 130):
            series[i] = 0.7 * series[i - 1] + 0.714 * series[i]
        low, high = statistics.average_of_series(list(series), 8).interval
        inside += low <= 0 <= high
        low, high = statistics.average(list(series)).interval
        alone += low <= 0 <= high
    assert inside / 400 > 0.88
    assert alone / 400 < 0.7  # members taken one by one
    uneven = [1.0, 2.0, 4.0, 8.0, 16.0]
    assert statistics.average_of_series(uneven, 2).value == pytest.approx(np.mean(uneven))
    assert statistics.average_of_series([1.0, 2.0], 8).value == 1.5


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


def test_two_arms_in_blocks_are_a_paired_t_test() -> None:
    a, b = [3.0, 4.5, 5.2], [1.0, 2.2, 3.9]
    found = statistics.blocked({"a": a, "b": b}, "a", "b")
    d = np.subtract(a, b)
    assert found.interval == pytest.approx(stats.t.interval(0.95, 2, d.mean(), stats.sem(d)))


def test_blocks_pool_the_arms() -> None:
    """With six arms of two seeds the interval has five degrees of freedom instead of one, and covers."""
    draw = np.random.default_rng(2)
    inside, widths = 0, []
    for _ in range(400):
        block = draw.normal(size=2)
        arms = {str(i): list(i + block + 0.1 * draw.normal(size=2)) for i in range(6)}
        found = statistics.blocked(arms, "4", "1")
        inside += found.interval[0] <= 3 <= found.interval[1]
        widths.append(np.ptp(found.interval))
    assert 0.91 < inside / 400 < 0.98
    assert np.median(widths) < 0.6
    with pytest.raises(ValueError, match=r"two arms and two seeds, got \[1, 1\] seeds"):
        statistics.blocked({"a": [1.0], "b": [2.0]}, "a", "b")
