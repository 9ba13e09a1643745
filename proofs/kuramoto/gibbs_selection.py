r"""Softmax is the one weighting that maximises mean score plus entropy over beta.

With p_u = exp(beta s_u)/Z and x_u = log p_u, the defect of any weights A on the simplex is a sum of terms
>= 0 (Fenchel and Young: a log a - a - a x + e^x >= 0, and zero exactly at a = e^x):

    beta ((1/beta) log Z - <A, s> - H(A)/beta) = sum_u (A_u log A_u - A_u - A_u x_u + p_u).

Hence the value (1/beta) log Z, reached at A = p and nowhere else. Without the entropy <A, s> is at most the
greatest score, and where two tokens share it, every mixture of the two reaches it.
"""

from sympy import And, KroneckerDelta, exp, log

from ..claim import EVERY_LENGTH, Claim, Hypothesis, Mutant, Part, Source, Stated, Statement
from ..entropy import FenchelYoung, XLogX
from ..exact import Algebra, Positive
from ..exact.steps import Cut, Equal, Using
from ..exact.tight import Tight
from ..terms import N, Square, eq, family, implies, indices, le, lt, ne, reals, total
from .setting import NONNEGATIVE, ROW_SUM, A, u

s = family("s")
a, b, v = indices("a b v")
beta, m, q = reals("beta m q")

Z = total(exp(beta * s[v]), v)
SOFTMAX = exp(beta * s[u]) / Z
VALUE = log(Z) / beta
OBJECTIVE = total(A[u] * s[u], u) - total(XLogX(A[u]), u) / beta
DEFECT = total(FenchelYoung(A[u], beta * s[u] - log(Z)), u)

COLD = Hypothesis("beta > 0", lt(0, beta))
SELECTED = Hypothesis("A is the softmax", eq(A[u], SOFTMAX))
OPTIMAL = Hypothesis("the value is reached", le(VALUE, OBJECTIVE))

BOUND = Statement(given=(NONNEGATIVE, ROW_SUM, COLD), then=le(OBJECTIVE, VALUE))
REACHED = Statement(given=(SELECTED,), then=eq(log(Z), beta * total(A[u] * s[u], u) - total(XLogX(A[u]), u)))
ATTAINED = Statement(given=(SELECTED,), then=implies(COLD.holds, eq(OBJECTIVE, VALUE)))
UNIQUE = Statement(given=(NONNEGATIVE, ROW_SUM, COLD, OPTIMAL), then=eq(A[u], SOFTMAX))
FEASIBLE = Statement(then=lt(0, SOFTMAX))
SUM = Statement(then=eq(total(SOFTMAX, u), 1))

GREATEST = Hypothesis("m is at least every score", le(s[u], m))
LINEAR = Statement(given=(NONNEGATIVE, ROW_SUM, GREATEST), then=le(total(A[u] * s[u], u), m))
MIXTURE = q * KroneckerDelta(u, a) + (1 - q) * KroneckerDelta(u, b)
TIE = Statement(
    then=implies(eq(s[a], s[b]), And(eq(total(MIXTURE, u), 1), eq(total(MIXTURE * s[u], u), s[a]))),
)
SHARE = Hypothesis("0 <= q <= 1", And(le(0, q), le(q, 1)))
FEASIBLE_MIXTURE = Statement(given=(SHARE,), then=le(0, MIXTURE))
MANY = Statement(then=implies(ne(a, b), eq(MIXTURE.subs(u, a), q)))

SOFTMAX_IS_TIGHT = Equal(Positive(shown=-DEFECT), Positive(shown=DEFECT))

