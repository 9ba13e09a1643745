r"""P(delta < a) for a uniform start: the cap measure, in every dimension d = m + 1 >= 2.

Cited: the angle delta of a uniform point has density proportional to sin^{d-2}, so P(delta < a) = I_n(a)/W_n
with n = d - 2, I_n(a) = int_0^a sin^n, W_n = I_n(pi). From the derivative alone follow

- the normalisation 1/W_n = Gamma(d/2)/(sqrt(pi) Gamma((d-1)/2)): W_0 = pi, W_1 = 2, n W_n = (n-1) W_{n-2};
- P = I_x((d-1)/2, 1/2)/2 with x = sin^2 a: B_x has a-derivative x^{n/2-1/2} (1-x)^{-1/2} 2 sin a cos a = 2
  sin^n a.

Evaluated in logarithms, where nothing overflows; Gamma(d/2) itself leaves the double range at d = 344.
"""

from sympy import Abs, Rational, cos, gamma, log, pi, sin, sqrt

from ..claim import EVERY_DIMENSION, Claim, Hypothesis, Mutant, Part, Scope, Source, Stated, Statement
from ..enclosure.balls import Balls
from ..exact import Algebra
from ..exact.gamma import GammaRecurrence
from ..exact.lemmas import Induction, Lemma, Rewrite, With
from ..exact.root import Root
from ..exact.shape import Constant
from ..exact.sum_of import SumOf
from ..measures import IncompleteBeta, SineIntegral
from ..terms import eq, iff, le, lt, reals, size
from .caps import BY_EQUATOR, BY_MIRROR, BY_TOTAL, EQUATOR, HALF, MIRROR, TOTAL, a, cap, d, m

b, v = reals("b v")
FORMULA = gamma(d / 2) / (sqrt(pi) * gamma((d - 1) / 2)) * SineIntegral(d - 2, a)
PROPOSITION = Statement(then=eq(cap(d, a), FORMULA))

x = sin(a) ** 2
CLOSED_ACUTE = Hypothesis("0 <= a <= pi/2", le(0, a) & le(a, pi / 2))
SUBSTITUTED = Statement(given=(CLOSED_ACUTE,), then=eq(IncompleteBeta(x, m / 2), 2 * SineIntegral(m - 1, a)))
BY_SUBSTITUTION = Constant(
    a,
    0,
    0,
    pi / 2,
    by=Rewrite(
        ((1 - x, cos(a) ** 2),),
        Rewrite(((Abs(sin(a)), sin(a)), (Abs(cos(a)), cos(a))), Algebra(), Root()),
    ),
)
REGULARISED = SUBSTITUTED.concluding(eq(cap(d, a), IncompleteBeta(x, m / 2) / IncompleteBeta(1, m / 2) / 2))
BY_REGULARISED = With(
    (
        Lemma(SUBSTITUTED, BY_SUBSTITUTION),
        Lemma(SUBSTITUTED, BY_SUBSTITUTION, {a: pi / 2}),
        Lemma(EQUATOR, BY_EQUATOR),
    ),
    Algebra(),
)
COMPLEMENT = Statement(then=eq(cap(d, a) + cap(d, pi - a), 1))

# In balls: two algorithms (Gauss's continued fraction; FLINT's incomplete beta) and certified digits.
BETA = IncompleteBeta(sin(a) ** 2, (b - 1) / 2) / IncompleteBeta(1, (b - 1) / 2) / 2
SIZES = (2, 3, 10, 100, 343, 344, 10**4, 10**6)
ANGLES = ("1/1000000000", "1/1000", "1", "3/2")
AGREE = Statement(then=le(Abs(log(cap(b, a)) - log(BETA)), Rational(1, 10**20))).over(
    *({b: k, a: angle} for k in SIZES for angle in ANGLES)
)
VALUE = Statement(then=le(Abs(log(cap(b, a)) - v), -v / 10**15)).over(
    {b: 2, a: "1/1000000000", v: "-21.86799572279581133030535"},
    {b: 3, a: "1/1000000000", v: "-42.83282603501271293124164"},
    {b: 344, a: "1/1000000000", v: "-7111.918714691347901941439"},
    {b: 1000, a: "3/2", v: "-4.373307395226280953903978"},
    {b: 10**6, a: "1/1000000000", v: "-20723252.94037413639672723"},
    {b: 10**6, a: "3/2", v: "-2513.331792099508555728097"},
)
OVERFLOW = Statement(then=iff(lt(gamma(b / 2), 2**1024), le(b, 343))).over(
    *({b: k} for k in (2, 342, 343, 344, 345))
)
k = size("k")
BEYOND = Statement(then=le(2**1024, gamma((k + 343) / 2)))
BY_BEYOND = Induction(
    k,
    (Balls(), Balls()),
    Rewrite(
        ((gamma((k + 343) / 2 + 1), (k + 343) / 2 * gamma((k + 343) / 2)),),
        SumOf((gamma((k + 343) / 2) - 2**1024, (k + 341) / 2 * gamma((k + 343) / 2))),
        GammaRecurrence(),
    ),
    tier="enclosure",  # the two base cases are decided in balls
)

