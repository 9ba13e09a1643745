"""Ranks: exact values at points, and bounds for every size by a factorisation."""

import json

import pytest

from phasebound.proofs.claim import Hypothesis, Statement, Verdict
from phasebound.proofs.exact.evaluate import holds, scalar
from phasebound.proofs.exact.rank import Dimension, Factors, rank
from phasebound.proofs.terms import (
    K,
    N,
    coordinates,
    dot,
    eq,
    family,
    indices,
    layers,
    le,
    total,
    vector_family,
)

A, x, y = family("A"), family("x"), family("y")
z, r = vector_family("z"), vector_family("r")
i, j = indices("i j")
b, f = layers("b"), coordinates("f")
MATRIX = rank(A[i, j], (i, 1, N), (j, 1, N))
PRODUCT = Statement(
    given=(Hypothesis("product", eq(A[i, j], total(x[i, f] * y[f, j], f))),), then=le(MATRIX, K)
)
ROWS = Factors(x[i, f], y[f, j], f)


@pytest.mark.parametrize(
    ("matrix", "expected"),
    [(((1, 2), (2, 4)), 1), (((1, 2), (3, 4)), 2), (((0, 0), (0, 0)), 0), (((1, "1/3"), (3, 1)), 1)],
)
def test_values(matrix: tuple[tuple[object, ...], ...], expected: int) -> None:
    assert scalar(MATRIX, {N: 2, A: matrix}, {}) == expected


def test_blocks_and_vectors() -> None:
    corner = rank(A[i, j], (i, 2, 2), (j, 1, 2))
    assert scalar(corner, {A: ((1, 2), (0, 0))}, {}) == 0
    cosines = rank(dot(z[i], r[j]), (i, 1, N), (j, 1, N))
    point = {N: 3, z: ((1, 0), (0, 1), (1, 1)), r: ((1, 0), (0, 1), (1, 2))}
    assert scalar(cosines, point, {}) == 2
    assert holds(eq(Dimension(z[i]), 2), point)
    assert not holds(eq(Dimension(z[i]), 3), point)


def test_bound_rows_and_columns_are_not_free() -> None:
    assert not {i, j} & MATRIX.free_symbols
    assert N in MATRIX.free_symbols


def test_accepts() -> None:
    for procedure, statement in ((ROWS, PRODUCT), (Factors(), PRODUCT.concluding(le(MATRIX, N)))):
        outcome = procedure.prove(statement)
        assert outcome.verdict is Verdict.PROVED
        assert procedure.replay(statement, json.loads(json.dumps(dict(outcome.evidence))))


@pytest.mark.parametrize(
    ("procedure", "statement"),
    [
        (ROWS, PRODUCT.without("product")),
        (ROWS, PRODUCT.concluding(le(MATRIX, K - 1))),
        (ROWS, PRODUCT.concluding(le(MATRIX, N))),  # the bound is the number of features
        (ROWS, PRODUCT.concluding(le(K, MATRIX))),
        (Factors(A[i, j], y[f, j], f), PRODUCT),  # a factor of both indices
        (Factors(x[i, f], x[i, f], f), PRODUCT),
        (Factors(x[i, j], y[j, j], j), PRODUCT),  # the summation index is a column
        (Factors(), PRODUCT),
        (Factors(), PRODUCT.concluding(le(rank(A[i, j], (i, 1, K), (j, 1, K)), N))),
        (ROWS, PRODUCT.concluding(le(rank(A[i, j], (i, 2, N), (j, 1, N)), K))),
        (Factors(), PRODUCT.concluding(le(rank(A[i, i], (i, 1, N), (i, 1, N)), N - 1))),
    ],
)
def test_refuses(procedure: Factors, statement: Statement) -> None:
    assert procedure.prove(statement).verdict is Verdict.UNKNOWN
    assert not procedure.replay(statement, {"memberships": []})
