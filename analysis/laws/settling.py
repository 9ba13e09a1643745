"""Settling: the exact time, its law for a uniform start, and failure at a finite time.

On S^{d-1} the flow z' = h - (z.h) z turns artanh(z.e) into artanh(z0.e) + |h| t (osc.explicit-flow), so the
signed time to angle ``a`` is (ln cot(a/2) - Y)/|h| with Y = artanh(z0.e) of density sech^{d-1}: its mean and
median are ln cot(a/2)/|h| = T* in every dimension, and only its spread falls with d.
"""

from __future__ import annotations

import numpy as np
from scipy import integrate, optimize, special

from phasebound.analysis import checks
from phasebound.analysis.checks import ArrayLike, FloatArray
from phasebound.analysis.laws.caps import log_sech_tail


def _log_cot_half(angle: ArrayLike, name: str = "angle") -> FloatArray:
    """ln cot(a/2) = arsinh(cot a) for 0 < a < pi."""
    a = checks.interval(angle, name, 0.0, np.pi, open_low=True, open_high=True)
    result: FloatArray = np.arcsinh(np.cos(a) / np.sin(a))
    return result


def _norm(coupling_norm: ArrayLike, *, zero: bool = False) -> FloatArray:
    return checks.interval(coupling_norm, "coupling_norm", 0.0, np.inf, open_low=not zero, open_high=True)


def settling_time(angle0: ArrayLike, angle: ArrayLike, coupling_norm: ArrayLike) -> FloatArray:
    """Time ln(tan(phi0/2)/tan(a/2))/|h| from angle phi0 to angle a; negative if phi0 < a (the past).

    ``angle0``, ``angle`` in (0, pi), ``coupling_norm`` |h| > 0 in 1/time; broadcasts. Source:
    osc.settling-time.
    """
    result: FloatArray = (_log_cot_half(angle) - _log_cot_half(angle0, "angle0")) / _norm(coupling_norm)
    return result[()]


def critical_time(coupling_norm: ArrayLike, angle: ArrayLike) -> FloatArray:
    """T* = ln cot(a/2)/|h|: half of all starts are within angle a at T*, in every dimension. ``angle`` in
    (0, pi/2).
    """
    checks.interval(angle, "angle", 0.0, 0.5 * np.pi, open_low=True, open_high=True)
    result: FloatArray = _log_cot_half(angle) / _norm(coupling_norm)
    return result[()]


def log_finite_time_failure(
    d: ArrayLike, coupling_norm: ArrayLike, time: ArrayLike, angle: ArrayLike
) -> FloatArray:
    """ln P(phi(t) > a) for a uniform start, independent of h: ln P(Y > s), s = |h| t - ln cot(a/2).

    ``d`` >= 2, ``coupling_norm`` >= 0, ``time`` >= 0 (may be inf), ``angle`` in (0, pi); broadcasts.
    Exactly 1/2 at T*; below T* it rises with d. Source: osc.finite-time-failure.
    """
    h = _norm(coupling_norm, zero=True)
    t = checks.interval(time, "time", 0.0, np.inf)
    with np.errstate(invalid="ignore"):
        reach = np.where((h == 0.0) | (t == 0.0), 0.0, h * t)
    return log_sech_tail(d, reach - _log_cot_half(angle))


def finite_time_failure(
    d: ArrayLike, coupling_norm: ArrayLike, time: ArrayLike, angle: ArrayLike
) -> FloatArray:
    """P(phi(t) > a) for a uniform start; arguments as :func:`log_finite_time_failure`."""
    result: FloatArray = np.exp(log_finite_time_failure(d, coupling_norm, time, angle))
    return result


def settling_time_cdf(
    d: ArrayLike, coupling_norm: ArrayLike, time: ArrayLike, angle: ArrayLike
) -> FloatArray:
    """P(signed settling time <= t) = P(Y > -s) with s = |h| t - ln cot(a/2); ``time`` any real. Source:
    osc.settling-time.
    """
    t = checks.interval(time, "time", -np.inf, np.inf)
    result: FloatArray = np.exp(log_sech_tail(d, _log_cot_half(angle) - _norm(coupling_norm) * t))
    return result


def settling_time_quantile(d: int, coupling_norm: float, level: float, angle: float) -> float:
    """The time t with P(signed settling time <= t) = level, 0 < level < 1; T* at level 1/2, negative if
    most start inside.

    Solved in the log of the smaller tail, so levels such as 1 - 1e-12 keep their accuracy.
    """
    dim = checks.dimension(d)
    q = float(checks.interval(level, "level", 0.0, 1.0, open_low=True, open_high=True))
    log_small = np.log(min(q, 1.0 - q))
    s = sech_tail_inverse(dim, float(log_small))
    sign = 1.0 if q > 0.5 else -1.0
    return float((_log_cot_half(angle) + sign * s) / _norm(coupling_norm))


def sech_tail_inverse(d: int, log_probability: float) -> float:
    """s >= 0 with ln P(Y > s) = log_probability <= ln(1/2)."""
    dim = checks.dimension(d)
    target = float(checks.interval(log_probability, "log_probability", -np.inf, 0.0, open_low=True))
    if target >= -np.log(2.0):
        return 0.0
    high = 1.0
    while float(log_sech_tail(dim, high)) > target:
        high *= 2.0
    root = optimize.brentq(lambda s: float(log_sech_tail(dim, s)) - target, 0.0, high, xtol=1e-15, rtol=1e-14)
    return float(root)


def settling_time_mean(coupling_norm: ArrayLike, angle: ArrayLike) -> FloatArray:
    """Mean of the signed settling time: T* = ln cot(a/2)/|h| in every dimension. Source:
    osc.rate-vs-dimension.
    """
    result: FloatArray = _log_cot_half(angle) / _norm(coupling_norm)
    return result[()]


def settling_time_std(d: ArrayLike, coupling_norm: ArrayLike) -> FloatArray:
    """Standard deviation sqrt(psi_1((d-1)/2)/2)/|h| of the signed settling time. Source:
    osc.rate-vs-dimension.
    """
    m = checks.dimensions(d) - 1.0
    result: FloatArray = np.sqrt(0.5 * special.polygamma(1, 0.5 * m)) / _norm(coupling_norm)
    return result[()]


def settling_time_mean_positive(d: int, coupling_norm: float, angle: float) -> float:
    """E max(0, settling time) = int_0^inf P(phi(t) > a) dt; falls with d towards T*. Source:
    osc.rate-vs-dimension.
    """
    dim = checks.dimension(d)
    h = float(_norm(coupling_norm))
    shift = float(_log_cot_half(angle))
    # in units of 1/|h|: int_{-shift}^inf P(Y > s) ds = max(shift, 0) + int_{|shift|}^inf P(Y > s) ds
    tail, _ = integrate.quad(
        lambda s: float(np.exp(log_sech_tail(dim, s))),
        abs(shift),
        np.inf,
        epsabs=0.0,
        epsrel=1e-11,
        limit=200,
    )
    return (max(shift, 0.0) + float(tail)) / h
