"""Rank of the attention matrix against the dimension: bound and layer (osc.readout-rank)."""

from __future__ import annotations

from math import comb

import torch
from matplotlib.figure import Figure

from phasebound.figures.canvas import COLOURS, DASHES, INK, MARKERS, label, panels
from phasebound.torch_impl import attention_weights


def rank_bound(n: int, d: int, p: int) -> int:
    """min(n, C(d+p-1, p) + C(d+p-2, p-1)) for integer p >= 1 and an unclamped, unmasked readout."""
    return min(n, comb(d + p - 1, p) + comb(d + p - 2, p - 1))


def layer_rank(n: int, d: int, p: float, *, causal: bool = False, seed: int = 0) -> int:
    """Rank of the layer's attention for n random states and n random unit anchors of R^d."""
    generator = torch.Generator().manual_seed(seed)
    points = torch.randn(2, n, d, dtype=torch.float64, generator=generator)
    z, r = points / points.norm(dim=-1, keepdim=True)
    a = attention_weights(z[None, None], r[None], exponent=p, causal=causal)[0, 0]
    if causal and bool((a.diagonal() != 0).all()):
        return n  # triangular: full, however close to singular
    return int(torch.linalg.matrix_rank(a, rtol=1e-13))


def rank(n: int = 64, powers: tuple[int, ...] = (1, 2, 3)) -> Figure:
    """Bounds as lines, ranks of the layer's matrices as markers; causal ones are full."""
    figure, (axes,) = panels()
    dims = [2, 3, 4, 6, 8, 12, 16]
    for k, p in enumerate(powers):
        axes.plot(dims, [rank_bound(n, d, p) for d in dims], color=COLOURS[k], linestyle=DASHES[k])
        axes.plot(dims, [layer_rank(n, d, p) for d in dims], MARKERS[k], color=COLOURS[k], markerfacecolor="none",
                  label=f"p = {p}")  # fmt: skip
    axes.plot(dims, [layer_rank(n, d, 1, causal=True) for d in dims], MARKERS[3], color=COLOURS[3],
              markerfacecolor="none", label="p = 1, causal")  # fmt: skip
    axes.axhline(n, color=INK, linewidth=0.9)
    label(axes, "oscillator dimension d", "rank", title=f"{n} tokens; lines: bound; markers: the layer")
    return figure
