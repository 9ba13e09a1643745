"""Every rule can come out either way, on made-up results."""

from typing import Any

import pytest

from phasebound.proofs.oscillator import zero_failures
from phasebound.torch_impl.tables import kws, sva


def interval(low: float, high: float) -> dict[str, Any]:
    return {"value": (low + high) / 2, "interval": [low, high]}


def agreement(published: Any, corrected: Any, ours: int, other: int, p: float) -> dict[str, Any]:
    counts = {"ours": {"value": ours / 50}, "other": {"value": other / 50}, "fisher_p": p}
    return {
        "published": {"hard": {"difference": interval(*published)}, "failures": counts},
        "corrected": {"hard": {"difference": interval(*corrected)}, "failures": counts},
    }


@pytest.mark.parametrize(
    ("figures", "verdict"),
    [
        (agreement((3, 9), (2, 8), 2, 12, 0.01), "supported"),
        (agreement((3, 9), (2, 8), 12, 2, 0.01), "inconclusive"),  # fails more often
        (agreement((3, 9), (2, 8), 2, 5, 0.3), "inconclusive"),
        (agreement((-1, 9), (2, 8), 2, 12, 0.01), "inconclusive"),
        (agreement((3, 9), (1, 5), 2, 12, 0.01), "not-supported"),  # smaller than claimed
        (agreement((-9, -3), (2, 8), 2, 12, 0.01), "not-supported"),
    ],
)
def test_osc_sva(figures: dict[str, Any], verdict: str) -> None:
    assert sva.decide(figures) == verdict


@pytest.mark.parametrize(
    ("failed", "verdict"),
    [
        (0, "not-supported"),  # fifty runs without a failure
        (1, "supported"),
        (3, "supported"),
        (15, "supported"),
        (16, "inconclusive"),  # the interval ends at 47 %
        (29, "inconclusive"),
        (30, "not-supported"),  # a rate that five runs would have shown
    ],
)
def test_osc_zero_failures(failed: int, verdict: str) -> None:
    runs = {s: {"validation_hard": 84.9 if s >= 100 - failed else 85.0} for s in sva.NEW_SEEDS}
    ruling = sva.failures_rule({sva.NEW: runs})
    assert ruling.verdict == verdict
    assert ruling.figures["failed_seeds"] == list(range(100 - failed, 100))
    assert ruling.figures["rate"]["value"] == failed / 50


def test_the_edge_of_zero_failures_is_that_of_the_claim() -> None:
    assert str(sva.COMPATIBLE) == str(float(zero_failures.EDGE))


def positions(sinusoidal: Any, learned: Any) -> dict[str, Any]:
    return {
        "none": {"difference": interval(0.5, 1.5)},  # plays no part: it is not matched
        "sinusoidal": {"difference": interval(*sinusoidal)},
        "learned": {"difference": interval(*learned)},
    }


@pytest.mark.parametrize(
    ("figures", "verdict"),
    [
        (positions((0.2, 0.9), (0.1, 2)), "supported"),
        (positions((-0.2, 0.9), (-0.6, 0.1)), "not-supported"),
        (positions((-0.2, 1.4), (-0.6, 0.1)), "inconclusive"),
    ],
)
def test_osc_kws(figures: dict[str, Any], verdict: str) -> None:
    assert kws.decide_positions(figures) == verdict


@pytest.mark.parametrize(
    ("two", "four", "verdict"),
    [
        ((0.1, 0.9), (-2, -1), "supported"),
        ((-0.3, 0.4), (-2, -1), "not-supported"),
        ((-0.3, 0.8), (-2, -1), "inconclusive"),
    ],
)
def test_osc_sharpening_trained(two: Any, four: Any, verdict: str) -> None:
    figures = {"p2": {"difference": interval(*two)}, "p4": {"difference": interval(*four)}}
    assert kws.decide_exponent(figures) == verdict


@pytest.mark.parametrize(
    ("frozen", "trained", "verdict"),
    [
        ((0.2, 1), (0.5, 1.5), "supported"),
        ((-0.6, 0.3), (0.5, 1.5), "not-supported"),  # less than half of the gain
        ((-0.6, 0.7), (0.5, 1.5), "inconclusive"),
        ((-0.6, 0.7), (-0.5, 0.5), "not-supported"),  # there is no gain to carry
    ],
)
def test_osc_frozen_values(frozen: Any, trained: Any, verdict: str) -> None:
    figures = {"frozen - softmax": interval(*frozen), "trained - softmax": interval(*trained)}
    assert kws.decide_frozen(figures) == verdict
