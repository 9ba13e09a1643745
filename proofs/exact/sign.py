"""The sign of an expression, read off its structure and a statement's hypotheses.

The rules are those a reader applies without thinking: a square is >= 0, a sum of terms >= 0 is >= 0, exp > 0,
<x, x> >= 0, 1 - cos >= 0, sin > 0 on (0, pi), and whatever a hypothesis says. They never guess: an expression
that no rule fits has no sign (None).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Boolean

from ..terms import Dot, Index, Square, SquaredNorm, extent, is_vector
from .linear import linear_sign
from .normal_form import (
    Exponential,
    Frame,
    Lowering,
    OutOfLanguage,
    SymbolicPower,
    bound_in,
    evaluate_rates,
    kept_apart,
)

POSITIVE, NONNEGATIVE, NEGATIVE, NONPOSITIVE, ZERO = "+", "0+", "-", "0-", "0"
_FLIP = {"+": "-", "-": "+", "0+": "0-", "0-": "0+", "0": "0"}

INCREASING_ODD = (sp.sinh, sp.tanh, sp.asinh, sp.atan, sp.atanh, sp.asin)
"""f(0) = 0 and f increasing, so f(x) has the sign of x."""

SIGN_RULES: list[Any] = []
"""Further rules, each (expression, Facts) -> sign or None: for functions that a claim's own file defines."""


def times(a: str | None, b: str | None) -> str | None:
    """The sign of a product."""
    if ZERO in (a, b):
        return ZERO
    if a is None or b is None:
        return None
    strict = a in "+-" and b in "+-"
    negative = (a in ("-", "0-")) != (b in ("-", "0-"))
    return ("-" if negative else "+") if strict else ("0-" if negative else "0+")


def plus(signs: Iterable[str | None]) -> str | None:
    """The sign of a sum, if all terms agree."""
    found = [s for s in signs if s != ZERO]
    if not found:
        return ZERO
    if all(s in ("+", "0+") for s in found):
        return POSITIVE if POSITIVE in found else NONNEGATIVE
    if all(s in ("-", "0-") for s in found):
        return NEGATIVE if NEGATIVE in found else NONPOSITIVE
    return None


@dataclass(frozen=True)
class Fact:
    """gap > 0 (strict) or gap >= 0."""

    name: str
    gap: sp.Expr
    strict: bool


