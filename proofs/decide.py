"""Decide claims: prove each part, refute each mutant and each wrong source, and refuse contradictions.

This is the only place where a verdict is made. Verdict order: VACUOUS before everything; PROVED together with
REFUTED raises :class:`Contradiction`; a claim is proved only if every part is.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import sympy as sp

from .claim import Claim, Mutant, Outcome, Part, Point, Statement, Verdict
from .enclosure.balls import BallCounterexample, has_box, verdict_at, with_precision
from .exact.refute import Counterexample

REFUTERS: tuple[Counterexample | BallCounterexample, ...] = (Counterexample(), BallCounterexample())

GUARD_POINTS = 12
"""Grid points at which a proved statement is evaluated as well: a proof that a point contradicts is a bug."""


NEVER = sp.Eq(0, 1, evaluate=False)
"""A false conclusion: a statement with it fails at a point exactly if the hypotheses hold there."""


class Contradiction(AssertionError):
    """One check proves what another refutes: the tools are wrong, and nothing they say counts."""


@dataclass(frozen=True)
class Refutation:
    """How one false statement was refuted (``by`` is empty if it was not)."""

    name: str
    digest: str
    by: str = ""
    evidence: Mapping[str, Any] = field(default_factory=dict)

    @property
    def refuted(self) -> bool:
        """Whether some refuter found a witness."""
        return bool(self.by)


@dataclass(frozen=True)
class PartResult:
    """What became of one part."""

    name: str
    tier: str
    status: str
    procedure: str
    digest: str
    evidence: Mapping[str, Any]
    mutants: tuple[Refutation, ...]
    seconds: float


@dataclass(frozen=True)
class Decision:
    """What became of one claim in the exact and enclosure tiers."""

    id: str
    parts: tuple[PartResult, ...]
    stated: Refutation | None
    seconds: float

    @property
    def mutants(self) -> tuple[Refutation, ...]:
        """The mutants of all parts."""
        return tuple(m for p in self.parts for m in p.mutants)


def refute(name: str, statement: Statement, at: Point | None) -> Refutation:
    """The first refuter's witness against a statement."""
    for refuter in REFUTERS:
        outcome = refuter.refute(statement, at)
        if outcome.verdict is Verdict.REFUTED:
            return Refutation(name, statement.digest, refuter.name, outcome.evidence)
    return Refutation(name, statement.digest)


def inhabited(part: Part) -> bool:
    """Whether the witness satisfies every hypothesis, exactly or with certainty in balls."""
    hypotheses = part.statement.hypotheses
    if not hypotheses:
        return True
    point = part.witness or (part.statement.instances[0] if part.statement.instances else {})
    if has_box(point):
        return True  # the hypotheses of a box are decided by the procedure itself
    probe = replace(part.statement, then=NEVER, instances=())
    return with_precision(128, lambda: verdict_at(probe, point)) is False


def outcome_of(part: Part, statement: Statement | None = None) -> Outcome:
    """The part's own procedure on its statement (or on a mutant of it), vacuity first."""
    if statement is None:
        if not inhabited(part):
            return Outcome(Verdict.VACUOUS, {"reason": "the witness does not satisfy the hypotheses"})
        statement = part.statement
    return part.by.prove(statement)


def decide_mutant(part: Part, mutant: Mutant) -> Refutation:
    """Refute a mutant; the part's own procedure must not prove it."""
    found = refute(mutant.name, mutant.statement, mutant.at)
    if found.refuted and part.by.prove(mutant.statement).verdict is Verdict.PROVED:
        raise Contradiction(f"{part.by.name} proves the mutant {mutant.name!r} that {found.by} refutes")
    return found


STATUS = {
    Verdict.PROVED: "proved",
    Verdict.REFUTED: "refuted",
    Verdict.SUPPORTED: "supported",
    Verdict.UNKNOWN: "unknown",
    Verdict.VACUOUS: "unknown",
}


def decide_part(part: Part) -> PartResult:
    """Prove a part, look for a contradiction, refute its mutants."""
    start = time.perf_counter()
    outcome = outcome_of(part)
    guard = Outcome(Verdict.UNKNOWN)
    if not part.statement.instances:  # else it speaks of the listed instances only
        guard = Counterexample(tries=GUARD_POINTS).refute(part.statement)
    if guard.verdict is Verdict.REFUTED:
        if outcome.verdict is Verdict.PROVED:
            raise Contradiction(f"{part.name}: proved by {part.by.name}, yet false at {guard.evidence}")
        outcome = guard
    mutants = tuple(decide_mutant(part, m) for m in part.all_mutants)
    return PartResult(
        name=part.name,
        tier=part.by.tier,
        status=STATUS[outcome.verdict],
        procedure=part.by.name,
        digest=part.statement.digest,
        evidence=outcome.evidence,
        mutants=mutants,
        seconds=time.perf_counter() - start,
    )


def decide(claim: Claim, tiers: tuple[str, ...] = ("exact", "enclosure")) -> Decision:
    """Decide the parts of a claim that belong to the given tiers, and refute the source's version."""
    start = time.perf_counter()
    parts = tuple(decide_part(p) for p in claim.parts if p.by.tier in tiers)
    stated = None
    if claim.as_stated is not None and claim.as_stated.statement is not None:
        stated = refute("as stated", claim.as_stated.statement, claim.as_stated.at)
    return Decision(claim.id, parts, stated, time.perf_counter() - start)
