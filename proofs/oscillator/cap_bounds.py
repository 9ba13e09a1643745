r"""Two-sided bounds of the cap measure P(delta < a) in every dimension d = m + 1 >= 2, and its rate.

    P <= sin^{d-1} a/2, 0 < a <= pi/2;    sin^{d-1} a/(pi (d-1)), sin^{d-1} a/sqrt(2 pi d) <= P, 0 < a <= pi.

With n = d - 2, I_n' = sin^n and W_n = I_n(pi), P = I_n/W_n:

- upper: sin^{n+1}/2 - P vanishes at 0 and pi/2 and has the derivative sin^n ((n+1) cos/2 - 1/W_n), whose
  bracket falls: it rises, then falls, and is >= 0. Equality at the equator, in every d: no constant below
  1/2 serves;
- lower: P - c sin^{n+1} has the derivative sin^n (1/W_n - c (n+1) cos) >= 0 once c <= 1/((n+1) W_n). That is
  1/(pi (n+1)) as W_n <= pi, and 1/sqrt(2 pi d) as (n+1)^2 W_n^2 = (n+1) W_n (n+2) W_{n+2} <= (n+2) (n+1) W_n
  W_{n+1} = 2 pi (n+2), by Wallis's product. The second is the greater from d = 3 on;
- rate: P lies between sin^{d-1} e^{-+ x (d-1)} once d - 1 >= 2 pi/x^2, because e^y >= y^2/2.
"""

from typing import Any

from sympy import Rational, cos, exp, oo, pi, sin, sqrt

from ..claim import EVERY_DIMENSION, Claim, Hypothesis, Mutant, Part, Scope, Source, Stated, Statement
from ..enclosure.balls import Balls, Between
from ..exact import Algebra, Positive
from ..exact.lemmas import Lemma, With
from ..exact.shape import Rising
from ..exact.sum_of import SumOf
from ..terms import eq, le, lt, reals
from .caps import (
    ACUTE,
    BY_EQUATOR,
    BY_GAUTSCHI,
    BY_NO_MORE,
    BY_UPPER,
    EQUATOR,
    GAUTSCHI,
    NO_MORE,
    UPPER,
    W,
    a,
    cap,
    d,
    m,
)

S = sin(a) ** m
C = 1 / sqrt(2 * pi * d)
FACTOR = sin(a) ** (m - 1)


def rising(c: Any, at_zero: Any) -> Any:
    """P - c sin^{n+1} >= 0 for c <= 1/((n+1) W_n): the derivative's bracket and the gap rise from >= 0."""
    bracket = 1 / W(m - 1) - c * m * cos(a)
    return With(
        (at_zero,),
        Rising(a, 0, pi, FACTOR * bracket, lemmas=((bracket, Rising(a, 0, pi, c * m * sin(a))),)),
    )


AT_MOST_PI = Lemma(
    Statement(then=le(1 / pi, 1 / W(m - 1))),
    With((Lemma(NO_MORE, BY_NO_MORE, {a: pi}),), Positive(shown=pi - W(m - 1), times=pi * W(m - 1))),
)
ANGLE = Hypothesis("0 < a <= pi", lt(0, a) & le(a, pi))
LOWER = Statement(given=(ANGLE,), then=le(S / (pi * m), cap(d, a)))
BY_LOWER = rising(1 / (pi * m), AT_MOST_PI)

ROOT_LOWER = Statement(given=(ANGLE,), then=le(C * S, cap(d, a)))
BY_ROOT_LOWER = rising(C, Lemma(GAUTSCHI, BY_GAUTSCHI))

# 1/(pi (d-1)) < 1/sqrt(2 pi d) as pi (d-1)^2 - 2 d = pi k^2 + (4 pi - 2) k + 4 pi - 6, k = d - 3
BEYOND_TWO = Hypothesis("d >= 3", le(2, m))
BETTER = Statement(given=(BEYOND_TWO,), then=lt(1 / (pi * m), C))
BY_BETTER = Positive(
    shown=pi * (m - 2) ** 2 + (4 * pi - 2) * (m - 2) + 4 * pi - 6,
    times=sqrt(2 * pi * d) * m * (pi * m + sqrt(2 * pi * d)),
)

