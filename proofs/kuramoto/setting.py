"""Notation of Kuramoto attention, one coordinate at a time: receiving phase t, attended phases theta_u, weights A_u."""

from sympy import cos, sin

from ..claim import Hypothesis
from ..terms import eq, family, indices, le, reals, total

t = reals("theta_t")
"""The phase of the receiving token."""

theta, A = family("theta"), family("A")
"""Phases theta[u] of the attended tokens and the attention weights A[u] that the receiving token gives them."""

u, v = indices("u v")

RE = total(A[u] * cos(theta[u]), u)
IM = total(A[u] * sin(theta[u]), u)
"""Real and imaginary part of G = sum_u A_u exp(i theta_u)."""

PULL = -sin(t) * RE + cos(t) * IM
"""The increment a: the tangential part of G at the phase t."""

COUPLING = total(A[u] * sin(theta[u] - t), u)
"""Kuramoto's coupling term."""

NONNEGATIVE = Hypothesis("weights >= 0", le(0, A[u]))
ROW_SUM = Hypothesis("weights sum to 1", eq(total(A[u], u), 1))

__all__ = ["COUPLING", "IM", "NONNEGATIVE", "PULL", "RE", "ROW_SUM", "A", "t", "theta", "u", "v"]
