r"""A softplus coupling is an exponential; a ReLU coupling is none, but can vanish altogether.

w = ln(1 + e^s) has the slope e^s/(1 + e^s): coupling and gradient both take an exponential, one for each
pair as in softmax. With w_j = max(0, s_j), scores s_j <= 0 leave h = sum_j w_j r_j = 0, where every state
is an equilibrium; the code adds 1/1000 to each weight.
"""

import sympy as sp

from ..claim import (
    EVERY_LENGTH_AND_DIMENSION,
    Claim,
    Hypothesis,
    Mutant,
    Part,
    Scope,
    Source,
    Stated,
    Statement,
)
from ..exact import Algebra, Positive
from ..exact.instances import AtInstances
from ..exact.steps import Cut, Equal, Using
from ..terms import eq, family, le, lt, reals
from .costs import EXPONENTIALS, TASKS, H, P, published
from .setting import N, j, r, total, w

x = reals("x")
s = family("s")
SOFTPLUS = sp.log(1 + sp.exp(x))
SLOPE = Statement(then=eq(sp.Derivative(SOFTPLUS, x), sp.exp(x) / (1 + sp.exp(x))))
COUNTED = Statement(
    then=eq(H * P, published),
    instances=tuple({**t, published: c} for t, c in zip(TASKS.values(), EXPONENTIALS, strict=True)),
)

RELU = sp.Max(0, s[j])
SILENT = Hypothesis("scores <= 0", le(s[j], 0))
COUPLING = Hypothesis("ReLU coupling", eq(w[j], RELU))
VANISH = Statement(given=(SILENT, COUPLING), then=eq(total(w[j] * r[j], j), 0))
SHIFTED = Statement(then=lt(0, RELU + sp.Rational(1, 1000)))
POINT = {N: 2, s: (-1, 0), w: (0, 0), r: ((1, 0), (0, 1))}

CLAIM = Claim(
    id="osc.no-exponentiation",
    title="Softplus couplings are exponentials",
    paper="B",
    sources=(Source("P", "attention without exponentiation"),),
    tiers=("exact",),
    as_stated=Stated(
        "imprecise",
        Statement(then=eq(H * P, 0), instances=tuple(TASKS.values())),
        TASKS["KWS"],
        "true with ReLU couplings; softplus, which all main results use, takes one for each head and pair",
    ),
    parts=(
        Part(
            "softplus' = exp/(1 + exp)",
            SLOPE,
            Algebra(),
            mutants=(
                Mutant("exp", SLOPE.concluding(eq(SLOPE.then.lhs, sp.exp(x))), {x: 0}),
                Mutant("2 % less", SLOPE.concluding(eq(SLOPE.then.lhs, SLOPE.then.rhs * 49 / 50)), {x: 0}),
            ),
        ),
        Part(
            "one exponential a head and pair, as the authors count",
            COUNTED,
            AtInstances(),
            Scope(kind="listed", text="keyword spotting, subject-verb agreement, TinyStories"),
            mutants=(Mutant("one a pair", COUNTED.concluding(eq(P, published))),),
        ),
        Part(
            "ReLU: scores <= 0 give h = 0",
            VANISH,
            Cut(
                ((eq(w[j], 0), Equal(Positive(shown=-RELU), Positive(shown=RELU))),),
                Using(("lemma 1",), Algebra()),
            ),
            EVERY_LENGTH_AND_DIMENSION,
            witness=POINT,
            drops={"scores <= 0": {**POINT, s: (1, 0), w: (1, 0)}, "ReLU coupling": {**POINT, w: (1, 0)}},
        ),
        Part(
            "ReLU + 1/1000: every weight is positive",
            SHIFTED,
            Positive(),
            EVERY_LENGTH_AND_DIMENSION,
            mutants=(Mutant("without the shift", SHIFTED.concluding(lt(0, RELU)), POINT),),
        ),
    ),
)
