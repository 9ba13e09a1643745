r"""Attention need not follow the couplings: the heaviest of three anchors can get the least attention.

Take orthonormal u, v, anchors u, v, v and weights 3/2, 1, 1. Then h = 3/2 u + 2 v, |h| = 5/2, z = h/|h| =
(3 u + 4 v)/5, and 1 + <z, r_j> = 8/5, 9/5, 9/5: the attention is (8, 9, 9)/26. Two anchors keep the order.
"""

import sympy as sp
from sympy.logic.boolalg import And

from ..claim import EVERY_DIMENSION, Claim, Hypothesis, Mutant, Part, Source, Stated, Statement
from ..exact import Algebra, Positive
from ..terms import SquaredNorm, dot, eq, le, lt, reals, total, vectors
from .setting import POSITIVE_WEIGHTS, UNIT_ANCHORS, N, j, l, r, w, z

u, v, h, p, q = vectors("u v h p q")
a, b = reals("a b")
HALF, THREE_HALVES = sp.Rational(1, 2), sp.Rational(3, 2)
ORTHONORMAL = (
    Hypothesis("unit u", eq(dot(u, u), 1)),
    Hypothesis("unit v", eq(dot(v, v), 1)),
    Hypothesis("orthogonal", eq(dot(u, v), 0)),
)
DRIVE = Hypothesis("drive", eq(h, THREE_HALVES * u + v + v))
STATE = Hypothesis("equilibrium", eq(z, 2 * h / 5))
D = 3 + dot(z, u) + dot(z, v) + dot(z, v)
UPSIDE_DOWN = Statement(
    given=(*ORTHONORMAL, DRIVE, STATE),
    then=And(
        eq(dot(z, z), 1),
        eq((1 + dot(z, u)) / D, sp.Rational(8, 26)),
        eq((1 + dot(z, v)) / D, sp.Rational(9, 26)),
    ),
)
POINT = {u: (1, 0), v: (0, 1), h: ("3/2", 2), z: ("3/5", "4/5")}

TWO = Statement(
    given=(
        Hypothesis("unit p", eq(dot(p, p), 1)),
        Hypothesis("unit q", eq(dot(q, q), 1)),
        Hypothesis("p is heavier", le(b, a)),
        Hypothesis("drive of two", eq(h, a * p + b * q)),
    ),
    then=le(dot(h, q), dot(h, p)),
)
PAIR = {p: (1, 0), q: (0, 1), a: 2, b: 1, h: (2, 1)}

H = total(w[l] * r[l], l)
i = type(j)("i")
SAME_ORDER = Statement(
    given=(UNIT_ANCHORS, POSITIVE_WEIGHTS), then=sp.Implies(lt(w[i], w[j]), le(dot(H, r[i]), dot(H, r[j])))
)

CLAIM = Claim(
    id="osc.readout-order",
    title="The order of couplings is not the order of attention",
    paper="B",
    sources=(Source("S", "the couplings act as attention weights"),),
    tiers=("exact", "kernel"),
    kernel={"counterexample": ("osc_readout_order",)},
    as_stated=Stated(
        "refuted",
        SAME_ORDER,
        {N: 3, r: ((0, -1), (-1, 0), (-1, 0)), w: ("3/2", 1, 1)},
        "attention grows with <h, r_j>, not with w_j",
    ),
    parts=(
        Part(
            "weights 3/2, 1, 1 give attention (8, 9, 9)/26",
            UPSIDE_DOWN,
            Algebra(),
            EVERY_DIMENSION,
            witness=POINT,
            drops={
                "unit u": {**POINT, u: (2, 0), h: (3, 2), z: ("6/5", "4/5")},
                "unit v": {**POINT, v: (0, 2), h: ("3/2", 4), z: ("3/5", "8/5")},
                "orthogonal": {**POINT, v: (1, 0), h: ("7/2", 0), z: ("7/5", 0)},
                "drive": {**POINT, h: (0, "5/2"), z: (0, 1)},
                "equilibrium": {**POINT, z: (0, 1)},
            },
            mutants=(
                Mutant(
                    "in the order of the weights", UPSIDE_DOWN.concluding(le(dot(z, v), dot(z, u))), POINT
                ),
            ),
        ),
        Part(
            "two anchors keep the order",
            TWO,
            Positive(shown=(a - b) * SquaredNorm(p - q) / 2),
            EVERY_DIMENSION,
            witness=PAIR,
            drops={
                "unit p": {**PAIR, p: ("1/2", 0), q: (1, 0), h: (2, 0)},
                "unit q": {**PAIR, q: (2, 0), h: (4, 0)},
                "p is heavier": {**PAIR, a: 1, b: 2, h: (1, 2)},
                "drive of two": {**PAIR, h: (0, 1)},
            },
        ),
    ),
)
