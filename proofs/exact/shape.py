"""The shape of a function on an interval: constant, rising, or rising and then falling.

For statements with symbolic exponents. All three argue on [low, high]: continuity there (:mod:`.domain`),
the derivative on the open interval (where sin > 0, say), and values at the ends. What the hypotheses assume
of the variable is used only to place it in the interval.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from typing import Any

import sympy as sp

from ..claim import Procedure, Statement
from ..terms import eq, le, lt
from .algebra import Algebra
from .domain import VANISHING, continuous
from .lemmas import BINDERS, facts_of, must_be_defined, named_apart
from .normal_form import evaluate_rates
from .positive import gap_and_strictness, open_implications
from .sign import NONNEGATIVE, POSITIVE, ZERO, Facts
from .stepwise import Objection, Step, Steps


@dataclass(frozen=True)
class Interval:
    """The interval low <= x <= high (-oo and oo allowed: open there) and a statement's part in it."""

    x: sp.Symbol
    low: sp.Expr
    high: sp.Expr

    def outside(self, statement: Statement) -> Statement:
        """The statement without the hypotheses on x."""
        return Statement(
            given=tuple(h for h in statement.hypotheses if not h.holds.has(self.x)), then=statement.conclusion
        )

    def bounds(self, compare: Any) -> list[Any]:
        """low < x and x < high, or with <=."""
        out = [] if self.low == -sp.oo else [compare(self.low, self.x)]
        return out if self.high == sp.oo else [*out, compare(self.x, self.high)]

    def inside(self, statement: Statement, compare: Any = lt) -> Statement:
        """The hypotheses without x, and low < x < high."""
        return named_apart(self.outside(statement), f"{self.x} inside", *self.bounds(compare))

    def place(self, statement: Statement, y: sp.Expr, strict: bool = False) -> None:
        """The hypotheses put y in the interval (its interior, if strict), or Objection."""
        facts = facts_of(statement)
        test = facts.positive if strict else facts.nonnegative
        ends = [] if self.low == -sp.oo else [y - self.low]
        ends += [] if self.high == sp.oo else [self.high - y]
        if not all(test(sp.expand(g)) for g in ends):
            raise Objection(f"the hypotheses do not put {y} between {self.low} and {self.high}")

    def continuous(self, statement: Statement, e: sp.Expr) -> None:
        """e is continuous on the closed interval, or Objection."""
        if not (self.x.is_Symbol and self.x.is_real) or self.x.is_integer or self.x.is_positive is not None:
            raise Objection(f"{self.x} is not a real variable without further assumptions")
        must_be_defined(self.outside(statement), sp.Tuple(self.low, self.high))
        if self.low.has(self.x) or self.high.has(self.x) or e.has(*BINDERS):
            raise Objection("the interval moves with the variable, or a variable is bound")
        if not continuous(e, self.x, facts_of(self.inside(statement, le))):
            raise Objection(f"{e} is not known to be continuous from {self.low} to {self.high}")


def inequality(statement: Statement) -> tuple[Statement, sp.Expr, bool]:
    """The statement with its premises among the hypotheses, its gap, and whether it is strict."""
    statement = open_implications(statement)
    found = gap_and_strictness(statement.conclusion)
    if found is None:
        raise Objection("not an inequality")
    return statement, evaluate_rates(found[0]), found[1]


def _at_end(
    statement: Statement, value: sp.Expr, by: Procedure | None, label: str
) -> Generator[Step, None, str]:
    """The sign of a value at an end: 0 by the given procedure, else manifest."""
    if by is not None:
        yield f"{label}: {value} = 0", statement.concluding(eq(value, 0)), by
        return ZERO
    found = facts_of(statement).sign(value)
    if found not in (POSITIVE, NONNEGATIVE, ZERO):
        raise Objection(f"{label}: the gap is {value}, of sign {found}")
    return found


