r"""Functions defined by an integral, for every exponent: int_0^a sin^n, int_0^x t^{p-1} (1-t)^{-1/2}, int_0^s sech^n.

Each carries its definition and no more: the value 0 at the start and the derivative. Recurrences, symmetry and totals
are proved from these (:mod:`phasebound.proofs.oscillator.caps`). Ball evaluation goes to
:mod:`phasebound.proofs.enclosure`; the sign rules are those of an integral of a positive function.
"""

from __future__ import annotations

from typing import Any, cast

import sympy as sp
from flint import arb, ctx

from .enclosure import caps, sech
from .enclosure.balls import FUNCTIONS, value, with_precision
from .exact.domain import DEFINED
from .exact.evaluate import NotExact
from .exact.sign import NEGATIVE, NONNEGATIVE, POSITIVE, SIGN_RULES, ZERO, Facts, plus


class SineIntegral(sp.Function):  # type: ignore[misc]
    """int_0^a sin^n, n = 0, 1, 2, ... The total is SineIntegral(n, pi). Balls for 0 < a <= pi."""

    nargs = (2,)
    is_real = True

    @classmethod
    def eval(cls, n: sp.Expr, a: sp.Expr) -> sp.Expr | None:
        return sp.S.Zero if a == 0 else None

    def fdiff(self, argindex: int = 1) -> sp.Expr:
        n, a = self.args
        if argindex != 2:
            raise ValueError("the exponent of a sine integral is not varied")
        return sp.sin(a) ** n

    def _latex(self, printer: Any) -> str:
        n, a = (printer.doprint(x) for x in self.args)
        return rf"\int_0^{{{a}}} \sin^{{{n}}}"


class SechIntegral(sp.Function):  # type: ignore[misc]
    """int_0^s sech^n, n >= 1, every real s (odd in s)."""

    nargs = (2,)
    is_real = True

    @classmethod
    def eval(cls, n: sp.Expr, s: sp.Expr) -> sp.Expr | None:
        return sp.S.Zero if s == 0 else None

    def fdiff(self, argindex: int = 1) -> sp.Expr:
        n, s = self.args
        if argindex != 2:
            raise ValueError("the exponent of a sech integral is not varied")
        return sp.sech(s) ** n

    def _latex(self, printer: Any) -> str:
        n, s = (printer.doprint(x) for x in self.args)
        return rf"\int_0^{{{s}}} \operatorname{{sech}}^{{{n}}}"


class IncompleteBeta(sp.Function):  # type: ignore[misc]
    """B_x(p, 1/2) = int_0^x t^{p-1} (1-t)^{-1/2} dt, p > 0, 0 <= x <= 1."""

    nargs = (2,)
    is_real = True

    @classmethod
    def eval(cls, x: sp.Expr, p: sp.Expr) -> sp.Expr | None:
        return sp.S.Zero if x == 0 else None

    def fdiff(self, argindex: int = 1) -> sp.Expr:
        x, p = self.args
        if argindex != 1:
            raise ValueError("the parameter of an incomplete beta function is not varied")
        return x ** (p - 1) / sp.sqrt(1 - x)

    def _latex(self, printer: Any) -> str:
        x, p = (printer.doprint(a) for a in self.args)
        return rf"B_{{{x}}}({p}, \tfrac12)"


DEFINED[SineIntegral] = lambda e, facts: facts.nonnegative(e.args[0])
DEFINED[SechIntegral] = lambda e, facts: True
DEFINED[IncompleteBeta] = lambda e, facts: (
    facts.positive(e.args[1]) and facts.nonnegative(e.args[0]) and facts.nonnegative(1 - e.args[0])
)


def integer_of(n: arb) -> int:
    """The integer that a ball holds; NotExact if it holds several."""
    found = n.unique_fmpz()
    if found is None:
        raise NotExact(f"an exponent or dimension must be an integer: {n}")
    return int(found)


def sine_integral_ball(n: arb, a: arb) -> arb:
    """int_0^a sin^n; beyond pi by no more than the radius of a ball (|sin^n| <= 1)."""
    k = integer_of(n)
    if k == 0:
        return a
    with ctx.workprec(ctx.prec + 64):
        beyond = abs(a - arb.pi())
        if a.overlaps(arb.pi()):
            top = beyond.upper()
            return caps.total(k) + arb(0).union(top).union(-top)
    return caps.cap(k + 2, a) * caps.total(k)


def sech_integral_ball(n: arb, s: arb) -> arb:
    """int_0^s sech^n = W_{n-1} (1/2 - P(y > s)), by the cap of :mod:`.enclosure.sech`."""
    k = integer_of(n)
    return caps.total(k - 1) * (arb(1) / 2 - sech.failure(k + 1, s))


def incomplete_beta_ball(x: arb, p: arb) -> arb:
    """B_x(p, 1/2) by FLINT; B_1 by gamma functions."""
    if x == 1:
        return (p.lgamma() + arb.pi().log() / 2 - (p + arb(1) / 2).lgamma()).exp()
    return x.beta_lower(p, arb(1) / 2)


FUNCTIONS[SineIntegral] = sine_integral_ball
FUNCTIONS[SechIntegral] = sech_integral_ball
FUNCTIONS[IncompleteBeta] = incomplete_beta_ball


def closed_number(e: sp.Expr, facts: Facts) -> str | None:
    """A number without symbols: its ball decides (4 pi - 6 > 0)."""
    if e.free_symbols or not e.has(sp.pi, sp.sqrt, sp.log, sp.exp, sp.Pow) or isinstance(e, sp.Rational):
        return None
    try:
        found = with_precision(128, lambda: value(e, {}, {}))
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
    if not symbols or not all(x.is_Symbol and x.is_integer and x.is_positive for x in symbols) or not e.is_Add:
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
    """cos < 0 on (pi/2, pi]; 1 - sin^k >= 0 where sin >= 0, > 0 where cos > 0 too; asin, atan against quarter turns."""
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
    """c - k asin(x), c - k atan(x) with c/k a quarter or half turn: by x < 1 (for pi/4 with atan), always, ..."""
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
        gap = {POSITIVE: NEGATIVE, NONNEGATIVE: "0-"}[cast(str, facts.sign(1 - x))]
    else:
        return None
    flip = {"+": "-", "-": "+", "0+": "0-", "0-": "0+", ZERO: ZERO}
    return gap if k > 0 or gap is None else flip[gap]


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


def of_integral(e: sp.Expr, facts: Facts) -> str | None:
    """The integral of a positive function over an interval of positive length."""
    if isinstance(e, SineIntegral):
        n, a = e.args
        if facts.nonnegative(n) and facts.nonnegative(sp.pi - a):
            return POSITIVE if facts.positive(a) else (NONNEGATIVE if facts.nonnegative(a) else None)
    if isinstance(e, SechIntegral):
        return facts.sign(e.args[1])
    if isinstance(e, IncompleteBeta):
        x, p = e.args
        if facts.positive(p) and facts.nonnegative(1 - x):
            return POSITIVE if facts.positive(x) else (NONNEGATIVE if facts.nonnegative(x) else None)
    return None


SIGN_RULES.extend((closed_number, numbers_apart, of_sizes, beyond_a_bound, of_circular, of_inverse, of_exponential, of_integral))
