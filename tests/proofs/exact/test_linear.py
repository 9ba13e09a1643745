"""Linear arithmetic: signs that follow by adding multiples of facts, and signs that do not."""

import pytest
import sympy as sp

from phasebound.proofs.exact.linear import constraint, infeasible, linear_sign
from phasebound.proofs.exact.sign import Facts
from phasebound.proofs.terms import K, coordinates, eq, family, indices, le, lt, reals, total

x, y = reals("x y")
A = family("A")
u, v, w = indices("u v w")
j = coordinates("j")

FOLLOWS = {
    "a middle": ((x + y) / 2, [(x, False), (y - x, True)], "+"),
    "not strict": (x + y, [(x, False), (y, False)], "0+"),
    "negative": (x - 3, [(2 - x, False)], "-"),
    "pi is more than 3": (sp.pi - x, [(3 - x, False)], "+"),
    "pi is less than 22/7": (x - sp.pi, [(x - sp.Rational(22, 7), False)], "+"),
    "a nonlinear unknown": (2 * x * y + 1, [(x * y, False)], "+"),
}
DOES_NOT = {
    "no facts": (x, []),
    "a fact about something else": (x, [(y, True)]),
    "the wrong direction": (x - y, [(x, True), (y, True)]),
    "pi to many digits": (sp.pi - sp.Rational(31416, 10000), []),
    "a product is not its factors": (x * y, [(x, True), (y, True)]),
}


@pytest.mark.parametrize("name", FOLLOWS)
def test_signs_that_follow(name: str) -> None:
    e, known, sign = FOLLOWS[name]
    assert linear_sign(e, known) == sign


@pytest.mark.parametrize("name", DOES_NOT)
def test_signs_that_do_not_follow(name: str) -> None:
    e, known = DOES_NOT[name]
    assert linear_sign(e, known) is None


def test_strictness_decides_the_boundary() -> None:
    assert infeasible([constraint(x, True), constraint(-x, False)])
    assert not infeasible([constraint(x, False), constraint(-x, False)])


def test_a_sum_is_at_least_any_one_of_its_terms() -> None:
    facts = Facts([("weights >= 0", le(0, A[u]))])
    assert facts.sign(total(A[u], u) - A[v]) == "0+"
    assert facts.sign(A[v] - total(A[u], u)) == "0-"
    assert facts.sign(total(A[u] * A[v], u, v) - A[w] * A[w]) == "0+"
    assert facts.sign(total(A[u], u) - 2 * A[v]) is None
    assert facts.sign(total(A[u], u) - A[v] - 1) is None


def test_terms_of_unknown_sign_bound_nothing() -> None:
    assert Facts([]).sign(total(A[u], u) - A[v]) is None


def test_an_index_of_another_range_is_not_among_the_terms() -> None:
    facts = Facts([("weights >= 0", le(0, A[u])), ("scales >= 0", le(0, A[j]))])
    assert facts.sign(sp.Sum(A[u], (u, 1, K)) - A[v]) is None
    assert facts.sign(sp.Sum(A[u], (u, 2, sp.Symbol("n", integer=True, positive=True))) - A[v]) is None
    assert facts.sign(total(A[u], u) - A[j]) is None


def test_equations_make_zero() -> None:
    facts = Facts([("zero", eq(x, y)), ("positive", lt(0, x))])
    assert facts.sign(x - y) == "0" and facts.sign(3 * y - 3 * x) == "0"
    assert facts.sign(y) == "+"
    assert facts.sign(x + y) == "+" and facts.sign(x - 2 * y) == "-"


def test_sine_and_cosine_on_both_sides() -> None:
    facts = Facts(
        [("low", le(sp.pi / 2, x)), ("high", lt(x, sp.pi)), ("negative", lt(y, 0)), ("above", lt(-sp.pi, y))]
    )
    assert facts.sign(sp.cos(x)) == "0-" and facts.sign(sp.sin(x)) == "+"
    assert facts.sign(sp.sin(y)) == "-"
    assert facts.sign(sp.cos(y)) is None
    assert facts.sign(sp.sin(x + y)) is None
