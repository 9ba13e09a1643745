r"""With token-independent gates the score measures a distance on the torus; with others it need not.

D(x, y) = 2 sum_c gq_c gk_c (1 - cos(x_c - y_c)) is the squared distance of the points sqrt(g_c) (cos x_c,
sin x_c) of R^2k, g_c = gq_c gk_c > 0, and the score is sum_c g_c - D/2. Hence D >= 0, zero only between
equal points of the torus, and sqrt(D) obeys the triangle inequality (Cauchy and Schwarz, by Lagrange's
identity). A drift moves x to theta + omega p.

Gates that depend on the token have mean 1 over the coordinates: at k = 1 they are 1. For k >= 2 take tokens
that differ in coordinate l only, 1 - cos of their difference being delta_cl (1 - cos a). Two of them have
D(t, s) = 2 gq_tl gk_sl (1 - cos a), not symmetric. Three, with gq = gk = 8/5 or 2/5 in coordinate l, in turn,
2/5 or 8/5 in another coordinate and 1 in the rest, and phases 0, a, 2a, have D(1, 2) = D(2, 3) and
D(1, 3) - 4 D(1, 2) = (128/25) (1 - cos a) (1 + 2 cos a).
"""

from typing import Any

from sympy import And, Expr, KroneckerDelta, Rational, cos, sin, sqrt

from ..claim import Claim, Hypothesis, Mutant, Part, Scope, Source, Stated, Statement
from ..exact import Algebra, Positive, Turn
from ..exact.steps import BySquares, Cut, Equal
from ..exact.tight import Tight
from ..terms import K, Square, coordinates, eq, family, implies, le, lt, ne, reals, total

EVERY_K = Scope(kind="all", text="every number k of coordinates")
gq, gk, x, y, z = family("gq"), family("gk"), family("x"), family("y"), family("z")
theta, eta, omega = family("theta"), family("eta"), family("omega")
c, l = coordinates("c l")
p, q = reals("p q")


def apart(a: Any, b: Any) -> Expr:
    """D, the squared distance of two points of the torus."""
    return 2 * total(gq[c] * gk[c] * (1 - cos(a[c] - b[c])), c)


def chord(a: Any, b: Any, j: Any, half: Any) -> Expr:
    """One entry of the difference of two points in the plane of coordinate j."""
    return half(a[j]) - half(b[j])


POSITIVE = (Hypothesis("gq > 0", lt(0, gq[c])), Hypothesis("gk > 0", lt(0, gk[c])))
EMBEDDED = Statement(
    then=eq(apart(x, y), total(gq[c] * gk[c] * (chord(x, y, c, cos) ** 2 + chord(x, y, c, sin) ** 2), c))
)
SCORE = Statement(
    then=eq(total(gq[c] * gk[c] * cos(x[c] - y[c]), c), total(gq[c] * gk[c], c) - apart(x, y) / 2)
)
SYMMETRIC = Statement(then=eq(apart(x, y), apart(y, x)))
SIGN = Statement(given=POSITIVE, then=le(0, apart(x, y)))
SEPARATES = Statement(
    given=(*POSITIVE, Hypothesis("at distance 0", eq(apart(x, y), 0))),
    then=And(eq(cos(x[l] - y[l]), 1), eq(sin(x[l] - y[l]), 0)),
)
SAME = Statement(given=(Hypothesis("equal points", eq(cos(x[c] - y[c]), 1)),), then=eq(apart(x, y), 0))
TRIANGLE = Statement(given=POSITIVE, then=le(sqrt(apart(x, z)), sqrt(apart(x, y)) + sqrt(apart(y, z))))

INNER = total(
    gq[c] * gk[c] * (chord(x, y, c, cos) * chord(y, z, c, cos) + chord(x, y, c, sin) * chord(y, z, c, sin)),
    c,
)


def minor(half: Any, other: Any) -> Expr:
    """A 2 x 2 minor of the two difference vectors."""
    return chord(x, y, c, half) * chord(y, z, l, other) - chord(y, z, c, half) * chord(x, y, l, other)


LAGRANGE = total(
    gq[c]
    * gk[c]
    * gq[l]
    * gk[l]
    * (Square(minor(cos, cos)) / 2 + Square(minor(sin, sin)) / 2 + Square(minor(cos, sin))),
    c,
    l,
)
LENGTHS = sqrt(apart(x, y)) * sqrt(apart(y, z))
MINKOWSKI = Cut(
    ((le(INNER, LENGTHS), BySquares(Positive(shown=LAGRANGE), Positive())),),
    BySquares(Positive(shown=2 * (LENGTHS - INNER)), Positive()),
)

