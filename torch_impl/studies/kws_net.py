"""The keyword network (d = 2, no position code, seed 0) on the held-out fold of its seed, beside it untrained.

Drives, convergence in units of |h| t_f, disorder and parity, ranks, entropy and ceiling on all held-out
clips; robustness of the accuracy on the first 256 of them, all kinds, both protocols. Published beside: the
distribution of |h| of the published network on its 3703 validation clips.
"""

from __future__ import annotations

from ..probes.capture import capture
from ..probes.robustness import LEVELS, TIMES, verdict
from ..tables import statistics
from ..tables.keywords import KeywordTask
from .anatomy import anatomy
from .robustness import both_protocols, metric
from .study import Configuration, Figures, Nets, Study
from .weights import Checkpoint, arm_of


def measure(configuration: Configuration, nets: Nets) -> Figures:
    """By network: accuracy, anatomy, robustness and what the rule of osc.robustness would say of it alone."""
    (checkpoint,) = nets.checkpoints
    task = arm_of(*checkpoint).task
    assert isinstance(task, KeywordTask)
    frames = task.clips(checkpoint.seed).held[0][: configuration["clips"]]
    accuracy, _ = metric(checkpoint, configuration["clips"])
    out: Figures = {"clips": len(frames)}
    for name, model in nets.pair(checkpoint).items():
        robust = both_protocols(model, metric(checkpoint, configuration["robust_clips"]), configuration)
        out[name] = {
            "accuracy": accuracy(model),
            **anatomy(capture(model, frames), configuration),
            "robustness": {**robust, "verdict": verdict(robust["device"])},
        }
    out["theirs"] = {
        id: statistics.published()[id]["values"]
        for id in ("degenerate_kws_osc_d2", "degenerate_kws_osc_d2_repro")
    }
    return out


STUDY = Study(
    name="kws_net",
    title="What the keyword network does",
    protocol=1,
    checkpoints=(Checkpoint("kws", "small", "oscillator-none", 0),),
    configuration={
        "clips": None,
        "robust_clips": 256,
        "levels": list(LEVELS),
        "times": list(TIMES),
        "draws": 5,
        "rank_sequences": 128,
        "disorder_sample": 1000,
        "integrate": 40,
        "seed": 0,
    },
    smoke={
        "clips": 32,
        "robust_clips": 32,
        "levels": [0.1],
        "times": [10.0],
        "draws": 2,
        "rank_sequences": 4,
        "disorder_sample": 20,
        "integrate": 2,
        "seed": 0,
    },
    measure=measure,
)