@dataclass(frozen=True)
class Constant(Steps):
    """f = g between low and high: equal at ``start``, both continuous, with the same derivative inside."""

    var: sp.Symbol
    start: sp.Expr
    low: sp.Expr
    high: sp.Expr
    by: Procedure = field(default_factory=Algebra)
    at_start: Procedure = field(default_factory=Algebra)
    name: str = "constant"
    tier: str = "exact"

    def _steps(self, statement: Statement) -> Iterator[Step]:
        statement = open_implications(statement)
        f = evaluate_rates(statement.conclusion)
        if not isinstance(f, sp.Eq):
            raise Objection("not an equation")
        gap, way = f.lhs - f.rhs, Interval(self.var, sp.sympify(self.low), sp.sympify(self.high))
        way.continuous(statement, gap)
        way.place(statement, self.var)
        must_be_defined(way.outside(statement), self.start)
        way.place(way.outside(statement), sp.sympify(self.start))
        begin = gap.xreplace({self.var: sp.sympify(self.start)})
        yield f"at {self.var} = {self.start}", way.outside(statement).concluding(eq(begin, 0)), self.at_start
        yield "the derivative", way.inside(statement).concluding(eq(sp.diff(gap, self.var), 0)), self.by


@dataclass(frozen=True)
class Rising(Steps):
    """gap >= 0 from ``low`` to ``high``: gap(low) >= 0 and gap' = ``rate`` >= 0 between.

    A strict conclusion holds for x > low if rate > 0 inside, or everywhere if gap(low) > 0. ``lemmas`` proves
    factors of the rate >= 0. ``at_low`` proves gap(low) = 0 where its sign is not manifest.
    """

    var: sp.Symbol
    low: sp.Expr
    high: sp.Expr
    rate: sp.Expr
    lemmas: tuple[tuple[sp.Expr, Procedure], ...] = ()
    at_low: Procedure | None = None
    by: Procedure = field(default_factory=Algebra)
    name: str = "rising"
    tier: str = "exact"

    def _steps(self, statement: Statement) -> Iterator[Step]:
        statement, gap, strict = inequality(statement)
        way = Interval(self.var, sp.sympify(self.low), sp.sympify(self.high))
        if way.low == -sp.oo:
            raise Objection("a start at minus infinity")
        way.continuous(statement, gap)
        way.place(statement, self.var)
        begin = gap.xreplace({self.var: way.low})
        found = yield from _at_end(way.outside(statement), begin, self.at_low, f"at {self.var} = {self.low}")
        inner, rate = way.inside(statement), statement.unfold(sp.sympify(self.rate))
        must_be_defined(inner, sp.Tuple(rate, *(statement.unfold(sp.sympify(e)) for e, _ in self.lemmas)))
        shown = []
        for e, procedure in self.lemmas:
            shown.append(le(0, statement.unfold(sp.sympify(e))))
            yield f"lemma {e} >= 0", inner.concluding(shown[-1]), procedure
        sign = facts_of(named_apart(inner, "lemma", *shown)).sign(rate)
        if sign not in (POSITIVE, NONNEGATIVE, ZERO):
            raise Objection(f"the derivative {rate} has sign {sign}")
        if strict and found != POSITIVE:
            if sign != POSITIVE:
                raise Objection("the inequality is not strict")
            if not facts_of(statement).positive(self.var - way.low):
                raise Objection(f"no hypothesis says {self.var} > {self.low}")
        yield "the derivative", inner.concluding(eq(sp.diff(gap, self.var), rate)), self.by


