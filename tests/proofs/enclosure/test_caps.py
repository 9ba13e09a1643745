"""Caps: independent routes must overlap and be narrow; mutated ones must be caught."""

from collections.abc import Callable, Iterator

import pytest
from flint import arb, ctx, fmpq

from phasebound.proofs.enclosure import caps

DIMENSIONS = (2, 3, 4, 8, 50, 101, 400, 1001, 10**4, 10**5, 10**6)
ANGLES = (1e-9, 0.01, 0.5, 0.9, 1.05, 1.2, 1.4, 1.5, 1.55, 1.5607, 1.57, 1.5707963, 1.6, 2.0, 3.0, 3.14159)
BITS = 100


@pytest.fixture(autouse=True)
def precision() -> Iterator[None]:
    with ctx.workprec(128):
        yield


def agree(values: list[arb], bits: int = BITS) -> bool:
    return all(v.rel_accuracy_bits() >= bits and v.overlaps(w) for v in values for w in values)


@pytest.mark.parametrize("d", DIMENSIONS)
def test_logarithm_by_three_routes(d: int) -> None:
    for a in map(arb, ANGLES):
        values = [route(d, a) for route in (caps.log_cap, caps.log_cap_beta, caps.log_cap_quadrature)]
        assert agree(values), (d, a, values)
        assert values[0] < 0


@pytest.mark.parametrize("d", (2, 3, 4, 8, 101, 1001))
def test_value_by_three_routes(d: int) -> None:
    for a in map(arb, ANGLES):
        assert agree([route(d, a) for route in (caps.cap, caps.cap_beta, caps.cap_quadrature)]), (d, a)


@pytest.mark.parametrize("prec", (53, 64, 200))
def test_other_precisions(prec: int) -> None:
    with ctx.workprec(prec):
        for d in (2, 8, 1001, 10**5):
            for a in (arb(1e-9), arb(1), arb(1.55)):
                assert agree([caps.log_cap(d, a), caps.log_cap_beta(d, a)], prec - 4)


def test_exact_rationals() -> None:
    assert caps.cap_exact_odd(3, fmpq(1, 2)) == fmpq(1, 4)
    assert caps.cap_exact_odd(5, fmpq(1, 2)) == fmpq(5, 32)
    assert caps.cap_exact_odd(7, fmpq(0)) == fmpq(1, 2)
    for d in (3, 5, 9, 33, 101, 301):
        for c in (fmpq(-1, 2), fmpq(1, 7), fmpq(1, 2), fmpq(9, 10)):
            exact = arb(caps.cap_exact_odd(d, c))
            a = arb(c).acos()
            assert agree([caps.cap(d, a), caps.cap_beta(d, a), caps.cap_quadrature(d, a), exact])


def test_circle() -> None:
    for a in map(arb, ANGLES):
        assert agree([caps.cap(2, a), a / arb.pi()])


def test_half_at_the_equator() -> None:
    for d in (2, 3, 8, 10**6):
        for route in (caps.cap, caps.cap_beta, caps.cap_quadrature):
            half = route(d, arb.pi() / 2)
            assert half.contains(arb(1) / 2) and half.rad() < 1e-30


def test_a_ball_covers_its_points() -> None:
    ball = arb(1, 0.25)
    for d in (2, 9, 100):
        value = caps.cap(d, ball)
        ends = [caps.cap(d, arb(0.75)), caps.cap(d, arb(1.25))]
        assert all(value.overlaps(end) for end in ends) and value.contains(caps.cap(d, arb(1.1)))
        assert value.rad() < (ends[1] - ends[0]) * 0.51


def test_deep_tail() -> None:
    """The largest dimension of the claim."""
    for a in (1e-9, 1.4, 1.5607):
        value = caps.log_cap(10**6, arb(a))
        assert value.rad() < abs(value) * 1e-15
    value = caps.log_cap(10**6, arb("1e-9"))
    assert value.overlaps(999_999 * arb("1e-9").log() - (999_999 * caps.total(999_998)).log() + arb(0, 1e-12))


def test_totals() -> None:
    for n in (0, 1, 2, 3, 6, 31, 400):
        q, k = caps.total_exact(n)
        assert agree([caps.total(n), caps.total_quadrature(n), arb(q) * arb.pi() ** k])
    for n in (10**4, 10**6):
        assert agree([caps.total(n), caps.total_quadrature(n), caps.log_total(n).exp()])


