"""x != y for integers, because x - y is odd."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp

from ..claim import Outcome, Statement, Verdict
from .lemmas import is_size


@dataclass(frozen=True)
class Parity:
    """x - y is a polynomial in sizes with even coefficients and an odd constant: never 0."""

    name: str = "parity"
    tier: str = "exact"

    def prove(self, statement: Statement) -> Outcome:
        """Read the coefficients."""
        f = statement.conclusion
        if not isinstance(f, sp.Ne):
            return Outcome(Verdict.UNKNOWN, {"reason": "not a disequation"})
        gap = sp.expand(f.lhs - f.rhs)
        symbols = sorted(gap.free_symbols, key=str)
        if not symbols or not all(is_size(x) for x in symbols) or not gap.is_polynomial(*symbols):
            return Outcome(Verdict.UNKNOWN, {"reason": "not a polynomial in sizes"})
        poly = sp.Poly(gap, *symbols)
        constant = poly.coeff_monomial(1)
        if not all(c.is_Integer for c in poly.coeffs()) or constant % 2 == 0:
            return Outcome(Verdict.UNKNOWN, {"reason": f"the constant is {constant}"})
        if any(c % 2 for m, c in poly.terms() if any(m)):
            return Outcome(Verdict.UNKNOWN, {"reason": "an odd coefficient"})
        return Outcome(Verdict.PROVED, {"constant": str(constant)})

    def replay(self, statement: Statement, evidence: Mapping[str, Any]) -> bool:
        """Read them again."""
        again = self.prove(statement)
        return again.verdict is Verdict.PROVED and again.evidence == evidence
