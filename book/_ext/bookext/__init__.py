"""What the book adds to Sphinx: theorem boxes from the ledger, figures from records, notebooks, controls, checks."""

from sphinx.application import Sphinx

from . import (
    accessible,
    boxes,
    caches,
    checks,
    controls,
    docstrings,
    elements,
    exercises,
    ledger,
    notebooks,
    scripts,
    sources,
    tables,
    values,
)

PARTS = (
    accessible,
    docstrings,
    elements,
    caches,
    ledger,
    boxes,
    tables,
    values,
    notebooks,
    sources,
    exercises,
    controls,
    scripts,
    checks,
)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register every part; all of them may read pages in parallel."""
    for part in PARTS:
        part.setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
