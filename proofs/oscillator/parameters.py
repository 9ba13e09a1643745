r"""The query matrix stays, anchors come on top, and there are as many couplings as softmax has scores.

A layer of width m has W_q, W_k, W_v (m^2 each) and W_o (m^2 + m) under either mechanism; the oscillator adds
one anchor of R^d for each of H heads and T positions. Couplings: T^2 pairs a head, T (T + 1)/2 if causal.
"""

import sympy as sp

from ..claim import Claim, Hypothesis, Mutant, Part, Scope, Source, Stated, Statement
from ..exact import Algebra, Positive
from ..exact.binomials import Telescopes
from ..exact.instances import AtInstances
from ..terms import eq, le, lt, reals, size
from .costs import H, T, d, m

f, layers, published = size("f"), size("layers"), reals("published")
frame = reals("frame")
"""Width of the feed-forward block, number of layers, and the parameters outside the layers."""

ATTENTION = 4 * m**2 + m
ANCHORS = H * T * d
SOFTMAX = ATTENTION
OSCILLATOR = ATTENTION + ANCHORS
BLOCK = 2 * m * f + f + m + 4 * m
"""Feed-forward block and two layer norms."""

KWS = {m: 32, f: 128, layers: 1, H: 2, T: 49, d: 2, frame: 40 * 32 + 32 + 32 * 10 + 10}
SVA = {m: 32, f: 64, layers: 1, H: 1, T: 50, d: 2, frame: 169 * 32 + 2 * 32 + 32 + 1}
WT2 = {m: 128, f: 512, layers: 2, H: 4, T: 50, d: 2, frame: 10000 * 128 + 2 * 128 + 128 * 10000 + 10000}
TINY = {m: 128, f: 512, layers: 2, H: 4, T: 128, d: 8, frame: 8004 * 128 + 2 * 128 + 128 * 8004 + 8004}
NETWORKS = (KWS, SVA, WT2, TINY)

COUNTS = Statement(
    then=eq(layers * (SOFTMAX + BLOCK) + frame, published),
    instances=tuple(
        {**x, published: c} for x, c in zip(NETWORKS, (14250, 13953, 2966032, 2453060), strict=True)
    ),
)
ADDED = Statement(
    then=eq(layers * ANCHORS, published),
    instances=tuple(
        {**x, published: c} for x, c in zip(NETWORKS, (196, 100, 400 * 2, 1024 * 8), strict=True)
    ),
)
theirs, twins = reals("P_oscillator P_softmax")
BOTH = (Hypothesis("oscillator", eq(theirs, OSCILLATOR)), Hypothesis("softmax", eq(twins, SOFTMAX)))
MORE = Statement(given=BOTH, then=eq(theirs - twins, H * T * d))
LAYER = {**KWS, twins: 4 * 32**2 + 32, theirs: 4 * 32**2 + 32 + 196}
t = sp.Symbol("t", integer=True, positive=True)
CAUSAL = Statement(then=eq(sp.Sum(t, (t, 1, T)), T * (T + 1) / 2))
QUADRATIC = Statement(then=le(T**2, 2 * (T * (T + 1) / 2)))
LISTED = Scope(
    kind="listed", text="keyword spotting, subject-verb agreement, WikiText-2 (d = 2), TinyStories (d = 8)"
)
EVERY_SIZE = Scope(kind="all", text="every number of heads, positions, dimensions, and every width")

CLAIM = Claim(
    id="osc.parameters",
    title="The oscillator has more parameters than softmax, and as many couplings",
    paper="B",
    sources=(Source("C", "the query matrix is eliminated"),),
    tiers=("exact",),
    as_stated=Stated(
        "refuted",
        Statement(then=eq(OSCILLATOR, SOFTMAX - m**2 + ANCHORS), instances=NETWORKS),
        KWS,
        "the code has W_q, and its networks have the parameters counted here",
    ),
    parts=(
        Part(
            "heads x positions x d more a layer",
            MORE,
            Algebra(),
            EVERY_SIZE,
            witness=LAYER,
            drops={"oscillator": {**LAYER, theirs: 0}, "softmax": {**LAYER, twins: 0}},
            mutants=(
                Mutant("one position less", MORE.concluding(eq(theirs - twins, H * (T - 1) * d)), LAYER),
            ),
        ),
        Part(
            "parameters of the softmax networks, W_q among them",
            COUNTS,
            AtInstances(),
            LISTED,
            mutants=(
                Mutant(
                    "without W_q", COUNTS.concluding(eq(layers * (SOFTMAX - m**2 + BLOCK) + frame, published))
                ),
                Mutant(
                    "biases in W_q", COUNTS.concluding(eq(layers * (SOFTMAX + m + BLOCK) + frame, published))
                ),
            ),
        ),
        Part(
            "parameters that the oscillator networks have more",
            ADDED,
            AtInstances(),
            LISTED,
            mutants=(Mutant("W_q saved", ADDED.concluding(eq(layers * (ANCHORS - m**2), published))),),
        ),
        Part(
            "causal pairs: sum of t = T (T + 1)/2",
            CAUSAL,
            Telescopes(),
            Scope(kind="all", text="every number of positions"),
            mutants=(
                Mutant(
                    "own position left out", CAUSAL.concluding(eq(CAUSAL.then.lhs, T * (T - 1) / 2)), {T: 2}
                ),
            ),
        ),
        Part(
            "causal or not, at least T^2/2 couplings a head",
            QUADRATIC,
            Positive(shown=T),
            Scope(kind="all", text="every number of positions"),
            mutants=(
                Mutant("2 % more", QUADRATIC.concluding(le(T**2 * 51 / 50, T * (T + 1))), {T: 60}),
                Mutant("linear", QUADRATIC.concluding(lt(T * (T + 1) / 2, 100 * T)), {T: 200}),
            ),
        ),
    ),
)
