r"""The rate of convergence is |h|, in every dimension; what d changes is the spread of the settling time.

Along the flow y = artanh(z.e) grows at the rate |h|, so the (signed) settling time is T = (q - y0)/|h| with
q = ln cot(tol/2), and y0 has the symmetric density sech^{d-1}/W_{d-2} (osc.finite-time-failure). Hence T is
symmetric about T* = q/|h| (mean and median), and with n = d - 1

- cumulants: E e^{x y0} = Gamma((n+x)/2) Gamma((n-x)/2)/Gamma(n/2)^2 (cited), so Var y0 = psi_1(n/2)/2;
- tails: P(T > t) falls with d for t > T* and rises for t < T*: upper quantiles fall, lower ones rise;
- E max(0, T) = (q + E max(0, y0 - q))/|h| falls, because P(y0 > u) falls with d for each u > 0.

Independent uniform anchors: adding one turns R^2 into R^2 + w^2 + 2 R w c with E c = 0, E c^2 = 1 -
W_{n+1}/W_{n-1} = 1/d. So E|h|^2 = S2 = sum w^2 in every d, and Var|h|^2 = 2 (S2^2 - S4)/d = 4 sum_{i<j}
w_i^2 w_j^2/d with S4 = sum w^4. With y = |h|/norm(w), 1 + (y^2-1)/2 - (y^2-1)^2/2 <= y <= (1 + y^2)/2 and
1/y >= (3 - y^2)/2 give, on average,

    norm(w) (1 - Var|h|^2/(2 S2^2)) <= E|h| <= norm(w),    E 1/|h| >= 1/norm(w):    a bounded gain.

From delta = 1/(2 kappa), kappa = norm(w)/w_j, on 1/y <= (3 - y^2)/2 + (y^2-1)^2/delta; what is below adds
2 kappa/d at most, as P(y <= t) <= (kappa t)^{d-1}/2 (osc.degenerate-bound): E 1/|h| tends to 1/norm(w). That
E|h| rises and E 1/|h| falls with every single d is open but for two anchors at listed d.
"""

from itertools import pairwise

from sympy import (
    Abs,
    And,
    Derivative,
    Function,
    Integer,
    KroneckerDelta,
    Rational,
    cosh,
    exp,
    loggamma,
    oo,
    polygamma,
    sech,
    sinh,
    sqrt,
    tanh,
)

