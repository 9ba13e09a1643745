r"""The settling time, exactly: phi(t) <= tol from t = ln(tan(phi0/2) / tan(tol/2)) / |h| on, and not before.

tan(phi/2) = tan(phi0/2) exp(-|h| t) (osc.explicit-flow); tan of half an angle below pi and exp keep order.
"""

import sympy as sp
from sympy import exp, log, tan

from ..claim import Claim, Hypothesis, Mutant, Part, Source, Stated, Statement
from ..exact import Turn
from ..exact.meet import Meet
from ..terms import eq, iff, le, lt, reals

phi, phi0, tol, m, t = reals("phi phi0 tol m t")
RUNS = Hypothesis("m > 0", lt(0, m))
ANGLES = Hypothesis(
    "phi, phi0, tol lie between 0 and pi",
    sp.And(lt(0, phi), lt(phi, sp.pi), lt(0, phi0), lt(phi0, sp.pi), lt(0, tol), lt(tol, sp.pi)),
)
FLOW = Hypothesis("phi is the angle at t", eq(tan(phi / 2), tan(phi0 / 2) * exp(-m * t)))
TIME = log(tan(phi0 / 2) / tan(tol / 2)) / m

SETTLED = Statement(given=(RUNS, ANGLES, FLOW), then=iff(le(phi, tol), le(TIME, t)))
AT = {m: 1, t: 0, phi0: Turn(1), phi: Turn(1), tol: Turn("1/2")}

CLAIM = Claim(
    id="osc.settling-time",
    title="The settling time",
    paper="B",
    sources=(Source("-", "the time to come within tol of the equilibrium, exactly"),),
    tiers=("exact", "kernel", "sampled"),
    kernel={"settling-time": ("osc_settling_time",)},
    as_stated=Stated("proved"),
    parts=(
        Part(
            "settled exactly from T on",
            SETTLED,
            Meet(
                one=(("times", sp.Rational(1, 2)), ("apply", tan)),
                other=(("times", m), ("apply", exp), ("times", tan(tol / 2) * exp(-m * t))),
            ),
            witness=AT,
            drops={
                "m > 0": {**AT, m: -1},
                ANGLES.name: {**AT, phi0: Turn(-1), phi: Turn(-1), tol: Turn("-1/2")},
                FLOW.name: {**AT, phi: Turn("1/4")},
            },
            mutants=(
                Mutant(
                    "2 % later",
                    SETTLED.concluding(iff(le(phi, tol), le(TIME + sp.Rational(1, 50), t))),
                    {**AT, phi0: Turn("99/100"), phi: Turn("99/100"), tol: Turn(1)},
                ),
                Mutant("the wrong way round", SETTLED.concluding(iff(le(tol, phi), le(TIME, t))), AT),
            ),
            note="m stands for |h|",
        ),
    ),
    uses=("osc.explicit-flow",),
)
