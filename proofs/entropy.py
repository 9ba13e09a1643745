r"""Entropy's function a log a, and the inequality that makes softmax optimal.

Fenchel and Young: a log a - a - a x + e^x >= 0 for a >= 0 and every real x, with equality exactly at a =
e^x. For a > 0 and q = e^x / a it reads a (q - 1 - log q) >= 0, and log lies below its tangent at 1; for a =
0 it is e^x > 0.
"""

from __future__ import annotations

from typing import Any

import sympy as sp
from flint import arb

from .enclosure.balls import FUNCTIONS
from .exact.sign import NONNEGATIVE, POSITIVE, SIGN_RULES, ZERO, Facts
from .exact.tight import ZERO_SETS
from .terms import Abbreviation, eq


class XLogX(sp.Function):  # type: ignore[misc]
    """a log|a|, and 0 at a = 0: defined for every real a."""

    nargs = (1,)
    is_real = True

    def _latex(self, printer: Any) -> str:
        a = printer.doprint(self.args[0])
        return rf"{a} \log {a}"


def _x_log_x(a: arb) -> arb:
    if a == 0:
        return arb(0)
    return a * abs(a).log()


FUNCTIONS[XLogX] = _x_log_x


class FenchelYoung(Abbreviation):
    """a log a - a - a x + e^x, which is >= 0 for a >= 0, and zero exactly at a = e^x."""

    nargs = (2,)

    def opened(self) -> sp.Expr:
        """Written out."""
        a, x = self.args
        return XLogX(a) - a - a * x + sp.exp(x)


def entropy(a: sp.Expr, *over: Any) -> sp.Expr:
    """-sum a log a over the given indices (limits of a sum)."""
    return -sp.Sum(XLogX(a), *over)


def fenchel_young_sign(e: sp.Expr, facts: Facts) -> str | None:
    """The inequality of Fenchel and Young."""
    if not isinstance(e, FenchelYoung):
        return None
    a, x = e.args
    if facts.sign(a - sp.exp(x)) == ZERO:
        return ZERO
    if facts.nonvanishing(a - sp.exp(x)) and facts.nonnegative(a):
        return POSITIVE
    return NONNEGATIVE if facts.nonnegative(a) else None


SIGN_RULES.append(fenchel_young_sign)


def fenchel_young_zero(e: sp.Expr, facts: Facts) -> Any:
    """Where it vanishes: a = e^x, if a >= 0."""
    a, x = e.args
    return eq(a, sp.exp(x)) if facts.nonnegative(a) else None


ZERO_SETS[FenchelYoung] = fenchel_young_zero
