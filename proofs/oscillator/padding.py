r"""Masking the pads in the couplings only leaves them in the readout: the output depends on the batch.

A sentence has n tokens with anchors r_l; its batch pads it with k more, of anchors q_b. The mask 0 on their
couplings gives the z of the sentence alone, but the readout divides by F = D + E, E = sum_b (1 + <z, q_b>),
instead of D. E >= 0, and unless E = 0 (every q_b = -z) all attention shrinks, the pads taking the share E/F.
With the mask in the readout too, attention is that of the sentence alone.
"""

from ..claim import EVERY_LENGTH_AND_DIMENSION, Claim, Hypothesis, Mutant, Part, Source, Stated, Statement
from ..exact import Algebra, Positive
from ..exact.steps import Cut
from ..terms import K, SquaredNorm, coordinates, dot, eq, family, le, lt, ne, reals, total, vector_family
from .setting import UNIT, UNIT_ANCHORS, N, j, l, r, w, z

i = coordinates("i")
q, v, a, b = vector_family("q"), family("v"), family("a"), family("b")
mask, F = reals("mask F")
D, E = total(1 + dot(z, r[l]), l), total(1 + dot(z, q[i]), i)
UNIT_PADS = Hypothesis("unit pads", eq(dot(q[i], q[i]), 1))
MASKED = Hypothesis("masked", eq(mask, 0))

DRIVE = Statement(
    given=(MASKED,), then=eq(total(w[l] * r[l], l) + total(mask * v[i] * q[i], i), total(w[l] * r[l], l))
)
SHARE = Statement(given=(UNIT, UNIT_PADS), then=le(0, E))
FELT = Hypothesis("a pad not opposite", lt(0, E))
PADDED, READOUT = Hypothesis("with pads", eq(F, D + E)), Hypothesis("readout", eq(dot(z, r[j]), F * a[j] - 1))
LEAK = Statement(given=(UNIT, UNIT_ANCHORS, FELT, PADDED, READOUT), then=lt(total(a[j], j), 1))
ALONE = Hypothesis("readout alone", eq(b[j] * D, 1 + dot(z, r[j])))
WITH = Hypothesis("readout", eq(a[j] * F, 1 + dot(z, r[j])))
SEEN = Hypothesis("token seen", lt(0, 1 + dot(z, r[j])))
SHRINKS = Statement(given=(SEEN, FELT, PADDED, WITH, ALONE), then=lt(a[j], b[j]))
OURS = Hypothesis("masked readout", eq(F, D + total(mask * (1 + dot(z, q[i])), i)))
SAME = Statement(given=(MASKED, OURS, WITH, ALONE, Hypothesis("D != 0", ne(D, 0))), then=eq(a[j], b[j]))

PAIR = {z: (1, 0), N: 1, r: ((1, 0),), w: (1,), K: 1, q: ((0, 1),), v: (1,), F: 3, a: ("2/3",), b: (1,)}
MASK = {**PAIR, mask: 0, F: 2, a: (1,)}
NOT_OPPOSITE = Cut(
    ((le(0, 1 + dot(z, r[l])), Positive(shown=SquaredNorm(z + r[l]) / 2)), (lt(0, F), Positive(shown=D + E))),
    Positive(shown=E, times=F),
)

CLAIM = Claim(
    id="osc.padding",
    title="Pads must be masked in the readout too",
    paper="B",
    sources=(Source("C", "padding is masked in the couplings, not in the readout"),),
    tiers=("exact", "sampled"),
    as_stated=Stated("proved"),
    parts=(
        Part(
            "every token seen gets less",
            SHRINKS,
            Cut(((lt(0, F), Positive(shown=D + E)),), Positive(shown=(1 + dot(z, r[j])) * E, times=D * F)),
            EVERY_LENGTH_AND_DIMENSION,
            witness=PAIR,
            drops={
                "token seen": {**PAIR, N: 2, r: ((1, 0), (-1, 0)), a: ("2/3", 0), b: (1, 0)},
                "a pad not opposite": {**PAIR, q: ((-1, 0),), F: 2, a: (1,)},
                "with pads": {**PAIR, F: 2, a: (1,)},
                "readout": {**PAIR, a: (1,)},
                "readout alone": {**PAIR, b: (0,)},
            },
        ),
        Part(
            "masked couplings give the drive of the sentence alone",
            DRIVE,
            Algebra(),
            EVERY_LENGTH_AND_DIMENSION,
            witness=MASK,
            drops={"masked": {**MASK, mask: 1}},
        ),
        Part(
            "pads never get negative attention",
            SHARE,
            Cut(((le(0, 1 + dot(z, q[i])), Positive(shown=SquaredNorm(z + q[i]) / 2)),), Positive()),
            EVERY_LENGTH_AND_DIMENSION,
            witness=PAIR,
            drops={"unit": {**PAIR, z: (2, 0), q: ((-1, 0),)}, "unit pads": {**PAIR, q: ((-2, 0),)}},
            mutants=(Mutant("always positive", SHARE.concluding(lt(0, E)), {**PAIR, q: ((-1, 0),)}),),
        ),
        Part(
            "the sentence's attention sums to less than 1",
            LEAK,
            NOT_OPPOSITE,
            EVERY_LENGTH_AND_DIMENSION,
            witness=PAIR,
            drops={
                "a pad not opposite": {**PAIR, q: ((-1, 0),), F: 2, a: (1,)},
                "with pads": {**PAIR, F: 2, a: (1,)},
                "readout": {**PAIR, a: (1,)},
                "unit": {**PAIR, z: (2, 0), N: 2, r: ((-1, 0), (-1, 0)), F: -1, a: (1, 1)},
                "unit anchors": {**PAIR, r: ((-4, 0),), F: -2, a: ("3/2",)},
            },
        ),
        Part(
            "with the mask in the readout nothing changes",
            SAME,
            Algebra(),
            EVERY_LENGTH_AND_DIMENSION,
            witness=MASK,
            drops={
                "masked": {**PAIR, mask: 1},
                "masked readout": {**MASK, F: 4, a: ("1/2",)},
                "readout": {**MASK, a: (2,)},
                "readout alone": {**MASK, b: (2,)},
                "D != 0": {**MASK, r: ((-1, 0),), F: 0, a: (2,)},
            },
        ),
    ),
)
