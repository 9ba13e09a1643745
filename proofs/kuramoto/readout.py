r"""Logits measure phase alignment: a dot product in (cos, sin), largest exactly at the prototype's phases.

sum_j s_j cos(th_j - p_j) = sum_j s_j cos p_j cos th_j + s_j sin p_j sin th_j, and, for s_j > 0,
sum_j s_j - sum_j s_j cos(th_j - p_j) = sum_j s_j (1 - cos(th_j - p_j)) >= 0, zero only if every term is.
"""

from sympy import And, Rational, cos, sin

from ..claim import Claim, Hypothesis, Mutant, Part, Scope, Source, Stated, Statement
from ..exact import Algebra, Positive, Turn
from ..exact.steps import Cut, Equal
from ..terms import K, coordinates, eq, family, le, lt, total

i, j = coordinates("i j")
s, theta, p = family("s"), family("theta"), family("p")

ALIGNMENT = cos(theta[j] - p[j])
LOGIT = total(s[j] * ALIGNMENT, j)
FEATURES = total((s[j] * cos(p[j])) * cos(theta[j]) + (s[j] * sin(p[j])) * sin(theta[j]), j)
MISFIT = s[j] * (1 - ALIGNMENT)
OWN = MISFIT.subs(j, i)

SCALES = Hypothesis("scales > 0", lt(0, s[j]))
ALIGNED = Hypothesis("aligned", eq(ALIGNMENT, 1))
MAXIMAL = Hypothesis("maximal", eq(LOGIT, total(s[j], j)))

PRODUCT = Statement(then=eq(LOGIT, FEATURES))
BOUND = Statement(given=(SCALES,), then=le(LOGIT, total(s[j], j)))
ATTAINED = Statement(given=(ALIGNED,), then=eq(LOGIT, total(s[j], j)))
ONLY = Statement(
    given=(SCALES, MAXIMAL), then=And(eq(cos(theta[i]), cos(p[i])), eq(sin(theta[i]), sin(p[i])))
)

EVERY_WIDTH = Scope(kind="all", text="every number k of coordinates")
THERE = {K: 2, s: (1, 2), theta: (Turn(1), Turn(2)), p: (Turn(1), Turn(2))}
OFF = {K: 1, s: (1,), theta: (Turn(0),), p: (Turn(1),)}

CLAIM = Claim(
    id="kur.readout",
    title="Logits are phase alignments, largest exactly at the prototype",
    paper="A",
    sources=(Source("S", "logits measure the phase alignment of the state with learned prototype phases"),),
    tiers=("exact", "sampled"),
    as_stated=Stated("proved"),
    parts=(
        Part(
            "a dot product of (cos, sin) features",
            PRODUCT,
            Algebra(),
            EVERY_WIDTH,
            mutants=(
                Mutant(
                    "sum of phases",
                    PRODUCT.concluding(eq(total(s[j] * cos(theta[j] + p[j]), j), FEATURES)),
                    OFF | {theta: (Turn(1),)},
                ),
            ),
        ),
        Part(
            "at most the sum of the scales",
            BOUND,
            Positive(shown=total(MISFIT, j)),
            EVERY_WIDTH,
            witness=THERE,
            drops={"scales > 0": OFF | {s: (-1,)}},
            mutants=(
                Mutant("2 % less", BOUND.concluding(le(LOGIT, total(s[j], j) * Rational(49, 50))), THERE),
            ),
        ),
        Part(
            "attained if aligned",
            ATTAINED,
            Equal(Positive(shown=total(MISFIT, j)), Positive(shown=-total(MISFIT, j))),
            EVERY_WIDTH,
            witness=THERE,
            drops={"aligned": OFF},
        ),
        Part(
            "attained only if aligned",
            ONLY,
            Cut(
                (
                    (eq(OWN, 0), Equal(Positive(shown=total(MISFIT, j) - OWN), Positive())),
                    (eq(ALIGNMENT.subs(j, i), 1), Equal(Positive(), Positive(shown=-OWN, times=s[i]))),
                ),
                Algebra(),
            ),
            EVERY_WIDTH,
            witness=THERE,
            drops={
                "scales > 0": {K: 1, s: (0,), theta: (Turn(0),), p: (Turn(1),)},
                "maximal": OFF,
            },
        ),
    ),
)
