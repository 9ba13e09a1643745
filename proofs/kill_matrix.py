"""The kill matrix: every check against every mutant, and every mutated tool against the ledger.

A proving check that accepts a false mutant is unsound; a refuting check that kills none is useless; a mutation of
a tool that nothing catches means that the tool is not needed or not tested. All three fail the suite. The result
is stored beside this file; ``python -m phasebound.proofs.kill_matrix`` computes it anew.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from . import certificate
from .claim import Claim, Mutant, Part, Procedure, Verdict
from .decide import REFUTERS
from .enclosure import Balls
from .exact import Algebra, Open, Positive, Sturm

STORED = Path(__file__).with_name("kill_matrix.json")

GENERAL: tuple[Procedure, ...] = (Algebra(), Positive(), Sturm(), Balls())
"""Procedures that need no hint: they are tried on every mutant of the ledger."""


def provers_for(part: Part) -> dict[str, Procedure]:
    """The checks that a mutant of this part is handed to: the part's own and all general ones."""
    return {f"{p.name} (no hint)": p for p in GENERAL} | {part.by.name: part.by}


def against(part: Part, mutant: Mutant) -> dict[str, str]:
    """What each check says of one mutant: accepted, refuted, or nothing (left out)."""
    out = {}
    for name, prover in provers_for(part).items():
        if prover.prove(mutant.statement).verdict is Verdict.PROVED:
            out[name] = "accepted"
    for refuter in REFUTERS:
        if refuter.refute(mutant.statement, mutant.at).verdict is Verdict.REFUTED:
            out[refuter.name] = "refuted"
            break  # the second is asked only where the first cannot tell
    return out


def digest(claims: Iterable[Claim]) -> str:
    """sha256 of every statement of the claims."""
    return hashlib.sha256("".join(certificate.digest(c) for c in claims).encode()).hexdigest()


def compute(claims: Sequence[Claim]) -> dict[str, Any]:
    """The matrix over all claims, without the mutated tools."""
    checks: dict[str, dict[str, Any]] = {
        r.name: {"kind": "refuter", "proves": 0, "kills": 0, "accepts": 0} for r in REFUTERS
    }
    matrix: dict[str, dict[str, str]] = {}
    for claim in claims:
        for part in claim.parts:
            if isinstance(part.by, Open):
                continue
            own = checks.setdefault(part.by.name, {"kind": "prover", "proves": 0, "kills": 0, "accepts": 0})
            own["proves"] += 1
            for mutant in part.all_mutants:
                said = against(part, mutant)
                matrix[f"{claim.id} / {part.name} / {mutant.name}"] = said
                for name, word in said.items():
                    entry = checks.setdefault(name, {"kind": "prover", "proves": 0, "kills": 0, "accepts": 0})
                    entry["kills" if word == "refuted" else "accepts"] += 1
    killed = sum("refuted" in said.values() for said in matrix.values())
    return {
        "ledger": digest(claims),
        "mutants": len(matrix),
        "killed": killed,
        "checks": checks,
        "matrix": matrix,
    }


def stored() -> dict[str, Any]:
    """The stored matrix."""
    data: dict[str, Any] = json.loads(STORED.read_text())
    return data


def main() -> None:
    """Compute the matrix and the tool mutations, and store them."""
    from .ledger import ledger
    from .tool_mutants import caught

    data = compute(ledger())
    data["tools"] = caught()
    STORED.write_text(json.dumps(data, indent=1) + "\n")
    print(f"{data['mutants']} mutants, {data['killed']} refuted; {len(data['tools'])} mutated tools")


if __name__ == "__main__":
    main()
