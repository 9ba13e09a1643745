"""The flow on the sphere, exactly and by integration: z' = S z + h - (z.h) z (osc.explicit-flow,
osc.frequency-disorder).

In homogeneous coordinates (y, E) with z = y/E the flow is linear: y' = S y + E h, E' = h.y. Without
disorder the exponential is elementary; with disorder it is one matrix exponential in so(d, 1). The
integrators exist for comparison: SciPy's adaptive ones and fixed-step ones whose order of convergence is
measured.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np
from scipy import integrate as scipy_integrate
from scipy import linalg

from phasebound.analysis import checks
from phasebound.analysis.checks import ArrayLike, FloatArray
from phasebound.analysis.laws.disorder import lorentz_generator

Scheme = Literal["euler", "heun", "rk4"]
ORDERS: dict[str, int] = {"euler": 1, "heun": 2, "rk4": 4}
_STEP_NORM = 300.0  # exponent per matrix exponential: far from overflow at e^709


def _unit(z0: ArrayLike, name: str = "z0") -> FloatArray:
    z = np.asarray(z0, dtype=np.float64)
    if z.ndim == 0 or z.shape[-1] < 2:
        raise ValueError(f"{name} must have at least two coordinates along its last axis")
    if not np.all(np.abs(np.linalg.norm(z, axis=-1) - 1.0) <= 1e-9):
        raise ValueError(f"{name} must have norm 1")
    return z


def exact_flow(z0: ArrayLike, drive: ArrayLike, time: ArrayLike) -> FloatArray:
    """z(t) of z' = h - (z.h) z from unit z0 (..., d), drive h (..., d), time (...) >= 0; broadcasts; h = 0
    stays.

    With e = h/|h|, c = z0.e and x = |h| t:  z = (z0 + ((cosh x - 1) c + sinh x) e)/(cosh x + c sinh x),
    evaluated with the factor e^{-x} taken out, and with 1 + c formed without cancellation near the
    antipode. Source: osc.explicit-flow.
    """
    z = _unit(z0)
    h = np.asarray(drive, dtype=np.float64)
    t = checks.interval(time, "time", 0.0, np.inf, open_high=True)
    norm = np.linalg.norm(h, axis=-1, keepdims=True)
    e = h / np.where(norm > 0.0, norm, 1.0)
    x = norm * t[..., None]
    c = np.sum(z * e, axis=-1, keepdims=True)
    one_plus = 0.5 * np.sum((z + e) ** 2, axis=-1, keepdims=True)  # 1 + c for unit z, e
    decay = np.exp(-x)
    # cosh x + c sinh x = e^x ((1+c) + (1-c) e^{-2x})/2; the part along e: (c cosh x + sinh x)
    scale = 0.5 * (one_plus + (2.0 - one_plus) * decay**2)
    along = 0.5 * (one_plus - (2.0 - one_plus) * decay**2)
    across = (z - c * e) * decay
    with np.errstate(invalid="ignore", divide="ignore"):
        moved = (across + along * e) / scale
    # only the antipode itself, with e^{-2x} underflown, has scale 0: it is an equilibrium
    result: FloatArray = np.where((norm > 0.0) & (scale > 0.0), moved, np.broadcast_to(z, moved.shape))
    return result


def disordered_flow(z0: ArrayLike, skew: ArrayLike, drive: ArrayLike, time: float) -> FloatArray:
    """z(t) of z' = S z + h - (z.h) z from unit z0 (..., d); skew S (d, d), drive h (d,), time >= 0.

    exp(t [[S, h], [h^T, 0]]) applied to (z0, 1) and projected; long times in steps that cannot overflow.
    Source: osc.frequency-disorder.
    """
    z = _unit(z0)
    t = float(checks.interval(time, "time", 0.0, np.inf, open_high=True))
    generator = lorentz_generator(skew, drive)
    if z.shape[-1] != generator.shape[0] - 1:
        raise ValueError(f"z0 must have {generator.shape[0] - 1} coordinates, got {z.shape[-1]}")
    steps = max(1, int(np.ceil(t * np.linalg.norm(np.asarray(drive)) / _STEP_NORM)))
    step = linalg.expm(generator * (t / steps))
    state = np.concatenate([z, np.ones((*z.shape[:-1], 1))], axis=-1)
    for _ in range(steps):
        state = state @ step.T
        y = state[..., :-1] / state[..., -1:]
        # back to the light cone |y| = E, from which rounding would otherwise drift
        state[..., :-1] = y / np.linalg.norm(y, axis=-1, keepdims=True)
        state[..., -1] = 1.0
    return np.asarray(state[..., :-1], dtype=np.float64)


def field(z: FloatArray, drive: FloatArray, skew: FloatArray | None = None) -> FloatArray:
    """The vector field S z + h - (z.h) z, shapes (..., d)."""
    tangent: FloatArray = drive - np.sum(z * drive, axis=-1, keepdims=True) * z
    return tangent if skew is None else tangent + z @ skew.T


def integrate(
    z0: ArrayLike,
    drive: ArrayLike,
    time: float,
    skew: ArrayLike | None = None,
    *,
    method: str = "DOP853",
    rtol: float = 1e-10,
    atol: float = 1e-12,
) -> FloatArray:
    """z(t) by SciPy's ``solve_ivp`` from one unit z0 (d,), for comparison.

    Raises RuntimeError if the integration fails.
    """
    z = _unit(z0)
    h = np.asarray(drive, dtype=np.float64)
    s = None if skew is None else checks.skew(skew)
    end = float(checks.interval(time, "time", 0.0, np.inf, open_high=True))
    if end == 0.0:
        return z.copy()

    def rhs(_: float, state: FloatArray) -> FloatArray:
        return field(state, h, s)

    solve: Any = scipy_integrate.solve_ivp
    solution = solve(rhs, (0.0, end), z, method=method, rtol=rtol, atol=atol)
    if not solution.success:
        raise RuntimeError(f"integration failed: {solution.message}")
    return np.asarray(solution.y[:, -1], dtype=np.float64)


def fixed_step(
    z0: ArrayLike,
    drive: ArrayLike,
    time: float,
    steps: int,
    scheme: Scheme = "rk4",
    skew: ArrayLike | None = None,
) -> FloatArray:
    """z(t) by ``steps`` equal steps of Euler, Heun or classical Runge-Kutta, projected to the sphere after
    each.

    Vectorised over leading axes of z0 (..., d) and drive (..., d). The projection keeps the order of the
    scheme.
    """
    z = _unit(z0)
    h = np.asarray(drive, dtype=np.float64)
    s = None if skew is None else checks.skew(skew)
    count = checks.count(steps, "steps")
    advance = _SCHEMES[checks.one_of(scheme, "scheme", list(ORDERS))]
    dt = float(checks.interval(time, "time", 0.0, np.inf, open_high=True)) / count

    def rhs(state: FloatArray) -> FloatArray:
        return field(state, h, s)

    for _ in range(count):
        z = advance(rhs, z, dt)
        z = z / np.linalg.norm(z, axis=-1, keepdims=True)
    return z


Rhs = Callable[[FloatArray], FloatArray]


def _euler(rhs: Rhs, z: FloatArray, dt: float) -> FloatArray:
    return z + dt * rhs(z)


def _heun(rhs: Rhs, z: FloatArray, dt: float) -> FloatArray:
    k1 = rhs(z)
    k2 = rhs(z + dt * k1)
    return z + 0.5 * dt * (k1 + k2)


def rk4_step(rhs: Rhs, z: FloatArray, dt: float) -> FloatArray:
    """One step of the classical Runge-Kutta method, without projection."""
    k1 = rhs(z)
    k2 = rhs(z + 0.5 * dt * k1)
    k3 = rhs(z + 0.5 * dt * k2)
    k4 = rhs(z + dt * k3)
    return z + dt / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)


_SCHEMES: dict[str, Callable[[Rhs, FloatArray, float], FloatArray]] = {
    "euler": _euler,
    "heun": _heun,
    "rk4": rk4_step,
}


def convergence_order(
    z0: ArrayLike,
    drive: ArrayLike,
    time: float,
    scheme: Scheme,
    skew: ArrayLike | None = None,
    steps: tuple[int, ...] = (32, 64, 128),
) -> float:
    """Measured order: least-squares slope of log2(error against the exact flow) over -log2(steps)."""
    exact = exact_flow(z0, drive, time) if skew is None else disordered_flow(z0, skew, drive, time)
    errors = [
        float(np.max(np.linalg.norm(fixed_step(z0, drive, time, n, scheme, skew) - exact, axis=-1)))
        for n in steps
    ]
    slope = np.polyfit(-np.log2(steps), np.log2(errors), 1)[0]
    return float(slope)
