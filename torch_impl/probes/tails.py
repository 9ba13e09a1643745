"""How small the drive |h| gets in a trained network, by layer and head.

|h| has no unit: scaling all couplings of a row changes it and leaves the attention as it is
(osc.scale-gauge). So beside the published absolute threshold .01 the figures are relative to the row's
largest coupling w_max; for iid uniform anchors P(|h| <= eps w_max) is at most eps^{d-1} / 2
(osc.degenerate-bound). A token that sees itself alone has |h| = w_max |anchor| whatever was learned: it counts in
the absolute figures only. Source: reference protocol, probes, degenerate tokens.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from torch import Tensor

from phasebound.analysis.checks import FloatArray
from phasebound.analysis.estimate import Estimate

from ..checks import require
from .capture import OscillatorLayer
from .intervals import per_cluster, quantile, ratio, share

LEVELS = (0.001, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95)
ABSOLUTE = 0.01
RELATIVE = (0.001, 0.01, 0.1, 0.5, 1.0)
TAIL = 0.02
"""The share of the smallest |h| / w_max from which the tail's exponent is taken."""


def tails(layers: Sequence[OscillatorLayer], *, seed: int = 0) -> dict[str, Any]:
    """Quantiles and lower tails of |h| over all tokens: {"layers": [{"all": ..., "heads": [...]}, ...]}.

    Each entry: n, min, max, mean and quantiles of |h| and of |h| / w_max, the fraction below .01
    (``ABSOLUTE``), below multiples of w_max (``RELATIVE``), the tail's exponent. Rows whose couplings all
    vanish (ReLU) have no w_max: they are counted as ``undriven`` and left out of the relative figures, as are tokens
    that see one token only.
    """
    require(bool(layers), "no layers")
    for layer in layers:
        need_oscillators(layer)
    return {
        "d_osc": layers[0].field.shape[-1],
        "layers": [
            {
                "all": _figures(layer, slice(None), seed),
                "heads": [_figures(layer, slice(i, i + 1), seed) for i in range(layer.field.shape[1])],
            }
            for layer in layers
        ],
    }


def need_oscillators(layer: object) -> None:
    """Raise ValueError for a layer without drives."""
    require(
        isinstance(layer, OscillatorLayer), f"a layer of oscillators is needed, got {type(layer).__name__}"
    )


def selected(
    layer: OscillatorLayer, values: Tensor, heads: slice = slice(None)
) -> tuple[FloatArray, FloatArray]:
    """Values [B, H, n] at all tokens that are not padding, and the sequence each belongs to, [N] each."""
    mask = layer.tokens[:, None, :].expand(values.shape)[:, heads]
    sequence = mask.nonzero()[:, 0]
    return values[:, heads][mask].double().cpu().numpy(), sequence.cpu().numpy().astype(np.float64)


def _figures(layer: OscillatorLayer, heads: slice, seed: int) -> dict[str, Any]:
    size, sequence = selected(layer, layer.size, heads)
    heaviest, _ = selected(layer, layer.heaviest, heads)
    visible, _ = selected(layer, layer.visible[:, None].expand(layer.size.shape), heads)
    driven = heaviest > 0
    counted = driven & (visible >= 2)
    relative, of = size[counted] / heaviest[counted], sequence[counted]
    require(relative.size > 0, "no token that sees two is driven: every coupling is zero")
    return {
        "n": int(size.size),
        "undriven": int(np.count_nonzero(~driven)),
        "absolute": _distribution(size, sequence, (ABSOLUTE,), seed),
        "relative": _distribution(relative, of, RELATIVE, seed),
        "exponent": None if (e := tail_exponent(relative, of, seed=seed)) is None else e.as_dict(),
    }


def _distribution(
    values: FloatArray, clusters: FloatArray, thresholds: tuple[float, ...], seed: int
) -> dict[str, Any]:
    return {
        "min": float(values.min()),
        "max": float(values.max()),
        "mean": ratio(*per_cluster(values, clusters), seed).as_dict(),
        "quantiles": {f"{q:g}": quantile(values, clusters, q, seed).as_dict() for q in LEVELS},
        "below": {
            f"{t:g}": share(*per_cluster((values < t).astype(np.float64), clusters), seed).as_dict()
            for t in thresholds
        },
    }


def tail_exponent(
    values: FloatArray, clusters: FloatArray, *, fraction: float = TAIL, seed: int = 0
) -> Estimate | None:
    """alpha in P(x <= eps) ~ eps^alpha, from the smallest ``fraction`` of positive values [N]; None below 20
    of them.

    1 / alpha is the mean of ln(u / x) over the x below the threshold u (Hill 1975); its interval between
    sequences is inverted. iid uniform anchors of equal weights give alpha = d.
    """
    positive = values > 0
    values, clusters = values[positive], clusters[positive]
    count = int(fraction * values.size)
    if count < 20:
        return None
    top = np.partition(values, count)[count]
    low = values < top
    totals, counts = per_cluster(np.log(top / values[low]), clusters[low])
    if totals.size < 2 or not totals.sum() > 0:
        return None
    inverse = ratio(totals, counts, seed)
    alpha = 1 / inverse.value
    high = 1 / inverse.interval[0] if inverse.interval[0] > 0 else np.inf
    return Estimate(
        alpha, inverse.stderr * alpha**2, (1 / inverse.interval[1], float(high)), int(low.sum()), seed
    )
