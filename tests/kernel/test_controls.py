"""Each trick that an audit must not fall for, planted in a small theory and caught."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from phasebound.proofs.kernel import driver


def spoil(theory: Path, file: str, old: str, new: str) -> driver.Audit:
    """Replace text in one file of the theory and audit it."""
    path = theory / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    return driver.audit(theory)


def complaints(audit: driver.Audit) -> str:
    return "\n".join((*audit.problems, *(p for t in audit.theorems.values() for p in t.problems)))


def refused(audit: driver.Audit) -> set[str]:
    return {n for n, t in audit.theorems.items() if t.status != "proved"}


def test_sound_theory_passes(theory: Path) -> None:
    audit = driver.audit(theory)
    assert audit.status == "passed" and not complaints(audit)
    positive = audit.theorems["positive"]
    assert (positive.status, positive.file, positive.axioms) == ("proved", "Base.v", ())
    assert positive.digest == driver.digest((theory / "Base.v").read_bytes())
    assert positive.coq.startswith("8.") or int(positive.coq.split(".")[0]) >= 9


def test_admitted(theory: Path) -> None:
    audit = spoil(
        theory, "Base.v", "Proof. unfold twice. lia. Qed.\nLemma twice_even", "Admitted.\nLemma twice_even"
    )
    assert audit.status == "failed" and "forbidden: Admitted" in complaints(audit)


def test_new_axiom(theory: Path) -> None:
    new = (
        "Axiom easy : forall n, 0 < n + n.\n"
        "Lemma twice_pos n : 0 < n -> 0 < twice n.\nProof. intros. apply easy. Qed."
    )
    old = "Lemma twice_pos n : 0 < n -> 0 < twice n.\nProof. unfold twice. lia. Qed."
    audit = spoil(theory, "Base.v", old, new)
    assert audit.status == "failed" and "forbidden: Axiom" in complaints(audit)


def test_library_axiom_outside_the_whitelist(theory: Path) -> None:
    new = (
        "Require Import ClassicalEpsilon.\n"
        "Lemma twice_even n : twice n = 2 * n.\n"
        "Proof. destruct (constructive_indefinite_description (fun m => m = n)) as [m <-].\n"
        "exists n. reflexivity. unfold twice. lia. Qed."
    )
    old = "Lemma twice_even n : twice n = 2 * n.\nProof. unfold twice. lia. Qed."
    audit = spoil(theory, "Base.v", old, new)
    assert refused(audit) == {"even"}
    assert "rests on ClassicalEpsilon.constructive_indefinite_description" in complaints(audit)


def test_false_section_variable(theory: Path) -> None:
    new = (
        "Section Leak.\nVariable cheat : forall n, n = S n.\n"
        "Lemma twice_even n : twice n = 2 * n.\nProof. rewrite (cheat (2 * n)), (cheat (twice n)). "
        "unfold twice. lia. Qed.\nEnd Leak."
    )
    old = "Lemma twice_even n : twice n = 2 * n.\nProof. unfold twice. lia. Qed."
    audit = spoil(theory, "Base.v", old, new)
    assert audit.status == "failed" and "Statements.v" in complaints(
        audit
    )  # the bare statement no longer follows


def test_variable_outside_a_section(theory: Path) -> None:
    audit = spoil(theory, "Base.v", "Lemma twice_even", "Variable cheat : 0 = 1.\nLemma twice_even")
    assert audit.status == "failed" and "variable outside a section" in complaints(audit)


def test_section_in_the_statements(theory: Path) -> None:
    audit = spoil(theory, "Statements.v", "Theorem even", "Section S. Variable cheat : 0 = 1.\nTheorem even")
    assert audit.status == "failed" and "not a bare statement: Section S" in complaints(audit)


def test_weakened_statement(theory: Path) -> None:
    weak = "Lemma weak n : twice n = 2 * n \\/ n = 0.\nProof. unfold twice. lia. Qed.\nLemma twice_even"
    (theory / "Base.v").write_text((theory / "Base.v").read_text().replace("Lemma twice_even", weak))
    audit = spoil(
        theory,
        "Statements.v",
        "forall n, twice n = 2 * n.\nProof. exact Base.twice_even. Qed.",
        "forall n, twice n = 2 * n \\/ n = 0.\nProof. exact Base.weak. Qed.",
    )
    assert refused(audit) == {"even"} and "statement differs from the lock" in complaints(audit)


def test_changed_definition(theory: Path) -> None:
    audit = spoil(theory, "Base.v", "twice (n : nat) := n + n", "twice (n : nat) := 2 * n")
    assert refused(audit) == {"even", "positive"}
    assert "the definition Base.twice differs from the lock" in complaints(audit)


def test_renamed_theorem(theory: Path) -> None:
    audit = spoil(theory, "Statements.v", "Theorem even", "Theorem evenness")
    assert refused(audit) == {"even", "evenness"}
    assert "locked, but no longer exported" in complaints(audit) and "not in the lock" in complaints(audit)
    parts = {"parity": ["even"], "sign": ["positive"], "nothing": []}
    assert audit.of(parts) == {"parity": "refused", "sign": "proved", "nothing": "refused"}


def test_missing_lock(theory: Path) -> None:
    (theory / driver.LOCK).unlink()
    assert refused(driver.audit(theory)) == {"even", "positive"}


def test_vacuous_hypothesis_behind_a_name(theory: Path) -> None:
    hidden = (
        "Definition claim := forall n, n < n -> twice n = 7.\n"
        "Lemma never : claim.\nProof. unfold claim. lia. Qed.\n"
    )
    (theory / "Base.v").write_text((theory / "Base.v").read_text() + hidden)
    path = theory / "Statements.v"
    path.write_text(path.read_text() + "Theorem never : Base.claim.\nProof. exact Base.never. Qed.\n")
    driver.write_lock(theory)
    assert refused(driver.audit(theory)) == {"never"}
    path = theory / "Instances.v"
    path.write_text(path.read_text() + "Definition never := Statements.never.\n")
    audit = driver.audit(theory)
    assert refused(audit) == {"never"} and "not fully applied" in complaints(audit)


def test_vacuous_hypothesis(theory: Path) -> None:
    vacuous = "Lemma never n : n < n -> twice n = 7.\nProof. lia. Qed.\nLemma twice_even"
    (theory / "Base.v").write_text((theory / "Base.v").read_text().replace("Lemma twice_even", vacuous))
    statement = "Theorem never : forall n, n < n -> twice n = 7.\nProof. exact Base.never. Qed.\nTheorem even"
    path = theory / "Statements.v"
    path.write_text(path.read_text().replace("Theorem even", statement))
    driver.write_lock(theory)  # locked, axiom-free, and empty
    audit = driver.audit(theory)
    assert refused(audit) == {"never"} and "no instance shows its hypotheses inhabited" in complaints(audit)


def test_instance_that_keeps_a_hypothesis(theory: Path) -> None:
    audit = spoil(theory, "Instances.v", "Statements.positive 1 ltac:(lia)", "Statements.positive 1")
    assert refused(audit) == {"positive"} and "not fully applied" in complaints(audit)


def test_instance_of_another_theorem(theory: Path) -> None:
    audit = spoil(theory, "Instances.v", "Statements.positive 1 ltac:(lia)", "Statements.even 1")
    assert refused(audit) == {"positive"} and "no instance of the theorem" in complaints(audit)


def test_stale_object_file(theory: Path) -> None:
    for name in ("Base", "Statements", "Instances"):
        subprocess.run(["coqc", "-q", "-Q", ".", "PhaseBound", f"{name}.v"], cwd=theory, check=True)
    audit = spoil(
        theory, "Base.v", "Lemma twice_even n : twice n = 2 * n.", "Lemma twice_even n : twice n = 3 * n."
    )
    assert (theory / "Base.vo").exists() and audit.status == "failed" and "Base.v" in complaints(audit)


def test_file_named_like_a_trusted_library(theory: Path) -> None:
    (theory / "Classical_Prop.v").write_text("Definition classic := 0.\n")
    assert "name of a trusted library" in complaints(driver.audit(theory))


def test_unsafe_flag(theory: Path) -> None:
    audit = spoil(theory, "Base.v", "Lemma twice_even", "Unset Guard Checking.\nLemma twice_even")
    assert "forbidden: Unset Guard Checking" in complaints(audit)


def test_without_coq_nothing_is_proved(theory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    audit = driver.audit(theory)
    assert audit.status == "not-run" and driver.APT_LINE in audit.reason
    assert audit.of({"p": ["positive"]}) == {"p": "not-run"}
