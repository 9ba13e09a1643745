r"""The flow in closed form: the half-angle tangent to the drive decays at the rate |h|, exactly.

Along z' = F let E' = <z, h> E and y = E z. Then (y, E) solves the linear system y' = E h, E' = <y, h>, whose pulled-back
initial values (cosh, sinh of |h| t)

    E cosh - <y, e> sinh,   <y, e> cosh - E sinh,   y - <y, e> e

are constant; solving for y and E gives every solution: z(t) = y / E with q = exp(|h| t) and c0 = <z0, e>,

    E = ((1 + c0) q + (1 - c0) / q) / 2,   y = z0 + (((1 + c0) q - (1 - c0) / q) / 2 - c0) e.

With phi the angle to e, tan(phi/2) = sin phi / (1 + cos phi) = tan(phi0/2) / q.
"""

import sympy as sp
from sympy import cos, cosh, exp, sin, sinh, tan

from ..claim import EVERY_DIMENSION, Claim, Hypothesis, Mutant, Part, Source, Stated, Statement
from ..exact import Algebra, Positive, Turn
from ..exact.lemma import EqualSquares, Through
from ..terms import Rate, dot, eq, le, lt, reals, vectors
from .direction import (
    C0,
    DIRECTION,
    NOT_OPPOSITE,
    POSITIVE_Q,
    UNIT_DIRECTION,
    UNIT_START,
    closed_form,
    e,
    growth,
    lifted,
    m,
    q,
    start,
)
from .setting import FIELD, h, z

y = vectors("y")
t, E = reals("t E")
phi, phi0 = reals("phi phi0")

LIFT = Statement(
    then=sp.And(
        eq(Rate(E * z, (z, FIELD), (E, dot(z, h) * E)), E * h),
        eq(Rate(E, (z, FIELD), (E, dot(z, h) * E)), dot(E * z, h)),
    )
)
LINEAR = ((y, E * h), (E, dot(y, h)), (t, sp.S.One))
CONSTANT = Statement(
    given=(DIRECTION,),
    then=sp.And(
        eq(Rate(E * cosh(m * t) - dot(y, e) * sinh(m * t), *LINEAR), 0),
        eq(Rate(dot(y, e) * cosh(m * t) - E * sinh(m * t), *LINEAR), 0),
        eq(Rate(y - dot(y, e) * e, *LINEAR), 0),
    ),
)
COSH, SINH = (q + 1 / q) / 2, (q - 1 / q) / 2
ALONG = Hypothesis("the first constant keeps its start", eq(E * COSH - dot(y, e) * SINH, 1))
ACROSS = Hypothesis("the second constant keeps its start", eq(dot(y, e) * COSH - E * SINH, C0))
ASIDE = Hypothesis("the third constant keeps its start", eq(y - dot(y, e) * e, start - C0 * e))
SOLVED = Statement(
    given=(POSITIVE_Q, ALONG, ACROSS, ASIDE), then=sp.And(eq(E, growth(q)), eq(y, lifted(q)))
)
BEYOND = (Hypothesis("1 + c0 > 0", lt(0, 1 + C0)), Hypothesis("1 - c0 >= 0", le(0, 1 - C0)))

UPPER0 = Hypothesis("0 <= phi0 <= pi", le(0, sin(phi0)))
ANGLE0 = Hypothesis("phi0 is the angle of z0 to e", eq(cos(phi0), C0))
UPPER = Hypothesis("0 <= phi <= pi", le(0, sin(phi)))
ANGLE = Hypothesis("phi is the angle of z(t) to e", eq(cos(phi), dot(closed_form(q), e)))
STARTS = (UNIT_DIRECTION, UNIT_START, NOT_OPPOSITE, POSITIVE_Q)
HALF = Statement(
    given=(*STARTS, UPPER0, ANGLE0, UPPER, ANGLE),
    then=eq(tan(phi / 2), tan(phi0 / 2) / q),
)
PATH = Statement(given=(DIRECTION, UNIT_START), then=lt(0, growth(exp(m * t))))
