"""P(|h| <= eps) for iid uniform anchors in low dimensions: Kluyver's integral (osc.degenerate-exact).

    P = 2 (eps/2)^d/(Gamma(nu) Gamma(nu+1)) int_0^inf s^{d-1} Lambda(eps s) prod_j Omega(w_j s) ds,    nu =
    d/2, Omega(x) = 0F1(; nu; -x^2/4),   Lambda(x) = 0F1(; nu+1; -x^2/4),

which is the ledger's form with the power of eps taken out, so small radii lose nothing. The integral
converges slowly (like s^{-1.5} at worst) and oscillates with incommensurate frequencies, so from a point S
on every Bessel function is split into its two Hankel functions and each of the 2^n products is integrated
along S + i[0, inf) or S - i[0, inf), where it decays; up to S composite Gauss-Legendre. Roundoff is
relative to the integral of the modulus: the probability must not be too small, that is, d not too large (see
``laws.degenerate`` for the positive method used there).
"""

from __future__ import annotations

import itertools

import numpy as np
from scipy import special

from phasebound.analysis.checks import FloatArray
from phasebound.analysis.laws.caps import gauss_legendre

_MAX_SPLIT = 11  # factors split into Hankel functions: 2^11 products
_EPS = 2.0**-52


def reduced_bessel(order: float, x: FloatArray) -> FloatArray:
    """0F1(; order; -x^2/4) = Gamma(order) (2/x)^{order-1} J_{order-1}(x) for x >= 0, order > 0; 1 at x =
    0.
    """
    small = x < 1.0
    y = np.where(small, x, 0.0) ** 2 / -4.0
    series = np.ones_like(x)
    term = np.ones_like(x)
    for k in range(1, 14):
        term = term * y / (k * (order + k - 1.0))
        series = series + term
    z = np.where(small, 1.0, x)
    bessel = special.jv(order - 1.0, z) * np.exp(special.gammaln(order) + (order - 1.0) * np.log(2.0 / z))
    result: FloatArray = np.where(small, series, bessel)
    return result


def kluyver(d: int, weights: FloatArray, radius: float) -> tuple[float, float]:
    """(P, absolute error estimate) for n >= 2 weights > 0 and 0 < radius < sum w; trusted callers only."""
    nu = 0.5 * d
    n = weights.size
    constant = np.log(2.0) + d * np.log(0.5 * radius) - special.gammaln(nu) - special.gammaln(nu + 1.0)
    split = n + 1 <= _MAX_SPLIT
    # Hankel functions are tame once their argument passes the order
    knee = max(nu, 4.0) / float(weights.min())
    decay = n * (nu - 0.5) - nu + 1.5
    cutoff = knee if split else max(knee, 2.0 * 10 ** (14.0 / (decay - 1.0)) / float(weights.max()))
    period = np.pi / (radius + float(weights.sum()))
    cutoff = min(cutoff, 4e4 * period)
    panels = int(np.ceil(cutoff / (2.0 * period))) + 1

    def integrand(s: FloatArray) -> FloatArray:
        value = s ** (d - 1) * reduced_bessel(nu + 1.0, radius * s)
        for w in weights:
            value = value * reduced_bessel(nu, w * s)
        return value

    parts = []
    for order in (20, 28):
        nodes, quad_weights = gauss_legendre(order)
        edges = np.linspace(0.0, cutoff, panels + 1)
        s = 0.5 * (edges[:-1, None] + edges[1:, None]) + 0.5 * np.diff(edges)[:, None] * nodes
        scale = 0.5 * np.diff(edges)[:, None] * quad_weights
        values = integrand(s) * scale
        parts.append((float(values.sum()), float(np.abs(values).sum())))
    tail, tail_error = (
        _tail(d, weights, radius, cutoff) if split else (0.0, _tail_bound(d, weights, radius, cutoff))
    )
    total = parts[1][0] + tail
    error = abs(parts[1][0] - parts[0][0]) + 64.0 * _EPS * parts[1][1] + tail_error
    factor = float(np.exp(constant))
    return float(np.clip(total * factor, 0.0, 1.0)), error * factor


