r"""The readout a_j = (1 + <z, r_j>)/D, D = sum_l (1 + <z, r_l>), is a probability vector for unit anchors.

For unit vectors 1 + <z, r> = |z + r|^2/2 >= 0, so D vanishes only where every r_l = -z. At the equilibrium
of positive weights, sum_l w_l r_l = s z with s > 0, it is at least 2: for the heaviest anchor r_0,

    w_0 (D - 2) = s |z - r_0|^2/2 + sum_l w_l |r_0 + r_l|^2/2 + sum_l (w_0 - w_l) |z + r_l|^2/2 >= 0,

the sums over the n other anchors, D counting all n + 1; equality exactly if r_0 = z and every r_l = -z.
"""

from typing import Any

import sympy as sp
from sympy.logic.boolalg import And

from ..claim import (
    EVERY_DIMENSION,
    EVERY_LENGTH_AND_DIMENSION,
    Claim,
    Hypothesis,
    Mutant,
    Part,
    Source,
    Stated,
    Statement,
)
from ..exact import Algebra, Positive
from ..exact.steps import Cut, Each
from ..exact.vanishing import Vanishing
from ..terms import SquaredNorm, dot, eq, family, le, lt, ne, reals, total, vectors
from .setting import POSITIVE_WEIGHTS, UNIT, UNIT_ANCHORS, N, j, l, r, w, z

D, a = reals("D"), family("a")
T = total(1 + dot(z, r[l]), l)
DENOMINATOR = Hypothesis("denominator", eq(D, T))
READOUT = Hypothesis("readout", eq(dot(z, r[j]), D * a[j] - 1))
DEFINED = Hypothesis("D != 0", ne(D, 0))
HALF = SquaredNorm(z + r[l]) / 2
"""1 + <z, r_l> for unit vectors."""

SHIFTED = Statement(given=(UNIT, UNIT_ANCHORS), then=le(0, 1 + dot(z, r[l])))
SUM = Statement(given=(DENOMINATOR, READOUT, DEFINED), then=eq(total(a[j], j), 1))
NONNEGATIVE = Statement(given=(UNIT, UNIT_ANCHORS, DENOMINATOR, READOUT, DEFINED), then=le(0, a[j]))
BY_SIGN = Cut(
    ((le(0, 1 + dot(z, r[l])), Positive(shown=HALF)), (le(0, D), Positive(shown=T))),
    Positive(shown=D * (1 + dot(z, r[j])), times=D**2),
)

EMPTY = Statement(given=(UNIT, UNIT_ANCHORS, Hypothesis("D = 0", eq(T, 0))), then=eq(r[j], -z))
OPPOSITE = Statement(given=(UNIT, Hypothesis("all opposite", eq(r[l], -z))), then=eq(T, 0))

r0, (w0, s) = vectors("r_0"), reals("w_0 s")
HEAVIEST = (Hypothesis("unit r_0", eq(dot(r0, r0), 1)), Hypothesis("r_0 is the heaviest", le(w[j], w0)))
EQUILIBRIUM = (
    Hypothesis("equilibrium", eq(w0 * r0 + total(w[l] * r[l], l), s * z)),
    Hypothesis("attracting", lt(0, s)),
)
ALL = 1 + dot(z, r0) + T
"""The denominator with the heaviest anchor counted apart."""

FIRST: Any = s * SquaredNorm(z - r0) / 2
SECOND: Any = w[l] * SquaredNorm(r0 + r[l]) / 2
THIRD: Any = (w0 - w[l]) * HALF
LIGHTER = ((le(0, w0 - w[l]), Positive()), (lt(0, w0), Positive()))
AT_LEAST_2 = Statement(
    given=(UNIT, UNIT_ANCHORS, POSITIVE_WEIGHTS, *HEAVIEST, *EQUILIBRIUM),
    then=And(le(2, ALL), le(2 + s * (1 - dot(z, r0)) / w0, ALL)),
)
CERTIFICATES = (
    Positive(shown=FIRST + total(SECOND, l) + total(THIRD, l), times=w0),
    Positive(shown=total(SECOND, l) + total(THIRD, l), times=w0),
)
TIGHT = AT_LEAST_2.assuming(Hypothesis("D = 2", eq(ALL, 2)))
OTHERS = total(SECOND, l) - SECOND.subs(l, j)
PIECES = tuple((le(0, x), Positive()) for x in (FIRST, OTHERS, total(THIRD, l)))
ATTAINED = Statement(
    given=(UNIT, Hypothesis("r_0 is z", eq(r0, z)), Hypothesis("the others are -z", eq(r[l], -z))),
    then=eq(ALL, 2),
)
ALONE = Statement(
    given=(
        UNIT,
        HEAVIEST[0],
        Hypothesis("w_0 > 0", lt(0, w0)),
        Hypothesis("equilibrium", eq(w0 * r0, s * z)),
        EQUILIBRIUM[1],
    ),
    then=eq(1 + dot(z, r0), 2),
)

