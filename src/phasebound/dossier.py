"""Everything the ledger says, decided at once, as JSON data: what the book is rendered from.

The exact and enclosure tiers are decided here. Coq's word is taken from the committed kernel certificate, after its
digest has been compared with the sources, the statement lock and the ledger: ``certified``, and never ``proved``.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from phasebound import page
from phasebound.proofs import certificate, kill_matrix
from phasebound.proofs.cited import CITED
from phasebound.proofs.claim import PAPERS, TAGS
from phasebound.proofs.ledger import by_id, dependencies, ledger
from phasebound.verdicts import CERTIFICATES, DECIDED_HERE, ROOT, committed, decide_many, replay_kernel, row

STATEMENTS = ROOT / "proofs" / "kernel" / "Statements.v"
THEOREM = re.compile(r"^Theorem ([\w']+).*?(?=^Proof\.)", re.M | re.S)


def coq_statements(source: str) -> dict[str, str]:
    """The exported theorems of ``Statements.v`` by name, as they are written there."""
    return {m[1]: m[0].strip() for m in THEOREM.finditer(source)}


def kernel(directory: Path = CERTIFICATES) -> dict[str, Any]:
    """The committed audit by Coq: version, theorems with file, statement and axioms.

    Raises :class:`phasebound.proofs.certificate.BadCertificate` where it is not of these sources, and
    FileNotFoundError without one.
    """
    replay_kernel(directory)
    data = certificate.read(directory / f"{certificate.KERNEL}.json")
    stated = coq_statements(STATEMENTS.read_text(encoding="utf-8"))
    theorems = {
        name: {"file": found["file"], "axioms": found["axioms"], "statement": stated[name]}
        for name, found in data["theorems"].items()
    }
    return {"coq": data["coq"], "theorems": theorems}


def source_file(id: str) -> str:
    """Where the claim and its proof stand, from the top of the repository; rows of measurements share a file."""
    folder, name = {"kur": "kuramoto", "osc": "oscillator"}[id[:3]], id[4:].replace("-", "_")
    own = f"proofs/{folder}/{name}.py"
    return own if (ROOT / own).is_file() else "proofs/measured.py"


def measured_by(id: str) -> list[dict[str, Any]]:
    """The committed records that a claim's measured tiers are read from, without their figures."""
    keys = ("id", "kind", "verdict", "protocol", "seed", "budget", "command")
    return [{k: getattr(r, k) for k in keys} for r in committed() if r.claim == id and r.verdict is not None]


def dossier(jobs: int = 1) -> dict[str, Any]:
    """The whole ledger: claims in order, each with its page, its source file and its edges; the kernel; the kills."""
    claims = by_id()
    audited = kernel()
    decided = dict(decide_many([c.id for c in ledger() if c.parts], DECIDED_HERE, jobs))
    found = {}
    for claim in ledger():
        decision = decided.get(claim.id)
        shown = row(claim, decision, DECIDED_HERE)
        described = page.describe(claim, shown, decision)
        described["row"] = shown.to_json()
        described["file"] = source_file(claim.id)
        described["records"] = measured_by(claim.id)
        described["tiers"] |= {"kernel": "certified"} if claim.kernel else {}
        for part in described["kernel"].values():
            part["status"] = "certified"
        found[claim.id] = described
    kills = kill_matrix.stored()
    return {
        "papers": PAPERS,
        "tags": TAGS,
        "claims": found,
        "edges": {k: list(v) for k, v in dependencies(claims.values()).items()},
        "cited": {c.key: {"statement": c.statement, "reference": c.reference} for c in CITED},
        "kernel": audited,
        "kills": {k: kills[k] for k in ("mutants", "killed", "checks", "tools")},
    }
