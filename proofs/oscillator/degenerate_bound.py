r"""A small drive is unlikely: P(|h| <= eps) <= (eps/w_j)^{d-1}/2 for any uniform anchor j with eps < w_j.

Only r_j need be uniform and independent of the rest g = h - w_j r_j. Given g, x = w_j r_j has length w, and
|x + g| <= eps means 2 <x, g> <= eps^2 - w^2 - |g|^2, so by the inequality of means

    -<x, g> >= |g| sqrt(w^2 - eps^2):    x lies in the cap about -g of half-angle arcsin(eps/w).

For |g|^2 = w^2 - eps^2 the event is that cap: its measure is the sharp supremum, at most sin^{d-1}/2
(osc.cap-bounds).
"""

from sympy import Abs, Integer, Rational, asin

from ..claim import EVERY_DIMENSION, Claim, Hypothesis, Mutant, Part, Scope, Source, Stated, Statement
from ..degenerate import DegenerateMeasure, KluyverIntegral
from ..enclosure.balls import Balls
from ..exact import Chain, Positive
from ..exact.lemmas import Lemma, With
from ..exact.sum_of import SumOf
from ..terms import dot, eq, iff, le, lt, norm, reals, vectors
from .caps import BY_UPPER, HALF, UPPER, a, cap, d, m

x, g = vectors("x g")
w, eps, rho = reals("w eps rho")
LENGTH = Hypothesis("abs(x) = w", eq(dot(x, x), w**2))
NEAR = Hypothesis("abs(x + g) <= eps", le(dot(x + g, x + g), eps**2))
ROOT = Hypothesis("rho^2 = w^2 - eps^2", eq(rho**2, w**2 - eps**2))  # rho/w is the cosine of arcsin(eps/w)
EDGE = Hypothesis("abs(g) = rho", eq(dot(g, g), rho**2))

IN_CAP = Statement(given=(LENGTH, ROOT, NEAR), then=le(norm(g) * rho, -dot(x, g)))
BY_IN_CAP = SumOf((eps**2 - dot(x + g, x + g), (rho - norm(g)) ** 2), times=Integer(2))
ALL_OF_IT = Statement(
    given=(LENGTH, ROOT, EDGE), then=iff(le(dot(x + g, x + g), eps**2), le(rho**2, -dot(x, g)))
)
BY_ALL_OF_IT = Chain((("plus", -(w**2) - dot(g, g)), ("times", HALF)))

ratio = reals("q")
RATIO = Hypothesis("0 < q < 1", lt(0, ratio) & lt(ratio, 1))
BOUND = Statement(given=(RATIO,), then=le(cap(d, asin(ratio)), ratio**m / 2))
BY_BOUND = With((Lemma(UPPER, BY_UPPER, {a: asin(ratio)}),), Positive())

# In balls, in integers: the bound holds, and w = (5, 4), eps = 3 attains the cap of half-angle arcsin(3/5).
b, top = reals("b top")
w1, w2, w3, w4, w5 = WEIGHTS = reals("w_1 w_2 w_3 w_4 w_5")
FIVE = dict(zip(WEIGHTS, (10, 8, 6, 12, 9), strict=True))
LISTED = Statement(
    then=le(KluyverIntegral(b, eps, *WEIGHTS), cap(b, asin(eps / w4)))
    & le(cap(b, asin(eps / w4)), (eps / w4) ** (b - 1) / 2)
).over(*({**FIVE, b: k, eps: 5} for k in (8, 32)))
SHARP = Statement(
    then=le(Abs(DegenerateMeasure(b, 3, 5, 4) / cap(b, asin(Rational(3, 5))) - 1), Rational(1, 10**20))
).over(*({b: k} for k in (2, 3, 16, 1000, 10**5)))
RARER = Statement(then=lt(DegenerateMeasure(b + 1, eps, 10, 10), DegenerateMeasure(b, eps, 10, 10)))

