"""psi_1((d-1)/2), the variance of the settling time, as rigorous balls.
 Var artanh(z0.e) = psi_1((d-1)/2)/2, so the settling time has standard deviation
sqrt(psi_1((d-1)/2)/2)/|h|. Routes: FLINT's polygamma function, Euler-Maclaurin with the enveloping
remainder, and closed forms in pi^2 and rational numbers at the integers and half-integers that occur.
(`sech.variance_quadrature` is a fourth.)
"""

from flint import acb, arb, ctx, fmpq

from . import caps


def trigamma_flint(d: int) -> arb:
    """psi_1((d-1)/2), d >= 2, by FLINT. `polygamma`'s argument is *self*, its order follows."""
    caps.check_dimension(d)
    with ctx.workprec(ctx.prec + 40):
        value = acb(arb(d - 1) / 2).polygamma(acb(1)).real
    return +value


def trigamma(d: int) -> arb:
    """psi_1((d-1)/2), d >= 2, by Euler-Maclaurin (DLMF 5.15.8 and 5.11(ii)).

    With p = (d-1)/2 and q = p + N, N >= 0,

        psi_1(p) = sum_{k<N} 1/(p+k)^2 + 1/q + 1/(2 q^2) + sum_{j=1}^{J} B_{2j}/q^{2j+1} + R,

    and R lies between 0 and the first term left out, B_{2J+2}/q^{2J+3} (the series envelops for q > 0).
    """
    caps.check_dimension(d)
    with ctx.workprec(ctx.prec + 40):
        p = arb(d - 1) / 2
        least = ctx.prec // 4 + 4
        start = max(0, least - (d - 1) // 2)
        value = arb(0)
        for k in range(start):
            value += 1 / (p + k) ** 2
        q = p + start
        value += 1 / q + 1 / (2 * q * q)
        power, goal = 1 / q**3, arb(2) ** (-ctx.prec) / q
        j = 1
        while True:
            term = arb.bernoulli(2 * j) * power
            if abs(term) < goal or 2 * j > 8 * least:
                break
            value += term
            power /= q * q
            j += 1
        value += arb(0).union(term)
    return +value


def trigamma_exact(d: int) -> tuple[fmpq, fmpq]:
    """(a, b) with psi_1((d-1)/2) = a pi^2 + b, d >= 2.

    psi_1(n) = pi^2/6 - sum_{k<n} 1/k^2 and psi_1(n + 1/2) = pi^2/2 - 4 sum_{k<=n} 1/(2k-1)^2.
    """
    caps.check_dimension(d)
    if d % 2:
        return fmpq(1, 6), -sum((fmpq(1, k * k) for k in range(1, (d - 1) // 2)), fmpq(0))
    return fmpq(1, 2), -4 * sum((fmpq(1, (2 * k - 1) ** 2) for k in range(1, (d - 2) // 2 + 1)), fmpq(0))


def settling_sd(d: int, speed: arb) -> arb:
    """Standard deviation sqrt(psi_1((d-1)/2)/2)/|h| of the (signed) settling time, d >= 2, |h| = speed >
    0.
    """
    caps.check_dimension(d)
    if not speed > 0:
        raise ValueError(f"|h| must be positive, not {speed}")
    with ctx.workprec(ctx.prec + 40):
        value = (trigamma(d) / 2).sqrt() / speed
    return +value
