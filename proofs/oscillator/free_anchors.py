r"""Trained anchors leave the sphere, and then the clamp in a_j = max(0, 1 + <z, r_j>)/D is needed.

Weight decay shortens an anchor, a step across it lengthens it. 1 + <z, r> >= 0 for every unit z exactly if
|r| <= 1: at z = -r/|r| it is 1 - |r|. With the clamp the readout is a probability vector for any anchors
(D != 0); without it entries can be negative, even at the equilibrium of positive weights: anchors p z and
-q z of weight 1, p > q > 1.
"""

import sympy as sp
from sympy.logic.boolalg import And

from ..claim import (
    EVERY_DIMENSION,
    EVERY_LENGTH_AND_DIMENSION,
    Claim,
    Hypothesis,
    Mutant,
    Part,
    Source,
    Stated,
    Statement,
)
from ..exact import Algebra, Positive
from ..exact.steps import BySquares, Cut, Each, Using
from ..exact.vanishing import Vanishing
from ..terms import SquaredNorm, dot, eq, family, le, lt, ne, norm, reals, total, vectors
from .setting import UNIT, N, j, r, z

u, g = vectors("u g")
eta, D, s, p, q = reals("eta D s p q")
a, t = family("a"), family("t")

UNIT_ANCHOR = Hypothesis("unit anchor", eq(dot(u, u), 1))
DECAY = Statement(
    given=(UNIT_ANCHOR, Hypothesis("decay", And(lt(0, eta), lt(eta, 1)))),
    then=lt(dot((1 - eta) * u, (1 - eta) * u), 1),
)
ACROSS, MOVES = Hypothesis("across", eq(dot(u, g), 0)), Hypothesis("moves", And(lt(0, eta), ne(g, 0)))
STEP = Statement(given=(UNIT_ANCHOR, ACROSS, MOVES), then=lt(1, dot(u - eta * g, u - eta * g)))

SHORT = Statement(given=(UNIT, Hypothesis("|r| <= 1", le(norm(u), 1))), then=le(0, 1 + dot(z, u)))
CAUCHY = BySquares(Positive(shown=SquaredNorm(u - dot(z, u) * z)), Positive())
LONG = Statement(
    given=(
        Hypothesis("s = |r| > 1", And(lt(1, s), eq(s**2, dot(u, u)))),
        Hypothesis("z opposite", eq(z, -u / s)),
    ),
    then=And(lt(1 + dot(z, u), 0), eq(dot(z, z), 1)),
)

CLAMP = Hypothesis("clamp", eq(t[j], sp.Max(0, 1 + dot(z, r[j]))))
DENOMINATOR = Hypothesis("denominator", eq(D, total(t[j], j)))
READOUT = Hypothesis("readout", eq(t[j], D * a[j]))
DEFINED = Hypothesis("D != 0", ne(D, 0))
SUM = Statement(given=(DENOMINATOR, READOUT, DEFINED), then=eq(total(a[j], j), 1))
NONNEGATIVE = Statement(given=(CLAMP, DENOMINATOR, READOUT, DEFINED), then=le(0, a[j]))
CLAMPED = (le(0, t[j]), Using(("clamp",), Positive(shown=sp.Max(0, 1 + dot(z, r[j])))))
TOTAL = (le(0, D), Using(("denominator", "lemma 1"), Positive(shown=total(t[j], j))))
SQUARE = Using(("readout", "D != 0", "lemma 1", "lemma 2"), Positive(shown=D * t[j], times=D**2))

LONGER = (Hypothesis("long anchor", lt(1, q)), Hypothesis("longer one", lt(q, p)))
ABOVE = 2 + dot(z, p * z) + dot(z, -q * z)
NEGATIVE = Statement(
    given=(UNIT, *LONGER),
    then=And(eq(p * z + (-q * z), (p - q) * z), lt(0, p - q), lt((1 + dot(z, -q * z)) / ABOVE, 0)),
)
BY_LENGTH = Each((Algebra(), Positive(), Positive(shown=(q - 1) / (2 + p - q))))
BOTH = {z: (1, 0), N: 2, r: ((1, 0), (-3, 0)), t: (2, 0), D: 2, a: (1, 0)}
ONE = {z: (1, 0), N: 1, r: ((1, 0),), t: (2,), D: 2, a: (1,)}
AXIS = {z: (1, 0), p: 3, q: 2}

