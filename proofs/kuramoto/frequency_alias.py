r"""Rates that differ by whole turns score alike: positions are integers.

omega (t - s) grows by 2 pi m (t - s), a whole number of turns, when omega grows by 2 pi m. So a trained
rate means nothing until it is folded into (-pi, pi], and a greater rate need not be a shorter range. One
coordinate j is changed at a time; the numbers of turns in the others are changed in the same way.
"""

from typing import Any

from sympy import Expr, KroneckerDelta, cos, pi

from ..claim import Claim, Hypothesis, Mutant, Part, Scope, Source, Stated, Statement
from ..exact import Algebra
from ..terms import K, N, coordinates, eq, family, indices, le, lt, reals, size, total

theta, gq, gk, omega = family("theta"), family("gq"), family("gk"), family("omega")
t, s = indices("t s")
c, j = coordinates("c j")
beta, slow, fast, x = reals("beta slow fast x")
m = size("m")


def score(shift: Any, distance: Any = t - s) -> Expr:
    """The score of token s for token t, the rate of coordinate j increased by a shift."""
    angle = theta[t, c] - theta[s, c] + (omega[c] + shift * KroneckerDelta(c, j)) * distance
    return beta * total(gq[t, c] * gk[s, c] * cos(angle), c)


ALIAS = Statement(then=eq(score(2 * pi * m), score(0)))
AT = {N: 2, K: 1, m: 1, beta: 1, theta: ((0,), (0,)), gq: ((1,), (1,)), gk: ((1,), (1,)), omega: (0,)}

SHORTER = Statement(
    given=(Hypothesis("a greater rate", lt(slow, fast)), Hypothesis("both >= 0", le(0, slow))),
    then=le(cos(fast), cos(slow)),
)

CLAIM = Claim(
    id="kur.frequency-alias",
    title="Rates are known up to whole turns only",
    paper="A",
    sources=(Source("S", "a high rate means a short range"),),
    tiers=("exact", "sampled"),
    as_stated=Stated(
        "imprecise",
        SHORTER,
        {slow: 1, fast: 7},
        "of folded rates: at distance 1 the rate 7 scores higher than the rate 1, for 7 - 2 pi < 1",
    ),
    parts=(
        Part(
            "equal scores at integer positions",
            ALIAS,
            Algebra(),
            Scope(
                kind="all", text="every n and k, any rates and gates, m = 1, 2, ... turns in any coordinate"
            ),
            mutants=(
                Mutant("half turns", ALIAS.concluding(eq(score(pi * m), score(0))), AT),
                Mutant("2 % less than a turn", ALIAS.concluding(eq(score(pi * m * 49 / 25), score(0))), AT),
                Mutant(
                    "positions between the integers",
                    ALIAS.concluding(eq(score(2 * pi * m, x), score(0, x))),
                    {**AT, x: "1/2"},
                ),
            ),
        ),
    ),
)
