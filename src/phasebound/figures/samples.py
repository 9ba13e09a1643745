"""Values of the laws that the book's controls must reproduce in the browser before they show."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass

import numpy as np

from phasebound.analysis import design, laws

LARGEST = 4096
"""The largest dimension that is compared."""


@dataclass(frozen=True)
class Samples:
    """Points with the values of the laws there: {"law", "at", "value"}; in a page, data that nobody sees."""

    points: tuple[dict[str, object], ...]

    def _repr_html_(self) -> str:
        data = json.dumps(self.points)
        return f'<script type="application/json" class="law-samples">{data}</script>'

    def __repr__(self) -> str:
        return f"{len(self.points)} values of the laws, for the control"


def samples() -> Samples:
    """Points that reach every branch of ``laws.js``: angles in radians, times in units of 1/|h|, targets as ln."""
    out: list[dict[str, object]] = []
    for d in (2, 3, 4, 8, 33, 344, LARGEST):
        for time in (0.5, 1.5, 2.9949, 3.1, 6.0, 40.0):
            value = float(laws.log_finite_time_failure(d, 1.0, time, 0.1))
            out.append({"law": "lnFailure", "at": [d, 0.1, time], "value": value})
    for degrees in (1.0, 5.0, 60.0):
        angle = float(np.deg2rad(degrees))
        out.append({"law": "halfTime", "at": [angle], "value": float(laws.critical_time(1.0, angle))})
    for time, angle, target in ((4.0, 0.1, 1e-3), (6.0, 0.1, 1e-6), (9.0, 0.02, 1e-9)):
        answer = design.dimension_for(design.Coupling(norm=1.0), time, target, angle).value
        at = [angle, time, math.log(target), LARGEST]
        out.append({"law": "leastDimension", "at": at, "value": answer})
    for d, angle, target in ((2, 0.1, 1e-3), (8, 0.1, 1e-6), (64, 0.02, 1e-9)):
        answer = design.time_for(design.Coupling(norm=1.0), d, target, angle).value
        out.append({"law": "leastTime", "at": [d, angle, math.log(target)], "value": answer})
    return Samples(tuple(out))
