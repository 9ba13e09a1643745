"""The command line's contract: exit codes, one line for a mistake, JSON, lazy imports."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

PHASEBOUND = [sys.executable, "-m", "phasebound"]


def run(*args: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PHASEBOUND, *args], capture_output=True, text=True, timeout=300, cwd=cwd, check=False
    )


def one_line(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 2, done
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    (line,) = done.stderr.splitlines()
    return line


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "from phasebound.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit as e:\n    assert not e.code\n"
        "heavy = {'sympy', 'numpy', 'torch', 'rich', 'scipy', 'flint', 'mpmath'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "verify" in done.stdout


def test_verify_json_is_the_contract() -> None:
    done = run("verify", "osc.sphere-invariance", "kur.enwik8-5m", "--json")
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)
    assert [r["id"] for r in rows] == ["kur.enwik8-5m", "osc.sphere-invariance"]
    second, first = rows
    assert list(first)[:8] == ["id", "paper", "as_stated", "verdict", "tiers", "parts", "mutants", "seconds"]
    assert first["verdict"] == "proved"
    assert first["tiers"] == {
        "exact": "proved",
        "kernel": first["tiers"]["kernel"],
        "sampled": "supported",
    }
    assert {s for n, s in first["parts"].items() if not n.startswith("kernel: ")} == {"proved"}
    assert first["mutants"]["total"] == first["mutants"]["refuted"] >= 3
    assert second["verdict"] == "not-measured"


def test_strict_fails_on_what_was_not_done() -> None:
    assert run("verify", "kur.enwik8-5m", "--strict").returncode == 1
    assert run("verify", "kur.enwik8-5m").returncode == 0


def test_one_tier_alone_never_proves_a_row_with_other_parts() -> None:
    rows = json.loads(run("verify", "osc.cap-bounds", "--tier", "exact", "--json").stdout)
    assert rows[0]["tiers"]["enclosure"] == "not-run"
    assert rows[0]["verdict"] == "not-run"


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["verify", "osc.sphere-invarience"], ["no claim 'osc.sphere-invarience'", "osc.sphere-invariance"]),
        (["claim", "kur.bound-update"], ["kur.bounded-update"]),
        (["verify", "--tier", "exakt"], ["no tier 'exakt'", "exact"]),
        (["verify", "--jobs", "0"], ["0"]),
        (["claims", "--paper", "C"], ["'A', 'B'"]),
        (["claims", "--verdict", "true"], ["proved-amended"]),
        (["replay", "no-such-folder"], ["no such folder"]),
        (["replay", "."], ["no certificates"]),
        (["verify", "--certificates", "/proc/nowhere"], ["cannot write to /proc/nowhere"]),
        (["graph", "--out", "/proc/nowhere/x.svg"], ["cannot write"]),
        (["no-such-command"], ["no-such-command"]),
        (["verify", "--no-such-option"], ["no-such-option"]),
    ],
    ids=lambda x: " ".join(x) if isinstance(x, list) and x and x[0].islower() else "",
)
def test_a_mistake_gets_one_line_and_exit_2(args: list[str], words: list[str], tmp_path: Path) -> None:
    line = one_line(run(*args, cwd=tmp_path))
    for word in words:
        assert word in line


def test_certificates_are_written_and_replay(tmp_path: Path) -> None:
    done = run("verify", "osc.sphere-invariance", "--certificates", str(tmp_path / "out"))
    assert done.returncode == 0, done.stderr
    replayed = run("replay", str(tmp_path / "out"))
    assert replayed.returncode == 0, replayed.stderr
    assert replayed.stdout.startswith("1 certificates replayed")
    path = tmp_path / "out" / "osc.sphere-invariance.json"
    path.write_text(path.read_text().replace('"3"', '"0"'))
    assert "does not refute it" in one_line(run("replay", str(tmp_path / "out")))


def test_claim_shows_source_statement_proof_and_mutants() -> None:
    out = run("claim", "osc.sphere-invariance").stdout
    for words in (
        "the source says [S:",
        "tangent on the sphere: proved",
        "given  unit:",
        "mutant without unit: false at",
    ):
        assert words in out
    page = json.loads(run("claim", "osc.sphere-invariance", "--json").stdout)
    assert page["parts"][0]["latex"]


def test_graph_is_svg(tmp_path: Path) -> None:
    out = tmp_path / "graph.svg"
    assert run("graph", "--out", str(out)).returncode == 0
    import xml.etree.ElementTree as ET

    assert ET.parse(out).getroot().tag.endswith("svg")


def test_claims_and_doctor_and_kills_and_version() -> None:
    ids = [c["id"] for c in json.loads(run("claims", "--json").stdout)]
    assert len(ids) == len(set(ids)) == 81
    assert all(c["paper"] == "A" for c in json.loads(run("claims", "--paper", "A", "--json").stdout))
    assert {d["tier"] for d in json.loads(run("doctor", "--json").stdout)} == {
        "exact",
        "enclosure",
        "kernel",
        "sampled",
        "trained",
    }
    assert run("kills").returncode == 0
    assert run("--version").stdout.startswith("phasebound, version ")


def test_without_coq_the_kernel_tier_says_how_to_get_it(tmp_path: Path) -> None:
    done = subprocess.run(
        [*PHASEBOUND, "verify", "osc.lyapunov", "--tier", "kernel", "--json"],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": str(tmp_path), "HOME": str(tmp_path)},
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)[0]["tiers"]["kernel"] == "not-run"
    assert "apt-get install --no-install-recommends coq" in done.stderr
