"""WikiText-2 language models (published Table 4): softmax and oscillators of d dimensions.

Published: raw corpus, 5 seeds, 30 epochs of batches of 64 chunks. Budget full: that. Budget small: the
corpus with <unk>, on which perplexities are not those of the paper, 2 seeds, 2 epochs, then the same with 3
(arms of their own: the cosine schedule depends on the length), then variants at 2 epochs: ReLU coupling at
d = 8, exponent 4 at d = 2, anchors kept on the sphere at d = 8. A pass counts 679 steps, those of the corpus
with <unk>. All verdicts use validation perplexity as published, but after the last epoch; 95 % intervals.

osc.wikitext2 ("the gap to softmax falls from 11.09 at d = 2 to 2.98 at d = 32"; both figures come from one
softmax run, the mean of five gives 11.67 and 3.56), intervals paired by seed, margin 1.5:
supported: at least half of the published steps, the gap falls from d = 2 to d = 32 (interval above 0), and
both gaps lie with their intervals within the margin of the claimed ones; not-supported: as many steps, and
the gap does not fall (interval below 0) or a gap lies with its interval outside; inconclusive: anything else.
Two epochs say nothing of either size, so budget small is always inconclusive here; its figures show whether
the gap falls there.

osc.coupling-choice ("ReLU is as good as softplus", d = 8), ln of the perplexity ratio ReLU : softplus paired
by seed, variance pooled over softmax, d = 2, 8, 32 and the variant, margin 1 % (published on TinyStories: .7 %
in the mean): after at least half of the published steps (less training hides differences), supported: the
interval lies below the margin; not-supported: it lies above; inconclusive: anything else.

osc.sharpening-trained ("p > 1 helps", d = 2), ln of the ratio p = 4 : p = 1, intervals likewise: after at least
half of the published steps (a gain may come late, or pass), supported: the interval lies below 0;
not-supported: it lies above -.5 %; inconclusive: anything else.

osc.dimension-exponent: the rule stands in fits.py.
"""

from __future__ import annotations

from . import fits
from .language import (
    GAP,
    WordTask,
    among,
    config,
    decide_as_good,
    decide_falling_gap,
    decide_helps,
    falling_gap,
    log_ratio,
    perplexity_lines,
    pooled,
    ratio_line,
    spec,
    steps,
)
from .table import Arm, Line, Plan, Results, Ruling, Table

EPOCH = 679
PUBLISHED = 30 * EPOCH
CLAIMED = (11.09, 2.98)
MARGIN = 1.5
LENGTH = 50
DIMENSIONS = (2, 8, 32)
BASE = ("softmax", *(f"osc-{d}" for d in DIMENSIONS))
"""What variance is pooled over, with the variant in question."""
THIRD = "-third-epoch"
VARIANTS = (
    ("ReLU : softplus, d = 8", "osc-8-relu", "osc-8"),
    ("exponent 4 : 1, d = 2", "osc-2-p4", "osc-2"),
    ("unit : free anchors, d = 8", "osc-8-unit", "osc-8"),
)
ALL_DIMENSIONS = (2, 4, 8, 16, 32, 64)


def wikitext2_plan(budget: str) -> Plan:
    """smoke: 2 steps on 32 chunks a split; small and full: see the module."""
    full = budget == "full"
    corpus = "wikitext-2-raw" if full else "wikitext-2"
    epochs, epoch, seeds = {"smoke": (1, 2, 2), "small": (2, EPOCH, 2), "full": (30, EPOCH, 5)}[budget]
    batch, limit = (8, 32) if budget == "smoke" else (64, None)
    wanted = [None, *(ALL_DIMENSIONS if full else DIMENSIONS)]
    base = {"softmax" if d is None else f"osc-{d}": spec(d, LENGTH) for d in wanted}
    variants = {
        "osc-8-relu": spec(8, LENGTH, coupling="relu+1e-3"),
        "osc-2-p4": spec(2, LENGTH, exponent=4),
        "osc-8-unit": spec(8, LENGTH, free_anchors=False),
    }
    runs = [(name, s, epochs) for name, s in base.items()]
    runs += [(f"{name}{THIRD}", s, epochs + 1) for name, s in base.items() if not full]
    runs += [(name, s, epochs) for name, s in variants.items()]
    arms = tuple(
        Arm(name, WordTask(corpus, s, batch, limit), config(count, epoch)) for name, s, count in runs
    )
    note = "" if full else "the corpus with <unk>: its perplexities are not the paper's"
    return Plan(arms, tuple(range(seeds)), "chunks x seeds", 5 * PUBLISHED * 64, batch, (corpus,), note)


def gap_rule(results: Results) -> Ruling:
    """The verdict of osc.wikitext2."""
    figures = falling_gap(among(results, *BASE), 2, 32, PUBLISHED)
    return Ruling(decide_falling_gap(figures, CLAIMED, MARGIN), figures)


def coupling_rule(results: Results) -> Ruling:
    """The verdict of osc.coupling-choice."""
    pool = among(results, *BASE, "osc-8-relu")
    figures = {
        name: log_ratio(pool, "osc-8-relu", "osc-8", name).as_dict() for name in ("valid", "test_words")
    }
    trained = steps(pool, "osc-8") / PUBLISHED
    return Ruling(decide_as_good(figures["valid"], trained, 0.01), {**figures, "trained": trained})


def exponent_rule(results: Results) -> Ruling:
    """The verdict of osc.sharpening-trained."""
    pool = among(results, *BASE, "osc-2-p4")
    figures = {name: log_ratio(pool, "osc-2-p4", "osc-2", name).as_dict() for name in ("valid", "test_words")}
    trained = steps(pool, "osc-2") / PUBLISHED
    return Ruling(decide_helps(figures["valid"], trained, 0.005), {**figures, "trained": trained})


def dimension_rule(results: Results) -> Ruling:
    """The verdict of osc.dimension-exponent."""
    return fits.rule(results, "wt2", PUBLISHED)


def lines(results: Results) -> list[Line]:
    """Perplexities, gaps, exponent and variants beside the published figures."""
    longer = [
        Line(
            f"gap, d = {d}, a third epoch",
            GAP,
            None,
            None,
            pooled(results, f"osc-{d}{THIRD}", f"softmax{THIRD}", "valid"),
        )
        for d in DIMENSIONS
        if {f"osc-{d}{THIRD}", f"softmax{THIRD}"} <= set(results)
    ]
    return [
        *perplexity_lines(results, "table4_wt2", ALL_DIMENSIONS, {2: CLAIMED[0], 32: CLAIMED[1]}, PUBLISHED),
        *longer,
        *fits.lines(results, "wt2"),
        *(
            x
            for what, ours, other in VARIANTS
            for x in ratio_line(among(results, *BASE, ours), what, ours, other)
        ),
    ]


TABLE = Table(
    name="wikitext2",
    title="WikiText-2 language models",
    protocol=1,
    plan=wikitext2_plan,
    rulings={
        "osc.wikitext2": gap_rule,
        "osc.dimension-exponent": dimension_rule,
        "osc.coupling-choice": coupling_rule,
        "osc.sharpening-trained": exponent_rule,
    },
    lines=lines,
    parts={
        "osc.wikitext2": BASE,
        "osc.dimension-exponent": BASE,
        "osc.coupling-choice": (*BASE, "osc-8-relu"),
        "osc.sharpening-trained": (*BASE, "osc-2-p4"),
    },
)
