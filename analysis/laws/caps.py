"""The measure of a spherical cap, for every dimension and in the log domain (osc.cap-measure,
osc.cap-bounds).

A uniform point x of S^{d-1} has x.e = tanh(Y) where Y has density sech^{d-1}(y)/B((d-1)/2, 1/2). All laws
of this package about one uniform start are tails of Y, so one function, :func:`log_sech_tail`, computes
them all:

    P(Y > s) = sech^{d-1}(s)/B((d-1)/2, 1/2) * int_0^inf (cosh u + tanh(s) sinh u)^{1-d} du      for s >= 0.

The integrand is positive, falls from 1 and is log-concave, so Gauss-Legendre on the interval where it
exceeds e^-40 is accurate to rounding and nothing cancels: neither the Gamma functions (which overflow from
d = 344) nor the tail.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from phasebound.analysis import checks
from phasebound.analysis.checks import ArrayLike, FloatArray


@lru_cache(maxsize=32)
def gauss_legendre(nodes: int) -> tuple[FloatArray, FloatArray]:
    """Nodes and weights on [-1, 1], read-only; kept, because 1,600 of them cost half a second."""
    x, w = np.polynomial.legendre.leggauss(nodes)
    x.flags.writeable = w.flags.writeable = False
    return x, w


_DROP = 40.0  # the integrand is cut where it has fallen by e^-40
_NODES, _WEIGHTS = gauss_legendre(48)
_NODES, _WEIGHTS = 0.5 * (_NODES + 1.0), 0.5 * _WEIGHTS
_BLOCK = 2048


class CapBounds(NamedTuple):
    """Bounds lower <= P <= upper of a cap measure."""

    lower: FloatArray
    upper: FloatArray


def log_gamma_ratio(a: ArrayLike) -> FloatArray:
    """ln(Gamma(a + 1/2)/Gamma(a)) for a > 0 without cancellation.

    Stirling's difference 1/2 ln a - 1/(8a) + 1/(192a^3) - 1/(640a^5) + 17/(14336a^7) - 31/(18432a^9) +
    691/(180224a^11), after raising a above 16 by Gamma(a+1) = a Gamma(a). Shape of ``a``. (DLMF 5.11.)
    """
    x = np.array(checks.interval(a, "a", 0.0, np.inf, open_low=True), dtype=np.float64)
    shift = np.zeros_like(x)
    for _ in range(16):
        low = x < 16.0
        shift = np.where(low, shift + np.log1p(0.5 / x), shift)  # ln((x + 1/2)/x)
        x = np.where(low, x + 1.0, x)
    y = 1.0 / x
    z = y * y
    series = y * (
        -1 / 8 + z * (1 / 192 + z * (-1 / 640 + z * (17 / 14336 + z * (-31 / 18432 + z * (691 / 180224)))))
    )
    result: FloatArray = 0.5 * np.log(x) + series - shift
    return result


def log_beta_half(a: ArrayLike) -> FloatArray:
    """ln B(a, 1/2) = ln(sqrt(pi) Gamma(a)/Gamma(a + 1/2)) for a > 0. Shape of ``a``."""
    result: FloatArray = 0.5 * np.log(np.pi) - log_gamma_ratio(a)
    return result


def log_cosh(s: ArrayLike) -> FloatArray:
    """ln cosh s, accurate near 0 and without overflow. Shape of ``s``."""
    x = np.abs(np.asarray(s, dtype=np.float64))
    small = np.log1p(2.0 * np.sinh(0.5 * np.minimum(x, 1.0)) ** 2)
    large = x + np.log1p(np.exp(-2.0 * x)) - np.log(2.0)
    result: FloatArray = np.where(x < 1.0, small, large)
    return result


def log_sech_tail(d: ArrayLike, s: ArrayLike) -> FloatArray:
    """ln P(Y > s) where Y has density proportional to sech^{d-1} and s is any real number or +-inf.

    Equivalently ln P(x.e > tanh s) for x uniform on S^{d-1}. Broadcasts; raises ValueError for d < 2 or NaN.
    Source: osc.finite-time-failure; agreement with ball arithmetic in tests/analysis/test_laws_caps.py.
    """
    dims, level = np.broadcast_arrays(checks.dimensions(d), checks.interval(s, "s", -np.inf, np.inf))
    flat_d, flat_s = dims.ravel(), np.abs(level.ravel())
    out = np.empty(flat_s.shape)
    for start in range(0, flat_s.size, _BLOCK):
        part = slice(start, start + _BLOCK)
        out[part] = _log_tail_block(flat_d[part], flat_s[part])
    out = out.reshape(level.shape)
    # the other side of the hemisphere: P(Y > -s) = 1 - P(Y > s)
    with np.errstate(divide="ignore"):
        result: FloatArray = np.where(level < 0, np.log1p(-np.exp(out)), out)
    return result[()]


def _log_tail_block(d: FloatArray, s: FloatArray) -> FloatArray:
    m = d - 1.0
    finite = np.isfinite(s)
    s = np.where(finite, s, 1.0)
    t = np.tanh(s)
    edge = np.exp(_DROP / m)
    # cosh u + t sinh u = edge, solved for exp(u)
    sech2 = np.exp(-2.0 * log_cosh(s))
    length = np.log((edge + np.sqrt(edge * edge - sech2)) / (1.0 + t))
    half = np.sinh(length[:, None] * (0.5 * _NODES))  # sinh(u/2), (block, nodes)
    # ln(cosh u + t sinh u) with cosh u - 1 = 2 half^2 and sinh u = 2 half cosh(u/2): all terms positive
    rise = np.log1p(2.0 * half * (half + t[:, None] * np.sqrt(1.0 + half * half)))
    integral = length * (np.exp(-m[:, None] * rise) @ _WEIGHTS)
    value = -m * log_cosh(s) - log_beta_half(0.5 * m) + np.log(integral)
    log_arc = np.where(s < 20.0, np.log(np.arctan(np.exp(-np.minimum(s, 20.0)))), -s)  # atan x = x to 1e-17
    value = np.where(d == 3.0, -2.0 * s - np.log1p(np.exp(-2.0 * s)), value)  # 1/(1 + e^{2s})
    value = np.where(d == 2.0, np.log(2.0 / np.pi) + log_arc, value)
    result: FloatArray = np.where(finite, np.minimum(value, -np.log(2.0)), -np.inf)
    return result


def log_cap_probability(d: ArrayLike, angle: ArrayLike) -> FloatArray:
    """ln P(delta < a), delta the angle between a fixed direction and a uniform point of S^{d-1}.

    P = I_{sin^2 a}((d-1)/2, 1/2)/2 for a <= pi/2 and 1 - P(pi - a) above. ``d`` integers >= 2, ``angle`` in
    [0, pi] (radians); broadcasts; -inf at angle 0. Source: osc.cap-measure.
    """
    a = checks.interval(angle, "angle", 0.0, np.pi)
    with np.errstate(divide="ignore"):
        s = np.arcsinh(np.cos(a) / np.sin(a))  # artanh cos a, accurate at both ends
    s = np.where(a == 0.0, np.inf, s)
    s = np.where(a >= np.pi, -np.inf, s)
    return log_sech_tail(d, s)


def cap_probability(d: ArrayLike, angle: ArrayLike) -> FloatArray:
    """P(delta < a) = I_{sin^2 a}((d-1)/2, 1/2)/2; arguments as :func:`log_cap_probability`. Source:
    osc.cap-measure.
    """
    result: FloatArray = np.exp(log_cap_probability(d, angle))
    return result


def log_cap_bounds(d: ArrayLike, angle: ArrayLike) -> CapBounds:
    """Logarithms of :func:`cap_bounds`."""
    dims = checks.dimensions(d)
    a = checks.interval(angle, "angle", 0.0, 0.5 * np.pi, open_low=True)
    sine = np.sin(a)
    # ln sin a near a right angle from the cosine
    log_sine = np.where(a > 0.25 * np.pi, 0.5 * np.log1p(-(np.cos(a) ** 2)), np.log(sine))
    power = (dims - 1.0) * log_sine
    lower = power - np.where(dims == 2.0, np.log(np.pi), 0.5 * np.log(2.0 * np.pi * dims))
    return CapBounds(lower, power - np.log(2.0))


def cap_bounds(d: ArrayLike, angle: ArrayLike) -> CapBounds:
    """Bounds lower <= P(delta < a) <= upper with upper = sin^{d-1}(a)/2 (1/2 is sharp).

    lower = sin^{d-1}(a)/sqrt(2 pi d) for d >= 3 and sin(a)/pi for d = 2: the better of the two bounds of
    the ledger. ``angle`` in (0, pi/2]. Source: osc.cap-bounds.
    """
    bounds = log_cap_bounds(d, angle)
    return CapBounds(np.exp(bounds.lower), np.exp(bounds.upper))
