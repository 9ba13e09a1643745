"""Spherical caps of every dimension and angle, as rigorous balls.

With z uniform on the unit sphere of R^d and delta its angle to a fixed point, for d >= 2 and 0 < a < pi

    P(delta < a) = (1/W_{d-2}) int_0^a sin^{d-2},        W_n = int_0^pi sin^n,
                 = I_x((d-1)/2, 1/2)/2                    for a <= pi/2, x = sin^2 a,
                 = 1 - I_x((d-1)/2, 1/2)/2                for a >= pi/2.
 Routes. `cap` and `log_cap` use Gauss's continued fraction with a tail that is proved here (and, near the
equator, a power series in cos a). `cap_beta` and `log_cap_beta` use FLINT's incomplete beta function.
`cap_quadrature` and `log_cap_quadrature` integrate the definition. `cap_exact_odd` is a rational number for
odd d and rational cos a. The routes share the measure's symmetry and, the first two, the total W_{d-2}.
 Every function works with guard bits and answers at the precision of `flint.ctx`; a ball for the angle
gives a ball that contains the value at each of its points.
"""

from collections.abc import Callable
from typing import NamedTuple

from flint import acb, arb, ctx, fmpq, fmpq_poly

_MAX_STEPS = 1 << 20


class CapBounds(NamedTuple):
    """Bounds of a cap's measure P: `lower` <= P, `lower_root` <= P, P <= `upper`."""

    lower: arb
    lower_root: arb
    upper: arb


def check_dimension(d: int, least: int = 2) -> None:
    """Raise ValueError unless d is an integer, at least `least`."""
    if isinstance(d, bool) or not isinstance(d, int) or d < least:
        raise ValueError(f"the dimension must be an integer >= {least}, not {d!r}")


def check_angle(a: arb) -> None:
    """Raise ValueError unless every point of the ball a is certainly in (0, pi)."""
    with ctx.workprec(ctx.prec + 64):
        if not (a > 0 and a < arb.pi()):
            raise ValueError(f"the angle must lie in (0, pi), not {a}")


def check_acute(a: arb) -> None:
    """Raise ValueError unless a is in (0, pi/2]; a ball of pi/2 itself is let through."""
    check_angle(a)
    with ctx.workprec(ctx.prec + 64):
        if a > arb.pi() / 2:
            raise ValueError(f"the angle must lie in (0, pi/2], not {a}")


def guard_bits(d: int) -> int:
    """Extra bits for parameters of size d: values lose O(log d) bits to gamma factors and to powers."""
    return 40 + 2 * d.bit_length()


def _by_ends(function: Callable[[arb], arb], a: arb) -> arb:
    """The image of a ball under an increasing function, from the images of its two ends."""
    if a.is_exact():
        return function(a)
    return function(a.lower()).union(function(a.upper()))


def beta_half(p: arb, x: arb) -> arb:
    """I_x(p, 1/2), by FLINT. In `beta_lower` the argument is *self*; the parameters follow."""
    return x.beta_lower(p, arb(1) / 2, regularized=True)


# --- the total ------------------------------------------------------------------------------------


def log_total(n: int) -> arb:
    """ln W_n, W_n = int_0^pi sin^n = sqrt(pi) Gamma((n+1)/2)/Gamma(n/2+1), n >= 0."""
    check_dimension(n, 0)
    with ctx.workprec(ctx.prec + guard_bits(n)):
        value = arb.pi().log() / 2 + (arb(n + 1) / 2).lgamma() - (arb(n) / 2 + 1).lgamma()
    return +value


def total(n: int) -> arb:
    """W_n = int_0^pi sin^n, n >= 0, by gamma functions (see `log_total`)."""
    check_dimension(n, 0)
    with ctx.workprec(ctx.prec + guard_bits(n)):
        value = log_total(n).exp()
    return +value


