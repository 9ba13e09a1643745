"""Entropy of attention rows, -sum a ln a / ln m over the m tokens that a row divides among; rows with m >= 2.

Source: reference protocol, probes, entropy (there m = i + 1, both layers pooled by head index).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from phasebound.analysis.checks import FloatArray

from ..checks import require
from .capture import AttentionLayer
from .intervals import per_cluster, quantile, ratio

LEVELS = (0.25, 0.5, 0.75)


def row_entropy(attention: Tensor) -> Tensor:
    """-sum a ln a of rows [..., n], 0 ln 0 = 0, in float64."""
    entropy: Tensor = torch.special.entr(attention.double()).sum(-1)
    return entropy


def rows(layer: AttentionLayer, values: Tensor) -> tuple[FloatArray, FloatArray]:
    """Values [B, H, n] of the rows that are no padding and divide among at least two tokens, [N], and their
    sequences."""
    mask = (layer.tokens & (layer.attended >= 2))[:, None, :].expand(values.shape)
    of = mask.nonzero()[:, 0]
    return values[mask].double().cpu().numpy(), of.cpu().numpy().astype(np.float64)


def normalised(layer: AttentionLayer) -> Tensor:
    """Row entropy over its maximum ln m, [B, H, n]; 1 where m < 2."""
    m = layer.attended[:, None, :].clamp_min(2).double()
    return row_entropy(layer.attention) / m.log()


def entropies(layers: Sequence[AttentionLayer], *, seed: int = 0) -> dict[str, Any]:
    """Normalised entropy: all rows of all layers, by head index (layers pooled, as published) and by layer."""
    require(bool(layers), "no layers")
    heads = layers[0].attention.shape[1]
    require(all(x.attention.shape[1] == heads for x in layers), "layers must have the same number of heads")

    def figures(chosen: Sequence[AttentionLayer], head: slice) -> dict[str, Any]:
        found = [rows(x, normalised(x)[:, head]) for x in chosen]
        values, of = (np.concatenate(column) for column in zip(*found, strict=True))
        return {
            "n": int(values.size),
            "mean": ratio(*per_cluster(values, of), seed).as_dict(),
            "quantiles": {f"{q:g}": quantile(values, of, q, seed).as_dict() for q in LEVELS},
        }

    return {
        "all": figures(layers, slice(None)),
        "heads": [figures(layers, slice(i, i + 1)) for i in range(heads)],
        "layers": [figures([x], slice(None)) for x in layers],
    }
