"""Inequalities by a written certificate: multiplier * gap = something manifestly of one sign.

The proof is an identity that a reader can check, e.g. 1 - |G|^2 = sum_{u,v} A_u A_v (1 - cos(th_u - th_v)): its
right side is >= 0 by :mod:`.sign`, the identity itself is decided by :mod:`.algebra` modulo the hypotheses.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Boolean, Equivalent, Implies

from ..claim import Hypothesis, Outcome, Statement, Verdict
from ..terms import eq
from .algebra import Algebra, free_indices
from .domain import undefined_in
from .normal_form import evaluate_rates
from .sign import NONNEGATIVE, POSITIVE, ZERO, Facts


def gap_and_strictness(f: Boolean) -> tuple[sp.Expr, bool] | None:
    """Write an inequality as gap > 0 (True) or gap >= 0 (False)."""
    if isinstance(f, sp.Gt | sp.Ge):
        return f.lhs - f.rhs, isinstance(f, sp.Gt)
    if isinstance(f, sp.Lt | sp.Le):
        return f.rhs - f.lhs, isinstance(f, sp.Lt)
    return None


def open_implications(statement: Statement) -> Statement:
    """Move the premises of an implication among the hypotheses.

    A premise that names an index stays: it speaks of one token, a hypothesis with an index of all.
    """
    k = 0
    while isinstance(statement.then, Implies) and not free_indices(statement.then.args[0]):
        k += 1
        premise, then = statement.then.args
        statement = statement.assuming(Hypothesis(f"premise {k}", premise)).concluding(then)
    return statement


@dataclass(frozen=True)
class Positive:
    """gap > 0 or gap >= 0, through ``times * gap = shown`` with ``times`` > 0 and the sign of ``shown`` manifest.

    Without ``shown`` the gap itself must have a manifest sign. A conjunction is decided term by term (the
    same ``times`` and ``shown`` for each). ``symbols`` of a statement's ``where`` may be used in both.
    """

    shown: sp.Expr | None = None
    times: sp.Expr = sp.S.One
    name: str = "positive"
    tier: str = "exact"

    def _cases(self, statement: Statement) -> list[Statement]:
        statement = open_implications(statement)
        f = statement.then
        return [statement.concluding(a) for a in f.args] if isinstance(f, And) else [statement]

    def _identity(self, statement: Statement) -> tuple[Statement, sp.Expr, bool] | str:
        found = gap_and_strictness(statement.conclusion)
        if found is None:
            return "not an inequality"
        gap, strict = evaluate_rates(found[0]), found[1]
        shown = gap if self.shown is None else statement.unfold(sp.sympify(self.shown))
        return statement.concluding(eq(statement.unfold(sp.sympify(self.times)) * gap, shown)), shown, strict

    def _signs(self, statement: Statement, shown: sp.Expr, strict: bool) -> str | None:
        facts = Facts((h.name, h.holds) for h in statement.hypotheses)
        times = statement.unfold(sp.sympify(self.times))
        part = undefined_in(shown, statement, facts) or undefined_in(times, statement, facts)
        if part is not None:
            return f"{part} may be undefined"
        if not facts.positive(times):
            return f"the multiplier {self.times} is not manifestly positive"
        found = facts.sign(evaluate_rates(shown))
        if found == POSITIVE or (not strict and found in (NONNEGATIVE, ZERO)):
            return None
        return f"the sign of {shown} is {found}"

    def prove(self, statement: Statement) -> Outcome:
        """Check the signs, then the identity."""
        evidence = []
        for case in self._cases(statement):
            opened = self._identity(case)
            if isinstance(opened, str):
                return Outcome(Verdict.UNKNOWN, {"reason": opened})
            identity, shown, strict = opened
            objection = self._signs(case, shown, strict)
            if objection:
                return Outcome(Verdict.UNKNOWN, {"reason": objection})
            outcome = Outcome(Verdict.PROVED, {}) if self.shown is None else Algebra().prove(identity)
            if outcome.verdict is not Verdict.PROVED:
                return Outcome(Verdict.UNKNOWN, {"reason": "the identity: " + outcome.evidence["reason"]})
            evidence.append(dict(outcome.evidence))
        return Outcome(Verdict.PROVED, {"identities": evidence})

    def replay(self, statement: Statement, evidence: Mapping[str, Any]) -> bool:
        """Signs again (they search nothing), cofactors multiplied out."""
        cases = self._cases(statement)
        if len(cases) != len(evidence["identities"]):
            return False
        for case, one in zip(cases, evidence["identities"], strict=True):
            opened = self._identity(case)
            if isinstance(opened, str) or self._signs(case, opened[1], opened[2]):
                return False
            if self.shown is not None and not Algebra().replay(opened[0], one):
                return False
        return True


@dataclass(frozen=True)
class Chain:
    """Two inequalities are equivalent: one becomes the other by order-preserving steps.

    ``steps`` act on both sides of the first: ("times", p) multiplies by p > 0, ("plus", c) adds c,
    ("apply", f) applies a strictly increasing f (its domain checked by sign: exp everywhere, log on (0, oo),
    ...). At the end the gap must be the gap of the second, identically.
    """

    steps: tuple[tuple[str, Any], ...]
    name: str = "chain"
    tier: str = "exact"

    def _final(self, statement: Statement) -> tuple[Statement, str | None]:
        f = statement.conclusion
        if not isinstance(f, Equivalent) or len(f.args) != 2:
            return statement, "not an equivalence"
        first, second = (gap_sides(a) for a in f.args)
        best: str | None = "not two inequalities"
        for a, b in ((first, second), (second, first)):
            if a is None or b is None or a[2] != b[2]:
                continue
            left, right, objection = self._walk(statement, a[0], a[1])
            target = statement.concluding(eq(left - right, b[0] - b[1]))
            if objection is None and Algebra().prove(target).verdict is Verdict.PROVED:
                return target, None
            best = objection or "the last step is not the second inequality"
        return statement, best

    def _walk(
        self, statement: Statement, left: sp.Expr, right: sp.Expr
    ) -> tuple[sp.Expr, sp.Expr, str | None]:
        facts = Facts((h.name, h.holds) for h in statement.hypotheses)
        for kind, x in self.steps:
            if kind == "times":
                x = statement.unfold(sp.sympify(x))
                part = undefined_in(x, statement, facts)
                if part is not None:
                    return left, right, f"{part} may be undefined"
                if not facts.positive(x):
                    return left, right, f"the multiplier {x} is not manifestly positive"
                left, right = sp.expand(left * x), sp.expand(right * x)
            elif kind == "plus":
                x = statement.unfold(sp.sympify(x))
                part = undefined_in(x, statement, facts)
                if part is not None:
                    return left, right, f"{part} may be undefined"
                left, right = sp.expand(left + x), sp.expand(right + x)
            elif kind == "apply":
                for side in (left, right):
                    if not INCREASING[x](side, facts):
                        return left, right, f"{side} is not in the domain where {x} increases"
                left, right = x(left), x(right)
            else:
                raise ValueError(f"unknown step {kind!r}")
        return left, right, None

    def prove(self, statement: Statement) -> Outcome:
        """Walk the steps, compare the end."""
        target, objection = self._final(statement)
        if objection:
            return Outcome(Verdict.UNKNOWN, {"reason": objection})
        return Outcome(Verdict.PROVED, {"end": dict(Algebra().prove(target).evidence)})

    def replay(self, statement: Statement, evidence: Mapping[str, Any]) -> bool:
        """Walk again and multiply the cofactors of the last comparison out."""
        target, objection = self._final(statement)
        return objection is None and Algebra().replay(target, evidence["end"])


def gap_sides(f: Boolean) -> tuple[sp.Expr, sp.Expr, bool] | None:
    """(greater side, smaller side, strict?) of an inequality."""
    if isinstance(f, sp.Gt | sp.Ge):
        return f.lhs, f.rhs, isinstance(f, sp.Gt)
    if isinstance(f, sp.Lt | sp.Le):
        return f.rhs, f.lhs, isinstance(f, sp.Lt)
    return None


INCREASING: dict[Any, Any] = {
    sp.exp: lambda x, facts: True,
    sp.log: lambda x, facts: facts.positive(x),
    sp.sqrt: lambda x, facts: facts.nonnegative(x),
    sp.sinh: lambda x, facts: True,
    sp.tanh: lambda x, facts: True,
    sp.atan: lambda x, facts: True,
    sp.tan: lambda x, facts: facts.positive(x + sp.pi / 2) and facts.positive(sp.pi / 2 - x),
}
"""Strictly increasing functions, each with the test that an argument lies where it is so."""
