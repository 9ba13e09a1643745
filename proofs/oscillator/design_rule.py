r"""Choosing d_osc: what a dimension buys for uniform independent anchors, and when none helps.

|h| = 1, tolerance tol = 1/10 unless said; T* = ln cot(tol/2) = 2.9949. After T* the failure 2 arctan e^{-s}
cap falls with d, and the least d for a target is found by evaluation; up to T* it is at least 1/2 in every d
and rises (osc.finite-time-failure). A small drive falls with d for eps below the norm of the weights; above
it P(|h| <= eps) rises.
"""

from itertools import pairwise
from typing import Any

from sympy import Abs, Rational, atan, exp, log, tan

from ..claim import Claim, Mutant, Part, Scope, Source, Stated, Statement
from ..degenerate import DegenerateMeasure
from ..enclosure.balls import Balls
from ..terms import le, lt, reals
from .caps import HALF, cap

b, c, t, tol, target, eps, w1, w2 = reals("b c t tol target eps w_1 w_2")


def failure(dimension: Any) -> Any:
    """P(phi(t) > tol) for |h| = 1."""
    return cap(dimension, 2 * atan(exp(-(t + log(tan(tol / 2))))))


LEAST = Statement(then=le(failure(b), target) & lt(target, failure(b - 1))).over(
    {b: 13, t: 4, tol: "1/10", target: "1/1000"},
    {b: 28, t: 4, tol: "1/10", target: "1/1000000"},
    {b: 94, t: "7/2", tol: "1/10", target: "1/1000000"},
    {b: 10, t: 5, tol: "1/10", target: "1/1000000"},
)
SIZES = (2, 3, 8, 64, 1000, 10**5)
NO_HELP = Statement(then=le(HALF, failure(b)) & lt(failure(b), failure(c))).over(
    *({b: i, c: k, t: q, tol: "1/10"} for i, k in pairwise(SIZES[:5]) for q in (1, "299/100")),
)
PAIR = DegenerateMeasure(b, eps, w1, w2)
LEAST_DRIVE = Statement(then=le(PAIR, target) & lt(target, DegenerateMeasure(b - 1, eps, w1, w2))).over(
    {b: 29, eps: 7, w1: 10, w2: 10, target: "1/1000000"}
)
EDGE = Statement(then=le(Abs(DegenerateMeasure(b, 5, 3, 4) - HALF), Rational(1, 10**20))).over(
    *({b: i} for i in SIZES)
)
NO_DRIVE = Statement(then=lt(PAIR, DegenerateMeasure(c, eps, w1, w2)) & le(HALF, PAIR)).over(
    *({b: i, c: k, eps: 15, w1: 10, w2: 10} for i, k in pairwise(SIZES)),
    *({b: i, c: k, eps: 12, w1: 10, w2: 5} for i, k in pairwise(SIZES)),
)

CLAIM = Claim(
    id="osc.design-rule",
    title="The least dimension for a target, and when no dimension helps",
    paper="B",
    sources=(Source("S", "choose d_osc for the task"),),
    tiers=("enclosure", "sampled"),
    as_stated=Stated(
        "imprecise",
        Statement(then=le(failure(b), target)),
        {b: 10**5, t: "5/2", tol: "1/10", target: "1/4"},
        why="for a settling time above T* and eps below norm(w); else no dimension helps",
    ),
    uses=("osc.finite-time-failure", "osc.degenerate-exact", "osc.degenerate-rate"),
    parts=(
        Part(
            "least d for a target after T*",
            LEAST,
            Balls(),
            Scope(kind="listed", text="abs(h) = 1, tol = 1/10: t = 3.5, 4, 5; targets 10^-3, 10^-6"),
            mutants=(
                Mutant("one dimension fewer", LEAST.concluding(le(failure(b - 1), target))),
                Mutant("2 % earlier", LEAST.over({b: 94, t: "343/100", tol: "1/10", target: "1/1000000"})),
            ),
        ),
        Part(
            "no d helps up to T*",
            NO_HELP,
            Balls(),
            Scope(kind="listed", text="abs(h) = 1, tol = 1/10: t = 1 and 2.99, d = 2, ..., 1000"),
            mutants=(Mutant("d helps", NO_HELP.concluding(lt(failure(c), failure(b)))),),
        ),
        Part(
            "least d for a drive above eps",
            LEAST_DRIVE,
            Balls(),
            Scope(kind="listed", text="w = (1, 1), eps = .7, target 10^-6"),
            mutants=(
                Mutant(
                    "one dimension fewer",
                    LEAST_DRIVE.concluding(le(DegenerateMeasure(b - 1, eps, w1, w2), target)),
                ),
            ),
        ),
        Part(
            "no d helps beyond norm(w)",
            NO_DRIVE,
            Balls(),
            Scope(kind="listed", text="w = (1, 1), eps = 1.5 and w = (1, .5), eps = 1.2; d = 2, ..., 10^5"),
            mutants=(Mutant("d helps", NO_DRIVE.concluding(lt(DegenerateMeasure(c, eps, w1, w2), PAIR))),),
        ),
        Part(
            "nor at norm(w), where it is 1/2 for two anchors",
            EDGE,
            Balls(),
            Scope(kind="listed", text="w = (3, 4), eps = 5; d = 2, ..., 10^5"),
            mutants=(
                Mutant(
                    "49/100",
                    EDGE.concluding(le(DegenerateMeasure(b, 5, 3, 4), Rational(49, 100))),
                ),
            ),
        ),
    ),
)
