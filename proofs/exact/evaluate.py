"""Truth of a formula at one point, in exact rational arithmetic.

Values a point may give: a rational ("1/2", 3, Fraction) for a real or a size; ``Turn(q)`` for an angle x with
tan(x/2) = q (so that cos and sin are rational; ``Turn("oo")`` is pi); a tuple of rationals for a vector; a
tuple of values for a family (a tuple of tuples for two indices). What is not rational there raises
:class:`NotExact`, and :mod:`phasebound.proofs.enclosure.balls` takes over.
"""

from __future__ import annotations

import ast
import itertools
import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Boolean, Equivalent, Implies, Not, Or

from ..claim import Hypothesis, Point, Statement
from ..terms import Dot, Image, Index, N, Rate, Shuffle, SquaredNorm, carried_out, extent, is_vector


class NotExact(Exception):
    """The value is not rational, or a symbol has no value."""


class Undefined(Exception):
    """The expression has no value at this point (a division by zero)."""


@lru_cache(maxsize=1024)
def _unit(half_tan: str) -> tuple[Fraction, Fraction]:
    """(cos x, sin x) from tan(x/2)."""
    if half_tan == "oo":
        return Fraction(-1), Fraction(0)
    q = Fraction(half_tan)
    return (1 - q * q) / (1 + q * q), 2 * q / (1 + q * q)


@dataclass(frozen=True)
class Turn:
    """An angle x in (-pi, pi] with tan(x/2) = half_tan, "oo" for pi."""

    half_tan: str

    def __init__(self, half_tan: Any) -> None:
        object.__setattr__(self, "half_tan", str(half_tan))

    @property
    def unit(self) -> tuple[Fraction, Fraction]:
        """(cos x, sin x)."""
        return _unit(self.half_tan)


Vec = tuple[Fraction, ...]


def _rational(x: Any) -> Fraction:
    if isinstance(x, Turn):
        if x.half_tan == "0":
            return Fraction(0)
        raise NotExact(f"an angle has no rational value: {x}")
    if isinstance(x, sp.Rational):
        return Fraction(int(x.p), int(x.q))
    return Fraction(x)


def _square_root(x: Fraction) -> Fraction:
    if x < 0:
        raise Undefined("square root of a negative number")
    p, q = isqrt(x.numerator), isqrt(x.denominator)
    if p * p != x.numerator or q * q != x.denominator:
        raise NotExact(f"sqrt({x})")
    return Fraction(p, q)


def lookup(x: sp.Expr, point: Point, index: Mapping[sp.Symbol, int]) -> Any:
    """The value that the point gives to a symbol or to a member of a family."""
    if x in index:
        return index[x]
    if isinstance(x, sp.Indexed):
        value = point.get(x.base)
        if value is None:
            raise NotExact(f"no value for {x.base}")
        if isinstance(x.base, Shuffle) and sorted(map(_rational, value)) != list(range(1, len(value) + 1)):
            raise Undefined(f"{x.base} = {value} is no permutation")
        if isinstance(x.base, Shuffle) and len(value) != _rational(point.get(N, len(value))):
            raise Undefined(f"{x.base} = {value} does not permute all tokens")
        for i in x.indices:
            k = integer(i, point, index)
            if not 1 <= k <= len(value):
                raise Undefined(f"{x}: index {k}")
            value = value[k - 1]
        return value
    if x not in point:
        raise NotExact(f"no value for {x}")
    if x.is_integer and x.is_positive:
        _within(x, point)
    return point[x]


def _within(x: sp.Symbol, point: Point) -> None:
    """Undefined where a size is no integer >= 1, or an index outside its range."""
    value = point[x]
    if (
        not isinstance(value, int | str | Fraction | sp.Rational)
        or (k := _rational(value)).denominator != 1
        or k < 1
    ):
        raise Undefined(f"{x} = {value} is no integer >= 1")
    if isinstance(x, Index) and extent(x) in point and k > _rational(point[extent(x)]):
        raise Undefined(f"{x} = {value} is out of range")


def integer(x: sp.Expr, point: Point, index: Mapping[sp.Symbol, int]) -> int:
    """An integer-valued expression: an index, a size, a bound."""
    value = scalar(x, point, index)
    if value.denominator != 1:
        raise NotExact(f"{x} = {value} is no integer")
    return int(value)


def ranges(limits: tuple[Any, ...], point: Point, index: dict[Any, int]) -> Iterator[dict[Any, int]]:
    """All assignments of the bound indices of a sum (later limits are the outer ones)."""
    if not limits:
        yield index
        return
    *inner, (j, low, high) = limits
    for k in range(integer(low, point, index), integer(high, point, index) + 1):
        yield from ranges(tuple(inner), point, {**index, j: k})


