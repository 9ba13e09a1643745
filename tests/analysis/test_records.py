"""Result files: complete, or not there; trusted, or refused."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from phasebound.analysis import records


def _record(**changes: Any) -> records.Record:
    base = records.new_record(
        kind="experiment",
        id="caps",
        claim="osc.cap-measure",
        verdict="supported",
        protocol=1,
        configuration={"d": (2, 3), "angle": 0.5},
        seed=7,
        figures={"value": np.float64(0.25), "log": -math.inf, "array": np.arange(3)},
        budget=records.budget(1e6, 1e3, "samples"),
        wall_seconds=1.5,
    )
    return replace(base, **changes)


def test_round_trip(tmp_path: Path) -> None:
    record = _record()
    path = records.write(record, tmp_path)
    assert records.read(path) == record
    assert record.figures == {"value": 0.25, "log": -math.inf, "array": [0, 1, 2]}
    assert record.budget["ratio"] == 1000.0
    assert [p.name for p in tmp_path.iterdir()] == ["caps.json"]  # no temporary file is left
    json.loads(path.read_text(), parse_constant=lambda name: pytest.fail(name))  # strict JSON


@given(st.floats(allow_nan=False))
def test_floats_keep_their_bits(x: float) -> None:
    assert records.decode(json.loads(json.dumps(records.encode({"x": x})))) == {"x": x}


def test_provenance_is_filled_in_and_names_no_path() -> None:
    record = _record()
    assert {"python", "numpy", "scipy"} <= set(record.versions)
    text = json.dumps(record.machine) + record.command + record.commit
    assert "/" not in text.replace("python -m", "").replace("(R)", "") or "/usr" not in text
    assert record.commit == "unknown" or len(record.commit) == 40


@pytest.mark.parametrize("damage", ["truncate", "corrupt", "edit", "empty", "list", "schema", "keys"])
def test_damage_is_refused_in_one_line(tmp_path: Path, damage: str) -> None:
    path = records.write(_record(), tmp_path)
    text = path.read_text()
    data = json.loads(text)
    if damage == "truncate":
        path.write_text(text[:-40])
    elif damage == "corrupt":
        path.write_bytes(text.encode().replace(b"0.25", b"0.26"))
    elif damage == "edit":
        path.write_text(json.dumps({**data, "verdict": "not-supported"}))
    elif damage == "empty":
        path.write_text("")
    elif damage == "list":
        path.write_text("[]")
    elif damage == "schema":
        path.write_text(json.dumps({**data, "schema": 99}))
    else:
        changed = {k: v for k, v in data.items() if k != "digest"} | {"surprise": 1}
        path.write_text(json.dumps({**changed, "digest": records.digest(records.decode(changed))}))
    with pytest.raises(records.RecordError) as error:
        records.load_all(tmp_path)
    assert "\n" not in str(error.value) and "caps.json" in str(error.value)


def test_staleness_is_protocol_and_configuration_only() -> None:
    record = _record(commit="0" * 40)
    assert not record.is_stale(1, {"d": [2, 3], "angle": 0.5})
    assert record.is_stale(2, {"d": [2, 3], "angle": 0.5})
    assert record.is_stale(1, {"d": [2, 4], "angle": 0.5})


def test_ledger_ignores_smoke_and_dirty(tmp_path: Path) -> None:
    for name, changes in (("a", {"dirty": False}), ("b", {"smoke": True}), ("c", {"dirty": True})):
        records.write(_record(id=name, **{"dirty": False, "smoke": False, **changes}), tmp_path)
    loaded = records.usable(records.load_all(tmp_path))
    assert [r.id for r in loaded.usable] == ["a"] and [r.id for r in loaded.ignored] == ["b", "c"]


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = records.write(_record(), tmp_path)
    before = path.read_text()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(records.os, "fsync", full)
    with pytest.raises(OSError):
        records.write(_record(seed=8), tmp_path)
    assert path.read_text() == before and len(list(tmp_path.iterdir())) == 1


def test_what_cannot_be_stored_is_refused() -> None:
    with pytest.raises(records.RecordError, match="cannot store"):
        _record().__class__(**{**_record().__dict__, "verdict": "proved"}) if False else records.encode(
            object()
        )
    with pytest.raises(records.RecordError, match="verdict"):
        _record(verdict="proved")


@pytest.mark.parametrize(
    ("ours", "published", "words"),
    [
        (20_480_000, None, "20,480,000 samples"),
        (100, 50.0, "100 samples, 2 times the published"),
        (10.0, 80_000.0, "10 samples, 0.000125 times the published"),
        (0.011364, 1.0, "0.0114 samples, 0.0114 times the published"),
    ],
)
def test_a_budget_in_words(ours: float, published: float | None, words: str) -> None:
    assert records.spent(records.budget(ours, published, "samples")) == words


def test_a_record_without_a_budget_says_nothing_of_it() -> None:
    assert records.spent({}) == ""
