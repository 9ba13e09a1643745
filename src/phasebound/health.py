"""Which tiers run on this machine, and the one line that gets each of the others."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version

KERNEL_PACKAGES = "coq libcoq-coquelicot libcoq-mathcomp-algebra"


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _coq() -> str | None:
    path = shutil.which("coqc")
    if path is None:
        return None
    out = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=60, check=False)
    return out.stdout.split("\n")[0].strip() or path


def examine() -> list[dict[str, str]]:
    """One entry a tier: {"tier", "status", "with", "get"}."""
    base = {p: _version(p) for p in ("sympy", "python-flint", "mpmath")}
    coq, torch, dask = _coq(), _version("torch"), _version("distributed")
    python = ".".join(map(str, sys.version_info[:3]))
    return [
        {
            "tier": "exact",
            "status": "runs" if base["sympy"] else "missing",
            "with": f"sympy {base['sympy']}, Python {python}",
            "get": "" if base["sympy"] else "pip install phasebound",
        },
        {
            "tier": "enclosure",
            "status": "runs" if base["python-flint"] else "missing",
            "with": f"python-flint {base['python-flint']}",
            "get": "" if base["python-flint"] else "pip install phasebound",
        },
        {
            "tier": "kernel",
            "status": "coq found" if coq else "missing",
            "with": coq or "no coqc on the path",
            "get": "" if coq else f"apt-get install --no-install-recommends {KERNEL_PACKAGES}",
        },
        {
            "tier": "sampled",
            "status": "reads committed records",
            "with": f"dask.distributed {dask}" if dask else "in process; no cluster",
            "get": "" if dask else 'pip install "phasebound[cluster]"',
        },
        {
            "tier": "trained",
            "status": "reads committed records",
            "with": f"torch {torch}" if torch else "no torch: nothing can be trained here",
            "get": "" if torch else 'pip install "phasebound[torch]" -c constraints.txt',
        },
    ]
