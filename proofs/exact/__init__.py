"""Decision procedures in exact arithmetic. Each has ``prove`` (may search) and ``replay`` (never does)."""

from . import elementary as _elementary  # noqa: F401 - its sign rules register themselves
from .algebra import Algebra
from .calculus import Increasing
from .evaluate import Turn
from .open import Open
from .positive import Chain, Positive
from .sturm import Sturm

__all__ = ["Algebra", "Chain", "Increasing", "Open", "Positive", "Sturm", "Turn"]
