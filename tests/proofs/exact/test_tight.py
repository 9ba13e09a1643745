"""The case of equality: accepted where every term must vanish, refused where it need not."""

import json

import pytest
import sympy as sp

from phasebound.proofs.claim import Hypothesis, Statement, Verdict
from phasebound.proofs.entropy import FenchelYoung, XLogX
from phasebound.proofs.exact import Algebra, Positive
from phasebound.proofs.exact.tight import Tight
from phasebound.proofs.terms import eq, family, indices, le, reals, total

w, x = family("w"), family("x")
u, v = indices("u v")
m = reals("m")

WEIGHTS = Hypothesis("weights", le(0, w[u]))
SQUARES = Hypothesis("sum of squares", eq(total(x[u] ** 2, u), 0))


def test_a_vanishing_sum_of_squares_has_vanishing_terms() -> None:
    statement = Statement(given=(SQUARES,), then=eq(x[v], 0))
    tight = Tight(shown=total(x[u] ** 2, u))
    outcome = tight.prove(statement)
    assert outcome.verdict is Verdict.PROVED
    assert tight.replay(statement, json.loads(json.dumps(outcome.evidence)))


def test_a_sum_that_is_at_most_zero() -> None:
    small = Hypothesis("small", le(total(w[u], u), 0))
    statement = Statement(given=(WEIGHTS, small), then=eq(w[v], 0))
    by = Tight(shown=total(w[u], u), at_most_zero=Positive())
    assert by.prove(statement).verdict is Verdict.PROVED
    assert by.prove(statement.without("small")).verdict is Verdict.UNKNOWN
    assert by.prove(statement.without("weights")).verdict is Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("statement", "shown"),
    [
        pytest.param(Statement(given=(SQUARES,), then=eq(x[v], 1)), total(x[u] ** 2, u), id="another value"),
        pytest.param(Statement(given=(SQUARES,), then=eq(x[v], 0)), total(x[u], u), id="terms of any sign"),
        pytest.param(Statement(then=eq(x[v], 0)), total(x[u] ** 2, u), id="no hypothesis"),
        pytest.param(Statement(given=(SQUARES,), then=eq(x[v], 0)), x[v] ** 2, id="not a sum"),
        pytest.param(
            Statement(given=(Hypothesis("part", eq(sp.Sum(x[u] ** 2, (u, 1, 1)), 0)),), then=eq(x[v], 0)),
            sp.Sum(x[u] ** 2, (u, 1, 1)),
            id="not the whole range",
        ),
        pytest.param(
            Statement(given=(Hypothesis("one", eq(total((x[u] - x[v]) ** 2, u), 0)),), then=eq(x[v], 0)),
            total((x[u] - x[v]) ** 2, u),
            id="a named index",
        ),
    ],
)
def test_refused(statement: Statement, shown: sp.Expr) -> None:
    assert Tight(shown=shown).prove(statement).verdict is Verdict.UNKNOWN


def test_tampered_evidence_is_refused() -> None:
    statement = Statement(given=(SQUARES,), then=eq(x[v], 0))
    tight = Tight(shown=total(x[u] ** 2, u))
    evidence = dict(tight.prove(statement).evidence)
    assert not tight.replay(statement.concluding(eq(x[v], 1)), evidence)


ZERO = Hypothesis("no defect", eq(total(FenchelYoung(w[u], x[u]), u), 0))


def test_fenchel_young_vanishes_at_the_exponential_only() -> None:
    by = Tight(shown=total(FenchelYoung(w[u], x[u]), u))
    assert by.prove(Statement(given=(WEIGHTS, ZERO), then=eq(w[v], sp.exp(x[v])))).verdict is Verdict.PROVED
    assert by.prove(Statement(given=(ZERO,), then=eq(w[v], sp.exp(x[v])))).verdict is Verdict.UNKNOWN


def test_a_hypothesis_on_its_sign_does_not_stand_in_for_weights() -> None:
    """For a < 0 the function has other zeros: its sign alone must not give a = e^x."""
    sign = Hypothesis("sign", le(0, FenchelYoung(w[u], x[u])))
    by = Tight(shown=total(FenchelYoung(w[u], x[u]), u))
    assert by.prove(Statement(given=(sign, ZERO), then=eq(w[v], sp.exp(x[v])))).verdict is Verdict.UNKNOWN


def test_fenchel_young_inequality() -> None:
    a, y = reals("a y")
    inequality = Statement(given=(Hypothesis("a >= 0", le(0, a)),), then=le(a * y, XLogX(a) - a + sp.exp(y)))
    by = Positive(shown=FenchelYoung(a, y))
    assert by.prove(inequality).verdict is Verdict.PROVED
    assert by.prove(inequality.without("a >= 0")).verdict is Verdict.UNKNOWN
    tighter = inequality.concluding(le(a * y, XLogX(a) - a + sp.exp(y) * sp.Rational(49, 50)))
    assert by.prove(tighter).verdict is Verdict.UNKNOWN
    assert (
        Algebra().prove(inequality.concluding(eq(a * y, XLogX(a) - a + sp.exp(y)))).verdict is Verdict.UNKNOWN
    )
