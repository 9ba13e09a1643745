r"""Failure at a finite time: 1/2 at T* = ln cot(tol/2)/|h|, falling with d after it, RISING to 1 before it.

z0 is uniform and independent of h != 0, phi its angle to the drive. Write tan(phi0/2) = e^{-y0}, so y0 =
artanh(z0.e), and tan(tol/2) = e^{-q}. By the explicit flow tan(phi(t)/2) = tan(phi0/2) e^{-|h| t}; so phi(t)
> tol exactly if y0 < -s with s = |h| t - q = |h| t + ln tan(tol/2), that is, if z0 lies within 2 arctan
e^{-s} of -e:

    P(s) = P(delta < 2 arctan e^{-s}) = 1/2 - (1/W_{d-2}) int_0^s sech^{d-1}: the density is sech^{d-1}/W.

P(s) <= sech^{d-1}(s)/2 for s >= 0 is the upper cap bound at sin a = sech s. For s > 0 the cap lies in front
of the equator and its measure falls with d; for s < 0 behind it, and rises to 1: P(s) = 1 - P(-s) and
cosh^{d-1} s >= 1 + (d-1) (cosh s - 1) (Bernoulli).
"""

from itertools import pairwise
from typing import Any

from sympy import Abs, And, Rational, atan, cosh, cot, exp, log, oo, pi, sech, sin, sinh, tan, tanh

from ..claim import (
    EVERY_DIMENSION,
    EVERYTHING,
    Claim,
    Hypothesis,
    Mutant,
    Part,
    Scope,
    Source,
    Stated,
    Statement,
)
from ..enclosure.balls import Balls
from ..exact import Algebra, Chain, Positive
from ..exact.lemmas import Induction, Lemma, Rewrite, With
from ..exact.shape import Constant
from ..exact.sum_of import SumOf
from ..measures import SechIntegral
from ..terms import eq, iff, le, lt, reals
from .caps import (
    BY_EQUATOR,
    BY_FULLER,
    BY_THINNER,
    BY_UPPER,
    EQUATOR,
    FULLER,
    HALF,
    THINNER,
    UPPER,
    W,
    a,
    cap,
    d,
    m,
)

H, t, q, y0, s, u = reals("H t q y_0 s u")
DRIVEN = Hypothesis("h != 0", lt(0, H))
SHIFT = H * t - q
T_STAR = q / H
ANGLE = 2 * atan(exp(-s))
P = cap(d, ANGLE)

# tan(tol/2) = e^{-q}, tan(phi0/2) = e^{-y0}
phi, tol = reals("phi tol")
ANGLES = Hypothesis("phi, tol lie between 0 and pi", And(lt(0, phi), lt(phi, pi), lt(0, tol), lt(tol, pi)))
TANGENTS = Statement(given=(ANGLES,), then=iff(lt(tol, phi), lt(tan(tol / 2), tan(phi / 2))))
BY_TANGENTS = Chain((("times", HALF), ("apply", tan)))
EVENT = Statement(then=iff(lt(exp(-q), exp(-y0) * exp(-H * t)), lt(y0, -SHIFT)))
BY_EVENT = Chain((("plus", -y0 - q), ("apply", exp)))
# cos phi0 = (1 - tan^2(phi0/2))/(1 + tan^2(phi0/2))
ARTANH = Statement(then=eq(tanh(y0), (1 - exp(-y0) ** 2) / (1 + exp(-y0) ** 2)))

SINE = (sin(ANGLE), sech(s))
LAW = Statement(then=eq(P, HALF - SechIntegral(m, s) / W(m - 1)))
BY_LAW = Constant(
    s, 0, -oo, oo, by=Rewrite((SINE,), Algebra()), at_start=With((Lemma(EQUATOR, BY_EQUATOR),), Algebra())
)
ODD = Statement(then=eq(SechIntegral(m, -s), -SechIntegral(m, s)))
BY_ODD = Constant(s, 0, -oo, oo)
BY_COMPLEMENT = With((Lemma(LAW, BY_LAW), Lemma(LAW, BY_LAW, {s: -s}), Lemma(ODD, BY_ODD)), Algebra())
COMPLEMENT = Statement(then=eq(P + cap(d, 2 * atan(exp(s))), 1))

