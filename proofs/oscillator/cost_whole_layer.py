r"""With the scores and values counted the whole layer gains 12 % at most, even with ReLU and all physical.

The scores of T tokens of width m cost 2 T m^2 + P m multiply-adds with their projections, the values as much.
Both mechanisms need them, so the gain is 1 + 9 H P/(4 T m^2 + 2 P m + H P + 2 H T) < 1 + 9 H/(2 m).
"""

from sympy import Rational

from ..claim import Claim, Hypothesis, Mutant, Part, Scope, Source, Stated, Statement
from ..exact import Positive
from ..exact.instances import AtInstances
from ..terms import eq, le, lt, reals
from .costs import ALL_PHYSICAL, PROJECTIONS, SOFTMAX, TASKS, H, P, T, m, published, w

TOKENS = 2 * (2 * T * m**2 + P * m)
"""Scores and values with their projections."""

WITH_SOFTMAX, WITH_OSCILLATORS = TOKENS + SOFTMAX, TOKENS + ALL_PHYSICAL
RELU = Hypothesis("ReLU", eq(w, 1))
LISTED = Scope(kind="listed", text="keyword spotting, subject-verb agreement, TinyStories")
tolerance = reals("tolerance")

COUNTED = Statement(
    then=eq(TOKENS / 2, published),
    instances=tuple({**t, published: c} for t, c in zip(TASKS.values(), PROJECTIONS, strict=True)),
)
GAINS = Statement(
    then=lt(abs(WITH_SOFTMAX / WITH_OSCILLATORS - published), tolerance),
    instances=tuple(
        {**t, w: 1, published: g, tolerance: e}
        for t, g, e in zip(
            TASKS.values(), ("1.12", "1.017", "1.028"), (".005", ".0005", ".0005"), strict=True
        )
    ),
)
BOUND = Statement(given=(RELU,), then=lt(WITH_SOFTMAX, (1 + 9 * H / (2 * m)) * WITH_OSCILLATORS))
KWS = {**TASKS["KWS"], w: 1}

CLAIM = Claim(
    id="osc.cost-whole-layer",
    title="The whole layer gains a few per cent",
    paper="B",
    sources=(Source("C", "implied: the layer becomes cheaper by the factor of its attention stage"),),
    tiers=("exact",),
    as_stated=Stated(
        "refuted",
        Statement(given=(RELU,), then=le(8 * WITH_OSCILLATORS, WITH_SOFTMAX)),
        KWS,
        "the scores and the values are computed either way",
    ),
    parts=(
        Part(
            "below 1 + 9 H/(2 m) for every size",
            BOUND,
            Positive(shown=18 * H * T * m**2 + Rational(9, 2) * H * (H * P + 2 * H * T), times=m),
            Scope(kind="all", text="every number of heads, pairs, tokens, and every width"),
            witness=KWS,
            drops={"ReLU": {**KWS, w: -10}},
            mutants=(
                Mutant(
                    "2 % less",
                    BOUND.concluding(lt(WITH_SOFTMAX, (1 + Rational(441, 100) * H / m) * WITH_OSCILLATORS)),
                    {H: 1, P: 10**12, T: 10**6, m: 1000, w: 1},
                ),
            ),
        ),
        Part(
            "scores and values, as the authors count them",
            COUNTED,
            AtInstances(),
            LISTED,
            mutants=(
                Mutant("one projection less", COUNTED.concluding(eq(TOKENS / 2 - T * m**2, published))),
            ),
        ),
        Part(
            "1.12, 1.017 and 1.028",
            GAINS,
            AtInstances(),
            LISTED,
            mutants=(
                Mutant(
                    "2 % more",
                    GAINS.concluding(
                        lt(abs(WITH_SOFTMAX / WITH_OSCILLATORS - published * 51 / 50), tolerance)
                    ),
                ),
                Mutant(
                    "values left out",
                    GAINS.concluding(
                        lt(
                            abs((WITH_SOFTMAX - TOKENS / 2) / (WITH_OSCILLATORS - TOKENS / 2) - published),
                            tolerance,
                        )
                    ),
                ),
            ),
        ),
    ),
)
