r"""No token can get much attention: a_j = t_j^p/sum_l t_l^p with t_l = 1 + <z, r_l> in [0, 2].

Token 0 stands for any one, the others are 1..n. If the anchors are balanced, t_0 + sum_l t_l = n + 1; powers
lie above their tangents, here at m = t_0 (n-1)/(2n):

    sum_l t_l^p >= n m^p + p m^(p-1) (n+1) (2 - t_0)/2,  so  a_0 <= 2^p/(2^p + n^(1-p) (n-1)^p) <= 2^p/(n+1).

Weights <= 2^p/n of n tokens, a_j = exp(-u_j) where not zero, have entropy sum_j a_j u_j >= ln n - p ln 2.
Without balance, p = 1: a_j <= 2/(n - |s|), s = sum_l r_l, if |s| < n. With orthonormal anchors at the
equilibrium of positive weights the cosines are w_j/|w|, and a_0 < 2/(n+2), which the weights 1, eps, ..., eps
approach.
"""

import sympy as sp
from sympy import KroneckerDelta
from sympy.logic.boolalg import And

from ..claim import (
    EVERY_LENGTH,
    EVERY_LENGTH_AND_DIMENSION,
    Claim,
    Hypothesis,
    Mutant,
    Part,
    Source,
    Stated,
    Statement,
)
from ..exact import Algebra, Positive
from ..exact.power import above_tangent
from ..exact.steps import BySquares, Cut, Each
from ..terms import SquaredNorm, dot, eq, family, le, lt, norm, reals, size, total, vectors
from .setting import POSITIVE_WEIGHTS, UNIT, UNIT_ANCHORS, N, j, l, r, w, z

p, q, om, w0, eps = reals("p q omega w_0 eps")
u = family("u")
s, r0 = vectors("s r_0")
WHERE = ((p, 1 + q),)
POWER, UNIT_0 = Hypothesis("p >= 1", le(0, q)), Hypothesis("r_0 unit", eq(dot(r0, r0), 1))
BALANCED = Hypothesis("balanced", eq(dot(z, r0) + total(dot(z, r[l]), l), 0))
T0, T = 1 + dot(z, r0), 1 + dot(z, r[l])
POWERS, SHARE = T0**p + total(T**p, l), 2**p + N ** (1 - p) * (N - 1) ** p
GIVEN = (UNIT, UNIT_ANCHORS, UNIT_0, BALANCED, POWER)

CEILING = Statement(given=GIVEN, then=le(T0**p * SHARE, 2**p * POWERS), where=WHERE)
RANGE = (
    (le(0, T0), Positive(shown=SquaredNorm(z + r0) / 2)),
    (le(0, 2 - T0), Positive(shown=SquaredNorm(z - r0) / 2)),
    (le(0, T), Positive(shown=SquaredNorm(z + r[l]) / 2)),
)
ABOVE = total(above_tangent(T, q, (T0, N - 1), (2, N)), l)
REST = (1 + q) * T0**q * (N - 1) ** q * N * (N + 1) * (2 - T0)
BY_TANGENTS = Cut(RANGE, Positive(shown=ABOVE + REST, times=N ** (1 + q)))
SIMPLER = Statement(given=(POWER,), then=le(N + 1, SHARE), where=WHERE)
BY_TWO = Positive(shown=N**q * above_tangent(2, q, (1,)) + above_tangent(N - 1, q, (N,)), times=N**q)
DIRECT = Statement(given=GIVEN, then=le((N + 1) * T0**p, 2**p * POWERS), where=WHERE)
BY_BOTH = Cut(
    (
        *RANGE,
        (CEILING.then, BY_TANGENTS.by),
        (le(0, T0**p * (SHARE - N - 1)), Cut(((SIMPLER.then, BY_TWO),), Positive())),
    ),
    Positive(shown=2**p * POWERS - T0**p * SHARE + T0**p * (SHARE - N - 1)),
)
DEFINED = Statement(given=GIVEN, then=le(N + 1, POWERS), where=WHERE)
BY_ONES = Cut(RANGE, Positive(shown=above_tangent(T0, q, (1,)) + total(above_tangent(T, q, (1,)), l)))

