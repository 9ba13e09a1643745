"""Oscillator attention: fixed anchors, coupled free oscillators, their equilibrium, a normalised readout.

    w_ij = f(q_i . k_j / sqrt(D)),  h_i = sum_j w_ij r_j,  z_i = h_i / |h_i|,
    a_ij = max(0, 1 + z_i . r_j)^p / sum_l max(0, 1 + z_i . r_l)^p,  out_i = sum_j a_ij v_j,

sums over the tokens that i sees. Source: arXiv 2606.12059 and its published code; what differs here: padding
is masked in the coupling and in the readout, anchors stay on the sphere, nothing of size n x n is kept.
"""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor, nn

from .checks import autocasting, full_precision, padding_mask, require, same_kind, working_dtype
from .field import COUPLINGS, blocked_sum
from .readout import FLOOR, readout


def _hidden(mask: Tensor | None) -> Tensor | None:
    """[B, n] -> [B, 1, n]: the same tokens are padding for every head."""
    return None if mask is None else mask.unsqueeze(1)


def coupling_field(
    query: Tensor,
    key: Tensor,
    anchors: Tensor,
    *,
    coupling: str = "softplus",
    causal: bool = False,
    key_padding_mask: Tensor | None = None,
) -> Tensor:
    """h_i = sum_j f(q_i . k_j / sqrt(D)) r_j over the tokens that i sees.

    Shapes: query, key [B, H, n, D]; anchors [H, n, d]; mask [B, n], True = padding; result [B, H, n, d].
    ``coupling``: "softplus", "relu", "relu+1e-3", "elu+1". Padded tokens get the anchor 0 and the key 0.
    """
    x = anchors.expand(query.shape[0], *anchors.shape)
    hidden = _hidden(key_padding_mask)
    if hidden is not None:
        x, key = x.masked_fill(hidden.unsqueeze(-1), 0), key.masked_fill(hidden.unsqueeze(-1), 0)
    return blocked_sum(query, key, x, scale=1 / math.sqrt(query.shape[-1]), causal=causal, kind=coupling)


def equilibrium(field: Tensor) -> Tensor:
    """z = h / |h|, and 0 with gradient 0 where h = 0 (every state is an equilibrium there; 0 reads out
    uniformly).

    Shape [..., d]. Scaled by the largest component first, so that |h| neither overflows nor vanishes: the
    direction of a field of 1e-20 is as exact as that of 1. Source: osc.two-equilibria.
    """
    size = field.detach().abs().amax(-1, keepdim=True)
    alive = size > torch.finfo(field.dtype).tiny ** 0.75
    h = torch.where(alive, field / torch.where(alive, size, 1), 1)
    return torch.where(alive, h / h.square().sum(-1, keepdim=True).sqrt(), 0)


def _check(
    query: Tensor, key: Tensor, value: Tensor, anchors: Tensor, exponent: float, coupling: str
) -> None:
    require(query.dim() == 4, f"query must be [batch, heads, tokens, dimension], got {tuple(query.shape)}")
    require(key.shape == query.shape, f"key has shape {tuple(key.shape)}, query {tuple(query.shape)}")
    b, heads, n, dimension = query.shape
    require(
        value.dim() == 4 and value.shape[:3] == query.shape[:3],
        f"value must be {[b, heads, n]} + [d_v], got {tuple(value.shape)}",
    )
    require(n >= 1 and dimension >= 1, f"query of shape {tuple(query.shape)} is empty")
    require(anchors.dim() == 3, f"anchors must be [heads, tokens, d_osc], got {tuple(anchors.shape)}")
    require(anchors.shape[0] == heads, f"anchors are for {anchors.shape[0]} heads, query has {heads}")
    require(anchors.shape[1] >= n, f"{n} tokens, but anchors for {anchors.shape[1]} positions only")
    require(anchors.shape[1] == n, f"anchors must have as many positions as the query, {n}: slice them")
    require(anchors.shape[2] >= 2, f"oscillators need d_osc >= 2, got {anchors.shape[2]}")
    require(exponent > 0 and math.isfinite(exponent), f"exponent must be positive, got {exponent}")
    require(coupling in COUPLINGS, f"coupling must be one of {', '.join(COUPLINGS)}, got {coupling!r}")


