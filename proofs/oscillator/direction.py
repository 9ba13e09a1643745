"""The direction e of the drive as a vector of its own, and the closed form of the flow.

Where h matters, e is tied to it by |h| e = h. The closed form knows h through e and q = exp(|h| t) only.
"""

from typing import Any

import sympy as sp

from ..claim import Hypothesis
from ..exact import Positive
from ..exact.steps import Using
from ..terms import SquaredNorm, dot, eq, le, lt, ne, norm, reals, vectors
from .setting import h, z

e, start = vectors("e z0")
"""The direction of the drive and the oscillator's start."""

m = norm(h)
"""The strength |h| of the drive."""

q = reals("q")
"""exp(|h| t): any positive number."""

DIRECTION = Hypothesis("e is the direction of h", eq(m * e, h))
"""For h != 0 it holds of e = h/|h| and of nothing else."""

UNIT_DIRECTION = Hypothesis("e is a unit vector", eq(dot(e, e), 1))
UNIT_START = Hypothesis("z0 is a unit vector", eq(dot(start, start), 1))
NOT_OPPOSITE = Hypothesis("z0 is not -e", ne(start, -e))
POSITIVE_Q = Hypothesis("q > 0", lt(0, q))

C0 = dot(start, e)
"""cos(phi0)."""


def growth(q: Any) -> sp.Expr:
    """E = cosh + <z0, e> sinh of |h| t, by q = exp(|h| t)."""
    return ((1 + C0) * q + (1 - C0) / q) / 2


def lifted(q: Any) -> sp.Expr:
    """y = z0 + ((cosh - 1) <z0, e> + sinh) e, by q = exp(|h| t)."""
    return start + (((1 + C0) * q - (1 - C0) / q) / 2 - C0) * e


FLOWN = Hypothesis("z is where the flow takes z0", eq(growth(q) * z, lifted(q)))
"""z = y / E."""

t = reals("t")
FLOWN_IN_TIME = Hypothesis(
    "z is where the flow takes z0 in the time t", eq(growth(sp.exp(m * t)) * z, lifted(sp.exp(m * t)))
)

UNITS = (UNIT_DIRECTION.name, UNIT_START.name)
ABOVE = (le(0, 1 + C0), Using(UNITS, Positive(shown=SquaredNorm(start + e) / 2)))
BELOW = (le(0, 1 - C0), Using(UNITS, Positive(shown=SquaredNorm(start - e) / 2)))
"""Lemmas: -1 <= <z0, e> <= 1."""

__all__ = [
    "ABOVE",
    "BELOW",
    "C0",
    "DIRECTION",
    "FLOWN",
    "FLOWN_IN_TIME",
    "NOT_OPPOSITE",
    "POSITIVE_Q",
    "UNIT_DIRECTION",
    "UNIT_START",
    "e",
    "growth",
    "lifted",
    "m",
    "q",
    "start",
    "t",
]
