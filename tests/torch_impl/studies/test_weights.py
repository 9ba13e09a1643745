"""Kept checkpoints: the same weights come back, and nothing else does."""

import shutil
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from phasebound.torch_impl.studies import weights
from phasebound.torch_impl.studies.weights import Checkpoint, Missing
from phasebound.torch_impl.tables import table

OURS = Checkpoint("sva", "smoke", "oscillator-published", 1)


def trained_folder(out: Path, checkpoint: Checkpoint) -> Path:
    arm = weights.arm_of(*checkpoint)
    return out / "training" / "sva" / f"{checkpoint.arm}-{table.identity(arm)}"


def test_kept_weights_are_those_of_the_run_in_evaluation_mode(trained: Path, kept: Path) -> None:
    model = weights.load(*OURS, folder=kept)
    (source,) = trained_folder(trained, OURS).glob("*/weights-1.safetensors")
    wanted, got = load_file(source), model.state_dict()
    assert set(wanted) == set(got)
    assert all(torch.equal(wanted[n], got[n]) for n in wanted)
    assert not any(m.training for m in model.modules())
    assert not list(kept.glob("*.part"))


def test_the_untrained_network_is_the_seeds_own(kept: Path) -> None:
    first, again, other = (weights.untrained("sva", "smoke", OURS.arm, s).state_dict() for s in (1, 1, 0))
    assert all(torch.equal(first[n], again[n]) for n in first)
    name = "embedding.weight"
    assert not torch.equal(first[name], other[name])
    assert not torch.equal(first[name], weights.load(*OURS, folder=kept).state_dict()[name])


def test_a_missing_checkpoint_is_told_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(Missing) as told:
        weights.load(*OURS, folder=tmp_path)
    line = str(told.value)
    assert "\n" not in line
    assert "sva-smoke-oscillator-published-1.safetensors is not here" in line
    assert "phasebound reproduce sva --budget smoke --arms oscillator-published --seeds 1" in line


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        (OURS._replace(table="foo"), "no table 'foo'"),
        (OURS._replace(budget="huge"), "no budget 'huge'"),
        (OURS._replace(arm="hardmax"), "no arm 'hardmax'"),
        (OURS._replace(seed=2), "has no seed 2 in budget smoke; its seeds are 0 to 1"),
    ],
)
def test_what_no_table_has_is_refused(wanted: Checkpoint, message: str, kept: Path) -> None:
    for ask in (weights.load, weights.untrained):
        with pytest.raises(ValueError, match=message):
            ask(*wanted)


def test_damaged_and_foreign_files_are_refused(kept: Path, tmp_path: Path) -> None:
    whole = (kept / OURS.file).read_bytes()
    (tmp_path / OURS.file).write_bytes(whole[:-100])
    with pytest.raises(ValueError, match=r"1\.safetensors is damaged"):
        weights.load(*OURS, folder=tmp_path)
    shutil.copy(kept / OURS._replace(arm="softmax-published").file, tmp_path / OURS.file)
    with pytest.raises(ValueError, match="does not hold the weights of oscillator-published"):
        weights.load(*OURS, folder=tmp_path)


def test_runs_from_before_folders_had_digests_are_found_by_their_owner(trained: Path, tmp_path: Path) -> None:
    old = tmp_path / "training" / "sva" / OURS.arm
    shutil.copytree(trained_folder(trained, OURS), old)
    path = weights.keep(tmp_path, *OURS, folder=tmp_path / "weights")
    assert path.read_bytes() == next(old.glob("*/weights-1.safetensors")).read_bytes()
    with pytest.raises(ValueError, match="belongs to another configuration or budget than full"):
        weights.keep(tmp_path, *OURS._replace(budget="full"), folder=tmp_path / "weights")
    assert [p.name for p in (tmp_path / "weights").iterdir()] == [OURS.file]


def test_an_unfinished_run_and_a_run_of_other_seeds_are_not_kept(trained: Path, tmp_path: Path) -> None:
    home = tmp_path / "training" / "sva" / OURS.arm
    (source,) = trained_folder(trained, OURS).iterdir()
    shutil.copytree(source, home / "ensemble-1-2")  # says seeds 1 and 2, trained 0 and 1
    with pytest.raises(ValueError, match="belongs to another configuration"):
        weights.keep(tmp_path, *OURS, folder=tmp_path)
    (home / "ensemble-1-2" / "state.safetensors").write_bytes(b"none")
    with pytest.raises(ValueError, match=r"state\.safetensors of ensemble-1-2 is damaged"):
        weights.keep(tmp_path, *OURS, folder=tmp_path)
    shutil.rmtree(home / "ensemble-1-2")
    with pytest.raises(Missing, match="no training of oscillator-published, seed 1"):
        weights.keep(tmp_path, *OURS, folder=tmp_path)


def test_a_file_that_does_not_load_leaves_the_kept_one(trained: Path, tmp_path: Path) -> None:
    weights.keep(trained, *OURS, folder=tmp_path)
    before = (tmp_path / OURS.file).read_bytes()
    run = tmp_path / "run" / "training" / "sva" / OURS.arm
    shutil.copytree(trained_folder(trained, OURS), run)
    (bad,) = run.glob("*/weights-1.safetensors")
    save_file({"embedding.weight": torch.zeros(1)}, bad)
    with pytest.raises(ValueError, match="does not hold the weights"):
        weights.keep(tmp_path / "run", *OURS, folder=tmp_path)
    assert (tmp_path / OURS.file).read_bytes() == before
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize(
    ("checkpoint", "wanted"),
    [
        (("kws", "small", "oscillator-none", 0), 1500 / 14_400),
        (("sva", "full", "softmax-published", 0), 1.0),
        (("wikitext2", "small", "osc-8", 0), 2 / 30),
        (("enwik8", "small", "kuramoto", 0), 2500 * 16 / (55_000 * 64)),
    ],
)
def test_the_share_of_the_published_training(checkpoint: tuple[str, str, str, int], wanted: float) -> None:
    assert weights.share(*checkpoint) == pytest.approx(wanted)
