"""Blocks and models of both papers, and the transformers they are compared with.

Paper A: :class:`KuramotoBlock`, :class:`KuramotoLM` beside :class:`RotaryBlock`, :class:`RotaryLM`.
Paper B: :class:`Block` (pre-norm, GELU) around oscillator or softmax attention, :class:`TokenLM`,
:class:`TokenClassifier` (read at one position), :class:`FrameClassifier` (mean over frames).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from .checks import padding_mask, require
from .dropout import Dropout
from .kuramoto import KuramotoAttention, attend, bounded
from .oscillator import OscillatorAttention


class SwiGLU(nn.Module):
    """W_o (silu(W_a x) * W_b x), [..., inputs] -> [..., outputs]; no bias."""

    def __init__(self, inputs: int, outputs: int, hidden: int) -> None:
        super().__init__()
        self.hidden = hidden
        self.inner = nn.Linear(inputs, 2 * hidden, bias=False)
        self.out = nn.Linear(hidden, outputs, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        gate, linear = self.inner(x).chunk(2, -1)
        out: Tensor = self.out(F.silu(gate) * linear)
        return out


class KuramotoBlock(nn.Module):
    """th += bounded attention increment; th += bounded SwiGLU increment. Phases [B, n, k] -> [B, n, k].

    ``feed_forward``: "angles" (the paper: raw angles, not wrapped, so that the block is smooth but not
    periodic), "lifted" (on (cos, sin): periodic and continuous), or "none" (ablation). Other options:
    KuramotoAttention.
    """

    def __init__(
        self,
        num_phases: int,
        num_heads: int = 4,
        hidden: int = 278,
        *,
        feed_forward: str = "angles",
        gates: bool = True,
        values: str = "circular",
        frustration: bool = False,
        causal: bool = True,
    ) -> None:
        super().__init__()
        require(
            feed_forward in ("angles", "lifted", "none"),
            f"feed_forward must be 'angles', 'lifted' or 'none', got {feed_forward!r}",
        )
        self.attention = KuramotoAttention(
            num_phases, num_heads, gates=gates, values=values, frustration=frustration, causal=causal
        )
        self.feed_forward = feed_forward
        self.mix = (
            None
            if feed_forward == "none"
            else SwiGLU(num_phases * (1 + (feed_forward == "lifted")), num_phases, hidden)
        )
        self.bound = None if feed_forward == "none" else nn.Parameter(torch.ones(()))

    def forward(self, phases: Tensor) -> Tensor:
        phases = phases + self.attention(phases)
        if self.mix is None or self.bound is None:
            return phases
        x = torch.cat([phases.cos(), phases.sin()], -1) if self.feed_forward == "lifted" else phases
        return phases + bounded(self.mix(x).to(phases.dtype), self.bound)


class PhaseReadout(nn.Module):
    """Logits sum_j s_vj cos(th_j - p_vj): alignment with a prototype phase vector a word, [..., k] -> [...,
    vocabulary].

    A dot product in (cos, sin); the weight (s cos p, s sin p) is stored, so s >= 0 and p are its polar
    coordinates. Source: kur.readout.
    """

    def __init__(self, num_phases: int, vocabulary: int) -> None:
        super().__init__()
        self.linear = nn.Linear(2 * num_phases, vocabulary)

    def prototypes(self) -> tuple[Tensor, Tensor]:
        """(s, p), [vocabulary, k] each."""
        c, s = self.linear.weight.chunk(2, -1)
        return torch.hypot(c, s), torch.atan2(s, c)

    def forward(self, phases: Tensor) -> Tensor:
        out: Tensor = self.linear(torch.cat([phases.cos(), phases.sin()], -1))
        return out


class KuramotoLM(nn.Module):
    """Token ids [B, n] -> logits [B, n, vocabulary]: learned phases a token, blocks, phase readout.

    Phases start as N(0, spread^2): initialisation decides here (uniform phases on the circle start with
    scores and increments that average out; measured .5 bits a character worse after 500 steps of the 1M
    model).
    """

    def __init__(
        self,
        vocabulary: int,
        num_phases: int = 112,
        num_heads: int = 4,
        num_layers: int = 6,
        hidden: int = 278,
        *,
        spread: float = 0.5,
        feed_forward: str = "angles",
        gates: bool = True,
        values: str = "circular",
        frustration: bool = False,
    ) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, num_phases)
        nn.init.normal_(self.embedding.weight, std=spread)
        self.blocks = nn.ModuleList(
            KuramotoBlock(
                num_phases,
                num_heads,
                hidden,
                feed_forward=feed_forward,
                gates=gates,
                values=values,
                frustration=frustration,
            )
            for _ in range(num_layers)
        )
        self.readout = PhaseReadout(num_phases, vocabulary)

    def phases(self, tokens: Tensor) -> list[Tensor]:
        """The phases before the first block and after each, [B, n, k] each."""
        states: list[Tensor] = [self.embedding(tokens)]
        for block in self.blocks:
            states.append(block(states[-1]))
        return states

    def forward(self, tokens: Tensor) -> Tensor:
        out: Tensor = self.readout(self.phases(tokens)[-1])
        return out


def rotate(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Rotary positions: the halves of [..., n, D] are real and imaginary parts, turned by angles [n, D /
    2]."""
    a, b = x.chunk(2, -1)
    return torch.cat([a * cos - b * sin, a * sin + b * cos], -1)


