"""Quantiles of the settling time over the dimension: the median stands still (osc.rate-vs-dimension)."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from phasebound.analysis import laws
from phasebound.figures.canvas import COLOURS, INK, label, panels


def settling_spread(
    angle: float = 0.1, levels: tuple[float, float] = (0.05, 0.95), largest: int = 256
) -> Figure:
    """Settling time to ``angle`` in units of 1/|h|: median and the band between two quantiles."""
    figure, (axes,) = panels(height=3.4)
    dims = [d for d in (2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256) if d <= largest]
    low, high = ([laws.settling_time_quantile(d, 1.0, q, angle) for d in dims] for q in levels)
    axes.fill_between(dims, low, high, color=COLOURS[0], alpha=0.2, linewidth=0)
    axes.plot(dims, high, color=COLOURS[1], linestyle="--", label=f"{levels[1]:.0%} have settled")
    axes.plot(dims, np.full(len(dims), laws.critical_time(1.0, angle)), color=COLOURS[0], label="half: T*")
    axes.plot(dims, low, color=COLOURS[2], linestyle="-.", label=f"{levels[0]:.0%} have settled")
    axes.axhline(0.0, color=INK, linewidth=0.8)
    axes.set_xscale("log", base=2)
    ticks = [d for d in dims if d & (d - 1) == 0]
    axes.set_xticks(ticks, [str(d) for d in ticks])
    axes.minorticks_off()
    label(axes, "dimension d", "settling time × |h|")
    return figure
