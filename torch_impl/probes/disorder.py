"""Who keeps an attractor when every oscillator has frequencies of its own: z' = S z + h - (z . h) z, S skew.

By the ledger (osc.frequency-disorder) a stable equilibrium exists iff P_ker(S) h != 0 or |S^+ h| > 1. For odd
d every skew S has a kernel: for random S every oscillator locks at every level. For even d it locks iff
|S^{-1} h| > 1. Levels are standard deviations of the entries of S, absolute as published (whose entries have
s / sqrt 2) and relative to the layer's median |h|: only their ratio to |h| matters.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from scipy import special

from phasebound.analysis import laws, sphere
from phasebound.analysis.checks import FloatArray
from phasebound.analysis.jobs import stream

from ..checks import require
from ..settling import attractor, settle_disordered
from .capture import OscillatorLayer
from .convergence import drives
from .intervals import per_cluster, ratio, share

LEVELS = (0.01, 0.05, 0.1, 0.2, 0.5)
RELATIVE = (0.1, 0.5, 1.0, 2.0, 5.0)
TIME = 30.0
NEAR = 1e-6
"""So close to the boundary |S^+ h| = 1 two algorithms may differ by rounding."""


def disorder(
    layer: OscillatorLayer,
    *,
    levels: Sequence[float] = LEVELS,
    relative: Sequence[float] = RELATIVE,
    sample: int = 1000,
    time: float = TIME,
    seed: int = 0,
) -> dict[str, Any]:
    """Locking and drift of ``sample`` driven oscillators of a layer under random skew matrices.

    {"d_osc", "parity", "median_drive", "absolute": {level: ...}, "relative": {level: ...}}; a level has
    ``locked`` (fraction), ``law`` (d = 2: erf(|h| / (s sqrt 2)); odd d: 1; otherwise None), ``margin``
    (quantiles of |S^{-1} h|, even d), ``rate`` (mean of mu / |h|), ``residual`` (mean chord between h / |h|
    and the state after ``time`` from there, by the Lorentz lift), ``disagreements`` (control: oscillators
    for which the criterion and the spectrum of the generator differ; must be 0). Run it on an untrained layer
    too: that is the control of what training did.
    """
    require(sample >= 2, f"sample must be at least 2, got {sample}")
    h, of = drives(layer)
    size = np.linalg.norm(h, axis=1)
    driven = np.flatnonzero(size > 0)
    require(driven.size >= 2, "no oscillator is driven")
    chosen = np.sort(stream(seed, 0).permutation(driven)[:sample])
    h, of, size = h[chosen], of[chosen], size[chosen]
    d, median = h.shape[1], float(np.median(size))
    skew = [sphere.random_skew(stream(seed, 1, i), d, 1.0) for i in range(len(h))]
    unit = np.stack(skew)
    return {
        "d_osc": d,
        "parity": "odd" if d % 2 else "even",
        "median_drive": median,
        "oscillators": len(h),
        "absolute": {f"{s:g}": _level(h, of, unit * s, s, time, seed) for s in levels},
        "relative": {f"{s:g}": _level(h, of, unit * (s * median), s * median, time, seed) for s in relative},
    }


def _level(
    h: FloatArray, of: FloatArray, skew: FloatArray, sigma: float, time: float, seed: int
) -> dict[str, Any]:
    """One level: h [N, d], skew [N, d, d]."""
    d, size = h.shape[1], np.linalg.norm(h, axis=1)
    found = [laws.locking(s, x) for s, x in zip(skew, h, strict=True)]
    locked = np.array([x.stable for x in found])
    margin = np.array([x.margin for x in found])
    field, matrix = torch.from_numpy(h), torch.from_numpy(skew)
    _, rate = attractor(field, matrix)
    clear = np.abs(margin - 1) > NEAR
    start = field / torch.linalg.vector_norm(field, dim=-1, keepdim=True)
    moved = (settle_disordered(field, start, time, matrix) - start).norm(dim=-1).numpy()
    return {
        "locked": share(*per_cluster(locked.astype(np.float64), of), seed).as_dict(),
        "law": float(np.mean(special.erf(size / (sigma * np.sqrt(2))))) if d == 2 else 1.0 if d % 2 else None,
        "margin": None if d % 2 else [float(x) for x in np.quantile(margin, (0.1, 0.5, 0.9))],
        "rate": ratio(*per_cluster(np.array([x.rate for x in found]) / size, of), seed).as_dict(),
        "residual": ratio(*per_cluster(moved, of), seed).as_dict(),
        "disagreements": int(np.count_nonzero((rate.numpy() > 0)[clear] != locked[clear])),
    }
