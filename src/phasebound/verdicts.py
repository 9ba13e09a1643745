"""Rows of the ledger with their verdicts: what the proof tiers decide now, and what committed records measured.

The verdict of a row is made from its tiers by one rule, :func:`verdict`, so that nothing can turn support into proof.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.context import BaseContext
from pathlib import Path
from typing import Any

from phasebound.analysis import records
from phasebound.proofs import certificate
from phasebound.proofs.claim import TIERS, Claim
from phasebound.proofs.decide import Decision, decide
from phasebound.proofs.exact import Open
from phasebound.proofs.kernel import driver
from phasebound.proofs.ledger import by_id, given, ledger

DECIDED_HERE = ("exact", "enclosure")
"""Tiers that are decided anew in this process."""

FEW = 8
"""So many claims are decided in this process: starting others would take longer."""

UNDONE = ("not-run", "not-measured")
ROOT = Path(__file__).resolve().parent
CERTIFICATES = ROOT / "proofs" / "certificates"
"""The committed certificates."""


@dataclass(frozen=True)
class Row:
    """One row of ``verify``: the contract of ``verify --json``."""

    id: str
    paper: str
    as_stated: str
    verdict: str
    tiers: dict[str, str]
    parts: dict[str, str]
    mutants: dict[str, int]
    seconds: float
    given: list[str] = field(default_factory=list)
    reasons: dict[str, str] = field(default_factory=dict)
    open: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """The row as JSON data, keys in the contract's order."""
        out: dict[str, Any] = {
            "id": self.id,
            "paper": self.paper,
            "as_stated": self.as_stated,
            "verdict": self.verdict,
            "tiers": self.tiers,
            "parts": self.parts,
            "mutants": self.mutants,
            "seconds": round(self.seconds, 4),
        }
        if self.given:
            out["given"] = self.given
        if self.reasons:
            out["reasons"] = self.reasons
        if self.open:
            out["open"] = self.open
        return out


MEASURED_BY = {
    "sampled": ("experiment", "montecarlo", "benchmark", "study"),
    "trained": ("training", "study"),
}
"""The kinds of records that each measured tier is read from; a study samples what trained networks do."""

RESULTS = tuple(ROOT / folder / "results" for folder in ("analysis", "torch_impl"))


@cache
def committed() -> tuple[records.Record, ...]:
    """The committed records that count: those of smoke runs and of dirty trees do not."""
    found = [r for folder in RESULTS if folder.is_dir() for r in records.load_all(folder)]
    return tuple(records.usable(found).usable)


def measured(id: str, tier: str) -> str:
    """What the committed records say of a claim in a measured tier: the least favourable of them."""
    found = [r.verdict for r in committed() if r.claim == id and r.kind in MEASURED_BY[tier]]
    return next((s for s in ("not-supported", "inconclusive", "supported") if s in found), "not-measured")


def tier_status(claim: Claim, tier: str, parts: dict[str, tuple[str, str]], ran: Sequence[str]) -> str:
    """The status of one tier of a row: its weakest part, or what was not done."""
    if tier in MEASURED_BY:
        return measured(claim.id, tier)
    if tier not in ran and tier != "kernel":
        return "not-run"
    found = [status for t, status in parts.values() if t == tier]
    for status in ("refuted", "unknown", "proved"):
        if status in found:
            return status
    return "not-run"


def kernel_row(audit: driver.Audit | None, claim: Claim) -> dict[str, str]:
    """The status of each kernel part of a claim: proved, unknown (the audit refused it) or not-run."""
    found = (audit or driver.Audit("not-run")).of(claim.kernel)
    return {f"kernel: {part}": "unknown" if s == "refused" else s for part, s in found.items()}


