"""osc.dimension-exponent from the published runs: is the gap's power law one with exponent 1/2?

No network of ours: the perplexities of the paper's five seeds a dimension, refitted on both corpora
(:mod:`..tables.fits`; the published .420 and .599 come out), with d = 64 held out. The control plants the claim:
runs drawn with exactly d^-.5, from d = 2 on, and with the scatter of the published seeds; how often does the
interval contain 1/2? The two published fits exclude 1/2 from opposite sides: there is no common exponent, though
their mean is near 1/2.

The rule ("the gap falls like d^-.5"), from the intervals of the two fits, if both are narrower than .2:
not-supported: one excludes .5; supported: both contain it; inconclusive: an interval is wider, or on either corpus
the control finds .5 in fewer than four of five planted intervals. (The control found that the published intervals
contain a planted .5 in less than their 95 %: they are a bootstrap of five runs. So an exclusion counts for less than
its interval says; here .5 is four and seven standard errors away.)
"""

from __future__ import annotations

import numpy as np

from phasebound.analysis.jobs import stream

from ..tables import fits
from .study import Configuration, Figures, Nets, Study

COVERED = 0.8


def control(corpus: str, planted: int, seed: int) -> float:
    """The share of ``planted`` data sets with a true exponent of 1/2 whose interval contains it."""
    base, runs = fits.published_runs(corpus)
    softmax, first = np.mean(base), min(runs)
    gap = np.mean(runs[first]) - softmax
    rng, hits = stream(seed, list(fits.PUBLISHED).index(corpus)), 0
    for _ in range(planted):
        drawn = {
            d: rng.normal(softmax + gap * (first / d) ** fits.CLAIMED, np.std(r, ddof=1), len(r)).tolist()
            for d, r in runs.items()
        }
        low, high = fits.fit(rng.normal(softmax, np.std(base, ddof=1), len(base)).tolist(), drawn).interval
        hits += bool(low <= fits.CLAIMED <= high)
    return hits / planted


def measure(configuration: Configuration, nets: Nets) -> Figures:
    """By corpus: the fit, what it says of d = 64, and its control."""
    return {
        "corpora": {
            corpus: {
                "exponent": fits.published(corpus).as_dict(),
                "held_out": fits.held_out(corpus),
                "planted_covered": control(corpus, configuration["planted"], configuration["seed"]),
            }
            for corpus in fits.PUBLISHED
        }
    }


def rule(figures: Figures) -> str:
    """The rule in the module's docstring."""
    found = [f["exponent"]["interval"] for f in figures["corpora"].values()]
    if any(f["planted_covered"] < COVERED for f in figures["corpora"].values()):
        return "inconclusive"
    if any(not high - low < fits.NARROW for low, high in found):
        return "inconclusive"
    return "supported" if all(low <= fits.CLAIMED <= high for low, high in found) else "not-supported"


STUDY = Study(
    name="exponent",
    title="The exponent of the published runs",
    protocol=3,
    checkpoints=(),
    configuration={"planted": 200, "seed": 0},
    smoke={"planted": 5, "seed": 0},
    measure=measure,
    claim="osc.dimension-exponent",
    rule=rule,
    reads=False,
)
