"""What the committed training records say: the verdict of each claim, and published figures beside ours."""

from __future__ import annotations

from collections.abc import Sequence

from phasebound.analysis.records import Record, spent
from phasebound.figures.grids import Grid, Grids
from phasebound.proofs.ledger import ledger
from phasebound.verdicts import MEASURED_BY, committed


def trainings(records: Sequence[Record] | None = None) -> Grids:
    """A line for each claim that training decides: its records, or "not measured"."""
    found = [r for r in (committed() if records is None else records) if r.kind in MEASURED_BY["trained"]]
    rows = []
    for claim in ledger():
        if "trained" not in claim.tiers:
            continue
        own = sorted((r for r in found if r.claim == claim.id), key=lambda r: r.id)
        rows += [(claim.title, r.id, r.verdict or "no verdict", spent(r.budget)) for r in own]
        if not own:
            rows.append((claim.title, "", "not measured", ""))
    return Grids((Grid("Claims that training decides", ("claim", "record", "verdict", "budget"), rows),))


def hours(records: Sequence[Record] | None = None) -> Grids:
    """What the trainings cost by table and budget: networks trained, and core-hours with their evaluations, on the
    machines where they ran."""
    spent: dict[tuple[str, str], list[float]] = {}
    for record in committed() if records is None else records:
        told = record.configuration
        if record.kind == "training-run" and "table" in told:  # a study looks into networks, it trains none
            seconds = [f["seconds"] for f in record.figures["seeds"].values()]
            spent.setdefault((told["table"], told["budget"]), []).extend(seconds)
    rows = [(*of, str(len(s)), f"{sum(s) / 3600:.1f}") for of, s in sorted(spent.items())]
    grid = Grid("What the trainings took", ("table", "budget", "networks", "core-hours"), rows)
    return Grids((grid,) if rows else (), "No table has been trained again yet.")


def comparisons() -> Grids:
    """Published beside ours, a table for each published one whose records are committed; the budget stands in
    the title."""
    from phasebound.torch_impl.tables import table

    grids = []
    where = table.results_directory()
    for name in table.NAMES:
        loaded = table.load(name)
        try:
            budget, found = table.finished(loaded, where)
        except ValueError:  # not run yet: the list of claims says so
            continue
        head, rows = table.head_and_rows(loaded.lines(found), missing="–")
        grids.append(Grid(table.heading(loaded, budget, found), head, rows))
    return Grids(grids, "No table has been trained again yet.")
