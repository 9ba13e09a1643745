"""Three samplers beside the exact laws: deviations in standard errors (all records of osc. laws)."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure
from scipy.special import ndtr

from phasebound.figures.canvas import COLOURS, INK, MARKERS, label, panels, record

SOURCES = (("caps", 1), ("finite_time", 1), ("degenerate_exact", 1), ("design_rule", 1))
METHODS = ("direct", "radial", "rare")


def deviations() -> dict[str, list[float]]:
    """Deviation of each estimate from its law in standard errors, by sampler, over the records of ``SOURCES``."""
    found: dict[str, list[float]] = {m: [] for m in METHODS}
    for id, protocol in SOURCES:
        for c in record(id, protocol).figures["comparisons"]:
            method = c["name"].split()[0]
            if method in found and c["kind"] == "equal":
                found[method].append(float(c["deviation"]))
    return found


def samplers() -> Figure:
    """Sorted deviations of each sampler beside those of a standard normal law."""
    figure, (axes,) = panels()
    for k, (method, values) in enumerate(deviations().items()):
        order = np.sort(values)
        share = (np.arange(order.size) + 0.5) / order.size
        axes.plot(order, share, MARKERS[k], color=COLOURS[k], markerfacecolor="none", markersize=4,
                  label=f"{method} ({order.size} estimates)")  # fmt: skip
    x = np.linspace(-4.0, 4.0, 200)
    axes.plot(x, ndtr(x), color=INK, label="standard normal law")
    label(axes, "deviation from the exact law, in standard errors", "share of the estimates below")
    return figure
