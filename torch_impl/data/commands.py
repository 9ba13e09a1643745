"""``phasebound data``: which data sets there are, where they lie, whether their bytes are right."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from phasebound.analysis.commands import mistakes

if TYPE_CHECKING:
    from phasebound.torch_impl.data.sources import Dataset, File


def _print(title: str, rows: list[dict[str, Any]], as_json: bool) -> None:
    """Rows with equal keys, as a table or as JSON."""
    if as_json:
        click.echo(json.dumps(rows, indent=1))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title, title_justify="left")
    for place, name in enumerate(rows[0]):
        table.add_column(Text(name), overflow="fold", no_wrap=place == 0)
    for row in rows:
        table.add_row(*(Text(str(value)) for value in row.values()))
    Console().print(table)


json_option = click.option("--json", "as_json", is_flag=True, help="Print as JSON.")


@click.group()
def data() -> None:
    """Data sets: what there is, where it lies, whether its bytes are right.

    They are looked for in the folder PHASEBOUND_DATA and in the user cache.
    """


@data.command("list")
@json_option
def list_data(as_json: bool) -> None:
    """What data sets there are, which are here (not verified), and which can be fetched."""
    with mistakes():
        from phasebound.torch_impl.data import sources

        rows = []
        for known in sources.DATASETS:
            found = [sources.candidate(known, file) for file in known.files]
            rows.append(
                {
                    "name": known.name,
                    "what": known.title,
                    "licence": known.licence,
                    "here": "yes" if all(found) else "no",
                    "get it": "fetch" if known.fetchable else "by hand",
                }
            )
    _print("data sets", rows, as_json)


@data.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@json_option
def fetch(names: tuple[str, ...], as_json: bool) -> None:
    """Download data sets into the user cache and verify them; files that are here are kept."""
    with mistakes():
        from phasebound.torch_impl.data import sources
        from phasebound.torch_impl.data.fetch import fetch as bring

        for name in names:
            sources.dataset(name)
        rows = [
            {"data set": name, "file": file, "path": str(path)}
            for name in names
            for file, path in bring(name, lambda line: click.echo(line, err=True)).items()
        ]
    _print("fetched and verified", rows, as_json)


@data.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@json_option
def verify(names: tuple[str, ...], as_json: bool) -> None:
    """Compare the files with their digests. Exit code 1: a file is wrong, or one of the data sets NAME is not here."""
    with mistakes():
        from phasebound.torch_impl.data import sources

        chosen = [sources.dataset(name) for name in names] or list(sources.DATASETS)
        rows = [_verified(known, file) for known in chosen for file in known.files]
    _print("data files", rows, as_json)
    if any(row["state"] == "wrong" or (names and row["state"] == "not here") for row in rows):
        sys.exit(1)


def _verified(known: Dataset, file: File) -> dict[str, str]:
    from phasebound.torch_impl.data import sources

    row = {"data set": known.name, "file": file.path, "state": "not here", "path": ""}
    found = sources.candidate(known, file)
    if found is not None:
        path, form = found
        row |= {"state": "right" if sources.digest_of(path) == form.sha256 else "wrong", "path": str(path)}
    return row
