"""How fast failures become rare: the large-deviation rate of |h| <= eps (osc.degenerate-rate).

h = sum_j w_j x_j with x_j iid uniform on S^{d-1}; the Gram matrix of the x_j has density ~
det(C)^{(d-n-1)/2}, so

    (1/d) ln P(|h| <= eps)  ->  max{ln det C : C a correlation matrix, w^T C w <= eps^2}/2.

The maximiser has C^{-1} = diag(D) + lambda w w^T. With q = D of the heaviest weight w_1 and kappa =
q(1-q)/w_1^2 the unit diagonal reads kappa w_j^2 = D_j (1 - D_j), so everything is a function of q, free of
singularities also at q = 0:

    D_j = (1 + sqrt(1 - 4 kappa w_j^2))/2  (others),   S = sum_others w_j^2/D_j,   g = 1 - (1-q) S/w_1^2,
    w^T C w = (w_1^2 + q S) g,      det C = g/prod_others D_j.

w^T C w grows with q from its infimum to sum w^2 at q = 1, so one bracketed root gives the optimum.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import optimize

from phasebound.analysis import checks
from phasebound.analysis.checks import ArrayLike, FloatArray


@dataclass(frozen=True)
class Optimum:
    """The most likely way to a small |h|: ``rate`` (<= 0, or -inf), ``correlation`` C (n x n) and ``q``."""

    rate: float
    correlation: FloatArray
    q: float


def degenerate_infimum(weights: ArrayLike) -> float:
    """The least possible |h|: max(0, 2 w_max - sum w). Source: osc.positivity, osc.degenerate-rate."""
    w = checks.weights(weights)
    return float(max(0.0, 2.0 * w.max() - w.sum()))


def degenerate_threshold(weights: ArrayLike) -> float:
    """norm(w): at and above this radius failures are not rare in any dimension. Source:
    osc.degenerate-rate.
    """
    return float(np.linalg.norm(checks.weights(weights)))


def _profile(q: float, others: FloatArray, top: float) -> tuple[FloatArray, float, float]:
    """D of the others, S and g at q."""
    # D_j = 1 - (1 - root)/2 with 1 - root = 4 kappa w^2/(1 + root): no cancellation near q = 1
    load = q * (1.0 - q) * (others / top) ** 2
    # load <= 1/4; for weights tied with the heaviest, 1 - 4 load is (1-2q)^2 exactly
    root = np.where(others == top, abs(1.0 - 2.0 * q), np.sqrt(np.maximum(1.0 - 4.0 * load, 0.0)))
    diag = 1.0 - 2.0 * load / (1.0 + root)
    total = float(np.sum(others**2 / diag))
    return diag, total, 1.0 - (1.0 - q) * total / top**2


def optimum(weights: ArrayLike, radius: float) -> Optimum:
    """The maximiser of ln det C under w^T C w <= radius^2; weights all > 0, n >= 2, radius > 0.

    ``rate`` is ln det(C)/2 per dimension; C = I and rate 0 from the threshold norm(w) on, rate -inf (and C
    = I as a placeholder) at or below the infimum.
    """
    w = checks.weights(weights)
    eps = checks.positive(radius, "radius")
    if w.size < 2 or np.any(w == 0):
        raise ValueError("the rate needs at least two weights, all > 0")
    if eps >= np.linalg.norm(w):
        return Optimum(0.0, np.eye(w.size), 1.0)
    if eps <= degenerate_infimum(w):
        return Optimum(-np.inf, np.eye(w.size), -np.inf)
    heavy = int(np.argmax(w))
    top = float(w[heavy])
    others = np.delete(w, heavy)

    def excess(q: float) -> float:
        _, total, g = _profile(q, others, top)
        # negative also where a factor has left its domain, so that the bracket cannot pass the infimum
        first = top**2 + q * total
        return -(eps**2) if g <= 0 or first <= 0 else first * g - eps**2

    low = 0.5
    while excess(low) >= 0.0:
        low = 2.0 * low - 1.0 if low <= 0.0 else low - 0.5
        if low < -1e18:
            raise ArithmeticError(f"no optimum found for radius {eps!r} so close to the infimum")
    q = float(optimize.brentq(excess, low, 1.0, xtol=1e-16, rtol=1e-15, maxiter=500))
    diag, _, g = _profile(q, others, top)
    rate = 0.5 * float(np.log(g) - np.sum(np.log(diag)))
    return Optimum(rate, _correlation(w, heavy, diag, q), q)


def _correlation(w: FloatArray, heavy: int, diag: FloatArray, q: float) -> FloatArray:
    n, top = w.size, w[heavy]
    rest = [j for j in range(n) if j != heavy]
    ratio = w[rest] / diag
    c = np.eye(n)
    block = -q * (1.0 - q) / top**2 * np.outer(ratio, ratio)
    c[np.ix_(rest, rest)] = block
    row = -(1.0 - q) * ratio / top
    c[heavy, rest] = row
    c[rest, heavy] = row
    np.fill_diagonal(c, 1.0)
    return c


def degenerate_rate(weights: ArrayLike, radius: float) -> float:
    """lim (1/d) ln P(|h| <= radius) as d grows: <= 0, -inf where infeasible; zero weights are dropped.

    Raises ValueError for negative or NaN weights or radius <= 0. Source: osc.degenerate-rate.
    """
    w = checks.weights(weights)
    w = w[w > 0]
    eps = checks.positive(radius, "radius")
    if w.size == 1:
        return 0.0 if eps >= w[0] else -np.inf
    return optimum(w, eps).rate


def degenerate_rate_equal(n: int, radius: float) -> float:
    """Closed form for n >= 2 weights 1: [ln(eps^2/n) + (n-1) ln((n - eps^2/n)/(n-1))]/2, 0 from sqrt(n)
    on.
    """
    count = checks.count(n, "n", 2)
    x = checks.positive(radius, "radius") ** 2
    if x >= count:
        return 0.0
    return 0.5 * float(np.log(x / count) + (count - 1) * np.log((count - x / count) / (count - 1)))
