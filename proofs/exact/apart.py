"""Two joints: vectors differ because a functional tells them apart, scalars agree because squares do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp

from ..claim import Outcome, Statement, Verdict
from ..terms import dot, eq, is_vector, lt
from .algebra import Algebra
from .domain import undefined_in
from .normal_form import evaluate_rates
from .positive import Positive
from .sign import NONNEGATIVE, POSITIVE, ZERO, Facts


@dataclass(frozen=True)
class Apart:
    """x != y, because <x - y, along> > 0, shown equal to an expression that is manifestly positive."""

    along: sp.Expr
    shown: sp.Expr | None = None
    times: sp.Expr = sp.S.One
    name: str = "apart"
    tier: str = "exact"

    def _positive(self, statement: Statement) -> Statement | None:
        f = statement.conclusion
        if not isinstance(f, sp.Ne):
            return None
        gap, along = evaluate_rates(f.lhs - f.rhs), statement.unfold(self.along)
        facts = Facts((h.name, h.holds) for h in statement.hypotheses)
        if not is_vector(gap) or undefined_in(along, statement, facts) is not None:
            return None
        return statement.concluding(lt(0, dot(gap, along)))

    def prove(self, statement: Statement) -> Outcome:
        """The inequality by its certificate."""
        inequality = self._positive(statement)
        if inequality is None:
            return Outcome(Verdict.UNKNOWN, {"reason": "not a disequation of vectors"})
        return Positive(shown=self.shown, times=self.times).prove(inequality)

    def replay(self, statement: Statement, evidence: Mapping[str, Any]) -> bool:
        """The same certificate."""
        inequality = self._positive(statement)
        return inequality is not None and Positive(shown=self.shown, times=self.times).replay(
            inequality, evidence
        )


@dataclass(frozen=True)
class EqualSquares:
    """a = b, because a^2 = b^2 and both are >= 0 (or both <= 0)."""

    name: str = "equal-squares"
    tier: str = "exact"

    def _squares(self, statement: Statement) -> Statement | str:
        f = statement.conclusion
        if not isinstance(f, sp.Eq) or is_vector(f.lhs) or is_vector(f.rhs):
            return "not an equation of scalars"
        a, b = evaluate_rates(f.lhs), evaluate_rates(f.rhs)
        facts = Facts((h.name, h.holds) for h in statement.hypotheses)
        for flip in (1, -1):
            if all(facts.sign(flip * x) in (POSITIVE, NONNEGATIVE, ZERO) for x in (a, b)):
                return statement.concluding(eq(a**2, b**2))
        return f"the signs are {facts.sign(a)} and {facts.sign(b)}"

    def prove(self, statement: Statement) -> Outcome:
        """Signs first, then the squares."""
        squares = self._squares(statement)
        if isinstance(squares, str):
            return Outcome(Verdict.UNKNOWN, {"reason": squares})
        return Algebra().prove(squares)

    def replay(self, statement: Statement, evidence: Mapping[str, Any]) -> bool:
        """Signs again, cofactors multiplied out."""
        squares = self._squares(statement)
        return not isinstance(squares, str) and Algebra().replay(squares, evidence)
