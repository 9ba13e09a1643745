"""Notation of the whole layer: phases theta[u, c] of all tokens in all coordinates, weights, drift."""

from collections.abc import Callable
from typing import Any

from sympy import Expr, cos, exp, sin

from ..terms import coordinates, family, indices, reals, total

theta = family("theta")
"""The phase theta[u, c] of token u in coordinate c."""

omega = family("omega")
"""The rotary rate omega[c] of each coordinate."""

i, u, v = indices("i u v")
c, l = coordinates("c l")
beta = reals("beta")
"""The inverse temperature tau/sqrt(k)."""

Entry = Callable[[Any, Any], Any]
"""Something that a token has in each coordinate: (token, coordinate) -> value."""


def one(*_: Any) -> int:
    """No gate."""
    return 1


def still(*_: Any) -> int:
    """No drift."""
    return 0


def phase(token: Any, coordinate: Any) -> Any:
    """The phase that a token has."""
    return theta[token, coordinate]


def drift(coordinate: Any) -> Any:
    """The rate of a coordinate."""
    return omega[coordinate]


def score(
    t: Any,
    s: Any,
    angle: Entry = phase,
    query: Entry = one,
    key: Entry = one,
    rate: Callable[[Any], Any] = still,
) -> Expr:
    """sum_c gq_tc gk_sc cos(theta_tc - theta_sc + omega_c (t - s)), times beta."""
    return beta * total(query(t, c) * key(s, c) * cos(angle(t, c) - angle(s, c) + rate(c) * (t - s)), c)


def share(t: Any, s: Any, angle: Entry = phase, mask: Entry = one, **form: Any) -> Expr:
    """The weight of token s for token t before normalisation."""
    return mask(t, s) * exp(score(t, s, angle, **form))


def pull(t: Any, s: Any, coordinate: Any, angle: Entry = phase) -> Expr:
    """What token s adds to the increment of token t in a coordinate, per weight."""
    return sin(angle(s, coordinate) - angle(t, coordinate))


def update(t: Any, coordinate: Any, angle: Entry = phase, mask: Entry = one, **form: Any) -> Expr:
    """The increment of token t in a coordinate: softmax weights times sin(theta_u - theta_t)."""
    weight = share(t, u, angle, mask, **form)
    return total(weight * pull(t, u, coordinate, angle), u) / total(weight, u)


__all__ = [
    "Entry",
    "beta",
    "c",
    "drift",
    "i",
    "l",
    "omega",
    "one",
    "phase",
    "pull",
    "score",
    "share",
    "still",
    "theta",
    "u",
    "update",
    "v",
]
