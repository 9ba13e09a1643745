"""Files that are replaced whole: who reads one, also after a crash, sees the old content or the new."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PART = ".part"
"""How the name of a file that is being written ends."""


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A new file beside ``path``, to be written by its name; it takes the place of ``path`` at the end of the
    block, and is removed if the block raises. Folders are made, and the content is on the disk before the name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(PART, f".{path.name}.", path.parent)
    os.close(handle)
    part = Path(name)
    try:
        yield part
        part.chmod(0o644)  # mkstemp lets nobody else read
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """Replace a text file, UTF-8."""
    with replacing(path) as part:
        part.write_text(text, encoding="utf-8")
