"""Where an expression is real and continuous, read off its structure: what calculus and lemmas need to know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy as sp

from ..terms import Dot
from .sign import Facts

EVERYWHERE = (sp.exp, sp.sin, sp.cos, sp.atan, sp.sinh, sp.cosh, sp.tanh, sp.sech, sp.asinh, sp.erf)
"""Real and continuous for every real argument."""

DEFINED: dict[Any, Callable[[sp.Expr, Facts], bool]] = {}
"""Functions that other files define, continuous in each argument, with the test that the arguments are in the domain."""


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
