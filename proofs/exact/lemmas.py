"""Proofs in several steps: use a lemma, rewrite by an equation, compare exponentials, count up by induction.

A lemma is a statement with its own proof. Its free symbols are universally quantified, so it may be used
with any values for them that are real (and, for a size, an integer >= 1), once its hypotheses are proved
there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import sympy as sp

from ..claim import Hypothesis, Procedure, Statement
from ..terms import Index, Rate, eq, extent, is_vector, mapped
from .algebra import Algebra
from .domain import real_valued, undefined_in
from .matrices import SquareRate
from .normal_form import evaluate_rates
from .phase_mean import PhaseMean
from .positive import Positive, open_implications
from .rank import Rank
from .sign import Facts
from .stepwise import Objection, Step, Steps

BINDERS = (
    *(Rate, sp.Derivative, sp.Integral, sp.Sum, sp.Product, sp.Subs, sp.Lambda),
    *(Rank, PhaseMean, SquareRate),
)
"""What binds a variable: nothing is replaced inside."""


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


@dataclass(frozen=True)
class Lemma:
    """A statement, its proof, and the values for its symbols with which it is used.

    ``discharge`` gives a procedure for a hypothesis by name; otherwise signs or algebra must tell.
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
            if isinstance(x, Index):
                ranged = type(v) is type(x) and not any(h.holds.has(x) for h in self.statement.hypotheses)
                if not ranged:
                    raise Objection(
                        f"{x} = {v}: an index stands for one of its range, and for all in a hypothesis"
                    )
            elif is_size(x):
                if not (v.is_integer and v.is_positive):
                    raise Objection(f"{x} = {v} is not known to be an integer >= 1")
            elif not real_valued(v, facts):
                raise Objection(f"{x} = {v} is not known to be real")
            values[x] = v
        whole = [evaluate_rates(h.holds) for h in self.statement.hypotheses]
        whole.append(evaluate_rates(self.statement.conclusion))
        if any(extent(j) in values for f in whole for j in f.atoms(Index)):
            raise Objection("a lemma with an index can only be used for all its range")
        if values and any(f.has(*BINDERS) for f in whole):
            raise Objection("a lemma that binds a variable can only be used as it stands")
        *given, then = (mapped(f, lambda e: e.xreplace(values)) for f in whole)
        return list(zip((h.name for h in self.statement.hypotheses), given, strict=True)), then


def must_be_defined(statement: Statement, e: Any) -> None:
    """An Objection if e may have no value where the statement has one."""
    part = undefined_in(e, statement, facts_of(statement))
    if part is not None:
        raise Objection(f"{part} may be undefined")


def _discharger(lemma: Lemma, name: str, f: Any) -> Procedure:
    if name in lemma.discharge:
        return lemma.discharge[name]
    return Algebra() if isinstance(f, sp.Eq | sp.Ne) else Positive()


@dataclass(frozen=True)
class With(Steps):
    """Proves a statement by ``then``, with the conclusions of lemmas as hypotheses, one after the other."""

    lemmas: tuple[Lemma, ...]
    then: Procedure
    name: str = "lemmas"
    tier: str = "exact"

    def _steps(self, statement: Statement) -> Iterator[Step]:
        statement = open_implications(statement)
        for k, lemma in enumerate(self.lemmas):
            yield f"lemma {k + 1}", lemma.statement, lemma.by
            given, then = lemma.instance(facts_of(statement))
            for name, f in given:
                if not any(h.holds == f for h in statement.hypotheses):
                    label = f"hypothesis {name!r} of lemma {k + 1}"
                    yield label, statement.concluding(f), _discharger(lemma, name, f)
            for x, meaning in statement.where:
                if then.has(x):
                    must_be_defined(statement, statement.unfold(meaning))
            must_be_defined(statement, then)
            statement = named_apart(statement, "by lemma", then)
        yield "with the lemmas", statement, self.then


@dataclass(frozen=True)
class Rewrite(Steps):
    """Replaces expressions in the conclusion by equal ones, each equation proved by ``by``; then goes on."""

    pairs: tuple[tuple[sp.Expr, sp.Expr], ...]
    then: Procedure
    by: Procedure = field(default_factory=Algebra)
    name: str = "rewrite"
    tier: str = "exact"

    def _steps(self, statement: Statement) -> Iterator[Step]:
        statement = open_implications(statement)
        conclusion = evaluate_rates(statement.conclusion)
        if conclusion.has(*BINDERS):
            raise Objection("nothing is rewritten below a bound variable")
        for old, new in self.pairs:
            must_be_defined(statement, new)
            yield f"{old} = {new}", statement.concluding(eq(old, new)), self.by
        rewritten = mapped(conclusion, lambda e: e.xreplace(dict(self.pairs)))
        yield "rewritten", statement.concluding(rewritten), self.then


@dataclass(frozen=True)
class ByExp(Steps):
    """x = y, because exp(x) = exp(y) and both are real."""

    then: Procedure = field(default_factory=Algebra)
    name: str = "exponentials"
    tier: str = "exact"

    def _steps(self, statement: Statement) -> Iterator[Step]:
        statement = open_implications(statement)
        f = evaluate_rates(statement.conclusion)
        if not isinstance(f, sp.Eq):
            raise Objection("not an equation")
        facts = facts_of(statement)
        for side in f.args:
            if not real_valued(side, facts):
                raise Objection(f"{side} is not known to be real")
        equation = eq(*(sp.exp(sp.expand(x)) for x in f.args))
        yield "exponentials", statement.concluding(equation), self.then


def _put(size: sp.Symbol, value: sp.Expr, e: sp.Expr) -> sp.Expr:
    return e.xreplace({size: value})


@dataclass(frozen=True)
class Induction(Steps):
    """For every size k >= 1: the cases k = 1, ..., s by ``base``, and k -> k + s by ``then`` (s bases)."""

    size: sp.Symbol
    base: tuple[Procedure, ...]
    then: Procedure
    name: str = "induction"
    tier: str = "exact"

    def _steps(self, statement: Statement) -> Iterator[Step]:
        if not is_size(self.size) or not self.base:
            raise Objection(f"{self.size} is not a size, or there is no base case")
        conclusion = evaluate_rates(statement.conclusion)
        if any(h.holds.has(self.size) for h in statement.hypotheses) or conclusion.has(Index, *BINDERS):
            raise Objection("a hypothesis varies with the size, or a variable is bound or an index")
        bare = statement.concluding(sp.true)  # a case without a meaning would break the chain
        part = undefined_in(conclusion, bare, facts_of(bare), division=True)
        if part is not None:
            raise Objection(f"{part} may be undefined")
        for k, procedure in enumerate(self.base):
            at = mapped(conclusion, partial(_put, self.size, sp.Integer(k + 1)))
            yield f"{self.size} = {k + 1}", statement.concluding(at), procedure
        up = mapped(conclusion, partial(_put, self.size, self.size + len(self.base)))
        yield "induction step", named_apart(statement, "induction", conclusion).concluding(up), self.then
