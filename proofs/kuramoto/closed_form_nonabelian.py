r"""For a fixed mean M the flow on U(m) has a linear lift: a closed form by one matrix exponential.

For unitary g the flow is g' = g (g* M - M* g)/2 = (M - g M* g)/2, a matrix Riccati equation, and the linear
system X' = M Y/2, Y' = M* X/2, with generator [[0, M/2], [M*/2, 0]], solves it by g = X Y^{-1}:

- forth: if g solves it and Y' = M* g Y/2, then X = g Y and Y solve the linear system, and with Z' = -Z M* g/2
  the product Z Y is constant: Y stays invertible, so g = X Y^{-1} at all times;
- back: if X and Y solve the linear system and Z = Y^{-1}, then g = X Z solves the Riccati equation;
- X* X - Y* Y is constant, and zero exactly if X Z is unitary.
"""

from sympy import And

from ..claim import Claim, Hypothesis, Mutant, Part, Scope, Source, Stated, Statement
from ..exact.matrices import Matrices, SquareRate, Star, skew_part, squares
from ..terms import eq, implies

g, M, X, Y, Z = squares("g M X Y Z")

RICCATI = (M - g * Star(M) * g) / 2
UNITARY = Hypothesis("unitary", eq(Star(g) * g, 1))
LINEAR = ((X, M * Y / 2), (Y, Star(M) * X / 2))
"""The flow with generator [[0, M/2], [M*/2, 0]]."""
INVERSE = Hypothesis("Z inverse of Y", eq(Y * Z, 1))
ALONG = (*LINEAR, (Z, -Z * (Star(M) * X / 2) * Z))

FLOW = Statement(given=(UNITARY,), then=eq(g * skew_part(Star(g) * M), RICCATI))
FORTH = Statement(then=eq(SquareRate(g * Y, (g, RICCATI), (Y, Star(M) * g * Y / 2)), M * Y / 2))
BACK = Statement(given=(INVERSE,), then=eq(SquareRate(X * Z, *ALONG), (M - X * Z * Star(M) * X * Z) / 2))
INVERTIBLE = Statement(then=eq(SquareRate(Z * Y, (Y, Star(M) * g * Y / 2), (Z, -Z * Star(M) * g / 2)), 0))
STAYS_INVERSE = Statement(given=(INVERSE,), then=eq(SquareRate(Y * Z, *ALONG), 0))
CONSTANT = Statement(then=eq(SquareRate(Star(X) * X - Star(Y) * Y, *LINEAR), 0))
ISOMETRY = Statement(
    given=(INVERSE,),
    then=And(
        eq(Star(X * Z) * X * Z - 1, Star(Z) * (Star(X) * X - Star(Y) * Y) * Z),
        eq(Star(X) * X - Star(Y) * Y, Star(Y) * (Star(X * Z) * X * Z - 1) * Y),
    ),
)

ROTATION = (("3/5", "4/5"), ("-4/5", "3/5"))
PHASE = ((("0", "1"), "0"), ("0", "1"))
SHEAR = (("1", "2"), ("0", "1"))
BACKWARD = (("1", "-2"), ("0", "1"))
POINT = {g: ROTATION, M: PHASE, X: PHASE, Y: SHEAR, Z: BACKWARD}
EVERY_SIZE = Scope(kind="all", text="every size m")

CLAIM = Claim(
    id="kur.closed-form-nonabelian",
    title="For a fixed mean the flow on U(m) is solved by one matrix exponential",
    paper="A",
    sources=(Source("S", "closed forms exist only for the torus, the abelian case"),),
    tiers=("exact", "sampled"),
    as_stated=Stated(
        "refuted",
        FORTH.concluding(implies(FORTH.then, eq(g * M, M * g))),
        POINT,
        why="the linear lift holds for matrices that do not commute as well",
    ),
    parts=(
        Part(
            "the flow is a Riccati equation",
            FLOW,
            Matrices(),
            EVERY_SIZE,
            witness=POINT,
            drops={"unitary": POINT | {g: SHEAR}},
            mutants=(
                Mutant(
                    "the adjoint forgotten",
                    FLOW.concluding(eq(g * skew_part(Star(g) * M), (M - g * M * g) / 2)),
                    POINT,
                ),
            ),
        ),
        Part(
            "forth: X = g Y and Y obey the linear system",
            FORTH,
            Matrices(),
            EVERY_SIZE,
            mutants=(
                Mutant(
                    "generator M instead of M/2",
                    FORTH.concluding(eq(FORTH.then.lhs, M * Y)),
                    POINT,
                ),
                Mutant("2 % off", FORTH.concluding(eq(FORTH.then.lhs, M * Y * 51 / 100)), POINT),
            ),
        ),
        Part(
            "forth: Y has an inverse at all times",
            INVERTIBLE,
            Matrices(),
            EVERY_SIZE,
            mutants=(
                Mutant(
                    "turned the same way",
                    INVERTIBLE.concluding(
                        eq(SquareRate(Z * Y, (Y, Star(M) * g * Y / 2), (Z, Z * Star(M) * g / 2)), 0)
                    ),
                    POINT,
                ),
            ),
        ),
        Part(
            "back: g = X Y^{-1} obeys the Riccati equation",
            BACK,
            Matrices(),
            EVERY_SIZE,
            witness=POINT,
            drops={"Z inverse of Y": POINT | {Z: PHASE}},
            mutants=(
                Mutant(
                    "without the second block",
                    BACK.concluding(eq(SquareRate(X * Z, (X, M * Y / 2)), BACK.then.rhs)),
                    POINT,
                ),
            ),
        ),
        Part(
            "Z stays the inverse of Y",
            STAYS_INVERSE,
            Matrices(),
            EVERY_SIZE,
            witness=POINT,
            drops={"Z inverse of Y": POINT | {Z: PHASE}},
        ),
        Part(
            "X* X - Y* Y is constant",
            CONSTANT,
            Matrices(),
            EVERY_SIZE,
            mutants=(
                Mutant(
                    "a plus sign",
                    CONSTANT.concluding(eq(SquareRate(Star(X) * X + Star(Y) * Y, *LINEAR), 0)),
                    POINT | {M: ROTATION},
                ),
            ),
        ),
        Part(
            "it is zero exactly if X Y^{-1} is unitary",
            ISOMETRY,
            Matrices(),
            EVERY_SIZE,
            witness=POINT,
            drops={"Z inverse of Y": POINT | {Z: PHASE}},
        ),
    ),
)