@lru_cache(maxsize=4096)
def _terms(x: sp.Expr) -> tuple[sp.Expr, ...]:
    """The terms of an expanded sum."""
    return tuple(sp.Add.make_args(sp.expand(x)))


def _turn(x: sp.Expr, point: Point, index: Mapping[sp.Symbol, int]) -> tuple[Fraction, Fraction]:
    """(cos x, sin x) for an integer combination of angles and quarter turns."""
    c, s = Fraction(1), Fraction(0)
    for term in _terms(x):
        k, angle = term.as_coeff_Mul()
        if angle == sp.pi:
            quarters = 2 * k
            if not quarters.is_Integer:
                raise NotExact(f"{term}")
            unit = (Fraction(0), Fraction(1))
            k = quarters
        else:
            symbols = sp.Mul.make_args(angle)
            numbers = [a for a in symbols if a in index or (a.is_Symbol and not _is_turn(a, point, index))]
            rest = sp.Mul(*(a for a in symbols if a not in numbers))
            for a in numbers:
                k *= sp.Rational(scalar(a, point, index))
            if rest == 1:
                if k == 0:
                    continue
                raise NotExact(f"cos of {term}")
            value = Turn("oo") if rest == sp.pi else lookup(rest, point, index)
            if not isinstance(value, Turn):
                if k * sp.Rational(_rational(value)) == 0:
                    continue
                raise NotExact(f"cos of {rest} = {value}")
            unit = value.unit
            if not sp.sympify(k).is_Integer:
                if abs(k) == sp.Rational(1, 2) and value.half_tan != "oo":
                    q = Fraction(value.half_tan)
                    root = _square_root(1 + q * q)
                    unit = (1 / root, q / root)
                    k = 2 * k
                else:
                    raise NotExact(f"cos of {term}")
        if k < 0:
            unit = (unit[0], -unit[1])
        for _ in range(abs(int(k))):
            c, s = c * unit[0] - s * unit[1], c * unit[1] + s * unit[0]
    return c, s


def _is_turn(a: sp.Expr, point: Point, index: Mapping[sp.Symbol, int]) -> bool:
    try:
        return isinstance(lookup(a, point, index), Turn)
    except NotExact:
        return False


FUNCTIONS: dict[Any, Callable[[sp.Expr, Point, Mapping[sp.Symbol, int]], Fraction]] = {}
"""Further functions with rational values, that other files define: (expression, point, index) -> value."""


def scalar(x: sp.Expr, point: Point, index: Mapping[sp.Symbol, int]) -> Fraction:
    """The rational value of a scalar expression."""
    if isinstance(x, sp.Rational):
        return Fraction(int(x.p), int(x.q))
    if x.is_Symbol or isinstance(x, sp.Indexed):
        return _rational(lookup(x, point, index))
    if isinstance(x, sp.Add):
        return sum((scalar(a, point, index) for a in x.args), Fraction(0))
    if isinstance(x, sp.Mul):
        out, inside = Fraction(1), Fraction(1)
        for a in x.args:
            if isinstance(a, sp.Pow) and isinstance(a.exp, sp.Rational) and a.exp.q == 2:
                base = scalar(a.base, point, index)  # sqrt(2) sqrt(8) = 4
                if base < 0 or (base == 0 and a.exp < 0):
                    raise Undefined(f"{a}")
                inside *= base ** int(a.exp.p)
            else:
                out *= scalar(a, point, index)
        return out * _square_root(inside)
    if isinstance(x, sp.Pow):
        exponent = scalar(x.exp, point, index)
        base = scalar(x.base, point, index)
        if exponent.denominator == 2:
            base, exponent = _square_root(base), 2 * exponent
        if exponent.denominator != 1:
            raise NotExact(f"{x}")
        if base == 0 and exponent < 0:
            raise Undefined(f"{x}: division by zero")
        return base ** int(exponent)
    if isinstance(x, sp.cos):
        return _turn(x.args[0], point, index)[0]
    if isinstance(x, sp.sin):
        return _turn(x.args[0], point, index)[1]
    if isinstance(x, sp.tan):
        (arg,) = x.args
        if isinstance(arg, sp.Mul) and arg.args[0] == sp.Rational(1, 2):
            value = lookup(2 * arg, point, index) if len(arg.args) == 2 else None
            if isinstance(value, Turn):
                if value.half_tan == "oo":
                    raise Undefined(f"{x} at a half turn")
                return Fraction(value.half_tan)
        c, s = _turn(arg, point, index)
        if c == 0:
            raise Undefined(f"{x} at a quarter turn")
        return s / c
    if isinstance(x, sp.exp) and scalar(x.args[0], point, index) == 0:
        return Fraction(1)
    if isinstance(x, sp.log) and scalar(x.args[0], point, index) == 1:
        return Fraction(0)
    if isinstance(x, sp.Abs):
        return abs(scalar(x.args[0], point, index))
    if isinstance(x, sp.Max | sp.Min):
        values = [scalar(a, point, index) for a in x.args]
        return max(values) if isinstance(x, sp.Max) else min(values)
    if isinstance(x, sp.binomial | sp.factorial):
        return _rational(x.func(*(integer(a, point, index) for a in x.args)))
    if isinstance(x, sp.Sum):
        return sum((scalar(x.function, point, i) for i in ranges(x.limits, point, dict(index))), Fraction(0))
    if isinstance(x, sp.Product):
        out = Fraction(1)
        for i in ranges(x.limits, point, dict(index)):
            out *= scalar(x.function, point, i)
        return out
    if isinstance(x, Dot):
        a, b = (vector(v, point, index) for v in x.args)
        if len(a) != len(b):
            raise Undefined(f"{x}: vectors of different dimensions")
        return sum((p * q for p, q in zip(a, b, strict=True)), Fraction(0))
    if isinstance(x, Rate | SquaredNorm | sp.Derivative):
        return scalar(carried_out(x), point, index)
    if isinstance(x, sp.KroneckerDelta):
        row, column = (integer(a, point, index) for a in x.args)
        return Fraction(int(row == column))
    if isinstance(x, sp.Piecewise):
        for value, condition in x.args:
            if truth(condition, point, index):
                return scalar(value, point, index)
        raise Undefined(f"{x}: no case holds")
    if x.func in FUNCTIONS:
        return FUNCTIONS[x.func](x, point, index)
    raise NotExact(f"{type(x).__name__}: {x}")