IN_PLANE = {z: (1, 0), N: 2, r: (("3/5", "4/5"), (0, 1)), D: "13/5", a: ("8/13", "5/13")}
OPPOSED = {z: (1, 0), N: 1, r: ((-1, 0),)}
HEAVY = {z: (1, 0), r0: (1, 0), N: 1, r: ((-1, 0),), w: (1,), w0: 2, s: 1}
BACK = {z: (-1, 0), r0: (1, 0), N: 1, r: ((1, 0),), w: (1,), w0: 2, s: 1}
WIDE = (("-4/5", "3/5"), ("-4/5", "-3/5"))
LOOSE = {
    "unit anchors": {**HEAVY, r0: ("3/5", "4/5"), r: (("-3/5", "-8/5"),), w: ("1/2",), w0: 1, s: "3/10"},
    "positive weights": {**HEAVY, r0: ("3/5", "4/5"), N: 2, r: WIDE, w: ("-1/3", 1), w0: 1, s: "1/15"},
    "unit r_0": {**HEAVY, r0: ("3/5", 0), N: 2, r: WIDE, w: ("1/5", "1/5"), w0: 1, s: "7/25"},
    "D = 2": {z: ("4/5", "3/5"), r0: (1, 0), N: 1, r: ((0, 1),), w: (3,), w0: 4, s: 5},
}
"""Points with D = 2 (but for the last) that miss one hypothesis and the conclusion."""

