r"""When positive weights guarantee a drive h = sum_j w_j r_j != 0, and when they do not.

- r_2 = -r_1 with equal weights gives h = 0 in every dimension.
- Given anchors, all positive weights give h != 0 exactly if some v has <v, r_j> >= 0 for all j, not all
  zero (Stiemke): then <v, h> > 0. Conversely let w minimise |sum_j w_j r_j| over weights >= 1 and v be
  that sum. If v = 0 some positive weights give h = 0; else moving one weight up does not shorten v, so
  <v, r_j> >= 0, and sum_j w_j <v, r_j> = |v|^2 > 0.
- Given weights, all unit anchors give h != 0 exactly if one weight w_0 exceeds the sum of the others:
  <r_0, h> = w_0 - sum w_j + sum w_j |r_0 + r_j|^2 / 2 > 0. Otherwise put the heaviest on one side, a =
  w_0, and the others one by one from a group of sum b into one of sum c, until b - c <= a: no step is
  longer than 2 a, so |b - c| <= a <= b + c, and a triangle with the sides a, b, c closes.
- One anchor independent of the others: h = 0 asks it to hit one point.
"""

import sympy as sp

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
from ..exact.apart import Apart
from ..exact.steps import Cut, Each, Using
from ..terms import N, SquaredNorm, dot, eq, le, lt, ne, reals, total, vectors
from .setting import DRIVE, POSITIVE_WEIGHTS, UNIT_ANCHORS, j, r, w

v, r0, g, x, y = vectors("v r0 g x y")
w0, s, a, b, c, area = reals("w0 s a b c A")

CANCEL = Statement(
    given=(Hypothesis("opposite anchors", eq(g, -r0)), Hypothesis("equal weights", eq(s, w0))),
    then=eq(w0 * r0 + s * g, 0),
)
FORWARD = Hypothesis("<v, r_j> >= 0", le(0, dot(v, r[j])))
NOT_ALL_ZERO = Hypothesis("not all zero", ne(total(dot(v, r[j]), j), 0))
SUFFICIENT = Statement(given=(POSITIVE_WEIGHTS, FORWARD, NOT_ALL_ZERO), then=ne(DRIVE, 0))

BACKWARD = Hypothesis("<v, g> < 0", lt(dot(v, g), 0))
STEP = Hypothesis("the step", eq(s * dot(g, g), -dot(v, g)))
SHORTENS = Statement(given=(BACKWARD, STEP), then=sp.And(lt(0, s), lt(dot(v + s * g, v + s * g), dot(v, v))))
DRIVE_V = Hypothesis("v is the drive", eq(v, DRIVE))
SUPPORTED = Statement(
    given=(DRIVE_V, Hypothesis("v is not 0", ne(v, 0)), FORWARD),
    then=lt(0, total(dot(v, r[j]), j)),
)

UNIT_HEAVY = Hypothesis("r0 is a unit vector", eq(dot(r0, r0), 1))
WEIGHTS = Hypothesis("weights >= 0", le(0, w[j]))
HEAVY = Hypothesis("w0 exceeds the sum of the others", lt(total(w[j], j), w0))
NEARNESS = total(w[j] * SquaredNorm(r0 + r[j]), j)
DOMINATED = Statement(given=(UNIT_HEAVY, UNIT_ANCHORS, WEIGHTS, HEAVY), then=ne(w0 * r0 + DRIVE, 0))

REST = Hypothesis("a <= b + c", le(a, b + c))
BEFORE = Hypothesis("b - c > a one step before", lt(a, (b + s) - (c - s)))
STOP = Hypothesis("b - c <= a", le(b - c, a))
HEAVIEST = Hypothesis("no step is longer than a", le(s, a))
GROUPS = Statement(
    given=(REST, BEFORE, STOP, HEAVIEST), then=sp.And(le(a, b + c), le(b, a + c), le(c, a + b))
)

