r"""The flow z' = h - <z, h> z keeps the unit sphere, in every dimension.

The squared length moves by d|z|^2/dt = 2 <z, h> (1 - |z|^2), which vanishes on the sphere. So does 1 - |z|^2
for ever: with E' = 2 <z, h> E, E = 1 at the start (so E > 0), the product E (1 - |z|^2) is constant.
"""

from ..claim import EVERY_DIMENSION, Claim, Mutant, Part, Source, Stated, Statement
from ..exact import Algebra
from ..terms import Rate, dot, eq, reals
from .setting import FIELD, UNIT, h, z

SPEED = Rate(dot(z, z), (z, FIELD))
LENGTH = Statement(then=eq(SPEED, 2 * dot(z, h) * (1 - dot(z, z))))
E = reals("E")
FACTOR = ((z, FIELD), (E, 2 * dot(z, h) * E))
CONSTANT = Statement(then=eq(Rate(E * (1 - dot(z, z)), *FACTOR), 0))
TANGENT = Statement(given=(UNIT,), then=eq(dot(z, FIELD), 0))

MUTANTS = (
    Mutant(
        "projection with the wrong sign",
        LENGTH.concluding(eq(Rate(dot(z, z), (z, h + dot(z, h) * z)), LENGTH.then.rhs)),
    ),
    Mutant("no projection", LENGTH.concluding(eq(Rate(dot(z, z), (z, h)), LENGTH.then.rhs))),
    Mutant("a factor 2 lost", LENGTH.concluding(eq(SPEED, dot(z, h) * (1 - dot(z, z))))),
)

CLAIM = Claim(
    id="osc.sphere-invariance",
    title="The flow keeps the sphere",
    paper="B",
    sources=(Source("S", "z' = (I - z z^T) h keeps z on the sphere"),),
    tiers=("exact", "kernel", "sampled"),
    kernel={
        "identity": (
            "osc_field",
            "osc_norm_identity",
        ),
        "invariance": ("osc_sphere_invariance",),
    },
    as_stated=Stated("proved"),
    parts=(
        Part("length law", LENGTH, Algebra(), EVERY_DIMENSION, mutants=MUTANTS),
        Part("what starts on the sphere stays on it", CONSTANT, Algebra(), EVERY_DIMENSION),
        Part(
            "tangent on the sphere",
            TANGENT,
            Algebra(),
            EVERY_DIMENSION,
            witness={z: (1, 0), h: (3, 4)},
            drops={"unit": {z: (2, 0), h: (1, 0)}},
        ),
    ),
)
