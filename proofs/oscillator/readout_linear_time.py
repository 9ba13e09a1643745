r"""For integer p the readout is linear attention: linear time in the number of tokens.

sum_j (1 + <z, r_j>)^p v_j is a sum over monomials of degree <= p in the d coordinates of z, each with one
number sum_j v_j (monomial of r_j) that does not depend on z: D_p = C(d+p, p) numbers for each value
coordinate, and for the denominator (v = 1). From p to p + 1: if (1 + <z, r>)^p = sum_f phi_f(z) psi_f(r),
one factor more gives the products phi_f psi_f and phi_f z_a psi_f r_a. Counting: a monomial of degree p in
d + 1 variables has degree k in the first d, and C(d-1+k, k) monomials each add up to C(d+p, p).
"""

from typing import Any

import sympy as sp

from ..claim import (
    EVERY_LENGTH_AND_DIMENSION,
    Claim,
    Hypothesis,
    Mutant,
    Part,
    Scope,
    Source,
    Stated,
    Statement,
)
from ..exact import Algebra, Positive
from ..exact.binomials import Binomials, Telescopes
from ..terms import K, coordinates, dot, eq, family, indices, le, lt, size, total
from .setting import N, j, r, z

a, b, c = coordinates("a b c")
v, x, y, phi, psi = (family(name) for name in ("v", "x", "y", "phi", "psi"))
f = indices("f")
d, p, n, D, dv, C = (size(name) for name in ("d", "p", "n", "D", "d_v", "C"))
k = sp.Symbol("k", integer=True, nonnegative=True)

FIRST = Statement(
    then=eq(total((1 + dot(z, r[j])) * v[j], j), total(v[j], j) + dot(z, total(v[j] * r[j], j)))
)
DOT = total(x[a] * y[j, a], a)


def state(*of: Any) -> Any:
    """One number of the state: sum_j v_j times a monomial of the anchor."""
    return total(v[j] * sp.Mul(*(y[j, i] for i in of)), j)


SECOND = Statement(
    then=eq(
        total((1 + DOT) ** 2 * v[j], j),
        state() + 2 * total(x[a] * state(a), a) + total(x[a] * x[b] * state(a, b), a, b),
    )
)
THIRD = Statement(
    then=eq(
        total((1 + DOT) ** 3 * v[j], j),
        state()
        + 3 * total(x[a] * state(a), a)
        + 3 * total(x[a] * x[b] * state(a, b), a, b)
        + total(x[a] * x[b] * x[c] * state(a, b, c), a, b, c),
    )
)
KERNEL = total(phi[f] * psi[f], f)
STEP = Statement(then=eq(KERNEL * (1 + DOT), KERNEL + total(phi[f] * x[a] * psi[f] * y[j, a], f, a)))
MONOMIALS = Statement(then=eq(sp.Sum(sp.binomial(d - 1 + k, k), (k, 0, p)), sp.binomial(d + p, p)))

TIME = Statement(then=le(n * D * (dv + 1) + n * D * (dv + 1), 4 * n * D * dv))
MEMORY = Statement(then=le(D * (dv + 1), 2 * D * dv))
MANY = Hypothesis("n > C", lt(C, n))
COUPLINGS = Statement(given=(MANY,), then=lt(C * n, n**2))

TWO = {N: 2, K: 1, x: (1,), y: ((1,), (2,)), v: (1, 1)}
VECTORS = {N: 1, z: (1, 0), r: ((1, 0),), v: (1,)}
FEATURES = {N: 1, K: 1, phi: (1,), psi: (1,), x: (1,), y: ((1,),)}
SIZES = {n: 1, D: 1, dv: 1}

CLAIM = Claim(
    id="osc.readout-linear-time",
    title="The readout is linear attention, the couplings are not",
    paper="B",
    sources=(Source("-", "for integer p the readout takes time linear in the number of tokens"),),
    tiers=("exact", "sampled"),
    as_stated=Stated("proved"),
    parts=(
        Part(
            "p = 1: d + 1 numbers hold the tokens",
            FIRST,
            Algebra(),
            EVERY_LENGTH_AND_DIMENSION,
            mutants=(
                Mutant(
                    "without the constant",
                    FIRST.concluding(eq(FIRST.then.lhs, dot(z, total(v[j] * r[j], j)))),
                    VECTORS,
                ),
            ),
        ),
        Part(
            "p = 2: monomials up to degree 2",
            SECOND,
            Algebra(),
            EVERY_LENGTH_AND_DIMENSION,
            mutants=(
                Mutant(
                    "up to degree 1",
                    SECOND.concluding(eq(SECOND.then.lhs, state() + 2 * total(x[a] * state(a), a))),
                    TWO,
                ),
            ),
        ),
        Part(
            "p = 3: monomials up to degree 3",
            THIRD,
            Algebra(),
            EVERY_LENGTH_AND_DIMENSION,
            mutants=(Mutant("those of p = 2", THIRD.concluding(eq(THIRD.then.lhs, SECOND.then.rhs)), TWO),),
        ),
        Part(
            "from p to p + 1: each feature, and its products with the coordinates",
            STEP,
            Algebra(),
            Scope(kind="all", text="every number of features and every dimension"),
            mutants=(
                Mutant("products only", STEP.concluding(eq(STEP.then.lhs, STEP.then.rhs - KERNEL)), FEATURES),
            ),
        ),
        Part(
            "monomials: sum_k C(d-1+k, k) = C(d+p, p)",
            MONOMIALS,
            Telescopes(Binomials()),
            Scope(kind="all", text="every dimension d and every degree p"),
            mutants=(
                Mutant(
                    "degree p only",
                    MONOMIALS.concluding(eq(MONOMIALS.then.lhs, sp.binomial(d + p - 1, p))),
                    {d: 2, p: 1},
                ),
                Mutant(
                    "one dimension more",
                    MONOMIALS.concluding(eq(MONOMIALS.then.lhs, sp.binomial(d + p + 1, p))),
                    {d: 2, p: 1},
                ),
            ),
        ),
        Part(
            "writing and reading the state: at most 4 n D_p d_v multiply-adds",
            TIME,
            Positive(shown=2 * n * D * (dv - 1)),
            Scope(kind="all", text="every n, D_p and d_v"),
            mutants=(Mutant("2 % less", TIME.concluding(le(TIME.then.lhs, n * D * dv * 98 / 25)), SIZES),),
        ),
        Part(
            "the state: at most 2 D_p d_v numbers",
            MEMORY,
            Positive(shown=D * (dv - 1)),
            Scope(kind="all", text="every D_p and d_v"),
            mutants=(Mutant("2 % less", MEMORY.concluding(le(MEMORY.then.lhs, D * dv * 49 / 25)), SIZES),),
        ),
        Part(
            "n^2 couplings exceed every C n",
            COUPLINGS,
            Positive(shown=n * (n - C)),
            Scope(kind="all", text="every C and every n > C"),
            witness={n: 2, C: 1},
            drops={"n > C": {n: 1, C: 1}},
        ),
    ),
)
