"""Counterexamples: an exact rational point at which every hypothesis holds and the conclusion fails."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp

from ..claim import Outcome, Point, Statement, Verdict
from ..terms import Index, Skew, Vector, VectorFamily
from .evaluate import NotExact, Turn, as_text, fails_at, from_text
from .normal_form import TRIGONOMETRIC

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


def symbols_of(statement: Statement) -> list[Any]:
    """Everything that a point must give a value to."""
    whole = sp.And(statement.conclusion, *(h.holds for h in statement.hypotheses), evaluate=False)
    found: set[Any] = set()
    for e in sp.preorder_traversal(whole):
        if isinstance(e, sp.Indexed):
            found.add(e.base)
    labels = {b.label for b in found}
    free = {s for s in whole.free_symbols if s not in labels and not isinstance(s, sp.Indexed | sp.IndexedBase)}
    bound = {j for e in whole.atoms(sp.Sum) for j, *_ in e.limits}
    found |= {s for s in free if not isinstance(s, Index) or s not in bound}
    found = {s for s in found if not (isinstance(s, Index))}
    return sorted(found, key=str)


def rebuild(statement: Statement, data: Mapping[str, Any]) -> dict[Any, Any]:
    """The point that :func:`named` wrote, keyed by the statement's own symbols."""
    whole = sp.And(statement.conclusion, *(h.holds for h in statement.hypotheses), evaluate=False)
    by_name = {str(i): i for i in whole.free_symbols if isinstance(i, Index)}
    by_name |= {str(s): s for s in symbols_of(statement)}
    return {by_name[k]: from_text(v) for k, v in data.items() if k in by_name}


def _arity(statement: Statement, base: sp.IndexedBase) -> int:
    whole = sp.And(statement.conclusion, *(h.holds for h in statement.hypotheses), evaluate=False)
    return next(len(e.indices) for e in sp.preorder_traversal(whole) if isinstance(e, sp.Indexed) and e.base == base)


def _is_angle(statement: Statement, s: Any) -> bool:
    whole = sp.And(statement.conclusion, *(h.holds for h in statement.hypotheses), evaluate=False)
    for e in sp.preorder_traversal(whole):
        if isinstance(e, (*TRIGONOMETRIC,)) and any(
            a == s or (isinstance(a, sp.Indexed) and a.base == s) for a in sp.preorder_traversal(e.args[0])
        ):
            return True
    return False


def grid(statement: Statement, tries: int = TRIES) -> Iterator[dict[Any, Any]]:
    """Points to try, small values first, in a fixed order."""
    symbols = symbols_of(statement)
    sizes = [s for s in symbols if isinstance(s, sp.Symbol) and s.is_integer and s.is_positive]
    for n in SIZES:
        choices: list[list[Any]] = []
        for s in symbols:
            if s in sizes:
                choices.append([n])
            elif hasattr(s, "samples"):  # a kind of symbol that another file defines, with values of its own
                family = isinstance(s, sp.IndexedBase)
                choices.append([list(v) for v in itertools.product(s.samples, repeat=n)] if family else list(s.samples))
            elif isinstance(s, sp.IndexedBase):
                values: tuple[Any, ...] = PLANE if isinstance(s, VectorFamily) else REALS
                if _is_angle(statement, s):
                    values = tuple(Turn(q) for q in TURNS)
                if _arity(statement, s) == 1:
                    choices.append([list(v) for v in itertools.islice(itertools.product(values[:5], repeat=n), 60)])
                else:
                    rows = list(itertools.islice(itertools.product(values[:3], repeat=n), 20))
                    choices.append([list(v) for v in itertools.islice(itertools.product(rows, repeat=n), 60)])
            elif isinstance(s, Skew):
                choices.append(list(ROTATIONS))
            elif isinstance(s, Vector):
                choices.append(list(PLANE))
            elif _is_angle(statement, s):
                choices.append([Turn(q) for q in TURNS])
            else:
                choices.append(list(REALS))
        # diagonal order: all symbols get varied early
        yield from (
            dict(zip(symbols, values, strict=True))
            for values in sorted_product(choices, tries)
        )
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
        points = [at] if at is not None else itertools.chain(statement.instances, grid(statement, self.tries))
        for point in points:
            try:
                if fails_at(statement, point):
                    return Outcome(Verdict.REFUTED, {"point": named(point)})
            except (NotExact, KeyError, ValueError, TypeError) as reason:
                if at is not None:
                    return Outcome(Verdict.UNKNOWN, {"reason": f"not exact: {reason}"})
        return Outcome(Verdict.UNKNOWN, {"reason": "no counterexample found"})

    def replay(self, statement: Statement, evidence: Mapping[str, Any]) -> bool:
        """Evaluate at the recorded point."""
        return fails_at(statement, rebuild(statement, evidence["point"]))


