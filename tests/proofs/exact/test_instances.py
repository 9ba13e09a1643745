"""Listed instances: every one must satisfy the hypotheses and the conclusion."""

import json
from dataclasses import replace

import pytest
from sympy import cos

from phasebound.proofs.claim import Hypothesis, Statement, Verdict
from phasebound.proofs.exact import Turn
from phasebound.proofs.exact.instances import AtInstances
from phasebound.proofs.terms import N, eq, family, indices, le, lt, reals, total

x, y = reals("x y")
w = family("w")
j = indices("j")
SQUARE = Statement(
    given=(Hypothesis("x > 0", lt(0, x)),), then=eq(x**2, y), instances=({x: 2, y: 4}, {x: "1/2", y: "1/4"})
)
WEIGHTS = Statement(then=le(w[j], total(w[j], j)), instances=({N: 2, w: (1, 2)},))


@pytest.mark.parametrize("statement", [SQUARE, WEIGHTS])
def test_accepts(statement: Statement) -> None:
    outcome = AtInstances().prove(statement)
    assert outcome.verdict is Verdict.PROVED
    assert AtInstances().replay(statement, json.loads(json.dumps(dict(outcome.evidence))))


@pytest.mark.parametrize(
    "statement",
    [
        replace(SQUARE, instances=()),
        SQUARE.over({x: 2, y: 4}, {x: 2, y: 5}),
        SQUARE.over({x: -2, y: 4}),  # outside the hypotheses: not vacuously true
        SQUARE.over({x: 2}),
        WEIGHTS.over({N: 2, w: (-1, 2)}),
        Statement(then=eq(1 / x, y), instances=({x: 0, y: 0},)),
        Statement(then=lt(x, 4), instances=({x: Turn("oo")},)),
        Statement(then=eq(cos(x), 1), instances=({x: 1},)),
    ],
)
def test_refuses(statement: Statement) -> None:
    assert AtInstances().prove(statement).verdict is Verdict.UNKNOWN


def test_replay_compares_the_evidence() -> None:
    evidence = dict(AtInstances().prove(SQUARE).evidence)
    assert not AtInstances().replay(SQUARE.over({x: 3, y: 9}), evidence)
    assert not AtInstances().replay(SQUARE.over({x: 3, y: 8}), {"instances": []})
