"""The matrix of shifted cosines of n states and n anchors, to the power p, and rational instances of it."""

import sympy as sp
from sympy.logic.boolalg import And

from ..exact.rank import Dimension
from ..terms import Index, coordinates, dot, eq, layers, size, total, vector_family
from .setting import N, j, l, r

p, d = size("p"), size("d")
"""The power, and the dimension that states and anchors live in."""

i, b, u = Index("i"), layers("b"), coordinates("u")
z = vector_family("z")
T = (1 + dot(z[i], r[j])) ** p
WEIGHT = T / total((1 + dot(z[i], r[l])) ** p, l)
FEATURES = sp.binomial(d + p - 1, p) + sp.binomial(d + p - 2, p - 1)
SPHERE = And(eq(dot(z[l], z[l]), 1), eq(Dimension(z[l]), d))
"""Unit states of R^d."""


def sphere(m: int, dimension: int) -> tuple[sp.Rational, ...]:
    """A rational point of the unit sphere: the stereographic image of a point with scattered coordinates."""
    t = [sp.Rational(m ** (2 * a + 1) % 37 - 18, a + 7) for a in range(dimension - 1)]
    square = sum((a * a for a in t), sp.S.Zero)
    return (*(2 * a / (1 + square) for a in t), (square - 1) / (square + 1))


def instance(dimension: int, degree: int, tokens: int) -> dict[object, object]:
    """States and anchors on the sphere of that dimension."""
    return {
        d: dimension,
        p: degree,
        N: tokens,
        z: tuple(sphere(m, dimension) for m in range(1, tokens + 1)),
        r: tuple(sphere(2 * m + 1, dimension) for m in range(1, tokens + 1)),
    }