def total_quadrature(n: int) -> arb:
    """W_n by rigorous quadrature of its definition (twice the integral over [0, pi/2]), n >= 0."""
    check_dimension(n, 0)
    with ctx.workprec(ctx.prec + guard_bits(n)):
        half = acb.integral(lambda t, _: t.cos() ** n, 0, acb(arb.pi() / 2))
        value = 2 * half.real
    return +value


def total_exact(n: int) -> tuple[fmpq, int]:
    """(q, k) with W_n = q pi^k: W_0 = pi, W_1 = 2, W_n = ((n-1)/n) W_{n-2}; n >= 0."""
    check_dimension(n, 0)
    q = fmpq(2) if n % 2 else fmpq(1)
    for m in range(3 if n % 2 else 2, n + 1, 2):
        q *= fmpq(m - 1, m)
    return q, 0 if n % 2 else 1


# --- route one: Gauss's continued fraction and the series at the equator --------------------------


def gauss_fraction(d: int, x: arb, y: arb) -> arb:
    """F = 2F1(p + 1/2, 1; p + 1; x), p = (d-1)/2, 0 < x < 1, y = 1 - x, by Gauss's continued fraction.

        F = 1/(1 - u_1 x/(1 - u_2 x/(1 - ...))),
        u_{2m+1} = (p + 1/2 + m)(p + m)/((p + 2m)(p + 2m + 1)),   u_{2m} = m (m - 1/2)/((p + 2m - 1)(p + 2m)).

    Tail. R_n = 1/(1 - u_{n+1} x R_{n+1}) is a ratio F(a, b+1; c+1; x)/F(a, b; c; x) with 0 <= b <= c and 0
    < a <= c + 1 (n = 2m: a = p + 1/2 + m, b = m, c = p + 2m; n = 2m+1: a = m + 1, b = p + 1/2 + m, c = p +
    2m + 1). With A_k the coefficients of the denominator and B_k those of the numerator, B_k = A_k (b+k)
    c/(b (c+k)) >= A_k, so R_n >= 1; and B_k - B_{k-1} <= A_k, because it reads k (c-b)/(c+k) <= k
    c/(a+k-1) and a - 1 <= c, so (1-x) numerator <= denominator and R_n <= 1/(1-x) (b = 0 by continuity).
    Hence the recursion runs backwards from the ball [1, 1/(1-x)], cut to it at each step. The number of
    steps is doubled until the ball is about as narrow as x and y allow, or stops shrinking: for
    large d the limit is about 3 d y bits, so the equator is left to a series.
    """
    p = arb(d - 1) / 2
    hull = arb(1).union(1 / y)
    unit = y.union(arb(1))
    tail, steps, before = hull, 16, 0
    goal = min(ctx.prec, x.rel_accuracy_bits(), y.rel_accuracy_bits()) - 24 - 2 * d.bit_length()
    while steps <= _MAX_STEPS:
        tail = hull
        for n in range(steps, 0, -1):
            m = n // 2
            if n % 2:
                u = (p + m + 0.5) * (p + m) / ((p + 2 * m) * (p + (2 * m + 1)))
            else:
                u = m * (m - 0.5) / ((p + (2 * m - 1)) * (p + 2 * m))
            low = 1 - u * x * tail
            tail = 1 / (low if low.rel_accuracy_bits() > 16 and low > 0 else low.intersection(unit))
        gained = tail.rel_accuracy_bits()
        if gained >= goal or (steps > 128 and gained <= before):
            break
        before, steps = gained, 2 * steps
    return tail


def _equator_series(d: int, c: arb) -> arb:
    """2F1(1/2, A; 3/2; c^2) with A = (3-d)/2, by its power series, for c^2 <= 1/2.

    Its terms have ratio ((1/2+k)(A+k))/((3/2+k)(1+k)) c^2, at most q_K = max(|A+K|/(K+1), 1) c^2 in size
    for k >= K: |A+k|/(1+k) falls while A + k < 0 and is at most 1 from A + k >= -1 on (for A > 0, A = 1/2 <
    1). So the tail from term K on is at most |t_K|/(1 - q_K) once q_K < 1. At worst the sum's terms reach
    e^{d c^2/2}.
    """
    y = c * c
    if not 2 * y <= 1:
        raise ValueError("the series at the equator needs cos^2 a <= 1/2")
    term, result, k = arb(1), arb(0), 0
    floor = arb(2) ** (-ctx.prec)
    while True:
        ratio = arb(max(abs(3 - d + 2 * k), 2 * k + 2)) / (2 * k + 2) * y
        if ratio < 1:
            rest = abs(term) / (1 - ratio)
            if rest < floor:
                return result + (-rest).union(rest)
        result += term / (2 * k + 1)
        term *= y * (3 - d + 2 * k) / (2 * k + 2)
        k += 1


