"""The agreement networks of five seeds, published protocol, beside themselves untrained.

Attention from the verb on hard validation sentences (published Table 3), all of them and without those whose
subject does not show its number: there a wrong answer is a coin flip, not a failure of attention. The
oscillators' drives on all validation sentences, and their accuracy when read out early (Table 9).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from torch import nn

from phasebound.analysis.estimate import mean

from ..data.agreement import Agreement
from ..probes.attention_to import over_seeds, verb_attention
from ..probes.capture import capture
from ..probes.robustness import TIMES, robustness
from ..probes.tails import tails
from ..tables import statistics
from ..tables.sva import MECHANISMS, AgreementTask, answers
from .robustness import metric
from .study import Configuration, Figures, Nets, Study
from .weights import Checkpoint, arm_of

SEEDS = range(5)
ARM = "{}-published"


def attention(model: nn.Module, data: Agreement) -> Figures:
    """Accuracy on the hard sentences and Table 3's figures of one network: "all", and "answerable" only."""
    hard = data.hard
    (layer,) = capture(model, data.tokens[hard], data.padding[hard], data.verb[hard])
    right = answers(model, data)[hard]
    return {
        "hard": 100 * float(right.double().mean()),
        "all": verb_attention(layer.attention, right),
        "answerable": verb_attention(layer.attention, right, answerable=~data.ambiguous[hard]),
    }


def drives(model: nn.Module, data: Agreement, configuration: Configuration) -> Figures:
    """The tails of |h| on all sentences."""
    n = configuration["sentences"]
    layers = capture(model, data.tokens[:n], data.padding[:n], data.verb[:n])
    return tails(layers, seed=configuration["seed"])


def early(model: nn.Module, checkpoint: Checkpoint, configuration: Configuration) -> Figures:
    """Accuracy by settling time, on a device and with the published restarting starts."""
    accuracy, better = metric(checkpoint, configuration["sentences"])
    return {
        protocol: robustness(
            model,
            accuracy,
            kind="settling",
            protocol=protocol,
            better=better,
            levels=configuration["times"],
            draws=configuration["draws"],
            seed=configuration["seed"],
        )
        for protocol in ("device", "published")
    }


def residuals(settling: list[Figures]) -> Figures:
    """By protocol and time: the mean over seeds of each seed's mean residual |metric - baseline| / baseline."""
    out: dict[str, Any] = {}
    for protocol in ("device", "published"):
        times = settling[0][protocol]["levels"]
        out[protocol] = {
            t: mean(np.array([s[protocol]["levels"][t]["residual"]["value"] for s in settling]), 0).as_dict()
            for t in times
        }
    return out


def measure(configuration: Configuration, nets: Nets) -> Figures:
    """By mechanism: attention of every seed and over seeds, trained and untrained; drives and settling."""
    out: Figures = {}
    for mechanism in MECHANISMS:
        chosen = [c for c in nets.checkpoints if c.arm == ARM.format(mechanism)]
        seen: dict[str, list[Figures]] = {"trained": [], "untrained": []}
        sizes: dict[str, list[Figures]] = {"trained": [], "untrained": []}
        settling = []
        for checkpoint in chosen:
            task = arm_of(*checkpoint).task
            assert isinstance(task, AgreementTask)
            data = task.data("validation")
            pair = nets.pair(checkpoint)
            for name, model in pair.items():
                seen[name].append(attention(model, data))
                if mechanism == "oscillator":
                    sizes[name].append(drives(model, data, configuration))
            if mechanism == "oscillator":
                settling.append(early(pair["trained"], checkpoint, configuration))
        out[mechanism] = {
            "seeds": [c.seed for c in chosen],
            "attention": {
                name: {"by_seed": fs, **{k: over_seeds([f[k] for f in fs]) for k in ("all", "answerable")}}
                for name, fs in seen.items()
            },
        }
        if settling:
            out[mechanism] |= {"tails": sizes, "settling": settling, "residuals": residuals(settling)}
    theirs = statistics.published()
    out["theirs"] = {
        "table3_verb_attention": theirs["table3_verb_attention"]["values"],
        "degenerate_sva_osc_d2": theirs["degenerate_sva_osc_d2"]["values"],
    }
    return out


STUDY = Study(
    name="sva_net",
    title="What the agreement networks do",
    protocol=1,
    checkpoints=tuple(Checkpoint("sva", "full", ARM.format(m), s) for m in MECHANISMS for s in SEEDS),
    configuration={"sentences": None, "times": list(TIMES), "draws": 3, "seed": 0},
    smoke={"sentences": 200, "times": [10.0], "draws": 2, "seed": 0},
    measure=measure,
)
