r"""The readout's power p is an inverse temperature: a_j ~ (1 + c_j)^p = exp(p x_j), x_j = ln(1 + c_j).

With Z = sum exp(p x_j) and a = exp(p x)/Z the entropy is H = ln Z - p sum a x, and dH/dp = -p Var_a(x),
Var_a(x) = sum_{j,l} a_j a_l (x_j - x_l)^2/2: it never rises for p >= 0. Odds are a_j/a_l = exp(p (x_j -
x_l)): anchors of equal z.r share equally, and one of smaller z.r has a_j <= 1/(1 + p (x_l - x_j)), which
tends to 0 as p grows.
"""

from itertools import pairwise
from typing import Any

from sympy import Abs, Derivative, Integer, Rational, exp, log

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
from ..exact.lemmas import Lemma, Rewrite, With
from ..terms import N, eq, family, indices, le, lt, reals, total
from .exponential import BY_TANGENT, TANGENT, t

p, c, x1 = reals("p c x_1")
x = family("x")
j, l = indices("j l")

u = exp(p * x[j])
Z = total(u, j)
ENTROPY = log(Z) - p * total(x[j] * u, j) / Z
SPREAD = total(exp(p * x[j]) * exp(p * x[l]) * (x[j] - x[l]) ** 2, j, l) / (2 * Z**2)

LOGARITHM = Hypothesis("x = ln(1 + c)", eq(1 + c, exp(x1)))
POWER = Statement(given=(LOGARITHM,), then=eq((1 + c) ** p, exp(p * x1)))
SLOPE = Statement(then=eq(Derivative(ENTROPY, p), -p * SPREAD))
COLD = Hypothesis("p >= 0", le(0, p))
FALLS = Statement(given=(COLD,), then=le(Derivative(ENTROPY, p), 0))
ODDS = Statement(then=eq((exp(p * x[j]) / Z) / (exp(p * x[l]) / Z), exp(p * (x[j] - x[l]))))
LOSERS = Statement(then=le(exp(p * x[j]) / Z, exp(p * (x[j] - x[l]))))
DECAY = Statement(given=(Hypothesis("t > -1", lt(-1, t)),), then=le(exp(-t), 1 / (1 + t)))
# -sum a ln a, ln a_j = p x_j - ln Z
SHANNON = Statement(then=eq(-total(u / Z * (p * x[j] - log(Z)), j), ENTROPY))


# In balls: couplings 1 + c = 3/2, 3/2, 1, 1/2 (two anchors tie).
def entropy(power: Any) -> Any:
    """H at that power."""
    return ENTROPY.subs(p, power)


q = reals("q")
BASE = {N: 4, x: (log(Rational(3, 2)), log(Rational(3, 2)), Integer(0), -log(Integer(2)))}
POWERS = ("1/2", 1, 2, 4, 8, 64)
FALLING = Statement(then=lt(entropy(q), entropy(p))).over(
    *({**BASE, p: i, q: k} for i, k in pairwise(POWERS))
)
TIES = Statement(then=le(Abs(ENTROPY - log(2)), Rational(1, 10**9))).over({**BASE, p: 64})

CLAIM = Claim(
    id="osc.sharpening",
    title="The power p is an inverse temperature",
    paper="B",
    sources=(Source("S", "p sharpens attention like an inverse temperature"),),
    tiers=("exact", "enclosure", "sampled"),
    as_stated=Stated("proved"),
    parts=(
        Part(
            "the entropy never rises",
            FALLS,
            Positive(shown=p * SPREAD),
            EVERY_LENGTH,
            witness={N: 2, p: 1, x: (0, 1)},
            drops={"p >= 0": {N: 2, p: -1, x: (0, 1)}},
        ),
        Part(
            "(1 + c)^p = exp(p ln(1 + c))",
            POWER,
            Rewrite(((1 + c, exp(x1)),), Algebra()),
            EVERYTHING,
            witness={c: 0, x1: 0, p: 2},
            drops={"x = ln(1 + c)": {c: 1, x1: 0, p: 2}},
        ),
        Part(
            "the entropy in terms of p",
            SHANNON,
            Algebra(),
            EVERY_LENGTH,
            mutants=(
                Mutant("sign", SHANNON.concluding(eq(-SHANNON.then.lhs, ENTROPY)), {N: 2, p: 1, x: (0, 1)}),
            ),
        ),
        Part(
            "slope of the entropy",
            SLOPE,
            Algebra(),
            EVERY_LENGTH,
            mutants=(
                Mutant(
                    "twice the variance",
                    SLOPE.concluding(eq(SLOPE.then.lhs, -2 * p * SPREAD)),
                    {N: 2, p: 1, x: (0, 1)},
                ),
            ),
        ),
        Part(
            "odds",
            ODDS,
            Algebra(),
            EVERY_LENGTH,
            mutants=(
                Mutant(
                    "power p + 1",
                    ODDS.concluding(eq(ODDS.then.lhs, exp((p + 1) * (x[j] - x[l])))),
                    {N: 2, p: 1, x: (0, 1)},
                ),
            ),
        ),
        Part(
            "no more than its odds against any other",
            LOSERS,
            Positive(shown=exp(p * (x[j] - x[l])) * (Z - exp(p * x[l])), times=Z),
            EVERY_LENGTH,
            mutants=(
                Mutant(
                    "half of it",
                    LOSERS.concluding(le(exp(p * x[j]) / Z, exp(p * (x[j] - x[l])) / 2)),
                    {N: 2, p: 1, x: (0, 3)},
                ),
            ),
        ),
        Part(
            "which tend to 0 as p grows",
            DECAY,
            With((Lemma(TANGENT, BY_TANGENT),), Positive(shown=exp(t) - (1 + t), times=exp(t) * (1 + t))),
            EVERYTHING,
            witness={t: 1},
            drops={"t > -1": {t: -2}},
        ),
        Part(
            "falling entropies, in balls",
            FALLING,
            Balls(),
            Scope(kind="listed", text="1 + c = 3/2, 3/2, 1, 1/2; p = 1/2, ..., 64"),
            mutants=(Mutant("rising", FALLING.concluding(lt(entropy(p), entropy(q)))),),
        ),
        Part(
            "two anchors that tie share, in balls",
            TIES,
            Balls(),
            Scope(kind="listed", text="1 + c = 3/2, 3/2, 1, 1/2; p = 64"),
            mutants=(Mutant("one takes all", TIES.concluding(le(Abs(ENTROPY), Rational(1, 10**9)))),),
        ),
    ),
)
