r"""The increment pulls towards the circular mean, and a step shrinks the distance to it iff 0 < kappa <= 2.

With G = R exp(i psi) the increment is a = R sin(psi - theta_t). So a step of size eta takes the distance
x = theta_t - psi in (-pi, pi) to x - kappa sin x, kappa = eta R (psi and R from before the step), and

    x^2 - (x - kappa sin x)^2 = kappa ((2 - kappa) sin^2 x + 2 sin x (x - sin x)),   0 < sin x < x on (0, pi).

For kappa > 2 the start x = 1 - 2/kappa moves away, for kappa > 1 the start x = 1 - 1/kappa overshoots,
because sin x > x (1 - x) on (0, 1).
"""

from sympy import And, Expr, Rational, cos, pi, sin, tan

from ..claim import EVERY_LENGTH, Claim, Hypothesis, Mutant, Part, Scope, Source, Stated, Statement
from ..enclosure.balls import Balls, Between
from ..exact import Algebra, Positive, Turn
from ..exact.lemmas import Lemma, With
from ..exact.shape import Rising
from ..exact.steps import Absurd, Cut, Each, Mirror, Split
from ..terms import N, eq, implies, le, lt, ne, reals
from .setting import IM, PULL, RE, A, t, theta

R, psi, phi, x, kappa, eta = reals("R psi phi x kappa eta")
s = sin(x)
NEXT = x - kappa * s

MEAN = Hypothesis("mean", And(eq(R * cos(psi), RE), eq(R * sin(psi), IM)))
OTHER = Hypothesis("another mean", And(eq(R * cos(phi), RE), eq(R * sin(phi), IM)))
COHERENT = Hypothesis("R > 0", lt(0, R))
BELOW, ABOVE = Hypothesis("x > -pi", lt(-pi, x)), Hypothesis("x < pi", lt(x, pi))
AWAY = Hypothesis("x != 0", ne(x, 0))

POLAR = Statement(given=(MEAN,), then=eq(PULL, R * sin(psi - t)))
STEP = Statement(given=(MEAN,), then=eq(t + eta * PULL - psi, (t - psi) - eta * R * sin(t - psi)))
LENGTH = Statement(given=(MEAN,), then=eq(R**2, RE**2 + IM**2))
UNIQUE = Statement(given=(MEAN, OTHER, COHERENT), then=And(eq(cos(psi), cos(phi)), eq(sin(psi), sin(phi))))
INCOHERENT = Statement(
    given=(MEAN,),
    then=implies(eq(R, 0), And(eq(PULL, 0), eq(R * cos(phi), RE), eq(R * sin(phi), IM))),
)

SHRINKS = Statement(
    given=(Hypothesis("kappa > 0", lt(0, kappa)), Hypothesis("kappa <= 2", le(kappa, 2)), BELOW, ABOVE, AWAY),
    then=lt(NEXT**2, x**2),
)
FORWARD = Statement(given=(Hypothesis("kappa <= 1", le(kappa, 1)), BELOW, ABOVE, AWAY), then=lt(0, x * NEXT))
SMALL = Hypothesis("start", eq(x, 1 - 2 / kappa))
EARLY = Hypothesis("start", eq(x, 1 - 1 / kappa))
GROWS = Statement(
    given=(Hypothesis("kappa > 2", lt(2, kappa)), SMALL), then=And(lt(0, x), lt(x, pi), lt(x**2, NEXT**2))
)
STAYS = Statement(
    given=(Hypothesis("kappa <= 0", le(kappa, 0)),), then=le(x**2, NEXT**2), where=((x, pi / 2),)
)
OVERSHOOTS = Statement(
    given=(Hypothesis("kappa > 1", lt(1, kappa)), EARLY), then=And(lt(0, x), lt(x, pi), lt(x * NEXT, 0))
)

