"""Measure identities: ``python -m phasebound.torch_impl.identities CLAIM... [--all] [--smoke]``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from phasebound.analysis.commands import OUT, mistakes

from . import NAMES, load
from .identity import run


@click.command()
@click.argument("names", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="All identities.")
@click.option("--smoke", is_flag=True, help="Few instances; the record is marked and counts nothing.")
@click.option("--out", type=click.Path(path_type=Path), default=OUT, show_default=True)
def main(names: tuple[str, ...], everything: bool, smoke: bool, out: Path) -> None:
    """Measure the identities of claims NAMES on the layers and write their records to --out."""
    chosen = NAMES if everything else names
    if not chosen:
        raise click.UsageError(f"name claims or give --all; there are {', '.join(NAMES)}")
    with mistakes():
        identities = [load(name) for name in chosen]
    supported = True
    for identity in identities:
        record = run(identity, out, smoke=smoke)
        parts = record.figures["parts"].values()
        worst = max(p["residual_over_tolerance"] for p in parts)
        seen = min(p["control"]["residual_over_tolerance"] for p in parts)
        click.echo(
            f"{identity.claim}: {record.verdict} (residuals at most {worst:.2g} of what rounding allows, "
            f"controls at least {seen:.1g}, {record.wall_seconds:.1f} s)"
        )
        supported = supported and record.verdict == "supported"
    sys.exit(0 if supported or smoke else 1)


if __name__ == "__main__":
    main()
