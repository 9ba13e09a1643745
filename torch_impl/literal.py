"""The formulas as they stand, every n x n matrix written out. Slow, obvious, the reference for everything
fast."""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from torch import Tensor


def unit(*shape: int, dtype: torch.dtype = torch.float64) -> Tensor:
    return F.normalize(torch.randn(*shape, dtype=dtype), dim=-1)


def couple(scores: Tensor, coupling: str) -> Tensor:
    if coupling == "softplus":
        return torch.logaddexp(scores, torch.zeros_like(scores))
    if coupling == "elu+1":
        return torch.where(scores > 0, scores + 1, scores.clamp_max(0).exp())  # elu(s) + 1 cancels at s < 0
    return scores.relu() + (1e-3 if coupling == "relu+1e-3" else 0)


def visible(b: int, n: int, causal: bool, mask: Tensor | None) -> Tensor:
    """[b, 1, n, n]: who sees whom."""
    seen = torch.ones(b, 1, n, n, dtype=torch.bool)
    if causal:
        seen = seen.tril()
    if mask is not None:
        seen = seen & ~mask[:, None, None, :]
    return seen


def field(q: Tensor, k: Tensor, r: Tensor, coupling: str, causal: bool, mask: Tensor | None) -> Tensor:
    w = couple(q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1]), coupling)
    return torch.where(visible(q.shape[0], q.shape[2], causal, mask), w, 0) @ r


def weights(z: Tensor, r: Tensor, exponent: float, causal: bool, mask: Tensor | None) -> Tensor:
    a = torch.where(
        visible(z.shape[0], z.shape[2], causal, mask),
        (1 + z @ r.transpose(-1, -2)).clamp_min(0) ** exponent,
        0,
    )
    total = a.sum(-1, keepdim=True)
    return a / torch.where(total > 0, total, 1)


def oscillator(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    r: Tensor,
    *,
    exponent: float = 1,
    coupling: str = "softplus",
    causal: bool = False,
    mask: Tensor | None = None,
) -> Tensor:
    h = field(q, k, r, coupling, causal, mask)
    zero = (h == 0).all(-1, keepdim=True)  # no field, no direction: 1 + 0 for every visible token
    z = torch.where(zero, 0, h / torch.where(zero, 1, h).norm(dim=-1, keepdim=True))
    return weights(z, r, exponent, causal, mask) @ v


def kuramoto_weights(
    th: Tensor, gq: Tensor, gk: Tensor, rates: Tensor, tau: float, causal: bool = True
) -> Tensor:
    """[B, n, n], from the [B, n, n, k] array of phase differences."""
    n, k = th.shape[-2:]
    t = torch.arange(n, dtype=th.dtype)
    lag = rates * (t[:, None, None] - t[None, :, None])
    score = (
        (gq[:, :, None] * gk[:, None] * (th[:, :, None] - th[:, None] + lag).cos()).sum(-1)
        * tau
        / math.sqrt(k)
    )
    if causal:
        score = score.masked_fill(~torch.ones(n, n, dtype=torch.bool).tril(), -torch.inf)
    return score.softmax(-1)


def kuramoto(th: Tensor, gq: Tensor, gk: Tensor, rates: Tensor, tau: float, causal: bool = True) -> Tensor:
    a = kuramoto_weights(th, gq, gk, rates, tau, causal)
    return (a[..., None] * (th[:, None] - th[:, :, None]).sin()).sum(2)


def kuramoto_successor(
    th: Tensor, gq: Tensor, gk: Tensor, rates: Tensor, tau: float, frustration: Tensor | float = 0.0
) -> Tensor:
    """sum over u < t of A_tu sin(th_{u+1} - th_t + frustration), A a softmax over u < t."""
    n, k = th.shape[-2:]
    t = torch.arange(n, dtype=th.dtype)
    lag = rates * (t[:, None, None] - t[None, :, None])
    pairs = gq[:, :, None] * gk[:, None] * (th[:, :, None] - th[:, None] + lag).cos()  # [B, n, n, k]
    rows = [torch.zeros_like(th[:, 0])]
    for i in range(1, n):
        a = (pairs[:, i, :i].sum(-1) * tau / math.sqrt(k)).softmax(-1)  # [B, i]
        following = th[:, 1 : i + 1] - th[:, i : i + 1] + frustration
        rows.append((a[..., None] * following.sin()).sum(1))
    return torch.stack(rows, 1)
