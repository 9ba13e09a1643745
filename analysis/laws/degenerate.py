"""How often the coupling nearly vanishes: P(|h| <= eps) for h = sum_j w_j x_j (osc.degenerate-bound,
-exact).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import special

from phasebound.analysis import checks
from phasebound.analysis.checks import ArrayLike, FloatArray
from phasebound.analysis.laws import chain, kluyver
from phasebound.analysis.laws.caps import gauss_legendre, log_cap_probability
from phasebound.analysis.laws.rate import degenerate_infimum, optimum

_KLUYVER_MAX = 16  # up to here the integral is tried first; above, cancellation costs too many digits
_MELLIN_MAX = 24  # and the moments come from the characteristic function


class WithError(NamedTuple):
    """A value and an estimate of its absolute error (of its logarithm where the name says log)."""

    value: float
    error: float


class Moments(NamedTuple):
    """Moments of |h|: E|h|^2, Var|h|^2, E|h|, E 1/|h| (inf where it diverges)."""

    mean_square: float
    variance_square: float
    mean: float
    mean_inverse: float


def log_degenerate_bound(d: ArrayLike, weights: ArrayLike, radius: ArrayLike) -> FloatArray:
    """ln of :func:`degenerate_bound`."""
    dims = checks.dimensions(d)
    top = float(checks.weights(weights).max())
    eps = checks.interval(radius, "radius", 0.0, np.inf, open_low=True, open_high=True)
    bound = (dims - 1.0) * np.log(eps / top) - np.log(2.0)
    result: FloatArray = np.where(eps < top, bound, 0.0)
    return result[()]


def degenerate_bound(d: ArrayLike, weights: ArrayLike, radius: ArrayLike) -> FloatArray:
    """P(|h| <= eps) <= (eps/w_j)^{d-1}/2 with j the heaviest weight; 1 where eps >= w_max (no bound).

    Anchor j is uniform and independent of the others and of all weights; the others are arbitrary.
    ``d`` and ``radius`` broadcast, ``weights`` is one vector. Source: osc.degenerate-bound.
    """
    result: FloatArray = np.exp(log_degenerate_bound(d, weights, radius))
    return result


def log_degenerate_supremum(d: ArrayLike, weights: ArrayLike, radius: ArrayLike) -> FloatArray:
    """ln of the sharp supremum of P(|h| <= eps) over the other anchors: the cap measure at
    arcsin(eps/w_max).
    """
    top = float(checks.weights(weights).max())
    eps = checks.interval(radius, "radius", 0.0, np.inf, open_low=True, open_high=True)
    value = log_cap_probability(d, np.arcsin(np.minimum(eps / top, 1.0)))
    result: FloatArray = np.where(eps < top, value, 0.0)
    return result[()]


def log_degenerate_probability_with_error(d: int, weights: ArrayLike, radius: float) -> WithError:
    """ln P(|h| <= radius), x_j iid uniform on S^{d-1}, with an estimate of the absolute error of the
    logarithm.

    Exact for one or two weights; Kluyver's integral for d <= 16 unless it cancels; otherwise positive
    quadrature of the radial chain (the two are compared in the tests). Zero weights are dropped. Source:
    osc.degenerate-exact.
    """
    dim = checks.dimension(d)
    w = checks.weights(weights)
    w = np.sort(w[w > 0])[::-1]
    eps = checks.positive(radius, "radius")
    if w.size == 1:
        return WithError(0.0 if eps >= w[0] else -np.inf, 0.0)
    if eps >= w.sum():
        return WithError(0.0, 0.0)
    if eps <= degenerate_infimum(w):  # at the infimum itself: one point of the sphere, measure zero
        return WithError(-np.inf, 0.0)
    if w.size == 2:
        value = float(chain.log_cosine_tail(dim, w[:1], float(w[1]), eps)[0])
        return WithError(value, 1e-13 * max(1.0, abs(value)))
    if dim > _KLUYVER_MAX:
        return _by_chain(dim, w, eps)
    p, error = kluyver.kluyver(dim, w, eps)
    integral = WithError(float(np.log(p)), error / p) if p > 0.0 else WithError(-np.inf, np.inf)
    if integral.error < 1e-10 or dim < chain.MIN_DIMENSION:
        return integral
    return min(integral, _by_chain(dim, w, eps), key=lambda result: result.error)


def _by_chain(d: int, w: FloatArray, eps: float) -> WithError:
    best = optimum(w, eps)
    # |partial sums| along the most likely path: sqrt of the leading blocks of w^T C w
    gram = best.correlation * np.outer(w, w)
    path = np.array([np.sqrt(max(float(gram[:k, :k].sum()), 0.0)) for k in range(1, w.size)])
    scale = float(np.linalg.norm(w)) / np.sqrt(d)
    low, high = chain.supports(w, 0.0, eps)[w.size - 2]

    def evaluate(nodes: int, spread: float) -> float:
        return chain.log_chain_expectation(
            d,
            w[:-1],
            lambda r: chain.log_cosine_tail(d, r, float(w[-1]), eps),
            low=low,
            high=high,
            nodes=nodes,
            path=path,
            spread=spread,
        )

    fine, error = evaluate(140, 11.0 * scale), np.inf
    for nodes in (220, 400, 800, 1600):
        coarse, fine = fine, evaluate(nodes, 14.0 * scale)
        error = 4.0 * abs(fine - coarse) + 1e-14 * max(1.0, abs(fine))
        if error < 1e-8 + 1e-13 * abs(fine):
            break
    return WithError(min(fine, 0.0), error)


def log_degenerate_probability(d: int, weights: ArrayLike, radius: float) -> float:
    """ln P(|h| <= radius); see :func:`log_degenerate_probability_with_error`."""
    return log_degenerate_probability_with_error(d, weights, radius).value


def degenerate_probability_with_error(d: int, weights: ArrayLike, radius: float) -> WithError:
    """P(|h| <= radius) and an estimate of its absolute error."""
    log_value, log_error = log_degenerate_probability_with_error(d, weights, radius)
    value = float(np.exp(log_value))
    return WithError(value, value * log_error if value > 0 else 0.0)


def degenerate_probability(d: int, weights: ArrayLike, radius: float) -> float:
    """P(|h| <= radius) for h = sum_j w_j x_j, x_j iid uniform on S^{d-1}.

    ``weights`` (n,) >= 0, not all zero; ``radius`` > 0. Underflows to 0 where the logarithm is below -745.
    Source: osc.degenerate-exact.
    """
    return degenerate_probability_with_error(d, weights, radius).value


def coupling_moments(d: int, weights: ArrayLike) -> Moments:
    """Moments of |h| for iid uniform anchors: E|h|^2 = sum w^2, Var|h|^2 = 4 sum_{i<j} w_i^2 w_j^2/d, E|h|,
    E 1/|h|.

    The last two by Mellin transforms of phi(s) = prod Omega(w_j s), regularised by a Gaussian of the same
    second moment, whose moments are known: E|h|^p - E|g|^p = int s^{-p-1} (phi - phi_g) ds / M(-p); by the
    radial chain for d > 24. Source: osc.rate-vs-dimension.
    """
    dim = checks.dimension(d)
    w = checks.weights(weights)
    w = w[w > 0]
    square = float(np.sum(w**2))
    variance = 4.0 * float(square**2 - np.sum(w**4)) / 2.0 / dim
    if w.size == 1:
        return Moments(square, 0.0, float(w[0]), float(1.0 / w[0]))
    if w.size == 2:
        return Moments(square, variance, _pair_moment(dim, w, 1), _pair_moment(dim, w, -1))
    if dim > _MELLIN_MAX:
        path = np.sqrt(np.cumsum(np.sort(w)[::-1] ** 2))

        def moment(power: float) -> float:
            return float(
                np.exp(
                    chain.log_chain_expectation(
                        dim,
                        np.sort(w)[::-1],
                        lambda r: power * np.log(r),
                        low=degenerate_infimum(w),
                        high=float(w.sum()),
                        nodes=220,
                        path=path,
                        spread=14.0 * float(path[-1]) / np.sqrt(dim),
                    )
                )
            )

        return Moments(square, variance, moment(1.0), moment(-1.0))
    nu = 0.5 * dim

    def mellin(alpha: float) -> float:  # int s^{alpha-1} Omega(s) ds
        return float(
            2 ** (alpha - 1)
            * np.exp(special.gammaln(nu) - special.gammaln(nu - alpha / 2))
            * special.gamma(alpha / 2)
        )

    def gaussian(p: float) -> float:  # E|g|^p, g of covariance square/d
        scale = np.sqrt(2.0 * square / dim) ** p
        return float(scale * np.exp(special.gammaln(nu + p / 2) - special.gammaln(nu)))

    s, ds = _mellin_nodes(dim, w)
    phi = np.ones_like(s)
    for wj in w:
        phi = phi * kluyver.reduced_bessel(nu, wj * s)
    difference = phi - np.exp(-square * s**2 / (2.0 * dim))
    mean = gaussian(1.0) + float(np.sum(difference / s**2 * ds)) / mellin(-1.0)
    inverse = gaussian(-1.0) + float(np.sum(difference * ds)) / mellin(1.0)
    return Moments(square, variance, mean, inverse)


def _mellin_nodes(d: int, w: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Composite Gauss-Legendre on (0, S]; S where phi is negligible (n >= 3, so phi falls like s^{-3/2} or
    faster).
    """
    nodes, weights = gauss_legendre(16)
    period = np.pi / float(w.sum())
    decay = w.size * 0.5 * (d - 1.0)
    knee = max(0.5 * d, 4.0) / float(np.sort(w)[-min(w.size, 3)])
    stop = min(knee * 10 ** (13.0 / decay), 6e4 * period) if decay > 1.5 else 6e4 * period
    stop = max(stop, 16.0 * np.sqrt(d / float(np.sum(w**2))))
    panels = int(np.ceil(stop / (3.0 * period))) + 8
    edges = np.linspace(0.0, stop, panels + 1)
    s = (0.5 * (edges[:-1, None] + edges[1:, None]) + 0.5 * np.diff(edges)[:, None] * nodes).ravel()
    return s, (0.5 * np.diff(edges)[:, None] * weights).ravel()