CLAIM = Claim(
    id="osc.free-anchors",
    title="Trained anchors leave the sphere, so the clamp acts",
    paper="B",
    sources=(Source("C", "anchors are normalised at construction only, and trained with weight decay"),),
    tiers=("exact", "sampled"),
    as_stated=Stated("proved"),
    parts=(
        Part(
            "|r| > 1: the clamp acts at the unit vector -r/|r|",
            LONG,
            Each((Positive(shown=s - 1), Vanishing(shown=sp.S.Zero, times=s**2))),
            EVERY_DIMENSION,
            witness={u: (2, 0), s: 2, z: (-1, 0)},
            drops={
                "s = |r| > 1": {u: ("1/2", 0), s: "1/2", z: (-1, 0)},
                "z opposite": {u: (2, 0), s: 2, z: (1, 0)},
            },
        ),
        Part(
            "weight decay shortens an anchor",
            DECAY,
            Positive(shown=eta * (2 - eta)),
            EVERY_DIMENSION,
            witness={u: (1, 0), eta: "1/2"},
            drops={"unit anchor": {u: (4, 0), eta: "1/2"}, "decay": {u: (1, 0), eta: 0}},
        ),
        Part(
            "a step across lengthens it",
            STEP,
            Positive(shown=eta**2 * dot(g, g)),
            EVERY_DIMENSION,
            witness={u: (1, 0), g: (0, 1), eta: 1},
            drops={
                "unit anchor": {u: (0, 0), g: (0, 1), eta: 1},
                "across": {u: (1, 0), g: (1, 0), eta: 1},
                "moves": {u: (1, 0), g: (0, 1), eta: 0},
            },
        ),
        Part(
            "|r| <= 1: 1 + <z, r> >= 0",
            SHORT,
            Cut(((le(-dot(z, u), norm(u)), CAUCHY),), Positive()),
            EVERY_DIMENSION,
            witness={z: (1, 0), u: (0, 1)},
            drops={"unit": {z: (2, 0), u: (-1, 0)}, "|r| <= 1": {z: (1, 0), u: (-2, 0)}},
            mutants=(Mutant("strictly", SHORT.concluding(lt(0, 1 + dot(z, u))), {z: (1, 0), u: (-1, 0)}),),
        ),
        Part(
            "with the clamp, weights >= 0",
            NONNEGATIVE,
            Cut((CLAMPED, TOTAL), SQUARE),
            EVERY_LENGTH_AND_DIMENSION,
            witness=BOTH,
            drops={
                "clamp": {**BOTH, t: (3, -1), a: ("3/2", "-1/2")},
                "denominator": {**ONE, D: -2, a: (-1,)},
                "readout": {**ONE, a: (-1,)},
                "D != 0": {**ONE, r: ((-1, 0),), t: (0,), D: 0, a: (-1,)},
            },
        ),
        Part(
            "with the clamp, weights sum to 1",
            SUM,
            Algebra(),
            EVERY_LENGTH_AND_DIMENSION,
            witness=BOTH,
            drops={
                "denominator": {**ONE, D: 1, a: (2,)},
                "readout": {**ONE, a: (2,)},
                "D != 0": {**ONE, t: (0,), D: 0, a: (2,)},
            },
        ),
        Part(
            "without it, negative weights at the equilibrium of weights 1, 1",
            NEGATIVE,
            Cut(((lt(0, ABOVE), Positive(shown=2 + p - q)),), BY_LENGTH),
            EVERY_DIMENSION,
            witness=AXIS,
            drops={
                "unit": {**AXIS, z: ("1/4", 0)},
                "long anchor": {**AXIS, q: 1},
                "longer one": {**AXIS, p: 1, q: 4},
            },
        ),
    ),
)
