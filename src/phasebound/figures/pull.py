"""The pull of one token over its distance, with a frozen weight and with a softmax weight (kur.pull-with-distance)."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure
from scipy import optimize

from phasebound.analysis.checks import FloatArray, positive
from phasebound.figures.canvas import COLOURS, DASHES, INK, label, panels


def softmax_pull(x: FloatArray | float, beta: float) -> FloatArray:
    """A(x) sin x with A = e^{beta cos x}/(e^{beta cos x} + e^beta): one other token and the token itself."""
    weight = 1.0 / (1.0 + np.exp(positive(beta, "beta") * (1.0 - np.cos(x))))
    result: FloatArray = weight * np.sin(x)
    return result


def peak(beta: float) -> float:
    """The angle of the strongest pull: the root of cos x = beta (1 - A) sin^2 x in (0, pi/2)."""

    def slope(x: float) -> float:
        weight = 1.0 / (1.0 + np.exp(beta * (1.0 - np.cos(x))))
        return float(np.cos(x) - beta * (1.0 - weight) * np.sin(x) ** 2)

    return float(optimize.brentq(slope, 0.0, 0.5 * np.pi))


def pull(betas: tuple[float, ...] = (1.0, 4.0, 16.0)) -> Figure:
    """Pull over distance: frozen weight 1/2, then softmax weights at inverse temperatures ``betas``; dots at the
    peaks.
    """
    figure, (axes,) = panels()
    x = np.linspace(0.0, np.pi, 400)
    axes.plot(x, 0.5 * np.sin(x), color=COLOURS[0], linestyle=DASHES[0], label="weight held at 1/2")
    axes.plot(0.5 * np.pi, 0.5, "o", color=COLOURS[0])
    for k, beta in enumerate(betas, start=1):
        axes.plot(
            x, softmax_pull(x, beta), color=COLOURS[k], linestyle=DASHES[k], label=f"softmax, β = {beta:g}"
        )
        top = peak(beta)
        axes.plot(top, softmax_pull(top, beta), "o", color=COLOURS[k])
    axes.axvline(0.5 * np.pi, color=INK, linewidth=0.9)
    axes.set_xticks(np.pi * np.arange(0, 5) / 4, ["0", "45°", "90°", "135°", "180°"])
    axes.set_ylim(-0.02, 0.64)
    label(axes, "distance of the two tokens", "pull A sin x", loc="upper right", ncols=2)
    return figure
