"""Sign rules of elementary functions: what they say and must not say; where functions are continuous."""

import pytest
import sympy as sp

from phasebound.proofs.exact.domain import continuous, real_valued
from phasebound.proofs.exact.elementary import (
    beyond_a_bound,
    closed_number,
    numbers_apart,
    of_circular,
    of_exponential,
    of_inverse,
    of_sizes,
)
from phasebound.proofs.exact.sign import Facts
from phasebound.proofs.measures import Excess, IncompleteBeta, SechIntegral, SineIntegral, of_integral
from phasebound.proofs.terms import family, indices, le, lt, reals, size

x, y = reals("x y")
m, n = size("m"), size("n")
NOTHING = Facts([])
ACUTE = Facts([("acute", lt(0, x) & lt(x, sp.pi / 2))])
OBTUSE = Facts([("obtuse", lt(sp.pi / 2, x) & le(x, sp.pi))])
LINE = Facts([("line", le(0, x) & le(x, sp.pi))])
UNIT = Facts([("unit", le(0, x) & lt(x, 1))])
CLOSED = Facts([("unit", le(0, x) & le(x, 1))])
NEGATIVE = Facts([("negative", lt(x, 0))])


@pytest.mark.parametrize(
    ("rule", "expression", "facts", "sign"),
    [
        (closed_number, 4 * sp.pi - 6, NOTHING, "+"),
        (closed_number, sp.sqrt(2) - sp.pi, NOTHING, "-"),
        (closed_number, sp.sqrt(2) + x, NOTHING, None),
        (numbers_apart, 4 * sp.pi - 6 + x**2, NOTHING, "+"),
        (numbers_apart, 2 * sp.pi - 7 + x**2, NOTHING, None),
        (of_sizes, m - 1, NOTHING, "0+"),
        (of_sizes, m + n, NOTHING, "+"),
        (of_sizes, m - 2, NOTHING, None),
        (of_sizes, x + m, NOTHING, None),
        (beyond_a_bound, sp.pi - x, ACUTE, "+"),
        (beyond_a_bound, sp.pi / 3 - x, ACUTE, None),
        (beyond_a_bound, x + 1, LINE, "+"),
        (beyond_a_bound, x - 1, LINE, None),
        (of_circular, sp.cos(x), OBTUSE, "-"),
        (of_circular, sp.cos(x), LINE, None),
        (of_circular, 1 - sp.sin(x) ** m, ACUTE, "+"),
        (of_circular, 1 - sp.sin(x) ** (m - 1), LINE, "0+"),
        (of_circular, 1 - sp.sin(x) ** m, NOTHING, None),
        (of_circular, 1 - 2 * sp.sin(x), ACUTE, None),
        (of_inverse, sp.pi / 2 - sp.asin(x), UNIT, "+"),
        (of_inverse, sp.pi / 2 - sp.asin(x), CLOSED, "0+"),
        (of_inverse, sp.pi / 2 - sp.asin(x), NEGATIVE, None),
        (of_inverse, sp.pi - 2 * sp.atan(x), NOTHING, "+"),
        (of_inverse, sp.pi / 2 - 2 * sp.atan(x), UNIT, "+"),
        (of_inverse, sp.pi / 2 - 2 * sp.atan(x), NOTHING, None),
        (of_inverse, 2 * sp.atan(x) - sp.pi / 3, UNIT, None),
        (of_exponential, sp.exp(x) - 1, NEGATIVE, "-"),
        (of_exponential, 1 - sp.exp(x), NEGATIVE, "+"),
        (of_exponential, 1 - sp.exp(x), NOTHING, None),
        (of_exponential, 2 - sp.exp(x), NEGATIVE, None),
        (of_exponential, sp.sech(x), NOTHING, "+"),
        (of_integral, SineIntegral(m - 1, x), ACUTE, "+"),
        (of_integral, SineIntegral(m - 1, x), LINE, "0+"),
        (of_integral, SineIntegral(m - 2, x), ACUTE, None),
        (of_integral, SineIntegral(m - 1, x), NEGATIVE, None),
        (of_integral, SechIntegral(m, x), NEGATIVE, "-"),
        (of_integral, IncompleteBeta(x, m / 2), CLOSED, "0+"),
        (of_integral, IncompleteBeta(x, m / 2), NOTHING, None),
    ],
)
def test_signs(rule: object, expression: sp.Expr, facts: Facts, sign: str | None) -> None:
    assert callable(rule)
    assert rule(expression, facts) == sign


@pytest.mark.parametrize(
    ("expression", "facts", "expected"),
    [
        (sp.log(x), ACUTE, True),
        (sp.log(x), NOTHING, False),
        (sp.sqrt(x), UNIT, True),
        (sp.sqrt(x), NEGATIVE, False),
        (1 / x, ACUTE, True),
        (1 / x, UNIT, False),
        (sp.asin(x), UNIT, True),
        (sp.asin(x), NOTHING, False),
        (sp.tan(x), ACUTE, True),
        (sp.tan(x), LINE, False),
        (family("A")[indices("u")] ** 2, NOTHING, True),
        (sp.zeta(x), NOTHING, False),
        (SineIntegral(m - 1, x), NOTHING, True),
        (SineIntegral(m - 2, x), NOTHING, False),
        (IncompleteBeta(x, m / 2), CLOSED, True),
        (IncompleteBeta(x, m / 2), NOTHING, False),
        (Excess(m, x), NOTHING, True),
    ],
)
def test_real_and_continuous(expression: sp.Expr, facts: Facts, expected: bool) -> None:
    assert real_valued(expression, facts) is expected
    assert continuous(expression, x, facts) is expected or expression.func is sp.asin


def test_a_step_is_not_continuous() -> None:
    for jump in (sp.sign(x), sp.Heaviside(x), sp.floor(x), sp.Piecewise((0, x < 0), (1, True))):
        assert not continuous(jump, x, NOTHING)
