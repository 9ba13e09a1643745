"""Language models on chunks of words, shared by the tables ``wikitext2`` and ``tinystories``.

Model: width 128, 4 heads, 2 layers, FFN 512, causal, sinusoidal code, untied head. Training: AdamW 5e-4,
decay 1e-4, cosine a batch, clip 1, cross-entropy averaged over the batch's targets that are not padding.
Padding follows the last word, so a causal model needs no mask for it.

Figures, on validation and test, each exp(sum of losses / number of targets): ``valid``, ``test`` over all
targets, as published; the end token counts (on WikiText-2 it ends every chunk, so its place is known and it is
free to predict; on TinyStories it ends a story). ``valid_words``, ``test_words``: over words that training has
seen (on WikiText-2 the text's own <unk> is one), without the end token; the pool of TinyStories has no unknown
word in its training text, so nothing can be learned of that token. Verdicts use the last epoch; :func:`best` is
the epoch that is best on validation, as published, with test beside; only shown.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from phasebound.analysis.estimate import Estimate

from ..data import tinystories, wikitext2
from ..data.vocabulary import EOS, PAD
from ..train import Batch, Call, TrainConfig, epoch_batch
from ..transformer import AttentionSpec, TokenLM
from . import statistics
from .table import ENOUGH, Figures, Line, Results, finite, values

EVALUATED = 400
"""Positions evaluated at once: few enough for their logits to stay in a cache."""
HEADS = 4
SHOWN = {
    "valid": "validation",
    "valid_words": "validation, without end tokens",
    "test": "test",
    "test_words": "test, without end tokens",
}
"""The figures, and what ``compare`` calls them."""
GAP = "perplexity over softmax, variance pooled"


@dataclass(frozen=True)
class Chunks:
    """Chunks [number, length] a split, padded with 0, and the number of words; the official TinyStories have
    no test split."""

    splits: Mapping[str, Tensor]
    vocabulary: int

    @functools.cached_property
    def seen(self) -> Tensor:
        """Which ids the training split has, [vocabulary]."""
        return torch.bincount(self.splits["train"].flatten().int(), minlength=self.vocabulary) > 0


@functools.cache
def chunks(corpus: str) -> Chunks:
    """The chunks of "wikitext-2", "wikitext-2-raw", "tinystories-pool" or "tinystories"."""
    if corpus.startswith("wikitext"):
        w = wikitext2.load(raw=corpus == "wikitext-2-raw")
        return Chunks({"train": w.train, "valid": w.valid, "test": w.test}, len(w.vocabulary))
    t = tinystories.load() if corpus == "tinystories-pool" else tinystories.load_official()
    splits = {"train": t.train, "valid": t.valid} | ({} if t.test is None else {"test": t.test})
    return Chunks(splits, len(t.vocabulary))


def spec(d_osc: int | None, max_length: int, **other: object) -> AttentionSpec:
    """The published attention: softmax (None) or oscillators with free anchors; ``other`` differs from it."""
    given = {"mechanism": "softmax"} if d_osc is None else {"mechanism": "oscillator", "d_osc": d_osc}
    published = {"num_heads": HEADS, "max_length": max_length, "causal": True, "free_anchors": True}
    return AttentionSpec(**{**published, **given, **other})  # type: ignore[arg-type]


@dataclass(frozen=True)
class WordTask:
    """A corpus under one attention. ``limit``: only the first chunks of every split."""

    corpus: str
    spec: AttentionSpec
    batch_size: int
    limit: int | None = None

    def split(self, name: str) -> Tensor:
        """The chunks of a split."""
        return chunks(self.corpus).splits[name][: self.limit]

    def model(self) -> nn.Module:
        return TokenLM(chunks(self.corpus).vocabulary, self.spec)

    def batch(self, seed: int, step: int) -> Batch:
        """Inputs and targets, [batch, length - 1] each."""
        train = self.split("train")
        taken = train[epoch_batch(len(train), self.batch_size, seed, step)].long()
        return taken[:, :-1], taken[:, 1:]

    def loss(self, model: Call, batch: Batch) -> Tensor:
        tokens, targets = batch
        return model(tokens, None, targets)  # type: ignore[no-any-return]

    def evaluate(self, model: Call, seed: int, last: bool) -> dict[str, float]:
        """The four perplexities of the module's docstring."""
        out = {}
        for name in chunks(self.corpus).splits:
            if name != "train":
                loss, targets = losses(model, self.split(name).long())
                known = chunks(self.corpus).seen[targets] & (targets != EOS)
                out[name] = perplexity(loss, targets != PAD)
                out[f"{name}_words"] = perplexity(loss, (targets != PAD) & known)
        return out


