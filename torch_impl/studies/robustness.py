"""osc.robustness: the tasks' metrics under mismatch, noise, early readout and disorder, seed 0 of each task.

Metrics: accuracy of keywords (per cent of the held-out clips), of agreement (per cent of the validation
sentences), perplexity of the first validation chunks of WikiText-2 at d = 8. Published beside: the same
keyword network on its own clips, and TinyStories at d = 8. The claim's verdict is the least favourable of the
tasks' own (:func:`..probes.robustness.verdict`), and not better than inconclusive while a task is missing.
"""

from __future__ import annotations

from typing import Any

from torch import nn

from ..data.vocabulary import PAD
from ..probes.robustness import KINDS, LEVELS, TIMES, Metric, robustness, verdict
from ..tables import keywords, language, statistics, sva
from .study import Configuration, Figures, Nets, Study
from .weights import Checkpoint, arm_of

PUBLISHED = {
    "kws": ("robust_kws_coupling", "robust_kws_state", "robust_kws_settle", "robust_kws_frequency_disorder"),
    "sva": ("robust_sva_settle",),
    "wikitext2": (
        "robust_ts_coupling",
        "robust_ts_state",
        "robust_ts_settle",
        "robust_ts_frequency_disorder",
    ),
}
"""Published experiments by the task that comes nearest."""


def metric(checkpoint: Checkpoint, limit: int | None) -> tuple[Metric, str]:
    """The metric of a checkpoint's task on its first ``limit`` sequences, and which direction is better."""
    task = arm_of(*checkpoint).task
    if isinstance(task, keywords.KeywordTask):
        frames, labels = (x[:limit] for x in task.clips(checkpoint.seed).held)
        return lambda model: keywords.accuracy(model, frames, labels), "higher"
    if isinstance(task, sva.AgreementTask):
        data = task.data("validation")
        return lambda model: 100 * float(sva.answers(model, data, limit).double().mean()), "higher"
    if isinstance(task, language.WordTask):
        chunks = task.split("valid")[:limit].long()

        def perplexity(model: nn.Module) -> float:
            loss, targets = language.losses(model, chunks)
            return language.perplexity(loss, targets != PAD)

        return perplexity, "lower"
    raise ValueError(f"no metric for {checkpoint.table}")


def both_protocols(
    model: nn.Module,
    measured: tuple[Metric, str],
    configuration: Configuration,
    kinds: tuple[str, ...] = KINDS,
) -> Figures:
    """{"device": {kind: ...}, "published": {kind: ...}}: figures of the probe; disorder has no published
    noise."""
    value, better = measured
    return {
        protocol: {
            kind: robustness(
                model,
                value,
                kind=kind,
                protocol=protocol,
                better=better,
                levels=configuration["times" if kind == "settling" else "levels"],
                draws=configuration["draws"],
                seed=configuration["seed"],
            )
            for kind in kinds
            if protocol == "device" or kind != "disorder"
        }
        for protocol in ("device", "published")
    }


def published(table: str) -> dict[str, Any]:
    """Baseline and relative change in per cent by level, as published; disorder and gaps as they stand."""
    out: dict[str, Any] = {}
    for id in PUBLISHED[table]:
        found = statistics.published()[id]
        if "grid" in found:
            change = {level: x["relative_change_pct"] for level, x in found["grid"].items()}
            out[id] = {"baseline": found["baseline"], "relative_change_pct": change}
        else:
            out[id] = found.get("values", {"note": found.get("note")})
    return out


def measure(configuration: Configuration, nets: Nets) -> Figures:
    """Figures and verdict of every task at hand."""
    tasks: Figures = {}
    for checkpoint in nets.checkpoints:
        limit = configuration["sequences"][checkpoint.table]
        figures = both_protocols(nets.trained(checkpoint), metric(checkpoint, limit), configuration)
        tasks[checkpoint.table] = {
            "checkpoint": checkpoint.file,
            "sequences": limit,
            **figures,
            "verdict": verdict(figures["device"]),
            "theirs": published(checkpoint.table),
        }
    return {"tasks": tasks}


def rule(figures: Figures) -> str:
    """The least favourable verdict of the tasks; while a task is missing nothing better than inconclusive."""
    said = {task["verdict"] for task in figures["tasks"].values()}
    if set(figures["tasks"]) != set(PUBLISHED):
        said.add("inconclusive")
    return next(v for v in ("not-supported", "inconclusive", "supported") if v in said)


STUDY = Study(
    name="robustness",
    title="Robustness of trained networks",
    protocol=2,
    checkpoints=(
        Checkpoint("kws", "small", "oscillator-none", 0),
        Checkpoint("sva", "full", "oscillator-published", 0),
        Checkpoint("wikitext2", "small", "osc-8", 0),
    ),
    configuration={
        "sequences": {"kws": None, "sva": None, "wikitext2": 100},
        "levels": list(LEVELS),
        "times": list(TIMES),
        "draws": 5,
        "seed": 0,
    },
    smoke={
        "sequences": {"kws": 64, "sva": 200, "wikitext2": 8},
        "levels": [0.1],
        "times": [10.0],
        "draws": 2,
        "seed": 0,
    },
    measure=measure,
    claim="osc.robustness",
    rule=rule,
    any_of=True,
)
