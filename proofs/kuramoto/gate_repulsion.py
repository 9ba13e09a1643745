r"""The signed value gate: v a is Kuramoto's term only for v = 1, and for v < 0 it drives the phase away.

Hold G. With a the increment and b the radial part, a^2 + b^2 = R^2, the coherence sum_u A_u cos(theta_u -
theta_t) is b; after a step s it is b cos s + a sin s. For s = v a, v < 0, it falls at the rate v a^2 < 0,
and by

    b - b cos s - a sin s = (2 sin q / -v) (v a cos q - v b sin q),  q = v a/2,  a < 0 (else mirror a and s).

Let |v| R <= 2. Then q <= 1, and the bracket is positive, for (v a cos q)^2 - (v b sin q)^2 = 4 (q^2 - sin^2
q) + (4 - v^2 R^2) sin^2 q > 0. A longer step can jump over the phase opposite to G and gain coherence.
"""

from sympy import Or, Rational, cos, pi, sin, tan

from ..claim import EVERY_LENGTH, Claim, Hypothesis, Mutant, Part, Source, Stated, Statement
from ..exact import Algebra, Positive, Turn
from ..exact.lemmas import Lemma, With
from ..exact.shape import Rising
from ..exact.steps import Absurd, BySquares, Cut, Mirror, Split, Using
from ..terms import N, Rate, eq, iff, le, lt, ne, reals, total
from .setting import COUPLING, IM, PULL, RE, A, t, theta, u

v, s, a, b, x = reals("v s a b x")

COHERENCE = total(A[u] * cos(theta[u] - t), u)
RADIAL = cos(t) * RE + sin(t) * IM
RAW = Statement(then=iff(eq(v * PULL, COUPLING), Or(eq(v, 1), eq(PULL, 0))))
AFTER = Statement(then=eq(total(A[u] * cos(theta[u] - (t + s)), u), cos(s) * COHERENCE + sin(s) * PULL))
LENGTH = Statement(then=eq(PULL**2 + COHERENCE**2, RE**2 + IM**2))

REPELS, MOVES = Hypothesis("v < 0", lt(v, 0)), Hypothesis("a != 0", ne(a, 0))
SPEED = Statement(
    given=(REPELS, Hypothesis("a != 0", ne(PULL, 0))), then=lt(Rate(COHERENCE, (t, v * PULL)), 0)
)


def bounded(by: Rational) -> Hypothesis:
    """|v| R at most a bound, R^2 = a^2 + b^2."""
    return Hypothesis("abs(v) R <= 2", le(v**2 * (a**2 + b**2), by**2))


FALLS = Statement(given=(REPELS, bounded(Rational(2)), MOVES), then=lt(b * cos(v * a) + a * sin(v * a), b))

q = v * a / 2
SINE = Lemma(
    Statement(
        given=(Hypothesis("x > 0", lt(0, x)), Hypothesis("x < pi", lt(x, pi))),
        then=lt(sin(x), x),
    ),
    Rising(x, 0, pi, rate=sin(x) * tan(x / 2)),
    at={x: q},
)
SPREAD = 4 * (q - sin(q)) * (q + sin(q)) + (4 - v**2 * (a**2 + b**2)) * sin(q) ** 2
NEGATIVE = Cut(
    (
        (lt(0, v * a), Positive()),
        (le(0, v**2 * b**2), Positive()),
        (le(v * a, 2), BySquares(Positive(shown=(4 - v**2 * (a**2 + b**2)) + v**2 * b**2), Positive())),
    ),
    With(
        (SINE,),
        Cut(
            ((lt(v * b * sin(q), v * a * cos(q)), BySquares(Positive(shown=SPREAD), Positive())),),
            Positive(shown=2 * sin(q) * (v * a * cos(q) - v * b * sin(q)), times=-v),
        ),
    ),
)

