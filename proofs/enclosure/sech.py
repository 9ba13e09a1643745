"""The law of the settling time: y = artanh(z0.e) for z0 uniform on the unit sphere of R^d, as rigorous balls.
 y has density sech^{d-1}(y)/W_{d-2} on the line (put z0.e = tanh y in (1 - c^2)^{(d-3)/2} dc), and along
the flow y(t) = y + |h| t. The angle to the consensus exceeds tol at time t exactly when y < -s with

    s = |h| t + ln tan(tol/2),          P(y < -s) = P(delta < 2 arctan e^{-s}),

a cap. Routes: the cap of `caps`, and rigorous quadrature of sech^{d-1} with a proved tail.
"""

from flint import acb, arb, ctx

from . import caps

_MAX_DOUBLINGS = 80


def _check_speed(speed: arb) -> None:
    if not speed > 0:
        raise ValueError(f"|h| must be positive, not {speed}")


def _check_tolerance(tol: arb) -> None:
    with ctx.workprec(ctx.prec + 64):
        if not (tol > 0 and tol < arb.pi() / 2):
            raise ValueError(f"the tolerance must lie in (0, pi/2), not {tol}")


def _check_finite(s: arb) -> None:
    if not s.is_finite():
        raise ValueError(f"the argument must be a finite ball, not {s}")


def shift(speed: arb, time: arb, tol: arb) -> arb:
    """s = |h| t + ln tan(tol/2) for |h| = speed > 0, time >= 0, 0 < tol < pi/2; ValueError otherwise."""
    _check_speed(speed)
    _check_tolerance(tol)
    if not time >= 0:
        raise ValueError(f"the time must not be negative, not {time}")
    with ctx.workprec(ctx.prec + 40):
        value = speed * time + (tol / 2).tan().log()
    return +value


def threshold_time(speed: arb, tol: arb) -> arb:
    """T* = ln cot(tol/2)/|h|, where the failure probability is 1/2 in every dimension; errors as `shift`."""
    _check_speed(speed)
    _check_tolerance(tol)
    with ctx.workprec(ctx.prec + 40):
        value = (tol / 2).cot().log() / speed
    return +value


def angle(s: arb) -> arb:
    """The angle 2 arctan e^{-s} of the cap {y < -s}, in (0, pi), for every finite s."""
    _check_finite(s)
    with ctx.workprec(ctx.prec + 40):
        value = 2 * (-s).exp().atan()
    return +value


def log_failure(d: int, s: arb) -> arb:
    """ln P(y < -s), d >= 2, any finite s, through `caps.log_cap`; ValueError outside the domain."""
    caps.check_dimension(d)
    _check_finite(s)
    with ctx.workprec(ctx.prec + caps.guard_bits(d) + _shift_bits(s)):
        value = caps.log_cap(d, angle(s))
    return +value


def failure(d: int, s: arb) -> arb:
    """P(y < -s), d >= 2, any finite s, through `caps.cap`; ValueError outside the domain."""
    caps.check_dimension(d)
    with ctx.workprec(ctx.prec + caps.guard_bits(d)):
        value = log_failure(d, s).exp()
    return +value


def _shift_bits(s: arb) -> int:
    """Bits that separate the angle from pi for s < 0 (pi - 2 arctan e^{-s} ~ 2 e^s)."""
    low = -float(s.lower())
    if low > 1e5:
        raise ValueError(f"s = {s} is too far below 0 for this evaluation")
    return max(0, int(1.5 * low) + 8)


def _half_line(d: int, s: arb) -> arb:
    """int_0^oo (cosh s/cosh(s + u))^m du, m = d - 1, for an exact s >= 0.

    ln sech is concave with slope -tanh, so for s + D > 0 the part beyond D is at most
    (cosh s/cosh(s + D))^m/(m tanh(s + D)). D doubles until this is below the precision.
    """
    m = d - 1
    top, left = s.cosh(), acb(s)
    length, goal = arb(1) / m, arb(2) ** (-ctx.prec)
    for _ in range(_MAX_DOUBLINGS):
        end = s + length
        tail = (top / end.cosh()) ** m / (m * end.tanh())
        if m * tail < goal:
            break
        length *= 2
    body = acb.integral(lambda u, _: (acb(top) / (left + u).cosh()) ** m, 0, acb(length))
    return body.real + arb(0).union(tail)


def total_line(d: int) -> arb:
    """int_R sech^{d-1}, which is W_{d-2}, by quadrature; d >= 2."""
    caps.check_dimension(d)
    with ctx.workprec(ctx.prec + caps.guard_bits(d)):
        value = 2 * _half_line(d, arb(0))
    return +value


def log_failure_quadrature(d: int, s: arb) -> arb:
    """ln P(y < -s) = ln int_s^oo sech^{d-1}/int_R sech^{d-1}, both by quadrature; for s < 0 of the
    complement.
    """
    caps.check_dimension(d)
    _check_finite(s)

    def at(point: arb) -> arb:
        late = bool(point >= 0)
        t = point if late else -point
        value = _half_line(d, t).log() - (d - 1) * t.cosh().log() - total_line(d).log()
        return value if late else (-value.exp()).log1p()

    with ctx.workprec(ctx.prec + caps.guard_bits(d)):
        value = at(s) if s.is_exact() else at(s.lower()).union(at(s.upper()))
    return +value


def failure_quadrature(d: int, s: arb) -> arb:
    """P(y < -s) by the route of `log_failure_quadrature`."""
    caps.check_dimension(d)
    with ctx.workprec(ctx.prec + caps.guard_bits(d)):
        value = log_failure_quadrature(d, s).exp()
    return +value


def log_failure_bound(d: int, s: arb) -> arb:
    """ln(sech^{d-1}(s)/2), an upper bound of ln P(y < -s) for d >= 2, s >= 0; ValueError otherwise."""
    caps.check_dimension(d)
    _check_finite(s)
    if not s >= 0:
        raise ValueError(f"the bound needs s >= 0, not {s}")
    with ctx.workprec(ctx.prec + caps.guard_bits(d)):
        value = -(d - 1) * s.cosh().log() - arb(2).log()
    return +value


def failure_bound(d: int, s: arb) -> arb:
    """sech^{d-1}(s)/2, see `log_failure_bound`."""
    caps.check_dimension(d)
    with ctx.workprec(ctx.prec + caps.guard_bits(d)):
        value = log_failure_bound(d, s).exp()
    return +value


def variance_quadrature(d: int) -> arb:
    """Var y = int u^2 sech^{d-1}(u) du/int sech^{d-1}, d >= 2, by quadrature.

    Tail beyond L > 0, m = d - 1: sech^m(u) <= sech^m(L) e^{-r (u - L)} with r = m tanh L (concavity), so it
    is at most sech^m(L) (L^2/r + 2L/r^2 + 2/r^3).
    """
    caps.check_dimension(d)
    m = d - 1
    with ctx.workprec(ctx.prec + caps.guard_bits(d)):
        length, goal = arb(1) / m, arb(2) ** (-ctx.prec)
        for _ in range(_MAX_DOUBLINGS):
            rate = m * length.tanh()
            tail = length.sech() ** m * (length**2 / rate + 2 * length / rate**2 + 2 / rate**3)
            if m * m * tail < goal:
                break
            length *= 2
        scale = acb(length)
        body = acb.integral(lambda v, _: v * v * (scale * v).sech() ** m, 0, 1).real
        value = 2 * (length**3 * body + arb(0).union(tail)) / total_line(d)
    return +value
