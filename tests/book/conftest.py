"""The book's Sphinx extension is no part of the package: put it on the path, or say why its tests cannot run."""

import importlib.util
import os
import sys
from pathlib import Path

import pytest

BOOK = Path(__file__).parents[2] / "book"
sys.path.insert(0, str(BOOK / "_ext"))


@pytest.fixture(scope="session")
def bookext() -> None:
    """Skip, or fail where nothing may be skipped, without the extra ``book``."""
    missing = [n for n in ("sphinx", "nbformat", "bs4") if importlib.util.find_spec(n) is None]
    if missing:
        words = f"the extra 'book' is missing ({', '.join(missing)})"
        if os.environ.get("PHASEBOUND_STRICT") == "1":
            pytest.fail(words)
        pytest.skip(words)
