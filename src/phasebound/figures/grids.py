"""Tables of words and numbers for a page or a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape


@dataclass(frozen=True)
class Grid:
    """A table with a title: a row of names, then rows of cells."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]

    def html(self) -> str:
        """As HTML; scrolls by itself where it is too wide."""
        head = "".join(f'<th scope="col">{escape(c)}</th>' for c in self.head)
        body = "".join(f"<tr>{''.join(f'<td>{escape(c)}</td>' for c in row)}</tr>" for row in self.rows)
        return (
            f"<p><strong>{escape(self.title)}</strong></p>"
            f'<div class="wide" role="region" tabindex="0" aria-label="{escape(self.title)}">'
            f'<table class="table"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
        )

    def text(self) -> str:
        """As plain text, cells apart by bars."""
        return "\n".join([self.title, *(" | ".join(row) for row in (self.head, *self.rows))])


@dataclass(frozen=True)
class Grids:
    """Tables below each other, or one sentence where there are none: what a cell ends in, it shows."""

    grids: Sequence[Grid]
    otherwise: str = ""

    def _repr_html_(self) -> str:
        return "".join(g.html() for g in self.grids) or f"<p>{escape(self.otherwise)}</p>"

    def __repr__(self) -> str:
        return "\n\n".join(g.text() for g in self.grids) or self.otherwise
