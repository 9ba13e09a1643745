r"""For h != 0 the flow stands still exactly at e and -e; for h = 0 it stands still everywhere.

F = 0 gives <F, h> = |h|^2 - <z, h>^2 = 0, so <z, h> = s |h| with s = 1 or -1, and h = <z, h> z reads e = s z.
That z is a unit vector follows; it need not be assumed.
"""

import sympy as sp

from ..claim import EVERY_DIMENSION, Claim, Hypothesis, Mutant, Part, Source, Stated, Statement
from ..exact import Algebra
from ..terms import dot, eq, iff, ne
from .direction import DIRECTION, e
from .setting import DRIVEN, FIELD, UNIT, h, z

POLES = sp.Or(eq(z, e), eq(z, -e))
EXACTLY = Statement(given=(DIRECTION, DRIVEN), then=iff(eq(FIELD, 0), POLES))
TWO = Statement(given=(DIRECTION, DRIVEN), then=sp.And(eq(dot(e, e), 1), ne(e, -e)))
DRIVELESS = Statement(given=(Hypothesis("no drive", eq(h, 0)),), then=eq(FIELD, 0))
SOMEWHERE = {e: (1, 0), h: (2, 0), z: (-1, 0)}

CLAIM = Claim(
    id="osc.two-equilibria",
    title="Exactly two equilibria",
    paper="B",
    sources=(Source("S", "if h != 0 the flow has exactly two equilibria, z* = h/|h| and -z*"),),
    tiers=("exact", "kernel"),
    kernel={
        "exactly-two": (
            "osc_two_equilibria",
            "osc_equilibria_distinct",
            "osc_equilibria_on_sphere",
        ),
        "zero-force": ("osc_equilibria_zero",),
        "any-field": ("osc_equilibria_any_field",),
    },
    as_stated=Stated("proved"),
    parts=(
        Part(
            "exactly e and -e",
            EXACTLY,
            Algebra(),
            EVERY_DIMENSION,
            witness=SOMEWHERE,
            drops={
                DIRECTION.name: {e: (0, 1), h: (2, 0), z: (1, 0)},
                "driven": {e: (0, 1), h: (0, 0), z: (1, 0)},
            },
            mutants=(
                Mutant("e alone", EXACTLY.concluding(iff(eq(FIELD, 0), eq(z, e))), SOMEWHERE),
                Mutant(
                    "any vector along the drive",
                    EXACTLY.concluding(iff(eq(FIELD, 0), eq(dot(z, z) * dot(h, h), dot(z, h) ** 2))),
                    {e: (1, 0), h: (2, 0), z: ("51/50", 0)},
                ),
            ),
            note="on the sphere or off it: an equilibrium is a unit vector by itself",
        ),
        Part(
            "they are two points of the sphere",
            TWO,
            Algebra(),
            EVERY_DIMENSION,
            witness=SOMEWHERE,
            drops={
                DIRECTION.name: {e: (0, 0), h: (2, 0)},
                "driven": {e: (0, 0), h: (0, 0)},
            },
        ),
        Part(
            "without a drive every point",
            DRIVELESS,
            Algebra(),
            EVERY_DIMENSION,
            witness={h: (0, 0), z: (1, 0)},
            drops={"no drive": {h: (1, 0), z: (0, 1)}},
            mutants=(
                Mutant("even if driven", Statement(given=(UNIT,), then=eq(FIELD, 0)), {h: (1, 0), z: (0, 1)}),
            ),
        ),
    ),
    uses=("osc.sphere-invariance",),
)
