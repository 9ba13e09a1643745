"""osc.readout-rank: numerical ranks of random attention matrices against the dimension of the polynomial
space.

Integer p, clamp inactive (unit states and anchors): rank <= min(n, C(d+p-1, p) + C(d+p-2, p-1)), attained
by random ones. Causal mask: full rank iff all diagonal entries differ from zero, and off-diagonal blocks
keep the bound. Non-integer p exceeds it.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from phasebound.analysis import sphere
from phasebound.analysis.checks import FloatArray
from phasebound.analysis.estimate import Comparison
from phasebound.analysis.experiments import Configuration, Experiment, chunk_counts, never
from phasebound.analysis.experiments.readout import attention
from phasebound.analysis.jobs import Job, stream


def bound(n: int, d: int, p: int) -> int:
    """min(n, dimension of the polynomials of degree p on S^{d-1})."""
    return min(n, math.comb(d + p - 1, p) + math.comb(d + p - 2, p - 1))


def rank(a: FloatArray) -> int:
    """Numerical rank at 1e-11 of the largest singular value."""
    s = np.linalg.svd(a, compute_uv=False)
    return int(np.count_nonzero(s > 1e-11 * s[0]))


def tries(n: int, seed: int, path: list[int]) -> dict[str, int]:
    """n random matrices: counts of each kind of exception."""
    rng = stream(seed, *path)
    out = {"above": 0, "below": 0, "causal": 0, "block": 0, "fractional": 0}
    for _ in range(n):
        d, p = int(rng.integers(2, 6)), int(rng.integers(1, 4))
        tokens = int(rng.integers(4, 65))
        z, r = sphere.uniform_points(rng, (tokens,), d), sphere.uniform_points(rng, (tokens,), d)
        a = attention(z, r, p)
        found, most = rank(a), bound(tokens, d, p)
        out["above"] += found > most
        # p = 3 in few dimensions has singular values down to 1e-9: attained means within the numerical rank
        out["below"] += found < most
        lower = np.tril(a)
        # triangular: the determinant is the product of the diagonal, non-zero here
        out["causal"] += bool(np.any(np.diag(lower) == 0.0))
        half = tokens // 2
        out["block"] += rank(lower[half:, :half]) > bound(half, d, p)
        if tokens > 2 * bound(10**6, d, 2):
            out["fractional"] += rank(attention(z, r, 1.5)) <= bound(tokens, d, 1)
    return out


def jobs(c: Configuration, seed: int) -> list[Job]:
    """Chunks of matrices."""
    return [
        Job(f"{k}", tries, {"n": n, "seed": seed, "path": [k]})
        for k, n in enumerate(chunk_counts(c["matrices"], 500))
    ]


def reduce(c: Configuration, results: list[Any], seed: int) -> tuple[dict[str, Any], list[Comparison]]:
    """Never above; attained; blocks keep the bound; fractional powers exceed it."""
    n = c["matrices"]
    counts = {k: int(sum(p[k] for p in results)) for k in ("above", "below", "causal", "block", "fractional")}
    return {"exceptions": counts}, [never(k, v, n, seed, 0.02) for k, v in counts.items()]


EXPERIMENT = Experiment(
    id="readout_rank",
    claim="osc.readout-rank",
    protocol=1,
    configuration={"matrices": 10_000},
    smoke={"matrices": 500},
    jobs=jobs,
    reduce=reduce,
    spent=lambda c: float(c["matrices"]),
    unit="matrices",
)
