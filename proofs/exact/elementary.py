"""Signs of elementary expressions that :mod:`.sign` does not read off the structure alone.

Closed numbers (by balls), sums with several numbers, circular functions beyond a quarter turn, inverse
functions against the ends of their range, e^x against 1. Loaded with the package, so that they always apply.
"""

from __future__ import annotations

import sympy as sp

from .evaluate import NotExact
from .sign import NEGATIVE, NONNEGATIVE, POSITIVE, SIGN_RULES, ZERO, Facts, plus

FLIP = {"+": "-", "-": "+", "0+": "0-", "0-": "0+", ZERO: ZERO}


def closed_number(e: sp.Expr, facts: Facts) -> str | None:
    """A number without symbols: its ball decides (4 pi - 6 > 0)."""
    if e.free_symbols or not e.has(sp.pi, sp.sqrt, sp.log, sp.exp, sp.Pow) or isinstance(e, sp.Rational):
        return None
    from ..enclosure import balls  # balls import this package

    try:
        found = balls.with_precision(128, lambda: balls.value(e, {}, {}))
    except (NotExact, ValueError, TypeError):
        return None
    if found is None:
        return None
    return POSITIVE if found > 0 else (NEGATIVE if found < 0 else None)


def numbers_apart(e: sp.Expr, facts: Facts) -> str | None:
    """A sum whose numbers are added up first: 4 pi - 6 + x^2."""
    if not e.is_Add:
        return None
    numbers = [a for a in e.args if not a.free_symbols]
    rest = [a for a in e.args if a.free_symbols]
    if len(numbers) < 2 or not rest:
        return None
    return plus([closed_number(sp.Add(*numbers), facts), *(facts.sign(a) for a in rest)])


def of_sizes(e: sp.Expr, facts: Facts) -> str | None:
    """A polynomial in sizes (integers >= 1), by sympy's rules for them: m - 1 >= 0."""
    symbols = e.free_symbols
    if (
        not symbols
        or not all(x.is_Symbol and x.is_integer and x.is_positive for x in symbols)
        or not e.is_Add
    ):
        return None
    if not all(a.is_polynomial(*symbols) for a in e.args):
        return None
    if e.is_positive:
        return POSITIVE
    return NONNEGATIVE if e.is_nonnegative else None


def beyond_a_bound(e: sp.Expr, facts: Facts) -> str | None:
    """A hypothesis says g >= 0 and e - g is a number >= 0: pi - a > 0 because pi/2 - a >= 0."""
    if not e.is_Add:
        return None
    for fact in facts.facts:
        rest = sp.expand(e - fact.gap)
        if rest.free_symbols or rest == 0:
            continue
        if facts.sign(rest) == POSITIVE:
            facts.used.add(fact.name)
            return POSITIVE
    return None


def of_circular(e: sp.Expr, facts: Facts) -> str | None:
    """cos < 0 on (pi/2, pi]; 1 - sin^k >= 0 where sin >= 0, and > 0 where cos > 0 too and k > 0."""
    if isinstance(e, sp.cos):
        x = e.args[0]
        if facts.positive(x - sp.pi / 2) and facts.nonnegative(sp.pi - x):
            return NEGATIVE
    if isinstance(e, sp.Add) and len(e.args) == 2:
        constant, rest = e.as_coeff_Add()
        power = -rest
        if constant == 1 and isinstance(power, sp.Pow | sp.sin):
            base, exponent = power.as_base_exp()
            if isinstance(base, sp.sin) and facts.nonnegative(base):
                if facts.positive(exponent) and facts.positive(sp.cos(*base.args)):
                    return POSITIVE
                return NONNEGATIVE if facts.nonnegative(exponent) else None
    return None


def of_inverse(e: sp.Expr, facts: Facts) -> str | None:
    """c - k asin(x), c - k atan(x) with c/k a quarter or half turn: by the range, or by x - 1."""
    if not (isinstance(e, sp.Add) and len(e.args) == 2):
        return None
    terms = {True: sp.S.Zero, False: sp.S.Zero}
    for a in e.args:
        terms[not a.free_symbols] += a
    k, f = terms[False].as_coeff_Mul()
    if not (isinstance(k, sp.Rational) and k != 0 and isinstance(f, sp.asin | sp.atan)):
        return None
    angle, x = -terms[True] / k, f.args[0]  # e = k (f - angle)
    if isinstance(f, sp.atan):
        if angle == sp.pi / 2 or angle == -sp.pi / 2:
            gap: str | None = NEGATIVE if angle == sp.pi / 2 else POSITIVE
        elif angle == sp.pi / 4:
            gap = facts.sign(x - 1)
        else:
            return None
    elif angle == sp.pi / 2 and facts.nonnegative(x) and facts.nonnegative(1 - x):
        gap = FLIP[facts.sign(1 - x) or ZERO]
    else:
        return None
    return gap if k > 0 or gap is None else FLIP[gap]


def of_exponential(e: sp.Expr, facts: Facts) -> str | None:
    """exp(x) - 1 and 1 - exp(x), by the sign of x; sech > 0."""
    if isinstance(e, sp.sech):
        return POSITIVE
    if isinstance(e, sp.Add) and len(e.args) == 2:
        constant, rest = e.as_coeff_Add()
        if constant == -1 and isinstance(rest, sp.exp):
            return facts.sign(rest.args[0])
        if constant == 1 and isinstance(-rest, sp.exp):
            return facts.sign(-(-rest).args[0])
    return None


SIGN_RULES.extend(
    (closed_number, numbers_apart, of_sizes, beyond_a_bound, of_circular, of_inverse, of_exponential)
)
