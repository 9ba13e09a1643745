"""osc.dimension-exponent from the published runs: is the gap's power law one with exponent 1/2?

No network of ours: the perplexities of the paper's five seeds a dimension, refitted on both corpora
(:mod:`..tables.fits`; the published .420 and .599 come out). The control is the same fit of the same runs with
their mean gaps moved onto a law with exponent 1/2.

The two exclude 1/2 from opposite sides: there is no common exponent, though their mean is near 1/2.

The rule ("the gap falls like d^-.5"), from the 95 % intervals of the two fits: not-supported: one excludes .5;
supported: both contain it and are narrower than .2; inconclusive: otherwise, or if the control does not contain it.
"""

from __future__ import annotations

import numpy as np

from ..tables import fits
from .study import Configuration, Figures, Nets, Study


def control(corpus: str) -> Figures:
    """The fit of the published runs of a corpus, each dimension shifted so that the mean gaps follow d^-.5 from
    that at d = 2 on."""
    base, runs = fits.published_runs(corpus)
    softmax, first = np.mean(base), min(runs)
    gap = np.mean(runs[first]) - softmax
    moved = {d: np.add(r, softmax + gap * (first / d) ** fits.CLAIMED - np.mean(r)) for d, r in runs.items()}
    return fits.fit(base, moved).as_dict()


def measure(configuration: Configuration, nets: Nets) -> Figures:
    """By corpus: the fit and its control."""
    return {
        "corpora": {
            corpus: {"exponent": fits.published(corpus).as_dict(), "control": control(corpus)}
            for corpus in fits.PUBLISHED
        }
    }


def rule(figures: Figures) -> str:
    """The rule in the module's docstring."""
    found = [f["exponent"]["interval"] for f in figures["corpora"].values()]
    controls = [f["control"]["interval"] for f in figures["corpora"].values()]
    if not all(low <= fits.CLAIMED <= high for low, high in controls):
        return "inconclusive"
    if any(not low <= fits.CLAIMED <= high for low, high in found):
        return "not-supported"
    return "supported" if all(high - low < fits.NARROW for low, high in found) else "inconclusive"


STUDY = Study(
    name="exponent",
    title="The exponent of the published runs",
    protocol=1,
    checkpoints=(),
    configuration={"seed": 0},
    smoke={"seed": 0},
    measure=measure,
    claim="osc.dimension-exponent",
    rule=rule,
    reads=False,
)
