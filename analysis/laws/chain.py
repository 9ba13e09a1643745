"""Expectations over the radial chain by positive quadrature, in the log domain, for d >= 6 and as large as
10^6.

|w_1 x_1 + ... + w_k x_k| = r_k is a Markov chain, r_{k+1}^2 = r_k^2 + w^2 + 2 r_k w c with c of density
(1-c^2)^{(d-3)/2}/B((d-1)/2, 1/2). For a terminal value f >= 0 the backward recursion

    f_k(r) = int f_{k+1}(rho) (rho/(r w)) p_c((rho^2 - r^2 - w^2)/(2 r w)) d rho

has positive terms only: nothing cancels, so a probability of 10^-1000 is as accurate as one of 1/2.
Gauss-Legendre nodes lie where the chain can be, narrowed in high dimensions to the neighbourhood of the
most likely path. The edges of the density have exponent (d-3)/2, which sets the order of convergence and
the lower limit on d.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
from scipy.special import logsumexp

from phasebound.analysis.checks import FloatArray
from phasebound.analysis.laws.caps import gauss_legendre, log_beta_half, log_sech_tail

Terminal = Callable[[FloatArray], FloatArray]
MIN_DIMENSION = 6


def log_cosine_tail(d: int, r: FloatArray, w: float, radius: float) -> FloatArray:
    """ln P(|r e + w x| <= radius), x uniform on S^{d-1}; r >= 0, w > 0. Factored so that thin caps keep
    their digits.
    """
    far = (r + w - radius) * (r + w + radius)  # 2 r w (1 + t) with t = (r^2 + w^2 - radius^2)/(2 r w)
    near = (radius - (r - w)) * (radius + (r - w))  # 2 r w (1 - t)
    with np.errstate(divide="ignore", invalid="ignore"):
        s = 0.5 * np.log(far / near)
    s = np.where(near <= 0, np.inf, s)
    s = np.where((far <= 0) & (near > 0), -np.inf, s)
    return log_sech_tail(d, s)


def log_kernel(d: int, rho: FloatArray, r: FloatArray, w: float) -> FloatArray:
    """ln of the density of rho given r: shape (len(r), len(rho))."""
    a, b = r[:, None], rho[None, :]
    outer = (a + w - b) * (a + w + b)
    inner = (b - (a - w)) * (b + (a - w))
    inside = (outer > 0) & (inner > 0)
    sine2 = np.where(inside, outer * inner, 1.0) / (2.0 * a * w) ** 2
    value = np.log(b / (a * w)) + 0.5 * (d - 3.0) * np.log(sine2) - float(log_beta_half(0.5 * (d - 1.0)))
    result: FloatArray = np.where(inside, value, -np.inf)
    return result


def supports(weights: FloatArray, low: float, high: float) -> list[tuple[float, float]]:
    """For k = 1..n the interval that r_k can take when r_n must end in [low, high]."""
    out = []
    for k in range(1, weights.size + 1):
        head, rest = weights[:k], weights[k:]
        bottom = max(0.0, 2.0 * float(head.max()) - float(head.sum()))
        top = float(head.sum())
        if rest.size:
            reach = float(rest.sum())
            # r can be cancelled down to `high` and lifted up to `low`
            top = min(top, reach + high)
            bottom = max(bottom, low - reach, 2.0 * float(rest.max()) - reach - high)
        else:
            bottom, top = max(bottom, low), min(top, high)
        out.append((bottom, top))
    return out


def log_chain_expectation(
    d: int,
    weights: FloatArray,
    terminal: Terminal,
    *,
    low: float,
    high: float,
    nodes: int,
    breaks: Sequence[float] = (),
    path: FloatArray | None = None,
    spread: float = np.inf,
) -> float:
    """ln E[f(r_n)] for f = exp(terminal) supported in [low, high], smooth between ``breaks``.

    ``path`` (n,) with ``spread`` narrows the nodes of r_k to path_k +- spread. ``nodes`` Gauss-Legendre
    nodes a stage.
    """
    if d < MIN_DIMENSION:
        raise ValueError(f"the positive quadrature needs d >= {MIN_DIMENSION}, got {d}")
    base, base_weights = gauss_legendre(nodes)
    n = weights.size
    bounds = supports(weights, low, high)
    if n == 1:
        return float(terminal(weights[:1])[0])
    values: FloatArray | None = None
    grid = np.empty(0)
    log_w = np.empty(0)
    for k in range(n - 1, 0, -1):  # r_{k+1} on `grid`, counted from r_1 = w_1
        lo, hi = bounds[k]
        if path is not None:
            lo, hi = max(lo, float(path[k]) - spread), min(hi, float(path[k]) + spread)
        if not hi > lo:
            return -np.inf
        cuts = [lo, *sorted(b for b in breaks if lo < b < hi), hi] if k == n - 1 else [lo, hi]
        new_grid = np.concatenate([0.5 * (a + b) + 0.5 * (b - a) * base for a, b in pairwise(cuts)])
        new_log_w = np.concatenate([np.log(0.5 * (b - a) * base_weights) for a, b in pairwise(cuts)])
        if values is None:
            values = terminal(new_grid)
        else:
            values = _step(d, new_grid, float(weights[k + 1]), grid, log_w + values)
        grid, log_w = new_grid, new_log_w
    assert values is not None
    return float(_step(d, weights[:1], float(weights[1]), grid, log_w + values)[0])


def _step(d: int, r: FloatArray, w: float, rho: FloatArray, log_values: FloatArray) -> FloatArray:
    with np.errstate(divide="ignore"):
        result: FloatArray = logsumexp(log_kernel(d, rho, r, w) + log_values[None, :], axis=1)
    return result