tokens = size("tokens")
"""All of them; j runs over those of positive weight."""

LOWEST = sp.log(tokens) - p * sp.log(2)
WEIGHTS = Hypothesis("weights sum to 1", eq(total(sp.exp(-u[j]), j), 1))
CAPPED = Hypothesis("weights <= 2^p/n", le(LOWEST, u[j]))
ENTROPY = Statement(given=(WEIGHTS, CAPPED), then=le(LOWEST, total(u[j] * sp.exp(-u[j]), j)))

RESULTANT, SHORT = Hypothesis("resultant", eq(s, total(r[l], l))), Hypothesis("|s| < n", lt(norm(s), N))
D, TJ = total(T, l), T.subs(l, j)
LINEAR = Statement(
    given=(UNIT, UNIT_ANCHORS, RESULTANT, SHORT), then=And(lt(0, D), le(TJ * (N - norm(s)), 2 * D))
)
SPARE = (2 - TJ) * (N - norm(s))
CAUCHY = BySquares(Positive(shown=SquaredNorm(s - dot(z, s) * z)), Positive())
BY_CAUCHY = Cut(
    (
        (le(0, 2 - TJ), Positive(shown=SquaredNorm(z - r[j]) / 2)),
        (le(-dot(z, s), norm(s)), CAUCHY),
        (le(0, SPARE), Positive()),
    ),
    Each((Positive(shown=N + dot(z, s)), Positive(shown=SPARE + 2 * norm(s) + 2 * dot(z, s)))),
)

ORTHONORMAL = (
    Hypothesis("orthonormal", eq(dot(r[j], r[l]), KroneckerDelta(j, l))),
    UNIT_0,
    Hypothesis("r_0 orthogonal", eq(dot(r0, r[j]), 0)),
)
H, SQUARES, SUM = w0 * r0 + total(w[l] * r[l], l), w0**2 + total(w[l] ** 2, l), total(w[l], l)
COSINES = Statement(
    given=ORTHONORMAL, then=And(eq(dot(H, r0), w0), eq(dot(H, r[j]), w[j]), eq(dot(H, H), SQUARES))
)
LENGTH = Hypothesis("omega = |w|", And(lt(0, om), eq(om**2, SQUARES)))
BELOW_0 = (N + 1) * om + w0 + SUM
A0 = (om + w0) / BELOW_0
"""(1 + w_0/|w|)/(n + 1 + (w_0 + sum_l w_l)/|w|)."""
OUTWEIGHS = Hypothesis("w_0 exceeds the sum of the others", lt(SUM, w0))
BELOW = Statement(given=(POSITIVE_WEIGHTS, LENGTH), then=lt(A0, 2 / (N + 2)))
SHORTER = BySquares(Positive(shown=total(w[l] ** 2, l)), Positive())
BY_LENGTH = Cut(
    (
        (le(w0, om), SHORTER),
        (le(-w0, om), SHORTER),
        *((lt(0, x), Positive()) for x in (N * om, SUM, BELOW_0)),
    ),
    Positive(shown=N * (om - w0) + 2 * SUM, times=(N + 2) * BELOW_0),
)
FAMILY = (
    Hypothesis("eps > 0", lt(0, eps)),
    Hypothesis("w_0 = 1", eq(w0, 1)),
    Hypothesis("the others weigh eps", eq(w[l], eps)),
)
NEARLY = Statement(given=(*FAMILY, LENGTH), then=lt(2 / (N + 2) - eps, A0))
SLACK = (
    eps * ((N + 1) ** 2 + 3)
    + eps * (N + 1) * (N + 2) * (om - 1)
    + N * (N + 4) * eps**2 / 2
    + N * (om - 1) ** 2 / 2
)
LONG = (le(1, om), BySquares(Positive(shown=N * eps**2), Positive()))
BY_SLACK = Cut((LONG,), Positive(shown=SLACK, times=(N + 2) * ((N + 1) * om + 1 + N * eps)))