def test_recurrence_in_the_dimension() -> None:
    """P_{d+2} = P_d - cos a sin^{d-1} a/((d-1) W_{d-2})."""
    for d in (2, 3, 50):
        a = arb(0.7)
        step = a.cos() * a.sin() ** (d - 1) / ((d - 1) * caps.total(d - 2))
        assert agree([caps.cap(d + 2, a), caps.cap(d, a) - step], 90)


@pytest.mark.parametrize("d", DIMENSIONS)
def test_bounds(d: int) -> None:
    for a in (arb(x) for x in ANGLES if x < 1.5708):
        logs, value = caps.log_cap_bounds(d, a), caps.log_cap(d, a)
        assert logs.lower < value < logs.upper
        assert logs.lower_root < value
        assert bool(logs.lower < logs.lower_root) == (d >= 3)
        if d <= 1001:
            assert agree([x.log() for x in caps.cap_bounds(d, a)[:1]] + [logs.lower])
            assert agree([x.log() for x in caps.cap_bounds(d, a)[1:2]] + [logs.lower_root])
            assert agree([x.log() for x in caps.cap_bounds(d, a)[2:]] + [logs.upper])
    assert caps.cap_bounds(d, arb.pi() / 2).upper.overlaps(arb(1) / 2)


def swapped(p: arb, x: arb) -> arb:
    return x.beta_lower(arb(1) / 2, p, regularized=True)


def misplaced(p: arb, x: arb) -> arb:
    return p.beta_lower(x, arb(1) / 2, regularized=True)


def whole(p: arb, x: arb) -> arb:
    return x.beta_lower(p, arb(1) / 2, regularized=False)


def doubled(p: arb, x: arb) -> arb:
    return 2 * x.beta_lower(p, arb(1) / 2, regularized=True)


@pytest.mark.parametrize("mutant", (swapped, misplaced, whole, doubled))
@pytest.mark.parametrize("d", (3, 8, 100))
def test_a_mutated_beta_function_is_caught(
    monkeypatch: pytest.MonkeyPatch, mutant: Callable[[arb, arb], arb], d: int
) -> None:
    a = arb(0.9)
    honest = [caps.log_cap(d, a), caps.log_cap_quadrature(d, a)]
    monkeypatch.setattr(caps, "beta_half", mutant)
    assert not agree([caps.log_cap_beta(d, a), honest[0]])
    assert not agree([caps.log_cap_beta(d, a), honest[1]])


def test_a_dropped_total_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    a = arb(0.9)
    honest = caps.log_cap_quadrature(8, a)
    monkeypatch.setattr(caps, "log_total", lambda n: arb(0))
    assert not agree([caps.log_cap(8, a), honest])


def test_a_wrong_fraction_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    a = arb(0.9)
    honest = caps.gauss_fraction
    monkeypatch.setattr(caps, "gauss_fraction", lambda d, x, y: honest(d + 1, x, y))
    assert not agree([caps.log_cap(8, a), caps.log_cap_beta(8, a)])


@pytest.mark.parametrize("d", (2, 3, 8, 301))
def test_the_fraction_is_the_hypergeometric_function(d: int) -> None:
    p = arb(d - 1) / 2
    for x in (arb(0.125), arb(0.5), arb(0.75)):
        assert agree([caps.gauss_fraction(d, x, 1 - x), x.hypgeom_2f1(p + 0.5, 1, p + 1)], 80)


@pytest.mark.parametrize(
    "route", (caps.cap, caps.cap_beta, caps.cap_quadrature, caps.log_cap, caps.log_cap_beta)
)
def test_domain(route: Callable[[int, arb], arb]) -> None:
    for a in (arb(0), arb(-1), arb(0, 1), arb.pi(), arb(4), arb.nan()):
        with pytest.raises(ValueError, match="angle"):
            route(3, a)
    for d in (1, 0, -2, True, 2.0):
        with pytest.raises(ValueError, match="dimension"):
            route(d, arb(1))  # type: ignore[arg-type]


def test_domain_of_the_others() -> None:
    with pytest.raises(ValueError, match="angle"):
        caps.cap_bounds(3, arb(1.6))
    with pytest.raises(ValueError, match="angle"):
        caps.log_cap_bounds(3, arb(1.6))
    with pytest.raises(ValueError, match="odd"):
        caps.cap_exact_odd(4, fmpq(1, 2))
    with pytest.raises(ValueError, match="cosine"):
        caps.cap_exact_odd(5, fmpq(3, 2))
    for total in (caps.total, caps.log_total, caps.total_quadrature, caps.total_exact):
        with pytest.raises(ValueError, match="dimension"):
            total(-1)
