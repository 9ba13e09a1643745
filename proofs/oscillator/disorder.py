r"""Oscillators with frequencies: z' = S z + h - <z, h> z with S skew, and what is said of it.

``LIFT`` to ``MONOTONE``: the exact flow and the equilibria; then stability and attraction (``JACOBIAN`` to
``ONLY``), when one locks (``LOCKS_BY_KERNEL`` to ``NECESSARY``), the boundary |S^+ h| = 1 and what lies below
it (``EDGE`` to ``WEIGHT_BOUND``), d = 2, and the spectral form.
"""

from typing import Any

import sympy as sp
from sympy import cos, sin

from ..claim import Hypothesis, Statement
from ..terms import Rate, dot, eq, family, iff, image, implies, le, lt, ne, norm, reals, skew, total, vectors
from .setting import DRIVEN, UNIT, h, j, z

S = skew("S")
mu, mu1, mu2, E, t = reals("mu mu1 mu2 E t")
a, b, k, p, s, u, u1, u2, v, x, y, z1, z2 = vectors("a b k p s u u1 u2 v x y z1 z2")


def field(z: Any, h: Any = h) -> sp.Expr:
    """S z + h - <z, h> z."""
    return image(S, z) + h - dot(z, h) * z


def shifted(mu: Any, z: Any) -> sp.Expr:
    """(mu I - S) z."""
    return mu * z - image(S, z)


def resolvent(mu: Any, u: Any) -> sp.Expr:
    """(mu^2 I - S^2) u = (mu I - S)(mu I + S) u."""
    return mu**2 * u - image(S, image(S, u))


ALONG = ((z, field(z)), (E, dot(z, h) * E))
LIFTED = ((y, image(S, y) + E * h), (E, dot(h, y)))

MOVING = Hypothesis("mu is not 0", ne(mu, 0))
AT_REST = Hypothesis("z is an equilibrium", eq(field(z), 0))
SOLVES = Hypothesis("(mu - S) z = h", eq(shifted(mu, z), h))
RESOLVED = Hypothesis("(mu^2 - S^2) u = h", eq(resolvent(mu, u), h))

LIFT = Statement(
    then=sp.And(eq(Rate(E * z, *ALONG), image(S, E * z) + E * h), eq(Rate(E, *ALONG), dot(h, E * z)))
)
LORENTZ = Statement(then=eq(Rate(dot(y, y) - E**2, *LIFTED), 0))
SPHERE = Statement(then=eq(Rate(dot(z, z), (z, field(z))), 2 * dot(z, h) * (1 - dot(z, z))))
EQUATION = Statement(
    given=(UNIT,), then=iff(eq(shifted(mu, z), h), sp.And(eq(field(z), 0), eq(mu, dot(z, h))))
)
NORM = Statement(given=(SOLVES,), then=eq(mu**2 * dot(z, z) + dot(image(S, z), image(S, z)), dot(h, h)))
BOUND = Statement(given=(UNIT, SOLVES), then=le(mu**2, dot(h, h)))
BEYOND = Hypothesis("mu >= abs(h)", le(dot(h, h), mu**2))
SHORT = Statement(given=(MOVING, BEYOND, SOLVES), then=le(dot(z, z), 1))
SINGLE = Statement(
    given=(MOVING, Hypothesis("both solve", eq(shifted(mu, z1), shifted(mu, z2)))), then=eq(z1, z2)
)
PLUS, MINUS = mu * u + image(S, u), -mu * u + image(S, u)
SCALAR = Statement(
    given=(RESOLVED,),
    then=sp.And(eq(shifted(mu, PLUS), h), eq(shifted(-mu, MINUS), h), eq(dot(PLUS, PLUS), dot(h, u))),
)
MONOTONE = Statement(
    given=(
        Hypothesis("0 < mu1", lt(0, mu1)),
        Hypothesis("mu1 < mu2", lt(mu1, mu2)),
        Hypothesis("u1 at mu1", eq(resolvent(mu1, u1), h)),
        Hypothesis("u2 at mu2", eq(resolvent(mu2, u2), h)),
        DRIVEN,
    ),
    then=lt(dot(h, u2), dot(h, u1)),
)

DERIVATIVE = image(S, v) - dot(v, h) * z - dot(z, h) * v
ACROSS = Hypothesis("v is tangent", eq(dot(v, z), 0))
JACOBIAN = Statement(then=eq(Rate(field(z), (z, v)), DERIVATIVE))
STAYS_TANGENT = Statement(given=(UNIT, AT_REST, ACROSS), then=eq(dot(z, DERIVATIVE), 0))
CONTRACTS = Statement(given=(ACROSS,), then=eq(Rate(dot(v, v), (v, DERIVATIVE)), -2 * dot(z, h) * dot(v, v)))

UNIT_A = Hypothesis("a is a unit vector", eq(dot(a, a), 1))
UNIT_B = Hypothesis("b is a unit vector", eq(dot(b, b), 1))
REST_A = Hypothesis("(mu - S) a = h", eq(shifted(mu, a), h))
FROM_A, FROM_B = 1 - dot(z, a), 1 - dot(z, b)
"""Half the squared distances of a unit z to equilibria a and b."""

