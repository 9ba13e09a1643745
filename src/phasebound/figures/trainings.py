"""What the committed training records say, one line a record, and which rows have none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from phasebound.analysis.records import Record
from phasebound.figures.html import Shown, table, words
from phasebound.proofs.ledger import ledger
from phasebound.verdicts import committed


def spent(budget: Mapping[str, Any]) -> str:
    """Our budget beside the paper's, in words."""
    ratio = budget.get("ratio")
    ours = f"{float(budget['ours']):,.0f} {budget.get('unit', '')}".strip()
    return ours if ratio is None else f"{ours}, {float(ratio):.3g} of the paper's"


def figures(data: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """(name, value) of every number in a record's figures; an estimate is one number with its interval."""
    if isinstance(data, Mapping) and {"value", "interval"} <= set(data):
        low, high = data["interval"]
        yield path, f"{float(data['value']):.4g} [{float(low):.4g}, {float(high):.4g}]"
    elif isinstance(data, Mapping):
        for key, value in data.items():
            yield from figures(value, f"{path}, {key}" if path else str(key))
    elif isinstance(data, int | float) and not isinstance(data, bool):
        yield path, f"{data:.4g}"


def numbers(records: Sequence[Record] | None = None) -> Shown:
    """A table for each training record that decided a claim: its figures with their intervals, its budget in the
    title.
    """
    found = [r for r in (committed() if records is None else records) if r.kind == "training" and r.claim]
    tables = [
        table(("figure", "ours"), figures(r.figures), f"{r.claim} ({r.id}; {spent(r.budget)})")
        for r in sorted(found, key=lambda r: r.id)
    ]
    return Shown(
        "".join(tables) or words("No training record is committed yet, so there is no figure to show.")
    )


def trainings(records: Sequence[Record] | None = None) -> Shown:
    """A line for each claim that training decides: its records, or "not measured"."""
    found = [r for r in (committed() if records is None else records) if r.kind == "training"]
    rows = []
    for claim in ledger():
        if "trained" not in claim.tiers:
            continue
        own = sorted((r for r in found if r.claim == claim.id), key=lambda r: r.id)
        for r in own:
            rows.append(
                (claim.title, r.id, r.verdict or "no verdict", spent(r.budget), f"protocol {r.protocol}")
            )
        if not own:
            rows.append((claim.title, "none", "not measured", "", ""))
    return Shown(
        table(("claim", "record", "verdict", "budget", "protocol"), rows, "What training has decided")
    )
