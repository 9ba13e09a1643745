"""With, Rewrite, ByExp, Induction, and the small deciders Root, SumOf, GammaRecurrence, Parity."""

import json
from typing import Any

import sympy as sp

from phasebound.proofs.claim import Hypothesis, Statement, Verdict
from phasebound.proofs.exact import Algebra, Open, Positive
from phasebound.proofs.exact.gamma import GammaRecurrence
from phasebound.proofs.exact.lemmas import ByExp, Induction, Lemma, Rewrite, With
from phasebound.proofs.exact.parity import Parity
from phasebound.proofs.exact.root import Root
from phasebound.proofs.exact.sum_of import SumOf
from phasebound.proofs.terms import Rate, eq, family, indices, le, lt, ne, reals, size

x, y, z = reals("x y z")
n, k = size("n"), size("k")
POSITIVE = Hypothesis("x > 0", lt(0, x))
SQUARE = Lemma(Statement(then=le(2 * x * y, x**2 + y**2)), Positive(shown=(x - y) ** 2))


def proved(procedure: Any, statement: Statement) -> bool:
    """PROVED, and the replay of the evidence through JSON agrees."""
    outcome = procedure.prove(statement)
    found = outcome.verdict is Verdict.PROVED
    if found:
        assert procedure.replay(statement, json.loads(json.dumps(dict(outcome.evidence))))
    return found


def test_a_lemma_is_used_at_values() -> None:
    at = Lemma(SQUARE.statement, SQUARE.by, {x: z, y: sp.Integer(1)})
    assert proved(With((at,), Positive()), Statement(then=le(2 * z, z**2 + 1)))
    assert not proved(With((at,), Positive()), Statement(then=le(2 * z, z**2)))


def test_a_false_lemma_proves_nothing() -> None:
    false = Lemma(Statement(then=le(1, x)), Positive(), {x: z})
    assert not proved(With((false,), Positive()), Statement(then=le(1, z)))


def test_the_hypotheses_of_a_lemma_are_proved() -> None:
    inverse = Lemma(Statement(given=(POSITIVE,), then=lt(0, 1 / x)), Positive(), {x: z})
    statement = Statement(given=(Hypothesis("z > 0", lt(0, z)),), then=lt(0, 1 / z))
    assert proved(With((inverse,), Positive()), statement)
    assert not proved(With((inverse,), Positive()), statement.without("z > 0"))


def test_values_must_be_real_and_sizes_integers() -> None:
    square = Lemma(Statement(then=le(0, x**2)), Positive(), {x: sp.sqrt(-1 - z**2)})
    assert not proved(With((square,), Positive()), Statement(then=le(0, -1 - z**2)))
    half = Lemma(Statement(then=le(1, n)), Positive(), {n: z})
    assert not proved(With((half,), Positive()), Statement(then=le(1, z)))
    shifted = Lemma(Statement(then=le(1, n)), Positive(), {n: n - 1})
    assert not proved(With((shifted,), Positive()), Statement(then=le(2, n)))


def test_rewriting_needs_the_equation() -> None:
    statement = Statement(given=(Hypothesis("equal", eq(x, y)),), then=le(0, x - y))
    assert proved(Rewrite(((x, y),), Positive()), statement)
    assert not proved(Rewrite(((x, y),), Positive()), statement.without("equal"))
    moving = statement.concluding(eq(Rate(x, (x, sp.Integer(1))), 0))
    assert not proved(Rewrite(((x, sp.Integer(1)),), Algebra()), moving)


def test_exponentials() -> None:
    log_product = Statement(
        given=(POSITIVE, Hypothesis("y > 0", lt(0, y))), then=eq(sp.log(x * y), sp.log(x) + sp.log(y))
    )
    assert proved(ByExp(), log_product)
    assert not proved(ByExp(), log_product.without("y > 0"))
    assert not proved(ByExp(), log_product.concluding(eq(sp.log(x * y), sp.log(x) - sp.log(y))))


def test_what_sympy_decides_on_sight_is_left_to_a_procedure() -> None:
    square = Statement(then=le(0, n**2))  # at n = 1 sympy would say true
    outcome = Induction(n, (Open("not asked"),), Positive()).prove(square)
    assert outcome.verdict is not Verdict.PROVED
    assert outcome.evidence["reason"] == "n = 1: not asked"


def test_induction() -> None:
    bernoulli = Statement(given=(Hypothesis("x >= 0", le(0, x)),), then=le(1 + n * x, (1 + x) ** n))
    step = SumOf(((1 + x) * ((1 + x) ** n - 1 - n * x), n * x**2))
    assert proved(Induction(n, (Positive(),), step), bernoulli)
    assert not proved(Induction(n, (), step), bernoulli)
    assert not proved(Induction(n, (Positive(),), step), bernoulli.concluding(le(2 + n * x, (1 + x) ** n)))
    hypothesis = bernoulli.assuming(Hypothesis("n", le(n, 3)))
    assert not proved(Induction(n, (Positive(),), step), hypothesis)
    assert not proved(Induction(x, (Positive(),), step), bernoulli)


def test_induction_needs_the_step() -> None:
    """n <= 1 holds for n = 1 only."""
    assert not proved(Induction(n, (Positive(),), Positive()), Statement(then=le(n, 1)))


def test_gamma_recurrence() -> None:
    step = Statement(given=(POSITIVE,), then=eq(sp.gamma(x + 1), x * sp.gamma(x)))
    assert proved(GammaRecurrence(), step)
    assert not proved(GammaRecurrence(), step.without(POSITIVE.name))
    assert not proved(GammaRecurrence(), step.concluding(eq(sp.gamma(x + 2), x * sp.gamma(x))))
    assert not proved(GammaRecurrence(), step.concluding(eq(sp.gamma(x + 1), (x + 1) * sp.gamma(x))))


def test_root() -> None:
    root = Statement(given=(POSITIVE,), then=eq(sp.Abs(x), x))
    assert proved(Root(), root)
    assert not proved(Root(), root.without(POSITIVE.name))
    assert not proved(Root(), root.concluding(eq(sp.sqrt(x), x)))
    assert not proved(Root(), root.concluding(eq(sp.Abs(x), -x)))


def test_sum_of() -> None:
    chain = Statement(given=(Hypothesis("x <= y", le(x, y)), Hypothesis("y < z", lt(y, z))), then=lt(x, z))
    assert proved(SumOf((y - x, z - y)), chain)
    assert not proved(SumOf((y - x, z - y)), chain.without("x <= y"))
    assert not proved(SumOf((y - x, z - x)), chain)
    loose = chain.assuming(Hypothesis("y < z", le(y, z)))
    assert not proved(SumOf((y - x, z - y)), loose)
    assert not proved(SumOf((-(z - x),), times=sp.Integer(-1)), chain)


def test_parity() -> None:
    assert proved(Parity(), Statement(then=ne(2 * n * k + 4 * k, 2 * n - 1)))
    assert not proved(Parity(), Statement(then=ne(2 * n, 2 * k)))
    assert not proved(Parity(), Statement(then=ne(n, 2 * k + 1)))
    assert not proved(Parity(), Statement(then=ne(2 * x, 1)))
    assert not proved(Parity(), Statement(then=ne(2 * n, sp.Rational(1, 2))))


def test_induction_has_no_indices() -> None:
    """A family grows with n: the induction hypothesis does not speak of its new member."""
    family_statement = Statement(then=le(0, family("A")[indices("u")] ** 2 + n))
    assert not proved(Induction(n, (Positive(),), Positive()), family_statement)
