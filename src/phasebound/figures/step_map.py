"""One step towards the circular mean: the distance after it over the distance before (kur.circular-mean)."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from phasebound.figures.canvas import COLOURS, DASHES, INK, label, panels


def step_map(kappas: tuple[float, ...] = (0.5, 1.0, 2.0, 3.0)) -> Figure:
    """abs(x - kappa sin x) over x in (0, pi) for steps kappa = eta R; below the diagonal the step helps."""
    figure, (axes,) = panels()
    x = np.linspace(0.0, np.pi, 400)
    for k, kappa in enumerate(kappas):
        axes.plot(
            x, np.abs(x - kappa * np.sin(x)), color=COLOURS[k], linestyle=DASHES[k], label=f"κ = {kappa:g}"
        )
    axes.plot(x, x, color=INK, linewidth=0.9)
    axes.text(2.0, 2.35, "farther than before", color=INK, fontsize=8.5, rotation=33)
    axes.set_xticks(np.pi * np.arange(0, 5) / 4, ["0", "π/4", "π/2", "3π/4", "π"])
    axes.set_yticks(np.pi * np.arange(0, 5) / 4, ["0", "π/4", "π/2", "3π/4", "π"])
    label(axes, "distance to the mean before the step", "distance after it")
    return figure
