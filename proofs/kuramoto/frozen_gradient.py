r"""The update is the gradient of the coherence energy, if the weights are held while one differentiates.

d/dx sum_u A_u cos(theta_u - x) = sum_u A_u sin(theta_u - x). A token that attends itself adds A_t cos 0, a
constant, and A_t sin 0 = 0, so nothing changes. With softmax weights that move with x the derivative has a
further term.
"""

from sympy import cos, exp, sin

from ..claim import EVERY_LENGTH, Claim, Mutant, Part, Source, Stated, Statement
from ..exact import Algebra, Turn
from ..terms import N, Rate, eq, indices, total
from .setting import COUPLING, PULL, A, t, theta, u

s, m = indices("s m")

ENERGY = total(A[u] * cos(theta[u] - t), u)
OWN_ENERGY = total(A[u] * cos(theta[u] - theta[s]), u)
OWN_UPDATE = total(A[u] * sin(theta[u] - theta[s]), u)

APART = Statement(then=eq(Rate(ENERGY, (t, 1)), PULL))
SELF = Statement(then=eq(Rate(OWN_ENERGY, (theta[s], 1)), OWN_UPDATE))

SOFTMAX = exp(cos(theta[u] - t))
LIVE = Statement(
    then=eq(
        Rate(total(SOFTMAX * cos(theta[u] - t), u) / total(SOFTMAX, u), (t, 1)),
        total(SOFTMAX * sin(theta[u] - t), u) / total(SOFTMAX, u),
    )
)

CLAIM = Claim(
    id="kur.frozen-gradient",
    title="With frozen weights the update is the gradient of the coherence energy",
    paper="A",
    sources=(Source("S", "the update follows the gradient of the coherence energy"),),
    tiers=("exact", "kernel", "sampled"),
    kernel={"gradient": ("kur_frozen_gradient",), "self-attention": ("kur_frozen_gradient_self",)},
    as_stated=Stated(
        "imprecise",
        LIVE,
        {N: 2, theta: (Turn(0), Turn(1)), t: Turn(0)},
        "the gradient with the weights held; softmax weights move with the phase and add a term",
    ),
    parts=(
        Part(
            "others attended",
            APART,
            Algebra(),
            EVERY_LENGTH,
            mutants=(
                Mutant("descent", APART.concluding(eq(-Rate(ENERGY, (t, 1)), PULL))),
                Mutant(
                    "a constant 2 % too large", APART.concluding(eq(Rate(ENERGY, (t, 1)) * 51 / 50, COUPLING))
                ),
            ),
        ),
        Part(
            "itself attended too",
            SELF,
            Algebra(),
            EVERY_LENGTH,
            mutants=(
                Mutant(
                    "another token moves",
                    SELF.concluding(eq(Rate(OWN_ENERGY, (theta[m], 1)), OWN_UPDATE)),
                ),
                Mutant(
                    "self-attention doubles the update",
                    SELF.concluding(eq(Rate(OWN_ENERGY, (theta[s], 1)), 2 * OWN_UPDATE)),
                ),
            ),
        ),
    ),
)
