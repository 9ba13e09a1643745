"""Attention matrices of the two layers (osc.readout-ceiling, kur.bounded-update)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure
from torch import Tensor

from phasebound.figures.canvas import INK, panels


def attention_map(matrices: Mapping[str, Tensor]) -> Figure:
    """One picture a matrix [n, n], row = the token that attends; the scale of each is its own largest entry."""
    figure, axes = panels(len(matrices), width=2.5 * len(matrices), height=2.9)
    for a, (name, matrix) in zip(axes, matrices.items(), strict=True):
        values = np.asarray(matrix.detach().double())
        a.grid(False)
        a.imshow(values, cmap="cividis", vmin=0.0, interpolation="nearest")
        a.set_title(f"{name}\nlargest {values.max():.2f}", color=INK, fontsize=10)
        a.set_xlabel("token attended", color=INK)
        a.set_ylabel("token attending", color=INK)
    return figure
