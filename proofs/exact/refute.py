"""Counterexamples: an exact rational point at which every hypothesis holds and the conclusion fails."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import sympy as sp

from ..claim import Hypothesis, Outcome, Point, Statement, Verdict
from ..terms import Index, Skew, Vector, VectorFamily, extent
from .evaluate import NotExact, Turn, as_text, fails_at, from_text
from .normal_form import TRIGONOMETRIC, evaluate_rates

REALS = ("1", "0", "2", "1/2", "-1", "3", "-2", "1/3")
TURNS = ("1", "0", "1/2", "-1/2", "2", "oo", "-2/3", "3")
PLANE = (("1", "0"), ("3/5", "4/5"), ("0", "1"), ("-1", "0"), ("0", "0"), ("3", "4"), ("-4/5", "3/5"))
ROTATIONS = ((("0", "-1"), ("1", "0")), (("0", "0"), ("0", "0")), (("0", "2"), ("-2", "0")))
SIZES = (1, 2, 3)
TRIES = 3000
"""Points that a search looks at before it gives up."""


def named(point: Point) -> dict[str, Any]:
    """A point as JSON data, keyed by the symbols' names."""
    return {str(k): as_text(v) for k, v in sorted(point.items(), key=lambda kv: str(kv[0]))}


def formulas(statement: Statement) -> sp.Tuple:
    """The hypotheses and the conclusion, as one object to look for symbols in."""
    return sp.Tuple(statement.conclusion, *(h.holds for h in statement.hypotheses))


def symbols_of(statement: Statement) -> list[Any]:
    """Everything that a point must give a value to."""
    whole = formulas(statement)
    found: set[Any] = {e.base for e in whole.atoms(sp.Indexed)}
    labels = {b.label for b in found}
    free = {
        s for s in whole.free_symbols if s not in labels and not isinstance(s, sp.Indexed | sp.IndexedBase)
    }
    bound = {j for e in whole.atoms(sp.Sum) for j, *_ in e.limits}
    found |= {s for s in free if not isinstance(s, Index) or s not in bound}
    found |= {extent(s) for s in free if isinstance(s, Index)}
    found = {s for s in found if not (isinstance(s, Index))}
    return sorted(found, key=str)


def rebuild(statement: Statement, data: Mapping[str, Any]) -> dict[Any, Any]:
    """The point that :func:`named` wrote, keyed by the statement's own symbols."""
    whole = formulas(statement)
    by_name = {str(i): i for i in whole.free_symbols if isinstance(i, Index)}
    by_name |= {str(k): k for listed in statement.instances for k in listed}  # also what it does not speak of
    by_name |= {str(s): s for s in symbols_of(statement)}
    return {by_name[k]: from_text(v) for k, v in data.items() if k in by_name}


def carried_out(statement: Statement) -> Statement:
    """The statement with its derivatives carried out, once for all points."""
    return replace(
        statement,
        given=tuple(Hypothesis(h.name, evaluate_rates(h.holds)) for h in statement.hypotheses),
        where=(),
        then=evaluate_rates(statement.conclusion),
    )


def among(statement: Statement, point: Point) -> bool:
    """Whether the statement speaks of the point: one of its listed instances, or any point if none is listed."""
    return not statement.instances or any(_inside(point, listed) for listed in statement.instances)


def _inside(point: Point, listed: Point) -> bool:
    return all(k in point and _matches(point[k], v) for k, v in listed.items())


def _matches(value: Any, listed: Any) -> bool:
    """Whether a value is the listed one, or lies between its ends."""
    if hasattr(listed, "low"):
        if hasattr(value, "low"):
            return bool(value == listed)
        return Fraction(listed.low) <= Fraction(value) <= Fraction(listed.high)
    try:
        return Fraction(value) == Fraction(listed)
    except (TypeError, ValueError):
        return bool(as_text(value) == as_text(listed))


def _arity(statement: Statement, base: sp.IndexedBase) -> int:
    return next(len(e.indices) for e in formulas(statement).atoms(sp.Indexed) if e.base == base)


