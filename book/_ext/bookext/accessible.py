"""Small repairs of what Sphinx and its extensions write, where readers of the page by ear would be misled."""

from __future__ import annotations

from typing import Any

from sphinx.application import Sphinx

REPAIRS = (
    # a summary's name is the text that it shows
    ('<summary aria-label="Toggle hidden content">', "<summary>"),
    # the items of a list are its items; the role that docutils gives a reference has been withdrawn
    ('role="doc-biblioentry"', 'role="listitem"'),
)


def repaired(body: str) -> str:
    """The body of a page after all repairs."""
    for old, new in REPAIRS:
        body = body.replace(old, new)
    return body


def page(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any) -> None:
    """Repair a page that is about to be written."""
    if "body" in context:
        context["body"] = repaired(context["body"])


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", page)
