r"""On a compact Lie group of matrices the update is g P(g* M), P the projection onto the Lie algebra.

M = sum_u A_u q_u is the mean of the attended group elements, <X, Y> = Re tr(X* Y). Left translation by a
unitary g is an isometry, so M is projected onto the tangent space g Lie(G) by g P(g* M), whatever G is. For
U(m) and O(m) P is the skew part (real where X is), for SU(m) the skew part without its trace. That trace is
zero for m = 2; for every m >= 3 the element of SU(m) with e^{ix}, e^{ix}, e^{-2ix} and ones on its diagonal
has a trace with the imaginary part 2 sin x - sin 2x. A finite group has the Lie algebra {0} (cited), so its
update is zero. m = 1 is Kuramoto's term, SU(2) the Lohe field of S^3; no other spheres than S^1 and S^3 are
groups (cited).
"""

from sympy import And, Expr, KroneckerDelta, Or, cos, pi, sin

from ..claim import EVERY_LENGTH, Claim, Hypothesis, Mutant, Part, Scope, Source, Stated, Statement
from ..exact import Algebra, Positive, Turn
from ..exact.matrices import SIZE, Matrices, SquareRate, Star, Trace, inner, skew_part, square_family, squares
from ..terms import N, Rate, eq, implies, indices, lt, ne, reals, total
from .complexes import HALF, MINUS, Number, adjoint, conjugate, plus, product, special_unitary, times
from .setting import COUPLING, A, t, theta, u

g, M, X, Y, p = squares("g M X Y p")
q = square_family("q")
MEAN = total(A[u] * q[u], u)


def traceless_part(x: Expr) -> Expr:
    """The projection onto the Lie algebra of SU(m)."""
    return skew_part(x) - Trace(skew_part(x)) / SIZE


UNITARY = Hypothesis("unitary", eq(Star(g) * g, 1))
ALGEBRA = Hypothesis("Y in the Lie algebra", eq(Star(Y), -Y))
TRACELESS = Hypothesis("Y traceless", eq(Trace(Y), 0))

ISOMETRY = Statement(given=(UNITARY,), then=eq(inner(M - g * p, g * Y), inner(Star(g) * M - p, Y)))
PROJECTION = Statement(
    given=(ALGEBRA,), then=And(eq(Star(skew_part(X)), -skew_part(X)), eq(inner(X - skew_part(X), Y), 0))
)
UPDATE = g * skew_part(Star(g) * MEAN)
FORMULA = Statement(then=eq(UPDATE, total(A[u] * g * (Star(g) * q[u] - Star(q[u]) * g) / 2, u)))
STAYS = Statement(given=(UNITARY,), then=eq(SquareRate(Star(g) * g, (g, g * skew_part(Star(g) * M))), 0))
SPECIAL = Statement(
    given=(ALGEBRA, TRACELESS),
    then=And(
        eq(Star(traceless_part(X)), -traceless_part(X)),
        eq(Trace(traceless_part(X)), 0),
        eq(inner(X - traceless_part(X), Y), 0),
    ),
)
FINITE = Statement(given=(Hypothesis("p in the Lie algebra {0}", eq(p, 0)),), then=eq(g * p, 0))

x = reals("x")
HALF_TURN = Hypothesis("0 < x < pi", And(lt(0, x), lt(x, pi)))
a, b, c, j = indices("a b c j")
TWICE, ONCE = KroneckerDelta(j, a) + KroneckerDelta(j, b), KroneckerDelta(j, c)
DISTINCT = And(ne(a, b), ne(b, c), ne(a, c))
DIAGONAL_TRACE = Statement(
    then=implies(DISTINCT, eq(total(TWICE * sin(x) + ONCE * sin(-2 * x), j), 2 * sin(x) - sin(2 * x)))
)
"""The imaginary parts of the entries e^{ix} at a and b, e^{-2ix} at c, 1 elsewhere; here n is the size."""
DETERMINANT = Statement(
    then=And(
        *(
            eq(part, one)
            for part, one in zip(
                times(times((cos(x), sin(x)), (cos(x), sin(x))), (cos(2 * x), -sin(2 * x))),
                (1, 0),
                strict=True,
            )
        )
    )
)
TRACE = Statement(given=(HALF_TURN,), then=lt(0, 2 * sin(x) - sin(2 * x)))


def circle_update() -> Number:
    """The update for m = 1: g = exp(i theta_t), q_u = exp(i theta_u)."""
    own, other = (cos(t), sin(t)), (cos(theta[u]), sin(theta[u]))
    back = times(MINUS, times(conjugate(other), own))
    re, im = times(own, times(HALF, plus(times(conjugate(own), other), back)))
    return total(A[u] * re, u), total(A[u] * im, u)