def _angles(statement: Statement) -> set[Any]:
    """The symbols and families that stand inside a trigonometric function."""
    found: set[Any] = set()
    for e in formulas(statement).atoms(*TRIGONOMETRIC):
        inside = e.args[0].atoms(sp.Indexed)
        found |= {a.base for a in inside} | e.args[0].free_symbols
    return found


def grid(statement: Statement, tries: int = TRIES) -> Iterator[dict[Any, Any]]:
    """Points to try, small values first, in a fixed order."""
    symbols, angles = symbols_of(statement), _angles(statement)
    sizes = [s for s in symbols if isinstance(s, sp.Symbol) and s.is_integer and s.is_positive]
    for n in SIZES:
        choices: list[list[Any]] = []
        for s in symbols:
            if s in sizes:
                choices.append([n])
            elif hasattr(s, "samples"):  # a kind of symbol that another file defines, with values of its own
                family = isinstance(s, sp.IndexedBase)
                choices.append(
                    [list(v) for v in itertools.product(s.samples, repeat=n)] if family else list(s.samples)
                )
            elif isinstance(s, sp.IndexedBase):
                values: tuple[Any, ...] = PLANE if isinstance(s, VectorFamily) else REALS
                if s in angles:
                    values = tuple(Turn(q) for q in TURNS)
                if _arity(statement, s) == 1:
                    choices.append(
                        [list(v) for v in itertools.islice(itertools.product(values[:5], repeat=n), 60)]
                    )
                else:
                    rows = list(itertools.islice(itertools.product(values[:3], repeat=n), 20))
                    choices.append([list(v) for v in itertools.islice(itertools.product(rows, repeat=n), 60)])
            elif isinstance(s, Skew):
                choices.append(list(ROTATIONS))
            elif isinstance(s, Vector):
                choices.append(list(PLANE))
            elif s in angles:
                choices.append([Turn(q) for q in TURNS])
            else:
                choices.append(list(REALS))
        # diagonal order: all symbols get varied early
        yield from (dict(zip(symbols, values, strict=True)) for values in sorted_product(choices, tries))
        if not sizes:
            return


def sorted_product(choices: list[list[Any]], limit: int) -> Iterator[tuple[Any, ...]]:
    """The product of the choices by increasing sum of positions, at most ``limit`` of them."""
    seen = 0
    for level in range(sum(len(c) - 1 for c in choices) + 1):
        for picks in _compositions(level, [len(c) for c in choices]):
            yield tuple(c[k] for c, k in zip(choices, picks, strict=True))
            seen += 1
            if seen >= limit:
                return


def _compositions(level: int, lengths: list[int]) -> Iterator[tuple[int, ...]]:
    if not lengths:
        if level == 0:
            yield ()
        return
    for k in range(min(level, lengths[0] - 1) + 1):
        for rest in _compositions(level - k, lengths[1:]):
            yield (k, *rest)


@dataclass(frozen=True)
class Counterexample:
    """Refutes a statement at a given point, or at one found on a small grid."""

    tries: int = TRIES
    name: str = "counterexample"
    tier: str = "exact"

    def refute(self, statement: Statement, at: Point | None = None) -> Outcome:
        """REFUTED with the point, or UNKNOWN."""
        points = [at] if at is not None else (statement.instances or grid(statement, self.tries))
        evaluated = carried_out(statement)
        for point in points:
            try:
                if among(statement, point) and fails_at(evaluated, point):
                    return Outcome(Verdict.REFUTED, {"point": named(point)})
            except (NotExact, KeyError, ValueError, TypeError) as reason:
                if at is not None:
                    return Outcome(Verdict.UNKNOWN, {"reason": f"not exact: {reason}"})
        return Outcome(Verdict.UNKNOWN, {"reason": "no counterexample found"})

    def replay(self, statement: Statement, evidence: Mapping[str, Any]) -> bool:
        """Evaluate at the recorded point."""
        point = rebuild(statement, evidence["point"])
        return among(statement, point) and fails_at(carried_out(statement), point)
