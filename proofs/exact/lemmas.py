"""Proofs in several steps: use a lemma, rewrite by an equation, compare exponentials, count up by induction.

A lemma is a statement with its own proof. Its free symbols are universally quantified, so it may be used with any
values for them that are real (and, for a size, an integer >= 1), once its hypotheses are proved there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import sympy as sp

from ..claim import Hypothesis, Outcome, Procedure, Statement, Verdict
from ..terms import Rate, eq, is_vector
from .algebra import Algebra
from .domain import real_valued
from .normal_form import evaluate_rates
from .positive import Positive, open_implications
from .sign import Facts

BINDERS = (Rate, sp.Derivative, sp.Integral, sp.Sum, sp.Product, sp.Subs, sp.Lambda)
"""What binds a variable: nothing is replaced inside."""


class Objection(Exception):
    """Why a step does not hold."""


def facts_of(statement: Statement) -> Facts:
    """What the hypotheses say about signs."""
    return Facts((h.name, h.holds) for h in statement.hypotheses)


def is_size(x: sp.Basic) -> bool:
    """Whether a symbol stands for an integer >= 1."""
    return isinstance(x, sp.Symbol) and bool(x.is_integer) and bool(x.is_positive)


def named_apart(statement: Statement, stem: str, *formulas: Any) -> Statement:
    """Add formulas as hypotheses, under names that none has yet."""
    taken = {h.name for h in statement.given}
    fresh = (n for k in range(1, 999) if (n := f"{stem} {k}") not in taken)
    return statement.assuming(*(Hypothesis(next(fresh), f) for f in formulas))


def proved(procedure: Procedure, statement: Statement, what: str) -> dict[str, Any]:
    """The evidence of a step, or an Objection. What sympy has evaluated to true needs none."""
    if statement.then is sp.true:
        return {}
    outcome = procedure.prove(statement)
    if outcome.verdict is not Verdict.PROVED:
        raise Objection(f"{what}: {outcome.evidence.get('reason', outcome.evidence)}")
    return dict(outcome.evidence)


@dataclass(frozen=True)
class Lemma:
    """A statement, its proof, and the values for its symbols with which it is used.

    ``discharge`` gives a procedure for a hypothesis by name; otherwise its sign must be manifest, or algebra tell.
    """

    statement: Statement
    by: Procedure
    at: Mapping[sp.Symbol, Any] = field(default_factory=dict)
    discharge: Mapping[str, Procedure] = field(default_factory=dict)

    def instance(self, facts: Facts) -> tuple[list[tuple[str, Any]], Any]:
        """The hypotheses and the conclusion with the values put in."""
        values = {}
        for x, v in self.at.items():
            v = sp.sympify(v)
            if not isinstance(x, sp.Symbol) or is_vector(x) or is_vector(v):
                raise Objection(f"{x} is not a scalar symbol")
            if is_size(x):
                if not (v.is_integer and v.is_positive):
                    raise Objection(f"{x} = {v} is not known to be an integer >= 1")
            elif not real_valued(v, facts):
                raise Objection(f"{x} = {v} is not known to be real")
            values[x] = v
        whole = [evaluate_rates(h.holds) for h in self.statement.hypotheses]
        whole.append(evaluate_rates(self.statement.conclusion))
        if values and any(f.has(*BINDERS) for f in whole):
            raise Objection("a lemma that binds a variable can only be used as it stands")
        *given, then = (f.xreplace(values) for f in whole)
        return list(zip((h.name for h in self.statement.hypotheses), given, strict=True)), then


def _discharger(lemma: Lemma, name: str, f: Any) -> Procedure:
    if name in lemma.discharge:
        return lemma.discharge[name]
    return Algebra() if isinstance(f, sp.Eq | sp.Ne) else Positive()


@dataclass(frozen=True)
class With:
    """Proves a statement by ``then``, with the conclusions of lemmas as further hypotheses (one may use those before)."""

    lemmas: tuple[Lemma, ...]
    then: Procedure
    name: str = "lemmas"
    tier: str = "exact"

    def _walk(self, statement: Statement, step: Any) -> None:
        """Call step(procedure, statement, label) on everything that must be proved, in order."""
        statement = open_implications(statement)
        for k, lemma in enumerate(self.lemmas):
            step(lemma.by, lemma.statement, f"lemma {k + 1}")
            given, then = lemma.instance(facts_of(statement))
            for name, f in given:
                target = statement.concluding(f)
                if f is not sp.true and not any(h.holds == f for h in statement.hypotheses):
                    step(_discharger(lemma, name, f), target, f"hypothesis {name!r} of lemma {k + 1}")
            statement = named_apart(statement, "by lemma", then)
        step(self.then, statement, "with the lemmas")

    def prove(self, statement: Statement) -> Outcome:
        """Lemmas, their hypotheses, then the statement."""
        evidence: list[dict[str, Any]] = []
        try:
            self._walk(statement, lambda p, s, label: evidence.append(proved(p, s, label)))
        except Objection as reason:
            return Outcome(Verdict.UNKNOWN, {"reason": str(reason)})
        return Outcome(Verdict.PROVED, {"steps": evidence})

    def replay(self, statement: Statement, evidence: Mapping[str, Any]) -> bool:
        """The same steps, each replayed."""
        return _replayed(self._walk, statement, evidence)


def _replayed(walk: Any, statement: Statement, evidence: Mapping[str, Any]) -> bool:
    rest = list(evidence["steps"])

    def step(procedure: Procedure, one: Statement, label: str) -> None:
        if not rest:
            raise Objection(label)
        own = rest.pop(0)
        if one.then is not sp.true and not procedure.replay(one, own):
            raise Objection(label)

    try:
        walk(statement, step)
    except Objection:
        return False
    return not rest


@dataclass(frozen=True)
class Rewrite:
    """Replaces expressions in the conclusion by equal ones, each equation proved by ``by``; then goes on."""

    pairs: tuple[tuple[sp.Expr, sp.Expr], ...]
    then: Procedure
    by: Procedure = field(default_factory=Algebra)
    name: str = "rewrite"
    tier: str = "exact"

    def _walk(self, statement: Statement, step: Any) -> None:
        statement = open_implications(statement)
        conclusion = evaluate_rates(statement.conclusion)
        if conclusion.has(*BINDERS):
            raise Objection("nothing is rewritten below a bound variable")
        for old, new in self.pairs:
            step(self.by, statement.concluding(eq(old, new)), f"{old} = {new}")
        step(self.then, statement.concluding(conclusion.xreplace(dict(self.pairs))), "rewritten")

    def prove(self, statement: Statement) -> Outcome:
        """The equations, then the rewritten statement."""
        evidence: list[dict[str, Any]] = []
        try:
            self._walk(statement, lambda p, s, label: evidence.append(proved(p, s, label)))
        except Objection as reason:
            return Outcome(Verdict.UNKNOWN, {"reason": str(reason)})
        return Outcome(Verdict.PROVED, {"steps": evidence})

    def replay(self, statement: Statement, evidence: Mapping[str, Any]) -> bool:
        """The same steps, each replayed."""
        return _replayed(self._walk, statement, evidence)


@dataclass(frozen=True)
class ByExp:
    """x = y, because exp(x) = exp(y) and both are real."""

    then: Procedure = field(default_factory=Algebra)
    name: str = "exponentials"
    tier: str = "exact"

    def _walk(self, statement: Statement, step: Any) -> None:
        statement = open_implications(statement)
        f = evaluate_rates(statement.conclusion)
        if not isinstance(f, sp.Eq):
            raise Objection("not an equation")
        facts = facts_of(statement)
        for side in f.args:
            if not real_valued(side, facts):
                raise Objection(f"{side} is not known to be real")
        step(self.then, statement.concluding(eq(*(sp.exp(sp.expand(x)) for x in f.args))), "exponentials")

    def prove(self, statement: Statement) -> Outcome:
        """Compare the exponentials."""
        evidence: list[dict[str, Any]] = []
        try:
            self._walk(statement, lambda p, s, label: evidence.append(proved(p, s, label)))
        except Objection as reason:
            return Outcome(Verdict.UNKNOWN, {"reason": str(reason)})
        return Outcome(Verdict.PROVED, {"steps": evidence})

    def replay(self, statement: Statement, evidence: Mapping[str, Any]) -> bool:
        """The same, replayed."""
        return _replayed(self._walk, statement, evidence)


@dataclass(frozen=True)
class Induction:
    """For every size k >= 1: the cases k = 1, ..., s by ``base``, and k -> k + s by ``then`` (s bases)."""

    size: sp.Symbol
    base: tuple[Procedure, ...]
    then: Procedure
    name: str = "induction"
    tier: str = "exact"

    def _walk(self, statement: Statement, step: Any) -> None:
        if not is_size(self.size) or not self.base:
            raise Objection(f"{self.size} is not a size, or there is no base case")
        conclusion = evaluate_rates(statement.conclusion)
        if any(h.holds.has(self.size) for h in statement.hypotheses) or conclusion.has(*BINDERS):
            raise Objection("a hypothesis varies with the size, or a variable is bound")
        for k, procedure in enumerate(self.base):
            at = conclusion.xreplace({self.size: sp.Integer(k + 1)})
            step(procedure, statement.concluding(at), f"{self.size} = {k + 1}")
        up = conclusion.xreplace({self.size: self.size + len(self.base)})
        step(self.then, named_apart(statement, "induction", conclusion).concluding(up), "induction step")

    def prove(self, statement: Statement) -> Outcome:
        """Base cases, then the step."""
        evidence: list[dict[str, Any]] = []
        try:
            self._walk(statement, lambda p, s, label: evidence.append(proved(p, s, label)))
        except Objection as reason:
            return Outcome(Verdict.UNKNOWN, {"reason": str(reason)})
        return Outcome(Verdict.PROVED, {"steps": evidence})

    def replay(self, statement: Statement, evidence: Mapping[str, Any]) -> bool:
        """The same steps, each replayed."""
        return _replayed(self._walk, statement, evidence)