def verdict(claim: Claim, tiers: dict[str, str], stated_refuted: bool) -> str:
    """The verdict of a row.

    A refuted part refutes the row. The row is proved only if every exact, enclosure or kernel tier that ran is
    proved and at least one did; ``proved-amended`` if the source's wording had to be corrected, which needs
    the wording refuted. Otherwise the strongest thing that measurement says, or what was not done.
    """
    hard = {t: s for t, s in tiers.items() if t in ("exact", "enclosure", "kernel")}
    if "refuted" in hard.values():
        return "refuted"
    by_part = {p.by.tier for p in claim.parts}
    ran = [s for t, s in hard.items() if s != "not-run" or t in by_part]
    if ran and all(s == "not-run" for s in ran):
        return "not-run"
    if ran and all(s == "proved" for s in ran):
        if claim.as_stated is not None and claim.as_stated.judgement != "proved":
            return "proved-amended" if stated_refuted else "unknown"
        return "proved"
    if ran:
        return "not-run" if "not-run" in ran and "unknown" not in ran else "unknown"
    soft = [s for t, s in tiers.items() if t in ("sampled", "trained")]
    for status in ("not-supported", "inconclusive", "supported"):
        if status in soft:
            return status
    return "not-run" if hard else "not-measured"


def row(
    claim: Claim, decision: Decision | None, ran: Sequence[str], audit: driver.Audit | None = None
) -> Row:
    """A claim and what was decided of it, as a row."""
    results = decision.parts if decision else ()
    kernel = kernel_row(audit, claim)
    parts = {p.name: (p.tier, p.status) for p in results} | {n: ("kernel", s) for n, s in kernel.items()}
    tiers = {t: tier_status(claim, t, parts, ran) for t in TIERS if t in claim.tiers}
    mutants = decision.mutants if decision else ()
    stated_refuted = bool(decision and decision.stated and decision.stated.refuted)
    named = {p.name: parts[p.name][1] if p.name in parts else "not-run" for p in claim.parts} | kernel
    return Row(
        id=claim.id,
        paper=claim.paper,
        as_stated=claim.as_stated.judgement if claim.as_stated else "not-measured",
        verdict=verdict(claim, tiers, stated_refuted),
        tiers=tiers,
        parts=named,
        mutants={"total": len(mutants), "refuted": sum(m.refuted for m in mutants)},
        seconds=decision.seconds if decision else 0.0,
        given=list(given(claim)),
        reasons={p.name: str(p.evidence.get("reason", "")) for p in results if p.status != "proved"}
        | refusals(audit, claim),
        open=[p.name for p in claim.parts if isinstance(p.by, Open)],
    )


def refusals(audit: driver.Audit | None, claim: Claim) -> dict[str, str]:
    """What the kernel audit objects to in a claim's theorems."""
    if audit is None or audit.status != "failed":
        return {}
    out = {}
    for part, names in claim.kernel.items():
        found = [p for n in names for p in (audit.theorems[n].problems if n in audit.theorems else ("gone",))]
        if found or audit.problems:
            out[f"kernel: {part}"] = "; ".join([*found, *audit.problems[:1]])
    return out


def one(id: str) -> tuple[Row, Decision | None]:
    """One claim decided in this process, as a row and in full."""
    claim = by_id()[id]
    decision = decide(claim, DECIDED_HERE, controls=False) if claim.parts else None
    return row(claim, decision, DECIDED_HERE), decision


def _decide(job: tuple[str, tuple[str, ...]]) -> tuple[str, Decision]:
    id, tiers = job
    return id, decide(by_id()[id], tiers, controls=False)


def loaded() -> BaseContext:
    """How to start processes: forked from this one with the ledger in it, unless threads run here (or forks lack)."""
    by_id()
    alone = threading.active_count() == 1 and "fork" in get_all_start_methods()
    return get_context("fork" if alone else "spawn")


def decide_many(ids: Sequence[str], tiers: tuple[str, ...], jobs: int = 1) -> Iterator[tuple[str, Decision]]:
    """Decide claims, in this process or in a pool of ``jobs``; in the order in which they finish."""
    work = [(i, tiers) for i in ids]
    if jobs == 1 or len(work) < FEW:
        yield from map(_decide, work)
        return
    with ProcessPoolExecutor(jobs, loaded(), gc.disable) as pool:
        for done in as_completed([pool.submit(_decide, w) for w in work]):
            yield done.result()