def oscillator_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    anchors: Tensor,
    *,
    exponent: float = 1,
    coupling: str = "softplus",
    causal: bool = False,
    key_padding_mask: Tensor | None = None,
    clamp: bool = False,
) -> Tensor:
    """Oscillator attention at its equilibrium.

    Formula: see the module. Shapes: query, key [B, H, n, D]; value [B, H, n, d_v]; anchors [H, n, d], unit
    vectors (not checked here); key_padding_mask [B, n], True = padding; result [B, H, n, d_v]. ``exponent``
    p > 0 is an inverse temperature; ``clamp`` says that the anchors may be off the sphere, so that 1 + z . r
    can be negative.

    A row that sees no token is zero; where h = 0 attention is uniform over what is visible. Time O(n^2 (D +
    d)) for the couplings, linear in n for the readout of integer exponents; memory linear in n. Half
    precision and autocast are computed in float32. Raises ValueError or TypeError, one line, for shapes,
    dtypes, devices. Source: arXiv 2606.12059; osc.explicit-flow, osc.readout-simplex of the ledger.
    """
    _check(query, key, value, anchors, exponent, coupling)
    padding_mask(key_padding_mask, query.shape[0], query.shape[2], query.device)
    given = value.dtype
    if autocasting(query.device):
        query, key, value, anchors = (t.float() for t in (query, key, value, anchors))
    same_kind(query=query, key=key, value=value, anchors=anchors)
    work = working_dtype(query.dtype)
    with full_precision(query.device):
        query, key, value, anchors = (t.to(work) for t in (query, key, value, anchors))
        h = coupling_field(
            query, key, anchors, coupling=coupling, causal=causal, key_padding_mask=key_padding_mask
        )
        out = readout(
            equilibrium(h),
            anchors,
            value,
            exponent=exponent,
            causal=causal,
            hidden=_hidden(key_padding_mask),
            clamp=clamp,
        )
    return out.to(given)


def attention_weights(
    state: Tensor,
    anchors: Tensor,
    *,
    exponent: float = 1,
    causal: bool = False,
    key_padding_mask: Tensor | None = None,
) -> Tensor:
    """The matrix a itself, [B, H, n, n], for looking at: state [B, H, n, d], anchors [H, n, d]; rows sum to
    1 or to 0."""
    a = (1 + state @ anchors.transpose(-1, -2)).clamp_min(0).pow(exponent)
    if causal:
        a = a.tril()
    if key_padding_mask is not None:
        a = a.masked_fill(key_padding_mask[:, None, None, :], 0)
    return a / a.sum(-1, keepdim=True).clamp_min(FLOOR)


def check_unit(anchors: Tensor, tolerance: float = 1e-3) -> None:
    """Raise ValueError unless every anchor has length 1."""
    worst = float((anchors.norm(dim=-1) - 1).abs().max()) if anchors.numel() else 0.0
    require(
        worst <= tolerance,
        f"anchors must be unit vectors; one is off by {worst:.3g} (free_anchors=True allows that)",
    )


