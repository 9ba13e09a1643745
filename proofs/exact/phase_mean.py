"""Means over independent phases, each uniform on the circle.

``PhaseMean(f, base)`` is the mean of f over independent uniform phases base[1], ..., base[n]. It is decided
for polynomials of degree <= 2 in sums over the tokens, by independence: with E the mean,

    E (sum_u f_u)(sum_v g_v) = (sum_u E f_u)(sum_v E g_v) + sum_u (E f_u g_u - (E f_u)(E g_u)),

where f_u depends on the phase of token u alone, and the mean of cos^a sin^b over one phase is known. At a
point it is evaluated by another route: the mean over quarter turns, exact for degree <= 3 in each phase.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp

from ..claim import Outcome, Point, Statement, Verdict
from ..terms import Index, N, eq, extent
from . import evaluate as exact
from .algebra import Algebra
from .normal_form import Lowering, OutOfLanguage, kept_apart
from .positive import open_implications


class PhaseMean(sp.Function):  # type: ignore[misc]
    """The mean of f over independent uniform phases base[1], ..., base[n]."""

    nargs = (2,)
    is_real = True
    is_commutative = True

    @classmethod
    def eval(cls, f: sp.Expr, base: sp.IndexedBase) -> None:
        return None

    def _sympystr(self, printer: Any) -> str:
        return f"E[{printer.doprint(self.args[0])}]"

    def _latex(self, printer: Any, exp: Any = None) -> str:
        return rf"\mathbb{{E}}\left[{printer.doprint(self.args[0])}\right]"


class Undecided(Exception):
    """The mean is not one that this file knows."""


def one_phase(a: int, b: int) -> sp.Rational:
    """The mean of cos^a sin^b over a uniform phase: (a-1)!! (b-1)!!/(a+b)!! for even a and b, else 0."""
    if a % 2 or b % 2:
        return sp.S.Zero
    return sp.Rational(sp.factorial2(a - 1) * sp.factorial2(b - 1), sp.factorial2(a + b))


def _split(term: sp.Expr, base: sp.IndexedBase) -> tuple[sp.Expr, list[tuple[Index, sp.Expr, int, int]]]:
    """A monomial as constant * product of sums over u of (weight_u, cos^a sin^b of base[u])."""
    constant, sums = sp.S.One, []
    for factor in sp.Mul.make_args(term):
        body, k = factor.as_base_exp()
        if not factor.has(base):
            constant *= factor
            continue
        if not (isinstance(body, sp.Sum) and k.is_Integer and 0 < k <= 2 and len(body.limits) == 1):
            raise Undecided(f"{factor} is not a sum over the tokens")
        ((u, low, high),) = body.limits
        if type(u) is not Index or low != 1 or high != extent(u):
            raise Undecided(f"{factor} is not a sum over all tokens")
        weight, powers = sp.S.One, {sp.cos: 0, sp.sin: 0}
        for f in sp.Mul.make_args(body.function):
            g, e = f.as_base_exp()
            if not f.has(base):
                weight *= f
            elif g.func in powers and g.args == (base[u],) and e.is_Integer and e > 0:
                powers[g.func] += int(e)
            else:
                raise Undecided(f"{f} is not a power of cos or sin of one phase")
        sums += [(u, weight, powers[sp.cos], powers[sp.sin])] * int(k)
    return constant, sums


def mean(f: sp.Expr, base: sp.IndexedBase) -> sp.Expr:
    """The mean of a polynomial of degree <= 2 in sums over the tokens, or Undecided."""
    if f.has(PhaseMean):
        raise Undecided("a mean inside a mean")
    try:
        lowered = sp.expand(Lowering(f)(f))
    except OutOfLanguage as reason:
        raise Undecided(str(reason)) from reason
    out = sp.S.Zero
    for term in sp.Add.make_args(lowered):
        constant, sums = _split(term, base)
        if len(sums) > 2:
            raise Undecided(f"degree {len(sums)} in sums")
        for u, weight, a, b in sums:
            constant *= sp.Sum(weight * one_phase(a, b), (u, 1, extent(u)))
        out += constant
        if len(sums) == 2:
            (u, first, a, b), (v, second, c, d) = sums
            excess = one_phase(a + c, b + d) - one_phase(a, b) * one_phase(c, d)
            scale = _split(term, base)[0]
            out += scale * sp.Sum(first * kept_apart(second, {v: u}) * excess, (u, 1, extent(u)))
    return out


@dataclass(frozen=True)
class MeanPhases:
    """Decides equations between means: every mean is carried out, the rest is algebra."""

    name: str = "mean-phases"
    tier: str = "exact"

    @staticmethod
    def _without_means(statement: Statement) -> Statement:
        statement = open_implications(statement)
        if any(h.holds.has(PhaseMean) for h in statement.hypotheses):
            raise Undecided("a mean in a hypothesis")
        f = statement.conclusion
        if not isinstance(f, sp.Eq):
            raise Undecided("not an equation")
        found = {e: mean(*e.args) for e in f.atoms(PhaseMean)}
        return statement.concluding(eq(f.lhs.xreplace(found), f.rhs.xreplace(found)))

    def prove(self, statement: Statement) -> Outcome:
        """Carry the means out, then prove the equation."""
        try:
            return Algebra().prove(self._without_means(statement))
        except Undecided as reason:
            return Outcome(Verdict.UNKNOWN, {"reason": str(reason)})

    def replay(self, statement: Statement, evidence: Mapping[str, Any]) -> bool:
        """The means again, then the cofactors."""
        try:
            return Algebra().replay(self._without_means(statement), evidence)
        except Undecided:
            return False


QUARTERS = tuple(exact.Turn(q) for q in (0, 1, "oo", -1))
TOKENS = 2
"""Phases over which a mean is evaluated at a point, at most."""


def _degree(e: sp.Expr, base: sp.IndexedBase) -> int:
    """A bound for the degree of a trigonometric polynomial in any one phase."""
    if not e.has(base):
        return 0
    if isinstance(e, sp.Add | sp.Mul):
        degrees = [_degree(a, base) for a in e.args]
        return max(degrees) if isinstance(e, sp.Add) else sum(degrees)
    if isinstance(e, sp.Pow) and e.exp.is_Integer and e.exp > 0:
        return int(e.exp) * _degree(e.base, base)
    if isinstance(e, sp.Sum):
        return _degree(e.function, base)
    if isinstance(e, sp.cos | sp.sin):
        out = 0
        for term in sp.Add.make_args(sp.expand(e.args[0])):
            k, angle = term.as_coeff_Mul()
            if term.has(base):
                if not (k.is_Integer and isinstance(angle, sp.Indexed) and angle.base == base):
                    raise exact.NotExact(f"{term} is not a multiple of a phase")
                out += abs(int(k))
        return out
    raise exact.NotExact(f"no trigonometric polynomial: {e}")


def value(x: sp.Expr, point: Point, index: Mapping[sp.Symbol, int]) -> Fraction:
    """A mean at a point, over quarter turns of all phases."""
    f, base = x.args
    n = exact.integer(N, point, index)
    if n > TOKENS or _degree(f, base) > 3:
        raise exact.NotExact(f"a mean over {n} phases of degree {_degree(f, base)}")
    values = [
        exact.scalar(f, {**point, base: phases}, index) for phases in itertools.product(QUARTERS, repeat=n)
    ]
    return sum(values, Fraction(0)) / len(values)


exact.FUNCTIONS[PhaseMean] = value