DRIFT = Statement(
    given=(
        Hypothesis("x drifts", eq(x[c], theta[c] + omega[c] * p)),
        Hypothesis("y drifts", eq(y[c], eta[c] + omega[c] * q)),
    ),
    then=eq(apart(x, y), 2 * total(gq[c] * gk[c] * (1 - cos(theta[c] - eta[c] + omega[c] * (p - q))), c)),
)

angle, gate, raw, mean = reals("alpha g f m")


def between(gates: Any, others: Any, *steps: Any) -> Expr:
    """D of two tokens with gates of their own, from the differences of their phases."""
    return 2 * sum(s * t * (1 - cos(step)) for s, t, step in zip(gates, others, steps, strict=True))


HEAVY, LIGHT = (Rational(8, 5), Rational(2, 5)), (Rational(2, 5), Rational(8, 5))
FIRST, SECOND = between(HEAVY, LIGHT, angle, 0), between(LIGHT, HEAVY, angle, 0)
WHOLE = between(HEAVY, HEAVY, 2 * angle, 0)
DETOUR = Statement(
    given=(
        Hypothesis("the phases differ", lt(cos(angle), 1)),
        Hypothesis("by less than 120 degrees", lt(-Rational(1, 2), cos(angle))),
    ),
    then=lt(sqrt(FIRST) + sqrt(SECOND), sqrt(WHOLE)),
)
ONE = Statement(
    given=(
        Hypothesis("the gate times the mean is the raw gate", eq(gate * mean, raw)),
        Hypothesis("the mean of one is itself", eq(mean, raw)),
        Hypothesis("raw gate != 0", ne(raw, 0)),
    ),
    then=eq(gate, 1),
)

o = coordinates("o")
TILT = Rational(3, 5) * (KroneckerDelta(c, l) - KroneckerDelta(c, o))
MORE, LESS = 1 + TILT, 1 - TILT
"""The gates 8/5, 2/5 and 2/5, 8/5 in coordinates l and o, 1 in every other."""
hq, hk = family("hq"), family("hk")


def along(gates: Any, others: Any, step: Any) -> Expr:
    """D of two tokens whose phases differ in coordinate l only, by a step."""
    return 2 * total(gates * others * KroneckerDelta(c, l) * (1 - cos(step)), c)


MEANS = Statement(then=And(eq(total(MORE, c) / K, 1), eq(total(LESS, c) / K, 1)))
LONGER = Statement(
    then=implies(
        ne(l, o),
        And(
            eq(along(MORE, LESS, angle), FIRST),
            eq(along(LESS, MORE, angle), SECOND),
            eq(along(MORE, MORE, 2 * angle), WHOLE),
        ),
    )
)
UNEQUAL_GATES, DIFFERENT = ne(gq[l] * gk[l], hq[l] * hk[l]), ne(cos(angle), 1)
ORDERED = Statement(
    then=implies(And(UNEQUAL_GATES, DIFFERENT), ne(along(gq[c], gk[c], angle), along(hq[c], hk[c], -angle)))
)
TURNED = {
    K: 2,
    gq: ("8/5", "2/5"),
    gk: ("8/5", "2/5"),
    hq: ("2/5", "8/5"),
    hk: ("2/5", "8/5"),
    angle: Turn(1),
}

BENT = {K: 2, gq: (1, -1), gk: (1, 1)}
CORNERS = {x: (Turn(0), Turn(0)), y: (Turn(1), Turn(1)), z: (Turn("oo"), Turn(0))}
HERE = {K: 1, gq: (1,), gk: (1,), x: (Turn(0),), y: (Turn(0),), z: (Turn(1),)}
BACK = {K: 2, gq: (1, 1), gk: (1, -1)}

