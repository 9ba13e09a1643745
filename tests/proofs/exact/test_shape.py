"""Constant, Rising, Unimodal, FallingToZero: what they prove, and what they must not."""

import json
from typing import Any

import pytest
import sympy as sp

from phasebound.proofs.claim import Hypothesis, Statement, Verdict
from phasebound.proofs.exact import Positive
from phasebound.proofs.exact.shape import Constant, FallingToZero, Rising, Unimodal
from phasebound.proofs.measures import Excess, SineIntegral
from phasebound.proofs.terms import eq, le, lt, reals, size

x, c = reals("x c")
m = size("m")
IN = Hypothesis("0 <= x <= 1", le(0, x) & le(x, 1))
INSIDE = Hypothesis("0 < x < 1", lt(0, x) & lt(x, 1))
ABOVE = Hypothesis("x >= 0", le(0, x))


def proved(procedure: Any, statement: Statement) -> bool:
    """PROVED, and the replay of the evidence through JSON agrees."""
    outcome = procedure.prove(statement)
    found = outcome.verdict is Verdict.PROVED
    if found:
        assert procedure.replay(statement, json.loads(json.dumps(dict(outcome.evidence))))
    return found


def test_constant() -> None:
    double = Statement(then=eq(sp.cos(x) ** 2 + sp.sin(x) ** 2, 1))
    assert proved(Constant(x, 0, -sp.oo, sp.oo), double)
    assert not proved(Constant(x, 0, -sp.oo, sp.oo), double.concluding(eq(sp.cos(x) + sp.sin(x), 1)))
    assert not proved(Constant(x, 0, -sp.oo, sp.oo), double.concluding(eq(SineIntegral(0, x), x + 1)))


def test_constant_needs_continuity() -> None:
    """atan(1/x) + atan(x) has derivative 0 but jumps at 0."""
    jump = Statement(then=eq(sp.atan(1 / x) + sp.atan(x), sp.pi / 2))
    assert not proved(Constant(x, 1, -sp.oo, sp.oo), jump)


def test_constant_needs_the_place() -> None:
    """The equation is known between low and high only."""
    first = Statement(given=(IN,), then=eq(SineIntegral(1, x), 1 - sp.cos(x)))
    assert proved(Constant(x, 0, 0, 1), first)
    assert not proved(Constant(x, 0, 0, 1), first.without(IN.name))
    assert not proved(Constant(x, 2, 0, 1), first)


def test_rising() -> None:
    tangent = Statement(given=(ABOVE,), then=le(1 + x, sp.exp(x)))
    assert proved(Rising(x, 0, sp.oo, sp.exp(x) - 1), tangent)
    assert not proved(Rising(x, 0, sp.oo, sp.exp(x) - 1), tangent.without(ABOVE.name))
    assert not proved(Rising(x, 0, sp.oo, sp.exp(x)), tangent)  # not the derivative
    assert not proved(Rising(x, 0, sp.oo, sp.exp(x) - 1), tangent.concluding(lt(1 + x, sp.exp(x))))
    assert not proved(Rising(x, 0, sp.oo, sp.exp(x) - 2), tangent.concluding(le(1 + 2 * x, sp.exp(x))))
    strict = tangent.assuming(Hypothesis(ABOVE.name, lt(0, x))).concluding(lt(1 + x, sp.exp(x)))
    assert proved(Rising(x, 0, sp.oo, sp.exp(x) - 1), strict)


def test_rising_needs_the_start() -> None:
    shifted = Statement(given=(ABOVE,), then=le(2 + x, sp.exp(x)))
    assert not proved(Rising(x, 0, sp.oo, sp.exp(x) - 1), shifted)
    assert not proved(Rising(x, -sp.oo, sp.oo, sp.exp(x)), Statement(then=le(1, sp.exp(x))))


def test_rising_needs_its_lemmas() -> None:
    f = sp.exp(x) - 1 - x
    cubic = Statement(given=(ABOVE,), then=le(1 + x + x**2 / 2, sp.exp(x)))
    assert proved(Rising(x, 0, sp.oo, f, lemmas=((f, Rising(x, 0, sp.oo, sp.exp(x) - 1)),)), cubic)
    assert not proved(Rising(x, 0, sp.oo, f, lemmas=((f, Positive()),)), cubic)


def test_unimodal() -> None:
    hump = Statement(given=(IN,), then=le(0, x * (1 - x)))
    bump = Unimodal(x, 0, 1, sp.Integer(1), 1 - 2 * x, sp.Integer(2))
    assert proved(bump, hump)
    assert not proved(bump, hump.without(IN.name))
    assert not proved(bump, hump.concluding(lt(0, x * (1 - x))))  # 0 at the ends
    assert proved(bump, hump.assuming(Hypothesis(IN.name, INSIDE.holds)).concluding(lt(0, x * (1 - x))))
    assert not proved(bump, hump.concluding(le(x * (1 - x), 0)))


def test_unimodal_needs_one_sign_change() -> None:
    """x (1-x) (1-2x) is 0 at both ends, and negative beyond 1/2."""
    wave = sp.expand(x * (1 - x) * (1 - 2 * x))
    slope = sp.diff(wave, x)
    statement = Statement(given=(IN,), then=le(0, wave))
    assert not proved(Unimodal(x, 0, 1, sp.Integer(1), slope, -sp.diff(slope, x)), statement)
    assert not proved(
        Unimodal(x, 0, 1, slope, sp.Integer(1), sp.Integer(0)), statement
    )  # factor changes sign


@pytest.mark.parametrize("end", [sp.Rational(3, 2), sp.oo])
def test_unimodal_needs_both_ends(end: sp.Expr) -> None:
    statement = Statement(
        given=(Hypothesis("range", le(0, x) & le(x, sp.Rational(3, 2))),), then=le(0, x * (1 - x))
    )
    assert not proved(Unimodal(x, 0, end, sp.Integer(1), 1 - 2 * x, sp.Integer(2)), statement)


def test_falling_to_zero() -> None:
    statement = Statement(given=(ABOVE,), then=le(0, Excess(m, x)))
    rate = SineIntegral(m - 1, 2 * sp.atan(sp.exp(-x))) / SineIntegral(m - 1, sp.pi)
    assert proved(FallingToZero(x, 0, rate), statement)
    assert not proved(FallingToZero(x, 0, rate), statement.concluding(le(1, Excess(m, x))))
    assert not proved(FallingToZero(x, 0, rate), statement.concluding(le(0, -Excess(m, x))))
    assert not proved(FallingToZero(x, 0, sp.exp(-x)), statement.concluding(le(0, 1 + sp.exp(-x))))
    assert not proved(FallingToZero(x, 0, rate), statement.concluding(le(0, Excess(m, x) * x)))


def test_a_size_is_no_real_variable() -> None:
    """For a size the facts know x >= 1, which the reals between do not satisfy."""
    statement = Statement(given=(Hypothesis("range", le(1, m)),), then=le(0, m - 1))
    assert not proved(Rising(m, 0, sp.oo, sp.Integer(1)), statement)
