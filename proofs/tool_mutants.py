"""The tools, broken on purpose: each mutation must be caught by the ledger itself.

Caught means: with the tool broken, some claim loses its proof, some mutant is no longer refuted, a proof and a
refutation contradict each other, or a control (a false statement that the sound tool refuses) is accepted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import sympy as sp

from .claim import Claim, Hypothesis, Procedure, Statement, Verdict
from .decide import Contradiction, decide
from .enclosure import balls
from .exact import (
    Algebra,
    Chain,
    Increasing,
    Positive,
    Sturm,
    algebra,
    calculus,
    evaluate,
    normal_form,
    sign,
    sturm,
)
from .exact.refute import Counterexample
from .ledger import by_id
from .measures import IncompleteBeta
from .terms import Rate, dot, eq, family, iff, indices, le, lt, reals, total, vectors

x, y = reals("x y")
z, h = vectors("z h")
A = family("A")
u, v = indices("u v")

CONTROLS: tuple[tuple[str, Procedure, Statement], ...] = (
    ("cos^2 - sin^2 = 1", Algebra(), Statement(then=eq(sp.cos(x) ** 2 - sp.sin(x) ** 2, 1))),
    ("sin(x - y) with its sign lost", Algebra(), Statement(then=eq(sp.sin(x - y), sp.sin(y - x)))),
    ("<z, h> = <h, h>", Algebra(), Statement(then=eq(dot(z, h), dot(h, h)))),
    ("sum A^2 = sum A", Algebra(), Statement(then=eq(total(A[u] ** 2, u), total(A[u], u)))),
    ("(sum A)^2 = sum A^2", Algebra(), Statement(then=eq(total(A[u], u) ** 2, total(A[v] ** 2, v)))),
    ("x^2 > 0", Positive(), Statement(then=lt(0, x**2))),
    (
        "-x^2 >= 0 by a negative multiplier",
        Positive(times=sp.S.NegativeOne, shown=x**2),
        Statement(then=le(0, -(x**2))),
    ),
    ("x <= y iff y <= x", Chain((("times", sp.S.NegativeOne),)), Statement(then=iff(le(x, y), le(y, x)))),
    (
        "x >= 1 for x >= 0",
        Increasing(x, sp.S.Zero, sp.S.One),
        Statement(given=(Hypothesis("x >= 0", le(0, x)),), then=le(1, x)),
    ),
    ("x^3 >= 0", Sturm(), Statement(then=le(0, x**3))),
    (
        "x > 0 on [0, 1]",
        Sturm(),
        Statement(given=(Hypothesis("between", sp.And(le(0, x), le(x, 1))),), then=lt(0, x)),
    ),
)
"""False statements that a broken tool might accept."""


TRUTHS: tuple[tuple[str, Statement], ...] = (
    ("x > 0 gives x + 1 > 1", Statement(given=(Hypothesis("x > 0", lt(0, x)),), then=lt(1, x + 1))),
    ("|cos| <= 1", Statement(then=le(sp.cos(x) ** 2, 1))),
)
"""True statements that a broken refuter might refute."""


@dataclass(frozen=True)
class ToolMutant:
    """One broken tool: where it is patched, and the claims that are asked to notice."""

    name: str
    owner: Any
    attribute: Any
    broken: Callable[[Any], Any]
    claims: tuple[str, ...] = ()

    @contextmanager
    def applied(self) -> Iterator[None]:
        """Patch the tool while the block runs."""
        if isinstance(self.owner, dict):
            original, put = self.owner[self.attribute], self.owner.__setitem__
        else:
            original, put = self.owner.__dict__[self.attribute], partial(setattr, self.owner)
        put(self.attribute, self.broken(original))
        try:
            yield
        finally:
            put(self.attribute, original)


def _no_circles(own: Any) -> Any:
    return lambda self: [(n, p) for n, p in own(self) if not n.startswith("circle")]


def _wrong_circles(own: Any) -> Any:
    def relations(self: normal_form.Frame) -> Any:
        out = []
        for a in self.atoms:
            if isinstance(a, sp.sin):
                gap = self.of[sp.cos(*a.args)] ** 2 - self.of[a] ** 2 - 1
                out.append((f"circle {a.args[0]}", gap.numer))
        return out + [(n, p) for n, p in own(self) if n.startswith("root")]

    return relations


def _no_roots(own: Any) -> Any:
    return lambda self: [(n, p) for n, p in own(self) if not n.startswith("root")]


def _unsigned(split: Any) -> Any:
    return lambda self, argument: [(abs(k), base) for k, base in split(self, argument)]


def _no_product_rule(scalar: Any) -> Any:
    def broken(f: sp.Expr, field: dict[sp.Expr, sp.Expr]) -> sp.Expr:
        return scalar.__func__(f, field) / 2

    return staticmethod(broken)


def _first_index_only(component: Any) -> Any:
    def broken(factors: list[sp.Expr], bound: dict[sp.Symbol, sp.Expr]) -> sp.Expr:
        squares = [f.base if f.is_Pow and f.exp == 2 else f for f in factors]
        return component.__func__(squares, bound)

    return staticmethod(broken)


def _always(value: Any) -> Callable[[Any], Any]:
    return lambda original: lambda *args, **kwargs: value


def _even_powers_positive(power: Any) -> Any:
    return lambda self, e: "+" if e.exp.is_Integer and e.exp % 2 == 0 else power(self, e)


def _off_the_circle(unit: Any) -> Any:
    return property(lambda self: (unit.fget(self)[0], 2 * unit.fget(self)[1]))


def _swapped_arguments(beta: Any) -> Any:
    return lambda x, p: beta(p, x)


TOOLS: tuple[ToolMutant, ...] = (
    ToolMutant(
        "the relation cos^2 + sin^2 = 1 dropped",
        normal_form.Frame,
        "own_relations",
        _no_circles,
        ("kur.bounded-update",),
    ),
    ToolMutant(
        "cos^2 - sin^2 = 1 instead",
        normal_form.Frame,
        "own_relations",
        _wrong_circles,
        ("kur.bounded-update",),
    ),
    ToolMutant(
        "the relation r^2 = E of roots dropped",
        normal_form.Frame,
        "own_relations",
        _no_roots,
        ("osc.two-equilibria",),
    ),
    ToolMutant(
        "the sign of an angle lost in the normal form",
        normal_form.Angles,
        "split",
        _unsigned,
        ("kur.coupling-identity",),
    ),
    ToolMutant(
        "a factor 2 lost in the derivative along a flow",
        Rate,
        "_scalar",
        _no_product_rule,
        ("osc.sphere-invariance",),
    ),
    ToolMutant(
        "squares inside sums lose their exponent", normal_form.Lowering, "_component", _first_index_only
    ),
    ToolMutant("cofactors are not multiplied out", algebra, "combines", _always(True)),
    ToolMutant("even powers count as positive", sign.Facts, "_power", _even_powers_positive),
    ToolMutant("every multiplier counts as positive", sign.Facts, "positive", _always(True)),
    ToolMutant("the value at the start is not looked at", calculus.Increasing, "_objection", _always(None)),
    ToolMutant("roots of a polynomial are not counted", sturm, "roots_inside", _always(0)),
    ToolMutant(
        "cos and sin of a witness off the circle",
        evaluate.Turn,
        "unit",
        _off_the_circle,
        ("kur.bounded-update",),
    ),
    ToolMutant(
        "the arguments of the incomplete beta function swapped",
        balls.FUNCTIONS,
        IncompleteBeta,
        _swapped_arguments,
        ("osc.cap-measure",),
    ),
    ToolMutant(
        "every hypothesis holds at every point", evaluate, "admits", _always(True), ("osc.sphere-invariance",)
    ),
)


def complaint(claim: Claim) -> str | None:
    """What is wrong with a claim under the tools as they are, or None."""
    try:
        decision = decide(claim)
    except Contradiction:
        return f"{claim.id}: a proof and a refutation contradict each other"
    for part in decision.parts:
        if part.status != "proved":
            return f"{claim.id}: {part.name} is not proved"
        for mutant in part.mutants:
            if not mutant.refuted:
                return f"{claim.id}: the mutant {mutant.name} is not refuted"
    return None


def accepted_control() -> str | None:
    """The first control that is accepted, or a tampered certificate that replays."""
    for name, procedure, statement in CONTROLS:
        if procedure.prove(statement).verdict is Verdict.PROVED:
            return f"control accepted: {name}"
    for name, statement in TRUTHS:
        if Counterexample().refute(statement).verdict is Verdict.REFUTED:
            return f"truth refuted: {name}"
    true = Statement(then=eq(sp.cos(x) ** 2 + sp.sin(x) ** 2, 1))
    evidence = Algebra().prove(true).evidence
    if evidence.get("memberships") and Algebra().replay(replace(true, then=CONTROLS[0][2].then), evidence):
        return "control accepted: a certificate of another statement"
    return None


def noticed(tool: ToolMutant) -> str:
    """What catches one broken tool ('' if nothing does)."""
    with tool.applied():
        for id in tool.claims:
            found = complaint(by_id()[id])
            if found:
                return found
        return accepted_control() or ""


def caught() -> dict[str, str]:
    """For each broken tool what catches it; sound tools must raise no complaint."""
    sound = accepted_control()
    if sound:
        raise AssertionError(sound)
    return {tool.name: noticed(tool) for tool in TOOLS}
