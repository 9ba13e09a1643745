"""``{run}`` at the end of a page, and the page as an executed notebook that runs in an empty folder.

The notebook is what was executed for the page, outputs included. Its text cells are rewritten: what only the book
can show (theorem boxes, figures from records, references) becomes plain Markdown with the same content.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import nbformat
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from .elements import listing, made
from .ledger import load
from .values import BadReference, by_name, lookup

FENCE = re.compile(r"^\s*(?P<fence>`{3,}|:{3,})\{(?P<name>[\w-]+)\}\s*(?P<argument>.*)$")
ROLE = re.compile(r"\{(?P<name>[\w:-]+)\}`(?P<text>[^`]+)`")
TITLED = re.compile(r"^(?P<words>[^<]*)<(?P<target>[^>]+)>$")
OPTION = re.compile(r"^:[\w-]+:.*$")


class Run(SphinxDirective):
    """The commands that reproduce a page, and its notebook."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        self.assert_has_content()
        self.env.metadata[self.env.docname]["run"] = True
        commands = "\n".join(self.content)
        out = [made("p", "Run it yourself", classes="run-title"), listing(commands, "bash")]
        if has_cells(Path(self.env.doc2path(self.env.docname))):
            name = f"{self.env.docname}.ipynb"
            link = nodes.reference("", "download notebook", refuri=f"notebooks/{name}", internal=True)
            out.append(
                made(
                    "p", link, ": this page, executed. It runs in an empty folder with the package installed."
                )
            )
        return [made("div", *out, classes="run")]


def has_cells(path: Path) -> bool:
    """Whether a page has cells of code."""
    return "{code-cell}" in path.read_text(encoding="utf-8")


def claim_text(claim: Mapping[str, Any]) -> str:
    """A theorem box in Markdown."""
    lines = [f"**{claim['title']}** (`{claim['id']}`): {claim['verdict']}"]
    lines += [f"[{s['tag']}: {s['where']}] {s['says']}" for s in claim["sources"]]
    for part in claim["parts"][:1]:
        given = ", ".join(f"${h['latex']}$" for h in part["maths"]["given"])
        lines += [f"Given {given}:" if given else "", f"$$\n{part['maths']['then']}\n$$"]
    return "\n>\n".join("> " + line.replace("\n", "\n> ") for line in lines if line)


def role_text(name: str, text: str, ledger: Mapping[str, Any]) -> str:
    """A role in Markdown."""
    titled = TITLED.match(text)
    words, target = (titled["words"].strip(), titled["target"]) if titled else ("", text)
    if name == "claimref":
        return words or f"*{ledger['claims'][target]['title']}*"
    if name == "verdict":
        return f"*{ledger['claims'][text]['verdict']}*"
    if name == "rec":
        try:
            return lookup(text, by_name())
        except BadReference:  # the page's own build has failed on it
            return ""
    return f"${text}$" if name == "math" else words or f"`{text}`"


def quoted(title: str, body: list[str]) -> list[str]:
    """A titled block."""
    return [f"> **{title}**", ">", *("> " + line for line in body)]


def block_text(name: str, argument: str, body: list[str], ledger: Mapping[str, Any]) -> list[str]:
    """A directive in Markdown."""
    body = [line for line in body if not OPTION.match(line)]
    if name == "claim":
        return [claim_text(ledger["claims"][argument])]
    if name == "run":
        return ["**Run it yourself**", "", "```sh", *body, "```"]
    if name in ("math", "code", "code-block"):
        return ["$$", *body, "$$"] if name == "math" else [f"```{argument}", *body, "```"]
    title = argument or name.capitalize()
    if any(line.strip() for line in body):
        return quoted(title, rewritten(body, ledger))
    return [f"*({name} {argument}: shown in the book)*".replace(" :", ":")]


def rewritten(lines: list[str], ledger: Mapping[str, Any]) -> list[str]:
    """Lines of MyST as lines of Markdown that any notebook shows."""
    out: list[str] = []
    i = 0
    while i < len(lines):
        opening = FENCE.match(lines[i])
        if not opening:
            out.append(ROLE.sub(lambda m: role_text(m["name"], m["text"], ledger), lines[i]))
            i += 1
            continue
        end = next((k for k in range(i + 1, len(lines)) if lines[k].strip() == opening["fence"]), len(lines))
        out += block_text(opening["name"], opening["argument"].strip(), lines[i + 1 : end], ledger)
        i = end + 1
    return out


def standalone(notebook: Any, rewrite: Callable[[list[str]], list[str]]) -> Any:
    """The executed notebook with plain text cells."""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = "\n".join(rewrite(cell.source.split("\n")))
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook.metadata = nbformat.from_dict({"kernelspec": kernel})
    return notebook


def publish(app: Sphinx, exception: Exception | None) -> None:
    """Write the notebooks beside the pages."""
    if exception is not None or app.builder.format != "html":
        return
    ledger = load(app.config.ledger_path)
    target = Path(app.outdir) / "notebooks"
    target.mkdir(exist_ok=True)
    for page in sorted(app.env.found_docs):
        executed = Path(app.outdir).parent / "jupyter_execute" / f"{page}.ipynb"
        if executed.exists() and has_cells(Path(app.env.doc2path(page))):
            notebook = nbformat.read(executed, as_version=4)
            nbformat.write(
                standalone(notebook, lambda lines: rewritten(lines, ledger)), target / f"{page}.ipynb"
            )


def setup(app: Sphinx) -> None:
    app.add_directive("run", Run)
    app.connect("build-finished", publish)