HERON = (a + b + c) * (b + c - a) * (a + c - b) * (a + b - c)
"""16 times the squared area of a triangle."""
SIDES = (REST, Hypothesis("b <= a + c", le(b, a + c)), Hypothesis("c <= a + b", le(c, a + b)))
AREA = Statement(given=SIDES, then=le(0, HERON))
PLANE = Hypothesis("x, y are orthonormal", sp.And(eq(dot(x, x), 1), eq(dot(y, y), 1), eq(dot(x, y), 0)))
SECOND = -(a**2 + b**2 - c**2) * x + area * y
THIRD = -(a**2 - b**2 + c**2) * x - area * y
"""2 a times the sides of lengths b and c of a triangle whose first side is a x."""
TRIANGLE = Statement(
    given=(PLANE, Hypothesis("A is 4 times the area", eq(area**2, HERON))),
    then=sp.And(
        eq(SECOND + THIRD, -2 * a * (a * x)),
        eq(dot(SECOND, SECOND), (2 * a * b) ** 2),
        eq(dot(THIRD, THIRD), (2 * a * c) ** 2),
    ),
)
ONE_POINT = Statement(
    given=(
        Hypothesis("w0 is not 0", ne(w0, 0)),
        Hypothesis("x gives no drive", eq(w0 * x + g, 0)),
        Hypothesis("y gives no drive", eq(w0 * y + g, 0)),
    ),
    then=eq(x, y),
)

ANCHORS = {N: 2, w: (1, 2), r: ((1, 0), (0, 1)), v: (1, 2)}
PAIR = {N: 2, w: (1, 1), r: ((1, 0), (-1, 0))}
NONZERO = (ne(g, 0), Using((BACKWARD.name,), Apart(along=-v, shown=-dot(v, g))))
SHORTER = Positive(times=dot(g, g), shown=dot(v, g) ** 2)
WEIGHED = (
    lt(0, total(w[j] * dot(v, r[j]), j)),
    Using((DRIVE_V.name, "v is not 0"), Positive(shown=dot(v, v))),
)

