"""The events that the samplers estimate, as frozen data with a JSON form, and their exact laws.

``log_law`` gives ln of the exact probability with its numerical error, or None where no law is known;
samplers never use it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from scipy import special

from phasebound.analysis import checks, laws
from phasebound.analysis.checks import FloatArray

ANCHORS = ("uniform", "signs", "plane", "one-free")


@dataclass(frozen=True)
class Antipodal:
    """The start lies within ``angle`` of the antipode of h: the measure of a cap (osc.cap-measure)."""

    d: int
    angle: float
    kind: str = "antipodal"

    def __post_init__(self) -> None:
        checks.dimension(self.d)
        checks.interval(self.angle, "angle", 0.0, np.pi, open_low=True, open_high=True)

    def log_law(self) -> laws.WithError | None:
        return _rounded(float(laws.log_cap_probability(self.d, self.angle)))


@dataclass(frozen=True)
class Settling:
    """At time ``time`` the state is farther than ``angle`` from h (osc.finite-time-failure).

    Either ``coupling_norm`` = |h| is given, or ``weights`` of iid uniform anchors, h their weighted sum.
    """

    d: int
    time: float
    angle: float
    coupling_norm: float | None = None
    weights: tuple[float, ...] | None = None
    kind: str = "settling"

    def __post_init__(self) -> None:
        checks.dimension(self.d)
        checks.interval(self.time, "time", 0.0, np.inf, open_high=True)
        checks.interval(self.angle, "angle", 0.0, 0.5 * np.pi, open_low=True, open_high=True)
        if (self.coupling_norm is None) == (self.weights is None):
            raise ValueError("give either coupling_norm or weights")
        if self.coupling_norm is not None:
            checks.positive(self.coupling_norm, "coupling_norm")
        if self.weights is not None:
            _tuple(self, "weights")

    def log_law(self) -> laws.WithError | None:
        if self.coupling_norm is not None:
            value = laws.log_finite_time_failure(self.d, self.coupling_norm, self.time, self.angle)
            return _rounded(float(value))
        assert self.weights is not None
        return laws.log_mixed_failure(self.d, self.weights, self.time, self.angle)


@dataclass(frozen=True)
class Degenerate:
    """|h| <= radius for h = sum_j w_j x_j (osc.degenerate-exact, osc.degenerate-law).

    ``anchors``: "uniform" (iid uniform on S^{d-1}), "signs" (each e_1 or -e_1 with probability 1/2),
    "plane" (iid uniform on a fixed great circle), "one-free" (the heaviest uniform, the others adding up to
    the worst fixed vector).
    """

    d: int
    weights: tuple[float, ...]
    radius: float
    anchors: str = "uniform"
    kind: str = "degenerate"

    def __post_init__(self) -> None:
        checks.dimension(self.d)
        checks.positive(self.radius, "radius")
        checks.one_of(self.anchors, "anchors", ANCHORS)
        _tuple(self, "weights")
        if self.anchors == "one-free":
            w = np.asarray(self.weights)
            reach = float(w.sum() - w.max())
            if self.radius >= w.max() or np.hypot(reach, self.radius) < w.max():
                raise ValueError(
                    "one-free needs radius < w_max and other weights that reach sqrt(w_max^2 - radius^2)"
                )

    def log_law(self) -> laws.WithError | None:
        if self.anchors == "uniform":
            return laws.log_degenerate_probability_with_error(self.d, self.weights, self.radius)
        if self.anchors == "plane":
            return laws.log_degenerate_probability_with_error(2, self.weights, self.radius)
        if self.anchors == "one-free":
            value = laws.log_degenerate_supremum(self.d, self.weights, self.radius)
            return _rounded(float(value))
        w = np.asarray(self.weights)
        if w.size > 20:
            return None
        sums = np.zeros(1)
        for x in w:
            sums = np.concatenate([sums - x, sums + x])
        hits = int(np.count_nonzero(np.abs(sums) <= self.radius))
        return laws.WithError(float(np.log(hits / sums.size)) if hits else -np.inf, 0.0)


@dataclass(frozen=True)
class Disorder:
    """A stable equilibrium exists for S of N(0, disorder^2) entries and |h| = coupling_norm
    (osc.frequency-disorder).
    """

    d: int
    coupling_norm: float
    disorder: float
    kind: str = "disorder"

    def __post_init__(self) -> None:
        checks.dimension(self.d)
        checks.positive(self.coupling_norm, "coupling_norm")
        checks.positive(self.disorder, "disorder")

    def log_law(self) -> laws.WithError | None:
        if self.d % 2:
            return laws.WithError(0.0, 0.0)  # odd d: almost every S has a one-dimensional kernel, so always
        if self.d == 2:
            p = special.erf(self.coupling_norm / (self.disorder * np.sqrt(2.0)))
            return laws.WithError(float(np.log(p)), 0.0)
        return None


Problem = Antipodal | Settling | Degenerate | Disorder
_KINDS: dict[str, Any] = {
    "antipodal": Antipodal,
    "settling": Settling,
    "degenerate": Degenerate,
    "disorder": Disorder,
}


def _tuple(problem: Any, name: str) -> None:
    checked = tuple(float(x) for x in checks.weights(getattr(problem, name)))
    object.__setattr__(problem, name, checked)


def _rounded(log_value: float) -> laws.WithError:
    """A closed law: its logarithm is good to 1e-12 relative."""
    return laws.WithError(log_value, 1e-12 * max(1.0, abs(log_value)))


def to_dict(problem: Problem) -> dict[str, Any]:
    """JSON form of a problem."""
    return asdict(problem)


def from_dict(data: Mapping[str, Any]) -> Problem:
    """Inverse of :func:`to_dict`; raises ValueError for bad values."""
    kind = checks.one_of(str(data["kind"]), "kind", list(_KINDS))
    values = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items()}
    problem: Problem = _KINDS[kind](**values)
    return problem


def weight_array(problem: Settling | Degenerate) -> FloatArray:
    """Weights > 0 in falling order."""
    w = np.asarray(problem.weights, dtype=np.float64)
    return np.sort(w[w > 0])[::-1]
