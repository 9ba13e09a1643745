"""Tables and progress bars, drawn by rich (imported only when one is drawn)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from phasebound.proofs.claim import Claim
    from phasebound.verdicts import Row

COLOURS = {
    "proved": "green",
    "proved-amended": "green",
    "refuted": "red",
    "imprecise": "yellow",
    "unknown": "bold red",
    "not-run": "dim",
    "not-measured": "dim",
    "supported": "cyan",
    "not-supported": "magenta",
    "inconclusive": "yellow",
}

MARKS = {
    "proved": "+",
    "refuted": "x",
    "unknown": "?",
    "not-run": ".",
    "not-measured": ".",
    "supported": "~",
    "not-supported": "-",
    "inconclusive": "=",
}
"""How a tier stands; README.md explains them."""
LETTERS = {"exact": "X", "enclosure": "E", "kernel": "K", "sampled": "N", "trained": "T"}


def coloured(word: str) -> Text:
    """A verdict or status in its colour."""
    return Text(word, style=COLOURS.get(word, ""))


@contextmanager
def progress(total: int, what: str) -> Iterator[Callable[[str], None]]:
    """A bar on standard error (none if that is no terminal); yields the function to call for each one done."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    columns = (
        TextColumn(what),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[at]}"),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(what, total=total, at="")
        yield lambda name: bar.update(task, advance=1, at=name)


def tiers(found: Mapping[str, str]) -> Text:
    """The tiers of a row: a letter each, its mark and colour saying how it stands."""
    out = Text()
    for tier, status in found.items():
        out.append(f"{LETTERS[tier]}{MARKS[status]} ", style=COLOURS.get(status, ""))
    return out


def legend(rows: Sequence[Row]) -> str:
    """The letters and marks that stand in the rows, in words."""
    letters = {tier for r in rows for tier in r.tiers}
    marks = {status for r in rows for status in r.tiers.values()}
    words = [
        [f"{sign} {name}" for name, sign in known.items() if name in there]
        for known, there in ((LETTERS, letters), (MARKS, marks))
    ]
    return "tiers: " + "; ".join(", ".join(w) for w in words)


def verdicts(rows: Sequence[Row], console: Console | None = None) -> None:
    """The ledger with its verdicts, and a summary line."""
    from phasebound.proofs.ledger import by_id

    console = console or Console()
    claims = by_id()
    room = console.width - 2 - 26 - 58  # what the other columns take
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("claim", no_wrap=True)
    if room >= 24:
        table.add_column("statement", overflow="ellipsis", no_wrap=True, width=room)
    table.add_column("as stated", no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    table.add_column("tiers", no_wrap=True)
    wide = console.width >= 96
    if wide:
        table.add_column("mutants", justify="right", no_wrap=True)
        table.add_column("time", justify="right", no_wrap=True)
    for r in rows:
        cells: list[Any] = [r.id]
        if room >= 24:
            cells.append(Text(shown(claims[r.id])))
        cells += [coloured(r.as_stated), coloured(r.verdict) + Text("*" if r.given else ""), tiers(r.tiers)]
        if wide:
            killed = f"{r.mutants['refuted']}/{r.mutants['total']}" if r.mutants["total"] else ""
            cells += [killed, f"{r.seconds:.2f} s"]
        table.add_row(*cells)
    console.print(table)
    console.print(Text(summary(rows)))
    for r in rows:
        for part, reason in r.reasons.items():
            if part in r.open:
                console.print(Text(f"open: {r.id}, {part}: {reason}", style="yellow"))
            else:
                console.print(Text(f"{r.id}, {part}: {reason}", style="red"))
    if any(r.given for r in rows):
        console.print(Text("* given results of the literature: phasebound claim ID names them", "dim"))
    console.print(Text(legend(rows), "dim"))


def shown(claim: Claim) -> str:
    """The conclusion of a claim's first part, or its title if nothing here decides it."""
    from phasebound.proofs import render

    return render.text(claim.parts[0].statement.then) if claim.parts else claim.title


def summary(rows: Sequence[Row]) -> str:
    """One line: how many rows of each verdict, how many mutants, how long."""
    found = Counter(r.verdict for r in rows)
    words = ", ".join(f"{found[v]} {v}" for v in COLOURS if found[v])
    total, killed = (sum(r.mutants[k] for r in rows) for k in ("total", "refuted"))
    seconds = sum(r.seconds for r in rows)
    return f"{len(rows)} claims: {words}. {killed} of {total} mutants refuted. {seconds:.1f} s of deciding."


def claims(chosen: Sequence[Claim]) -> None:
    """The list of claims."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("claim", "title", "as stated", "tiers"):
        table.add_column(name, no_wrap=name == "claim")
    for c in chosen:
        judged = c.as_stated.judgement if c.as_stated else "not-measured"
        table.add_row(c.id, c.title, coloured(judged), " ".join(LETTERS[t] for t in c.tiers))
    console = Console()
    console.print(table)
    console.print(f"{len(chosen)} claims")


def kills(data: Mapping[str, Any]) -> None:
    """The kill matrix: one row a check, then the mutated tools."""
    table = Table(box=None, pad_edge=False, header_style="bold", title="checks", title_justify="left")
    for name in ("check", "kind", "proves parts", "refutes mutants", "accepts mutants"):
        table.add_column(name)
    for name, c in data["checks"].items():
        table.add_row(name, c["kind"], str(c["proves"]), str(c["kills"]), str(c["accepts"]))
    tools = Table(box=None, pad_edge=False, header_style="bold", title="mutated tools", title_justify="left")
    for name in ("mutation", "caught by"):
        tools.add_column(name)
    for name, caught in data["tools"].items():
        tools.add_row(name, caught)
    console = Console()
    console.print(table)
    console.print(tools)
    console.print(f"{data['mutants']} mutants, {data['killed']} refuted")


def doctor(found: Sequence[Mapping[str, str]]) -> None:
    """Which tiers run here."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("tier", "here", "with", "to get it"):
        table.add_column(name)
    for f in found:
        table.add_row(*(Text(f[key]) for key in ("tier", "status", "with", "get")))
    Console().print(table)
