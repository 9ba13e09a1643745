r"""Without gates and drift the update is a gradient although the weights move with the phases.

With scores s_u = beta sum_c cos(theta_tc - theta_uc) the softmax is the derivative of log-sum-exp, and the
derivative of s_u by theta_tc is beta sin(theta_uc - theta_tc). So d/dtheta_tc log sum_u exp(s_u) = beta
times the update; token t may attend itself (its own term does not move). Token-independent gates g_c
multiply the right side by g_c: a gradient in the metric diag(g). With a drift the score turns by omega_c (t
- u) and the update does not. Let token i attend itself and token a, with shares S_i and S_a, and let
their phases agree in coordinate m and stand at a quarter turn in coordinate l. There the mixed derivatives of
the update of i in these two coordinates differ by beta S_a S_i/(S_a + S_i)^2 sin(omega_m (i - a)). Mixed
derivatives that differ exclude a potential by Schwarz's theorem (cited).
"""

from typing import Any

from sympy import And, Expr, KroneckerDelta, cos, exp, log, sin

from ..claim import Claim, Hypothesis, Mutant, Part, Scope, Source, Stated, Statement
from ..exact import Algebra, Positive, Turn
from ..exact.steps import Cut
from ..terms import K, N, Rate, coordinates, eq, family, implies, indices, lt, ne, reals, total
from .layer import beta, drift, i, l, omega, pull, score, share, theta, u, update

EVERY_SIZE = Scope(kind="all", text="every number n of tokens and k of coordinates")
g, gk = family("g"), family("h")


def slope(**form: Any) -> Expr:
    """The derivative of log sum_u exp(s_u) by the receiver's own phase in coordinate l."""
    return Rate(log(total(exp(score(i, u, **form)), u)), (theta[i, l], 1))


def gate(_: Any, coordinate: Any) -> Any:
    """A gate that does not depend on the token."""
    return g[coordinate]


PLAIN = Statement(then=eq(slope(), beta * update(i, l)))
GATED = Statement(then=eq(slope(key=gate), beta * g[l] * update(i, l, key=gate)))
DRIFTED = Statement(then=eq(slope(rate=drift), beta * update(i, l, rate=drift)))

D = reals("D")
DIVIDED = Statement(
    given=(Hypothesis("beta != 0", ne(beta, 0)), Hypothesis("D is the slope of V", eq(beta * D, slope()))),
    then=eq(D, update(i, l)),
)

a, m = indices("a"), coordinates("m")


def pair(_: Any, other: Any) -> Expr:
    """The mask of token i, which attends itself and token a."""
    return KroneckerDelta(other, i) + KroneckerDelta(other, a)


OWN, OTHER = share(i, i, rate=drift), share(i, a, rate=drift)
X_L, X_M = theta[a, l] - theta[i, l], theta[a, m] - theta[i, m]


def of_two(coordinate: Any) -> Expr:
    """The update of token i, which attends itself and token a."""
    return OTHER * pull(i, a, coordinate) / (OWN + OTHER)


ATTENDED = Statement(then=eq(update(i, l, mask=pair, rate=drift), of_two(l)))
CURL = Rate(of_two(l), (theta[i, m], 1)) - Rate(of_two(m), (theta[i, l], 1))
TWO_TOKENS, TWO_COORDINATES, TURNING = ne(a, i), ne(l, m), ne(sin(omega[m] * (i - a)), 0)
QUARTER, AGREEING = And(eq(cos(X_L), 0), eq(sin(X_L), 1)), And(eq(cos(X_M), 1), eq(sin(X_M), 0))


def curled(*premises: Any) -> Statement:
    """The mixed derivatives differ under some premises."""
    return Statement(given=(Hypothesis("beta != 0", ne(beta, 0)),), then=implies(And(*premises), ne(CURL, 0)))


PREMISES = (TWO_TOKENS, TWO_COORDINATES, TURNING, QUARTER, AGREEING)
NO_POTENTIAL = curled(*PREMISES)
PLACE = {
    N: 2,
    K: 2,
    beta: 1,
    omega: (0, Turn(1)),
    theta: ((Turn(0), Turn(0)), (Turn(1), Turn(0))),
}

