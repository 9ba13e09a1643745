"""Linear arithmetic over the rationals: what follows from inequalities by adding multiples of them.

Fourier-Motzkin elimination decides whether linear constraints (>= 0 or > 0) are infeasible. Anything
nonlinear counts as one more unknown, pi as an unknown between 333/106 and 22/7, so that "infeasible" is
always true and "feasible" means only that linear reasoning does not suffice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

LIMIT = 150
"""Constraints that an elimination may produce before it gives up (no sign, never a wrong one)."""

PI_BOUNDS = ((sp.pi - sp.Rational(333, 106), True), (sp.Rational(22, 7) - sp.pi, True))


@dataclass(frozen=True)
class Constraint:
    """sum of coefficients * unknowns + constant > 0 (strict) or >= 0."""

    coefficients: tuple[tuple[sp.Expr, Fraction], ...]
    constant: Fraction
    strict: bool

    @property
    def unknowns(self) -> set[sp.Expr]:
        """What it speaks of."""
        return {x for x, _ in self.coefficients}

    def of(self, x: sp.Expr) -> Fraction:
        """The coefficient of x."""
        return next((c for y, c in self.coefficients if y == x), Fraction(0))


def constraint(gap: sp.Expr, strict: bool) -> Constraint:
    """gap > 0 or gap >= 0, nonlinear monomials taken as unknowns."""
    constant, coefficients = Fraction(0), {}
    for x, k in sp.expand(gap).as_coefficients_dict().items():
        if not isinstance(k, sp.Rational):
            x, k = k * x, sp.S.One
        q = Fraction(int(k.p), int(k.q))
        if x == 1:
            constant += q
        elif q:
            coefficients[x] = q
    return Constraint(tuple(coefficients.items()), constant, strict)


def _combined(p: Constraint, q: Constraint, x: sp.Expr) -> Constraint:
    """p and q (coefficients of x of opposite sign) added so that x drops out."""
    a, b = abs(q.of(x)), abs(p.of(x))
    total: dict[sp.Expr, Fraction] = {}
    for one, k in ((p, a), (q, b)):
        for y, c in one.coefficients:
            total[y] = total.get(y, Fraction(0)) + k * c
    kept = tuple((y, c) for y, c in total.items() if c)
    return Constraint(kept, a * p.constant + b * q.constant, p.strict or q.strict)


def infeasible(constraints: Iterable[Constraint]) -> bool:
    """Whether no real values satisfy all constraints."""
    left = list(dict.fromkeys(constraints))
    while True:
        if any(not c.coefficients and (c.constant < 0 or (c.strict and c.constant == 0)) for c in left):
            return True
        left = [c for c in left if c.coefficients]
        if not left or len(left) > LIMIT:
            return False
        cost = {}
        for x in set().union(*(c.unknowns for c in left)):
            signs = [c.of(x) for c in left]
            cost[x] = (sum(s > 0 for s in signs) * sum(s < 0 for s in signs), sp.srepr(x))
        x = min(cost, key=lambda y: cost[y])
        above = [c for c in left if c.of(x) > 0]
        below = [c for c in left if c.of(x) < 0]
        left = [c for c in left if not c.of(x)] + [_combined(p, q, x) for p in above for q in below]
        left = list(dict.fromkeys(left))


def linear_sign(e: sp.Expr, known: Sequence[tuple[sp.Expr, bool]]) -> str | None:
    """The sign of e that follows linearly from known gaps (gap, strict), or None."""
    goal = constraint(e, True)
    facts = [constraint(g, strict) for g, strict in (*known, *PI_BOUNDS)]
    reached, relevant = goal.unknowns, []
    while True:  # only what is connected with e can help
        more = [f for f in facts if f not in relevant and f.unknowns & reached]
        if not more:
            break
        relevant += more
        reached = reached.union(*(f.unknowns for f in more))
    if not relevant:
        return None
    for found, opposite in (
        ("+", constraint(-e, False)),
        ("-", constraint(e, False)),
        ("0+", constraint(-e, True)),
        ("0-", constraint(e, True)),
    ):
        if infeasible([*relevant, opposite]):
            return found
    return None
