"""Decision procedures in exact arithmetic. Each has ``prove`` (may search) and ``replay`` (never does)."""

from .algebra import Algebra
from .calculus import Increasing
from .evaluate import Turn
from .positive import Chain, Positive
from .sturm import Sturm

__all__ = ["Algebra", "Chain", "Increasing", "Positive", "Sturm", "Turn"]
