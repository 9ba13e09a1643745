r"""For integer p the rank of attention is bounded by the oscillator dimension, for any number of tokens.

For unit z, (1 + <z, r>)^p = E_p + O_p, at x = <z, r>, s = |z| = 1 with
E_p = ((x + s)^p + (x - s)^p)/2, O_p = ((x + s)^p - (x - s)^p)/(2 s). Both satisfy
y_{p+2} = 2 x y_{p+1} - (x^2 - s^2) y_p, starting with E_0 = 1, E_1 = x and O_0 = 0, O_1 = 1, so they are
polynomials in <z, r> and <z, z>, homogeneous in z of degree p and p - 1.

A homogeneous polynomial of degree p in d variables has C(d+p-1, p) coefficients. So the matrix factors
through C(d+p-1, p) + C(d+p-2, p-1) features of z and coefficients of r, rows divided by whatever the
readout divides by.

Attained: with r_j = z_j the quadratic form of (1 + <z_i, z_j>)^p is a sum of squares of the monomials' sums
(one factor more multiplies the features by 1, z_1, ..., z_d), so it vanishes on x only if
sum_i x_i f(z_i) = 0 for every polynomial f of degree <= p. Homogeneous ones of degree p and p - 1 are
independent on the sphere (their parities differ), so there are states that leave x = 0 alone.

The bound ends with causal masks, the clamp, and powers that are not integers: see readout_rank_limits.
"""

from typing import Any

import sympy as sp
from sympy.logic.boolalg import And

from ..claim import (
    Claim,
    Hypothesis,
    Mutant,
    Part,
    Scope,
    Source,
    Stated,
    Statement,
)
from ..exact import Algebra
from ..exact.binomials import Binomials, Telescopes
from ..exact.instances import AtInstances
from ..exact.lemmas import Induction
from ..exact.rank import Dimension, Factors, rank
from ..exact.steps import Cut, Using
from ..terms import (
    K,
    L,
    eq,
    family,
    le,
    reals,
    total,
)
from .readout_matrices import FEATURES, SPHERE, WEIGHT, b, d, i, instance, p, u, z
from .readout_rank_limits import CUT, FREE, LIMITS, PLANE
from .setting import N, j, l

x, s, c = reals("x s c")
k = sp.Symbol("k", integer=True, nonnegative=True)


def even(m: Any) -> Any:
    """E_m: the terms of (x + s)^m with an even power of s."""
    return ((x + s) ** m + (x - s) ** m) / 2


def odd(m: Any) -> Any:
    """s O_m: the terms with an odd power of s."""
    return ((x + s) ** m - (x - s) ** m) / 2


E, F = reals("E F")
SPLIT = Statement(
    given=(Hypothesis("even part", eq(E, even(p))), Hypothesis("odd part", eq(F, odd(p)))),
    then=eq((x + s) ** p, E + F),
)
RECURRENCE = Statement(
    then=And(*(eq(y(p + 2), 2 * x * y(p + 1) - (x**2 - s**2) * y(p)) for y in (even, odd)))
)
SCALED = Statement(
    then=And(*(eq(y(p).subs({x: c * x, s: c * s}, simultaneous=True), c**p * y(p)) for y in (even, odd)))
)
PRODUCTS = tuple(
    (eq((c * x + c * t) ** p, c**p * (x + t) ** p), Using((), Induction(p, (Algebra(),), Algebra())))
    for t in (s, -s)
)
COUNT = Statement(then=eq(sp.Sum(sp.binomial(d - 1 + k, k), (k, 0, p)), sp.binomial(d + p, p)))

A, phi, psi, rho = (family(name) for name in ("A", "phi", "psi", "rho"))
FACTORED = Hypothesis("sum over features", eq(A[i, b], rho[i] * total(phi[i, u] * psi[u, b], u)))
BOUND = Statement(given=(FACTORED,), then=le(rank(A[i, b], (i, 1, N), (b, 1, L)), K))
TRIVIAL = Statement(then=le(rank(A[i, b], (i, 1, N), (b, 1, L)), N))

SIZES = ((2, 1, 4), (2, 2, 6), (2, 3, 8), (3, 1, 5), (3, 2, 10), (4, 1, 6))
ATTAINED = Statement(
    then=eq(rank(WEIGHT, (i, 1, N), (j, 1, N)), FEATURES), instances=tuple(instance(*x) for x in SIZES)
)

STATES = Statement(then=SPHERE, instances=(*ATTAINED.instances, PLANE, FREE))

x_, y_ = family("x"), family("z")
KERNEL = total(phi[i, b] * phi[j, b], b)
FORM = Statement(
    then=eq(
        total(x_[i] * x_[j] * KERNEL * (1 + total(y_[i, u] * y_[j, u], u)), i, j),
        total(total(x_[i] * phi[i, b], i) ** 2, b) + total(total(x_[i] * phi[i, b] * y_[i, u], i) ** 2, b, u),
    )
)

