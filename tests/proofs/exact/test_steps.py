"""The joints of a proof: what they accept, and the nonsense that they must not."""

import json
from dataclasses import dataclass

import pytest
import sympy as sp

from phasebound.proofs.claim import Hypothesis, Outcome, Procedure, Statement, Verdict
from phasebound.proofs.exact import Algebra, Positive
from phasebound.proofs.exact.steps import (
    Absurd,
    BySquares,
    Congruent,
    Cut,
    Each,
    Equal,
    Floor,
    Mirror,
    Split,
    Using,
)
from phasebound.proofs.terms import eq, family, implies, indices, le, lt, ne, reals, size, total, vectors

x, y, c = reals("x y c")
A = family("A")
u, v = indices("u v")
z, h = vectors("z h")
POSITIVE = Hypothesis("positive", lt(0, x))
AWAY = Hypothesis("away", ne(x, 0))


@dataclass(frozen=True)
class Yes:
    """Proves everything: what a joint must not let through even then is not well formed."""

    name: str = "yes"
    tier: str = "exact"

    def prove(self, statement: Statement) -> Outcome:
        return Outcome(Verdict.PROVED, {})

    def replay(self, statement: Statement, evidence: object) -> bool:
        return True


SQUARE = Split(x, Positive(), Absurd(Algebra()), Positive())
MIRRORED = Split(x, Mirror(x, Positive()), Absurd(Algebra()), Positive())

TRUE: dict[str, tuple[Procedure, Statement]] = {
    "three cases": (SQUARE, Statement(given=(AWAY,), then=lt(0, x**2))),
    "a mirror image": (MIRRORED, Statement(given=(AWAY,), then=lt(0, x * sp.tanh(x)))),
    "a lemma": (
        Cut(((lt(0, x + 1), Positive()),), Positive()),
        Statement(given=(POSITIVE,), then=lt(0, x + 1)),
    ),
    "two inequalities": (
        Equal(Positive(), Positive()),
        Statement(given=(Hypothesis("=", eq(x, y)),), then=eq(x, y)),
    ),
    "squares": (
        BySquares(Positive(shown=y**2), Positive()),
        Statement(then=le(x, sp.sqrt(x**2 + y**2))),
    ),
    "one of two": (Each((Algebra(), Positive())), Statement(then=sp.And(le(0, x**2), eq(x, x * 1)))),
    "equals for equals": (
        Congruent(((x, y),), Algebra()),
        Statement(given=(Hypothesis("=", eq(x, y)),), then=eq(sp.gamma(x), sp.gamma(y))),
    ),
    "a floor": (
        Floor(Positive()),
        Statement(given=(Hypothesis("in", sp.And(le(0, x), lt(x, 1))),), then=eq(sp.floor(x), 0)),
    ),
    "fewer hypotheses": (Using(("positive",), Positive()), Statement(given=(POSITIVE, AWAY), then=lt(0, x))),
    "a contradiction": (
        Absurd(Algebra()),
        Statement(given=(AWAY, Hypothesis("zero", eq(x, 0))), then=eq(y, 5)),
    ),
}

FALSE: dict[str, tuple[Procedure, Statement]] = {
    "the case zero": (SQUARE, Statement(then=lt(0, x**2))),
    "one side only": (MIRRORED, Statement(given=(AWAY,), then=lt(0, x))),
    "a false lemma": (Cut(((lt(0, x), Positive()),), Positive()), Statement(then=lt(0, x))),
    "half an equation": (
        Equal(Positive(), Positive()),
        Statement(given=(Hypothesis("<=", le(x, y)),), then=eq(x, y)),
    ),
    "squares of negative numbers": (BySquares(Positive(), Positive()), Statement(then=le(x, -sp.Abs(x)))),
    "one of two missing": (Each((Algebra(), Positive())), Statement(then=sp.And(le(0, x**2), eq(x, y)))),
    "unequal for equal": (Congruent(((x, y),), Algebra()), Statement(then=eq(sp.gamma(x), sp.gamma(y)))),
    "another function": (
        Congruent(((x, y),), Algebra()),
        Statement(given=(Hypothesis("=", eq(x, y)),), then=eq(sp.gamma(x), sp.loggamma(y))),
    ),
    "the upper end of a floor": (
        Floor(Positive()),
        Statement(given=(Hypothesis("in", sp.And(le(0, x), le(x, 1))),), then=eq(sp.floor(x), 0)),
    ),
    "a hypothesis dropped": (Using((), Positive()), Statement(given=(POSITIVE,), then=lt(0, x))),
    "no contradiction": (Absurd(Algebra()), Statement(given=(AWAY,), then=eq(y, 5))),
}

ILL_FORMED: dict[str, tuple[Procedure, Statement]] = {
    "a split on one token's weight": (Split(A[u], Yes(), Yes(), Yes()), Statement(then=lt(0, A[u]))),
    "a split on a vector": (Split(z, Yes(), Yes(), Yes()), Statement(then=eq(z, h))),
    "the mirror image of a size": (Mirror(size("n"), Yes()), Statement(then=lt(size("n"), 0))),
    "the mirror image of an index": (Mirror(u, Yes()), Statement(then=lt(u, 0))),
    "an order of vectors": (Equal(Yes(), Yes()), Statement(then=eq(z, h))),
    "squares of an equation": (BySquares(Yes(), Yes()), Statement(then=eq(x, y))),
    "equals below a sum": (
        Congruent(((A[u], A[v]),), Yes()),
        Statement(then=eq(total(A[u], u), total(A[v], u))),
    ),
    "a floor that is no integer": (Floor(Yes()), Statement(then=eq(sp.floor(x), y))),
}


@pytest.mark.parametrize("name", TRUE)
def test_true_statements_are_proved_and_replay(name: str) -> None:
    by, statement = TRUE[name]
    outcome = by.prove(statement)
    assert outcome.verdict is Verdict.PROVED, outcome
    assert by.replay(statement, json.loads(json.dumps(outcome.evidence)))


@pytest.mark.parametrize("name", FALSE)
def test_false_statements_are_not_proved(name: str) -> None:
    by, statement = FALSE[name]
    assert by.prove(statement).verdict is Verdict.UNKNOWN


@pytest.mark.parametrize("name", ILL_FORMED)
def test_steps_that_make_no_sense_are_refused_whatever_the_procedure_says(name: str) -> None:
    by, statement = ILL_FORMED[name]
    assert by.prove(statement).verdict is Verdict.UNKNOWN
    assert not by.replay(statement, {"steps": [{}]})


def test_a_premise_about_one_token_is_no_fact_about_all() -> None:
    statement = Statement(then=implies(le(A[v], 0), le(total(A[u], u), 0)))
    assert Cut((), Positive(shown=-total(A[u], u))).prove(statement).verdict is Verdict.UNKNOWN


def test_evidence_of_other_steps_does_not_replay() -> None:
    by, statement = TRUE["three cases"]
    evidence = json.loads(json.dumps(by.prove(statement).evidence))
    left_over = {"steps": [*evidence["steps"], evidence["steps"][0]]}
    assert not by.replay(statement, left_over)
    evidence["steps"].pop()
    assert not by.replay(statement, evidence)
    assert not by.replay(FALSE["one side only"][1], by.prove(statement).evidence)
