"""Notation of oscillator attention: the free oscillator z, its drive h, the anchors r_j with weights w_j."""

from ..claim import Hypothesis
from ..terms import N, dot, eq, family, indices, le, lt, ne, norm, reals, total, vector_family, vectors

z, h = vectors("z h")
"""The oscillator (a unit vector of R^d, d = d_osc) and the drive h = sum_j w_j r_j that it feels."""

FIELD = h - dot(z, h) * z
"""The Lohe field: z' = (I - z z^T) h."""

e = h / norm(h)
"""The direction of the drive: the stable equilibrium."""

r, w = vector_family("r"), family("w")
j, l = indices("j l")
DRIVE = total(w[j] * r[j], j)
"""h written out."""

UNIT = Hypothesis("unit", eq(dot(z, z), 1))
DRIVEN = Hypothesis("driven", ne(h, 0))
UNIT_ANCHORS = Hypothesis("unit anchors", eq(dot(r[j], r[j]), 1))
POSITIVE_WEIGHTS = Hypothesis("positive weights", lt(0, w[j]))

__all__ = [
    "DRIVE",
    "DRIVEN",
    "FIELD",
    "POSITIVE_WEIGHTS",
    "UNIT",
    "UNIT_ANCHORS",
    "N",
    "dot",
    "e",
    "eq",
    "h",
    "j",
    "l",
    "le",
    "lt",
    "ne",
    "norm",
    "r",
    "reals",
    "total",
    "w",
    "z",
]