def vector(x: sp.Expr, point: Point, index: Mapping[sp.Symbol, int]) -> Vec:
    """The value of a vector expression: a tuple of rationals."""
    if x == 0:
        raise NotExact("the zero vector has no dimension of its own")
    if x.is_Symbol or isinstance(x, sp.Indexed):
        return tuple(_rational(c) for c in lookup(x, point, index))
    if isinstance(x, sp.Add):
        parts = [vector(a, point, index) for a in x.args if a != 0]
        return tuple(sum(column, Fraction(0)) for column in zip(*parts, strict=True))
    if isinstance(x, sp.Mul):
        factor, out = Fraction(1), None
        for a in x.args:
            if is_vector(a):
                out = vector(a, point, index)
            else:
                factor *= scalar(a, point, index)
        if out is None:
            raise NotExact(f"no vector in {x}")
        return tuple(factor * c for c in out)
    if isinstance(x, sp.Sum):
        parts = [vector(x.function, point, i) for i in ranges(x.limits, point, dict(index))]
        return tuple(sum(column, Fraction(0)) for column in zip(*parts, strict=True))
    if isinstance(x, Image):
        rows = skew_matrix(lookup(x.args[0], point, index))
        inside = vector(x.args[1], point, index)
        return tuple(sum((a * b for a, b in zip(row, inside, strict=True)), Fraction(0)) for row in rows)
    if isinstance(x, Rate):
        return vector(carried_out(x), point, index)
    raise NotExact(f"{type(x).__name__}: {x}")


def skew_matrix(rows: Any) -> tuple[Vec, ...]:
    """The value of a skew operator: the rows of a matrix; refused if it is not skew."""
    matrix = tuple(tuple(_rational(a) for a in row) for row in rows)
    d = len(matrix)
    if any(len(row) != d for row in matrix) or any(
        matrix[i][k] != -matrix[k][i] for i in range(d) for k in range(i + 1)
    ):
        raise NotExact(f"not a skew matrix: {rows}")
    return matrix


def _compare(f: Any, gap: Fraction) -> bool:
    return {
        sp.Eq: gap == 0,
        sp.Ne: gap != 0,
        sp.Lt: gap < 0,
        sp.Le: gap <= 0,
        sp.Gt: gap > 0,
        sp.Ge: gap >= 0,
    }[f.func]


EQUATIONS: list[
    tuple[Callable[[Boolean], bool], Callable[[Boolean, Point, Mapping[sp.Symbol, int]], bool]]
] = []
"""Further kinds of equations, that other files define: (whether it is one, its truth at a point)."""


