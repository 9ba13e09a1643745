"""Local order without synchronisation: the mean of R^2 for uniform phases (kur.local-order-confound)."""

from __future__ import annotations

from matplotlib.figure import Figure

from phasebound.analysis.estimate import Estimate
from phasebound.figures.canvas import COLOURS, errorbars, label, panels, record


def local_order(protocol: int = 1) -> Figure:
    """Mean of R^2 over independent uniform phases, measured with 99 % intervals, beside the law sum A^2."""
    found = record("local_order", protocol)
    rows, tokens = found.figures["rows"], found.configuration["tokens"]
    figure, (axes,) = panels()
    for k, beta in enumerate(found.configuration["beta"]):
        row = [rows[f"n={n} beta={beta:g}"] for n in tokens]
        axes.plot(tokens, [r["law"] for r in row], "_", color=COLOURS[k], markersize=22, markeredgewidth=1.8)
        errorbars(axes, tokens, [Estimate.from_dict(r["mean_square"]) for r in row], k, f"β = {beta:g}")
    axes.set_xscale("log", base=2)
    axes.set_xticks(tokens, [str(n) for n in tokens])
    axes.set_ylim(-0.02, 1.02)
    label(axes, "number of tokens", "mean of R²", title="phases independent and uniform; bars: the law")
    return figure