LATE = Hypothesis("s >= 0", le(0, s))
AFTER = Hypothesis("s > 0", lt(0, s))
BEFORE = Hypothesis("s < 0", lt(s, 0))
BOUND = Statement(given=(LATE,), then=le(P, sech(s) ** m / 2))
BY_BOUND = Rewrite(((sech(s), sin(ANGLE)),), With((Lemma(UPPER, BY_UPPER, {a: ANGLE}),), Positive()))

EXACT_HALF = Statement(then=eq(P.subs(s, SHIFT.subs(t, T_STAR)), HALF))
BY_EXACT_HALF = With((Lemma(EQUATOR, BY_EQUATOR),), Algebra())
LATER = Statement(given=(DRIVEN,), then=iff(lt(0, SHIFT), lt(T_STAR, t)))
BY_LATER = Chain((("times", H), ("plus", -q)))

FALLS = Statement(given=(AFTER,), then=lt(P.subs(m, m + 1), P))
BY_FALLS = With((Lemma(THINNER, BY_THINNER, {a: ANGLE}),), Positive())
RISES = Statement(given=(BEFORE,), then=lt(P, P.subs(m, m + 1)))
BY_RISES = With((Lemma(FULLER, BY_FULLER, {a: ANGLE}),), Positive())

NONNEGATIVE_U = Hypothesis("u >= 0", le(0, u))
BERNOULLI = Statement(given=(NONNEGATIVE_U,), then=le(1 + m * u, (1 + u) ** m))
BY_BERNOULLI = Induction(m, (Positive(),), SumOf(((1 + u) * ((1 + u) ** m - 1 - m * u), m * u**2)))

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
                given=(
                    Hypothesis("power", le(1 + m * (cosh(s) - 1), cosh(s) ** m)),
                    Hypothesis("cosh", HIGHER.then),
                ),
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
# In balls: |h| = 1, tol = 1/10, T* = 2.9948...
b, c, v = reals("b c v")


def in_balls(x: Any) -> Any:
    """P in dimension x at time t, |h| = 1, tol = 1/10."""
    return cap(x, 2 * atan(exp(-(t + log(tan(Rational(1, 20)))))))


CHAIN = (2, 3, 10, 100, 10**4, 10**6)
PAIRS = tuple(pairwise(CHAIN))
RISING = Statement(then=lt(in_balls(b), in_balls(c)) & lt(HALF, in_balls(b))).over(
    *({b: x, c: y, t: q} for x, y in PAIRS for q in ("299/100", "5/2") if y < 10**4 or q != "5/2")
)
FALLING = Statement(then=lt(in_balls(c), in_balls(b)) & lt(in_balls(b), HALF)).over(
    *({b: x, c: y, t: q} for x, y in PAIRS for q in ("3", "4"))
)
THRESHOLD = Statement(then=le(Abs(log(cot(Rational(1, 20))) - v), Rational(1, 10**15))).over(
    {v: "2.9948984537675730936"}
)

