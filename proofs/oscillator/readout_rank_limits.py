r"""Where the bound of the rank of attention ends: causal masks, the clamp, powers that are not integers.

Causal attention is triangular: if all a_tt != 0 and A x = 0, the first x_t != 0 contradicts row t; if
a_tt = 0, take the last such t, x = 0 before it, x_t = 1, and solve the later rows.

Clamp (free anchors): states of half-tangent 1, 2, ..., n on the circle and anchors (1, -2/(2j+1)) give a
triangular matrix with positive diagonal, of rank n.

p = 1/2: for states opposite to the anchors' angles f_j the entries are sqrt(2) |sin((f_i - f_j)/2)|; three
neighbouring rows combine to zero but for one column, so the rank is at least n - 2.

Any p > 0 that is no integer: an entry (1 - cos t)^p vanishes with t to the order 2p exactly, so the
function of the state that belongs to an anchor is smooth but there. Functions of distinct anchors are
linearly independent, and some n states give rank n.
"""

import sympy as sp
from sympy import cos, sin
from sympy.logic.boolalg import And

from ..claim import EVERY_LENGTH, Hypothesis, Mutant, Part, Scope, Statement
from ..exact import Algebra, Increasing, Positive, Turn
from ..exact.instances import AtInstances
from ..exact.rank import rank
from ..exact.steps import Cut, Each, Equal
from ..terms import K, dot, eq, family, le, lt, ne, reals, size, total
from .readout_matrices import FEATURES, T, d, i, instance, p, u, z
from .setting import N, j, l, r

PLANE = instance(2, 1, 8)

own, x_own, eps = reals("a_tt x_t eps")
a_before, x_before, a_after, x_after = (family(name) for name in ("a", "x", "M", "y"))
ROW = total(a_before[j] * x_before[j], j) + own * x_own + total(a_after[u] * x_after[u], u)
MINIMAL = Hypothesis("t is the first with x_t != 0", eq(x_before[j], 0))
MASKED = Hypothesis("masked", eq(a_after[u], 0))
INVERTIBLE = Statement(
    given=(MINIMAL, MASKED, Hypothesis("A x = 0", eq(ROW, 0)), Hypothesis("a_tt != 0", ne(own, 0))),
    then=eq(x_own, 0),
)
SINGULAR = Statement(given=(MINIMAL, MASKED, Hypothesis("a_tt = 0", eq(own, 0))), then=eq(ROW, 0))
SOLVED = Statement(
    given=(MASKED, Hypothesis("x_s", eq(own * x_own, -total(a_before[j] * x_before[j], j)))), then=eq(ROW, 0)
)
CAUSAL = sp.Piecewise((T, le(j, i)), (0, True)) / total(sp.Piecewise((T.subs(j, l), le(l, i)), (0, True)), l)
MIXED = Statement(
    then=And(
        eq(rank(CAUSAL, (i, 1, N), (j, 1, N)), N),
        eq(rank(CAUSAL, (i, N / 2 + 1, N), (j, 1, N / 2)), FEATURES),
    ),
    instances=(PLANE,),
)

row, column = size("i"), size("j")
STEEP = sp.Rational(2) / (2 * column + 1)
ENTRY = 1 + (1 - row**2) / (1 + row**2) - STEEP * 2 * row / (1 + row**2)
LATER = Hypothesis("i > j", le(column + 1, row))
CLAMPED = Statement(given=(LATER,), then=eq(sp.Max(0, ENTRY), 0))
DIAGONAL = Statement(then=lt(0, ENTRY.subs(column, row)))
EDGE = Positive(shown=2 * (2 * row - 2 * column - 1), times=(1 + row**2) * (2 * column + 1))
UNIT_CIRCLE = Statement(then=eq(((1 - row**2) / (1 + row**2)) ** 2 + (2 * row / (1 + row**2)) ** 2, 1))
FREE = {
    d: 2,
    p: 1,
    N: 8,
    z: tuple((sp.Rational(1 - m * m, 1 + m * m), sp.Rational(2 * m, 1 + m * m)) for m in range(1, 9)),
    r: tuple((1, sp.Rational(-2, 2 * m + 1)) for m in range(1, 9)),
}
CUT = sp.Max(0, 1 + dot(z[i], r[j])) ** p
UNBOUNDED = Statement(then=eq(rank(CUT, (i, 1, N), (j, 1, N)), N), instances=(FREE,))

g, al, be = reals("g alpha beta")
SQUARE = Statement(then=eq(1 - cos(2 * g), 2 * sin(g) ** 2))
THREE = Statement(then=eq(sin(be) * sin(g) - sin(al + be) * sin(g + al) + sin(al) * sin(g + al + be), 0))
PEAK = Statement(
    given=(Hypothesis("ordered", And(lt(0, al), lt(al, sp.pi), lt(0, be), lt(be, sp.pi))),),
    then=lt(0, sin(be) * sin(al) - sin(al + be) * 0 + sin(al) * sin(be)),
)


t = reals("t")
NEAR = Hypothesis("near", And(le(0, t), le(t, 1)))
ORDER = Statement(given=(NEAR,), then=And(le(t**2 / 4, 1 - cos(t)), le(1 - cos(t), t**2 / 2)))
UPPER = Increasing(t, sp.S.Zero, t - sin(t), ((t - sin(t), Increasing(t, sp.S.Zero, 1 - cos(t))),))
HALF_SLOPE = Cut(
    ((le(1 - cos(t), t**2 / 2), UPPER), (le(0, 1 - t**2), Positive(shown=(1 - t) * (1 + t)))), Positive()
)
STEEPER = Increasing(t, sp.S.Zero, cos(t) - sp.Rational(1, 2), ((cos(t) - sp.Rational(1, 2), HALF_SLOPE),))
LOWER = Increasing(t, sp.S.Zero, sin(t) - t / 2, ((sin(t) - t / 2, STEEPER),))

