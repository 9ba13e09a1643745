"""Certificates: what was proved, by what, with the evidence; and a replayer that never searches.

One JSON file a claim. The statement stands in it as text for a reader; what counts is its digest, compared with
the ledger's own statement, so that a certificate cannot speak of another statement than the code does.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import render
from .claim import Claim, Part, Statement
from .decide import REFUTERS, Decision, Refutation, inhabited
from .exact import Open
from .kernel import driver

FORMAT = 1


class BadCertificate(Exception):
    """A certificate that cannot be read, or does not prove what it says."""


def digest(claim: Claim) -> str:
    """sha256 over every statement of a claim: its parts, their mutants, the source's version."""
    lines = [f"{p.name} {p.statement.digest} {p.by.name} {' '.join(p.given)}" for p in claim.parts]
    lines += [f"{m.name} {m.statement.digest}" for p in claim.parts for m in p.all_mutants]
    lines += [f"kernel {part} {' '.join(names)}" for part, names in sorted(claim.kernel.items())]
    if claim.as_stated is not None and claim.as_stated.statement is not None:
        lines.append(f"as stated {claim.as_stated.judgement} {claim.as_stated.statement.digest}")
    return hashlib.sha256("\n".join([claim.id, *lines]).encode()).hexdigest()


def certificate(claim: Claim, decision: Decision, claims: Mapping[str, Claim]) -> dict[str, Any]:
    """The certificate of a decided claim."""
    parts = []
    for result in decision.parts:
        part = claim.part(result.name)
        parts.append(
            {
                **_shown(part),
                "digest": result.digest,
                "procedure": result.procedure,
                "status": result.status,
                "evidence": result.evidence,
                "mutants": [
                    _refuted(m, mm.statement) for m, mm in zip(result.mutants, part.all_mutants, strict=True)
                ],
            }
        )
    stated = None
    if decision.stated is not None and claim.as_stated is not None and claim.as_stated.statement is not None:
        stated = {
            "judgement": claim.as_stated.judgement,
            **_refuted(decision.stated, claim.as_stated.statement),
        }
    return {
        "format": FORMAT,
        "claim": claim.id,
        "digest": digest(claim),
        "uses": {u: digest(claims[u]) for u in claim.uses},
        "parts": parts,
        "as_stated": stated,
    }


def _refuted(r: Refutation, statement: Statement) -> dict[str, Any]:
    return {
        "name": r.name,
        "digest": r.digest,
        "refuter": r.by,
        "evidence": r.evidence,
    }


def layout(data: Any, depth: int = 0) -> str:
    """JSON with one line per part and mutant: small, and readable in a diff."""
    if depth >= 4 or not isinstance(data, dict | list) or not data:
        return json.dumps(data, sort_keys=True, ensure_ascii=False)
    pad, end = "\n" + " " * (depth + 1), "\n" + " " * depth
    if isinstance(data, dict):
        rows = [f"{json.dumps(k)}: {layout(v, depth + 1)}" for k, v in sorted(data.items())]
        return "{" + pad + f",{pad}".join(rows) + end + "}"
    return "[" + pad + f",{pad}".join(layout(v, depth + 1) for v in data) + end + "]"


KERNEL = "kernel"
"""The name of the kernel's certificate, which speaks of all theorems at once."""


def kernel_certificate(audit: driver.Audit) -> dict[str, Any]:
    """What the kernel's audit found: each theorem with the file that proves it, its digest and its axioms."""
    return {
        "format": FORMAT,
        "claim": KERNEL,
        "coq": audit.coq,
        "sources": audit.digest,
        "theorems": {
            t.name: {"file": t.file, "digest": t.digest, "axioms": list(t.axioms)}
            for t in audit.theorems.values()
        },
    }


def replay_kernel(data: Mapping[str, Any], claims: Mapping[str, Claim]) -> int:
    """Compare a kernel certificate with the sources: the same files, theorems and trusted axioms.

    Returns the number of theorems. That the sources compile is for ``phasebound verify --tier kernel``.
    """
    if data["sources"] != driver.sources_digest():
        raise BadCertificate("kernel: the sources have changed since the audit")
    named = {n for c in claims.values() for names in c.kernel.values() for n in names}
    if set(data["theorems"]) != named:
        raise BadCertificate("kernel: the theorems are not those that the claims name")
    trusted = driver.whitelist(driver.SOURCES)
    for name, entry in data["theorems"].items():
        path = driver.SOURCES / Path(entry["file"]).name
        if not path.is_file() or driver.digest(path.read_bytes()) != entry["digest"]:
            raise BadCertificate(f"kernel, {name}: {entry['file']} is not the file that was audited")
        if not set(entry["axioms"]) <= trusted:
            raise BadCertificate(f"kernel, {name}: rests on an axiom outside the whitelist")
    return len(named)