class Facts:
    """What a statement's hypotheses say about signs."""

    def __init__(self, hypotheses: Iterable[tuple[str, Boolean]]) -> None:
        self.facts: list[Fact] = []
        self.nonzero: list[sp.Expr] = []
        self.zero: list[sp.Expr] = []
        self.used: set[str] = set()
        for name, f in hypotheses:
            self._add(name, f)
        self._memo: dict[sp.Expr, str | None] = {}

    def _add(self, name: str, f: Boolean) -> None:
        if isinstance(f, And):
            for a in f.args:
                self._add(name, a)
        elif isinstance(f, sp.Ne):
            self.nonzero.append(evaluate_rates(f.lhs - f.rhs))
        elif isinstance(f, sp.Eq) and not is_vector(f.lhs - f.rhs):
            self.zero.append(evaluate_rates(f.lhs - f.rhs))
        elif isinstance(f, sp.Lt | sp.Le):
            self.facts.append(Fact(name, evaluate_rates(f.rhs - f.lhs), isinstance(f, sp.Lt)))
        elif isinstance(f, sp.Gt | sp.Ge):
            self.facts.append(Fact(name, evaluate_rates(f.lhs - f.rhs), isinstance(f, sp.Gt)))

    def sign(self, e: sp.Expr) -> str | None:
        """'+', '0+', '-', '0-', '0', or None if no rule fits."""
        if e.has(sp.nan, sp.zoo):
            return None
        if e.is_commutative is False:
            return None
        if e not in self._memo:
            self._memo[e] = None  # a rule that comes back to the same question learns nothing
            self._memo[e] = (
                self._vanishes(e)
                or self._structural(e)
                or self._hypothesis(e)
                or self._linear(e)
                or self._one_of_them(e)
                or self._factored(e)
            )
            if self._memo[e] in (NONNEGATIVE, NONPOSITIVE):  # a hypothesis may say more
                known = self._hypothesis(e)
                if known in (POSITIVE, NEGATIVE, ZERO):
                    self._memo[e] = known
                elif known is not None and known != self._memo[e]:
                    self._memo[e] = ZERO  # from either side
            if self._memo[e] == NONPOSITIVE and self._one_of_them(e) == NONNEGATIVE:
                self._memo[e] = ZERO  # two rules from either side
        return self._memo[e]

    def positive(self, e: sp.Expr) -> bool:
        """Whether e > 0."""
        return self.sign(e) == POSITIVE

    def nonnegative(self, e: sp.Expr) -> bool:
        """Whether e >= 0."""
        return self.sign(e) in (POSITIVE, NONNEGATIVE, ZERO)

    def nonvanishing(self, e: sp.Expr) -> bool:
        """Whether e != 0: it has a strict sign, or a hypothesis says so of each factor."""
        if self.sign(e) in (POSITIVE, NEGATIVE):
            return True
        if isinstance(e, sp.Mul):
            return all(self.nonvanishing(a) for a in e.args)
        if isinstance(e, sp.Pow):
            return self.nonvanishing(e.base)
        if isinstance(e, Dot) and e.args[0] == e.args[1]:
            return self._nonzero_vector(e.args[0])
        return any(_proportional(e, g) is not None for g in self.nonzero if not is_vector(g))

    def _supported(self, e: sp.Sum) -> bool:
        """Whether a sum of terms e_j >= 0 is > 0: a hypothesis keeps sum_j g_j off zero, and g_j = 0 where e_j = 0.

        The latter because g_j / e_j = p_j / q_j with q_j != 0.
        """
        known = [*self.nonzero, *(fact.gap for fact in self.facts if fact.strict)]
        for g in known:
            k, s = g.as_coeff_Mul()
            if not (isinstance(s, sp.Sum) and k != 0 and len(s.limits) == len(e.limits) == 1):
                continue
            (i, start, high), (j, low, top) = s.limits[0], e.limits[0]
            if low != 1 or start != 1 or high != top or type(i) is not type(j) or e.function == 0:
                continue
            if bound_in(s.function) or (j != i and j in s.function.free_symbols):
                continue  # renaming i to j must not catch another j
            _, denominator = sp.fraction(sp.cancel(s.function.xreplace({i: j}) / e.function))
            if self.nonvanishing(denominator):
                return True
        return False

    def _nonzero_vector(self, x: sp.Expr) -> bool:
        return any(sp.expand(g - x) == 0 or sp.expand(g + x) == 0 for g in self.nonzero if is_vector(g))

    def _structural(self, e: sp.Expr) -> str | None:
        if e.is_Number or e in (sp.pi, sp.E):
            return ZERO if e == 0 else (POSITIVE if e > 0 else NEGATIVE)
        if isinstance(e, sp.Symbol):
            return POSITIVE if e.is_positive else None
        for rule in SIGN_RULES:
            found: str | None = rule(e, self)
            if found is not None:
                return found
        if isinstance(e, sp.Add):
            return plus(self.sign(a) for a in e.args) or self._one_minus_cosine(e)
        if isinstance(e, sp.Mul):
            out: str | None = POSITIVE
            for a in e.args:
                out = times(out, self.sign(a))
            return out
        if isinstance(e, sp.Pow):
            return self._power(e)
        if isinstance(e, (sp.exp, Exponential, sp.cosh, sp.gamma)) and (
            not isinstance(e, sp.gamma) or self.positive(e.args[0])
        ):
            return POSITIVE
        if isinstance(e, SymbolicPower):
            return POSITIVE if self.positive(e.args[0]) else None
        if isinstance(e, sp.Abs):
            return POSITIVE if self.nonvanishing(e.args[0]) else NONNEGATIVE
        if isinstance(e, Dot) and e.args[0] == e.args[1]:
            return POSITIVE if self._nonzero_vector(e.args[0]) else NONNEGATIVE
        if isinstance(e, Square):
            return NONNEGATIVE
        if isinstance(e, SquaredNorm):
            return POSITIVE if self._nonzero_vector(e.args[0]) else NONNEGATIVE
        if isinstance(e, sp.Sum) and all(low == 1 and high == extent(j) for j, low, high in e.limits):
            inner = self.sign(e.function)
            return POSITIVE if inner == NONNEGATIVE and self._supported(e) else inner
        if isinstance(e, sp.sin):
            x = e.args[0]
            s, rest = self.sign(x), self.sign(sp.pi - x)
            if s in ("+", "0+") and rest in ("+", "0+"):
                return times(s, rest)
            s, rest = self.sign(-x), self.sign(sp.pi + x)
            return times(times(s, rest), "-") if s in ("+", "0+") and rest in ("+", "0+") else None
        if isinstance(e, sp.cos):
            x = e.args[0]
            left, right = self.sign(sp.pi / 2 + x), self.sign(sp.pi / 2 - x)
            if left in ("+", "0+") and right in ("+", "0+"):
                return times(left, right)
            left, right = self.sign(x - sp.pi / 2), self.sign(3 * sp.pi / 2 - x)
            return times(times(left, right), "-") if left in ("+", "0+") and right in ("+", "0+") else None
        if isinstance(e, sp.tan):
            x = e.args[0]
            s = self.sign(x)
            return s if s in (POSITIVE, NONNEGATIVE, ZERO) and self.positive(sp.pi / 2 - x) else None
        if isinstance(e, INCREASING_ODD):
            return self.sign(e.args[0])
        if isinstance(e, sp.log):
            return self.sign(e.args[0] - 1)
        if isinstance(e, sp.Max | sp.Min):
            return self._extreme(e)
        return None

    def _extreme(self, e: sp.Expr) -> str | None:
        """The largest of some numbers, or (turned round) the smallest."""
        found = [self.sign(a) for a in e.args]
        if isinstance(e, sp.Min):
            found = [None if s is None else _FLIP[s] for s in found]
        out: str | None = None
        if POSITIVE in found:
            out = POSITIVE
        elif all(s == NEGATIVE for s in found):
            out = NEGATIVE
        elif all(s in (NEGATIVE, NONPOSITIVE, ZERO) for s in found):
            out = ZERO if ZERO in found else NONPOSITIVE
        elif NONNEGATIVE in found or ZERO in found:
            out = NONNEGATIVE
        return out if out is None or isinstance(e, sp.Max) else _FLIP[out]

    def _power(self, e: sp.Pow) -> str | None:
        base, exponent = e.args
        if exponent.is_Integer and exponent % 2 == 0:
            return POSITIVE if self.nonvanishing(base) else (NONNEGATIVE if exponent > 0 else None)
        s = self.sign(base)
        if exponent.is_Integer:
            return s if exponent > 0 or s in ("+", "-") else None
        if s == POSITIVE:
            return POSITIVE
        if s in (NONNEGATIVE, ZERO) and (exponent.is_positive or self.nonnegative(exponent)):
            return NONNEGATIVE
        return None

    def _one_minus_cosine(self, e: sp.Add) -> str | None:
        """c - sum of b_i cos or sin with sum |b_i| <= c."""
        constant, rest = e.as_coeff_Add()
        if not (constant.is_Rational and constant > 0):
            return None
        weight = sp.S.Zero
        for term in sp.Add.make_args(rest):
            k, f = term.as_coeff_Mul()
            if not (k.is_Rational and isinstance(f, sp.cos | sp.sin | sp.tanh)):
                return None
            weight += abs(k)
        if weight < constant:
            return POSITIVE
        return NONNEGATIVE if weight == constant else None

    def _vanishes(self, e: sp.Expr) -> str | None:
        return ZERO if any(_proportional(e, gap) is not None for gap in self.zero) else None

    def _linear(self, e: sp.Expr) -> str | None:
        """Sums of multiples of the facts, taken literally (an index only as it is named)."""
        if not isinstance(e, sp.Add | sp.Symbol | sp.Indexed):
            return None
        equations = [(g, False) for z in self.zero for g in (z, -z)]
        sizes = [(x - 1, False) for x in e.free_symbols if x.is_Symbol and x.is_integer and x.is_positive]
        return linear_sign(e, [*((f.gap, f.strict) for f in self.facts), *equations, *sizes])

    def _one_of_them(self, e: sp.Expr) -> str | None:
        """A sum of terms >= 0 is at least any one of them: sum_u f(u) - f(s) >= 0."""
        for term in e.args if isinstance(e, sp.Add) else ():
            k, s = term.as_coeff_Mul()
            if not isinstance(s, sp.Sum) or any(low != 1 or high != extent(j) for j, low, high in s.limits):
                continue
            rest, bound = e - term, [j for j, *_ in s.limits]
            named = sorted((i for i in rest.free_symbols if isinstance(i, Index)), key=str)
            choices = [[i for i in named if type(i) is type(j)] for j in bound]
            for picks in itertools.product(*choices):
                one = k * kept_apart(s.function, dict(zip(bound, picks, strict=True)))
                found = self.sign(k * s.function) if sp.expand(rest + one) == 0 else None
                if found is not None:
                    return NONNEGATIVE if found in ("+", "0+") else (NONPOSITIVE if found in "-0-" else ZERO)
        return None

    def _hypothesis(self, e: sp.Expr) -> str | None:
        best: str | None = None
        for fact in self.facts:
            ratio = _proportional(e, fact.gap)
            if ratio is not None:
                self.used.add(fact.name)
                found = POSITIVE if fact.strict else NONNEGATIVE
                found = found if ratio > 0 else _FLIP[found]
                if best is None or found in "+-":
                    best = found
        return best

    def _factored(self, e: sp.Expr) -> str | None:
        if not isinstance(e, sp.Add):
            return None
        factored = sp.factor(e)
        if isinstance(factored, sp.Add) or sp.expand(factored - e) != 0:
            return None
        return self.sign(factored)


@lru_cache(maxsize=4096)
def _indexless(e: sp.Expr) -> sp.Expr:
    """Indices forgotten: a fact about A[u] for all u is a fact about A[v] (only one index may occur)."""
    found = sorted(e.atoms(Index), key=str)
    return e.xreplace({found[0]: type(found[0])("i")}) if len(found) == 1 else e


@lru_cache(maxsize=4096)
def _proportional(e: sp.Expr, gap: sp.Expr) -> sp.Rational | None:
    """The rational c with e = c * gap identically, or None."""
    e, gap = _indexless(e), _indexless(gap)
    if e == gap:
        return sp.S.One
    if e.free_symbols != gap.free_symbols or is_vector(e) or is_vector(gap):
        return None
    try:
        lower = Lowering(e, gap)
        a, b = lower(e), lower(gap)
        frame = Frame([a, b])
        p, q = frame(a), frame(b)
        if p == 0 or q == 0:
            return None
        ratio = p / q
    except OutOfLanguage:
        return None
    if ratio.numer.is_ground and ratio.denom.is_ground:
        return sp.Rational(str(ratio.numer.LC / ratio.denom.LC))
    return None
