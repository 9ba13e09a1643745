"""Rare events by importance sampling in the log domain: probabilities of 10^-1000 as easily as 1/2.

Starts: Y = artanh(z0.e) is drawn from an exponential law beyond the threshold, with bounded weights.
Couplings: the radial chain tilted towards the event (:mod:`~phasebound.analysis.montecarlo.tilt`), the last
cosine integrated exactly where the event is a small radius. Every sample returns the logarithm of an
unbiased non-negative weight.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from scipy import special

from phasebound.analysis.checks import FloatArray
from phasebound.analysis.estimate import Sums
from phasebound.analysis.laws import degenerate_infimum, optimum
from phasebound.analysis.laws.caps import log_beta_half, log_cosh, log_sech_tail
from phasebound.analysis.laws.chain import log_cosine_tail
from phasebound.analysis.montecarlo import tilt
from phasebound.analysis.montecarlo.problems import Antipodal, Degenerate, Problem, Settling, weight_array
from phasebound.analysis.sphere import uniform_cosines

_BATCH = 50_000
_MIN_TILTED = 4  # below, the plain chain with an exact last step is used


def supports(problem: Problem) -> bool:
    """Whether this sampler covers the problem."""
    if isinstance(problem, Degenerate):
        return problem.anchors == "uniform"
    return isinstance(problem, (Antipodal, Settling))


def sums(problem: Problem, n: int, rng: np.random.Generator) -> Sums:
    """Sums of the weights of n independent samples."""
    draw = _sampler(problem)
    return Sums.merge(Sums.of_logs(draw(min(_BATCH, n - done), rng)) for done in range(0, n, _BATCH))


def log_weights(problem: Problem, n: int, rng: np.random.Generator) -> FloatArray:
    """ln of n independent unbiased weights, shape (n,); -inf where a sample misses the event."""
    return _sampler(problem)(n, rng)


Draw = Callable[[int, np.random.Generator], FloatArray]


@lru_cache(maxsize=32)
def _sampler(problem: Problem) -> Draw:
    if isinstance(problem, Antipodal):
        return _tail(problem.d, float(np.arcsinh(1.0 / np.tan(problem.angle))))
    if isinstance(problem, Settling):
        shift = float(np.arcsinh(1.0 / np.tan(problem.angle)))
        if problem.coupling_norm is not None:
            return _tail(problem.d, problem.coupling_norm * problem.time - shift)
        return _mixed(problem, shift)
    if isinstance(problem, Degenerate) and problem.anchors == "uniform":
        return _degenerate(problem)
    raise ValueError(f"the rare-event sampler does not cover {problem.kind} with these settings; use direct")


def _tail(d: int, s: float) -> Draw:
    """Weights of P(Y > s), Y of density sech^{d-1}/B."""
    m = d - 1.0
    t = float(np.tanh(s))
    constant = -m * float(log_cosh(s)) - float(log_beta_half(0.5 * m))
    # exponential beyond s; where the law is flat there (s near or below 0) as wide as the law itself
    rate = max(m * t, 0.8 * np.sqrt(m) if m > 1 else 0.5)

    def draw(n: int, rng: np.random.Generator) -> FloatArray:
        if s < 0.0:  # not rare: a plain indicator
            return np.where(uniform_cosines(rng, n, d) > t, 0.0, -np.inf)
        u = rng.exponential(1.0 / rate, n)
        half = np.sinh(0.5 * np.minimum(u, 700.0))
        rise = np.log1p(2.0 * half * (half + t * np.sqrt(1.0 + half * half)))
        result: FloatArray = constant - m * rise + rate * u - np.log(rate)
        return result

    return draw


def _walk(
    d: int, start: float, stages: list[tilt.Stage], n: int, rng: np.random.Generator
) -> tuple[FloatArray, FloatArray]:
    """Radii after all stages and ln of target density over proposal density."""
    r = np.full(n, start)
    log_w = np.zeros(n)
    norming = float(log_beta_half(0.5 * (d - 1.0))) - np.log(2.0)
    for stage in stages:
        alpha, beta = stage.exponents(r)
        b = np.clip(rng.beta(alpha + 1.0, beta + 1.0), 1e-300, 1.0 - 2.0**-53)
        log_b, log_rest = np.log(b), np.log1p(-b)
        target = 0.5 * (d - 3.0) * (log_b + log_rest + np.log(4.0)) - norming
        proposal = alpha * log_b + beta * log_rest - special.betaln(alpha + 1.0, beta + 1.0)
        log_w += target - proposal
        r = np.sqrt((r - stage.weight) ** 2 + 4.0 * r * stage.weight * b)
    return r, log_w


def _plain(d: int, weights: FloatArray, n: int, rng: np.random.Generator) -> FloatArray:
    r = np.full(n, weights[0])
    for w in weights[1:]:
        r = np.sqrt((r - w) ** 2 + 2.0 * r * w * (1.0 + uniform_cosines(rng, n, d)))
    return r


def _degenerate(problem: Degenerate) -> Draw:
    d, w, radius = problem.d, weight_array(problem), problem.radius
    if w.size == 1 or radius <= degenerate_infimum(w) or radius >= w.sum():
        certain = radius >= w.sum()
        return lambda n, rng: np.full(n, 0.0 if certain else -np.inf)
    head, last = w[:-1], float(w[-1])

    def log_end(r: FloatArray) -> FloatArray:
        return log_cosine_tail(d, r, last, radius)

    stages: list[tilt.Stage] = []
    if d >= _MIN_TILTED and head.size > 1:
        low = max(0.0, last - radius)
        stages = tilt.build(d, head, log_end, low, last + radius if radius < last else radius + last)
    return lambda n, rng: _finish(d, head, stages, log_end, n, rng)


def _finish(
    d: int,
    weights: FloatArray,
    stages: list[tilt.Stage],
    log_end: Callable[[FloatArray], FloatArray],
    n: int,
    rng: np.random.Generator,
) -> FloatArray:
    if stages:
        r, log_w = _walk(d, float(weights[0]), stages, n, rng)
        return log_w + log_end(r)
    return log_end(_plain(d, weights, n, rng))


def _mixed(problem: Settling, shift: float) -> Draw:
    """E of the finite-time failure over a random coupling norm."""
    d, w, time = problem.d, weight_array(problem), problem.time

    def log_end(r: FloatArray) -> FloatArray:
        return log_sech_tail(d, r * time - shift)

    stages: list[tilt.Stage] = []
    if d >= _MIN_TILTED and w.size > 1:
        stages = tilt.build(d, w, log_end, degenerate_infimum(w), float(w.sum()))
    return lambda n, rng: _finish(d, w, stages, log_end, n, rng)


def log_weights_fixed(
    d: int, weights: tuple[float, ...], radius: float, n: int, rng: np.random.Generator
) -> FloatArray:
    """ln of n unbiased weights of |h| <= radius from the simplest tilt: each cosine Beta about its optimum.

    The optimum is that of ``laws.optimum``; nothing adapts to the radii that were drawn. Kept for the claim
    osc.rare-event-efficiency and as an independent check of the adaptive sampler.
    """
    w = np.sort(np.asarray(weights, dtype=np.float64))[::-1]
    gram = optimum(w, radius).correlation * np.outer(w, w)
    stages = []
    for k in range(1, w.size - 1):
        norm = np.sqrt(gram[:k, :k].sum())
        c = float(gram[:k, k].sum() / (norm * w[k]))
        a, b = (d - 1.0) * 0.5 * (1.0 + c) - 1.0, (d - 1.0) * 0.5 * (1.0 - c) - 1.0
        radii = np.array([0.0, float(w.sum())])
        stages.append(tilt.Stage(radii, np.array([a, a]), np.array([b, b]), float(w[k])))
    r, log_w = _walk(d, float(w[0]), stages, n, rng)
    return log_w + log_cosine_tail(d, r, float(w[-1]), radius)
