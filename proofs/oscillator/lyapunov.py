r"""V = 1 - <z, e> is a Lyapunov function: V' = -|h| (1 - <z, e>^2).

On the sphere V = |z - e|^2 / 2 >= 0, zero at e alone, and 1 - <z, e>^2 = |z - <z, e> e|^2 >= 0, zero exactly
at the equilibria.
"""

from ..claim import EVERY_DIMENSION, Claim, Mutant, Part, Source, Stated, Statement
from ..exact import Algebra, Positive
from ..exact.steps import Cut
from ..terms import Rate, SquaredNorm, dot, eq, iff, le
from .direction import DIRECTION, UNIT_DIRECTION, e, m
from .setting import FIELD, UNIT, h, z

V = 1 - dot(z, e)
SPEED = Rate(V, (z, FIELD))
LAW = Statement(given=(DIRECTION,), then=eq(SPEED, -m * (1 - dot(z, e) ** 2)))
FALLS = Statement(given=(DIRECTION, UNIT), then=le(SPEED, 0))
STANDS = Statement(given=(DIRECTION, UNIT), then=iff(eq(SPEED, 0), eq(FIELD, 0)))
ABOVE = Statement(given=(UNIT_DIRECTION, UNIT), then=le(0, V))
BOTTOM = Statement(given=(UNIT_DIRECTION, UNIT), then=iff(eq(V, 0), eq(z, e)))
SOMEWHERE = {e: (1, 0), h: (2, 0), z: ("3/5", "4/5")}

CLAIM = Claim(
    id="osc.lyapunov",
    title="1 - <z, e> is a Lyapunov function",
    paper="B",
    sources=(Source("S", "h/|h| is a stable equilibrium"),),
    tiers=("exact", "kernel"),
    kernel={"lyapunov": ("osc_lyapunov",)},
    as_stated=Stated("proved"),
    parts=(
        Part(
            "V' = -|h| (1 - <z, e>^2)",
            LAW,
            Algebra(),
            EVERY_DIMENSION,
            witness=SOMEWHERE,
            drops={DIRECTION.name: {e: (0, 1), h: (2, 0), z: (0, 0)}},
            mutants=(
                Mutant("linear in 1 - <z, e>", LAW.concluding(eq(SPEED, -m * (1 - dot(z, e)))), SOMEWHERE),
                Mutant(
                    "2 % too fast", LAW.concluding(eq(SPEED, -m * (1 - dot(z, e) ** 2) * 51 / 50)), SOMEWHERE
                ),
            ),
            note="on the sphere or off it",
        ),
        Part(
            "V never rises",
            FALLS,
            Cut(((eq(dot(e, h), m), Algebra()),), Positive(shown=m * SquaredNorm(z - dot(z, e) * e))),
            EVERY_DIMENSION,
            witness=SOMEWHERE,
            drops={
                DIRECTION.name: {e: (-1, 0), h: (2, 0), z: ("3/5", "4/5")},
                "unit": {e: (1, 0), h: (1, 0), z: (2, 0)},
            },
        ),
        Part(
            "V stands still exactly at the equilibria",
            STANDS,
            Algebra(),
            EVERY_DIMENSION,
            witness=SOMEWHERE,
            drops={
                DIRECTION.name: {e: (0, 1), h: (1, 0), z: (0, 1)},
                "unit": {e: (1, 0), h: (1, 0), z: (1, 1)},
            },
        ),
        Part(
            "V >= 0",
            ABOVE,
            Positive(shown=SquaredNorm(z - e) / 2),
            EVERY_DIMENSION,
            witness=SOMEWHERE,
            drops={
                UNIT_DIRECTION.name: {e: (2, 0), z: (1, 0)},
                "unit": {e: (1, 0), z: (2, 0)},
            },
        ),
        Part(
            "V = 0 at e alone",
            BOTTOM,
            Algebra(),
            EVERY_DIMENSION,
            witness=SOMEWHERE,
            drops={
                UNIT_DIRECTION.name: {e: (1, 1), z: (1, 0)},
                "unit": {e: (1, 0), z: (1, 1)},
            },
        ),
    ),
    uses=("osc.two-equilibria",),
)
