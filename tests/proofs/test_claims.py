"""Every row of the ledger: each part proved, each mutant and each wrong source refuted, nothing contradicted."""

from functools import cache
from pathlib import Path

import pytest

from phasebound.proofs.decide import Decision, decide
from phasebound.proofs.exact import Open
from phasebound.proofs.ledger import by_id, ledger, problems
from phasebound.readme import between, table
from phasebound.verdicts import DECIDED_HERE, row, succeeded

DECIDED = [c.id for c in ledger() if c.parts]


@cache
def decision(id: str) -> Decision:
    return decide(by_id()[id])


def test_the_ledger_obeys_its_own_rules() -> None:
    assert problems(ledger()) == []


@pytest.mark.parametrize("id", DECIDED)
def test_every_part_is_proved_or_declared_open(id: str) -> None:
    expected = {
        p.name: ("unknown", p.by.why) if isinstance(p.by, Open) else ("proved", None)
        for p in by_id()[id].parts
    }
    assert {p.name: (p.status, dict(p.evidence).get("reason")) for p in decision(id).parts} == expected


@pytest.mark.parametrize("id", DECIDED)
def test_every_mutant_is_refuted(id: str) -> None:
    assert [m.name for m in decision(id).mutants if not m.refuted] == []


@pytest.mark.parametrize("id", DECIDED)
def test_a_wrong_or_loose_source_is_refuted_by_a_witness(id: str) -> None:
    stated = by_id()[id].as_stated
    assert stated is not None
    found = decision(id).stated
    if stated.judgement == "proved":
        assert found is None
    else:
        assert found is not None
        assert found.refuted
        assert found.evidence["point"] is not None


def test_the_table_in_the_readme_is_the_ledger_and_everything_meets_its_expectation() -> None:
    readme = (Path(__file__).resolve().parents[2] / "README.md").read_text()
    rows = [row(c, decision(c.id) if c.parts else None, DECIDED_HERE) for c in ledger()]
    assert between(readme, table(rows)) == readme
    assert succeeded(rows)