CLAIM = Claim(
    id="osc.cap-measure",
    title="The measure of a cap, in every dimension",
    paper="B",
    sources=(
        Source("C", "Proposition 4: P(delta < a) = Gamma(d/2)/(sqrt(pi) Gamma((d-1)/2)) int_0^a sin^{d-2}"),
    ),
    tiers=("exact", "enclosure", "sampled"),
    as_stated=Stated("proved"),
    parts=(
        Part(
            "normalisation",
            PROPOSITION,
            With((Lemma(TOTAL, BY_TOTAL),), Algebra()),
            EVERY_DIMENSION,
            given=("sphere-marginal",),
            mutants=(
                Mutant(
                    "Gamma of (d+1)/2",
                    PROPOSITION.concluding(eq(cap(d, a), FORMULA.subs(gamma(d / 2), gamma(d / 2 + HALF)))),
                    {m: 2, a: 1},
                ),
                Mutant("exponent d - 1", Statement(then=eq(cap(d + 1, a), FORMULA)), {m: 2, a: 1}),
            ),
        ),
        Part(
            "incomplete beta",
            REGULARISED,
            BY_REGULARISED,
            EVERY_DIMENSION,
            witness={m: 2, a: 1},
            drops={"0 <= a <= pi/2": {m: 2, a: 2}},
            mutants=(
                Mutant(
                    "parameter d/2",
                    REGULARISED.concluding(
                        eq(cap(d, a), IncompleteBeta(x, d / 2) / IncompleteBeta(1, d / 2) / 2)
                    ),
                    {m: 2, a: 1},
                ),
            ),
        ),
        Part(
            "the far side",
            COMPLEMENT,
            With((Lemma(MIRROR, BY_MIRROR),), Algebra()),
            EVERY_DIMENSION,
            mutants=(
                Mutant(
                    "2 % short",
                    COMPLEMENT.concluding(eq(COMPLEMENT.then.lhs, Rational(49, 50))),
                    {m: 2, a: 1},
                ),
            ),
        ),
        Part(
            "two algorithms agree",
            AGREE,
            Balls(),
            Scope(kind="listed", text="d = 2, ..., 10^6 and a = 10^-9, ..., 3/2"),
            mutants=(
                Mutant(
                    "parameters of the beta function off by one",
                    AGREE.concluding(le(Abs(log(cap(b + 1, a)) - log(BETA)), Rational(1, 10**20))),
                ),
            ),
        ),
        Part(
            "values",
            VALUE,
            Balls(),
            Scope(kind="listed", text="six values, to 15 digits"),
            mutants=(
                Mutant("2 % off", VALUE.concluding(le(Abs(log(cap(b, a)) - v * 49 / 50), -v / 10**15))),
            ),
        ),
        Part(
            "the gamma function leaves the double range at d = 344",
            OVERFLOW,
            Balls(),
            Scope(kind="listed", text="d = 2, 342, ..., 345"),
            mutants=(Mutant("at 345", OVERFLOW.concluding(iff(lt(gamma(b / 2), 2**1024), le(b, 344)))),),
        ),
        Part(
            "and stays outside in every greater dimension",
            BEYOND,
            BY_BEYOND,
            Scope(kind="all", text="every d = k + 343 >= 344"),
            mutants=(Mutant("from 343 on", BEYOND.concluding(le(2**1024, gamma((k + 342) / 2))), {k: 1}),),
        ),
    ),
)