CLAIM = Claim(
    id="kur.lse-potential",
    title="Log-sum-exp is a potential of the update; a drift leaves none",
    paper="A",
    sources=(Source("S", "selection and synchronisation come from one coherence"),),
    tiers=("exact", "kernel", "sampled"),
    kernel={
        "gradient": ("kur_lse_gradient",),
        "self-attention": ("kur_lse_gradient_self",),
        "fixed-gates": ("kur_lse_fixed_gates",),
        "drift-no-potential": ("kur_drift_no_potential",),
        "rates-matter": ("kur_drift_half_turn",),
    },
    as_stated=Stated(
        "imprecise",
        DRIFTED,
        {N: 2, K: 1, beta: 1, theta: ((Turn(0),), (Turn(1),)), omega: (Turn(1),)},
        "true without drift and token-dependent gates; with drift the log-sum-exp has another slope",
    ),
    remark="Lags of half turns in every coordinate are left out: if all are equal, two tokens keep a potential.",
    parts=(
        Part(
            "beta times the update is the slope of log sum exp",
            PLAIN,
            Algebra(),
            EVERY_SIZE,
            mutants=(
                Mutant(
                    "beta lost",
                    PLAIN.concluding(eq(slope(), update(i, l))),
                    {N: 2, K: 1, beta: 2, theta: ((Turn(0),), (Turn(1),))},
                ),
                Mutant(
                    "a constant 2 % too large",
                    PLAIN.concluding(eq(slope(), beta * update(i, l) * 51 / 50)),
                    {N: 2, K: 1, beta: 2, theta: ((Turn(0),), (Turn(1),))},
                ),
            ),
        ),
        Part(
            "the update is the slope of V = (1/beta) log sum exp",
            DIVIDED,
            Algebra(),
            EVERY_SIZE,
            witness={N: 1, K: 1, beta: 1, D: 0, theta: ((Turn(0),),)},
            drops={
                "beta != 0": {N: 1, K: 1, beta: 0, D: 1, theta: ((Turn(0),),)},
                "D is the slope of V": {N: 1, K: 1, beta: 1, D: 1, theta: ((Turn(0),),)},
            },
        ),
        Part(
            "fixed gates: slope in the metric diag(g)",
            GATED,
            Algebra(),
            EVERY_SIZE,
            mutants=(
                Mutant(
                    "in the plain metric",
                    GATED.concluding(eq(slope(key=gate), beta * update(i, l, key=gate))),
                    {N: 2, K: 1, beta: 1, theta: ((Turn(0),), (Turn(1),)), g: (2,)},
                ),
                Mutant(
                    "gates of the attended token",
                    GATED.concluding(
                        eq(
                            slope(key=lambda s, x: gk[s, x]),
                            beta * gk[i, l] * update(i, l, key=lambda s, x: gk[s, x]),
                        )
                    ),
                    {N: 2, K: 1, beta: 1, theta: ((Turn(0),), (Turn(1),)), gk: ((1,), (2,))},
                ),
            ),
        ),
        Part(
            "with drift: token i attends itself and token a",
            ATTENDED,
            Algebra(),
            EVERY_SIZE,
            mutants=(
                Mutant(
                    "itself twice",
                    ATTENDED.concluding(eq(ATTENDED.then.lhs, OTHER * pull(i, a, l) / (2 * OWN + OTHER))),
                    PLACE,
                ),
            ),
        ),
        Part(
            "with drift no potential: the mixed derivatives differ",
            NO_POTENTIAL,
            Cut(((lt(0, OWN), Positive()), (lt(0, OTHER), Positive())), Algebra()),
            Scope(kind="all", text="every n, every k >= 2, any two tokens and coordinates, all other rates"),
            witness=PLACE,
            drops={"beta != 0": {**PLACE, beta: 0}},
            mutants=(
                Mutant(
                    "no drift",
                    curled(TWO_TOKENS, TWO_COORDINATES, QUARTER, AGREEING),
                    {**PLACE, omega: (0, 0)},
                ),
            ),
            given=("schwarz",),
        ),
    ),
)
