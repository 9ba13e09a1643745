r"""No failure in five runs bounds the failure rate by 45 % only; in fifty runs three failed, against twelve.

A rate p passes five runs without a failure with probability (1 - p)^5, at least 5 % up to p = 1 - 20^{-1/5},
between 45.07 % and 45.08 %. Fisher's exact test compares a failures of N runs with b of N: given a + b, the
number k on the first side has probability C(N, k) C(N, a + b - k)/C(2N, a + b), and the test's p adds up
the k no likelier than a.
"""

import sympy as sp
from sympy.logic.boolalg import And, Or

from ..claim import Claim, Hypothesis, Mutant, Part, Scope, Source, Stated, Statement
from ..exact import Sturm
from ..exact.instances import AtInstances
from ..terms import eq, iff, le, lt, reals

p = reals("p")
EDGE, ABOVE = sp.Rational(4507, 10000), sp.Rational(4508, 10000)
RATE = Hypothesis("rate", And(le(0, p), le(p, 1)))
UP_TO = Hypothesis("p <= 45.07 %", le(p, EDGE))
FROM = Hypothesis("p >= 45.08 %", And(le(ABOVE, p), le(p, 1)))
COMPATIBLE = Statement(given=(UP_TO,), then=le(sp.Rational(1, 20), (1 - p) ** 5))
EXCLUDED = Statement(given=(FROM,), then=lt((1 - p) ** 5, sp.Rational(1, 20)))

runs, a, b, k, i = (sp.Symbol(x, integer=True, nonnegative=True) for x in ("N", "a", "b", "k", "i"))
low, high = reals("low high")


def ways(first: sp.Expr) -> sp.Expr:
    """Tables with that many failures on the first side."""
    return sp.binomial(runs, first) * sp.binomial(runs, a + b - first)


TAILS = sp.Sum(ways(i), (i, 0, a)) + sp.Sum(ways(i), (i, b, a + b))
FISHER = TAILS / sp.binomial(2 * runs, a + b)
FIFTY, FIVE = {runs: 50, a: 3, b: 12}, {runs: 5, a: 0, b: 1}
NO_LIKELIER = Statement(
    then=iff(le(ways(k), ways(a)), Or(le(k, a), le(b, k))),
    instances=tuple({**FIFTY, k: x} for x in range(16)),
)
BETWEEN = Statement(
    then=And(lt(low, FISHER), lt(FISHER, high)), instances=({**FIFTY, low: ".022", high: ".023"},)
)
EVEN = Statement(then=eq(FISHER, 1), instances=(FIVE,))

CLAIM = Claim(
    id="osc.zero-failures",
    title="Zero failures of five runs say little",
    paper="B",
    sources=(Source("P", "the oscillator network never fails in five runs, where softmax fails once"),),
    tiers=("exact", "trained"),
    as_stated=Stated(
        "imprecise",
        Statement(
            given=(RATE,), then=sp.Implies(le(sp.Rational(1, 20), (1 - p) ** 5), le(p, sp.Rational(1, 10)))
        ),
        {p: "2/5"},
        "true as a count; as a bound on the failure rate five runs give 45 %",
    ),
    parts=(
        Part(
            "rates up to 45.07 % are compatible with zero of five",
            COMPATIBLE,
            Sturm(),
            witness={p: 0},
            drops={"p <= 45.07 %": {p: "1/2"}},
            mutants=(
                Mutant(
                    "2 % more",
                    COMPATIBLE.assuming(Hypothesis(UP_TO.name, le(p, EDGE * 51 / 50))),
                    {p: ".4597"},
                ),
            ),
        ),
        Part(
            "rates from 45.08 % are excluded",
            EXCLUDED,
            Sturm(),
            witness={p: 1},
            drops={"p >= 45.08 %": {p: 0}},
            mutants=(
                Mutant("four runs", EXCLUDED.concluding(lt((1 - p) ** 4, sp.Rational(1, 20))), {p: ".4508"}),
                Mutant(
                    "2 % less",
                    EXCLUDED.assuming(Hypothesis(FROM.name, And(le(ABOVE * 49 / 50, p), le(p, 1)))),
                    {p: ".4418"},
                ),
            ),
        ),
        Part(
            "3 against 12 of 50: the outcomes no likelier",
            NO_LIKELIER,
            AtInstances(),
            Scope(kind="listed", text="k = 0, ..., 15"),
            mutants=(
                Mutant(
                    "also 4", NO_LIKELIER.concluding(iff(le(ways(k), ways(a)), Or(le(k, a + 1), le(b, k))))
                ),
            ),
        ),
        Part(
            "3 against 12 of 50: p between .022 and .023",
            BETWEEN,
            AtInstances(),
            Scope(kind="listed", text="50 runs a mechanism"),
            mutants=(Mutant("one side only", BETWEEN.concluding(lt(low, FISHER / 2))),),
        ),
        Part(
            "0 against 1 of 5: p = 1",
            EVEN,
            AtInstances(),
            Scope(kind="listed", text="5 runs a mechanism"),
            mutants=(Mutant("significant", EVEN.concluding(lt(FISHER, sp.Rational(1, 20)))),),
        ),
    ),
)
