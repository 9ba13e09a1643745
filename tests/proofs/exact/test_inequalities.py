"""Signs, written certificates, chains, derivatives and Sturm: what each accepts and what it must not."""

import json
from typing import Any

import pytest
import sympy as sp
from phasebound.proofs.claim import Hypothesis, Procedure, Statement, Verdict
from phasebound.proofs.exact import Chain, Increasing, Positive, Sturm, Turn
from phasebound.proofs.exact.evaluate import fails_at
from phasebound.proofs.exact.sign import Facts
from phasebound.proofs.terms import N, dot, family, iff, implies, indices, le, lt, ne, reals, total, vectors

x, y, m, t = reals("x y m t")
z, h = vectors("z h")
A, theta = family("A"), family("theta")
u, v = indices("u v")


def given(**hypotheses: Any) -> tuple[Hypothesis, ...]:
    return tuple(Hypothesis(name, f) for name, f in hypotheses.items())


def sign(e: sp.Expr, **hypotheses: Any) -> str | None:
    return Facts(hypotheses.items()).sign(e)


@pytest.mark.parametrize(
    ("e", "hypotheses", "expected"),
    [
        (x**2 + 1, {}, "+"),
        (x**2 + y**2, {}, "0+"),
        (x, {}, None),
        (x - y, {"a": lt(y, x)}, "+"),
        (2 * y - 2 * x, {"a": lt(y, x)}, "-"),
        (1 - sp.cos(x), {}, "0+"),
        (2 - sp.cos(x), {}, "+"),
        (1 - 2 * sp.cos(x), {}, None),
        (sp.sin(x), {"a": lt(0, x), "b": lt(x, sp.pi)}, "+"),
        (sp.sin(x), {"a": lt(0, x)}, None),
        (sp.cos(x), {"a": le(0, x), "b": le(x, sp.pi / 2)}, "0+"),
        (dot(z, z), {}, "0+"),
        (dot(z, z), {"a": ne(z, 0)}, "+"),
        (dot(z, h), {}, None),
        (total(A[u], u), {"a": le(0, A[u])}, "0+"),
        (total(A[v] ** 2 + 1, v), {}, "+"),
        (total(A[u] - 1, u), {"a": le(0, A[u])}, None),
        (sp.exp(x) - 1, {}, None),
        (x**2 - 2 * x + 1, {}, "0+"),
        (1 / x, {"a": lt(0, x)}, "+"),
        (1 / x, {"a": le(0, x)}, None),
        (sp.sqrt(x), {"a": lt(0, x)}, "+"),
        (sp.Sum(A[u], (u, 1, N + 1)), {"a": le(0, A[u])}, None),
    ],
    ids=str,
)
def test_signs(e: sp.Expr, hypotheses: dict[str, Any], expected: str | None) -> None:
    assert sign(e, **hypotheses) == expected


SPREAD = total(A[u] * A[v] * (1 - sp.cos(theta[u] - theta[v])), u, v)
ORDER = Statement(
    given=given(positive=le(0, A[u]), one=sp.Eq(total(A[u], u), 1)),
    then=le(total(A[u] * sp.cos(theta[u]), u) ** 2 + total(A[u] * sp.sin(theta[u]), u) ** 2, 1),
)
LATE = Statement(
    given=given(a=lt(0, x), b=lt(0, y), c=lt(0, m)),
    then=iff(le(x * sp.exp(-m * t), y), le(sp.log(x / y) / m, t)),
)
WALK = Chain((("times", m), ("apply", sp.exp), ("times", y * sp.exp(-m * t))))
SINE = Statement(given=given(a=lt(0, x), b=lt(x, sp.pi / 2)), then=lt(sp.sin(x), x))
BELOW = Increasing(x, sp.S.Zero, 1 - sp.cos(x))
CUBIC = Statement(given=given(a=le(0, x), b=le(x, 1)), then=le(2 - 3 * x + x**3, 2 * (1 - x**2) ** 2))

ACCEPTED: list[tuple[Procedure, Statement]] = [
    (Positive(shown=SPREAD), ORDER),
    (Positive(), Statement(then=le(2 * x, x**2 + 1))),
    (Positive(times=y), Statement(given=given(a=lt(0, y)), then=implies(lt(0, x), lt(0, x / y)))),
    (WALK, LATE),
    (BELOW, SINE.concluding(le(sp.sin(x), x))),
    (Sturm(), CUBIC),
    (Sturm(), Statement(then=lt(0, x**2 + 1))),
    (Sturm(), Statement(then=le(0, (x - 1) ** 2 * (x + 2) ** 4))),
    (Sturm(), Statement(given=given(a=lt(0, x)), then=lt(0, x**3 + x))),
]

REJECTED: list[tuple[Procedure, Statement]] = [
    (Positive(shown=SPREAD), ORDER.without("one")),
    (Positive(shown=SPREAD), ORDER.without("positive")),
    (Positive(shown=SPREAD), ORDER.concluding(sp.Lt(ORDER.then.lhs, 1, evaluate=False))),
    (Positive(), Statement(then=lt(2 * x, x**2 + 1))),
    (Positive(times=y), Statement(then=lt(0, x / y))),
    (Positive(times=-1, shown=x**2), Statement(then=le(x**2, 0))),
    (Positive(), Statement(then=implies(le(0, A[u]), le(0, total(A[v], v))))),
    (WALK, LATE.without("b")),
    (WALK, LATE.concluding(iff(le(x * sp.exp(-m * t), y), lt(sp.log(x / y) / m, t)))),
    (WALK, LATE.concluding(iff(le(x * sp.exp(-m * t), y), le(sp.log(y / x) / m, t)))),
    (Chain((("times", -1),)), Statement(then=iff(le(x, y), le(y, x)))),
    (BELOW, SINE.concluding(lt(x, sp.sin(x)))),
    (BELOW, SINE.without("a").concluding(le(sp.sin(x), x))),
    (BELOW, Statement(given=given(a=le(sp.S.One, x)), then=le(sp.sin(x), x))),
    (Increasing(x, sp.S.Zero, sp.S.One), Statement(given=given(a=le(0, x)), then=le(1, x))),
    (Increasing(x, sp.S.Zero, sp.S.One), SINE.concluding(le(sp.sin(x), x))),
    (Sturm(), CUBIC.concluding(le(2 - 3 * x + x**3, sp.Rational(49, 25) * (1 - x**2) ** 2))),
    (Sturm(), CUBIC.concluding(lt(2 - 3 * x + x**3, 2 * (1 - x**2) ** 2))),
    (Sturm(), CUBIC.without("a")),
    (Sturm(), Statement(then=le(0, x**3))),
    (Sturm(), Statement(given=given(a=lt(1, x), b=lt(x, 0)), then=lt(1, 0))),
    (Sturm(), Statement(given=given(a=lt(x**2, 2)), then=lt(x, 2))),
]


@pytest.mark.parametrize(("procedure", "statement"), ACCEPTED)
def test_true_inequalities_are_proved_and_replay(procedure: Procedure, statement: Statement) -> None:
    outcome = procedure.prove(statement)
    assert outcome.verdict is Verdict.PROVED, outcome
    assert procedure.replay(statement, json.loads(json.dumps(outcome.evidence)))


@pytest.mark.parametrize(("procedure", "statement"), REJECTED)
def test_what_does_not_follow_is_not_proved(procedure: Procedure, statement: Statement) -> None:
    assert procedure.prove(statement).verdict is Verdict.UNKNOWN


def test_the_rejected_order_statement_is_false() -> None:
    assert fails_at(ORDER.without("one"), {N: 1, A: (2,), theta: (Turn(0),)})
