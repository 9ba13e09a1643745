"""Keep executed cells and decided claims only as long as nothing they came from changes.

The execution cache of a notebook sees its cells and not the library that they call. So both caches lie in a folder
named by a digest of the package's sources, the committed records and the versions of what computes.
"""

from __future__ import annotations

import hashlib
import shutil
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config

ROOT = Path(__file__).resolve().parents[3]
KINDS = (".py", ".json", ".v", ".lock", ".txt")
FOLDERS = ("src/phasebound", "proofs", "analysis", "torch_impl")
VERSIONS = (
    "numpy",
    "scipy",
    "sympy",
    "mpmath",
    "python-flint",
    "matplotlib",
    "torch",
    "myst-nb",
    "ipykernel",
)


def inputs(root: Path = ROOT) -> list[Path]:
    """The files that what a page shows may depend on."""
    found = (p for folder in FOLDERS for p in (root / folder).rglob("*") if p.suffix in KINDS)
    return sorted(p for p in found if p.is_file() and "__pycache__" not in p.parts)


def installed(name: str) -> str:
    """The version of a package, or that it is missing."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "missing"


def digest(root: Path = ROOT) -> str:
    """sha256 over the inputs' paths and bytes and over the versions."""
    total = hashlib.sha256()
    for path in inputs(root):
        total.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    for name in VERSIONS:
        total.update(f"{name} {installed(name)}\n".encode())
    return total.hexdigest()


def folder(app: Sphinx) -> Path:
    """Where this build keeps what it computed; folders of other digests are removed."""
    everything = Path(app.outdir).parent / "computed"
    wanted = everything / app.config.ledger_digest[:16]
    for old in everything.glob("*"):
        if old != wanted:
            shutil.rmtree(old)
    wanted.mkdir(parents=True, exist_ok=True)
    return wanted


def place(app: Sphinx, config: Config) -> None:
    """Set the digest (a new one makes every page be read anew) and the path of the execution cache."""
    config.ledger_digest = digest()
    config.nb_execution_cache_path = str(folder(app) / "cells")


def setup(app: Sphinx) -> None:
    app.add_config_value("ledger_digest", "", "env", str)
    app.connect("config-inited", place, priority=100)
