"""Membership in a polynomial ideal, with cofactors: f = sum_i q_i g_i.

The cofactors are the certificate: whoever distrusts the search multiplies them out. The search divides by the
generators as they stand if their leading monomials are coprime (then they are a Groebner basis), and otherwise
runs Buchberger's algorithm keeping, for each basis element, its expression in the generators.
"""

from __future__ import annotations

from collections.abc import Sequence

from sympy.polys.rings import PolyElement, PolyRing

STEPS = 400
"""Critical pairs that Buchberger's algorithm may treat before it gives up (UNKNOWN, never a wrong answer)."""


def _coprime(f: PolyElement, g: PolyElement) -> bool:
    return all(a == 0 or b == 0 for a, b in zip(f.LM, g.LM, strict=True))


def _divide(
    f: PolyElement, basis: Sequence[PolyElement], rows: Sequence[list[PolyElement]], width: int
) -> tuple[PolyElement, list[PolyElement]]:
    """Remainder of f, and the cofactors of f - remainder in the original generators."""
    ring = f.ring
    cofactors = [ring.zero] * width
    if not basis or not f:
        return f, cofactors
    quotients, rest = f.div(list(basis))
    for q, row in zip(quotients, rows, strict=True):
        if q:
            cofactors = [c + q * r for c, r in zip(cofactors, row, strict=True)]
    return rest, cofactors


def cofactors(f: PolyElement, generators: Sequence[PolyElement]) -> list[PolyElement] | None:
    """Polynomials q with f = sum q_i g_i, or None if f is not in the ideal (or the search gave up)."""
    ring: PolyRing = f.ring
    width = len(generators)
    basis = [g for g in generators if g]
    rows = [[ring.one if i == k else ring.zero for i in range(width)] for k, g in enumerate(generators) if g]
    rest, found = _divide(f, basis, rows, width)
    if not rest:
        return found
    pairs = [
        (i, j) for i in range(len(basis)) for j in range(i) if not _coprime(basis[i], basis[j])
    ]
    for _ in range(STEPS):
        if not pairs:
            return None
        pairs.sort(key=lambda p: sum(ring.monomial_lcm(basis[p[0]].LM, basis[p[1]].LM)), reverse=True)
        i, j = pairs.pop()
        a, b = basis[i], basis[j]
        lcm = ring.monomial_lcm(a.LM, b.LM)
        u = ring({ring.monomial_div(lcm, a.LM): 1 / a.LC})
        v = ring({ring.monomial_div(lcm, b.LM): 1 / b.LC})
        s = u * a - v * b
        row = [u * p - v * q for p, q in zip(rows[i], rows[j], strict=True)]
        rest, used = _divide(s, basis, rows, width)
        if not rest:
            continue
        basis.append(rest)
        rows.append([p - q for p, q in zip(row, used, strict=True)])
        k = len(basis) - 1
        pairs += [(k, i) for i in range(k) if not _coprime(basis[k], basis[i])]
        rest, found = _divide(f, basis, rows, width)
        if not rest:
            return found
    return None


def combines(f: PolyElement, generators: Sequence[PolyElement], found: Sequence[PolyElement]) -> bool:
    """Whether f = sum q_i g_i: the whole check of a certificate."""
    out = f.ring.zero
    for q, g in zip(found, generators, strict=True):
        out += q * g
    return bool(out == f)
