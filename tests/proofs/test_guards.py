"""The guards: whoever weakens, edits or removes something in a claim is told."""

from dataclasses import replace

import pytest

from phasebound import verdicts
from phasebound.analysis import records
from phasebound.proofs import certificate
from phasebound.proofs.claim import Claim, Hypothesis, Outcome, Part, Statement, Verdict
from phasebound.proofs.decide import Contradiction, decide, decide_mutant, decide_part
from phasebound.proofs.exact import Algebra, Open
from phasebound.proofs.ledger import by_id, ledger, problems
from phasebound.proofs.oscillator import sphere_invariance
from phasebound.proofs.oscillator.setting import UNIT, h, z
from phasebound.proofs.terms import dot, eq, ne
from phasebound.verdicts import DECIDED_HERE, Row, row, succeeded

CLAIM = sphere_invariance.CLAIM


def with_part(claim: Claim, part: Part) -> Claim:
    return replace(claim, parts=tuple(part if p.name == part.name else p for p in claim.parts))


def ledger_with(claim: Claim) -> list[str]:
    return problems(claim if c.id == claim.id else c for c in ledger())


class RubberStamp:
    """A check that says yes to everything."""

    name, tier = "rubber stamp", "exact"

    def prove(self, statement: Statement) -> Outcome:
        return Outcome(Verdict.PROVED)

    def replay(self, statement: Statement, evidence: object) -> bool:
        return True


def test_a_check_that_says_yes_to_everything_contradicts_the_refuter() -> None:
    part = replace(CLAIM.part("length law"), by=RubberStamp())
    with pytest.raises(Contradiction, match="proves the mutant"):
        decide_mutant(part, part.all_mutants[0])


def test_a_false_statement_that_is_proved_raises() -> None:
    law = CLAIM.part("length law")
    false = replace(law, statement=law.mutants[0].statement, by=RubberStamp())
    with pytest.raises(Contradiction, match="yet false at"):
        decide_part(false)


def test_a_vacuous_claim_is_not_proved() -> None:
    impossible = Statement(given=(Hypothesis("impossible", ne(dot(z, h), dot(z, h))),), then=eq(dot(z, h), 1))
    assert (
        decide_part(Part("vacuous", impossible, Algebra(), witness={z: (1, 0), h: (1, 0)})).status
        == "unknown"
    )


def test_removing_a_mutant_is_noticed() -> None:
    tangent = CLAIM.part("tangent on the sphere")
    assert any(
        "no mutant without hypothesis 'unit'" in p
        for p in ledger_with(with_part(CLAIM, replace(tangent, drops={})))
    )
    length = CLAIM.part("length law")
    fewer = with_part(CLAIM, replace(length, mutants=length.mutants[:1]))
    assert certificate.digest(fewer) != certificate.digest(CLAIM)
    assert any("fewer than three mutants" in p for p in ledger_with(fewer))


def test_weakening_a_hypothesis_is_noticed() -> None:
    tangent = CLAIM.part("tangent on the sphere")
    weaker = replace(tangent, statement=tangent.statement.assuming(Hypothesis(UNIT.name, ne(z, 0))))
    assert decide_part(weaker).status != "proved"
    assert certificate.digest(with_part(CLAIM, weaker)) != certificate.digest(CLAIM)


def test_an_unnecessary_hypothesis_is_noticed() -> None:
    law = CLAIM.part("length law")
    padded = replace(
        law, statement=law.statement.assuming(UNIT), witness={z: (1, 0), h: (1, 0)}, drops={"unit": None}
    )
    assert not decide(with_part(CLAIM, padded)).mutants[0].refuted


def test_editing_a_statement_is_noticed() -> None:
    law = CLAIM.part("length law")
    edited = replace(law, statement=law.mutants[0].statement)
    result = decide_part(replace(edited, mutants=()))
    assert result.status == "refuted"
    assert result.digest != law.statement.digest


def test_an_open_part_keeps_the_row_from_being_proved() -> None:
    unproved = Part("converse", CLAIM.parts[0].statement, Open("nobody has a proof"))
    decision = decide(replace(CLAIM, parts=(*CLAIM.parts, unproved)))
    found = row(replace(CLAIM, parts=(*CLAIM.parts, unproved)), decision, DECIDED_HERE)
    assert (found.verdict, found.open, found.tiers["exact"]) == ("unknown", ["converse"], "unknown")
    assert succeeded([found])
    failed = replace(found, parts={**found.parts, "length law": "unknown"})
    assert not succeeded([failed])


def test_an_unknown_use_and_a_cycle_are_noticed() -> None:
    assert any("unknown claim" in p for p in ledger_with(replace(CLAIM, uses=("osc.no-such",))))
    ledger_ids = by_id()
    other = next(c for c in ledger_ids.values() if c.id != CLAIM.id)
    looped = [replace(c, uses=(other.id,)) if c.id == CLAIM.id else c for c in ledger()]
    looped = [replace(c, uses=(CLAIM.id,)) if c.id == other.id else c for c in looped]
    assert any("cycle" in p for p in problems(looped))


def test_a_negative_measurement_fails_only_where_it_contradicts_a_proof() -> None:
    measured = Row(
        "osc.kws", "B", "not-measured", "not-supported", {"trained": "not-supported"}, {}, NONE, 0.0
    )
    assert succeeded([measured])
    tiers = {"exact": "proved", "sampled": "not-supported"}
    assert not succeeded([Row("osc.lyapunov", "B", "proved", "proved", tiers, {}, NONE, 0.0)])
    assert succeeded(
        [Row("osc.lyapunov", "B", "proved", "proved", {**tiers, "sampled": "supported"}, {}, NONE, 0.0)]
    )


@pytest.mark.parametrize(
    ("kind", "sampled", "trained"),
    [
        ("experiment", "not-supported", "not-measured"),
        ("training", "not-measured", "not-supported"),
        ("study", "not-supported", "not-supported"),  # it samples trained networks
        ("training-run", "not-measured", "not-measured"),
    ],
)
def test_a_record_speaks_in_the_tiers_of_its_kind(
    monkeypatch: pytest.MonkeyPatch, kind: str, sampled: str, trained: str
) -> None:
    record = records.new_record(
        kind=kind,
        id="a-record",
        claim="osc.robustness",
        verdict="not-supported",
        protocol=1,
        configuration={},
        seed=0,
        figures={},
        budget={},
        wall_seconds=0.0,
    )
    monkeypatch.setattr(verdicts, "committed", lambda: (record,))
    found = {tier: verdicts.measured("osc.robustness", tier) for tier in verdicts.MEASURED_BY}
    assert found == {"sampled": sampled, "trained": trained}


NONE = {"total": 0, "refuted": 0}
