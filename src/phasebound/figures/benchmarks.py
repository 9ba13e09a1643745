"""Speed of the layers beside their peers, from the committed benchmark records (kur.cost)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from phasebound.analysis.records import Record
from phasebound.figures.html import Shown, table, words
from phasebound.verdicts import committed


def timings(record: Record) -> list[tuple[str, str, float, float]]:
    """(row, program, wall seconds, time over ours) for every row of a record that holds times of programs."""
    out = []
    for row, programs in record.figures.items():
        if isinstance(programs, Mapping):
            for program, times in programs.items():
                if isinstance(times, Mapping) and {"wall", "wall over ours"} <= set(times):
                    out.append((row, program, float(times["wall"]), float(times["wall over ours"])))
    return out


def one(record: Record) -> str:
    """A record's table with the machine that it was measured on."""
    rows = [(row, name, f"{1e3 * wall:.1f}", f"{ratio:.2f}") for row, name, wall, ratio in timings(record)]
    machine: Mapping[str, Any] = record.machine
    where = (
        f"{machine.get('processor')}, {machine.get('cores')} cores, torch {record.versions.get('torch', '?')}"
    )
    return table(("what", "program", "milliseconds", "time over ours"), rows, f"{record.id}: {where}")


def benchmarks(records: Sequence[Record] | None = None) -> Shown:
    """A table for each committed record of kind "benchmark"; says so if none is there."""
    found = [r for r in (committed() if records is None else records) if r.kind == "benchmark" and timings(r)]
    if not found:
        return Shown(words("Not measured: no committed benchmark record.", strong=True))
    return Shown("".join(one(r) for r in sorted(found, key=lambda r: r.id)))
