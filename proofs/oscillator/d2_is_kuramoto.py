r"""In a plane the flow is the Kuramoto model driven by the anchors: th' = -sum_j w_j sin(th - phi_j).

z = cos(th) x + sin(th) y and r_j = cos(phi_j) x + sin(phi_j) y with x, y orthonormal (for d = 2
every unit vector is of that form). Then F = (-sum_j w_j sin(th - phi_j)) (-sin(th) x + cos(th) y),
for every n.
"""

import sympy as sp
from sympy import cos, sin

from ..claim import EVERY_LENGTH, Claim, Hypothesis, Mutant, Part, Source, Stated, Statement
from ..exact import Algebra, Turn
from ..terms import N, Rate, dot, eq, family, iff, reals, total, vectors
from .setting import j, w

x, y = vectors("x y")
th, rate = reals("theta thetadot")
phi = family("phi")
HERE = cos(th) * x + sin(th) * y
DRIVE = total(w[j] * cos(phi[j]), j) * x + total(w[j] * sin(phi[j]), j) * y
ANCHORED = total(w[j] * (cos(phi[j]) * x + sin(phi[j]) * y), j)
FIELD = DRIVE - dot(HERE, DRIVE) * HERE
PULL = -total(w[j] * sin(th - phi[j]), j)

ORTHONORMAL = Hypothesis("x, y are orthonormal", sp.And(eq(dot(x, x), 1), eq(dot(y, y), 1), eq(dot(x, y), 0)))
KURAMOTO = Statement(given=(ORTHONORMAL,), then=iff(eq(Rate(HERE, (th, rate)), FIELD), eq(rate, PULL)))
SAME = Statement(then=eq(ANCHORED, DRIVE))
AT = {x: (1, 0), y: (0, 1), N: 1, w: (2,), phi: (Turn(0),), th: Turn(1), rate: -2}

CLAIM = Claim(
    id="osc.d2-is-kuramoto",
    title="In dimension 2 the flow is Kuramoto's",
    paper="B",
    sources=(Source("S", "the flow generalises the Kuramoto model"),),
    tiers=("exact", "kernel", "sampled"),
    kernel={"field": ("osc_d2_is_kuramoto",), "solutions": ("osc_d2_solutions",)},
    as_stated=Stated("proved"),
    parts=(
        Part(
            "the angle moves by the Kuramoto term, and only by it",
            KURAMOTO,
            Algebra(),
            EVERY_LENGTH,
            witness=AT,
            drops={ORTHONORMAL.name: {**AT, y: (0, 2), phi: (Turn("1/2"),), rate: "-6/5"}},
            mutants=(
                Mutant(
                    "the sign of the pull",
                    KURAMOTO.concluding(iff(eq(Rate(HERE, (th, rate)), FIELD), eq(rate, -PULL))),
                    AT,
                ),
                Mutant(
                    "twice the pull",
                    KURAMOTO.concluding(iff(eq(Rate(HERE, (th, rate)), FIELD), eq(rate, 2 * PULL))),
                    AT,
                ),
            ),
        ),
        Part("the drive of the anchors", SAME, Algebra(), EVERY_LENGTH),
    ),
    uses=("osc.sphere-invariance",),
)
