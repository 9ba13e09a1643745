r"""Phase shifts (gates held) and permutations (no mask, no drift) commute with the layer; gates break shifts.

Scores and pulls see phases by differences alone: adding alpha_c to every token's phase changes neither the
numerator nor the denominator of the update. A sum over tokens does not know their order: if token sigma(u)
comes to place u, the update at place i is that of token sigma(i), gates moving along with their tokens.

Gates are functions of the phases, and break the first symmetry for k >= 2. Take raw gates softplus(w cos
theta_1) in coordinate 1 and softplus(0) = log 2 in the others, divided by their mean; all query gates 1.
Token t attends itself and a token whose phase agrees with its own in coordinate 1 and is a quarter turn
ahead in the others. The scores are beta k and beta g, g = k p/(p + (k - 1) log 2); the update in coordinate
2 is the weight e^{beta g}/(e^{beta g} + e^{beta k}). Where the common phase in coordinate 1 is 0, p =
softplus(w); a shift by pi makes it softplus(-w), smaller by w, and the weight falls.
"""

from typing import Any

from sympy import And, Expr, KroneckerDelta, exp, log, sinh

from ..claim import Claim, Hypothesis, Mutant, Part, Scope, Source, Stated, Statement
from ..exact import Algebra, Positive, Turn
from ..exact.lemmas import ByExp, Lemma, With
from ..exact.steps import Cut
from ..terms import K, N, coordinates, eq, family, implies, indices, lt, ne, permutation, reals, size, total
from .layer import beta, c, drift, i, l, omega, phase, pull, share, theta, u, update

EVERY_SIZE = Scope(kind="all", text="every number n of tokens and k of coordinates")
gq, gk, M, phi, alpha = family("gq"), family("gk"), family("M"), family("phi"), family("alpha")
sigma = permutation("sigma")


def entry(values: Any, place: Any = lambda t: t) -> Any:
    """What a family gives to the token at a place, in a coordinate."""
    return lambda t, coordinate: values[place(t), coordinate]


def parts(angle: Any) -> tuple[Expr, Expr]:
    """Numerator and denominator of the update of token i, gates held."""
    weight = share(i, u, angle, lambda t, s: M[t, s], query=entry(gq), key=entry(gk), rate=drift)
    return total(weight * pull(i, u, l, angle), u), total(weight, u)


SHIFTED = Hypothesis("every phase shifted", eq(phi[u, c], theta[u, c] + alpha[c]))
(TOP, BOTTOM), (NEW_TOP, NEW_BOTTOM) = parts(phase), parts(entry(phi))
SHIFT = Statement(given=(SHIFTED,), then=And(eq(NEW_TOP, TOP), eq(NEW_BOTTOM, BOTTOM)))


def shuffled(**form: Any) -> Expr:
    """The update at place i after the permutation."""
    moved = {name: entry(x, lambda t: sigma[t]) for name, x in (("angle", theta), ("query", gq), ("key", gk))}
    return update(i, l, **{**moved, **form})


GATES = {"query": entry(gq), "key": entry(gk)}
PERMUTED = Statement(then=eq(shuffled(), update(sigma[i], l, **GATES)))

m = size("m")
w, p, p1, q, g, g1 = reals("w p p_1 q g g_1")
WEIGHT, WEIGHT1 = (exp(beta * x) / (exp(beta * x) + exp(beta * (m + 1))) for x in (g, g1))
BROKEN = Statement(
    given=(Hypothesis("beta > 0", lt(0, beta)), Hypothesis("w > 0", lt(0, w))),
    then=lt(WEIGHT1, WEIGHT),
    where=(
        (p, log(1 + exp(w))),
        (p1, log(1 + exp(-w))),
        (q, m * log(2)),
        (g, (m + 1) * p / (p + q)),
        (g1, (m + 1) * p1 / (p1 + q)),
    ),
)
a, o = indices("a"), coordinates("o")


def pair(_: Any, other: Any) -> Expr:
    """The mask of token i, which attends itself and token a."""
    return KroneckerDelta(other, i) + KroneckerDelta(other, a)