CIRCLE = Statement(
    then=And(
        *(eq(part, Rate(f, (t, COUPLING))) for part, f in zip(circle_update(), (cos(t), sin(t)), strict=True))
    )
)

z, h = reals("z1:5"), reals("h1:5")


def su2_velocity() -> tuple[list[list[Number]], Number]:
    """The skew part of g* M for g, M of the form above, and its trace."""
    w = product(adjoint(special_unitary(z)), special_unitary(h))
    less = [[times(MINUS, conjugate(w[k][i])) for k in range(2)] for i in range(2)]
    skew = [[times(HALF, plus(w[i][k], less[i][k])) for k in range(2)] for i in range(2)]
    return skew, plus(skew[0][0], skew[1][1])


def su2_update() -> list[list[Number]]:
    """g P(g* M) for SU(2): skew part, a multiple of the identity taken off for the trace."""
    skew, trace = su2_velocity()
    off = times(MINUS, times(HALF, trace))
    return product(
        special_unitary(z),
        [[plus(skew[i][k], off) if i == k else skew[i][k] for k in range(2)] for i in range(2)],
    )


PAIRING = sum(a * b for a, b in zip(z, h, strict=True))
NO_TRACE = Statement(then=And(*(eq(part, 0) for part in su2_velocity()[1])))
LOHE = special_unitary(tuple(b - PAIRING * a for a, b in zip(z, h, strict=True)))
SPHERE = Statement(
    given=(Hypothesis("unit", eq(sum(a**2 for a in z), 1)),),
    then=And(
        *(eq(su2_update()[i][k][c], LOHE[i][k][c]) for i in range(2) for k in range(2) for c in range(2))
    ),
)
d, k = reals("d k")
GROUP = Hypothesis("S^k is a group", Or(eq(k, 1), eq(k, 3)))
AMBIENT = Hypothesis("in R^d", eq(d, k + 1))
SPHERES = Statement(given=(GROUP, AMBIENT), then=Or(eq(d, 2), eq(d, 4)))

ROTATION = (("3/5", "4/5"), ("-4/5", "3/5"))
PHASE = ((("0", "1"), "0"), ("0", "1"))
SHEAR = (("1", "2"), ("0", ("1", "1")))
PAULI = (("1", "0"), ("0", "-1"))
IMAGINARY = ((("0", "1"),),)
"""1 x 1: the number i."""
POINT = {N: 1, A: (1,), g: ROTATION, q: (PHASE,), M: PHASE, X: SHEAR, Y: (("0", "1"), ("-1", "0")), p: PHASE}
DIAGONAL = tuple(
    tuple(entry if i == k else "0" for k in range(3))
    for i, entry in enumerate((("0", "1"), ("0", "1"), "-1"))
)
"""diag(i, i, -1), an element of SU(3)."""
UNIT4 = {**dict(zip(z, (1, 0, 0, 0), strict=True)), **dict(zip(h, (0, 1, 2, 3), strict=True))}
EVERY_SIZE = Scope(kind="all", text="every size m")
EVERY_SIZE_AND_LENGTH = Scope(kind="all", text="every size m, every number n of tokens")