CLAIM = Claim(
    id="kur.gibbs-selection",
    title="Softmax solves an entropy-regularised retrieval, and alone does",
    paper="A",
    sources=(Source("P", "softmax weights solve an entropy-regularised phase retrieval"),),
    tiers=("exact", "kernel", "sampled"),
    kernel={
        "unique-maximiser": (
            "kur_gibbs_selection",
            "kur_softmax_on_simplex",
        ),
        "ties-without-entropy": ("kur_no_entropy_not_unique",),
    },
    as_stated=Stated("proved"),
    parts=(
        Part(
            "the value bounds every weighting",
            BOUND,
            Positive(shown=DEFECT, times=beta),
            EVERY_LENGTH,
            witness={N: 2, A: ("1/2", "1/2"), beta: 1, s: (0, 1)},
            drops={
                "weights >= 0": {N: 2, A: (2, -1), beta: 1, s: (9, 0)},
                "weights sum to 1": {N: 1, A: (2,), beta: 1, s: (9,)},
                "beta > 0": {N: 2, A: ("1/2", "1/2"), beta: -1, s: (0, 9)},
            },
            mutants=(
                Mutant(
                    "entropy 2 % heavier",
                    BOUND.concluding(
                        le(total(A[u] * s[u], u) - total(XLogX(A[u]), u) * 51 / 50 / beta, VALUE)
                    ),
                    {N: 2, A: ("1/2", "1/2"), beta: 1, s: (0, 0)},
                ),
                Mutant("strictly", BOUND.concluding(lt(OBJECTIVE, VALUE)), {N: 1, A: (1,), beta: 1, s: (0,)}),
            ),
        ),
        Part(
            "the softmax reaches it, times beta",
            REACHED,
            SOFTMAX_IS_TIGHT,
            EVERY_LENGTH,
            witness={N: 1, A: (1,), beta: 1, s: (0,)},
            drops={
                "A is the softmax": {N: 2, A: (1, 0), beta: 1, s: (0, 1)},
            },
        ),
        Part(
            "the softmax reaches the value",
            ATTAINED,
            Cut(((REACHED.then, Using((SELECTED.name,), SOFTMAX_IS_TIGHT)),), Algebra()),
            EVERY_LENGTH,
            witness={N: 1, A: (1,), beta: 1, s: (0,)},
            drops={
                "A is the softmax": {N: 2, A: (1, 0), beta: 1, s: (0, 1)},
            },
        ),
        Part(
            "nothing else does",
            UNIQUE,
            Tight(shown=DEFECT, at_most_zero=Positive(shown=beta * (OBJECTIVE - VALUE))),
            EVERY_LENGTH,
            witness={N: 1, A: (1,), beta: 1, s: (0,)},
            drops={
                "weights >= 0": {N: 2, A: (2, -1), beta: 1, s: (9, 0)},
                "weights sum to 1": {N: 1, A: (2,), beta: 1, s: (9,)},
                "beta > 0": {N: 2, A: ("1/2", "1/2"), beta: -1, s: (0, 9)},
                "the value is reached": {N: 2, A: (1, 0), beta: 1, s: (0, 0)},
            },
        ),
        Part("it lies on the simplex: positive", FEASIBLE, Positive(), EVERY_LENGTH),
        Part("it lies on the simplex: sum 1", SUM, Algebra(), EVERY_LENGTH),
        Part(
            "without entropy at most the greatest score",
            LINEAR,
            Positive(shown=total(A[u] * (m - s[u]), u)),
            EVERY_LENGTH,
            witness={N: 2, A: ("1/2", "1/2"), s: (0, 1), m: 1},
            drops={
                "weights >= 0": {N: 2, A: (2, -1), s: (1, 0), m: 1},
                "weights sum to 1": {N: 1, A: (2,), s: (1,), m: 1},
                "m is at least every score": {N: 1, A: (1,), s: (1,), m: 0},
            },
        ),
        Part(
            "and every mixture of two tied tokens has the same",
            TIE,
            Algebra(),
            EVERY_LENGTH,
            mutants=(
                Mutant(
                    "without a tie",
                    TIE.concluding(eq(total(MIXTURE * s[u], u), s[a])),
                    {N: 2, q: 0, s: (1, 0)},
                ),
            ),
        ),
        Part(
            "mixtures lie on the simplex",
            FEASIBLE_MIXTURE,
            Positive(shown=q * Square(KroneckerDelta(a, u)) + (1 - q) * Square(KroneckerDelta(b, u))),
            EVERY_LENGTH,
            witness={q: "1/2"},
            drops={"0 <= q <= 1": {N: 2, q: 2}},
        ),
        Part(
            "and differ, one for each q, if the two tokens differ",
            MANY,
            Algebra(),
            EVERY_LENGTH,
            mutants=(Mutant("one token", MANY.concluding(MANY.then.args[1]), {N: 1, q: 0}),),
        ),
    ),
)
