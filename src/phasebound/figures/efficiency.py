"""Relative deviation of one tilted sample over the dimension (osc.rare-event-efficiency)."""

from __future__ import annotations

from matplotlib.figure import Figure

from phasebound.analysis.estimate import Estimate
from phasebound.figures.canvas import COLOURS, DASHES, errorbars, label, panels, record


def efficiency(protocol: int = 1, tilt: str = "fixed") -> Figure:
    """Standard deviation of one sample over its mean, with 99 % intervals, for each event of the record."""
    found = record("rare_efficiency", protocol)
    spread = found.figures["spread"]
    dims = found.configuration["d"]
    figure, (axes,) = panels()
    for k, (w, radius) in enumerate(found.configuration["events"]):
        rows = [
            Estimate.from_dict(
                spread[f"{tilt} d={d} eps={radius:g} w={w}"]["relative_deviation_of_one_sample"]
            )
            for d in dims
        ]
        axes.plot(dims, [e.value for e in rows], color=COLOURS[k], linestyle=DASHES[k])
        errorbars(axes, dims, rows, k, f"w = ({', '.join(f'{x:g}' for x in w)}), ε = {radius:g}")
    axes.set_xscale("log", base=2)
    axes.set_xticks(dims, [str(d) for d in dims])
    axes.minorticks_off()
    axes.set_ylim(bottom=0.0)
    label(axes, "dimension d", "deviation of one sample / mean", loc="lower left")
    return figure
