r"""Without gates and drift the update is a gradient although the weights move with the phases.

With scores s_u = beta sum_c cos(theta_tc - theta_uc) the softmax is the derivative of log-sum-exp, and the
derivative of s_u by theta_tc is beta sin(theta_uc - theta_tc). So d/dtheta_tc log sum_u exp(s_u) = beta
times the update; token t may attend itself (its own term does not move). Token-independent gates g_c
multiply the right side by g_c: a gradient in the metric diag(g). With a drift the score turns by omega_c (t
- u) and the update does not: the mixed derivatives of the second token's update differ, so it has no
potential. There A is the weight of the first token, a share E of E + B, with E = exp(beta (cos(t_1 - s_1 +
omega_1) + cos(t_2 - s_2 + omega_2) + r)) and B > 0 that of the second token itself; r and B stand for any
further coordinates.
"""

from typing import Any

from sympy import And, Expr, cos, exp, log, sin

from ..claim import EVERYTHING, Claim, Hypothesis, Mutant, Part, Scope, Source, Stated, Statement
from ..exact import Algebra, Positive, Turn
from ..terms import K, N, Rate, eq, family, lt, ne, reals, total
from .layer import beta, drift, i, l, omega, score, theta, u, update

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

t1, t2, s1, s2, p, q, r, b = reals("t_1 t_2 s_1 s_2 omega_1 omega_2 r b")
E = exp(beta * (cos(t1 - s1 + p) + cos(t2 - s2 + q) + r))
B = exp(beta * b)
CURL = Rate(E / (E + B) * sin(s1 - t1), (t2, 1)) - Rate(E / (E + B) * sin(s2 - t2), (t1, 1))
NO_POTENTIAL = Statement(
    given=(
        Hypothesis("beta != 0", ne(beta, 0)),
        Hypothesis("a drift, not by half turns", ne(sin(p), 0)),
        Hypothesis("the phases agree in one coordinate", And(eq(sin(s1 - t1), 0), eq(cos(s1 - t1), 1))),
        Hypothesis("and stand at a quarter turn in another", And(eq(cos(s2 - t2), 0), eq(sin(s2 - t2), 1))),
    ),
    then=lt(0, beta * sin(p) * CURL),
)
PLACE = {beta: 1, p: Turn(1), q: Turn(0), s1: Turn(0), t1: Turn(0), s2: Turn(1), t2: Turn(0), r: 0, b: 2}

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
    remark="A drift by half turns in every coordinate is left out: for two tokens it leaves a potential.",
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
                Mutant(
                    "with drift",
                    DRIFTED,
                    {N: 2, K: 1, beta: 1, theta: ((Turn(0),), (Turn(1),)), omega: (Turn(1),)},
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
            "with drift no potential",
            NO_POTENTIAL,
            Positive(shown=beta**2 * sin(p) ** 2 * E * B / (E + B) ** 2),
            EVERYTHING,
            witness=PLACE,
            drops={
                "beta != 0": {**PLACE, beta: 0},
                "a drift, not by half turns": {**PLACE, p: Turn(0)},
                "the phases agree in one coordinate": {**PLACE, s1: Turn("oo")},
                "and stand at a quarter turn in another": {**PLACE, s2: Turn(-1)},
            },
            mutants=(
                Mutant(
                    "a gap that does not shrink with E B",
                    NO_POTENTIAL.concluding(lt(beta**2 * sin(p) ** 2 / 4, beta * sin(p) * CURL)),
                    PLACE,
                ),
            ),
        ),
    ),
)