LEADS_AWAY = Statement(
    given=(
        Hypothesis("kappa", And(le(Rational(51, 25), kappa), le(kappa, 60))),
        Hypothesis("start", eq(x, Rational(1, 10))),
    ),
    then=lt(x**2, NEXT**2),
)
NEARLY = Hypothesis("kappa", And(le(2, kappa), le(kappa, 60)))

ONE = {N: 1, A: (1,), theta: (Turn(1),), R: 1, t: Turn(0)}
"""One attended token, a quarter turn ahead."""
BALANCED = {N: 2, A: ("1/2", "1/2"), theta: (Turn(0), Turn("oo")), R: 0, t: Turn(1)}
"""Two attended tokens, opposite to each other."""

SINE_BELOW = Lemma(
    Statement(given=(Hypothesis("range", And(lt(0, x), lt(x, pi))),), then=lt(s, x)),
    Rising(x, 0, pi, rate=s * tan(x / 2)),
)
"""sin x < x on (0, pi): d/dx (x - sin x) = 1 - cos x = sin x tan(x/2)."""

SINE_ABOVE = Lemma(
    Statement(given=(Hypothesis("range", And(lt(0, x), lt(x, 1))),), then=lt(x * (1 - x), s)),
    Rising(x, 0, 1, rate=cos(x) - 1 + 2 * x, lemmas=((cos(x) - 1 + x, Rising(x, 0, 1, rate=1 - s)),)),
)
"""sin x > x - x^2 on (0, 1): the derivative of the gap is cos x - 1 + 2 x > 0."""


def from_either_side(shown: Expr) -> Split:
    """The case x > 0, and x < 0 as its mirror image; ``shown`` is the gap in terms of x - sin x > 0."""
    right = With((SINE_BELOW,), Positive(shown=shown))
    return Split(x, Mirror(x, right), Absurd(Algebra()), right)


def from_start(c: int, shown: Expr, times: Expr) -> Cut:
    """The start x = 1 - c/kappa lies in (0, 1), and there sin x > x - x^2."""
    inside = ((lt(0, x), Positive(shown=1 - c / kappa)), (lt(x, 1), Positive(shown=c / kappa)))
    return Cut(inside, With((SINE_ABOVE,), Each((Positive(), Positive(shown=shown, times=times)))))


