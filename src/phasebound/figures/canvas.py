"""What figures of laws and measurements share: panels, named axes, estimates with intervals, records.

Colours and the look are those of :mod:`phasebound.figures.style`; a series has a dash or a marker of its own as well,
so that colour never carries a meaning alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from phasebound.analysis.estimate import Estimate
from phasebound.analysis.records import Record, RecordError
from phasebound.figures import style
from phasebound.verdicts import committed

COLOURS = style.COLOURS
INK = style.INK
DASHES = ("-", "--", "-.", ":")
MARKERS = ("o", "s", "^", "D")


def panels(
    count: int = 1, *, width: float = 5.6, height: float = 3.6, stacked: bool = False
) -> tuple[Figure, list[Axes]]:
    """A figure of ``count`` panels side by side or, readable on a phone too, stacked; sizes in inches."""
    columns, rows = (1, count) if stacked else (count, 1)
    figure, axes = style.axes(width, height, columns, rows, squeeze=False)
    return figure, list(axes.flat)


def label(axes: Axes, x: str, y: str, title: str = "", **legend: Any) -> None:
    """Names of the axes, a title, and a legend if a series has a name; ``legend`` goes to it."""
    axes.set_xlabel(x, color=INK)
    axes.set_ylabel(y, color=INK)
    if title:
        axes.set_title(title, color=INK, fontsize=10, loc="left")
    if axes.get_legend_handles_labels()[0]:
        axes.legend(frameon=False, labelcolor=INK, fontsize=9, **legend)


def errorbars(axes: Axes, x: Sequence[float], estimates: Sequence[Estimate], k: int, name: str) -> None:
    """Estimates with their intervals as open markers of series ``k``, on the scale that they are given in."""
    centre = [e.value for e in estimates]
    low = [max(e.value - e.interval[0], 0.0) for e in estimates]
    high = [max(e.interval[1] - e.value, 0.0) for e in estimates]
    axes.errorbar(
        x,
        centre,
        yerr=[low, high],
        fmt=MARKERS[k],
        color=COLOURS[k],
        markerfacecolor="none",
        markersize=5,
        capsize=3,
        linewidth=1.1,
        label=name,
    )


def record(id: str, protocol: int) -> Record:
    """The committed record that a figure was written for; RecordError if it is missing or of another protocol."""
    found = next((r for r in committed() if r.id == id), None)
    if found is None:
        raise RecordError(f"no committed record {id!r} that counts")
    if found.protocol != protocol:
        raise RecordError(f"{id}: the figure is for protocol {protocol}, the record has {found.protocol}")
    return found
