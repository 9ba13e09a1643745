"""The rank of a matrix given by its entries, as a term of the language; evaluated exactly over the rationals."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import sympy as sp
from flint import fmpq, fmpq_mat

from ..claim import Point
from . import evaluate
from .evaluate import integer, scalar, vector


class Rank(sp.Function):  # type: ignore[misc]
    """The rank of the matrix with entry ``entry`` in row i = low..high and column j = low..high."""

    nargs = (3,)
    is_integer = True
    is_nonnegative = True
    is_commutative = True

    @classmethod
    def eval(cls, entry: sp.Expr, rows: sp.Tuple, columns: sp.Tuple) -> None:
        return None

    @property
    def bound_symbols(self) -> list[sp.Symbol]:
        """The row and the column index."""
        return [self.args[1][0], self.args[2][0]]

    @property
    def free_symbols(self) -> set[sp.Basic]:
        entry, (i, *rows), (j, *columns) = self.args
        limits: set[sp.Basic] = set().union(*(e.free_symbols for e in (*rows, *columns)))
        return (entry.free_symbols - {i, j}) | limits

    def _sympystr(self, printer: Any) -> str:
        entry, rows, columns = self.args
        return f"rank[{printer.doprint(entry)}; {printer.doprint(rows)}, {printer.doprint(columns)}]"

    def _latex(self, printer: Any) -> str:
        entry, (i, *_), (j, *_) = self.args
        return rf"\operatorname{{rank}}_{{{printer.doprint(i)}{printer.doprint(j)}}}\left({printer.doprint(entry)}\right)"


def rank(entry: sp.Expr, rows: tuple[Any, Any, Any], columns: tuple[Any, Any, Any]) -> sp.Expr:
    """The rank of (entry) with rows = (i, low, high) and columns = (j, low, high)."""
    return Rank(entry, sp.Tuple(*rows), sp.Tuple(*columns))


class Dimension(sp.Function):  # type: ignore[misc]
    """The dimension d of the space that a vector lives in."""

    nargs = (1,)
    is_integer = True
    is_positive = True
    is_commutative = True

    @classmethod
    def eval(cls, x: sp.Expr) -> None:
        return None


def _rank(x: sp.Expr, point: Point, index: Mapping[sp.Symbol, int]) -> Fraction:
    entry, (i, *rows), (j, *columns) = x.args
    row_range, column_range = (
        range(integer(low, point, index), integer(high, point, index) + 1) for low, high in (rows, columns)
    )
    values = [scalar(entry, point, {**index, i: a, j: b}) for a in row_range for b in column_range]
    if not values:
        return Fraction(0)
    matrix = fmpq_mat(len(row_range), len(column_range), [fmpq(q.numerator, q.denominator) for q in values])
    return Fraction(int(matrix.rank()))


def _dimension(x: sp.Expr, point: Point, index: Mapping[sp.Symbol, int]) -> Fraction:
    return Fraction(len(vector(x.args[0], point, index)))


evaluate.FUNCTIONS[Rank] = _rank
evaluate.FUNCTIONS[Dimension] = _dimension
