"""Inequalities as sums: times * gap = p_1 + ... + p_k with each p_i of manifest sign.

So are inequalities chained: a <= b and b <= c as hypotheses give c - a = (c - b) + (b - a).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import sympy as sp

from ..claim import Procedure, Statement
from ..terms import eq
from .algebra import Algebra
from .lemmas import facts_of, must_be_defined
from .shape import inequality
from .sign import NONNEGATIVE, POSITIVE, ZERO
from .stepwise import Objection, Step, Steps


@dataclass(frozen=True)
class SumOf(Steps):
    """gap >= 0 (> 0) as ``times * gap = sum(terms)``: times > 0, every term >= 0 (one of them > 0)."""

    terms: tuple[sp.Expr, ...]
    times: sp.Expr = sp.S.One
    by: Procedure = field(default_factory=Algebra)
    name: str = "sum of signs"
    tier: str = "exact"

    def _steps(self, statement: Statement) -> Iterator[Step]:
        statement, gap, strict = inequality(statement)
        facts = facts_of(statement)
        times = statement.unfold(sp.sympify(self.times))
        terms = [statement.unfold(sp.sympify(t)) for t in self.terms]
        if not facts.positive(times):
            raise Objection(f"the multiplier {times} is not manifestly positive")
        for t in (times, *terms):
            must_be_defined(statement, t)
        found = [facts.sign(t) for t in terms]
        for t, s in zip(terms, found, strict=True):
            if s not in (POSITIVE, NONNEGATIVE, ZERO):
                raise Objection(f"the term {t} has sign {s}")
        if strict and POSITIVE not in found:
            raise Objection("the inequality is not strict")
        yield "the sum", statement.concluding(eq(times * gap, sp.Add(*terms))), self.by
