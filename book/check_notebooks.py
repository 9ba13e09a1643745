"""The notebooks that the book offers: every one holds outputs and no error, and one runs again in an empty folder."""

import sys
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient


def problems(notebook: Any) -> list[str]:
    """What is wrong with a published notebook."""
    found = []
    cells = [c for c in notebook.cells if c.cell_type == "code"]
    if not cells:
        found.append("no code")
    if not any(c.outputs for c in cells):
        found.append("not executed")
    found += ["an error in its outputs" for c in cells for o in c.outputs if o.output_type == "error"]
    marked = [c.source for c in notebook.cells if c.cell_type == "markdown" and "```{" in c.source]
    return found + [f"a directive that only the book knows: {m[:60]}" for m in marked]


def run(path: Path) -> None:
    """Execute a notebook in an empty folder; a failing cell raises."""
    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        NotebookClient(
            notebook, timeout=300, startup_timeout=180, resources={"metadata": {"path": folder}}
        ).execute()


def main(folder: Path) -> int:
    """Check a folder of notebooks; the exit code."""
    paths = sorted(folder.glob("*.ipynb"))
    found = [f"{p.name}: {word}" for p in paths for word in problems(nbformat.read(p, as_version=4))]
    if not paths:
        found.append(f"no notebooks in {folder.name}")
    else:
        run(min(paths, key=lambda p: p.stat().st_size))
    print("\n".join(found) if found else f"{len(paths)} notebooks, one of them run again in an empty folder")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
