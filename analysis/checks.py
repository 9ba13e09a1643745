"""Checks of arguments, shared by every law, sampler and command.

Each returns its argument in canonical form or raises ``ValueError`` with one line that names the argument;
the command line prints that line and exits with 2.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
ArrayLike = npt.ArrayLike


def dimensions(d: ArrayLike, name: str = "d") -> FloatArray:
    """Dimensions d of the ambient space as float64; every entry an integer >= 2 and at most 2^53."""
    array = np.asarray(d, dtype=np.float64)
    if not np.all(np.isfinite(array)) or np.any(array != np.floor(array)) or np.any(array < 2):
        raise ValueError(f"{name} must be an integer >= 2, got {_show(d)}")
    return array


def dimension(d: int, name: str = "d") -> int:
    """One dimension d >= 2 as an int."""
    return int(dimensions(d, name).item())


def interval(
    x: ArrayLike, name: str, low: float, high: float, *, open_low: bool = False, open_high: bool = False
) -> FloatArray:
    """Values of an interval [low, high], each end optionally excluded."""
    array = np.asarray(x, dtype=np.float64)
    below = array <= low if open_low else array < low
    above = array >= high if open_high else array > high
    if np.any(np.isnan(array)) or np.any(below) or np.any(above):
        left, right = "(" if open_low else "[", ")" if open_high else "]"
        raise ValueError(f"{name} must lie in {left}{low:.12g}, {high:.12g}{right}, got {_show(x)}")
    return array


def positive(x: float, name: str) -> float:
    """One finite number > 0."""
    value = float(x)
    if not (math.isfinite(value) and value > 0):
        raise ValueError(f"{name} must be a finite number > 0, got {value!r}")
    return value


def weights(w: ArrayLike, name: str = "weights") -> FloatArray:
    """Coupling weights: a non-empty vector of finite numbers >= 0, not all zero."""
    array = np.atleast_1d(np.asarray(w, dtype=np.float64))
    if array.ndim != 1 or array.size == 0:
        raise ValueError(f"{name} must be a non-empty list of numbers")
    if not np.all(np.isfinite(array)) or np.any(array < 0):
        raise ValueError(f"{name} must be finite and >= 0, got {_show(array)}")
    if not np.any(array > 0):
        raise ValueError(f"{name} must not all be zero")
    return array


def skew(matrix: ArrayLike, name: str = "skew") -> FloatArray:
    """A real d x d matrix with S^T = -S to rounding (1e-12 of its largest entry), antisymmetrised exactly."""
    array = np.asarray(matrix, dtype=np.float64)
    if array.ndim != 2 or array.shape[0] != array.shape[1] or array.shape[0] < 2:
        raise ValueError(f"{name} must be a square matrix of size >= 2, got shape {array.shape}")
    if not np.all(np.isfinite(array)):
        raise ValueError(f"{name} must be finite")
    defect = float(np.max(np.abs(array + array.T)))
    if defect > 1e-12 * float(np.max(np.abs(array))):
        raise ValueError(f"{name} must satisfy S^T = -S, largest defect {defect:.3g}")
    half: FloatArray = 0.5 * (array - array.T)
    return half


def count(n: int, name: str, low: int = 1) -> int:
    """An integer >= low."""
    if int(n) != n or n < low:
        raise ValueError(f"{name} must be an integer >= {low}, got {n!r}")
    return int(n)


def one_of(value: str, name: str, allowed: Sequence[str]) -> str:
    """One of the listed words."""
    if value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(allowed)}, got {value!r}")
    return value


def _show(x: object) -> str:
    text = str(x)
    return text if len(text) <= 60 else text[:57] + "..."
