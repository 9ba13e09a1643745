"""Inequalities in one variable by derivatives: f(start) >= 0 and f' >= 0 give f >= 0 from there on.

For statements with symbolic exponents (the cap bounds for every d) there is nothing to sample: the derivative is
an exact expression, compared with the one that the proof writes down, and its sign is manifest or is itself
proved by another derivative.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Boolean

from ..claim import Outcome, Statement, Verdict
from ..terms import eq, le
from .algebra import Algebra
from .domain import continuous, undefined_in
from .normal_form import evaluate_rates
from .positive import gap_and_strictness, open_implications
from .sign import POSITIVE, ZERO, Facts


def _closed(f: Boolean) -> Boolean:
    """Bounds with their ends."""
    if isinstance(f, And):
        return And(*(_closed(a) for a in f.args))
    return f.replace(sp.Lt, sp.Le).replace(sp.Gt, sp.Ge)


@dataclass(frozen=True)
class Increasing:
    """gap(x) >= 0 for x >= start, because gap(start) >= 0 and gap' = ``rate`` >= 0 between.

    ``rate`` is the derivative in the form whose sign is manifest under the hypotheses, with ``var`` itself
    known to lie between by the hypotheses named in the statement. If its sign needs an argument, ``then``
    maps a factor to the procedure that proves it >= 0. A strict conclusion needs rate > 0 (then gap > 0 for
    x > start) or gap(start) > 0.
    """

    var: sp.Symbol
    start: sp.Expr
    rate: sp.Expr
    lemmas: tuple[tuple[sp.Expr, Any], ...] = ()
    name: str = "increasing"
    tier: str = "exact"

    def _setup(self, statement: Statement) -> tuple[Statement, sp.Expr, sp.Expr, bool] | str:
        statement = open_implications(statement)
        found = gap_and_strictness(statement.conclusion)
        if found is None:
            return "not an inequality"
        gap, strict = evaluate_rates(found[0]), found[1]
        derivative = sp.diff(gap, self.var)
        identity = statement.concluding(eq(derivative, statement.unfold(self.rate)))
        return identity, gap, derivative, strict

    def _objection(self, statement: Statement, gap: sp.Expr, strict: bool) -> str | None:
        at_start = gap.subs(self.var, self.start)
        inner = tuple(h for h in statement.hypotheses if not h.holds.has(self.var))
        begin = Facts((h.name, h.holds) for h in inner).sign(at_start)
        if begin not in ("+", "0+", ZERO):
            return f"at {self.var} = {self.start} the gap is {at_start}, of sign {begin}"
        extra = [(f"lemma {i}", le(0, statement.unfold(e))) for i, (e, _) in enumerate(self.lemmas)]
        facts = Facts([*((h.name, h.holds) for h in statement.hypotheses), *extra])
        if type(self.var) is not sp.Symbol or not self.var.is_real or self.var.is_positive is not None:
            return f"{self.var} is not a real variable without further assumptions"
        closed = Facts(
            (h.name, _closed(h.holds) if h.holds.has(self.var) else h.holds) for h in statement.hypotheses
        )
        if not continuous(gap, self.var, closed):
            return f"{gap} is not known to be continuous in {self.var}"
        brought = sp.Tuple(
            self.start, statement.unfold(self.rate), *(statement.unfold(e) for e, _ in self.lemmas)
        )
        part = undefined_in(brought, statement, facts)
        if part is not None:
            return f"{part} may be undefined"
        if not facts.nonnegative(self.var - self.start):
            return f"no hypothesis says {self.var} >= {self.start}"
        sign = facts.sign(statement.unfold(self.rate))
        if sign not in (POSITIVE, "0+", ZERO):
            return f"the derivative {self.rate} has sign {sign}"
        if strict and not (begin == POSITIVE or (sign == POSITIVE and facts.positive(self.var - self.start))):
            return "the inequality is not strict"
        return None

    def _downward_closed(self, statement: Statement) -> str | None:
        """What is assumed of the variable must hold on the whole way from the start: bounds x <= c, x >= start."""
        for h in statement.hypotheses:
            for f in h.holds.args if isinstance(h.holds, And) else (h.holds,):
                if not f.has(self.var):
                    continue
                found = gap_and_strictness(f)
                if found is not None:
                    if not sp.expand(found[0] + self.var).has(self.var):
                        continue  # c - x >= 0
                    if sp.expand(found[0] - self.var) == sp.expand(-self.start):
                        continue  # x - start >= 0
                return f"hypothesis {h.name} is not a bound of {self.var} that holds from {self.start} on"
        return None

    def prove(self, statement: Statement) -> Outcome:
        """Start, derivative, sign; then the lemmas."""
        opened = self._setup(statement)
        if isinstance(opened, str):
            return Outcome(Verdict.UNKNOWN, {"reason": opened})
        identity, gap, _, strict = opened
        objection = self._downward_closed(identity) or self._objection(identity, gap, strict)
        if objection:
            return Outcome(Verdict.UNKNOWN, {"reason": objection})
        same = Algebra().prove(identity)
        if same.verdict is not Verdict.PROVED:
            return Outcome(Verdict.UNKNOWN, {"reason": "the derivative: " + same.evidence["reason"]})
        lemmas = []
        for e, procedure in self.lemmas:
            outcome = procedure.prove(self._lemma(identity, e))
            if outcome.verdict is not Verdict.PROVED:
                return Outcome(Verdict.UNKNOWN, {"reason": f"lemma {e} >= 0: {dict(outcome.evidence)}"})
            lemmas.append(dict(outcome.evidence))
        return Outcome(Verdict.PROVED, {"derivative": dict(same.evidence), "lemmas": lemmas})

    @staticmethod
    def _lemma(statement: Statement, e: sp.Expr) -> Statement:
        return statement.concluding(le(0, e))

    def replay(self, statement: Statement, evidence: Mapping[str, Any]) -> bool:
        """The same without search."""
        opened = self._setup(statement)
        if isinstance(opened, str):
            return False
        identity, gap, _, strict = opened
        if self._downward_closed(identity) or self._objection(identity, gap, strict):
            return False
        if not Algebra().replay(identity, evidence["derivative"]) or len(self.lemmas) != len(
            evidence["lemmas"]
        ):
            return False
        return all(
            procedure.replay(self._lemma(identity, e), one)
            for (e, procedure), one in zip(self.lemmas, evidence["lemmas"], strict=True)
        )
