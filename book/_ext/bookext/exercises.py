"""``{exercise} title`` and ``{solution}``: a task, and its answer that opens on demand."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from .elements import details, made


class Exercise(SphinxDirective):
    """A task with a title."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self) -> list[nodes.Node]:
        self.assert_has_content()
        title = made(
            "p",
            made("span", "Exercise", classes="claim-label"),
            f" {self.arguments[0]}",
            classes="claim-title",
        )
        return [made("div", title, *self.parse_content_to_nodes(), classes="exercise")]


class Solution(SphinxDirective):
    """The answer, closed at first."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        self.assert_has_content()
        return [details("Solution", *self.parse_content_to_nodes(), classes="solution")]


def setup(app: Sphinx) -> None:
    app.add_directive("exercise", Exercise)
    app.add_directive("solution", Solution)
