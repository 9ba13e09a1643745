r"""The readout is linear-fractional in the state, and affine only for balanced or identical anchors.

a(z) = (1 + <z, b>)/(n + <z, s>) for the token with anchor b, s = sum_l r_l. If s = 0 it is (1 + <z, b>)/n;
if all anchors are equal it is 1/n. An affine f has f(z) + f(-z) = f(y) + f(-y), which for y orthogonal to s
says <z, s> <z, s - n b> = 0. If neither u = s nor v = s - n b is zero, that fails at z along u, or, where u
and v are orthogonal, at z along |v| u + |u| v. (If s = n b for every anchor b, all anchors are equal. For
unit anchors n + <z, s> = 0 needs every anchor to be -z, osc.readout-simplex.)
"""

import sympy as sp

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
from ..exact import Algebra
from ..terms import dot, eq, family, ne, norm, reals, total, vectors
from .setting import N, j, l, r, z

s, y, b, u, v = vectors("s y b u v")
D, m, p, q, f, g = reals("D m a(z) a(-z) a(y) a(-y)")
a = family("a")
DENOMINATOR = Hypothesis("denominator", eq(D, total(1 + dot(z, r[l]), l)))
READOUT = Hypothesis("readout", eq(a[j] * D, 1 + dot(z, r[j])))
BALANCED, EQUAL = Hypothesis("balanced", eq(total(r[l], l), 0)), Hypothesis("equal anchors", eq(r[l], b))
DEFINED = Hypothesis("D != 0", ne(D, 0))
FRACTION = Statement(
    given=(DENOMINATOR, READOUT), then=eq(a[j] * (N + dot(z, total(r[l], l))), 1 + dot(z, r[j]))
)
AFFINE = Statement(given=(DENOMINATOR, READOUT, BALANCED), then=eq(a[j], (1 + dot(z, r[j])) / N))
CONSTANT = Statement(given=(DENOMINATOR, READOUT, EQUAL, DEFINED), then=eq(a[j], 1 / N))

VALUES = tuple(
    Hypothesis(f"value {x}", eq(x * (N + dot(at, s)), 1 + dot(at, b)))
    for x, at in ((p, z), (q, -z), (f, y), (g, -y))
)
ACROSS, EVEN = Hypothesis("y across", eq(dot(y, s), 0)), Hypothesis("affine", eq(p + q, f + g))
ONLY = Statement(given=(*VALUES, ACROSS, EVEN), then=eq(dot(z, s) * dot(z, s - N * b), 0))
BETWEEN = norm(v) * u + norm(u) * v
FOUND = Statement(
    given=(Hypothesis("u != 0", ne(u, 0)), Hypothesis("v != 0", ne(v, 0))),
    then=sp.And(
        sp.Implies(ne(dot(u, v), 0), ne(dot(u, u) * dot(u, v), 0)),
        sp.Implies(eq(dot(u, v), 0), ne(dot(BETWEEN, u) * dot(BETWEEN, v), 0)),
    ),
)
SAME = {z: (1, 0), N: 1, r: ((1, 0),), b: (1, 0), D: 2, a: (1,)}
PAIR = {z: (1, 0), N: 2, r: ((0, 1), (0, -1)), D: 2, a: ("1/2", "1/2")}
SKEW = {z: (1, 0), y: (0, 1), s: (1, 0), b: (1, 0), N: 2, p: "2/3", q: 0, f: "1/2", g: "1/2"}
LEVEL = {**SKEW, b: ("1/2", 0), p: "1/2", q: "1/2"}

CLAIM = Claim(
    id="osc.readout-affine",
    title="The readout is affine for balanced or identical anchors only",
    paper="B",
    sources=(Source("S", "attention weights are an affine normalisation of the shifted cosines"),),
    tiers=("exact", "sampled"),
    as_stated=Stated(
        "imprecise",
        Statement(given=(DENOMINATOR, READOUT, DEFINED), then=eq(a[j], (1 + dot(z, r[j])) / N)),
        {z: (1, 0), N: 2, r: ((1, 0), (0, 1)), D: 3, a: ("2/3", "1/3")},
        "affine for balanced anchors, linear-fractional otherwise",
    ),
    uses=("osc.readout-simplex",),
    parts=(
        Part(
            "linear-fractional: (1 + <z, r_j>)/(n + <z, s>)",
            FRACTION,
            Algebra(),
            EVERY_LENGTH_AND_DIMENSION,
            witness=PAIR,
            drops={"denominator": {**PAIR, D: 1, a: (1, 1)}, "readout": {**PAIR, a: (1, 1)}},
        ),
        Part(
            "balanced anchors: (1 + <z, r_j>)/n",
            AFFINE,
            Algebra(),
            EVERY_LENGTH_AND_DIMENSION,
            witness=PAIR,
            drops={
                "denominator": {**PAIR, D: 1, a: (1, 1)},
                "readout": {**PAIR, a: (1, 1)},
                "balanced": {z: (1, 0), N: 2, r: ((1, 0), (0, 1)), D: 3, a: ("2/3", "1/3")},
            },
        ),
        Part(
            "equal anchors: 1/n",
            CONSTANT,
            Algebra(),
            EVERY_LENGTH_AND_DIMENSION,
            witness=SAME,
            drops={
                "denominator": {**SAME, D: 1, a: (2,)},
                "readout": {**SAME, a: (2,)},
                "equal anchors": {z: (1, 0), N: 2, r: ((1, 0), (0, 1)), b: (1, 0), D: 3, a: ("2/3", "1/3")},
                "D != 0": {**SAME, r: ((-1, 0),), b: (-1, 0), D: 0, a: (2,)},
            },
        ),
        Part(
            "affine: <z, s> <z, s - n r_j> = 0 for every z",
            ONLY,
            Algebra(),
            EVERY_LENGTH_AND_DIMENSION,
            witness=LEVEL,
            drops={
                "value a(z)": {**SKEW, p: 1},
                "value a(-z)": {**SKEW, q: "1/3"},
                "value a(y)": {**SKEW, f: "1/6"},
                "value a(-y)": {**SKEW, g: "1/6"},
                "y across": {**SKEW, y: (1, 0), f: "2/3", g: 0},
                "affine": SKEW,
            },
        ),
        Part(
            "which fails for some z unless s = 0 or s = n r_j",
            FOUND,
            Algebra(),
            EVERY_DIMENSION,
            witness={u: (1, 0), v: (0, 1)},
            drops={"u != 0": {u: (0, 0), v: (1, 0)}, "v != 0": {u: (1, 0), v: (0, 0)}},
            mutants=(
                Mutant(
                    "z along s alone", FOUND.concluding(ne(dot(u, u) * dot(u, v), 0)), {u: (1, 0), v: (0, 1)}
                ),
            ),
        ),
    ),
)
