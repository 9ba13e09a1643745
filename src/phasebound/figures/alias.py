"""Two rates, one whole turn apart, at integer positions (kur.frequency-alias)."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from phasebound.figures.canvas import COLOURS, DASHES, label, panels


def alias(rate: float = 1.0, turns: int = 1, reach: int = 6) -> Figure:
    """cos(omega t) for ``rate`` and ``rate`` + 2 pi ``turns``: equal wherever t is an integer."""
    figure, (axes,) = panels(height=3.2)
    t = np.linspace(0.0, reach, 1200)
    for k, (omega, name) in enumerate([(rate, "slow rate"), (rate + 2 * np.pi * turns, "one turn faster")]):
        axes.plot(
            t, np.cos(omega * t), color=COLOURS[k], linestyle=DASHES[k], linewidth=1.2 - 0.3 * k, label=name
        )
    whole = np.arange(reach + 1)
    axes.plot(
        whole, np.cos(rate * whole), "o", color=COLOURS[3], markersize=6, label="what integer positions see"
    )
    label(axes, "distance in positions", "part of the score", loc="upper center", ncols=3)
    axes.set_ylim(-1.15, 1.5)
    return figure