OWN, OTHER = (share(i, s, key=entry(gk)) for s in (i, a))
ATTENDED = Statement(
    then=implies(eq(pull(i, a, l), 1), eq(update(i, l, mask=pair, key=entry(gk)), OTHER / (OTHER + OWN)))
)
"""In a coordinate in which token a is a quarter turn ahead the update is the weight of a."""
ONLY = KroneckerDelta(c, o)
SOFTPLUS = p * ONLY + log(2) * (1 - ONLY)
GATE = K * SOFTPLUS / total(SOFTPLUS, c)
"""The key gates: p in coordinate o and log 2 in the others, over their mean."""
SCORES = Statement(
    then=implies(
        ne(p + (K - 1) * log(2), 0),
        And(eq(total(GATE, c), K), eq(total(GATE * ONLY, c), K * p / (p + (K - 1) * log(2)))),
    )
)
"""Where all cosines are 1, and where they are 1 in coordinate o and 0 in the others."""
x, y = reals("x y")
EXP_GROWS = Lemma(
    Statement(given=(Hypothesis("x < y", lt(x, y)),), then=lt(exp(x), exp(y))),
    Positive(shown=2 * exp((x + y) / 2) * sinh((y - x) / 2)),
    at={x: BROKEN.unfold(beta * g1), y: BROKEN.unfold(beta * g)},
)
SELF = exp(beta * (m + 1))
RISE = SELF * (exp(beta * g) - exp(beta * g1)) / ((exp(beta * g) + SELF) * (exp(beta * g1) + SELF))
BREAKS = Cut(
    (
        (eq(p - p1, w), ByExp()),
        (lt(g1, g), Positive(shown=(m + 1) * q * (p - p1), times=(p + q) * (p1 + q))),
        (lt(beta * g1, beta * g), Positive(shown=beta * (g - g1))),
    ),
    With((EXP_GROWS,), Positive(shown=RISE)),
)

SMALL = {
    N: 2,
    K: 1,
    beta: 1,
    theta: ((Turn(0),), (Turn(1),)),
    sigma: (2, 1),
    gq: ((1,), (1,)),
    gk: ((1,), (1,)),
}

CLAIM = Claim(
    id="kur.equivariance",
    title="Phase shifts and permutations commute with the layer; gates break phase shifts",
    paper="A",
    sources=(Source("-", "which symmetries the layer has"),),
    tiers=("exact", "sampled"),
    as_stated=Stated("proved"),
    parts=(
        Part(
            "phase shifts, gates held, any mask and drift",
            SHIFT,
            Algebra(),
            EVERY_SIZE,
            witness={N: 1, K: 1, theta: ((0,),), phi: ((1,),), alpha: (1,)},
            drops={
                "every phase shifted": {
                    N: 2,
                    K: 1,
                    beta: 0,
                    M: ((1, 1), (1, 1)),
                    omega: (0,),
                    alpha: (0,),
                    gq: ((1,), (1,)),
                    gk: ((1,), (1,)),
                    theta: ((Turn(0),), (Turn(1),)),
                    phi: ((Turn(0),), (Turn(0),)),
                }
            },
        ),
        Part(
            "permutations, without mask and drift",
            PERMUTED,
            Algebra(),
            EVERY_SIZE,
            mutants=(
                Mutant(
                    "with a causal mask",
                    PERMUTED.concluding(
                        eq(
                            shuffled(mask=lambda t, s: M[t, s]),
                            update(sigma[i], l, mask=lambda t, s: M[t, s], **GATES),
                        )
                    ),
                    {**SMALL, M: ((1, 0), (1, 1))},
                ),
                Mutant(
                    "with drift",
                    PERMUTED.concluding(eq(shuffled(rate=drift), update(sigma[i], l, rate=drift, **GATES))),
                    {**SMALL, omega: (1,)},
                ),
                Mutant(
                    "gates left behind",
                    PERMUTED.concluding(eq(shuffled(key=entry(gk)), update(sigma[i], l, **GATES))),
                    {**SMALL, gk: ((1,), (2,))},
                ),
            ),
        ),
        Part(
            "two tokens: the update is the weight of the other",
            ATTENDED,
            Algebra(),
            EVERY_SIZE,
            mutants=(
                Mutant(
                    "at any phases",
                    ATTENDED.concluding(ATTENDED.then.args[1]),
                    {**SMALL, theta: ((Turn(0),), (Turn(0),))},
                ),
            ),
        ),
        Part(
            "softplus gates over their mean: the scores k and k p/(p + (k - 1) log 2)",
            SCORES,
            Algebra(),
            EVERY_SIZE,
        ),
        Part(
            "gates break phase shifts",
            BROKEN,
            BREAKS,
            Scope(kind="all", text="two tokens, k = m + 1 coordinates for every m >= 1"),
            witness={beta: 1, w: 1, m: 1},
            drops={
                "beta > 0": {beta: -1, w: 1, m: 1},
                "w > 0": {beta: 1, w: -1, m: 1},
            },
        ),
    ),
)