AT = {z: (1, 0), r0: (1, 0), N: 1, r: ((-1, 0),), q: 0}
HALF = {
    z: (1, 0, 0, 0),
    r0: (1, 0, 0, 0),
    N: 2,
    r: (("-1/5", "4/5", "2/5", "2/5"), ("-4/5", "3/5", 0, 0)),
    q: "-1/2",
}
FAR = {**AT, N: 3, r: ((-7, 0), (3, 0), (3, 0)), q: 2}
LOOSE = {
    "unit": {**AT, z: ("3/2", 0)},
    "unit anchors": FAR,
    "r_0 unit": {**AT, r0: (2, 0), N: 2, r: ((-1, 0), (-1, 0))},
    "balanced": {**AT, N: 2, r: ((-1, 0), (-1, 0))},
    "p >= 1": HALF,
}
FIVE = (("-1", "0"), ("3/5", "4/5"), ("3/5", "4/5"), ("4/5", "3/5"))
TRIPLE = {N: 1, w0: 1, w: ("3/4",), om: "5/4", eps: "3/4"}
OFF = sp.Rational(49, 50)

CLAIM = Claim(
    id="osc.readout-ceiling",
    title="The readout cannot concentrate",
    paper="B",
    sources=(Source("S", "the oscillator dimension is a bottleneck of attention"),),
    tiers=("exact", "kernel", "sampled"),
    kernel={
        "ceiling": ("osc_readout_ceiling",),
        "simple": ("osc_ceiling_simple",),
        "entropy": ("osc_readout_entropy",),
        "unbalanced": ("osc_readout_unbalanced",),
        "orthonormal": ("osc_readout_orthonormal",),
        "orthonormal-sup": ("osc_readout_orthonormal_sup",),
    },
    as_stated=Stated(
        "imprecise",
        Statement(given=(POSITIVE_WEIGHTS, LENGTH, OUTWEIGHS), then=lt(sp.Rational(1, 2), A0)),
        {N: 2, w0: 6, w: (2, 3), om: 7},
        why="the ceiling is the same in every dimension: not even one for each anchor lets the heaviest get half",
    ),
    remark="The ceiling is the same in every dimension: what enters is the number of tokens.",
    parts=(
        Part(
            "balanced: a_0 <= 2^p/(2^p + n^(1-p) (n-1)^p)",
            CEILING,
            BY_TANGENTS,
            EVERY_LENGTH_AND_DIMENSION,
            witness=AT,
            drops=LOOSE,
            mutants=(Mutant("2 % less", CEILING.concluding(le(T0**p * SHARE, OFF * 2**p * POWERS)), AT),),
        ),
        Part(
            "which is at most 2^p/(n+1)",
            SIMPLER,
            BY_TWO,
            EVERY_LENGTH,
            witness=AT,
            drops={"p >= 1": HALF},
            mutants=(Mutant("2 % more", SIMPLER.concluding(le(N + 1, OFF * SHARE)), AT),),
        ),
        Part(
            "balanced: a_0 <= 2^p/(n+1)",
            DIRECT,
            BY_BOTH,
            EVERY_LENGTH_AND_DIMENSION,
            witness=AT,
            drops=LOOSE,
            mutants=(Mutant("strictly", DIRECT.concluding(lt((N + 1) * T0**p, 2**p * POWERS)), AT),),
        ),
        Part(
            "balanced: the denominator is at least n + 1",
            DEFINED,
            BY_ONES,
            EVERY_LENGTH_AND_DIMENSION,
            witness=AT,
            drops={
                "unit": {**AT, z: (10, 0), r0: (-1, 0), N: 4, r: FIVE, q: 2},
                "unit anchors": FAR,
                "r_0 unit": {**AT, r0: (-7, 0), N: 7, r: ((1, 0),) * 7, q: 2},
                "balanced": {**AT, r0: (-1, 0)},
                "p >= 1": HALF,
            },
        ),
        Part(
            "entropy >= ln n - p ln 2",
            ENTROPY,
            Positive(shown=total(sp.exp(-u[j]) * (u[j] - LOWEST), j)),
            EVERY_LENGTH,
            witness={N: 1, tokens: 1, u: (0,), p: 0},
            drops={
                "weights sum to 1": {N: 1, tokens: 1, u: (2,), p: -2},
                "weights <= 2^p/n": {N: 1, tokens: 1, u: (0,), p: -1},
            },
        ),
        Part(
            "p = 1: a_j <= 2/(n - |s|)",
            LINEAR,
            BY_CAUCHY,
            EVERY_LENGTH_AND_DIMENSION,
            witness={z: (1, 0), N: 2, r: ((1, 0), (-1, 0)), s: (0, 0)},
            drops={
                "unit": {z: (2, 0), N: 2, r: ((1, 0), (-1, 0)), s: (0, 0)},
                "unit anchors": {z: (1, 0), N: 2, r: ((2, 0), (-2, 0)), s: (0, 0)},
                "resultant": {z: (1, 0), N: 3, r: ((1, 0), (-1, 0), (-1, 0)), s: (0, 0)},
                "|s| < n": {z: (1, 0), N: 1, r: ((-1, 0),), s: (-1, 0)},
            },
            mutants=(
                Mutant(
                    "2 % less",
                    LINEAR.concluding(le(TJ * (N - norm(s)), OFF * 2 * D)),
                    {z: (1, 0), N: 2, r: ((1, 0), (-1, 0)), s: (0, 0)},
                ),
            ),
        ),
        Part(
            "orthonormal anchors: <h, r_j> = w_j and |h| = |w|",
            COSINES,
            Algebra(),
            EVERY_LENGTH_AND_DIMENSION,
            witness={N: 1, r: ((1, 0),), r0: (0, 1), w: (1,), w0: 1},
            drops={
                "orthonormal": {N: 1, r: ((2, 0),), r0: (0, 1), w: (1,), w0: 1},
                "r_0 unit": {N: 1, r: ((1, 0),), r0: (0, 2), w: (1,), w0: 1},
                "r_0 orthogonal": {N: 1, r: ((1, 0),), r0: (1, 0), w: (1,), w0: 1},
            },
        ),
        Part(
            "so a_0 < 2/(n+2)",
            BELOW,
            BY_LENGTH,
            EVERY_LENGTH,
            witness=TRIPLE,
            drops={
                "positive weights": {**TRIPLE, w: ("-3/4",)},
                "omega = |w|": {N: 1, w0: 1, w: ("1/10",), om: "1/10"},
            },
            mutants=(
                Mutant(
                    "2 % less",
                    BELOW.concluding(lt(A0, OFF * 2 / (N + 2))),
                    {N: 1, w0: 9999, w: (200,), om: 10001},
                ),
            ),
        ),
        Part(
            "which is the supremum",
            NEARLY,
            BY_SLACK,
            EVERY_LENGTH,
            witness=TRIPLE,
            drops={
                "eps > 0": {N: 1, w0: 1, w: (0,), om: 1, eps: 0},
                "w_0 = 1": {N: 1, w0: 0, w: ("1/10",), om: "1/10", eps: "1/10"},
                "the others weigh eps": {**TRIPLE, eps: "1/100"},
                "omega = |w|": {N: 1, w0: 1, w: ("1/100",), om: 100, eps: "1/100"},
            },
            mutants=(Mutant("attained", NEARLY.concluding(lt(2 / (N + 2), A0)), TRIPLE),),
        ),
    ),
)
