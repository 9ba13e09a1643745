r"""The increment is bounded: |a| <= R <= 1, with R = 1 exactly if all attended phases agree; |a| <= 1 - A_tt.

R^2 = 1 - sum_{u,v} A_u A_v (1 - cos(theta_u - theta_v)) and a^2 + b^2 = R^2, b the radial part of G. A sum
of terms >= 0 is at least any one of them: this gives the equality case, and, with the token's own term
A_t (1 - sin 0) taken out of 1 - a = sum_u A_u (1 - sin(theta_u - theta_t)), the bound 1 - A_tt.
"""

from sympy import And, Rational, cos, sin, sqrt

from ..claim import EVERY_LENGTH, Claim, Hypothesis, Mutant, Part, Scope, Source, Stated, Statement
from ..exact import Algebra, Positive, Turn
from ..exact.steps import BySquares, Cut, Each, Equal
from ..terms import L, N, eq, family, implies, indices, layers, le, lt, reals, total
from .setting import IM, NONNEGATIVE, PULL, RE, ROW_SUM, A, t, theta, u, v

me = indices("t")
"""The index of the receiving token among the attended ones."""

APART = A[u] * A[v] * (1 - cos(theta[u] - theta[v]))
SPREAD = total(APART, u, v)
RADIAL = cos(t) * RE + sin(t) * IM

R = sqrt(RE**2 + IM**2)
ORDER = Statement(given=(NONNEGATIVE, ROW_SUM), then=le(R, 1))
INCREMENT = Statement(then=And(le(PULL, R), le(-PULL, R)))

COHERENT = Hypothesis("R = 1", eq(RE**2 + IM**2, 1))
AGREE = Hypothesis("attended phases agree", eq(APART, 0))
SYNCHRONY = Statement(
    given=(NONNEGATIVE, ROW_SUM, COHERENT),
    then=implies(And(lt(0, A[u]), lt(0, A[v])), eq(cos(theta[u] - theta[v]), 1)),
)
CONVERSE = Statement(given=(ROW_SUM, AGREE), then=eq(RE**2 + IM**2, 1))

OWN = PULL.subs(t, theta[me])
"""The increment of a token that attends to itself."""
SELF = Statement(given=(NONNEGATIVE, ROW_SUM), then=And(le(OWN, 1 - A[me]), le(-(1 - A[me]), OWN)))

layer = layers("l")
a, f = family("a"), family("f")
c_att, c_ff = reals("c_att c_ff")
ATTENTION = Hypothesis("attention", And(le(a[layer], c_att), le(-c_att, a[layer])))
FEED_FORWARD = Hypothesis("feed-forward", And(le(f[layer], c_ff), le(-c_ff, f[layer])))
MOVE, REACH = total(a[layer] + f[layer], layer), L * (c_att + c_ff)
DEPTH = Statement(given=(ATTENTION, FEED_FORWARD), then=And(le(MOVE, REACH), le(-REACH, MOVE)))


def one_sided(sign: int) -> Positive:
    """1 - A_tt -+ a, and L (c_att + c_ff) -+ the move, as sums of terms >= 0."""
    return Positive(shown=total(A[u] * (1 - sign * sin(theta[u] - theta[me])), u) - A[me])


def all_layers(sign: int) -> Positive:
    """L (c_att + c_ff) minus or plus the move, as two sums of terms >= 0."""
    return Positive(shown=total(c_att - sign * a[layer], layer) + total(c_ff - sign * f[layer], layer))


TWO = {N: 2, A: ("1/2", "1/2"), theta: (Turn(0), Turn(1))}
SAME = {N: 2, A: ("1/2", "1/2"), theta: (Turn(1), Turn(1))}
OPPOSED = {N: 2, A: (2, -1), theta: (Turn(0), Turn("oo"))}
HEAVY = {N: 1, A: (2,), theta: (Turn(0),)}
DEEP = {L: 1, a: (1,), f: (1,), c_att: 1, c_ff: 1}

CLAIM = Claim(
    id="kur.bounded-update",
    title="Increments are bounded by the order parameter, and by 1 - A_tt",
    paper="A",
    sources=(Source("S", "increments are bounded"),),
    tiers=("exact", "kernel", "sampled"),
    kernel={
        "below-order": ("kur_pull_le_order",),
        "order-below-1": ("kur_order_le_1",),
        "below-others": ("kur_pull_le_others",),
        "order-1": ("kur_order_1_iff",),
        "depth": ("kur_depth_bound",),
    },
    as_stated=Stated("proved"),
    parts=(
        Part(
            "R <= 1",
            ORDER,
            BySquares(Positive(shown=SPREAD), Positive()),
            EVERY_LENGTH,
            witness=TWO,
            drops={"weights >= 0": OPPOSED, "weights sum to 1": HEAVY},
        ),
        Part(
            "abs(a) <= R",
            INCREMENT,
            Each((BySquares(Positive(shown=RADIAL**2), Positive()),)),
            EVERY_LENGTH,
            mutants=(
                Mutant(
                    "a constant 2 % too small",
                    INCREMENT.concluding(le(PULL, R * 49 / 50)),
                    {N: 1, A: (1,), theta: (Turn(1),), t: Turn(0)},
                ),
            ),
        ),
        Part(
            "R = 1: any two attended phases agree",
            SYNCHRONY,
            Cut(
                ((eq(APART, 0), Equal(Positive(shown=SPREAD - APART), Positive())),),
                Algebra(),
            ),
            EVERY_LENGTH,
            witness=SAME,
            drops={
                "weights >= 0": {N: 3, A: (1, 1, -1), theta: (Turn(0), Turn(1), Turn(0))},
                "weights sum to 1": {N: 2, A: ("3/5", "4/5"), theta: (Turn(0), Turn(1))},
                "R = 1": TWO,
            },
            mutants=(
                Mutant(
                    "unattended ones too",
                    SYNCHRONY.concluding(eq(cos(theta[u] - theta[v]), 1)),
                    {N: 2, A: (1, 0), theta: (Turn(0), Turn(1))},
                ),
            ),
        ),
        Part(
            "R = 1 if all attended phases agree",
            CONVERSE,
            Equal(Positive(shown=SPREAD), Positive(shown=-SPREAD)),
            EVERY_LENGTH,
            witness=SAME,
            drops={"weights sum to 1": HEAVY, "attended phases agree": TWO},
        ),
        Part(
            "abs(a) <= 1 - A_tt",
            SELF,
            Each((one_sided(1), one_sided(-1))),
            EVERY_LENGTH,
            witness=TWO,
            drops={"weights >= 0": {N: 2, A: (2, -1), theta: (Turn(0), Turn(1))}, "weights sum to 1": HEAVY},
            mutants=(
                Mutant(
                    "2 % too small",
                    SELF.concluding(le(OWN, (1 - A[me]) * Rational(49, 50))),
                    {N: 2, A: ("1/2", "1/2"), theta: (Turn(0), Turn(1))},
                ),
            ),
        ),
        Part(
            "L layers move a phase by at most L (c_att + c_ff)",
            DEPTH,
            Each((all_layers(1), all_layers(-1))),
            Scope(kind="all", text="every number L of layers"),
            witness=DEEP,
            drops={"attention": DEEP | {a: (2,)}, "feed-forward": DEEP | {f: (2,)}},
            mutants=(
                Mutant("2 % too small", DEPTH.concluding(le(MOVE, REACH * 49 / 50)), DEEP),
                Mutant("one layer too few", DEPTH.concluding(le(MOVE, (L - 1) * (c_att + c_ff))), DEEP),
            ),
        ),
    ),
)
