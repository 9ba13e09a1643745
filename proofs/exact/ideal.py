"""Membership in a polynomial ideal, with cofactors: f = sum_i q_i g_i.

The cofactors are the certificate: whoever distrusts the search multiplies them out. The search divides by the
generators as they stand if their leading monomials are coprime (then they are a Groebner basis), and otherwise
runs Buchberger's algorithm, remembering how each new basis element was made; only when f reduces to zero are the
cofactors worked out from that.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field

from sympy.polys.rings import PolyElement, PolyRing

STEPS = 300
"""Critical pairs that Buchberger's algorithm may treat before it gives up (UNKNOWN, never a wrong answer)."""

Recipe = list[tuple[PolyElement, int]]
"""A polynomial as sum of multiplier * basis element."""


@dataclass
class Basis:
    """A growing basis: the generators first, then what was made of them, each with its recipe."""

    generators: Sequence[PolyElement]
    elements: list[PolyElement] = field(default_factory=list)
    recipes: list[Recipe] = field(default_factory=list)
    pairs: list[tuple[int, int, int]] = field(default_factory=list)
    pending: set[tuple[int, int]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.origin = [k for k, g in enumerate(self.generators) if g]
        for k in self.origin:
            self.add(self.generators[k], [])

    def add(self, g: PolyElement, recipe: Recipe) -> None:
        """Append an element and its critical pairs (coprime leading monomials make none)."""
        ring: PolyRing = g.ring
        new = len(self.elements)
        for i, h in enumerate(self.elements):
            if any(a and b for a, b in zip(g.LM, h.LM, strict=True)):
                heapq.heappush(self.pairs, (sum(ring.monomial_lcm(g.LM, h.LM)), i, new))
                self.pending.add((i, new))
        self.elements.append(g)
        self.recipes.append(recipe)

    def divide(self, f: PolyElement) -> tuple[PolyElement, Recipe]:
        """The remainder of f, and f - remainder as a recipe."""
        if not f or not self.elements:
            return f, []
        quotients, rest = f.div(self.elements)
        return rest, [(q, k) for k, q in enumerate(quotients) if q]

    def superfluous(self, i: int, j: int) -> bool:
        """Buchberger's chain criterion: a third element divides the lcm, and its pairs with both are done."""
        ring: PolyRing = self.elements[i].ring
        lcm = ring.monomial_lcm(self.elements[i].LM, self.elements[j].LM)
        for k, g in enumerate(self.elements):
            if k in (i, j) or ring.monomial_div(lcm, g.LM) is None:
                continue
            if tuple(sorted((i, k))) not in self.pending and tuple(sorted((j, k))) not in self.pending:
                return True
        return False

    def step(self) -> bool:
        """Treat one critical pair; whether a new element came of it."""
        _, i, j = heapq.heappop(self.pairs)
        self.pending.discard((i, j))
        if self.superfluous(i, j):
            return False
        a, b = self.elements[i], self.elements[j]
        ring: PolyRing = a.ring
        lcm = ring.monomial_lcm(a.LM, b.LM)
        u = ring({ring.monomial_div(lcm, a.LM): 1 / a.LC})
        v = ring({ring.monomial_div(lcm, b.LM): 1 / b.LC})
        rest, used = self.divide(u * a - v * b)
        if not rest:
            return False
        self.add(rest, [(u, i), (-v, j), *((-q, k) for q, k in used)])
        return True

    def expand(self, recipe: Recipe) -> list[PolyElement]:
        """A recipe in terms of the generators alone."""
        ring: PolyRing = self.generators[0].ring
        weights = [ring.zero] * len(self.elements)
        for q, k in recipe:
            weights[k] += q
        for k in range(len(self.elements) - 1, len(self.origin) - 1, -1):
            if weights[k]:
                for q, i in self.recipes[k]:
                    weights[i] += weights[k] * q
        out = [ring.zero] * len(self.generators)
        for position, k in enumerate(self.origin):
            out[k] = weights[position]
        return out


def cofactors(f: PolyElement, generators: Sequence[PolyElement]) -> list[PolyElement] | None:
    """Polynomials q with f = sum q_i g_i, or None if f is not in the ideal (or the search gave up)."""
    if not f:
        return [f.ring.zero] * len(generators)
    if not generators:
        return None
    basis = Basis(generators)
    rest, recipe = basis.divide(f)
    steps = 0
    while rest and basis.pairs and steps < STEPS:
        steps += 1
        if basis.step():
            rest, more = basis.divide(rest)
            recipe += more
    return None if rest else basis.expand(recipe)


def combines(f: PolyElement, generators: Sequence[PolyElement], found: Sequence[PolyElement]) -> bool:
    """Whether f = sum q_i g_i: the whole check of a certificate."""
    out = f.ring.zero
    for q, g in zip(found, generators, strict=True):
        out += q * g
    return bool(out == f)