class RotaryBlock(nn.Module):
    """Pre-norm transformer block: RMSNorm, causal attention with rotary positions, SwiGLU. [B, n, E] -> [B,
    n, E].

    ``successor``: every head takes the values that follow what it attends (:func:`.kuramoto.attend`).
    """

    def __init__(
        self,
        embed_dim: int,
        num_heads: int = 4,
        hidden: int = 320,
        *,
        causal: bool = True,
        successor: bool = False,
    ) -> None:
        super().__init__()
        require(embed_dim % (2 * num_heads) == 0, f"embed_dim {embed_dim} is not a multiple of 2 num_heads")
        require(causal or not successor, "the values of successors need a causal attention")
        self.num_heads, self.causal, self.successor = num_heads, causal, successor
        self.norm1, self.norm2 = nn.RMSNorm(embed_dim), nn.RMSNorm(embed_dim)
        self.qkv = nn.Linear(embed_dim, 3 * embed_dim, bias=False)
        self.out = nn.Linear(embed_dim, embed_dim, bias=False)
        self.mix = SwiGLU(embed_dim, embed_dim, hidden)

    def forward(self, x: Tensor) -> Tensor:
        half = x.shape[-1] // self.num_heads // 2
        rates = 1e4 ** -(torch.arange(half, device=x.device, dtype=x.dtype) / half)
        angle = torch.arange(x.shape[1], device=x.device, dtype=x.dtype)[:, None] * rates
        cos, sin = angle.cos(), angle.sin()
        q, k, v = self.qkv(self.norm1(x)).unflatten(-1, (3, self.num_heads, -1)).permute(2, 0, 3, 1, 4)
        q, k = rotate(q, cos, sin), rotate(k, cos, sin)
        y = attend(q, k, v, causal=self.causal, successor=self.successor)
        x = x + self.out(y.transpose(1, 2).flatten(2))
        return x + self.mix(self.norm2(x))  # type: ignore[no-any-return]


class RotaryLM(nn.Module):
    """The transformer beside KuramotoLM: token ids [B, n] -> logits [B, n, vocabulary]; embeddings start as
    N(0, spread^2). ``successor``: RotaryBlock."""

    def __init__(
        self,
        vocabulary: int,
        embed_dim: int = 120,
        num_heads: int = 4,
        num_layers: int = 6,
        hidden: int = 320,
        *,
        spread: float = 0.02,
        successor: bool = False,
    ) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, embed_dim)
        nn.init.normal_(self.embedding.weight, std=spread)
        self.blocks = nn.ModuleList(
            RotaryBlock(embed_dim, num_heads, hidden, successor=successor) for _ in range(num_layers)
        )
        self.norm = nn.RMSNorm(embed_dim)
        self.head = nn.Linear(embed_dim, vocabulary)

    def forward(self, tokens: Tensor) -> Tensor:
        x = self.embedding(tokens)
        for block in self.blocks:
            x = block(x)
        out: Tensor = self.head(self.norm(x))
        return out


class SoftmaxAttention(nn.Module):
    """Multi-head softmax self-attention with the parameters of OscillatorAttention, less the anchors.

    [B, n, E] and an optional mask [B, n] (True = padding) -> [B, n, E]; rows that see nothing are zero.
    """

    def __init__(self, embed_dim: int, num_heads: int, *, causal: bool = False) -> None:
        super().__init__()
        require(
            num_heads > 0 and embed_dim % num_heads == 0,
            f"embed_dim {embed_dim} is not a multiple of num_heads {num_heads}",
        )
        self.embed_dim, self.num_heads, self.causal = embed_dim, num_heads, causal
        self.query = nn.Linear(embed_dim, embed_dim, bias=False)
        self.key = nn.Linear(embed_dim, embed_dim, bias=False)
        self.value = nn.Linear(embed_dim, embed_dim, bias=False)
        self.out = nn.Linear(embed_dim, embed_dim)

    def forward(self, x: Tensor, key_padding_mask: Tensor | None = None) -> Tensor:
        require(
            x.dim() == 3 and x.shape[-1] == self.embed_dim,
            f"input must be [batch, tokens, {self.embed_dim}], got {tuple(x.shape)}",
        )
        padding_mask(key_padding_mask, x.shape[0], x.shape[1], x.device)
        q, k, v = (
            f(x).unflatten(-1, (self.num_heads, -1)).transpose(1, 2)
            for f in (self.query, self.key, self.value)
        )
        if key_padding_mask is None:
            y = F.scaled_dot_product_attention(q, k, v, is_causal=self.causal)
        else:
            seen = ~key_padding_mask[:, None, None, :].expand(-1, 1, x.shape[1], -1)
            if self.causal:
                seen = seen.tril()
            blind = ~seen.any(-1, keepdim=True)  # [B, 1, n, 1]
            y = F.scaled_dot_product_attention(q, k, v, attn_mask=seen | blind).masked_fill(blind, 0)
        out: Tensor = self.out(y.transpose(1, 2).flatten(2))
        return out


