"""Truth at a point: exact values, undefined values, indices, and the refuter built on it."""

from fractions import Fraction

import pytest
import sympy as sp
from phasebound.proofs.claim import Hypothesis, Statement, Verdict
from phasebound.proofs.exact.evaluate import NotExact, Turn, Undefined, fails_at, holds, scalar
from phasebound.proofs.exact.refute import Counterexample
from phasebound.proofs.terms import (
    K,
    N,
    coordinates,
    dot,
    eq,
    family,
    indices,
    le,
    lt,
    norm,
    reals,
    total,
    vectors,
)

x, t = reals("x t")
z, h = vectors("z h")
A = family("A")
u = indices("u")
j = coordinates("j")


@pytest.mark.parametrize(
    ("e", "expected"),
    [
        (sp.cos(x), Fraction(3, 5)),
        (sp.sin(x), Fraction(4, 5)),
        (sp.tan(x / 2), Fraction(1, 2)),
        (sp.cos(2 * x), Fraction(-7, 25)),
        (sp.sin(x - sp.pi / 2), Fraction(-3, 5)),
        (dot(z, h), Fraction(3)),
        (norm(h), Fraction(5)),
        (total(A[u], u), Fraction(3)),
        (sp.Max(dot(z, h), 7), Fraction(7)),
        (sp.binomial(N + 3, 2), Fraction(10)),
    ],
    ids=str,
)
def test_values(e: sp.Expr, expected: Fraction) -> None:
    point = {x: Turn("1/2"), z: (1, 0), h: (3, 4), N: 2, A: (1, 2)}
    assert scalar(e, point, {}) == expected


@pytest.mark.parametrize("e", [sp.sqrt(dot(z, z) + 1), sp.exp(dot(z, z)), sp.pi, t], ids=str)
def test_what_is_not_rational_is_refused(e: sp.Expr) -> None:
    with pytest.raises(NotExact):
        scalar(e, {z: (1, 0)}, {})


@pytest.mark.parametrize("e", [1 / x, sp.sqrt(x - 1)], ids=str)
def test_what_has_no_value_is_undefined_and_no_counterexample(e: sp.Expr) -> None:
    with pytest.raises(Undefined):
        scalar(e, {x: 0}, {})
    assert not fails_at(Statement(then=eq(e, 7)), {x: 0})


def test_free_indices_range_over_their_own_size() -> None:
    assert holds(lt(0, A[u]), {N: 2, A: (1, 2, -1)})
    assert not holds(lt(0, A[j]), {N: 2, K: 3, A: (1, 2, -1)})


def test_a_counterexample_needs_every_hypothesis() -> None:
    statement = Statement(given=(Hypothesis("positive", lt(0, x)),), then=le(x**2, x))
    assert not fails_at(statement, {x: -3})
    assert fails_at(statement, {x: 2})
    found = Counterexample().refute(statement)
    assert found.verdict is Verdict.REFUTED
    assert Counterexample().replay(statement, found.evidence)
    assert not Counterexample().replay(statement, {"point": {"x": "1"}})


def test_no_counterexample_to_a_truth() -> None:
    assert Counterexample().refute(Statement(then=le(0, x**2))).verdict is Verdict.UNKNOWN
