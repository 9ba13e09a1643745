"""Failure at a finite time over the dimension, below, at and above T* (osc.finite-time-failure)."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from phasebound.analysis import laws
from phasebound.analysis.estimate import Estimate
from phasebound.figures.canvas import COLOURS, DASHES, errorbars, label, panels, record


def failure_dimension(protocol: int = 1) -> Figure:
    """Failures of integrated trajectories with 99 % intervals at 0.8, 1 and 1.2 T*; the law as lines."""
    found = record("finite_time", protocol)
    c = found.configuration
    critical = float(laws.critical_time(c["norm"], c["angle"]))
    line = np.arange(min(c["d"]), max(c["d"]) + 1)
    figure, (axes,) = panels()
    for k, factor in enumerate(c["factors"]):
        law = laws.finite_time_failure(line, c["norm"], factor * critical, c["angle"])
        axes.plot(line, law, color=COLOURS[k], linestyle=DASHES[k])
        estimates = [Estimate.from_dict(e) for e in found.figures["failures"][f"{factor:g} T*"]]
        errorbars(axes, c["d"], estimates, k, f"read at {factor:g} T*")
    axes.set_xscale("log", base=2)
    axes.set_xticks(c["d"], [str(d) for d in c["d"]])
    axes.minorticks_off()
    axes.set_ylim(-0.02, 1.05)
    label(axes, "dimension d", "probability of failure", title="lines: exact law; markers: integrated")
    return figure
