"""Instances of oscillator attention and what rounding can make of them; the formula itself is in literal."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import Tensor

from .. import literal
from ..field import COUPLINGS
from ..oscillator import coupling_field, equilibrium, oscillator_attention
from ..settling import Device, device_attention
from .identity import EPS, Draw

ROUNDING = (
    "16 eps (n + D + S) kappa n p 2^p / Q max abs(v): scores of size S, sums of n weights of which "
    "kappa = sum w / abs(h) cancel, and a readout with denominators Q that divides n terms of size 2^p"
)


@dataclass(frozen=True)
class Attention:
    """Arguments of the layer: query, key [B, H, n, D], value [B, H, n, d_v], anchors [H, n, d]."""

    query: Tensor
    key: Tensor
    value: Tensor
    anchors: Tensor
    exponent: float
    coupling: str
    causal: bool
    mask: Tensor | None = None

    @property
    def n(self) -> int:
        """Number of tokens."""
        return self.query.shape[2]

    def but(self, **changes: Any) -> Attention:
        """The same instance with other values."""
        return replace(self, **changes)

    def output(self, *, clamp: bool = False) -> Tensor:
        """What the layer gives, [B, H, n, d_v]."""
        return oscillator_attention(
            self.query,
            self.key,
            self.value,
            self.anchors,
            exponent=self.exponent,
            coupling=self.coupling,
            causal=self.causal,
            key_padding_mask=self.mask,
            clamp=clamp,
        )

    def on(self, device: Device) -> Tensor:
        """What the layer gives on a device, [B, H, n, d_v]."""
        return device_attention(
            self.query,
            self.key,
            self.value,
            self.anchors,
            device=device,
            exponent=self.exponent,
            coupling=self.coupling,
            causal=self.causal,
            key_padding_mask=self.mask,
        )

    def field(self) -> Tensor:
        """The layer's h, [B, H, n, d]."""
        return coupling_field(
            self.query,
            self.key,
            self.anchors,
            coupling=self.coupling,
            causal=self.causal,
            key_padding_mask=self.mask,
        )

    def state(self) -> Tensor:
        """The layer's equilibrium, [B, H, n, d]."""
        return equilibrium(self.field())

    def couplings(self) -> Tensor:
        """w written out, 0 where nothing is seen, [B, H, n, n]."""
        w = literal.couple(self.scores(), self.coupling)
        return torch.where(literal.visible(w.shape[0], self.n, self.causal, self.mask), w, 0)

    def scores(self) -> Tensor:
        """q . k / sqrt D, [B, H, n, n]."""
        return self.query @ self.key.transpose(-1, -2) / math.sqrt(self.query.shape[-1])

    def field_bound(self) -> float:
        """Rounding of h and of the flow in units of sum w: 64 eps (n + D + S)."""
        return 64 * EPS * (self.n + self.query.shape[-1] + self.largest_score())

    def largest_score(self) -> float:
        """S, from the absolute terms."""
        terms = self.query.abs() @ self.key.abs().transpose(-1, -2)
        return float(terms.max()) / math.sqrt(self.query.shape[-1])

    def bound(self) -> float:
        """See :data:`ROUNDING`."""
        w = self.couplings()
        h = torch.linalg.vector_norm(w @ self.anchors, dim=-1)
        alive = h > 0
        kappa = float((w.sum(-1)[alive] / h[alive]).max()) if bool(alive.any()) else 1.0
        shifted = (1 + self.state() @ self.anchors.transpose(-1, -2)).clamp_min(0) ** self.exponent
        shifted = torch.where(literal.visible(w.shape[0], self.n, self.causal, self.mask), shifted, 0).sum(-1)
        seen = shifted > 0
        least = float(shifted[seen].min()) if bool(seen.any()) else 1.0
        gain = self.n * self.exponent * 2**self.exponent / least * float(self.value.abs().max())
        return 16 * EPS * (self.n + self.query.shape[-1] + self.largest_score()) * kappa * gain


def draw_attention(draw: Draw, *, d: int | None = None, most: int = 70, positive: bool = False) -> Attention:
    """A random instance: scores from 1e-3 to 300 in size, any coupling, exponents 1, 2, 2.5, 3.

    ``positive``: only couplings that are never 0, so that every row has a field.
    """
    batch, heads, n = draw.integer(1, 3), draw.integer(1, 3), draw.integer(1, most)
    dimension, d = draw.integer(1, 12), d or draw.integer(2, 10)
    size = draw.choice((0.03, 1.0, 1.0, 4.0))
    options = [c for c in COUPLINGS if not (positive and c == "relu")]
    return Attention(
        query=size * draw.normal(batch, heads, n, dimension),
        key=size * draw.normal(batch, heads, n, dimension),
        value=draw.normal(batch, heads, n, draw.integer(1, 6)),
        anchors=draw.unit(heads, n, d),
        exponent=draw.choice((1.0, 1.0, 2.0, 2.5, 3.0)),
        coupling=draw.choice(options),
        causal=draw.coin(),
    )
