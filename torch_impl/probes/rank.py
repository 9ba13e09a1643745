"""Effective ranks of attention matrices, masked as realised and without the mask, beside the exact bound.

For integer p, unit states and an inactive clamp the unmasked matrix (1 + z . r)^p has rank at most C(d+p-1,
p) + C(d+p-2, p-1), d + 1 at p = 1, for any anchors (osc.readout-rank). The causal mask lifts the realised
matrix to full rank for every d, so the bound says nothing of what a causal network uses. Matrices are cut to
the tokens that are no padding. Source: reference protocol, probes, rank.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from phasebound.analysis.checks import FloatArray

from ..checks import require
from .capture import AttentionLayer, OscillatorLayer
from .intervals import per_cluster, ratio

DROPPED = 1e-10
NUMERICAL = 1e-10
"""Singular values below this share of the largest are rounding, in float64."""


def ranks(layers: Sequence[AttentionLayer], *, sequences: int | None = None) -> dict[str, Any]:
    """Entropy rank exp(H(s / sum s)) and participation ratio (sum s)^2 / sum s^2 of the singular values s.

    Means over the matrices of all heads, layers and the first ``sequences``, with intervals over sequences:
    ``attention`` (as realised) and for oscillators ``similarity`` ((1 + z . r)^p, unmasked, unclamped), its
    exact ``bound`` (None for non-integer p) and the largest numerical rank seen, which must not exceed it.
    """
    require(bool(layers), "no layers")
    realised: list[FloatArray] = []
    similar: list[FloatArray] = []
    largest, bound = 0, None
    for layer in layers:
        count = len(layer.padding) if sequences is None else min(sequences, len(layer.padding))
        for b in range(count):
            kept = layer.tokens[b]
            require(bool(kept.any()), f"sequence {b} is all padding")
            s = _spectrum(layer.attention[b][:, kept][:, :, kept])
            realised += [np.array([b, *_effective(row)]) for row in s]
            if isinstance(layer, OscillatorLayer):
                z, r = layer.state[b][:, kept].double(), layer.anchors[:, kept].double()
                z = z / torch.linalg.vector_norm(z, dim=-1, keepdim=True).clamp_min(1e-300)
                base = 1 + z @ r.transpose(-1, -2)
                whole = float(layer.exponent).is_integer()
                s = _spectrum(base**layer.exponent if whole else base.clamp_min(0) ** layer.exponent)
                similar += [np.array([b, *_effective(row)]) for row in s]
                largest = max(largest, *(int(np.count_nonzero(row > NUMERICAL * row[0])) for row in s))
                bound = rank_bound(z.shape[-1], layer.exponent)
    out: dict[str, Any] = {"matrices": len(realised), "attention": _means(np.stack(realised))}
    if similar:
        out |= {"similarity": _means(np.stack(similar)), "bound": bound, "largest_numerical_rank": largest}
    return out


def rank_bound(d: int, exponent: float) -> int | None:
    """C(d+p-1, p) + C(d+p-2, p-1) for integer p, None otherwise."""
    if not float(exponent).is_integer():
        return None
    p = int(exponent)
    return math.comb(d + p - 1, p) + math.comb(d + p - 2, p - 1)


def _spectrum(matrices: torch.Tensor) -> FloatArray:
    """Singular values of [H, m, m], falling."""
    s: FloatArray = torch.linalg.svdvals(matrices.double()).cpu().numpy()
    return s


def _effective(s: FloatArray) -> tuple[float, float]:
    s = s[s > DROPPED]
    require(s.size > 0, "a matrix is zero")
    p = s / s.sum()
    return float(np.exp(-np.sum(p * np.log(p)))), float(1 / np.sum(p**2))


def _means(rows: FloatArray) -> dict[str, Any]:
    """[matrices, (sequence, entropy rank, participation ratio)]."""
    return {
        name: {
            "mean": ratio(*per_cluster(rows[:, i], rows[:, 0]), 0).as_dict(),
            "min": float(rows[:, i].min()),
            "max": float(rows[:, i].max()),
            "sd": float(rows[:, i].std()),
        }
        for i, name in ((1, "effective_rank"), (2, "participation_ratio"))
    }
