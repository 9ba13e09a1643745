"""Failure at a finite time when the coupling itself is random: E over |h| of the finite-time failure
(osc.design-rule).

P(phi(t) > a) = E[ P(Y > |h| t - ln cot(a/2)) ] with h = sum_j w_j x_j, x_j iid uniform. For d >= 6 by
positive quadrature of the radial chain; below by Stieltjes integration of the exact law of |h|, which is a
sum of positive terms as well.
"""

from __future__ import annotations

import numpy as np

from phasebound.analysis import checks
from phasebound.analysis.checks import ArrayLike, FloatArray
from phasebound.analysis.laws import chain
from phasebound.analysis.laws.caps import log_sech_tail
from phasebound.analysis.laws.degenerate import WithError, degenerate_probability
from phasebound.analysis.laws.rate import degenerate_infimum, optimum

_STIELTJES = 400
_NARROW = 200  # from here on the quadrature looks only where failures happen


def log_mixed_failure(
    d: int,
    weights: ArrayLike,
    time: float,
    angle: float,
    *,
    above: float = 0.0,
    below: float = np.inf,
) -> WithError:
    """ln P(phi(t) > a and above < |h| <= below), with an estimate of the error of the logarithm.

    ``weights`` of iid uniform anchors, uniform start; ``time`` >= 0, ``angle`` in (0, pi/2). The window on
    |h| splits a failure into its modes. For d <= 5 the error is of order 1e-3 (a design figure), above
    usually 1e-8.
    """
    dim = checks.dimension(d)
    w = checks.weights(weights)
    w = np.sort(w[w > 0])[::-1]
    t = float(checks.interval(time, "time", 0.0, np.inf, open_high=True))
    a = float(checks.interval(angle, "angle", 0.0, 0.5 * np.pi, open_low=True, open_high=True))
    shift = float(np.arcsinh(1.0 / np.tan(a)))
    low, high = max(degenerate_infimum(w), above), min(float(w.sum()), below)
    if high < low or (high == low and w.size > 1):
        return WithError(-np.inf, 0.0)

    def log_end(r: FloatArray) -> FloatArray:
        return log_sech_tail(dim, r * t - shift)

    if w.size == 1:
        inside = above < w[0] <= below
        return WithError(float(log_end(w)[0]) if inside else -np.inf, 0.0)
    if dim < chain.MIN_DIMENSION:
        return _stieltjes(dim, w, log_end, low, high)
    fine, error = _quadrature(dim, w, log_end, low, high, 160), np.inf
    for nodes in (280, 560, 1120):
        coarse, fine = fine, _quadrature(dim, w, log_end, low, high, nodes)
        error = 4.0 * abs(fine - coarse) + 1e-13
        if error < 1e-7:
            break
    return WithError(fine, error)


def _quadrature(d: int, w: FloatArray, log_end: chain.Terminal, low: float, high: float, nodes: int) -> float:
    # log_end bends where |h| t passes ln cot(a/2), smoothly at scale 1/t: no break is needed
    if d < _NARROW:
        return chain.log_chain_expectation(d, w, log_end, low=low, high=high, nodes=nodes)
    path = _likely_path(d, w, log_end, low, high)
    spread = 16.0 * float(np.linalg.norm(w)) / np.sqrt(d)
    return chain.log_chain_expectation(
        d, w, log_end, low=low, high=high, nodes=nodes, path=path, spread=spread
    )


def _likely_path(d: int, w: FloatArray, log_end: chain.Terminal, low: float, high: float) -> FloatArray:
    """Radii r_1..r_n along which a failure most likely happens: the best end radius, then the
    optimal matrix.
    """
    typical = float(np.linalg.norm(w))
    floor = degenerate_infimum(w)
    radii = np.linspace(low, min(high, max(typical, low)), 161)[1:]

    def rate(r: float) -> float:
        if r >= typical:
            return 0.0
        return optimum(w, r).rate if r > floor else -np.inf

    rates = np.array([rate(float(r)) for r in radii])
    best = float(radii[int(np.argmax(d * rates + log_end(radii)))])
    gram = optimum(w, best).correlation * np.outer(w, w) if best > floor else np.diag(w * w)
    return np.array([np.sqrt(max(float(gram[:k, :k].sum()), 0.0)) for k in range(1, w.size + 1)])


def _stieltjes(d: int, w: FloatArray, log_end: chain.Terminal, low: float, high: float) -> WithError:
    """sum over cells of f(mid) (F(right) - F(left)), twice, with the difference as error."""
    edges = low + (high - low) * np.linspace(0.0, 1.0, _STIELTJES + 1) ** 1.5  # finer where failures live
    floor = max(float(edges[1]) * 1e-3, 1e-12)
    cdf = np.array([degenerate_probability(d, w, max(float(r), floor)) if r > 0 else 0.0 for r in edges])

    def total(step: int) -> float:
        e, c = edges[::step], cdf[::step]
        f = np.exp(log_end(np.concatenate([e, 0.5 * (e[1:] + e[:-1])])))
        ends, mid = f[: e.size], f[e.size :]
        return float(np.sum(np.diff(c) * (ends[1:] + 4.0 * mid + ends[:-1]) / 6.0))

    fine, coarse = total(1), total(2)
    if fine <= 0.0:
        return WithError(-np.inf, 0.0)
    return WithError(float(np.log(fine)), abs(fine - coarse) / fine + 1e-6)