ODD = {x: 1, s: 2, p: 1, E: 1, F: 2}
ROWS = {N: 2, L: 2, K: 1, A: ((1, 2), (2, 4)), rho: (1, 2), phi: ((1,), (1,)), psi: ((1, 2),)}
LISTED = Scope(kind="listed", text="d, p, n = " + "; ".join(f"{a}, {b}, {c}" for a, b, c in SIZES))
EVERY_DEGREE = Scope(kind="all", text="every degree p, every <z, r>")
EVERY_SIZE = Scope(kind="all", text="every number of rows, columns and features")

CLAIM = Claim(
    id="osc.readout-rank",
    title="The rank of attention is bounded by the oscillator dimension, for integer p without clamp",
    paper="B",
    sources=(Source("S", "the oscillator dimension is a bottleneck of attention"),),
    tiers=("exact", "sampled"),
    as_stated=Stated(
        "imprecise",
        Statement(then=le(rank(CUT, (i, 1, N), (j, 1, N)), FEATURES), instances=(FREE,)),
        FREE,
        "for integer p, unmasked, and where the clamp does not act",
    ),
    parts=(
        Part(
            "k features: rank <= k, whatever the rows are multiplied by",
            BOUND,
            Factors(rho[i] * phi[i, u], psi[u, b], u),
            EVERY_SIZE,
            witness=ROWS,
            drops={"sum over features": {**ROWS, A: ((1, 0), (0, 1))}},
            note="of any matrix, a block of a causal one among them",
            mutants=(Mutant("rank <= k - 1", BOUND.concluding(le(BOUND.then.lhs, K - 1)), ROWS),),
        ),
        Part(
            "(1 + <z, r>)^p splits into an even and an odd part",
            SPLIT,
            Algebra(),
            EVERY_DEGREE,
            witness=ODD,
            drops={"even part": {**ODD, E: 0}, "odd part": {**ODD, F: 1}},
            mutants=(Mutant("the even part alone", SPLIT.concluding(eq((x + s) ** p, E)), ODD),),
        ),
        Part(
            "which are polynomials in <z, r> and <z, z> by recurrence",
            RECURRENCE,
            Algebra(),
            EVERY_DEGREE,
            mutants=(
                Mutant(
                    "sign of |z|^2",
                    RECURRENCE.concluding(eq(even(p + 2), 2 * x * even(p + 1) - (x**2 + s**2) * even(p))),
                    {x: 1, s: 2, p: 1},
                ),
            ),
        ),
        Part(
            "homogeneous of degree p",
            SCALED,
            Cut(PRODUCTS, Algebra()),
            EVERY_DEGREE,
            mutants=(
                Mutant(
                    "of degree p + 1",
                    SCALED.concluding(eq(SCALED.then.args[0].lhs, c * SCALED.then.args[0].rhs)),
                    {x: 1, s: 1, c: 2, p: 1},
                ),
            ),
        ),
        Part(
            "homogeneous polynomials of degree p in d + 1 variables: C(d+p, p) coefficients",
            COUNT,
            Telescopes(Binomials()),
            Scope(kind="all", text="every d and p, by the degree in the first d variables"),
            mutants=(
                Mutant(
                    "in d variables",
                    COUNT.concluding(eq(COUNT.then.lhs, sp.binomial(d + p - 1, p))),
                    {d: 2, p: 1},
                ),
            ),
        ),
        Part(
            "rank <= n",
            TRIVIAL,
            Factors(),
            EVERY_SIZE,
            mutants=(
                Mutant(
                    "rank <= n - 1",
                    TRIVIAL.concluding(le(TRIVIAL.then.lhs, N - 1)),
                    {**ROWS, A: ((1, 0), (0, 1))},
                ),
            ),
        ),
        Part(
            "attained",
            ATTAINED,
            AtInstances(),
            LISTED,
            given=("analytic-zero-set",),
            note="so a minor of that size is not identically zero: it vanishes on a set of measure zero only",
            mutants=(
                Mutant("one less", ATTAINED.concluding(eq(ATTAINED.then.lhs, FEATURES - 1))),
                Mutant(
                    "monomials up to p",
                    ATTAINED.concluding(eq(ATTAINED.then.lhs, sp.binomial(d + p, p))),
                ),
            ),
        ),
        Part(
            "in every d and p: anchors at the states give a form that vanishes only with every monomial",
            FORM,
            Algebra(),
            Scope(kind="all", text="every n, every d, any number of features: from p to p + 1"),
            given=("interpolation-points", "analytic-zero-set", "sphere-polynomials"),
            mutants=(
                Mutant(
                    "products only",
                    FORM.concluding(eq(FORM.then.lhs, FORM.then.rhs.args[-1])),
                    {N: 1, L: 1, K: 1, x_: (1,), y_: ((2,),), phi: ((1,),)},
                ),
            ),
        ),
        *LIMITS,
        Part(
            "the states of the instances are unit vectors of R^d",
            STATES,
            AtInstances(),
            Scope(kind="listed", text="the instances above"),
            mutants=(Mutant("of another dimension", STATES.concluding(eq(Dimension(z[l]), d + 1))),),
        ),
    ),
)
