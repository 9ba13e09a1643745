"""The one result-file format of the project: what was measured, from which code, with which verdict.

Why this format. (1) A file is one JSON object with fixed keys and a sha256 over its content, so a
truncated, corrupted or hand-edited figure is noticed at reading and never reaches the ledger. (2) Staleness
is decided by ``protocol`` and ``configuration`` alone, because a changed comment must not invalidate an
hour of training, while a changed protocol must. (3) Files are written atomically (temporary file, fsync,
rename), so a killed run leaves the old record or the new.

Keys: ``schema, kind, id, claim, verdict, protocol, configuration, seed, versions, commit, dirty, command,
machine, started, wall_seconds, figures, budget, smoke, digest``. Non-finite numbers are stored as {"float":
"inf"}; no path of the machine and no host name is stored.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import platform
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from phasebound.analysis.files import write_text

SCHEMA = 1
VERDICTS = ("supported", "not-supported", "inconclusive")
PACKAGES = ("numpy", "scipy", "torch", "python-flint", "distributed")


class RecordError(Exception):
    """A result file that cannot be trusted, or a record that cannot be stored; one line."""


@dataclass(frozen=True)
class Record:
    """One measured result. Built by :func:`new_record`, stored by :func:`write`, read by :func:`read`."""

    kind: str  # "experiment", "montecarlo", "benchmark", "training", "training-run", "study"
    id: str
    claim: str | None
    verdict: str | None
    protocol: int
    configuration: dict[str, Any]
    seed: int
    figures: dict[str, Any]
    budget: dict[str, Any]
    smoke: bool
    versions: dict[str, str]
    commit: str
    dirty: bool
    command: str
    machine: dict[str, Any]
    started: str
    wall_seconds: float
    schema: int = SCHEMA

    def __post_init__(self) -> None:
        if self.verdict is not None and self.verdict not in VERDICTS:
            raise RecordError(f"verdict must be one of {', '.join(VERDICTS)} or null, got {self.verdict!r}")
        if not self.id or "/" in self.id:
            raise RecordError(f"a record id is a plain file name, got {self.id!r}")

    def is_stale(self, protocol: int, configuration: Mapping[str, Any]) -> bool:
        """Whether the record belongs to another protocol or configuration (never: another line of code)."""
        wanted = decode(json.loads(json.dumps(encode(dict(configuration)))))
        return self.protocol != protocol or self.configuration != wanted


def budget(ours: float, published: float | None, unit: str) -> dict[str, Any]:
    """Our budget beside the paper's: ``ratio`` = ours/published, None where nothing was published."""
    ratio = None if published is None else ours / published
    return {"ours": ours, "published": published, "ratio": ratio, "unit": unit}


def amount(spent: float) -> str:
    """Our budget in words: whole numbers where it is large, three digits where it is a part."""
    return f"{spent:,.0f}" if spent >= 100 else f"{spent:.3g}"


def spent(budget: Mapping[str, Any]) -> str:
    """A record's budget in words, beside the paper's own if it has one."""
    ratio = budget.get("ratio")
    beside = "" if ratio is None else f", {float(f'{ratio:.3g}'):,g} times the published"
    return f"{amount(budget['ours'])} {budget['unit']}{beside}" if "ours" in budget else ""


def new_record(
    *,
    kind: str,
    id: str,
    protocol: int,
    configuration: Mapping[str, Any],
    seed: int,
    figures: Mapping[str, Any],
    budget: Mapping[str, Any],
    wall_seconds: float,
    claim: str | None = None,
    verdict: str | None = None,
    smoke: bool = False,
    command: str | None = None,
) -> Record:
    """A record of this process: versions, commit, machine and time are filled in."""
    commit, dirty = source_state()
    return Record(
        kind=kind,
        id=id,
        claim=claim,
        verdict=verdict,
        protocol=protocol,
        configuration=_plain(configuration),
        seed=int(seed),
        figures=_plain(figures),
        budget=_plain(budget),
        smoke=smoke,
        versions=package_versions(),
        commit=commit,
        dirty=dirty,
        command=command if command is not None else command_line(),
        machine=machine(),
        started=datetime.now(UTC).isoformat(timespec="seconds"),
        wall_seconds=float(wall_seconds),
    )


def _plain(data: Mapping[str, Any]) -> dict[str, Any]:
    """The mapping as it will be read back (tuples become lists, numpy numbers plain)."""
    result = decode(json.loads(json.dumps(encode(dict(data)))))
    assert isinstance(result, dict)
    return result


# --- JSON with non-finite numbers ---------------------------------------------------------------------------


