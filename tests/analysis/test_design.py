"""The designer's calculator: inverses of each other, minimal, honest about what cannot be met."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phasebound.analysis import design, laws
from phasebound.analysis.design import Coupling, dimension_for, failure, plan, time_for

W = (1.0, 0.8, 0.6, 1.2, 0.9)


@settings(max_examples=40, deadline=None)
@given(st.floats(0.2, 3.0), st.floats(0.02, 0.5), st.floats(-12.0, -1.0), st.integers(2, 200))
def test_fixed_coupling_inverts(norm: float, angle: float, exponent: float, d: int) -> None:
    target = 10.0**exponent
    time = time_for(Coupling(norm=norm), d, target, angle).value
    assert time is not None
    assert float(laws.log_finite_time_failure(d, norm, time, angle)) == pytest.approx(
        math.log(target), rel=1e-3, abs=1e-3
    )
    # the smallest d for this time: d meets the target, the one below does not
    found = dimension_for(Coupling(norm=norm), time * 1.0001, target, angle).value
    assert found is not None and found <= d
    if found > 2:
        assert float(laws.log_finite_time_failure(int(found) - 1, norm, time * 1.0001, angle)) > math.log(
            target
        )


@pytest.mark.parametrize("coupling", [Coupling(weights=W), Coupling(weights=W, floor=0.3)])
def test_random_couplings_invert(coupling: Coupling) -> None:
    time = time_for(coupling, 16, 1e-6, 0.1).value
    assert time is not None
    assert failure(coupling, 16, time, 0.1).log_total == pytest.approx(math.log(1e-6), abs=1e-3)
    d = dimension_for(coupling, time * 1.001, 1e-6, 0.1).value
    assert d == 16
    assert failure(coupling, 15, time * 1.001, 0.1).log_total > math.log(1e-6)


def test_modes_add_up() -> None:
    for d in (2, 4, 8, 64):
        for coupling in (Coupling(weights=W), Coupling(norms=(0.1, 0.5, 1.0, 4.0))):
            found = failure(coupling, d, 4.0, 0.1)
            assert sum(found.shares) == pytest.approx(1.0, abs=1e-6)
    whole = laws.log_mixed_failure(8, W, 4.0, 0.1).value
    assert failure(Coupling(weights=W), 8, 4.0, 0.1).log_total == pytest.approx(whole, abs=1e-4)


def test_floor_counts_whatever_the_start() -> None:
    d, floor = 8, 0.6
    found = failure(Coupling(weights=W, floor=floor), d, 1e6, 0.1)
    assert found.log_total == pytest.approx(laws.log_degenerate_probability(d, W, floor), rel=1e-6)
    measured = failure(Coupling(norms=(0.1, 1.0, 1.0, 1.0), floor=0.2), d, 1e3, 0.1)
    assert math.exp(measured.log_total) == pytest.approx(0.25)


@pytest.mark.parametrize(
    ("coupling", "time", "target", "why"),
    [
        (Coupling(norm=1.0), 2.9, 1e-6, "T\\*"),
        (Coupling(weights=W), 1.4, 1e-6, "T\\*"),
        (Coupling(weights=W, floor=2.1), 10.0, 1e-6, "norm\\(w\\)"),
        (Coupling(norms=(0.01, 1.0, 1.0)), 10.0, 0.1, "too weak"),
        (Coupling(norms=(0.5, 1.0, 1.0), floor=0.6), 100.0, 0.1, "too weak"),
    ],
)
def test_no_dimension_helps_and_says_why(coupling: Coupling, time: float, target: float, why: str) -> None:
    answer = dimension_for(coupling, time, target, 0.1)
    assert answer.value is None
    with pytest.raises(AssertionError, match=why):
        raise AssertionError(answer.reason)
    # and indeed: failures at ever larger d stay above the target
    assert all(failure(coupling, d, time, 0.1).log_total > math.log(target) for d in (2, 32, 512, 4096))


def test_no_time_helps_and_says_why() -> None:
    assert time_for(Coupling(weights=W, floor=0.5), 4, 1e-6, 0.1).value is None
    assert "zero" in time_for(Coupling(norms=(0.0, 1.0, 1.0)), 8, 0.01, 0.1).reason
    assert "alone fails" in time_for(Coupling(norms=(0.1, 1.0), floor=0.2), 8, 0.01, 0.1).reason
    assert "without settling" in time_for(Coupling(norm=1.0), 2, 0.99, 0.5).reason


def test_plan_shares_the_target_and_notes_it() -> None:
    found = plan(Coupling(norm=1.0), 0.1, 1e-3, time=5.0, oscillators=1000, tokens=4, disorder=0.2)
    assert found.target_each == pytest.approx(1e-6) and found.met
    assert any("union bound" in note for note in found.notes)
    assert found.readout == pytest.approx(4 * math.sin(0.05))
    assert found.disorder is not None and found.disorder["locks_for_certain"]
    assert found.as_dict()["dimension"] == found.dimension


def test_parity_advice() -> None:
    assert "odd" in design.parity_advice(2.0, 1.0, 16)["advice"]
    assert "17" in design.parity_advice(2.0, 1.0, 16)["advice"]
    advice = design.parity_advice(0.6, 1.0, 16)
    assert advice["largest_angle"] == pytest.approx(math.asin(0.6)) and advice[
        "smallest_rate"
    ] == pytest.approx(0.8)


def test_curve_falls_towards_the_critical_time() -> None:
    found = plan(Coupling(norm=1.0), 0.1, 1e-6)
    times = [p["time"] for p in found.curve]
    assert times == sorted(times, reverse=True) and times[-1] > found.critical_time
    assert times[-1] < 1.2 * found.critical_time


def test_small_measurements_are_noted() -> None:
    assert any("measurements" in n for n in plan(Coupling(norms=(1.0, 2.0)), 0.1, 1e-6, dimension=8).notes)


@pytest.mark.parametrize(
    "call",
    [
        lambda: Coupling(),
        lambda: Coupling(norm=1.0, weights=W),
        lambda: Coupling(norm=0.0),
        lambda: Coupling(weights=(1.0, -1.0)),
        lambda: Coupling(norms=(1.0, math.nan)),
        lambda: Coupling(weights=W, floor=-1.0),
        lambda: plan(Coupling(norm=1.0), 2.0, 1e-6),
        lambda: plan(Coupling(norm=1.0), 0.1, 0.0),
        lambda: plan(Coupling(norm=1.0), 0.1, 1e-6, dimension=1),
        lambda: plan(Coupling(norm=1.0), 0.1, 1e-6, time=-1.0),
        lambda: plan(Coupling(norm=1.0), 0.1, 1e-6, oscillators=0),
        lambda: design.readout_error(0.1, 0),
    ],
)
def test_bad_input(call: object) -> None:
    with pytest.raises(ValueError):
        call()  # type: ignore[operator]
