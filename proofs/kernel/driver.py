"""Build the Coq theories from scratch and audit what they prove.

A theorem counts as proved only if all of this holds:

- the sources hold no `Admitted`, axiom, parameter, unsafe flag or variable outside a section, and
  `Statements.v` holds nothing but theorems of the form ``Theorem n : s. Proof. exact p. Qed.``;
- they compile in an empty temporary folder into which only `.v` files are copied: no old `.vo` counts;
- `Print Assumptions` of the theorem stays within `axioms.txt`;
- its printed type, and every project definition reachable from it, equal `statements.lock`;
- if it has hypotheses, `Instances.v` applies it to an instance of all of them, so that none is vacuous.

Only the standard library is imported. Nothing here searches or proves; Coq does.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from .coq import APT_LINE, LIBRARY, CoqError, available, build, dependencies, run, version
from .questions import INSTANCES, PRINTING, Lock, assumptions, compare, instances, lock_of
from .sources import EXPORTS, defined, exported, scan

__all__ = ["APT_LINE", "SOURCES", "Audit", "Theorem", "audit", "available", "write_lock"]

SOURCES = Path(__file__).resolve().parent
LOCK = "statements.lock"
WHITELIST = "axioms.txt"

Status = Literal["proved", "refused", "not-run"]


@dataclass(frozen=True)
class Theorem:
    """The outcome of one exported theorem, with the file that proves it and the sha256 of that file.

    `axioms` are those of all exported theorems proved in that file: an upper bound for each of them.
    """

    name: str
    status: Status
    file: str = ""
    digest: str = ""
    coq: str = ""
    axioms: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


@dataclass(frozen=True)
class Audit:
    """All outcomes of one run. `digest` covers every source; `problems` are those of no single theorem."""

    status: Literal["passed", "failed", "not-run"]
    theorems: Mapping[str, Theorem] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    coq: str = ""
    digest: str = ""
    seconds: float = 0.0
    reason: str = ""

    def of(self, parts: Mapping[str, Sequence[str]]) -> dict[str, str]:
        """The status of each part of a claim by the theorems that it names: `proved`, `refused` or `not-run`."""
        if self.status == "not-run":
            return dict.fromkeys(parts, "not-run")
        proved = {n for n, t in self.theorems.items() if t.status == "proved"}
        return {
            part: "proved" if names and set(names) <= proved else "refused" for part, names in parts.items()
        }


def whitelist(sources: Path) -> set[str]:
    """Return the axioms that a theorem may rest on."""
    lines = (sources / WHITELIST).read_text(encoding="utf-8").splitlines()
    return {x for x in (line.split("#")[0].strip() for line in lines) if x}


def digest(*texts: bytes) -> str:
    """Return the sha256 of the given contents, in order."""
    h = hashlib.sha256()
    for t in texts:
        h.update(hashlib.sha256(t).digest() if len(texts) > 1 else t)
    return h.hexdigest()


def sources_digest(sources: Path = SOURCES) -> str:
    """The digest over every `.v` file that an audit of these sources reports."""
    return digest(*(p.read_text(encoding="utf-8").encode() for p in sorted(sources.glob("*.v"))))


def copy_sources(sources: Path, folder: Path) -> dict[str, str]:
    """Copy the `.v` files, and nothing else, into an empty folder; return their texts by stem."""
    texts = {}
    for path in sorted(sources.glob("*.v")):
        texts[path.stem] = path.read_text(encoding="utf-8")
        (folder / path.name).write_text(texts[path.stem], encoding="utf-8")
    return texts


def examine(
    folder: Path, names: Mapping[str, str], texts: Mapping[str, str], lock: Lock, trusted: set[str], jobs: int
) -> tuple[dict[str, list[str]], dict[str, tuple[str, ...]], list[str]]:
    """Ask Coq about built theories; return the faults and axioms of each theorem, and all other faults."""
    order = sorted(names)
    by_file: dict[str, list[str]] = {}
    for n in order:
        by_file.setdefault(names[n].split(".")[0], []).append(n)
    with ThreadPoolExecutor(max_workers=1) as pool:  # the longest question beside the others
        asked = pool.submit(assumptions, folder, by_file, trusted, jobs)
        now = lock_of(folder, order, texts)
        departures = compare(now, lock)
        given = defined(texts.get(INSTANCES, ""))
        lacking, shared = instances(folder, order, given, now["definitions"])
        axioms = asked.result()
    faults = {
        n: [f"rests on {a}" for a in axioms.get(n, ()) if a not in trusted]
        + departures[n]
        + lacking.get(n, [])
        for n in departures
    }
    return faults, axioms, [f"{INSTANCES}: rests on {a}" for a in shared if a not in trusted]


def audit(sources: Path = SOURCES, *, jobs: int = 2, coqchk: bool = False) -> Audit:
    """Build the theories of a folder from scratch and audit every theorem that its `Statements.v` exports.

    With `coqchk` the independent checker reads the compiled files of the folder too (a few seconds).
    Without Coq nothing is claimed: the status is `not-run` and `reason` says what to install.
    """
    if not available():
        return Audit("not-run", reason=f"Coq is not installed here: {APT_LINE}")
    start = time.monotonic()
    coq = version()
    with tempfile.TemporaryDirectory(prefix="phasebound-kernel-") as temporary:
        folder = Path(temporary)
        texts = copy_sources(sources, folder)
        names, problems = exported(texts.get(EXPORTS, ""))
        trusted = whitelist(sources)
        for stem, text in texts.items():
            problems += scan(stem, text)
        shadowed = {a.split(".")[0] for a in trusted} & set(texts)
        problems += [f"{s}: a file may not carry the name of a trusted library" for s in sorted(shadowed)]
        lock = read_lock(sources)
        faults: dict[str, list[str]] = {n: [] for n in sorted(set(names) | set(lock["theorems"]))}
        axioms: dict[str, tuple[str, ...]] = {}
        try:
            problems += build(folder, dependencies(folder, texts), jobs)
            if not problems:
                faults, axioms, others = examine(folder, names, texts, lock, trusted, jobs)
                problems += others
                if coqchk:
                    ours = [x for stem in sorted(texts) for x in ("-norec", f"{LIBRARY}.{stem}")]
                    run(["coqchk", "-silent", "-Q", ".", LIBRARY, *ours], folder)
        except CoqError as error:
            problems.append(str(error))
    theorems = {}
    for n, own in faults.items():
        stem = names.get(n, "").split(".")[0]
        theorems[n] = Theorem(
            name=n,
            status="refused" if own or problems else "proved",
            file=f"{stem}.v" if stem in texts else "",
            digest=digest(texts[stem].encode()) if stem in texts else "",
            coq=coq,
            axioms=axioms.get(n, ()),
            problems=tuple(own),
        )
    passed = not problems and all(t.status == "proved" for t in theorems.values())
    return Audit(
        status="passed" if passed else "failed",
        theorems=theorems,
        problems=tuple(problems),
        coq=coq,
        digest=digest(*(t.encode() for t in texts.values())),
        seconds=time.monotonic() - start,
    )


def read_lock(sources: Path) -> Lock:
    """Return the locked statements of a folder; a missing lock locks nothing, so that nothing passes."""
    path = sources / LOCK
    if not path.exists():
        return {"theorems": {}, "definitions": {}}
    lock = json.loads(path.read_text(encoding="utf-8"))
    return {"theorems": lock["theorems"], "definitions": lock["definitions"]}


def write_lock(sources: Path = SOURCES, *, jobs: int = 2) -> None:
    """Lock the present statements of a folder; read what changed before committing it."""
    with tempfile.TemporaryDirectory(prefix="phasebound-kernel-") as temporary:
        folder = Path(temporary)
        texts = copy_sources(sources, folder)
        names, _ = exported(texts[EXPORTS])
        if errors := build(folder, dependencies(folder, texts), jobs):
            raise CoqError("\n".join(errors))
        lock = {"coq": version(), "printing": list(PRINTING), **lock_of(folder, sorted(names), texts)}
    (sources / LOCK).write_text(json.dumps(lock, indent=1) + "\n", encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Audit the theories from the command line; exit 0 if all is proved, 1 if not, 2 without Coq."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--lock", action="store_true", help="write statements.lock anew")
    parser.add_argument("--coqchk", action="store_true", help="also run the independent checker")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args(arguments)
    if options.lock:
        write_lock(jobs=options.jobs)
        return 0
    result = audit(jobs=options.jobs, coqchk=options.coqchk)
    for line in (*result.problems, *(f"{t.name}: {p}" for t in result.theorems.values() for p in t.problems)):
        print(line)
    proved = sum(t.status == "proved" for t in result.theorems.values())
    total = len(result.theorems)
    print(result.reason or f"{proved} of {total} proved, Coq {result.coq}, {result.seconds:.0f} s")
    return {"passed": 0, "failed": 1, "not-run": 2}[result.status]


if __name__ == "__main__":
    sys.exit(main())
