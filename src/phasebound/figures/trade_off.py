"""The settling time that a target needs, over the dimension, above T* (osc.design-rule)."""

from __future__ import annotations

from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, ScalarFormatter

from phasebound.analysis import design
from phasebound.figures.canvas import COLOURS, INK, MARKERS, label, panels

DIMS = (8, 12, 16, 24, 32, 48, 64, 128, 256)


def trade_off(
    angle: float = 0.1, target: float = 1e-6, anchors: int = 8, dims: tuple[int, ...] = DIMS
) -> Figure:
    """Shortest time in units of 1/|h| typical, for a guaranteed |h| and for ``anchors`` random anchors of weight 1."""
    figure, (axes,) = panels()
    couplings = [
        ("|h| guaranteed", design.Coupling(norm=1.0)),
        (f"{anchors} random anchors", design.Coupling(weights=(1.0,) * anchors)),
    ]
    for k, (name, coupling) in enumerate(couplings):
        budget = design.plan(coupling, angle, target, dims=dims)
        met = [(p["dimension"], p["time"] * coupling.typical) for p in budget.curve if p["time"] is not None]
        axes.plot(
            *zip(*met, strict=True), color=COLOURS[k], marker=MARKERS[k], markerfacecolor="none", label=name
        )
        if k == 0:
            axes.axhline(budget.critical_time, color=INK, linestyle="--", linewidth=1.2, label="T*")
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xticks(dims, [str(d) for d in dims])
    axes.minorticks_off()
    axes.yaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
    axes.yaxis.set_major_formatter(ScalarFormatter())
    label(
        axes,
        "dimension d_osc",
        "settling time × typical |h|",
        title=f"failure at most {target:g}, angle {angle:g}",
    )
    return figure
