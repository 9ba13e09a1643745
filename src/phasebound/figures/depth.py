"""What trained byte models do by depth: order of their phases, and their drift rates (studies ``coherence``
and ``drift``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from phasebound.analysis.estimate import Estimate
from phasebound.analysis.records import Record
from phasebound.figures import canvas
from phasebound.figures.canvas import COLOURS, DASHES, MARKERS, label, panels

SERIES = ("trained", "untrained", "shuffled")


def _line(
    axes: Axes, x: Sequence[float], estimates: Sequence[Mapping[str, Any]], k: int, name: str = ""
) -> None:
    """Estimates of a series by depth, with their intervals as a band; one without a name is in no legend."""
    found = [Estimate.from_dict(dict(e)) for e in estimates]
    low, high = ([e.interval[i] for e in found] for i in (0, 1))
    axes.fill_between(x, low, high, color=COLOURS[k], alpha=0.2, linewidth=0)
    axes.plot(
        x,
        [e.value for e in found],
        DASHES[k],
        color=COLOURS[k],
        marker=MARKERS[k],
        markersize=4,
        label=name,
    )


def order_by_depth(record: Record | None = None, seed: str = "0") -> Figure:
    """Three panels, for the trained network, itself untrained, and on shuffled bytes: the local order R; how
    much more R² is than with the same weights dealt out at random; the global order before and after each block.
    Bands are 99 % intervals over windows."""
    found = (record or canvas.record("study-coherence", 2)).figures["seeds"][seed]
    figure, (local, gain, everywhere) = panels(3, height=7.2, stacked=True)
    for k, name in enumerate(SERIES):
        layers = found[name]["local"]
        blocks = list(range(1, len(layers) + 1))
        _line(local, blocks, [d["order"] for d in layers], k)
        _line(gain, blocks, [d["gain"] for d in layers], k, name)
        _line(everywhere, [0, *blocks], found[name]["global"], k)
    for axes, y in ((local, "local order R"), (gain, "gain of R²"), (everywhere, "global order")):
        label(axes, "block", y)
        axes.set_ylim(min(0.0, axes.get_ylim()[0]), None if axes is gain else 1.03)
    return figure


def speed_by_depth(record: Record | None = None) -> Figure:
    """The mean folded drift rate, radians a position, of every layer, for each trained network and untrained.
    Bands are 99 % intervals over coordinates."""
    found = (record or canvas.record("study-drift", 1)).figures["seeds"]
    figure, (axes,) = panels(width=5.2, height=3.4)
    for k, (seed, figures) in enumerate(found.items()):
        _line(axes, _blocks(figures), figures["trained"]["speed"], k, f"trained, seed {seed}")
    first = next(iter(found.values()))
    _line(axes, _blocks(first), first["untrained"]["speed"], len(found), "untrained")
    axes.set_ylim(bottom=0.0)
    label(axes, "block", "|rate|, radians a position")
    return figure


def _blocks(figures: Mapping[str, Any]) -> list[int]:
    return list(range(1, len(figures["trained"]["speed"]) + 1))
