"""Instances of Kuramoto attention, its formula written out, and what rounding can make of it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import torch
from torch import Tensor
from torch.nn import functional as F

from ..kuramoto import KuramotoAttention, kuramoto_attention, lift, resultant
from .identity import EPS, Draw, largest

ROUNDING = (
    "8 eps ((1 + S)(angle + k) + n): a score of size S is a sum of 2k products whose angles are rounded to "
    "eps times angle = 1 + max abs(theta) + n max abs(omega); an error of a score is a relative error of its "
    "weight, and n weights are added"
)


@dataclass(frozen=True)
class Phases:
    """Arguments of the layer: phases and gates [..., n, k], rates [k] or [H, k], temperature."""

    phases: Tensor
    query_gate: Tensor
    key_gate: Tensor
    rates: Tensor
    temperature: Tensor | float
    causal: bool

    @property
    def n(self) -> int:
        """Number of tokens."""
        return self.phases.shape[-2]

    @property
    def k(self) -> int:
        """Number of coordinates."""
        return self.phases.shape[-1]

    def but(self, **changes: Tensor | float | bool) -> Phases:
        """The same instance with other values."""
        return replace(self, **changes)  # type: ignore[arg-type]

    # what the layer does

    def increment(self) -> Tensor:
        """The layer's increment, [..., n, k]."""
        return kuramoto_attention(
            self.phases,
            self.query_gate,
            self.key_gate,
            self.rates,
            temperature=self.temperature,
            causal=self.causal,
        )

    def attend(self, values: Tensor) -> Tensor:
        """The layer's weights applied to values [..., n, m]."""
        return resultant(
            self.phases,
            values,
            self.query_gate,
            self.key_gate,
            self.rates,
            temperature=self.temperature,
            causal=self.causal,
        )

    def shares(self) -> Tensor:
        """The layer's weights themselves, [..., n, n]."""
        eye = torch.eye(self.n, dtype=self.phases.dtype)
        return self.attend(eye.expand(*self.phases.shape[:-2], self.n, self.n))

    def order(self) -> tuple[Tensor, Tensor]:
        """The layer's R = abs(G), and G's angle psi, [..., n, k] each."""
        real, imaginary = self.attend(lift(self.phases).flatten(-2)).chunk(2, -1)
        return torch.hypot(real, imaginary), torch.atan2(imaginary, real)

    # what the formula says

    def lag(self) -> Tensor:
        """omega (t - u), [..., n, n, k]."""
        t = torch.arange(self.n, dtype=self.phases.dtype)
        return (t[:, None] - t[None, :]).unsqueeze(-1) * self.rates[..., None, None, :]

    def apart(self) -> Tensor:
        """theta_u - theta_t at [..., t, u, :]."""
        return self.phases.unsqueeze(-3) - self.phases.unsqueeze(-2)

    def scores_at(self, angle: Tensor) -> Tensor:
        """tau / sqrt k sum_c gq_tc gk_uc cos(angle_tuc), [..., n, n]."""
        gates = self.query_gate.unsqueeze(-2) * self.key_gate.unsqueeze(-3)
        return (gates * angle.cos()).sum(-1) * self.temperature / math.sqrt(self.k)

    def scores(self) -> Tensor:
        """The scores, [..., n, n]."""
        return self.scores_at(self.lag() - self.apart())

    def softmax(self, scores: Tensor) -> Tensor:
        """Weights over the visible tokens."""
        return scores.masked_fill(~self.visible(), -torch.inf).softmax(-1)

    def visible(self) -> Tensor:
        """[n, n], boolean: who sees whom."""
        everyone = torch.ones(self.n, self.n, dtype=torch.bool)
        return everyone.tril() if self.causal else everyone

    def weights(self) -> Tensor:
        """A, [..., n, n]."""
        return self.softmax(self.scores())

    def bound(self) -> float:
        """See :data:`ROUNDING`."""
        gates = (self.query_gate.abs() @ self.key_gate.abs().transpose(-1, -2)).amax((-2, -1), keepdim=True)
        size = largest((gates * self.temperature).abs()) / math.sqrt(self.k)
        angle = 1 + largest(self.phases.abs()) + self.n * largest(self.rates.abs())
        return 8 * EPS * ((1 + size) * (angle + self.k) + self.n)


