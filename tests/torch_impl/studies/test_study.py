"""Studies: records, what is missing, and verdicts that can come out either way."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file

from phasebound.analysis import records
from phasebound.analysis.estimate import Estimate
from phasebound.torch_impl.studies import exponent, robustness, study, weights
from phasebound.torch_impl.studies.weights import Checkpoint, Missing
from phasebound.torch_impl.tables import fits
from phasebound.torch_impl.train import write_tensors

Fresh = Callable[[Checkpoint], Path]


def tiny(name: str) -> study.Study:
    """A study of the agreement networks on the two seeds of the smoke budget."""
    whole = study.load(name)
    return replace(
        whole,
        checkpoints=tuple(
            c._replace(budget="smoke") if c.table == "sva" else c for c in whole.checkpoints if c.seed < 2
        ),
    )


def test_every_study_names_checkpoints_that_its_tables_have() -> None:
    for name in study.NAMES:
        loaded = study.load(name)
        assert loaded.name == name
        assert len(set(loaded.checkpoints)) == len(loaded.checkpoints)
        assert loaded.checkpoints or name == "exponent"
        assert set(loaded.configuration) == set(loaded.smoke)
        for checkpoint in loaded.checkpoints:
            weights.arm_of(*checkpoint)
    with pytest.raises(ValueError, match="no study 'foo'; there are kws_net"):
        study.load("foo")


def test_pieces_come_from_the_whole_split() -> None:
    pieces = torch.arange(10)
    assert study.evenly(pieces, 3).tolist() == [0, 3, 6]
    assert study.evenly(pieces, 10).tolist() == pieces.tolist()
    with pytest.raises(ValueError, match="11 pieces of 10"):
        study.evenly(pieces, 11)


def test_a_claim_needs_a_rule() -> None:
    with pytest.raises(ValueError, match="a claim needs a rule"):
        replace(study.load("robustness"), rule=None)
    with pytest.raises(ValueError, match="a rule a claim"):
        replace(study.load("robustness"), claim=None)


def test_a_record_names_its_weights_and_reads_back(kept: Path, tmp_path: Path) -> None:
    written = study.run(tiny("sva_net"), tmp_path, smoke=True, folder=kept)
    record = records.read(tmp_path / "study-sva-net.json")
    assert record == written
    assert (record.kind, record.claim, record.verdict, record.smoke) == ("training-run", None, None, True)
    assert record.budget["ratio"] == pytest.approx(20 / 12_500)
    files = record.configuration["checkpoints"]
    assert len(files) == 4
    for file, digest in files.items():
        assert digest == weights.sha256(Checkpoint("sva", "smoke", *parsed(file)), kept)
    row = record.figures["oscillator"]
    assert row["seeds"] == [0, 1]
    for name in ("trained", "untrained"):
        by_seed = row["attention"][name]["by_seed"]
        counts = [sum(f["all"][g]["n"] for g in ("right", "wrong") if f["all"][g]) for f in by_seed]
        answered = [
            sum(f["answerable"][g]["n"] for g in ("right", "wrong") if f["answerable"][g]) for f in by_seed
        ]
        assert counts == [1153, 1153]
        assert answered == [1153 - 54, 1153 - 54]  # 30 fish and 24 deer
    assert "tails" not in record.figures["softmax"]
    assert row["tails"]["trained"][0] != row["tails"]["untrained"][0]


def parsed(file: str) -> tuple[str, int]:
    _, _, *arm, seed = file.removesuffix(".safetensors").split("-")
    return "-".join(arm), int(seed)


def test_a_study_without_its_checkpoints_leaves_nothing(kept: Path, tmp_path: Path) -> None:
    with pytest.raises(Missing, match=r"sva-full-softmax-published-0\.safetensors is not here"):
        study.run(study.load("sva_net"), tmp_path / "out", smoke=True, folder=kept)
    with pytest.raises(Missing, match="is not here"):
        study.run(study.load("robustness"), tmp_path / "out", smoke=True, folder=tmp_path)
    assert not (tmp_path / "out").exists()


def test_robustness_rules_on_the_tasks_at_hand_and_says_which(kept: Path, tmp_path: Path) -> None:
    record = study.run(tiny("robustness"), tmp_path, smoke=True, folder=kept)
    assert record.claim == "osc.robustness"
    assert record.kind == "study"
    assert set(record.figures["tasks"]) == {"sva"}
    assert record.figures["missing"] == [
        "kws-small-oscillator-none-0.safetensors",
        "wikitext2-small-osc-8-0.safetensors",
    ]
    task = record.figures["tasks"]["sva"]
    assert set(task["device"]) == {"coupling", "state", "settling", "disorder"}
    assert set(task["published"]) == {"coupling", "state", "settling"}
    assert task["verdict"] in records.VERDICTS
    assert record.verdict in ("inconclusive", "not-supported")  # two tasks are missing


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (["supported", "supported", "supported"], "supported"),
        (["supported", "supported"], "inconclusive"),  # a task is missing
        (["supported", "supported", "inconclusive"], "inconclusive"),
        (["not-supported", "supported"], "not-supported"),
    ],
)
def test_the_least_favourable_task_decides(said: list[str], wanted: str) -> None:
    tasks = dict(zip(robustness.PUBLISHED, ({"verdict": v} for v in said), strict=False))
    assert robustness.rule({"tasks": tasks}) == wanted


def test_the_published_runs_exclude_one_half_from_both_sides(tmp_path: Path) -> None:
    record = study.run(study.load("exponent"), tmp_path, smoke=True)
    assert record.kind == "experiment"
    wt2, ts = (record.figures["corpora"][c] for c in ("wt2", "ts"))
    assert wt2["exponent"]["interval"][1] < 0.5 < ts["exponent"]["interval"][0]
    assert wt2["held_out"]["predicted"] == pytest.approx(2.64, abs=0.005)  # as published
    assert ts["held_out"]["predicted"] == pytest.approx(0.297, abs=0.0005)


def test_each_corpus_has_planted_runs_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[list[float]] = []

    def keep(base: list[float], _: fits.Runs) -> Estimate:
        drawn.append(base)
        return Estimate(0.5, 0.1, (0.4, 0.6), 5, 0, "linear", 0.95)

    monkeypatch.setattr(fits, "published_runs", lambda _: ([1.0, 2.0, 3.0], {2: [5.0, 6.0], 4: [4.0, 4.5]}))
    monkeypatch.setattr(fits, "fit", keep)
    for corpus in fits.PUBLISHED:
        assert exponent.control(corpus, planted=1, seed=0) == 1.0
    assert drawn[0] != drawn[1]


@pytest.mark.parametrize(
    ("fitted", "covered", "wanted"),
    [
        ((0.45, 0.55), 0.9, "supported"),
        ((0.38, 0.46), 0.9, "not-supported"),
        ((0.30, 0.60), 0.9, "inconclusive"),  # too wide to say anything
        ((0.10, 0.40), 0.9, "inconclusive"),
        ((0.38, 0.46), 0.7, "inconclusive"),  # the method is off
    ],
)
def test_the_rule_on_published_exponents(fitted: tuple[float, float], covered: float, wanted: str) -> None:
    fine = {"exponent": {"interval": (0.48, 0.52)}, "planted_covered": 0.95}
    other = {"exponent": {"interval": fitted}, "planted_covered": covered}
    assert exponent.rule({"corpora": {"wt2": fine, "ts": other}}) == wanted


def test_drift_of_untrained_networks_is_not_supported_and_of_falling_rates_is(
    fresh: Fresh, tmp_path: Path
) -> None:
    loaded = study.load("drift")
    for checkpoint in loaded.checkpoints:
        folder = fresh(checkpoint)
    assert study.run(loaded, tmp_path, folder=folder).figures["networks"] == "not-supported"
    for checkpoint in loaded.checkpoints:
        state = load_file(folder / checkpoint.file)
        fallen: dict[str, Any] = {
            n: t * 0.7 ** int(n.split(".")[1]) if n.endswith("attention.rates") else t
            for n, t in state.items()
        }
        assert fallen.keys() == state.keys() and any(n.endswith("attention.rates") for n in state)
        write_tensors(folder / checkpoint.file, fallen)
    record = study.run(loaded, tmp_path, folder=folder)
    assert record.figures["networks"] == "supported"
    assert record.verdict == "inconclusive"  # of so short a training nothing is said


@pytest.mark.usefixtures("real")
def test_coherence_of_an_untrained_network_is_not_supported(fresh: Fresh, tmp_path: Path) -> None:
    whole = study.load("coherence")
    loaded = replace(whole, checkpoints=whole.checkpoints[:1])
    folder = fresh(loaded.checkpoints[0])
    record = study.run(loaded, tmp_path, smoke=True, folder=folder)
    assert record.figures["networks"] == "not-supported"
    assert record.budget["ours"] == pytest.approx(2500 * 16 / (55_000 * 64))
    assert record.budget["ratio"] is None  # the paper's training is not public
    gain = record.figures["seeds"]["0"]["trained_minus_untrained"]["gain"]
    assert all(e["value"] == 0 for e in gain)


@pytest.mark.usefixtures("real")
def test_language_studies_run_on_fresh_networks(fresh: Fresh, tmp_path: Path) -> None:
    loaded = study.load("ode_convergence")
    for checkpoint in (*loaded.checkpoints, Checkpoint("wikitext2", "small", "osc-8-unit", 0)):
        folder = fresh(checkpoint)
    record = study.run(loaded, tmp_path, smoke=True, folder=folder)
    assert record.verdict in records.VERDICTS
    for f in record.figures["trained"].values():
        assert f["control"]["agrees"]
    assert record.figures["trained"] == record.figures["untrained"]  # the same weights, the same starts
    assert set(record.figures["trained"]) == set(record.figures["theirs"]) == {"2", "8", "32"}

    record = study.run(study.load("lm_net"), tmp_path, smoke=True, folder=folder)
    assert record.figures["missing"] == []
    arms = record.figures["arms"]
    unit = arms["osc-8-unit"]["trained"]["ceiling"]["layers"]
    assert all(x["ceiling"]["violations"] == 0 for x in unit)
    assert arms["osc-2"]["trained"]["rank"]["largest_numerical_rank"] <= 3
    assert all(
        x["disagreements"] == 0 for d in arms["osc-8"]["trained"]["disorder"] for x in d["absolute"].values()
    )
