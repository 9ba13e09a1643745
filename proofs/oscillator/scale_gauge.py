r"""Scaling all weights of a row, w_i. -> c w_i. with c > 0, changes no attention, only the settling time.

h becomes c h, and z = h/|h| stays, as do the cosines <z, r_l>; the settling time
ln(tan(phi_0/2)/tan(tol/2))/|h| is divided by c. Attention does not depend on |h|, so training never sees it.
"""

import sympy as sp

from ..claim import (
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
from ..terms import dot, eq, lt, reals, total, vectors
from .setting import DRIVE, N, j, l, r, w

c, s, t, start, tol = reals("c s t phi_0 tol")
x = vectors("x")
SCALED_DRIVE = total(c * w[j] * r[j], j)
FACTOR = Hypothesis("c > 0", lt(0, c))
LENGTHS = (
    Hypothesis("s = |h|", sp.And(lt(0, s), eq(s**2, dot(DRIVE, DRIVE)))),
    Hypothesis("t = |c h|", sp.And(lt(0, t), eq(t**2, dot(SCALED_DRIVE, SCALED_DRIVE)))),
)
SCALED = Statement(given=(FACTOR, *LENGTHS), then=eq(SCALED_DRIVE / t, DRIVE / s))
TIME = sp.log(sp.tan(start / 2) / sp.tan(tol / 2))
SETTLING = Statement(given=(FACTOR, *LENGTHS), then=eq(TIME / t, TIME / s / c))
SAME_LENGTH = Cut(((eq(t, c * s), Vanishing(shown=sp.S.Zero, times=t + c * s)),), Algebra())
COSINES = Statement(given=SCALED.given, then=eq(dot(SCALED_DRIVE, r[l]) / t, dot(DRIVE, r[l]) / s))
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
            "so do the cosines, and with them the attention",
            COSINES,
            SAME_LENGTH,
            EVERY_LENGTH_AND_DIMENSION,
            witness=POINT,
            drops={"c > 0": {**POINT, c: -2}, "s = |h|": {**POINT, s: 1}, "t = |c h|": {**POINT, t: 1}},
        ),
    ),
)
