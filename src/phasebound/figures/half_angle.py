"""The half-angle tangent decays exactly: the closed form beside an integrator (osc.explicit-flow)."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from phasebound.analysis.flow import integrate
from phasebound.analysis.sphere import angles
from phasebound.figures.canvas import COLOURS, DASHES, MARKERS, label, panels


def half_angle(starts: tuple[float, ...] = (1.0, 2.0, 3.1), d: int = 5) -> Figure:
    """tan(phi/2) on a logarithmic axis: straight lines of slope -|h| from each start angle; open markers are
    integrated in R^d.
    """
    figure, (axes,) = panels(height=3.4)
    h = np.zeros(d)
    h[0] = 1.0
    line, dots = np.linspace(0.0, 8.0, 100), np.linspace(0.5, 7.5, 8)
    for k, phi in enumerate(starts):
        axes.plot(line, np.tan(0.5 * phi) * np.exp(-line), color=COLOURS[k], linestyle=DASHES[k])
        z0 = np.zeros(d)
        z0[:2] = np.cos(phi), np.sin(phi)
        reached = [float(np.tan(0.5 * angles(integrate(z0, h, float(t)), h))) for t in dots]
        axes.plot(
            dots, reached, MARKERS[k], color=COLOURS[k], markerfacecolor="none", label=f"start at {phi:g} rad"
        )
    axes.set_yscale("log")
    label(axes, "time in units of 1/|h|", "tan(φ/2)", title="lines: closed form; markers: integrated")
    return figure
