"""The flow z' = h - (z.h) z on the sphere S^2, seen from the side (osc.explicit-flow, osc.almost-global)."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from phasebound.analysis.checks import FloatArray
from phasebound.analysis.flow import exact_flow
from phasebound.analysis.sphere import uniform_points
from phasebound.figures.canvas import COLOURS, INK, label, panels

_TILT = np.deg2rad(18.0)  # of the viewer above the equator


def _project(z: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Right, up and towards the viewer, for points (..., 3) with the third coordinate along h."""
    x, y, up = np.moveaxis(z, -1, 0)
    return x, up * np.cos(_TILT) + y * np.sin(_TILT), up * np.sin(_TILT) - y * np.cos(_TILT)


def _curve(axes: Axes, z: FloatArray, colour: str, width: float) -> None:
    """A curve on the sphere: full in front, faint behind."""
    right, up, near = _project(z)
    for front, alpha in ((True, 1.0), (False, 0.28)):
        hidden = (near >= 0.0) != front
        shown = np.where(hidden, np.nan, right), np.where(hidden, np.nan, up)
        axes.plot(*shown, color=colour, linewidth=width, alpha=alpha)


def sphere_flow(starts: int = 26, seed: int = 4) -> Figure:
    """Exact trajectories from uniform starts, one from close to the antipode, which leaves late."""
    figure, (sphere, angle) = panels(2, width=6.8, height=3.5)
    h = np.array([0.0, 0.0, 1.0])
    z0 = uniform_points(np.random.default_rng(seed), (starts,), 3)
    near = np.array([[np.sin(0.02), 0.0, -np.cos(0.02)]])
    time = np.linspace(0.0, 10.0, 400)
    paths = exact_flow(np.concatenate([z0, near])[:, None], h, time)  # (starts + 1, time, 3)
    for k, path in enumerate(paths):
        last = k == starts
        _curve(sphere, path, COLOURS[1] if last else COLOURS[0], 1.8 if last else 1.0)
        angle.plot(
            time,
            np.arccos(np.clip(path[:, 2], -1.0, 1.0)),
            color=COLOURS[1] if last else COLOURS[0],
            linewidth=1.8 if last else 0.8,
            linestyle="--" if last else "-",
            label="from near the antipode" if last else ("uniform starts" if k == 0 else None),
        )
    turn = np.linspace(0.0, 2.0 * np.pi, 200)
    sphere.plot(np.cos(turn), np.sin(turn), color=INK, linewidth=1.0)
    for name, pole in (("e = h/|h|", h), ("−e", -h)):
        right, up, _ = _project(pole)
        sphere.plot(right, up, "o", color=COLOURS[2] if name != "−e" else COLOURS[3], markersize=7)
        sphere.annotate(name, (float(right), float(up)), (8, 8), textcoords="offset points", color=INK)
    sphere.set_aspect("equal")
    sphere.set_axis_off()
    angle.set_yticks([0.0, 0.5 * np.pi, np.pi], ["0", "90°", "180°"])
    angle.set_ylim(-0.1, 1.22 * np.pi)
    label(angle, "time in units of 1/|h|", "angle to e", loc="upper right")
    return figure
