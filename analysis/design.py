"""The designer's calculator: which d_osc and which settling time keep failures below a target
(osc.design-rule).

A device fails when at its settling time the state is farther than a tolerance angle from where it should
be. Two modes: *degenerate*, the coupling |h| is too weak (at most the floor that the hardware resolves, or,
without a floor, so weak that not even half of all starts settle in time), and *antipodal*, the coupling is
strong enough but the start lay too close to the antipode. Starts are uniform. Couplings are (a) a fixed
floor on |h|, (b) weights of iid uniform anchors, (c) the measured norms of a trained network, whose law is
then taken not to depend on d. Both modes are exact laws, not bounds; only the step from one oscillator to a
device of N is a union bound.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from scipy import optimize
from scipy.special import logsumexp

from phasebound.analysis import checks, laws

MAX_DIMENSION = 16384
_ACCURACY = 1e-4  # of the logarithm of a probability
_LONGEST = 1e12  # times beyond this many units of 1/|h| are reported as unreachable
CURVE = (2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024)


@dataclass(frozen=True)
class Coupling:
    """What is known of |h|: exactly one of ``norm`` (a fixed value or guaranteed floor), ``weights``,
    ``norms``.

    ``floor``: with weights or norms, the |h| at or below which an oscillator counts as failed whatever its
    start (0: none).
    """

    norm: float | None = None
    weights: tuple[float, ...] | None = None
    norms: tuple[float, ...] | None = None
    floor: float = 0.0

    def __post_init__(self) -> None:
        if sum(x is not None for x in (self.norm, self.weights, self.norms)) != 1:
            raise ValueError("give exactly one of a floor on |h|, weights, or measured norms")
        if self.norm is not None:
            checks.positive(self.norm, "floor")
            if self.floor:
                raise ValueError("a fixed |h| needs no second floor")
        if self.weights is not None:
            object.__setattr__(self, "weights", tuple(float(x) for x in checks.weights(self.weights)))
        if self.norms is not None:
            values = checks.interval(self.norms, "norms", 0.0, np.inf, open_high=True)
            if values.ndim != 1 or values.size == 0:
                raise ValueError("norms must be a non-empty list of numbers")
            object.__setattr__(self, "norms", tuple(float(x) for x in np.sort(values)))
        checks.interval(self.floor, "floor", 0.0, np.inf, open_high=True)

    @property
    def typical(self) -> float:
        """The |h| that large dimensions concentrate on: the floor, norm(w), or the median of the norms."""
        if self.norm is not None:
            return self.norm
        if self.weights is not None:
            return laws.degenerate_threshold(self.weights)
        return float(np.median(np.asarray(self.norms)))


@dataclass(frozen=True)
class Failure:
    """Probability of failure of one oscillator in logarithms, and its two modes."""

    log_total: float
    log_degenerate: float
    log_antipodal: float

    @property
    def shares(self) -> tuple[float, float]:
        """(degenerate, antipodal) shares of the total; (0, 0) if nothing fails."""
        if self.log_total == -math.inf:
            return 0.0, 0.0
        return math.exp(self.log_degenerate - self.log_total), math.exp(self.log_antipodal - self.log_total)


def failure(coupling: Coupling, d: int, time: float, angle: float) -> Failure:
    """Exact failure probability of one oscillator at ``time`` with tolerance ``angle`` in (0,
    pi/2), split by mode.
    """
    dim = checks.dimension(d)
    weak = float(laws.critical_time(1.0, angle)) / time if time > 0 else math.inf
    split = coupling.floor if coupling.floor > 0 else weak
    if coupling.norm is not None:
        value = float(laws.log_finite_time_failure(dim, coupling.norm, time, angle))
        return Failure(value, value, -math.inf) if coupling.norm <= weak else Failure(value, -math.inf, value)
    if coupling.weights is not None:
        w = coupling.weights
        if coupling.floor > 0:
            degenerate = laws.log_degenerate_probability(dim, w, coupling.floor)
        else:
            degenerate = laws.log_mixed_failure(dim, w, time, angle, below=split, accuracy=_ACCURACY).value
        antipodal = laws.log_mixed_failure(dim, w, time, angle, above=split, accuracy=_ACCURACY).value
    else:
        h = np.asarray(coupling.norms)
        logs = np.asarray(laws.log_finite_time_failure(dim, h, time, angle))
        logs = np.where(h <= coupling.floor, 0.0, logs) if coupling.floor > 0 else logs
        degenerate = _log_mean(logs[h <= split], h.size)
        antipodal = _log_mean(logs[h > split], h.size)
    return Failure(float(np.logaddexp(degenerate, antipodal)), degenerate, antipodal)


def _log_mean(logs: checks.FloatArray, n: int) -> float:
    return float(logsumexp(logs)) - math.log(n) if logs.size else -math.inf


def _log_total(coupling: Coupling, d: int, time: float, angle: float) -> float:
    """ln of the total alone, without the split of the modes."""
    if coupling.weights is None or coupling.floor > 0:
        return failure(coupling, d, time, angle).log_total
    return laws.log_mixed_failure(d, coupling.weights, time, angle, accuracy=_ACCURACY).value


@dataclass(frozen=True)
class Answer:
    """A dimension or a time, or None with the reason."""

    value: float | None
    reason: str


def dimension_for(coupling: Coupling, time: float, target: float, angle: float) -> Answer:
    """The smallest d from which on failures stay at or below ``target``, or why there is none.

    "From which on" is checked at d, 2d, 4d, ... up to the largest dimension: below T* failures may rise
    again.
    """
    goal = math.log(_probability(target))
    need = float(laws.critical_time(coupling.typical, angle))
    if coupling.norms is not None:
        h = np.asarray(coupling.norms)
        weak = float(laws.critical_time(1.0, angle)) / time if time > 0 else math.inf
        share = float(np.mean(h <= coupling.floor)) if coupling.floor > 0 else 0.0
        stuck = max(share, float(np.mean(h < weak)))
        if stuck > target:
            return Answer(
                None,
                f"no d_osc: {stuck:.3g} of the measured |h| are too weak to settle within {time:g} "
                f"(below {max(weak, coupling.floor):.3g}); their failures rise with d",
            )
    elif time <= need and target < 0.5:
        return Answer(
            None,
            f"no d_osc: the time {time:g} is not above T* = {need:.4g}, at which half of all starts fail in "
            "every dimension; below T* failures rise with d",
        )
    if coupling.weights is not None and coupling.floor >= coupling.typical:
        return Answer(
            None,
            f"no d_osc: the floor {coupling.floor:g} is not below norm(w) = {coupling.typical:.4g}, to which "
            "|h| concentrates; more dimensions make |h| <= floor more likely",
        )

    def fine(d: int) -> bool:
        return _log_total(coupling, d, time, angle) <= goal

    grid = [2]
    while grid[-1] < MAX_DIMENSION:
        grid.append(2 * grid[-1])
    met: dict[int, bool] = {}
    for k, d in enumerate(grid):
        met[d] = fine(d)
        if k >= 2 and all(met[x] for x in grid[k - 2 : k + 1]):
            break
    failed = [d for d in met if not met[d]]
    if not met[max(met)]:
        return Answer(None, f"no d_osc up to {MAX_DIMENSION} meets the target")
    if not failed:
        return Answer(2.0, "met in every dimension")
    low = max(failed)
    top = 2 * low
    while top - low > 1:
        middle = (low + top) // 2
        low, top = (low, middle) if fine(middle) else (middle, top)
    return Answer(float(top), "smallest dimension from which on the target is met")


def time_for(coupling: Coupling, d: int, target: float, angle: float) -> Answer:
    """The shortest settling time that meets ``target`` in dimension ``d``, or why there is none."""
    goal = math.log(_probability(target))
    dim = checks.dimension(d)
    if coupling.floor > 0:
        if coupling.weights is not None:
            stuck = laws.log_degenerate_probability(dim, coupling.weights, coupling.floor)
        else:
            share = float(np.mean(np.asarray(coupling.norms) <= coupling.floor))
            stuck = math.log(share) if share > 0 else -math.inf
        if stuck > goal:
            return Answer(
                None, f"no time: |h| <= {coupling.floor:g} alone fails with {_show(stuck)} in d = {dim}"
            )
    if coupling.norms is not None:
        dead = float(np.mean(np.asarray(coupling.norms) == 0.0))
        # at |h| = 0 a uniform start never moves
        still = dead * float(np.exp(laws.log_finite_time_failure(dim, 0.0, 0.0, angle)))
        if still > target:
            return Answer(None, f"no time: {dead:.3g} of the measured |h| are zero")
    if _log_total(coupling, dim, 0.0, angle) <= goal:
        return Answer(0.0, "uniform starts meet the target without settling")
    unit = 1.0 / coupling.typical
    high = float(laws.critical_time(1.0, angle)) * unit
    while _log_total(coupling, dim, high, angle) > goal:
        high *= 2.0
        if high > _LONGEST * unit:
            return Answer(None, f"no time below {_LONGEST:g}/|h|: weak couplings fail too often in d = {dim}")
    low = high / 2.0 if high > unit else 0.0

    def excess(t: float) -> float:
        return _log_total(coupling, dim, t, angle) - goal

    if excess(low) <= 0.0:
        low = 0.0
    return Answer(float(optimize.brentq(excess, low, high, rtol=1e-6, xtol=1e-9 * unit)), "shortest time")


def _probability(target: float) -> float:
    return float(checks.interval(target, "failure", 0.0, 1.0, open_low=True, open_high=True))


def _show(log_p: float) -> str:
    exponent = log_p / math.log(10.0)
    return f"{math.exp(log_p):.3g}" if exponent > -300 else f"10^{exponent:.0f}"


def readout_error(angle: float, tokens: int) -> float:
    """Bound on the total variation of the attention at tolerance ``angle``: min(1, n sin(a/2)) for p = 1,
    unit anchors.

    |z - z*| = 2 sin(a/2) and the denominator is at least 2. Source: osc.readout-settling-error.
    """
    a = float(checks.interval(angle, "angle", 0.0, np.pi))
    return min(1.0, checks.count(tokens, "tokens") * math.sin(0.5 * a))


@dataclass(frozen=True)
class Budget:
    """The answer to one design question; :meth:`as_dict` is its JSON form."""

    coupling: Coupling
    angle: float
    target: float
    oscillators: int
    target_each: float
    dimension: int | None
    time: float | None
    met: bool
    reason: str
    log_failure: float | None
    shares: tuple[float, float] | None
    critical_time: float
    curve: list[dict[str, Any]] = field(default_factory=list)
    readout: float | None = None
    disorder: dict[str, Any] | None = None
    notes: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """JSON-ready dictionary."""
        data = asdict(self)
        data["coupling"] = {k: v for k, v in data["coupling"].items() if v is not None and k != "norms"}
        if self.coupling.norms is not None:
            data["coupling"]["measured"] = len(self.coupling.norms)
        return data


def plan(
    coupling: Coupling,
    angle: float,
    target: float,
    *,
    time: float | None = None,
    dimension: int | None = None,
    oscillators: int = 1,
    tokens: int | None = None,
    disorder: float | None = None,
    dims: Sequence[int] = CURVE,
) -> Budget:
    """Answer a design question.

    ``time`` given: the smallest d_osc. ``dimension`` given: the settling time. Both: the failure there.
    Neither: the trade-off curve. ``target`` is the failure probability of the whole device of
    ``oscillators``, each of which gets an equal share (union bound). ``tokens``: number of anchors, for the
    readout error. ``disorder``: a bound on the spectral norm of S.
    """
    a = float(checks.interval(angle, "angle", 0.0, 0.5 * np.pi, open_low=True, open_high=True))
    count = checks.count(oscillators, "oscillators")
    each = _probability(target) / count
    if time is not None:
        checks.interval(time, "time", 0.0, np.inf, open_high=True)
    notes = (
        ["one oscillator: exact; the device: union bound, failures of oscillators may be dependent"]
        if count > 1
        else []
    )
    if coupling.norms is not None:
        n = len(coupling.norms)
        notes.append(f"the law of |h| is that of {n} measured norms and taken not to depend on d_osc")
        if each < 10.0 / n:
            notes.append(
                f"a target of {each:.3g} asks more than {n} measurements can tell about weak couplings"
            )
    curve: list[dict[str, Any]] = []
    answer = Answer(None, "")
    if time is not None and dimension is None:
        answer = dimension_for(coupling, time, each, a)
        dimension = None if answer.value is None else int(answer.value)
    elif dimension is not None and time is None:
        answer = time_for(coupling, dimension, each, a)
        time = answer.value
    elif time is None and dimension is None:
        for d in dims:
            point = time_for(coupling, d, each, a)
            curve.append({"dimension": d, "time": point.value, "reason": point.reason})
        answer = Answer(None, "trade-off curve")
    log_total, shares, met = None, None, any(p["time"] is not None for p in curve)
    if time is not None and dimension is not None:
        at = failure(coupling, checks.dimension(dimension), time, a)
        log_total, shares = at.log_total, at.shares
        met = log_total <= math.log(each) + 1e-5
        answer = answer if answer.reason else Answer(None, "target met" if met else "target missed")
    return Budget(
        coupling=coupling,
        angle=a,
        target=target,
        oscillators=count,
        target_each=each,
        dimension=dimension,
        time=time,
        met=met,
        reason=answer.reason,
        log_failure=log_total,
        shares=shares,
        critical_time=float(laws.critical_time(coupling.typical, a)),
        curve=curve,
        readout=None if tokens is None else readout_error(a, tokens),
        disorder=None if disorder is None else parity_advice(disorder, coupling.typical, dimension),
        notes=tuple(notes),
    )


def parity_advice(disorder: float, coupling_norm: float, dimension: int | None) -> dict[str, Any]:
    """What a spectral norm of S up to ``disorder`` means: locking, its angle and rate, and which parity of
    d to choose.

    Below |h| every system locks, at most arcsin(sigma/|h|) away and at a rate of at least sqrt(|h|^2 -
    sigma^2). At or above it, odd dimensions still lock for almost every S, even ones only if |S^{-1} h| >
    1. Source: osc.frequency-disorder.
    """
    sigma = float(checks.interval(disorder, "disorder", 0.0, np.inf, open_high=True))
    certain = sigma < coupling_norm
    advice: dict[str, Any] = {"sigma": sigma, "coupling": coupling_norm, "locks_for_certain": certain}
    if certain:
        advice["largest_angle"] = laws.locking_angle_bound(sigma, coupling_norm)
        advice["smallest_rate"] = math.sqrt(coupling_norm**2 - sigma**2)
        advice["advice"] = "locks in every dimension"
    else:
        odd = "" if dimension is None else f", for instance {dimension if dimension % 2 else dimension + 1}"
        advice["advice"] = (
            f"choose an odd d_osc{odd}: it locks for almost every disorder "
            "(slowly where the drive hardly meets the kernel of S); an even one only if |S^-1 h| > 1"
        )
    return advice