def _pair_moment(d: int, w: FloatArray, power: int) -> float:
    """E|h|^power for two weights: one integral over the cosine c = cos(theta)."""
    equal = bool(w[0] == w[1])
    if equal and power == -1 and d == 2:
        return np.inf
    if equal:  # |h| = 2 w |cos(theta/2)|, theta of density ~ sin^{d-2}
        # E cos^p(theta/2) = B((d-1)/2 + p/2, (d-1)/2)/B((d-1)/2, (d-1)/2)
        a = 0.5 * (d - 1.0)
        ratio = special.betaln(a + 0.5 * power, a) - special.betaln(a, a)
        return float((2.0 * w[0]) ** power * np.exp(ratio))
    # E (A + B c)^{p/2} by Gauss-Gegenbauer, nearly singular only if the weights nearly agree
    x, weight = special.roots_jacobi(400, 0.5 * (d - 3.0), 0.5 * (d - 3.0)) if d < 300 else _gaussian_nodes(d)
    radius = np.sqrt(np.maximum(w[0] ** 2 + w[1] ** 2 + 2.0 * w[0] * w[1] * x, (w[0] - w[1]) ** 2))
    return float(np.sum(weight * radius**power) / np.sum(weight))


def _gaussian_nodes(d: int) -> tuple[FloatArray, FloatArray]:
    x, weight = gauss_legendre(400)
    half = min(1.0, 12.0 / np.sqrt(d))
    x = half * x
    return x, weight * np.exp(0.5 * (d - 3.0) * np.log1p(-(x**2)))
