r"""For other anchors a small drive need not become rarer: signs on a line, anchors in a plane, every d.

Anchors s_j e with fair independent signs s_j = 2 b_j - 1 and equal weights: h = (2 K - n) e with K = sum
b_j, so h = 0 exactly if 2 K = n, which no odd n allows. K = k has the probability C(n, k)/2^n: for one sign, and
by Pascal's rule C(n, k)/2^n is the mean of C(n-1, k-1)/2^{n-1} and C(n-1, k)/2^{n-1}, one more sign. So P(h = 0) = C(n,
n/2)/2^n for even n, whatever d. Anchors cos(theta_j) e_1 + sin(theta_j) e_2 give |h|^2 = (sum w cos theta)^2
+ (sum w sin theta)^2. (The tails of |h| in trained networks are measured, not proved.)
"""

from typing import Any

from sympy import And, Rational, cos, gamma, sin

from ..claim import (
    EVERY_DIMENSION,
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
from ..exact import Algebra, Turn
from ..exact.gamma import GammaRecurrence
from ..exact.lemmas import Rewrite
from ..exact.parity import Parity
from ..terms import N, dot, eq, family, iff, indices, le, ne, size, total, vectors

j = indices("j")
u, e1, e2 = vectors("u e_1 e_2")
b, w, theta = family("b"), family("w"), family("theta")
DIRECTION = Hypothesis("abs(u) = 1", eq(dot(u, u), 1))
SIGNS = 2 * b[j] - 1
ON_A_LINE = Statement(given=(DIRECTION,), then=iff(eq(total(SIGNS * u, j), 0), eq(2 * total(b[j], j), N)))

k, r, i = size("k"), size("r"), size("i")


def law(n: Any, plus: Any) -> Any:
    """C(n, plus)/2^n, the probability of that many plus signs."""
    return gamma(n + 1) / (gamma(plus + 1) * gamma(n - plus + 1)) / 2**n


# k of k + r signs, 0 < k < k + r
PASCAL = Statement(then=eq(law(k + r, k), (law(k + r - 1, k - 1) + law(k + r - 1, k)) / 2))
BY_PASCAL = Rewrite(
    (
        (gamma(k + r + 1), (k + r) * gamma(k + r)),
        (gamma(k + 1), k * gamma(k)),
        (gamma(r + 1), r * gamma(r)),
    ),
    Algebra(),
    GammaRecurrence(),
)
ALL_ALIKE = Statement(then=And(eq(law(k + 1, 0), law(k, 0) / 2), eq(law(k + 1, k + 1), law(k, k) / 2)))
ONE_SIGN = Statement(then=And(eq(law(1, 0), Rational(1, 2)), eq(law(1, 1), Rational(1, 2))))
ODD = Statement(then=ne(2 * (i - 1), 2 * k - 1))

E1, E2 = Hypothesis("abs(e_1) = 1", eq(dot(e1, e1), 1)), Hypothesis("abs(e_2) = 1", eq(dot(e2, e2), 1))
RIGHT = Hypothesis("e_1 orthogonal to e_2", eq(dot(e1, e2), 0))
H = total(w[j] * (cos(theta[j]) * e1 + sin(theta[j]) * e2), j)
C, S = total(w[j] * cos(theta[j]), j), total(w[j] * sin(theta[j]), j)
IN_A_PLANE = Statement(given=(E1, E2, RIGHT), then=eq(dot(H, H), C**2 + S**2))
EVERY_SPLIT = Scope(kind="all", text="every n and every number of plus signs")

CLAIM = Claim(
    id="osc.degenerate-law",
    title="Anchors on a line or in a plane: no help from the dimension",
    paper="B",
    sources=(
        Source("S", "degenerate positions become exponentially rarer with d, whatever the anchors"),
        Source("C", "tails of abs(h) in trained networks"),
    ),
    tiers=("exact", "sampled"),
    as_stated=Stated(
        "refuted",
        Statement(then=le(law(2 * r, r), 1 / 2**k)),
        {r: 1, k: 2},
        why="fair signs on a line give h = 0 with the same probability in every d = k + 1",
    ),
    parts=(
        Part(
            "h = 0 exactly if half the signs are plus",
            ON_A_LINE,
            Algebra(),
            EVERY_LENGTH_AND_DIMENSION,
            witness={N: 2, u: (1, 0), b: (1, 0)},
            drops={"abs(u) = 1": {N: 1, u: (0, 0), b: (1,)}},
        ),
        Part(
            "one more sign: Pascal's rule",
            PASCAL,
            BY_PASCAL,
            EVERY_SPLIT,
            mutants=(
                Mutant(
                    "not halved", PASCAL.concluding(eq(PASCAL.then.lhs, 2 * PASCAL.then.rhs)), {k: 1, r: 1}
                ),
                Mutant(
                    "one plus too many",
                    PASCAL.concluding(eq(law(k + r, k + 1), PASCAL.then.rhs)),
                    {k: 1, r: 3},
                ),
            ),
        ),
        Part(
            "all signs alike",
            ALL_ALIKE,
            Algebra(),
            EVERY_SPLIT,
            mutants=(Mutant("not halved", ALL_ALIKE.concluding(eq(law(k, 0), law(k + 1, 0))), {k: 1}),),
        ),
        Part(
            "one sign",
            ONE_SIGN,
            Algebra(),
            Scope(kind="listed", text="n = 1"),
            mutants=(Mutant("a third", ONE_SIGN.concluding(eq(law(1, 0), Rational(1, 3)))),),
        ),
        Part(
            "never for odd n",
            ODD,
            Parity(),
            Scope(kind="all", text="i - 1 plus signs among 2 k - 1"),
            mutants=(Mutant("even n", ODD.concluding(ne(2 * (i - 1), 2 * k)), {i: 2, k: 1}),),
        ),
        Part(
            "anchors in a plane: no dependence on d",
            IN_A_PLANE,
            Algebra(),
            EVERY_DIMENSION,
            witness={N: 1, e1: (1, 0), e2: (0, 1), w: (1,), theta: (Turn(0),)},
            drops={
                "abs(e_1) = 1": {N: 1, e1: (2, 0), e2: (0, 1), w: (1,), theta: (Turn(0),)},
                "abs(e_2) = 1": {N: 1, e1: (1, 0), e2: (0, 2), w: (1,), theta: (Turn(1),)},
                "e_1 orthogonal to e_2": {
                    N: 1,
                    e1: (1, 0),
                    e2: ("3/5", "4/5"),
                    w: (1,),
                    theta: (Turn("1/2"),),
                },
            },
        ),
    ),
)
