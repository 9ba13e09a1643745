"""P(|h| <= eps) for h = sum_j w_j r_j, r_j independent and uniform on the unit sphere of R^d, as rigorous
balls.
 Kluyver's integral, with nu = d/2 and Omega(s) = Gamma(nu) (2/s)^{nu-1} J_{nu-1}(s), the characteristic
function:

    P = eps^nu 2^{1-nu}/Gamma(nu) int_0^oo s^{nu-1} J_nu(eps s) prod_j Omega(w_j s) ds.
 With Omega(s) = 0F1(; nu; -s^2/4) and J_nu(x) = (x/2)^nu/Gamma(nu+1) 0F1(; nu+1; -x^2/4) the integrand is
entire:

    P = eps^d 2^{1-d}/(Gamma(nu) Gamma(nu+1)) int_0^oo s^{d-1} 0F1(; nu+1; -(eps s)^2/4) prod_j 0F1(; nu;
    -(w_j s)^2/4).
 Routes. `kluyver` (every d >= 2, n >= 2): quadrature on [0, L] and a proved tail. `two` (n = 2, every d >=
2): a cap. `three` (n = 3, d >= 3): iterated quadrature over the radial law. `exact_odd` (odd d >= 3, n >=
2, rational weights): a rational number. The last three don't use Bessel functions.
"""

from collections.abc import Sequence
from math import factorial

from flint import acb, arb, ctx, fmpq, fmpq_poly

from . import caps

MAX_OSCILLATIONS = 6000


class SlowDecayError(ValueError):
    """The proved tail reaches the accuracy only beyond the longest interval that is integrated."""


def bessel_envelope(mu: arb, x: arb) -> arb:
    """A bound of |J_mu(y)| sqrt(y) for all y >= x: sqrt(2/pi) (1 - (mu^2 - 1/4)/x^2)^{-1/4}.

    Hypotheses: x > 0 and either 0 <= mu <= 1/2, when the last factor is left out, or mu >= 1/2 and x^2 >
    mu^2 - 1/4. Proof. u(y) = sqrt(y) J_mu(y) solves u'' + phi u = 0, phi = 1 - (mu^2 - 1/4)/y^2, and u ~
    sqrt(2/pi) cos(y - ..), u' ~ -sqrt(2/pi) sin(y - ..) at infinity. For mu >= 1/2 phi increases and is
    positive on [x, oo), so E = phi u^2 + u'^2 has E' = phi' u^2 >= 0 and phi u^2 <= E <= E(oo) = 2/pi;
    phi(y) >= phi(x). For mu <= 1/2 phi >= 1 decreases, so E = u^2 + u'^2/phi has E' = -u'^2 phi'/phi^2 >= 0
    and u^2 <= E <= E(oo) = 2/pi. ValueError when the hypotheses aren't certain.
    """
    if not (mu >= 0 and x > 0):
        raise ValueError("the envelope needs mu >= 0 and x > 0")
    flat = (2 / arb.pi()).sqrt()
    if 2 * mu <= 1:
        return flat
    phi = 1 - (mu * mu - 0.25) / (x * x)
    if not (2 * mu >= 1 and phi > 0):
        raise ValueError(f"the envelope of J_{mu} needs x beyond the turning point, not {x}")
    return flat / phi.sqrt().sqrt()


def _envelope_or_none(mu: arb, x: arb) -> arb | None:
    """The envelope where its hypotheses hold with room to spare, else None."""
    if 2 * mu <= 1 or 1.01 * (mu * mu - 0.25) < x * x:
        return bessel_envelope(mu, x)
    return None


