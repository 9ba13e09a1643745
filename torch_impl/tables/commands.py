"""``phasebound reproduce`` trains a table again, ``phasebound compare`` puts it beside the published one."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from phasebound.analysis.commands import OUT, emit_csv, emit_json, emit_table, mistakes, output_options
from phasebound.torch_impl.tables import BUDGETS

if TYPE_CHECKING:
    from phasebound.torch_impl.tables.table import Line, Table

    ParamType = click.ParamType[Any]
else:
    ParamType = click.ParamType


class Seeds(ParamType):
    """0,1,5 or 0:50 (the end is not included)."""

    name = "seeds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        """Parse a list of seeds."""
        if isinstance(value, tuple):
            return value
        out: list[int] = []
        try:
            for word in str(value).split(","):
                low, colon, high = word.partition(":")
                out += range(int(low), int(high)) if colon else [int(low)]
        except ValueError:
            out = []
        if not out or min(out) < 0:
            self.fail(f"{value!r} is no list of seeds; write 0,1,5 or 0:50", param, ctx)
        return tuple(out)


@click.command()
@click.argument("table")
@click.option("--budget", type=click.Choice(BUDGETS), default="smoke", show_default=True)
@click.option("--seeds", type=Seeds(), help="Only these: 0,1,5 or 0:50 (default: all of the budget).")
@click.option("--arms", help="Only these configurations, separated by commas.")
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    help="Processes of a pool or local cluster (default: cores; 1 on a GPU).",
)
@click.option(
    "--scheduler", help="in-process, pool, dask or tcp://host:port (default: a pool for several workers)."
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=OUT,
    show_default=True,
    help="Folder of records and training states.",
)
@click.option("--estimate", is_flag=True, help="Only time a few steps of each configuration.")
def reproduce(
    table: str,
    budget: str,
    seeds: tuple[int, ...] | None,
    arms: str | None,
    workers: int | None,
    scheduler: str | None,
    out: Path,
    estimate: bool,
) -> None:
    """Train TABLE again (or all): smoke shows that it runs, small fits two cores, full is the published protocol.

    Budget full first estimates its time and memory. An interrupted run goes on from --out to the same
    figures.
    """
    with mistakes():
        from phasebound.torch_impl.tables import table as mechanism

        tables = [mechanism.load(name) for name in (mechanism.NAMES if table == "all" else (table,))]
        count = workers or _workers()
        only = None if arms is None else arms.split(",")
        for loaded in tables:  # what is missing for the last one is told before the first is trained
            whole = mechanism.plan(loaded, budget)
            mechanism.chosen(whole, only, seeds)
            mechanism.require_data(whole)
        for loaded in tables:
            if estimate or budget == "full":
                _print_costs(loaded, budget, only, seeds, count)
            if estimate:
                continue
            written = mechanism.run(
                loaded,
                budget,
                arms=only,
                seeds=seeds,
                scheduler=scheduler or ("pool" if count > 1 else "in-process"),
                workers=count,
                out=out,
                progress=sys.stderr.isatty(),
            )
            click.echo(f"{loaded.name}, budget {budget}: {len(written)} records in {out}")
            _print_rulings(written)


def _workers() -> int:
    """One on a graphics card, which its processes would share; else one a core."""
    from phasebound.torch_impl.train import pick_device

    return os.cpu_count() or 1 if pick_device("auto").type == "cpu" else 1


def _print_costs(
    table: Table, budget: str, arms: list[str] | None, seeds: tuple[int, ...] | None, workers: int
) -> None:
    from phasebound.torch_impl.tables import costs
    from phasebound.torch_impl.tables import table as mechanism

    whole = mechanism.plan(table, budget)
    found = costs.costs(whole, *mechanism.chosen(whole, arms, seeds))
    rows = [
        [
            c.arm,
            f"{c.programs} x {c.steps}",
            f"{c.step:.3g}",
            f"{c.cpu_step:.3g}",
            f"{c.tokens / c.step:.0f}",
            f"{c.memory / 2**20:.0f}",
            f"{c.hours:.2f}",
        ]
        for c in found
    ]
    head = ["arm", "runs x steps", "s/step", "cpu s", "tokens/s", "MB", "hours"]
    emit_table(f"{table.name}, budget {budget}, on {found[0].device}", head, rows)
    hours = sum(c.hours for c in found)
    click.echo(
        f"training alone, without evaluations: {hours:.2f} hours one after the other, "
        f"{hours / workers:.2f} if {workers} at once do not slow each other; "
        f"memory for {workers} at once: {workers * max(c.memory for c in found) / 2**30:.1f} GiB"
    )


def _print_rulings(paths: list[Path]) -> None:
    from phasebound.analysis import records

    for path in paths:
        record = records.read(path)
        if record.claim is not None:
            note = " (smoke: counts for nothing)" if record.smoke else ""
            click.echo(f"  {record.claim}: {record.verdict}{note}")


@click.command()
@click.argument("table")
@click.option(
    "--budget",
    type=click.Choice(BUDGETS),
    help="Default: the largest that is complete in the folder, else the largest with a complete arm.",
)
@click.option(
    "--records",
    "folder",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Folder of records (default: those that ship with the package).",
)
@click.option("--plot", type=click.Path(path_type=Path), help="Draw a picture (.png, .svg, .pdf).")
@output_options
def compare(
    table: str, budget: str | None, folder: Path | None, plot: Path | None, as_json: bool, as_csv: bool
) -> None:
    """Put TABLE as published (first and journal version) beside ours, with the interval of the difference."""
    with mistakes():
        from phasebound.torch_impl.tables import table as mechanism

        loaded = mechanism.load(table)
        budget, found = mechanism.finished(loaded, folder or mechanism.results_directory(), budget)
        lines = loaded.lines(found)
        title = mechanism.heading(loaded, budget, found)
        if plot is not None:
            from phasebound.torch_impl.tables import plots

            plots.beside(lines, plot, title)
        if as_json:
            share = mechanism.plan(loaded, budget).share()
            emit_json({"table": table, "budget": budget, "share": share, "lines": [_data(x) for x in lines]})
        elif as_csv:
            emit_csv(_CSV, [_flat(x) for x in lines])
        else:
            emit_table(title, *mechanism.head_and_rows(lines))


_ESTIMATES = ("journal", "ours", "difference")
_CSV = ["what", "unit", "first", *(f"{e}{end}" for e in _ESTIMATES for end in ("", "_low", "_high")), "bound"]


def _data(line: Line) -> dict[str, Any]:
    estimates = {e: getattr(line, e) for e in _ESTIMATES}
    return {
        "what": line.what,
        "unit": line.unit,
        "first": line.first,
        **{e: None if x is None else x.as_dict() for e, x in estimates.items()},
        "bound": line.bound,
    }


def _flat(line: Line) -> list[Any]:
    row: list[Any] = [line.what, line.unit, line.first]
    for e in _ESTIMATES:
        x = getattr(line, e)
        row += [None, None, None] if x is None else [x.value, *x.interval]
    return [*row, line.bound]
