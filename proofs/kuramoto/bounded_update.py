r"""The increment is bounded: |a| <= R <= 1, with R = 1 exactly if all attended phases agree.

R^2 = 1 - sum_{u,v} A_u A_v (1 - cos(theta_u - theta_v)) and a^2 + b^2 = R^2 with b the radial part of G.
"""

from sympy import cos, sin

from ..claim import EVERY_LENGTH, Claim, Mutant, Part, Source, Stated, Statement
from ..exact import Positive, Turn
from ..terms import N, le, total
from .setting import IM, NONNEGATIVE, PULL, RE, ROW_SUM, A, t, theta, u, v

SPREAD = total(A[u] * A[v] * (1 - cos(theta[u] - theta[v])), u, v)
RADIAL = cos(t) * RE + sin(t) * IM

ORDER = Statement(given=(NONNEGATIVE, ROW_SUM), then=le(RE**2 + IM**2, 1))
INCREMENT = Statement(then=le(PULL**2, RE**2 + IM**2))

CLAIM = Claim(
    id="kur.bounded-update",
    title="Increments are bounded by the order parameter",
    paper="A",
    sources=(Source("S", "increments are bounded"),),
    tiers=("exact", "kernel", "sampled"),
    as_stated=Stated("proved"),
    parts=(
        Part(
            "R <= 1",
            ORDER,
            Positive(shown=SPREAD),
            EVERY_LENGTH,
            witness={N: 2, A: ("1/2", "1/2"), theta: (Turn(0), Turn(1))},
            drops={
                "weights >= 0": {N: 2, A: (2, -1), theta: (Turn(0), Turn("oo"))},
                "weights sum to 1": {N: 1, A: (2,), theta: (Turn(0),)},
            },
        ),
        Part(
            "abs(a) <= R",
            INCREMENT,
            Positive(shown=RADIAL**2),
            EVERY_LENGTH,
            mutants=(Mutant("a constant 2 % too small", INCREMENT.concluding(le(PULL**2, (RE**2 + IM**2) * 49 / 50))),),
        ),
    ),
)
