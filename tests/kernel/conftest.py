"""A small planted theory, and the rule for tests that need Coq."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from phasebound.proofs.kernel import driver

BASE = """
Require Import Lia.
Definition twice (n : nat) := n + n.
Lemma twice_pos n : 0 < n -> 0 < twice n.
Proof. unfold twice. lia. Qed.
Lemma twice_even n : twice n = 2 * n.
Proof. unfold twice. lia. Qed.
"""
STATEMENTS = """
From PhaseBound Require Import Base.
(* the double of a positive number is positive *)
Theorem positive : forall n, 0 < n -> 0 < twice n.
Proof. exact Base.twice_pos. Qed.
Theorem even : forall n, twice n = 2 * n.
Proof. exact Base.twice_even. Qed.
"""
INSTANCES = """
Require Import Lia.
From PhaseBound Require Statements.
Definition positive := Statements.positive 1 ltac:(lia).
"""


@pytest.fixture(scope="session")
def coq() -> None:
    """Skip without Coq; fail instead where PHASEBOUND_STRICT=1 demands it."""
    if driver.available():
        return
    if os.environ.get("PHASEBOUND_STRICT") == "1":
        pytest.fail(f"Coq is missing: {driver.APT_LINE}")
    pytest.skip(f"needs Coq: {driver.APT_LINE}")


@pytest.fixture(scope="session")
def locked(coq: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sound theory of two theorems with its lock."""
    folder = tmp_path_factory.mktemp("theory")
    for name, text in {"Base": BASE, "Statements": STATEMENTS, "Instances": INSTANCES}.items():
        (folder / f"{name}.v").write_text(text)
    shutil.copy(driver.SOURCES / "axioms.txt", folder)
    driver.write_lock(folder)
    return folder


@pytest.fixture
def theory(locked: Path, tmp_path: Path) -> Path:
    """A copy of the sound theory that a test may spoil."""
    return Path(shutil.copytree(locked, tmp_path / "theory"))