def truth(f: Boolean, point: Point, index: Mapping[sp.Symbol, int]) -> bool:
    """Whether a formula holds at the point."""
    if f in (sp.true, sp.false):
        return bool(f)
    if isinstance(f, Not):
        return not truth(f.args[0], point, index)
    if isinstance(f, And):
        found = [truth(a, point, index) for a in f.args]  # each, lest one be undefined
        return all(found)
    if isinstance(f, Or):
        return any(truth(a, point, index) for a in f.args)
    if isinstance(f, Implies):
        return not truth(f.args[0], point, index) or truth(f.args[1], point, index)
    if isinstance(f, Equivalent):
        return len({truth(a, point, index) for a in f.args}) == 1
    for concerns, decide in EQUATIONS:
        if concerns(f):
            return decide(f, point, index)
    if isinstance(f, sp.Eq | sp.Ne) and (is_vector(f.lhs) or is_vector(f.rhs)):
        sides = [vector(s, point, index) for s in (f.lhs, f.rhs) if s != 0]
        if len({len(side) for side in sides}) > 1:
            raise Undefined(f"{f}: vectors of different dimensions")
        equal = sides[0] == sides[1] if len(sides) == 2 else not any(sides[0])
        return equal == isinstance(f, sp.Eq)
    return _compare(f, scalar(f.lhs, point, index) - scalar(f.rhs, point, index))


@lru_cache(maxsize=1024)
def _free_indices(f: Boolean) -> tuple[Index, ...]:
    """The free indices of a formula."""
    return tuple(sorted((a for a in f.free_symbols if isinstance(a, Index)), key=str))


def assignments(f: Boolean, point: Point) -> Iterator[dict[sp.Symbol, int]]:
    """All values of the free indices of a formula, over its range."""
    free = [a for a in _free_indices(f) if a not in point]
    if not free:
        yield {}
        return
    spans = [range(1, integer(extent(j), point, {}) + 1) for j in free]
    for values in itertools.product(*spans):
        yield dict(zip(free, values, strict=True))


def holds(f: Boolean, point: Point) -> bool:
    """Whether a formula holds at the point for every value of its free indices."""
    return all(truth(f, point, i) for i in assignments(f, point))


def admits(hypotheses: tuple[Hypothesis, ...], point: Point) -> bool:
    """Whether the point satisfies every hypothesis."""
    point = everywhere(point)
    return all(holds(h.holds, point) for h in hypotheses)


def everywhere(point: Point) -> Point:
    """The point without the values of indices: a hypothesis speaks of all of them."""
    return {k: v for k, v in point.items() if not isinstance(k, Index)}


def fails_at(statement: Statement, point: Point) -> bool:
    """Whether the point is an exact counterexample: every hypothesis holds, the conclusion does not."""
    try:
        if not admits(statement.hypotheses, point):
            return False
        f = statement.conclusion
        found = [truth(f, point, i) for i in assignments(f, point)]  # each, lest one be undefined
        return not all(found)
    except Undefined:
        return False


def as_text(value: Any) -> Any:
    """A value of a point as JSON data."""
    if isinstance(value, Turn):
        return {"half_tan": value.half_tan}
    if isinstance(value, tuple | list):
        return [as_text(v) for v in value]
    if isinstance(value, sp.Basic) and not isinstance(value, sp.Rational):
        return {"exact": str(value)}
    return str(value)


def from_text(value: Any) -> Any:
    """The value that :func:`as_text` wrote."""
    if isinstance(value, dict):
        return read_exact(value["exact"]) if "exact" in value else Turn(value["half_tan"])
    if isinstance(value, list):
        return tuple(from_text(v) for v in value)
    return value


READABLE = {
    f.__name__: f for f in (sp.exp, sp.log, sp.sqrt, sp.sin, sp.cos, sp.tan, sp.atan, sp.acos, sp.asin)
} | {
    "pi": sp.pi,
    "E": sp.E,
}
OPERATIONS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}


def read_exact(text: str) -> sp.Expr:
    """A number written with rationals, pi, E and elementary functions. Nothing in it is run as code."""

    def read(node: ast.AST) -> sp.Expr:
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return sp.Integer(node.value)
        if isinstance(node, ast.Name) and node.id in READABLE:
            return READABLE[node.id]
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return -read(node.operand)
        if isinstance(node, ast.BinOp) and type(node.op) in OPERATIONS:
            return OPERATIONS[type(node.op)](read(node.left), read(node.right))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 1:
            return read(node.func)(read(node.args[0]))
        raise ValueError(f"not an exact number: {text!r}")

    return read(ast.parse(text, mode="eval").body)
