"""Where an expression is real and continuous, read off its structure: calculus and lemmas ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy as sp

from ..claim import Statement
from ..terms import Dot
from .sign import Facts

EVERYWHERE = (sp.exp, sp.sin, sp.cos, sp.atan, sp.sinh, sp.cosh, sp.tanh, sp.sech, sp.asinh, sp.erf)
"""Real and continuous for every real argument."""

DEFINED: dict[Any, Callable[[sp.Expr, Facts], bool]] = {}
"""Functions that other files define, continuous in each argument, with the test of their domain."""

VANISHING: set[Any] = set()
"""Functions of :data:`DEFINED` that tend to 0 as their last argument tends to +oo."""


def real_valued(e: sp.Expr, facts: Facts) -> bool:
    """Whether e has a real value wherever the facts hold; False where no rule says so."""
    if e.is_Number or e in (sp.pi, sp.E) or isinstance(e, Dot):
        return bool(e.is_finite) if e.is_Number else True
    if isinstance(e, sp.Symbol | sp.Indexed):
        return bool(e.is_real)
    if not all(real_valued(a, facts) for a in e.args):
        return False
    if isinstance(e, (sp.Add, sp.Mul, *EVERYWHERE)):
        return True
    if e.func in DEFINED:
        return DEFINED[e.func](e, facts)
    if isinstance(e, sp.Pow):
        return _real_power(e, facts)
    if isinstance(e, sp.log | sp.gamma | sp.loggamma):
        return facts.positive(e.args[0])
    if isinstance(e, sp.tan):
        return facts.nonvanishing(sp.cos(*e.args))
    if isinstance(e, sp.cot):
        return facts.nonvanishing(sp.sin(*e.args))
    if isinstance(e, sp.asin | sp.acos):
        return facts.nonnegative(1 - e.args[0]) and facts.nonnegative(1 + e.args[0])
    return False


def _real_power(e: sp.Pow, facts: Facts) -> bool:
    base, exponent = e.args
    if exponent.is_integer and exponent.is_nonnegative:
        return True
    if exponent.is_integer:
        return facts.nonvanishing(base)
    return facts.positive(base) or (facts.nonnegative(base) and bool(exponent.is_positive))


def continuous(e: sp.Expr, x: sp.Symbol, facts: Facts) -> bool:
    """Whether e is a continuous function of x wherever the facts hold; False where no rule says so."""
    if not e.has(x):
        return True
    if e == x:
        return True
    if isinstance(e, (sp.Add, sp.Mul, *EVERYWHERE)):
        return all(continuous(a, x, facts) for a in e.args)
    if e.func in DEFINED:
        moving = [a for a in e.args if a.has(x)]
        return len(moving) == 1 and continuous(moving[0], x, facts) and DEFINED[e.func](e, facts)
    if isinstance(e, sp.Pow) and not e.exp.has(x) and continuous(e.base, x, facts):
        if e.exp.is_integer and e.exp.is_nonnegative:
            return True
        if e.exp.is_positive and facts.nonnegative(e.base):
            return True
        return facts.positive(e.base) or (bool(e.exp.is_integer) and facts.nonvanishing(e.base))
    if isinstance(e, sp.log):
        return continuous(e.args[0], x, facts) and facts.positive(e.args[0])
    if isinstance(e, sp.tan | sp.cot):
        other = sp.cos if isinstance(e, sp.tan) else sp.sin
        return continuous(e.args[0], x, facts) and facts.nonvanishing(other(*e.args))
    return False


def undefined_in(e: Any, statement: Statement, facts: Facts, division: bool = False) -> sp.Basic | None:
    """A part of e that may have no real value where the statement has one, or None.

    What a proof brings in has to be defined wherever its statement is: a square (sqrt(x))^2 would make every
    x >= 0. ``division`` looks at denominators too, which algebra and the signs watch elsewhere.
    """
    e = sp.sympify(e)
    if not e.has(sp.I, sp.Function, sp.Pow):
        return None
    whole = (statement.conclusion, *(h.holds for h in statement.hypotheses))
    known: set[sp.Basic] = set()
    todo = [e]
    while todo:
        f = todo.pop()
        if f == sp.I or isinstance(f, sp.Function | sp.Pow):
            known = known or {g for w in whole for g in sp.preorder_traversal(w)}
            if f not in known and not _defined(f, facts):
                return f
            if (
                division
                and isinstance(f, sp.Pow)
                and not f.exp.is_nonnegative
                and not facts.nonvanishing(f.base)
            ):
                return f
        if f not in known:
            todo.extend(f.args)
    return None


def _defined(f: sp.Basic, facts: Facts) -> bool:
    """Whether a function has a real value at its (real) arguments."""
    if isinstance(f, sp.Pow):
        base, exponent = f.args
        if exponent.is_integer or facts.positive(base):
            return True
        return facts.nonnegative(base) and (bool(exponent.is_positive) or facts.nonnegative(exponent))
    if f.func in DEFINED:
        return DEFINED[f.func](f, facts)
    if isinstance(f, sp.log | sp.gamma | sp.loggamma):
        return facts.positive(f.args[0])
    if isinstance(f, sp.asin | sp.acos):
        return facts.nonnegative(1 - f.args[0]) and facts.nonnegative(1 + f.args[0])
    if isinstance(f, sp.atanh):
        return facts.positive(1 - f.args[0]) and facts.positive(1 + f.args[0])
    if isinstance(f, sp.acosh):
        return facts.nonnegative(f.args[0] - 1)
    return f != sp.I and not isinstance(f, sp.asec | sp.acsc | sp.asech | sp.acsch | sp.acoth)
