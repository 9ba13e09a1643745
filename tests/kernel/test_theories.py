"""The project's own theories: what is exported, what each claim names, and the audit of all of it."""

from __future__ import annotations

import json

from phasebound.proofs.kernel import driver
from phasebound.proofs.kernel.sources import exported

KERNEL_ROWS = [
    "kur.coupling-identity",
    "kur.frozen-gradient",
    "kur.lse-potential",
    "kur.no-joint-potential",
    "kur.gibbs-selection",
    "kur.circular-mean",
    "kur.rotary-drift",
    "kur.torus-invariance",
    "kur.bounded-update",
    "kur.compact-group",
    "osc.sphere-invariance",
    "osc.gradient-flow",
    "osc.two-equilibria",
    "osc.linear-stability",
    "osc.lyapunov",
    "osc.explicit-flow",
    "osc.almost-global",
    "osc.settling-time",
    "osc.positivity",
    "osc.cap-bounds",
    "osc.hemisphere",
    "osc.finite-time-failure",
    "osc.degenerate-bound",
    "osc.readout-simplex",
    "osc.readout-order",
    "osc.readout-ceiling",
    "osc.d2-is-kuramoto",
    "osc.frequency-disorder",
]


def statements() -> set[str]:
    names, problems = exported((driver.SOURCES / "Statements.v").read_text(encoding="utf-8"))
    assert problems == []
    return set(names)


def named() -> list[str]:
    return [
        n for row in driver.claims().values() for part in row.values() if isinstance(part, list) for n in part
    ]


def test_every_kernel_row_has_theorems() -> None:
    assert sorted(driver.claims()) == sorted(KERNEL_ROWS)
    assert all(any(isinstance(p, list) for p in row.values()) for row in driver.claims().values())


def test_claims_and_statements_name_the_same_theorems() -> None:
    assert set(named()) == statements()
    assert len(named()) == len(set(named()))


def test_lock_covers_the_statements() -> None:
    lock = json.loads((driver.SOURCES / driver.LOCK).read_text(encoding="utf-8"))
    assert set(lock["theorems"]) == statements()
    assert "SphereCaps.cap" in lock["definitions"]  # the definition that stands for the measure of a cap


def test_a_claim_without_its_theorem_loses_the_tier() -> None:
    empty = driver.Audit("failed")
    assert set(empty.claim("osc.hemisphere").values()) == {"refused", "cited"}


def test_everything_is_proved(coq: None) -> None:
    """One build and audit of all theories; every assertion about it stands here, since it takes a minute."""
    audit = driver.audit(coqchk=True)
    assert audit.problems == ()
    assert {n: t.problems for n, t in audit.theorems.items() if t.status != "proved"} == {}
    assert audit.status == "passed"
    assert all(s in {"proved", "cited"} for c in driver.claims() for s in audit.claim(c).values())
    # certificates are complete
    for theorem in audit.theorems.values():
        assert (driver.SOURCES / theorem.file).is_file()
        assert len(theorem.digest) == 64 and theorem.coq == audit.coq
    # one file needs no axiom; together the files use all that is trusted and nothing else
    assert "AnyField.v" in {t.file for t in audit.theorems.values() if not t.axioms}
    used = {a for t in audit.theorems.values() for a in t.axioms}
    assert used == driver.whitelist(driver.SOURCES)
