r"""The printed costs of the attention stage follow from four formulas; the gain is 8 to 10 with ReLU only.

softmax 10HP + 2HT; oscillator wHP + 2dHP + 4HT (all digital), wHP + dHP + 2HT (settling physical), wHP + 2HT
(readout physical too), with w = 1 for a ReLU coupling and w = 10 for softplus, which all main results use:
then the last is the first, and the others cost more.
"""

import sympy as sp
from sympy.logic.boolalg import And

from ..claim import Claim, Hypothesis, Mutant, Part, Scope, Source, Stated, Statement
from ..exact import Algebra, Positive
from ..exact.instances import AtInstances
from ..exact.steps import Each
from ..terms import eq, le, lt
from .costs import (
    ALL_PHYSICAL,
    DIGITAL,
    RATIOS,
    SETTLING_PHYSICAL,
    SOFTMAX,
    TABLES,
    TASKS,
    H,
    P,
    T,
    d,
    printed,
    published,
    w,
)

LISTED = Scope(kind="listed", text="the printed figures of three tasks, with ReLU and with softplus")
EVERY_SIZE = Scope(kind="all", text="every number of heads, pairs, tokens and oscillator dimensions")
NAMES = {
    SOFTMAX: "softmax",
    DIGITAL: "all digital",
    SETTLING_PHYSICAL: "settling physical",
    ALL_PHYSICAL: "settling and readout physical",
}
SOFTPLUS, RELU = Hypothesis("softplus", eq(w, 10)), Hypothesis("ReLU", eq(w, 1))
KWS = {**TASKS["KWS"], w: 1}

NO_GAIN = Statement(given=(SOFTPLUS,), then=eq(SOFTMAX / ALL_PHYSICAL, 1))
LOSS = Statement(given=(SOFTPLUS,), then=And(lt(SOFTMAX, DIGITAL), lt(SOFTMAX, SETTLING_PHYSICAL)))
BELOW_10 = Statement(given=(RELU,), then=lt(SOFTMAX, 10 * ALL_PHYSICAL))


def cost_row(formula: sp.Expr) -> Part:
    """A row of costs in both tables."""
    row = Statement(then=eq(formula, published), instances=printed(TABLES[formula]))
    more = Mutant("one operation a head more", row.concluding(eq(formula + H, published)), row.instances[0])
    return Part(f"costs, {NAMES[formula]}", row, AtInstances(), LISTED, mutants=(more,))


def within(ratio: sp.Expr, figure: sp.Expr) -> And:
    """The ratio rounds to the figure at two decimals."""
    return And(le(figure - sp.Rational(1, 200), ratio), le(ratio, figure + sp.Rational(1, 200)))


def ratio_row(formula: sp.Expr) -> Part:
    """A row of ratios in both tables."""
    row = Statement(then=within(SOFTMAX / formula, published), instances=printed(RATIOS[formula]))
    off = Mutant("2 % off", row.concluding(within(SOFTMAX / formula, published * 51 / 50)), row.instances[0])
    return Part(f"ratios, {NAMES[formula]}", row, AtInstances(), LISTED, mutants=(off,))


CLAIM = Claim(
    id="osc.cost-table",
    title="8 to 10 times cheaper, with ReLU couplings",
    paper="B",
    sources=(Source("C", "the attention stage is 8 to 10 times cheaper than softmax"),),
    tiers=("exact",),
    as_stated=Stated(
        "imprecise",
        Statement(given=(SOFTPLUS,), then=le(8 * ALL_PHYSICAL, SOFTMAX)),
        {**KWS, w: 10},
        "with ReLU couplings, settling and readout in physics; the main results use softplus",
    ),
    parts=(
        Part(
            "softplus: the best ratio is 1",
            NO_GAIN,
            Algebra(),
            EVERY_SIZE,
            witness={**KWS, w: 10},
            drops={"softplus": KWS},
            mutants=(
                Mutant(
                    "2 % gained",
                    NO_GAIN.concluding(eq(SOFTMAX / ALL_PHYSICAL, sp.Rational(51, 50))),
                    {**KWS, w: 10},
                ),
            ),
        ),
        *(cost_row(f) for f in TABLES),
        *(ratio_row(f) for f in RATIOS),
        Part(
            "softplus: the other ratios are below 1",
            LOSS,
            Each((Positive(shown=2 * d * H * P + 2 * H * T), Positive(shown=d * H * P))),
            EVERY_SIZE,
            witness={**KWS, w: 10},
            drops={"softplus": KWS},
        ),
        Part(
            "ReLU: the ratio is below 10",
            BELOW_10,
            Positive(shown=18 * H * T),
            EVERY_SIZE,
            witness=KWS,
            drops={"ReLU": {**KWS, w: 0}},
            mutants=(
                Mutant("below 9", BELOW_10.concluding(lt(SOFTMAX, 9 * ALL_PHYSICAL)), KWS),
                Mutant("at least 10", BELOW_10.concluding(le(10 * ALL_PHYSICAL, SOFTMAX)), KWS),
            ),
        ),
    ),
)