POINT = {N: 1, K: 1, a_before: (1,), x_before: (0,), a_after: (0,), x_after: (1,), own: 1, x_own: 0}
HALF_POWER = Scope(kind="all", text="all angles: p = 1/2, d = 2, every n")

LIMITS = (
    Part(
        "causal, every a_tt != 0: full rank",
        INVERTIBLE,
        Algebra(),
        EVERY_LENGTH,
        witness=POINT,
        drops={
            "t is the first with x_t != 0": {**POINT, x_before: (1,), x_own: -1},
            "masked": {**POINT, a_after: (1,), x_own: -1},
            "A x = 0": {**POINT, x_own: 1},
            "a_tt != 0": {**POINT, own: 0, x_own: 1},
        },
    ),
    Part(
        "causal, a_tt = 0 for the last time: row t of A x = 0 holds with x_t = 1",
        SINGULAR,
        Algebra(),
        EVERY_LENGTH,
        witness={**POINT, own: 0, x_own: 1},
        drops={
            "t is the first with x_t != 0": {**POINT, own: 0, x_before: (1,)},
            "masked": {**POINT, own: 0, a_after: (1,)},
            "a_tt = 0": {**POINT, x_own: 1},
        },
    ),
    Part(
        "and the rows after it can be solved for x_s",
        SOLVED,
        Algebra(),
        EVERY_LENGTH,
        witness={**POINT, x_before: (1,), x_own: -1},
        drops={
            "masked": {**POINT, a_after: (1,)},
            "x_s": {**POINT, x_own: 1},
        },
    ),
    Part(
        "causal, d = 2, p = 1, n = 8: full rank, off-diagonal block of the bound's rank",
        MIXED,
        AtInstances(),
        Scope(kind="listed", text="d, p, n = 2, 1, 8"),
        mutants=(
            Mutant(
                "the bound for the whole",
                MIXED.concluding(le(rank(CAUSAL, (i, 1, N), (j, 1, N)), FEATURES)),
            ),
            Mutant(
                "a full block",
                MIXED.concluding(eq(rank(CAUSAL, (i, N / 2 + 1, N), (j, 1, N / 2)), N / 2)),
            ),
        ),
    ),
    Part(
        "clamped, d = 2: zero below the diagonal",
        CLAMPED,
        Cut(((le(ENTRY, 0), EDGE),), Equal(Positive(), Positive())),
        EVERY_LENGTH,
        witness={row: 2, column: 1},
        drops={"i > j": {row: 1, column: 1}},
        note="states of half-tangent i, anchors (1, -2/(2j+1)): 1 + <z_i, r_j>",
    ),
    Part(
        "clamped, d = 2: positive on the diagonal, so full rank for every n",
        DIAGONAL,
        Positive(shown=2 / ((1 + row**2) * (2 * row + 1))),
        EVERY_LENGTH,
        mutants=(
            Mutant("next to it too", DIAGONAL.concluding(lt(0, ENTRY.subs(column, row + 1) - 1)), {row: 2}),
        ),
    ),
    Part(
        "those states are unit",
        UNIT_CIRCLE,
        Algebra(),
        EVERY_LENGTH,
        mutants=(Mutant("off", UNIT_CIRCLE.concluding(eq((1 - row**2) / (1 + row**2), 1)), {row: 1}),),
    ),
    Part(
        "clamped, d = 2, p = 1, n = 8: rank 8",
        UNBOUNDED,
        AtInstances(),
        Scope(kind="listed", text="n = 8"),
        mutants=(Mutant("rank 7", UNBOUNDED.concluding(eq(UNBOUNDED.then.lhs, N - 1))),),
    ),
    Part(
        "p = 1/2: entries are sqrt(2)|sin((f_i - f_j)/2)| for states opposite to the anchors' angles",
        SQUARE,
        Algebra(),
        HALF_POWER,
        mutants=(
            Mutant("2 % more", SQUARE.concluding(eq(1 - cos(2 * g), sin(g) ** 2 * 51 / 25)), {g: Turn(1)}),
        ),
    ),
    Part(
        "p = 1/2: three neighbouring rows combine to zero in every column but the middle one",
        THREE,
        Algebra(),
        HALF_POWER,
        mutants=(
            Mutant(
                "a sign",
                THREE.concluding(eq(THREE.then.lhs + 2 * sin(al + be) * sin(g + al), 0)),
                {g: Turn(1), al: Turn("1/2"), be: Turn("1/2")},
            ),
        ),
    ),
    Part(
        "p = 1/2: and not there, so the rank is at least n - 2",
        PEAK,
        Positive(),
        HALF_POWER,
        witness={al: Turn(1), be: Turn(1)},
        drops={"ordered": {al: Turn(1), be: Turn(-1)}},
    ),
    Part(
        "p no integer: entries vanish to the order 2p, so rank n for some n states",
        ORDER,
        Each((LOWER, UPPER)),
        Scope(
            kind="all",
            text="every t in [0, 1]",
        ),
        witness={t: 1},
        drops={"near": {t: 6}},
        given=("smooth-order", "interpolation-points"),
        mutants=(Mutant("order 1", ORDER.concluding(le(t / 4, 1 - cos(t))), {t: "1/10"}),),
    ),
)
"""Parts of osc.readout-rank."""
