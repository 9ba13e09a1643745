"""What a claim is: statements as data, their sources, their mutants, and the outcomes a machine gave them.

A :class:`Statement` is the only thing a check ever sees, so the same check runs on the claim and on its mutants,
and what is displayed is rendered from it. A :class:`Claim` is one row of the ledger: named parts, each a
statement with the procedure that decides it; the source's wording and, where that is wrong or loose, the
source's version as a statement that must be refuted.
"""

from __future__ import annotations

import enum
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, Protocol

import sympy as sp
from sympy.logic.boolalg import Boolean

from .terms import mapped


def _substituted(symbol: Any, meaning: Any, x: Any) -> Any:
    return x.subs(symbol, meaning)


class Verdict(enum.Enum):
    """What one check found, strongest guard first: VACUOUS wins over everything."""

    VACUOUS = "vacuous"  # no instance satisfies the hypotheses
    PROVED = "proved"  # for every instance in scope
    REFUTED = "refuted"  # a counterexample is attached
    SUPPORTED = "supported"  # no counterexample found; never becomes PROVED
    UNKNOWN = "unknown"  # this check cannot tell


TIERS = ("exact", "enclosure", "kernel", "sampled", "trained")
"""How a part is decided. Only the first three may say proved or refuted."""

STATUSES = (
    "proved",
    "refuted",
    "supported",
    "not-supported",
    "inconclusive",
    "unknown",
    "not-run",
    "not-measured",
)

AS_STATED = ("proved", "refuted", "imprecise")

TAGS = {
    "L": "lay part of a machine-written summary",
    "S": "technical part of a machine-written summary",
    "P": "the paper's abstract",
    "C": "the paper's public code and results",
    "-": "not claimed by the source; ours",
}

PAPERS = {"A": "arXiv 2606.11585 (Kuramoto attention)", "B": "arXiv 2606.12059 (oscillator attention)"}

Point = Mapping[Any, Any]
"""Values of a statement's symbols: see :mod:`phasebound.proofs.exact.evaluate` for what a value may be."""


@dataclass(frozen=True)
class Source:
    """Where a claim stands (a key of TAGS) and what it says there, in our words."""

    tag: str
    says: str

    def __post_init__(self) -> None:
        if self.tag not in TAGS:
            raise ValueError(f"unknown source tag {self.tag!r}; one of {', '.join(TAGS)}")


@dataclass(frozen=True)
class Hypothesis:
    """A named condition. An :class:`~phasebound.proofs.terms.Index` in it is universally quantified."""

    name: str
    holds: Boolean


@dataclass(frozen=True, kw_only=True)
class Scope:
    """What the statement is decided for: everything of the kinds named, or only what is listed."""

    kind: str  # "all", "listed" or "box"
    text: str

    def __post_init__(self) -> None:
        if self.kind not in ("all", "listed", "box"):
            raise ValueError(f"scope kind {self.kind!r}")


EVERYTHING = Scope(kind="all", text="all values")
EVERY_DIMENSION = Scope(kind="all", text="every dimension d")
EVERY_LENGTH = Scope(kind="all", text="every number n of tokens")
EVERY_LENGTH_AND_DIMENSION = Scope(kind="all", text="every n and every d")


@dataclass(frozen=True, kw_only=True)
class Statement:
    """For all values of the free symbols: if every hypothesis holds, so does ``then``.

    ``where`` abbreviates: each symbol stands for its expression, in order. ``instances`` restricts the
    statement to listed points or boxes (an enclosure decides those and no others).
    """

    then: Boolean
    given: tuple[Hypothesis, ...] = ()
    where: tuple[tuple[sp.Symbol, sp.Expr], ...] = ()
    instances: tuple[Point, ...] = ()

    def __post_init__(self) -> None:
        names = [h.name for h in self.given]
        if len(set(names)) < len(names):
            raise ValueError(f"two hypotheses share a name: {names}")

    def unfold(self, x: Any) -> Any:
        """Replace every abbreviation in x by what it stands for."""
        for symbol, meaning in reversed(self.where):
            if x.has(symbol):
                x = mapped(x, partial(_substituted, symbol, meaning))
        return x

    @cached_property
    def conclusion(self) -> Boolean:
        """``then`` with abbreviations unfolded."""
        return self.unfold(self.then)

    @cached_property
    def hypotheses(self) -> tuple[Hypothesis, ...]:
        """The hypotheses with abbreviations unfolded."""
        return tuple(Hypothesis(h.name, self.unfold(h.holds)) for h in self.given)

    def without(self, name: str) -> Statement:
        """The same statement with one hypothesis dropped."""
        kept = tuple(h for h in self.given if h.name != name)
        if len(kept) == len(self.given):
            raise KeyError(f"no hypothesis named {name!r}")
        return replace(self, given=kept)

    def concluding(self, then: Boolean) -> Statement:
        """The same hypotheses with another conclusion."""
        return replace(self, then=then)

    def assuming(self, *given: Hypothesis) -> Statement:
        """The same statement with hypotheses of the same names replaced, or new ones added."""
        changed = {h.name: h for h in given}
        kept = [changed.pop(h.name, h) for h in self.given]
        return replace(self, given=(*kept, *changed.values()))

    def over(self, *instances: Point) -> Statement:
        """The same statement for other listed instances."""
        return replace(self, instances=instances)

    @cached_property
    def canonical(self) -> str:
        """One text that two statements share exactly if they say the same."""
        lines = [f"given {h.name}: {sp.srepr(h.holds)}" for h in self.given]
        lines += [f"where {sp.srepr(x)} := {sp.srepr(e)}" for x, e in self.where]
        lines += [
            "at " + ", ".join(sorted(f"{sp.srepr(k)} = {v!r}" for k, v in p.items())) for p in self.instances
        ]
        return "\n".join([*lines, f"then {sp.srepr(self.then)}"])

    @cached_property
    def digest(self) -> str:
        """sha256 of the canonical text."""
        return hashlib.sha256(self.canonical.encode()).hexdigest()


