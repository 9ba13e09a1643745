"""The command line. Nothing heavy is imported before a command runs: ``phasebound --help`` stays fast.

Exit codes: 0 all that ran meets its expectation, 1 a tier that ran misses it, 2 the user's mistake (one line).
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from phasebound.analysis.commands import COMMANDS as ANALYSIS
from phasebound.torch_impl.commands import COMMANDS as IMPLEMENTATION

TIER_NAMES = ("exact", "enclosure", "kernel", "sampled", "trained")


class OneLine(click.ClickException):
    """A user's mistake: one line, exit code 2."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        """Print the one line to stderr."""
        click.echo(f"phasebound: {self.format_message()}", err=True)


class Group(click.Group):
    """A group whose usage errors take one line."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run, and turn click's two-line usage errors into one."""
        kwargs["standalone_mode"] = False
        try:
            code = super().main(*args, **kwargs)
        except click.UsageError as problem:
            OneLine(problem.format_message().replace("\n", " ")).show()
            sys.exit(2)
        except click.ClickException as problem:
            problem.show()
            sys.exit(problem.exit_code)
        except click.Abort:
            click.echo("phasebound: stopped", err=True)
            sys.exit(130)
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(0)
        sys.exit(code if isinstance(code, int) else 0)


def _nearest(word: str, known: Sequence[str]) -> str:
    import difflib

    inside = [k for k in known if word and word in k]
    near = [*inside, *difflib.get_close_matches(word, known, n=3, cutoff=0.5)][:3]
    return f"; did you mean {', '.join(near)}?" if near else ""


def _check_ids(ids: Sequence[str], known: Sequence[str]) -> None:
    for i in ids:
        if i not in known:
            raise OneLine(f"no claim {i!r}{_nearest(i, known)} (phasebound claims lists all)")


def _check_tiers(tiers: Sequence[str]) -> tuple[str, ...]:
    for t in tiers:
        if t not in TIER_NAMES:
            raise OneLine(f"no tier {t!r}; the tiers are {', '.join(TIER_NAMES)}")
    return tuple(tiers)


def _jobs(asked: int | None) -> int:
    return asked or os.cpu_count() or 1


def _writable(directory: Path) -> Path:
    try:
        directory.mkdir(parents=True, exist_ok=True)
        probe = directory / ".phasebound-probe"
        probe.touch()
        probe.unlink()
    except OSError as problem:
        raise OneLine(f"cannot write to {directory}: {problem.strerror}") from None
    return directory


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="phasebound", prog_name="phasebound")
def main() -> None:
    """Attention built from coupled oscillators: what is true, proved by machine."""


for _command in (*ANALYSIS, *IMPLEMENTATION):
    main.add_command(_command)


@main.command()
@click.argument("ids", nargs=-1)
@click.option(
    "--tier",
    "tiers",
    multiple=True,
    metavar="TIER",
    help=f"Only this tier (repeatable): {', '.join(TIER_NAMES)}.",
)
@click.option("--strict", is_flag=True, help="Also fail on not-run and not-measured.")
@click.option("--json", "as_json", is_flag=True, help="Print the rows as JSON.")
@click.option(
    "--certificates", type=click.Path(path_type=Path), help="Write one certificate a claim to this folder."
)
@click.option("--jobs", type=click.IntRange(min=1), help="Processes to use (default: one a core).")
def verify(
    ids: tuple[str, ...],
    tiers: tuple[str, ...],
    strict: bool,
    as_json: bool,
    certificates: Path | None,
    jobs: int | None,
) -> None:
    """Prove or refute the claims IDS (all of them by default).

    The kernel tier builds its theories from scratch, which takes about two minutes: it runs for the whole ledger,
    or when --tier kernel asks for it.
    """
    tiers = _check_tiers(tiers) or tuple(t for t in TIER_NAMES if t != "kernel" or not ids)
    if certificates is not None:
        if not {"exact", "enclosure"} <= set(tiers):
            raise OneLine("--certificates needs both the exact and the enclosure tier")
        _writable(certificates)
    from phasebound import verdicts
    from phasebound.proofs.ledger import by_id

    known = list(by_id())
    _check_ids(ids, known)
    chosen = [i for i in known if i in ids] if ids else known
    if as_json:
        rows = verdicts.verify(chosen, tiers, _jobs(jobs), certificates=certificates)
        click.echo(json.dumps([r.to_json() for r in rows], indent=1))
    else:
        from phasebound import tables

        with tables.progress(len(chosen), "deciding") as seen:
            rows = verdicts.verify(
                chosen, tiers, _jobs(jobs), seen=lambda row: seen(row.id), certificates=certificates
            )
        tables.verdicts(rows)
    if "kernel" in tiers and any(r.tiers.get("kernel") == "not-run" for r in rows):
        from phasebound.proofs.kernel.driver import APT_LINE

        click.echo(f"kernel tier not run, Coq is not installed here: {APT_LINE}", err=True)
    if not verdicts.succeeded(rows, strict):
        sys.exit(1)


