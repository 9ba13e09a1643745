"""Truth in balls: certain, or undecided; boxes bisected; vacuous instances refused."""

import json

import pytest
import sympy as sp
from flint import arb
from phasebound.proofs.claim import Hypothesis, Statement, Verdict
from phasebound.proofs.enclosure import Balls, Between
from phasebound.proofs.enclosure.balls import BallCounterexample, at_some_precision, value
from phasebound.proofs.terms import eq, le, lt, reals

x, y = reals("x y")
SINE = le(sp.sin(x), x)


@pytest.mark.parametrize(
    "statement",
    [
        Statement(then=lt(sp.sin(3), sp.sin(1)), instances=({},)),
        Statement(then=SINE, instances=({x: Between("1/10", "3")},)),
        Statement(then=lt(sp.exp(sp.pi * sp.sqrt(163)), sp.Integer(640320) ** 3 + 744), instances=({},)),
        Statement(
            given=(Hypothesis("a", lt(x, sp.pi / 2)),), then=lt(0, sp.cos(x)), instances=({x: "157/100"},)
        ),
    ],
    ids=lambda s: str(s.then),
)
def test_true_instances_are_proved_and_replay(statement: Statement) -> None:
    outcome = Balls().prove(statement)
    assert outcome.verdict is Verdict.PROVED, outcome
    evidence = json.loads(json.dumps(outcome.evidence))
    assert Balls().replay(statement, evidence)


@pytest.mark.parametrize(
    "statement",
    [
        Statement(then=SINE),
        Statement(then=SINE, instances=({x: Between("-1", "1")},)),
        Statement(then=eq(sp.sin(x), sp.sin(x) + 0 * y), instances=({x: 1},)).concluding(
            eq(sp.sin(2), 2 * sp.sin(1) * sp.cos(1))
        ),
        Statement(given=(Hypothesis("a", lt(x, 0)),), then=lt(sp.exp(x), 0), instances=({x: 1},)),
        Statement(then=lt(sp.cos(x), sp.Rational(1, 2)), instances=({x: 2}, {x: 1})),
    ],
    ids=["no instances", "false in the box", "an equation of irrationals", "vacuous", "one of two false"],
)
def test_what_is_not_certain_is_not_proved(statement: Statement) -> None:
    assert Balls().prove(statement).verdict is Verdict.UNKNOWN


def test_pieces_must_cover_the_box() -> None:
    statement = Statement(
        then=lt(sp.sin(x) + sp.cos(2 * x), sp.Rational(6, 5)), instances=({x: Between(0, 3)},)
    )
    evidence = json.loads(json.dumps(Balls().prove(statement).evidence))
    assert len(evidence["instances"][0]["pieces"]) > 2
    assert Balls().replay(statement, evidence)
    del evidence["instances"][0]["pieces"][1]
    assert not Balls().replay(statement, evidence)


def test_a_counterexample_in_balls() -> None:
    statement = Statement(then=le(sp.log(x), x - 2), instances=({x: "5/2"},))
    found = BallCounterexample().refute(statement)
    assert found.verdict is Verdict.REFUTED
    assert BallCounterexample().replay(statement, json.loads(json.dumps(found.evidence)))
    assert BallCounterexample().refute(statement.concluding(le(sp.log(x), x - 1))).verdict is Verdict.UNKNOWN


def test_precision_rises_while_undecided_and_is_put_back() -> None:
    from flint import ctx

    before = ctx.prec
    tight = Statement(then=lt(sp.exp(sp.Rational(1, 10**60)), 1 + sp.Rational(2, 10**60)), instances=({},))
    assert at_some_precision(tight, {}) == (True, 320)
    assert ctx.prec == before


def test_values_enclose() -> None:
    assert value(sp.atan(1) * 4, {}, {}).overlaps(arb.pi())
    with pytest.raises(ValueError, match="empty interval"):
        Between(2, 1)
