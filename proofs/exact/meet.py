"""Two inequalities are equivalent because order-preserving steps take both to a third one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sympy.logic.boolalg import Equivalent

from ..claim import Outcome, Statement, Verdict
from ..terms import eq
from .algebra import Algebra
from .positive import Chain, gap_sides

Steps = tuple[tuple[str, Any], ...]
"""As in :class:`~phasebound.proofs.exact.positive.Chain`."""


@dataclass(frozen=True)
class Meet:
    """``one`` acts on both sides of one inequality, ``other`` on the other's; in the end the gaps agree."""

    one: Steps
    other: Steps
    name: str = "meet"
    tier: str = "exact"

    def _middle(self, statement: Statement) -> tuple[list[Statement], str]:
        """The equations (of gaps) any one of which settles the matter."""
        f = statement.conclusion
        if not isinstance(f, Equivalent) or len(f.args) != 2:
            return [], "not an equivalence"
        first, second = (gap_sides(a) for a in f.args)
        if first is None or second is None or first[2] != second[2]:
            return [], "not two inequalities of one strictness"
        found, objection = [], ""
        for a, b in ((first, second), (second, first)):
            left, right, trouble = Chain(self.one)._walk(statement, a[0], a[1])
            low, high, more = Chain(self.other)._walk(statement, b[0], b[1])
            if trouble or more:
                objection = trouble or more or ""
            else:
                found.append(statement.concluding(eq(left - right, low - high)))
        return found, objection

    def prove(self, statement: Statement) -> Outcome:
        """Walk from both ends, compare in the middle."""
        found, objection = self._middle(statement)
        for k, middle in enumerate(found):
            outcome = Algebra().prove(middle)
            if outcome.verdict is Verdict.PROVED:
                return Outcome(Verdict.PROVED, {"way": k, "middle": dict(outcome.evidence)})
            objection = "in the middle: " + outcome.evidence["reason"]
        return Outcome(Verdict.UNKNOWN, {"reason": objection})

    def replay(self, statement: Statement, evidence: Mapping[str, Any]) -> bool:
        """Walk again and multiply the cofactors of the comparison out."""
        found, _ = self._middle(statement)
        return evidence["way"] < len(found) and Algebra().replay(found[evidence["way"]], evidence["middle"])
