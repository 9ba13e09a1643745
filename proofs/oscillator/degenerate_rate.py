r"""How fast a small drive becomes rare: the exponential rate of P(|h| <= eps) in d, for every n >= 2.

    (1/d) ln P(|h| <= eps) -> R = max {ln det C : C correlation matrix, w^T C w <= eps^2}/2.

The Gram matrix of n uniform points has the density ~ det(C)^{(d-n-1)/2}, and Laplace's method gives the
limit (cited). Decided here, for every n >= 2:

- C* with C*^{-1} = D + lambda w w^T (D diagonal, lambda >= 0), unit diagonal and w^T C* w = eps^2 is the
  maximiser: for any admissible C the eigenvalues e^{y_j} of C*^{-1/2} C C*^{-1/2} have sum tr(C*^{-1} C) <=
  sum D + lambda eps^2 = n, so ln det C - ln det C* = sum y_j <= sum (e^{y_j} - 1) <= 0;
- C* = D^{-1} - kappa (D^{-1} w)(D^{-1} w)^T with kappa = lambda (1 - kappa T), T = sum w^2/D, has unit
  diagonal iff D_j^2 - D_j + kappa w_j^2 = 0, and then w^T C* w = T (1 - kappa T), det C* = (1 - kappa
  T)/prod D. So (kappa, signs of the roots) parametrise eps and R;
- equal weights 1: C* has the eigenvalues eps^2/n and, n - 1 times, (n - eps^2/n)/(n-1);
- R < 0 for eps < norm(w): B = (1 + lambda w w^T)^{-1}, det B = 1/(1 + lambda norm(w)^2) = x =
  eps^2/norm(w)^2 = e^{-t}, has tr(B^{-1} C) <= n + lambda eps^2 = n + 1 - x, so ln det C <= 1 - x + ln x < 0;
- R = 0 for eps >= norm(w): C = 1 is admissible, and ln det C <= 0 for every C (the same with B = 1);
- P = 0 if eps is at most the heaviest weight minus the others: |h| >= <h, r> >= that, r the heaviest
  anchor, and equality asks every other anchor to be -r;
- above that, C = (1 - delta) C_0 + delta is admissible and positive definite: C_0 is the Gram matrix of a
  closed polygon (cited) or of antipodal anchors, q = w^T C_0 w, delta = (eps^2 - q)/(eps^2 - q + norm(w)^2);
- P -> 1/2 at norm(w): the event is sum_{i != j} w_i w_j <r_i, r_j> <= 0, and sqrt(d) <r_i, r_j>, i < j, tend to
  independent normal variables (cited): the limit is that of a centred normal variable to be <= 0;
- P -> 1 above norm(w): 1 - P <= Var|h|^2/(eps^2 - norm(w)^2)^2, and Var|h|^2 = 4 sum w_i^2 w_j^2/d.
"""

from fractions import Fraction
from typing import Any

from sympy import Abs, And, KroneckerDelta, Mul, Rational, Symbol, exp, log, oo, sqrt

