"""Convergence of a network's oscillators in a finite time, beside the exact law.

Every oscillator of a layer starts uniformly on the sphere and runs z' = h - (z . h) z with its trained drive;
the flow is exact (osc.explicit-flow), the error is the chord |z - e| = 2 sin(phi / 2), converged is an error
below .01. As published the time is absolute, T = 30. But the drive's size sets the clock, and training never
sees it (osc.scale-gauge): the honest time is |h| t_f, in which the law knows d alone
(osc.finite-time-failure).

Controls: the count of converged starts must agree with the law for the same |h|; a sample is integrated by
DOP853 and must end where the exact flow does.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from phasebound.analysis import checks, flow, laws, sphere
from phasebound.analysis.checks import FloatArray
from phasebound.analysis.estimate import Estimate, Verdict, threshold
from phasebound.analysis.jobs import stream

from ..checks import require
from .capture import OscillatorLayer
from .intervals import difference, per_cluster, quantile, ratio, share
from .tails import need_oscillators, selected

BoolArray = npt.NDArray[np.bool_]

TIME, STARTS, TOLERANCE, ANTIPODAL = 30.0, 5, 0.01, 0.1
DIMENSIONS = (2, 4, 8, 16, 32, 64)
REACH = (1.0, 2.0, 4.0, 5.0, 6.0, 8.0, 12.0)
"""Times in units of 1 / |h|; half of all starts have converged at ln cot(a / 2) = 5.99, in every d."""
FALSE_ALARM = 1e-4
LONGEST = 100.0
"""Oscillators with |h| T beyond this are not integrated: they are stiff, and long settled."""
RESOLUTION = 0.005
"""A rise of the converged fraction by less than half a point is no improvement."""


def convergence(
    layer: OscillatorLayer,
    *,
    time: float = TIME,
    starts: int = STARTS,
    tolerance: float = TOLERANCE,
    dimensions: Sequence[int] = DIMENSIONS,
    integrate: int = 40,
    seed: int = 0,
) -> dict[str, Any]:
    """Figures of one layer (the published run takes the last one); tokens that are padding are left out.

    ``converged``, ``antipodal`` (error above .1), ``error``, ``largest_error``: over ``starts`` uniform starts
    an oscillator, at the absolute ``time``. ``law``: what the exact law says for the same |h|. ``reach``: the
    distribution of |h| T. ``curve``: converged fraction at multiples of 1 / |h|. ``same_drive_gain``: by how
    much the law's converged fraction would rise in each of the other ``dimensions`` with the drives as they
    are. ``control``: deviations from the law in standard errors. ``integrated``: the second algorithm on a
    sample. Oscillators with h = 0 stay where they are and are counted as ``undriven``.
    """
    checks.positive(time, "time")
    angle = 2 * math.asin(float(checks.interval(tolerance, "tolerance", 0, 1, open_low=True)) / 2)
    h, of = drives(layer)
    d, size = h.shape[1], np.linalg.norm(h, axis=1)
    rng = stream(seed, 0)
    z = sphere.uniform_points(rng, (checks.count(starts, "starts"), len(h)), d)
    e = h / np.where(size > 0, size, 1)[:, None]
    driven = size > 0
    error = _chord(flow.exact_flow(z, h, time), e)[:, driven]
    clusters = np.broadcast_to(of[driven], error.shape).ravel()
    done = error < tolerance
    law = 1 - laws.finite_time_failure(d, size[driven], time, angle)
    curve: dict[str, Any] = {}
    deviations = {"converged": _deviation(done, law)}
    for x in REACH:
        hit = _chord(flow.exact_flow(z, e, x), e)[:, driven] < tolerance
        expected = float(1 - laws.finite_time_failure(d, 1.0, x, angle))
        curve[f"{x:g}"] = {"converged": _share(hit, clusters, seed), "law": expected}
        deviations[f"|h| t = {x:g}"] = _deviation(hit, np.full(len(law), expected))
    limit = threshold(FALSE_ALARM, len(deviations))
    gains = {
        str(other): ratio(
            *per_cluster(1 - laws.finite_time_failure(other, size[driven], time, angle) - law, of[driven]),
            seed,
        ).as_dict()
        for other in dimensions
        if other != d
    }
    return {
        "d_osc": d,
        "time": time,
        "tolerance": tolerance,
        "oscillators": len(h),
        "undriven": int(np.count_nonzero(~driven)),
        "starts": starts,
        "converged": _share(done, clusters, seed),
        "antipodal": _share(error > ANTIPODAL, clusters, seed),
        "error": ratio(*per_cluster(error.ravel(), clusters), seed).as_dict(),
        "largest_error": float(error.max()),
        "law": ratio(*per_cluster(law, of[driven]), seed).as_dict(),
        "reach": {
            f"{q:g}": quantile(size[driven] * time, of[driven], q, seed).as_dict()
            for q in (0.01, 0.1, 0.5, 0.9)
        },
        "half_settled_at": float(np.arcsinh(1 / math.tan(angle))),
        "weakly_driven_share_of_failures": _weak(done, size[driven] * time, angle),
        "curve": curve,
        "same_drive_gain": gains,
        "control": {
            "deviations": deviations,
            "limit": limit,
            "agrees": max(abs(x) for x in deviations.values()) <= limit,
        },
        "integrated": integrated(h, time, integrate, seed) if integrate else None,
    }


def drives(layer: OscillatorLayer) -> tuple[FloatArray, FloatArray]:
    """The drives of all tokens of all heads [N, d] and their sequences [N], in float64."""
    need_oscillators(layer)
    mask = layer.tokens[:, None, :].expand(layer.field.shape[:3])
    _, of = selected(layer, layer.size)
    return layer.field[mask].double().cpu().numpy(), of


def _chord(z: FloatArray, e: FloatArray) -> FloatArray:
    result: FloatArray = np.linalg.norm(z - e, axis=-1)
    return result


def _share(hit: BoolArray, clusters: FloatArray, seed: int) -> dict[str, Any]:
    return share(*per_cluster(hit.ravel().astype(np.float64), clusters), seed).as_dict()


def _deviation(hit: BoolArray, probability: FloatArray) -> float:
    """Count minus its mean, in standard errors of independent starts; at least one count is one error."""
    starts = hit.shape[0]
    spread = math.sqrt(max(1.0, starts * float(np.sum(probability * (1 - probability)))))
    return float((np.count_nonzero(hit) - starts * probability.sum()) / spread)


def _weak(done: BoolArray, reach: FloatArray, angle: float) -> float | None:
    """Which share of the failures is not due to the start: |h| T below the time at which half have settled."""
    weak = np.broadcast_to(reach < np.arcsinh(1 / math.tan(angle)), done.shape)
    failed = np.count_nonzero(~done)
    return float(np.count_nonzero(weak & ~done) / failed) if failed else None


def integrated(h: FloatArray, time: float, count: int, seed: int = 0) -> dict[str, Any]:
    """DOP853 against the exact flow from one start each, for ``count`` of the drives [N, d] with |h| T <= 100.

    The largest distance between the two ends; None where no drive is slow enough.
    """
    slow = np.flatnonzero(np.linalg.norm(h, axis=1) * time <= LONGEST)
    rng = stream(seed, 1)
    chosen = rng.permutation(slow)[:count]
    z = sphere.uniform_points(rng, (len(chosen),), h.shape[1])
    ends = [
        np.linalg.norm(flow.integrate(start, h[i], time) - flow.exact_flow(start, h[i], time))
        for start, i in zip(z, chosen, strict=True)
    ]
    return {
        "n": len(chosen),
        "beyond": int(len(h) - len(slow)),
        "worst": max(float(x) for x in ends) if ends else None,
    }


def verdict(figures: Mapping[str, Mapping[str, Any]]) -> Verdict:
    """osc.ode-convergence, "convergence improves with d": figures of :func:`convergence` by d_osc.

    Compared are the smallest and the largest d, by the law's fraction for the trained |h| (``law``: it has no
    noise from the starts, and the control checks it against them). supported: the converged fraction at T =
    30 rises (interval above 0), and it would rise with the drives of either network kept as they are
    (interval above 0): the dimension does it, not the size that |h| happened to take. not-supported: one of
    the three is below ``RESOLUTION`` with its whole interval. inconclusive: otherwise, or if a control fails.
    ValueError for fewer than two dimensions.
    """
    by_d = {int(d): f for d, f in figures.items()}
    require(len(by_d) >= 2, f"a trend with d needs two dimensions, got {sorted(by_d)}")
    low, high = min(by_d), max(by_d)
    for d, other in ((low, high), (high, low)):
        known = by_d[d]["same_drive_gain"]
        require(
            str(other) in known, f"the figures of d = {d} have no gain to d = {other}, only {sorted(known)}"
        )
    if not all(f["control"]["agrees"] for f in by_d.values()):
        return "inconclusive"
    small, large = (Estimate.from_dict(by_d[d]["law"]) for d in (low, high))
    up = Estimate.from_dict(by_d[low]["same_drive_gain"][str(high)])
    down = Estimate.from_dict(by_d[high]["same_drive_gain"][str(low)])
    rises = (difference(large, small).interval, up.interval, (-down.interval[1], -down.interval[0]))
    if any(end < RESOLUTION for _, end in rises):
        return "not-supported"
    return "supported" if all(start > 0 for start, _ in rises) else "inconclusive"
