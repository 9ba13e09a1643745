"""Tables of records for a page, as HTML that a notebook and the book both show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape


@dataclass(frozen=True)
class Shown:
    """HTML: a cell that ends in it shows it."""

    html: str

    def _repr_html_(self) -> str:
        return self.html


def words(text: str, strong: bool = False) -> str:
    """A paragraph."""
    return f"<p>{f'<strong>{escape(text)}</strong>' if strong else escape(text)}</p>"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], name: str) -> str:
    """A table under its name, which scrolls by itself where it is too wide."""
    top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{escape(name)}"><table class="table">'
        f"<caption>{escape(name)}</caption><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"
    )
