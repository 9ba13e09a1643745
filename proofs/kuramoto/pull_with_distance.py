r"""The pull does not grow with the distance: it peaks at 90 degrees, and earlier with a softmax weight.

One attended token at distance x pulls with A sin x. With A frozen that rises up to x = pi/2 and falls from
there on. If the token competes for attention with the receiving token itself, then A depends on x,
A = exp(beta cos x)/(exp(beta cos x) + exp(beta)):

    d/dx (A sin x) = A g,    g = cos x - beta (1 - A) sin^2 x,

and g falls strictly from 1 at x = 0 up to pi/2 and is < 0 from there on: one peak, where g = 0, before pi/2.
It exists by the intermediate value theorem (cited), and there the pull is greatest on [0, pi].
"""

from sympy import Add, And, Derivative, Expr, Integer, Rational, cos, exp, pi, sin

from ..claim import Claim, Hypothesis, Mutant, Part, Scope, Source, Stated, Statement
from ..enclosure.balls import Balls
from ..exact import Algebra, Positive, Turn
from ..exact.lemmas import Lemma, With
from ..exact.shape import Rising
from ..exact.steps import Congruent, Cut, Each, Equal, Split, Using
from ..terms import eq, implies, le, lt, reals

x, y, beta, a, p = reals("x y beta a p")

ODDS = exp(beta * (1 - cos(x)))
WEIGHT, REST = 1 / (1 + ODDS), ODDS / (1 + ODDS)
"""The softmax weight A of the attended token, and 1 - A of the receiving token itself."""
PULL = WEIGHT * sin(x)
SLOPE = cos(x) - beta * REST * sin(x) ** 2
"""g: the sign of the slope of the pull."""
FALL = sin(x) + beta**2 * WEIGHT * REST * sin(x) ** 3 + 2 * beta * REST * sin(x) * cos(x)
"""-dg/dx."""

WEIGHTED = Hypothesis("a > 0", lt(0, a))
COUPLED = Hypothesis("beta > 0", lt(0, beta))
FARTHER = Hypothesis("y farther", lt(x, y))

RISES = Statement(
    given=(WEIGHTED, Hypothesis("x >= 0", le(0, x)), FARTHER, Hypothesis("y <= pi/2", le(y, pi / 2))),
    then=lt(a * sin(x), a * sin(y)),
)
FALLS = Statement(
    given=(WEIGHTED, Hypothesis("x >= pi/2", le(pi / 2, x)), FARTHER, Hypothesis("y <= pi", le(y, pi))),
    then=lt(a * sin(y), a * sin(x)),
)
SOFTMAX = Statement(then=eq(WEIGHT, exp(beta * cos(x)) / (exp(beta * cos(x)) + exp(beta))))
GRADIENT = Statement(then=eq(Derivative(PULL, x), WEIGHT * SLOPE))
SIGN = Statement(
    then=And(
        implies(eq(cos(x), beta * (1 - WEIGHT) * sin(x) ** 2), eq(Derivative(PULL, x), 0)),
        implies(lt(0, SLOPE), lt(0, Derivative(PULL, x))),
        implies(lt(SLOPE, 0), lt(Derivative(PULL, x), 0)),
    )
)
START = Statement(given=(Hypothesis("x = 0", And(eq(cos(x), 1), eq(sin(x), 0))),), then=lt(0, SLOPE))
UNIQUE = Statement(
    given=(COUPLED, Hypothesis("x >= 0", le(0, x)), FARTHER, Hypothesis("y <= pi/2", le(y, pi / 2))),
    then=lt(SLOPE.subs(x, y), SLOPE),
)
BEYOND = Statement(
    given=(COUPLED, Hypothesis("x >= pi/2", le(pi / 2, x)), Hypothesis("x < pi", lt(x, pi))),
    then=lt(SLOPE, 0),
)
ENDS = Statement(given=(COUPLED,), then=And(lt(0, SLOPE.subs(x, 0)), lt(SLOPE.subs(x, pi / 2), 0)))
EARLY, LATE = Hypothesis("0 <= x <= p", And(le(0, x), le(x, p))), Hypothesis("p <= x", le(p, x))
BEFORE = Statement(
    given=(
        Hypothesis("g(p) >= 0", le(0, SLOPE.subs(x, p))),
        EARLY,
        Hypothesis("p <= pi/2", le(p, pi / 2)),
    ),
    then=implies(COUPLED.holds, le(PULL, PULL.subs(x, p))),
)
AFTER = Statement(
    given=(
        Hypothesis("g(p) <= 0", le(SLOPE.subs(x, p), 0)),
        Hypothesis("p >= 0", le(0, p)),
        LATE,
        Hypothesis("x <= pi", le(x, pi)),
    ),
    then=implies(COUPLED.holds, le(PULL, PULL.subs(x, p))),
)
G_FALLS = Rising(y, x, pi / 2, rate=FALL.subs(x, y))