DISTANCE = Statement(given=(UNIT_A, REST_A), then=eq(Rate(FROM_A, (z, field(z))), -(mu + dot(z, h)) * FROM_A))
f, g, c = reals("f g c")
DISTANCES = ((f, -(mu + c) * f), (g, -(-mu + c) * g))
RATIO = Statement(then=eq(g * Rate(f, *DISTANCES) - f * Rate(g, *DISTANCES), -2 * mu * f * g))
CLOCKED = (*DISTANCES, (t, sp.S.One))
GROWN, HALF_GROWN = f * sp.exp(2 * mu * t), f * sp.exp(mu * t)
DECAYS = Statement(then=eq(g * Rate(GROWN, *CLOCKED) - GROWN * Rate(g, *CLOCKED), 0))
NO_FARTHER = Statement(given=(UNIT, UNIT_B), then=le(FROM_B, 2))
ROOT = Hypothesis("<h, u> = 1", eq(dot(h, u), 1))
THESE = Statement(given=(RESOLVED, ROOT), then=sp.And(eq(field(PLUS), 0), eq(field(MINUS), 0)))
ONLY = Statement(
    given=(UNIT, RESOLVED, ROOT), then=implies(eq(field(z), 0), sp.Or(eq(z, PLUS), eq(z, MINUS)))
)

KERNEL = Hypothesis("k is a unit vector with S k = 0", sp.And(eq(dot(k, k), 1), eq(image(S, k), 0)))
LOCKS_BY_KERNEL = Statement(given=(KERNEL, SOLVES), then=le(dot(h, k) ** 2, mu**2 * dot(z, z)))
P, H = image(S, s), image(S, image(S, s))
RANGE = Hypothesis("(mu - S) z = h = S p, p = S s", eq(shifted(mu, z), H))
LOCKS_BY_RANGE = Statement(given=(MOVING, RANGE), then=eq(dot(P, P) - dot(z, z), -mu * dot(z, s)))
RUNS = Hypothesis("mu > 0", lt(0, mu))
SHORT_Z = Hypothesis("abs(z) <= 1", le(dot(z, z), 1))
LOCKS_SOON = Statement(given=(RUNS, RANGE, SHORT_Z), then=le(dot(P, P), 1 + mu * norm(s)))
DRIVEN_BY_P = Hypothesis("(mu - S) z = h = S p", eq(shifted(mu, z), image(S, p)))
NECESSARY = Statement(given=(UNIT, MOVING, DRIVEN_BY_P), then=lt(1, dot(p, p)))

EDGE = Hypothesis("abs(p) = 1", eq(dot(P, P), 1))
HALF_STABLE = Statement(given=(UNIT, EDGE), then=iff(eq(field(z, H), 0), eq(z, -P)))
CLOSE = 1 + dot(z, P)
"""Half the squared distance of a unit z to -p."""

EDGE_FLOW = (z, field(z, H))
ALGEBRAIC = Statement(
    given=(EDGE,),
    then=eq(CLOSE * Rate(dot(z, s), EDGE_FLOW) - dot(z, s) * Rate(CLOSE, EDGE_FLOW), -(CLOSE**2)),
)
FAR_OFF = Statement(given=(EDGE,), then=sp.And(eq(dot(P, s), 0), eq(1 + dot(P, P), 2)))
ONE_OVER_T = Statement(given=(UNIT, EDGE), then=le(dot(z, s) ** 2, 2 * CLOSE * dot(s, s)))

BOTH = ((z1, field(z1, image(S, p))), (z2, field(z2, image(S, p))))
APART, WEIGHT = 1 - dot(z1, z2), (1 + dot(z1, p)) * (1 + dot(z2, p))
RIGID = Statement(then=eq(WEIGHT * Rate(APART, *BOTH), APART * Rate(WEIGHT, *BOTH)))
WEIGHT_BOUND = Statement(given=(UNIT,), then=le(dot(z, p) ** 2, dot(p, p)))

alpha, omega, m, rate = reals("alpha Omega m alphadot")
PLANE = Hypothesis("x, y are orthonormal", sp.And(eq(dot(x, x), 1), eq(dot(y, y), 1), eq(dot(x, y), 0)))
TURNS = Hypothesis(
    "S x = Omega y, S y = -Omega x", sp.And(eq(image(S, x), omega * y), eq(image(S, y), -omega * x))
)
HERE = cos(alpha) * x + sin(alpha) * y
TURNED = omega * (cos(alpha) * y - sin(alpha) * x)
PLANAR_TURN = Statement(given=(TURNS,), then=eq(image(S, HERE), TURNED))
PLANAR = Statement(
    given=(PLANE,),
    then=iff(
        eq(Rate(HERE, (alpha, rate)), TURNED + m * x - dot(HERE, m * x) * HERE),
        eq(rate, omega - m * sin(alpha)),
    ),
)
ACUTE = Hypothesis("abs(alpha) < pi/2", sp.And(lt(-sp.pi / 2, alpha), lt(alpha, sp.pi / 2)))
STRONG = Hypothesis("m > 0", lt(0, m))
PLANAR_LOCK = Statement(
    given=(ACUTE, STRONG), then=sp.And(lt(0, m * cos(alpha)), lt((m * sin(alpha)) ** 2, m**2))
)

sigma, eta = family("sigma"), family("eta")
SPECTRAL = total(eta[j] / (mu**2 + sigma[j] ** 2), j)
"""h^T (mu^2 - S^2)^{-1} h, eta_j being |h|^2 in the planes that S turns at the rate sigma_j."""

BLOCK = Statement(
    given=(Hypothesis("S^2 x = -m^2 x", eq(image(S, image(S, x)), -(m**2) * x)),),
    then=eq(resolvent(mu, x), (mu**2 + m**2) * x),
)
low, high = reals("low high")
BRACKET = sp.And(implies(le(mu, low), lt(1, SPECTRAL)), implies(le(high, mu), lt(SPECTRAL, 1)))