CLAIM = Claim(
    id="osc.finite-time-failure",
    title="Failure at a finite time rises with d before T* and falls after it",
    paper="B",
    sources=(Source("S", "the probability of failure falls exponentially with d"),),
    tiers=("exact", "enclosure", "kernel", "sampled"),
    kernel={
        "event": (
            "osc_failure_cap",
            "osc_failure_artanh",
        ),
        "density": ("osc_failure_density",),
        "bound": ("osc_failure_bound",),
        "half-at-threshold": (
            "osc_failure_half",
            "osc_failure_threshold",
        ),
        "rises": ("osc_failure_rises",),
        "to-one": ("osc_failure_to_one",),
    },
    as_stated=Stated(
        "imprecise",
        Statement(then=lt(P.subs(m, m + 1), P)),
        {m: 1, s: -1},
        why="only after T*; before it failure rises",
    ),
    uses=("osc.explicit-flow", "osc.cap-measure", "osc.cap-bounds"),
    parts=(
        Part(
            "rises with d before T*",
            RISES,
            BY_RISES,
            EVERY_DIMENSION,
            witness={s: -1},
            drops={"s < 0": {m: 1, s: 1}},
        ),
        Part(
            "phi > tol exactly if tan(phi/2) > tan(tol/2)",
            TANGENTS,
            BY_TANGENTS,
            EVERY_DIMENSION,
            witness={phi: 2, tol: 1},
            drops={ANGLES.name: {phi: 4, tol: 1}},
        ),
        Part(
            "tan(phi0/2) e^{-|h| t} > tan(tol/2) exactly if y0 < -s",
            EVENT,
            BY_EVENT,
            EVERY_DIMENSION,
            mutants=(
                Mutant(
                    "the sign of the shift",
                    EVENT.concluding(iff(lt(exp(-q), exp(-y0) * exp(-H * t)), lt(y0, SHIFT))),
                    {q: 3, y0: 1, H: 1, t: 1},
                ),
            ),
        ),
        Part("y0 = artanh(cos phi0)", ARTANH, Algebra(), EVERY_DIMENSION),
        Part(
            "law of y0",
            LAW,
            BY_LAW,
            EVERY_DIMENSION,
            given=("sphere-marginal", "conditioning"),
            mutants=(
                Mutant(
                    "density sech^d",
                    LAW.concluding(eq(P, HALF - SechIntegral(m + 1, s) / W(m))),
                    {m: 2, s: 1},
                ),
                Mutant(
                    "the other tail",
                    LAW.concluding(eq(P, HALF + SechIntegral(m, s) / W(m - 1))),
                    {m: 2, s: 1},
                ),
            ),
        ),
        Part(
            "bound for s >= 0",
            BOUND,
            BY_BOUND,
            EVERY_DIMENSION,
            witness={m: 2, s: 1},
            drops={"s >= 0": {m: 1, s: -1}},
            mutants=(
                Mutant("2 % less", BOUND.concluding(le(P, sech(s) ** m * 49 / 100)), {m: 2, s: "1/1000"}),
                Mutant("exponent d", BOUND.concluding(le(P, sech(s) ** d / 2)), {m: 2, s: 2}),
            ),
        ),
        Part(
            "exactly 1/2 at T*",
            EXACT_HALF,
            BY_EXACT_HALF,
            EVERY_DIMENSION,
            mutants=(
                Mutant(
                    "2 % later",
                    EXACT_HALF.concluding(eq(P.subs(s, SHIFT.subs(t, T_STAR * 51 / 50)), HALF)),
                    {m: 2, q: 3, H: 1},
                ),
            ),
        ),
        Part(
            "s > 0 exactly after T* = q/abs(h)",
            LATER,
            BY_LATER,
            EVERYTHING,
            witness={H: 1},
            drops={"h != 0": {H: -1, q: 1, t: 4}},
        ),
        Part(
            "falls with d after T*",
            FALLS,
            BY_FALLS,
            EVERY_DIMENSION,
            witness={s: 1},
            drops={"s > 0": {m: 1, s: -1}},
        ),
        Part(
            "rises to 1",
            TO_ONE,
            BY_TO_ONE,
            EVERY_DIMENSION,
            witness={s: -1},
            drops={"s < 0": {m: 8, s: 2}},
            mutants=(
                Mutant(
                    "half the distance to 1",
                    TO_ONE.concluding(le(1 - 1 / (100 * (1 + m * (cosh(s) - 1))), P)),
                    {m: 1, s: "-1/10"},
                ),
            ),
        ),
        Part(
            "rising before T*, in balls",
            RISING,
            Balls(),
            Scope(kind="listed", text="abs(h) = 1, tol = 1/10, t = 2.5 and 2.99, d from 2 to 10^6"),
            mutants=(Mutant("falling", RISING.concluding(lt(in_balls(c), in_balls(b)))),),
        ),
        Part(
            "falling after T*, in balls",
            FALLING,
            Balls(),
            Scope(kind="listed", text="abs(h) = 1, tol = 1/10, t = 3 and 4, d from 2 to 10^6"),
            mutants=(Mutant("rising", FALLING.concluding(lt(in_balls(b), in_balls(c)))),),
        ),
        Part(
            "T* for tol = 1/10",
            THRESHOLD,
            Balls(),
            Scope(kind="listed", text="abs(h) = 1"),
            mutants=(
                Mutant(
                    "2 % off",
                    THRESHOLD.concluding(
                        le(Abs(log(cot(Rational(1, 20))) - v * 51 / 50), Rational(1, 10**15))
                    ),
                ),
            ),
        ),
    ),
)
