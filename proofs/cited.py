"""Results taken from the literature: trusted, visible, and named in every verdict that rests on them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Cited:
    """A theorem that no tier here decides."""

    key: str
    statement: str
    reference: str


CITED: tuple[Cited, ...] = (
    Cited(
        key="sphere-groups",
        statement="a sphere S^k, k >= 1, is the underlying space of a topological group only for k = 1 and k = 3",
        reference="H. Samelson, Über die Sphären, die als Gruppenräume auftreten, Comment. Math. Helv. 13 (1940)",
    ),
)


def cited(key: str) -> Cited:
    """The cited result of that key."""
    return next(c for c in CITED if c.key == key)
