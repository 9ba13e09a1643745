"""Identities of binomial coefficients for all integers: Pascal's rule, and sums that telescope.

C(a, b) = a!/(b! (a - b)!) for integers a >= b >= 0, and (x + i)! = x! (x + 1)...(x + i): an equation between
binomial coefficients whose arguments differ by integers becomes one between rational functions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import sympy as sp

from ..claim import Outcome, Procedure, Statement, Verdict
from ..terms import eq
from .algebra import Algebra
from .normal_form import evaluate_rates
from .sign import Facts
from .stepwise import Objection, Step, Steps


class NotBinomial(Exception):
    """The equation is not one of binomial coefficients with integer shifts."""


def _integral(x: sp.Expr) -> bool:
    """Whether x is a sum of integers and integer multiples of integer symbols."""
    return all(
        k.is_Integer and (y == 1 or (y.is_Symbol and y.is_integer))
        for y, k in sp.expand(x).as_coefficients_dict().items()
    )


def factorials(f: sp.Eq, facts: Facts) -> sp.Expr:
    """lhs - rhs with every binomial coefficient written in the lowest factorial of its kind."""
    gap = f.lhs - f.rhs
    for p in gap.atoms(sp.Pow):
        if not (p.exp.is_Integer and p.exp > 0):
            raise NotBinomial(f"a power or a quotient: {p}")
    tops: list[tuple[sp.Expr, tuple[sp.Expr, sp.Expr, sp.Expr]]] = []
    for c in gap.atoms(sp.binomial):
        a, b = (sp.expand(x) for x in c.args)
        three = (a, b, sp.expand(a - b))
        for x in three:
            if not _integral(x) or not facts.nonnegative(x):
                raise NotBinomial(f"{x} is not known to be an integer >= 0")
        tops.append((c, three))
    if gap.xreplace({c: sp.Dummy() for c, _ in tops}).has(sp.Function, sp.Sum, sp.Product):
        raise NotBinomial(f"not made of binomial coefficients: {gap}")
    lowest: dict[sp.Expr, sp.Integer] = {}
    for _, three in tops:
        for x in three:
            c, kind = x.as_coeff_Add()
            lowest[kind] = min(c, lowest.get(kind, c)) if kind != 0 else sp.S.Zero
    unit = {kind: sp.Dummy(positive=True) if kind != 0 else sp.S.One for kind in lowest}

    def factorial(x: sp.Expr) -> sp.Expr:
        c, kind = x.as_coeff_Add()
        steps = range(int(lowest[kind]) + 1, int(c) + 1)
        return unit[kind] * sp.Mul(*(kind + i for i in steps))

    return gap.xreplace({c: factorial(a) / (factorial(b) * factorial(r)) for c, (a, b, r) in tops})


@dataclass(frozen=True)
class Binomials:
    """Proves equations of polynomials in integers and binomial coefficients, for all integers allowed."""

    name: str = "binomials"
    tier: str = "exact"

    def prove(self, statement: Statement) -> Outcome:
        """Write everything in factorials and compare the numerators."""
        f = statement.conclusion
        if not isinstance(f, sp.Eq):
            return Outcome(Verdict.UNKNOWN, {"reason": "not an equation"})
        try:
            gap = factorials(f, Facts((h.name, h.holds) for h in statement.hypotheses))
        except NotBinomial as reason:
            return Outcome(Verdict.UNKNOWN, {"reason": str(reason)})
        numerator = sp.expand(sp.fraction(sp.together(gap))[0])
        if numerator != 0:
            return Outcome(Verdict.UNKNOWN, {"reason": f"the difference is a multiple of {numerator}"})
        return Outcome(Verdict.PROVED, {"numerator in factorials": "0"})

    def replay(self, statement: Statement, evidence: Mapping[str, Any]) -> bool:
        """Nothing is searched: write it in factorials again and compare."""
        again = self.prove(statement)
        return again.verdict is Verdict.PROVED and again.evidence == evidence


@dataclass(frozen=True)
class Telescopes(Steps):
    """sum_{k = low}^{m} f(k) = F(m) for every size m >= 1: true at m = 1, and F(m + 1) - F(m) = f(m + 1).

    ``low`` is 0 or 1; f must not depend on m. The two equations are proved by ``by`` (binomial coefficients)
    or by algebra (polynomials).
    """

    by: Procedure = field(default_factory=Algebra)
    name: str = "telescopes"
    tier: str = "exact"

    def _steps(self, statement: Statement) -> Iterator[Step]:
        f = evaluate_rates(statement.conclusion)
        if not (isinstance(f, sp.Eq) and isinstance(f.lhs, sp.Sum) and len(f.lhs.limits) == 1):
            raise Objection("not sum = closed form")
        term, total = f.lhs.function, f.rhs
        k, low, m = f.lhs.limits[0]
        if not (m.is_Symbol and m.is_integer and m.is_positive) or low not in (0, 1):
            raise Objection("the sum does not run from 0 or 1 to a size")
        if term.has(m) or total.has(k) or total.has(sp.Sum) or term.has(sp.Sum):
            raise Objection("the summand varies with the length")
        if any(h.holds.has(m) or h.holds.has(k) for h in statement.hypotheses):
            raise Objection("a hypothesis varies with the length")
        first = sp.Add(*(term.subs(k, i) for i in range(int(low), 2)))
        yield "the first sum", statement.concluding(eq(first, total.subs(m, 1))), self.by
        step = eq(total.subs(m, m + 1) - total, term.subs(k, m + 1))
        yield "the next summand", statement.concluding(step), self.by
