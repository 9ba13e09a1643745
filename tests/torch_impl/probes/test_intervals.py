"""Intervals over sequences: they cover, and intervals that take tokens for independent do not."""

import numpy as np
import pytest

from phasebound.analysis.estimate import mean, proportion
from phasebound.torch_impl.probes.intervals import difference, per_cluster, quantile, ratio, share

RNG = np.random.default_rng


def clustered(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """30 sequences of 20 to 40 tokens; half the variance is between sequences; mean 0."""
    g = RNG(seed)
    sizes = g.integers(20, 41, 30)
    of = np.repeat(np.arange(30.0), sizes)
    return np.repeat(g.standard_normal(30), sizes) + g.standard_normal(of.size), of


def test_the_mean_over_sequences_covers_and_the_naive_one_does_not() -> None:
    hit, naive = 0, 0
    for seed in range(300):
        x, of = clustered(seed)
        e = ratio(*per_cluster(x, of), seed)
        assert e.value == pytest.approx(x.mean())
        hit += e.interval[0] < 0 < e.interval[1]
        low, high = mean(x, seed).interval
        naive += low < 0 < high
    assert hit >= 289  # 99 % nominal; fewer than 289 of 300 has probability 2e-4
    assert naive < 200


def test_sequences_of_equal_length_give_the_t_interval_of_their_means() -> None:
    totals = RNG(3).standard_normal(7)
    ours, exact = ratio(10 * totals, np.full(7, 10.0), 0), mean(totals, 0)
    assert ours.stderr == pytest.approx(exact.stderr)
    assert ours.interval == pytest.approx(exact.interval)


def test_shares_and_quantiles_cover() -> None:
    true = float(np.sqrt(2)) * 0.8416212  # the .8 quantile of N(0, 2)
    hit = inside = 0
    for seed in range(200):
        x, of = clustered(seed)
        e = share(*per_cluster(x < true, of), seed)
        hit += e.interval[0] < 0.8 < e.interval[1]
        q = quantile(x, of, 0.8, seed)
        assert q.interval[0] <= q.value <= q.interval[1]
        inside += q.interval[0] < true < q.interval[1]
    assert hit >= 190
    assert inside >= 190


def test_independent_tokens_give_the_binomial_interval() -> None:
    hits = RNG(1).binomial(100, 0.3, 400).astype(float)
    ours, exact = share(hits, np.full(400, 100.0), 0), proportion(int(hits.sum()), 40_000, 0)
    assert ours.value == exact.value
    assert ours.interval == pytest.approx(exact.interval, abs=2e-3)


def test_where_all_agree_each_sequence_is_one_observation() -> None:
    full = np.full(50, 1000.0)
    assert share(0 * full, full, 0).interval == pytest.approx(proportion(0, 50, 0).interval)
    assert share(full, full, 0).interval == pytest.approx(proportion(50, 50, 0).interval)
    assert share(full, full, 0).interval[0] < 0.95


def test_differences_add_their_errors() -> None:
    a, b = mean(RNG(0).standard_normal(500) + 1, 0), mean(RNG(1).standard_normal(500), 0)
    d = difference(a, b)
    assert d.value == pytest.approx(a.value - b.value)
    assert d.stderr == pytest.approx(np.hypot(a.stderr, b.stderr))
    assert d.interval[0] > 0


def test_labels_need_not_be_consecutive() -> None:
    totals, counts = per_cluster(np.array([1.0, 2.0, 4.0]), np.array([7.0, 3.0, 7.0]))
    assert totals.tolist() == [2, 5]
    assert counts.tolist() == [1, 2]


def test_errors() -> None:
    one = np.ones(1)
    with pytest.raises(ValueError, match="at least two sequences"):
        ratio(one, one, 0)
    with pytest.raises(ValueError, match="nothing was counted"):
        share(np.zeros(3), np.zeros(3), 0)
    with pytest.raises(ValueError, match=r"level must lie in \(0, 1\)"):
        quantile(np.ones(4), np.arange(4.0), 1.0, 0)