def mixed(weights: Tensor, values: Tensor) -> Tensor:
    """sum_u A_tu x_tu: [..., n, n] and [..., n, n, k] -> [..., n, k]."""
    return (weights.unsqueeze(-1) * values).sum(-2)


def spread_phases(draw: Draw, *shape: int) -> Tensor:
    """Phases that agree to 1e-6, gather, fill the circle, or count many turns."""
    spread = draw.choice((1e-6, 0.5, 3.0, 3.0, 100.0))
    return draw.number(-math.pi, math.pi) + spread * draw.normal(*shape)


def draw_phases(
    draw: Draw,
    *,
    gated: bool = True,
    drifted: bool = True,
    causal: bool | None = None,
    least: int = 1,
    most: int = 24,
    hot: bool = True,
) -> Phases:
    """A random instance; ``hot``: temperatures up to 300, where softmax is all but a maximum, and 0.

    With heads in half of the instances. Gates have any sign; rates include 0 and many turns a step.
    """
    batch, n, k = draw.integer(1, 3), draw.integer(least, most), draw.integer(1, 9)
    heads = draw.integer(1, 3) if draw.coin() else None
    lead = (batch,) if heads is None else (batch, heads)
    own = (k,) if heads is None else (heads, k)
    shape = (*lead, n, k)
    sizes = (0.0, 1.0, 4.0, -3.0, 30.0, 300.0) if hot else (1.0, 4.0, -3.0)
    temperature = draw.choice(sizes)
    ones = torch.ones(shape, dtype=torch.float64)
    rates = draw.choice((0.0, 0.1, 1.0, math.pi, 30.0)) * draw.uniform(-1, 1, *own)
    return Phases(
        phases=spread_phases(draw, *shape),
        query_gate=draw.choice((draw.normal(*shape), draw.uniform(0, 2, *shape))) if gated else ones,
        key_gate=draw.choice((draw.normal(*shape), draw.uniform(0, 2, *shape))) if gated else ones,
        rates=rates if drifted else torch.zeros(own, dtype=torch.float64),
        temperature=temperature if heads is None else temperature * draw.uniform(0.5, 1, heads, 1, 1),
        causal=draw.coin() if causal is None else causal,
    )


# --- the module, written out --------------------------------------------------------------------------------


def norm_matched(increment: Tensor, bound: Tensor | float) -> Tensor:
    """x c / (1 + rms x) over the last dimension."""
    rms: Tensor = increment.square().mean(-1, keepdim=True).sqrt()
    return increment * bound / (1 + rms)


def inside(module: KuramotoAttention, phases: Tensor) -> tuple[Phases, Tensor]:
    """What the heads of a module with gates see, [B, H, n, k / H], and the value gate, [B, n, k]; phases [B, n, k]."""
    heads = module.num_heads

    def split(x: Tensor) -> Tensor:
        """[B, n, k] -> [B, n, H, k / H]"""
        return x.reshape(*x.shape[:2], heads, -1)

    features = torch.cat([split(phases).cos(), split(phases).sin()], -1).flatten(2)
    value, query, key = (features @ module.gate.weight.T + module.gate.bias).chunk(3, -1)
    query_gate, key_gate = (
        (g / g.mean(-1, keepdim=True)).transpose(1, 2)
        for g in (split(F.softplus(query)), split(F.softplus(key)))
    )
    x, temperature = split(phases).transpose(1, 2), module.log_temperature.exp()
    return Phases(x, query_gate, key_gate, module.rates, temperature, module.causal), value


def module_increment(module: KuramotoAttention, phases: Tensor) -> Tensor:
    """The module's increment, written out; phases [B, n, k]."""
    seen, value = inside(module, phases)
    raw = mixed(seen.weights(), seen.apart().sin())
    return norm_matched(value * raw.transpose(1, 2).flatten(2), module.bound)