def tail_bound(d: int, weights: Sequence[arb], eps: arb, length: arb) -> arb | None:
    """A bound of the part of P's integral beyond L = length > 0, or None where these bounds give none.

    Each Omega(w s) is at most 1 (a characteristic function) and, beyond the turning point, Gamma(nu) (2/(w
    s))^{nu-1} (w s)^{-1/2} times `bessel_envelope` (taken where it is the smaller at L, where w s is at
    least the turning point, from where the bound falls); J_nu(eps s) is at most (eps s)^{-1/2} times its
    envelope, or 1 (DLMF 10.14.1). The bound is a constant times int_L^oo s^{-q} = L^{1-q}/(q-1), and needs
    q > 1. With every factor oscillating q = (n (d-1) - d + 3)/2, so the method covers every d >= 2 and n >=
    2; the smaller q, the longer L.
    """
    nu = arb(d) / 2
    log = nu * eps.log() + (1 - nu) * arb(2).log() - nu.lgamma()
    q = 1 - nu
    ceiling = _envelope_or_none(nu, eps * length)
    if ceiling is not None:
        log += ceiling.log() - eps.log() / 2
        q += arb(0.5)
    for w in weights:
        ceiling = _envelope_or_none(nu - 1, w * length)
        if ceiling is None:
            continue
        part = nu.lgamma() + (nu - 1) * (2 / w).log() - w.log() / 2 + ceiling.log()
        if part < (nu - 0.5) * length.log():
            log += part
            q += nu - 0.5
    if not q > 1:
        return None
    return (log + (1 - q) * length.log() - (q - 1).log()).exp()


def _check(d: int, weights: Sequence[arb], eps: arb) -> None:
    caps.check_dimension(d)
    if len(weights) < 2:
        raise ValueError("at least two weights are needed")
    for value in (*weights, eps):
        if not (value > 0 and value.is_finite()):
            raise ValueError(f"weights and eps must be positive and finite, not {value}")


def certain(weights: Sequence[arb], eps: arb) -> int | None:
    """1 if eps >= sum w, 0 if eps <= 2 w_max - sum w (both certainly), else None."""
    whole = sum(weights, arb(0))
    if eps >= whole:
        return 1
    if any(eps <= 2 * w - whole for w in weights):
        return 0
    return None


def _choose_length(d: int, weights: Sequence[arb], eps: arb, goal: arb) -> tuple[arb, arb]:
    """The first L of a geometric sequence whose tail is below the goal; SlowDecayError beyond the limit."""
    speed = sum(weights, eps)
    length = (1 / max(weights, key=lambda w: float(w.mid()))).mid()
    while True:
        tail = tail_bound(d, weights, eps, length)
        if tail is not None and tail < goal:
            return length, tail
        length = (length * 1.07).mid()
        if length * speed > 2 * arb.pi() * MAX_OSCILLATIONS:
            raise SlowDecayError(
                f"d = {d} with {len(weights)} weights: the integrand decays too slowly for a tail below "
                f"{goal.str(3, radius=False)} within {MAX_OSCILLATIONS} oscillations; ask for fewer bits, "
                "or use `two`, `three` or `exact_odd`"
            )


def kluyver(d: int, weights: Sequence[arb | fmpq], eps: arb | fmpq, bits: int = 56) -> arb:
    """P(|h| <= eps), d >= 2, n >= 2 positive weights, eps > 0, to `bits` relative bits if that is feasible.

    Weights and eps may be rational numbers, which are then rounded at the working precision. Exactly 0 or 1
    where `certain` says so. L is chosen from `tail_bound`; where the integrand decays too slowly (d and n
    small) SlowDecayError, a ValueError, says so: 56 bits are reached for n = 2 from d = 16 on, n = 3 from 7,
    n = 4 from 5, n = 5 from 4, n >= 6 from 3 (d = 2: n = 10 reaches 30 bits). ValueError outside the domain;
    ArithmeticError where balls given for the weights are too wide for the accuracy asked.
    """
    goal, sure = arb(2) ** -bits, arb(2) ** -min(bits, 12)
    guess, extra, rough = arb(1), 24, True
    while extra < 600:
        with ctx.workprec(max(ctx.prec, bits + 8) + extra):
            spread, radius = [arb(w) for w in weights], arb(eps)
            _check(d, spread, radius)
            if (known := certain(spread, radius)) is not None:
                return arb(known)
            tolerance = (guess * (sure if rough else goal) / 8).mid()
            length, tail = _choose_length(d, spread, radius, tolerance)
            body = _body(d, spread, radius, length, tolerance)
            value = body + (-tail).union(tail)
            if value > 0 and value.rad() < abs(value.mid()) * goal:
                return +value
            if not body.rad() < tolerance:
                extra += 72
            elif value > 0:
                guess, rough = value.lower(), False
            elif guess > arb(2) ** -100_000:
                guess = guess / 2**12
            else:
                break
    raise ArithmeticError(f"d = {d}: {bits} bits were not reached, last {value}")