from ..claim import (
    EVERY_DIMENSION,
    EVERY_LENGTH_AND_DIMENSION,
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
from ..exact import Algebra, Positive
from ..exact.lemmas import Induction, Lemma, Rewrite, With
from ..exact.open import Open
from ..exact.shape import Constant, FallingToZero
from ..exact.steps import Split
from ..exact.sum_of import SumOf
from ..measures import Excess, PairMoment, SettlingVariance
from ..terms import (
    N,
    Rate,
    dot,
    eq,
    family,
    indices,
    le,
    lt,
    norm,
    reals,
    total,
    vectors,
)
from .caps import W_STEP, W, d, m
from .direction import DIRECTION, e
from .exponential import BY_TANGENT, TANGENT, t
from .finite_time_failure import (
    BERNOULLI,
    BOUND,
    BY_BERNOULLI,
    BY_BOUND,
    BY_COMPLEMENT,
    BY_FALLS,
    BY_RISES,
    COMPLEMENT,
    FALLS,
    RISES,
    P,
    q,
    s,
    u,
)
from .setting import FIELD, h, z

x, y, w, S2, S4, V, tau, b, c, delta = reals("x y w S_2 S_4 V tau b c delta")
ARTANH = Hypothesis("z.e = tanh y", eq(dot(z, e), tanh(y)))
SPEED = Statement(
    given=(DIRECTION, ARTANH), then=eq(Rate(dot(z, e), (z, FIELD)), Rate(tanh(y), (y, norm(h))))
)

# P(y0 > s) <= sech^m(s)/2 <= 1/cosh(s) <= 2 e^{-s}
HALF_EXP = exp(s) / 2
TAIL = Statement(then=le(P, exp(-s)))
INVERTED = ((sech(s), 1 / cosh(s)),)
AT_MOST_1 = Lemma(
    Statement(then=le(sech(s), 1)), Rewrite(INVERTED, SumOf((2 * sinh(s / 2) ** 2,), times=cosh(s)))
)
EXPONENTIAL = Lemma(
    Statement(then=le(sech(s), 2 * exp(-s))), Rewrite(INVERTED, SumOf((exp(-2 * s),), times=cosh(s)))
)
POWER = Lemma(
    Statement(then=le(sech(s) ** m, sech(s))),
    Induction(
        m, (Positive(),), With((AT_MOST_1,), SumOf((sech(s) - sech(s) ** m, sech(s) ** m * (1 - sech(s)))))
    ),
)
LATER = With(
    (Lemma(BOUND, BY_BOUND), POWER, EXPONENTIAL),
    SumOf((sech(s) ** m / 2 - P, (sech(s) - sech(s) ** m) / 2, exp(-s) - sech(s) / 2)),
)
BY_TAIL = Split(
    s,
    With(
        (Lemma(COMPLEMENT, BY_COMPLEMENT), Lemma(TANGENT, BY_TANGENT, {t: -s})),
        SumOf((P.subs(s, -s), exp(-s) - 1 + s, -s)),
    ),
    LATER,
    LATER,
)
CUMULANT = loggamma((m + x) / 2) + loggamma((m - x) / 2) - 2 * loggamma(m / 2)
VARIANCE = Statement(
    then=eq(Derivative(CUMULANT, x, x), (polygamma(1, (m + x) / 2) + polygamma(1, (m - x) / 2)) / 4)
)

BEYOND = Statement(given=(Hypothesis("q >= 0", le(0, q)),), then=lt(Excess(m + 1, q), Excess(m, q)))
DROP = P.subs(s, q) - P.subs(m, m + 1).subs(s, q)
BY_BEYOND = FallingToZero(q, 0, DROP, lemmas=((DROP, With((Lemma(FALLS, BY_FALLS, {s: q}),), Positive())),))
# E max(0, y - q) - E max(0, -q - y) = -q
REFLECTED = Statement(then=eq(Excess(m, q) - Excess(m, -q), -q))
BY_REFLECTED = Constant(q, 0, -oo, oo, by=With((Lemma(COMPLEMENT, BY_COMPLEMENT, {s: q}),), Algebra()))
EXCESS = Statement(then=lt(Excess(m + 1, q), Excess(m, q)))
BY_EXCESS = Split(
    q,
    With(
        (
            Lemma(BEYOND, BY_BEYOND, {q: -q}),
            Lemma(REFLECTED, BY_REFLECTED),
            Lemma(REFLECTED, BY_REFLECTED, {m: m + 1}),
        ),
        Positive(shown=Excess(m, -q) - Excess(m + 1, -q)),
    ),
    Rewrite(((q, Integer(0)),), With((Lemma(BEYOND, BY_BEYOND, {q: 0}),), Positive())),
    BY_BEYOND,
)

COSINE = Statement(then=eq(1 - W(m + 1) / W(m - 1), 1 / d))
j, l = indices("j l")
weight, G = family("w"), family("G")
UNCORRELATED = Hypothesis("E <r_j, r_l> = 0 for j != l", eq(G[j, l], KroneckerDelta(j, l)))
MEAN_SQUARE = Statement(
    given=(UNCORRELATED,), then=eq(total(weight[j] * weight[l] * G[j, l], j, l), total(weight[j] ** 2, j))
)
r = vectors("r")
UNIT_ANCHOR = Hypothesis("unit anchor", eq(dot(r, r), 1))
LONGER = dot(h + w * r, h + w * r)
ADDED = Statement(
    given=(UNIT_ANCHOR,),
    then=eq(
        LONGER**2,
        dot(h, h) ** 2
        + w**4
        + 2 * w**2 * dot(h, h)
        + 4 * w**2 * dot(h, r) ** 2
        + 4 * w * (dot(h, h) + w**2) * dot(h, r),
    ),
)
KNOWN = Hypothesis("variance so far", eq(V, 2 * (S2**2 - S4) / d))
SECOND = Hypothesis("E c^2 = 1/d", eq(tau, 1 / d))
FOURTH = V + S2**2 + w**4 + 2 * w**2 * S2 + 4 * w**2 * S2 * tau
ONE_MORE = Statement(
    given=(KNOWN, SECOND), then=eq(FOURTH - (S2 + w**2) ** 2, 2 * ((S2 + w**2) ** 2 - (S4 + w**4)) / d)
)

ONE_ANCHOR = Statement(
    given=(Hypothesis("S_2 = w^2", eq(S2, w**2)), Hypothesis("S_4 = w^4", eq(S4, w**4))),
    then=eq(2 * (S2**2 - S4) / d, 0),
)
CLOSED = Statement(
    then=eq(
        2 * (total(weight[j] ** 2, j) ** 2 - total(weight[j] ** 4, j)) / d,
        2 * total((1 - KroneckerDelta(j, l)) * weight[j] ** 2 * weight[l] ** 2, j, l) / d,
    )
)

LENGTH = Hypothesis("y > 0", lt(0, y))
NOT_ABOVE = Statement(then=le(y, (1 + y**2) / 2))
NOT_BELOW = Statement(given=(LENGTH,), then=le(1 + (y**2 - 1) / 2 - (y**2 - 1) ** 2 / 2, y))
INVERSE = Statement(given=(LENGTH,), then=le((3 - y**2) / 2, 1 / y))

AWAY = Hypothesis("0 < delta <= y", And(lt(0, delta), le(delta, y)))
FROM_DELTA = Statement(given=(AWAY,), then=le(1 / y, (3 - y**2) / 2 + (y**2 - 1) ** 2 / delta))
BY_FROM_DELTA = Positive(
    shown=(y**2 - 1) ** 2 * (y - delta) / (y * delta) + (y - 1) ** 2 * (2 * (y + 1) ** 2 - y - 2) / (2 * y)
)
# P(y <= t) <= (kappa t)^m/2, and E[1/y; y < delta] = P(y < delta)/delta + int_0^delta P(y <= t)/t^2 dt
kappa = reals("kappa")
HEAVY = Hypothesis("kappa > 0", lt(0, kappa))
# d - 1 = m + 1 >= 2
SCALE = kappa ** (m + 1)
LAYERS = Statement(then=eq(Derivative(SCALE * exp(m * x) / (2 * m), x), SCALE * exp(m * x) / 2))
TOGETHER = kappa / 2 ** (m + 1) * (1 + 1 / m)
VANISHES = Statement(given=(HEAVY,), then=le(TOGETHER, 2 * kappa / (m + 2)))
BY_VANISHES = With(
    (Lemma(BERNOULLI, BY_BERNOULLI, {u: Integer(1), m: m + 1}),),
    SumOf(
        (kappa * (m + 1) * (2 ** (m + 1) - m - 2), kappa * (m - 1) * 2 ** (m + 1)),
        times=m * (m + 2) * 2 ** (m + 1),
    ),
)

MEAN_LENGTH, MEAN_RECIPROCAL = Function("E_length"), Function("E_reciprocal")
"""E |h| and E 1/|h| in dimension d, for some n >= 2 and weights: known here by their bounds only."""

MEAN_RISES = Statement(then=lt(MEAN_LENGTH(d), MEAN_LENGTH(d + 1)))
MEAN_FALLS = Statement(then=lt(MEAN_RECIPROCAL(m + 3), MEAN_RECIPROCAL(m + 2)))
WHY = (
    "decided for two anchors at listed d only; tried: induction over the anchors (concavity in |h|^2 is lost when "
    "one is added) and power series (joint moments of three cosines enter with the opposite sign)"
)

PSI = Statement(
    then=le(Abs(SettlingVariance(b - 1) - polygamma(1, (b - 1) / 2) / 2), Rational(1, 10**20))
).over(*({b: k} for k in (2, 3, 4, 8, 32, 128, 1000)))
CHAIN = (2, 3, 4, 8, 64, 1000, 10**5)
WEIGHTS = ((1, 1), (1, "1/2"), (2, 1))
w1, w2 = reals("w_1 w_2")
NORM = sqrt(w1**2 + w2**2)
MEAN = Statement(
    then=lt(PairMoment(b, 1, w1, w2), PairMoment(c, 1, w1, w2)) & lt(PairMoment(c, 1, w1, w2), NORM)
).over(*({b: i, c: k, w1: p, w2: r} for i, k in pairwise(CHAIN) for p, r in WEIGHTS))
MEAN_INVERSE = Statement(
    then=lt(PairMoment(c, -1, w1, w2), PairMoment(b, -1, w1, w2)) & lt(1 / NORM, PairMoment(c, -1, w1, w2))
).over(*({b: i, c: k, w1: p, w2: r} for i, k in pairwise(CHAIN[1:]) for p, r in WEIGHTS))
LIMIT = Statement(
    then=lt(Abs(PairMoment(b, 1, w1, w2) - NORM), Rational(1, 10**4))
    & lt(Abs(PairMoment(b, -1, w1, w2) - 1 / NORM), Rational(1, 10**4))
).over(*({b: 10**5, w1: p, w2: r} for p, r in WEIGHTS))

CLAIM = Claim(
    id="osc.rate-vs-dimension",
    title="The rate is abs(h) in every dimension; the settling time concentrates",
    paper="B",
    sources=(Source("S", "rates of convergence rise with d"),),
    tiers=("exact", "enclosure", "sampled"),
    as_stated=Stated(
        "imprecise",
        Statement(then=lt(P.subs(m, m + 1), P)),
        {m: 1, s: -1},
        why="the rate is abs(h); 'every quantile of the settling time falls' fails below the median",
    ),
    uses=("osc.explicit-flow", "osc.finite-time-failure", "osc.degenerate-bound"),
    parts=(
        Part(
            "y = artanh(z.e) grows at the rate abs(h)",
            SPEED,
            Algebra(),
            EVERY_DIMENSION,
            witness={h: (1, 0), e: (1, 0), z: (0, 1), y: 0},
            drops={
                DIRECTION.name: {h: (1, 0), e: (0, 0), z: (0, 1), y: 0},
                "z.e = tanh y": {h: (1, 0), e: (1, 0), z: (1, 0), y: 0},
            },
            mutants=(
                Mutant(
                    "2 % more",
                    SPEED.concluding(eq(SPEED.then.lhs, Rate(tanh(y), (y, norm(h) * 51 / 50)))),
                    {h: (1, 0), e: (1, 0), z: (0, 1), y: 0},
                ),
            ),
        ),
        Part(
            "T is symmetric about T*, its median",
            COMPLEMENT,
            BY_COMPLEMENT,
            EVERY_DIMENSION,
            mutants=(
                Mutant("2 % off", COMPLEMENT.concluding(le(1, COMPLEMENT.then.lhs * 49 / 50)), {m: 2, s: 1}),
            ),
        ),
        Part(
            "tails of T: its mean is finite",
            TAIL,
            BY_TAIL,
            EVERY_DIMENSION,
            mutants=(Mutant("e^{-2s}", TAIL.concluding(le(P, exp(-2 * s))), {m: 1, s: 3}),),
        ),
        Part(
            "E max(0, y - q) - E max(0, q - y) = -q: the mean of T is T*",
            REFLECTED,
            BY_REFLECTED,
            EVERY_DIMENSION,
            note="P(-y > u) = P(y > u), so E max(0, q - y) = E max(0, y + q)",
        ),
        Part(
            "standard deviation, from the cumulants",
            VARIANCE,
            Algebra(),
            EVERY_DIMENSION,
            given=("sech-transform",),
            mutants=(
                Mutant(
                    "without the factor 1/2",
                    VARIANCE.concluding(eq(VARIANCE.then.lhs, VARIANCE.then.rhs * 2)),
                    {m: 2, x: "1/2"},
                ),
            ),
        ),
        Part(
            "P(T > t) falls with d for t > T*: so do upper quantiles",
            FALLS,
            BY_FALLS,
            EVERY_DIMENSION,
            witness={s: 1},
            drops={"s > 0": {m: 1, s: -1}},
            note="P(T > t) falls strictly and continuously in t, as y0 has a positive density",
        ),
        Part(
            "P(T > t) rises with d for t < T*: so do lower quantiles",
            RISES,
            BY_RISES,
            EVERY_DIMENSION,
            witness={s: -1},
            drops={"s < 0": {m: 1, s: 1}},
            note="P(T > t) falls strictly and continuously in t, as y0 has a positive density",
        ),
        Part(
            "E max(0, T) falls",
            EXCESS,
            BY_EXCESS,
            EVERY_DIMENSION,
            mutants=(
                Mutant("rises", EXCESS.concluding(lt(Excess(m, q), Excess(m + 1, q))), {m: 2, q: 1}),
                Mutant(
                    "falls by half", EXCESS.concluding(lt(Excess(m + 1, q), Excess(m, q) / 5)), {m: 2, q: 1}
                ),
            ),
        ),
        Part(
            "E c^2 = 1/d",
            COSINE,
            With((W_STEP,), Algebra()),
            EVERY_DIMENSION,
            mutants=(Mutant("1/(d-1)", COSINE.concluding(eq(COSINE.then.lhs, 1 / m)), {m: 2}),),
        ),
        Part(
            "E abs(h)^2 = sum w^2",
            MEAN_SQUARE,
            Algebra(),
            EVERY_LENGTH_AND_DIMENSION,
            witness={N: 1, weight: (1,), G: ((1,),)},
            drops={"E <r_j, r_l> = 0 for j != l": {N: 2, weight: (1, 1), G: ((1, 1), (1, 1))}},
            note="|h|^2 = sum w_j w_l <r_j, r_l>, and a uniform r_j is as likely as -r_j",
        ),
        Part(
            "abs(h + w r)^4",
            ADDED,
            Algebra(),
            EVERY_DIMENSION,
            witness={h: (1, 0), r: (0, 1), w: 1},
            drops={"unit anchor": {h: (0, 0), r: (2, 0), w: 1}},
            note="on average the last term is 0, and E <h, r>^2 = E |h|^2/d for r independent of h",
        ),
        Part(
            "Var abs(h)^2 = 2 (S_2^2 - S_4)/d: one anchor",
            ONE_ANCHOR,
            Algebra(),
            EVERY_DIMENSION,
            witness={m: 1, w: 2, S2: 4, S4: 16},
            drops={"S_2 = w^2": {m: 1, w: 2, S2: 5, S4: 16}, "S_4 = w^4": {m: 1, w: 2, S2: 4, S4: 1}},
        ),
        Part(
            "Var abs(h)^2 = 2 (S_2^2 - S_4)/d: one more anchor",
            ONE_MORE,
            Algebra(),
            Scope(kind="all", text="every n (one anchor after the other) and every d"),
            witness={m: 1, V: 0, S2: 1, S4: 1, tau: "1/2", w: 1},
            drops={
                "variance so far": {m: 1, V: 1, S2: 1, S4: 1, tau: "1/2", w: 1},
                "E c^2 = 1/d": {m: 1, V: 0, S2: 1, S4: 1, tau: 1, w: 1},
            },
        ),
        Part(
            "which is 4 sum_{i<j} w_i^2 w_j^2/d",
            CLOSED,
            Algebra(),
            EVERY_LENGTH_AND_DIMENSION,
            mutants=(
                Mutant(
                    "2 % more",
                    CLOSED.concluding(eq(CLOSED.then.lhs * 51 / 50, CLOSED.then.rhs)),
                    {N: 2, m: 1, weight: (1, 1)},
                ),
            ),
        ),
        Part(
            "E abs(h) <= norm(w)",
            NOT_ABOVE,
            Positive(shown=(1 - y) ** 2 / 2),
            EVERYTHING,
            mutants=(Mutant("2 % less", NOT_ABOVE.concluding(le(y, (1 + y**2) * 49 / 100)), {y: 1}),),
        ),
        Part(
            "E abs(h) >= norm(w) (1 - Var abs(h)^2/(2 S_2^2)): its limit is norm(w)",
            NOT_BELOW,
            Positive(shown=y * (y - 1) ** 2 * (y + 2) / 2),
            EVERYTHING,
            witness={y: 1},
            drops={"y > 0": {y: -1}},
        ),
        Part(
            "E 1/abs(h) >= 1/norm(w)",
            INVERSE,
            Positive(shown=(y - 1) ** 2 * (y + 2), times=2 * y),
            EVERYTHING,
            witness={y: 1},
            drops={"y > 0": {y: -1}},
        ),
        Part(
            "1/abs(h) from delta on: 1 + Var abs(h)^2/(S_2^2 delta) on average",
            FROM_DELTA,
            BY_FROM_DELTA,
            EVERYTHING,
            witness={y: 1, delta: "1/2"},
            drops={"0 < delta <= y": {y: "1/10", delta: 10}},
            mutants=(
                Mutant(
                    "half the last term",
                    FROM_DELTA.concluding(le(1 / y, (3 - y**2) / 2 + (y**2 - 1) ** 2 / (9 * delta))),
                    {y: "1/10", delta: "1/10"},
                ),
            ),
            note="y = |h|/norm(w); where y < delta <= 1 the right side is positive",
        ),
        Part(
            "1/abs(h) below delta: the integral of P(y <= t)/t^2",
            LAYERS,
            Algebra(),
            EVERY_DIMENSION,
            given=("layer-cake",),
            mutants=(
                Mutant(
                    "twice that",
                    LAYERS.concluding(eq(2 * LAYERS.then.lhs, LAYERS.then.rhs)),
                    {m: 1, kappa: 2, x: 0},
                ),
            ),
            note="P(y <= t) <= (kappa t)^{d-1}/2, kappa = norm(w)/w_j (osc.degenerate-bound), t = e^x",
        ),
        Part(
            "and tends to 0: the limit of E 1/abs(h) is 1/norm(w)",
            VANISHES,
            BY_VANISHES,
            EVERY_DIMENSION,
            witness={kappa: 1},
            drops={"kappa > 0": {m: 2, kappa: -1}},
            mutants=(
                Mutant(
                    "4 times as small",
                    VANISHES.concluding(le(TOGETHER, kappa / (4 * (m + 2)))),
                    {m: 2, kappa: 1},
                ),
            ),
            note="delta = 1/(2 kappa)",
        ),
        Part(
            "E abs(h) rises with d, for every n and d",
            MEAN_RISES,
            Open(WHY),
            EVERY_LENGTH_AND_DIMENSION,
        ),
        Part(
            "E 1/abs(h) falls with d >= 3, for every n and d",
            MEAN_FALLS,
            Open(WHY),
            EVERY_LENGTH_AND_DIMENSION,
        ),
        Part(
            "variance by quadrature and by psi_1",
            PSI,
            Balls(),
            Scope(kind="listed", text="d = 2, ..., 1000"),
            mutants=(
                Mutant(
                    "psi_1(d/2)",
                    PSI.concluding(
                        le(Abs(SettlingVariance(b - 1) - polygamma(1, b / 2) / 2), Rational(1, 10**20))
                    ),
                ),
            ),
        ),
        Part(
            "E abs(h) rises, two anchors",
            MEAN,
            Balls(),
            Scope(kind="listed", text="d = 2, ..., 10^5, three pairs of weights"),
            mutants=(
                Mutant("beyond norm(w)", MEAN.concluding(lt(NORM * 51 / 50, PairMoment(c, 1, w1, w2)))),
            ),
        ),
        Part(
            "E 1/abs(h) falls, two anchors",
            MEAN_INVERSE,
            Balls(),
            Scope(kind="listed", text="d = 3, ..., 10^5, three pairs of weights"),
            mutants=(
                Mutant(
                    "below 1/norm(w)",
                    MEAN_INVERSE.concluding(lt(PairMoment(c, -1, w1, w2), 49 / (50 * NORM))),
                ),
            ),
        ),
        Part(
            "both reach their limits, two anchors",
            LIMIT,
            Balls(),
            Scope(kind="listed", text="d = 10^5, three pairs of weights"),
            mutants=(
                Mutant(
                    "limit w_1 + w_2",
                    LIMIT.concluding(lt(Abs(PairMoment(b, 1, w1, w2) - w1 - w2), Rational(1, 10**4))),
                ),
            ),
        ),
    ),
)
