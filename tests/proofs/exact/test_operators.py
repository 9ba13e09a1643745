"""Skew operators on vectors of any dimension, and squared norms that stay closed."""

import pytest
import sympy as sp

from phasebound.proofs.claim import Hypothesis, Statement, Verdict
from phasebound.proofs.enclosure.balls import BallCounterexample
from phasebound.proofs.exact import Algebra, Positive
from phasebound.proofs.exact.evaluate import NotExact, scalar, vector
from phasebound.proofs.exact.refute import Counterexample
from phasebound.proofs.terms import (
    Rate,
    SquaredNorm,
    dot,
    eq,
    image,
    indices,
    is_vector,
    le,
    lt,
    ne,
    reals,
    skew,
    total,
    vector_family,
    vectors,
)

S, T = skew("S"), skew("T")
x, y, h = vectors("x y h")
mu = reals("mu")
TURN = ((0, -1), (1, 0))
AT = {S: TURN, x: (1, 2), y: (3, 5), h: (0, 1)}


def test_linear() -> None:
    r, j = vector_family("r"), indices("j")
    assert image(S, 2 * x - mu * y) == 2 * image(S, x) - mu * image(S, y)
    assert image(S, total(r[j], j)) == total(image(S, r[j]), j)
    assert image(S, 0) == 0
    assert is_vector(image(S, x)) and not is_vector(SquaredNorm(x))


@pytest.mark.parametrize(
    "zero",
    [
        dot(image(S, x), x),
        dot(image(S, x), y) + dot(x, image(S, y)),
        dot(image(S, x), image(S, y)) + dot(x, image(S, image(S, y))),
        dot(image(S, image(S, x)), image(S, x)),
        dot(image(S, image(T, x)), y) - dot(x, image(T, image(S, y))),
        dot(image(S, x + y), x + y),
    ],
)
def test_skew(zero: sp.Expr) -> None:
    assert zero == 0


def test_not_more_than_skew() -> None:
    assert dot(image(S, x), y) != 0
    assert dot(image(S, x), y) != dot(x, image(S, y))
    assert dot(image(S, image(S, x)), x) != 0
    assert dot(image(S, image(T, x)), x) != dot(image(S, x), image(T, x))


def test_values_agree_with_a_matrix() -> None:
    assert vector(image(S, x), AT, {}) == (-2, 1)
    assert scalar(dot(image(S, x), y), AT, {}) == -1
    assert scalar(dot(x, image(S, y)), AT, {}) == 1
    assert scalar(dot(image(S, image(S, x)), x), AT, {}) == -5
    assert scalar(SquaredNorm(x - y), AT, {}) == 13


def test_a_value_must_be_skew() -> None:
    for matrix in (((1, 0), (0, 1)), ((0, 1), (1, 0)), ((0, 1, 0), (-1, 0, 0))):
        with pytest.raises(NotExact, match="skew"):
            vector(image(S, x), {**AT, S: matrix}, {})


def test_only_operators_have_images() -> None:
    with pytest.raises(TypeError, match="operator"):
        image(mu, x)


def test_rates_go_through_operators() -> None:
    field = image(S, x) + h
    same = Statement(then=eq(Rate(image(S, x), (x, field)), image(S, image(S, x)) + image(S, h)))
    assert Algebra().prove(same).verdict is Verdict.PROVED
    length = Statement(then=eq(Rate(dot(x, x), (x, field)), 2 * dot(x, h)))
    assert Algebra().prove(length).verdict is Verdict.PROVED
    assert Algebra().prove(Statement(then=eq(Rate(dot(x, x), (x, field)), 0))).verdict is Verdict.UNKNOWN


def test_refuted_at_a_matrix() -> None:
    false = Statement(then=eq(dot(image(S, x), y), dot(x, image(S, y))))
    for refuter in (Counterexample(), BallCounterexample()):
        assert refuter.refute(false, AT).verdict is Verdict.REFUTED
    found = Counterexample().refute(false)
    assert found.verdict is Verdict.REFUTED and Counterexample().replay(false, found.evidence)


def test_squared_norms_are_manifestly_nonnegative() -> None:
    apart = Hypothesis("apart", ne(x, y))
    cauchy = Statement(given=(Hypothesis("unit", eq(dot(x, x), 1)),), then=le(dot(x, y) ** 2, dot(y, y)))
    proof = Positive(shown=SquaredNorm(y - dot(x, y) * x))
    assert proof.prove(cauchy).verdict is Verdict.PROVED
    assert proof.prove(cauchy.without("unit")).verdict is Verdict.UNKNOWN
    strict = Statement(given=(apart,), then=lt(0, dot(x - y, x - y)))
    assert Positive(shown=SquaredNorm(x - y)).prove(strict).verdict is Verdict.PROVED
    assert Positive(shown=SquaredNorm(x - y)).prove(strict.without("apart")).verdict is Verdict.UNKNOWN
    assert Positive(shown=SquaredNorm(x + y)).prove(strict).verdict is Verdict.UNKNOWN
