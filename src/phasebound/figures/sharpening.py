"""Attention over the power p: an inverse temperature (osc.sharpening)."""

from __future__ import annotations

import numpy as np
import torch
from matplotlib.figure import Figure

from phasebound.figures.canvas import COLOURS, DASHES, label, panels
from phasebound.torch_impl import attention_weights


def sharpening(cosines: tuple[float, ...] = (0.9, 0.6, 0.0, -0.6), largest: float = 16.0) -> Figure:
    """Weights of anchors at the given cosines to the state, as the layer's readout computes them."""
    figure, (axes,) = panels(height=3.4)
    c = torch.tensor(cosines, dtype=torch.float64)
    anchors = torch.stack([c, (1.0 - c.square()).sqrt()], -1)  # [tokens, 2]
    state = torch.tensor([1.0, 0.0], dtype=torch.float64)
    powers = np.linspace(0.25, largest, 80)
    rows = [
        attention_weights(state[None, None, None], anchors[None], exponent=float(p))[0, 0, 0] for p in powers
    ]
    for k, cosine in enumerate(cosines):
        axes.plot(powers, [float(row[k]) for row in rows], color=COLOURS[k], linestyle=DASHES[k],
                  label=f"cosine {cosine:g}")  # fmt: skip
    label(axes, "power p", "attention")
    return figure