@dataclass(frozen=True)
class Outcome:
    """A verdict with the evidence that replays it (JSON data)."""

    verdict: Verdict
    evidence: Mapping[str, Any] = field(default_factory=dict)


class Procedure(Protocol):
    """Decides statements. ``prove`` may search; ``replay`` only recomputes what the evidence names."""

    @property
    def name(self) -> str:
        """The procedure's name in certificates and in the kill matrix."""
        ...

    @property
    def tier(self) -> str:
        """One of TIERS."""
        ...

    def prove(self, statement: Statement) -> Outcome:
        """PROVED with evidence, or UNKNOWN with a reason. Never raises on a well-formed statement."""
        ...

    def replay(self, statement: Statement, evidence: Mapping[str, Any]) -> bool:
        """Whether the evidence proves the statement, without any search."""
        ...


@dataclass(frozen=True)
class Mutant:
    """A false neighbour of a part. ``at`` is where it fails, if it is to be given rather than searched."""

    name: str
    statement: Statement
    at: Point | None = None


@dataclass(frozen=True)
class Part:
    """One conjunct of a claim: what it says, what decides it, for which values, and what must be refuted.

    ``witness`` is an instance of the hypotheses: the part is not vacuous. ``drops`` gives, for each
    hypothesis, an instance at which the statement without it is false: the hypothesis is needed.
    ``given`` names results of the literature (:mod:`phasebound.proofs.cited`) that the part rests on.
    """

    name: str
    statement: Statement
    by: Procedure
    scope: Scope = EVERYTHING
    witness: Point = field(default_factory=dict)
    drops: Mapping[str, Point | None] = field(default_factory=dict)
    mutants: tuple[Mutant, ...] = ()
    given: tuple[str, ...] = ()
    note: str = ""

    @cached_property
    def all_mutants(self) -> tuple[Mutant, ...]:
        """One mutant per dropped hypothesis, then those written out."""
        dropped = []
        for name, at in self.drops.items():
            weaker = self.statement.without(name)
            if (
                weaker.instances and at is not None
            ):  # listed instances satisfy the hypotheses: list one that does not
                weaker = weaker.over(at)
            dropped.append(Mutant(f"without {name}", weaker, at))
        return (*dropped, *self.mutants)


@dataclass(frozen=True)
class Stated:
    """How the source's own wording fares: proved as it stands, refuted, or true only once made precise.

    Unless it is proved, ``statement`` is the source's version as data and ``at`` the witness against it.
    """

    judgement: str
    statement: Statement | None = None
    at: Point | None = None
    why: str = ""

    def __post_init__(self) -> None:
        if self.judgement not in AS_STATED:
            raise ValueError(f"as stated: {self.judgement!r} is not one of {', '.join(AS_STATED)}")
        if (self.judgement == "proved") != (self.statement is None):
            raise ValueError("the source's version stands as data exactly if it is not proved")


@dataclass(frozen=True, kw_only=True)
class Claim:
    """One row of the ledger."""

    id: str
    title: str
    paper: str
    sources: tuple[Source, ...]
    tiers: tuple[str, ...]
    as_stated: Stated | None = None  # None: no tier has decided it yet
    parts: tuple[Part, ...] = ()
    uses: tuple[str, ...] = ()
    kernel: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict
    )  # part -> theorems of kernel/Statements.v
    remark: str = ""

    def __post_init__(self) -> None:
        if self.paper not in PAPERS:
            raise ValueError(f"{self.id}: unknown paper {self.paper!r}")
        if set(self.tiers) - set(TIERS):
            raise ValueError(f"{self.id}: unknown tiers {self.tiers}")
        if bool(self.kernel) != ("kernel" in self.tiers):
            raise ValueError(f"{self.id}: the kernel tier and the kernel's theorems go together")
        names = [p.name for p in self.parts]
        if len(set(names)) < len(names):
            raise ValueError(f"{self.id}: two parts share a name")

    def part(self, name: str) -> Part:
        """The part of that name."""
        return next(p for p in self.parts if p.name == name)
