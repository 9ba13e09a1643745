"""Attacks that once worked: false statements that were proved, true ones refuted, evidence that proves nothing."""

from typing import Any

import pytest
import sympy as sp

from phasebound.proofs import certificate
from phasebound.proofs.claim import Hypothesis, Point, Statement, Verdict
from phasebound.proofs.enclosure.balls import BallCounterexample, Balls, Between
from phasebound.proofs.exact.algebra import Algebra
from phasebound.proofs.exact.apart import Apart
from phasebound.proofs.exact.calculus import Increasing
from phasebound.proofs.exact.lemmas import Induction, Lemma, Rewrite, With
from phasebound.proofs.exact.phase_mean import MeanPhases, PhaseMean
from phasebound.proofs.exact.positive import Chain, Positive
from phasebound.proofs.exact.rank import Factors, rank
from phasebound.proofs.exact.refute import Counterexample
from phasebound.proofs.exact.shape import Rising
from phasebound.proofs.exact.steps import Cut
from phasebound.proofs.exact.sturm import Sturm
from phasebound.proofs.exact.sum_of import SumOf
from phasebound.proofs.exact.tight import Tight
from phasebound.proofs.ledger import by_id
from phasebound.proofs.terms import (
    K,
    L,
    N,
    Rate,
    Square,
    SquaredNorm,
    coordinates,
    dot,
    eq,
    family,
    iff,
    indices,
    layers,
    le,
    lt,
    ne,
    reals,
    size,
    total,
    vector_family,
    vectors,
)
from phasebound.verdicts import CERTIFICATES

x, y, a, b = reals("x y a b")
i, j, l, s, u = indices("i j l s u")
c, f, k = coordinates("c"), layers("f"), size("k")
A, W, v, w = (family(name) for name in "AWvw")
z, h = vectors("z h")
r = vector_family("r")
G = sp.Symbol("G", real=True)
SQUARE = le(0, Square(sp.sqrt(x)))


def stated(then: Any, *given: Any, where: Any = ()) -> Statement:
    named = tuple(Hypothesis(f"h{i}", g) for i, g in enumerate(given))
    return Statement(given=named, then=then, where=where)


def delta(p: Any, q: Any) -> sp.Expr:
    return sp.KroneckerDelta(p, q)


def table(entry: sp.Expr, rows: Any = N) -> sp.Expr:
    return rank(entry, (i, 1, rows), (c, 1, K))


def holding(statement: Statement, by: Any, at: Any) -> With:
    return With((Lemma(statement, by, at),), Positive())


HALF = [sp.Rational(1, 2**e) for e in range(1, 99)]
FLAT = stated(eq(w[s], 0), eq(w[u], 0))
BOUND = stated(le(table(x), L))

