"""Locking under frequency disorder: z' = S z + h - (z.h) z with S skew (osc.frequency-disorder)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import optimize

from phasebound.analysis import checks
from phasebound.analysis.checks import ArrayLike, FloatArray

_RANK_TOLERANCE = 1e-12
_BOUNDARY = 1e-12


@dataclass(frozen=True)
class Locking:
    """Whether a driven, disordered oscillator locks.

    ``stable``: an exponentially stable equilibrium exists. ``critical``: |S^+ h| = 1 to rounding (one
    equilibrium, attracts like 1/t). ``rate``: mu, the exponential rate (0 unless stable). ``equilibrium``:
    z (d,), or None without one. ``margin``: |S^+ h|, or inf where the drive has a part in the kernel of S;
    locking means margin > 1.
    """

    stable: bool
    critical: bool
    rate: float
    equilibrium: FloatArray | None
    margin: float


def locking(skew: ArrayLike, drive: ArrayLike) -> Locking:
    """Decide locking: stable iff P_ker(S) h != 0 or |S^+ h| > 1; mu solves h^T (mu^2 I - S^2)^{-1} h = 1.

    ``skew`` (d, d) with S^T = -S, ``drive`` h (d,), h != 0. The kernel is taken at 1e-12 of the largest
    singular value of S (and of |h| for the drive's part in it). Raises ValueError for a non-skew matrix or
    a zero drive. Source: osc.frequency-disorder (given there with its proof notes).
    """
    s = checks.skew(skew)
    h = np.asarray(drive, dtype=np.float64)
    if h.shape != (s.shape[0],) or not np.all(np.isfinite(h)):
        raise ValueError(f"drive must be a finite vector of length {s.shape[0]}")
    norm = float(np.linalg.norm(h))
    if norm == 0.0:
        raise ValueError("drive must not be zero")
    left, sigma, _ = np.linalg.svd(s)
    parts = (left.T @ h) ** 2  # squared components along the left singular vectors, where -S^2 = sigma^2
    kernel = sigma <= _RANK_TOLERANCE * max(float(sigma[0]), np.finfo(float).tiny)
    free = float(parts[kernel].sum())
    if free > (_RANK_TOLERANCE * norm) ** 2:
        margin = np.inf
    else:
        margin = float(np.sqrt(np.sum(parts[~kernel] / sigma[~kernel] ** 2)))
    if abs(margin - 1.0) <= _BOUNDARY:
        return Locking(False, True, 0.0, -np.linalg.pinv(s, rcond=_RANK_TOLERANCE) @ h, margin)
    if margin < 1.0:
        return Locking(False, False, 0.0, None, margin)
    squares = np.where(kernel, 0.0, sigma**2)

    def excess(mu: float) -> float:
        return float(np.sum(parts / (mu * mu + squares))) - 1.0

    low = norm
    while excess(low) <= 0.0:
        low *= 0.5
    rate = norm if excess(norm) >= 0.0 else float(optimize.brentq(excess, low, norm, xtol=1e-300, rtol=1e-14))
    z = np.linalg.solve(rate * np.eye(h.size) - s, h)
    return Locking(True, False, rate, z / np.linalg.norm(z), margin)


def locking_angle_bound(disorder_norm: float, coupling_norm: float) -> float:
    """Largest angle between equilibrium and h when the spectral norm of S is at most sigma < |h|:
    arcsin(sigma/|h|).

    Follows from 1 = sum b_i^2/(mu^2 + sigma_i^2) >= |h|^2/(mu^2 + sigma^2) and cos = mu/|h|; then the rate
    is at least sqrt(|h|^2 - sigma^2), in every d. Raises ValueError if sigma >= |h| (no guarantee).
    """
    sigma = float(checks.interval(disorder_norm, "disorder_norm", 0.0, np.inf, open_high=True))
    h = checks.positive(coupling_norm, "coupling_norm")
    if sigma >= h:
        raise ValueError("disorder_norm must be below coupling_norm for a guarantee in every dimension")
    return float(np.arcsin(sigma / h))


def lorentz_generator(skew: ArrayLike, drive: ArrayLike) -> FloatArray:
    """The generator [[S, h], [h^T, 0]] in so(d, 1), shape (d+1, d+1), whose exponential is the exact flow."""
    s = checks.skew(skew)
    h = np.asarray(drive, dtype=np.float64)
    if h.shape != (s.shape[0],):
        raise ValueError(f"drive must be a vector of length {s.shape[0]}")
    return np.block([[s, h[:, None]], [h[None, :], np.zeros((1, 1))]])
