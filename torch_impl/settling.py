"""Oscillators that settle for a finite time, on devices that are not ideal: exact flows, no integrator.

Without disorder, z' = h - (z . h) z has the solution with tan(phi(t)/2) = tan(phi(0)/2) exp(-|h| t), phi the
angle to h. With a skew frequency matrix S, z' = S z + h - (z . h) z lifts to the linear y' = S y + E h, E' =
h . y with z = y / E: one matrix exponential of the generator [[S, h], [h^T, 0]] in so(d, 1). Sources:
osc.explicit-flow, osc.frequency-disorder of the ledger.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from .checks import full_precision, padding_mask, require, same_kind
from .field import COUPLINGS
from .literal import couple
from .oscillator import attention_weights, equilibrium


def settle(field: Tensor, start: Tensor, time: float | Tensor) -> Tensor:
    """z(time) of z' = h - (z . h) z from a unit vector ``start``; exact for any time and any |h|.

    Shapes: field, start [..., d]; time a number or broadcastable to [..., 1]; result [..., d]. Along h and
    across,

        z_par = ((1 + c) - (1 - c) q^2) / D,  z_perp = 2 q u / D,  D = (1 + c) + (1 - c) q^2,

    q = exp(-|h| t), c = z(0) . e, u = z(0) - c e, e = h / |h|. 1 ± c are computed as |z(0) ± e|^2 / 2, exact
    near the antipode. Where h = 0 nothing moves; the antipode itself stays.
    """
    e = equilibrium(field)
    still = (e == 0).all(-1, keepdim=True)
    e = torch.where(still, start, e)
    size = torch.where(still, 0, torch.linalg.vector_norm(torch.where(still, 1, field), dim=-1, keepdim=True))
    q = torch.exp(-size * time)
    near, far = (start + e).square().sum(-1, keepdim=True) / 2, (start - e).square().sum(-1, keepdim=True) / 2
    across = start - (near - far) / 2 * e
    far = far * q.square()
    total = near + far
    stuck = total == 0  # at the antipode, after so long that q^2 underflows
    total = torch.where(stuck, 1, total)
    moved = torch.where(stuck, -1, (near - far) / total) * e + torch.where(stuck, 0, 2 * q / total) * across
    return torch.where(still, start, moved)


def settle_disordered(field: Tensor, start: Tensor, time: float, disorder: Tensor) -> Tensor:
    """z(time) of z' = S z + h - (z . h) z by the Lorentz lift, in float64.

    Shapes: field, start [..., d]; disorder [..., d, d], skew; result [..., d]. The exponential is squared up
    from a short time and rescaled at each squaring, since only the ray of (y, E) matters: no overflow at any
    |h| t.
    """
    require(math.isfinite(time) and time >= 0, f"time must be finite and not negative, got {time}")
    d = field.shape[-1]
    require(
        tuple(disorder.shape[-2:]) == (d, d), f"disorder must be [..., {d}, {d}], got {tuple(disorder.shape)}"
    )
    skew, h = disorder.double(), field.double()
    lead = (field[..., 0] + start[..., 0] + disorder[..., 0, 0]).shape
    generator = h.new_zeros(*lead, d + 1, d + 1)
    generator[..., :d, :d] = skew
    generator[..., :d, d] = h
    generator[..., d, :d] = h
    span = float(torch.linalg.matrix_norm(generator.detach()).max()) * time if generator.numel() else 0.0
    squarings = max(0, math.ceil(math.log2(span))) if span > 1 else 0
    flow = torch.linalg.matrix_exp(generator * (time / 2**squarings))
    for _ in range(squarings):
        flow = flow @ flow
        flow = flow / flow.detach().abs().amax((-2, -1), keepdim=True)
    lifted = torch.cat([start.double(), torch.ones_like(start[..., :1], dtype=torch.float64)], -1).expand(
        *lead, d + 1
    )
    y = (flow @ lifted.unsqueeze(-1)).squeeze(-1)
    z = y[..., :d] / y[..., d:]
    unit: Tensor = z / torch.linalg.vector_norm(z, dim=-1, keepdim=True)
    return unit.to(field.dtype)


def attractor(field: Tensor, disorder: Tensor) -> tuple[Tensor, Tensor]:
    """The stable equilibrium of the disordered flow and its rate mu: ([..., d], [...]), in float64.

    z = (mu - S)^{-1} h with mu > 0 the root of h^T (mu^2 - S^2)^{-1} h = 1, which is the largest real
    eigenvalue of the generator. Where no stable equilibrium exists mu = 0 and z = 0. Source:
    osc.frequency-disorder.
    """
    d = field.shape[-1]
    h, skew = field.double(), disorder.double()
    lead = (field[..., 0] + disorder[..., 0, 0]).shape
    generator = h.new_zeros(*lead, d + 1, d + 1)
    generator[..., :d, :d], generator[..., :d, d], generator[..., d, :d] = skew, h, h
    rate = torch.linalg.eigvals(generator).real.amax(-1)
    size = torch.linalg.matrix_norm(generator)
    locked = rate > 1e-7 * size
    rate = torch.where(locked, rate, 0)
    shifted = (
        torch.where(locked, rate, 1)[..., None, None] * torch.eye(d, dtype=torch.float64, device=h.device)
        - skew
    )
    z = torch.linalg.solve(shifted, h.expand(*lead, d).unsqueeze(-1)).squeeze(-1)
    return torch.where(locked.unsqueeze(-1), z, 0), rate


@dataclass(frozen=True)
class Device:
    """What distinguishes one device from the ideal layer. All of it is fixed but the noise and the start.

    mismatch: factors [H, n, n] on the couplings, fixed per (head, i, j) ([B, H, n, n] is no device, but what
    the published code draws); disorder: skew matrices [H, n, d, d], one a free oscillator; state_noise:
    standard deviation of a Gaussian added to the settled state, which returns to the sphere; time: settling
    time, None for the equilibrium; generator: where starts and noise are drawn from.
    """

    mismatch: Tensor | None = None
    disorder: Tensor | None = None
    state_noise: float = 0.0
    time: float | None = None
    generator: torch.Generator | None = None

    @staticmethod
    def draw(
        heads: int,
        length: int,
        d_osc: int,
        *,
        seed: int,
        mismatch: float = 0.0,
        disorder: float = 0.0,
        state_noise: float = 0.0,
        time: float | None = None,
        dtype: torch.dtype = torch.float32,
    ) -> Device:
        """A device from a seed: couplings times exp(mismatch N(0, 1)), skew entries with sd ``disorder``."""
        g = torch.Generator().manual_seed(seed)
        factors = (
            (mismatch * torch.randn(heads, length, length, generator=g, dtype=dtype)).exp()
            if mismatch
            else None
        )
        matrix = None
        if disorder:
            m = torch.randn(heads, length, d_osc, d_osc, generator=g, dtype=dtype).triu(1) * disorder
            matrix = m - m.transpose(-1, -2)
        return Device(factors, matrix, state_noise, time, g)


def device_state(
    query: Tensor,
    key: Tensor,
    anchors: Tensor,
    *,
    device: Device,
    coupling: str = "softplus",
    causal: bool = False,
    key_padding_mask: Tensor | None = None,
) -> Tensor:
    """The state z [B, H, n, d] that a device settles to; arguments as :func:`device_attention`."""
    b, heads, n, dimension = query.shape
    require(coupling in COUPLINGS, f"coupling must be one of {', '.join(COUPLINGS)}, got {coupling!r}")
    require(
        anchors.shape[:2] == (heads, n), f"anchors must be [{heads}, {n}, d_osc], got {tuple(anchors.shape)}"
    )
    padding_mask(key_padding_mask, b, n, query.device)
    same_kind(query=query, key=key, anchors=anchors)
    d = anchors.shape[-1]
    with full_precision(query.device):
        w = couple(query @ key.transpose(-1, -2) / math.sqrt(dimension), coupling)
        if device.mismatch is not None:
            m = device.mismatch
            require(
                m.shape[-3] == heads and m.shape[-2] >= n and m.shape[:-3] in ((), (b,)),
                f"the device has mismatch for {tuple(m.shape)}, not {n} tokens",
            )
            w = w * m[..., :n, :n].to(w)
        if causal:
            w = w.tril()
        if key_padding_mask is not None:
            w = w.masked_fill(key_padding_mask[:, None, None, :], 0)
        h = w @ anchors  # [B, H, n, d]
        if device.disorder is not None:
            require(
                device.disorder.shape[1] >= n,
                f"the device has disorder for {device.disorder.shape[1]} tokens, not {n}",
            )
            skew = device.disorder[:, :n].to(h)
            if device.time is None:
                z = attractor(h, skew)[0].to(h.dtype)
            else:
                z = settle_disordered(h, _uniform(h, device.generator), device.time, skew)
        else:
            z = (
                equilibrium(h)
                if device.time is None
                else settle(h, _uniform(h, device.generator), device.time)
            )
        if device.state_noise:
            noise = torch.randn(b, heads, n, d, generator=device.generator, dtype=h.dtype).to(h.device)
            z = equilibrium(z + device.state_noise * noise)
        return z


def device_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    anchors: Tensor,
    *,
    device: Device,
    exponent: float = 1,
    coupling: str = "softplus",
    causal: bool = False,
    key_padding_mask: Tensor | None = None,
) -> Tensor:
    """Oscillator attention as a device with mismatch, noise, disorder and a finite settling time computes it.

    Shapes and errors as :func:`phasebound.torch_impl.oscillator_attention`, in which it ends for
    ``Device()``; starts are uniform on the sphere. Writes the n x n matrices out: it is a model of hardware,
    not a fast path.
    """
    same_kind(query=query, value=value)
    z = device_state(
        query,
        key,
        anchors,
        device=device,
        coupling=coupling,
        causal=causal,
        key_padding_mask=key_padding_mask,
    )
    with full_precision(query.device):
        return (
            attention_weights(z, anchors, exponent=exponent, causal=causal, key_padding_mask=key_padding_mask)
            @ value
        )


def _uniform(like: Tensor, generator: torch.Generator | None) -> Tensor:
    """Uniform on the sphere; drawn on the CPU, so that a seed means the same on every device."""
    x = torch.randn(like.shape, generator=generator, dtype=torch.float64)
    unit: Tensor = x / torch.linalg.vector_norm(x, dim=-1, keepdim=True)
    return unit.to(like)


__all__ = ["Device", "attractor", "device_attention", "device_state", "settle", "settle_disordered"]
