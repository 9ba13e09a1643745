"""Identities between matrices of every size: accepted and rejected, and values by an independent route."""

import json

import pytest
import sympy as sp

from phasebound.proofs.claim import Hypothesis, Statement, Verdict
from phasebound.proofs.exact import Algebra, Positive
from phasebound.proofs.exact.matrices import (
    SAMPLES,
    SIZE,
    Matrices,
    SquareRate,
    Star,
    Trace,
    inner,
    skew_part,
    square_family,
    squares,
)
from phasebound.proofs.exact.refute import Counterexample
from phasebound.proofs.terms import Index, K, eq, family, implies, indices, le, ne, reals, total

g, M, Y, p = squares("g M Y p")
q = square_family("q")
A, B = family("A"), family("B")
u, v, w = indices("u v w")
x = reals("x")
UNITARY = Hypothesis("unitary", eq(Star(g) * g, 1))
FAMILY = Hypothesis("unitary", eq(Star(q[u]) * q[u], 1))
SKEW = Hypothesis("skew", eq(Star(Y), -Y))
ROW_SUM = Hypothesis("sum", eq(total(A[u], u), 1))
MEAN = total(A[u] * q[u], u)
FLOW = (g, g * skew_part(Star(g) * M))

TRUE = {
    "a two-sided inverse": Statement(given=(UNITARY,), then=eq(g * Star(g), 1)),
    "an inverse and its adjoint": Statement(
        given=(Hypothesis("inverse", eq(Y * p, 1)),), then=eq(Star(Y) * Star(p) * p * Y, 1)
    ),
    "the adjoint of a product": Statement(
        then=eq(Star(x * g * M + sp.I * Y), x * Star(M) * Star(g) - sp.I * Star(Y))
    ),
    "traces go round": Statement(then=eq(Trace(g * M * Y), Trace(Y * g * M))),
    "a trace cancels round the corner": Statement(
        given=(UNITARY,), then=eq(Trace(g * M * Star(g)), Trace(M))
    ),
    "the trace of one": Statement(given=(UNITARY,), then=eq(Trace(Star(g) * g), SIZE)),
    "an isometry": Statement(given=(UNITARY,), then=eq(inner(M - g * p, g * Y), inner(Star(g) * M - p, Y))),
    "orthogonal to the skew": Statement(given=(SKEW,), then=eq(inner(M - skew_part(M), Y), 0)),
    "a sum over tokens": Statement(
        then=eq(g * skew_part(Star(g) * MEAN), total(A[u] * g * (Star(g) * q[u] - Star(q[u]) * g) / 2, u))
    ),
    "weights sum to one": Statement(given=(ROW_SUM,), then=eq(total(A[u] * A[v] * q[u], u, v), MEAN)),
    "a unitary for every token": Statement(
        given=(FAMILY, ROW_SUM), then=eq(total(A[u] * Star(q[u]) * q[u], u), 1)
    ),
    "a flow that stays": Statement(given=(UNITARY,), then=eq(SquareRate(Star(g) * g, FLOW), 0)),
    "the rate of a trace": Statement(then=eq(SquareRate(Trace(g * g), (g, M)), 2 * Trace(g * M))),
    "a matrix that equals something": Statement(
        given=(Hypothesis("p", eq(p, g + Y)),), then=eq(Star(p), Star(g) + Star(Y))
    ),
    "a premise": Statement(then=implies(eq(p, 0), eq(g * p, 0))),
}

FALSE = {
    "matrices do not commute": Statement(then=eq(g * M, M * g)),
    "nor do unitary ones": Statement(given=(UNITARY,), then=eq(g * M * Star(g), M)),
    "traces do not permute": Statement(then=eq(Trace(g * M * Y), Trace(M * g * Y))),
    "a trace is no matrix": Statement(then=eq(Trace(g), SIZE * g)),
    "the size counts": Statement(then=eq(Trace(g), Trace(Trace(g)))),
    "no adjoint": Statement(given=(UNITARY,), then=eq(g * g, 1)),
    "real is not imaginary": Statement(then=eq(Star(sp.I * g), sp.I * Star(g))),
    "without unitary": Statement(then=eq(inner(M - g * p, g * Y), inner(Star(g) * M - p, Y))),
    "the order of factors": Statement(
        then=eq(g * skew_part(Star(g) * MEAN), total(A[u] * (Star(g) * q[u] - Star(q[u]) * g) * g / 2, u))
    ),
    "two different tokens": Statement(given=(FAMILY,), then=eq(Star(q[u]) * q[v], 1)),
    "a premise speaks of one token": Statement(then=implies(eq(q[u], 0), eq(total(q[v], v), 0))),
    "the diagonal is no row": Statement(
        given=(Hypothesis("rows", eq(total(B[w, u], u), 1)),), then=eq(total(B[u, u] * g, u), g)
    ),
    "a free token is not a bound one": Statement(then=eq(total(A[u] * q[v], u), total(A[u] * q[u], u))),
    "the product rule in the wrong order": Statement(then=eq(SquareRate(g * g, (g, M)), 2 * g * M)),
}


@pytest.mark.parametrize("name", TRUE)
def test_true_identities_are_proved_for_every_size(name: str) -> None:
    statement = TRUE[name]
    outcome = Matrices().prove(statement)
    assert outcome.verdict is Verdict.PROVED, outcome
    assert Matrices().replay(statement, json.loads(json.dumps(outcome.evidence)))
    assert Counterexample(tries=120).refute(statement).verdict is Verdict.UNKNOWN


@pytest.mark.parametrize("name", FALSE)
def test_false_identities_are_refuted_at_exact_matrices(name: str) -> None:
    statement = FALSE[name]
    assert Matrices().prove(statement).verdict is Verdict.UNKNOWN
    outcome = Counterexample().refute(statement)
    assert outcome.verdict is Verdict.REFUTED, outcome
    assert Counterexample().replay(statement, json.loads(json.dumps(outcome.evidence)))


@pytest.mark.parametrize(
    "statement",
    [
        Statement(then=le(0, g * g)),
        Statement(then=ne(g, M)),
        Statement(then=eq(sp.Sum(q[u], (u, 1, K)), total(q[u], u))),
        Statement(then=eq(sp.Sum(q[u], (u, 2, 3)), total(q[u], u))),
        Statement(then=eq(total(A[u] * q[Index("~0")], u), total(A[u] * q[u], u))),
        Statement(then=eq(g**-1 * M, M)),
        Statement(then=eq(x / x * g, g / x * x + (x - x) * M + M / x - M / x + 1 / x * g)),
        Statement(given=(Hypothesis("round", sp.And(eq(g, M), eq(M, g))),), then=eq(g, Y)),
        Statement(given=(Hypothesis("idempotent", eq(g * g, g)),), then=eq(g, 1)),
    ],
)
def test_what_has_no_normal_form_is_not_proved(statement: Statement) -> None:
    assert Matrices().prove(statement).verdict is Verdict.UNKNOWN


def test_procedures_for_numbers_refuse_matrices() -> None:
    assert Algebra().prove(Statement(then=eq(g * M, M * g))).verdict is Verdict.UNKNOWN
    assert Algebra().prove(Statement(then=eq(Trace(g * M), Trace(M * g)))).verdict is Verdict.UNKNOWN
    assert Positive().prove(Statement(then=le(0, g**2))).verdict is Verdict.UNKNOWN


def test_matrices_of_different_sizes_have_no_truth() -> None:
    point = {g: SAMPLES[0], M: (("1",),)}
    assert Counterexample().refute(FALSE["matrices do not commute"], point).verdict is Verdict.UNKNOWN
