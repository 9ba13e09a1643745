"""The rank of a matrix given by its entries, as a term of the language.

It is evaluated exactly over the rationals, and bounded, for every size, by the number of terms of a
factorisation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp
from flint import fmpq, fmpq_mat

from ..claim import Outcome, Point, Statement, Verdict
from ..terms import Index, ScalarFunction, eq, extent, total
from . import evaluate
from .algebra import Algebra
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
        """What the rank depends on."""
        entry, (i, *rows), (j, *columns) = self.args
        found: set[sp.Basic] = set(entry.free_symbols) - {i, j}
        return found.union(*(e.free_symbols for e in (*rows, *columns)))

    def _sympystr(self, printer: Any) -> str:
        entry, rows, columns = self.args
        return f"rank[{printer.doprint(entry)}; {printer.doprint(rows)}, {printer.doprint(columns)}]"

    def _latex(self, printer: Any) -> str:
        entry, (i, *_), (j, *_) = self.args
        i, j, entry = (printer.doprint(x) for x in (i, j, entry))
        return rf"\operatorname{{rank}}_{{{i}{j}}}\left({entry}\right)"


def rank(entry: sp.Expr, rows: tuple[Any, Any, Any], columns: tuple[Any, Any, Any]) -> sp.Expr:
    """The rank of (entry) with rows = (i, low, high) and columns = (j, low, high)."""
    return Rank(entry, sp.Tuple(*rows), sp.Tuple(*columns))


class Dimension(ScalarFunction):
    """The dimension d of the space that a vector lives in."""

    nargs = (1,)
    is_integer = True
    is_positive = True

    @classmethod
    def eval(cls, x: sp.Expr) -> None:
        return None

    def _sympystr(self, printer: Any) -> str:  # sympy prints another Dimension by its name
        return f"dim({printer.doprint(self.args[0])})"

    def _latex(self, printer: Any) -> str:
        return rf"\dim({printer.doprint(self.args[0])})"


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


@dataclass(frozen=True)
class Factors:
    """rank (a_ij) <= m for every size, because a_ij = sum_{f = 1}^{m} row_if column_fj.

    ``row`` may name the row's index and f, ``column`` the column's index and f; f runs over 1..m. Without a
    factorisation (f = None) m must be the number of rows or of columns.
    """

    row: sp.Expr = sp.S.One
    column: sp.Expr = sp.S.One
    f: Index | None = None
    name: str = "factors"
    tier: str = "exact"

    def _identity(self, statement: Statement) -> Statement | str:
        goal = statement.conclusion
        if not (isinstance(goal, sp.Le) and isinstance(goal.lhs, Rank)):
            return "not a bound of a rank"
        entry, (i, *rows), (j, *columns) = goal.lhs.args
        whole = all(isinstance(x, Index) and x != self.f for x in (i, j)) and i != j
        if not whole or [rows, columns] != [[1, extent(i)], [1, extent(j)]]:
            return "the indices of the matrix do not run over their whole ranges"
        if self.f is None:
            return statement.concluding(eq(0, 0)) if goal.rhs in (extent(i), extent(j)) else "not the size"
        if goal.rhs != extent(self.f):
            return f"{self.f} does not run up to the bound"
        if j in self.row.free_symbols or i in self.column.free_symbols:
            return "a factor depends on both indices"
        return statement.concluding(eq(entry, total(self.row * self.column, self.f)))

    def prove(self, statement: Statement) -> Outcome:
        """The factorisation is an identity."""
        identity = self._identity(statement)
        if isinstance(identity, str):
            return Outcome(Verdict.UNKNOWN, {"reason": identity})
        return Algebra().prove(identity)

    def replay(self, statement: Statement, evidence: Mapping[str, Any]) -> bool:
        """The identity again."""
        identity = self._identity(statement)
        return not isinstance(identity, str) and Algebra().replay(identity, evidence)


evaluate.FUNCTIONS[Rank] = _rank
evaluate.FUNCTIONS[Dimension] = _dimension
