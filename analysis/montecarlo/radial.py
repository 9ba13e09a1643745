"""The radial chain: the norm of h from one cosine per anchor, at a cost that does not depend on d.

|r e + w x|^2 = r^2 + w^2 + 2 r w c with c the cosine of a uniform point: exact for iid uniform anchors. A
start needs one more cosine, and its angle after time t follows from the closed form of the flow.
"""

from __future__ import annotations

import numpy as np

from phasebound.analysis import sphere
from phasebound.analysis.checks import FloatArray
from phasebound.analysis.montecarlo.problems import Antipodal, Degenerate, Problem, Settling, weight_array

_BATCH = 50_000


def supports(problem: Problem) -> bool:
    """Whether this sampler covers the problem."""
    if isinstance(problem, Degenerate):
        return problem.anchors == "uniform"
    return isinstance(problem, (Antipodal, Settling))


def norms(d: int, weights: FloatArray, n: int, rng: np.random.Generator) -> FloatArray:
    """n samples of |sum_j w_j x_j|, shape (n,)."""
    r = np.full(n, weights[0])
    for w in weights[1:]:
        c = sphere.uniform_cosines(rng, n, d)
        # (r - w)^2 + 2 r w (1 + c): no cancellation when the sum nearly vanishes
        r = np.sqrt((r - w) ** 2 + 2.0 * r * w * (1.0 + c))
    return r


def hits(problem: Problem, n: int, rng: np.random.Generator) -> int:
    """How many of n independent samples show the event."""
    return sum(_batch(problem, min(_BATCH, n - done), rng) for done in range(0, n, _BATCH))


def _batch(problem: Problem, n: int, rng: np.random.Generator) -> int:
    if isinstance(problem, Antipodal):
        return int(np.count_nonzero(sphere.uniform_cosines(rng, n, problem.d) > np.cos(problem.angle)))
    if isinstance(problem, Settling):
        if problem.coupling_norm is not None:
            h = np.full(n, problem.coupling_norm)
        else:
            h = norms(problem.d, weight_array(problem), n, rng)
        c = sphere.uniform_cosines(rng, n, problem.d)
        # tan(phi/2)^2 = (1-c)/(1+c) falls by e^{-2|h|t}
        left = (1.0 - c) * np.exp(-2.0 * h * problem.time)
        return int(np.count_nonzero(left > (1.0 + c) * np.tan(0.5 * problem.angle) ** 2))
    if isinstance(problem, Degenerate) and problem.anchors == "uniform":
        r = norms(problem.d, weight_array(problem), n, rng)
        return int(np.count_nonzero(r <= problem.radius))
    raise ValueError(f"the radial chain does not cover {problem.kind} with these settings; use direct")
