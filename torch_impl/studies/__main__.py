"""Run studies: ``python -m phasebound.torch_impl.studies NAME... [--all] [--smoke]``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from phasebound.analysis.commands import OUT, mistakes

from ..data.sources import DataError
from . import study as mechanism
from .weights import Missing


@click.command()
@click.argument("names", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="All studies.")
@click.option(
    "--smoke", is_flag=True, help="Small subsets of the data; the record is marked and counts nothing."
)
@click.option(
    "--out", type=click.Path(path_type=Path), default=OUT, show_default=True, help="Folder of records."
)
@click.option(
    "--weights",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder of checkpoints (default: those that ship with the package).",
)
@click.option(
    "--keep",
    "source",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Only take the studies' checkpoints over from the --out folder of `phasebound reproduce`.",
)
def main(
    names: tuple[str, ...], everything: bool, smoke: bool, out: Path, folder: Path | None, source: Path | None
) -> None:
    """Run the studies NAMES on kept checkpoints and write their records to --out; exit code 1 if one was not
    run."""
    chosen = mechanism.NAMES if everything else names
    if not chosen:
        raise click.UsageError(f"name studies or give --all; there are {', '.join(mechanism.NAMES)}")
    complete = True
    with mistakes():
        studies = [mechanism.load(name) for name in chosen]
        for study in studies:
            if source is not None:
                kept, lacking = mechanism.keep(study, source, folder)
                for line in [f"kept {path.name}" for path in kept] + lacking:
                    click.echo(f"{study.name}: {line}")
                complete = complete and not lacking
                continue
            try:
                record = mechanism.run(study, out, smoke=smoke, folder=folder)
            except (Missing, DataError) as reason:
                click.echo(f"{study.name}: not run: {reason}")
                complete = False
                continue
            said = "figures" if record.claim is None else f"{record.claim}: {record.verdict}"
            note = " (smoke: counts for nothing)" if smoke else ""
            click.echo(f"{study.name}: {said}{note}, {record.wall_seconds:.1f} s")
            for file in record.figures["missing"]:
                click.echo(f"  without {file}, which is not here")
    sys.exit(0 if complete else 1)


if __name__ == "__main__":
    main()
