r"""The drive h and the readout's denominator D are reductions over all tokens: each token changes both.

Token 0 stands for any of them, the others are 1..n. If its weight w_0 changes to v_0, the drive changes by
(v_0 - w_0) r_0; if its anchor turns from r_0 to q_0, D changes by <z, q_0 - r_0>, and with it the attention
a = (1 + c)/D, c = <z, r_j>, that every other token j gets.
"""

from ..claim import EVERY_LENGTH_AND_DIMENSION, Claim, Hypothesis, Part, Source, Stated, Statement
from ..exact import Algebra
from ..terms import dot, eq, ne, reals, vectors
from .setting import N, l, r, total, w, z

r0, q0 = vectors("r_0 q_0")
w0, v0, D, E = reals("w_0 v_0 D E")
c, a, b = reals("c a b")

REST = total(w[l] * r[l], l)
CHANGED = Hypothesis("weight changed", ne(w0, v0))
ANCHOR = Hypothesis("r_0 != 0", ne(r0, 0))
DRIVE = Statement(given=(CHANGED, ANCHOR), then=ne(w0 * r0 + REST, v0 * r0 + REST))

TURNED = Hypothesis("anchor turned", ne(dot(z, r0), dot(z, q0)))
OTHERS = total(1 + dot(z, r[l]), l)
DENOMINATOR = Statement(given=(TURNED,), then=ne(1 + dot(z, r0) + OTHERS, 1 + dot(z, q0) + OTHERS))

BEFORE = Hypothesis("D before", eq(D, 1 + dot(z, r0) + OTHERS))
AFTER = Hypothesis("D after", eq(E, 1 + dot(z, q0) + OTHERS))
FIRST, SECOND = (
    Hypothesis("attention before", eq(a * D, 1 + c)),
    Hypothesis("attention after", eq(b * E, 1 + c)),
)
SEEN = Hypothesis("token seen", ne(1 + c, 0))
ATTENTION = Statement(given=(TURNED, BEFORE, AFTER, FIRST, SECOND, SEEN), then=ne(a, b))

POINT = {
    N: 1,
    r: ((0, 1),),
    w: (1,),
    r0: (1, 0),
    q0: (0, 1),
    z: (1, 0),
    w0: 1,
    v0: 2,
    D: 3,
    E: 2,
    c: 0,
    a: "1/3",
    b: "1/2",
}

CLAIM = Claim(
    id="osc.no-global-reduction",
    title="Two reductions over the tokens remain",
    paper="B",
    sources=(Source("S", "a positive coupling function avoids a global reduction"),),
    tiers=("exact",),
    as_stated=Stated(
        "refuted",
        Statement(then=eq(w0 * r0 + REST, v0 * r0 + REST)),
        POINT,
        "the couplings themselves need none, but the drive and the readout are reductions over the tokens",
    ),
    parts=(
        Part(
            "any one weight changes the drive",
            DRIVE,
            Algebra(),
            EVERY_LENGTH_AND_DIMENSION,
            witness=POINT,
            drops={"weight changed": {**POINT, v0: 1}, "r_0 != 0": {**POINT, r0: (0, 0)}},
        ),
        Part(
            "any one anchor changes the denominator",
            DENOMINATOR,
            Algebra(),
            EVERY_LENGTH_AND_DIMENSION,
            witness=POINT,
            drops={"anchor turned": {**POINT, q0: (1, 0)}},
        ),
        Part(
            "and with it the attention to every other token",
            ATTENTION,
            Algebra(),
            EVERY_LENGTH_AND_DIMENSION,
            witness=POINT,
            drops={
                "anchor turned": {**POINT, q0: (1, 0), E: 3, b: "1/3"},
                "D before": {**POINT, D: 2, a: "1/2"},
                "D after": {**POINT, E: 3, b: "1/3"},
                "attention before": {**POINT, a: "1/2"},
                "attention after": {**POINT, b: "1/3"},
                "token seen": {**POINT, c: -1, a: 0, b: 0},
            },
        ),
    ),
)