@dataclass(frozen=True)
class AttentionSpec:
    """Which attention a block has: mechanism "oscillator" or "softmax"; the rest as OscillatorAttention."""

    mechanism: str
    num_heads: int
    d_osc: int = 2
    max_length: int = 50
    exponent: float = 1
    coupling: str = "softplus"
    causal: bool = False
    free_anchors: bool = False
    mask_readout: bool = True

    def build(self, embed_dim: int) -> OscillatorAttention | SoftmaxAttention:
        if self.mechanism == "softmax":
            return SoftmaxAttention(embed_dim, self.num_heads, causal=self.causal)
        require(
            self.mechanism == "oscillator",
            f"mechanism must be 'oscillator' or 'softmax', got {self.mechanism!r}",
        )
        return OscillatorAttention(
            embed_dim,
            self.num_heads,
            self.d_osc,
            self.max_length,
            exponent=self.exponent,
            coupling=self.coupling,
            causal=self.causal,
            free_anchors=self.free_anchors,
            mask_readout=self.mask_readout,
        )


class Block(nn.Module):
    """x += attention(LN x); x += FFN(LN x), FFN = linear, exact GELU, dropout, linear, dropout. [B, n, E] ->
    [B, n, E].

    Encoder or decoder by ``spec.causal``. The attention is created first, as in the published code.
    """

    def __init__(self, embed_dim: int, hidden: int, spec: AttentionSpec, *, dropout: float = 0.1) -> None:
        super().__init__()
        self.attention = spec.build(embed_dim)
        self.norm1, self.norm2 = nn.LayerNorm(embed_dim), nn.LayerNorm(embed_dim)
        self.mix = nn.Sequential(
            nn.Linear(embed_dim, hidden),
            nn.GELU(),
            Dropout(dropout),
            nn.Linear(hidden, embed_dim),
            Dropout(dropout),
        )

    def forward(self, x: Tensor, key_padding_mask: Tensor | None = None) -> Tensor:
        x = x + self.attention(self.norm1(x), key_padding_mask)
        return x + self.mix(self.norm2(x))  # type: ignore[no-any-return]


def sinusoidal(n: int, embed_dim: int) -> Tensor:
    """Position code [n, E]: sin on even, cos on odd columns, base 10000."""
    t = torch.arange(n, dtype=torch.float32)[:, None]
    rate = torch.exp(torch.arange(0, embed_dim, 2) * (-math.log(1e4) / embed_dim))
    return torch.stack([(t * rate).sin(), (t * rate).cos()], -1).flatten(1)[:, :embed_dim]


class _Stack(nn.Module):
    """Position code, dropout, blocks."""

    code: Tensor | None

    def __init__(
        self,
        embed_dim: int,
        hidden: int,
        num_layers: int,
        spec: AttentionSpec,
        positions: str,
        dropout: float,
    ) -> None:
        super().__init__()
        require(
            positions in ("none", "sinusoidal", "learned"),
            f"positions must be 'none', 'sinusoidal' or 'learned', got {positions!r}",
        )
        code = sinusoidal(spec.max_length, embed_dim) if positions == "sinusoidal" else None
        self.register_buffer("code", code, persistent=False)
        self.learned = (
            nn.Parameter(torch.empty(spec.max_length, embed_dim).normal_(std=0.02))
            if positions == "learned"
            else None
        )
        self.dropout = Dropout(dropout)
        self.blocks = nn.ModuleList(
            Block(embed_dim, hidden, spec, dropout=dropout) for _ in range(num_layers)
        )

    def forward(self, x: Tensor, key_padding_mask: Tensor | None = None) -> Tensor:
        code = self.code if self.learned is None else self.learned
        if code is not None:
            require(
                x.shape[1] <= code.shape[0], f"{x.shape[1]} tokens, but positions for {code.shape[0]} only"
            )
            x = x + code[: x.shape[1]]
        x = self.dropout(x)
        for block in self.blocks:
            x = block(x, key_padding_mask)
        return x


