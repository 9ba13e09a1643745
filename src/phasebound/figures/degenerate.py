"""How rare a small drive is: law over samples, down to probabilities that no float holds (osc.degenerate-exact)."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from phasebound.analysis import laws
from phasebound.analysis.estimate import Estimate
from phasebound.figures.canvas import COLOURS, DASHES, errorbars, label, panels, record
from phasebound.figures.caps import log10

_LN10 = float(np.log(10.0))


def degenerate(protocol: int = 1, largest: int = 512) -> Figure:
    """log10 P(|h| <= eps) over d for the record's weights; tilted samples with 99 % intervals, the law as lines."""
    found = record("degenerate_exact", protocol)
    by_name = {c["name"]: c["estimate"] for c in found.figures["comparisons"]}
    dims = [d for d in found.configuration["rare_d"] if d <= largest]
    line = [8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512]
    figure, (axes,) = panels()
    for k, (w, radius) in enumerate(found.configuration["rare_events"]):
        event = f"weights=({', '.join(f'{x:g}' for x in w)}), radius={radius:g}, anchors=uniform"
        exact = [laws.log_degenerate_probability(d, w, radius) / _LN10 for d in line]
        axes.plot(line, exact, color=COLOURS[k], linestyle=DASHES[k])
        estimates = [log10(Estimate.from_dict(by_name[f"rare d={d} {event}"])) for d in dims]
        name = f"w = ({', '.join(f'{x:g}' for x in w)}), ε = {radius:g}"
        errorbars(axes, dims, estimates, k, name)
    label(axes, "dimension d", "log₁₀ P(|h| ≤ ε)", title="lines: exact law; markers: sampled")
    return figure