@main.command()
@click.option(
    "--paper", type=click.Choice(["A", "B"]), help="Only one paper: A Kuramoto, B oscillator attention."
)
@click.option(
    "--verdict", "wanted", metavar="VERDICT", help="Only rows with this verdict (decides them first)."
)
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def claims(paper: str | None, wanted: str | None, as_json: bool) -> None:
    """List the claims of both papers."""
    known_verdicts = (
        "proved",
        "proved-amended",
        "refuted",
        "supported",
        "not-supported",
        "inconclusive",
        "unknown",
        "not-run",
        "not-measured",
    )
    if wanted is not None and wanted not in known_verdicts:
        raise OneLine(f"no verdict {wanted!r}; the verdicts are {', '.join(known_verdicts)}")
    from phasebound.proofs.ledger import ledger

    chosen = [c for c in ledger() if paper in (None, c.paper)]
    if wanted is not None:
        from phasebound import verdicts

        decided = verdicts.verify([c.id for c in chosen], verdicts.DECIDED_HERE, _jobs(None))
        rows = {r.id: r for r in decided}
        chosen = [c for c in chosen if rows[c.id].verdict == wanted]
    if as_json:
        data = [
            {
                "id": c.id,
                "paper": c.paper,
                "title": c.title,
                "as_stated": c.as_stated.judgement if c.as_stated else "not-measured",
                "tiers": list(c.tiers),
                "parts": [p.name for p in c.parts],
            }
            for c in chosen
        ]
        click.echo(json.dumps(data, indent=1))
        return
    from phasebound import tables

    tables.claims(chosen)


@main.command()
@click.argument("id")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def claim(id: str, as_json: bool) -> None:
    """Show one claim: the source, the true statement, its proof or witness, its mutants."""
    from phasebound import verdicts
    from phasebound.proofs.ledger import by_id

    known = by_id()
    _check_ids([id], list(known))
    from phasebound import page

    row, decision = verdicts.one(id)
    described = page.describe(known[id], row, decision)
    click.echo(json.dumps(described, indent=1) if as_json else page.text(described))


@main.command()
@click.option(
    "--out", type=click.Path(path_type=Path), help="Where to write the SVG (default: standard output)."
)
@click.option("--json", "as_json", is_flag=True, help="Print the graph as JSON instead.")
def graph(out: Path | None, as_json: bool) -> None:
    """Draw which claim rests on which, as SVG."""
    from phasebound import graphs
    from phasebound.proofs.ledger import dependencies, ledger

    edges = dependencies(ledger())
    if as_json:
        click.echo(json.dumps({k: list(v) for k, v in edges.items()}, indent=1))
        return
    svg = graphs.svg(edges)
    if out is None:
        click.echo(svg)
        return
    _writable(out.parent)
    try:
        out.write_text(svg)
    except OSError as problem:
        raise OneLine(f"cannot write {out}: {problem.strerror}") from None


@main.command()
@click.argument("directory", type=click.Path(path_type=Path), required=False)
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def replay(directory: Path | None, as_json: bool) -> None:
    """Check the certificates in DIRECTORY (default: those that ship with the package) without any search."""
    from phasebound import verdicts
    from phasebound.proofs import certificate
    from phasebound.proofs.ledger import by_id

    try:
        done = verdicts.replay(directory or verdicts.CERTIFICATES, _jobs(None))
        theorems = verdicts.replay_kernel(directory or verdicts.CERTIFICATES)
    except certificate.BadCertificate as problem:
        raise OneLine(str(problem)) from None
    lacking = certificate.missing(done, by_id())
    if as_json:
        data = {
            "replayed": [{"claim": r.claim, "parts": r.parts, "refutations": r.refutations} for r in done],
            "without_certificate": lacking,
            "kernel_theorems": theorems,
        }
        click.echo(json.dumps(data, indent=1))
        return
    parts, refutations = sum(r.parts for r in done), sum(r.refutations for r in done)
    click.echo(
        f"{len(done)} certificates replayed: {parts} parts proved again, {refutations} refutations confirmed"
    )
    if theorems is not None:
        click.echo(f"kernel: {theorems} theorems, their files and axioms as audited")
    if lacking:
        click.echo(f"without a certificate here: {', '.join(lacking)}")


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def kills(as_json: bool) -> None:
    """Show the kill matrix: which check refutes which false statement, and what mutated tools are caught by."""
    from phasebound.proofs import kill_matrix

    data = kill_matrix.stored()
    if as_json:
        click.echo(json.dumps(data, indent=1))
        return
    from phasebound import tables

    tables.kills(data)


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def doctor(as_json: bool) -> None:
    """Say which tiers run here, and how to get the others."""
    from phasebound import health

    found = health.examine()
    if as_json:
        click.echo(json.dumps(found, indent=1))
        return
    from phasebound import tables

    tables.doctor(found)
