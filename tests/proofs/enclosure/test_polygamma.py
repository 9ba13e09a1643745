"""psi_1((d-1)/2) by four routes."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from flint import acb, arb, ctx, fmpq

from phasebound.proofs.enclosure import polygamma, sech


@pytest.fixture(autouse=True)
def precision() -> Iterator[None]:
    with ctx.workprec(128):
        yield


def agree(a: arb, b: arb, bits: int = 100) -> bool:
    return a.overlaps(b) and min(a.rel_accuracy_bits(), b.rel_accuracy_bits()) >= bits


@pytest.mark.parametrize("d", (2, 3, 4, 5, 8, 33, 128, 1001))
def test_four_routes(d: int) -> None:
    value = polygamma.trigamma(d)
    a, b = polygamma.trigamma_exact(d)
    assert agree(value, polygamma.trigamma_flint(d))
    assert agree(value, arb(a) * arb.pi() ** 2 + arb(b))
    assert agree(value, 2 * sech.variance_quadrature(d))


def test_large_dimension() -> None:
    for d in (10**5, 10**6):
        assert agree(polygamma.trigamma(d), polygamma.trigamma_flint(d))
        assert agree(polygamma.trigamma(d), 2 * sech.variance_quadrature(d))


@pytest.mark.parametrize("prec", (53, 300))
def test_other_precisions(prec: int) -> None:
    with ctx.workprec(prec):
        for d in (2, 3, 100):
            assert agree(polygamma.trigamma(d), polygamma.trigamma_flint(d), prec - 4)


def test_exact_values() -> None:
    assert polygamma.trigamma_exact(3) == (fmpq(1, 6), fmpq(0))
    assert polygamma.trigamma_exact(2) == (fmpq(1, 2), fmpq(0))
    assert polygamma.trigamma_exact(5) == (fmpq(1, 6), fmpq(-1))
    assert polygamma.trigamma_exact(4) == (fmpq(1, 2), fmpq(-4))


def test_standard_deviation() -> None:
    """d = 3: the logistic law, variance pi^2/12."""
    assert agree(polygamma.settling_sd(3, arb(2)), arb.pi() / arb(48).sqrt())
    values = [polygamma.settling_sd(d, arb(1)) for d in range(2, 40)]
    assert all(a > b for a, b in pairwise(values))


def test_mutants_are_caught() -> None:
    d = 8
    x = arb(d - 1) / 2
    swapped = acb(1).polygamma(acb(x)).real
    digamma = acb(x).polygamma(acb(0)).real
    other = acb(arb(d) / 2).polygamma(acb(1)).real
    for mutant in (swapped, digamma, other, 2 * polygamma.trigamma_flint(d)):
        assert not agree(polygamma.trigamma(d), mutant)
        assert not agree(2 * sech.variance_quadrature(d), mutant)


def test_domain() -> None:
    for route in (polygamma.trigamma, polygamma.trigamma_flint, polygamma.trigamma_exact):
        with pytest.raises(ValueError, match="dimension"):
            route(1)
    with pytest.raises(ValueError, match="positive"):
        polygamma.settling_sd(3, arb(0))