FALSE: dict[str, tuple[Any, Statement]] = {
    "empty sum": (Algebra(), stated(eq(sp.Sum(1, (j, 1, N - 2)), N - 2))),
    "length by index": (Algebra(), stated(eq(sp.Sum(1, (l, 1, j), (j, 1, N)), j * N))),
    "inner length by index": (
        Algebra(),
        stated(eq(sp.Sum(sp.Sum(w[l], (l, 1, j)), (j, 1, N)), N * sp.Sum(w[l], (l, 1, j)))),
    ),
    "hypothesis captured by a sum": (
        Algebra(),
        stated(eq(v[j], total(W[l, l], l)), eq(v[u], total(W[u, j], j))),
    ),
    "rule beyond its range after a delta": (
        Algebra(),
        stated(
            eq(
                sp.Sum(delta(j, l) * w[j] * v[s], (j, 1, N), (l, 1, N), (s, 1, 2 * N)), 2 * N * total(w[j], j)
            ),
            eq(v[u], 1),
        ),
    ),
    "rule beyond its range in a product": (
        Algebra(),
        stated(eq(*(sp.log(sp.Product(q + x, (j, 1, 2 * N))) for q in (v[j], sp.S.One))), eq(v[u], 1)),
    ),
    "rule beyond its range in a rank": (
        Algebra(),
        stated(eq(table(v[i] * W[i, c], 2 * N), table(W[i, c], 2 * N)), eq(v[u], 1)),
    ),
    "canonical name captured": (
        Algebra(),
        stated(eq(*(total(sp.sqrt(1 + total(q, l)), j) for q in (W[j, l], W[l, j]))), lt(0, W[u, s])),
    ),
    "delta captured by a rank": (
        Algebra(),
        stated(eq(total(delta(j, i) * table(W[j, i]), j), table(W[i, i]))),
    ),
    "delta captured by a product": (
        Algebra(),
        stated(
            eq(
                total(delta(j, u) * sp.log(sp.Product(W[j, u], (u, 1, N))), j),
                sp.log(sp.Product(W[u, u], (u, 1, N))),
            )
        ),
    ),
    "one of many captured": (
        Positive(),
        stated(le(sp.exp(v[l] + total(W[l, l], l)), total(sp.exp(v[j] + total(W[j, l], l)), j))),
    ),
    "rate in a sum": (Algebra(), stated(eq(Rate(total(dot(r[j], z), j), (z, h)), N * dot(r[j], h)))),
    "rate of another member": (Algebra(), stated(eq(Rate(dot(r[s], z), (r[u], h)), 0))),
    "rate of a member in a sum": (Algebra(), stated(eq(Rate(total(dot(r[j], z), j), (r[u], h)), 0))),
    "lemma for one index": (
        With((Lemma(FLAT, Algebra(), {u: 1}),), Algebra()),
        stated(eq(w[s], 0), eq(w[1], 0)),
    ),
    "lemma beyond the range": (
        With((Lemma(FLAT, Algebra(), {s: N + 1}),), Algebra()),
        stated(eq(w[N + 1], 0), eq(w[u], 0)),
    ),
    "lemma captured by a rank": (
        holding(BOUND, Factors(row=x / L, column=sp.S.One, f=f), {x: A[i, c]}),
        stated(le(table(A[i, c]), L)),
    ),
    "lemma captured by a mean": (
        With((Lemma(stated(eq(PhaseMean(x, v), x)), MeanPhases(), {x: sp.cos(v[u])}),), Algebra()),
        stated(eq(PhaseMean(sp.cos(v[u]), v), sp.cos(v[u]))),
    ),
    "lemma on a root": (holding(stated(SQUARE), Positive(), {}), stated(le(0, x))),
    "lemma on an abbreviation": (
        holding(stated(le(0, G**2)), Positive(), {}),
        stated(le(0, x), where=((G, sp.sqrt(x)),)),
    ),
    "square of a root": (Positive(shown=Square(sp.sqrt(x))), stated(le(0, x))),
    "square of i": (Positive(shown=Square(sp.I)), stated(le(0, -1))),
    "even power of a root": (
        Positive(shown=(sp.sqrt(x) * y + sp.sqrt(x)) ** 2),
        stated(le(0, x * (1 + y) ** 2)),
    ),
    "length by a root": (Positive(shown=SquaredNorm(sp.sqrt(x) * z)), stated(le(0, x * dot(z, z)))),
    "cosh of a logarithm": (Positive(shown=2 * sp.cosh(sp.log(x))), stated(lt(0, x + 1 / x), ne(x, 0))),
    "sum of roots": (SumOf((Square(sp.sqrt(x)),)), stated(le(0, x))),
    "tight by a root": (Tight(total(Square(sp.sqrt(x)), j)), stated(eq(y, 1), eq(y, x), eq(N * x, 0))),
    "cut with a root": (Cut(((SQUARE, Positive()),), Positive()), stated(le(0, x))),
    "rewritten with a root": (Rewrite(((x, Square(sp.sqrt(x))),), Positive()), stated(le(0, x))),
    "chain by a logarithm": (
        Chain((("plus", sp.log(x)), ("apply", sp.exp))),
        stated(iff(le(a, b), le(x * sp.exp(a), x * sp.exp(b)))),
    ),
    "chain by a factor with a logarithm": (
        Chain((("times", 2 * sp.cosh(sp.log(y))),)),
        stated(iff(le(a, b), le(a * (y + 1 / y), b * (y + 1 / y))), ne(y, 0)),
    ),
    "rising from an undefined start": (
        Rising(x, -Square(sp.sqrt(y)), sp.oo, sp.S.One, at_low=Algebra()),
        stated(le(0, x + y), le(0, x)),
    ),
    "jump of acot": (Increasing(x, sp.S.NegativeOne, 1 / (1 + x**2)), stated(le(0, -sp.acot(x)), le(-1, x))),
    "jump of atan tan": (Increasing(x, sp.S.Zero, sp.S.One), stated(le(0, sp.atan(sp.tan(x))), le(0, x))),
    "size varied from 0": (Increasing(N, sp.S.Zero, N - 1), stated(le(0, N**2 / 2 - N))),
    "induction over an undefined root": (
        Induction(k, (Positive(),), Positive()),
        stated(le(0, Square(sp.sqrt(x * (2 - k))) + x * (k - 1))),
    ),
    "induction from an undefined case": (
        Induction(k, (Positive(),), Positive()),
        stated(le(0, Square(1 / (k - 1)) * (k - 1) ** 2 * x)),
    ),
    "apart by an undefined direction": (
        Apart(sp.cosh(sp.log(x)) * h, shown=dot(h, h) * sp.cosh(sp.log(x))),
        stated(ne(x * z + h / 2, x * z), ne(h, 0)),
    ),
}


