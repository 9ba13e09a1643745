"""Results taken from the literature: trusted, visible, and named in every verdict that rests on them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Cited:
    """A theorem that no tier here decides."""

    key: str
    statement: str
    reference: str


CITED: tuple[Cited, ...] = ()


def cited(key: str) -> Cited:
    """The cited result of that key."""
    return next(c for c in CITED if c.key == key)