def characteristic(mu: arb, z: acb) -> acb:
    """0F1(; mu; -z^2/4), mu > 1/2, on a ball z: the value at its centre, and an error for its radius.

    Poisson's integral (DLMF 10.9.4) writes it as the mean of e^{izt} over a symmetric law of t on [-1, 1],
    so it is at most e^{|Im z|} in size and so is its derivative. (On wide balls FLINT's own enclosure is
    much wider.) Away from 0 the value is Gamma(mu) (2/z)^{mu-1} J_{mu-1}(z), Re z > 0: FLINT's 0F1 loses
    all bits near |z| = precision.
    """
    ceiling = abs(z.imag).upper().exp()
    error = z.real.rad() + z.imag.rad()
    if error > 0.01:
        return acb(ceiling * arb(0, 1), ceiling * arb(0, 1))
    centre = acb(z.real.mid(), z.imag.mid())
    if centre.real < 0:
        centre = -centre  # the function is even
    if centre.real < 6:
        value = (centre * centre / -4).hypgeom_0f1(acb(mu))
    elif centre.imag.is_zero():
        x = centre.real
        value = acb(mu.gamma() * (2 / x) ** (mu - 1) * x.bessel_j(mu - 1))
    else:
        value = acb(mu.gamma()) * (2 / centre) ** acb(mu - 1) * centre.bessel_j(acb(mu - 1))
    if error == 0:
        return value
    error = (error * ceiling).upper()
    return value + acb(arb(0, error), arb(0, error) if not z.imag.is_zero() else arb(0))


def _body(d: int, weights: Sequence[arb], eps: arb, length: arb, tolerance: arb) -> arb:
    """The part of P's integral on [0, L], by `acb.integral` on pieces of several oscillations."""
    speed = sum(weights, eps)
    with ctx.workprec(ctx.prec + 24):
        nu = arb(d) / 2
        scale = acb(eps**d * arb(2) ** (1 - d) / (nu.gamma() * (nu + 1).gamma()))
        counts: list[tuple[acb, int]] = []
        rest = list(weights)
        while rest:
            first = rest[0]
            others = [w for w in rest[1:] if not (w.is_exact() and w == first)]
            counts.append((acb(first), len(rest) - len(others)))
            rest = others
        edge, outer = acb(eps), nu + 1

        def integrand(s: acb, _: bool) -> acb:
            value = scale * s ** (d - 1) * characteristic(outer, s * edge)
            for w, count in counts:
                value *= characteristic(nu, s * w) ** count
            return value

        pieces = max(1, int(float((length * speed / 64).upper())))
        result = arb(0)
        for k in range(pieces):
            start, stop = acb(length * k / pieces), acb(length * (k + 1) / pieces)
            result += acb.integral(integrand, start, stop, abs_tol=tolerance / (8 * pieces)).real
        return result


# --- second routes --------------------------------------------------------------------------------


def two(d: int, w1: arb, w2: arb, eps: arb) -> arb:
    """n = 2: |h|^2 = w1^2 + w2^2 + 2 w1 w2 cos phi, so P is the measure of a cap about phi = pi; d >= 2.

    cos a = (w1^2 + w2^2 - eps^2)/(2 w1 w2). Exactly 0 or 1 where `certain` says so; ValueError outside the
    domain.
    """
    _check(d, (w1, w2), eps)
    if (known := certain((w1, w2), eps)) is not None:
        return arb(known)
    with ctx.workprec(ctx.prec + caps.guard_bits(d)):
        value = caps.cap(d, ((w1 * w1 + w2 * w2 - eps * eps) / (2 * w1 * w2)).acos())
    return +value


