"""Gamma(x + 1) = x Gamma(x) for x > 0: the one functional equation of the gamma function that proofs use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp

from ..claim import Outcome, Statement, Verdict
from .lemmas import facts_of


@dataclass(frozen=True)
class GammaRecurrence:
    """Proves Gamma(y) = x Gamma(x) where y = x + 1 identically and x > 0."""

    name: str = "gamma recurrence"
    tier: str = "exact"

    def prove(self, statement: Statement) -> Outcome:
        """Compare with the functional equation."""
        f = statement.conclusion
        if not isinstance(f, sp.Eq) or not isinstance(f.lhs, sp.gamma):
            return Outcome(Verdict.UNKNOWN, {"reason": "not an equation for a gamma function"})
        x = sp.expand(f.lhs.args[0] - 1)
        ratio = sp.expand(f.rhs / sp.gamma(f.lhs.args[0] - 1))
        if sp.expand(ratio - x) != 0:
            return Outcome(Verdict.UNKNOWN, {"reason": f"the right side is not {x} Gamma({x})"})
        if not facts_of(statement).positive(x):
            return Outcome(Verdict.UNKNOWN, {"reason": f"{x} is not known positive"})
        return Outcome(Verdict.PROVED, {"x": str(x)})

    def replay(self, statement: Statement, evidence: Mapping[str, Any]) -> bool:
        """Compare again."""
        again = self.prove(statement)
        return again.verdict is Verdict.PROVED and again.evidence == evidence
