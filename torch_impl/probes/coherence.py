"""Local and global order of a Kuramoto network by depth, net of what looks like order and is none.

Local: R_tj = |sum_u A_tu exp(i th_uj)|, rows t >= 1. Peaked attention alone brings it near 1 whatever the
phases (kur.local-order-confound): for independent uniform phases E R^2 = S_t = sum_u A_tu^2. And phases that
all agree bring it near 1 whatever the attention. Both are taken off exactly: had the same weights been dealt
out at random among the m visible tokens,

    E R^2 = S + (1 - S) (m g^2 - 1) / (m - 1),   g = |mean of exp(i th_uj) over the visible u|,

and ``gain`` = R^2 - E R^2 is what the choice of tokens adds; ``excess`` = (R^2 - E R^2) / (1 - E R^2), sums over
rows, heads and coordinates, the same as a part of what could be added: 0 if attention does not choose phases
that agree, 1 for perfect agreement. Networks are compared by their gain, since 1 - E R^2 differs between them
tenfold (before training all phases nearly agree). ``net`` takes off the peaks alone, (R^2 - S) / (1 - S).
Global: |mean over all tokens of exp(i th_uj)|, mean over coordinates, before the first block and after each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch import Tensor

from phasebound.analysis.checks import FloatArray
from phasebound.analysis.estimate import Estimate, Verdict, mean

from ..checks import require
from .capture import KuramotoLayer
from .trend import falls, trend

NEAR_ONE = 0.9
"""The rule's "near 1"."""
LEAST = 0.05
"""The smallest fall of the global order that counts."""
LOCAL = ("order", "peaked", "rewired", "net", "gain", "excess")
NETWORKS = ("trained", "untrained", "shuffled")


def shuffle(tokens: Tensor, seed: int = 0) -> Tensor:
    """Tokens [B, n], each sequence in a random order of its own: the same tokens without their context."""
    g = torch.Generator().manual_seed(seed)
    order = torch.rand(tokens.shape, generator=g).argsort(-1).to(tokens.device)
    return tokens.gather(-1, order)


def local_order(layer: KuramotoLayer) -> dict[str, FloatArray]:
    """Per sequence [B]: R ("order"), S ("peaked"), E R^2 of dealt-out weights ("rewired"), "net", "gain", "excess".

    Means over rows t >= 1, heads and coordinates. ValueError for a single token.
    """
    n = layer.before.shape[1]
    require(n >= 2, "local order needs at least two tokens")
    phases = layer.before.transpose(1, 2).double()  # [B, H, n, k]
    a = layer.attention.double()
    cos, sin = phases.cos(), phases.sin()
    square = (a @ cos).square() + (a @ sin).square()
    peaked = a.square().sum(-1, keepdim=True)  # [B, H, n, 1]
    causal = layer.causal
    m = torch.arange(1, n + 1, dtype=a.dtype, device=a.device) if causal else a.new_full((n,), float(n))
    m = m[:, None]
    means = [x.cumsum(-2) / m if causal else x.mean(-2, keepdim=True).expand(x.shape) for x in (cos, sin)]
    pair = (m * (means[0].square() + means[1].square()) - 1) / (m - 1).clamp_min(1)
    rewired = peaked + (1 - peaked) * pair

    def rows(x: Tensor) -> Tensor:
        return x[:, :, 1:].expand(square[:, :, 1:].shape).flatten(1)

    def above(floor: Tensor) -> Tensor:
        room = rows(1 - floor).sum(1)
        gain = rows(square - floor).sum(1)
        tiny = room <= 1e-9 * rows(square).shape[1]
        return torch.where(tiny, 0, gain / torch.where(tiny, 1, room))  # nothing could be gained

    found = {
        "order": rows(square.clamp_min(0).sqrt()).mean(1),
        "peaked": rows(peaked).mean(1),
        "rewired": rows(rewired).mean(1),
        "net": above(peaked),
        "gain": rows(square - rewired).mean(1),
        "excess": above(rewired),
    }
    return {name: x.cpu().numpy() for name, x in found.items()}


