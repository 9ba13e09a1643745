r"""Stopping early costs little: the attention at z differs from that at z* by (n - 1)|z - z*|/D* at most.

Total variation is half of sum_j |a_j - b_j|, the largest of sum_j eps_j (a_j - b_j)/2 over signs eps_j. With
D* b_j = 1 + <z*, r_j>, D a_j = 1 + <z, r_j> and m = sum_j eps_j a_j,

    D* sum_j eps_j (a_j - b_j) = sum_l (eps_l - m) <z - z*, r_l>,     |eps_l - m| <= 2 (1 - a_l).

At the equilibrium of positive weights D* >= 2 (osc.readout-simplex).
"""

import sympy as sp

from ..claim import EVERY_LENGTH_AND_DIMENSION, Claim, Hypothesis, Mutant, Part, Source, Stated, Statement
from ..exact import Positive
from ..exact.steps import BySquares, Cut
from ..terms import Index, SquaredNorm, dot, eq, family, le, reals, total, vectors
from .setting import UNIT_ANCHORS, N, j, l, r, z

i = Index("i")
y, star = vectors("y z_*")
D, E, delta = reals("D D_* delta")
a, b, eps = family("a"), family("b"), family("eps")

PROBABILITY = (Hypothesis("weights >= 0", le(0, a[j])), Hypothesis("weights sum to 1", eq(total(a[j], j), 1)))
READOUT = Hypothesis("readout", eq(dot(z, r[j]), D * a[j] - 1))
AT_REST = Hypothesis("readout at z*", eq(dot(star, r[j]), E * b[j] - 1))
REST_SUM = Hypothesis("sum at z*", eq(total(b[j], j), 1))
SIGNS = Hypothesis("signs", sp.And(le(-1, eps[j]), le(eps[j], 1)))
DISTANCE = Hypothesis("distance", sp.And(le(0, delta), eq(delta**2, dot(z - star, z - star))))
VARIATION = total(eps[j] * (a[j] - b[j]), j) / 2
CLOSE = Statement(
    given=(UNIT_ANCHORS, *PROBABILITY, READOUT, AT_REST, REST_SUM, SIGNS, DISTANCE),
    then=le(E * VARIATION, (N - 1) * delta),
)
ALONG = dot(z, r[l]) - dot(star, r[l])
UP, DOWN = (
    total(a[i] * (1 - eps[l] + 1 + eps[i]), i) - 2 * a[l],
    total(a[i] * (1 + eps[l] + 1 - eps[i]), i) - 2 * a[l],
)
"""2 (1 - a_l) -+ (eps_l - m), each a sum over i != l."""
TERM = (UP * (delta + ALONG) + DOWN * (delta - ALONG)) / 4
CHORD = BySquares(Positive(shown=SquaredNorm(z - star - ALONG * r[l])), Positive())
NEAR = Cut(
    (
        *((f, Positive()) for x in (i, l) for f in (le(-1, eps[x]), le(eps[x], 1))),
        (le(-ALONG, delta), CHORD),
        (le(ALONG, delta), CHORD),
        (le(0, UP), Positive()),
        (le(0, DOWN), Positive()),
    ),
    Positive(shown=total(TERM, l)),
)
TWO = Hypothesis("D* >= 2", le(2, E))
BOUND, AWAY = Hypothesis("bound", CLOSE.then), Hypothesis("delta >= 0", le(0, delta))
HALF = Statement(given=(BOUND, AWAY, TWO), then=le(VARIATION, (N - 1) * delta / 2))
REST = (E - 2) * (N - 1) * delta / 2

POINT = {
    N: 2,
    r: ((1, 0), (-1, 0)),
    z: ("3/5", "4/5"),
    star: ("-3/5", "4/5"),
    D: 2,
    E: 2,
    a: ("4/5", "1/5"),
    b: ("1/5", "4/5"),
    eps: (1, -1),
    delta: "6/5",
}
"""The bound is attained."""

CLAIM = Claim(
    id="osc.readout-settling-error",
    title="The error of attention is at most (n - 1)/D times the error of settling",
    paper="B",
    sources=(Source("-", "the error of attention is bounded by that of settling"),),
    tiers=("exact", "sampled"),
    as_stated=Stated("proved"),
    uses=("osc.readout-simplex",),
    parts=(
        Part(
            "D* times the total variation <= (n - 1)|z - z*|",
            CLOSE,
            NEAR,
            EVERY_LENGTH_AND_DIMENSION,
            witness=POINT,
            drops={
                "unit anchors": {
                    **POINT,
                    r: ((2, 0), (-2, 0)),
                    z: ("3/10", 0),
                    star: ("-3/10", 0),
                    delta: "3/5",
                },
                "weights >= 0": {
                    **POINT,
                    r: (("3/5", "4/5"), ("-3/5", "4/5")),
                    z: ("10/3", 0),
                    star: ("10/3", 1),
                    a: ("3/2", "-1/2"),
                    E: "18/5",
                    b: ("19/18", "-1/18"),
                    delta: 1,
                },
                "weights sum to 1": {**POINT, D: 1, a: ("8/5", "2/5")},
                "readout": {**POINT, a: (1, 0)},
                "readout at z*": {**POINT, b: (0, 1)},
                "sum at z*": {**POINT, E: 4, b: ("1/10", "2/5")},
                "signs": {**POINT, eps: (2, -2)},
                "distance": {**POINT, delta: 1},
            },
            mutants=(
                Mutant("2 % less", CLOSE.concluding(le(E * VARIATION, (N - 1) * delta * 49 / 50)), POINT),
            ),
        ),
        Part(
            "so at the equilibrium the total variation is <= (n - 1)|z - z*|/2",
            HALF,
            Cut(
                ((le(0, REST), Positive()),),
                Positive(shown=REST + ((N - 1) * delta - E * VARIATION), times=E),
            ),
            EVERY_LENGTH_AND_DIMENSION,
            witness=POINT,
            drops={
                "bound": {**POINT, eps: (2, -2)},
                "delta >= 0": {**POINT, E: 4, eps: ("-1/2", 0), a: (1, 0), b: (0, 1), delta: -1},
                "D* >= 2": {**POINT, E: 1, delta: 1},
            },
            mutants=(Mutant("2 % less", HALF.concluding(le(VARIATION, (N - 1) * delta * 49 / 100)), POINT),),
            note="D* >= 2 is osc.readout-simplex, the bound is the part before",
        ),
    ),
)
