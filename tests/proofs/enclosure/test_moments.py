"""Moments of |h|: closed forms against quadrature, exact second moments against the radial chain."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from flint import arb, ctx, fmpq

from phasebound.proofs.enclosure import caps, moments

ONE = arb(1)


@pytest.fixture(autouse=True)
def precision() -> Iterator[None]:
    with ctx.workprec(128):
        yield


def agree(a: arb, b: arb, bits: int = 100) -> bool:
    return a.overlaps(b) and min(a.rel_accuracy_bits(), b.rel_accuracy_bits()) >= bits


@pytest.mark.parametrize("d", (2, 3, 4, 8, 64, 1000))
def test_two_routes(d: int) -> None:
    for power in (1, -1, 2, 3):
        if power < 2 - d:
            continue
        assert agree(moments.equal_pair(d, power, ONE), moments.pair_quadrature(d, power, ONE, ONE))
        other = arb(0.75)
        assert agree(moments.pair(d, power, ONE, other), moments.pair_quadrature(d, power, ONE, other))


def test_known_values() -> None:
    """d = 2: E|h| = 4/pi; d = 3: |h| has density r/2 on (0, 2), so E|h| = 4/3, E 1/|h| = 1."""
    assert agree(moments.equal_pair(2, 1, ONE), 4 / arb.pi())
    assert agree(moments.equal_pair(3, 1, ONE), arb(4) / 3)
    assert agree(moments.equal_pair(3, -1, ONE), ONE)
    assert agree(moments.equal_pair(7, 2, arb(3)), arb(18))
    assert agree(moments.equal_pair(8, 1, arb(2)), 2 * moments.equal_pair(8, 1, ONE))
    assert agree(moments.equal_pair(8, -1, arb(2)), moments.equal_pair(8, -1, ONE) / 2)


def test_monotone_in_the_dimension() -> None:
    rising = [moments.equal_pair(d, 1, ONE) for d in range(2, 40)]
    falling = [moments.equal_pair(d, -1, ONE) for d in range(3, 40)]
    assert all(a < b for a, b in pairwise(rising)) and rising[-1] < arb(2).sqrt()
    assert all(a > b for a, b in pairwise(falling)) and falling[-1] > arb(0.5).sqrt()


def test_squares_by_the_radial_chain() -> None:
    weights = [fmpq(1), fmpq(4, 5), fmpq(3, 5), fmpq(6, 5)]
    for d in (2, 3, 8, 33):
        mean, variance = moments.chain_squares(d, weights)
        assert mean == moments.mean_square(weights) and variance == moments.variance_square(d, weights)
    assert moments.variance_square(4, [fmpq(1), fmpq(1)]) == 1


def test_second_moment_links_the_two() -> None:
    mean = arb(moments.mean_square([fmpq(1), fmpq(3, 4)]))
    fourth = arb(moments.variance_square(8, [fmpq(1), fmpq(3, 4)])) + mean**2
    assert agree(moments.pair_quadrature(8, 2, ONE, arb(0.75)), mean)
    assert agree(moments.pair_quadrature(8, 4, ONE, arb(0.75)), fourth)


def test_mutants_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = moments.pair_quadrature(8, 1, ONE, ONE)
    assert not agree(moments.equal_pair(9, 1, ONE), honest)
    assert not agree(2 * moments.equal_pair(8, 1, ONE), honest)
    monkeypatch.setattr(caps, "log_total", lambda n: arb(0))
    assert not agree(moments.equal_pair(8, 1, ONE), honest)


def test_domain() -> None:
    with pytest.raises(ValueError, match="infinite"):
        moments.equal_pair(2, -1, ONE)
    with pytest.raises(ValueError, match="infinite"):
        moments.pair_quadrature(3, -2, ONE, ONE)
    with pytest.raises(ValueError, match="positive"):
        moments.equal_pair(3, 1, arb(0))
    with pytest.raises(ValueError, match="differ"):
        moments.pair(3, 1, ONE, ONE)
    with pytest.raises(ValueError, match="same exact"):
        moments.pair_quadrature(3, 1, ONE, arb(1, 0.5))
    with pytest.raises(ValueError, match="dimension"):
        moments.variance_square(1, [fmpq(1)])
