"""The normal form keeps values: lowering an expression and evaluating commute, at random rational points."""

from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from phasebound.proofs.exact.evaluate import Turn, scalar
from phasebound.proofs.exact.normal_form import Frame, Lowering, OutOfLanguage
from phasebound.proofs.terms import N, Rate, dot, family, indices, reals, total, vector_family, vectors

x, y, a = reals("x y a")
z, h = vectors("z h")
A, theta = family("A"), family("theta")
r = vector_family("r")
u, v = indices("u v")

POINT = {
    x: Turn("1/2"),
    y: Turn("-2/3"),
    a: Fraction(3, 7),
    z: (1, Fraction(1, 2), 0),
    h: (Fraction(-2, 3), 1, 5),
    N: 3,
    A: (Fraction(1, 2), 2, -1),
    theta: (Turn("1/3"), Turn("oo"), Turn(-2)),
    r: ((1, 0, 0), (0, Fraction(3, 5), Fraction(4, 5)), (1, -1, 2)),
}

LEAVES = [
    a,
    sp.Rational(2, 3),
    sp.cos(x),
    sp.sin(x + y),
    sp.sin(2 * x - 3 * y),
    sp.cos(x - sp.pi / 2),
    sp.tan(x),
    dot(z, h),
    dot(z + 2 * h, z - h),
    total(A[u], u),
    total(A[u] * sp.cos(theta[u] - x), u),
    total(A[u] * A[v] * sp.cos(theta[u] - theta[v]), u, v),
    total(A[u] * dot(r[u], z), u),
    total(A[u] * A[v] * dot(r[u], r[v]), u, v),
    total(sp.sin(theta[u]) ** 3, u),
    Rate(dot(z, z) * a, (z, h - dot(z, h) * z), (a, a**2)),
]

expressions = st.recursive(
    st.sampled_from(LEAVES),
    lambda inner: st.one_of(
        st.builds(lambda p, q: p + q, inner, inner),
        st.builds(lambda p, q: p * q, inner, inner),
        st.builds(lambda p: p**2, inner),
        st.builds(lambda p: -p, inner),
    ),
    max_leaves=4,
)


@given(expressions)
@settings(max_examples=120, deadline=None)
def test_lowering_keeps_the_value(e: sp.Expr) -> None:
    assert scalar(Lowering(e)(e), POINT, {}) == scalar(e, POINT, {})


@given(expressions, expressions)
@settings(max_examples=60, deadline=None)
def test_equal_normal_forms_mean_equal_values(p: sp.Expr, q: sp.Expr) -> None:
    lower = Lowering(p, q)
    low = [lower(p), lower(q)]
    frame = Frame(low)
    if frame(low[0]) == frame(low[1]):
        assert scalar(p, POINT, {}) == scalar(q, POINT, {})


def zero(e: sp.Expr) -> bool:
    """Whether e vanishes by its normal form alone (before any relation)."""
    low = Lowering(e)(e)
    return bool(Frame([low])(low) == 0)


@pytest.mark.parametrize(
    "e",
    [
        sp.sin(x - y) - sp.sin(x) * sp.cos(y) + sp.cos(x) * sp.sin(y),
        sp.cos(x + sp.pi) + sp.cos(x),
        sp.exp(x + 2 * a) - sp.exp(x) * sp.exp(a) ** 2,
        dot(z + h, z + h) - dot(z, z) - 2 * dot(z, h) - dot(h, h),
        total(A[u] * (a + sp.cos(theta[u])), u) - a * total(A[v], v) - total(A[v] * sp.cos(theta[v]), v),
        total(A[u], u) * total(A[v], v) - total(A[u] * A[v], u, v),
        total(a, u) - N * a,
        sp.tanh(a) * sp.cosh(a) - sp.sinh(a),
    ],
    ids=str,
)
def test_identities_are_decided(e: sp.Expr) -> None:
    assert zero(e)


@pytest.mark.parametrize(
    "e",
    [
        sp.sin(x - y) - sp.sin(x) * sp.cos(y) - sp.cos(x) * sp.sin(y),
        sp.exp(x + 2 * a) - sp.exp(x) * sp.exp(a),
        total(A[u] ** 2, u) - total(A[u], u) ** 2,
        total(A[u] * A[v] * dot(r[u], r[v]), u, v) - total(A[u] ** 2 * dot(r[u], r[u]), u),
        dot(z, h) - dot(h, h),
        total(A[u], u) - N,
    ],
    ids=str,
)
def test_what_is_no_identity_is_not(e: sp.Expr) -> None:
    assert not zero(e)


def test_a_bound_index_cannot_capture_a_free_one() -> None:
    free = indices("i1")
    crossed = total(A[u] * dot(r[u], r[free]), u)
    same = total(A[u] * dot(r[u], r[u]), u)
    assert not zero(crossed - same)


def test_a_denominator_is_reported_not_cancelled() -> None:
    e = sp.Mul(a, sp.Pow(dot(z, z), -1), evaluate=False) * dot(z, z) - a / dot(z, z)
    lower = Lowering(e)
    lower(e)
    assert dot(z, z) in lower.denominators


@pytest.mark.parametrize(
    "e", [sp.Sum(A[u], (u, 2, N)), sp.Piecewise((a, a > 0), (0, True)), sp.cos(a + sp.pi / 7)], ids=str
)
def test_what_the_language_lacks_is_refused(e: sp.Expr) -> None:
    with pytest.raises(OutOfLanguage):
        Lowering(e)(e)
