"""One docutils node for any HTML element, and short ways to build trees of them."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxTranslator


class element(nodes.General, nodes.TextElement):
    """An HTML element: ``tag`` and ``html`` (its attributes); ids and classes as everywhere in docutils."""


def visit(translator: SphinxTranslator, node: element) -> None:
    translator.body.append(translator.starttag(node, node["tag"], "", **node["html"]))


def depart(translator: SphinxTranslator, node: element) -> None:
    translator.body.append(f"</{node['tag']}>")


def made(tag: str, *children: Any, classes: str = "", ids: tuple[str, ...] = (), **html: str) -> element:
    """An element with children; a string becomes text."""
    node = element(tag=tag, html=html, classes=classes.split(), ids=list(ids))
    node += [nodes.Text(c) if isinstance(c, str) else c for c in children]
    return node


def details(summary: str, *children: Any, classes: str = "") -> element:
    """A block that opens on demand."""
    return made("details", made("summary", summary), *children, classes=classes)


def code(text: str) -> nodes.literal:
    """Inline code."""
    return nodes.literal(text, text)


def inline(latex: str) -> nodes.math:
    """An inline formula."""
    return nodes.math(latex, latex)


def display(latex: str) -> element:
    """A formula on a line of its own that scrolls where it is too wide."""
    block = nodes.math_block(latex, latex, nowrap=False, number=None, label=None)
    return made("div", block, classes="formula")


def listing(text: str, language: str) -> nodes.literal_block:
    """A block of code."""
    return nodes.literal_block(text, text, language=language, linenos=False)


def setup(app: Sphinx) -> None:
    app.add_node(element, html=(visit, depart))
