"""The keyword model on frames of speech, shared by the tables ``kws`` and ``digits``.

Model: linear embedding of the frames to width 32, optional position code, one bidirectional block (2 heads,
FFN 128, d_osc 2, free anchors as published), mean over frames, linear head. Training: Adam with L2 decay
1e-4 (not AdamW, as published), rate 1e-3, batch 64, cosine to zero once an epoch, clip 1.
Figures: ``accuracy`` after the last epoch, in per cent of the held-out clips; ``shuffled``, the mean over
three fixed permutations of the frames, and ``drop`` = accuracy - shuffled. The best epoch of the reported
split, which the paper reports, can be read off the curve and is shown as such.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from ..data import digits, speech_commands
from ..train import Batch, Call, TrainConfig, epoch_batch
from ..transformer import AttentionSpec, FrameClassifier
from . import statistics, table
from .table import Arm, Figures, Results, finite

MECHANISMS = ("softmax", "oscillator")
POSITIONS = ("none", "sinusoidal", "learned")
SHUFFLES = (0, 1, 2)
BATCH = 64


@dataclass(frozen=True)
class Clips:
    """Frames [N, n, features] and labels [N], to train on and held out."""

    train: tuple[Tensor, Tensor]
    held: tuple[Tensor, Tensor]


@functools.cache
def clips(corpus: str, fold: int) -> Clips:
    """ "test10": the official test portion, a fold of speakers held out; "full": the official splits (``fold``
    is ignored), "digits": Free Spoken Digits, a fold of recordings held out."""
    if corpus == "digits":
        d = digits.load_fold(fold)
        return Clips((d.train.frames, d.train.labels), (d.validation.frames, d.validation.labels))
    k = speech_commands.load_full() if corpus == "full" else speech_commands.load_fold(fold)
    return Clips((k.train.frames, k.train.labels), (k.validation.frames, k.validation.labels))


@dataclass(frozen=True)
class KeywordTask:
    """Keyword spotting; a seed holds out fold seed mod 5."""

    corpus: str
    mechanism: str
    positions: str
    exponent: float = 1
    frozen_values: bool = False

    def clips(self, seed: int) -> Clips:
        """The clips of a seed."""
        return clips(self.corpus, 0 if self.corpus == "full" else seed % speech_commands.FOLDS)

    def model(self) -> nn.Module:
        features, frames = (13, digits.FRAMES) if self.corpus == "digits" else (40, 49)
        spec = AttentionSpec(
            self.mechanism,
            num_heads=2,
            max_length=frames,
            exponent=self.exponent,
            free_anchors=True,
            mask_readout=False,
        )
        model = FrameClassifier(features, 10, spec, positions=self.positions)
        if self.frozen_values:
            for name, parameter in model.named_parameters():
                if name.endswith("attention.value.weight"):
                    parameter.requires_grad_(False)
        return model

    def batch(self, seed: int, step: int) -> Batch:
        """Frames [64, n, features], labels [64]."""
        frames, labels = self.clips(seed).train
        i = epoch_batch(len(labels), BATCH, seed, step)
        return frames[i], labels[i]

    def loss(self, model: Call, batch: Batch) -> Tensor:
        frames, labels = batch
        return F.cross_entropy(model(frames), labels)

    def evaluate(self, model: Call, seed: int, last: bool) -> dict[str, float]:
        frames, labels = self.clips(seed).held
        found = {"accuracy": accuracy(model, frames, labels)}
        if last:
            orders = [
                torch.randperm(frames.shape[1], generator=torch.Generator().manual_seed(s)) for s in SHUFFLES
            ]
            shuffled = [accuracy(model, frames[:, order], labels) for order in orders]
            found["shuffled"] = sum(shuffled) / len(shuffled)
            found["drop"] = found["accuracy"] - found["shuffled"]
        return found


def accuracy(model: Call, frames: Tensor, labels: Tensor) -> float:
    """Per cent of the clips whose largest logit is right."""
    right = 0
    for x, y in zip(torch.split(frames, 1024), torch.split(labels, 1024), strict=True):
        right += int((model(x).argmax(-1).cpu() == y).sum())
    return finite(100 * right / len(labels))


def arm(task: KeywordTask, epochs: int, epoch: int) -> Arm:
    """An arm of ``epochs`` epochs of ``epoch`` steps."""
    values = ["frozen"] if task.frozen_values else []
    exponent = [f"p{task.exponent:g}"] if task.exponent != 1 else []
    config = TrainConfig(
        steps=epochs * epoch,
        learning_rate=1e-3,
        optimizer="adam",
        cosine_every=epoch,
        evaluate_every=epoch,
        save_every=10 * epoch,
    )
    return Arm("-".join([task.mechanism, task.positions, *exponent, *values]), task, config)


def values(results: Results, name: str, figure: str = "accuracy") -> list[float]:
    """A figure a seed, in the order of the seeds; "best": the best epoch, as the paper reports."""
    if figure != "best":
        return table.values(results, name, figure)
    runs = results[name]
    return [max(float(e["accuracy"]) for e in runs[s]["curve"]) for s in sorted(runs)]


def gain(results: Results, ours: str, other: str, confidence: float = statistics.CONFIDENCE) -> Figures:
    """The mean difference of accuracy of two arms, paired by seed (hence by held-out fold)."""
    return statistics.paired(values(results, ours), values(results, other), confidence).as_dict()
