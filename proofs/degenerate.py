r"""P(|h| <= eps) for h = sum_j w_j r_j with independent uniform anchors, in balls by two kinds of routes."""

from __future__ import annotations

from functools import lru_cache

import sympy as sp
from flint import arb, ctx, fmpq

from .enclosure import kluyver
from .enclosure.balls import FUNCTIONS
from .exact.evaluate import NotExact
from .measures import integer_of

BITS = (56, 40, 24)
"""Relative accuracy asked of Kluyver's integral, in turn where it decays too slowly."""


class KluyverIntegral(sp.Function):  # type: ignore[misc]
    """(d, eps, w_1, ..., w_n) -> Kluyver's integral, see :mod:`.enclosure.kluyver`."""

    is_real = True


class DegenerateMeasure(sp.Function):  # type: ignore[misc]
    """(d, eps, w_1, ..., w_n) -> P(|h| <= eps), for integer eps and w_j, without Bessel functions.

    n = 2: a cap. Odd d: convolution of polynomials in exact arithmetic. n = 3, d >= 4: quadrature.
    """

    is_real = True


def kluyver_ball(dimension: arb, eps: arb, *weights: arb) -> arb:
    """Kluyver's integral by quadrature with a proved tail; computed once for the same integers."""
    values = (dimension, eps, *weights)
    if all(x.unique_fmpz() is not None and x.is_exact() for x in values):
        return _at_integers(ctx.prec, *(integer_of(x) for x in values))
    return _kluyver(dimension, eps, *weights)


@lru_cache(maxsize=256)
def _at_integers(bits: int, *values: int) -> arb:
    return _kluyver(*(arb(x) for x in values))


def _kluyver(dimension: arb, eps: arb, *weights: arb) -> arb:
    for bits in BITS:
        try:
            return kluyver.kluyver(integer_of(dimension), weights, eps, bits)
        except kluyver.SlowDecayError:
            continue
    raise NotExact("Kluyver's integral decays too slowly here")


def measure_ball(dimension: arb, eps: arb, *weights: arb) -> arb:
    """The probability itself."""
    d = integer_of(dimension)
    if len(weights) == 2:
        return kluyver.two(d, *weights, eps)
    if d % 2:
        exact = kluyver.exact_odd(d, [fmpq(integer_of(w)) for w in weights], fmpq(integer_of(eps)))
        return arb(exact)
    if len(weights) == 3:
        with ctx.workprec(min(ctx.prec, 128)):
            return kluyver.three(d, weights, eps)
    raise NotExact("no route without Bessel functions for four or more anchors in even dimensions")


FUNCTIONS[KluyverIntegral] = kluyver_ball
FUNCTIONS[DegenerateMeasure] = measure_ball
