"""One look for all figures, readable on light and on dark pages, and ``show`` that asks for words as well.

A figure is drawn with :func:`axes` and the colours here, and shown with :func:`show`: as SVG in the page, with a
transparent ground. Each colour is written as a CSS variable with the plain colour as fallback, so a page may set
brighter ones where its ground is dark; text and axes take the page's own text colour. The fallbacks have a contrast
of at least 3 on white and on near-black. Notebooks that show no HTML get a PNG on white.
"""

from __future__ import annotations

import base64
import io
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from cycler import cycler
from matplotlib.figure import Figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK = "#767676"
"""Text, axes and marks."""

BLUE, ORANGE, GREEN, PURPLE = "#1b7fbf", "#c2570c", "#14855f", "#9a4fb0"
RED, OLIVE = "#cc3d4a", "#8c7500"
COLOURS = (BLUE, ORANGE, GREEN, PURPLE, RED, OLIVE)
"""Colour-blind-safe in this order; three are enough for most figures."""

NAMES = {
    INK: "ink",
    BLUE: "blue",
    ORANGE: "orange",
    GREEN: "green",
    PURPLE: "purple",
    RED: "red",
    OLIVE: "olive",
}

RC: Any = {  # matplotlib's type lists three hundred names
    "font.size": 10.5,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.titlecolor": INK,
    "axes.titlesize": 10.5,
    "axes.titlelocation": "left",
    "axes.facecolor": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.prop_cycle": cycler(color=COLOURS),
    "figure.facecolor": "none",
    "grid.color": INK,
    "grid.alpha": 0.25,
    "grid.linewidth": 0.6,
    "axes.grid": True,
    "legend.frameon": False,
    "legend.labelcolor": INK,
    "lines.linewidth": 1.8,
    "savefig.facecolor": "none",
    "savefig.transparent": True,
    "svg.fonttype": "path",
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}


class FigureError(ValueError):
    """A figure that cannot be shown; one line."""


@contextmanager
def styled() -> Iterator[None]:
    """The look, for as long as the block runs."""
    with mpl.rc_context(RC):
        yield


def axes(
    width: float = 5.8, height: float = 3.5, columns: int = 1, rows: int = 1, **options: Any
) -> tuple[Figure, Any]:
    """A figure in the look with one pair of axes, or an array of them; inches."""
    with styled():
        figure = Figure(figsize=(width, height), layout="constrained")
        return figure, figure.subplots(rows, columns, **options)


def label(at: Axes, x: float, y: float, words: str, colour: str = INK, **options: Any) -> None:
    """Words beside a curve, in its colour: what a legend would say. Offset in points: ``dx``, ``dy``."""
    offset = (options.pop("dx", 5), options.pop("dy", 0))
    options = {"va": "center", "fontsize": 9.5, "annotation_clip": False, **options}
    at.annotate(words, (x, y), xytext=offset, textcoords="offset points", color=colour, **options)


def svg(figure: Figure, alt: str) -> str:
    """The figure as an SVG element for a page, its colours as CSS variables, its parts named uniquely."""
    words = " ".join(alt.split())
    if not words:
        raise FigureError("a figure needs alternative text: show(figure, alt='what it shows')")
    buffer = io.StringIO()
    with mpl.rc_context(RC | {"svg.hashsalt": words}):
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    drawn = buffer.getvalue()
    drawn = drawn[drawn.index("<svg") :]
    drawn = re.sub(r"<metadata>.*?</metadata>\s*", "", drawn, flags=re.S)
    prefix = f"f{zlib.crc32(words.encode()):x}"  # ids must not meet those of another figure on the page
    drawn = re.sub(r'id="', f'id="{prefix}-', drawn)
    drawn = re.sub(r'(xlink:href="|url\()#', rf"\1#{prefix}-", drawn)
    for colour, name in NAMES.items():
        drawn = drawn.replace(colour, f"var(--figure-{name}, {colour})")
    head = f'<svg role="img" aria-label="{escape(words)}" class="figure-drawn" style="max-width:100%;height:auto"'
    return drawn.replace("<svg", head, 1)


def png(figure: Figure) -> bytes:
    """The figure as PNG on white, for notebooks that show no HTML."""
    buffer = io.BytesIO()
    with styled():
        figure.savefig(buffer, format="png", dpi=110, facecolor="white", transparent=False)
    return buffer.getvalue()


def show(figure: Figure, alt: str) -> None:
    """Show a figure in a notebook or in the book; ``alt`` says what it shows to those who cannot see it.

    Raises FigureError without ``alt``, or if ``figure`` is none.
    """
    if not isinstance(figure, Figure):
        raise FigureError(f"show a matplotlib figure, not {type(figure).__name__}")
    drawn = svg(figure, alt)
    display: Any = import_module("IPython.display").display
    bundle = {
        "text/html": f'<div class="figure-shown">{drawn}</div>',
        "image/png": base64.b64encode(png(figure)).decode(),
        "text/plain": alt,
    }
    display(bundle, raw=True)
