"""Brute force: real points of R^d, real trajectories, real spectra; uses none of the laws."""

from __future__ import annotations

import numpy as np

from phasebound.analysis import flow, sphere
from phasebound.analysis.checks import FloatArray
from phasebound.analysis.montecarlo.problems import Antipodal, Degenerate, Disorder, Problem, Settling

_FLOATS = 400_000  # of one batch: stays in the cache
_STEP = 0.08  # |h| dt of the Runge-Kutta steps: error 1e-7 of the angle, far below the sampling error


def hits(problem: Problem, n: int, rng: np.random.Generator) -> int:
    """How many of n independent samples show the event."""
    width = problem.d * (len(problem.weights) if isinstance(problem, Degenerate) else 4)
    batch = max(1, _FLOATS // width)
    return sum(_batch(problem, min(batch, n - done), rng) for done in range(0, n, batch))


def _batch(problem: Problem, n: int, rng: np.random.Generator) -> int:
    if isinstance(problem, Antipodal):
        start = sphere.uniform_points(rng, (n,), problem.d)
        antipode = sphere.uniform_points(rng, (n,), problem.d)
        return int(np.count_nonzero(sphere.angles(start, antipode) < problem.angle))
    if isinstance(problem, Settling):
        start = sphere.uniform_points(rng, (n,), problem.d)
        drive, strongest = _drive(problem, n, rng)
        steps = max(1, int(np.ceil(strongest * problem.time / _STEP)))
        end = flow.fixed_step(start, drive, problem.time, steps)
        return int(np.count_nonzero(sphere.angles(end, drive) > problem.angle))
    if isinstance(problem, Degenerate):
        norm = np.linalg.norm(couplings(problem, n, rng), axis=1)
        # signs add up exactly only in real numbers: a rounding error is no distance
        slack = 1e-12 * sum(problem.weights) if problem.anchors == "signs" else 0.0
        return int(np.count_nonzero(norm <= problem.radius + slack))
    return sum(_locks(problem, rng) for _ in range(n))


def _drive(problem: Settling, n: int, rng: np.random.Generator) -> tuple[FloatArray, float]:
    if problem.coupling_norm is not None:
        h = problem.coupling_norm * sphere.uniform_points(rng, (n,), problem.d)
        return h, problem.coupling_norm
    assert problem.weights is not None
    w = np.asarray(problem.weights)
    h = np.einsum("j,njd->nd", w, sphere.uniform_points(rng, (n, w.size), problem.d))
    return h, float(w.sum())


def couplings(problem: Degenerate, n: int, rng: np.random.Generator) -> FloatArray:
    """n samples of h under the problem's law of the anchors, shape (n, d)."""
    w, d = np.asarray(problem.weights), problem.d
    if problem.anchors == "uniform":
        return np.asarray(np.einsum("j,njd->nd", w, sphere.uniform_points(rng, (n, w.size), d)))
    h = np.zeros((n, d))
    if problem.anchors == "signs":
        h[:, 0] = rng.choice([-1.0, 1.0], (n, w.size)) @ w
    elif problem.anchors == "plane":
        phase = rng.uniform(0.0, 2.0 * np.pi, (n, w.size))
        h[:, 0], h[:, 1] = np.cos(phase) @ w, np.sin(phase) @ w
    else:  # one-free
        top = float(w.max())
        h = top * sphere.uniform_points(rng, (n,), d)
        h[:, 0] += np.sqrt(top**2 - problem.radius**2)
    return h


def _locks(problem: Disorder, rng: np.random.Generator) -> bool:
    """A growing real eigenvalue of the Lorentz generator: the linear lift has a stable fixed ray."""
    skew = sphere.random_skew(rng, problem.d, problem.disorder)
    drive = problem.coupling_norm * sphere.uniform_points(rng, (), problem.d)
    generator = np.block([[skew, drive[:, None]], [drive[None, :], np.zeros((1, 1))]])
    # unlocked spectra are imaginary to rounding; at the boundary eigenvalues grow like a square root
    return bool(np.max(np.linalg.eigvals(generator).real) > 1e-9 * problem.coupling_norm)
