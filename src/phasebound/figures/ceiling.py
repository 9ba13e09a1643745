"""How much attention one token can get, over the number of tokens (osc.readout-ceiling)."""

from __future__ import annotations

import numpy as np
import torch
from matplotlib.figure import Figure

from phasebound.figures.canvas import COLOURS, DASHES, INK, MARKERS, label, panels
from phasebound.torch_impl import attention_weights


def simplex_weight(n: int, p: float) -> float:
    """Attention that the layer's readout gives to the first of n anchors at the corners of a regular simplex, the
    state standing on that anchor.
    """
    corners = torch.eye(n, dtype=torch.float64) - 1.0 / n
    corners = corners / corners.norm(dim=-1, keepdim=True)
    state = corners[:1]
    return float(attention_weights(state[None, None], corners[None], exponent=p)[0, 0, 0, 0])


def ceiling(powers: tuple[float, ...] = (1.0, 2.0, 4.0), largest: int = 64) -> Figure:
    """The ceilings for balanced anchors as lines, the layer on a regular simplex as markers, and orthonormal
    anchors.
    """
    figure, (axes,) = panels()
    n = np.arange(2.0, largest + 1)
    some = [2, 4, 8, 16, 32, 64]
    for k, p in enumerate(powers):
        bound = 2.0**p / (2.0**p + (n - 1.0) ** (1.0 - p) * (n - 2.0) ** p)
        axes.plot(n, bound, color=COLOURS[k], linestyle=DASHES[k])
        axes.plot(some, [simplex_weight(m, p) for m in some], MARKERS[k], color=COLOURS[k], markerfacecolor="none",
                  label=f"balanced, p = {p:g}")  # fmt: skip
    axes.plot(n, 2.0 / (n + 1.0), color=COLOURS[3], linestyle=DASHES[3], label="orthonormal, p = 1")
    axes.plot(n, np.ones_like(n), color=INK, linewidth=0.9, label="softmax: no ceiling below 1")
    axes.set_xscale("log", base=2)
    axes.set_xticks(some, [str(m) for m in some])
    axes.minorticks_off()
    label(
        axes,
        "number of tokens n",
        "largest attention",
        title="lines: ceiling; markers: the layer",
        loc="upper right",
        bbox_to_anchor=(1.0, 0.96),
    )
    return figure
