r"""A local order near 1 need not mean synchronisation: peaked attention gives it for any phases.

R is at least the component of G along any token's phase, and there the token's own term is A_s, the others at
least -A_u: R >= sum_u A_u cos(theta_u - theta_s) >= A_s - (1 - A_s) = 2 A_s - 1. And if the phases are
independent and uniform (no synchronisation at all), R^2 = sum_{u,v} A_u A_v cos(theta_u - theta_v) has mean
sum_u A_u^2.
"""

from sympy import And, Rational, cos, sin, sqrt

from ..claim import EVERY_LENGTH, Claim, Hypothesis, Mutant, Part, Source, Stated, Statement
from ..exact import Positive, Turn
from ..exact.phase_mean import MeanPhases, PhaseMean
from ..exact.steps import BySquares, Cut
from ..terms import N, eq, implies, indices, le, lt, total
from .setting import IM, NONNEGATIVE, RE, ROW_SUM, A, theta, u, v

s = indices("s")
R = sqrt(RE**2 + IM**2)
ALONG = cos(theta[s]) * RE + sin(theta[s]) * IM
ACROSS = cos(theta[s]) * IM - sin(theta[s]) * RE
"""The components of G along and across the phase of token s."""
OTHERS = total(A[u] * (1 + cos(theta[u] - theta[s])), u) - 2 * A[s]

PEAKED = Statement(given=(NONNEGATIVE, ROW_SUM), then=le(2 * A[s] - 1, R))
UNIFORM = Statement(then=eq(PhaseMean(RE**2 + IM**2, theta), total(A[u] ** 2, u)))

HALF = {N: 2, A: ("3/4", "1/4"), theta: (Turn(0), Turn("oo"))}
NEAR_ONE = Statement(
    given=(NONNEGATIVE, ROW_SUM, Hypothesis("R near 1", le(Rational(9, 10), R))),
    then=implies(And(lt(0, A[u]), lt(0, A[v])), lt(0, cos(theta[u] - theta[v]))),
)

CLAIM = Claim(
    id="kur.local-order-confound",
    title="Peaked attention has a local order near 1 for any phases",
    paper="A",
    sources=(Source("S", "a local order near 1 shows tight synchronisation with the attended tokens"),),
    tiers=("exact", "sampled"),
    as_stated=Stated(
        "refuted",
        NEAR_ONE,
        {N: 2, A: ("19/20", "1/20"), theta: (Turn(0), Turn("oo"))},
        why="R = 9/10 with two attended tokens half a turn apart",
    ),
    parts=(
        Part(
            "R >= 2 max A - 1 for any phases",
            PEAKED,
            Cut(
                (
                    (le(2 * A[s] - 1, ALONG), Positive(shown=OTHERS)),
                    (le(ALONG, R), BySquares(Positive(shown=ACROSS**2), Positive())),
                ),
                Positive(),
            ),
            EVERY_LENGTH,
            witness=HALF,
            drops={
                "weights >= 0": {N: 2, A: (2, -1), theta: (Turn(0), Turn(0))},
                "weights sum to 1": {N: 2, A: (1, "1/2"), theta: (Turn(0), Turn("oo"))},
            },
            mutants=(
                Mutant("2 % more", PEAKED.concluding(le(A[s] * 51 / 25 - 1, R)), HALF),
                Mutant("strictly", PEAKED.concluding(lt(2 * A[s] - 1, R)), HALF),
            ),
        ),
        Part(
            "independent uniform phases: the mean of R^2 is the sum of A^2",
            UNIFORM,
            MeanPhases(),
            EVERY_LENGTH,
            mutants=(
                Mutant(
                    "2 % more",
                    UNIFORM.concluding(eq(UNIFORM.then.lhs, total(A[u] ** 2, u) * 51 / 50)),
                    {N: 2, A: ("3/4", "1/4")},
                ),
                Mutant("zero", UNIFORM.concluding(eq(UNIFORM.then.lhs, 0)), {N: 2, A: ("3/4", "1/4")}),
                Mutant(
                    "as if the phases agreed",
                    UNIFORM.concluding(eq(UNIFORM.then.lhs, total(A[u], u) ** 2)),
                    {N: 2, A: ("3/4", "1/4")},
                ),
            ),
        ),
    ),
)
