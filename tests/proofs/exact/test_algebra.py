"""Equations modulo hypotheses: accepted and rejected inputs, cofactors that must multiply out."""

import copy
import json
from typing import Any

import pytest
import sympy as sp
from phasebound.proofs.claim import Hypothesis, Statement, Verdict
from phasebound.proofs.exact import Algebra
from phasebound.proofs.exact.ideal import cofactors, combines
from phasebound.proofs.terms import (
    N,
    dot,
    eq,
    family,
    iff,
    implies,
    indices,
    ne,
    norm,
    reals,
    total,
    vector_family,
    vectors,
)
from sympy.polys.rings import ring

x, y, a = reals("x y a")
z, h, v = vectors("z h v")
A, B = family("A"), family("B")
r = vector_family("r")
u, j = indices("u j")
e = h / norm(h)


def given(**hypotheses: Any) -> tuple[Hypothesis, ...]:
    return tuple(Hypothesis(name, f) for name, f in hypotheses.items())


TRUE = {
    "an identity needs nothing": Statement(then=eq(sp.cos(x) ** 2 + sp.sin(x) ** 2, 1)),
    "a root": Statement(given=given(driven=ne(h, 0)), then=eq(dot(e, e), 1)),
    "a converse": Statement(
        given=given(driven=ne(h, 0)), then=iff(eq(dot(z, h) ** 2, dot(h, h)), eq(dot(z, e) ** 2, 1))
    ),
    "a disjunction": Statement(then=implies(eq(x**2, y**2), sp.Or(eq(x, y), eq(x, -y)))),
    "cases": Statement(then=implies(sp.Or(eq(z, h), eq(z, -h)), eq(dot(z, z), dot(h, h)))),
    "a disequation": Statement(given=given(unit=eq(dot(z, z), 1)), then=ne(z, 0)),
    "a rule for every index": Statement(
        given=given(unit=eq(dot(r[j], r[j]), 1)), then=eq(total(A[u] * dot(r[u], r[u]), u), total(A[u], u))
    ),
    "an instance of a rule": Statement(given=given(zero=eq(A[u], 0)), then=eq(A[j] + 1, 1)),
    "a vector equation along a generator": Statement(
        given=given(same=eq(z, 2 * h)), then=eq(dot(z, v), 2 * dot(h, v))
    ),
}

FALSE = {
    "a sign": Statement(then=eq(sp.cos(x) ** 2 - sp.sin(x) ** 2, 1)),
    "a direction of nothing": Statement(
        then=eq(dot(z - e, z - e), dot(z, z) - 2 * dot(z, e) + 1 + dot(z, e) - dot(z, h) / norm(h))
    ),
    "one of two roots": Statement(then=implies(eq(x**2, y**2), eq(x, y))),
    "orthogonal is not zero": Statement(given=given(across=eq(dot(z, h), 0)), then=eq(h, 0)),
    "a premise speaks of one index": Statement(then=implies(eq(A[u], 0), eq(total(A[j], j), 0))),
    "a premise of one index is no rule": Statement(then=implies(eq(A[u], B[u]), eq(A[j], B[j]))),
    "a rule does not reach beyond its range": Statement(
        given=given(one=eq(A[u], 1)), then=eq(sp.Sum(A[j], (j, 1, N + 1)), N + 1)
    ),
    "division by what may vanish": Statement(then=eq((a * x + x) / x, a + 1)),
    "an inequality is not an equation": Statement(then=sp.Ge(x**2, 0, evaluate=False)),
}


@pytest.mark.parametrize("name", TRUE)
def test_true_statements_are_proved_and_replay(name: str) -> None:
    outcome = Algebra().prove(TRUE[name])
    assert outcome.verdict is Verdict.PROVED, outcome
    assert Algebra().replay(TRUE[name], json.loads(json.dumps(outcome.evidence)))


@pytest.mark.parametrize("name", FALSE)
def test_false_or_undefined_statements_are_not_proved(name: str) -> None:
    outcome = Algebra().prove(FALSE[name])
    assert outcome.verdict is Verdict.UNKNOWN
    assert outcome.evidence["reason"]


def test_a_changed_cofactor_does_not_replay() -> None:
    statement = TRUE["a converse"]
    evidence = json.loads(json.dumps(Algebra().prove(statement).evidence))
    for k, membership in enumerate(evidence["memberships"]):
        for g, goal in enumerate(membership["goals"]):
            for i, q in enumerate(goal["cofactors"]):
                if q:
                    broken = copy.deepcopy(evidence)
                    broken["memberships"][k]["goals"][g]["cofactors"][i][0][0] = "12345"
                    assert not Algebra().replay(statement, broken)


def test_evidence_of_another_statement_does_not_replay() -> None:
    evidence = Algebra().prove(TRUE["an identity needs nothing"]).evidence
    assert not Algebra().replay(FALSE["a sign"], evidence)


def test_cofactors_of_an_ideal_that_needs_a_groebner_basis() -> None:
    _, p, q, s = ring("p,q,s", sp.QQ)
    generators = [p * q - 1, q * s - p, p**2 - q]
    inside = (p * q - 1) * s + 3 * (q * s - p) * p
    found = cofactors(inside, generators)
    assert found is not None
    assert combines(inside, generators, found)
    assert cofactors(p + q + s + 17, [p * q - 1]) is None
