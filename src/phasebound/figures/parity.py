"""Oscillators with frequencies: the share that locks, by the parity of d (osc.frequency-disorder)."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from phasebound.analysis.estimate import proportion
from phasebound.analysis.montecarlo import Disorder, estimate_all
from phasebound.figures.canvas import INK, errorbars, label, panels, record


def parity(protocol: int = 2, samples: int = 10_000, strength: float = 1.0) -> Figure:
    """Left: spectra of random systems, sampled here, with the law where it is known. Right: of the record's
    integrated systems, those that drift for ever; systems near the edge are in neither group.
    """
    figure, (share, drifting) = panels(2, width=6.8, height=3.5)
    dims = list(range(2, 11))
    cases = [Disorder(d, 1.0, strength) for d in dims]
    found = estimate_all([(c, "direct") for c in cases], samples, seed=1)
    for k, (name, odd) in enumerate([("even d", 0), ("odd d", 1)]):
        rows = [(d, e) for d, e in zip(dims, found, strict=True) if d % 2 == odd]
        errorbars(share, [d for d, _ in rows], [e for _, e in rows], k, name)
    known = [(c.d, float(np.exp(law.value))) for c in cases if (law := c.log_law()) is not None]
    share.plot(
        *zip(*known, strict=True),
        "_",
        color=INK,
        markersize=18,
        markeredgewidth=1.6,
        label="law, where known",
    )
    share.set_ylim(0.0, 1.08)
    label(share, "dimension d", "share that locks", title=f"|h| = 1, entries of S ~ N(0, {strength:g})")

    kept = record("disorder", protocol)
    systems = kept.figures["systems"]
    for k, odd in enumerate((0, 1)):
        some = [d for d in kept.configuration["d"] if d % 2 == odd]
        free = [proportion(systems[f"d={d}"]["free"], systems[f"d={d}"]["n"], kept.seed) for d in some]
        errorbars(drifting, some, free, k, ("even d", "odd d")[k])
    drifting.set_ylim(-0.02, 0.45)
    label(
        drifting,
        "dimension d",
        "share that drifts for ever",
        title="integrated trajectories",
        loc="upper right",
    )
    for axes in (share, drifting):
        axes.set_xticks([2, 3, 4, 5, 6, 7, 8])
    share.set_xticks(dims)
    return figure
