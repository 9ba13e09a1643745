"""Attention from the verb of a hard sentence to its subject and to the distractor (published Table 3), from the
record of the study ``sva_net``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from phasebound.analysis import records
from phasebound.figures.grids import Grid, Grids

COLUMNS = (
    "mechanism",
    "network",
    "answer",
    "sentences",
    "to subject",
    "theirs, to subject",
    "to distractor",
    "theirs, to distractor",
    "difference",
    "theirs, difference",
)
ROWS = (
    ("trained", "right", "all"),
    ("trained", "wrong", "all"),
    ("trained", "wrong", "answerable"),
    ("untrained", "right", "all"),
)
SHARES = ("to_subject", "to_distractor", "gap")


def cells(figures: Mapping[str, Any], mechanism: str, network: str, answer: str, sentences: str) -> list[str]:
    """One row; theirs stands only where the network is trained and all sentences count, as published."""
    ours = figures[mechanism]["attention"][network][sentences][answer]
    published = figures["theirs"]["table3_verb_attention"][mechanism]
    theirs = published["correct" if answer == "right" else "wrong"]
    out = [mechanism, network, answer, f"{sentences}, {ours['n']}"]
    for share in SHARES:
        (low, high), value = ours[share]["interval"], ours[share]["value"]
        few = ours["seeds"] < 3  # the others have no such sentence, and two say nothing of the spread
        out.append(f"{value:.2f}" + (f" ({ours['seeds']} seeds)" if few else f" [{low:.2f}, {high:.2f}]"))
        out.append(f"{theirs[share]:.2f}" if (network, sentences) == ("trained", "all") else "–")
    return out


def verb_attention() -> Grids:
    """Ours, the mean of five seeds with its 99 % interval over seeds, beside theirs; untrained as control."""
    from phasebound.torch_impl.tables.table import results_directory

    record = records.read(results_directory() / "study-sva-net.json")
    rows = [cells(record.figures, m, *row) for m in ("softmax", "oscillator") for row in ROWS]
    return Grids((Grid("Attention from the verb on hard sentences", COLUMNS, rows),))