CLAIM = Claim(
    id="kur.compact-group",
    title="On a compact matrix group the update is g P(g* M), P the projection onto the Lie algebra",
    paper="A",
    sources=(Source("P", "the construction carries over to any compact group"),),
    tiers=("exact", "kernel", "sampled"),
    kernel={
        "circle": ("kur_circle_group",),
        "su2": ("kur_quaternion_group",),
        "sphere": ("kur_sphere_update",),
    },
    as_stated=Stated(
        "imprecise",
        Statement(given=(UNITARY,), then=eq(Trace(skew_part(Star(g) * X)), 0)),
        {g: (("1", "0", "0"), ("0", "1", "0"), ("0", "0", "1")), X: DIAGONAL},
        why="each group needs its own projection: on SU(m), m >= 3, the skew part alone leaves the group",
    ),
    parts=(
        Part(
            "any G in U(m): the tangent projection is g P(g* M)",
            ISOMETRY,
            Matrices(),
            EVERY_SIZE,
            witness=POINT,
            drops={"unitary": POINT | {g: SHEAR}},
            mutants=(
                Mutant(
                    "right translation",
                    ISOMETRY.concluding(eq(inner(M - g * p, g * Y), inner(M * Star(g) - p, Y))),
                    POINT | {g: (("0", "1"), ("1", "0")), M: PAULI},
                ),
            ),
        ),
        Part(
            "U(m), O(m): P is the skew part",
            PROJECTION,
            Matrices(),
            EVERY_SIZE,
            witness=POINT,
            drops={"Y in the Lie algebra": POINT | {Y: SHEAR}},
            mutants=(
                Mutant(
                    "the factor 1/2 lost", PROJECTION.concluding(eq(inner(X - (X - Star(X)), Y), 0)), POINT
                ),
            ),
        ),
        Part(
            "U(m), O(m): the update is a sum over tokens",
            FORMULA,
            Matrices(),
            EVERY_SIZE_AND_LENGTH,
            mutants=(
                Mutant(
                    "g on the other side",
                    FORMULA.concluding(
                        eq(UPDATE, total(A[u] * (Star(g) * q[u] - Star(q[u]) * g) * g / 2, u))
                    ),
                    POINT,
                ),
                Mutant(
                    "2 % off",
                    FORMULA.concluding(
                        eq(UPDATE * 51 / 50, total(A[u] * g * (Star(g) * q[u] - Star(q[u]) * g) / 2, u))
                    ),
                    POINT,
                ),
            ),
        ),
        Part(
            "the flow keeps U(m)",
            STAYS,
            Matrices(),
            EVERY_SIZE,
            witness=POINT,
            drops={"unitary": POINT | {g: SHEAR}},
        ),
        Part(
            "SU(m): P is the skew part with its trace removed",
            SPECIAL,
            Matrices(),
            EVERY_SIZE,
            witness=POINT,
            drops={
                "Y in the Lie algebra": POINT | {X: PAULI, Y: PAULI},
                "Y traceless": {X: IMAGINARY, Y: IMAGINARY},
            },
            mutants=(Mutant("the trace kept", SPECIAL.concluding(eq(Trace(skew_part(X)), 0)), POINT),),
        ),
        Part(
            "SU(m), every m >= 3: a diagonal element has trace 2 sin x - sin 2x",
            DIAGONAL_TRACE,
            Algebra(),
            EVERY_SIZE,
            mutants=(
                Mutant(
                    "its negative",
                    DIAGONAL_TRACE.concluding(implies(DISTINCT, eq(DIAGONAL_TRACE.then.args[1].lhs, 0))),
                    {N: 3, x: Turn(1)},
                ),
            ),
        ),
        Part("its determinant is 1", DETERMINANT, Algebra()),
        Part(
            "its trace is not zero",
            TRACE,
            Positive(shown=4 * sin(x) * sin(x / 2) ** 2),
            witness={x: 1},
            drops={"0 < x < pi": {x: Turn(0)}},
            mutants=(Mutant("m = 2", TRACE.concluding(lt(0, sin(x) + sin(-x))), {x: 1}),),
        ),
        Part(
            "SU(2): the skew part has trace 0 already",
            NO_TRACE,
            Algebra(),
            mutants=(
                Mutant(
                    "all of g* M",
                    NO_TRACE.concluding(eq(PAIRING, 0)),
                    {**dict(zip(z, (1, 0, 0, 0), strict=True)), **dict(zip(h, (1, 0, 0, 0), strict=True))},
                ),
            ),
        ),
        Part(
            "finite groups: an element of the Lie algebra {0} gives no update",
            FINITE,
            Matrices(),
            EVERY_SIZE,
            witness=POINT | {p: (("0", "0"), ("0", "0"))},
            drops={"p in the Lie algebra {0}": POINT},
            given=("finite-group",),
        ),
        Part(
            "m = 1 is Kuramoto's term",
            CIRCLE,
            Algebra(),
            EVERY_LENGTH,
            mutants=(
                Mutant(
                    "turned the other way",
                    CIRCLE.concluding(eq(circle_update()[0], Rate(cos(t), (t, -COUPLING)))),
                    {N: 1, A: (1,), t: Turn("1/2"), theta: (Turn(1),)},
                ),
            ),
        ),
        Part(
            "SU(2) is the Lohe field of S^3",
            SPHERE,
            Algebra(),
            witness=UNIT4,
            drops={"unit": UNIT4 | {z[0]: 2}},
        ),
        Part(
            "only S^1 and S^3 are groups: d = 2 and d = 4",
            SPHERES,
            Algebra(),
            witness={d: 2, k: 1},
            drops={"S^k is a group": {d: 3, k: 2}, "in R^d": {d: 3, k: 1}},
            given=("sphere-groups",),
        ),
    ),
)