def kernel_audit(claims: Sequence[Claim], tiers: Sequence[str], jobs: int) -> Future[driver.Audit] | None:
    """Start the kernel's build and audit in the background, if some claim asks for it."""
    if "kernel" not in tiers or not any("kernel" in c.tiers for c in claims):
        return None
    pool = ThreadPoolExecutor(1)
    future = pool.submit(driver.audit, jobs=jobs)
    pool.shutdown(wait=False)
    return future


def verify(
    ids: Sequence[str] | None = None,
    tiers: Sequence[str] = TIERS,
    jobs: int = 1,
    seen: Callable[[Row], None] = lambda row: None,
    certificates: Path | None = None,
) -> list[Row]:
    """Decide claims (all of them by default) in the given tiers; rows in the ledger's order.

    ``seen`` is called with each row as it is done; ``certificates`` is a folder to write certificates to. With
    ``jobs`` > 1 the calling script needs the usual ``if __name__ == "__main__"`` guard (processes are spawned).
    """
    claims = by_id()
    chosen = [c for c in ledger() if ids is None or c.id in ids]
    here = tuple(t for t in DECIDED_HERE if t in tiers)
    todo = [c.id for c in chosen if here and any(p.by.tier in here for p in c.parts)]
    audit = kernel_audit(chosen, tiers, jobs)
    decisions: dict[str, Decision] = {}
    for id, decision in decide_many(todo, here, jobs):
        decisions[id] = decision
        if certificates is not None and set(DECIDED_HERE) <= set(here):
            certificate.write(certificates, certificate.certificate(claims[id], decision, claims))
        seen(row(claims[id], decision, here))
    kernel = audit.result() if audit else None
    if kernel is not None and kernel.status == "not-run":
        kernel = None
    if certificates is not None and kernel is not None and kernel.status == "passed":
        certificate.write(certificates, certificate.kernel_certificate(kernel))
    rows = [row(c, decisions.get(c.id), here, kernel) for c in chosen]
    for r in rows:
        if r.id not in decisions:
            seen(r)
    return rows


def _replay(path: Path) -> certificate.Replayed:
    return certificate.replay(certificate.read(path), by_id())


def replay(directory: Path = CERTIFICATES, jobs: int = 1) -> list[certificate.Replayed]:
    """Check every certificate of a folder without any search; raises :class:`certificate.BadCertificate`."""
    paths = certificate.paths(directory)
    if jobs == 1 or len(paths) < FEW:
        return [_replay(p) for p in paths]
    with ProcessPoolExecutor(jobs, loaded(), gc.disable) as pool:
        largest_first = sorted(paths, key=lambda p: -p.stat().st_size)
        return list(pool.map(_replay, largest_first))


def replay_kernel(directory: Path = CERTIFICATES) -> int | None:
    """Compare the kernel's certificate in a folder with the sources; the number of theorems, None without one."""
    path = directory / f"{certificate.KERNEL}.json"
    return certificate.replay_kernel(certificate.read(path), by_id()) if path.exists() else None


def succeeded(rows: Sequence[Row], strict: bool = False) -> bool:
    """Whether all that ran met its expectation; with strict, also whether nothing was left undone.

    Expected is a proof of every part that is not declared open, and a witness against every mutant. Measurement
    must not contradict what is proved; where it alone decides a claim, a negative result is a result.
    """
    for r in rows:
        failed = [n for n, s in r.parts.items() if s in ("refuted", "unknown") and n not in r.open]
        if failed or r.verdict == "refuted" or r.mutants["refuted"] < r.mutants["total"]:
            return False
        if "not-supported" in r.tiers.values() and not set(r.tiers) <= set(MEASURED_BY):
            return False
        if r.verdict == "unknown" and not r.open:
            return False
        if strict and any(s in UNDONE for s in r.tiers.values()):
            return False
    return True
