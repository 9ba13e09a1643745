"""Functions defined by an integral: balls by a second route, and the derivative that proofs use."""

import pytest
import sympy as sp
from flint import acb, arb, ctx, fmpq

from phasebound.proofs import measures
from phasebound.proofs.degenerate import kluyver_ball, measure_ball
from phasebound.proofs.enclosure import caps, moments, polygamma, sech
from phasebound.proofs.exact.evaluate import NotExact


def close(a: arb, b: arb, bits: int = 90) -> bool:
    """The balls meet and both are narrow."""
    return bool(a.overlaps(b)) and a.rel_accuracy_bits() > bits and b.rel_accuracy_bits() > bits


@pytest.fixture(autouse=True)
def precision() -> object:
    """128 bits, put back."""
    before, ctx.prec = ctx.prec, 128
    yield
    ctx.prec = before


@pytest.mark.parametrize("n", [0, 1, 2, 7, 30])
@pytest.mark.parametrize("a", ["1/10", "1", "3/2", "3"])
def test_sine_integral(n: int, a: str) -> None:
    angle = arb(fmpq(*map(int, (a + "/1").split("/")[:2])))
    quadrature = acb.integral(lambda t, _: t.sin() ** n, 0, acb(angle), abs_tol=arb(2) ** -400).real
    assert close(measures.sine_integral_ball(arb(n), angle), quadrature, 60)


def test_sine_integral_at_pi_holds_the_total() -> None:
    found = measures.sine_integral_ball(arb(5), arb.pi())
    assert close(found, caps.total(5))


@pytest.mark.parametrize("n", [1, 2, 9, 40])
@pytest.mark.parametrize("s", [-2, 1, 3])
def test_sech_integral(n: int, s: int) -> None:
    quadrature = acb.integral(lambda t, _: t.sech() ** n, 0, s).real
    assert close(measures.sech_integral_ball(arb(n), arb(s)), quadrature, 60)


@pytest.mark.parametrize("n", [1, 3, 10])
def test_excess(n: int) -> None:
    """int_q^oo P(y > u) du by sums from above and below, P falling; beyond 60 at most int 2^n e^{-n u}/2."""
    q, steps, width = arb(1), 6000, arb(fmpq(1, 100))
    tails = [sech.failure(n + 1, q + k * width) for k in range(steps + 1)]
    lower, upper = width * sum(tails[1:], arb(0)), width * sum(tails[:-1], arb(0))
    rest = arb(2) ** n * (-(n * (q + steps * width))).exp() / (2 * n)
    found = measures.excess_ball(arb(n), q)
    assert lower < found < upper + rest
    assert found.rel_accuracy_bits() > 40


def test_excess_balances() -> None:
    """E max(0, y - q) at q -> 0 is E|y|/2, at n = 2 (density sech^2/2) ln(2)/2."""
    tiny = arb(2) ** -100
    assert abs(measures.excess_ball(arb(2), tiny) - arb(2).log() / 2) < arb(2) ** -50


@pytest.mark.parametrize("d", [2, 3, 8, 33])
def test_polygamma(d: int) -> None:
    half = arb(d - 1) / 2
    assert close(measures.polygamma_ball(arb(1), half), polygamma.trigamma(d))
    assert close(measures.settling_variance_ball(arb(d - 1)), polygamma.trigamma(d) / 2, 60)


@pytest.mark.parametrize("power", [1, -1])
@pytest.mark.parametrize("weights", [(1, 1), (2, 1)])
def test_pair_moment(power: int, weights: tuple[int, int]) -> None:
    w1, w2 = map(arb, weights)
    found = measures.pair_moment_ball(arb(6), arb(power), w1, w2)
    assert close(found, moments.pair_quadrature(6, power, w1, w2), 60)


@pytest.mark.parametrize("p", [1, 2, 9])
def test_incomplete_beta(p: int) -> None:
    x = arb(fmpq(1, 3))
    quadrature = acb.integral(lambda t, _: t ** (p - 1) / (1 - t).sqrt(analytic=True), 0, acb(x)).real
    assert close(measures.incomplete_beta_ball(x, arb(p)), quadrature, 60)
    near = arb(1) - arb(2) ** -100
    gap = measures.incomplete_beta_ball(arb(1), arb(p)) - measures.incomplete_beta_ball(near, arb(p))
    assert 0 < gap < arb(2) ** -48  # int_{1-e}^1 (1-t)^{-1/2} = 2 sqrt(e)


def test_a_dimension_is_an_integer() -> None:
    with pytest.raises(NotExact):
        measures.sine_integral_ball(arb(fmpq(1, 2)), arb(1))


def test_kluyver_against_convolution() -> None:
    weights = [arb(w) for w in (10, 8, 6, 12, 9)]
    assert close(kluyver_ball(arb(9), arb(5), *weights), measure_ball(arb(9), arb(5), *weights), 50)


def test_derivatives() -> None:
    n, a, s, q, x, p = sp.symbols("n a s q x p", real=True)
    assert sp.diff(measures.SineIntegral(n, a), a) == sp.sin(a) ** n
    assert sp.diff(measures.SechIntegral(n, s), s) == sp.sech(s) ** n
    assert sp.diff(measures.IncompleteBeta(x, p), x) == x ** (p - 1) / sp.sqrt(1 - x)
    cap = measures.SineIntegral(n - 1, 2 * sp.atan(sp.exp(-q))) / measures.SineIntegral(n - 1, sp.pi)
    assert sp.diff(measures.Excess(n, q), q) == -cap
    with pytest.raises(ValueError, match="not varied"):
        measures.SineIntegral(n, a).fdiff(1)
