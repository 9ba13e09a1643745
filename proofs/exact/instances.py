"""Statements about listed instances: published figures, counted parameters, one matrix and its rank."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sympy.core.relational import Relational

from ..claim import Outcome, Point, Statement, Verdict
from ..terms import is_vector
from .evaluate import NotExact, Undefined, admits, holds, scalar
from .refute import named


def sides(statement: Statement, point: Point) -> list[str]:
    """Both sides of a comparison at a point, for the reader of a certificate."""
    f = statement.conclusion
    if not isinstance(f, Relational) or is_vector(f.lhs) or is_vector(f.rhs):
        return []
    try:
        return [str(scalar(s, point, {})) for s in (f.lhs, f.rhs)]
    except NotExact:  # a free index: one value for each token
        return []


@dataclass(frozen=True)
class AtInstances:
    """Proves a statement at its listed instances, and for nothing else, by exact rational arithmetic.

    Each instance must satisfy every hypothesis: none is passed over as vacuous.
    """

    name: str = "instances"
    tier: str = "exact"

    def prove(self, statement: Statement) -> Outcome:
        """Evaluate at each instance."""
        if not statement.instances:
            return Outcome(Verdict.UNKNOWN, {"reason": "no instances listed"})
        found = []
        for point in statement.instances:
            try:
                if not admits(statement.hypotheses, point):
                    return Outcome(Verdict.UNKNOWN, {"reason": f"outside the hypotheses: {named(point)}"})
                if not holds(statement.conclusion, point):
                    return Outcome(Verdict.UNKNOWN, {"reason": f"false at {named(point)}"})
                found.append({"point": named(point), "sides": sides(statement, point)})
            except (NotExact, Undefined, KeyError, ValueError, TypeError) as reason:
                return Outcome(Verdict.UNKNOWN, {"reason": f"not exact: {reason}"})
        return Outcome(Verdict.PROVED, {"instances": found})

    def replay(self, statement: Statement, evidence: Mapping[str, Any]) -> bool:
        """Evaluation searches nothing: do it again and compare."""
        again = self.prove(statement)
        return again.verdict is Verdict.PROVED and again.evidence == evidence
