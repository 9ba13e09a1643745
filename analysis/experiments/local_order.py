"""kur.local-order-confound: a local order parameter near 1 may only be peaked attention.

R_t = |sum_u A_tu exp(i theta_u)| with phases iid uniform, that is, without any synchronisation: E R^2 =
sum_u A_tu^2. For softmax weights of random scores at several inverse temperatures the mean of R^2 over
phases is compared with it; R >= 2 max A - 1 never fails, for random and for adversarial phases.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from phasebound.analysis.checks import FloatArray
from phasebound.analysis.estimate import Comparison, mean_of_sums
from phasebound.analysis.experiments import Configuration, Experiment, chunk_counts, never
from phasebound.analysis.jobs import Job, stream

_CHUNK = 100_000
_FLOATS = 100_000  # of one batch: stays in the cache


def sums(n: int, tokens: int, beta: float, seed: int, path: list[int]) -> list[float]:
    """[sum R^2, sum R^4, exceptions] for one row of attention weights, fixed per (tokens, beta)."""
    a = row(tokens, beta, seed)
    rng = stream(seed, *path)
    opposed = np.where(np.arange(tokens) == np.argmax(a), 0.0, np.pi)
    floor = 2.0 * a.max() - 1.0 - 1e-12
    total = np.zeros(3)
    for k in chunk_counts(n, max(1, _FLOATS // tokens)):
        order = _order(rng.uniform(0.0, 2.0 * np.pi, (k, tokens)), a)
        worst = _order(opposed + 0.1 * rng.standard_normal((k, tokens)), a)
        wrong = np.count_nonzero((order < floor) | (worst < floor))
        total += np.sum(order**2), np.sum(order**4), wrong
    return [float(x) for x in total]


def _order(theta: FloatArray, a: FloatArray) -> FloatArray:
    result: FloatArray = np.hypot(np.cos(theta) @ a, np.sin(theta) @ a)
    return result


def row(tokens: int, beta: float, seed: int) -> np.ndarray[Any, Any]:
    """Softmax weights of standard normal scores at inverse temperature beta."""
    scores = beta * stream(seed, 999, tokens).standard_normal(tokens)
    a = np.exp(scores - scores.max())
    result: np.ndarray[Any, Any] = a / a.sum()
    return result


def grid(c: Configuration) -> list[tuple[int, float]]:
    """(tokens, beta)."""
    return [(t, b) for t in c["tokens"] for b in c["beta"]]


def jobs(c: Configuration, seed: int) -> list[Job]:
    """Chunks of phases for every row."""
    return [
        Job(f"{i}:{k}", sums, {"n": n, "tokens": t, "beta": b, "seed": seed, "path": [i, k]})
        for i, (t, b) in enumerate(grid(c))
        for k, n in enumerate(chunk_counts(c["samples"], _CHUNK))
    ]


def reduce(c: Configuration, results: list[Any], seed: int) -> tuple[dict[str, Any], list[Comparison]]:
    """E R^2 = sum A^2 for every row; the lower bound never fails; the most peaked row looks synchronised."""
    n, size = c["samples"], len(chunk_counts(c["samples"], _CHUNK))
    comparisons: list[Comparison] = []
    table: dict[str, Any] = {}
    wrong = 0
    for i, (tokens, beta) in enumerate(grid(c)):
        parts = results[i * size : (i + 1) * size]
        e = mean_of_sums(math.fsum(p[0] for p in parts), math.fsum(p[1] for p in parts), n, seed)
        law = float(np.sum(row(tokens, beta, seed) ** 2))
        table[f"n={tokens} beta={beta:g}"] = {"mean_square": e.as_dict(), "law": law}
        comparisons.append(Comparison(f"n={tokens} beta={beta:g}", e, law, 0.05 * law))
        wrong += sum(int(p[2]) for p in parts)
    comparisons.append(never("order below 2 max A - 1", wrong, n * len(grid(c)), seed, 1e-3))
    return {"rows": table}, comparisons


EXPERIMENT = Experiment(
    id="local_order",
    claim="kur.local-order-confound",
    protocol=1,
    configuration={"tokens": [4, 32, 128], "beta": [0.0, 1.0, 4.0, 10.0], "samples": 1_000_000},
    smoke={"tokens": [4], "beta": [0.0, 4.0], "samples": 20_000},
    jobs=jobs,
    reduce=reduce,
    spent=lambda c: float(c["samples"]),
)
