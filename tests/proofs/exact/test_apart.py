"""Vectors told apart, equal squares, inequalities that meet: what they accept, and what they must not."""

import json

import pytest
import sympy as sp

from phasebound.proofs.claim import Hypothesis, Procedure, Statement, Verdict
from phasebound.proofs.exact.apart import Apart, EqualSquares
from phasebound.proofs.exact.meet import Meet
from phasebound.proofs.terms import (
    SquaredNorm,
    dot,
    eq,
    family,
    iff,
    indices,
    le,
    lt,
    ne,
    norm,
    reals,
    total,
    vector_family,
    vectors,
)

x, y, t = reals("x y t")
v, z, h = vectors("v z h")
j = indices("j")
w, r = family("w"), vector_family("r")
DRIVEN = Hypothesis("driven", ne(h, 0))
POSITIVE_X = Hypothesis("x > 0", lt(0, x))
POSITIVE_Y = Hypothesis("y > 0", lt(0, y))
WEIGHTS = Hypothesis("weights", lt(0, w[j]))
FORWARD = Hypothesis("forward", le(0, dot(v, r[j])))
SOME = Hypothesis("some", ne(total(dot(v, r[j]), j), 0))
DRIVE = ne(total(w[j] * r[j], j), 0)
TO_LOG = Meet(one=(("apply", sp.log),), other=(("times", sp.Integer(2)), ("plus", sp.log(y))))

TRUE: dict[str, tuple[Procedure, Statement]] = {
    "h is not 0": (Apart(along=h), Statement(given=(DRIVEN,), then=ne(h, 0))),
    "a certificate": (
        Apart(along=h + z, shown=SquaredNorm(h) + 1),
        Statement(
            given=(DRIVEN, Hypothesis("z.z", eq(dot(z, z), 1)), Hypothesis("z.h", eq(dot(z, h), 0))),
            then=ne(h + z, 0),
        ),
    ),
    "a supported sum": (Apart(along=v), Statement(given=(WEIGHTS, FORWARD, SOME), then=DRIVE)),
    "equal lengths": (
        EqualSquares(),
        Statement(given=(Hypothesis("squares", eq(dot(z, z), dot(h, h))),), then=eq(norm(z), norm(h))),
    ),
    "two ways to one middle": (
        TO_LOG,
        Statement(given=(POSITIVE_X, POSITIVE_Y), then=iff(le(x, y), le((sp.log(x) - sp.log(y)) / 2, 0))),
    ),
}

FALSE: dict[str, tuple[Procedure, Statement]] = {
    "h may be 0": (Apart(along=h), Statement(then=ne(h, 0))),
    "h is not 0 is no equation": (Apart(along=h), Statement(given=(DRIVEN,), then=eq(h, 0))),
    "z may be h": (Apart(along=h), Statement(given=(DRIVEN,), then=ne(z, h))),
    "scalars": (Apart(along=h), Statement(given=(POSITIVE_X,), then=ne(x, 0))),
    "weights of any sign": (Apart(along=v), Statement(given=(FORWARD, SOME), then=DRIVE)),
    "backward anchors": (Apart(along=v), Statement(given=(WEIGHTS, SOME), then=DRIVE)),
    "no anchor at all": (Apart(along=v), Statement(given=(WEIGHTS, FORWARD), then=DRIVE)),
    "opposite roots": (
        EqualSquares(),
        Statement(given=(Hypothesis("squares", eq(x**2, y**2)),), then=eq(x, y)),
    ),
    "different signs": (
        EqualSquares(),
        Statement(
            given=(POSITIVE_X, Hypothesis("y < 0", lt(y, 0)), Hypothesis("squares", eq(x**2, y**2))),
            then=eq(x, y),
        ),
    ),
    "vectors of one length": (
        EqualSquares(),
        Statement(given=(Hypothesis("squares", eq(dot(z, z), dot(h, h))),), then=eq(z, h)),
    ),
    "a logarithm of anything": (
        TO_LOG,
        Statement(given=(POSITIVE_Y,), then=iff(le(x, y), le((sp.log(x) - sp.log(y)) / 2, 0))),
    ),
    "the wrong way round": (
        TO_LOG,
        Statement(given=(POSITIVE_X, POSITIVE_Y), then=iff(le(x, y), le(0, (sp.log(x) - sp.log(y)) / 2))),
    ),
    "another strictness": (
        TO_LOG,
        Statement(given=(POSITIVE_X, POSITIVE_Y), then=iff(le(x, y), lt((sp.log(x) - sp.log(y)) / 2, 0))),
    ),
    "a factor of unknown sign": (
        Meet(one=(("times", t),), other=()),
        Statement(then=iff(le(x, y), le(t * x, t * y))),
    ),
}


@pytest.mark.parametrize("name", TRUE)
def test_proves_and_replays(name: str) -> None:
    procedure, statement = TRUE[name]
    outcome = procedure.prove(statement)
    assert outcome.verdict is Verdict.PROVED, outcome.evidence
    assert procedure.replay(statement, json.loads(json.dumps(outcome.evidence)))


@pytest.mark.parametrize("name", FALSE)
def test_does_not_prove(name: str) -> None:
    procedure, statement = FALSE[name]
    assert procedure.prove(statement).verdict is Verdict.UNKNOWN


def test_evidence_of_another_statement_does_not_replay() -> None:
    procedure, statement = TRUE["equal lengths"]
    evidence = json.loads(json.dumps(procedure.prove(statement).evidence))
    assert not procedure.replay(statement.concluding(eq(norm(z), 2 * norm(h))), evidence)


def test_a_bound_index_is_not_caught() -> None:
    """sum_i (sum_j a_ij) != 0 says nothing of sum_j (sum_j a_jj)."""
    a = family("a")
    i, k = indices("i k")
    some = Hypothesis("some", ne(total(total(a[i, k], k), i), 0))
    positive = Hypothesis("nonnegative diagonal", le(0, a[k, k]))
    claim = Statement(given=(some, positive), then=lt(0, total(a[k, k], k)))
    from phasebound.proofs.exact import Positive

    assert Positive().prove(claim).verdict is Verdict.UNKNOWN
