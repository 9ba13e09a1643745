"""1 + t <= e^t for every real t, by derivatives on both sides of 0: a lemma of several claims."""

from sympy import Integer, exp, oo

from ..claim import Hypothesis, Statement
from ..exact import Positive
from ..exact.lemmas import Lemma, Rewrite, With
from ..exact.shape import Rising
from ..exact.steps import Split
from ..terms import le, reals

t = reals("t")
AFTER_ZERO = Hypothesis("t >= 0", le(0, t))
AHEAD = Statement(given=(AFTER_ZERO,), then=le(1 + t, exp(t)))
BY_AHEAD = Rising(t, 0, oo, exp(t) - 1)
BEHIND = Statement(given=(AFTER_ZERO,), then=le(1 - t, exp(-t)))
BY_BEHIND = Rising(t, 0, oo, 1 - exp(-t))

TANGENT = Statement(then=le(1 + t, exp(t)))
BY_TANGENT = Split(
    t,
    With((Lemma(BEHIND, BY_BEHIND, {t: -t}),), Positive()),
    Rewrite(((t, Integer(0)),), Positive()),
    BY_AHEAD,
)
