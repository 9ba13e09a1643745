"""Independent oracles: ball arithmetic (python-flint) and mpmath, sharing no code with the laws under
test.
"""

from __future__ import annotations

from collections.abc import Sequence

import mpmath
import numpy as np
import numpy.typing as npt
from flint import arb, ctx


def log_cap_ball(d: int, angle: float, bits: int = 400) -> float:
    """ln(I_{sin^2 a}((d-1)/2, 1/2)/2), the midpoint of a ball whose radius is asserted to be negligible."""
    old = ctx.prec
    ctx.prec = bits
    try:
        sine2 = arb(angle).sin() ** 2
        ball = (sine2.beta_lower(arb(d - 1) / 2, arb(1) / 2, regularized=True) / 2).log()
        assert float(ball.rad()) < 1e-18 * max(1.0, abs(float(ball.mid())))
        return float(ball.mid())
    finally:
        ctx.prec = old


def log_finite_time_ball(d: int, norm: float, time: float, angle: float, bits: int = 400) -> float:
    """ln P(phi(t) > a) from angles alone: the cap that flows into the failure set, one minus a cap above
    pi/2.
    """
    old = ctx.prec
    ctx.prec = bits
    try:
        # phi(t) > a iff tan(phi0/2) > tan(a/2) e^{|h| t}; delta = pi - phi0 < 2 atan(cot(a/2) e^{-|h| t})
        ratio = (arb(angle) / 2).tan() * (arb(norm) * arb(time)).exp()
        half = arb(1) / 2
        sine2 = (2 * ratio / (1 + ratio**2)) ** 2
        cap = sine2.beta_lower(arb(d - 1) / 2, half, regularized=True) / 2
        value = cap if bool(ratio >= 1) else 1 - cap
        return float(value.log().mid())
    finally:
        ctx.prec = old


def kluyver_mpmath(d: int, weights: Sequence[float], radius: float, stop: float, digits: int = 40) -> float:
    """Kluyver's integral in the ledger's form by mpmath, truncated at ``stop``: for weights whose
    integrand decays fast.
    """
    with mpmath.workdps(digits):
        nu = mpmath.mpf(d) / 2
        eps = mpmath.mpf(radius)

        def omega(s: mpmath.mpf) -> mpmath.mpf:
            return mpmath.hyp0f1(nu, -s * s / 4)

        def integrand(s: mpmath.mpf) -> mpmath.mpf:
            if s == 0:
                return mpmath.mpf(0)
            return (
                s ** (nu - 1)
                * mpmath.besselj(nu, eps * s)
                * mpmath.fprod(omega(mpmath.mpf(w) * s) for w in weights)
            )

        integral = mpmath.quad(integrand, mpmath.linspace(0, stop, int(stop) + 1))
        return float(eps**nu * 2 ** (1 - nu) / mpmath.gamma(nu) * integral)


def best_log_det(weights: npt.NDArray[np.float64], radius: float, seed: int) -> float:
    """The best ln det(C)/2 found by a random search over correlation matrices with w^T C w <= radius^2."""
    rng = np.random.default_rng(seed)
    n = weights.size
    best = -np.inf
    step = 0.5
    vectors = rng.standard_normal((n, n))
    current = -np.inf

    def score(v: npt.NDArray[np.float64]) -> float:
        unit = v / np.linalg.norm(v, axis=1, keepdims=True)
        c = unit @ unit.T
        sign, value = np.linalg.slogdet(c)
        excess = weights @ c @ weights - radius**2
        return float(0.5 * value - 50.0 * max(0.0, excess)) if sign > 0 else -np.inf

    for k in range(20000):
        trial = vectors + step * rng.standard_normal((n, n))
        value = score(trial)
        if value > current:
            vectors, current = trial, value
        if k % 1000 == 999:
            step *= 0.6
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    c = unit @ unit.T
    if weights @ c @ weights <= radius**2 + 1e-3:
        best = current
    return float(best)
