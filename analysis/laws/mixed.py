"""Failure at a finite time when the coupling itself is random: E over |h| of the finite-time failure
(osc.design-rule).

P(phi(t) > a) = E[ P(Y > |h| t - ln cot(a/2)) ] with h = sum_j w_j x_j, x_j iid uniform. For d >= 6 the law
of |h| comes from the radial chain by positive quadrature (forwards, once for all times; narrowed to the
likely failures when d is large); below by increments of the exact distribution function, which are positive
as well.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from scipy.special import logsumexp

from phasebound.analysis import checks
from phasebound.analysis.checks import ArrayLike, FloatArray
from phasebound.analysis.laws import chain
from phasebound.analysis.laws.caps import gauss_legendre, log_sech_tail
from phasebound.analysis.laws.degenerate import WithError, degenerate_probability
from phasebound.analysis.laws.rate import degenerate_infimum, optimum

_CELLS = 240
_NARROW = 2000  # from here on the quadrature looks only where failures happen
_NODES = (120, 200, 400, 800, 1600)


def log_mixed_failure(
    d: int,
    weights: ArrayLike,
    time: float,
    angle: float,
    *,
    above: float = 0.0,
    below: float = np.inf,
    accuracy: float = 1e-7,
) -> WithError:
    """ln P(phi(t) > a and above < |h| <= below), with an estimate of the error of the logarithm.

    ``weights`` of iid uniform anchors, uniform start; ``time`` >= 0, ``angle`` in (0, pi/2). The window on
    |h| splits a failure into its modes. For d <= 5 the error is of order 1e-4 (a design figure), above
    usually 1e-8.
    """
    dim = checks.dimension(d)
    w = checks.weights(weights)
    w = np.sort(w[w > 0])[::-1]
    t = float(checks.interval(time, "time", 0.0, np.inf, open_high=True))
    a = float(checks.interval(angle, "angle", 0.0, 0.5 * np.pi, open_low=True, open_high=True))
    shift = float(np.arcsinh(1.0 / np.tan(a)))
    low, high = max(degenerate_infimum(w), above), min(float(w.sum()), below)

    def log_end(r: FloatArray) -> FloatArray:
        return log_sech_tail(dim, r * t - shift)

    if w.size == 1:
        inside = above < w[0] <= below
        return WithError(float(log_end(w)[0]) if inside else -np.inf, 0.0)
    if high <= low:
        return WithError(-np.inf, 0.0)
    if dim < chain.MIN_DIMENSION:
        return _by_increments(dim, w, log_end, low, high)
    fine, error = -np.inf, np.inf
    for nodes in _NODES:
        coarse = fine
        if dim < _NARROW:
            r, log_p = norm_law(dim, tuple(w), nodes, low, high)
            fine = float(logsumexp(log_p + log_end(r)))
        else:
            fine = _narrow(dim, w, log_end, low, high, nodes)
        if fine == -np.inf and coarse == -np.inf and nodes > _NODES[1]:
            return WithError(-np.inf, 0.0)
        error = 4.0 * abs(fine - coarse) + 1e-13 if np.isfinite(coarse) else np.inf
        if error < accuracy:
            break
    return WithError(min(fine, 0.0), error)


@lru_cache(maxsize=256)
def norm_law(
    d: int, weights: tuple[float, ...], nodes: int, low: float, high: float
) -> tuple[FloatArray, FloatArray]:
    """Quadrature of the law of |h| on [low, high]: radii and ln of (density x weight), d >= 6,
    weights falling.
    """
    w = np.asarray(weights)
    r, log_p = w[:1], np.zeros(1)
    base, base_weights = gauss_legendre(nodes)
    for k in range(1, w.size):
        head = w[: k + 1]
        lo, hi = max(0.0, 2.0 * float(head[0]) - float(head.sum())), float(head.sum())
        if k == w.size - 1:
            lo, hi = max(lo, low), min(hi, high)
        rho = 0.5 * (lo + hi) + 0.5 * (hi - lo) * base
        kernel = chain.log_kernel(d, rho, r, float(w[k]))  # (r, rho)
        with np.errstate(divide="ignore"):
            log_p = logsumexp(kernel + log_p[:, None], axis=0) + np.log(0.5 * (hi - lo) * base_weights)
        r = rho
    return r, log_p


def _narrow(d: int, w: FloatArray, log_end: chain.Terminal, low: float, high: float, nodes: int) -> float:
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


@lru_cache(maxsize=64)
def _distribution(d: int, weights: tuple[float, ...]) -> tuple[FloatArray, FloatArray]:
    """Edges of cells on the range of |h|, finer where |h| is small, and P(|h| <= edge)."""
    w = np.asarray(weights)
    low, high = degenerate_infimum(w), float(w.sum())
    edges = low + (high - low) * np.linspace(0.0, 1.0, _CELLS + 1) ** 1.5
    return edges, np.array([degenerate_probability(d, w, float(r)) if r > 0 else 0.0 for r in edges])


def _by_increments(d: int, w: FloatArray, log_end: chain.Terminal, low: float, high: float) -> WithError:
    """sum over cells of Simpson's mean of f times the increment of P(|h| <= r), with cells halved
    as error.
    """
    edges, cdf = _distribution(d, tuple(w))
    inside = (edges > low) & (edges < high)
    ends = np.array([degenerate_probability(d, w, r) if r > 0 else 0.0 for r in (low, high)])
    edges = np.concatenate([[low], edges[inside], [high]])
    cdf = np.concatenate([ends[:1], cdf[inside], ends[1:]])

    def total(step: int) -> float:
        keep = np.unique(np.concatenate([np.arange(0, edges.size, step), [edges.size - 1]]))
        e, c = edges[keep], cdf[keep]
        f = np.exp(log_end(np.concatenate([e, 0.5 * (e[1:] + e[:-1])])))
        at, mid = f[: e.size], f[e.size :]
        return float(np.sum(np.diff(c) * (at[1:] + 4.0 * mid + at[:-1]) / 6.0))

    fine, coarse = total(1), total(2)
    if fine <= 0.0:
        return WithError(-np.inf, 0.0)
    return WithError(float(np.log(fine)), abs(fine - coarse) / fine + 1e-6)
