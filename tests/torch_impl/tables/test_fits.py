"""The power law: the published exponents, a law that is put in, and the rule."""

import math

import numpy as np
import pytest

from phasebound.torch_impl.tables import fits, statistics


@pytest.mark.parametrize(("corpus", "id"), [("wt2", "table4_fit_wt2"), ("ts", "table4_fit_ts")])
def test_the_published_exponents_are_refitted(corpus: str, id: str) -> None:
    theirs, found = statistics.published()[id], fits.published(corpus)
    assert found.value == pytest.approx(theirs["values"]["alpha"], abs=1e-9)
    assert found.value == pytest.approx({"wt2": 0.420, "ts": 0.599}[corpus], abs=5e-4)
    assert found.interval == pytest.approx(theirs["derived_check"]["own_bootstrap_ci95"], abs=1e-9)
    close = 1e-9 if corpus == "ts" else 1e-3  # their WikiText-2 draws are not ours
    assert found.interval == pytest.approx(theirs["values"]["alpha_ci95"], abs=close)
    assert not found.interval[0] <= 0.5 <= found.interval[1]


def test_a_law_that_is_put_in_comes_out() -> None:
    alpha, level = fits.law(7.0, {d: 7 + 3 * d**-0.5 for d in (2, 4, 8)})
    assert (alpha, level) == (pytest.approx(0.5), pytest.approx(3))
    with pytest.raises(ValueError, match="positive gaps, got -1"):
        fits.law(7.0, {2: 8.0, 4: 6.0})


def test_seeds_that_cross_the_baseline_give_no_interval() -> None:
    found = fits.fit([7.0, 7.2, 7.4], {2: [9.0, 9.1, 9.2], 8: [7.3, 7.6, 7.9]})
    assert found.interval == (-math.inf, math.inf)


def test_two_seeds_give_no_interval() -> None:
    base, runs = [7.0, 7.1], {2: [9.0, 9.1], 8: [8.0, 8.1]}
    assert fits.fit(base, runs).interval == (-math.inf, math.inf)
    third = fits.fit([*base, 7.05], {2: [*runs[2], 9.05], 8: [*runs[8], 8.05]})
    assert third.value == pytest.approx(fits.fit(base, runs).value)
    assert all(map(math.isfinite, third.interval))


def test_the_order_of_the_draws_matters() -> None:
    """A control: other draws give another interval, so the equality above is not one of wide tolerance."""
    base = statistics.published_values("table4_ts_softmax")
    runs = {d: statistics.published_values(f"table4_ts_d{d}") for d in fits.FITTED}
    rng = np.random.default_rng(0)
    drawn = []
    for _ in range(fits.DRAWS):
        means = {d: float(np.mean(rng.choice(runs[d], 5))) for d in fits.FITTED}
        drawn.append(fits.law(float(np.mean(rng.choice(base, 5))), means)[0])
    interval = np.percentile(drawn, [2.5, 97.5])
    assert np.abs(interval - fits.published("ts").interval).max() > 1e-6


@pytest.mark.parametrize(
    ("interval", "seeds", "trained", "verdict"),
    [
        ((0.45, 0.6), 5, 1.0, "supported"),
        ((0.55, 0.6), 5, 1.0, "not-supported"),
        ((0.4, 0.61), 5, 1.0, "inconclusive"),  # not narrower than .2
        ((0.55, 0.6), 2, 1.0, "inconclusive"),
        ((0.55, 0.6), 5, 0.1, "inconclusive"),
        ((-math.inf, math.inf), 5, 1.0, "inconclusive"),
    ],
)
def test_osc_dimension_exponent(
    interval: tuple[float, float], seeds: int, trained: float, verdict: str
) -> None:
    assert fits.decide({"interval": interval}, seeds, trained) == verdict


def test_no_fit_no_verdict() -> None:
    assert fits.decide(None, 5, 1.0) == "inconclusive"