def global_order(layers: Sequence[KuramotoLayer]) -> FloatArray:
    """[B, depths]: |mean over tokens of exp(i th)|, mean over coordinates, before and after every block."""
    states = [layers[0].before, *(x.after for x in layers)]
    out = [torch.hypot(x.double().cos().mean(1), x.double().sin().mean(1)).flatten(1).mean(1) for x in states]
    result: FloatArray = torch.stack(out, 1).cpu().numpy()
    return result


def coherence(
    trained: Sequence[KuramotoLayer],
    untrained: Sequence[KuramotoLayer],
    shuffled: Sequence[KuramotoLayer],
    *,
    seed: int = 0,
) -> dict[str, Any]:
    """By network (trained; untrained on the same sequences; trained on shuffled tokens): local figures by depth,
    global order by depth and its trend; and paired differences of the trained one from the other two.

    Intervals are over sequences. ValueError for fewer than two, or networks that do not match.
    """
    networks = dict(zip(NETWORKS, (trained, untrained, shuffled), strict=True))
    require(
        len({(len(x), x[0].before.shape) for x in networks.values() if x}) == 1 and all(networks.values()),
        "the three networks must have the same layers and sequences",
    )
    local = {name: [local_order(x) for x in layers] for name, layers in networks.items()}
    spread = {name: global_order(layers) for name, layers in networks.items()}
    out: dict[str, Any] = {
        name: {
            "local": [{k: mean(d[k], seed).as_dict() for k in LOCAL} for d in local[name]],
            "global": [mean(column, seed).as_dict() for column in spread[name].T],
            "global_trend": trend(spread[name], seed),
        }
        for name in NETWORKS
    }
    change = {name: x[:, -1] - x[:, 0] for name, x in spread.items()}
    for other in NETWORKS[1:]:
        out[f"trained_minus_{other}"] = {
            "gain": [
                mean(a["gain"] - b["gain"], seed).as_dict()
                for a, b in zip(local["trained"], local[other], strict=True)
            ],
            "global_change": mean(change["trained"] - change[other], seed).as_dict(),
        }
    return out


def local_part(figures: Mapping[str, Any]) -> Verdict:
    """The claim's first half, "local order stays near 1: tight synchronisation with the attended tokens".

    supported: at every depth R is at least .9, the excess is positive and the gain above the untrained network's,
    with whole intervals. not-supported: at some depth one of the three fails with its whole interval. (Until
    protocol 2 of the study the excess was held against the untrained one's, whose room is another.)
    """
    depths = [
        (
            Estimate.from_dict(d["order"]).interval,
            Estimate.from_dict(d["excess"]).interval,
            Estimate.from_dict(more).interval,
        )
        for d, more in zip(
            figures["trained"]["local"], figures["trained_minus_untrained"]["gain"], strict=True
        )
    ]
    if any(r[1] < NEAR_ONE or x[1] <= 0 or y[1] <= 0 for r, x, y in depths):
        return "not-supported"
    fine = all(r[0] >= NEAR_ONE and x[0] > 0 and y[0] > 0 for r, x, y in depths)
    return "supported" if fine else "inconclusive"


def global_part(figures: Mapping[str, Any]) -> Verdict:
    """The claim's second half, "global order falls with depth".

    supported: it falls (:func:`.trend.falls`) by at least .05, and from input to output further than in the
    untrained network (interval of the difference below 0). not-supported: it does not fall, or less than
    untrained with the whole interval.
    """
    answer = falls(figures["trained"]["global_trend"], LEAST)
    low, high = Estimate.from_dict(figures["trained_minus_untrained"]["global_change"]).interval
    if answer == "no" or low >= 0:
        return "not-supported"
    return "supported" if answer == "yes" and high < 0 else "inconclusive"


def verdict(runs: Sequence[Mapping[str, Any]]) -> Verdict:
    """kur.coherence-depth, from the figures of :func:`coherence` of each seed.

    supported: both parts in every seed; not-supported: one and the same part fails in every seed;
    inconclusive: otherwise. ValueError without seeds.
    """
    require(bool(runs), "no figures, no verdict")
    parts = [[part(f) for f in runs] for part in (local_part, global_part)]
    if any(set(p) == {"not-supported"} for p in parts):
        return "not-supported"
    return "supported" if all(set(p) == {"supported"} for p in parts) else "inconclusive"
