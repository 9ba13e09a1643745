"""Reading Coq sources without Coq."""

from __future__ import annotations

from phasebound.proofs.kernel.sources import code_of, exported, scan, sentences


def test_comments_nest_and_strings_are_blanked() -> None:
    assert code_of('a (* b (* Admitted. *) c *) d "Axiom x." e').split() == ["a", "d", '""', "e"]


def test_decimal_points_do_not_end_sentences() -> None:
    assert sentences("Check 0.5. Print\n  x.y.") == ["Check 0.5", "Print x.y"]


def test_words_in_comments_are_no_sins() -> None:
    assert scan("A", "(* no Admitted, no Axiom here *) Lemma a : True. Proof. exact I. Qed.") == []
    assert scan("A", "Lemma a : 0 = 1. Admitted.") == ["A: forbidden: Admitted"]


def test_section_variables_must_be_closed() -> None:
    assert scan("A", "Section S. Variable x : nat. End S.") == []
    assert scan("A", "Section S. Variable x : nat.") == ["A: section S is left open"]
    assert scan("A", "Section S. End S. Hypothesis h : 0 = 1.") == [
        "A: variable outside a section: Hypothesis h : 0 = 1"
    ]


def test_statements_hold_theorems_only() -> None:
    good = "From P Require Import A. Open Scope R_scope. Theorem t : True. Proof. exact A.proof. Qed."
    assert exported(good) == ({"t": "A.proof"}, [])
    assert exported(good.replace("exact A.proof", "auto"))[0] == {}
    assert exported(good + " Definition d := 0.")[1] == [
        "Statements: not a bare statement: Definition d := 0"
    ]
