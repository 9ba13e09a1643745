r"""The gated, drifted score is one dot product of two vectors of 2k numbers, a query and a key.

cos(a - b) = cos a cos b + sin a sin b, and the drift goes with the token's own position: with a = theta_tc
+ omega_c p and b = theta_sc + omega_c q the score of positions p and q has the angle a - b. The query of
token t is tau/sqrt(k) gq_tc (cos a, sin a), the key of token s is gk_sc (cos b, sin b). Moving both
positions by m changes neither a - b nor the product. With the values (cos theta_s, sin theta_s) the increment
is read off the attention output (O_cos, O_sin): cos theta_t O_sin - sin theta_t O_cos.
"""

from typing import Any

from sympy import Expr, cos, sin, sqrt

from ..claim import Claim, Mutant, Part, Scope, Source, Stated, Statement
from ..exact import Algebra, Turn
from ..terms import K, N, coordinates, eq, family, indices, reals, total

theta, gq, gk, omega = family("theta"), family("gq"), family("gk"), family("omega")
t, s = indices("t s")
c = coordinates("c")
tau, p, q, m = reals("tau p q m")


def query(position: Any, half: Any) -> Expr:
    """One half of the query of token t."""
    return tau / sqrt(K) * gq[t, c] * half(theta[t, c] + omega[c] * position)


def key(position: Any, half: Any) -> Expr:
    """One half of the key of token s."""
    return gk[s, c] * half(theta[s, c] + omega[c] * position)


def product(x: Any, y: Any) -> Expr:
    """The dot product of query and key, over all 2k entries."""
    return total(query(x, cos) * key(y, cos), c) + total(query(x, sin) * key(y, sin), c)


SCORE = tau / sqrt(K) * total(gq[t, c] * gk[s, c] * cos(theta[t, c] - theta[s, c] + omega[c] * (p - q)), c)
FORM = Statement(then=eq(SCORE, product(p, q)))
SHIFT = Statement(then=eq(product(p + m, q + m), product(p, q)))

W, l = family("W"), coordinates("l")
OUTPUT = {half: total(W[t, s] * half(theta[s, l]), s) for half in (cos, sin)}
INCREMENT = Statement(
    then=eq(
        total(W[t, s] * sin(theta[s, l] - theta[t, l]), s),
        cos(theta[t, l]) * OUTPUT[sin] - sin(theta[t, l]) * OUTPUT[cos],
    )
)

EVERY_SIZE = Scope(kind="all", text="every k, every number n of tokens, all real positions")
AT = {N: 1, K: 1, tau: 1, gq: ((1,),), gk: ((1,),), theta: ((Turn(0),),), omega: (Turn(1),), p: 1, q: 0, m: 1}

CLAIM = Claim(
    id="kur.dot-product-form",
    title="The gated, drifted score is a dot product of 2k-dimensional vectors",
    paper="A",
    sources=(Source("-", "any fused attention kernel computes the layer: its score is a dot product"),),
    tiers=("exact", "sampled"),
    as_stated=Stated("proved"),
    parts=(
        Part(
            "a dot product",
            FORM,
            Algebra(),
            EVERY_SIZE,
            mutants=(
                Mutant(
                    "only the cosines",
                    FORM.concluding(eq(SCORE, total(query(p, cos) * key(q, cos), c))),
                    {**AT, p: 0, theta: ((Turn(1),),)},
                ),
                Mutant(
                    "the drift against the position", FORM.concluding(eq(SCORE, product(p, -q))), {**AT, q: 1}
                ),
                Mutant(
                    "a sum instead of a difference",
                    FORM.concluding(eq(SCORE, 2 * total(query(p, cos) * key(q, cos), c) - product(p, q))),
                    {**AT, p: 0, theta: ((Turn(1),),)},
                ),
                Mutant(
                    "a constant 2 % too large",
                    FORM.concluding(eq(SCORE, product(p, q) * 51 / 50)),
                    {**AT, p: 0},
                ),
            ),
        ),
        Part(
            "positions enter by their difference",
            SHIFT,
            Algebra(),
            EVERY_SIZE,
            mutants=(
                Mutant("one position moved", SHIFT.concluding(eq(product(p + m, q), product(p, q))), AT),
            ),
        ),
        Part(
            "the increment is read off the attention output",
            INCREMENT,
            Algebra(),
            EVERY_SIZE,
            mutants=(
                Mutant(
                    "the output itself",
                    INCREMENT.concluding(eq(INCREMENT.then.lhs, OUTPUT[sin])),
                    {N: 1, K: 1, W: ((1,),), theta: ((Turn(1),),)},
                ),
            ),
        ),
    ),
)
