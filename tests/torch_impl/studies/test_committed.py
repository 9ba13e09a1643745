"""The committed checkpoints and the records made of them."""

from pathlib import Path

import pytest

from phasebound.analysis import records
from phasebound.torch_impl.studies import study, weights
from phasebound.torch_impl.studies.robustness import metric
from phasebound.torch_impl.studies.weights import Checkpoint
from phasebound.torch_impl.tables import table

KWS = Checkpoint("kws", "small", "oscillator-none", 0)
STORED = sorted(table.results_directory().glob("study-*.json"))


def test_committed_checkpoints_load_and_are_wanted() -> None:
    wanted = {c.file: c for name in study.NAMES for c in study.load(name).checkpoints}
    files = sorted(weights.committed().iterdir())
    assert files
    assert sum(path.stat().st_size for path in files) < 60e6
    for path in files:
        checkpoint = wanted[path.name]
        if checkpoint.table != "wikitext2":  # its vocabulary needs the corpus
            weights.load(*checkpoint)


@pytest.mark.parametrize("path", STORED, ids=lambda p: p.stem)
def test_records_are_of_the_study_and_of_the_weights_as_they_stand(path: Path) -> None:
    record = records.read(path)
    loaded = study.load(record.configuration["study"])
    made_of = [c for c in loaded.checkpoints if c.file in record.configuration["checkpoints"]]
    current = {
        "study": loaded.name,
        "checkpoints": {c.file: weights.sha256(c) for c in made_of},
        **loaded.configuration,
    }
    assert not record.is_stale(loaded.protocol, current)
    assert record.is_stale(loaded.protocol + 1, current)
    assert not (record.smoke or record.dirty)
    if loaded.rule is not None:
        assert record.figures["networks"] == loaded.rule(record.figures)
        short = any(weights.share(*c) < table.ENOUGH for c in made_of)
        assert record.verdict == ("inconclusive" if short else record.figures["networks"])


@pytest.mark.usefixtures("real")
def test_the_keyword_network_has_the_accuracy_of_its_record() -> None:
    record = records.read(table.results_directory() / "study-kws-net.json")
    accuracy, better = metric(KWS, None)
    assert better == "higher"
    assert accuracy(weights.load(*KWS)) == record.figures["trained"]["accuracy"]
    assert accuracy(weights.untrained(*KWS)) == record.figures["untrained"]["accuracy"] < 20


@pytest.mark.usefixtures("real")
def test_the_keyword_study_runs_on_a_part(tmp_path: Path) -> None:
    record = study.run(study.load("kws_net"), tmp_path, smoke=True)
    assert record.figures["clips"] == 32
    for name in ("trained", "untrained"):
        found = record.figures[name]
        assert found["convergence"][0]["control"]["agrees"]
        assert all(x["disagreements"] == 0 for x in found["disorder"][0]["relative"].values())
        assert found["rank"]["largest_numerical_rank"] <= found["rank"]["bound"] == 3
    assert record.figures["trained"]["tails"] != record.figures["untrained"]["tails"]
