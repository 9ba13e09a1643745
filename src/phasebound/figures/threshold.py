"""A small drive over its threshold norm(w): rare below, certain above, one half at it (osc.degenerate-rate)."""

from __future__ import annotations

import math

import numpy as np
from matplotlib.figure import Figure

from phasebound.analysis import laws
from phasebound.analysis.estimate import Estimate
from phasebound.figures.canvas import COLOURS, DASHES, INK, MARKERS, label, panels, record

_DIMS = (4, 16, 256, 4096)


def threshold(protocol: int = 1) -> Figure:
    """P(|h| <= eps) over eps/norm(w) for five equal weights; markers are sampled, with 99 % intervals."""
    found = record("degenerate_rate", protocol)
    w = tuple(found.configuration["events"][0][0])
    scale = float(laws.degenerate_threshold(w))
    name = f"weights=({', '.join(f'{x:g}' for x in w)})"
    estimates = {
        c["name"]: Estimate.from_dict(c["estimate"])
        for c in found.figures["comparisons"]
        if c["kind"] == "equal" and name in c["name"]
    }
    figure, (axes,) = panels()
    ratios = np.linspace(0.1, 1.5, 43)
    for k, d in enumerate(_DIMS):
        p = [laws.degenerate_probability(d, w, float(x * scale)) for x in ratios]
        axes.plot(ratios, p, color=COLOURS[k], linestyle=DASHES[k], label=f"d = {d}")
    for ratio in (1.0, found.configuration["above"]):
        for d in found.configuration["threshold_d"]:
            e = estimates[f"radial d={d} {name}, radius={ratio * scale:g}, anchors=uniform"]
            low, value, high = (math.exp(x) for x in (e.interval[0], e.value, e.interval[1]))
            k = _DIMS.index(d)
            bars = [[max(value - low, 0.0)], [max(high - value, 0.0)]]
            axes.errorbar(
                [ratio], [value], yerr=bars, fmt=MARKERS[k], color=COLOURS[k], capsize=3, markersize=4
            )
    axes.axvline(1.0, color=INK, linewidth=0.9)
    axes.axhline(0.5, color=INK, linewidth=0.9, linestyle=":")
    label(axes, "ε / norm(w)", "P(|h| ≤ ε)", title="five equal weights; lines: exact law; markers: sampled")
    return figure