STEP = Statement(
    given=(
        REPELS,
        Hypothesis("abs(v) R <= 2", le(v**2 * (RE**2 + IM**2), 4)),
        Hypothesis("a is the increment", eq(a, PULL)),
        Hypothesis("b is the coherence", eq(b, COHERENCE)),
        MOVES,
    ),
    then=lt(total(A[u] * cos(theta[u] - (t + v * a)), u), b),
)
BY_FALLING = Split(a, NEGATIVE, Absurd(Algebra()), Mirror(a, NEGATIVE))
BY_STEP = Cut(
    (
        (le(v**2 * (a**2 + b**2), 4), Positive(shown=4 - v**2 * (RE**2 + IM**2))),
        (FALLS.then, Using((REPELS.name, "lemma 1", MOVES.name), BY_FALLING)),
    ),
    Positive(shown=b - b * cos(v * a) - a * sin(v * a)),
)
UP = {N: 1, v: -1, A: (1,), theta: (Turn(1),), t: Turn(0), a: 1, b: 0}

CLAIM = Claim(
    id="kur.gate-repulsion",
    title="A negative value gate repels; only the raw increment is Kuramoto's",
    paper="A",
    sources=(Source("P", "every step is exactly a Kuramoto step"),),
    tiers=("exact", "sampled"),
    as_stated=Stated(
        "imprecise",
        Statement(then=eq(v * PULL, COUPLING)),
        {N: 1, v: -1, A: (1,), theta: (Turn(1),), t: Turn(0)},
        "of the raw increment; the value gate v scales it and may turn it round",
    ),
    parts=(
        Part(
            "v a is the coupling term iff v = 1 or a = 0",
            RAW,
            Algebra(),
            EVERY_LENGTH,
            mutants=(
                Mutant(
                    "v = -1 too",
                    RAW.concluding(iff(eq(v * PULL, COUPLING), Or(eq(v**2, 1), eq(PULL, 0)))),
                    {N: 1, v: -1, A: (1,), theta: (Turn(1),), t: Turn(0)},
                ),
            ),
        ),
        Part("coherence after a step s", AFTER, Algebra(), EVERY_LENGTH),
        Part("a^2 + b^2 = R^2", LENGTH, Algebra(), EVERY_LENGTH),
        Part(
            "a negative gate lowers the coherence",
            SPEED,
            Positive(shown=-v * PULL**2),
            EVERY_LENGTH,
            witness={N: 1, v: -1, A: (1,), theta: (Turn(1),), t: Turn(0)},
            drops={
                "v < 0": {N: 1, v: 1, A: (1,), theta: (Turn(1),), t: Turn(0)},
                "a != 0": {N: 1, v: -1, A: (1,), theta: (Turn(0),), t: Turn(0)},
            },
        ),
        Part(
            "by the whole step v a: in terms of a and b",
            FALLS,
            BY_FALLING,
            witness={a: 1, b: 0, v: -1},
            drops={
                "v < 0": {a: 1, b: 0, v: 1},
                "abs(v) R <= 2": {a: "1/10", b: -1, v: -3},
                "a != 0": {a: 0, b: 1, v: -1},
            },
            mutants=(
                Mutant(
                    "a bound 2 % too large",
                    FALLS.assuming(bounded(Rational(51, 25))),
                    {a: "1/100", b: "-999/1000", v: "-51/25"},
                ),
            ),
        ),
        Part(
            "by the whole step v a",
            STEP,
            BY_STEP,
            EVERY_LENGTH,
            witness=UP,
            drops={
                "v < 0": UP | {v: 1},
                "abs(v) R <= 2": UP | {theta: (Turn(20),), a: "40/401", b: "-399/401", v: -3},
                "a is the increment": UP | {theta: (Turn("oo"),), b: -1},
                "b is the coherence": UP | {b: -5},
                "a != 0": UP | {theta: (Turn(0),), a: 0, b: 1},
            },
        ),
    ),
)
