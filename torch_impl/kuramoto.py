"""Kuramoto attention: tokens are phases, attention couples them, the value update is the Kuramoto term.

    s_tu = tau / sqrt(k) sum_j gq_tj gk_uj cos(th_tj - th_uj + omega_j (t - u)),
    A    = softmax of s over the visible u,
    G_tj = sum_u A_tu exp(i th_uj),
    a_tj = -sin(th_tj) Re G_tj + cos(th_tj) Im G_tj = sum_u A_tu sin(th_uj - th_tj).

The score is the dot product of (gq cos psi, gq sin psi) and (gk cos psi, gk sin psi), psi = th + omega t, so
any fused attention kernel computes the layer. Source: arXiv 2606.11585 as summarised; kur.dot-product-form
and kur.coupling-identity of the ledger.

Left open by the paper's public sources, chosen here: the gates' and the value gate's formulas, the norm
matching, heads, the initialisation. Each choice is documented at its class.
"""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from .checks import autocasting, require


def drift(rates: Tensor, n: int) -> Tensor:
    """The angle omega_j t at positions t = 0..n-1, folded to [-pi, pi): rates [..., k] -> [..., n, k].

    Computed in float64: the product of a rate and a late position loses digits in float32 that the score
    needs.
    """
    wide = rates if rates.device.type == "mps" else rates.double()
    angle = torch.arange(n, device=rates.device, dtype=wide.dtype).unsqueeze(-1) * wide.unsqueeze(-2)
    return (torch.remainder(angle + math.pi, 2 * math.pi) - math.pi).to(rates.dtype)


def lift(phases: Tensor) -> Tensor:
    """(cos, sin), [..., k] -> [..., 2, k]."""
    return torch.stack([phases.cos(), phases.sin()], -2)


def resultant(
    phases: Tensor,
    values: Tensor,
    query_gate: Tensor | None,
    key_gate: Tensor | None,
    rates: Tensor,
    *,
    temperature: Tensor | float,
    causal: bool = True,
    successor: bool = False,
) -> Tensor:
    """A ``values``, [..., n, m]: with the lifted phases as values it is G, real parts, then imaginary ones.

    Shapes: phases and gates [..., n, k] (None: gates 1), values [..., n, m]; rates [k] or [..., k] over the
    leading dimensions (one row a head); temperature a number or broadcastable to [..., 1, 1]. ``successor``:
    t attends u <= t - 1 and takes the value of u + 1 <= t; the first token attends nothing, its row is 0.
    """
    n, k = phases.shape[-2:]
    drifted = phases + drift(rates, n)
    c, s = drifted.cos(), drifted.sin()
    if query_gate is not None and not (isinstance(temperature, float) and temperature == 1):
        query_gate, temperature = query_gate * temperature, 1.0
    query, key = _gated(c, s, query_gate), _gated(c, s, key_gate)  # [..., n, 2k]
    if query_gate is None:
        query = query * temperature
    return attend(query, key, values, scale=1 / math.sqrt(k), causal=causal, successor=successor)


def attend(
    query: Tensor,
    key: Tensor,
    values: Tensor,
    *,
    scale: float | None = None,
    causal: bool = True,
    successor: bool = False,
) -> Tensor:
    """Attention by dot products, of the attended tokens or, with ``successor``, of those that follow them."""
    require(causal or not successor, "the values of successors need a causal attention")
    if successor:
        return successor_attention(query, key, values, scale=scale)
    return F.scaled_dot_product_attention(query, key, values, is_causal=causal, scale=scale)


def successor_attention(query: Tensor, key: Tensor, values: Tensor, *, scale: float | None = None) -> Tensor:
    """Row t: sum over u < t of A_tu ``values``_{u+1}, A = softmax of ``scale`` q_t . k_u (default 1/sqrt(D)).

    Causal, since u + 1 <= t; the first row is 0. It reads what followed the attended token, so one layer can
    continue a repetition, where attention proper takes two. Shapes as in scaled_dot_product_attention.
    """
    if query.shape[-2] == 1:
        return torch.zeros_like(values)
    query, key, values = query[..., 1:, :], key[..., :-1, :], values[..., 1:, :]  # u < t and u + 1 <= t
    found = F.scaled_dot_product_attention(query, key, values, is_causal=True, scale=scale)
    return F.pad(found, (0, 0, 1, 0))


def _gated(cos: Tensor, sin: Tensor, gate: Tensor | None) -> Tensor:
    """(g cos, g sin), [..., 2k]."""
    return torch.cat([cos, sin] if gate is None else [gate * cos, gate * sin], -1)


