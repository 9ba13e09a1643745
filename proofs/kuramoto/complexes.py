"""Complex numbers as pairs (real part, imaginary part), and 2 x 2 matrices of them: SU(2) written out."""

from sympy import Expr, Integer, Rational

Number = tuple[Expr, Expr]
"""A complex number as (real part, imaginary part)."""


MINUS, HALF = (Integer(-1), Integer(0)), (Rational(1, 2), Integer(0))


def conjugate(a: Number) -> Number:
    """The complex conjugate."""
    return a[0], -a[1]


def plus(*terms: Number) -> Number:
    """A sum of complex numbers."""
    return sum((a for a, _ in terms), Integer(0)), sum((b for _, b in terms), Integer(0))


def times(a: Number, b: Number) -> Number:
    """A product of complex numbers."""
    return a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]


def special_unitary(v: tuple[Expr, ...]) -> list[list[Number]]:
    """(a, b, c, d) as the matrix [[a + bi, c + di], [-c + di, a - bi]]: of SU(2) if it is a unit vector."""
    a, b, c, d = v
    return [[(a, b), (c, d)], [(-c, d), (a, -b)]]


def product(a: list[list[Number]], b: list[list[Number]]) -> list[list[Number]]:
    """Matrix product."""
    return [[plus(*(times(a[i][j], b[j][k]) for j in range(2))) for k in range(2)] for i in range(2)]


def adjoint(a: list[list[Number]]) -> list[list[Number]]:
    """Conjugate transpose."""
    return [[conjugate(a[k][i]) for k in range(2)] for i in range(2)]