def _log_parts_fraction(d: int, a: arb) -> tuple[str, arb]:
    """("cap", ln P) or ("rest", ln(1 - P)), without FLINT's hypergeometric functions."""
    c, s = a.cos(), a.sin()
    if 2 * d * c * c < ctx.prec and 4 * c * c < 1:
        with ctx.workprec(ctx.prec + int(1.5 * d * float((c * c).upper())) + 8):  # P ~ e^{-d c^2/2}
            c = a.cos()
            p = arb(1) / 2 - c * _equator_series(d, c) / total(d - 2)
        return "cap", p.log()
    # I_x(p, 1/2) = x^p (1-x)^{1/2} F/(p B(p, 1/2)) and B(p, 1/2) = W_{d-2}
    value = (d - 1) * s.log() + abs(c).log() + gauss_fraction(d, s * s, c * c).log()
    value -= arb(d - 1).log() + log_total(d - 2)
    return ("cap" if c > 0 else "rest"), value


def log_cap(d: int, a: arb) -> arb:
    """ln P(delta < a), d >= 2, 0 < a < pi, by `gauss_fraction` or, near the equator, a series with a proved
    tail.
    """
    check_dimension(d)
    check_angle(a)

    def at(point: arb) -> arb:
        kind, value = _log_parts_fraction(d, point)
        return value if kind == "cap" else (-value.exp()).log1p()

    with ctx.workprec(ctx.prec + guard_bits(d) + 64):
        value = _by_ends(at, a)
    return +value


def cap(d: int, a: arb) -> arb:
    """P(delta < a) by the route of `log_cap`."""
    check_dimension(d)
    with ctx.workprec(ctx.prec + 2 * guard_bits(d)):
        value = log_cap(d, a).exp()
    return +value


# --- route two: FLINT -----------------------------------------------------------------------------


def _equatorial(d: int, a: arb) -> arb:
    """1/2 - cos a 2F1(1/2, (3-d)/2; 3/2; cos^2 a)/W_{d-2}: no case distinction at pi/2; FLINT's 2F1."""
    c = a.cos()
    half = arb(1) / 2
    return half - c * (c * c).hypgeom_2f1(half, arb(3 - d) / 2, 3 * half) / total(d - 2)


def _parts(d: int, a: arb) -> tuple[str, arb]:
    """("cap", P) or ("rest", 1 - P): the smaller of the two, or P near the equator."""
    quarter = arb.pi() / 2
    if not 16 * d * a.cos() ** 2 > 1:
        return "cap", _equatorial(d, a)
    tail = beta_half(arb(d - 1) / 2, a.sin() ** 2) / 2
    return ("cap" if a < quarter else "rest"), tail


def cap_beta(d: int, a: arb) -> arb:
    """P(delta < a) for d >= 2, 0 < a < pi, by FLINT's incomplete beta function (DLMF 8.17.1).

    ValueError when d is not an integer >= 2 or a is not certainly in (0, pi).
    """
    check_dimension(d)
    check_angle(a)

    def at(point: arb) -> arb:
        kind, value = _parts(d, point)
        return value if kind == "cap" else 1 - value

    with ctx.workprec(ctx.prec + guard_bits(d)):
        value = _by_ends(at, a)
    return +value


