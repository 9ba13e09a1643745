r"""Caps of the unit sphere in every dimension d = m + 1 >= 2: the measure of {delta < a}, and its lemmas.

delta is the angle of a uniform point to a fixed one; its density is proportional to sin^{d-2} (cited), so
that

    P(delta < a) = I_n(a)/W_n,   n = d - 2 = m - 1,   I_n(a) = int_0^a sin^n,   W_n = I_n(pi).

Everything here is proved for all m >= 1 from the derivative I_n' = sin^n.
"""

from typing import Any

from sympy import Rational, cos, gamma, oo, pi, sin, sqrt

from ..claim import Hypothesis, Statement
from ..exact import Algebra, Positive
from ..exact.gamma import GammaRecurrence
from ..exact.lemmas import Induction, Lemma, Rewrite, With
from ..exact.shape import Constant, Rising, Unimodal
from ..measures import SineIntegral
from ..terms import eq, le, lt, reals, size

m = size("m")
"""d - 1: the dimension of the sphere, an integer >= 1."""

d = m + 1
a = reals("a")
HALF = Rational(1, 2)


def W(n: Any) -> Any:
    """The total W_n = int_0^pi sin^n."""
    return SineIntegral(n, pi)


def cap(dimension: Any, angle: Any) -> Any:
    """The uniform measure of {delta < angle} on the unit sphere of R^dimension."""
    return SineIntegral(dimension - 2, angle) / W(dimension - 2)


LINE = Hypothesis("0 <= a <= pi", le(0, a) & le(a, pi))
ACUTE = Hypothesis("0 < a <= pi/2", lt(0, a) & le(a, pi / 2))
SMALL = Hypothesis("0 < a < pi/2", lt(0, a) & lt(a, pi / 2))
OBTUSE = Hypothesis("pi/2 < a < pi", lt(pi / 2, a) & lt(a, pi))

# I_n(pi - a) + I_n(a) = W_n
MIRROR = Statement(then=eq(SineIntegral(m - 1, pi - a) + SineIntegral(m - 1, a), W(m - 1)))
BY_MIRROR = Constant(a, 0, -oo, oo)

# W_n/2 = I_n(pi/2)
EQUATOR = Statement(then=eq(cap(d, pi / 2), HALF))
BY_EQUATOR = With((Lemma(MIRROR, BY_MIRROR, {a: pi / 2}),), Algebra())

# (n+2) I_{n+2} = (n+1) I_n - cos sin^{n+1}
RECURRENCE = Statement(
    given=(LINE,),
    then=eq((m + 1) * SineIntegral(m + 1, a), m * SineIntegral(m - 1, a) - cos(a) * sin(a) ** m),
)
BY_RECURRENCE = Constant(a, 0, 0, pi)

# I_0(a) = a, I_1(a) = 1 - cos a
FIRST = Statement(then=eq(SineIntegral(0, a), a))
SECOND = Statement(then=eq(SineIntegral(1, a), 1 - cos(a)))
BY_FIRST = Constant(a, 0, -oo, oo)
W0 = Lemma(FIRST, BY_FIRST, {a: pi})
W1 = Lemma(SECOND, BY_FIRST, {a: pi})
W_STEP = Lemma(RECURRENCE, BY_RECURRENCE, {a: pi})

# n W_n W_{n-1} = 2 pi (Wallis)
WALLIS = Statement(then=eq(m * W(m - 1) * W(m), 2 * pi))
BY_WALLIS = Induction(m, (With((W0, W1), Algebra()),), With((W_STEP,), Algebra()))

# W_n = sqrt(pi) Gamma((n+1)/2)/Gamma(n/2 + 1)
TOTAL = Statement(then=eq(W(m - 1), sqrt(pi) * gamma(m / 2) / gamma((m + 1) / 2)))
BY_TOTAL = Induction(
    m,
    (With((W0,), Algebra()), With((W1,), Algebra())),
    With(
        (W_STEP,),
        Rewrite(
            (
                (gamma(m / 2 + 1), m / 2 * gamma(m / 2)),
                (gamma((m + 3) / 2), (m + 1) / 2 * gamma((m + 1) / 2)),
            ),
            Algebra(),
            GammaRecurrence(),
        ),
    ),
)

# W_n <= pi, W_{n+1} <= W_n
NO_MORE = Statement(given=(LINE,), then=le(SineIntegral(m - 1, a), a))
BY_NO_MORE = Rising(a, 0, pi, 1 - sin(a) ** (m - 1))
FALLING = Statement(given=(LINE,), then=le(SineIntegral(m, a), SineIntegral(m - 1, a)))
BY_FALLING = Rising(a, 0, pi, sin(a) ** (m - 1) * (1 - sin(a)))

# m^2 W_{m-1}^2 <= 2 pi d, from (m+1) W_{m+1} = m W_{m-1} and Wallis
GAUTSCHI = Statement(then=le(m / sqrt(2 * pi * d), 1 / W(m - 1)))
_ROOT = sqrt(2 * pi * d)
BY_GAUTSCHI = With(
    (
        Lemma(WALLIS, BY_WALLIS),
        W_STEP,
        Lemma(FALLING, BY_FALLING, {m: m + 1, a: pi}),
    ),
    Positive(
        shown=(m + 1) * m * W(m - 1) * (W(m) - W(m + 1)),
        times=W(m - 1) * _ROOT * (_ROOT + m * W(m - 1)),
    ),
)

# P <= sin^{d-1}/2
UPPER = Statement(given=(ACUTE,), then=le(cap(d, a), sin(a) ** m / 2))
BY_UPPER = Unimodal(
    a,
    0,
    pi / 2,
    factor=sin(a) ** (m - 1),
    shape=m * cos(a) / 2 - 1 / W(m - 1),
    slope=m * sin(a) / 2,
    at_high=With((Lemma(EQUATOR, BY_EQUATOR),), Algebra()),
)

# P falls with d in front of the equator, rises behind it
THINNER = Statement(given=(SMALL,), then=lt(cap(d + 1, a), cap(d, a)))
BY_THINNER = Unimodal(
    a,
    0,
    pi / 2,
    factor=sin(a) ** (m - 1),
    shape=1 / W(m - 1) - sin(a) / W(m),
    slope=cos(a) / W(m),
    at_high=With((Lemma(EQUATOR, BY_EQUATOR), Lemma(EQUATOR, BY_EQUATOR, {m: m + 1})), Algebra()),
)
FULLER = Statement(given=(OBTUSE,), then=lt(cap(d, a), cap(d + 1, a)))
BY_FULLER = Unimodal(
    a,
    pi / 2,
    pi,
    factor=sin(a) ** (m - 1),
    shape=sin(a) / W(m) - 1 / W(m - 1),
    slope=-cos(a) / W(m),
    at_low=With((Lemma(EQUATOR, BY_EQUATOR), Lemma(EQUATOR, BY_EQUATOR, {m: m + 1})), Algebra()),
)
