"""Run experiments: ``python -m phasebound.analysis.experiments NAME... [--all] [--smoke]``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from phasebound.analysis import experiments
from phasebound.analysis.jobs import JobError, JournalError, SchedulerError


@click.command()
@click.argument("names", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="All experiments.")
@click.option("--smoke", is_flag=True, help="A small budget; the record is marked and counts nothing.")
@click.option(
    "--scheduler", default="in-process", show_default=True, help="in-process, pool, dask or tcp://host:port."
)
@click.option("--workers", default=1, show_default=True, help="Processes of a pool or local cluster.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("phasebound-results"), show_default=True)
def main(
    names: tuple[str, ...], everything: bool, smoke: bool, scheduler: str, workers: int, out: Path
) -> None:
    """Run experiments NAMES and write their records to --out."""
    chosen = experiments.NAMES if everything else names
    if not chosen:
        raise click.UsageError(f"name experiments or give --all; there are {', '.join(experiments.NAMES)}")
    supported = True
    for name in chosen:
        try:
            record = experiments.run(
                experiments.load(name),
                out,
                smoke=smoke,
                scheduler=scheduler,
                workers=workers,
                progress=sys.stderr.isatty(),
            )
        except (ValueError, JobError, JournalError, SchedulerError) as error:
            raise click.UsageError(str(error)) from error
        worst = record.figures["decision"]["worst_deviation_in_standard_errors"]
        click.echo(
            f"{record.id}: {record.verdict} ({worst:.2f} standard errors, {record.wall_seconds:.1f} s)"
        )
        supported = supported and record.verdict == "supported"
    sys.exit(0 if supported or smoke else 1)


if __name__ == "__main__":
    main()
