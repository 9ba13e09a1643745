"""Checkpoints: the published layout to ours, and ours as safetensors.

The published code (FabioPasqualetti/attention-by-synchronization) names a layer's parameters attn.W_q, W_k,
W_v, W_o, anchors, norm1, norm2, ffn.0, ffn.3, under layers.0, layers.1, ...; the input is ``embedding`` or
``proj``, learned positions are ``pos_emb``; sinusoidal positions and causal masks are stored or not, and
recomputed here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from torch import Tensor, nn

RULES: tuple[tuple[str, str], ...] = (
    (r"layers\.(\d+)\.attn\.W_q\.weight", r"stack.blocks.\1.attention.query.weight"),
    (r"layers\.(\d+)\.attn\.W_k\.weight", r"stack.blocks.\1.attention.key.weight"),
    (r"layers\.(\d+)\.attn\.W_v\.weight", r"stack.blocks.\1.attention.value.weight"),
    (r"layers\.(\d+)\.attn\.W_o\.(weight|bias)", r"stack.blocks.\1.attention.out.\2"),
    (r"layers\.(\d+)\.attn\.anchors", r"stack.blocks.\1.attention.anchor_directions"),
    (r"layers\.(\d+)\.norm([12])\.(weight|bias)", r"stack.blocks.\1.norm\2.\3"),
    (r"layers\.(\d+)\.ffn\.([03])\.(weight|bias)", r"stack.blocks.\1.mix.\2.\3"),
    (r"proj\.(weight|bias)", r"embedding.\1"),
    (r"embedding\.weight", r"embedding.weight"),
    (r"pos_emb", r"stack.learned"),
    (r"(norm|head)\.(weight|bias)", r"\1.\2"),
)
"""Published name -> ours."""
RECOMPUTED = re.compile(r"pos_enc\.pe|.*\._causal_mask")


def convert_published(published: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """A published state_dict -> the state_dict of TokenLM, TokenClassifier or FrameClassifier.

    Prefixes that torch.compile or data parallelism leave behind are dropped. Raises ValueError, one line,
    for a name that the layout does not have. Published anchors are free: load into modules with
    ``free_anchors=True``.
    """
    ours: dict[str, Tensor] = {}
    for name, tensor in published.items():
        bare = re.sub(r"^(_orig_mod\.|module\.)+", "", name)
        if RECOMPUTED.fullmatch(bare):
            continue
        for pattern, replacement in RULES:
            if re.fullmatch(pattern, bare):
                new = re.sub(pattern, replacement, bare)
                ours[new] = tensor.squeeze(0) if new == "stack.learned" else tensor
                break
        else:
            raise ValueError(f"not a published parameter: {name!r}")
    return ours


def load_published(module: nn.Module, published: Mapping[str, Tensor]) -> None:
    """Load a published state_dict into one of our models, strictly: every parameter must be there and fit."""
    problems = module.load_state_dict(convert_published(published), strict=False)
    if problems.missing_keys or problems.unexpected_keys:
        wrong = ", ".join(
            [f"missing {k}" for k in problems.missing_keys]
            + [f"too many {k}" for k in problems.unexpected_keys]
        )
        raise ValueError(f"the checkpoint does not fit the model: {wrong}")
