"""The joints of a proof: how statements are put together from statements that other procedures decide.

Each takes the procedures of its parts and is sound whatever they are asked: a lemma becomes a hypothesis only
after it has been proved under the hypotheses there are, a split covers all reals, a mirror image renames.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Boolean

from ..claim import Hypothesis, Outcome, Procedure, Statement, Verdict
from ..terms import Index, eq, is_vector, le, lt, mapped
from .lemmas import BINDERS, must_be_defined
from .positive import open_implications
from .stepwise import Objection, Step, Steps


@dataclass(frozen=True)
class Cut(Steps):
    """Lemmas first, each under the hypotheses and the lemmas before it; then the conclusion with all of them.

    A lemma is (formula, procedure). An index that stands free in one is universally quantified, as in a
    hypothesis.
    """

    lemmas: tuple[tuple[Boolean, Procedure], ...]
    by: Procedure
    name: str = "cut"
    tier: str = "exact"

    def _steps(self, statement: Statement) -> Iterator[Step]:
        statement = open_implications(statement)
        taken = {h.name for h in statement.given}
        for k, (formula, by) in enumerate(self.lemmas, 1):
            name = next(
                f"lemma {k}{'*' * i}" for i in range(len(taken) + 1) if f"lemma {k}{'*' * i}" not in taken
            )
            must_be_defined(statement, statement.unfold(formula))
            yield name, statement.concluding(formula), by
            statement = statement.assuming(Hypothesis(name, formula))
            taken.add(name)
        yield "conclusion", statement, self.by


@dataclass(frozen=True)
class Using(Steps):
    """Prove with some of the hypotheses only (fewer hypotheses: a stronger statement)."""

    names: tuple[str, ...]
    by: Procedure
    name: str = "using"
    tier: str = "exact"

    def _steps(self, statement: Statement) -> Iterator[Step]:
        yield (
            "fewer",
            replace(statement, given=tuple(h for h in statement.given if h.name in self.names)),
            self.by,
        )


@dataclass(frozen=True)
class Each:
    """A conjunction: every conjunct is proved by one of the procedures."""

    by: tuple[Procedure, ...]
    name: str = "each"
    tier: str = "exact"

    @staticmethod
    def _conjuncts(statement: Statement) -> list[Statement]:
        statement = open_implications(statement)
        f = statement.then
        return [statement.concluding(a) for a in f.args] if isinstance(f, And) else [statement]

    def prove(self, statement: Statement) -> Outcome:
        """The first procedure that proves a conjunct is recorded."""
        evidence = []
        for one in self._conjuncts(statement):
            reasons = []
            for k, by in enumerate(self.by):
                outcome = by.prove(one)
                if outcome.verdict is Verdict.PROVED:
                    evidence.append({"by": k, "evidence": dict(outcome.evidence)})
                    break
                reasons.append(str(outcome.evidence.get("reason", "")))
            else:
                return Outcome(Verdict.UNKNOWN, {"reason": f"{one.then}: " + "; ".join(reasons)})
        return Outcome(Verdict.PROVED, {"conjuncts": evidence})

    def replay(self, statement: Statement, evidence: Mapping[str, Any]) -> bool:
        """Each conjunct by the recorded procedure."""
        found, given = self._conjuncts(statement), evidence["conjuncts"]
        return len(found) == len(given) and all(
            self.by[one["by"]].replay(s, one["evidence"]) for s, one in zip(found, given, strict=True)
        )


@dataclass(frozen=True)
class Equal(Steps):
    """x = y for scalars, from x <= y and y <= x."""

    upper: Procedure
    lower: Procedure
    name: str = "equal"
    tier: str = "exact"

    def _steps(self, statement: Statement) -> Iterator[Step]:
        statement = open_implications(statement)
        f = statement.then
        if not isinstance(f, sp.Eq) or is_vector(f.lhs) or is_vector(f.rhs) or not f.lhs.is_commutative:
            raise Objection("not an equation between scalars")
        yield "<=", statement.concluding(le(f.lhs, f.rhs)), self.upper
        yield ">=", statement.concluding(le(f.rhs, f.lhs)), self.lower


@dataclass(frozen=True)
class BySquares(Steps):
    """x <= y (or x < y) from x^2 <= y^2 (or x^2 < y^2) and y >= 0."""

    square: Procedure
    sign: Procedure
    name: str = "by-squares"
    tier: str = "exact"

    def _steps(self, statement: Statement) -> Iterator[Step]:
        statement = open_implications(statement)
        f = statement.then
        if not isinstance(f, sp.Le | sp.Lt):
            raise Objection("not an inequality x <= y or x < y")
        compare = lt if isinstance(f, sp.Lt) else le
        yield "squares", statement.concluding(compare(f.lhs**2, f.rhs**2)), self.square
        yield "sign", statement.concluding(le(0, f.rhs)), self.sign


@dataclass(frozen=True)
class Absurd(Steps):
    """The hypotheses contradict each other: ``by`` proves 0 = 1 from them."""

    by: Procedure
    name: str = "absurd"
    tier: str = "exact"

    def _steps(self, statement: Statement) -> Iterator[Step]:
        yield "contradiction", open_implications(statement).concluding(eq(0, 1)), self.by


@dataclass(frozen=True)
class Split(Steps):
    """Three cases: a real scalar ``on`` is negative, zero or positive."""

    on: sp.Expr
    negative: Procedure
    zero: Procedure
    positive: Procedure
    name: str = "split"
    tier: str = "exact"

    def _steps(self, statement: Statement) -> Iterator[Step]:
        statement = open_implications(statement)
        if self.on.atoms(Index) or is_vector(self.on) or not self.on.is_real:
            raise Objection(f"{self.on} is not a real scalar without an index")
        case = f"case of {self.on}"
        yield "negative", statement.assuming(Hypothesis(case, lt(self.on, 0))), self.negative
        yield "zero", statement.assuming(Hypothesis(case, eq(self.on, 0))), self.zero
        yield "positive", statement.assuming(Hypothesis(case, lt(0, self.on))), self.positive


@dataclass(frozen=True)
class Mirror(Steps):
    """The statement with a real variable x renamed to -x, which says the same."""

    x: sp.Symbol
    by: Procedure
    name: str = "mirror"
    tier: str = "exact"

    def _steps(self, statement: Statement) -> Iterator[Step]:
        if (
            type(self.x) is not sp.Symbol
            or self.x.is_nonnegative
            or self.x.is_nonpositive
            or not self.x.is_real
        ):
            raise Objection(f"{self.x} is not a real variable of either sign")
        turn = {self.x: -self.x}
        given = tuple(
            Hypothesis(h.name, mapped(h.holds, lambda e: e.xreplace(turn))) for h in statement.hypotheses
        )
        yield (
            "mirrored",
            Statement(given=given, then=mapped(statement.conclusion, lambda e: e.xreplace(turn))),
            self.by,
        )


@dataclass(frozen=True)
class Floor(Steps):
    """floor(x) = m for an integer m, from m <= x and x < m + 1."""

    by: Procedure
    name: str = "floor"
    tier: str = "exact"

    def _steps(self, statement: Statement) -> Iterator[Step]:
        f = open_implications(statement).then
        if not (isinstance(f, sp.Eq) and isinstance(f.lhs, sp.floor) and f.rhs.is_integer):
            raise Objection("not floor(x) = m with m an integer")
        (x,), m = f.lhs.args, f.rhs
        yield "m <= x", open_implications(statement).concluding(le(m, x)), self.by
        yield "x < m + 1", open_implications(statement).concluding(lt(x, m + 1)), self.by


@dataclass(frozen=True)
class Congruent(Steps):
    """f = g, because g is f with subexpressions replaced by equal ones (each equation proved by ``by``)."""

    pairs: tuple[tuple[sp.Expr, sp.Expr], ...]
    by: Procedure
    name: str = "congruent"
    tier: str = "exact"

    def _steps(self, statement: Statement) -> Iterator[Step]:
        statement = open_implications(statement)
        f = statement.conclusion
        indexed = any(x.atoms(Index) for pair in self.pairs for x in pair)
        if not isinstance(f, sp.Eq) or f.has(*BINDERS) or indexed:
            raise Objection("not an equation without bound variables")
        if f.lhs.xreplace(dict(self.pairs)) != f.rhs.xreplace(dict(self.pairs)):
            raise Objection("the sides differ after the replacement")
        for old, new in self.pairs:
            must_be_defined(statement, statement.unfold(new))
            yield f"{old} = {new}", statement.concluding(eq(old, new)), self.by
