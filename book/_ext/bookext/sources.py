"""Pages that show the files a box leads to: the claim with its proof, the Coq sources; the certificates as they are."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from .caches import ROOT
from .ledger import load

LANGUAGES = {".py": "python", ".v": "coq"}


def files(ledger: dict[str, Any]) -> list[str]:
    """The files that boxes lead to, from the top of the repository."""
    theorems = ledger["kernel"]["theorems"].values()
    own = {c["file"] for c in ledger["claims"].values()}
    return sorted(own | {f"proofs/kernel/{t['file']}" for t in theorems})


def pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """One page a file."""
    for path in files(load(app.config.ledger_path)):
        text = (ROOT / path).read_text(encoding="utf-8")
        shown = app.builder.highlighter.highlight_block(text, LANGUAGES[Path(path).suffix])  # type: ignore[attr-defined]
        body = f"<h1><code>{escape(path)}</code></h1>\n{shown}"
        yield f"source/{path}", {"title": path, "body": body}, "page.html"


def certificates(app: Sphinx, exception: Exception | None) -> None:
    """Copy the committed certificates beside the pages."""
    if exception is None and app.builder.format == "html":
        shutil.copytree(
            ROOT / "proofs" / "certificates", Path(app.outdir) / "certificates", dirs_exist_ok=True
        )


def setup(app: Sphinx) -> None:
    app.connect("html-collect-pages", pages)
    app.connect("build-finished", certificates)
