"""Powers above tangents: the sign is known exactly where convexity gives it."""

import itertools
from fractions import Fraction

import pytest
import sympy as sp

from phasebound.proofs.claim import Hypothesis, Statement, Verdict
from phasebound.proofs.exact import Positive
from phasebound.proofs.exact.evaluate import scalar
from phasebound.proofs.exact.power import above_tangent
from phasebound.proofs.exact.sign import Facts
from phasebound.proofs.terms import le, reals

t, q, m, b = reals("t q m b")
SIGNS = {"t": le(0, t), "q": le(0, q), "m": le(0, m)}
BERNOULLI = Statement(
    given=tuple(Hypothesis(name, f) for name, f in SIGNS.items()),
    then=le(m ** (1 + q) + (1 + q) * m**q * (t - m), t ** (1 + q)),
)


def test_tangents_lie_below() -> None:
    procedure = Positive(shown=above_tangent(t, q, (m,)))
    assert procedure.prove(BERNOULLI).verdict is Verdict.PROVED
    for name in SIGNS:
        assert procedure.prove(BERNOULLI.without(name)).verdict is Verdict.UNKNOWN


@pytest.mark.parametrize("missing", ["t", "q", "m", "b"])
def test_no_sign_without_each_hypothesis(missing: str) -> None:
    known = {**SIGNS, "b": le(0, b)}
    gap = above_tangent(t, q, (m, 2), (b,))
    assert Facts(known.items()).sign(gap) == "0+"
    assert Facts((k, v) for k, v in known.items() if k != missing).sign(gap) is None


def test_values() -> None:
    opened = above_tangent(t, q, (m,), (b, 2)).opened()
    for values in itertools.product((0, Fraction(1, 2), 1, 3), (0, 1, 2), (0, 1, Fraction(5, 2)), (0, 1, 2)):
        assert scalar(opened, dict(zip((t, q, m, b), values, strict=True)), {}) >= 0
    assert scalar(opened, {t: -3, q: 2, m: 1, b: 1}, {}) < 0
    assert sp.expand(above_tangent(t, 1, (m,)).opened() - (t - m) ** 2) == 0