# e^y >= y^2/2
y, x, c = reals("y x c")
AHEAD = Hypothesis("y >= 0", le(0, y))
TANGENT = Statement(given=(AHEAD,), then=le(1 + y, exp(y)))
PARABOLA = Statement(given=(AHEAD,), then=le(1 + y + y**2 / 2, exp(y)))
BY_PARABOLA = Rising(y, 0, oo, exp(y) - 1 - y, lemmas=((exp(y) - 1 - y, Rising(y, 0, oo, exp(y) - 1)),))

POSITIVE = Hypothesis("x > 0", lt(0, x))
LARGE = Hypothesis("d - 1 >= 2 pi/x^2", le(2 * pi / x**2, m))
ENOUGH_FACT = Hypothesis("enough", le(pi * m, x**2 * m**2 / 2))
RATE_LOW = Statement(given=(ANGLE, POSITIVE, LARGE), then=le(S * exp(-x * m), cap(d, a)))
RATE_HIGH = Statement(given=(ACUTE, POSITIVE), then=le(cap(d, a), S * exp(x * m)))
# x^2 m^2/2 = m (x^2/2) (m - 2 pi/x^2) + pi m
ENOUGH = Statement(given=(POSITIVE, LARGE), then=le(pi * m, x**2 * m**2 / 2))
BY_RATE_LOW = With(
    (
        Lemma(LOWER, BY_LOWER),
        Lemma(PARABOLA, BY_PARABOLA, {y: x * m}),
        Lemma(ENOUGH, Positive(shown=m * x**2 / 2 * (m - 2 * pi / x**2))),
        Lemma(  # 1/(pi m) - e^{-xm} = e^{-xm} (e^{xm} - pi m)/(pi m)
            Statement(
                given=(
                    POSITIVE,
                    Hypothesis("parabola", le(1 + x * m + x**2 * m**2 / 2, exp(x * m))),
                    ENOUGH_FACT,
                ),
                then=le(exp(-x * m), 1 / (pi * m)),
            ),
            SumOf(
                (exp(x * m) - (1 + x * m + x**2 * m**2 / 2), 1 + x * m, x**2 * m**2 / 2 - pi * m),
                times=pi * m * exp(x * m),
            ),
        ),
    ),
    SumOf((cap(d, a) - S / (pi * m), S * (1 / (pi * m) - exp(-x * m)))),
)
BY_RATE_HIGH = With((Lemma(UPPER, BY_UPPER),), SumOf((S / 2 - cap(d, a), S * (exp(x * m) - 1), S / 2)))
EQUALITY = Statement(then=eq(cap(d, pi / 2), sin(pi / 2) ** m / 2))

# In balls: boxes of angles in some dimensions, and all three at once in large ones.
b = reals("b")
POWER = sin(a) ** (b - 1)
BOUNDS = Statement(
    then=le(POWER / (pi * (b - 1)), cap(b, a))
    & le(POWER / sqrt(2 * pi * b), cap(b, a))
    & le(cap(b, a), POWER / 2)
)
BOXES = BOUNDS.over({b: 3, a: Between("1/2", "6/5")}, {b: 10, a: Between("1", "6/5")})
LISTED = BOUNDS.over(*({b: k, a: q} for k in (2, 100, 10**4, 10**6) for q in ("1/1000000000", "1/10", "3/2")))


def scaled(factor: Any) -> Any:
    """The upper bound with its constant multiplied."""
    return UPPER.concluding(le(cap(d, a), factor * S / 2))