def log_cap_beta(d: int, a: arb) -> arb:
    """ln P(delta < a), d >= 2, 0 < a < pi; same route and errors as `cap_beta`.

    Balls have unbounded exponents, so no value underflows; near a = pi the logarithm is log1p of the
    complement.
    """
    check_dimension(d)
    check_angle(a)

    def at(point: arb) -> arb:
        kind, value = _parts(d, point)
        return value.log() if kind == "cap" else (-value).log1p()

    with ctx.workprec(ctx.prec + ctx.prec // 3 + guard_bits(d)):
        value = _by_ends(at, a)
    return +value


# --- route three: quadrature of the definition; route four: rational numbers ----------------------


def _scaled_quadrature(d: int, a: arb) -> arb:
    """int_0^1 (sin(a (1-v))/sin a)^{d-2} dv, so that P = a sin^{d-2}(a) times it over W_{d-2}; a <= pi/2."""
    angle, sine = acb(a), acb(a.sin())
    value = acb.integral(lambda v, _: ((angle * (1 - v)).sin() / sine) ** (d - 2), 0, 1)
    return value.real


def log_cap_quadrature(d: int, a: arb) -> arb:
    """ln P(delta < a), d >= 2, 0 < a < pi, by rigorous quadrature; for a > pi/2 of the complement."""
    check_dimension(d)
    check_angle(a)

    def at(point: arb) -> arb:
        acute = bool(2 * point < arb.pi())
        b = point if acute else arb.pi() - point
        value = (
            b.log() + (d - 2) * b.sin().log() + _scaled_quadrature(d, b).log() - total_quadrature(d - 2).log()
        )
        return value if acute else (-value.exp()).log1p()

    with ctx.workprec(ctx.prec + guard_bits(d)):
        value = _by_ends(at, a)
    return +value


def cap_quadrature(d: int, a: arb) -> arb:
    """P(delta < a) by the route of `log_cap_quadrature`."""
    check_dimension(d)
    with ctx.workprec(ctx.prec + 2 * guard_bits(d)):
        value = log_cap_quadrature(d, a).exp()
    return +value


def cap_exact_odd(d: int, c: fmpq) -> fmpq:
    """P(cos delta > c), a rational number: odd d >= 3, rational c in [-1, 1].

    (Q(1) - Q(c))/(Q(1) - Q(-1)) with Q' = (1 - t^2)^{(d-3)/2}. ValueError otherwise.
    """
    check_dimension(d, 3)
    if d % 2 == 0:
        raise ValueError(f"the measure is rational for odd d only, not d = {d}")
    c = fmpq(c)
    if not -1 <= c <= 1:
        raise ValueError(f"the cosine must lie in [-1, 1], not {c}")
    primitive = (fmpq_poly([1, 0, -1]) ** ((d - 3) // 2)).integral()
    top = primitive(fmpq(1))
    return (top - primitive(c)) / (2 * top)


# --- bounds ---------------------------------------------------------------------------------------


def log_cap_bounds(d: int, a: arb) -> CapBounds:
    """Logarithms of the bounds of `cap_bounds`; same domain and errors."""
    check_dimension(d)
    check_acute(a)
    with ctx.workprec(ctx.prec + guard_bits(d)):
        power = (d - 1) * a.sin().log()
        pi = arb.pi()
        bounds = (power - (pi * (d - 1)).log(), power - (2 * pi * d).log() / 2, power - arb(2).log())
    return CapBounds(*(+value for value in bounds))


def cap_bounds(d: int, a: arb) -> CapBounds:
    """Bounds of P(delta < a) for d >= 2, 0 < a <= pi/2, with s = sin^{d-1}(a):

        s/(pi (d-1)) <= P,      s/sqrt(2 pi d) <= P,      P <= s/2.

    The second is the better lower bound from d = 3 on. ValueError outside the domain.
    """
    check_dimension(d)
    check_acute(a)
    with ctx.workprec(ctx.prec + guard_bits(d)):
        power = a.sin() ** (d - 1)
        pi = arb.pi()
        bounds = (power / (pi * (d - 1)), power / (2 * pi * d).sqrt(), power / 2)
    return CapBounds(*(+value for value in bounds))
