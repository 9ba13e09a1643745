"""The sign of a polynomial in one variable on an interval, by Sturm's theorem: a decision, not a search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And

from ..claim import Outcome, Statement, Verdict
from .normal_form import evaluate_rates
from .positive import gap_and_strictness, open_implications


@dataclass(frozen=True)
class Interval:
    """Rational or infinite ends, each open or closed."""

    low: sp.Expr
    high: sp.Expr
    low_open: bool
    high_open: bool


def interval_of(statement: Statement, x: sp.Symbol) -> Interval | None:
    """The interval that the hypotheses leave to x; None if one of them is not a bound of x."""
    out = Interval(-sp.oo, sp.oo, True, True)
    for h in statement.hypotheses:
        for f in h.holds.args if isinstance(h.holds, And) else (h.holds,):
            found = gap_and_strictness(f)
            if found is None or found[0].free_symbols != {x}:
                return None
            poly = sp.Poly(found[0], x) if found[0].is_polynomial(x) else None
            if poly is None or poly.degree() != 1 or not all(c.is_Rational for c in poly.all_coeffs()):
                return None
            a, b = poly.all_coeffs()
            end = -b / a
            if a > 0 and (end > out.low or (end == out.low and found[1])):
                out = Interval(end, out.high, found[1], out.high_open)
            elif a < 0 and (end < out.high or (end == out.high and found[1])):
                out = Interval(out.low, end, out.low_open, found[1])
    return out


def roots_inside(p: sp.Poly, i: Interval) -> int:
    """Number of distinct real roots in the interval, by Sturm sequences."""
    low = None if i.low == -sp.oo else i.low
    high = None if i.high == sp.oo else i.high
    n = int(p.count_roots(low, high))
    if low is not None and i.low_open and p.eval(low) == 0:
        n -= 1
    if high is not None and i.high_open and high != low and p.eval(high) == 0:
        n -= 1
    return n


def inner_point(i: Interval) -> sp.Rational:
    """A rational point of the interval."""
    if i.low == -sp.oo and i.high == sp.oo:
        return sp.S.Zero
    if i.low == -sp.oo:
        return i.high - 1
    if i.high == sp.oo:
        return i.low + 1
    return (i.low + i.high) / 2


@dataclass(frozen=True)
class Sturm:
    """gap > 0 or gap >= 0 for a rational polynomial gap in one variable under bounds on it.

    gap >= 0 on the interval iff the factors of odd multiplicity have no root inside it and one value is > 0.
    """

    name: str = "sturm"
    tier: str = "exact"

    def prove(self, statement: Statement) -> Outcome:
        """Count roots."""
        statement = open_implications(statement)
        f = statement.conclusion
        counts = []
        for g in f.args if isinstance(f, And) else (f,):
            found = gap_and_strictness(g)
            if found is None:
                return Outcome(Verdict.UNKNOWN, {"reason": "not an inequality"})
            gap = sp.together(evaluate_rates(found[0]))
            if len(gap.free_symbols) != 1:
                return Outcome(Verdict.UNKNOWN, {"reason": "not one variable"})
            (x,) = gap.free_symbols
            if not gap.is_polynomial(x) or not all(c.is_Rational for c in sp.Poly(gap, x).all_coeffs()):
                return Outcome(Verdict.UNKNOWN, {"reason": "not a rational polynomial"})
            interval = interval_of(statement, x)
            if interval is None or interval.low > interval.high:
                return Outcome(Verdict.UNKNOWN, {"reason": "the hypotheses are not bounds of the variable"})
            poly, strict = sp.Poly(gap, x), found[1]
            if strict:
                inside = roots_inside(poly, interval) if not poly.is_ground else 0
            else:
                odd = sp.Poly(1, x)
                for factor, k in poly.sqf_list()[1]:
                    odd = odd * factor if k % 2 else odd
                opened = Interval(interval.low, interval.high, True, True)
                inside = roots_inside(odd, opened) if not odd.is_ground else 0
            sample = inner_point(interval)
            k = 2
            while poly.eval(sample) == 0 and not strict and k < 99 and interval.low != interval.high:
                sample, k = (sample + (interval.low if interval.low != -sp.oo else sample - 1)) / 2, k + 1
            value = poly.eval(sample)
            open_question = value == 0 and not poly.is_zero and interval.low != interval.high
            if inside or value < 0 or (strict and value == 0) or open_question:
                return Outcome(
                    Verdict.UNKNOWN, {"reason": f"{inside} roots inside; value {value} at {sample}"}
                )
            counts.append(
                {"variable": str(x), "degree": int(poly.degree()), "sample": str(sample), "value": str(value)}
            )
        return Outcome(Verdict.PROVED, {"sturm": counts})

    def replay(self, statement: Statement, evidence: Mapping[str, Any]) -> bool:
        """Sturm's theorem is a decision: run it again and compare."""
        again = self.prove(statement)
        return again.verdict is Verdict.PROVED and again.evidence["sturm"] == evidence["sturm"]
