"""How close a trained network comes to the exact ceilings of the readout (osc.readout-ceiling).

With unit anchors and p = 1 no weight of a row over m tokens exceeds 2 / (m - |s|), s the sum of their
anchors, if |s| < m; so the entropy is at least -ln of it. Balanced anchors (s = 0), p >= 1: 2^p / (2^p + (m -
1)^{1-p} (m - 2)^p). Free anchors off the sphere have no ceiling; nor has p other than 1 without balance.
Softmax has none at all: its figures stand beside for comparison.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ..checks import require
from .capture import AttentionLayer, OscillatorLayer
from .entropy import normalised, row_entropy, rows
from .intervals import per_cluster, quantile, ratio

SLACK = 1e-5
"""Rounding of float32 attention."""
UNIT = 1e-4


def balanced_ceiling(m: Tensor, exponent: float) -> Tensor:
    """2^p / (2^p + (m - 1)^{1-p} (m - 2)^p) for m >= 2 tokens, p >= 1."""
    require(exponent >= 1, f"the ceiling needs an exponent of at least 1, got {exponent}")
    m = m.double()
    return 2**exponent / (2**exponent + (m - 1) ** (1 - exponent) * (m - 2) ** exponent)


def row_ceiling(layer: OscillatorLayer) -> Tensor:
    """min(1, 2 / (m - |s|)) for every row, [B, H, n]; ValueError where the theorem does not apply."""
    require(layer.exponent == 1, f"the ceiling is for the exponent 1, the layer has {layer.exponent:g}")
    length = layer.anchors.norm(dim=-1)
    worst = float((length - 1).abs().max())
    require(worst <= UNIT, f"the ceiling is for unit anchors; one is off by {worst:.3g}")
    seen = (~layer.hidden)[:, None, :, None] * layer.anchors.double()  # [B, H, n, d]
    total = seen.cumsum(2) if layer.causal else seen.sum(2, keepdim=True).expand(seen.shape)
    room = layer.attended[:, None, :].double() - total.norm(dim=-1)
    return torch.where(room > 2, 2 / room.clamp_min(2), 1.0)


def ceilings(layers: Sequence[AttentionLayer], *, seed: int = 0) -> dict[str, Any]:
    """Per layer: the rows' largest weight and normalised entropy; for oscillators also their exact bounds.

    ``ceiling`` is None where no theorem applies, with the ``reason``. Otherwise: ``bound`` and its use
    (largest weight / bound), ``entropy_floor`` (normalised), ``informative`` (share of rows whose bound is
    below 1), ``violations`` (control: must be 0) and ``balanced`` (the bound that balanced anchors would
    have). Rows over at least two tokens, padding left out.
    """
    require(bool(layers), "no layers")
    out = []
    for layer in layers:
        largest = layer.attention.amax(-1).double()
        value, of = rows(layer, largest)

        def mean(x: Tensor, layer: AttentionLayer = layer) -> dict[str, Any]:
            return ratio(*per_cluster(*rows(layer, x)), seed).as_dict()

        figures: dict[str, Any] = {
            "n": int(value.size),
            "largest": mean(largest),
            "largest_quantiles": {f"{q:g}": quantile(value, of, q, seed).as_dict() for q in (0.5, 0.9, 0.99)},
            "entropy": mean(normalised(layer)),
            "ceiling": None,
        }
        if isinstance(layer, OscillatorLayer):
            try:
                bound = row_ceiling(layer)
            except ValueError as reason:
                figures["reason"] = str(reason)
            else:
                m = layer.attended[:, None, :].clamp_min(2).double().expand(bound.shape)
                floor = -bound.log() / m.log()
                low = row_entropy(layer.attention) < -bound.log() - SLACK * m.log()
                broken = (largest > bound * (1 + SLACK)) | low
                used, _ = rows(layer, largest / bound)
                figures["ceiling"] = {
                    "bound": mean(bound),
                    "use": mean(largest / bound),
                    "most_used": float(used.max()),
                    "entropy_floor": mean(floor),
                    "informative": mean((bound < 1).double()),
                    "balanced": mean(balanced_ceiling(m, layer.exponent)),
                    "violations": int(np.count_nonzero(rows(layer, broken.double())[0])),
                }
        out.append(figures)
    return {"layers": out}
