"""Means over uniform phases: two routes that must agree, and means that are refused."""

import json

import pytest
import sympy as sp

from phasebound.proofs.claim import Statement, Verdict
from phasebound.proofs.exact.evaluate import NotExact, holds, scalar
from phasebound.proofs.exact.phase_mean import MeanPhases, PhaseMean, one_phase
from phasebound.proofs.terms import N, eq, family, indices, reals, total

theta, A, B = family("theta"), family("A"), family("B")
u, v = indices("u v")
t = reals("t")
C, S = total(A[u] * sp.cos(theta[u]), u), total(B[u] * sp.sin(theta[u]), u)
POINTS = (
    {N: 1, A: (3,), B: (2,)},
    {N: 2, A: ("1/2", "-1/3"), B: (1, 5)},
)

TRUE = {
    "first moment": (C + 7, sp.Integer(7)),
    "second moment": (C**2 + S**2, total(A[u] ** 2 + B[u] ** 2, u) / 2),
    "uncorrelated": (C * S, sp.Integer(0)),
    "a double sum": (total(A[u] * A[v] * sp.cos(theta[u] - theta[v]), u, v), total(A[u] ** 2, u)),
    "means that do not vanish": (
        total(A[u] * sp.cos(theta[u]) ** 2, u) * total(B[u], u),
        total(A[u], u) * total(B[u], u) / 2,
    ),
}
FALSE = {
    "2 % off": (C**2, total(A[u] ** 2, u) * sp.Rational(51, 100)),
    "as if the phases agreed": (C**2, total(A[u], u) ** 2 / 2),
    "correlated": (total(A[u] * sp.cos(theta[u]), u) * total(B[u] * sp.cos(theta[u]), u), sp.Integer(0)),
}
REFUSED = {
    "third powers": C**3 * S,
    "one token's phase": sp.cos(theta[u]),
    "half angles": total(A[u] * sp.cos(theta[u] / 2), u),
    "a phase outside the circle functions": total(A[u] * theta[u], u),
    "a mean inside a mean": C * PhaseMean(C, theta),
}


def says(f: sp.Expr, value: sp.Expr) -> Statement:
    return Statement(then=eq(PhaseMean(f, theta), value))


@pytest.mark.parametrize("name", TRUE)
def test_proved_by_independence_and_true_at_quarter_turns(name: str) -> None:
    statement = says(*TRUE[name])
    outcome = MeanPhases().prove(statement)
    assert outcome.verdict is Verdict.PROVED, outcome
    assert MeanPhases().replay(statement, json.loads(json.dumps(outcome.evidence)))
    assert all(holds(statement.then, point) for point in POINTS)


@pytest.mark.parametrize("name", FALSE)
def test_not_proved_and_false_at_a_point(name: str) -> None:
    statement = says(*FALSE[name])
    assert MeanPhases().prove(statement).verdict is Verdict.UNKNOWN
    assert not all(holds(statement.then, point) for point in POINTS)


@pytest.mark.parametrize("name", REFUSED)
def test_means_of_other_kinds_are_refused(name: str) -> None:
    assert MeanPhases().prove(says(REFUSED[name], sp.Integer(0))).verdict is Verdict.UNKNOWN


@pytest.mark.parametrize("f", [C**4, sp.cos(theta[u] / 2), total(theta[u], u), sp.exp(C)])
def test_quarter_turns_are_only_used_where_they_are_exact(f: sp.Expr) -> None:
    with pytest.raises(NotExact):
        scalar(PhaseMean(f, theta), {N: 2, A: (1, 1), u: 1}, {})


@pytest.mark.parametrize(("a", "b"), [(0, 0), (1, 0), (2, 0), (0, 2), (2, 2), (4, 0), (3, 1), (4, 2)])
def test_moments_of_one_phase_against_the_integral(a: int, b: int) -> None:
    integral = sp.integrate(sp.cos(t) ** a * sp.sin(t) ** b, (t, 0, 2 * sp.pi)) / (2 * sp.pi)
    assert one_phase(a, b) == integral