CLAIM = Claim(
    id="kur.score-metric",
    title="With token-independent gates the score is a metric on the torus; with others it need not be",
    paper="A",
    sources=(Source("P", "the gated score is a learned metric on the torus"),),
    tiers=("exact",),
    as_stated=Stated(
        "imprecise",
        Statement(then=le(sqrt(WHOLE), sqrt(FIRST) + sqrt(SECOND))),
        {angle: Turn(1)},
        "with gates that depend on the token there is no triangle inequality, and no symmetry",
    ),
    parts=(
        Part(
            "a squared distance in R^2k",
            EMBEDDED,
            Algebra(),
            EVERY_K,
            mutants=(
                Mutant(
                    "a constant 2 % too large",
                    EMBEDDED.concluding(eq(apart(x, y) * 51 / 50, EMBEDDED.then.rhs)),
                    {**HERE, x: (Turn(1),)},
                ),
            ),
        ),
        Part("the score is a constant minus half of it", SCORE, Algebra(), EVERY_K),
        Part("symmetric", SYMMETRIC, Algebra(), EVERY_K),
        Part(
            "not negative",
            SIGN,
            Positive(),
            EVERY_K,
            witness=HERE,
            drops={
                "gq > 0": {**HERE, gq: (-1,), x: (Turn(1),)},
                "gk > 0": {**HERE, gk: (-1,), x: (Turn(1),)},
            },
            mutants=(Mutant("positive", SIGN.concluding(lt(0, apart(x, y))), HERE),),
        ),
        Part(
            "zero only between equal points",
            SEPARATES,
            Tight(shown=total(gq[c] * gk[c] * (1 - cos(x[c] - y[c])), c)),
            EVERY_K,
            witness=HERE,
            drops={
                "gq > 0": {**BENT, **CORNERS},
                "gk > 0": {**BACK, **CORNERS},
                "at distance 0": {**HERE, x: (Turn(1),)},
            },
        ),
        Part(
            "zero between equal points",
            SAME,
            Equal(Positive(), Positive()),
            EVERY_K,
            witness=HERE,
            drops={"equal points": {**HERE, x: (Turn(1),)}},
        ),
        Part(
            "the triangle inequality",
            TRIANGLE,
            MINKOWSKI,
            EVERY_K,
            witness=HERE,
            drops={"gq > 0": {**BENT, **CORNERS}, "gk > 0": {**BACK, **CORNERS}},
        ),
        Part(
            "with drift, the distance of drifted phases",
            DRIFT,
            Algebra(),
            EVERY_K,
            witness={K: 1, x: (1,), y: (0,), theta: (0,), eta: (0,), omega: (1,), p: 1, q: 0},
            drops={
                name: {
                    K: 1,
                    gq: (1,),
                    gk: (1,),
                    x: (i,),
                    y: (j,),
                    theta: (0,),
                    eta: (0,),
                    omega: (0,),
                    p: 0,
                    q: 0,
                }
                for name, i, j in (("x drifts", 1, 0), ("y drifts", 0, 1))
            },
        ),
        Part(
            "one coordinate: a gate over its mean is 1",
            ONE,
            Algebra(),
            witness={gate: 1, mean: 2, raw: 2},
            drops={
                "the gate times the mean is the raw gate": {gate: 3, mean: 2, raw: 2},
                "the mean of one is itself": {gate: 2, mean: 1, raw: 2},
                "raw gate != 0": {gate: 2, mean: 0, raw: 0},
            },
        ),
        Part(
            "gates of the tokens: not symmetric",
            ORDERED,
            Algebra(),
            EVERY_K,
            mutants=(
                Mutant(
                    "the same products of gates",
                    ORDERED.concluding(implies(DIFFERENT, ORDERED.then.args[1])),
                    TURNED | {hq: ("8/5", "2/5"), hk: ("8/5", "2/5")},
                ),
                Mutant(
                    "the same phases",
                    ORDERED.concluding(implies(UNEQUAL_GATES, ORDERED.then.args[1])),
                    TURNED | {angle: Turn(0)},
                ),
            ),
        ),
        Part(
            "k >= 2: gates 1 +- 3/5 in two coordinates and 1 in the rest have mean 1",
            MEANS,
            Algebra(),
            EVERY_K,
        ),
        Part(
            "k >= 2: with them the distances are those of k = 2",
            LONGER,
            Algebra(),
            EVERY_K,
            mutants=(
                Mutant(
                    "k = 1",
                    LONGER.concluding(eq(along(MORE, MORE, 2 * angle), WHOLE)),
                    {K: 1, angle: Turn(1)},
                ),
            ),
        ),
        Part(
            "gates of the tokens, gq = gk: no triangle inequality",
            DETOUR,
            BySquares(
                Positive(shown=(1 - cos(angle)) * (1 + 2 * cos(angle)) * Rational(128, 25)), Positive()
            ),
            Scope(kind="all", text="k = 2, all angles below 120 degrees"),
            witness={angle: Turn(1)},
            drops={
                "the phases differ": {angle: Turn(0)},
                "by less than 120 degrees": {angle: Turn("oo")},
            },
        ),
    ),
)
