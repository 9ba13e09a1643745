"""Attention from the verb to the subject and to the distractor, right and wrong answers apart (B, Table 3).

"bos the N P the N2 V . eos": the verb stands at 6, the subject at 2, the distractor at 5. Hard sentences only
(the caller selects them). Mean over heads and sentences for each seed, then mean and sample sd over seeds.
Most wrong answers of a good network are coin flips on nouns that do not show their number: ``answerable``
separates them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from torch import Tensor

from phasebound.analysis.estimate import mean

from ..checks import require

VERB, SUBJECT, DISTRACTOR = 6, 2, 5
GROUPS = ("right", "wrong")
FIGURES = ("to_subject", "to_distractor", "gap")


def verb_attention(
    attention: Tensor,
    right: Tensor,
    *,
    answerable: Tensor | None = None,
    verb: int = VERB,
    subject: int = SUBJECT,
    distractor: int = DISTRACTOR,
) -> dict[str, Any]:
    """One seed: {"right": {"n", "to_subject", "to_distractor", "gap"}, "wrong": ...}; None for an empty group.

    Shapes: attention [B, H, n, n] of one layer, right [B] boolean, answerable [B] boolean (True: counted).
    """
    b, _, n, _ = attention.shape
    require(
        right.shape == (b,) and right.dtype.is_floating_point is False,
        f"right must be boolean [{b}], got {right.dtype} {tuple(right.shape)}",
    )
    require(
        max(verb, subject, distractor) < n,
        f"positions {verb}, {subject}, {distractor} do not fit {n} tokens: hard sentences have 9",
    )
    row = attention[:, :, verb].double().mean(1)  # [B, n]
    counted = right.new_ones(b).bool() if answerable is None else answerable
    out: dict[str, Any] = {}
    for group, chosen in zip(GROUPS, (right.bool() & counted, ~right.bool() & counted), strict=True):
        if not bool(chosen.any()):
            out[group] = None
            continue
        to, other = (float(row[chosen, i].mean()) for i in (subject, distractor))
        out[group] = {
            "n": int(chosen.sum()),
            "to_subject": to,
            "to_distractor": other,
            "gap": to - other,
        }
    return out


def over_seeds(seeds: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The table's row from :func:`verb_attention` of every seed: unweighted mean, sample sd, t interval.

    Seeds without answers of a group do not count there; with fewer than two the group is None.
    """
    out: dict[str, Any] = {}
    for group in GROUPS:
        found = [s[group] for s in seeds if s[group] is not None]
        if len(found) < 2:
            out[group] = None
            continue
        out[group] = {"seeds": len(found), "n": sum(f["n"] for f in found)}
        for name in FIGURES:
            values = np.array([f[name] for f in found])
            e = mean(values, 0)
            out[group][name] = {**e.as_dict(), "sd": float(values.std(ddof=1))}
    return out
