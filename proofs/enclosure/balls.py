"""Truth of a formula in ball arithmetic (FLINT's arb): every number is an interval that holds the exact value.

A comparison is certain or undecided, never guessed: True only if the balls are apart the right way, False only if
they are apart the other way, else None and the precision is raised. What is rational is decided exactly
(:mod:`phasebound.proofs.exact.evaluate`), so that equations between rationals can hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

import sympy as sp
from flint import arb, ctx, fmpq
from sympy.logic.boolalg import And, Boolean, Equivalent, Implies, Not, Or

from ..claim import Outcome, Point, Statement, Verdict
from ..exact import evaluate as exact
from ..exact.evaluate import NotExact, Turn, Undefined, assignments, everywhere, lookup, ranges
from ..exact.refute import among, named, rebuild
from ..terms import Abbreviation, Dot, Image, Rate, SquaredNorm, carried_out, is_vector

PRECISIONS = (128, 320, 1024)
"""Bits, tried in turn while a comparison is undecided."""

BOXES = 20_000
"""Sub-boxes that a bisection may look at before it gives up."""


@dataclass(frozen=True)
class Between:
    """All reals from ``low`` to ``high`` (rationals): a side of a box."""

    low: str
    high: str

    def __init__(self, low: Any, high: Any) -> None:
        object.__setattr__(self, "low", str(low))
        object.__setattr__(self, "high", str(high))
        if Fraction(self.low) > Fraction(self.high):
            raise ValueError(f"empty interval [{low}, {high}]")

    def halves(self) -> tuple[Between, Between]:
        """The lower and the upper half."""
        middle = (Fraction(self.low) + Fraction(self.high)) / 2
        return Between(self.low, middle), Between(middle, self.high)


def ball(x: Any) -> arb:
    """A value of a point as a ball."""
    if isinstance(x, arb):
        return x
    if isinstance(x, Turn):
        return arb.pi() if x.half_tan == "oo" else 2 * ball(x.half_tan).atan()
    if isinstance(x, Between):
        return ball(x.low).union(ball(x.high))
    if isinstance(x, sp.Basic):
        return value(x, {}, {})
    q = Fraction(x)
    return arb(fmpq(q.numerator, q.denominator))


FUNCTIONS: dict[Any, Callable[..., arb]] = {
    sp.exp: lambda x: x.exp(),
    sp.log: lambda x: x.log(),
    sp.sin: lambda x: x.sin(),
    sp.cos: lambda x: x.cos(),
    sp.tan: lambda x: x.tan(),
    sp.cot: lambda x: x.cot(),
    sp.asin: lambda x: x.asin(),
    sp.acos: lambda x: x.acos(),
    sp.atan: lambda x: x.atan(),
    sp.sinh: lambda x: x.sinh(),
    sp.cosh: lambda x: x.cosh(),
    sp.tanh: lambda x: x.tanh(),
    sp.sech: lambda x: 1 / x.cosh(),
    sp.asinh: lambda x: x.asinh(),
    sp.acosh: lambda x: x.acosh(),
    sp.atanh: lambda x: x.atanh(),
    sp.gamma: lambda x: x.gamma(),
    sp.loggamma: lambda x: x.lgamma(),
    sp.factorial: lambda x: (x + 1).gamma(),
    sp.Abs: lambda x: abs(x),
    sp.floor: lambda x: x.floor(),
    sp.erf: lambda x: x.erf(),
}
"""Functions of balls. A claim that needs another registers it here, with two independent routes in its tests."""


def value(x: sp.Expr, point: Point, index: Mapping[sp.Symbol, int]) -> arb:
    """An enclosure of a scalar expression."""
    if isinstance(x, sp.Rational):
        return arb(fmpq(int(x.p), int(x.q)))
    if x == sp.pi:
        return arb.pi()
    if x == sp.E:
        return arb(1).exp()
    if x == sp.EulerGamma:
        return arb.const_euler()
    if x.is_Symbol or isinstance(x, sp.Indexed):
        return ball(lookup(x, point, index))
    if isinstance(x, sp.Add):
        out = arb(0)
        for a in x.args:
            out += value(a, point, index)
        return out
    if isinstance(x, sp.Mul):
        out = arb(1)
        for a in x.args:
            out *= value(a, point, index)
        return out
    if isinstance(x, sp.Pow):
        return _power(x, point, index)
    if isinstance(x, sp.Sum):
        out = arb(0)
        for i in ranges(x.limits, point, dict(index)):
            out += value(x.function, point, i)
        return out
    if isinstance(x, sp.Product):
        out = arb(1)
        for i in ranges(x.limits, point, dict(index)):
            out *= value(x.function, point, i)
        return out
    if isinstance(x, Dot):
        a, b = (vector(v, point, index) for v in x.args)
        return sum((p * q for p, q in zip(a, b, strict=True)), arb(0))
    if isinstance(x, Rate | SquaredNorm | sp.Derivative):
        return value(carried_out(x), point, index)
    if isinstance(x, sp.Max | sp.Min):
        first, *rest = (value(a, point, index) for a in x.args)
        for other in rest:
            first = first.max(other) if isinstance(x, sp.Max) else first.min(other)
        return first
    if isinstance(x, sp.KroneckerDelta):
        return value(sp.Rational(exact.scalar(x, point, index)), point, index)
    if isinstance(x, Abbreviation):
        return value(x.opened(), point, index)
    if x.func in FUNCTIONS:
        return FUNCTIONS[x.func](*(value(a, point, index) for a in x.args))
    raise NotExact(f"no ball arithmetic for {type(x).__name__}: {x}")


def _power(x: sp.Pow, point: Point, index: Mapping[sp.Symbol, int]) -> arb:
    base, exponent = x.args
    b = value(base, point, index)
    if exponent.is_Integer:
        return b ** int(exponent)
    if exponent == sp.Rational(1, 2):
        return b.sqrt()
    try:
        k = exact.scalar(exponent, point, index)
        if k.denominator == 1:
            return b ** int(k)
    except NotExact:
        pass
    return b ** value(exponent, point, index)


def vector(x: sp.Expr, point: Point, index: Mapping[sp.Symbol, int]) -> tuple[arb, ...]:
    """Enclosures of the components of a vector expression."""
    if x.is_Symbol or isinstance(x, sp.Indexed):
        return tuple(ball(c) for c in lookup(x, point, index))
    if isinstance(x, sp.Add):
        parts = [vector(a, point, index) for a in x.args if a != 0]
        return tuple(sum(c, arb(0)) for c in zip(*parts, strict=True))
    if isinstance(x, sp.Mul):
        (v,) = (a for a in x.args if is_vector(a))
        factor = value(sp.Mul(*(a for a in x.args if a is not v)), point, index)
        return tuple(factor * c for c in vector(v, point, index))
    if isinstance(x, Image):
        inside = vector(x.args[1], point, index)
        rows = exact.skew_matrix(lookup(x.args[0], point, index))
        return tuple(sum((ball(a) * b for a, b in zip(row, inside, strict=True)), arb(0)) for row in rows)
    if isinstance(x, sp.Sum):
        parts = [vector(x.function, point, i) for i in ranges(x.limits, point, dict(index))]
        return tuple(sum(c, arb(0)) for c in zip(*parts, strict=True))
    raise NotExact(f"no ball arithmetic for {type(x).__name__}: {x}")


def truth(f: Boolean, point: Point, index: Mapping[sp.Symbol, int]) -> bool | None:
    """True, False, or None where the balls do not tell."""
    if f in (sp.true, sp.false):
        return bool(f)
    if isinstance(f, Not):
        inner = truth(f.args[0], point, index)
        return None if inner is None else not inner
    if isinstance(f, And | Or):
        stop = isinstance(f, Or)
        found = [truth(a, point, index) for a in f.args]
        return stop if stop in found else (None if None in found else not stop)
    if isinstance(f, Implies):
        p, q = (truth(a, point, index) for a in f.args)
        return True if p is False or q is True else (False if p is True and q is False else None)
    if isinstance(f, Equivalent):
        p, q = (truth(a, point, index) for a in f.args)
        return None if None in (p, q) else p == q
    try:
        return exact.truth(f, point, index)
    except (NotExact, TypeError, ValueError):
        pass
    if isinstance(f, sp.Eq | sp.Ne) and (is_vector(f.lhs) or is_vector(f.rhs)):
        sides = [vector(s, point, index) for s in (f.lhs, f.rhs) if s != 0]
        gaps = [a - b for a, b in zip(*sides, strict=True)] if len(sides) == 2 else list(sides[0])
        apart = any(g != 0 for g in gaps)
        return None if not apart else isinstance(f, sp.Ne)
    a, b = value(f.lhs, point, index), value(f.rhs, point, index)
    if isinstance(f, sp.Eq | sp.Ne):
        if a == b:  # both exact
            return isinstance(f, sp.Eq)
        return (isinstance(f, sp.Ne)) if a != b else None
    yes, no = {
        sp.Lt: (a < b, a >= b),
        sp.Le: (a <= b, a > b),
        sp.Gt: (a > b, a <= b),
        sp.Ge: (a >= b, a < b),
    }[f.func]
    return True if yes else (False if no else None)


def holds(f: Boolean, point: Point) -> bool | None:
    """Truth at a point for every value of the free indices."""
    found = [truth(f, point, i) for i in assignments(f, point)]
    return False if False in found else (None if None in found else True)


def verdict_at(statement: Statement, point: Point) -> bool | None:
    """Whether the statement holds at a point or on a box: True, False (a counterexample), None (undecided)."""
    premises = [holds(h.holds, everywhere(point)) for h in statement.hypotheses]
    if False in premises:
        return True
    conclusion = holds(statement.conclusion, point)
    if conclusion is True:
        return True
    if conclusion is None or None in premises or not _has_values(statement.conclusion, point):
        return None
    return False


def _has_values(f: Boolean, point: Point) -> bool:
    """Whether every conjunct has a value at the point, not only the one that fails."""
    sides = [s for r in f.atoms(sp.core.relational.Relational) for s in r.args] if isinstance(f, And) else []
    return all(_has_value(s, point, i) for s in sides for i in assignments(s, point))


def _has_value(x: sp.Expr, point: Point, index: Mapping[sp.Symbol, int]) -> bool:
    try:
        return bool(value(x, point, index).is_finite())
    except (NotExact, TypeError, ValueError):  # no scalar
        return True


def at_some_precision(statement: Statement, point: Point) -> tuple[bool | None, int]:
    """:func:`verdict_at`, with more bits while it is undecided."""
    found: bool | None = None
    bits = PRECISIONS[0]
    for bits in PRECISIONS:
        found = with_precision(bits, lambda: verdict_at(statement, point))
        if found is not None:
            break
    return found, bits


def with_precision(bits: int, compute: Callable[[], Any]) -> Any:
    """Run at that many bits and put the global precision back."""
    before = ctx.prec
    ctx.prec = bits
    try:
        return compute()
    except (Undefined, ZeroDivisionError):
        return None
    finally:
        ctx.prec = before


def outside(statement: Statement, point: Point) -> bool:
    """Whether a listed instance fails a hypothesis (the middle of it, for a box): it would be vacuous."""
    middle = {
        k: (Fraction(v.low) + Fraction(v.high)) / 2 if isinstance(v, Between) else v
        for k, v in everywhere(point).items()
    }
    return any(
        with_precision(PRECISIONS[-1], partial(holds, h.holds, middle)) is not True
        for h in statement.hypotheses
    )


def has_box(point: Point) -> bool:
    """Whether some value is an interval."""
    return any(isinstance(v, Between) for v in point.values())


def listed(statement: Statement) -> tuple[Point, ...]:
    """The instances that a statement speaks of: those it lists, or the one there is if it has no variables."""
    closed = not any(f.free_symbols for f in (statement.conclusion, *(h.holds for h in statement.hypotheses)))
    return statement.instances or (({},) if closed else ())


@dataclass(frozen=True)
class Balls:
    """Proves a statement at its listed instances; boxes are bisected until every piece is certain."""

    name: str = "balls"
    tier: str = "enclosure"

    def prove(self, statement: Statement) -> Outcome:
        """Evaluate at each instance."""
        instances = listed(statement)
        if not instances:
            return Outcome(Verdict.UNKNOWN, {"reason": "no instances listed"})
        evidence = []
        for point in instances:
            try:
                if outside(statement, point):
                    return Outcome(
                        Verdict.UNKNOWN,
                        {"reason": "an instance outside the hypotheses", "point": str(_text(point))},
                    )
                pieces = list(_pieces(statement, point))
            except (NotExact, _Undecided, ValueError, TypeError, KeyError) as reason:
                return Outcome(Verdict.UNKNOWN, {"reason": f"{reason}", "point": str(_text(point))})
            evidence.append({"pieces": pieces, "sides": _sides(statement, point)})
        return Outcome(Verdict.PROVED, {"instances": evidence})

    def replay(self, statement: Statement, evidence: Mapping[str, Any]) -> bool:
        """Evaluate on the recorded pieces, which must cover each instance."""
        instances = listed(statement)
        if not instances or len(evidence["instances"]) != len(instances):
            return False
        for point, entry in zip(instances, evidence["instances"], strict=True):
            pieces = entry["pieces"]
            if outside(statement, point):
                return False
            if has_box(point):
                ((key, side),) = [(k, v) for k, v in point.items() if isinstance(v, Between)]
                edge = Fraction(side.low)
                for low, high, bits in pieces:
                    if Fraction(low) != edge:
                        return False
                    edge = Fraction(high)
                    piece = {**point, key: Between(low, high)}
                    if with_precision(bits, partial(verdict_at, statement, piece)) is not True:
                        return False
                if not pieces or edge != Fraction(side.high):
                    return False
            elif with_precision(pieces[0], partial(verdict_at, statement, point)) is not True:
                return False
            if entry["sides"] != _sides(statement, point):
                return False
        return True


class _Undecided(Exception):
    pass


def _text(point: Point) -> dict[str, Any]:
    return {str(k): (f"[{v.low}, {v.high}]" if isinstance(v, Between) else v) for k, v in point.items()}


def _sides(statement: Statement, point: Point) -> list[str]:
    """Both sides of the comparison at a point, for the reader of a certificate (20 digits)."""
    f = statement.conclusion
    if has_box(point) or not isinstance(f, sp.core.relational.Relational) or is_vector(f.lhs):
        return []

    def compute() -> list[str]:
        return [value(s, point, {}).str(20) for s in (f.lhs, f.rhs)]

    try:
        return with_precision(PRECISIONS[0], compute) or []
    except NotExact:
        return []


def _pieces(statement: Statement, point: Point) -> Iterator[Any]:
    sides = [(k, v) for k, v in point.items() if isinstance(v, Between)]
    if not sides:
        found, bits = at_some_precision(statement, point)
        if found is not True:
            raise _Undecided("false here" if found is False else "undecided at the highest precision")
        yield bits
        return
    if len(sides) > 1:
        raise ValueError("a box with more than one interval: list the other values")
    ((key, whole),) = sides
    stack, looked = [whole], 0
    while stack:
        side = stack.pop()
        looked += 1
        if looked > BOXES:
            raise _Undecided("too many pieces")
        piece = {**point, key: side}
        found = with_precision(PRECISIONS[0], partial(verdict_at, statement, piece))
        if found is True:
            yield [side.low, side.high, PRECISIONS[0]]
        elif found is False:
            raise _Undecided(f"false on [{side.low}, {side.high}]")
        else:
            low, high = side.halves()
            stack += [high, low]


@dataclass(frozen=True)
class BallCounterexample:
    """Refutes a statement at a point where ball arithmetic shows the conclusion false."""

    name: str = "ball-counterexample"
    tier: str = "enclosure"

    def refute(self, statement: Statement, at: Point | None = None) -> Outcome:
        """REFUTED at the given point or at one of the listed instances."""
        for point in [at] if at is not None else statement.instances:
            if not among(statement, point):
                return Outcome(Verdict.UNKNOWN, {"reason": "not one of the listed instances"})
            try:
                found, bits = at_some_precision(statement, point)
            except (NotExact, KeyError, ValueError, TypeError) as reason:
                return Outcome(Verdict.UNKNOWN, {"reason": str(reason)})
            if found is False:
                return Outcome(
                    Verdict.REFUTED, {"point": named(point), "bits": bits, "sides": _sides(statement, point)}
                )
        return Outcome(Verdict.UNKNOWN, {"reason": "no counterexample found"})

    def replay(self, statement: Statement, evidence: Mapping[str, Any]) -> bool:
        """Evaluate at the recorded point and precision."""
        point = rebuild(statement, evidence["point"])
        if not among(statement, point):
            return False
        return with_precision(evidence["bits"], lambda: verdict_at(statement, point)) is False
