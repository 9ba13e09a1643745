r"""On raw angles a feed-forward block is not periodic; on (cos, sin) it is continuous on the torus.

One unit of SwiGLU, f(x) = c silu(a x + b) (d x + e) with silu(y) = y/(1 + exp(-y)):

- on raw angles, weights a = 0 and b, c, d > 0 give f(x + 2 pi) - f(x) = 2 pi k, k = c d silu(b) > 0;
- on wrapped angles w(x) = x - 2 pi floor(x/(2 pi)) it is periodic, and jumps at 2 pi, where f(w(2 pi - eps))
  exceeds f(w(2 pi)) by k (2 pi - eps);
- on the features (cos x, sin x) it depends on the point of the circle alone; they move by at most |y - x|,
  and the block divides by 1 + exp(.) > 0 only, so that it is continuous (compositions, cited).

The attention increment does not change either if whole turns are added to any phases of any tokens, and equal
increments take equal points to equal points: layer after layer, the network is a function on the torus.
"""

from typing import Any

from sympy import And, Expr, IndexedBase, Integer, Rational, cos, exp, floor, oo, pi, sin

from ..claim import Claim, Hypothesis, Mutant, Part, Scope, Source, Stated, Statement
from ..exact import Algebra, Positive, Turn
from ..exact.lemmas import Lemma, With
from ..exact.shape import Rising
from ..exact.steps import Congruent, Cut, Each, Floor, Split
from ..terms import K, N, coordinates, eq, family, le, lt, reals
from .layer import beta, drift, i, l, omega, theta, u, update

x, y, eps, v = reals("x y epsilon v")
a, a2, b, c, d, d2, e = reals("a a2 b c d d2 e")
j = coordinates("j")


def silu(z: Expr) -> Expr:
    """z times the logistic function of z."""
    return z / (1 + exp(-z))


def raw(angle: Expr) -> Expr:
    """The unit on an angle."""
    return c * silu(a * angle + b) * (d * angle + e)


def wrapped(angle: Expr) -> Expr:
    """The angle in [0, 2 pi)."""
    return angle - 2 * pi * floor(angle / (2 * pi))


def on_circle(cosine: Expr, sine: Expr) -> Expr:
    """The unit on the features (cos, sin)."""
    return c * silu(a * cosine + a2 * sine + b) * (d * cosine + d2 * sine + e)


SLOPE = c * d * silu(b)
FLAT = ((a, Integer(0)),)
WEIGHTS = tuple(Hypothesis(f"{w} > 0", lt(0, w)) for w in (b, c, d))
NEAR = Hypothesis("0 < eps <= 2 pi", And(lt(0, eps), le(eps, 2 * pi)))
SAME_POINT = Hypothesis("same point", And(eq(cos(y), cos(x)), eq(sin(y), sin(x))))
NEXT = cos(x + 2 * pi, evaluate=False), sin(x + 2 * pi, evaluate=False)

RAW = Statement(given=WEIGHTS, then=lt(raw(x), raw(x + 2 * pi)), where=FLAT)
PERIODIC = Statement(then=eq(raw(wrapped(x + 2 * pi)), raw(wrapped(x))))
JUMP = Statement(
    given=(NEAR,),
    then=eq(raw(wrapped(2 * pi - eps)) - raw(wrapped(2 * pi)), SLOPE * (2 * pi - eps)),
    where=FLAT,
)
JUMP_SIZE = Statement(given=WEIGHTS, then=lt(0, 2 * pi * SLOPE))
TURN = Statement(then=And(eq(NEXT[0], cos(x)), eq(NEXT[1], sin(x))))
CIRCLE = Statement(given=(SAME_POINT,), then=eq(on_circle(cos(y), sin(y)), on_circle(cos(x), sin(x))))
CHORD = Statement(then=le((cos(y) - cos(x)) ** 2 + (sin(y) - sin(x)) ** 2, (y - x) ** 2))
DEFINED = Statement(then=lt(0, 1 + exp(-(a * cos(x) + a2 * sin(x) + b))))

SMALL = Lemma(
    Statement(given=(Hypothesis("v >= 0", le(0, v)),), then=le(2 - 2 * cos(v), v**2)),
    Rising(
        v,
        0,
        oo,
        rate=2 * v - 2 * sin(v),
        lemmas=((2 * v - 2 * sin(v), Rising(v, 0, oo, rate=2 - 2 * cos(v))),),
    ),
)
"""A chord is no longer than its arc: 2 - 2 cos v <= v^2."""


def chord(arc: Expr) -> With:
    """The squared chord is 2 - 2 cos(arc)."""
    return With(
        (Lemma(SMALL.statement, SMALL.by, {v: arc}),), Positive(shown=(y - x) ** 2 - 2 + 2 * cos(y - x))
    )


ANGLE = {x: 1, a: 1, b: 1, c: 1, d: 1, e: 0}
ONES = {b: 1, c: 1, d: 1}
SPOT = {x: Turn(0), y: Turn(0), a: 1, a2: 1, b: 0, c: 1, d: 1, d2: 1, e: 0}
TO_JUMP = Cut(
    (
        (
            eq(floor(-eps / (2 * pi)), -1),
            Floor(Each((Positive(shown=2 * pi - eps, times=2 * pi), Positive()))),
        ),
    ),
    Algebra(),
)
"""2 pi - eps is its own wrapped value: -1 <= -eps/(2 pi) < 0."""

