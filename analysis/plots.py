"""Pictures of samples and of design budgets.

Readable on paper and on dark screens: transparent background, text and axes in one grey with a contrast of
about 4.5 to both, colour-blind-safe colours, and a marker or dash of its own for each series. Needs the
extra ``plot`` (matplotlib).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

GREY = "#767676"
COLOURS = ("#1b86c9", "#d55e00", "#1a9e77", "#b9549b")
MARKERS = ("o", "s", "^", "D")
FORMATS = (".png", ".svg", ".pdf")


class PlotError(Exception):
    """A picture that cannot be drawn; one line."""


def empty_figure(width: float, height: float) -> Any:
    """A transparent figure; PlotError where matplotlib is missing."""
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise PlotError("pictures need the extra 'plot': pip install 'phasebound[plot]'") from error
    figure = Figure(figsize=(width, height), layout="constrained")
    figure.patch.set_alpha(0.0)
    return figure


def quiet(axes: Any) -> None:
    """Axes that read on a light and on a dark page."""
    axes.set_facecolor("none")
    for spine in axes.spines.values():
        spine.set_color(GREY)
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(colors=GREY, which="both")
    axes.grid(True, color=GREY, alpha=0.25, linewidth=0.6)


def _axes(width: float = 6.4, height: float = 4.2) -> tuple[Any, Any]:
    figure = empty_figure(width, height)
    axes = figure.add_subplot()
    quiet(axes)
    return figure, axes


def _finish(figure: Any, axes: Any, path: Path, title: str, xlabel: str, ylabel: str) -> None:
    axes.set_title(title, color=GREY, fontsize=10, loc="left")
    axes.set_xlabel(xlabel, color=GREY)
    axes.set_ylabel(ylabel, color=GREY)
    legend = axes.legend(frameon=False, fontsize=9)
    for text in legend.get_texts():
        text.set_color(GREY)
    save(figure, path)


def save(figure: Any, path: Path) -> None:
    """Write a figure to a file whose ending names the format; PlotError if that cannot be."""
    target = Path(path)
    if target.suffix.lower() not in FORMATS:
        raise PlotError(f"a picture ends in {', '.join(FORMATS)}, got {target.name!r}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(target, dpi=160)
    except OSError as error:
        raise PlotError(f"cannot write {target.name}: {error.strerror or error}") from error


def _dimension_axis(axes: Any, dims: Sequence[int]) -> None:
    axes.set_xscale("log", base=2)
    ticks = sorted(set(dims))
    if len(ticks) > 11:
        ticks = [d for d in ticks if d & (d - 1) == 0] or ticks[:: len(ticks) // 8]
    axes.set_xticks(ticks, [str(d) for d in ticks])
    axes.minorticks_off()


def samples(rows: Sequence[dict[str, Any]], path: Path, title: str) -> None:
    """Estimates with their intervals over d, the exact law as a line.

    ``rows``: d, log10, log10_interval (two numbers), log10_law or None. Estimates without a hit show as
    upper bounds.
    """
    figure, axes = _axes()
    law = [
        (r["d"], r["log10_law"]) for r in rows if r["log10_law"] is not None and math.isfinite(r["log10_law"])
    ]
    if law:
        axes.plot(*zip(*law, strict=True), color=COLOURS[1], linewidth=1.4, label="exact law")
    seen = [r for r in rows if math.isfinite(r["log10"])]
    if seen:
        centre = [r["log10"] for r in seen]
        low = [max(c - r["log10_interval"][0], 0.0) for c, r in zip(centre, seen, strict=True)]
        high = [max(r["log10_interval"][1] - c, 0.0) for c, r in zip(centre, seen, strict=True)]
        low = [x if math.isfinite(x) else 0.0 for x in low]
        axes.errorbar(
            [r["d"] for r in seen],
            centre,
            yerr=[low, high],
            fmt="o",
            markersize=5,
            markerfacecolor="none",
            color=COLOURS[0],
            capsize=4,
            linewidth=1.2,
            label="samples, 99 % interval",
        )
    bounds = [r for r in rows if not math.isfinite(r["log10"]) and math.isfinite(r["log10_interval"][1])]
    if bounds:
        axes.plot(
            [r["d"] for r in bounds],
            [r["log10_interval"][1] for r in bounds],
            "v",
            color=COLOURS[2],
            markersize=6,
            label="no hit: upper bound, 99 %",
        )
    _dimension_axis(axes, [r["d"] for r in rows])
    _finish(figure, axes, path, title, "dimension d", "log10 probability")


def trade_off(
    curve: Sequence[dict[str, Any]], critical_time: float, path: Path, title: str, unit: str
) -> None:
    """Settling time over d that meets the target, with T* as the limit that no dimension passes."""
    figure, axes = _axes()
    met = [(p["dimension"], p["time"]) for p in curve if p["time"] is not None]
    if met:
        axes.plot(
            *zip(*met, strict=True),
            marker="o",
            markerfacecolor="none",
            color=COLOURS[0],
            label="meets the target",
        )
    axes.axhline(
        critical_time, color=COLOURS[1], linestyle="--", linewidth=1.2, label="T*: no dimension below"
    )
    missed = [p["dimension"] for p in curve if p["time"] is None]
    if missed:
        top = max((t for _, t in met), default=critical_time)
        axes.plot(missed, [top] * len(missed), "x", color=COLOURS[3], label="no time meets it")
    axes.set_yscale("log")
    _dimension_axis(axes, [p["dimension"] for p in curve])
    _finish(figure, axes, path, title, "dimension d_osc", f"settling time [{unit}]")


def failure_curves(
    series: Sequence[tuple[str, Sequence[int], Sequence[float]]], target_log10: float, path: Path, title: str
) -> None:
    """log10 of the failure probability over d for several series (total and modes), with the target
    as a line.
    """
    figure, axes = _axes()
    for k, (name, dims, values) in enumerate(series):
        points = [(d, v) for d, v in zip(dims, values, strict=True) if math.isfinite(v)]
        if points:
            axes.plot(
                *zip(*points, strict=True),
                marker=MARKERS[k],
                markerfacecolor="none",
                color=COLOURS[k],
                label=name,
            )
    axes.axhline(target_log10, color=GREY, linestyle="--", linewidth=1.2, label="target per oscillator")
    _dimension_axis(axes, [d for _, dims, _ in series for d in dims])
    _finish(figure, axes, path, title, "dimension d_osc", "log10 failure probability")
