r"""Rotary rates turn the score, not the token: they are not natural frequencies.

A token that attends only itself has the update sin(theta_t - theta_t) = 0 whatever its rates omega, while a
Kuramoto oscillator of natural frequency omega turns at that speed. In the drifted phases psi_u = theta_u +
omega u the score is the cosine of psi_t - psi_u, without a drift; the update is sum_u A_tu sin(psi_u -
psi_t + omega (t - u)): a Sakaguchi lag -omega (t - u) that differs from pair to pair.
"""

from typing import Any

from sympy import KroneckerDelta, sin

from ..claim import Claim, Hypothesis, Mutant, Part, Scope, Source, Stated, Statement
from ..exact import Algebra, Turn
from ..terms import K, N, eq, family, reals, total
from .layer import beta, c, drift, i, l, omega, score, theta, u, update

EVERY_SIZE = Scope(kind="all", text="every number n of tokens and k of coordinates, all rates")
A, M, psi = family("A"), family("M"), family("psi")
lag = reals("alpha")


def mask(t: Any, s: Any) -> Any:
    """Which tokens a token attends."""
    return M[t, s]


ALONE = Hypothesis("every token attends itself alone", eq(M[i, u], KroneckerDelta(i, u)))
UPDATE = update(i, l, mask=mask, rate=drift)
LONE = Statement(given=(ALONE,), then=eq(UPDATE, 0))
FREQUENCY = Statement(given=(ALONE,), then=eq(UPDATE, omega[l]))
PULL = total(A[i, u] * sin(theta[u, l] - theta[i, l]), u)
PRECESSES = Statement(
    given=(ALONE,), then=eq(omega[l] + total(M[i, u] * sin(theta[u, l] - theta[i, l]), u), omega[l])
)

DRIFTED = Hypothesis("psi is the drifted phase", eq(theta[u, c], psi[u, c] - omega[c] * u))
LAGGED = total(A[i, u] * sin(psi[u, l] - psi[i, l] + omega[l] * (i - u)), u)
LAG = Statement(given=(DRIFTED,), then=eq(PULL, LAGGED))
STILL = Statement(
    given=(DRIFTED,), then=eq(score(i, u, rate=drift), score(i, u, angle=lambda t, x: psi[t, x]))
)

ONE = {N: 1, K: 1, M: ((1,),), theta: ((0,),), beta: 1, omega: (1,)}
TWO = {N: 2, K: 1, A: ((1, 1), (1, 1)), theta: ((0,), (0,)), psi: ((1,), (2,)), omega: (1,), lag: 0, beta: 1}
OTHER = {N: 2, K: 1, M: ((1, 1), (1, 1)), theta: ((Turn(0),), (Turn(1),)), beta: 0, omega: (0,)}

CLAIM = Claim(
    id="kur.rotary-drift",
    title="Rotary rates enter the score alone",
    paper="A",
    sources=(Source("S", "rotary rates act as natural frequencies of the oscillators"),),
    tiers=("exact", "kernel", "sampled"),
    kernel={
        "lone-token": ("kur_lone_token_rests",),
        "oscillator": ("kur_oscillator_precesses",),
        "lag": ("kur_drifted_update",),
    },
    as_stated=Stated("refuted", FREQUENCY, ONE, "a lone token does not move; a frequency would turn it"),
    parts=(
        Part(
            "a lone token stays, whatever the rates",
            LONE,
            Algebra(),
            EVERY_SIZE,
            witness=ONE,
            drops={"every token attends itself alone": OTHER},
            mutants=(Mutant("it turns at the rate", FREQUENCY, ONE),),
        ),
        Part(
            "a lone Kuramoto oscillator turns at its frequency",
            PRECESSES,
            Algebra(),
            EVERY_SIZE,
            witness=ONE,
            drops={"every token attends itself alone": OTHER},
        ),
        Part(
            "in drifted phases the score has no drift",
            STILL,
            Algebra(),
            EVERY_SIZE,
            witness=TWO,
            drops={"psi is the drifted phase": {**TWO, psi: ((0,), (0,))}},
        ),
        Part(
            "and the update has a lag omega (t - u)",
            LAG,
            Algebra(),
            EVERY_SIZE,
            witness=TWO,
            drops={"psi is the drifted phase": {**TWO, psi: ((0,), (0,))}},
            mutants=(
                Mutant(
                    "one lag for all pairs",
                    LAG.concluding(eq(PULL, total(A[i, u] * sin(psi[u, l] - psi[i, l] + lag), u))),
                    TWO,
                ),
                Mutant(
                    "no lag", LAG.concluding(eq(PULL, total(A[i, u] * sin(psi[u, l] - psi[i, l]), u))), TWO
                ),
            ),
        ),
    ),
)
