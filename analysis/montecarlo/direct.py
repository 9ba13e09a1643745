"""Brute force: real points of R^d, real trajectories, real spectra; uses none of the laws."""

from __future__ import annotations

from typing import Any

import numpy as np

from phasebound.analysis import sphere
from phasebound.analysis.checks import FloatArray
from phasebound.analysis.montecarlo.problems import Antipodal, Degenerate, Disorder, Problem, Settling

_FLOATS = 400_000  # of one batch of points
_COLUMNS = 32_768  # floats of one array of a block of trajectories: five of them stay in the cache
_STEP = 0.12  # |h| dt of the Runge-Kutta steps: ln tan(angle/2) is off by less than 4e-6 |h| t
_EVENT_STEP = 0.1  # the same where the time of an event is wanted: |h| t is off by less than 2e-5
_MOST_STEPS = 10_000


def hits(problem: Problem, n: int, rng: np.random.Generator) -> int:
    """How many of n independent samples show the event."""
    width = problem.d * (len(problem.weights) if isinstance(problem, Degenerate) else 4)
    if isinstance(problem, Disorder):
        width = (problem.d + 1) ** 2
    batch = max(1, _FLOATS // width)
    return sum(_batch(problem, min(batch, n - done), rng) for done in range(0, n, batch))


def _batch(problem: Problem, n: int, rng: np.random.Generator) -> int:
    if isinstance(problem, Antipodal):
        start = sphere.uniform_points(rng, (n,), problem.d)
        antipode = sphere.uniform_points(rng, (n,), problem.d)
        return int(np.count_nonzero(sphere.angles(start, antipode) < problem.angle))
    if isinstance(problem, Settling):
        start = sphere.uniform_points(rng, (n,), problem.d)
        drive = _drive(problem, n, rng)
        end = states(start, drive, problem.time)
        return int(np.count_nonzero(sphere.angles(end, drive) > problem.angle))
    if isinstance(problem, Degenerate):
        norm = np.linalg.norm(couplings(problem, n, rng), axis=1)
        # signs add up exactly only in real numbers: a rounding error is no distance
        slack = 1e-12 * sum(problem.weights) if problem.anchors == "signs" else 0.0
        return int(np.count_nonzero(norm <= problem.radius + slack))
    return _locking(problem, n, rng)


def states(start: FloatArray, drive: FloatArray, time: float) -> FloatArray:
    """z(time) of n trajectories, shapes (n, d): Runge-Kutta in R^d, |h| dt <= 0.12, projected after each step.

    Each trajectory has its own number of steps; within a block they are sorted by it, so that those which
    have arrived are the tail of the arrays.
    """
    end = np.empty_like(start)
    norm = np.linalg.norm(drive, axis=1)
    steps = np.maximum(1, np.ceil(norm * time / _STEP)).astype(np.int64)
    order = np.argsort(-steps, kind="stable")
    for block in _blocks(order, start.shape[1]):
        z, h = np.ascontiguousarray(start[block].T), np.ascontiguousarray(drive[block].T)
        count = steps[block]
        dt = time / count
        scratch = np.empty((3, *z.shape))
        for k in range(int(count[0])):
            m = int(np.searchsorted(-count, -k))  # those with more than k steps
            _step(z[:, :m], h[:, :m], dt[:m], scratch[:, :, :m])
        end[block] = z.T
    return end


def settling_times(start: FloatArray, drive: FloatArray, angle: float) -> FloatArray:
    """The time at which each of n trajectories, shapes (n, d), is at ``angle`` from its drive, by integration.

    Trajectories that start inside the cone are integrated backwards until they leave it: their time is
    negative. The event is located on the cubic through values and slopes of the cosine at the ends of the
    step. Raises RuntimeError for a trajectory that does not arrive (a start at the antipode).
    """
    times = np.empty(start.shape[0])
    for block in _blocks(np.arange(start.shape[0]), start.shape[1]):
        times[block] = _block_times(start[block], drive[block], float(np.cos(angle)))
    return times


def _block_times(start: FloatArray, drive: FloatArray, level: float) -> FloatArray:
    n = start.shape[0]
    z, h = np.ascontiguousarray(start.T), np.ascontiguousarray(drive.T)
    norm = np.sqrt(np.einsum("ij,ij->j", h, h))
    sign = np.where(np.einsum("ij,ij->j", z, h) / norm < level, 1.0, -1.0)
    h *= sign  # backwards in time is the flow of -h; "inside" then means below -level
    goal, dt, index = sign * level, _EVENT_STEP / norm, np.arange(n)
    elapsed, times = np.zeros(n), np.full(n, np.nan)
    scratch = np.empty((3, *z.shape))
    cosine = np.einsum("ij,ij->j", z, h) / norm
    open_ = np.ones(n, dtype=bool)
    for _ in range(_MOST_STEPS):
        before = cosine
        _step(z, h, dt, scratch)
        cosine = np.einsum("ij,ij->j", z, h) / norm
        hit = open_ & (cosine >= goal)
        if hit.any():
            slopes = [dt[hit] * norm[hit] * (1.0 - c[hit] ** 2) for c in (before, cosine)]
            part = _crossing(before[hit] - goal[hit], cosine[hit] - goal[hit], *slopes)
            times[index[hit]] = sign[hit] * (elapsed[hit] + part * dt[hit])
            open_ &= ~hit
            if not open_.any():
                return times
        elapsed += dt
        if 2 * np.count_nonzero(open_) < open_.size:
            z, h = np.ascontiguousarray(z[:, open_]), np.ascontiguousarray(h[:, open_])
            norm, sign, goal, dt = norm[open_], sign[open_], goal[open_], dt[open_]
            index, elapsed, cosine = index[open_], elapsed[open_], cosine[open_]
            scratch, open_ = np.empty((3, *z.shape)), np.ones(index.size, dtype=bool)
    raise RuntimeError(f"{np.count_nonzero(open_)} trajectories did not reach the cone")


def _crossing(low: FloatArray, high: FloatArray, rise: FloatArray, fall: FloatArray) -> FloatArray:
    """The zero in [0, 1] of the cubic with values low < 0 <= high and slopes rise, fall at the ends."""
    left, right = np.zeros_like(low), np.ones_like(low)
    for _ in range(40):
        u = 0.5 * (left + right)
        v = 1.0 - u
        value = low * v * v * (1.0 + 2.0 * u) + high * u * u * (1.0 + 2.0 * v)
        value += u * v * (rise * v - fall * u)
        left, right = np.where(value < 0.0, u, left), np.where(value < 0.0, right, u)
    result: FloatArray = 0.5 * (left + right)
    return result


def _blocks(order: np.ndarray[Any, Any], d: int) -> list[np.ndarray[Any, Any]]:
    """The indices in ``order`` by blocks of one cache-sized array."""
    size = max(1, _COLUMNS // d)
    return [order[at : at + size] for at in range(0, order.size, size)]


def _step(z: FloatArray, h: FloatArray, dt: FloatArray, scratch: FloatArray) -> None:
    """One classical Runge-Kutta step of z' = h - (z.h) z in place, columns of (d, n), and the projection."""
    state, slope, total = scratch
    half = 0.5 * dt
    _slope(z, h, total)
    np.multiply(total, half, out=state)
    state += z
    for advance in (half, dt):
        _slope(state, h, slope)
        total += slope
        total += slope
        np.multiply(slope, advance, out=state)
        state += z
    _slope(state, h, slope)
    total += slope
    total *= dt / 6.0
    z += total
    z /= np.sqrt(np.einsum("ij,ij->j", z, z))


def _slope(z: FloatArray, h: FloatArray, out: FloatArray) -> None:
    np.multiply(z, np.einsum("ij,ij->j", z, h), out=out)
    np.subtract(h, out, out=out)


def _drive(problem: Settling, n: int, rng: np.random.Generator) -> FloatArray:
    if problem.coupling_norm is not None:
        return problem.coupling_norm * sphere.uniform_points(rng, (n,), problem.d)
    assert problem.weights is not None
    w = np.asarray(problem.weights)
    h: FloatArray = np.einsum("j,njd->nd", w, sphere.uniform_points(rng, (n, w.size), problem.d))
    return h


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


def _locking(problem: Disorder, n: int, rng: np.random.Generator) -> int:
    """Systems with a growing real eigenvalue of the Lorentz generator: their linear lift has a stable ray."""
    d = problem.d
    m = rng.standard_normal((n, d, d))
    drive = problem.coupling_norm * sphere.uniform_points(rng, (n,), d)
    generator = np.zeros((n, d + 1, d + 1))
    generator[:, :d, :d] = (m - m.transpose(0, 2, 1)) * (problem.disorder / np.sqrt(2.0))
    generator[:, :d, d] = generator[:, d, :d] = drive
    # unlocked spectra are imaginary to rounding: a system within 1e-5 of the boundary may be misjudged
    growth = np.linalg.eigvals(generator).real.max(axis=1)
    return int(np.count_nonzero(growth > 1e-11 * problem.coupling_norm))