def three(d: int, weights: Sequence[arb | fmpq], eps: arb | fmpq, bits: int = 56) -> arb:
    """n = 3, d >= 3: E C(R), R = |w1 r1 + w2 r2|, C(R) = P(|R e + w3 r3| <= eps), by rigorous quadrature
    over R.

    R has density R (1 - t^2)^{(d-3)/2}/(w1 w2 W_{d-2}), t = (R^2 - w1^2 - w2^2)/(2 w1 w2), and C is the cap
    of cosine c = (R^2 + w3^2 - eps^2)/(2 R w3), 1/2 - c 2F1(1/2, (3-d)/2; 3/2; c^2)/W_{d-2} inside (-1, 1),
    1 below and 0 above. The range is cut where c = -1 or 1; at its ends the integrand has branch points,
    near which `acb.integral` bisects and encloses. ValueError outside the domain; ArithmeticError where balls
    leave open which cut comes first.
    """
    caps.check_dimension(d, 3)
    if len(weights) != 3:
        raise ValueError(f"three weights are needed, not {len(weights)}")
    goal = arb(2) ** -bits
    with ctx.workprec(max(ctx.prec, bits) + caps.guard_bits(d) + 4 * d):
        w1, w2, w3 = (arb(w) for w in weights)
        radius = arb(eps)
        _check(d, (w1, w2, w3), radius)
        if (known := certain((w1, w2, w3), radius)) is not None:
            return arb(known)
        low, high = abs(w1 - w2), w1 + w2
        full = (radius - w3).max(arb(0))  # C = 1 for R <= eps - w3
        start, stop = low.max(abs(radius - w3)), high.min(radius + w3)
        if not ((full > low or full <= low) and (start < stop or start >= stop)):
            raise ArithmeticError("the balls don't decide where the radial law is cut")
        value = arb(0)
        if full > low:
            value += 1 if full >= high else two(d, w1, w2, full)
        if start < stop:
            body = _three_body(d, (w1, w2, w3), radius, (start, stop), goal)
            value += body / (w1 * w2 * caps.total(d - 2))
    return +value


