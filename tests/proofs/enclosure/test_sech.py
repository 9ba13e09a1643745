"""The settling-time law: the cap and the quadrature of sech^{d-1} must agree."""

from collections.abc import Iterator

import pytest
from flint import arb, ctx

from phasebound.proofs.enclosure import caps, sech

SHIFTS = (-20.0, -1.0, 0.0, 0.01, 0.7, 3.0, 20.0, 1000.0)


@pytest.fixture(autouse=True)
def precision() -> Iterator[None]:
    with ctx.workprec(128):
        yield


def agree(a: arb, b: arb, bits: int = 100) -> bool:
    return a.overlaps(b) and min(a.rel_accuracy_bits(), b.rel_accuracy_bits()) >= bits


@pytest.mark.parametrize("d", (2, 3, 8, 101, 10**4, 10**6))
def test_failure_by_two_routes(d: int) -> None:
    for s in map(arb, SHIFTS):
        a, b = sech.log_failure(d, s), sech.log_failure_quadrature(d, s)
        assert agree(a, b), (d, s, a, b)
    assert agree(sech.failure(d, arb(0.25)), sech.failure_quadrature(d, arb(0.25)))


def test_closed_forms() -> None:
    """d = 3: P = (1 - tanh s)/2; d = 2: P = (2/pi) arctan e^{-s}."""
    for s in map(arb, SHIFTS[1:-1]):
        assert agree(sech.failure(3, s), 1 / (1 + (2 * s).exp()))
        assert agree(sech.failure(2, s), 2 * (-s).exp().atan() / arb.pi())


def test_the_total_on_the_line() -> None:
    for d in (2, 3, 17, 10**5):
        assert agree(sech.total_line(d), caps.total(d - 2))


@pytest.mark.parametrize("d", (2, 3, 8, 1001))
def test_bound(d: int) -> None:
    for s in (arb(x) for x in SHIFTS if x > 0):
        assert sech.log_failure(d, s) < sech.log_failure_bound(d, s)
    assert agree(sech.failure_bound(d, arb(0)), arb(1) / 2) and agree(sech.failure(d, arb(0)), arb(1) / 2)


def test_threshold() -> None:
    speed, tol = arb("1.3"), arb("0.1")
    time = sech.threshold_time(speed, tol)
    assert abs(time - arb("2.3040")) < 1e-3
    s = sech.shift(speed, time, tol)
    assert s.contains(0) and s.rad() < 1e-30
    for d in (2, 8, 128):
        half = sech.failure(d, s)
        assert half.contains(arb(1) / 2) and half.rad() < 1e-30
    early, late = (sech.shift(speed, time + x, tol) for x in (arb(-0.5), arb(0.5)))
    assert sech.failure(8, early) < sech.failure(32, early) < sech.failure(128, early)
    assert sech.failure(8, late) > sech.failure(32, late) > sech.failure(128, late)


def test_mutants_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    s = arb(0.7)
    assert not agree(sech.failure(8, s), sech.failure_quadrature(9, s))
    assert not agree(sech.failure(8, -s), sech.failure_quadrature(8, s))
    monkeypatch.setattr(sech, "angle", lambda s: (-s).exp().atan())
    assert not agree(sech.failure(8, s), sech.failure_quadrature(8, s))


def test_a_ball_covers_its_points() -> None:
    for route in (sech.failure, sech.failure_quadrature):
        value = route(8, arb(0.5, 0.25))
        assert value.contains(route(8, arb(0.6))) and value.rad() < 0.2


def test_domain() -> None:
    one = arb(1)
    for tol in (arb(0), arb(1.6), arb(-1)):
        with pytest.raises(ValueError, match="tolerance"):
            sech.threshold_time(one, tol)
    for speed in (arb(0), arb(0, 1)):
        with pytest.raises(ValueError, match="positive"):
            sech.shift(speed, one, arb(0.1))
    with pytest.raises(ValueError, match="negative"):
        sech.shift(one, arb(-1), arb(0.1))
    with pytest.raises(ValueError, match="dimension"):
        sech.failure(1, one)
    with pytest.raises(ValueError, match="finite"):
        sech.log_failure(3, arb.pos_inf())
    with pytest.raises(ValueError, match="finite"):
        sech.log_failure_quadrature(3, arb.nan())
    with pytest.raises(ValueError, match="s >= 0"):
        sech.failure_bound(3, arb(-1))
    with pytest.raises(ValueError, match="too far"):
        sech.log_failure(3, arb(-1e9))
