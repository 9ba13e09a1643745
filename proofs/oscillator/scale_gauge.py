r"""Scaling all weights of a row, w_i. -> c w_i. with c > 0, changes no attention, only the settling time.

h becomes c h, and z = h/|h| stays; the settling time ln(tan(phi_0/2)/tan(tol/2))/|h| is divided by c. The
attention is a function of <h, r_l>/|h|, whose derivative along h vanishes: training never sees |h|.
"""

import sympy as sp

from ..claim import (
    EVERY_DIMENSION,
    EVERY_LENGTH_AND_DIMENSION,
    Claim,
    Hypothesis,
    Mutant,
    Part,
    Source,
    Stated,
    Statement,
)
from ..exact import Algebra, Turn
from ..exact.steps import Cut
from ..exact.vanishing import Vanishing
from ..terms import Rate, dot, eq, lt, norm, reals, total, vectors
from .setting import DRIVE, DRIVEN, N, h, j, l, r, w

c, s, t, start, tol = reals("c s t phi_0 tol")
x = vectors("x")
FACTOR = Hypothesis("c > 0", lt(0, c))
LENGTHS = (
    Hypothesis("s = |h|", sp.And(lt(0, s), eq(s**2, dot(DRIVE, DRIVE)))),
    Hypothesis(
        "t = |c h|", sp.And(lt(0, t), eq(t**2, dot(total(c * w[l] * r[l], l), total(c * w[l] * r[l], l))))
    ),
)
SCALED = Statement(given=(FACTOR, *LENGTHS), then=eq(total(c * w[j] * r[j], j) / t, DRIVE / s))
TIME = sp.log(sp.tan(start / 2) / sp.tan(tol / 2))
SETTLING = Statement(given=(FACTOR, *LENGTHS), then=eq(TIME / t, TIME / s / c))
SAME_LENGTH = Cut(((eq(t, c * s), Vanishing(shown=sp.S.Zero, times=t + c * s)),), Algebra())
BLIND = Statement(given=(DRIVEN,), then=eq(Rate(dot(h, x) / norm(h), (h, h)), 0))
POINT = {N: 1, r: ((3, 4),), w: (1,), c: 2, s: 5, t: 10}
ANGLES = {start: Turn(2), tol: Turn(1)}

CLAIM = Claim(
    id="osc.scale-gauge",
    title="The scale of the couplings changes the settling time alone",
    paper="B",
    sources=(Source("-", "training fixes the couplings of a row up to a factor"),),
    tiers=("exact", "sampled"),
    as_stated=Stated("proved"),
    parts=(
        Part(
            "the equilibrium stays",
            SCALED,
            SAME_LENGTH,
            EVERY_LENGTH_AND_DIMENSION,
            witness=POINT,
            drops={
                "c > 0": {**POINT, c: -2},
                "s = |h|": {**POINT, s: 1},
                "t = |c h|": {**POINT, t: 1},
            },
        ),
        Part(
            "the settling time is divided by c",
            SETTLING,
            SAME_LENGTH,
            EVERY_LENGTH_AND_DIMENSION,
            witness=POINT,
            drops={
                "c > 0": {**POINT, **ANGLES, c: -2},
                "s = |h|": {**POINT, **ANGLES, s: 1},
                "t = |c h|": {**POINT, **ANGLES, t: 1},
            },
            mutants=(Mutant("it stays", SETTLING.concluding(eq(TIME / t, TIME / s)), {**POINT, **ANGLES}),),
        ),
        Part(
            "the derivative of the cosines along h vanishes",
            BLIND,
            Algebra(),
            EVERY_DIMENSION,
            witness={h: (3, 4)},
            drops={},
            mutants=(
                Mutant(
                    "of the couplings to the drive too",
                    BLIND.concluding(eq(Rate(dot(h, x), (h, h)), 0)),
                    {h: (3, 4), x: (1, 0)},
                ),
            ),
        ),
    ),
)
