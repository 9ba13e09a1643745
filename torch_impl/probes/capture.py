"""What the layers of a network do on a batch, read off without changing the network.

The inputs of every attention layer are caught by hooks, its couplings, states and matrices are computed from
them again, in the network's own precision and in evaluation mode.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from ..checks import padding_mask, require
from ..kuramoto import KuramotoAttention, lift, mean_one, resultant
from ..literal import couple, visible
from ..oscillator import OscillatorAttention, attention_weights, equilibrium
from ..transformer import KuramotoBlock, KuramotoLM, SoftmaxAttention


@dataclass(frozen=True)
class AttentionLayer:
    """attention [B, H, n, n]; padding [B, n], True = padding; whether causal.

    ``hidden`` [B, n] is what the readout leaves out: the padding, except in the published oscillator code,
    which leaves out nothing.
    """

    attention: Tensor
    padding: Tensor
    hidden: Tensor
    causal: bool

    @property
    def tokens(self) -> Tensor:
        """[B, n]: True where a token stands."""
        return ~self.padding

    def _count(self, hidden: Tensor) -> Tensor:
        seen = (~hidden).long()
        total: Tensor = seen.cumsum(-1) if self.causal else seen.sum(-1, keepdim=True).expand_as(seen)
        return total

    @property
    def visible(self) -> Tensor:
        """[B, n]: how many tokens each position is coupled to."""
        return self._count(self.padding)

    @property
    def attended(self) -> Tensor:
        """[B, n]: how many tokens the readout of each position divides among."""
        return self._count(self.hidden)


@dataclass(frozen=True)
class OscillatorLayer(AttentionLayer):
    """field h and state z [B, H, n, d]; heaviest: the row's largest coupling w_max [B, H, n]; anchors [H, n,
    d], and whether they are free; exponent p."""

    field: Tensor
    state: Tensor
    heaviest: Tensor
    anchors: Tensor
    free_anchors: bool
    exponent: float

    @property
    def size(self) -> Tensor:
        """|h|, [B, H, n]."""
        size: Tensor = torch.linalg.vector_norm(self.field, dim=-1)
        return size


@dataclass(frozen=True)
class KuramotoLayer:
    """Phases before and after a block [B, n, H, k]; rates [H, k]; attention [B, H, n, n]; whether causal."""

    before: Tensor
    after: Tensor
    attention: Tensor
    rates: Tensor
    causal: bool


Layer = TypeVar("Layer", AttentionLayer, OscillatorLayer, KuramotoLayer)
Attention = OscillatorAttention | SoftmaxAttention
PER_SEQUENCE = ("attention", "padding", "hidden", "field", "state", "heaviest", "before", "after")


@torch.no_grad()
def oscillator_layer(
    module: OscillatorAttention, x: Tensor, key_padding_mask: Tensor | None = None
) -> OscillatorLayer:
    """The layer on its input [B, n, E]."""
    require(module.batch_first, "only batch-first layers are captured")
    n = x.shape[1]
    h, anchors = module.field(x, key_padding_mask), module.anchors[:, :n].detach()
    q, k = (
        f(x).unflatten(-1, (module.num_heads, -1)).transpose(1, 2) for f in (module.query, module.key)
    )  # [B, H, n, D]
    w = couple(q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1]), module.coupling)
    seen = visible(x.shape[0], n, module.causal, _cpu(key_padding_mask)).to(x.device)
    pads = _padding(x, key_padding_mask)
    z = equilibrium(h)
    return OscillatorLayer(
        attention=attention_weights(
            z,
            anchors,
            exponent=module.exponent,
            causal=module.causal,
            key_padding_mask=key_padding_mask if module.mask_readout else None,
        ),
        padding=pads,
        hidden=pads if module.mask_readout else torch.zeros_like(pads),
        causal=module.causal,
        field=h,
        state=z,
        heaviest=w.masked_fill(~seen, 0).amax(-1),
        anchors=anchors,
        free_anchors=module.free_anchors,
        exponent=module.exponent,
    )


@torch.no_grad()
def softmax_layer(
    module: SoftmaxAttention, x: Tensor, key_padding_mask: Tensor | None = None
) -> AttentionLayer:
    """The layer on its input [B, n, E]; rows that see nothing are zero."""
    q, k = (f(x).unflatten(-1, (module.num_heads, -1)).transpose(1, 2) for f in (module.query, module.key))
    seen = visible(x.shape[0], x.shape[1], module.causal, _cpu(key_padding_mask)).to(x.device)
    score = (q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])).masked_fill(~seen, -torch.inf)
    a = score.softmax(-1).masked_fill(~seen.any(-1, keepdim=True), 0)
    pads = _padding(x, key_padding_mask)
    return AttentionLayer(a, pads, pads, module.causal)


def _cpu(mask: Tensor | None) -> Tensor | None:
    return None if mask is None else mask.cpu()


def _padding(x: Tensor, mask: Tensor | None) -> Tensor:
    padding_mask(mask, x.shape[0], x.shape[1], x.device)
    return torch.zeros(x.shape[:2], dtype=torch.bool, device=x.device) if mask is None else mask


@contextmanager
def evaluating(model: nn.Module) -> Iterator[None]:
    """Evaluation mode; every submodule gets its own mode back."""
    modes = [(m, m.training) for m in model.modules()]
    model.eval()
    try:
        yield
    finally:
        for module, mode in modes:
            module.training = mode


def attentions(model: nn.Module) -> list[Attention]:
    """The attention layers of a model of paper B, from the input to the output. ValueError without any."""
    found: list[Attention] = [
        m for m in model.modules() if isinstance(m, OscillatorAttention | SoftmaxAttention)
    ]
    require(bool(found), f"{type(model).__name__} has no oscillator or softmax attention")
    return found


@torch.no_grad()
def capture(model: nn.Module, *inputs: Tensor | None, batch: int = 128) -> list[Any]:
    """Per layer of a TokenLM, TokenClassifier or FrameClassifier: an OscillatorLayer or an AttentionLayer.

    ``inputs`` are those of the model, the sequences along the first axis; they are run ``batch`` at a time.
    Memory: one n x n matrix a head and sequence is kept.
    """
    layers, caught = attentions(model), dict[int, Any]()

    def catch(module: Attention, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        read = oscillator_layer if isinstance(module, OscillatorAttention) else softmax_layer
        caught[id(module)] = read(module, *args, **kwargs)  # type: ignore[arg-type]

    parts: list[list[Any]] = []
    hooks = [m.register_forward_pre_hook(catch, with_kwargs=True) for m in layers]
    try:
        with evaluating(model):
            for chunk in _chunks(inputs, batch):
                model(*chunk)
                parts.append([caught[id(m)] for m in layers])
    finally:
        for hook in hooks:
            hook.remove()
    return [joined(column) for column in zip(*parts, strict=True)]


@torch.no_grad()
def capture_phases(model: KuramotoLM, tokens: Tensor, *, batch: int = 32) -> list[KuramotoLayer]:
    """Per block of a KuramotoLM on tokens [B, n]."""
    parts: list[list[KuramotoLayer]] = []
    with evaluating(model):
        for (chunk,) in _chunks((tokens,), batch):
            require(chunk is not None, "tokens are needed")
            states = model.phases(chunk)  # type: ignore[arg-type]
            row = []
            for block, before, after in zip(model.blocks, states, states[1:], strict=False):
                assert isinstance(block, KuramotoBlock)
                module = block.attention
                shape = (*before.shape[:2], module.num_heads, -1)
                a = phase_weights(module, before)
                row.append(
                    KuramotoLayer(
                        before.reshape(shape), after.reshape(shape), a, module.rates.detach(), module.causal
                    )
                )
            parts.append(row)
    return [joined(column) for column in zip(*parts, strict=True)]


@torch.no_grad()
def phase_weights(module: KuramotoAttention, phases: Tensor) -> Tensor:
    """The attention matrix [B, H, n, n] of Kuramoto attention on phases [B, n, H k]: A I by the layer's own
    kernel."""
    n, heads = phases.shape[1], module.num_heads
    split = phases.reshape(*phases.shape[:2], heads, -1)  # [B, n, H, k]
    tau = module.log_temperature.exp()
    query_gate = key_gate = None
    if module.gates:
        gates = F.softplus(module.gate(lift(split).flatten(2)).to(phases.dtype)).chunk(3, -1)[1:]
        query_gate, key_gate = (mean_one(g.reshape(split.shape).transpose(1, 2)) for g in gates)
        query_gate = query_gate * tau
    one = torch.eye(n, dtype=phases.dtype, device=phases.device).expand(phases.shape[0], heads, n, n)
    return resultant(
        split.transpose(1, 2),
        one,
        query_gate,
        key_gate,
        module.rates,
        temperature=1.0 if module.gates else tau,
        causal=module.causal,
    )


def _chunks(inputs: tuple[Tensor | None, ...], batch: int) -> Iterator[tuple[Tensor | None, ...]]:
    sizes = {t.shape[0] for t in inputs if t is not None}
    require(len(sizes) == 1, f"inputs must have one number of sequences, got {sorted(sizes)}")
    require(batch >= 1, f"batch must be positive, got {batch}")
    for i in range(0, sizes.pop(), batch):
        yield tuple(None if t is None else t[i : i + batch] for t in inputs)


def joined(parts: Sequence[Layer]) -> Layer:
    """The same layer on several batches of sequences of one length, as on one batch."""
    first = parts[0]
    names = [f.name for f in fields(first) if f.name in PER_SEQUENCE]
    whole: dict[str, Any] = {name: torch.cat([getattr(p, name) for p in parts]) for name in names}
    return replace(first, **whole)
