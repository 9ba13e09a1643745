r"""The drive's direction attracts every start but one: almost every start, and never all of them.

In the closed form z = y / E (osc.explicit-flow), with c0 = <z0, e> and q = exp(|h| t),

    |y - E e|^2 = (1 - c0) 2 E / q <= eps^2 E^2   as soon as   (1 + c0) eps^2 q^2 >= 8,

which is so from the time (ln 8 - ln((1 + c0) eps^2)) / (2 |h|) on, for every z0 except -e. That one
never moves.
"""

from sympy import exp, log

from ..claim import EVERY_DIMENSION, Claim, Hypothesis, Mutant, Part, Source, Stated, Statement
from ..exact import Algebra, Chain, Positive
from ..exact.steps import Cut, Split, Using
from ..terms import Rate, SquaredNorm, dot, eq, iff, le, lt, ne, reals
from .direction import (
    ABOVE,
    BELOW,
    C0,
    DIRECTION,
    NOT_OPPOSITE,
    UNIT_DIRECTION,
    UNIT_START,
    e,
    growth,
    lifted,
    start,
)
from .setting import DRIVEN, FIELD, UNIT, h, z

eps, m, c, t = reals("epsilon m c t")
q = exp(m * t)
LATE = Hypothesis("late enough", le(8, (1 + C0) * eps**2 * q**2))
OPPOSITE = Hypothesis("z = -e", eq(z, -e))
RUNS = Hypothesis("m > 0", lt(0, m))

FLOWN = Hypothesis("z is where the flow takes z0", eq(growth(q) * z, lifted(q)))
ARRIVES = Statement(given=(UNIT_DIRECTION, UNIT_START, LATE, FLOWN), then=le(dot(z - e, z - e), eps**2))
SOME_TIME = Statement(
    given=(UNIT_DIRECTION, UNIT_START, NOT_OPPOSITE, Hypothesis("eps is not 0", ne(eps, 0))),
    then=lt(0, (1 + C0) * eps**2),
)
CLOCK = Statement(given=(RUNS,), then=iff(le((log(8) - c) / (2 * m), t), le(8, exp(c) * exp(m * t) ** 2)))
FIXED = Statement(given=(DIRECTION, OPPOSITE), then=eq(FIELD, 0))
FAR = Statement(given=(UNIT_DIRECTION, OPPOSITE), then=eq(dot(z - e, z - e), 4))

RISES = (
    lt(0, growth(q)),
    Using(("lemma 1", "lemma 2"), Split(1 + C0, Positive(), Positive(shown=1 / q), Positive())),
)
SHARE = growth(q) / (2 * q)
SHOWN = SHARE * ((1 + C0) * eps**2 * q**2 - 8) + 4 * SHARE * (1 + C0) + SHARE * (1 - C0) * eps**2
AT_ONCE = {e: (1, 0), start: ("3/5", "4/5"), z: ("3/5", "4/5"), m: 1, t: 0, eps: 3}
AT = {e: (1, 0), start: ("3/5", "4/5"), m: 1, t: 2, eps: 1}

CLAIM = Claim(
    id="osc.almost-global",
    title="Every start but one converges to the direction of the drive",
    paper="B",
    sources=(
        Source("P", "globally attractive from almost every start"),
        Source("L", "the boats always find the right place"),
    ),
    tiers=("exact", "kernel"),
    kernel={"all-but-one": ("osc_almost_global",), "never-global": ("osc_never_global",)},
    as_stated=Stated(
        "imprecise",
        statement=Statement(
            given=(DIRECTION, DRIVEN, UNIT, Hypothesis("not there yet", ne(z, e))),
            then=lt(0, Rate(dot(z, e), (z, FIELD))),
        ),
        at={e: (1, 0), h: (1, 0), z: (-1, 0)},
        why="'almost every start' holds; 'always' fails at the antipode, which never moves",
    ),
    parts=(
        Part(
            "within eps of e from some time on",
            ARRIVES,
            Cut((ABOVE, BELOW, RISES), Positive(times=growth(q) ** 2, shown=SHOWN)),
            EVERY_DIMENSION,
            witness=AT_ONCE,
            drops={
                UNIT_DIRECTION.name: {**AT_ONCE, e: (10, 0), start: (1, 0), z: (1, 0), eps: 1},
                UNIT_START.name: {**AT_ONCE, start: (0, 10), z: (0, 10)},
                LATE.name: {**AT_ONCE, eps: "1/2"},
                FLOWN.name: {**AT_ONCE, z: (100, 0)},
            },
            mutants=(
                Mutant("a tenth as far", ARRIVES.concluding(le(dot(z - e, z - e), eps**2 / 100)), AT_ONCE),
            ),
        ),
        Part(
            "such a time exists unless z0 = -e",
            SOME_TIME,
            Positive(shown=SquaredNorm(start + e) * eps**2 / 2),
            EVERY_DIMENSION,
            witness=AT,
            drops={
                UNIT_DIRECTION.name: {**AT, e: (-2, 0), start: (1, 0)},
                UNIT_START.name: {**AT, start: (-2, 0)},
                NOT_OPPOSITE.name: {**AT, start: (-1, 0)},
                "eps is not 0": {**AT, eps: 0},
            },
        ),
        Part(
            "the time",
            CLOCK,
            Chain((("times", 2 * m), ("plus", c), ("apply", exp))),
            witness={m: 1},
            drops={"m > 0": {m: -1, c: 3, t: 1}},
            mutants=(
                Mutant(
                    "2 % earlier",
                    CLOCK.concluding(
                        iff(le((log(8) - c) / (2 * m) * 49 / 50, t), le(8, exp(c) * exp(m * t) ** 2))
                    ),
                    {m: 1, c: 0, t: "103/100"},
                ),
            ),
            note="m stands for |h| and exp(c) for (1 + c0) eps^2",
        ),
        Part(
            "-e never moves",
            FIXED,
            Algebra(),
            EVERY_DIMENSION,
            witness={e: (1, 0), h: (2, 0), z: (-1, 0)},
            drops={
                DIRECTION.name: {e: (1, 0), h: (0, 1), z: (-1, 0)},
                "z = -e": {e: (1, 0), h: (1, 0), z: (0, 1)},
            },
        ),
        Part(
            "and stays at the distance 2",
            FAR,
            Algebra(),
            EVERY_DIMENSION,
            witness={e: (1, 0), z: (-1, 0)},
            drops={UNIT_DIRECTION.name: {e: (2, 0), z: (-2, 0)}, "z = -e": {e: (1, 0), z: (0, 1)}},
        ),
    ),
    uses=("osc.explicit-flow", "osc.two-equilibria"),
)
