"""A picture of published figures beside ours."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from phasebound.analysis.plots import GREY, empty_figure, quiet, save

from .table import Line


def beside(lines: Sequence[Line], path: Path, title: str) -> None:
    """Journal version and ours with their intervals, one row a figure, one panel a unit."""
    units = list(dict.fromkeys(line.unit for line in lines))
    rows = [[line for line in lines if line.unit == unit] for unit in units]
    heights = [len(r) + 1 for r in rows]
    figure = empty_figure(8, 0.45 * sum(heights) + 1)
    panels = figure.subplots(len(units), 1, height_ratios=heights, squeeze=False)[:, 0]
    for panel, unit, members in zip(panels, units, rows, strict=True):
        quiet(panel)
        for name, mark, shift in (("journal", "o", 0.15), ("ours", "s", -0.15)):
            found = [(i, getattr(line, name)) for i, line in enumerate(members)]
            found = [(i, e) for i, e in found if e is not None]
            x = [e.value for _, e in found]
            error = [[e.value - e.interval[0] for _, e in found], [e.interval[1] - e.value for _, e in found]]
            y = [len(members) - i + shift for i, _ in found]
            panel.errorbar(x, y, xerr=error, fmt=mark, capsize=2, label=f"{name}, 95 % interval")
        first = [(i, line.first) for i, line in enumerate(members) if line.first is not None]
        panel.plot(
            [v for _, v in first],
            [len(members) - i for i, _ in first],
            "x",
            color=GREY,
            label="first version",
        )
        panel.set_yticks(range(len(members), 0, -1), [line.what for line in members])
        panel.set_xlabel(unit, color=GREY)
        panel.margins(y=0.15)
    for text in panels[0].legend(frameon=False, fontsize=9).get_texts():
        text.set_color(GREY)
    figure.suptitle(title, color=GREY, fontsize=10)
    save(figure, path)
