"""Moments of |h|, h = sum_j w_j r_j with independent anchors r_j uniform on the unit sphere of R^d, as balls.
 For two anchors |h|^2 = w1^2 + w2^2 + 2 w1 w2 cos phi with phi of density sin^{d-2}/W_{d-2} on (0, pi).
Routes: closed forms (gamma functions for equal weights, 2F1 for others) and rigorous quadrature; for |h|^2
of any number of anchors, exact rational numbers by a formula and by the recursion of the radial chain.
"""

from collections.abc import Sequence

from flint import acb, arb, ctx, fmpq

from . import caps


def _check_weight(w: arb) -> None:
    if not (w > 0 and w.is_finite()):
        raise ValueError(f"a weight must be positive and finite, not {w}")


def equal_pair(d: int, power: int, w: arb) -> arb:
    """E|h|^k, k = power, for two anchors of equal weight w > 0: |h| = 2 w cos(phi/2), so

        E|h|^k = w^k 2^{d-2+k} B((d-1+k)/2, (d-1)/2)/W_{d-2},       d >= 2, k >= 2 - d;

    k = 1 gives E|h| = 2 E|cos(phi/2)|; k = -1 gives E 1/|h|, which needs d >= 3. ValueError otherwise.
    """
    _check_pair(d, power)
    _check_weight(w)
    with ctx.workprec(ctx.prec + caps.guard_bits(d)):
        a, b = arb(d - 1 + power) / 2, arb(d - 1) / 2
        log = (
            a.lgamma()
            + b.lgamma()
            - (a + b).lgamma()
            - caps.log_total(d - 2)
            + (d - 2 + power) * arb(2).log()
        )
        value = log.exp() * w**power
    return +value


def _check_pair(d: int, power: int) -> None:
    caps.check_dimension(d)
    if isinstance(power, bool) or not isinstance(power, int) or power < 2 - d:
        raise ValueError(f"the moment of order {power!r} is infinite, or not treated, in dimension {d}")


def pair(d: int, power: int, w1: arb, w2: arb) -> arb:
    """E|h|^k for two anchors of unequal weights, (w1+w2)^k 2F1(-k/2, (d-1)/2; d-1; 4 w1 w2/(w1+w2)^2).

    From |h|^2 = (w1+w2)^2 (1 - x v), v ~ Beta((d-1)/2, (d-1)/2), and Euler's integral. d >= 2, k >= 2 - d,
    and w1 != w2 certainly (else `equal_pair`); ValueError otherwise.
    """
    _check_pair(d, power)
    _check_weight(w1)
    _check_weight(w2)
    if w1.overlaps(w2):
        raise ValueError("the weights must differ; equal_pair treats equal ones")
    with ctx.workprec(ctx.prec + caps.guard_bits(d)):
        x = 4 * w1 * w2 / (w1 + w2) ** 2
        value = x.hypgeom_2f1(-arb(power) / 2, arb(d - 1) / 2, arb(d - 1)) * (w1 + w2) ** power
    return +value


def pair_quadrature(d: int, power: int, w1: arb, w2: arb) -> arb:
    """E|h|^k for two anchors by rigorous quadrature over phi; equal weights when w2 and w1 are the same
    exact ball.

    Equal weights: int (2 w cos(phi/2))^k sin^{d-2} phi with the common factor cos^{d-2+k}(phi/2) collected,
    which is entire. Others: the square root of w1^2 + w2^2 + 2 w1 w2 cos phi, whose cut is off the real
    segment.
    """
    _check_pair(d, power)
    _check_weight(w1)
    _check_weight(w2)
    equal = w1.is_exact() and w2.is_exact() and w1 == w2
    if not equal and w1.overlaps(w2):
        raise ValueError("balls of weights must be the same exact number or certainly differ")
    with ctx.workprec(ctx.prec + caps.guard_bits(d)):
        if equal:
            half = acb.integral(
                lambda t, _: (2 * t.cos()) ** (d - 2 + power) * t.sin() ** (d - 2), 0, acb.pi() / 2
            )
            value = 2 * half.real * w1**power
        else:
            square, product = acb(w1 * w1 + w2 * w2), acb(2 * w1 * w2)

            def integrand(t: acb, analytic: bool) -> acb:
                return (square + product * t.cos()).sqrt(analytic=analytic) ** power * t.sin() ** (d - 2)

            value = acb.integral(integrand, 0, acb.pi()).real
        value /= caps.total_quadrature(d - 2)
    return +value


def mean_square(weights: Sequence[fmpq]) -> fmpq:
    """E|h|^2 = sum w^2, in every dimension and for any number of anchors."""
    return sum((fmpq(w) ** 2 for w in weights), fmpq(0))


def variance_square(d: int, weights: Sequence[fmpq]) -> fmpq:
    """Var |h|^2 = 4 sum_{i<j} w_i^2 w_j^2/d, d >= 2 (E (r_i.r_j)^2 = 1/d and distinct pairs are
    uncorrelated).
    """
    caps.check_dimension(d)
    squares = [fmpq(w) ** 2 for w in weights]
    pairs = (a * b for i, a in enumerate(squares) for b in squares[:i])
    return 4 * sum(pairs, fmpq(0)) / d


def chain_squares(d: int, weights: Sequence[fmpq]) -> tuple[fmpq, fmpq]:
    """(E|h|^2, Var|h|^2) by the radial chain R'^2 = R^2 + w^2 + 2 R w t, E t = 0, E t^2 = (int t^2 ..)/(int
    ..) = 1/d.
    """
    caps.check_dimension(d)
    top, scale = caps.total_exact(d)[0], caps.total_exact(d - 2)[0]
    second = 1 - top / scale  # E cos^2 = 1 - W_d/W_{d-2}; both totals carry the same power of pi
    first, fourth = fmpq(0), fmpq(0)
    for w in weights:
        square = fmpq(w) ** 2
        fourth += 2 * square * first + square**2 + 4 * square * second * first
        first += square
    return first, fourth - first**2
