"""Powers lie above their tangents: t^p >= m^p + p m^(p-1) (t - m) for t, m >= 0 and p >= 1."""

from __future__ import annotations

from typing import Any

import sympy as sp

from ..terms import Abbreviation
from .sign import NONNEGATIVE, SIGN_RULES, Facts


class AboveTangent(Abbreviation):
    """B^p (t^p - m^p - p m^(p-1) (t - m)) with m = A/B: what x^p exceeds its tangent at m by.

    ``AboveTangent(t, q, (a1, a2, ...), (b1, b2, ...))`` with p = 1 + q, A = a1 a2 ..., B = b1 b2 ....
    It is >= 0 where t, q and all factors are >= 0: for B > 0 its derivative in t has the sign of t - m,
    and for B = 0 it is (p - 1) A^p. For certificates: it opens to its terms, powers of products as products
    of powers.
    """

    nargs = (4,)

    @classmethod
    def eval(cls, t: sp.Expr, q: sp.Expr, above: sp.Tuple, below: sp.Tuple) -> None:
        return None

    def opened(self) -> sp.Expr:
        """Both powers and the tangent."""
        t, q, above, below = self.args
        a, b = sp.Mul(*above), sp.Mul(*below)

        def power(factors: sp.Tuple, k: sp.Expr) -> sp.Expr:
            return sp.Mul(*(f**k for f in factors))

        p = 1 + q
        return power(below, p) * t**p - power(above, p) - p * power(above, q) * (b * t - a)


def above_tangent(t: Any, q: Any, at: tuple[Any, ...], over: tuple[Any, ...] = ()) -> sp.Expr:
    """t^(1+q) above its tangent at the product of ``at`` over that of ``over``, times a positive power."""
    return AboveTangent(sp.sympify(t), sp.sympify(q), sp.Tuple(*at), sp.Tuple(*over))


def _sign(e: sp.Expr, facts: Facts) -> str | None:
    if not isinstance(e, AboveTangent):
        return None
    t, q, above, below = e.args
    return NONNEGATIVE if all(facts.nonnegative(x) for x in (t, q, *above, *below)) else None


SIGN_RULES.append(_sign)