def past(value: Expr, other: Expr) -> Expr:
    """A value as its excess over another plus that other, left as it stands."""
    return Add(value - other, other, evaluate=False)


def above(early: Expr, late: Expr) -> Lemma:
    """g(early) > g(late) for early < late <= pi/2."""
    return Lemma(UNIQUE, G_FALLS, {x: early, y: late})


UP_TO = Lemma(
    Statement(
        given=(
            COUPLED,
            BEFORE.given[0],
            Hypothesis("x >= 0", le(0, x)),
            FARTHER,
            Hypothesis("y <= p", le(y, p)),
            BEFORE.given[2],
        ),
        then=le(PULL, PULL.subs(x, y)),
    ),
    Rising(
        y,
        x,
        p,
        rate=(WEIGHT * SLOPE).subs(x, y),
        lemmas=(
            (
                SLOPE.subs(x, y),
                With((above(y, p),), Positive(shown=past(SLOPE.subs(x, y), SLOPE.subs(x, p)))),
            ),
        ),
    ),
    {y: p},
)
"""From x to p the pull rises if g(p) >= 0."""

SAME = Cut(
    (
        (eq(x, p), Equal(Using((EARLY.name,), Positive()), Positive())),
        (eq(PULL, PULL.subs(x, p)), Congruent(((x, p),), Algebra())),
    ),
    Positive(shown=Integer(0)),
)
BY_RISE = Split(p - x, SAME, SAME, With((UP_TO,), Positive()))
PAST_QUARTER = With((Lemma(BEYOND, Positive()),), Positive())
BELOW_QUARTER = With((above(p, x),), Positive(shown=past(-SLOPE, -SLOPE.subs(x, p))))
BY_FALL = Rising(
    x,
    p,
    pi,
    rate=-WEIGHT * SLOPE,
    lemmas=((-SLOPE, Split(pi / 2 - x, PAST_QUARTER, PAST_QUARTER, BELOW_QUARTER)),),
)
SINES = Statement(then=lt(sin(Integer(3)), sin(Integer(1)))).over({})


def between(low: Rational, high: Rational) -> Statement:
    """The peak at beta = 1 lies between two angles, given in degrees."""
    signs = And(lt(0, SLOPE.subs(x, low * pi / 180)), lt(SLOPE.subs(x, high * pi / 180), 0))
    return Statement(given=(Hypothesis("beta", eq(beta, 1)),), then=signs).over({beta: 1})


PEAK = between(Rational(121, 2), Rational(123, 2))
NEAR, FAR = {a: 1, x: "1/2", y: 1}, {a: 1, x: 2, y: 3}
SPREAD = Rational(1, 2) * (y + x), Rational(1, 2) * (y - x)

