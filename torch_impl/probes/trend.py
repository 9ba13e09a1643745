"""Does a quantity fall with depth? One rule for all.

A unit (a sequence, or a coordinate of a head) has one value at each depth. Its Spearman rank correlation with
depth is -1 if it falls all the way, 0 if it is constant, and independent of scale, so slow and fast units
count alike; the change from the first depth to the last tells the size. Both are means over units with t
intervals. falls: both intervals lie below 0, and the means are at most -RESOLUTION and minus the least change
that counts. does not fall: one of the intervals lies above its limit. Otherwise open.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from scipy.stats import rankdata

from phasebound.analysis.checks import FloatArray
from phasebound.analysis.estimate import Estimate, mean

from ..checks import require

RESOLUTION = 0.1
Answer = Literal["yes", "no", "open"]


def correlations(values: FloatArray) -> FloatArray:
    """Spearman correlation with depth of each unit, values [units, depths] -> [units]; 0 for constant ones."""
    require(
        values.ndim == 2 and values.shape[1] >= 2,
        f"a trend needs values [units, depths >= 2], got shape {values.shape}",
    )
    ranks = rankdata(values, axis=1)
    ranks = ranks - ranks.mean(1, keepdims=True)
    depth = np.arange(values.shape[1]) - (values.shape[1] - 1) / 2
    norm = np.linalg.norm(ranks, axis=1) * np.linalg.norm(depth)
    result: FloatArray = np.where(norm > 0, ranks @ depth / np.where(norm > 0, norm, 1), 0.0)
    return result


def trend(values: FloatArray, seed: int = 0) -> dict[str, Any]:
    """{"correlation", "change"}: mean Spearman correlation, and mean of last minus first, over the units."""
    return {
        "correlation": mean(correlations(values), seed).as_dict(),
        "change": mean(values[:, -1] - values[:, 0], seed).as_dict(),
    }


def falls(figures: dict[str, Any], least: float) -> Answer:
    """The rule, on the figures of :func:`trend`; ``least`` > 0 is the smallest change that counts."""
    require(least > 0, f"the least change must be positive, got {least}")
    found = [
        (Estimate.from_dict(figures["correlation"]), RESOLUTION),
        (Estimate.from_dict(figures["change"]), least),
    ]
    if any(e.interval[0] > -limit for e, limit in found):
        return "no"
    return "yes" if all(e.interval[1] < 0 and e.value <= -limit for e, limit in found) else "open"
