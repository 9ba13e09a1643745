"""One unit of a feed-forward block on three readings of the same angle (kur.ffn-periodicity)."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from phasebound.analysis.checks import FloatArray
from phasebound.figures.canvas import COLOURS, DASHES, INK, label, panels


def _unit(gate: FloatArray, value: FloatArray) -> FloatArray:
    """silu(gate) value, one unit of SwiGLU."""
    result: FloatArray = gate / (1.0 + np.exp(-gate)) * value
    return result


def periodicity() -> Figure:
    """The unit silu(1 + x/2) (1 + x) on the raw angle, on the angle wrapped to [0, 2 pi), and on (cos, sin)."""
    figure, (axes,) = panels(height=3.4)
    x = np.linspace(-np.pi, 3.0 * np.pi, 1601)
    wrapped = np.mod(x, 2.0 * np.pi)
    jumps = np.where(np.abs(np.diff(wrapped, prepend=wrapped[0])) > 1.0, np.nan, wrapped)
    series = [
        ("raw angle", _unit(1.0 + 0.5 * x, 1.0 + x)),
        ("wrapped angle", _unit(1.0 + 0.5 * jumps, 1.0 + jumps)),
        ("(cos, sin)", _unit(1.0 + 0.5 * np.cos(x), 1.0 + np.sin(x))),
    ]
    for k, (name, y) in enumerate(series):
        axes.plot(x, y, color=COLOURS[k], linestyle=DASHES[k], label=name)
    for turn in (0.0, 2.0 * np.pi):
        axes.axvline(turn, color=INK, linewidth=0.8)
    axes.set_xticks(np.pi * np.arange(-1, 4), ["−π", "0", "π", "2π", "3π"])
    axes.set_ylim(-2.0, 34.0)
    label(axes, "phase", "output of the unit", loc="upper left")
    return figure
