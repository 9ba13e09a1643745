"""``python -m phasebound.torch_impl.studies`` as a user types it."""

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from phasebound.torch_impl.studies import study
from phasebound.torch_impl.studies.__main__ import main
from phasebound.torch_impl.studies.weights import Checkpoint


def typed(*words: object) -> Result:
    return CliRunner().invoke(main, [str(w) for w in words])


def test_everything_without_checkpoints_is_not_run(tmp_path: Path) -> None:
    found = typed("--all", "--smoke", "--weights", tmp_path, "--out", tmp_path / "out")
    assert found.exit_code == 1
    lines = found.output.splitlines()
    assert lines.pop().startswith("exponent: osc.dimension-exponent: ")  # it looks at the published runs
    assert [x.split(": ")[:2] for x in lines] == [[name, "not run"] for name in study.NAMES[:-1]]
    assert all(".safetensors is not here; make it with phasebound reproduce " in x for x in lines)
    assert [p.name for p in (tmp_path / "out").iterdir()] == ["study-exponent.json"]


def test_mistakes_are_one_line(tmp_path: Path) -> None:
    for words, message in (
        ((), "name studies or give --all; there are kws_net"),
        (("foo",), "no study 'foo'"),
        (("drift", "--keep", tmp_path / "none"), "does not exist"),
    ):
        found = typed(*words)
        assert found.exit_code == 2
        assert message in found.output
        assert "Traceback" not in found.output


def test_keeping_and_running(trained: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = study.load("robustness")
    ours = Checkpoint("sva", "smoke", "oscillator-published", 0)
    part = replace(whole, checkpoints=(ours, *whole.checkpoints[2:]))
    monkeypatch.setattr(study, "load", lambda name: part)
    found = typed("robustness", "--keep", trained, "--weights", tmp_path / "weights")
    assert found.exit_code == 1
    assert f"robustness: kept {ours.file}" in found.output
    assert (
        "robustness: no training of osc-8, seed 0, there; make it with phasebound reproduce" in found.output
    )
    found = typed("robustness", "--smoke", "--weights", tmp_path / "weights", "--out", tmp_path / "out")
    assert found.exit_code == 0
    assert "osc.robustness: " in found.output
    assert "counts for nothing" in found.output
    assert "without wikitext2-small-osc-8-0.safetensors, which is not here" in found.output
    assert (tmp_path / "out" / "study-robustness.json").exists()
