"""Readouts a_j ~ max(0, 1 + z.r_j)^p in plain numpy, and the random anchors that the readout
experiments share.
"""

from __future__ import annotations

import numpy as np

from phasebound.analysis import sphere
from phasebound.analysis.checks import FloatArray


def attention(z: FloatArray, anchors: FloatArray, power: float) -> FloatArray:
    """a (..., n) for states z (..., d), anchors (n, d); rows sum to 1. Clamped as published."""
    base = np.maximum(1.0 + z @ anchors.T, 0.0) ** power
    result: FloatArray = base / base.sum(axis=-1, keepdims=True)
    return result


def balanced_anchors(rng: np.random.Generator, n: int, d: int) -> FloatArray:
    """n unit anchors with vanishing sum (n, d): random ones, alternately centred and normalised
    until both hold.
    """
    r = sphere.uniform_points(rng, (n,), d)
    for _ in range(2000):
        mean = r.mean(axis=0)
        if np.linalg.norm(mean) * n < 1e-13:
            break
        r = r - mean
        r /= np.linalg.norm(r, axis=1, keepdims=True)
    return r


def simplex_anchors(rng: np.random.Generator, n: int, d: int) -> FloatArray:
    """n <= d + 1 unit anchors with pairwise cosine -1/(n-1), randomly rotated, shape (n, d)."""
    corners = np.eye(n) - 1.0 / n
    _, _, basis = np.linalg.svd(corners)
    flat = corners @ basis[: n - 1].T
    flat /= np.linalg.norm(flat, axis=1, keepdims=True)
    rotation, _ = np.linalg.qr(rng.standard_normal((d, d)))
    result: FloatArray = flat @ rotation[: n - 1]
    return result


def entropy(a: FloatArray) -> FloatArray:
    """-sum a ln a along the last axis, 0 ln 0 = 0."""
    safe = np.where(a > 0.0, a, 1.0)
    result: FloatArray = -np.sum(a * np.log(safe), axis=-1)
    return result