turns = IndexedBase("m", integer=True)
"""Whole turns m[u, j] for each token and coordinate."""
turned, gq, gk, M = family("phi"), family("gq"), family("gk"), family("M")


def of(values: Any) -> Any:
    """What a family gives to a token in a coordinate."""
    return lambda token, coordinate: values[token, coordinate]


FORM = {"mask": of(M), "query": of(gq), "key": of(gk), "rate": drift}
TURNED = Hypothesis("whole turns added", eq(turned[u, j], theta[u, j] + 2 * pi * turns[u, j]))
ATTENTION = Statement(given=(TURNED,), then=eq(update(i, l, angle=of(turned), **FORM), update(i, l, **FORM)))
STEP = Statement(given=(SAME_POINT,), then=And(eq(cos(y + v), cos(x + v)), eq(sin(y + v), sin(x + v))))

CLAIM = Claim(
    id="kur.ffn-periodicity",
    title="On raw angles the feed-forward block is not periodic; on (cos, sin) it lives on the torus",
    paper="A",
    sources=(Source("S", "the feed-forward block works on raw angles, which breaks periodicity"),),
    tiers=("exact", "sampled"),
    as_stated=Stated("proved"),
    parts=(
        Part(
            "raw angles: some weights are not periodic",
            RAW,
            Positive(shown=2 * pi * SLOPE),
            witness=ONES,
            drops={
                "b > 0": {x: 0, b: -1, c: 1, d: 1, e: 0},
                "c > 0": {x: 0, b: 1, c: -1, d: 1, e: 0},
                "d > 0": {x: 0, b: 1, c: 1, d: -1, e: 0},
            },
        ),
        Part(
            "wrapped angles: periodic",
            PERIODIC,
            Algebra(),
            mutants=(
                Mutant("unwrapped", PERIODIC.concluding(eq(raw(x + 2 * pi), raw(x))), ANGLE),
                Mutant("period pi", PERIODIC.concluding(eq(raw(wrapped(x + pi)), raw(wrapped(x)))), ANGLE),
            ),
        ),
        Part(
            "wrapped angles: the difference across 2 pi",
            JUMP,
            TO_JUMP,
            witness={eps: 1},
            drops={"0 < eps <= 2 pi": ONES | {eps: 7, e: 0}},
            mutants=(
                Mutant(
                    "no jump",
                    JUMP.concluding(eq(raw(wrapped(2 * pi - eps)), raw(wrapped(2 * pi)) - SLOPE * eps)),
                    ONES | {eps: "1/100", e: 0},
                ),
            ),
        ),
        Part(
            "wrapped angles: its limit, the jump, is not zero",
            JUMP_SIZE,
            Positive(),
            witness=ONES,
            drops={"b > 0": ONES | {b: -1}, "c > 0": ONES | {c: -1}, "d > 0": ONES | {d: -1}},
        ),
        Part(
            "x + 2 pi is the same point of the circle",
            TURN,
            Algebra(),
            mutants=(
                Mutant("x + pi", TURN.concluding(eq(cos(x + pi, evaluate=False), cos(x))), {x: Turn(0)}),
            ),
        ),
        Part(
            "(cos, sin): the block depends on the point of the circle alone",
            CIRCLE,
            Congruent(((cos(y), cos(x)), (sin(y), sin(x))), Algebra()),
            witness=SPOT,
            drops={"same point": SPOT | {y: Turn(1), d2: 2}},
        ),
        Part(
            "(cos, sin) move by at most the angle",
            CHORD,
            Split(y - x, chord(x - y), chord(y - x), chord(y - x)),
            mutants=(
                Mutant(
                    "2 % less",
                    CHORD.concluding(le(CHORD.then.lhs, (y - x) ** 2 * Rational(49, 50))),
                    {x: 0, y: "1/10"},
                ),
            ),
        ),
        Part(
            "the block never divides by zero: it is continuous",
            DEFINED,
            Positive(),
            given=("continuous-composition",),
        ),
        Part(
            "attention: whole turns change no increment",
            ATTENTION,
            Algebra(),
            Scope(
                kind="all", text="every number n of tokens and k of coordinates, any gates, mask and drift"
            ),
            witness={N: 1, K: 1, theta: ((0,),), turned: ((0,),), turns: ((0,),)},
            drops={
                "whole turns added": {
                    N: 2,
                    K: 1,
                    beta: 0,
                    M: ((1, 1), (1, 1)),
                    omega: (0,),
                    gq: ((1,), (1,)),
                    gk: ((1,), (1,)),
                    theta: ((Turn(0),), (Turn(1),)),
                    turned: ((Turn(0),), (Turn(0),)),
                    turns: ((0,), (0,)),
                }
            },
        ),
        Part(
            "equal increments take equal points of the circle to equal points",
            STEP,
            Algebra(),
            witness={x: Turn(0), y: Turn(0), v: Turn(1)},
            drops={"same point": {x: Turn(0), y: Turn(1), v: Turn(0)}},
        ),
    ),
)
