r"""One equilibrium attracts in every direction, the other repels in every direction along the sphere.

The derivative of F at z along v is -<v, h> z - <z, h> v. At z = s e, s = 1 or -1, it is -s |h| v for every v
orthogonal to e (the whole tangent space of the sphere) and -2 s |h| z along z itself.
"""

import sympy as sp

from ..claim import EVERY_DIMENSION, Claim, Hypothesis, Mutant, Part, Source, Stated, Statement
from ..exact import Algebra, Positive
from ..exact.steps import Cut
from ..terms import Rate, dot, eq, iff, lt, reals, vectors
from .direction import DIRECTION, e, m
from .setting import DRIVEN, FIELD, h, z

s = reals("s")
v = vectors("v")
HERE = Hypothesis("z = s e", eq(z, s * e))
TANGENT = Hypothesis("v is tangent", eq(dot(v, e), 0))

ALONG = Statement(given=(DIRECTION, HERE, TANGENT), then=eq(Rate(FIELD, (z, v)), -s * m * v))
RADIAL = Statement(given=(DIRECTION, HERE), then=eq(Rate(FIELD, (z, z)), -2 * s * m * z))
POLES = Statement(given=(DIRECTION, DRIVEN, HERE), then=iff(eq(FIELD, 0), sp.Or(eq(s, 1), eq(s, -1))))
LEMMAS = ((eq(dot(v, h), 0), Algebra()), (eq(dot(z, h), s * m), Algebra()))
SIGNS = Statement(given=(DRIVEN,), then=sp.And(lt(-m, 0), lt(0, m)))
SOMEWHERE = {s: -1, e: (1, 0), h: (2, 0), z: (-1, 0), v: (0, 3)}

CLAIM = Claim(
    id="osc.linear-stability",
    title="One equilibrium is stable, one unstable",
    paper="B",
    sources=(Source("S", "z* is stable, -z* unstable"),),
    tiers=("exact", "kernel", "sampled"),
    kernel={
        "tangent": ("osc_linear_tangent",),
        "radial": ("osc_linear_radial",),
        "dimension": ("osc_tangent_dimension",),
    },
    as_stated=Stated("proved"),
    parts=(
        Part(
            "-s |h| on the whole tangent space",
            ALONG,
            Cut(LEMMAS, Algebra()),
            EVERY_DIMENSION,
            witness=SOMEWHERE,
            drops={
                DIRECTION.name: {s: 1, e: (1, 0), h: (0, 1), z: (1, 0), v: (0, 1)},
                HERE.name: {s: 1, e: (1, 0), h: (1, 0), z: (0, 1), v: (0, 1)},
                TANGENT.name: {s: 1, e: (1, 0), h: (1, 0), z: (1, 0), v: (1, 0)},
            },
            mutants=(
                Mutant("the same rate at both", ALONG.concluding(eq(Rate(FIELD, (z, v)), -m * v)), SOMEWHERE),
                Mutant(
                    "a rate 2 % too small",
                    ALONG.concluding(eq(Rate(FIELD, (z, v)), -s * m * v * 49 / 50)),
                    SOMEWHERE,
                ),
            ),
        ),
        Part(
            "-2 s |h| along the radius",
            RADIAL,
            Algebra(),
            EVERY_DIMENSION,
            witness=SOMEWHERE,
            drops={
                DIRECTION.name: {s: 1, e: (1, 0), h: (0, 1), z: (1, 0)},
                HERE.name: {s: 1, e: (1, 0), h: (1, 0), z: (0, 1)},
            },
            mutants=(
                Mutant("the tangent rate", RADIAL.concluding(eq(Rate(FIELD, (z, z)), -s * m * z)), SOMEWHERE),
            ),
        ),
        Part(
            "s e is an equilibrium for s = 1 and -1 only",
            POLES,
            Algebra(),
            EVERY_DIMENSION,
            witness=SOMEWHERE,
            drops={
                DIRECTION.name: {s: 2, e: ("1/2", 0), h: (1, 0), z: (1, 0)},
                "driven": {s: 2, e: (1, 0), h: (0, 0), z: (2, 0)},
                HERE.name: {s: 1, e: (1, 0), h: (1, 0), z: (0, 1)},
            },
        ),
        Part(
            "the rates are not zero",
            SIGNS,
            Positive(),
            EVERY_DIMENSION,
            witness={h: (2, 0)},
            drops={"driven": {h: (0, 0)}},
        ),
    ),
    uses=("osc.two-equilibria",),
)