@pytest.mark.parametrize("name", FALSE)
def test_false_statement_is_not_proved(name: str) -> None:
    by, statement = FALSE[name]
    assert by.prove(statement).verdict is not Verdict.PROVED


TRUE: dict[str, tuple[Statement, Point]] = {
    "no tokens": (stated(le(1, N)), {N: 0}),
    "half a token": (stated(le(1, N)), {N: "1/2"}),
    "undefined conjunct in balls": (
        stated(sp.And(lt(0, x), lt(sp.log(x), x), evaluate=False)),
        {x: -1},
    ),
    "vectors of two dimensions": (stated(eq(z, h), eq(z, 0), eq(h, 0)), {z: ("0", "0"), h: ("0",)}),
    "part of a token": (stated(le(1, N)), {N: sp.exp(-1)}),
    "box of tokens": (stated(le(1, N)), {N: Between("1/4", "1/2")}),
    "index out of range": (
        stated(le(w[u], total(w[j], j)), le(0, w[s])),
        {N: 1, w: ["1", "2"], u: 2},
    ),
    "hypothesis at one index only": (stated(eq(total(w[j], j), 0), eq(w[u], 0)), {N: 2, w: ["0", "1"], u: 1}),
    "undefined conjunct": (stated(sp.And(ne(x, 0), eq(1 / x, 1 / x), evaluate=False)), {x: 0}),
}


@pytest.mark.parametrize("name", TRUE)
def test_true_statement_is_not_refuted(name: str) -> None:
    statement, at = TRUE[name]
    for refuter in (Counterexample(), BallCounterexample()):
        assert refuter.refute(statement, at).verdict is not Verdict.REFUTED


def refused(by: Any, statement: Statement, evidence: Any) -> bool:
    try:
        return not by.replay(statement, evidence)
    except (ValueError, KeyError, TypeError):
        return True


@pytest.mark.parametrize("cofactor", ["1 x1^1 x0^-1", "1 x0^-1 x1^1", "1 x0^1", ""])
def test_cofactors_are_polynomials(cofactor: str) -> None:
    evidence = {"memberships": [{"route": 0, "goals": [{"power": 1, "cofactors": [cofactor]}]}]}
    assert refused(Algebra(), stated(eq(y, 0), eq(x, 0)), evidence)


def test_box_without_pieces() -> None:
    statement = Statement(then=lt(x, 0), instances=({x: Between(1, 1)},))
    assert refused(Balls(), statement, {"instances": [{"pieces": [], "sides": []}]})


def test_balls_without_instances() -> None:
    assert refused(Balls(), stated(lt(x, 1)), {"instances": []})


def test_sturm_samples_at_roots_only() -> None:
    p = -sp.Mul(*((x - q) ** 2 for q in HALF[:3]))
    assert Sturm().prove(stated(le(0, p), le(0, x), le(x, 1))).verdict is not Verdict.PROVED


def test_unproved_part_does_not_replay() -> None:
    data = certificate.read(CERTIFICATES / "osc.sphere-invariance.json")
    data["parts"][0] |= {"status": "unknown", "evidence": {}}
    with pytest.raises(certificate.BadCertificate):
        certificate.replay(data, by_id())
