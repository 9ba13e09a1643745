"""Equations from inequalities: x = y because -times |x - y|^2 equals something that is manifestly >= 0."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp

from ..claim import Outcome, Statement, Verdict
from ..terms import dot, is_vector, le
from .normal_form import evaluate_rates
from .positive import Positive, open_implications


@dataclass(frozen=True)
class Vanishing:
    """x = y, for scalars or vectors: ``times`` > 0 and -``times`` |x - y|^2 = ``shown`` >= 0.

    The last term of a sum of terms >= 0 that is zero: e.g. sum_l |x_l|^2 = 0 gives x_j = 0.
    """

    shown: sp.Expr
    times: sp.Expr = sp.S.One
    name: str = "vanishing"
    tier: str = "exact"

    def _inequality(self, statement: Statement) -> Statement | None:
        statement = open_implications(statement)
        f = statement.conclusion
        if not isinstance(f, sp.Eq):
            return None
        gap = evaluate_rates(f.lhs - f.rhs)
        square = dot(gap, gap) if is_vector(gap) else gap**2
        return statement.concluding(le(square, 0))

    def prove(self, statement: Statement) -> Outcome:
        """The square is <= 0, by its certificate."""
        inequality = self._inequality(statement)
        if inequality is None:
            return Outcome(Verdict.UNKNOWN, {"reason": "not an equation"})
        return Positive(shown=self.shown, times=self.times).prove(inequality)

    def replay(self, statement: Statement, evidence: Mapping[str, Any]) -> bool:
        """The same certificate."""
        inequality = self._inequality(statement)
        return inequality is not None and Positive(shown=self.shown, times=self.times).replay(
            inequality, evidence
        )