CLAIM = Claim(
    id="osc.degenerate-bound",
    title="A small drive is exponentially unlikely if one uniform anchor outweighs eps",
    paper="B",
    sources=(Source("S", "degenerate positions become exponentially rarer with d"),),
    tiers=("exact", "enclosure", "kernel", "sampled"),
    kernel={
        "in-cap": ("osc_degenerate_cap",),
        "attained": ("osc_degenerate_attained",),
        "cap-bound": ("osc_degenerate_measure",),
    },
    as_stated=Stated(
        "imprecise",
        RARER,
        {b: 2, eps: 19},
        why="for a uniform independent anchor heavier than eps; at a greater eps it becomes more likely",
    ),
    uses=("osc.cap-measure", "osc.cap-bounds"),
    parts=(
        Part(
            "the cap's measure is at most (eps/w)^{d-1}/2",
            BOUND,
            BY_BOUND,
            EVERY_DIMENSION,
            given=("sphere-marginal", "conditioning"),
            witness={m: 2, ratio: "1/2"},
            drops={"0 < q < 1": {m: 1, ratio: "-1/2"}},
            mutants=(
                Mutant(
                    "2 % less",
                    BOUND.concluding(le(cap(d, asin(ratio)), ratio**m * 49 / 100)),
                    {m: 1, ratio: "9999/10000"},
                ),
                Mutant(
                    "exponent d",
                    BOUND.concluding(le(cap(d, asin(ratio)), ratio**d / 2)),
                    {m: 1, ratio: "1/2"},
                ),
            ),
        ),
        Part(
            "the event lies in a cap",
            IN_CAP,
            BY_IN_CAP,
            EVERY_DIMENSION,
            witness={x: (5, 0), g: (-4, 0), w: 5, eps: 3, rho: 4},
            drops={
                "abs(x) = w": {x: (0, 0), g: (1, 0), w: 5, eps: 3, rho: 4},
                "rho^2 = w^2 - eps^2": {x: (5, 0), g: (-4, 0), w: 5, eps: 3, rho: 6},
                "abs(x + g) <= eps": {x: (5, 0), g: (4, 0), w: 5, eps: 3, rho: 4},
            },
            mutants=(
                Mutant(
                    "a narrower cap",
                    IN_CAP.concluding(le(norm(g) * rho * 51 / 50, -dot(x, g))),
                    {x: (5, 0), g: ("-16/5", "12/5"), w: 5, eps: 3, rho: 4},
                ),
            ),
            note="if g = 0 there is no event: |x| = w > eps",
        ),
        Part(
            "at abs(g) = rho it is the whole cap",
            ALL_OF_IT,
            BY_ALL_OF_IT,
            EVERY_DIMENSION,
            witness={x: (5, 0), g: (-4, 0), w: 5, eps: 3, rho: 4},
            drops={
                "abs(x) = w": {x: (8, 0), g: (-4, 0), w: 5, eps: 3, rho: 4},
                "rho^2 = w^2 - eps^2": {x: (5, 0), g: (0, -1), w: 5, eps: 6, rho: 1},
                "abs(g) = rho": {x: (5, 0), g: (-10, 0), w: 5, eps: 3, rho: 4},
            },
        ),
        Part(
            "five anchors, in balls",
            LISTED,
            Balls(),
            Scope(kind="listed", text="w = (1, .8, .6, 1.2, .9), eps = .5, d = 8, 32"),
            mutants=(
                Mutant(
                    "a hundredth of the cap",
                    LISTED.concluding(
                        le(KluyverIntegral(b, eps, *WEIGHTS), cap(b, asin(eps / w4)) / 100)
                    ).over({**FIVE, b: 8, eps: 5}),
                ),
            ),
        ),
        Part(
            "the cap is attained, in balls",
            SHARP,
            Balls(),
            Scope(kind="listed", text="w = (5, 4), eps = 3, d = 2, ..., 10^5"),
            mutants=(
                Mutant(
                    "a cap 2 % smaller",
                    SHARP.concluding(
                        le(
                            Abs(DegenerateMeasure(b, 3, 5, 4) * 50 / (49 * cap(b, asin(Rational(3, 5)))) - 1),
                            Rational(1, 10**20),
                        )
                    ),
                ),
            ),
        ),
    ),
)
