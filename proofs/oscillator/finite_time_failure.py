r"""Failure at a finite time: exactly 1/2 at T* = ln cot(tol/2)/|h|, falling with d after it, RISING to 1 before it.

z0 is uniform and independent of h != 0, phi its angle to the drive. By the explicit flow tan(phi(t)/2) =
tan(phi0/2) e^{-|h| t}; so phi(t) > tol exactly if y0 = -ln tan(phi0/2) = artanh(z0.e) lies below -s with
s = |h| t + ln tan(tol/2), that is, if z0 lies within 2 arctan e^{-s} of -e:

    P(s) = P(delta < 2 arctan e^{-s}) = 1/2 - (1/W_{d-2}) int_0^s sech^{d-1}   (the density of y0 is sech^{d-1}/W_{d-2}).

P(s) <= sech^{d-1}(s)/2 for s >= 0 is the upper cap bound at sin a = sech s. For s > 0 the cap lies in front of the
equator and its measure falls with d; for s < 0 behind it, and rises to 1: P(s) = 1 - P(-s) and cosh^{d-1} s >=
1 + (d-1) (cosh s - 1) (Bernoulli).
"""

from sympy import Rational, atan, cos, cosh, cot, exp, log, oo, pi, sech, sin, sinh, tan, tanh

from ..claim import EVERY_DIMENSION, EVERYTHING, Claim, Hypothesis, Mutant, Part, Scope, Source, Stated, Statement
from ..enclosure.balls import Balls
from ..exact import Algebra, Chain, Positive, Turn
from ..exact.lemmas import Induction, Lemma, Rewrite, With
from ..exact.shape import Constant
from ..exact.sum_of import SumOf
from ..measures import SechIntegral
from ..terms import eq, iff, le, lt, reals
from .caps import BY_EQUATOR, BY_FULLER, BY_THINNER, BY_UPPER, EQUATOR, FULLER, HALF, THINNER, UPPER, W, a, cap, d, m

H, t, tol, phi0, s, u = reals("H t tol phi_0 s u")
TOLERANCE = Hypothesis("0 < tol < pi/2", lt(0, tol) & lt(tol, pi / 2))
START = Hypothesis("0 < phi0 < pi", lt(0, phi0) & lt(phi0, pi))
DRIVEN = Hypothesis("h != 0", lt(0, H))
SHIFT = H * t + log(tan(tol / 2))
Y0 = -log(tan(phi0 / 2))
T_STAR = log(cot(tol / 2)) / H
ANGLE = 2 * atan(exp(-s))
P = cap(d, ANGLE)

EVENT = Statement(
    given=(TOLERANCE, START),
    then=iff(lt(tan(tol / 2), tan(phi0 / 2) * exp(-H * t)), lt(Y0, -SHIFT)),
)
BY_EVENT = Chain((("plus", -Y0 + log(tan(tol / 2))), ("apply", exp)))
ARTANH = Statement(given=(START,), then=eq(tanh(Y0), cos(phi0)))

SINE = (sin(ANGLE), sech(s))
LAW = Statement(then=eq(P, HALF - SechIntegral(m, s) / W(m - 1)))
BY_LAW = Constant(s, 0, -oo, oo, by=Rewrite((SINE,), Algebra()), at_start=With((Lemma(EQUATOR, BY_EQUATOR),), Algebra()))
ODD = Statement(then=eq(SechIntegral(m, -s), -SechIntegral(m, s)))
BY_ODD = Constant(s, 0, -oo, oo)
BY_COMPLEMENT = With((Lemma(LAW, BY_LAW), Lemma(LAW, BY_LAW, {s: -s}), Lemma(ODD, BY_ODD)), Algebra())
COMPLEMENT = Statement(then=eq(P + cap(d, 2 * atan(exp(s))), 1))

LATE = Hypothesis("s >= 0", le(0, s))
AFTER = Hypothesis("s > 0", lt(0, s))
BEFORE = Hypothesis("s < 0", lt(s, 0))
BOUND = Statement(given=(LATE,), then=le(P, sech(s) ** m / 2))
BY_BOUND = Rewrite(
    ((sech(s), sin(ANGLE)),), With((Lemma(UPPER, BY_UPPER, {a: ANGLE}),), Positive())
)

EXACT_HALF = Statement(given=(TOLERANCE, DRIVEN), then=eq(P.subs(s, SHIFT.subs(t, T_STAR)), HALF))
BY_EXACT_HALF = Rewrite(((cot(tol / 2), 1 / tan(tol / 2)),), With((Lemma(EQUATOR, BY_EQUATOR),), Algebra()))
LATER = Statement(given=(DRIVEN,), then=iff(lt(0, SHIFT), lt(-log(tan(tol / 2)) / H, t)))
BY_LATER = Chain((("times", H), ("plus", log(tan(tol / 2)))))

FALLS = Statement(given=(AFTER,), then=lt(P.subs(m, m + 1), P))
BY_FALLS = With((Lemma(THINNER, BY_THINNER, {a: ANGLE}),), Positive())
RISES = Statement(given=(BEFORE,), then=lt(P, P.subs(m, m + 1)))
BY_RISES = With((Lemma(FULLER, BY_FULLER, {a: ANGLE}),), Positive())

NONNEGATIVE_U = Hypothesis("u >= 0", le(0, u))
BERNOULLI = Statement(given=(NONNEGATIVE_U,), then=le(1 + m * u, (1 + u) ** m))
BY_BERNOULLI = Induction(
    m, (Positive(),), SumOf(((1 + u) * ((1 + u) ** m - 1 - m * u), m * u**2))
)

# 1 - P(s) = P(-s) <= sech^m(s)/2 and cosh^m(s) >= 1 + m (cosh s - 1)
TO_ONE = Statement(given=(BEFORE,), then=le(1 - 1 / (2 * (1 + m * (cosh(s) - 1))), P))
HIGHER = Statement(then=le(0, cosh(s) - 1))
BY_TO_ONE = With(
    (
        Lemma(COMPLEMENT, BY_COMPLEMENT),
        Lemma(BOUND, BY_BOUND, {s: -s}),
        Lemma(HIGHER, Positive(shown=2 * sinh(s / 2) ** 2)),
        Lemma(BERNOULLI, BY_BERNOULLI, {u: cosh(s) - 1}),
        Lemma(
            Statement(
                given=(Hypothesis("power", le(1 + m * (cosh(s) - 1), cosh(s) ** m)), Hypothesis("cosh", HIGHER.then)),
                then=le(sech(s) ** m, 1 / (1 + m * (cosh(s) - 1))),
            ),
            Rewrite(
                ((sech(s), 1 / cosh(s)),),
                Positive(
                    shown=cosh(s) ** m - (1 + m * (cosh(s) - 1)), times=cosh(s) ** m * (1 + m * (cosh(s) - 1))
                ),
            ),
        ),
    ),
    SumOf(
        (
            sech(s) ** m / 2 - cap(d, 2 * atan(exp(s))),
            (1 / (1 + m * (cosh(s) - 1)) - sech(s) ** m) / 2,
        )
    ),
)