def kuramoto_attention(
    phases: Tensor,
    query_gate: Tensor,
    key_gate: Tensor,
    rates: Tensor,
    *,
    temperature: Tensor | float,
    causal: bool = True,
    successor: bool = False,
) -> Tensor:
    """The increment a_tj = sum_u A_tu sin(th_uj - th_tj) of Kuramoto attention.

    ``successor`` (with ``causal``): coupling to the token after the attended one, A a softmax over u <= t - 1
    and a_tj = sum_u A_tu sin(th_{u+1,j} - th_tj); the first token gets 0. Source: one element of arXiv
    2606.18694 as summarised.

    Formula: see the module. Shapes: phases, query_gate, key_gate [B, n, k], rates [k], result [B, n, k];
    heads by reshaping: with phases [B, H, n, k], rates may be [H, k] and temperature [H, 1, 1]. Phases in
    radians; nothing is assumed of the sign or mean of the gates. Attends itself; |a| <= 1 - A_tt. Raises
    ValueError or TypeError, one line. Source: arXiv 2606.11585; kur.coupling-identity, kur.dot-product-form,
    kur.bounded-update.
    """
    require(phases.dim() >= 3, f"phases must be [batch, tokens, k], got {tuple(phases.shape)}")
    n, k = phases.shape[-2:]
    require(n >= 1 and k >= 1, f"phases of shape {tuple(phases.shape)} are empty")
    for name, gate in (("query_gate", query_gate), ("key_gate", key_gate)):
        require(
            gate.shape == phases.shape, f"{name} has shape {tuple(gate.shape)}, phases {tuple(phases.shape)}"
        )
    require(rates.dim() >= 1 and rates.shape[-1] == k, f"rates must be [{k}], got {tuple(rates.shape)}")
    require(
        rates.dim() == 1 or tuple(rates.shape[:-1]) == tuple(phases.shape[-2 - rates.dim() + 1 : -2]),
        f"rates {tuple(rates.shape)} do not match phases {tuple(phases.shape)}",
    )
    if not phases.dtype.is_floating_point:
        raise TypeError(f"phases must be floating point, got {phases.dtype}")
    for name, t in (("query_gate", query_gate), ("key_gate", key_gate), ("rates", rates)):
        if t.dtype != phases.dtype and not autocasting(phases.device):
            raise TypeError(f"{name} has dtype {t.dtype}, phases has {phases.dtype}")
        require(t.device == phases.device, f"{name} is on {t.device}, phases on {phases.device}")
    lifted = lift(phases)
    g = resultant(
        phases,
        lifted.flatten(-2),
        query_gate,
        key_gate,
        rates,
        temperature=temperature,
        causal=causal,
        successor=successor,
    )
    return tangent(lifted, g)


def tangent(lifted: Tensor, g: Tensor) -> Tensor:
    """-sin(th) Re G + cos(th) Im G: lifted phases [..., 2, k], G [..., 2k] -> [..., k]."""
    (cos, sin), (real, imaginary) = lifted.unbind(-2), g.chunk(2, -1)
    return cos * imaginary - sin * real


def bounded(increment: Tensor, bound: Tensor | float) -> Tensor:
    """Norm matching, x c / (1 + rms(x)): the rms of the increment stays below c, small increments pass as c
    x.

    The paper bounds its increments without a published formula; this is ours. Shape [..., k].
    """
    rms = increment.square().mean(-1, keepdim=True).add(torch.finfo(increment.dtype).tiny).sqrt()
    return increment * (bound / (1 + rms))


def mean_one(gate: Tensor, factor: Tensor | float = 1.0) -> Tensor:
    """Positive gates over their mean, times a factor [..., 1], [..., k]."""
    return gate * (factor / gate.mean(-1, keepdim=True))


VALUES = ("circular", "projection", "successor", "mixed")


