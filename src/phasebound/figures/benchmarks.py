"""Speed of the layers beside their peers, from the committed benchmark records (kur.cost)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from phasebound.analysis.records import Record
from phasebound.figures.grids import Grid, Grids
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


def one(record: Record) -> Grid:
    """A record's table with the machine that it was measured on."""
    rows = [(row, name, f"{1e3 * wall:.1f}", f"{ratio:.2f}") for row, name, wall, ratio in timings(record)]
    machine: Mapping[str, Any] = record.machine
    where = (
        f"{machine.get('processor')}, {machine.get('cores')} cores, torch {record.versions.get('torch', '?')}"
    )
    return Grid(f"{record.id}: {where}", ("what", "program", "milliseconds", "time over ours"), rows)


def benchmarks(records: Sequence[Record] | None = None) -> Grids:
    """A table for each committed record of kind "benchmark"; says so if none is there."""
    found = [r for r in (committed() if records is None else records) if r.kind == "benchmark" and timings(r)]
    return Grids(
        tuple(one(r) for r in sorted(found, key=lambda r: r.id)), "Not measured: no committed record."
    )