CLAIM = Claim(
    id="osc.positivity",
    title="Positive weights and a drive that does not vanish",
    paper="B",
    sources=(Source("S", "the weights are positive; h != 0 is assumed"),),
    tiers=("exact", "kernel"),
    kernel={
        "not-enough": ("osc_antipodal_anchors",),
        "given-anchors": ("osc_given_anchors",),
        "given-weights": (
            "osc_given_weights",
            "osc_polygon",
        ),
        "one-position": ("osc_one_position",),
    },
    as_stated=Stated(
        "imprecise",
        statement=Statement(given=(POSITIVE_WEIGHTS, UNIT_ANCHORS), then=ne(DRIVE, 0)),
        at=PAIR,
        why="h != 0 must be assumed: positive weights do not give it",
    ),
    parts=(
        Part(
            "anchors in a half-space: h != 0 for all positive weights",
            SUFFICIENT,
            Apart(along=v),
            EVERY_LENGTH_AND_DIMENSION,
            witness=ANCHORS,
            drops={
                POSITIVE_WEIGHTS.name: {**ANCHORS, w: (0, 0)},
                FORWARD.name: {**PAIR, v: (1, 0), w: (1, 2), r: ((2, 0), (-1, 0))},
                NOT_ALL_ZERO.name: {**PAIR, v: (0, 1)},
            },
        ),
        Part(
            "positivity alone does not do",
            CANCEL,
            Algebra(),
            EVERY_DIMENSION,
            witness={r0: (1, 0), g: (-1, 0), w0: 1, s: 1},
            drops={
                "opposite anchors": {r0: (1, 0), g: (0, 1), w0: 1, s: 1},
                "equal weights": {r0: (1, 0), g: (-1, 0), w0: 1, s: 2},
            },
        ),
        Part(
            "no half-space: a shorter drive, if an anchor points away from it",
            SHORTENS,
            Cut((NONZERO,), Each((Positive(times=dot(g, g), shown=-dot(v, g)), SHORTER))),
            EVERY_DIMENSION,
            witness={v: (1, 0), g: (-1, 0), s: 1},
            drops={
                BACKWARD.name: {v: (1, 0), g: (1, 0), s: -1},
                STEP.name: {v: (1, 0), g: (-1, 0), s: 3},
            },
            given=("quadratic-minimum",),
            note="at the minimum over weights >= 1 no step s > 0 shortens v, so <v, r_j> >= 0 for all j",
        ),
        Part(
            "no half-space: the shortest drive is 0",
            SUPPORTED,
            Cut((WEIGHED,), Positive()),
            EVERY_LENGTH_AND_DIMENSION,
            witness=ANCHORS,
            drops={
                DRIVE_V.name: {**ANCHORS, v: (1, 0), r: ((0, 1), (0, 1))},
                "v is not 0": {**PAIR, v: (0, 0)},
                FORWARD.name: {N: 2, w: (2, 1), r: ((1, 0), (-1, 0)), v: (1, 0)},
            },
            given=("quadratic-minimum",),
            note="else v itself is a half-space: all <v, r_j> >= 0, and their sum is not 0",
        ),
        Part(
            "one weight exceeds the others: h != 0 for all unit anchors",
            DOMINATED,
            Cut(
                ((le(0, NEARNESS), Positive()),),
                Apart(along=r0, shown=(w0 - total(w[j], j)) + NEARNESS / 2),
            ),
            EVERY_LENGTH_AND_DIMENSION,
            witness={**PAIR, r0: (0, 1), w0: 3},
            drops={
                UNIT_HEAVY.name: {**PAIR, r0: (0, 0), w0: 3},
                UNIT_ANCHORS.name: {N: 1, w: (1,), r: ((-2, 0),), r0: (1, 0), w0: 2},
                WEIGHTS.name: {N: 1, w: (-1,), r: ((0, 1),), r0: (0, 1), w0: 1},
                HEAVY.name: {N: 1, w: (1,), r: ((-1, 0),), r0: (1, 0), w0: 1},
            },
            mutants=(
                Mutant(
                    "or equals their sum",
                    DOMINATED.assuming(Hypothesis(HEAVY.name, le(total(w[j], j), w0))),
                    {N: 1, w: (1,), r: ((-1, 0),), r0: (1, 0), w0: 1},
                ),
            ),
        ),
        Part(
            "otherwise three groups satisfy the triangle inequalities",
            GROUPS,
            Positive(),
            witness={a: 2, b: 2, c: 2, s: 2},
            drops={
                REST.name: {a: 5, b: 1, c: 1, s: 3},
                BEFORE.name: {a: 1, b: 0, c: 5, s: 0},
                STOP.name: {a: 1, b: 5, c: 0, s: 1},
                HEAVIEST.name: {a: 1, b: 0, c: 4, s: 5},
            },
            note="one of finitely many steps is the first, as b - c < 0 in the end; if none is needed, c = 0 and a = b",
        ),
        Part(
            "such a triangle has an area",
            AREA,
            Positive(),
            witness={a: 3, b: 4, c: 5},
            drops={
                REST.name: {a: 3, b: 1, c: 1},
                "b <= a + c": {a: 1, b: 3, c: 1},
                "c <= a + b": {a: 1, b: 1, c: 3},
            },
        ),
        Part(
            "and closes, so that h = 0",
            TRIANGLE,
            Algebra(),
            EVERY_DIMENSION,
            witness={a: 3, b: 4, c: 5, area: 24, x: (1, 0), y: (0, 1)},
            drops={
                PLANE.name: {a: 3, b: 4, c: 5, area: 24, x: (1, 0), y: (0, 2)},
                "A is 4 times the area": {a: 3, b: 4, c: 5, area: 25, x: (1, 0), y: (0, 1)},
            },
            note="in every d >= 2; the anchors of the three groups are x and the directions of the sides",
        ),
        Part(
            "a random anchor must hit one point",
            ONE_POINT,
            Algebra(),
            EVERY_DIMENSION,
            witness={w0: 1, x: (1, 0), y: (1, 0), g: (-1, 0)},
            drops={
                "w0 is not 0": {w0: 0, x: (1, 0), y: (0, 1), g: (0, 0)},
                "x gives no drive": {w0: 1, x: (0, 1), y: (1, 0), g: (-1, 0)},
                "y gives no drive": {w0: 1, x: (1, 0), y: (0, 1), g: (-1, 0)},
            },
            given=("no-atoms",),
            note="an anchor with a density, independent of the others, does so with probability 0",
        ),
    ),
)
