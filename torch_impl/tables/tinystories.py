"""TinyStories language models (published Table 4): softmax and oscillators of d dimensions.

Published: the official text (4.67 million training chunks of 128), 5 seeds, 5 epochs of batches of 256.
Budget full: that; a pass counts 18,242 steps. Budget small: the pool of 6,235 stories (9,966 training
chunks, 6,409 words), on which perplexities are not those of the paper, 2 seeds, 5 epochs of batches of 16,
since batches of 256 would leave 38 steps a pass. All verdicts use validation perplexity as published, but
after the last epoch; 95 % intervals.

osc.tinystories ("the gap to softmax falls from 2.39 at d = 2 to .57 at d = 32"; the means of the journal
version give 2.24 and .43), intervals paired by seed, margin .3:
supported: at least half of the published steps, the gap falls from d = 2 to d = 32 (interval above 0), and
both gaps lie with their intervals within the margin of the claimed ones; not-supported: as many steps, and
the gap does not fall (interval below 0) or a gap lies with its interval outside; inconclusive: anything else.
Budget small sees a five-hundredth of the published chunks (its ``trained``, which counts steps, is larger) and
is always inconclusive here; its figures show whether the gap falls there.

osc.dimension-exponent: the rule stands in fits.py.
"""

from __future__ import annotations

from . import fits
from .language import WordTask, config, decide_falling_gap, falling_gap, perplexity_lines, spec
from .table import Arm, Line, Plan, Results, Ruling, Table

EPOCH = 18_242
PUBLISHED = 5 * EPOCH
CLAIMED = (2.39, 0.57)
MARGIN = 0.3
LENGTH = 128
DIMENSIONS = (2, 32)
ALL_DIMENSIONS = (2, 4, 8, 16, 32, 64)


def tinystories_plan(budget: str) -> Plan:
    """smoke: 2 steps on 8 chunks a split; small and full: see the module."""
    full = budget == "full"
    epochs, epoch, batch, limit, seeds = {
        "smoke": (1, 2, 4, 8, 2),
        "small": (5, 9966 // 16, 16, None, 2),
        "full": (5, EPOCH, 256, None, 5),
    }[budget]
    wanted = [None, *(ALL_DIMENSIONS if full else DIMENSIONS)]
    corpus = "tinystories" if full else "tinystories-pool"
    arms = tuple(
        Arm(
            "softmax" if d is None else f"osc-{d}",
            WordTask(corpus, spec(d, LENGTH), batch, limit),
            config(epochs, epoch),
        )
        for d in wanted
    )
    note = "" if full else "a small pool of stories: its perplexities are not the paper's"
    return Plan(arms, tuple(range(seeds)), "chunks x seeds", 5 * PUBLISHED * 256, batch, (corpus,), note)


def gap_rule(results: Results) -> Ruling:
    """The verdict of osc.tinystories."""
    figures = falling_gap(results, 2, 32, PUBLISHED)
    return Ruling(decide_falling_gap(figures, CLAIMED, MARGIN), figures)


def dimension_rule(results: Results) -> Ruling:
    """The verdict of osc.dimension-exponent."""
    return fits.rule(results, "ts", PUBLISHED)


def lines(results: Results) -> list[Line]:
    """Perplexities, gaps and exponent beside the published figures."""
    first = {2: CLAIMED[0], 32: CLAIMED[1]}
    return [
        *perplexity_lines(results, "table4_ts", ALL_DIMENSIONS, first, PUBLISHED),
        *fits.lines(results, "ts"),
    ]


TABLE = Table(
    name="tinystories",
    title="TinyStories language models",
    protocol=1,
    plan=tinystories_plan,
    rulings={"osc.tinystories": gap_rule, "osc.dimension-exponent": dimension_rule},
    lines=lines,
    parts={"osc.tinystories": ("softmax", "osc-2", "osc-32")},
)
