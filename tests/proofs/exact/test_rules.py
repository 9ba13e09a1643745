"""Equal anchors inside inner products, clamps, powers of numbers >= 0, sizes: used and not overused."""

import pytest
import sympy as sp

from phasebound.proofs.claim import Hypothesis, Statement, Verdict
from phasebound.proofs.exact import Algebra
from phasebound.proofs.exact.sign import Facts
from phasebound.proofs.terms import N, dot, eq, indices, le, lt, reals, size, total, vector_family, vectors

x, y, q = reals("x y q")
u, z = vectors("u z")
r = vector_family("r")
j, l = indices("j l")
p = size("p")
EQUAL = Hypothesis("equal", eq(r[j], u))
X, Q = Hypothesis("x", le(0, x)), Hypothesis("q", le(0, q))


def proves(statement: Statement) -> bool:
    return Algebra().prove(statement).verdict is Verdict.PROVED


def test_a_vector_for_every_token() -> None:
    assert proves(Statement(given=(EQUAL,), then=eq(total(dot(z, r[l]), l), N * dot(z, u))))
    assert proves(Statement(given=(EQUAL,), then=eq(total(dot(r[l], r[j]), l, j), N**2 * dot(u, u))))
    assert not proves(Statement(given=(EQUAL,), then=eq(total(dot(z, r[l]), l), dot(z, u))))
    assert not proves(Statement(then=eq(total(dot(z, r[l]), l), N * dot(z, u))))
    itself = Hypothesis("itself", eq(r[j], r[j] + u))  # contradictory: no endless rewriting
    assert not proves(Statement(given=(itself,), then=eq(total(dot(z, r[l]), l), 0)))


def test_powers_of_numbers_not_known_positive() -> None:
    split = Statement(given=(X, Q), then=eq(x ** (1 + q), x * x**q))
    assert proves(split)
    assert not proves(split.without("x"))
    assert not proves(split.without("q"))
    assert not proves(Statement(given=(X, Q), then=eq(x * x ** (q - 1), x**q)))  # 0**(q - 1)
    assert proves(Statement(given=(Hypothesis("x", lt(0, x)),), then=eq(x * x ** (q - 1), x**q)))
    assert proves(Statement(then=eq((x - y) ** (p + 2), (x**2 - 2 * x * y + y**2) * (x - y) ** p)))
    assert not proves(Statement(then=eq((x - y) ** (p + 2), (x - y) ** p)))


@pytest.mark.parametrize(
    ("e", "given", "expected"),
    [
        (sp.Max(0, x), {}, "0+"),
        (sp.Max(x, y), {}, None),
        (sp.Max(1, x), {}, "+"),
        (sp.Max(0, x), {"x": le(x, 0)}, "0"),
        (sp.Max(x, y), {"x": lt(x, 0), "y": lt(y, 0)}, "-"),
        (sp.Max(x, y), {"x": lt(x, 0), "y": le(y, 0)}, "0-"),
        (sp.Min(0, x), {}, "0-"),
        (sp.Min(x, y), {"x": lt(0, x), "y": lt(0, y)}, "+"),
        (sp.Min(x, y), {"x": lt(0, x)}, None),
        (N - 1, {}, "0+"),
        (N - 2, {}, None),
        (x**q, {"x": le(0, x), "q": le(0, q)}, "0+"),
        (x**q, {"x": le(0, x)}, None),
        (x**q, {"q": le(0, q)}, None),
    ],
)
def test_signs(e: sp.Expr, given: dict[str, sp.Basic], expected: str | None) -> None:
    assert Facts(given.items()).sign(e) == expected
