r"""The flow is the gradient flow of the alignment <z, h> on the sphere, in every dimension.

The Riemannian gradient at z is the one tangent vector g with <g, v> = d<z, h>(v) for all tangent v.
F = h - <z, h> z is tangent, <F, v> = <h, v> for <v, z> = 0, and v = g - F in the defining equation gives
|g - F|^2 = 0. Along the flow the alignment rises at the rate |F|^2.
"""

from ..claim import EVERY_DIMENSION, Claim, Hypothesis, Mutant, Part, Source, Stated, Statement
from ..exact import Algebra
from ..terms import Rate, dot, eq, vectors
from .setting import FIELD, UNIT, h, z

g, v = vectors("g v")
ALIGNMENT = dot(z, h)
TANGENT = Hypothesis("v is tangent", eq(dot(z, v), 0))

REPRESENTS = Statement(given=(TANGENT,), then=eq(Rate(ALIGNMENT, (z, v)), dot(FIELD, v)))
UNIQUE = Statement(
    given=(
        UNIT,
        Hypothesis("g is tangent", eq(dot(z, g), 0)),
        Hypothesis(
            "g represents the derivative along g - F", eq(Rate(ALIGNMENT, (z, g - FIELD)), dot(g, g - FIELD))
        ),
    ),
    then=eq(g, FIELD),
)
ASCENT = Statement(given=(UNIT,), then=eq(Rate(ALIGNMENT, (z, FIELD)), dot(FIELD, FIELD)))

CLAIM = Claim(
    id="osc.gradient-flow",
    title="The flow is the gradient flow of the alignment",
    paper="B",
    sources=(Source("P", "the oscillators follow a gradient flow"),),
    tiers=("exact", "kernel"),
    kernel={
        "differential": ("osc_height_derivative",),
        "tangent": ("osc_gradient_tangent",),
        "represents": ("osc_gradient_represents",),
        "unique": ("osc_gradient_unique",),
    },
    as_stated=Stated("proved"),
    parts=(
        Part(
            "represents the derivative on the tangent space",
            REPRESENTS,
            Algebra(),
            EVERY_DIMENSION,
            witness={z: (1, 0), h: (3, 4), v: (0, 1)},
            drops={TANGENT.name: {z: (1, 0), h: (1, 0), v: (1, 0)}},
            mutants=(
                Mutant(
                    "the opposite sign",
                    REPRESENTS.concluding(eq(Rate(ALIGNMENT, (z, v)), -dot(FIELD, v))),
                    {z: (1, 0), h: (0, 1), v: (0, 1)},
                ),
            ),
        ),
        Part(
            "tangent",
            Statement(given=(UNIT,), then=eq(dot(z, FIELD), 0)),
            Algebra(),
            EVERY_DIMENSION,
            witness={z: (1, 0), h: (3, 4)},
            drops={"unit": {z: (2, 0), h: (1, 0)}},
        ),
        Part(
            "no other tangent vector does",
            UNIQUE,
            Algebra(),
            EVERY_DIMENSION,
            witness={z: (1, 0), h: (3, 4), g: (0, 4)},
            drops={
                "unit": {z: ("5/4", 0), h: (1, 0), g: (0, "3/4")},
                "g is tangent": {z: (1, 0), h: ("5/4", 0), g: (1, "1/2")},
                "g represents the derivative along g - F": {z: (1, 0), h: (0, 1), g: (0, 2)},
            },
        ),
        Part(
            "the alignment rises at the rate |F|^2",
            ASCENT,
            Algebra(),
            EVERY_DIMENSION,
            witness={z: (1, 0), h: (3, 4)},
            drops={"unit": {z: (2, 0), h: (1, 0)}},
            mutants=(
                Mutant(
                    "a rate 2 % too large",
                    ASCENT.concluding(eq(Rate(ALIGNMENT, (z, FIELD)), dot(FIELD, FIELD) * 51 / 50)),
                    {z: (1, 0), h: (0, 1)},
                ),
            ),
        ),
    ),
    uses=("osc.sphere-invariance",),
)
