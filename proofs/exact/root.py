"""Square roots taken out: sqrt(y) = r where r >= 0 and r^2 = y, and |z| = r where r >= 0 and r^2 = z^2."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import sympy as sp

from ..claim import Procedure, Statement
from ..terms import eq
from .algebra import Algebra
from .lemmas import facts_of
from .normal_form import evaluate_rates
from .positive import open_implications
from .stepwise import Objection, Step, Steps


@dataclass(frozen=True)
class Root(Steps):
    """Proves sqrt(y) = r or |z| = r: r has a manifest sign >= 0, and the squares agree."""

    squares: Procedure = field(default_factory=Algebra)
    name: str = "root"
    tier: str = "exact"

    def _steps(self, statement: Statement) -> Iterator[Step]:
        statement = open_implications(statement)
        f = evaluate_rates(statement.conclusion)
        if not isinstance(f, sp.Eq):
            raise Objection("not an equation")
        root, r = f.args
        if isinstance(root, sp.Abs):
            square = root.args[0] ** 2
        elif isinstance(root, sp.Pow) and root.exp == sp.Rational(1, 2):
            square = root.base
        else:
            raise Objection(f"{root} is neither a square root nor an absolute value")
        if not facts_of(statement).nonnegative(r):
            raise Objection(f"{r} is not manifestly >= 0")
        yield "the squares", statement.concluding(eq(square, r**2)), self.squares
