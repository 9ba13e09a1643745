r"""Functions defined by an integral, for every exponent: int_0^a sin^n, int_0^s sech^n, the incomplete beta.

Each carries its definition and no more: the value 0 at the start and the derivative. Recurrences, symmetry
and totals are proved from these (:mod:`phasebound.proofs.oscillator.caps`). Ball evaluation goes to
:mod:`phasebound.proofs.enclosure`; the sign rules are those of an integral of a positive function.
"""

from __future__ import annotations

from typing import Any

import sympy as sp
from flint import acb, arb, ctx

from .enclosure import caps, moments, sech
from .enclosure.balls import FUNCTIONS
from .exact.domain import DEFINED, VANISHING
from .exact.evaluate import NotExact
from .exact.sign import NONNEGATIVE, POSITIVE, SIGN_RULES, Facts


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
        return rf"\int_0^{{{a}}} \sin^{{{n}}} u \, du"


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


class Excess(sp.Function):  # type: ignore[misc]
    """int_q^oo P(y > u) du = E max(0, y - q) for y of density sech^n/W_{n-1}, n >= 1, every real q."""

    nargs = (2,)
    is_real = True

    def fdiff(self, argindex: int = 1) -> sp.Expr:
        n, q = self.args
        if argindex != 2:
            raise ValueError("the exponent is not varied")
        return -SineIntegral(n - 1, 2 * sp.atan(sp.exp(-q))) / SineIntegral(n - 1, sp.pi)

    def _latex(self, printer: Any) -> str:
        n, q = (printer.doprint(x) for x in self.args)
        return rf"E_{{{n}}}\, (y - {q})_+"


class SettlingVariance(sp.Function):  # type: ignore[misc]
    """int y^2 sech^n(y) dy/int sech^n, n >= 1."""

    nargs = (1,)
    is_real = True


class PairMoment(sp.Function):  # type: ignore[misc]
    """(d, k, w1, w2) -> E |w1 r1 + w2 r2|^k, r1 and r2 uniform and independent on the unit sphere of R^d."""

    nargs = (4,)
    is_real = True


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
DEFINED[Excess] = lambda e, facts: facts.positive(e.args[0])
VANISHING.add(Excess)
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


def excess_ball(n: arb, q: arb) -> arb:
    """E max(0, y - q), q > 0: quadrature of (y - q) sech^n(y)/W_{n-1} on [q, q + L], and a proved tail.

    ln sech is concave: sech^n(q + L + u) <= sech^n(q + L) e^{-r u}, r = n tanh(q + L); so the rest is at most
    sech^n(q + L) (L/r + 1/r^2).
    """
    k = integer_of(n)
    if not q > 0:
        raise NotExact("evaluated for q > 0 only")
    with ctx.workprec(ctx.prec + caps.guard_bits(k)):
        length, goal = arb(1) / k, arb(2) ** (-ctx.prec // 2)
        for _ in range(60):
            rate = k * (q + length).tanh()
            tail = (1 / (q + length).cosh()) ** k * (length / rate + 1 / rate**2)
            if tail * q.cosh() ** k * k * k < goal:
                break
            length *= 2
        scale, start = acb(length), acb(q)
        body = acb.integral(lambda v, _: v * (scale * v + start).sech() ** k, 0, 1).real
        value = (length**2 * body + arb(0).union(tail)) / caps.total(k - 1)
    return +value


def settling_variance_ball(n: arb) -> arb:
    """By quadrature: no polygamma function."""
    return sech.variance_quadrature(integer_of(n) + 1)


def pair_moment_ball(dimension: arb, power: arb, w1: arb, w2: arb) -> arb:
    """By closed forms: gamma functions for equal weights, 2F1 for others."""
    k, p = integer_of(dimension), integer_of(power)
    return moments.equal_pair(k, p, w1) if w1.is_exact() and w1 == w2 else moments.pair(k, p, w1, w2)


def polygamma_ball(order: arb, x: arb) -> arb:
    """psi_k(x), x > 0."""
    return acb(x).polygamma(acb(order)).real


FUNCTIONS[Excess] = excess_ball
FUNCTIONS[SettlingVariance] = settling_variance_ball
FUNCTIONS[PairMoment] = pair_moment_ball
FUNCTIONS[sp.polygamma] = polygamma_ball
FUNCTIONS[SineIntegral] = sine_integral_ball
FUNCTIONS[SechIntegral] = sech_integral_ball
FUNCTIONS[IncompleteBeta] = incomplete_beta_ball


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


SIGN_RULES.append(of_integral)
