"""a log a in ball arithmetic: exact where it is zero, narrow elsewhere, undecided where it must be."""

import math

from flint import arb

from phasebound.proofs.enclosure.balls import FUNCTIONS
from phasebound.proofs.entropy import XLogX


def test_zero_at_zero_and_one() -> None:
    assert FUNCTIONS[XLogX](arb(0)) == 0
    assert FUNCTIONS[XLogX](arb(1)) == 0
    assert FUNCTIONS[XLogX](arb(-1)) == 0


def test_close_and_narrow() -> None:
    for a in (0.5, 2.0, -3.0, 1e-9):
        found = FUNCTIONS[XLogX](arb(a))
        assert abs(float(found.mid()) - a * math.log(abs(a))) < 1e-12
        assert float(found.rad()) < 1e-12


def test_a_ball_around_zero_decides_nothing() -> None:
    found = FUNCTIONS[XLogX](arb(0, 0.1))
    assert not found > 1 and not found < 1
