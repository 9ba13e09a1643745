"""The kill matrix: no prover accepts a false mutant, every refuter kills some, every broken tool is caught."""

from phasebound.proofs.kill_matrix import compute, digest, stored
from phasebound.proofs.ledger import ledger
from phasebound.proofs.tool_mutants import TOOLS, accepted_control, caught

DATA = stored()


def test_the_stored_matrix_is_of_this_ledger() -> None:
    names = [
        f"{c.id} / {p.name} / {m.name}"
        for c in ledger()
        for p in c.parts
        if p.by.name != "open"
        for m in p.all_mutants
    ]
    assert list(DATA["matrix"]) == names
    assert DATA["ledger"] == digest(ledger())
    assert set(DATA["tools"]) == {t.name for t in TOOLS}


def test_no_proving_check_accepts_a_mutant_and_every_mutant_is_refuted() -> None:
    assert [name for name, said in DATA["matrix"].items() if "accepted" in said.values()] == []
    assert [name for name, said in DATA["matrix"].items() if "refuted" not in said.values()] == []


def test_every_check_earns_its_place() -> None:
    for name, check in DATA["checks"].items():
        assert check["accepts"] == 0, name
        assert check["proves"] if check["kind"] == "prover" else check["kills"], name


def test_every_broken_tool_is_caught_and_sound_tools_are_not_blamed() -> None:
    assert accepted_control() is None
    found = caught()
    assert [name for name, by in found.items() if not by] == []
    assert found == DATA["tools"]


def test_the_stored_matrix_is_what_a_run_gives() -> None:
    some = [c for c in ledger() if c.id in ("osc.lyapunov", "osc.hemisphere", "kur.torus-invariance")]
    again = compute(some)["matrix"]
    assert again == {name: DATA["matrix"][name] for name in again}
