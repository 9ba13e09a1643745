r"""Two-sided bounds of the cap measure P(delta < a) in every dimension d = m + 1 >= 2, and its exponential rate.

    sin^{d-1} a/(pi (d-1)) <= P <= sin^{d-1} a/2,    0 < a <= pi/2;    sin^{d-1} a/sqrt(2 pi d) <= P.

With n = d - 2, I_n' = sin^n and W_n = I_n(pi), P = I_n/W_n:

- upper: sin^{n+1}/2 - P vanishes at 0 and pi/2 and has the derivative sin^n ((n+1) cos/2 - 1/W_n), whose bracket falls:
  it rises, then falls, and is >= 0. Equality at the equator, in every d: no constant below 1/2 serves;
- lower: P - c sin^{n+1} has the derivative sin^n (1/W_n - c (n+1) cos) >= 0 once c <= 1/((n+1) W_n). That is
  1/(pi (n+1)) as W_n <= pi, and 1/sqrt(2 pi d) as (n+1)^2 W_n^2 = (n+1) W_n (n+2) W_{n+2} <= (n+2) (n+1) W_n W_{n+1}
  = 2 pi (n+2), by Wallis's product. The second is the greater from d = 3 on;
- rate: P lies between sin^{d-1} e^{-+ x (d-1)} once d - 1 >= 2 pi/x^2, because e^y >= y^2/2.
"""

from sympy import Integer, Rational, cos, exp, oo, pi, sin, sqrt

from ..claim import EVERY_DIMENSION, Claim, Hypothesis, Mutant, Part, Scope, Source, Stated, Statement
from ..enclosure.balls import Balls, Between
from ..exact import Algebra, Positive
from ..exact.lemmas import Lemma, With
from ..exact.shape import Rising
from ..exact.sum_of import SumOf
from ..terms import eq, le, lt, reals
from .caps import ACUTE, BY_EQUATOR, BY_GAUTSCHI, BY_NO_MORE, BY_UPPER, EQUATOR, GAUTSCHI, HALF, NO_MORE, UPPER, W, a, cap, d, m

S = sin(a) ** m
C = 1 / sqrt(2 * pi * d)
FACTOR = sin(a) ** (m - 1)


def rising(c, at_zero):  # type: ignore[no-untyped-def]
    """P - c sin^{n+1} >= 0 for c <= 1/((n+1) W_n): both the derivative's bracket and the gap rise from >= 0."""
    bracket = 1 / W(m - 1) - c * m * cos(a)
    return With(
        (at_zero,),
        Rising(a, 0, pi / 2, FACTOR * bracket, lemmas=((bracket, Rising(a, 0, pi / 2, c * m * sin(a))),)),
    )


AT_MOST_PI = Lemma(
    Statement(then=le(1 / pi, 1 / W(m - 1))),
    With((Lemma(NO_MORE, BY_NO_MORE, {a: pi}),), Positive(shown=pi - W(m - 1), times=pi * W(m - 1))),
)
LOWER = Statement(given=(ACUTE,), then=le(S / (pi * m), cap(d, a)))
BY_LOWER = rising(1 / (pi * m), AT_MOST_PI)

ROOT_LOWER = Statement(given=(ACUTE,), then=le(C * S, cap(d, a)))
BY_ROOT_LOWER = rising(C, Lemma(GAUTSCHI, BY_GAUTSCHI))

# 1/(pi (d-1)) < 1/sqrt(2 pi d) as pi (d-1)^2 - 2 d = pi k^2 + (4 pi - 2) k + 4 pi - 6 with k = d - 3, at d = k + 3
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
RATE_LOW = Statement(given=(ACUTE, POSITIVE, LARGE), then=le(S * exp(-x * m), cap(d, a)))
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
                given=(POSITIVE, Hypothesis("parabola", le(1 + x * m + x**2 * m**2 / 2, exp(x * m))), ENOUGH_FACT),
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