class KuramotoAttention(nn.Module):
    """The attention half of a block: phases [B, n, k_total] -> bounded increment of the same shape.

    Gates: softplus(W (cos th, sin th) + b) over its mean within a head (so that each head is the published
    layer on its own coordinates); value gate: W (cos th, sin th) + b, any sign; norm matching:
    :func:`bounded` with a learned bound; rates: geometric from 1 to 10^-4 as in rotary embeddings,
    temperature e^log_temperature a head, start 4; value gate's bias starts at 1 (the raw Kuramoto step).
    ``values``: "circular" (the paper), "projection": a learned value projection instead of the circular mean
    (ablation), "successor": every head couples to the successors of what it attends (see
    :func:`kuramoto_attention`), "mixed": the first half of the heads circular, the rest successor.
    ``gates=False``: gates 1 (ablation). ``frustration``: learned angles alpha a head and coordinate, start 0,
    coupling sin(th_u - th_t + alpha).
    """

    def __init__(
        self,
        num_phases: int,
        num_heads: int = 4,
        *,
        causal: bool = True,
        gates: bool = True,
        values: str = "circular",
        frustration: bool = False,
        batch_first: bool = True,
        device: torch.device | str | None = None,
        dtype: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        require(
            num_heads > 0 and num_phases % num_heads == 0,
            f"num_phases {num_phases} is not a multiple of num_heads {num_heads}",
        )
        require(values in VALUES, f"values must be one of {', '.join(VALUES)}, got {values!r}")
        require(causal or values in ("circular", "projection"), f"values {values!r} need a causal attention")
        require(
            values != "mixed" or num_heads % 2 == 0,
            f"mixed values need an even number of heads, got {num_heads}",
        )
        require(
            not frustration or values != "projection", "a projection is no coupling: it has no frustration"
        )
        kind: dict[str, Any] = {"device": device, "dtype": dtype}
        k = num_phases
        self.num_phases, self.num_heads, self.causal, self.batch_first = k, num_heads, causal, batch_first
        self.gates, self.values = gates, values
        self.gate = nn.Linear(2 * k, (3 if gates else 1) * k, **kind)  # value gate, then query and key gates
        self.projection = nn.Linear(2 * k, k, bias=False, **kind) if values == "projection" else None
        self.rates = nn.Parameter(torch.empty(num_heads, k // num_heads, **kind))
        self.frustration = (
            nn.Parameter(torch.empty(num_heads, k // num_heads, **kind)) if frustration else None
        )
        following = {"successor": num_heads, "mixed": num_heads // 2}.get(values, 0)
        self.plain_heads = num_heads - following  # the first so many couple to what they attend
        self.log_temperature = nn.Parameter(torch.empty(num_heads, 1, 1, **kind))
        self.bound = nn.Parameter(torch.empty((), **kind))
        self.reset_parameters()

    @torch.no_grad()
    def reset_parameters(self) -> None:
        """The values named in the class's docstring; linear maps as torch draws them."""
        for linear in (self.gate, self.projection):
            if linear is not None:
                linear.reset_parameters()
        self.gate.bias[: self.num_phases].fill_(1)
        heads, k = self.rates.shape
        steps = torch.arange(k, device=self.rates.device) / max(1, k - 1)
        self.rates.copy_((1e4**-steps).expand(heads, k))
        self.log_temperature.fill_(math.log(4))
        if self.frustration is not None:
            self.frustration.zero_()
        self.bound.fill_(1)

    def _split(self, x: Tensor) -> Tensor:
        """[B, n, H k] -> [B, H, n, k]"""
        return x.reshape(*x.shape[:2], self.num_heads, -1).transpose(1, 2)

    def forward(self, phases: Tensor) -> Tensor:
        """[B, n, k_total] ([n, B, k_total] unless ``batch_first``) -> the bounded increment."""
        require(
            phases.dim() == 3 and phases.shape[-1] == self.num_phases,
            f"phases must be [batch, tokens, {self.num_phases}], got {tuple(phases.shape)}",
        )
        if not self.batch_first:
            phases = phases.transpose(0, 1)
        out = self._increment(phases)
        return out if self.batch_first else out.transpose(0, 1)

    def _increment(self, phases: Tensor) -> Tensor:
        lifted = lift(phases.reshape(*phases.shape[:2], self.num_heads, -1))  # [B, n, H, 2, k]
        features = lifted.flatten(2)
        parts = self.gate(features).to(phases.dtype).split(self.num_phases, -1)
        tau = self.log_temperature.exp()
        query_gate = mean_one(F.softplus(self._split(parts[1])), tau) if self.gates else None
        key_gate = mean_one(F.softplus(self._split(parts[2]))) if self.gates else None
        if self.projection is None:
            values = lifted.flatten(3).transpose(1, 2)  # [B, H, n, 2k]
        else:
            values = self._split(self.projection(features).to(phases.dtype))
        whole = self._split(phases)
        found = []
        for heads, successor in (
            (slice(0, self.plain_heads), False),
            (slice(self.plain_heads, self.num_heads), True),
        ):
            if heads.start < heads.stop:
                found.append(
                    resultant(
                        whole[:, heads],
                        values[:, heads],
                        None if query_gate is None else query_gate[:, heads],
                        None if key_gate is None else key_gate[:, heads],
                        self.rates[heads],
                        temperature=1.0 if self.gates else tau[heads],
                        causal=self.causal,
                        successor=successor,
                    )
                )
        g = (found[0] if len(found) == 1 else torch.cat(found, 1)).transpose(1, 2)  # [B, n, H, .]
        if self.projection is not None:
            step = g
        elif self.frustration is None:
            step = tangent(lifted, g)
        else:
            step = tangent(lift(whole.transpose(1, 2) - self.frustration), g)
        return bounded(parts[0] * step.flatten(2), self.bound)

    def extra_repr(self) -> str:
        return f"{self.num_phases}, heads={self.num_heads}, gates={self.gates}, values={self.values}"
