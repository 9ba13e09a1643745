"""The case of equality: a sum of terms >= 0 that is at most zero has only zero terms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import sympy as sp
from sympy.logic.boolalg import Boolean

from ..claim import Hypothesis, Outcome, Procedure, Statement, Verdict
from ..terms import Index, eq, extent, le
from .algebra import Algebra, free_indices
from .domain import undefined_in
from .sign import NONNEGATIVE, POSITIVE, ZERO, Facts

ZERO_SETS: dict[Any, Callable[[sp.Expr, Facts], Boolean | None]] = {}
"""For functions that a claim's own file defines: what follows from f(...) = 0 under the facts, or None."""


@dataclass(frozen=True)
class Tight:
    """The conclusion follows from every term of ``shown`` being zero: all are >= 0, their sum is <= 0.

    ``shown`` is a sum over whole ranges of indices, and its summand is manifestly >= 0. The hypotheses make
    the sum zero by algebra, or ``at_most_zero`` proves that it is <= 0. Each term is then zero for *every*
    index, and ``then`` proves the conclusion from that.
    """

    shown: sp.Expr
    then: Procedure = field(default_factory=Algebra)
    at_most_zero: Procedure | None = None
    name: str = "tight"
    tier: str = "exact"

    def _steps(self, statement: Statement) -> tuple[Statement, Statement] | str:
        """'The sum is (at most) zero' and the statement with 'every term is zero' among its hypotheses."""
        shown = statement.unfold(sp.sympify(self.shown))
        if not isinstance(shown, sp.Sum) or any(
            not isinstance(j, Index) or low != 1 or high != extent(j) for j, low, high in shown.limits
        ):
            return f"{shown} is not a sum over whole ranges"
        if free_indices(shown):
            return f"{shown} names an index"
        facts = Facts((h.name, h.holds) for h in statement.hypotheses)
        part = undefined_in(shown, statement, facts)
        if part is not None:
            return f"{part} may be undefined"
        sign = facts.sign(shown.function)
        if sign not in (POSITIVE, NONNEGATIVE, ZERO):
            return f"the sign of {shown.function} is {sign}"
        if any(h.name == "every term is zero" for h in statement.given):
            return "the name of the lemma is taken"
        term = shown.function
        zero = ZERO_SETS[term.func](term, facts) if term.func in ZERO_SETS else None
        zero = eq(term, 0) if zero is None else zero
        small = eq(shown, 0) if self.at_most_zero is None else le(shown, 0)
        return statement.concluding(small), statement.assuming(Hypothesis("every term is zero", zero))

    def prove(self, statement: Statement) -> Outcome:
        """Signs, the sum, then the conclusion."""
        steps = self._steps(statement)
        if isinstance(steps, str):
            return Outcome(Verdict.UNKNOWN, {"reason": steps})
        total, rest = steps
        sum_is_zero = (self.at_most_zero or Algebra()).prove(total)
        if sum_is_zero.verdict is not Verdict.PROVED:
            return Outcome(
                Verdict.UNKNOWN, {"reason": f"the sum is zero: {sum_is_zero.evidence.get('reason')}"}
            )
        conclusion = self.then.prove(rest)
        if conclusion.verdict is not Verdict.PROVED:
            return Outcome(
                Verdict.UNKNOWN, {"reason": f"from its terms: {conclusion.evidence.get('reason')}"}
            )
        return Outcome(Verdict.PROVED, {"sum": dict(sum_is_zero.evidence), "then": dict(conclusion.evidence)})

    def replay(self, statement: Statement, evidence: Mapping[str, Any]) -> bool:
        """Signs again, the rest replayed."""
        steps = self._steps(statement)
        if isinstance(steps, str):
            return False
        total, rest = steps
        by = self.at_most_zero or Algebra()
        return by.replay(total, evidence["sum"]) and self.then.replay(rest, evidence["then"])
