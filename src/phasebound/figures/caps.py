"""The measure of a cap over the dimension: exact law over samples (osc.cap-measure, osc.cap-bounds)."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from phasebound.analysis import laws
from phasebound.analysis.estimate import Estimate
from phasebound.figures.canvas import COLOURS, DASHES, errorbars, label, panels, record

_LN10 = float(np.log(10.0))


def log10(estimate: Estimate) -> Estimate:
    """An estimate of a logarithm in powers of ten."""
    e = estimate.to_log()
    low, high = e.interval
    return Estimate(e.value / _LN10, e.stderr / _LN10, (low / _LN10, high / _LN10), e.n, e.seed, "log")


def caps(protocol: int = 1, angles: tuple[float, ...] = (1.5, 0.5, 0.001), largest: int = 16384) -> Figure:
    """-log10 of the cap measure over d: sampled by the tilted chain with 99 % intervals, the law as lines."""
    found = record("caps", protocol)
    by_name = {c["name"]: c["estimate"] for c in found.figures["comparisons"]}
    dims = [d for d in found.configuration["rare_d"] if d <= largest]
    figure, (axes,) = panels()
    line = np.unique(np.round(np.geomspace(2, largest, 60)))
    for k, angle in enumerate(angles):
        axes.plot(
            line,
            -np.asarray(laws.log_cap_probability(line, angle)) / _LN10,
            color=COLOURS[k],
            linestyle=DASHES[k],
        )
        estimates = [log10(Estimate.from_dict(by_name[f"rare d={d} angle={angle:g}"])) for d in dims]
        mirrored = [
            Estimate(-e.value, e.stderr, (-e.interval[1], -e.interval[0]), e.n, e.seed) for e in estimates
        ]
        errorbars(axes, dims, mirrored, k, f"angle {angle:g} rad")
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    label(axes, "dimension d", "−log₁₀ of the probability", title="lines: exact law; markers: sampled")
    return figure