CLAIM = Claim(
    id="osc.readout-simplex",
    title="The readout is a probability vector",
    paper="B",
    sources=(Source("S", "attention weights come from a normalised readout of the shifted cosines"),),
    tiers=("exact", "kernel", "sampled"),
    kernel={
        "probability": (
            "osc_readout_simplex",
            "osc_power_readout_simplex",
        ),
        "zero-denominator": (
            "osc_denominator_zero_iff",
            "osc_power_denominator_zero_iff",
        ),
        "at-least-2": ("osc_denominator_at_least_2",),
        "equals-2": ("osc_denominator_equals_2_iff",),
    },
    as_stated=Stated("proved"),
    parts=(
        Part(
            "weights sum to 1",
            SUM,
            Algebra(),
            EVERY_LENGTH_AND_DIMENSION,
            witness=IN_PLANE,
            drops={
                "denominator": {z: (1, 0), N: 1, r: ((1, 0),), D: 1, a: (2,)},
                "readout": {z: (1, 0), N: 1, r: ((1, 0),), D: 2, a: (2,)},
                "D != 0": {**OPPOSED, D: 0, a: (2,)},
            },
        ),
        Part(
            "shifted cosines >= 0",
            SHIFTED,
            Positive(shown=HALF),
            EVERY_LENGTH_AND_DIMENSION,
            witness=IN_PLANE,
            drops={"unit": {**OPPOSED, z: (2, 0)}, "unit anchors": {**OPPOSED, r: ((-2, 0),)}},
            mutants=(Mutant("strictly", SHIFTED.concluding(lt(0, SHIFTED.then.rhs)), OPPOSED),),
        ),
        Part(
            "weights >= 0",
            NONNEGATIVE,
            BY_SIGN,
            EVERY_LENGTH_AND_DIMENSION,
            witness=IN_PLANE,
            drops={
                "unit": {z: (2, 0), N: 2, r: ((-1, 0), (1, 0)), D: 2, a: ("-1/2", "3/2")},
                "unit anchors": {z: (1, 0), N: 2, r: ((-2, 0), (1, 0)), D: 1, a: (-1, 2)},
                "denominator": {z: (1, 0), N: 1, r: ((1, 0),), D: -1, a: (-2,)},
                "readout": {z: (1, 0), N: 1, r: ((1, 0),), D: 2, a: (-1,)},
                "D != 0": {**OPPOSED, D: 0, a: (-1,)},
            },
        ),
        Part(
            "D = 0: every anchor is opposite",
            EMPTY,
            Vanishing(shown=2 * (total(HALF, l) - SquaredNorm(z + r[j]) / 2)),
            EVERY_LENGTH_AND_DIMENSION,
            witness=OPPOSED,
            drops={
                "unit": {z: ("5/3", 0), N: 1, r: (("-3/5", "4/5"),)},
                "unit anchors": {**OPPOSED, r: ((-1, 1),)},
                "D = 0": {**OPPOSED, r: ((1, 0),)},
            },
        ),
        Part(
            "every anchor opposite: D = 0",
            OPPOSITE,
            Algebra(),
            EVERY_LENGTH_AND_DIMENSION,
            witness=OPPOSED,
            drops={"unit": {z: (2, 0), N: 1, r: ((-2, 0),)}, "all opposite": {**OPPOSED, r: ((0, 1),)}},
        ),
        Part(
            "D >= 2 at the equilibrium of positive weights",
            AT_LEAST_2,
            Cut(LIGHTER, Each(CERTIFICATES)),
            EVERY_LENGTH_AND_DIMENSION,
            witness=HEAVY,
            drops={
                "unit": {**HEAVY, z: (2, 0), N: 2, r: ((-1, 0), (-1, 0)), w: ("1/2", "1/2"), s: "1/2"},
                "unit anchors": {**HEAVY, r: ((-3, 0),), w0: 4},
                "positive weights": {**BACK, w: (-2,), w0: 1, s: 1},
                "unit r_0": {**HEAVY, r0: ("1/2", 0), w0: 4},
                "r_0 is the heaviest": {**HEAVY, r0: (-1, 0), r: ((1, 0),), w: (2,), w0: 1},
                "equilibrium": BACK,
                "attracting": {**BACK, s: -3},
            },
            mutants=(
                Mutant("2 % more", AT_LEAST_2.concluding(le(sp.Rational(51, 25), ALL)), HEAVY),
                Mutant("strictly", AT_LEAST_2.concluding(lt(2, ALL)), HEAVY),
            ),
        ),
        Part(
            "D = 2: the heaviest anchor is z",
            TIGHT.concluding(eq(r0, z)),
            Cut(LIGHTER, Vanishing(shown=total(SECOND, l) + total(THIRD, l), times=s / 2)),
            EVERY_LENGTH_AND_DIMENSION,
            witness=HEAVY,
            drops={
                **LOOSE,
                "unit": {**HEAVY, z: ("1/2", 0), s: 2},
                "r_0 is the heaviest": {**HEAVY, r0: (-1, 0), r: ((1, 0),), w: (2,), w0: 1},
                "equilibrium": {**HEAVY, z: ("3/5", "4/5"), r0: (0, 1), r: ((0, -1),)},
                "attracting": {**HEAVY, z: (-1, 0), s: -1},
            },
        ),
        Part(
            "D = 2: the others are opposite to it",
            TIGHT.concluding(eq(r[j], -r0)),
            Cut((*LIGHTER, *PIECES), Vanishing(shown=FIRST + OTHERS + total(THIRD, l), times=w[j] / 2)),
            EVERY_LENGTH_AND_DIMENSION,
            witness=HEAVY,
            drops={
                **LOOSE,
                "unit": {**HEAVY, z: ("5/3", 0), N: 2, r: WIDE, w: ("1/5", "1/5"), w0: 1, s: "51/125"},
                "r_0 is the heaviest": {**HEAVY, r0: (-1, 0), N: 2, r: ((1, 0), (-1, 0)), w: (3, 1), w0: 1},
                "equilibrium": {**HEAVY, r0: ("3/5", "4/5"), r: (("-3/5", "4/5"),)},
                "attracting": {**HEAVY, z: (-1, 0), N: 2, r: ((1, 0), (-1, 0)), w: (1, 1), s: -2},
            },
        ),
        Part(
            "one anchor z, the others -z: D = 2",
            ATTAINED,
            Algebra(),
            EVERY_LENGTH_AND_DIMENSION,
            witness=HEAVY,
            drops={
                "unit": {z: (2, 0), r0: (2, 0), N: 1, r: ((-2, 0),)} | {N: 2, r: ((-2, 0), (-2, 0))},
                "r_0 is z": {**HEAVY, r0: (0, 1)},
                "the others are -z": {**HEAVY, r: ((0, 1),)},
            },
        ),
        Part(
            "a single token: D = 2",
            ALONE,
            Cut(((eq(r0, z), Vanishing(shown=sp.S.Zero, times=s + w0)),), Algebra()),
            EVERY_DIMENSION,
            witness={z: (1, 0), r0: (1, 0), w0: 1, s: 1},
            drops={
                "unit": {z: ("1/2", 0), r0: (1, 0), w0: 1, s: 2},
                "unit r_0": {z: (1, 0), r0: (2, 0), w0: 1, s: 2},
                "w_0 > 0": {z: (1, 0), r0: (-1, 0), w0: -1, s: 1},
                "equilibrium": {z: (1, 0), r0: (0, 1), w0: 1, s: 1},
                "attracting": {z: (1, 0), r0: (-1, 0), w0: 1, s: -1},
            },
        ),
    ),
)
