"""Whatever is proved about small random expressions holds at random points."""

from functools import partial
from typing import Any

import hypothesis.strategies as st
import sympy as sp
from hypothesis import given, settings

from phasebound.proofs.claim import Hypothesis, Point, Statement, Verdict
from phasebound.proofs.enclosure.balls import verdict_at, with_precision
from phasebound.proofs.exact.algebra import Algebra
from phasebound.proofs.exact.apart import EqualSquares
from phasebound.proofs.exact.evaluate import NotExact
from phasebound.proofs.exact.positive import Positive
from phasebound.proofs.exact.steps import Equal
from phasebound.proofs.terms import N, Square, eq, family, implies, indices, le, lt, ne, reals, total

x, y = reals("x y")
j, s, u = indices("j s u")
v, w = family("v"), family("w")


def stated(then: Any, *given: Any) -> Statement:
    return Statement(given=tuple(Hypothesis(f"h{i}", g) for i, g in enumerate(given)), then=then)


NUMBERS = st.sampled_from(["0", "1", "-1", "2", "-2", "1/2", "-3"])
LEAVES = st.sampled_from(
    [x, y, sp.Integer(1), sp.Integer(-2), w[u], w[s], total(w[j], j), total(w[j] * v[j], j)]
)


def _grown(e: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    unary = [
        lambda p: p**2,
        abs,
        lambda p: Square(p),
        lambda p: sp.Max(p, 0),
        lambda p: 1 / (1 + p**2),
        sp.sqrt,
    ]
    summed = st.builds(lambda p: total(p.subs({u: j}), j) if not p.has(j) else p, e)
    return st.one_of(
        st.builds(lambda p, q: p + q, e, e),
        st.builds(lambda p, q: p * q, e, e),
        st.builds(lambda p, q: p - q, e, e),
        st.builds(lambda f, p: f(p), st.sampled_from(unary), e),
        summed,
    )


TERMS = st.recursive(LEAVES, _grown, max_leaves=4)
FORMULAS = st.builds(lambda f, p, q: f(p, q), st.sampled_from([eq, ne, le, lt]), TERMS, TERMS)
STATEMENTS = st.builds(
    lambda g, f, p: stated(implies(p, f) if p is not None else f, *g),
    st.lists(FORMULAS, max_size=2),
    FORMULAS,
    st.one_of(st.none(), FORMULAS),
)
POINTS = st.fixed_dictionaries({x: NUMBERS, y: NUMBERS, w: st.lists(NUMBERS, min_size=2, max_size=2),
                                v: st.lists(NUMBERS, min_size=2, max_size=2), N: st.just(2)})  # fmt: skip


@settings(max_examples=30, deadline=None, derandomize=True)
@given(STATEMENTS, st.lists(POINTS, min_size=6, max_size=6))
def test_what_is_proved_holds(statement: Statement, points: list[Point]) -> None:
    for by in (Algebra(), Positive(), EqualSquares(), Equal(Positive(), Positive())):
        try:
            proved = by.prove(statement).verdict is Verdict.PROVED
        except TypeError:  # no order of infinities
            continue
        for point in points if proved else ():
            try:
                found = with_precision(80, partial(verdict_at, statement, point))
            except (NotExact, TypeError, ValueError):
                continue
            assert found is not False, (by.name, statement.canonical, point)
