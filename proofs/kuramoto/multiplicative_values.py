r"""Values mix additively; only the receiving phase and the gate enter as factors.

Token u contributes through its features x_u = cos theta_u and y_u = sin theta_u; the receiving token has
features (c, s) and a gate g, and the value path is

    g (-s sum_u A_u x_u + c sum_u A_u y_u),

linear in the features of all attended tokens together (so those of different tokens never meet in a product),
and linear in g and in (c, s), which are factors of it.
"""

from sympy import And, Expr, cos, sin

from ..claim import EVERY_LENGTH, Claim, Mutant, Part, Source, Stated, Statement
from ..exact import Algebra, Turn
from ..terms import N, eq, family, reals, total
from .setting import COUPLING, A, t, theta, u

x, y, x2, y2 = (family(name) for name in ("x", "y", "x2", "y2"))
g, lam, c, s, c2, s2 = reals("g lambda c s c2 s2")


def path(gate: Expr, cosine: Expr, sine: Expr, first: Expr, second: Expr) -> Expr:
    """The value path for a gate, the receiver's features and the attended features (terms in u)."""
    return gate * (-sine * total(A[u] * first, u) + cosine * total(A[u] * second, u))


VALUE = path(g, c, s, x[u], y[u])
OTHER = path(g, c, s, x2[u], y2[u])

ADDITIVE = Statement(then=eq(path(g, c, s, x[u] + lam * x2[u], y[u] + lam * y2[u]), VALUE + lam * OTHER))
FACTORS = Statement(
    then=And(
        eq(path(lam * g, c, s, x[u], y[u]), lam * VALUE),
        eq(path(g, c + lam * c2, s + lam * s2, x[u], y[u]), VALUE + lam * path(g, c2, s2, x[u], y[u])),
    )
)
PHASES = Statement(then=eq(path(g, cos(t), sin(t), cos(theta[u]), sin(theta[u])), g * COUPLING))

TWO = {N: 2, A: ("1/2", "1/2"), x: (1, 0), y: (0, 1), x2: (1, 1), y2: (1, 1), g: 1, c: 1, s: 0, lam: 2}
TURNED = {N: 1, A: (1,), theta: (Turn(1),), t: Turn(0), g: 2}

CLAIM = Claim(
    id="kur.multiplicative-values",
    title="Values mix additively in (cos, sin); the receiving phase and the gate are factors",
    paper="A",
    sources=(Source("S", "values are mixed multiplicatively, not additively as in standard attention"),),
    tiers=("exact",),
    as_stated=Stated(
        "refuted",
        Statement(then=eq(path(g, c, s, lam * x[u], lam * y[u]), lam**N * VALUE)),
        TWO,
        why="a product of the values of n tokens would grow like lambda^n if each is scaled by lambda",
    ),
    parts=(
        Part(
            "values add",
            ADDITIVE,
            Algebra(),
            EVERY_LENGTH,
            mutants=(
                Mutant(
                    "2 % off", ADDITIVE.concluding(eq(ADDITIVE.then.lhs, VALUE + lam * OTHER * 51 / 50)), TWO
                ),
                Mutant(
                    "features multiplied",
                    ADDITIVE.concluding(eq(path(g, c, s, x[u] * x2[u], y[u] * y2[u]), VALUE + OTHER)),
                    TWO,
                ),
            ),
        ),
        Part(
            "gate and receiving phase are factors",
            FACTORS,
            Algebra(),
            EVERY_LENGTH,
            mutants=(
                Mutant(
                    "the gate added",
                    FACTORS.concluding(eq(path(lam + g, c, s, x[u], y[u]), lam + VALUE)),
                    TWO,
                ),
            ),
        ),
        Part(
            "on phases it is the gated coupling",
            PHASES,
            Algebra(),
            EVERY_LENGTH,
            mutants=(Mutant("without the gate", PHASES.concluding(eq(PHASES.then.lhs, COUPLING)), TURNED),),
        ),
    ),
)
