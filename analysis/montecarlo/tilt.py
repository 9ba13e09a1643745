"""The tilted radial chain: where to aim each cosine so that a rare end becomes the rule
(osc.rare-event-efficiency).

The chain r_{k+1}^2 = r_k^2 + w^2 + 2 r_k w c, c of density ~ (1-c^2)^{(d-3)/2}, ends in a value f(r) that
is tiny almost everywhere. Backwards from the end, dynamic programming finds for every radius the cosine
that maximises

    L_k(r) = max_c  (d-3)/2 ln(1-c^2) + L_{k+1}(sqrt(r^2 + w^2 + 2 r w c)),      L_end = ln f,

and its curvature. The sampler then draws c from the Beta law with this mode and curvature: to leading order
in 1/d the zero-variance change of measure, so the relative error is bounded in d. For f the indicator of a
small radius the path is that of the optimal correlation matrix of ``laws.optimum``; here any f and any
weights will do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.interpolate import CubicSpline

from phasebound.analysis.checks import FloatArray
from phasebound.analysis.laws.chain import supports

LogValue = Callable[[FloatArray], FloatArray]
_GRID = 160
_COSINES = 801
_WIDEN = 0.9  # fraction of the curvature used: slightly wide proposals keep the weights bounded
_FLOOR = 1e-9


@dataclass(frozen=True)
class Stage:
    """Proposal of one cosine as a function of the radius before it: exponents of b^alpha (1-b)^beta, b =
    (1+c)/2.
    """

    radius: FloatArray  # (grid,) increasing
    alpha: FloatArray  # (grid,)
    beta: FloatArray  # (grid,)
    weight: float

    def exponents(self, r: FloatArray) -> tuple[FloatArray, FloatArray]:
        """(alpha, beta) at the radii r, interpolated."""
        return np.interp(r, self.radius, self.alpha), np.interp(r, self.radius, self.beta)


def build(d: int, weights: FloatArray, log_end: LogValue, low: float, high: float) -> list[Stage]:
    """Stages for the cosines of weights[1:], starting from r_1 = weights[0].

    ``log_end``: ln f of the last radius, -inf allowed; f vanishes outside [low, high].
    """
    stages: list[Stage] = []
    bounds = supports(weights, low, high)
    lo, hi = bounds[-1]
    grid = _nodes(lo, hi)
    values = log_end(grid)
    for k in range(weights.size - 1, 0, -1):
        w = float(weights[k])
        good = np.isfinite(values)
        if good.sum() < 4:
            return []
        spline = CubicSpline(grid[good], values[good])
        edge = (float(grid[good][0]), float(grid[good][-1]))
        start = weights[:1] if k == 1 else _nodes(*bounds[k - 1])
        c, best, curvature = _maximise(d, start, w, spline, edge)
        # mode and curvature of b^alpha (1-b)^beta: alpha + beta = curvature (1-c^2)
        total = np.maximum(_WIDEN * curvature * (1.0 - c * c), 0.5 * (d - 3.0))
        stages.append(Stage(start, total * 0.5 * (1.0 + c), total * 0.5 * (1.0 - c), w))
        grid, values = start, best
    return stages[::-1]


def _nodes(lo: float, hi: float) -> FloatArray:
    """Chebyshev-spaced radii inside (lo, hi): dense at the edges, where ln f may fall to -inf."""
    x = np.cos(np.pi * (np.arange(_GRID) + 0.5) / _GRID)[::-1]
    result: FloatArray = np.maximum(0.5 * (lo + hi) + 0.5 * (hi - lo) * x, _FLOOR * max(hi, 1.0))
    return np.unique(result)


def _maximise(
    d: int, r: FloatArray, w: float, spline: CubicSpline, edge: tuple[float, float]
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """For each radius r: the best cosine, the value there and minus its second derivative in c."""
    # cosines that lead into the interval where the next value is finite
    c_low = np.maximum((edge[0] ** 2 - r * r - w * w) / (2.0 * r * w), -1.0 + 1e-12)
    c_high = np.minimum((edge[1] ** 2 - r * r - w * w) / (2.0 * r * w), 1.0 - 1e-12)
    usable = c_high > c_low
    c_low, c_high = np.where(usable, c_low, -0.5), np.where(usable, c_high, 0.5)
    x = 0.5 - 0.5 * np.cos(np.linspace(0.0, np.pi, _COSINES))
    c = c_low[:, None] + (c_high - c_low)[:, None] * x  # (r, cosines)

    def objective(c: FloatArray) -> FloatArray:
        rr = r[:, None]
        rho = np.sqrt(np.maximum(rr * rr + w * w + 2.0 * rr * w * c, 0.0))
        value = 0.5 * (d - 3.0) * np.log1p(-c * c) + spline(np.clip(rho, *edge))
        return np.asarray(value, dtype=np.float64)

    for _ in range(2):  # refine once around the best grid point
        index = np.argmax(objective(c), axis=1)
        left = np.take_along_axis(c, np.maximum(index - 1, 0)[:, None], axis=1)
        right = np.take_along_axis(c, np.minimum(index + 1, c.shape[1] - 1)[:, None], axis=1)
        c = left + (right - left) * np.linspace(0.0, 1.0, 41)
    fine = objective(c)
    index = np.argmax(fine, axis=1)
    best_c = np.take_along_axis(c, index[:, None], axis=1)[:, 0]
    value = np.take_along_axis(fine, index[:, None], axis=1)[:, 0]
    rho = np.sqrt(np.maximum(r * r + w * w + 2.0 * r * w * best_c, 1e-300))
    slope = r * w / rho
    first, second = spline(rho, 1), spline(rho, 2)
    curvature = (d - 3.0) * (1.0 + best_c**2) / (1.0 - best_c**2) ** 2
    curvature = curvature - (second * slope**2 - first * slope**2 / rho)
    value = np.where(usable, value, -np.inf)
    return best_c, value, np.maximum(curvature, 0.0)