def _three_body(d: int, w: tuple[arb, arb, arb], eps: arb, cuts: tuple[arb, arb], goal: arb) -> arb:
    product = acb(2 * w[0] * w[1])
    shift, twice = acb(w[2] ** 2 - eps**2), acb(2 * w[2])
    sums, gaps = acb((w[0] + w[1]) ** 2), acb((w[0] - w[1]) ** 2)
    half, three_halves, other = acb(0.5), acb(1.5), acb(arb(3 - d) / 2)
    whole, unknown, anything = acb(caps.total(d - 2)), acb(arb(0.5, 0.5)), acb(arb.nan())
    even = d % 2 == 0

    def integrand(r: acb, analytic: bool) -> acb:
        square = r * r
        spread = (sums - square) * (square - gaps) / (product * product)  # 1 - t^2
        root = spread.sqrt(analytic=analytic) ** (d - 3) if even else spread ** ((d - 3) // 2)
        density = r * root
        c = (square + shift) / (twice * r)
        argument = c * c
        if even and not (argument.real < 1 or argument.imag > 0 or argument.imag < 0):
            return anything if analytic else density * unknown
        inside = half - c * argument.hypgeom_2f1(half, other, three_halves) / whole
        return density * (inside if analytic or inside.is_finite() else unknown)

    return acb.integral(
        integrand, acb(cuts[0]), acb(cuts[1]), rel_tol=goal / 4, abs_tol=arb(2) ** (-ctx.prec)
    ).real


def exact_odd(d: int, weights: Sequence[fmpq], eps: fmpq) -> fmpq:
    """P(|h| <= eps) as a rational number: odd d = 2m + 3 >= 3, n >= 2 positive rational weights, rational
    eps > 0.

    The component g of h along an axis has density the convolution of c_j (w_j^2 - x^2)^m on [-w_j, w_j], a
    piecewise polynomial, kept as sum_S p_S(1/D) (x + S)_+ with 1/D integration. From the radial density
    (-(1/(2 pi r)) d/dr)^{m+1} g, integrating by parts m + 1 times (g is C^{n(m+1)-2} and n >= 2),

        P = 2 int_0^eps g - 2 sum_{k=0}^{m} eps^{2k+1} G_k(eps)/(2k+1)!!,     G_k = (-(1/r) d/dr)^k g,

    and ((1/r) d/dr)^k g = sum_{j=1}^{k} (-1)^{k-j} (2k-j-1)!/(2^{k-j} (k-j)! (j-1)!) g^{(j)}/r^{2k-j}, k >=
    1. ValueError outside the domain.
    """
    caps.check_dimension(d, 3)
    if d % 2 == 0:
        raise ValueError(f"the probability is rational for odd d only, not d = {d}")
    weights, eps = [fmpq(w) for w in weights], fmpq(eps)
    if len(weights) < 2 or eps <= 0 or any(w <= 0 for w in weights):
        raise ValueError("at least two weights are needed, all of them and eps positive")
    if eps >= sum(weights, fmpq(0)):
        return fmpq(1)
    m = (d - 3) // 2
    pieces = {fmpq(0): fmpq_poly([1])}
    for w in weights:
        left, right = _edges(m, w)
        fresh: dict[fmpq, fmpq_poly] = {}
        for at, poly in pieces.items():
            for place, factor in ((at + w, left), (at - w, right)):
                fresh[place] = fresh.get(place, fmpq_poly()) + poly * factor
        pieces = fresh

    def derivative(order: int, x: fmpq) -> fmpq:
        """g^{(order)}(x); order -1 is the primitive that vanishes at minus infinity."""
        result = fmpq(0)
        for at, poly in pieces.items():
            y = x + at
            if y <= 0:
                continue
            for k in range(order + 1, poly.degree() + 1):
                if poly[k]:
                    result += poly[k] * y ** (k - 1 - order) / factorial(k - 1 - order)
        return result

    slopes = [derivative(j, eps) for j in range(m + 1)]
    answer = derivative(-1, eps) - derivative(-1, fmpq(0)) - eps * slopes[0]
    odd = fmpq(1)
    for k in range(1, m + 1):
        odd *= 2 * k + 1
        inner = fmpq(0)
        for j in range(1, k + 1):
            weight = fmpq(factorial(2 * k - j - 1), 2 ** (k - j) * factorial(k - j) * factorial(j - 1))
            inner += (1 - 2 * ((k - j) % 2)) * weight * slopes[j] / eps ** (2 * k - j)
        answer -= (1 - 2 * (k % 2)) * eps ** (2 * k + 1) * inner / odd
    return 2 * answer


def _edges(m: int, w: fmpq) -> tuple[fmpq_poly, fmpq_poly]:
    """The density c (w^2 - x^2)^m on [-w, w] as polynomials in 1/D at its left and right edge.

    From -w on, with u = x + w: (u (2w - u))^m; from w on the same polynomial, in v = x - w, is taken away:
    -(-v (2w + v))^m. A power u_+^k is k! (1/D)^{k+1}.
    """
    shape = (fmpq_poly([1, 0, -1]) ** m).integral()
    scale = 1 / (2 * shape(fmpq(1)) * w ** (2 * m + 1))
    left, right = fmpq_poly([0, 2 * w, -1]) ** m * scale, fmpq_poly([0, -2 * w, -1]) ** m * (-scale)

    def lift(poly: fmpq_poly) -> fmpq_poly:
        return fmpq_poly([fmpq(0)] + [poly[k] * factorial(k) for k in range(poly.degree() + 1)])

    return lift(left), lift(right)