def write(directory: Path, data: Mapping[str, Any]) -> Path:
    """Write a certificate as DIR/<claim>.json, atomically."""
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / f"{data['claim']}.json"
    scratch = path.with_suffix(".tmp")
    scratch.write_text(layout(data) + "\n")
    os.replace(scratch, path)
    return path


def read(path: Path) -> dict[str, Any]:
    """Read one certificate."""
    try:
        data = json.loads(path.read_text())
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as reason:
        raise BadCertificate(f"{path.name}: cannot be read ({reason})") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT or "claim" not in data:
        raise BadCertificate(f"{path.name}: not a certificate of format {FORMAT}")
    return data


@dataclass(frozen=True)
class Replayed:
    """What a replay confirmed of one claim."""

    claim: str
    parts: int
    refutations: int


def replay(data: Mapping[str, Any], claims: Mapping[str, Claim]) -> Replayed:
    """Check one certificate against the ledger, without any search. Raises :class:`BadCertificate`."""
    claim = claims.get(data["claim"])
    if claim is None:
        raise BadCertificate(f"{data['claim']}: no such claim in the ledger")
    try:
        return _replay(data, claim, claims)
    except BadCertificate:
        raise
    except Exception as reason:  # a tampered file may break anything; that it broke is the finding
        raise BadCertificate(f"{claim.id}: does not replay ({type(reason).__name__}: {reason})") from reason


def _replay(data: Mapping[str, Any], claim: Claim, claims: Mapping[str, Claim]) -> Replayed:
    if data["digest"] != digest(claim):
        raise BadCertificate(f"{claim.id}: the ledger's statement is another one (digest differs)")
    if data["uses"] != {u: digest(claims[u]) for u in claim.uses}:
        raise BadCertificate(f"{claim.id}: a claim that it uses has changed")
    by_name = {entry["name"]: entry for entry in data["parts"]}
    if set(by_name) != {p.name for p in claim.parts}:
        raise BadCertificate(f"{claim.id}: the parts are not the ledger's")
    refutations = 0
    for part in claim.parts:
        entry = by_name[part.name]
        _replay_part(claim, part, entry)
        refutations += len(entry["mutants"])
    if claim.as_stated is not None and claim.as_stated.statement is not None:
        _replay_refutation(claim, data["as_stated"], claim.as_stated.statement)
        refutations += 1
    return Replayed(claim.id, len(claim.parts), refutations)


def _shown(part: Part) -> dict[str, Any]:
    """What a certificate shows its reader of a part; it must be what the ledger says."""
    return {
        "name": part.name,
        "statement": render.statement(part.statement),
        "scope": render.scope(part.scope),
        "tier": part.by.tier,
        "given": list(part.given),
    }


def _replay_part(claim: Claim, part: Part, entry: Mapping[str, Any]) -> None:
    if {k: entry[k] for k in _shown(part)} != _shown(part):
        raise BadCertificate(f"{claim.id}, {part.name}: the text shown is not the ledger's")
    if entry["digest"] != part.statement.digest or entry["procedure"] != part.by.name:
        raise BadCertificate(f"{claim.id}, {part.name}: another statement or procedure than the ledger's")
    if isinstance(part.by, Open):
        if entry["status"] != "unknown":
            raise BadCertificate(f"{claim.id}, {part.name}: an open part has no proof")
        return
    if entry["status"] != "proved" or not inhabited(part):
        raise BadCertificate(f"{claim.id}, {part.name}: not proved, or vacuous")
    if not part.by.replay(part.statement, entry["evidence"]):
        raise BadCertificate(f"{claim.id}, {part.name}: the evidence does not prove the statement")
    if [m["name"] for m in entry["mutants"]] != [m.name for m in part.all_mutants]:
        raise BadCertificate(f"{claim.id}, {part.name}: the mutants are not the ledger's")
    for mutant, record in zip(part.all_mutants, entry["mutants"], strict=True):
        _replay_refutation(claim, record, mutant.statement)


def _replay_refutation(claim: Claim, record: Mapping[str, Any], statement: Statement) -> None:
    refuter = next((r for r in REFUTERS if r.name == record["refuter"]), None)
    if (
        refuter is None
        or record["digest"] != statement.digest
        or not refuter.replay(statement, record["evidence"])
    ):
        raise BadCertificate(f"{claim.id}: the witness against {record['name']!r} does not refute it")


def paths(directory: Path) -> list[Path]:
    """The certificates of a folder; raises :class:`BadCertificate` if there are none."""
    if not directory.is_dir():
        raise BadCertificate(f"{directory}: no such folder")
    found = sorted(p for p in directory.glob("*.json") if p.stem != KERNEL)
    if not found:
        raise BadCertificate(f"{directory}: no certificates (*.json) in it")
    return found


def missing(replayed: Iterable[Replayed], claims: Mapping[str, Claim]) -> list[str]:
    """Decided claims without a certificate in the folder."""
    found = {r.claim for r in replayed}
    return [i for i, c in claims.items() if c.parts and i not in found]
