"""Sums over families: Kronecker deltas, permutations, rules inside functions, whole turns."""

import pytest
import sympy as sp
from sympy import KroneckerDelta, cos, exp, pi, sin
from sympy.logic.boolalg import Boolean

from phasebound.proofs.claim import Hypothesis, Statement, Verdict
from phasebound.proofs.exact import Algebra, Positive, Turn
from phasebound.proofs.exact.evaluate import Undefined, fails_at, scalar
from phasebound.proofs.exact.refute import named, rebuild
from phasebound.proofs.terms import (
    N,
    Rate,
    Square,
    eq,
    family,
    implies,
    indices,
    le,
    lt,
    permutation,
    reals,
    size,
    total,
    vectors,
)

A, x, y, theta = family("A"), family("x"), family("y"), family("theta")
u, v, t = indices("u v t")
s, beta = reals("s beta")
m = size("m")
sigma = permutation("sigma")


def proved(then: Boolean, *given: Boolean) -> bool:
    """Whether algebra proves it under unnamed hypotheses."""
    hypotheses = tuple(Hypothesis(f"h{k}", f) for k, f in enumerate(given))
    return Algebra().prove(Statement(given=hypotheses, then=then)).verdict is Verdict.PROVED


ACCEPTED = [
    pytest.param(eq(total(KroneckerDelta(u, t) * x[u] ** 2, u), x[t] ** 2), id="delta picks"),
    pytest.param(eq(total(KroneckerDelta(u, v) * x[u] * y[v], u, v), total(x[u] * y[u], u)), id="delta ties"),
    pytest.param(eq(total(KroneckerDelta(u, t) * sin(theta[u] - theta[t]), u), 0), id="its own phase"),
    pytest.param(
        eq(Rate(total(A[u] * cos(theta[u]), u), (theta[t], 1)), -A[t] * sin(theta[t])),
        id="partial derivative",
    ),
    pytest.param(implies(lt(u, v), eq(KroneckerDelta(u, v) * s, 0)), id="off the diagonal"),
    pytest.param(eq(total(exp(x[sigma[u]]), u), total(exp(x[u]), u)), id="permuted sum"),
    pytest.param(eq(total(x[sigma[u]] * y[sigma[u]], u), total(x[u] * y[u], u)), id="permuted together"),
    pytest.param(eq(cos(s + 2 * pi * (m * (t - u))), cos(s)), id="whole turns"),
]

REFUSED = [
    pytest.param(eq(total(KroneckerDelta(u, t) * x[u], u), x[u]), id="delta picks another"),
    pytest.param(eq(total(KroneckerDelta(u, t) * x[u], u), total(x[u], u)), id="delta ignored"),
    pytest.param(eq(KroneckerDelta(u, v) * s, 0), id="maybe equal"),
    pytest.param(eq(total(x[sigma[u]] * y[u], u), total(x[u] * y[u], u)), id="permuted apart"),
    pytest.param(eq(x[sigma[t]], x[t]), id="a permuted token"),
    pytest.param(eq(total(x[sigma[u]] * x[u], u), total(x[u] ** 2, u)), id="correlation"),
    pytest.param(
        eq(sp.Sum(x[sigma[u]], (u, 1, 2)), sp.Sum(x[u], (u, 1, 2))), id="permuted, part of the range"
    ),
    pytest.param(eq(cos(s + pi * (m * (t - u))), cos(s)), id="half turns"),
    pytest.param(eq(cos(2 * pi * s), 1), id="turns by a real number"),
]


@pytest.mark.parametrize("then", ACCEPTED)
def test_accepted(then: Boolean) -> None:
    assert proved(then)


@pytest.mark.parametrize("then", REFUSED)
def test_refused(then: Boolean) -> None:
    assert not proved(then)


def test_a_delta_with_an_index_beyond_the_range_is_not_picked() -> None:
    """sum_{v = 1..2n} sum_u delta_uv x_u is not sum_{v = 1..2n} x_v."""
    double = sp.Sum(total(KroneckerDelta(u, v) * x[u], u), (v, 1, 2 * N))
    assert not proved(eq(double, sp.Sum(x[v], (v, 1, 2 * N))))


def test_rules_reach_into_functions() -> None:
    shifted = eq(y[u], x[u] + s)
    assert proved(eq(total(cos(y[u] - y[t]), u), total(cos(x[u] - x[t]), u)), shifted)
    assert not proved(eq(total(cos(y[u] - x[t]), u), total(cos(x[u] - x[t]), u)), shifted)


def test_a_rule_for_the_diagonal_says_nothing_off_it() -> None:
    assert proved(eq(A[t, t], 1), eq(A[u, u], 1))
    assert not proved(eq(A[u, v], 1), eq(A[u, u], 1))
    assert not proved(eq(A[t, v], 1), eq(A[u, u], 1))


def test_a_rule_with_a_sum_keeps_its_index_apart() -> None:
    """A_u = sum_v A_uv in sum_v A_v: the two v are not one."""
    rows = eq(x[u], total(A[u, v], v))
    assert proved(eq(total(x[v], v), total(A[u, v], u, v)), rows)
    assert not proved(eq(total(x[v], v), total(A[v, v], v)), rows)


def test_rules_that_go_in_circles_decide_nothing() -> None:
    assert not proved(eq(total(x[u], u), total(y[u], u)), eq(x[u], y[u]), eq(y[u], x[u]))
    assert proved(eq(x[v], 0), eq(x[u], 2 * x[u]))


def test_a_premise_speaks_of_one_token() -> None:
    assert not proved(implies(eq(x[u], 0), eq(x[v], 0)))
    statement = Statement(then=implies(le(0, x[u]), le(0, x[v])))
    assert Positive().prove(statement).verdict is Verdict.UNKNOWN


def test_permutations_are_checked() -> None:
    point = {N: 2, sigma: (2, 1), x: (5, 7)}
    assert scalar(x[sigma[t]], point, {t: 1}) == 7
    for wrong in ((1, 1), (1, 2, 3), (2, 3)):
        with pytest.raises(Undefined):
            scalar(x[sigma[t]], {**point, sigma: wrong}, {t: 1})


def test_a_point_keeps_the_size_that_only_an_index_needs() -> None:
    statement = Statement(then=eq(x[u], 0))
    point = {N: 2, x: (0, 1)}
    assert fails_at(statement, point)
    assert fails_at(statement, rebuild(statement, named(point)))


def test_roots_multiply_before_they_are_taken() -> None:
    assert scalar(sp.sqrt(2) * sp.sqrt(s), {s: 8}, {}) == 4
    assert scalar(sp.sqrt(2) / sp.sqrt(s), {s: "1/2"}, {}) == 2
    with pytest.raises(Undefined):
        scalar(sp.sqrt(2) * sp.sqrt(s), {s: -2}, {})


def test_angles_may_be_whole_turns() -> None:
    assert scalar(cos(2 * pi * s * beta), {s: "1/2", beta: 1}, {}) == -1
    assert scalar(cos(theta[t]), {theta: (Turn("oo"),)}, {t: 1}) == -1


def test_a_derivative_along_a_bound_index_is_refused() -> None:
    with pytest.raises(ValueError, match="bound"):
        Rate(total(theta[u] ** 2, u), (theta[u], 1)).doit()


def test_the_square_of_a_vector_is_not_a_number() -> None:
    with pytest.raises(ValueError, match="vector"):
        Square(vectors("z"))