def losses(model: Call, pieces: Tensor) -> tuple[Tensor, Tensor]:
    """Cross-entropy in float64 and targets of chunks [number, length], both [number, length - 1]."""
    tokens, targets = pieces[:, :-1], pieces[:, 1:]
    rows = max(1, EVALUATED // targets.shape[1])
    found = [
        model(x, None, y, "none").double()
        for x, y in zip(torch.split(tokens, rows), torch.split(targets, rows), strict=True)
    ]
    return torch.cat(found), targets


def perplexity(losses: Tensor, counted: Tensor) -> float:
    """exp(sum of losses / number) over the targets that count."""
    return finite(math.exp(float(losses[counted].sum()) / int(counted.sum())))


def config(epochs: int, epoch: int) -> TrainConfig:
    """The published training for ``epochs`` epochs of ``epoch`` steps, evaluated after each."""
    return TrainConfig(
        steps=epochs * epoch,
        learning_rate=5e-4,
        optimizer="adamw-fused",
        evaluate_every=epoch,
        save_every=max(1, min(epoch, 200)),
    )


# --- figures of finished runs -------------------------------------------------------------------------------


def best(results: Results, arm: str, figure: str = "valid") -> list[float]:
    """A figure at the epoch that is best on validation; for "valid" itself that is chosen on the split that is
    reported, as published."""
    epochs = [min(results[arm][s]["curve"], key=lambda e: float(e["valid"])) for s in sorted(results[arm])]
    return [float(e[figure]) for e in epochs]


def steps(results: Results, arm: str) -> int:
    """The steps that every seed of an arm was trained."""
    return min(int(f["step"]) for f in results[arm].values())


def pooled(
    results: Results, ours: str, other: str, figure: str, scale: Callable[[float], float] = float
) -> Estimate:
    """Mean difference of two arms of equal training on a scale. Two seeds alone would leave one degree of
    freedom; so the variance is pooled over all arms in ``results`` with the same seeds and as much training."""
    alike = {
        a: [scale(x) for x in values(results, a, figure)]
        for a in results
        if steps(results, a) == steps(results, ours) and set(results[a]) == set(results[ours])
    }
    return statistics.blocked(alike, ours, other)


def among(results: Results, *arms: str) -> Results:
    """The named arms of the results: what a rule pools over must not depend on what else was trained."""
    return {a: results[a] for a in arms if a in results}


def gap(results: Results, arm: str, other: str = "softmax", figure: str = "valid") -> Estimate:
    """Perplexity over that of another arm, paired by seed, with its t interval."""
    pairs = zip(values(results, arm, figure), values(results, other, figure), strict=True)
    return statistics.average([a - b for a, b in pairs])


def log_ratio(results: Results, ours: str, other: str, figure: str = "valid") -> Estimate:
    """ln(perplexity / other perplexity), :func:`pooled`."""
    return pooled(results, ours, other, figure, math.log)


# --- rules --------------------------------------------------------------------------------------------------


def falling_gap(results: Results, low_d: int, high_d: int, published_steps: int) -> Figures:
    """What the rule of a falling gap rests on, on validation (as published), per word and on the test split;
    ``pooled``: the same on validation with pooled variance, on which no verdict rests."""
    few, many = f"osc-{low_d}", f"osc-{high_d}"
    figures = ["valid", "valid_words"] + ["test"] * ("test" in next(iter(results[few].values())))
    pairs = {"few": (few, "softmax"), "many": (many, "softmax"), "fall": (few, many)}
    out: Figures = {
        figure: {name: gap(results, *pair, figure).as_dict() for name, pair in pairs.items()}
        for figure in figures
    }
    out["pooled"] = {name: pooled(results, *pair, "valid").as_dict() for name, pair in pairs.items()}
    out["trained"] = steps(results, few) / published_steps
    return out


def decide_falling_gap(figures: Figures, claimed: tuple[float, float], margin: float) -> str:
    """supported: trained for at least half of the published steps, the gap falls (interval above 0), and both
    gaps lie with their intervals within ``margin`` of the claimed ones; not-supported: trained as long, and
    the gap does not fall (interval below 0) or one lies with its interval outside; inconclusive: else."""
    if figures["trained"] < ENOUGH:
        return "inconclusive"
    f = figures["valid"]
    low, high = f["fall"]["interval"]
    ends = [(f[k]["interval"], c) for k, c in zip(("few", "many"), claimed, strict=True)]
    if high < 0 or any(a > c + margin or b < c - margin for (a, b), c in ends):
        return "not-supported"
    inside = all(c - margin < a and b < c + margin for (a, b), c in ends)
    return "supported" if low > 0 and inside else "inconclusive"


def decide_as_good(ratio: Figures, trained: float, margin: float) -> str:
    """After at least half of the published steps (before, differences may not show yet, or pass), supported:
    the log-ratio lies with its interval below ``margin``; not-supported: above it; inconclusive: else."""
    low, high = ratio["interval"]
    if trained < ENOUGH:
        return "inconclusive"
    if low > margin:
        return "not-supported"
    return "supported" if high < margin else "inconclusive"


def decide_helps(ratio: Figures, trained: float, margin: float) -> str:
    """After at least half of the published steps (a gain may come late, or pass), supported: the log-ratio lies
    with its interval below 0; not-supported: above -``margin`` (no gain of that size); inconclusive: else."""
    low, high = ratio["interval"]
    if trained < ENOUGH:
        return "inconclusive"
    if high < 0:
        return "supported"
    return "not-supported" if low > -margin else "inconclusive"


# --- beside the published figures ---------------------------------------------------------------------------


def perplexity_lines(
    results: Results, published: str, dimensions: Sequence[int], first: Mapping[int, float], whole: int
) -> list[Line]:
    """Perplexities and gaps. ``published``: prefix of the experiments in published.json. Perplexities are set
    against the published ones after the ``whole`` published steps only: the other budgets have another corpus."""
    out = []
    base = statistics.published_values(f"{published}_softmax")
    base_arms = among(results, "softmax", *(f"osc-{d}" for d in dimensions))
    for arm, id in [("softmax", f"{published}_softmax")] + [
        (f"osc-{d}", f"{published}_d{d}") for d in dimensions
    ]:
        if arm not in results:
            continue
        theirs, ours = statistics.published_values(id), best(results, arm)
        out.append(
            Line(
                f"{arm}, best epoch on validation",
                "perplexity",
                None,
                statistics.average(theirs),
                statistics.average(ours),
                statistics.welch(ours, theirs) if steps(results, arm) == whole else None,
            )
        )
        if all("test" in f for f in results[arm].values()):
            mean = statistics.average(best(results, arm, "test"))
            out.append(Line(f"{arm}, test at that epoch", "perplexity", None, None, mean))
        for figure, name in SHOWN.items():
            if all(figure in f for f in results[arm].values()):
                mean = statistics.average(values(results, arm, figure))
                out.append(Line(f"{arm}, last epoch, {name}", "perplexity", None, None, mean))
    for d in dimensions:
        if f"osc-{d}" in results and "softmax" in results:
            theirs = statistics.published_values(f"{published}_d{d}")
            out.append(
                Line(
                    f"gap, d = {d}",
                    GAP,
                    first.get(d),
                    statistics.welch(theirs, base),
                    pooled(base_arms, f"osc-{d}", "softmax", "valid"),
                )
            )
    return out


def ratio_line(results: Results, what: str, ours: str, other: str) -> list[Line]:
    """100 ln(perplexity / other perplexity), if both arms are there."""
    if ours not in results or other not in results:
        return []
    e = log_ratio(results, ours, other)
    low, high = e.interval
    percent = Estimate(
        100 * e.value, 100 * e.stderr, (100 * low, 100 * high), e.n, e.seed, confidence=e.confidence
    )
    return [Line(what, "% of perplexity", None, None, percent)]
