r"""The state stays on the torus because angles are read mod 2 pi; bounding the increment has no part in it.

An angle theta + a is a point of the circle for any increment a. In (cos, sin) coordinates a tangent step ends
at sqrt(1 + a^2) (cos(theta + b), sin(theta + b)) with tan b = a: off the circle unless a = 0, however small
the bound on a. A retraction (division by the length) brings it back and turns the phase by b = arctan a.
"""

from sympy import Abs, And, Integer, cos, sin, sqrt

from ..claim import Claim, Hypothesis, Mutant, Part, Source, Stated, Statement
from ..exact import Algebra, Positive, Turn
from ..exact.root import Root
from ..exact.steps import Each
from ..terms import eq, iff, le, lt, reals
from .setting import t

a, b, c, rho = reals("a b c rho")

X, Y = cos(t) - a * sin(t), sin(t) + a * cos(t)
"""The end of the tangent step a at the phase theta_t."""
LENGTH = sqrt(1 + a**2)

ANGLE = Statement(then=eq(cos(t + a) ** 2 + sin(t + a) ** 2, 1))
PYTHAGORAS = Statement(then=eq(X**2 + Y**2, 1 + a**2))
LEAVES = Statement(then=iff(eq(X**2 + Y**2, 1), eq(a, 0)))
BOUNDED = Statement(
    given=(Hypothesis("bound", lt(0, c)), Hypothesis("step", eq(a, c))),
    then=And(le(a**2, c**2), lt(1, X**2 + Y**2)),
)
RETRACTION = Statement(then=eq((X / LENGTH) ** 2 + (Y / LENGTH) ** 2, 1))
ARCTAN = Hypothesis("b = arctan a", And(lt(0, rho), eq(rho * cos(b), 1), eq(rho * sin(b), a)))
TURN = Statement(given=(ARCTAN,), then=And(eq(LENGTH, rho), eq(X, rho * cos(t + b)), eq(Y, rho * sin(t + b))))
STRAIGHT = {t: Turn(0), a: 1}

CLAIM = Claim(
    id="kur.torus-invariance",
    title="Angles stay on the torus for any increment: norm matching is neither needed nor enough",
    paper="A",
    sources=(Source("S", "the state stays on the torus because norm matching bounds the increments"),),
    tiers=("exact", "kernel"),
    kernel={
        "angles": ("kur_angle_step_stays",),
        "tangent-step": ("kur_tangent_step_norm",),
        "leaves": ("kur_tangent_step_leaves",),
    },
    as_stated=Stated(
        "refuted",
        Statement(given=(Hypothesis("bounded", le(Abs(a), 1)),), then=eq(X**2 + Y**2, 1)),
        STRAIGHT,
        why="angles stay without any bound; a bounded tangent step in (cos, sin) leaves the circle",
    ),
    parts=(
        Part(
            "not needed: an angle plus any increment is an angle",
            ANGLE,
            Algebra(),
            mutants=(
                Mutant(
                    "the increment added to cos and sin",
                    ANGLE.concluding(eq((cos(t) + a) ** 2 + (sin(t) + a) ** 2, 1)),
                    STRAIGHT,
                ),
            ),
        ),
        Part(
            "a tangent step has squared length 1 + a^2",
            PYTHAGORAS,
            Algebra(),
            mutants=(
                Mutant("length 1", PYTHAGORAS.concluding(eq(X**2 + Y**2, 1)), STRAIGHT),
                Mutant("2 % off", PYTHAGORAS.concluding(eq(X**2 + Y**2, 1 + a**2 * 51 / 50)), STRAIGHT),
            ),
        ),
        Part("it stays on the circle iff a = 0", LEAVES, Algebra()),
        Part(
            "not sufficient: under every bound c > 0 the step a = c leaves the circle",
            BOUNDED,
            Each((Positive(shown=Integer(0)), Positive(shown=c**2))),
            witness={a: 1, c: 1},
            drops={"bound": {a: 0, c: 0, t: Turn(0)}, "step": {a: 0, c: 1, t: Turn(0)}},
        ),
        Part("division by the length is a retraction", RETRACTION, Algebra()),
        Part(
            "the retracted step turns the phase by arctan a",
            TURN,
            Each((Algebra(), Root())),
            witness=STRAIGHT | {a: 0, b: Turn(0), rho: 1},
            drops={"b = arctan a": STRAIGHT | {a: 0, b: Turn(1), rho: 1}},
            mutants=(
                Mutant(
                    "turns by a",
                    TURN.assuming(Hypothesis("b = arctan a", And(eq(rho, LENGTH), eq(b, a)))),
                    {t: 0, a: "3/4", b: "3/4", rho: "5/4"},
                ),
            ),
        ),
    ),
)
