r"""The state needs no normalisation to exist; the layer still normalises its gates and its increments.

cos^2 + sin^2 = 1 whatever the phase is, after any number of unbounded increments. But the gates s_j > 0 are
divided by their mean m: g_j = s_j/m has mean 1 and forgets the scale of s. And norm matching (here, as the
paper leaves it open: x_j -> c x_j/(1 + rms x)) keeps the root mean square of an increment below c, for all x.
"""

from sympy import And, cos, sin

from ..claim import Claim, Hypothesis, Mutant, Part, Scope, Source, Stated, Statement
from ..exact import Algebra, Positive, Turn
from ..exact.steps import Cut
from ..terms import K, L, coordinates, eq, family, layers, le, lt, ne, reals, total
from .setting import t

i, j = coordinates("i j")
layer = layers("l")
s, g, g2, x, a = family("s"), family("g"), family("g2"), family("x"), family("a")
mean, mean2, lam, c, rho = reals("m m2 lambda c rho")

PHASE = t + total(a[layer], layer)
"""The phase after L layers with increments a[1..L]."""
STATE = Statement(then=eq(cos(PHASE) ** 2 + sin(PHASE) ** 2, 1))

DIVIDED = Hypothesis("divided by the mean", eq(s[j], mean * g[j]))
MEAN = Hypothesis("mean", eq(mean, total(s[j], j) / K))
SOFTPLUS = Hypothesis("mean > 0", lt(0, mean))
MEAN_ONE = Statement(given=(DIVIDED, MEAN, SOFTPLUS), then=eq(total(g[j], j) / K, 1))

AGAIN = Hypothesis("scaled, divided", eq(lam * s[j], mean2 * g2[j]))
SCALED_MEAN = Hypothesis("mean of the scaled", eq(mean2, total(lam * s[j], j) / K))
SCALED = Hypothesis("scale != 0", ne(lam, 0))
SCALE_FREE = Statement(given=(DIVIDED, MEAN, SOFTPLUS, AGAIN, SCALED_MEAN, SCALED), then=eq(g2[j], g[j]))

RMS = Hypothesis("rms", And(le(0, rho), eq(rho**2, total(x[i] ** 2, i) / K)))
BOUND = Hypothesis("bound", lt(0, c))
MATCHED = Statement(given=(RMS, BOUND), then=lt(total((c * x[j] / (1 + rho)) ** 2, j) / K, c**2))
TWO = {K: 2, s: (1, 3), mean: 2, g: ("1/2", "3/2")}
TWICE = TWO | {lam: 2, mean2: 4, g2: ("1/2", "3/2")}
ONE = {K: 1, s: (1,), mean: 1, g: (1,), lam: 1, mean2: 1, g2: (1,)}

CLAIM = Claim(
    id="kur.no-normalisation",
    title="The state exists without normalisation, but gates and increments are normalised",
    paper="A",
    sources=(Source("L", "no normalisation is needed: phases cannot get too large or too small"),),
    tiers=("exact",),
    as_stated=Stated(
        "imprecise",
        MEAN_ONE.concluding(eq(g[j], s[j])),
        TWO,
        why="true of the state; the layer divides its gates by their mean and bounds its increments",
    ),
    parts=(
        Part(
            "the state exists after any increments",
            STATE,
            Algebra(),
            Scope(kind="all", text="every number L of layers"),
            mutants=(
                Mutant(
                    "a sign lost",
                    STATE.concluding(eq(cos(PHASE) ** 2 - sin(PHASE) ** 2, 1)),
                    {L: 1, a: (Turn(1),), t: Turn(0)},
                ),
            ),
        ),
        Part(
            "gates have mean 1",
            MEAN_ONE,
            Algebra(),
            Scope(kind="all", text="every number k of coordinates"),
            witness=TWO,
            drops={
                "divided by the mean": ONE | {g: (2,)},
                "mean": ONE | {s: (2,), g: (2,)},
                "mean > 0": {K: 1, s: (0,), mean: 0, g: (2,)},
            },
            mutants=(
                Mutant("raw gates", MEAN_ONE.concluding(eq(total(s[j], j) / K, 1)), TWO),
                Mutant("sum 1 instead of mean 1", MEAN_ONE.concluding(eq(total(g[j], j), 1)), TWO),
            ),
        ),
        Part(
            "gates forget their scale",
            SCALE_FREE,
            Cut(((lt(0, K), Positive()),), Algebra()),
            Scope(kind="all", text="every number k of coordinates"),
            witness=TWICE,
            drops={
                "divided by the mean": ONE | {g: (2,)},
                "mean": ONE | {mean: 2, g: ("1/2",)},
                "mean > 0": ONE | {s: (0,), mean: 0, mean2: 0, g2: (2,)},
                "scaled, divided": ONE | {g2: (2,)},
                "mean of the scaled": ONE | {mean2: 2, g2: ("1/2",)},
                "scale != 0": ONE | {lam: 0, mean2: 0, g2: (2,)},
            },
            mutants=(Mutant("raw gates", SCALE_FREE.concluding(eq(lam * s[j], s[j])), TWICE),),
        ),
        Part(
            "norm matching bounds every increment",
            MATCHED,
            Positive(shown=c**2 * (1 + 2 * rho) / (1 + rho) ** 2),
            Scope(kind="all", text="every number k of coordinates"),
            witness={K: 1, x: (3,), rho: 3, c: 1},
            drops={
                "rms": {K: 1, x: (3,), rho: 0, c: 1},
                "bound": {K: 1, x: (3,), rho: 3, c: 0},
            },
            mutants=(
                Mutant(
                    "without the division",
                    MATCHED.concluding(lt(total((c * x[j]) ** 2, j) / K, c**2)),
                    {K: 1, x: (3,), rho: 3, c: 1},
                ),
                Mutant(
                    "a bound 2 % smaller",
                    MATCHED.concluding(lt(total((c * x[j] / (1 + rho)) ** 2, j) / K, (c * 49 / 50) ** 2)),
                    {K: 1, x: (99,), rho: 99, c: 1},
                ),
            ),
        ),
    ),
)
