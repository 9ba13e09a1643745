"""Kluyver's integral against caps (n = 2), iterated quadrature (n = 3) and exact rational numbers (odd d)."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from flint import acb, arb, ctx, fmpq

from phasebound.proofs.enclosure import caps, kluyver

FIVE = [fmpq(1), fmpq(4, 5), fmpq(3, 5), fmpq(6, 5), fmpq(9, 10)]
THREE = FIVE[:3]
HALF = fmpq(1, 2)


@pytest.fixture(autouse=True)
def precision() -> Iterator[None]:
    with ctx.workprec(96):
        yield


def agree(a: arb, b: arb, bits: int = 52) -> bool:
    """2^-52 = 2.2e-16."""
    return a.overlaps(b) and min(a.rel_accuracy_bits(), b.rel_accuracy_bits()) >= bits


@pytest.mark.parametrize("d", (5, 9, 17, 33))
def test_odd_dimensions_exactly(d: int) -> None:
    exact = arb(kluyver.exact_odd(d, FIVE, HALF))
    assert agree(kluyver.kluyver(d, FIVE, HALF), exact)
    if d >= 9:
        assert agree(kluyver.kluyver(d, THREE, HALF), arb(kluyver.exact_odd(d, THREE, HALF)))
    assert agree(kluyver.three(d, THREE, HALF), arb(kluyver.exact_odd(d, THREE, HALF)))


def test_the_largest_odd_dimension() -> None:
    equal = [fmpq(1)] * 5
    eps = fmpq(7, 10)
    assert agree(kluyver.kluyver(65, equal, eps), arb(kluyver.exact_odd(65, equal, eps)))


def test_dimension_three() -> None:
    """Slow decay: few bits for five anchors, all of them for ten."""
    exact = arb(kluyver.exact_odd(3, FIVE, HALF))
    assert agree(kluyver.kluyver(3, FIVE, HALF, bits=24), exact, 23)
    ten = [*FIVE, *FIVE]
    assert agree(kluyver.kluyver(3, ten, HALF), arb(kluyver.exact_odd(3, ten, HALF)))


@pytest.mark.parametrize("d", (8, 16, 64))
def test_even_dimensions_by_iterated_quadrature(d: int) -> None:
    for eps in (HALF, fmpq(3, 2)):
        assert agree(kluyver.kluyver(d, THREE, eps), kluyver.three(d, THREE, eps))


@pytest.mark.parametrize("d", (3, 4, 5, 6, 7, 12))
def test_three_anchors(d: int) -> None:
    """All positions of the cuts: eps < w3, eps > w3, C = 1 on a part, on all but the rest."""
    weights = [fmpq(1), fmpq(4, 5), fmpq(1, 10)]
    for eps in (fmpq(1, 5), HALF, fmpq(9, 5)):
        value = kluyver.three(d, weights, eps)
        if d % 2:
            assert agree(value, arb(kluyver.exact_odd(d, weights, eps)))
        else:
            orders = [kluyver.three(d, [weights[i] for i in p], eps) for p in ((0, 2, 1), (1, 2, 0))]
            assert all(agree(value, other) for other in orders)


@pytest.mark.parametrize("d", (33, 64))
def test_two_anchors(d: int) -> None:
    weights = [fmpq(1), fmpq(4, 5)]
    exact = kluyver.two(d, arb(1), arb(fmpq(4, 5)), arb(0.5))
    assert agree(kluyver.kluyver(d, weights, HALF, bits=40), exact, 39)


def test_two_anchors_are_a_cap() -> None:
    assert kluyver.exact_odd(9, [fmpq(1), fmpq(1)], HALF) == caps.cap_exact_odd(9, fmpq(7, 8))
    assert kluyver.exact_odd(3, [fmpq(1), fmpq(1)], fmpq(7, 5)) == caps.cap_exact_odd(3, fmpq(1, 50))
    for d in (3, 5, 33):
        exact = arb(kluyver.exact_odd(d, [fmpq(1), fmpq(3, 5)], fmpq(11, 10)))
        assert agree(kluyver.two(d, arb(1), arb(fmpq(3, 5)), arb(fmpq(11, 10))), exact)


def test_known_values() -> None:
    assert kluyver.exact_odd(3, THREE, HALF) == fmpq(27, 640)
    assert kluyver.exact_odd(3, [fmpq(1)] * 3, fmpq(1)) == fmpq(1, 6)
    assert kluyver.exact_odd(5, FIVE, fmpq(9, 2)) == 1
    assert agree(kluyver.kluyver(8, FIVE, HALF), arb("6.49268332914696134e-5 +/- 1e-22"))


def test_the_plane() -> None:
    """d = 2, n unit steps: P(|h| <= 1) = 1/(n + 1) (Rayleigh, Kluyver)."""
    assert agree(kluyver.kluyver(2, [fmpq(1)] * 10, fmpq(1), bits=28), arb(1) / 11, 27)
    assert agree(kluyver.two(2, arb(1), arb(1), arb(1)), arb(1) / 3)


def test_certain_events() -> None:
    weights = [arb(3), arb(1), arb(1)]
    assert kluyver.kluyver(4, weights, arb(5)) == 1 and kluyver.three(4, weights, arb(5)) == 1
    assert kluyver.kluyver(4, weights, arb(1)) == 0 and kluyver.two(4, arb(3), arb(1), arb(1)) == 0
    assert kluyver.exact_odd(5, [fmpq(3), fmpq(1), fmpq(1)], fmpq(1)) == 0


def test_probability_grows_with_the_radius() -> None:
    values = [kluyver.kluyver(8, FIVE, fmpq(k, 4), bits=30) for k in range(1, 13)]
    assert all(a < b for a, b in pairwise(values)) and values[-1] < 1


@pytest.mark.parametrize("mu", (0.0, 0.25, 0.5, 1.0, 1.5, 3.0, 10.5, 31.0))
def test_bessel_envelope(mu: float) -> None:
    order, worst = arb(mu), arb(0)
    start = (order * order).sqrt() * 1.01 + 0.1
    for k in range(120):
        x = start + arb(k) / 7
        ceiling = kluyver.bessel_envelope(order, x)
        for y in (x, x + 3):
            size = abs(y.bessel_j(order)) * y.sqrt()
            assert size < ceiling or size.overlaps(ceiling)
            worst = worst.max(size / ceiling)
    assert worst > 0.9  # the envelope is not idle


def test_the_bound_covers_the_tail() -> None:
    """The part of the integral between L and 3 L is below the bound at L."""
    with ctx.workprec(160):
        weights, eps, tolerance = [arb(w) for w in FIVE], arb(0.5), arb(2) ** -120
        for d in (4, 8, 33):
            for length in (arb(20), arb(40)):
                parts = [kluyver._body(d, weights, eps, x, tolerance) for x in (length, 3 * length)]
                bound = kluyver.tail_bound(d, weights, eps, length)
                assert bound is not None
                gap = abs(parts[1] - parts[0])
                assert gap < bound


def test_characteristic_function() -> None:
    for mu in (arb(1), arb(1.5), arb(4), arb(32.5)):
        for z in (acb(0.5), acb(30, 2), acb(-30, 2), acb(7), acb(200)):
            with ctx.workprec(1200):
                other = (z * z / -4).hypgeom_0f1(acb(mu))
            assert kluyver.characteristic(mu, z).overlaps(other)
            ball = acb(arb(z.real, 1e-3), arb(z.imag, 1e-3))
            assert kluyver.characteristic(mu, ball).contains(other)
            wide = acb(arb(z.real, 2), arb(z.imag, 2))
            assert kluyver.characteristic(mu, wide).contains(other)


def test_mutants_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = arb(kluyver.exact_odd(9, FIVE, HALF))
    honest = kluyver.characteristic
    assert not agree(kluyver.kluyver(9, FIVE[:4], HALF), exact)  # a dropped factor
    assert not agree(kluyver.kluyver(10, FIVE, HALF), exact)
    with monkeypatch.context() as patch:  # J_{nu-1} in the place of J_nu
        patch.setattr(kluyver, "characteristic", lambda mu, z: honest(arb(4.5), z))
        assert not agree(kluyver.kluyver(9, FIVE, HALF), exact)
    with monkeypatch.context() as patch:  # s^2 for s^2/4
        patch.setattr(kluyver, "characteristic", lambda mu, z: honest(mu, 2 * z))
        assert not agree(kluyver._body(9, [arb(w) for w in FIVE], arb(0.5), arb(60), arb(2) ** -80), exact)


def test_slow_decay_is_refused() -> None:
    with pytest.raises(kluyver.SlowDecayError, match="decays too slowly"):
        kluyver.kluyver(3, THREE, HALF)
    with pytest.raises(kluyver.SlowDecayError):
        kluyver.kluyver(2, [fmpq(1), fmpq(1)], HALF)


def test_wide_weights_are_refused() -> None:
    with pytest.raises(ArithmeticError):
        kluyver.kluyver(8, [arb(1, 1e-3)] * 5, arb(0.5))


def test_an_undecided_cut_is_refused() -> None:
    with pytest.raises(ArithmeticError, match="cut"):
        kluyver.three(8, [arb(1), arb(0.5), arb(0.25, 1e-9)], arb(0.75))


def test_domain() -> None:
    one = fmpq(1)
    with pytest.raises(ValueError, match="dimension"):
        kluyver.kluyver(1, FIVE, HALF)
    with pytest.raises(ValueError, match="two weights"):
        kluyver.kluyver(8, [one], HALF)
    with pytest.raises(ValueError, match="positive"):
        kluyver.kluyver(8, [one, fmpq(-1)], HALF)
    with pytest.raises(ValueError, match="positive"):
        kluyver.kluyver(8, FIVE, fmpq(0))
    with pytest.raises(ValueError, match="odd"):
        kluyver.exact_odd(8, FIVE, HALF)
    with pytest.raises(ValueError, match="two weights"):
        kluyver.exact_odd(9, [one], HALF)
    with pytest.raises(ValueError, match="three weights"):
        kluyver.three(8, FIVE, HALF)
    with pytest.raises(ValueError, match="dimension"):
        kluyver.three(2, THREE, HALF)
    with pytest.raises(ValueError, match="mu >= 0"):
        kluyver.bessel_envelope(arb(-1), arb(1))
    with pytest.raises(ValueError, match="turning point"):
        kluyver.bessel_envelope(arb(4), arb(3))