AT = {x: 1, kappa: 1}
CLAIM = Claim(
    id="kur.circular-mean",
    title="The increment pulls towards the circular mean; a step shrinks the distance iff 0 < kappa <= 2",
    paper="A",
    sources=(Source("P", "the update pulls each phase towards the circular mean of the attended phases"),),
    tiers=("exact", "enclosure", "kernel", "sampled"),
    kernel={
        "pull": ("kur_pull_is_sine",),
        "no-mean": ("kur_no_mean_no_pull",),
        "shrinks": ("kur_step_shrinks_iff",),
        "never-overshoots": ("kur_step_never_overshoots_iff",),
    },
    as_stated=Stated(
        "imprecise",
        SHRINKS.without("kappa <= 2"),
        {x: 1, kappa: 4},
        why="a step brings the phase nearer to the mean only if it is not too long",
    ),
    parts=(
        Part(
            "a = R sin(psi - theta_t)",
            POLAR,
            Algebra(),
            EVERY_LENGTH,
            witness=ONE | {psi: Turn(1)},
            drops={"mean": ONE | {psi: Turn(0)}},
            mutants=(
                Mutant("pushed away", POLAR.concluding(eq(PULL, R * sin(t - psi))), ONE | {psi: Turn(1)}),
            ),
        ),
        Part(
            "a step takes x = theta_t - psi to x - eta R sin x",
            STEP,
            Algebra(),
            EVERY_LENGTH,
            witness=ONE | {psi: Turn(1), eta: 1},
            drops={"mean": ONE | {theta: (Turn(0),), psi: 1, eta: 1}},
        ),
        Part(
            "R is the order parameter",
            LENGTH,
            Algebra(),
            EVERY_LENGTH,
            witness=ONE | {psi: Turn(1)},
            drops={"mean": ONE | {R: 2, psi: Turn(1)}},
        ),
        Part(
            "the mean is unique if R > 0",
            UNIQUE,
            Algebra(),
            EVERY_LENGTH,
            witness=ONE | {psi: Turn(1), phi: Turn(1)},
            drops={
                "mean": ONE | {psi: Turn(0), phi: Turn(1)},
                "another mean": ONE | {psi: Turn(1), phi: Turn(0)},
                "R > 0": BALANCED | {psi: Turn(0), phi: Turn(1)},
            },
        ),
        Part(
            "R = 0: no pull, and every angle is a mean",
            INCOHERENT,
            Algebra(),
            EVERY_LENGTH,
            witness=BALANCED | {psi: Turn(0), phi: Turn(1)},
            drops={"mean": ONE | {R: 0, psi: Turn(0), phi: Turn(1)}},
        ),
        Part(
            "0 < kappa <= 2 shrinks every distance",
            SHRINKS,
            from_either_side(kappa * ((2 - kappa) * s**2 + 2 * s * (x - s))),
            witness=AT,
            drops={
                "kappa > 0": {x: 1, kappa: 0},
                "kappa <= 2": {x: 1, kappa: 4},
                "x > -pi": {x: -4, kappa: 1},
                "x < pi": {x: 4, kappa: 1},
                "x != 0": {x: 0, kappa: 1},
            },
            mutants=(
                Mutant(
                    "kappa up to 2.04",
                    SHRINKS.assuming(Hypothesis("kappa <= 2", le(kappa, Rational(51, 25)))),
                    {x: "1/10", kappa: "51/25"},
                ),
            ),
        ),
        Part(
            "kappa <= 0 does not shrink x = pi/2",
            STAYS,
            Positive(shown=-kappa * (pi - kappa)),
            witness={kappa: 0},
            drops={"kappa <= 0": {kappa: 1}},
        ),
        Part(
            "kappa > 2 does not shrink x = 1 - 2/kappa",
            GROWS,
            from_start(2, 4 * s * (s - x * (1 - x)), (1 - x) ** 2),
            witness={x: "1/2", kappa: 4},
            drops={"kappa > 2": {x: -1, kappa: 1}, "start": {x: 2, kappa: "5/2"}},
        ),
        Part(
            "kappa <= 1 never overshoots",
            FORWARD,
            from_either_side(x * (x - s) + (1 - kappa) * x * s),
            witness=AT,
            drops={
                "kappa <= 1": {x: 1, kappa: 2},
                "x > -pi": {x: -4, kappa: -10},
                "x < pi": {x: 4, kappa: -10},
                "x != 0": {x: 0, kappa: 1},
            },
            mutants=(
                Mutant(
                    "kappa up to 1.02",
                    FORWARD.assuming(Hypothesis("kappa <= 1", le(kappa, Rational(51, 50)))),
                    {x: "1/10", kappa: "51/50"},
                ),
            ),
        ),
        Part(
            "kappa > 1 overshoots from x = 1 - 1/kappa",
            OVERSHOOTS,
            from_start(1, x * (s - x * (1 - x)), 1 - x),
            witness={x: "1/2", kappa: 2},
            drops={"kappa > 1": {x: -1, kappa: "1/2"}, "start": {x: 3, kappa: 2}},
        ),
        Part(
            "from x = 1/10 every kappa in [2.04, 60] leads away",
            LEADS_AWAY.over({x: "1/10", kappa: Between("51/25", 60)}),
            Balls(),
            Scope(kind="box", text="x = 1/10, 2.04 <= kappa <= 60"),
            drops={"kappa": {x: "1/10", kappa: 1}, "start": {x: 2, kappa: 3}},
            mutants=(Mutant("from kappa = 2", LEADS_AWAY.assuming(NEARLY).over({x: "1/10", kappa: 2})),),
        ),
    ),
)
