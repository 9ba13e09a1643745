r"""No function of all phases has the update as its gradient: attention looks back, nothing looks forward.

Let token b come before a, with A_ab > 0 and A_ba = 0. The mixed derivatives of a potential would agree, but
with F_a = sum_v A_av sin(theta_v - theta_a)

    dF_a/dtheta_b = A_ab cos(theta_b - theta_a)    and    dF_b/dtheta_a = A_ba cos(theta_a - theta_b) = 0.

If the weights of a move with theta_b, at any rates B_v, each brings a further B_v sin(theta_v - theta_a):
nothing where all phases agree, and there dF_a/dtheta_b is still A_ab. With the layer's own softmax weights,
M[t, u] 0 or positive for each pair, both derivatives are written out there: A_ab and 0. Mixed derivatives
that differ exclude a potential by Schwarz's theorem (cited).
"""

from typing import Any

from sympy import And, Expr, cos, sin

from ..claim import EVERY_LENGTH, Claim, Hypothesis, Mutant, Part, Scope, Source, Stated, Statement
from ..exact import Algebra, Turn
from ..terms import K, N, Rate, eq, family, implies, indices, lt, ne, reals, total
from .layer import beta, c, l, share, u, update
from .layer import theta as phases

A, B, theta = family("A"), family("B"), family("theta")
a, b, v = indices("a b v")
x = reals("x")


def field(t: Any) -> Expr:
    """The increment of token t, the weights held."""
    return total(A[t, v] * sin(theta[v] - theta[t]), v)


EARLIER, CAUSAL, ATTENDS = lt(b, a), eq(A[b, a], 0), lt(0, A[a, b])
AGREE = eq(cos(theta[a] - theta[b]), 1)
DIFFER = ne(Rate(field(a), (theta[b], 1)), Rate(field(b), (theta[a], 1)))
FROZEN = Statement(then=implies(And(EARLIER, CAUSAL, ATTENDS, AGREE), DIFFER))
POTENTIAL = Statement(
    then=implies(And(EARLIER, CAUSAL), eq(Rate(field(a), (theta[b], 1)), Rate(field(b), (theta[a], 1))))
)

MOVING = total((A[v] + B[v] * (theta[b] - x)) * sin(theta[v] - theta[a]), v)
LIVE = Statement(
    given=(Hypothesis("all phases agree", eq(theta[v], x)),),
    then=implies(lt(b, a), eq(Rate(MOVING, (theta[b], 1)), A[b])),
)

M, common = family("M"), family("x")
"""M[t, u]: what the mask leaves of the weight of u for t; the phase that all tokens share in a coordinate."""


def mask(token: Any, other: Any) -> Any:
    """The mask of a pair."""
    return M[token, other]


def mixed(token: Any, other: Any) -> Expr:
    """How the layer's increment of a token moves with the phase of another, times the sum of the mask."""
    return Rate(update(token, l, mask=mask), (phases[other, l], 1)) * total(M[token, u], u)


SOFTMAX_PREMISES = (
    EARLIER,
    eq(M[b, a], 0),
    *(ne(total(share(token, u, mask=mask), u), 0) for token in (a, b)),
)
SOFTMAX = Statement(
    given=(Hypothesis("all phases agree", eq(phases[u, c], common[c])),),
    then=implies(And(*SOFTMAX_PREMISES), And(eq(mixed(a, b), M[a, b]), eq(mixed(b, a), 0))),
)
EQUAL = {N: 2, K: 1, beta: 1, M: ((1, 0), (1, 1)), common: (Turn(0),), phases: ((Turn(0),), (Turn(0),))}


def less(*premises: Any) -> Statement:
    """The first statement under fewer premises."""
    return FROZEN.concluding(implies(And(*premises), DIFFER))


CLAIM = Claim(
    id="kur.no-joint-potential",
    title="The joint field of causal tokens is no gradient",
    paper="A",
    sources=(Source("S", "(implied) the layer is a gradient flow of the tokens"),),
    tiers=("exact", "kernel"),
    kernel={
        "no-potential": ("kur_no_joint_potential",),
        "mixed-partials": ("kur_joint_mixed_partials",),
        "weights-not-frozen": (
            "kur_softmax_no_joint_potential",
            "kur_one_way_no_potential",
        ),
    },
    as_stated=Stated(
        "refuted",
        POTENTIAL,
        {N: 2, A: ((1, 0), ("1/2", "1/2")), theta: (Turn(0), Turn(0))},
        "each token follows a gradient of its own, all together follow none",
    ),
    parts=(
        Part(
            "weights held: the mixed derivatives differ",
            FROZEN,
            Algebra(),
            EVERY_LENGTH,
            mutants=(
                Mutant(
                    "not causal",
                    less(EARLIER, ATTENDS, AGREE),
                    {N: 2, A: ((0, 1), (1, 0)), theta: (Turn(0), Turn(0))},
                ),
                Mutant(
                    "no attention",
                    less(EARLIER, CAUSAL, AGREE),
                    {N: 2, A: ((0, 0), (0, 0)), theta: (Turn(0), Turn(0))},
                ),
                Mutant(
                    "at any phases",
                    less(EARLIER, CAUSAL, ATTENDS),
                    {N: 2, A: ((0, 0), (1, 0)), theta: (Turn(0), Turn(1))},
                ),
            ),
            given=("schwarz",),
        ),
        Part(
            "weights moving at any rates: still A_ab",
            LIVE,
            Algebra(),
            EVERY_LENGTH,
            witness={N: 2, theta: (0, 0), x: 0},
            drops={"all phases agree": {N: 2, A: (1, 1), B: (0, 0), x: 0, theta: (Turn(1), Turn(0))}},
            mutants=(
                Mutant(
                    "a weight 2 % smaller",
                    LIVE.concluding(implies(lt(b, a), eq(Rate(MOVING, (theta[b], 1)), A[b] * 49 / 50))),
                    {N: 2, A: (1, 1), B: (1, 1), theta: (Turn(0), Turn(0)), x: Turn(0)},
                ),
                Mutant(
                    "the token's own phase",
                    LIVE.concluding(eq(Rate(MOVING, (theta[b], 1)), A[b])),
                    {N: 2, A: (1, 1), B: (1, 1), theta: (Turn(0), Turn(0)), x: Turn(0)},
                ),
            ),
        ),
        Part(
            "softmax weights: the mixed derivatives are A_ab and 0",
            SOFTMAX,
            Algebra(),
            Scope(kind="all", text="every number n of tokens and k of coordinates, every mask"),
            witness=EQUAL,
            drops={"all phases agree": {**EQUAL, phases: ((Turn(0),), (Turn(1),))}},
            mutants=(
                Mutant(
                    "not causal",
                    SOFTMAX.concluding(implies(And(EARLIER, *SOFTMAX_PREMISES[2:]), SOFTMAX.then.args[1])),
                    {**EQUAL, M: ((1, 1), (1, 1))},
                ),
                Mutant(
                    "2 % less",
                    SOFTMAX.concluding(implies(And(*SOFTMAX_PREMISES), eq(mixed(a, b), M[a, b] * 49 / 50))),
                    EQUAL,
                ),
            ),
            given=("schwarz",),
        ),
    ),
)
