r"""Exactness is not special to the layer: softmax attention on the sphere is exactly the Lohe field.

For unit tokens, identity values and any weights A_u the attention output h = sum_u A_u y_u, projected onto
the tangent space at z, is h - <z, h> z = sum_u A_u (y_u - <z, y_u> z): in every dimension, at every step.
It keeps |z| = 1, softmax supplies the weights, and in the plane it is Kuramoto's term.
"""

from sympy import And, cos, exp, sin

from ..claim import (
    EVERY_LENGTH,
    EVERY_LENGTH_AND_DIMENSION,
    Claim,
    Hypothesis,
    Mutant,
    Part,
    Source,
    Stated,
    Statement,
)
from ..exact import Algebra, Positive, Turn
from ..exact.steps import Each
from ..terms import N, Rate, dot, eq, family, lt, ne, total, vector_family, vectors
from .setting import COUPLING, IM, RE, A, t, theta, u, v

z = vectors("z")
y = vector_family("y")
score = family("s")

OUTPUT = total(A[u] * y[u], u)
PROJECTED = OUTPUT - dot(z, OUTPUT) * z
LOHE = total(A[u] * (y[u] - dot(z, y[u]) * z), u)
UNIT = Hypothesis("unit", eq(dot(z, z), 1))

FIELD = Statement(then=eq(PROJECTED, LOHE))
TANGENT = Statement(given=(UNIT,), then=eq(dot(z, PROJECTED), 0))
SPHERE = Statement(given=(UNIT,), then=eq(Rate(dot(z, z), (z, LOHE)), 0))
WEIGHT = exp(score[u]) / total(exp(score[v]), v)
SOFTMAX = Statement(then=And(eq(total(WEIGHT, u), 1), lt(0, WEIGHT)))
RADIAL = cos(t) * RE + sin(t) * IM
PLANE = Statement(
    then=And(eq(RE - RADIAL * cos(t), -sin(t) * COUPLING), eq(IM - RADIAL * sin(t), cos(t) * COUPLING))
)

SPACE = {N: 2, A: ("1/2", "1/2"), z: (1, 0, 0), y: ((0, 1, 0), ("3/5", 0, "4/5"))}
LONG = {N: 1, A: (1,), z: (2, 0), y: ((1, 0),)}

CLAIM = Claim(
    id="kur.standard-attention",
    title="Softmax attention with unit tokens and tangent projection is exactly the Lohe field",
    paper="A",
    sources=(Source("S", "the identity is exact for this layer, unlike standard attention"),),
    tiers=("exact", "sampled"),
    as_stated=Stated(
        "refuted",
        Statement(given=(UNIT,), then=ne(PROJECTED, LOHE)),
        SPACE,
        why="on the sphere, projected standard attention is an exact synchronisation term too",
    ),
    parts=(
        Part(
            "projected attention is the Lohe field",
            FIELD,
            Algebra(),
            EVERY_LENGTH_AND_DIMENSION,
            mutants=(
                Mutant("without the projection", FIELD.concluding(eq(OUTPUT, LOHE)), LONG),
                Mutant("2 % off", FIELD.concluding(eq(PROJECTED * 51 / 50, LOHE)), SPACE),
            ),
        ),
        Part(
            "the output is tangent",
            TANGENT,
            Algebra(),
            EVERY_LENGTH_AND_DIMENSION,
            witness=SPACE,
            drops={"unit": LONG},
        ),
        Part(
            "tokens stay on the sphere",
            SPHERE,
            Algebra(),
            EVERY_LENGTH_AND_DIMENSION,
            witness=SPACE,
            drops={"unit": LONG},
        ),
        Part(
            "softmax weights are positive with sum 1",
            SOFTMAX,
            Each((Algebra(), Positive())),
            EVERY_LENGTH,
            mutants=(
                Mutant(
                    "without the division",
                    SOFTMAX.concluding(eq(total(exp(score[u]), u), 1)),
                    {N: 2, score: (0, 0)},
                ),
            ),
        ),
        Part(
            "in the plane it is Kuramoto's term",
            PLANE,
            Algebra(),
            EVERY_LENGTH,
            mutants=(
                Mutant(
                    "turned the other way",
                    PLANE.concluding(eq(RE - RADIAL * cos(t), sin(t) * COUPLING)),
                    {N: 1, A: (1,), theta: (Turn("1/2"),), t: Turn(1)},
                ),
            ),
        ),
    ),
)
