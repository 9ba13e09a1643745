"""Learned drift rates by depth, folded.

A rate omega enters through omega (t - u) at integer lags, so it is known up to 2 pi only (kur.frequency-alias):
folded into (-pi, pi]. Its sign depends on the orientation of the coordinate, so the speed is the folded
magnitude in [0, pi]: radians a position, 1 / speed the range in positions. Rates start the same in every layer;
an untrained network has no trend.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from torch import Tensor

from phasebound.analysis.checks import FloatArray
from phasebound.analysis.estimate import Verdict, mean

from ..checks import require
from .trend import falls, trend

LEVELS = (0.1, 0.25, 0.5, 0.75, 0.9)
LEAST = 0.1
"""The smallest fall of the mean speed that counts, relative to the first layer's."""


def folded(rates: FloatArray) -> FloatArray:
    """Rates modulo 2 pi in (-pi, pi]."""
    result: FloatArray = np.pi - np.remainder(np.pi - rates, 2 * np.pi)
    return result


def speeds(rates: Sequence[Tensor]) -> FloatArray:
    """|folded rate| in [0, pi], from one [H, k] a layer: [units, layers], a unit being a coordinate of a head."""
    require(len(rates) >= 2, f"a trend with depth needs two layers, got {len(rates)}")
    require(len({r.shape for r in rates}) == 1, "layers must have the same heads and coordinates")
    stacked = np.stack([r.detach().double().cpu().numpy().ravel() for r in rates], 1)
    require(bool(np.isfinite(stacked).all()), "rates must be finite")
    return np.abs(folded(stacked))


def drift(trained: Sequence[Tensor], untrained: Sequence[Tensor], *, seed: int = 0) -> dict[str, Any]:
    """Rates [H, k] of every layer, trained and at the start: quantiles and mean speed by depth, the trend over
    coordinates, how far training moved them, and in how many coordinates folding matters."""
    out: dict[str, Any] = {}
    found = {name: speeds(r) for name, r in (("trained", trained), ("untrained", untrained))}
    require(found["trained"].shape == found["untrained"].shape, "the networks must have the same layers")
    for name, x in found.items():
        out[name] = {
            "speed": [mean(column, seed).as_dict() for column in x.T],
            "quantiles": [
                {f"{q:g}": float(v) for q, v in zip(LEVELS, np.quantile(c, LEVELS), strict=True)} for c in x.T
            ],
            "trend": trend(x, seed),
        }
    raw = [
        np.stack([r.detach().double().cpu().numpy().ravel() for r in rs], 1) for rs in (trained, untrained)
    ]
    moved = np.abs(folded(raw[0] - raw[1]))
    out["moved"] = [mean(column, seed).as_dict() for column in moved.T]
    out["beyond_half_a_turn"] = int(np.count_nonzero(np.abs(raw[0]) > np.pi))
    return out


def seed_part(figures: Mapping[str, Any]) -> Verdict:
    """One seed: supported if the speeds fall with depth (:func:`.trend.falls`), in the mean by at least a tenth of
    the first layer's; not-supported if they do not."""
    found = figures["trained"]
    answer = falls(found["trend"], LEAST * found["speed"][0]["value"])
    if answer == "no":
        return "not-supported"
    return "supported" if answer == "yes" else "inconclusive"


def verdict(runs: Sequence[Mapping[str, Any]]) -> Verdict:
    """kur.frequency-depth, "rates fall with depth", from the figures of :func:`drift` of each seed: what all
    seeds say, inconclusive if they differ. ValueError without seeds."""
    require(bool(runs), "no figures, no verdict")
    said = {seed_part(f) for f in runs}
    return said.pop() if len(said) == 1 else "inconclusive"
