"""Uniform points of S^{d-1} and their cosines, the raw material of every sampler."""

from __future__ import annotations

import numpy as np

from phasebound.analysis import checks
from phasebound.analysis.checks import FloatArray


def uniform_points(rng: np.random.Generator, shape: tuple[int, ...], d: int) -> FloatArray:
    """Independent uniform points of S^{d-1}, shape (*shape, d): normalised Gaussian vectors (Muller 1959)."""
    dim = checks.dimension(d)
    x = rng.standard_normal((*shape, dim))
    norm = np.linalg.norm(x, axis=-1, keepdims=True)
    while np.any(norm == 0.0):  # probability zero in real numbers, not in floats
        zero = norm[..., 0] == 0.0
        x[zero] = rng.standard_normal((int(zero.sum()), dim))
        norm = np.linalg.norm(x, axis=-1, keepdims=True)
    result: FloatArray = x / norm
    return result


def uniform_cosines(rng: np.random.Generator, n: int, d: int) -> FloatArray:
    """Cosines x.e of n uniform points with a fixed direction, without the points: c = 2 B - 1, B ~ Beta(a,
    a).

    a = (d-1)/2; the cost does not depend on d. Shape (n,).
    """
    a = 0.5 * (checks.dimension(d) - 1.0)
    result: FloatArray = 2.0 * rng.beta(a, a, n) - 1.0
    return result


def angles(x: FloatArray, y: FloatArray) -> FloatArray:
    """Angle between vectors along the last axis, accurate at 0 and pi: 2 atan2(|x/|x| - y/|y||, |x/|x| +
    y/|y||).

    Source: Kahan, "How futile are mindless assessments of roundoff".
    """
    u = x / np.linalg.norm(x, axis=-1, keepdims=True)
    v = y / np.linalg.norm(y, axis=-1, keepdims=True)
    result: FloatArray = 2.0 * np.arctan2(np.linalg.norm(u - v, axis=-1), np.linalg.norm(u + v, axis=-1))
    return result


def random_skew(rng: np.random.Generator, d: int, scale: float) -> FloatArray:
    """A random skew matrix (M - M^T) scale/sqrt(2), M of standard normal entries: each entry above the
    diagonal N(0, scale^2).
    """
    m = rng.standard_normal((d, d))
    result: FloatArray = (m - m.T) * (scale / np.sqrt(2.0))
    return result
