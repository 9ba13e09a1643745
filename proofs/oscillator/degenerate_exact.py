r"""The law of |h| for n >= 2 independent uniform anchors: Kluyver's integral (cited), to certified digits.

    P(|h| <= eps) = eps^nu 2^{1-nu}/Gamma(nu) int_0^oo s^{nu-1} J_nu(eps s) prod_j Omega(w_j s) ds,  nu = d/2,

with Omega(s) = Gamma(nu) (2/s)^{nu-1} J_{nu-1}(s). The integral (quadrature, proved tail) is compared with
routes that use no Bessel function: a cap for n = 2, exact convolution of polynomials for odd d, the radial
law for n = 3.
"""

from typing import Any

from sympy import Abs, Rational

from ..claim import Claim, Mutant, Part, Scope, Source, Stated, Statement
from ..degenerate import DegenerateMeasure, KluyverIntegral
from ..enclosure.balls import Balls
from ..terms import le, reals

b, eps, v = reals("b eps v")
W2 = w1, w2 = reals("w_1 w_2")
W3 = (*W2, reals("w_3"))
W5 = (*W3, *reals("w_4 w_5"))


def agree(weights: Any, tolerance: Any) -> Any:
    """The integral and the probability differ by no more than a relative tolerance."""
    return Statement(
        then=le(Abs(KluyverIntegral(b, eps, *weights) / DegenerateMeasure(b, eps, *weights) - 1), tolerance)
    )


def at(weights: Any, *values: Any) -> Any:
    """Values of the weights."""
    return dict(zip(weights, values, strict=True))


def unlike(weights: Any) -> Any:
    """A mutant: the last anchor left out of the integral."""
    return le(
        Abs(KluyverIntegral(b, eps, *weights[:-1]) / DegenerateMeasure(b, eps, *weights) - 1),
        Rational(1, 10**6),
    )


MIXED, EQUAL = (10, 8, 6, 12, 9), (10,) * 5
TWO = agree(W2, Rational(1, 10**12)).over(*({**at(W2, 5, 4), b: k, eps: 3} for k in (64,)))
THREE = agree(W3, Rational(1, 10**12)).over(*({**at(W3, 10, 6, 6), b: k, eps: 5} for k in (16,)))
FIVE = agree(W5, Rational(1, 10**12)).over(
    *({**at(W5, *MIXED), b: k, eps: 5} for k in (9,)),
    *({**at(W5, *EQUAL), b: k, eps: 7} for k in (9, 17)),
)
SPACE = agree(W5, Rational(1, 10**6)).over({**at(W5, *EQUAL), b: 3, eps: 7})
VALUES = Statement(then=le(Abs(KluyverIntegral(b, eps, *W5) / v - 1), Rational(1, 10**12))).over(
    {**at(W5, *EQUAL), eps: 7, b: 8, v: "0.000502547119405860776"},
    {**at(W5, *EQUAL), eps: 7, b: 64, v: "8.14225477034537788e-23"},
    {**at(W5, *MIXED), eps: 5, b: 8, v: "6.49268332914696134e-5"},
)

CLAIM = Claim(
    id="osc.degenerate-exact",
    title="The probability of a small drive, to certified digits",
    paper="B",
    sources=(Source("-", "the law of abs(h) for uniform independent anchors in closed form"),),
    tiers=("enclosure", "sampled"),
    as_stated=Stated("proved"),
    parts=(
        Part(
            "two anchors: a cap",
            TWO,
            Balls(),
            Scope(kind="listed", text="w = (5, 4), eps = 3, d = 64"),
            mutants=(
                Mutant(
                    "eps 2 % greater",
                    TWO.concluding(
                        le(
                            Abs(KluyverIntegral(b, eps * 51 / 50, *W2) / DegenerateMeasure(b, eps, *W2) - 1),
                            Rational(1, 10**12),
                        )
                    ),
                ),
            ),
        ),
        Part(
            "three anchors: radial quadrature",
            THREE,
            Balls(),
            Scope(kind="listed", text="w = (1, .6, .6), eps = .5, d = 16"),
            mutants=(
                Mutant(
                    "in the dimension below",
                    THREE.concluding(
                        le(
                            Abs(KluyverIntegral(b - 1, eps, *W3) / DegenerateMeasure(b, eps, *W3) - 1),
                            Rational(1, 10**6),
                        )
                    ),
                ),
            ),
        ),
        Part(
            "five anchors: exact convolution",
            FIVE,
            Balls(),
            Scope(
                kind="listed",
                text="w = (1, .8, .6, 1.2, .9), eps = .5 and w = (1, 1, 1, 1, 1), eps = .7; d = 9 and 17",
            ),
            mutants=(Mutant("without the last anchor", FIVE.concluding(unlike(W5))),),
        ),
        Part(
            "five anchors in space: exact convolution",
            SPACE,
            Balls(),
            Scope(kind="listed", text="w = (1, 1, 1, 1, 1), eps = .7, d = 3, to 6 digits"),
        ),
        Part(
            "values",
            VALUES,
            Balls(),
            Scope(kind="listed", text="d = 8 and 64, to 12 digits"),
            given=("kluyver",),
            mutants=(
                Mutant(
                    "2 % off",
                    VALUES.concluding(
                        le(Abs(KluyverIntegral(b, eps, *W5) * 50 / (49 * v) - 1), Rational(1, 10**12))
                    ),
                ),
            ),
        ),
    ),
)