class TokenEmbedding(nn.Embedding):
    """nn.Embedding whose row 0, padding, is zero and gets no gradient.

    Not by ``padding_idx``: under torch.vmap that protects the row of the first member of an ensemble only.
    """

    def __init__(self, vocabulary: int, embed_dim: int) -> None:
        super().__init__(vocabulary, embed_dim)
        with torch.no_grad():
            self.weight[0] = 0

    def forward(self, input: Tensor) -> Tensor:
        return F.embedding(input, self.weight).masked_fill((input == 0).unsqueeze(-1), 0)


HEAD_ROWS = 256
"""Rows of logits at once on a CPU: with 10,000 words they stay in the second-level cache, which halves the
time of the head."""


def next_token_loss(x: Tensor, head: nn.Linear, targets: Tensor, reduction: str) -> Tensor:
    """Cross-entropy of head(x) at targets that are not 0 (padding): their mean, or "none": [B, n], 0 at
    padding.

    x [B, n, E], targets [B, n]. The mean is taken in pieces, gradients included, so that the logits never
    exist as a whole; neither vmap nor a second derivative goes through it.
    """
    if reduction == "none":
        rows = F.cross_entropy(head(x).flatten(0, 1), targets.flatten(), reduction="none", ignore_index=0)
        return rows.view_as(targets)
    require(reduction == "mean", f"reduction must be 'mean' or 'none', got {reduction!r}")
    real = targets != 0
    options = (
        nn.LinearCrossEntropyOptions(batch_chunk_size=HEAD_ROWS, chunking_method=None, acc_policy="accurate")
        if x.device.type == "cpu"
        else nn.LinearCrossEntropyOptions()
    )
    return F.linear_cross_entropy(x[real], head.weight, targets[real], linear_bias=head.bias, options=options)


class TokenLM(nn.Module):
    """Paper B's language model: ids [B, n], mask [B, n] -> logits [B, n, vocabulary]. Id 0 is padding, its
    row zero.

    With ``targets`` [B, n]: :func:`next_token_loss` instead of logits.
    """

    def __init__(
        self,
        vocabulary: int,
        spec: AttentionSpec,
        *,
        embed_dim: int = 128,
        hidden: int = 512,
        num_layers: int = 2,
        dropout: float = 0.1,
    ) -> None:
        super().__init__()
        self.embedding = TokenEmbedding(vocabulary, embed_dim)
        self.stack = _Stack(embed_dim, hidden, num_layers, spec, "sinusoidal", dropout)
        self.norm = nn.LayerNorm(embed_dim)
        self.head = nn.Linear(embed_dim, vocabulary)

    def forward(
        self,
        tokens: Tensor,
        key_padding_mask: Tensor | None = None,
        targets: Tensor | None = None,
        reduction: str = "mean",
    ) -> Tensor:
        x: Tensor = self.norm(self.stack(self.embedding(tokens), key_padding_mask))
        return self.head(x) if targets is None else next_token_loss(x, self.head, targets, reduction)


class TokenClassifier(nn.Module):
    """Paper B's agreement model: ids [B, n], mask [B, n], a position [B] -> one logit [B], read at that
    position."""

    def __init__(
        self,
        vocabulary: int,
        spec: AttentionSpec,
        *,
        embed_dim: int = 32,
        hidden: int = 64,
        num_layers: int = 1,
        dropout: float = 0.1,
    ) -> None:
        super().__init__()
        self.embedding = TokenEmbedding(vocabulary, embed_dim)
        self.stack = _Stack(embed_dim, hidden, num_layers, spec, "sinusoidal", dropout)
        self.norm = nn.LayerNorm(embed_dim)
        self.head = nn.Linear(embed_dim, 1)

    def forward(self, tokens: Tensor, key_padding_mask: Tensor | None, position: Tensor) -> Tensor:
        x = self.norm(self.stack(self.embedding(tokens), key_padding_mask))
        at = x.gather(1, position[:, None, None].expand(-1, 1, x.shape[-1]))[:, 0]  # [B, E]
        out: Tensor = self.head(at)[:, 0]
        return out


class FrameClassifier(nn.Module):
    """Paper B's keyword model: frames [B, n, features] -> logits [B, classes], from the mean over frames."""

    def __init__(
        self,
        features: int,
        classes: int,
        spec: AttentionSpec,
        *,
        embed_dim: int = 32,
        hidden: int = 128,
        num_layers: int = 1,
        positions: str = "none",
        dropout: float = 0.1,
    ) -> None:
        super().__init__()
        self.embedding = nn.Linear(features, embed_dim)
        self.stack = _Stack(embed_dim, hidden, num_layers, spec, positions, dropout)
        self.head = nn.Linear(embed_dim, classes)

    def forward(self, frames: Tensor) -> Tensor:
        out: Tensor = self.head(self.stack(self.embedding(frames)).mean(1))
        return out
