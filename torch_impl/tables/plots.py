"""A picture of published figures beside ours."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import Any

from phasebound.analysis.plots import GREY, empty_figure, quiet, save

from .table import Line

MARKS = (("first", "x", 6, "first version"), ("bound", "|", 16, "bound in expectation"))
"""Figures without an interval: field of the line, mark, its size, name."""


def beside(lines: Sequence[Line], path: Path, title: str) -> None:
    """Journal version and ours with their intervals, one row a figure, one panel a unit."""
    units = list(dict.fromkeys(line.unit for line in lines))
    rows = [[line for line in lines if line.unit == unit] for unit in units]
    heights = [len(r) + 1 for r in rows]
    figure = empty_figure(8, 0.45 * sum(heights) + 1)
    panels = figure.subplots(len(units), 1, height_ratios=heights, squeeze=False)[:, 0]
    for panel, unit, members in zip(panels, units, rows, strict=True):
        quiet(panel)
        for colour, (name, mark, shift) in enumerate((("journal", "o", 0.15), ("ours", "s", -0.15))):
            found = [(i, getattr(line, name)) for i, line in enumerate(members)]
            found = [(i, e) for i, e in found if e is not None]
            if not found:  # else the legend would name a mark that is nowhere
                continue
            style = {"fmt": mark, "color": f"C{colour}", "capsize": 2}
            for bounded, label in ((True, f"{name}, 95 % interval"), (False, f"{name}, no interval")):
                those = [
                    (len(members) - i + shift, e)
                    for i, e in found
                    if bounded == all(map(isfinite, e.interval))
                ]
                if not those:
                    continue
                x = [e.value for _, e in those]
                ends = [
                    [e.value - e.interval[0] for _, e in those],
                    [e.interval[1] - e.value for _, e in those],
                ]
                kind = {"xerr": ends} if bounded else {"markerfacecolor": "none"}
                panel.errorbar(x, [y for y, _ in those], label=label, **kind, **style)
        for name, mark, size, label in MARKS:
            at = [(getattr(line, name), len(members) - i) for i, line in enumerate(members)]
            at = [(x, y) for x, y in at if x is not None]
            if at:  # as above
                panel.plot(*zip(*at, strict=True), mark, color=GREY, markersize=size, label=label)
        panel.set_yticks(range(len(members), 0, -1), [line.what for line in members])
        panel.set_xlabel(unit, color=GREY)
        panel.margins(y=0.15)
    shown: dict[str, Any] = {}  # a panel may lack a mark that another has
    for panel in panels:
        handles, labels = panel.get_legend_handles_labels()
        shown |= dict(zip(labels, handles, strict=True))
    panels[0].legend(  # above the panel: inside it, it would lie on figures
        shown.values(),
        shown.keys(),
        frameon=False,
        fontsize=9,
        loc="lower right",
        bbox_to_anchor=(1, 1),
        ncols=4,
        columnspacing=1.2,
        labelcolor=GREY,
    )
    figure.suptitle(textwrap.fill(title, 90), color=GREY, fontsize=10)
    save(figure, path)
