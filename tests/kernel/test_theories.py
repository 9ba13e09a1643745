"""The project's own theories: what is exported, what each claim names, and the audit of all of it."""

from __future__ import annotations

import json
import os

from phasebound.proofs.kernel import driver
from phasebound.proofs.kernel.sources import exported
from phasebound.proofs.ledger import ledger

ROWS = {c.id: c.kernel for c in ledger() if "kernel" in c.tiers}


def statements() -> set[str]:
    names, problems = exported((driver.SOURCES / "Statements.v").read_text(encoding="utf-8"))
    assert problems == []
    return set(names)


def named() -> list[str]:
    return [n for row in ROWS.values() for part in row.values() for n in part]


def test_every_kernel_row_has_theorems() -> None:
    assert len(ROWS) == 28
    assert all(row and all(row.values()) for row in ROWS.values())


def test_claims_and_statements_name_the_same_theorems() -> None:
    assert set(named()) == statements()
    assert len(named()) == len(set(named()))


def test_lock_covers_the_statements() -> None:
    lock = json.loads((driver.SOURCES / driver.LOCK).read_text(encoding="utf-8"))
    assert set(lock["theorems"]) == statements()
    assert "SphereCaps.cap" in lock["definitions"]  # the definition that stands for the measure of a cap


def test_a_claim_without_its_theorem_loses_the_tier() -> None:
    empty = driver.Audit("failed")
    assert set(empty.of(ROWS["osc.hemisphere"]).values()) == {"refused"}


def test_everything_is_proved(coq: None) -> None:
    """One build and audit of all theories; every assertion about it stands here, since it takes a minute."""
    before = os.times()
    audit = driver.audit(coqchk=True)
    after = os.times()
    assert audit.problems == ()
    assert {n: t.problems for n, t in audit.theorems.items() if t.status != "proved"} == {}
    assert audit.status == "passed"
    assert all(s == "proved" for row in ROWS.values() for s in audit.of(row).values())
    # 120 s on two idle cores, measured so that a busy machine does not count
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    assert spent <= 2 * 120
    # certificates are complete
    for theorem in audit.theorems.values():
        assert (driver.SOURCES / theorem.file).is_file()
        assert len(theorem.digest) == 64 and theorem.coq == audit.coq
    # one file needs no axiom; together the files use all that is trusted and nothing else
    assert "AnyField.v" in {t.file for t in audit.theorems.values() if not t.axioms}
    used = {a for t in audit.theorems.values() for a in t.axioms}
    assert used == driver.whitelist(driver.SOURCES)