CLAIM = Claim(
    id="kur.pull-with-distance",
    title="The pull rises up to 90 degrees at most, then falls",
    paper="A",
    sources=(Source("L", "the farther two tokens are apart, the stronger the pull"),),
    tiers=("exact", "enclosure"),
    as_stated=Stated(
        "refuted",
        RISES.assuming(Hypothesis("y <= pi/2", le(y, pi))),
        {a: 1, x: 1, y: 3},
        why="beyond a quarter turn the pull weakens, and it vanishes at half a turn",
    ),
    parts=(
        Part(
            "frozen weight: rises up to 90 degrees",
            RISES,
            Positive(shown=2 * a * cos(SPREAD[0]) * sin(SPREAD[1])),
            witness=NEAR,
            drops={
                "a > 0": {a: 0, x: "1/2", y: 1},
                "x >= 0": {a: 1, x: -4, y: 0},
                "y farther": {a: 1, x: 1, y: "1/2"},
                "y <= pi/2": {a: 1, x: 1, y: 3},
            },
            mutants=(
                Mutant(
                    "up to 92 degrees",
                    RISES.assuming(Hypothesis("y <= pi/2", le(y, pi * Rational(46, 90)))),
                    {a: 1, x: "157/100", y: "8/5"},
                ),
            ),
        ),
        Part(
            "frozen weight: falls from 90 degrees on",
            FALLS,
            Positive(shown=-2 * a * cos(SPREAD[0]) * sin(SPREAD[1])),
            witness=FAR,
            drops={
                "a > 0": {a: 0, x: 2, y: 3},
                "x >= pi/2": {a: 1, x: 1, y: 2},
                "y farther": {a: 1, x: 3, y: 2},
                "y <= pi": {a: 1, x: 3, y: 7},
            },
        ),
        Part("sin 3 < sin 1", SINES, Balls(), Scope(kind="listed", text="3 and 1 radians")),
        Part("the weight is a softmax", SOFTMAX, Algebra()),
        Part(
            "slope of the pull",
            GRADIENT,
            Algebra(),
            mutants=(
                Mutant(
                    "weight taken as frozen",
                    GRADIENT.concluding(eq(Derivative(PULL, x), WEIGHT * cos(x))),
                    {x: 1, beta: 1},
                ),
            ),
        ),
        Part(
            "the slope has the sign of g",
            SIGN,
            Each((Algebra(), Positive(shown=WEIGHT * SLOPE), Positive(shown=-WEIGHT * SLOPE))),
        ),
        Part(
            "rises at first",
            START,
            Positive(shown=Integer(1)),
            witness={x: Turn(0)},
            drops={"x = 0": {beta: 1, x: 2}},
            mutants=(Mutant("falls at first", START.concluding(lt(SLOPE, 0)), {beta: 1, x: Turn(0)}),),
        ),
        Part(
            "at most one peak below 90 degrees",
            UNIQUE,
            G_FALLS,
            witness={beta: 1, x: "1/2", y: 1},
            drops={
                "beta > 0": {beta: -2, x: "1/10", y: "1/5"},
                "x >= 0": {beta: 1, x: -1, y: 0},
                "y farther": {beta: 1, x: 1, y: "1/2"},
                "y <= pi/2": {beta: 1, x: 3, y: 6},
            },
        ),
        Part(
            "falls from 90 degrees on",
            BEYOND,
            Positive(),
            witness={beta: 1, x: 2},
            drops={
                "beta > 0": {beta: -2, x: "8/5"},
                "x >= pi/2": {beta: 1, x: 1},
                "x < pi": {beta: 1, x: 6},
            },
        ),
        Part(
            "g changes sign below 90 degrees: there is a peak",
            ENDS,
            Each((Positive(),)),
            witness={beta: 1},
            drops={"beta > 0": {beta: -1}},
            given=("intermediate-value",),
        ),
        Part(
            "up to an angle with g >= 0 the pull is at most what it is there",
            BEFORE,
            BY_RISE,
            witness={beta: 1, p: "1/2", x: "1/4"},
            drops={
                "g(p) >= 0": {beta: 1, p: "3/2", x: 1},
                "0 <= x <= p": {beta: 1, p: "1/2", x: 1},
                "p <= pi/2": {beta: 1, p: 6, x: 1},
            },
        ),
        Part(
            "from an angle with g <= 0 on as well: it peaks where g = 0",
            AFTER,
            BY_FALL,
            witness={beta: 1, p: 2, x: 3},
            drops={
                "g(p) <= 0": {beta: 1, p: "1/2", x: 1},
                "p >= 0": {beta: 1, p: -2, x: 1},
                "p <= x": {beta: 1, p: 2, x: 1},
                "x <= pi": {beta: 1, p: 2, x: 7},
            },
            mutants=(
                Mutant(
                    "beyond half a turn",
                    AFTER.assuming(Hypothesis("x <= pi", le(x, 3 * pi))),
                    {beta: 1, p: 2, x: 7},
                ),
            ),
        ),
        Part(
            "beta = 1: the peak is at 61 degrees",
            PEAK,
            Balls(),
            Scope(kind="listed", text="beta = 1, between 60.5 and 61.5 degrees"),
            drops={"beta": {beta: 2}},
            mutants=(
                Mutant("62 degrees", between(Rational(123, 2), Rational(125, 2))),
                Mutant("60 degrees", between(Rational(119, 2), Rational(121, 2))),
            ),
        ),
    ),
)
