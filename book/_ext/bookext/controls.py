"""``{control} name``: something to play with, drawn by the page's own script; its content is the static version.

The static version is what print and readers without scripts get. ``laws.js`` holds the laws, ``controls.js`` the rest.
"""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from .elements import made

NAMES = {"failure": "Failure at a finite time", "design": "The least dimension for a target"}


class Control(SphinxDirective):
    """One control by its name."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        self.assert_has_content()
        name = self.arguments[0]
        if name not in NAMES:
            raise self.error(f"no control {name!r}; there are {', '.join(NAMES)}")
        static = made("div", *self.parse_content_to_nodes(), classes="control-static")
        attributes = {"data-control": name, "aria-label": NAMES[name], "role": "group"}
        return [made("div", static, classes="control", ids=(f"control-{name}",), **attributes)]


def setup(app: Sphinx) -> None:
    app.add_directive("control", Control)
