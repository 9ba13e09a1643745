"""Sampled figures and the statistical tests that all of them share.

Every sampled number of the project is an :class:`Estimate`: a value with its standard error, an interval,
the number of samples and the seed. Chunks return mergeable sums (:class:`Sums`), merged in the order of the
chunks, so an estimate has the same bits for any number of workers.

A comparison of an estimate with a law states its threshold in standard errors and its false-alarm rate:
with m comparisons at overall rate f the threshold is the normal quantile of 1 - f/(2 m) (Bonferroni).
Counts use the exact binomial tail, translated into the equivalent number of standard errors, because the
normal approximation is wrong exactly where failures are rare. A comparison that could not have noticed a
stated relative deviation supports nothing: it is inconclusive.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from scipy import special

from phasebound.analysis import checks
from phasebound.analysis.checks import FloatArray

CONFIDENCE = 0.99
_EPS = 2.0**-50  # a few roundings
Scale = Literal["linear", "log"]
Kind = Literal["equal", "at-most", "at-least"]
Verdict = Literal["supported", "not-supported", "inconclusive"]


@dataclass(frozen=True)
class Estimate:
    """A sampled figure.

    ``scale`` "log": value, stderr and interval are those of the natural logarithm (stderr then is the
    relative error), so 10^-1000 is a number like any other. ``interval`` covers with probability
    ``confidence``. ``hits``: the number of successes if the estimate is a proportion, else None.
    """

    value: float
    stderr: float
    interval: tuple[float, float]
    n: int
    seed: int
    scale: Scale = "linear"
    confidence: float = CONFIDENCE
    hits: int | None = None

    @property
    def log10(self) -> float:
        """log10 of the figure (-inf for 0)."""
        if self.scale == "log":
            return self.value / math.log(10.0)
        return math.log10(self.value) if self.value > 0 else -math.inf

    def to_log(self) -> Estimate:
        """The same figure on the log scale (delta method for the error; interval ends by the logarithm)."""
        if self.scale == "log":
            return self
        low, high = (math.log(x) if x > 0 else -math.inf for x in self.interval)
        value = math.log(self.value) if self.value > 0 else -math.inf
        stderr = self.stderr / self.value if self.value > 0 else math.inf
        return Estimate(value, stderr, (low, high), self.n, self.seed, "log", self.confidence, self.hits)

    def text(self, spec: str) -> str:
        """The value with its interval, on its own scale: "1.25 [1.20, 1.30]" for ".2f"; "1.25, no interval" where
        none could be computed (an infinite one)."""
        low, high = self.interval
        if not math.isfinite(high - low):
            return f"{self.value:{spec}}, no interval"
        return f"{self.value:{spec}} [{low:{spec}}, {high:{spec}}]"

    def as_dict(self) -> dict[str, Any]:
        """JSON-ready dictionary; :meth:`from_dict` inverts it."""
        return {
            "value": self.value,
            "stderr": self.stderr,
            "interval": list(self.interval),
            "n": self.n,
            "seed": self.seed,
            "scale": self.scale,
            "confidence": self.confidence,
            "hits": self.hits,
        }

    @staticmethod
    def from_dict(data: dict[str, Any]) -> Estimate:
        """Inverse of :meth:`as_dict`."""
        low, high = data["interval"]
        return Estimate(**{**data, "interval": (low, high)})


@dataclass(frozen=True)
class Sums:
    """Mergeable sums of n non-negative samples in the log domain: ln sum x and ln sum x^2 (-inf when all
    are 0).
    """

    n: int
    log_sum: float
    log_square: float

    @staticmethod
    def of_logs(log_x: FloatArray) -> Sums:
        """Sums of exp(log_x)."""
        if log_x.size == 0 or np.max(log_x) == -np.inf:
            return Sums(int(log_x.size), -math.inf, -math.inf)
        return Sums(int(log_x.size), float(special.logsumexp(log_x)), float(special.logsumexp(2.0 * log_x)))

    @staticmethod
    def merge(parts: Iterable[Sums]) -> Sums:
        """Sums of the union, merged in the given order."""
        items = list(parts)
        log_sum = np.logaddexp.reduce([p.log_sum for p in items])
        log_square = np.logaddexp.reduce([p.log_square for p in items])
        return Sums(sum(p.n for p in items), float(log_sum), float(log_square))

    def estimate(self, seed: int, confidence: float = CONFIDENCE) -> Estimate:
        """ln of the mean; stderr = relative standard error (delta method); normal interval in the log.

        Raises ValueError for fewer than two samples.
        """
        if self.n < 2:
            raise ValueError("an estimate needs at least two samples")
        if self.log_sum == -math.inf:
            # no sample had weight: only an upper bound (rule of three) would be honest, and it has no log
            return Estimate(-math.inf, math.inf, (-math.inf, math.inf), self.n, seed, "log", confidence)
        value = self.log_sum - math.log(self.n)
        # relative variance of the mean: (n sum x^2/(sum x)^2 - 1)/(n - 1); logarithms of large size carry
        # rounding
        ratio = math.exp(math.log(self.n) + self.log_square - 2.0 * self.log_sum)
        rounding = _EPS * (2.0 + abs(self.log_square) + 2.0 * abs(self.log_sum))
        stderr = math.sqrt((max(ratio - 1.0, 0.0) + rounding) / (self.n - 1)) + _EPS * abs(value)
        half = float(special.ndtri(0.5 + 0.5 * confidence)) * stderr
        return Estimate(value, stderr, (value - half, value + half), self.n, seed, "log", confidence)


def proportion(hits: int, n: int, seed: int, confidence: float = CONFIDENCE) -> Estimate:
    """A proportion hits/n with the exact interval of Clopper and Pearson (1934)."""
    total = checks.count(n, "n")
    k = checks.count(hits, "hits", 0)
    if k > total:
        raise ValueError(f"hits must not exceed n, got {k} of {total}")
    tail = 0.5 * (1.0 - confidence)
    low = float(special.betaincinv(k, total - k + 1, tail)) if k > 0 else 0.0
    high = float(special.betaincinv(k + 1, total - k, 1.0 - tail)) if k < total else 1.0
    p = k / total
    stderr = math.sqrt(max(p * (1.0 - p), (1.0 / total) * (1.0 - 1.0 / total)) / total)
    return Estimate(p, stderr, (low, high), total, seed, "linear", confidence, k)


def mean(samples: FloatArray, seed: int, confidence: float = CONFIDENCE) -> Estimate:
    """The mean of real samples with its t interval."""
    n = int(samples.size)
    if n < 2:
        raise ValueError("an estimate needs at least two samples")
    value, stderr = float(np.mean(samples)), float(np.std(samples, ddof=1) / math.sqrt(n))
    half = float(special.stdtrit(n - 1, 0.5 + 0.5 * confidence)) * stderr
    return Estimate(value, stderr, (value - half, value + half), n, seed, "linear", confidence)


def mean_of_sums(total: float, squares: float, n: int, seed: int, confidence: float = CONFIDENCE) -> Estimate:
    """The mean of n samples from sum x and sum x^2, with its normal interval: for chunks of large runs."""
    if n < 2:
        raise ValueError("an estimate needs at least two samples")
    value = total / n
    stderr = math.sqrt(max(squares / n - value**2, 0.0) / (n - 1))
    half = float(special.ndtri(0.5 + 0.5 * confidence)) * stderr
    return Estimate(value, stderr, (value - half, value + half), n, seed, "linear", confidence)


def threshold(false_alarm: float, comparisons: int = 1) -> float:
    """Standard errors beyond which one of ``comparisons`` two-sided tests alarms with probability <=
    false_alarm.
    """
    rate = float(checks.interval(false_alarm, "false_alarm", 0.0, 1.0, open_low=True, open_high=True))
    return -float(special.ndtri(0.5 * rate / checks.count(comparisons, "comparisons")))


def binomial_deviation(hits: int, n: int, probability: float) -> float:
    """Signed deviation of a count from its law, in equivalent standard errors, from the exact binomial tail.

    The smaller of the tails P(K <= k), P(K >= k), doubled, is the two-sided p-value; positive if there are
    too many hits.
    """
    if not 0.0 <= probability <= 1.0:
        raise ValueError(f"probability must lie in [0, 1], got {probability!r}")
    from scipy import stats  # 80 % of the import time of the samplers; workers never need it

    # log tails: a p-value below 1e-308 still has its size
    log_low = float(stats.binom.logcdf(hits, n, probability))
    log_high = float(stats.binom.logsf(hits - 1, n, probability))
    log_tail = min(log_low, log_high)
    sign = 1.0 if log_high < log_low else -1.0
    if log_tail >= math.log(0.5):
        return 0.0
    if log_tail == -math.inf:  # below the float range: the Chernoff bound on the tail, which is conservative
        x = hits / n
        log_tail = -n * float(special.rel_entr(x, probability) + special.rel_entr(1.0 - x, 1.0 - probability))
        if log_tail == -math.inf:
            return sign * math.inf
    return sign * -float(special.ndtri_exp(log_tail))


@dataclass(frozen=True)
class Comparison:
    """An estimate beside what a claim says of it.

    ``kind`` "equal": the claim gives the value; "at-most"/"at-least": a bound. ``expected`` is on the
    estimate's scale; ``expected_error`` is the numerical error of the law itself, added to the standard
    error in quadrature. ``resolution``: the relative (log scale) or absolute (linear scale) deviation that
    the comparison must be able to notice to count.
    """

    name: str
    estimate: Estimate
    expected: float
    resolution: float
    kind: Kind = "equal"
    expected_error: float = 0.0

    @property
    def deviation(self) -> float:
        """Estimate minus expected in standard errors (exact binomial tail for proportions)."""
        e = self.estimate
        if e.hits is not None:
            p = math.exp(self.expected) if e.scale == "log" else self.expected
            return binomial_deviation(e.hits, e.n, min(max(p, 0.0), 1.0))
        error = math.hypot(e.stderr, self.expected_error)
        difference = e.value - self.expected
        if difference == 0.0 or not math.isfinite(error):
            return 0.0
        return difference / error if error > 0 else math.copysign(math.inf, difference)

    def status(self, limit: float) -> Verdict:
        """Verdict at a threshold of ``limit`` standard errors."""
        z = self.deviation
        wrong = {"equal": abs(z), "at-most": z, "at-least": -z}[self.kind]
        if wrong > limit:
            return "not-supported"
        if not math.isfinite(self.estimate.value):
            return "inconclusive"
        error = math.hypot(self.estimate.stderr, self.expected_error)
        if self.kind == "equal":
            return "supported" if limit * error <= self.resolution else "inconclusive"
        # a bound is supported when the estimate, with its error, lies on the right side up to the resolution
        excess = self.estimate.value - self.expected
        side = excess if self.kind == "at-most" else -excess
        return "supported" if side + limit * error <= self.resolution else "inconclusive"


@dataclass(frozen=True)
class Decision:
    """The verdict of a family of comparisons at one overall false-alarm rate."""

    verdict: Verdict
    threshold: float
    false_alarm: float
    worst: float
    failing: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        """JSON-ready dictionary."""
        return {
            "verdict": self.verdict,
            "threshold_in_standard_errors": self.threshold,
            "false_alarm_rate": self.false_alarm,
            "worst_deviation_in_standard_errors": self.worst,
            "failing": list(self.failing),
        }


def decide(comparisons: Sequence[Comparison], false_alarm: float) -> Decision:
    """not-supported if any comparison contradicts; else inconclusive if any is; else supported."""
    if not comparisons:
        raise ValueError("no comparison, no verdict")
    limit = threshold(false_alarm, len(comparisons))
    states = [(c, c.status(limit)) for c in comparisons]
    worst = max((abs(c.deviation) if c.kind == "equal" else 0.0 for c in comparisons), default=0.0)
    for verdict in ("not-supported", "inconclusive"):
        failing = tuple(c.name for c, state in states if state == verdict)
        if failing:
            return Decision(verdict, limit, false_alarm, worst, failing)
    return Decision("supported", limit, false_alarm, worst, ())
