"""Hand-made layers, of which the answers are known."""

import torch
from torch import Tensor

from phasebound.torch_impl import attention_weights, equilibrium
from phasebound.torch_impl.probes.capture import AttentionLayer, KuramotoLayer, OscillatorLayer


def oscillators(
    field: Tensor,
    *,
    anchors: Tensor | None = None,
    heaviest: Tensor | None = None,
    padding: Tensor | None = None,
    causal: bool = False,
    exponent: float = 1,
    free_anchors: bool = False,
) -> OscillatorLayer:
    """A layer with drives [B, H, n, d]; anchors [H, n, d] default to the first axis."""
    b, heads, n, d = field.shape
    r = torch.eye(d, dtype=field.dtype)[0].expand(heads, n, d) if anchors is None else anchors
    pads = torch.zeros(b, n, dtype=torch.bool) if padding is None else padding
    z = equilibrium(field)
    a = attention_weights(z, r, exponent=exponent, causal=causal, key_padding_mask=pads)
    return OscillatorLayer(
        attention=a,
        padding=pads,
        hidden=pads,
        causal=causal,
        field=field,
        state=z,
        heaviest=torch.ones(b, heads, n, dtype=field.dtype) if heaviest is None else heaviest,
        anchors=r,
        free_anchors=free_anchors,
        exponent=exponent,
    )


def drives(sizes: Tensor, d: int) -> Tensor:
    """Random directions with the given |h|, [...] -> [..., d], float64."""
    x = torch.randn(*sizes.shape, d, dtype=torch.float64)
    return x / x.norm(dim=-1, keepdim=True) * sizes[..., None]


def attention(a: Tensor, *, padding: Tensor | None = None, causal: bool = False) -> AttentionLayer:
    """A layer of attention matrices [B, H, n, n]."""
    pads = torch.zeros(a.shape[0], a.shape[2], dtype=torch.bool) if padding is None else padding
    return AttentionLayer(a, pads, pads, causal)


def phases(before: Tensor, a: Tensor, after: Tensor | None = None, *, causal: bool = True) -> KuramotoLayer:
    """Phases [B, n, H, k] and attention [B, H, n, n]; nothing moves unless ``after`` says so."""
    return KuramotoLayer(before, before if after is None else after, a, torch.zeros(1, 1), causal)
