"""Decision by ball arithmetic: every number is an interval that contains the exact value."""

from .balls import Balls, Between

__all__ = ["Balls", "Between"]