def encode(value: Any) -> Any:
    """JSON-ready copy: numpy scalars and arrays to Python, non-finite floats to {"float": ...}."""
    if isinstance(value, Mapping):
        return {str(k): encode(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [encode(v) for v in value]
    if hasattr(value, "tolist"):
        return encode(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return {"float": repr(value)}
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise RecordError(f"cannot store a {type(value).__name__} in a record")


def decode(value: Any) -> Any:
    """Inverse of :func:`encode`."""
    if isinstance(value, dict):
        if set(value) == {"float"}:
            return float(value["float"])
        return {k: decode(v) for k, v in value.items()}
    if isinstance(value, list):
        return [decode(v) for v in value]
    return value


def digest(data: Any) -> str:
    """sha256 of the canonical JSON of ``data`` (sorted keys, no spaces)."""
    text = json.dumps(encode(data), sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


# --- files --------------------------------------------------------------------------------------------------


def write(record: Record, directory: Path) -> Path:
    """Store a record as ``directory/<id>.json``; returns the path."""
    data = asdict(record)
    data["digest"] = digest(data)
    path = Path(directory) / f"{record.id}.json"
    write_text(path, json.dumps(encode(data), indent=1, sort_keys=True, allow_nan=False) + "\n")
    return path


def read(path: Path) -> Record:
    """Read and check one record; raises RecordError with one line if anything is off."""
    name = Path(path).name
    try:
        data = decode(json.loads(Path(path).read_text(encoding="utf-8")))
    except OSError as error:
        raise RecordError(f"{name}: {error.strerror or error}") from error
    except (ValueError, UnicodeDecodeError) as error:
        raise RecordError(f"{name}: not a complete JSON file") from error
    if not isinstance(data, dict) or "schema" not in data:
        raise RecordError(f"{name}: not a result file")
    if data["schema"] != SCHEMA:
        raise RecordError(f"{name}: schema {data['schema']!r}, this version reads {SCHEMA}")
    stored = data.pop("digest", None)
    if stored != digest(data):
        raise RecordError(f"{name}: content and digest disagree (truncated, corrupted or edited)")
    try:
        return Record(**data)
    except TypeError as error:
        raise RecordError(f"{name}: wrong keys ({error})") from error


def load_all(directory: Path) -> list[Record]:
    """All records of a directory, ordered by id; raises RecordError at the first that cannot be trusted."""
    return [read(path) for path in sorted(Path(directory).glob("*.json"))]


def results_directory() -> Path:
    """Where the committed records of the analysis lie."""
    return Path(__file__).resolve().parent / "results"


# --- where a record comes from ------------------------------------------------------------------------------


def source_state() -> tuple[str, bool]:
    """(commit, dirty) of the source tree; ("unknown", True) outside a git checkout.

    Dirty: tracked or untracked differences anywhere but in result directories (a run may write many records).
    """
    root = Path(__file__).resolve().parent
    try:
        commit = _git(root, "rev-parse", "HEAD")
        top = Path(_git(root, "rev-parse", "--show-toplevel"))
        changes = _git(top, "status", "--porcelain", "--", ".", ":(exclude,glob)**/results/**")
    except (OSError, subprocess.SubprocessError):
        return "unknown", True
    return commit, bool(changes)


def _git(root: Path, *arguments: str) -> str:
    command = ["git", *arguments]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True, timeout=30)
    return done.stdout.strip()


def package_versions(names: Iterable[str] = PACKAGES) -> dict[str, str]:
    """Versions of Python and of the installed packages that can change a figure."""
    found = {"python": platform.python_version()}
    for name in names:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def machine() -> dict[str, Any]:
    """Hardware in words: architecture, processor, cores; no host name."""
    model = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    except OSError:
        pass
    return {
        "system": platform.system(),
        "architecture": platform.machine(),
        "processor": model,
        "cores": os.cpu_count(),
    }


def command_line() -> str:
    """The command as typed, with directories stripped from the program and from absolute arguments."""
    first = Path(sys.argv[0]) if sys.argv and sys.argv[0] else Path("python")
    spec = getattr(sys.modules.get("__main__"), "__spec__", None)
    program = f"python -m {spec.name.removesuffix('.__main__')}" if spec is not None else first.name
    words = [Path(a).name if a.startswith("/") else a for a in sys.argv[1:]]
    return " ".join([program, *words])


@dataclass(frozen=True)
class Loaded:
    """Records of a directory by what the ledger may use; see :func:`usable`."""

    usable: list[Record] = field(default_factory=list)
    ignored: list[Record] = field(default_factory=list)


def usable(records: Iterable[Record]) -> Loaded:
    """Split records: the ledger ignores smoke runs and runs of a dirty tree."""
    items = list(records)
    good = [r for r in items if not (r.smoke or r.dirty)]
    return Loaded(good, [r for r in items if r.smoke or r.dirty])
