"""The commands: contracts of output and exit codes, one line for each mistake, pictures."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import click
import numpy as np
import pytest
from click.testing import CliRunner, Result

from phasebound.analysis import commands, records

from . import oracle

GROUP = click.Group("phasebound", commands={str(c.name): c for c in commands.COMMANDS})


def call(*words: str) -> Result:
    return CliRunner().invoke(GROUP, [*words], prog_name="phasebound")


def test_names() -> None:
    assert [c.name for c in commands.COMMANDS] == ["budget", "montecarlo", "law"]
    for words in (["budget"], ["montecarlo", "degenerate"], ["law", "cap"]):
        assert call(*words, "--help").exit_code == 0


@pytest.mark.parametrize(
    "words",
    [
        "budget --angle .1 --failure 1e-6",
        "budget --angle .1 --failure 1e-6 --floor 1 --dim 1",
        "budget --angle 95deg --failure 1e-6 --floor 1",
        "budget --angle north --failure 1e-6 --floor 1",
        "budget --angle .1 --failure 2 --floor 1",
        "budget --angle .1 --failure 1e-6 --weights 1,-1",
        "budget --angle .1 --failure 1e-6 --weights 1,nan",
        "budget --angle .1 --failure 1e-6 --norms missing.txt --dim 8",
        "budget --angle .1 --failure 1e-6 --floor 1 --dim 8 --unit parsec",
        "budget --angle .1 --failure 1e-6 --floor 1 --dim 8 --plot picture.bmp",
        "montecarlo degenerate --radius 0",
        "montecarlo degenerate --radius .5 --weights 1,x",
        "montecarlo degenerate --radius .5 --dims 1:8",
        "montecarlo degenerate --radius .5 --dims 8:2",
        "montecarlo degenerate --radius .5 --dims 4,4",
        "montecarlo degenerate --radius .5 --samples 1",
        "montecarlo degenerate --radius .5 --workers 0 --samples 10 --dims 4",
        "montecarlo degenerate --radius .5 --scheduler nowhere --samples 10 --dims 4",
        "montecarlo degenerate --radius .5 --anchors plane --method rare",
        "montecarlo disorder --disorder 1 --method radial",
        "montecarlo settling --time -1",
        "montecarlo settling --time 1 --norm 1 --weights 1,1",
        "montecarlo",
        "law",
        "law cap --dim 1 --angle .5",
        "law cap --dim 3 --angle -1",
        "law degenerate --dim 3 --weights 1,1 --radius 0",
        "law degenerate-rate --weights 1,-1 --radius 1",
        "law settling-time --from 0 --angle .1 --norm 1",
    ],
)
def test_a_mistake_is_one_line_and_exit_2(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = call(*words.split())
    assert result.exit_code == 2, result.output
    lines = [line for line in result.output.splitlines() if line.startswith("Error: ")]
    assert len(lines) == 1 and "Traceback" not in result.output
    assert result.output.rstrip().endswith(lines[0])


def test_unreachable_scheduler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    from phasebound.analysis import jobs

    monkeypatch.setattr(jobs, "_CONNECT_SECONDS", 1)
    monkeypatch.chdir(tmp_path)
    words = "montecarlo antipodal --dims 4 --samples 100 --scheduler tcp://127.0.0.1:9"
    result = call(*words.split())
    assert result.exit_code == 2 and "no Dask scheduler answers" in result.output


def test_budget_gives_the_dimension_and_the_time() -> None:
    result = call(*["budget", "--angle", ".1", "--failure", "1e-6", "--floor", "1", "--time", "4", "--json"])
    data = json.loads(result.output)
    assert result.exit_code == 0 and data["dimension"] == 28 and data["met"]
    back = json.loads(
        call(
            *["budget", "--angle", ".1", "--failure", "1e-6", "--floor", "1", "--dim", "28", "--json"]
        ).output
    )
    assert 3.9 < back["time"] <= 4.0


def test_budget_says_why_not_and_exits_1() -> None:
    result = call(*["budget", "--angle", ".1", "--failure", "1e-6", "--floor", "1", "--time", "2"])
    assert result.exit_code == 1 and "no d_osc" in result.output
    data = json.loads(
        call(
            *["budget", "--angle", ".1", "--failure", "1e-6", "--floor", "1", "--time", "2", "--json"]
        ).output
    )
    assert data["dimension"] is None and not data["met"]


def test_budget_csv_survives_commas() -> None:
    result = call(*["budget", "--angle", ".1", "--failure", "1e-6", "--floor", "1", "--time", "2", "--csv"])
    (row,) = csv.DictReader(io.StringIO(result.output))
    assert (
        result.exit_code == 1
        and row["d_osc"] == ""
        and row["time"] == "2.0"
        and "half of all starts" in row["note"]
    )


def test_budget_units_and_csv() -> None:
    words = "budget --angle 5deg --failure 1e-3 --oscillators 100 --weights 1x5 --dims 8,16 --unit 2ns --csv"
    rows = list(csv.DictReader(io.StringIO(call(*words.split()).output)))
    assert [r["d_osc"] for r in rows] == ["8", "16"]
    assert float(rows[0]["time [ns]"]) == pytest.approx(2 * float(rows[0]["time"]))


@pytest.mark.parametrize("suffix", ["txt", "csv", "json", "npy"])
def test_budget_reads_measured_norms(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"norms.{suffix}"
    values = [0.8, 1.0, 1.5, 2.0]
    if suffix == "npy":
        np.save(path, values)
    elif suffix == "json":
        path.write_text(json.dumps(values))
    else:
        path.write_text("# |h|\n" + (",".join if suffix == "csv" else "\n".join)(map(str, values)))
    result = call(
        "budget", "--angle", ".1", "--failure", ".01", "--norms", str(path), "--time", "8", "--json"
    )
    assert json.loads(result.output)["coupling"]["measured"] == 4
    path.with_suffix(".txt").write_text("1.0\nfast\n")
    bad = call(
        "budget", "--angle", ".1", "--failure", ".01", "--norms", str(path.with_suffix(".txt")), "--time", "8"
    )
    assert bad.exit_code == 2


def test_montecarlo_writes_a_record_and_agrees(tmp_path: Path) -> None:
    out = str(tmp_path / "results")
    words = [
        "montecarlo",
        "degenerate",
        "--radius",
        ".7",
        "--dims",
        "8:64",
        "--samples",
        "20000",
        "--out",
        out,
    ]
    result = call(*words, "--json")
    rows = json.loads(result.output)
    assert result.exit_code == 0 and [r["d"] for r in rows] == [8, 16, 32, 64]
    (record,) = records.load_all(Path(out))
    assert record.kind == "montecarlo" and record.figures["rows"] == rows
    assert not list(Path(out).glob("*.journal"))
    # a table and a CSV of the same run
    assert "exact law" in call(*words).output
    assert call(*words, "--csv").output.count("\n") == 5


def test_montecarlo_is_the_same_with_workers(tmp_path: Path) -> None:
    base = ["montecarlo", "antipodal", "--dims", "4,8", "--samples", "250000", "--method", "radial", "--json"]
    alone = call(*base, "--out", str(tmp_path / "a")).output
    assert call(*base, "--out", str(tmp_path / "b"), "--workers", "2").output == alone


def test_montecarlo_contradiction_exits_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from phasebound.analysis import laws

    original = laws.log_cap_probability
    monkeypatch.setattr(laws, "log_cap_probability", lambda d, a: original(d, a) + 0.05)
    words = ["montecarlo", "antipodal", "--dims", "4", "--samples", "20000", "--out", str(tmp_path)]
    assert call(*words).exit_code == 1


@pytest.mark.parametrize(
    ("event", "dims"),
    [  # random couplings at d <= 5 take seconds of exact law, which test_mixed covers
        ("settling --time 2", "3,6"),
        ("settling --time 2 --weights 1x5", "6,7"),
        ("disorder --disorder .7", "3,6"),
    ],
)
def test_other_events(event: str, dims: str, tmp_path: Path) -> None:
    words = [
        "montecarlo",
        *event.split(),
        "--dims",
        dims,
        "--samples",
        "300",
        "--out",
        str(tmp_path),
        "--json",
    ]
    result = call(*words)
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_pictures(tmp_path: Path, suffix: str) -> None:
    pytest.importorskip("matplotlib")
    runs = {  # each format once, all pictures as .png
        "samples": "montecarlo degenerate --radius .7 --dims 4:32 --samples 2000 --method radial",
        "curve": "budget --angle .1 --failure 1e-6 --floor 1",
        "failures": "budget --angle .1 --failure 1e-3 --weights 1x2 --time 6",
    }
    chosen = runs if suffix == ".png" else {"curve": runs["curve"]}
    for name, words in chosen.items():
        path = tmp_path / f"{name}{suffix}"
        extra = ["--out", str(tmp_path)] if words.startswith("montecarlo") else []
        result = call(*words.split(), "--plot", str(path), *extra)
        assert result.exit_code == 0, result.output
        assert path.stat().st_size > 2000


def test_law_values_and_enclosures() -> None:
    data = json.loads(call(*["law", "cap", "--dim", "1000", "--angle", ".5", "--json"]).output)
    assert data["log10"] * np.log(10) == pytest.approx(oracle.log_cap_ball(1000, 0.5), rel=1e-12)
    data = json.loads(
        call(*["law", "settling-time", "--from", "2", "--angle", ".1", "--norm", "1", "--json"]).output
    )
    low, high = map(float, data["enclosure"])
    assert low <= data["value"] * (1 + 1e-15) and data["value"] * (1 - 1e-15) <= high
    assert high - low < 1e-15


@pytest.mark.parametrize(
    "words",
    [
        "law cap --dim 8 --angle .5",
        "law finite-time --dim 8 --norm 1 --time 4 --angle .1",
        "law critical-time --norm 2 --angle .1",
        "law settling-std --dim 8 --norm 1",
        "law degenerate --dim 8 --weights 1x5 --radius .7",
        "law degenerate --dim 3 --weights 1,.6,.6 --radius .5",  # a rational number
        "law degenerate --dim 6 --weights 1,.6,.6 --radius .5",  # three anchors
        "law degenerate --dim 500 --weights 1,.6 --radius .5",  # two anchors
        "law degenerate --dim 64 --weights 1,.8,.6,1.2,.9 --radius .7",
        "law degenerate --dim 64 --weights 1,.8,.6,1.2,.9 --radius 5",  # certain
        "law degenerate --dim 64 --weights 3,1,.5 --radius 1",  # certainly not
        "law degenerate --dim 12 --weights 2 --radius 1",
    ],
)
def test_values_lie_in_their_enclosures(words: str) -> None:
    pytest.importorskip("phasebound.proofs.enclosure.kluyver")
    data = json.loads(call(*words.split(), "--json").output)
    low, high = map(float, data["enclosure"])
    assert low * (1 - 1e-12) <= data["value"] <= high * (1 + 1e-12)
    assert high - low <= 1e-9 * high


def test_an_enclosure_of_few_bits_and_none() -> None:
    """d = 2: the proved tail allows few digits. Beyond all routes: an estimate, and it says so."""
    pytest.importorskip("phasebound.proofs.enclosure.kluyver")
    data = json.loads(
        call(*["law", "degenerate", "--dim", "2", "--weights", "1x6", "--radius", ".7", "--json"]).output
    )
    low, high = map(float, data["enclosure"])
    assert low <= data["value"] <= high and high - low < 1e-3 and "proved tail" in data["enclosed by"]
    words = "law degenerate --dim 4096 --weights 1x5 --radius .7"
    data = json.loads(call(*words.split(), "--json").output)
    assert data["enclosure"] is None and "enclosed by" not in data
    assert data["estimated relative error (not rigorous)"] < 1e-6
    assert "no rigorous enclosure" in call(*words.split()).output


def test_enclosures_beyond_the_float_range() -> None:
    pytest.importorskip("phasebound.proofs.enclosure.caps")
    data = json.loads(call(*["law", "cap", "--dim", "1000000", "--angle", "1e-9", "--json"]).output)
    low, high = map(float, data["enclosure of log10"])
    assert data["log10"] == pytest.approx(low, rel=1e-12) and low <= high


def test_rounding_is_outward() -> None:
    from flint import arb

    third = arb(1) / 3
    low, high = commands.ball_bounds(lambda: third, 5) or ("", "")
    assert (low, high) == ("0.33333", "0.33334")


def test_probabilities_as_text() -> None:
    assert commands.probability(-1.0) == "0.1"
    assert commands.probability(float("-inf")) == "0"
    assert commands.probability(-1345.5) == "3.16e-1346"


def test_imports_are_light() -> None:
    """Registering the commands imports neither numpy, scipy nor matplotlib."""
    import subprocess
    import sys

    heavy = "{'numpy', 'scipy', 'rich', 'matplotlib', 'torch'}"
    code = f"import sys, phasebound.analysis.commands; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
