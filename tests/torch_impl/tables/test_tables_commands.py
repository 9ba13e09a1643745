"""``reproduce`` and ``compare`` as a user types them."""

import csv
import io
import json
import os
import shutil
from pathlib import Path

import pytest
import torch
from click.testing import CliRunner, Result

from phasebound.cli import main
from phasebound.torch_impl import train
from phasebound.torch_impl.tables import commands
from phasebound.torch_impl.tables.table import results_directory


def typed(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("out")
    found = typed("reproduce", "sva", "--workers", "1", "--out", str(folder))
    assert found.exit_code == 0, found.output
    assert "osc.sva: " in found.output
    assert "counts for nothing" in found.output
    return folder


def test_compare_prints_published_beside_ours(made: Path) -> None:
    found = typed("compare", "sva", "--records", str(made), "--json")
    data = json.loads(found.output)
    assert data["budget"] == "smoke"
    gain = next(x for x in data["lines"] if x["what"] == "oscillator - softmax, hard, published")
    assert gain["first"] == 5.27
    assert gain["journal"]["n"] == 30
    assert gain["ours"]["n"] == 2
    assert gain["bound"] is None
    bounds = {x["what"]: x["bound"] for x in data["lines"] if x["unit"] == "%"}
    assert bounds["softmax, hard, published"] == pytest.approx(97.66, abs=0.005)
    assert bounds["softmax, hard, corrected"] == 100


def test_compare_as_csv_and_as_picture(made: Path, tmp_path: Path) -> None:
    picture = tmp_path / "sva.png"
    found = typed("compare", "sva", "--records", str(made), "--csv", "--plot", str(picture))
    rows = list(csv.DictReader(io.StringIO(found.output)))
    assert len(rows) == 10
    assert float(rows[0]["journal_low"]) < float(rows[0]["journal"]) < float(rows[0]["journal_high"])
    assert float(rows[0]["bound"]) < 100 and rows[-1]["bound"] == ""
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("reproduce", "foo"), "no table 'foo'"),
        (("reproduce", "sva", "--seeds", "x"), "no list of seeds; write 0,1,5 or 0:50"),
        (("reproduce", "sva", "--seeds", "5:5"), "no list of seeds"),
        (("reproduce", "sva", "--seeds", "9"), "its seeds are 0, 1"),
        (("reproduce", "enwik8", "--budget", "small", "--seeds", "50"), "its seeds are 0, 1, 100"),
        (
            ("reproduce", "enwik8", "--budget", "small", "--arms", "no-ffn", "--seeds", "1", "--estimate"),
            "no-ffn: no seed 1 in this budget; the seeds are 0",
        ),
        (("reproduce", "sva", "--arms", "x"), "no arm 'x'"),
        (("reproduce", "sva", "--scheduler", "x"), "scheduler must be one of"),
        (("compare", "foo"), "no table 'foo'"),
    ],
)
def test_mistakes_take_one_line(words: tuple[str, ...], message: str, tmp_path: Path) -> None:
    out = ("--out", str(tmp_path)) if words[0] == "reproduce" else ()
    found = typed(*words, *out)
    assert found.exit_code == 2
    assert message in found.output
    assert found.output.count("\n") == 1


def test_an_estimate_trains_nothing(tmp_path: Path) -> None:
    out = tmp_path / "out"
    found = typed("reproduce", "sva", "--estimate", "--arms", "softmax-published", "--out", str(out))
    assert found.exit_code == 0, found.output
    assert "softmax" in found.output and "oscillator" not in found.output
    assert "hours one after the other" in found.output
    assert "memory for" in found.output
    assert not out.exists()


def test_what_is_missing_is_told_before_anything_is_trained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "nothing").mkdir()
    monkeypatch.setenv("PHASEBOUND_DATA", str(tmp_path / "nothing"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    out = tmp_path / "out"
    found = typed("reproduce", "all", "--out", str(out))
    assert found.exit_code == 2
    assert "is not here" in found.output and found.output.count("\n") == 1
    assert not out.exists()  # though the first table needs no data


@pytest.mark.parametrize(("device", "workers"), [("cpu", os.cpu_count()), ("cuda", 1), ("mps", 1)])
def test_one_process_on_a_graphics_card(device: str, workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "pick_device", lambda _: torch.device(device))
    assert commands._workers() == workers


def test_a_folder_without_records_says_how_to_make_them(tmp_path: Path) -> None:
    found = typed("compare", "sva", "--records", str(tmp_path))
    assert found.exit_code == 2
    assert "phasebound reproduce sva" in found.output


def test_compare_shows_what_is_there(tmp_path: Path) -> None:
    """Records of one arm of a budget: its lines, and that the others are missing."""
    shutil.copy(results_directory() / "kws-small-softmax-none.json", tmp_path)
    for words in ((), ("--budget", "small")):
        found = typed("compare", "kws", *words, "--records", str(tmp_path), "--json")
        assert found.exit_code == 0, found.output
        assert all(x["what"].startswith("softmax, positions none") for x in json.loads(found.output)["lines"])
    found = typed("compare", "kws", "--records", str(tmp_path))
    assert "so far 1 of 9 arms" in " ".join(found.output.split())
    found = typed("compare", "kws", "--budget", "full", "--records", str(tmp_path))
    assert found.exit_code == 2
    assert "phasebound reproduce kws --budget full" in found.output
    assert found.output.count("\n") == 1


def test_a_narrow_terminal_cuts_nothing_off_and_gets_no_empty_column(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    found = {t: typed("compare", t, "--budget", "small").output for t in ("enwik8", "wikitext2")}
    for text in found.values():
        assert "…" not in text and "ours" in text
        assert max(map(len, text.splitlines())) <= 50
    assert "journal" not in found["enwik8"] and "journal" in found["wikitext2"]


def test_missing_data_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHASEBOUND_DATA", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    found = typed("reproduce", "kws", "--out", str(tmp_path / "out"))
    assert found.exit_code == 2
    assert "speech-commands-test10" in found.output
    assert not (tmp_path / "out").exists()
