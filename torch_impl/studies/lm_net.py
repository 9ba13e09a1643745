"""The WikiText-2 networks, seed 0: entropy against the ceiling, ranks, drives, locking under disorder.

128 validation chunks at even distances; beside each network itself untrained. (The published probes had the first
chunks of TinyStories, which are stories of their own; the first ones of WikiText-2 are one article.) The ceiling of
the readout holds for unit anchors: ``osc-8-unit`` is the network it says something of; the published anchors are
free. Effective ranks: of attention as realised (causal) and of the similarity without the mask, which alone the
rank bound is about. For softmax the published figures stand beside: no claim needs a network of ours, and all kept
weights together shall stay below 60 MB. Not measured: the published probes that truncate attention or match its
rank.
"""

from __future__ import annotations

from ..probes.capture import capture
from ..tables import statistics
from ..tables.language import WordTask
from .anatomy import anatomy
from .study import Configuration, Figures, Nets, Study, evenly
from .weights import Checkpoint, arm_of

ARMS = ("osc-2", "osc-8", "osc-32", "osc-8-unit")
PUBLISHED = (
    *(f"attention_entropy_{n}" for n in ("softmax", "osc_d2", "osc_d8")),
    *(f"rank_spectrum_{n}" for n in ("softmax", "osc_d2", "osc_d8")),
    "degenerate_ts_osc_d8",
)


def measure(configuration: Configuration, nets: Nets) -> Figures:
    """By arm and network: the anatomy of its layers."""
    out: Figures = {"arms": {}}
    for checkpoint in nets.checkpoints:
        task = arm_of(*checkpoint).task
        assert isinstance(task, WordTask)
        tokens = evenly(task.split("valid"), configuration["chunks"])[:, :-1].long()
        out["arms"][checkpoint.arm] = {
            name: anatomy(capture(model, tokens), configuration)
            for name, model in nets.pair(checkpoint).items()
        }
    out["theirs"] = {id: statistics.published()[id]["values"] for id in PUBLISHED}
    return out


STUDY = Study(
    name="lm_net",
    title="What the language models do",
    protocol=2,
    checkpoints=tuple(Checkpoint("wikitext2", "small", arm, 0) for arm in ARMS),
    configuration={
        "chunks": 128,
        "rank_sequences": 128,
        "disorder_sample": 400,
        "integrate": 40,
        "seed": 0,
    },
    smoke={"chunks": 4, "rank_sequences": 2, "disorder_sample": 10, "integrate": 2, "seed": 0},
    measure=measure,
    any_of=True,
)
