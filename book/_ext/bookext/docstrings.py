"""Docstrings are plain text with ``code``: nothing else in them is markup, so |h| and z* show as they are written."""

from __future__ import annotations

import re
from typing import Any

from sphinx.application import Sphinx

MARKED = re.compile(r"(``.+?``|:\w+:`[^`]+`)")
SPECIAL = re.compile(r"([|*\\])|(?<=\w)(_)(?!\w)|(?<!`)(`)(?!`)")


def plain(line: str) -> str:
    """A line whose signs mean themselves, except in code and references."""
    parts = MARKED.split(line)
    return "".join(p if i % 2 else SPECIAL.sub(lambda m: "\\" + m[0], p) for i, p in enumerate(parts))


def process(app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Rewrite a docstring in place."""
    lines[:] = [plain(line) for line in lines]


def setup(app: Sphinx) -> None:
    app.setup_extension("sphinx.ext.autodoc")
    app.connect("autodoc-process-docstring", process)
