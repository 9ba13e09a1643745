"""Training on a task that needs one token: what the ceiling leaves of it (osc.readout-ceiling)."""

from __future__ import annotations

import torch
from matplotlib.figure import Figure
from torch import Tensor

from phasebound.figures.canvas import COLOURS, DASHES, INK, label, panels
from phasebound.torch_impl import OscillatorAttention, SoftmaxAttention

TOKENS, WIDTH = 16, 32


def batch(size: int, generator: torch.Generator) -> tuple[Tensor, Tensor, Tensor]:
    """Random tokens [size, 16, 32], one of them marked in the first coordinate; what it carries; where it stands."""
    x = torch.randn(size, TOKENS, WIDTH, generator=generator)
    marked = torch.randint(TOKENS, (size,), generator=generator)
    x[..., 0] = 0.0
    x[torch.arange(size), marked, 0] = 4.0
    return x, x[torch.arange(size), marked, 1:], marked


def train(
    layer: OscillatorAttention | SoftmaxAttention, steps: int, seed: int = 0, every: int = 10
) -> tuple[list[int], list[float]]:
    """Train the layer to tell the marked token's content to all; (steps, mean squared errors on fresh batches)."""
    generator = torch.Generator().manual_seed(seed)
    optimiser = torch.optim.Adam(layer.parameters(), lr=1e-2)
    at, errors = [], []
    for step in range(steps + 1):
        x, content, _ = batch(48, generator)
        loss = (layer(x)[..., 1:] - content[:, None]).square().mean()
        if step % every == 0:
            at.append(step)
            errors.append(float(loss.detach()))
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    return at, errors


def marked_weight(layer: OscillatorAttention, seed: int = 1) -> float:
    """Mean attention that the marked token gets, over fresh batches."""
    x, _, marked = batch(256, torch.Generator().manual_seed(seed))
    with torch.no_grad():
        a = layer.weights(x)[:, 0]  # [batch, n, n]
    return float(a[torch.arange(256), :, marked].mean())


def retrieval(powers: tuple[float, ...] = (1.0, 4.0, 16.0), steps: int = 120, seed: int = 0) -> Figure:
    """Left: error while training, softmax beside oscillators of three powers. Right: attention to the token that is
    needed, before and after.
    """
    figure, (loss, weight) = panels(2, width=6.8, height=3.5)
    torch.manual_seed(seed)
    loss.plot(*train(SoftmaxAttention(WIDTH, 1), steps, seed), color=INK, linewidth=1.2, label="softmax")
    for k, p in enumerate(powers):
        torch.manual_seed(seed)
        layer = OscillatorAttention(WIDTH, 1, 8, TOKENS, exponent=p)
        before = marked_weight(layer)
        loss.plot(*train(layer, steps, seed), color=COLOURS[k], linestyle=DASHES[k], label=f"p = {p:g}")
        bars = [before, marked_weight(layer)]
        weight.bar([k - 0.18, k + 0.18], bars, width=0.32, color=COLOURS[k], alpha=0.55, edgecolor=COLOURS[k])
    weight.axhline(1.0 / TOKENS, color=INK, linewidth=0.9, linestyle=":")
    weight.set_xticks(range(len(powers)), [f"p = {p:g}" for p in powers])
    weight.set_ylim(0.0, 1.0)
    loss.set_ylim(bottom=0.0)
    label(loss, "training step", "mean squared error")
    label(weight, "before (left bar) and after", "attention to the marked token")
    return figure