def _tail_bound(d: int, weights: FloatArray, radius: float, start: float) -> float:
    nu = 0.5 * d
    s = np.array([start])

    def envelope(order: float, x: FloatArray) -> FloatArray:
        log_value = special.gammaln(order) + (order - 1) * np.log(2 / x) + 0.5 * np.log(2 / (np.pi * x))
        result: FloatArray = np.exp(log_value)
        return result

    value = s ** (d - 1) * np.minimum(envelope(nu + 1.0, radius * s), 1.0)
    for w in weights:
        value = value * np.minimum(envelope(nu, w * s), 1.0)
    decay = weights.size * (nu - 0.5) - (d - 1.0)
    return float(2.0 * value[0] * start / max(decay - 1.0, 0.25))


def _tail(d: int, weights: FloatArray, radius: float, start: float) -> tuple[float, float]:
    """The integral from ``start`` to infinity by rotated contours: (value, error estimate)."""
    results = [_tail_once(d, weights, radius, start, h) for h in (1 / 14, 1 / 20)]
    return results[1][0], abs(results[1][0] - results[0][0]) + 64.0 * _EPS * results[1][1]


def _tail_once(d: int, weights: FloatArray, radius: float, start: float, step: float) -> tuple[float, float]:
    nu = 0.5 * d
    # exp-sinh rule on [0, inf): exact enough for exponential and for algebraic decay alike
    x = np.arange(-4.0, 3.95, step)
    y = start * np.exp(0.5 * np.pi * np.sinh(x))
    dy = step * y * 0.5 * np.pi * np.cosh(x)
    z = start + 1j * y  # the upper ray; the lower ray is its conjugate
    # all powers of z at once, which overflow one by one: s^{d-1} prod Gamma(nu) (2/(w s))^{nu-1}
    # Gamma(nu+1) (2/(eps s))^nu
    log_power = (d - 1) * np.log(z) + special.gammaln(nu + 1.0) + nu * np.log(2.0 / (radius * z))
    for w in weights:
        log_power = log_power + special.gammaln(nu) + (nu - 1.0) * np.log(2.0 / (w * z))
    power = np.exp(log_power)
    # on the upper ray, J = (H1 + H2)/2 with H1 ~ e^{+i w z} (decays), H2 ~ e^{-i w z} (grows), both scaled
    first = [0.5 * special.hankel1e(nu - 1.0, w * z) for w in weights]
    second = [0.5 * special.hankel2e(nu - 1.0, w * z) for w in weights]
    wide1, wide2 = 0.5 * special.hankel1e(nu, radius * z), 0.5 * special.hankel2e(nu, radius * z)
    whole = special.jve(nu, radius * z)  # unsplit, scaled by e^{-radius |Im z|}
    total, modulus = 0.0, 0.0
    for signs in itertools.product((1, -1), repeat=weights.size - 1):
        # the first sign is +; the pattern with all signs reversed is the conjugate and counts through 2 Re
        pattern = (1, *signs)
        omega = float(np.dot(pattern, weights))
        product = power
        for j, sign in enumerate(pattern):
            product = product * (first[j] if sign > 0 else second[j])
        conjugate = power
        for j, sign in enumerate(pattern):
            conjugate = conjugate * (second[j] if sign > 0 else first[j])
        if abs(omega) > 1.5 * radius:
            # rotate towards the side on which e^{i omega z} decays, the last factor whole
            base = product if omega > 0 else conjugate
            exponent = np.exp(1j * abs(omega) * z + radius * y)
            terms = [base * whole * exponent]
        else:
            terms = []
            for edge, here, there in ((radius, wide1, wide2), (-radius, wide2, wide1)):
                frequency = omega + edge
                base, last = (product, here) if frequency >= 0 else (conjugate, there)
                terms.append(base * last * np.exp(1j * abs(frequency) * z))
        for term in terms:
            # int over the ray = i int term dy; the pattern and its conjugate together give 2 Re
            value = 1j * term * dy
            value = np.where(np.isfinite(value), value, 0.0)
            total += 2.0 * float(value.sum().real)
            modulus += 2.0 * float(np.abs(value).sum())
    return total, modulus
