"""Equations from inequalities: accepted with a certificate, refused without one."""

import json

import pytest
import sympy as sp

from phasebound.proofs.claim import Hypothesis, Statement, Verdict
from phasebound.proofs.exact.vanishing import Vanishing
from phasebound.proofs.terms import (
    SquaredNorm,
    dot,
    eq,
    indices,
    le,
    lt,
    reals,
    total,
    vector_family,
    vectors,
)

x, y, c = reals("x y c")
u, v = vectors("u v")
r = vector_family("r")
j, l = indices("j l")
SUM = Hypothesis("sum", eq(total(dot(r[l], r[l]), l), 0))
EACH = Statement(given=(SUM,), then=eq(r[j], 0))
OTHERS = total(SquaredNorm(r[l]), l) - SquaredNorm(r[j])
SAME = Hypothesis("same", eq(dot(u, u) + dot(v, v), 2 * dot(u, v)))


@pytest.mark.parametrize(
    ("procedure", "statement"),
    [
        (Vanishing(shown=OTHERS), EACH),
        (Vanishing(shown=sp.S.Zero), Statement(given=(SAME,), then=eq(u, v))),
        (
            Vanishing(shown=sp.S.Zero, times=c),
            Statement(given=(Hypothesis("c", lt(0, c)), Hypothesis("cx", eq(c * x, c * y))), then=eq(x, y)),
        ),
    ],
)
def test_accepts(procedure: Vanishing, statement: Statement) -> None:
    outcome = procedure.prove(statement)
    assert outcome.verdict is Verdict.PROVED
    assert procedure.replay(statement, json.loads(json.dumps(dict(outcome.evidence))))


@pytest.mark.parametrize(
    ("procedure", "statement"),
    [
        (Vanishing(shown=OTHERS), EACH.without("sum")),
        (Vanishing(shown=OTHERS), EACH.concluding(eq(r[j], u))),
        (Vanishing(shown=sp.S.Zero), Statement(given=(SAME,), then=eq(u, -v))),
        (
            Vanishing(shown=sp.S.Zero, times=c),
            Statement(given=(Hypothesis("cx", eq(c * x, c * y)),), then=eq(x, y)),
        ),
        (Vanishing(shown=-(x**2)), Statement(then=eq(x, 0))),
        (Vanishing(shown=sp.S.Zero), Statement(given=(SAME,), then=le(x, y))),
    ],
)
def test_refuses(procedure: Vanishing, statement: Statement) -> None:
    assert procedure.prove(statement).verdict is Verdict.UNKNOWN
    assert not procedure.replay(statement, {"identities": [{"memberships": []}]})
