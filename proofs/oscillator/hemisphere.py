r"""The unstable hemisphere has measure 1/2 in every dimension d = m + 1 >= 2: it does not shrink.

I_n(pi - a) + I_n(a) = W_n, as both sides agree at a = 0 and have the same derivative; at a = pi/2 this is
2 I_n(pi/2) = W_n. What shrinks exponentially is a narrower cap (osc.cap-bounds).
"""

from sympy import Abs, Rational, pi

from ..claim import EVERY_DIMENSION, Claim, Mutant, Part, Scope, Source, Stated, Statement
from ..enclosure.balls import Balls
from ..exact import Algebra
from ..exact.lemmas import Lemma, With
from ..terms import eq, le, reals
from .caps import BY_EQUATOR, EQUATOR, HALF, cap, d, m

b = reals("b")
CLOSE = Statement(then=le(Abs(cap(b, pi / 2) - HALF), Rational(1, 10**25))).over(
    *({b: k} for k in (2, 3, 10, 1000, 10**6))
)

CLAIM = Claim(
    id="osc.hemisphere",
    title="The unstable hemisphere has measure 1/2 in every dimension",
    paper="B",
    sources=(Source("S", "the unstable hemisphere shrinks exponentially with d"),),
    tiers=("exact", "enclosure", "kernel"),
    kernel={"half": ("osc_hemisphere",), "no-shrinking": ("osc_hemisphere_does_not_shrink",)},
    as_stated=Stated(
        "refuted",
        Statement(then=le(cap(d, pi / 2), 10 * Rational(99, 100) ** m)),
        {m: 400},
        why="the measure is 1/2, which no falling exponential bounds",
    ),
    uses=("osc.cap-measure",),
    parts=(
        Part(
            "measure 1/2",
            EQUATOR,
            With((Lemma(EQUATOR, BY_EQUATOR),), Algebra()),
            EVERY_DIMENSION,
            given=("sphere-marginal",),
            mutants=(
                Mutant("2 % less", EQUATOR.concluding(eq(cap(d, pi / 2), Rational(49, 100))), {m: 3}),
                Mutant("an angle 2 % smaller", EQUATOR.concluding(eq(cap(d, pi * 49 / 100), HALF)), {m: 3}),
                Mutant(
                    "falls by 2 % with each dimension",
                    EQUATOR.concluding(le(cap(d + 1, pi / 2), cap(d, pi / 2) * 49 / 50)),
                    {m: 3},
                ),
            ),
        ),
        Part(
            "in balls, to 25 digits",
            CLOSE,
            Balls(),
            Scope(kind="listed", text="d = 2, 3, 10, 1000, 10^6"),
            mutants=(Mutant("2 % less", CLOSE.concluding(le(cap(b, pi / 2), Rational(49, 100)))),),
        ),
    ),
)
