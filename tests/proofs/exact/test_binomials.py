"""Binomial identities and telescoping sums, for all integers: what is proved and what is not."""

import json

import pytest
import sympy as sp
from sympy import binomial

from phasebound.proofs.claim import Hypothesis, Procedure, Statement, Verdict
from phasebound.proofs.exact.binomials import Binomials, Telescopes
from phasebound.proofs.terms import eq, le, reals, size

d, p, m = size("d"), size("p"), size("m")
x, f0 = reals("x"), sp.Symbol("f0", positive=True)
k = sp.Symbol("k", integer=True, nonnegative=True)
PASCAL = Statement(then=eq(binomial(d + p, p), binomial(d + p - 1, p) + binomial(d + p - 1, p - 1)))
HOCKEY = Statement(then=eq(sp.Sum(binomial(d - 1 + k, k), (k, 0, p)), binomial(d + p, p)))
GAUSS = Statement(then=eq(sp.Sum(k, (k, 1, m)), m * (m + 1) / 2))


@pytest.mark.parametrize(
    ("procedure", "statement"),
    [
        (Binomials(), PASCAL),
        (Binomials(), Statement(then=eq(p * binomial(d + p, p), (d + 1) * binomial(d + p, p - 1)))),
        (Telescopes(Binomials()), HOCKEY),
        (Telescopes(), GAUSS),
        (Telescopes(), Statement(then=eq(sp.Sum(d - k, (k, 1, m)), m * d - m * (m + 1) / 2))),
    ],
)
def test_accepts(procedure: Procedure, statement: Statement) -> None:
    outcome = procedure.prove(statement)
    assert outcome.verdict is Verdict.PROVED
    assert procedure.replay(statement, json.loads(json.dumps(dict(outcome.evidence))))


@pytest.mark.parametrize(
    ("procedure", "statement"),
    [
        (Binomials(), PASCAL.concluding(eq(binomial(d + p, p), 2 * binomial(d + p - 1, p)))),
        (
            Binomials(),
            Statement(then=eq(binomial(d, p), binomial(d - 1, p) + binomial(d - 1, p - 1))),
        ),  # p > d - 1
        (
            Binomials(),
            Statement(then=eq(binomial(x + 1, p), binomial(x, p) + binomial(x, p - 1))),
        ),  # x is real
        (Binomials(), Statement(then=eq(binomial(d + p, p), f0 / (f0 * f0)))),
        (Binomials(), Statement(then=eq(sp.factorial(d), d))),
        (Telescopes(Binomials()), HOCKEY.concluding(eq(HOCKEY.then.lhs, binomial(d + p + 1, p)))),
        (Telescopes(), GAUSS.concluding(eq(GAUSS.then.lhs, m * (m - 1) / 2))),
        (
            Telescopes(),
            Statement(then=eq(sp.Sum(m, (k, 1, m)), m * (m + 1) / 2)),
        ),  # the summand varies with m
        (Telescopes(), Statement(then=eq(sp.Sum(k, (k, 2, m)), m * (m + 1) / 2 - 1))),
        (Telescopes(), Statement(then=eq(sp.Sum(k, (k, 1, x)), x * (x + 1) / 2))),
        (Telescopes(), Statement(given=(Hypothesis("m", le(m, 1)),), then=eq(sp.Sum(k, (k, 1, m)), 1))),
    ],
)
def test_refuses(procedure: Procedure, statement: Statement) -> None:
    assert procedure.prove(statement).verdict is Verdict.UNKNOWN
    assert not procedure.replay(statement, {"steps": [{"memberships": []}, {"memberships": []}]})