from ..claim import (
    EVERY_LENGTH,
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
from ..exact.lemmas import Lemma, With
from ..exact.shape import Rising
from ..exact.steps import BySquares, Cut, Each, Using
from ..exact.sum_of import SumOf
from ..exact.vanishing import Vanishing
from ..terms import (
    N,
    SquaredNorm,
    dot,
    eq,
    family,
    iff,
    indices,
    le,
    lt,
    norm,
    reals,
    size,
    total,
    vector_family,
    vectors,
)
from .exponential import BY_TANGENT, TANGENT, t

j, l = indices("j l")
y, w, p, r = family("y"), family("w"), family("p"), vector_family("r")
r0, h = vectors("r_0 h")
D = family("D")
T, kappa, lam, x, eps, S2, d1, w0, w1, p1, q = reals("T kappa lambda x eps S_2 D_1 w_0 w_1 p_1 q")
logdet = Symbol("ln det C", real=True)

TRACE = Hypothesis("trace <= n", le(total(exp(y[j]), j), N))
BEST = Statement(given=(TRACE,), then=le(total(y[j], j), 0))
BY_BEST = With(
    (Lemma(TANGENT, BY_TANGENT, {t: y[j]}),),
    SumOf((total(exp(y[j]) - 1 - y[j], j), N - total(exp(y[j]), j))),
)

RECIPROCAL = Hypothesis("p = 1/D", eq(d1 * p1, 1))
DIAGONAL = Statement(
    given=(RECIPROCAL,), then=iff(eq(p1 - kappa * w1**2 * p1**2, 1), eq(d1**2 - d1 + kappa * w1**2, 0))
)

# (D + lambda w w^T) C* = 1: the coefficient of w_i w_l/D_l
MULTIPLIED = Hypothesis("kappa = lambda (1 - kappa T)", eq(lam * (1 - kappa * T), kappa))
INVERSE = Statement(given=(MULTIPLIED,), then=eq(lam - kappa - lam * kappa * T, 0))
SQUARES = total(w[j] ** 2 * p[j], j)
FORM = Statement(
    then=eq(
        SQUARES - kappa * total(w[j] ** 2 * p[j] * w[l] ** 2 * p[l], j, l), SQUARES * (1 - kappa * SQUARES)
    )
)

SOLVED = Hypothesis("D_j = 1 - kappa w_j^2 p_j", eq(D[j], 1 - kappa * w[j] ** 2 * p[j]))
SCALE = Hypothesis("kappa = lambda (1 - kappa T)", eq(kappa, lam * (1 - kappa * SQUARES)))
SUM = Statement(given=(SOLVED, SCALE), then=eq(total(D[j], j) + lam * SQUARES * (1 - kappa * SQUARES), N))

k = size("k")
n = k + 1
MU, NU = eps**2 / n, (n - eps**2 / n) / k
EQUAL = Statement(
    then=eq(NU + (MU - NU) / n, 1) & eq(n * NU + n * (MU - NU), eps**2) & eq(n + NU - MU, n * NU)
)
NORM = Hypothesis("eps^2 <= n", le(eps**2, n))
MULTIPLIER = Statement(given=(NORM,), then=le(MU, NU))

# B^{-1} = 1 + lambda w w^T
QUOTIENT = Hypothesis("x = eps^2/norm(w)^2", eq(x * S2, eps**2))
CHOSEN = Hypothesis("1 + lambda norm(w)^2 = 1/x", eq(x * (1 + lam * S2), 1))
MULTIPLE = Statement(given=(QUOTIENT, CHOSEN), then=eq(lam * eps**2, 1 - x))
BELOW = Hypothesis("x = e^{-t} < 1", lt(0, t))
TRACE_BELOW = Hypothesis("trace <= n + 1 - x", le(total(exp(y[j]), j), N + 1 - exp(-t)))
LOGDET = Hypothesis("ln det C = sum y + ln x", eq(logdet, total(y[j], j) - t))
GAP = 1 - exp(-t) - t
NEGATIVE = Statement(given=(BELOW, TRACE_BELOW, LOGDET), then=And(le(logdet, GAP), lt(GAP, 0)))
STEEP = Lemma(Statement(given=(BELOW,), then=lt(GAP, 0)), Rising(t, 0, oo, 1 - exp(-t)))
BY_NEGATIVE = Each(
    (
        With(
            (Lemma(TANGENT, BY_TANGENT, {t: y[j]}),),
            SumOf((total(exp(y[j]) - 1 - y[j], j), N + 1 - exp(-t) - total(exp(y[j]), j))),
        ),
        With((STEEP,), Positive()),
    )
)
AT_LEAST = Hypothesis("eps >= norm(w)", le(total(w[j] ** 2, j), eps**2))
IDENTITY = Statement(given=(AT_LEAST,), then=le(total(w[j] * w[l] * KroneckerDelta(j, l), j, l), eps**2))

UNIT_0 = Hypothesis("r_0 is a unit vector", eq(dot(r0, r0), 1))
UNIT_ANCHORS = Hypothesis("unit anchors", eq(dot(r[j], r[j]), 1))
WEIGHTS = Hypothesis("w >= 0", le(0, w[j]))
DRIVE = Hypothesis("drive", eq(h, w0 * r0 + total(w[l] * r[l], l)))
FAR = Statement(given=(UNIT_0, UNIT_ANCHORS, WEIGHTS, DRIVE), then=le(w0 - total(w[j], j), norm(h)))
NEARNESS = total(w[l] * SquaredNorm(r0 + r[l]), l)
OTHERS = NEARNESS - w[j] * SquaredNorm(r0 + r[j])
CAUCHY = (
    le(dot(r0, h), norm(h)),
    Using((UNIT_0.name,), BySquares(Positive(shown=SquaredNorm(h - dot(r0, h) * r0)), Positive())),
)
BY_FAR = Cut(((le(0, NEARNESS), Positive()), CAUCHY), Positive(shown=norm(h) - dot(r0, h) + NEARNESS / 2))
POSITIVE_WEIGHTS = Hypothesis("w > 0", lt(0, w[j]))
AT_THE_EDGE = Hypothesis("abs(h) <= the difference", le(norm(h), w0 - total(w[l], l)))
EDGE = Statement(given=(UNIT_0, UNIT_ANCHORS, POSITIVE_WEIGHTS, DRIVE, AT_THE_EDGE), then=eq(r[j], -r0))
BY_EDGE = Cut(
    ((le(0, OTHERS), Positive()), CAUCHY),
    Vanishing(shown=w0 - total(w[l], l) - dot(r0, h) + OTHERS / 2, times=w[j] / 2),
)

# C = (1 - delta) C_0 + delta, C_0 a Gram matrix with w^T C_0 w = q
FORM_BELOW = Hypothesis("q < eps^2", lt(q, eps**2))
SQUARE_SUM = Hypothesis("norm(w)^2 >= 0", le(0, S2))
DELTA = (eps**2 - q) / (eps**2 - q + S2)
POSSIBLE = Statement(given=(FORM_BELOW, SQUARE_SUM), then=le((1 - DELTA) * q + DELTA * S2, eps**2))
REGULAR = Statement(given=(FORM_BELOW, SQUARE_SUM), then=lt(0, DELTA))

ABOVE = Hypothesis("eps > norm(w)", lt(S2, eps**2))
BEYOND = Hypothesis("abs(h) > eps", le(eps**2, x))
ONES = total(w[j] * r[j], j)
CROSS = total(w[j] * w[l] * (1 - KroneckerDelta(j, l)) * dot(r[j], r[l]), j, l)
HALF = Statement(given=(UNIT_ANCHORS,), then=eq(dot(ONES, ONES) - total(w[j] ** 2, j), CROSS))
CHEBYSHEV = Statement(given=(ABOVE, BEYOND), then=le(1, (x - S2) ** 2 / (eps**2 - S2) ** 2))

# The listed numbers, in balls: C*(kappa) at two rational kappa whose eps enclose the given one.
v, below, above, heavy = reals("v kappa_0 kappa_1 s")


class Optimum:
    """C*(kappa) for given weights; the heaviest, the first, takes the root with the sign s."""

    def __init__(self, weights: tuple[str, ...], q: Any) -> None:
        signs = (heavy, *(1 for _ in weights[1:]))
        self.D = [
            (1 + s * sqrt(1 - 4 * q * Rational(u) ** 2)) / 2 for s, u in zip(signs, weights, strict=True)
        ]
        T = sum(Rational(u) ** 2 / p for u, p in zip(weights, self.D, strict=True))
        self.square = T * (1 - q * T)
        self.determinant = (1 - q * T) / Mul(*self.D)
        self.multiplier = q / (1 - q * T)

    @property
    def valid(self) -> Any:
        """Positive definite (at most one D_j < 0, and then det > 0), with a multiplier >= 0."""
        return And(lt(0, self.determinant), lt(0, self.multiplier), *(lt(0, p) for p in self.D[1:]))


def listed(weights: Any, *point: Any) -> Any:
    """R lies within 10^-6 of v: an admissible C*, and the maximum for a slightly greater eps."""
    inner, outer = Optimum(weights, below), Optimum(weights, above)
    then = And(
        inner.valid,
        outer.valid,
        le(inner.square, eps**2),
        le(eps**2, outer.square),
        le(v - Rational(1, 10**6), log(inner.determinant) / 2),
        le(log(outer.determinant) / 2, v + Rational(1, 10**6)),
    )
    return Statement(then=then).over(dict(zip((eps, v, below, above, heavy), point, strict=True)))


def off(statement: Any) -> Any:
    """The same with v 2 % greater in size."""
    (point,) = statement.instances
    return statement.over({**point, v: str(Fraction(point[v]) * 51 / 50)})


FORMULA = Statement(then=le(Abs(log(MU * NU**k) / 2 - v), Rational(1, 10**6))).over(
    {k: 4, eps: "7/10", v: "-0.754696"}
)
FIVE_EQUAL = listed(("1",) * 5, "7/10", "-0.754696", "0.1501481257", "0.1501481256", 1)
FIVE = listed(("6/5", "1", "4/5", "3/5", "9/10"), "1/2", "-1.008384", "0.1665558124", "0.1665558122", 1)
THREE = listed(("1", "3/5", "3/5"), "1/2", "-0.693507", "-0.0500260499", "-0.0500260498", -1)
THREE_SMALL = listed(("1", "3/5", "3/5"), "1/10", "-2.371995", "-2.24994133075", "-2.24994133070", -1)

CLAIM = Claim(
    id="osc.degenerate-rate",
    title="The exponential rate at which a small drive becomes rare",
    paper="B",
    sources=(Source("-", "rate of P(abs(h) <= eps) for n fixed and d to infinity"),),
    tiers=("exact", "enclosure", "sampled"),
    as_stated=Stated("proved"),
    uses=("osc.rate-vs-dimension",),
    parts=(
        Part(
            "R < 0 below norm(w)",
            NEGATIVE,
            BY_NEGATIVE,
            EVERY_LENGTH,
            given=("gram-laplace", "congruent-eigenvalues", "rank-one-update"),
            witness={N: 2, y: (0, 0), t: 1, logdet: -1},
            drops={
                "x = e^{-t} < 1": {N: 1, y: (0,), t: 0, logdet: 0},
                "trace <= n + 1 - x": {N: 1, y: (2,), t: 1, logdet: 1},
                "ln det C = sum y + ln x": {N: 1, y: (0,), t: 1, logdet: 1},
            },
            mutants=(
                Mutant(
                    "by ln 2",
                    NEGATIVE.concluding(lt(logdet, -log(2))),
                    {N: 1, y: (0,), t: ".5", logdet: "-.5"},
                ),
            ),
        ),
        Part(
            "a certificate bounds every C",
            BEST,
            BY_BEST,
            EVERY_LENGTH,
            given=("gram-laplace", "congruent-eigenvalues"),
            witness={N: 2, y: (0, 0)},
            drops={"trace <= n": {N: 1, y: (1,)}},
            mutants=(
                Mutant(
                    "trace <= n + 1",
                    BEST.assuming(Hypothesis(TRACE.name, le(TRACE.holds.lhs, N + 1))),
                    {N: 1, y: ("1/2",)},
                ),
            ),
        ),
        Part(
            "unit diagonal of C*",
            DIAGONAL,
            Algebra(),
            EVERY_LENGTH,
            witness={d1: 2, p1: "1/2", kappa: -2, w1: 1},
            drops={"p = 1/D": {d1: 2, p1: 1, kappa: 0, w1: 1}},
        ),
        Part(
            "inverse of C*",
            INVERSE,
            Algebra(),
            EVERY_LENGTH,
            witness={lam: 1, kappa: "1/2", T: 1},
            drops={"kappa = lambda (1 - kappa T)": {lam: 1, kappa: 0, T: 0}},
        ),
        Part(
            "w^T C* w",
            FORM,
            Algebra(),
            EVERY_LENGTH,
            mutants=(Mutant("sign", FORM.concluding(eq(FORM.then.lhs, SQUARES * (1 + kappa * SQUARES)))),),
        ),
        Part(
            "its certificate has the trace n",
            SUM,
            Algebra(),
            EVERY_LENGTH,
            witness={N: 1, w: (1,), p: (2,), D: ("1/2",), kappa: "1/4", lam: "1/2"},
            drops={
                "D_j = 1 - kappa w_j^2 p_j": {N: 1, w: (1,), p: (2,), D: (1,), kappa: "1/4", lam: "1/2"},
                "kappa = lambda (1 - kappa T)": {N: 1, w: (1,), p: (2,), D: ("1/2",), kappa: "1/4", lam: 1},
            },
        ),
        Part(
            "equal weights: closed form",
            EQUAL,
            Algebra(),
            EVERY_LENGTH,
            given=("gram-laplace", "rank-one-update"),
            note="C* = nu + (mu - nu)/n 1 1^T: mu = eps^2/n, nu = (n - mu)/(n - 1), det C* = mu nu^{n-1}",
            mutants=(
                Mutant(
                    "n anchors but divided by n",
                    EQUAL.concluding(eq((n - MU) / n + (MU - NU) / n, 1)),
                    {k: 1, eps: 1},
                ),
            ),
        ),
        Part(
            "equal weights: multiplier >= 0",
            MULTIPLIER,
            Positive(shown=n * (1 - MU), times=k),
            EVERY_LENGTH,
            witness={k: 1, eps: 1},
            drops={"eps^2 <= n": {k: 1, eps: 2}},
        ),
        Part(
            "five equal weights: R = ln(mu nu^{n-1})/2",
            FORMULA,
            Balls(),
            Scope(kind="listed", text="n = 5, eps = .7, within 10^-6"),
            mutants=(
                Mutant("mu nu^n", FORMULA.concluding(le(Abs(log(MU * NU**n) / 2 - v), Rational(1, 10**6)))),
                Mutant(
                    "2 % off",
                    FORMULA.concluding(le(Abs(log(MU * NU**k) / 2 - v * 51 / 50), Rational(1, 10**6))),
                ),
            ),
        ),
        Part(
            "lambda eps^2 = 1 - x",
            MULTIPLE,
            Algebra(),
            EVERY_LENGTH,
            witness={S2: 2, eps: 1, x: "1/2", lam: "1/2"},
            drops={
                "x = eps^2/norm(w)^2": {S2: 2, eps: 5, x: "1/2", lam: "1/2"},
                "1 + lambda norm(w)^2 = 1/x": {S2: 2, eps: 1, x: "1/2", lam: 1},
            },
        ),
        Part(
            "C = 1 is admissible from norm(w) on, so R = 0",
            IDENTITY,
            Positive(shown=eps**2 - total(w[j] ** 2, j)),
            EVERY_LENGTH,
            given=("gram-laplace",),
            witness={N: 1, w: (1,), eps: 1},
            drops={"eps >= norm(w)": {N: 1, w: (2,), eps: 1}},
            note="and R <= 0 by the certificate with C* = 1",
        ),
        Part(
            "impossible below the heaviest weight minus the others",
            FAR,
            BY_FAR,
            EVERY_LENGTH,
            witness={N: 1, w: (1,), r: ((0, 1),), r0: (1, 0), w0: 1, h: (1, 1)},
            drops={
                "r_0 is a unit vector": {N: 1, w: (1,), r: ((1, 0),), r0: (0, 0), w0: 3, h: (1, 0)},
                "unit anchors": {N: 1, w: (1,), r: ((-2, 0),), r0: (1, 0), w0: 2, h: (0, 0)},
                "w >= 0": {N: 1, w: (-1,), r: ((1, 0),), r0: (1, 0), w0: 1, h: (0, 0)},
                "drive": {N: 1, w: (1,), r: ((0, 1),), r0: (1, 0), w0: 2, h: (0, 0)},
            },
            mutants=(
                Mutant(
                    "2 % more",
                    FAR.concluding(le((w0 - total(w[j], j)) * 51 / 50, norm(h))),
                    {N: 1, w: (1,), r: ((-1, 0),), r0: (1, 0), w0: 2, h: (1, 0)},
                ),
            ),
        ),
        Part(
            "nor at it, but for one direction of each anchor: P = 0",
            EDGE,
            BY_EDGE,
            EVERY_LENGTH,
            given=("no-atoms",),
            witness={N: 1, w: (1,), r: ((-1, 0),), r0: (1, 0), w0: 2, h: (1, 0)},
            drops={
                "r_0 is a unit vector": {N: 1, w: (1,), r: ((1, 0),), r0: (0, 0), w0: 3, h: (1, 0)},
                "unit anchors": {N: 1, w: (1,), r: ((-2, 0),), r0: (1, 0), w0: 2, h: (0, 0)},
                "w > 0": {N: 1, w: (0,), r: ((0, 1),), r0: (1, 0), w0: 1, h: (1, 0)},
                "drive": {N: 1, w: (1,), r: ((0, 1),), r0: (1, 0), w0: 2, h: (0, 0)},
                "abs(h) <= the difference": {N: 1, w: (1,), r: ((0, 1),), r0: (1, 0), w0: 1, h: (1, 1)},
            },
        ),
        Part(
            "possible above it",
            POSSIBLE,
            Positive(shown=eps**2 * (eps**2 - q), times=eps**2 - q + S2),
            EVERY_LENGTH,
            given=("closed-polygon",),
            witness={q: 0, S2: 1, eps: 1},
            drops={"q < eps^2": {q: 2, S2: 3, eps: 1}, "norm(w)^2 >= 0": {q: 0, S2: -2, eps: 1}},
        ),
        Part(
            "with a positive definite C",
            REGULAR,
            Positive(),
            EVERY_LENGTH,
            witness={q: 0, S2: 1, eps: 1},
            drops={"q < eps^2": {q: 2, S2: 3, eps: 1}, "norm(w)^2 >= 0": {q: 0, S2: -2, eps: 1}},
        ),
        Part(
            "at norm(w) the cross terms decide: P -> 1/2",
            HALF,
            Algebra(),
            EVERY_LENGTH,
            given=("gram-normal",),
            witness={N: 2, w: (1, 1), r: ((1, 0), (0, 1))},
            drops={"unit anchors": {N: 1, w: (1,), r: ((2, 0),)}},
            note="their limit is normal, centred, of variance 4 sum_{i<j} w_i^2 w_j^2 > 0 for n >= 2",
        ),
        Part(
            "P -> 1 above norm(w)",
            CHEBYSHEV,
            Positive(shown=(x - eps**2) * (x + eps**2 - 2 * S2), times=(eps**2 - S2) ** 2),
            EVERYTHING,
            witness={S2: 1, eps: 2, x: 4},
            drops={"eps > norm(w)": {S2: 4, eps: 1, x: 4}, "abs(h) > eps": {S2: 1, eps: 2, x: 1}},
        ),
        *(
            Part(
                name,
                statement,
                Balls(),
                Scope(kind="listed", text="within 10^-6"),
                given=("gram-laplace", "rank-one-update"),
                mutants=(Mutant("2 % off", off(statement)),),
            )
            for name, statement in (
                ("w = (1, 1, 1, 1, 1), eps = .7: -.754696", FIVE_EQUAL),
                ("w = (1, .8, .6, 1.2, .9), eps = .5: -1.008384", FIVE),
                ("w = (1, .6, .6), eps = .5: -.693507", THREE),
                ("w = (1, .6, .6), eps = .1: -2.371995", THREE_SMALL),
            )
        ),
    ),
)
