"""The keyword model on Free Spoken Digits: a second real data set, which any machine can install.

Nothing is published on it, and its folds are not by speaker (the package stores none), so it rules on no
claim: it shows whether a difference seen on Speech Commands is one of the mechanism or of the data.
"""

from __future__ import annotations

from . import statistics
from .keywords import MECHANISMS, POSITIONS, KeywordTask, arm, values
from .table import Line, Plan, Results, Table


def digits_plan(budget: str) -> Plan:
    """smoke: 2 seeds, 1 epoch of 4 steps; small and full: 10 seeds, 30 epochs of 37 steps."""
    epochs, epoch, seeds = (1, 4, 2) if budget == "smoke" else (30, 37, 10)
    tasks = [KeywordTask("digits", m, p) for p in POSITIONS for m in MECHANISMS]
    return Plan(
        tuple(arm(task, epochs, epoch) for task in tasks),
        tuple(range(seeds)),
        "seeds x steps",
        None,
        needs=("free-spoken-digits",),
        note="nothing is published on these data",
    )


def lines(results: Results) -> list[Line]:
    """Accuracy after the last epoch, and the paired differences."""
    out = []
    for p in POSITIONS:
        here = [m for m in MECHANISMS if f"{m}-{p}" in results]
        for m in here:
            ours = statistics.average(values(results, f"{m}-{p}"))
            out.append(Line(f"{m}, positions {p}", "%", None, None, ours))
        if len(here) == 2:
            gain = statistics.paired(values(results, f"oscillator-{p}"), values(results, f"softmax-{p}"))
            out.append(Line(f"oscillator - softmax, positions {p}", "points", None, None, gain))
    return out


TABLE = Table(name="digits", title="Spoken digits", protocol=1, plan=digits_plan, rulings={}, lines=lines)