class OscillatorAttention(nn.Module):
    """Multi-head self-attention by oscillators, for inputs [B, n, embed_dim] (``batch_first``, else [n, B,
    embed_dim]).

    ``anchors`` (one per head and position) are the normalised rows of the parameter ``anchor_directions``
    and so stay on the sphere whatever the optimiser does. ``free_anchors=True`` is the published behaviour:
    the rows themselves, unit only at the start, with the clamp acting. ``mask_readout=False`` is the
    published leak: padding leaves the coupling but not the readout. Query, key and value have no bias, the
    output has one, as published. Errors: :func:`oscillator_attention`; more than ``max_length`` tokens raise
    ValueError.
    """

    def __init__(
        self,
        embed_dim: int,
        num_heads: int,
        d_osc: int,
        max_length: int,
        *,
        exponent: float = 1,
        coupling: str = "softplus",
        causal: bool = False,
        free_anchors: bool = False,
        mask_readout: bool = True,
        batch_first: bool = True,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        require(
            num_heads > 0 and embed_dim % num_heads == 0,
            f"embed_dim {embed_dim} is not a multiple of num_heads {num_heads}",
        )
        require(d_osc >= 2, f"oscillators need d_osc >= 2, got {d_osc}")
        require(max_length >= 1, f"max_length must be positive, got {max_length}")
        require(coupling in COUPLINGS, f"coupling must be one of {', '.join(COUPLINGS)}, got {coupling!r}")
        kind: dict[str, Any] = {"device": device, "dtype": dtype}
        self.embed_dim, self.num_heads, self.d_osc, self.max_length = embed_dim, num_heads, d_osc, max_length
        self.exponent, self.coupling, self.causal = exponent, coupling, causal
        self.free_anchors, self.mask_readout, self.batch_first = free_anchors, mask_readout, batch_first
        self.query = nn.Linear(embed_dim, embed_dim, bias=False, **kind)
        self.key = nn.Linear(embed_dim, embed_dim, bias=False, **kind)
        self.value = nn.Linear(embed_dim, embed_dim, bias=False, **kind)
        self.out = nn.Linear(embed_dim, embed_dim, **kind)
        self.anchor_directions = nn.Parameter(torch.empty(num_heads, max_length, d_osc, **kind))
        self.reset_anchors()

    @torch.no_grad()
    def reset_anchors(self) -> None:
        """Draw the anchors uniformly on the sphere."""
        self.anchor_directions.normal_()
        self.anchor_directions.copy_(nn.functional.normalize(self.anchor_directions, dim=-1))

    @torch.no_grad()
    def set_anchors(self, anchors: Tensor) -> None:
        """Take over anchors [H, max_length, d_osc]; unit vectors, unless the module has ``free_anchors``."""
        shape = tuple(self.anchor_directions.shape)
        require(tuple(anchors.shape) == shape, f"anchors must have shape {shape}, got {tuple(anchors.shape)}")
        if not self.free_anchors:
            check_unit(anchors)
        self.anchor_directions.copy_(anchors)

    @property
    def anchors(self) -> Tensor:
        """[H, max_length, d_osc]: on the sphere, unless free."""
        raw = self.anchor_directions
        return raw if self.free_anchors else nn.functional.normalize(raw, dim=-1)

    def _split(self, x: Tensor) -> Tensor:
        """[B, n, E] -> [B, H, n, E / H]"""
        return x.reshape(*x.shape[:2], self.num_heads, -1).transpose(1, 2)

    def _positions(self, x: Tensor) -> Tensor:
        require(
            x.dim() == 3 and x.shape[-1] == self.embed_dim,
            f"input must be [batch, tokens, {self.embed_dim}], got {tuple(x.shape)}",
        )
        n = x.shape[1]
        require(n <= self.max_length, f"{n} tokens, but anchors for {self.max_length} positions only")
        return self.anchors[:, :n]

    def field(self, x: Tensor, key_padding_mask: Tensor | None = None) -> Tensor:
        """h, [B, H, n, d_osc], for batch-first input: its direction is the equilibrium, its norm the rate."""
        anchors = self._positions(x)
        return coupling_field(
            self._split(self.query(x)),
            self._split(self.key(x)),
            anchors,
            coupling=self.coupling,
            causal=self.causal,
            key_padding_mask=key_padding_mask,
        )

    def weights(self, x: Tensor, key_padding_mask: Tensor | None = None) -> Tensor:
        """The attention matrix, [B, H, n, n], for batch-first input."""
        mask = key_padding_mask if self.mask_readout else None
        return attention_weights(
            equilibrium(self.field(x, key_padding_mask)),
            self._positions(x),
            exponent=self.exponent,
            causal=self.causal,
            key_padding_mask=mask,
        )

    def forward(self, x: Tensor, key_padding_mask: Tensor | None = None) -> Tensor:
        """[B, n, E] and an optional mask [B, n] (True = padding) -> [B, n, E]."""
        if not self.batch_first:
            x = x.transpose(0, 1)
        anchors = self._positions(x)
        query, key, value = self._split(self.query(x)), self._split(self.key(x)), self._split(self.value(x))
        if self.mask_readout or key_padding_mask is None:
            y = oscillator_attention(
                query,
                key,
                value,
                anchors,
                exponent=self.exponent,
                coupling=self.coupling,
                causal=self.causal,
                key_padding_mask=key_padding_mask,
                clamp=self.free_anchors,
            )
        else:
            padding_mask(key_padding_mask, x.shape[0], x.shape[1], x.device)
            h = coupling_field(
                query,
                key,
                anchors,
                coupling=self.coupling,
                causal=self.causal,
                key_padding_mask=key_padding_mask,
            )
            y = readout(
                equilibrium(h),
                anchors,
                value,
                exponent=self.exponent,
                causal=self.causal,
                clamp=self.free_anchors,
            )
        out: Tensor = self.out(y.transpose(1, 2).flatten(2))  # [B, n, E]
        return out if self.batch_first else out.transpose(0, 1)

    def extra_repr(self) -> str:
        return (
            f"{self.embed_dim}, heads={self.num_heads}, d_osc={self.d_osc}, "
            f"max_length={self.max_length}, exponent={self.exponent}"
        )
