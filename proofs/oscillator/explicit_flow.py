r"""The flow in closed form: the half-angle tangent to the drive decays at the rate |h|, exactly.

Along z' = F let E' = <z, h> E and y = E z. Then (y, E) solves the linear system y' = E h, E' = <y, h>, and

    a = E cosh - <y, e> sinh,   b = <y, e> cosh - E sinh,   c = y - <y, e> e    (cosh, sinh of |h| t)

are constant. With E = 1, y = z0 at t = 0, c0 = <z0, e>, q = exp(|h| t) they give back every solution:
z = y / E,

    E = ((1 + c0) q + (1 - c0) / q) / 2 > 0,   y = z0 + (((1 + c0) q - (1 - c0) / q) / 2 - c0) e.

With phi the angle to e, (1 - cos phi) / (1 + cos phi) = tan^2(phi/2) is (1 - c0) / (1 + c0) divided by q^2.
"""

import sympy as sp
from sympy import cos, cosh, exp, sinh, tan

from ..claim import EVERY_DIMENSION, Claim, Hypothesis, Mutant, Part, Source, Stated, Statement
from ..exact import Algebra, Positive, Turn
from ..exact.apart import EqualSquares
from ..exact.steps import Cut, Split, Using
from ..terms import Rate, SquaredNorm, dot, eq, le, lt, reals, vectors
from .direction import (
    ABOVE,
    BELOW,
    C0,
    DIRECTION,
    FLOWN_IN_TIME,
    NOT_OPPOSITE,
    POSITIVE_Q,
    UNIT_DIRECTION,
    UNIT_START,
    UNITS,
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

ALONG_FLOW = ((z, FIELD), (E, dot(z, h) * E))
LIFT = Statement(then=sp.And(eq(Rate(E * z, *ALONG_FLOW), E * h), eq(Rate(E, *ALONG_FLOW), dot(E * z, h))))

LINEAR = ((y, E * h), (E, dot(y, h)), (t, sp.S.One))
a = E * cosh(m * t) - dot(y, e) * sinh(m * t)
b = dot(y, e) * cosh(m * t) - E * sinh(m * t)
c = y - dot(y, e) * e
CONSTANT = Statement(
    given=(DIRECTION,),
    then=sp.And(
        eq(Rate(a, *LINEAR), 0),
        eq(Rate(b, *LINEAR), 0),
        eq(Rate(y, *LINEAR), Rate(dot(y, e), *LINEAR) * e),  # c' = 0
    ),
)
INVERTED = Statement(
    then=sp.And(eq(E, a * cosh(m * t) + b * sinh(m * t)), eq(y, c + (a * sinh(m * t) + b * cosh(m * t)) * e))
)
ch, sh = reals("cosh sinh")
START = (
    Hypothesis("cosh^2 - sinh^2 = 1", eq(ch**2 - sh**2, 1)),
    Hypothesis("a is 1", eq(E * ch - dot(y, e) * sh, 1)),
    Hypothesis("b is c0", eq(dot(y, e) * ch - E * sh, C0)),
    Hypothesis("c is z0 - c0 e", eq(c, start - C0 * e)),
)
"""The constants at t = 0, where E = 1 and y = z0."""

SOLVED = Statement(given=START, then=sp.And(eq(E, ch + C0 * sh), eq(y, start - C0 * e + (sh + C0 * ch) * e)))
SAME = Statement(
    then=sp.And(
        eq(growth(exp(m * t)), cosh(m * t) + C0 * sinh(m * t)),
        eq(lifted(exp(m * t)), start - C0 * e + (sinh(m * t) + C0 * cosh(m * t)) * e),
    )
)
GROWS = Statement(given=(UNIT_DIRECTION, UNIT_START, POSITIVE_Q), then=lt(0, growth(q)))
STAYS_OFF = Statement(given=(UNIT_DIRECTION, UNIT_START, NOT_OPPOSITE, FLOWN_IN_TIME), then=lt(-1, dot(z, e)))

RANGE0 = Hypothesis("0 <= phi0 < pi", sp.And(le(0, phi0), lt(phi0, sp.pi)))
ANGLE0 = Hypothesis("phi0 is the angle of z0 to e", eq(cos(phi0), C0))
RANGE = Hypothesis("0 <= phi < pi", sp.And(le(0, phi), lt(phi, sp.pi)))
ANGLE = Hypothesis("phi is the angle of z = y / E to e", eq(growth(q) * cos(phi), dot(lifted(q), e)))
HALF = Statement(
    given=(UNIT_DIRECTION, POSITIVE_Q, RANGE0, ANGLE0, RANGE, ANGLE),
    then=eq(tan(phi / 2), tan(phi0 / 2) / q),
)
COSINES = (
    (lt(0, 1 + C0), Using((RANGE0.name, ANGLE0.name), Positive(shown=2 * cos(phi0 / 2) ** 2))),
    (le(0, 1 - C0), Using((ANGLE0.name,), Positive(shown=1 - cos(phi0)))),
    (lt(0, growth(q)), Using((POSITIVE_Q.name, "lemma 1", "lemma 2"), Positive())),
    (
        eq(cos(phi) * growth(q), ((1 + C0) * q - (1 - C0) / q) / 2),
        Using((UNIT_DIRECTION.name, POSITIVE_Q.name, ANGLE.name), Algebra()),
    ),
)
SQUARES = Using((POSITIVE_Q.name, RANGE0.name, ANGLE0.name, RANGE.name, "lemma 3", "lemma 4"), EqualSquares())

POSITIVE_GROWTH = Split(1 + C0, Positive(), Positive(shown=1 / q), Positive())
OFF = (lt(0, 1 + C0), Using((*UNITS, NOT_OPPOSITE.name), Positive(shown=SquaredNorm(start + e) / 2)))
RISES = (lt(0, growth(exp(m * t))), Using(("lemma 2", "lemma 3"), Positive()))

SIDE = {e: (1, 0), start: ("3/5", "4/5"), q: 2}
RESTING = {e: (1, 0), start: (0, 1), y: (0, 1), E: 1, ch: 1, sh: 0}
AT_ZERO = {e: (1, 0), h: (1, 0), t: 0, start: (0, 1), z: (0, 1)}
AT = {**SIDE, phi0: Turn("1/2"), phi: Turn("1/4")}

CLAIM = Claim(
    id="osc.explicit-flow",
    title="The flow in closed form",
    paper="B",
    sources=(Source("-", "tan(phi(t)/2) = tan(phi0/2) exp(-|h| t)"),),
    tiers=("exact", "kernel", "sampled"),
    kernel={
        "half-angle": ("osc_half_angle",),
        "every-solution": ("osc_every_solution",),
        "closed-form": ("osc_closed_form_solves",),
        "lift": ("osc_linear_lift",),
    },
    as_stated=Stated("proved"),
    parts=(
        Part(
            "tan(phi/2) = tan(phi0/2) / q",
            HALF,
            Cut(COSINES, SQUARES),
            EVERY_DIMENSION,
            witness=AT,
            drops={
                UNIT_DIRECTION.name: {**AT, e: (0, 0), phi0: Turn(1), phi: Turn(1)},
                POSITIVE_Q.name: {**AT, q: -2},
                RANGE0.name: {**AT, phi0: Turn("-1/2")},
                ANGLE0.name: {**AT, phi0: Turn(1)},
                RANGE.name: {**AT, phi: Turn("-1/4")},
                ANGLE.name: {**AT, phi: Turn(1)},
            },
            mutants=(
                Mutant("2 % more", HALF.concluding(eq(tan(phi / 2), tan(phi0 / 2) / q * 51 / 50)), AT),
                Mutant("the angle itself decays", HALF.concluding(eq(phi, phi0 / q)), AT),
            ),
        ),
        Part(
            "the lift is linear",
            LIFT,
            Algebra(),
            EVERY_DIMENSION,
            mutants=(
                Mutant(
                    "E falls instead",
                    Statement(then=eq(Rate(E * z, (z, FIELD), (E, -dot(z, h) * E)), E * h)),
                    {z: (1, 0), h: (1, 0), E: 1},
                ),
            ),
        ),
        Part(
            "three constants of the lift",
            CONSTANT,
            Algebra(),
            EVERY_DIMENSION,
            witness={e: (1, 0), h: (2, 0)},
            drops={DIRECTION.name: {e: (1, 0), h: (0, 1), y: (0, 1), E: 1, t: 0}},
            mutants=(
                Mutant(
                    "a sign in the first",
                    CONSTANT.concluding(eq(Rate(E * cosh(m * t) + dot(y, e) * sinh(m * t), *LINEAR), 0)),
                    {e: (1, 0), h: (1, 0), y: (1, 0), E: 1, t: 0},
                ),
            ),
        ),
        Part("they determine the solution", INVERTED, Algebra(), EVERY_DIMENSION),
        Part(
            "with E = 1 and y = z0 at the start it is the closed form",
            SOLVED,
            Algebra(),
            EVERY_DIMENSION,
            witness=RESTING,
            drops={
                "cosh^2 - sinh^2 = 1": {**RESTING, ch: 2, E: "1/2"},
                "a is 1": {**RESTING, E: 3},
                "b is c0": {**RESTING, y: (1, 1)},
                "c is z0 - c0 e": {**RESTING, y: (0, 5)},
            },
        ),
        Part("cosh and sinh by q = exp(|h| t)", SAME, Algebra(), EVERY_DIMENSION),
        Part(
            "E > 0",
            GROWS,
            Cut((ABOVE, BELOW), POSITIVE_GROWTH),
            EVERY_DIMENSION,
            witness=SIDE,
            drops={
                UNIT_DIRECTION.name: {e: (2, 0), start: (-1, 0), q: 4},
                UNIT_START.name: {e: (1, 0), start: (-2, 0), q: 4},
                POSITIVE_Q.name: {e: (1, 0), start: (1, 0), q: -1},
            },
        ),
        Part(
            "phi < pi for all time unless phi0 = pi",
            STAYS_OFF,
            Cut((ABOVE, BELOW, OFF, RISES), Positive(times=growth(exp(m * t)), shown=(1 + C0) * exp(m * t))),
            EVERY_DIMENSION,
            witness=AT_ZERO,
            drops={
                UNIT_DIRECTION.name: {**AT_ZERO, e: (2, 0), start: (-1, 0), z: (-1, 0)},
                UNIT_START.name: {**AT_ZERO, start: (-2, 0), z: (-2, 0)},
                NOT_OPPOSITE.name: {**AT_ZERO, start: (-1, 0), z: (-1, 0)},
                FLOWN_IN_TIME.name: {**AT_ZERO, z: (-1, 0)},
            },
        ),
    ),
    uses=("osc.sphere-invariance",),
)