CLAIM = Claim(
    id="osc.cap-bounds",
    title="Caps are exponentially small: bounds for every dimension and angle",
    paper="B",
    sources=(Source("S", "the measure of starts near the unstable point is exponentially small in d"),),
    tiers=("exact", "enclosure", "kernel", "sampled"),
    kernel={
        "definition": (
            "osc_cap_zero",
            "osc_cap_whole",
            "osc_cap_monotone",
            "osc_cap_circle",
            "osc_cap_sphere",
        ),
        "upper": ("osc_cap_upper",),
        "lower": ("osc_cap_lower",),
        "better-lower": (
            "osc_cap_lower_better",
            "osc_better_from_3",
        ),
        "rate": ("osc_cap_rate",),
        "half-sharp": ("osc_cap_half_sharp",),
        "reflection": ("osc_cap_reflect",),
    },
    as_stated=Stated(
        "imprecise",
        Statement(given=(ANGLE,), then=le(cap(d, a), S / 2)),
        {m: 1, a: 2},
        why="for angles below a quarter turn; a wider cap does not shrink",
    ),
    parts=(
        Part(
            "upper bound",
            UPPER,
            BY_UPPER,
            EVERY_DIMENSION,
            witness={m: 2, a: 1},
            drops={"0 < a <= pi/2": {m: 1, a: 3}},
            mutants=(
                Mutant("a constant 2 % too small", scaled(Rational(49, 50)), {m: 2, a: "157/100"}),
                Mutant("exponent d", UPPER.concluding(le(cap(d, a), S * sin(a) / 2)), {m: 1, a: "1/10"}),
            ),
        ),
        Part(
            "1/2 is attained at the equator in every dimension",
            EQUALITY,
            With((Lemma(EQUATOR, BY_EQUATOR),), Algebra()),
            EVERY_DIMENSION,
            mutants=(Mutant("2 % less", EQUALITY.concluding(eq(cap(d, pi / 2), Rational(49, 100))), {m: 3}),),
        ),
        Part(
            "lower bound",
            LOWER,
            BY_LOWER,
            EVERY_DIMENSION,
            witness={m: 2, a: 1},
            drops={"0 < a <= pi": {m: 1, a: -1}},
            mutants=(
                Mutant(
                    "a constant 2 % too great",
                    LOWER.concluding(le(S / (pi * m) * 51 / 50, cap(d, a))),
                    {m: 1, a: "1/10"},
                ),
            ),
        ),
        Part(
            "lower bound with a root",
            ROOT_LOWER,
            BY_ROOT_LOWER,
            EVERY_DIMENSION,
            witness={m: 2, a: 1},
            drops={"0 < a <= pi": {m: 1, a: -1}},
            mutants=(
                Mutant(
                    "a constant 2 % too great",
                    ROOT_LOWER.concluding(le(C * S * 51 / 50, cap(d, a))),
                    {m: 40, a: "1/1000"},
                ),
            ),
        ),
        Part(
            "the root is better from d = 3 on",
            BETTER,
            BY_BETTER,
            EVERY_DIMENSION,
            witness={m: 2},
            drops={"d >= 3": {m: 1}},
            mutants=(Mutant("from d = 2 on", BETTER.assuming(Hypothesis("d >= 3", le(1, m))), {m: 1}),),
        ),
        Part(
            "rate ln(1/sin a), from below",
            RATE_LOW,
            BY_RATE_LOW,
            EVERY_DIMENSION,
            witness={m: 7, a: 1, x: 1},
            drops={
                "0 < a <= pi": {m: 1, a: -1, x: 3},
                "x > 0": {m: 7, a: 1, x: -1},
                "d - 1 >= 2 pi/x^2": {m: 1, a: "3/2", x: "1/10"},
            },
        ),
        Part(
            "rate ln(1/sin a), from above",
            RATE_HIGH,
            BY_RATE_HIGH,
            EVERY_DIMENSION,
            witness={m: 7, a: 1, x: 1},
            drops={"0 < a <= pi/2": {m: 1, a: 3, x: 1}, "x > 0": {m: 1, a: "3/2", x: -1}},
        ),
        Part(
            "boxes of angles",
            BOXES,
            Balls(),
            Scope(kind="box", text="d = 3, a in [1/2, 6/5]; d = 10, a in [1, 6/5]"),
            mutants=(
                Mutant("half the upper bound", BOXES.concluding(le(cap(b, a), POWER / 4)), {b: 3, a: "6/5"}),
            ),
        ),
        Part(
            "large dimensions, small angles",
            LISTED,
            Balls(),
            Scope(kind="listed", text="d = 2, 100, 10^4, 10^6 and a = 10^-9, 1/10, 3/2"),
            mutants=(
                Mutant(
                    "the root 2 % greater",
                    LISTED.concluding(le(POWER * 51 / (50 * sqrt(2 * pi * b)), cap(b, a))),
                ),
            ),
        ),
    ),
)