@dataclass(frozen=True)
class Unimodal(Steps):
    """gap >= 0 between two ends where it is >= 0: gap' = ``factor`` * ``shape`` changes sign once, + to -.

    Inside, factor > 0 and shape' = -``slope`` with slope >= 0. So shape is first >= 0, then <= 0, and gap is
    at least the smaller of its values at the ends. With slope > 0, shape vanishes at most once and gap is
    strictly greater inside: a strict conclusion needs that, and x strictly inside (or both ends > 0).
    ``at_low`` and ``at_high`` prove the gap 0 there where its sign is not manifest.
    """

    var: sp.Symbol
    low: sp.Expr
    high: sp.Expr
    factor: sp.Expr
    shape: sp.Expr
    slope: sp.Expr
    at_low: Procedure | None = None
    at_high: Procedure | None = None
    by: Procedure = field(default_factory=Algebra)
    name: str = "unimodal"
    tier: str = "exact"

    def _steps(self, statement: Statement) -> Iterator[Step]:
        statement, gap, strict = inequality(statement)
        way = Interval(self.var, sp.sympify(self.low), sp.sympify(self.high))
        if way.low == -sp.oo or way.high == sp.oo:
            raise Objection("an infinite interval")
        way.continuous(statement, gap)
        way.place(statement, self.var)
        outer, inner = way.outside(statement), way.inside(statement)
        ends = []
        for end, by in ((way.low, self.at_low), (way.high, self.at_high)):
            sign = yield from _at_end(outer, gap.xreplace({self.var: end}), by, f"at {self.var} = {end}")
            ends.append(sign)
        factor, shape, slope = (
            statement.unfold(sp.sympify(e)) for e in (self.factor, self.shape, self.slope)
        )
        must_be_defined(inner, sp.Tuple(factor, shape, slope))
        facts: Facts = facts_of(inner)
        if not continuous(shape, self.var, facts):
            raise Objection(f"{shape} is not known to be continuous inside")
        if not facts.positive(factor):
            raise Objection(f"the factor {factor} is not manifestly positive")
        falls = facts.sign(slope)
        if falls not in (POSITIVE, NONNEGATIVE, ZERO):
            raise Objection(f"the slope {slope} has sign {falls}")
        if strict and any(s != POSITIVE for s in ends):
            if falls != POSITIVE:
                raise Objection("the inequality is not strict")
            way.place(statement, self.var, strict=True)
        yield "the derivative", inner.concluding(eq(sp.diff(gap, self.var), factor * shape)), self.by
        yield "the slope of the shape", inner.concluding(eq(sp.diff(shape, self.var), -slope)), self.by


@dataclass(frozen=True)
class FallingToZero(Steps):
    """gap >= 0 for x >= ``low``: it is made of functions that vanish at +oo, and gap' = -``rate`` <= 0.

    Strict if rate > 0 beyond low. The functions are those of :data:`.domain.VANISHING`, with x alone as
    last argument and coefficients free of x.
    """

    var: sp.Symbol
    low: sp.Expr
    rate: sp.Expr
    lemmas: tuple[tuple[sp.Expr, Procedure], ...] = ()
    by: Procedure = field(default_factory=Algebra)
    name: str = "falling to zero"
    tier: str = "exact"

    def _steps(self, statement: Statement) -> Iterator[Step]:
        statement, gap, strict = inequality(statement)
        way = Interval(self.var, sp.sympify(self.low), sp.oo)
        if way.low == -sp.oo:
            raise Objection("a start at minus infinity")
        way.continuous(statement, gap)
        way.place(statement, self.var)
        for term in sp.Add.make_args(sp.expand(gap)):
            moving = [f for f in sp.Mul.make_args(term) if f.has(self.var)]
            if len(moving) != 1 or moving[0].func not in VANISHING or moving[0].args[-1] != self.var:
                raise Objection(f"{term} is not known to vanish at infinity")
            if any(a.has(self.var) for a in moving[0].args[:-1]):
                raise Objection(f"{term} moves in more than its last argument")
        inner, rate = way.inside(statement), statement.unfold(sp.sympify(self.rate))
        must_be_defined(inner, sp.Tuple(rate, *(statement.unfold(sp.sympify(e)) for e, _ in self.lemmas)))
        shown = []
        for e, procedure in self.lemmas:
            shown.append((lt if strict else le)(0, statement.unfold(sp.sympify(e))))
            yield f"lemma {e}", inner.concluding(shown[-1]), procedure
        sign = facts_of(named_apart(inner, "lemma", *shown)).sign(rate)
        if sign != POSITIVE and (strict or sign not in (NONNEGATIVE, ZERO)):
            raise Objection(f"the rate {rate} has sign {sign}")
        yield "the derivative", inner.concluding(eq(sp.diff(gap, self.var), -rate)), self.by
