"""Certificates: the committed ones replay; a changed statement, a tampered or unreadable file is refused."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from phasebound import verdicts
from phasebound.proofs import certificate
from phasebound.proofs.certificate import BadCertificate
from phasebound.proofs.ledger import by_id
from phasebound.verdicts import CERTIFICATES

CLAIMS = by_id()


def load(id: str) -> dict[str, Any]:
    return certificate.read(CERTIFICATES / f"{id}.json")


def test_every_committed_certificate_replays_and_none_is_missing() -> None:
    replayed = verdicts.replay(CERTIFICATES, jobs=1)
    assert certificate.missing(replayed, CLAIMS) == []
    assert len(replayed) == sum(bool(c.parts) for c in CLAIMS.values())


def test_replay_never_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    from phasebound.proofs.exact import refute

    def search(*_: object) -> None:
        raise AssertionError("a replay searched")

    monkeypatch.setattr(refute, "grid", search)
    for id in ("osc.sphere-invariance", "kur.bounded-update"):
        certificate.replay(load(id), CLAIMS)


def tampered(change: Any) -> dict[str, Any]:
    data = copy.deepcopy(load("osc.sphere-invariance"))
    change(data)
    return data


def set_cofactor(data: dict[str, Any]) -> None:
    goals = [g for p in data["parts"] for m in p["evidence"]["memberships"] for g in m["goals"]]
    (goal, *_) = [g for g in goals if any(g["cofactors"])]
    goal["cofactors"] = ["17" for _ in goal["cofactors"]]


def set_witness(data: dict[str, Any]) -> None:
    data["parts"][0]["mutants"][0]["evidence"]["point"]["z"] = ["0", "0"]


def drop_mutant(data: dict[str, Any]) -> None:
    data["parts"][0]["mutants"].pop()


def other_statement(data: dict[str, Any]) -> None:
    data["parts"][0]["digest"] = "0" * 64


def other_claim(data: dict[str, Any]) -> None:
    data["digest"] = "0" * 64


def other_text(data: dict[str, Any]) -> None:
    data["parts"][0]["statement"] = "0 = 1"


def wider_scope(data: dict[str, Any]) -> None:
    data["parts"][0]["scope"] = "for everything"


def no_parts(data: dict[str, Any]) -> None:
    data["parts"] = []


def nonsense(data: dict[str, Any]) -> None:
    data["parts"][0]["evidence"] = {"memberships": "yes"}


def unknown_claim(data: dict[str, Any]) -> None:
    data["claim"] = "osc.no-such-claim"


@pytest.mark.parametrize(
    "change",
    [
        set_cofactor,
        set_witness,
        drop_mutant,
        other_statement,
        other_claim,
        other_text,
        wider_scope,
        no_parts,
        nonsense,
        unknown_claim,
    ],
    ids=lambda f: f.__name__,
)
def test_a_tampered_certificate_is_refused(change: Any) -> None:
    with pytest.raises(BadCertificate):
        certificate.replay(tampered(change), CLAIMS)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": 99}', '{"format": 1}', "\x00\x01"])
def test_an_unreadable_certificate_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(BadCertificate, match=r"x\.json"):
        verdicts.replay(tmp_path)


def test_writing_is_atomic_and_canonical(tmp_path: Path) -> None:
    data = load("osc.sphere-invariance")
    path = certificate.write(tmp_path, data)
    assert json.loads(path.read_text()) == data
    assert [p.name for p in tmp_path.iterdir()] == [path.name]
