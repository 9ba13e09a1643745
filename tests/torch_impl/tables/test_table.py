"""The mechanism of tables: jobs, records, going on, and what it refuses."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from phasebound.analysis import records
from phasebound.torch_impl.ensemble import train_ensemble
from phasebound.torch_impl.tables import BUDGETS, sva, table
from phasebound.torch_impl.train import TrainConfig, TrainJob


def seconds_apart(figures: dict[str, Any]) -> dict[str, Any]:
    cost = ("seconds", "cpu_seconds", "commit")
    return {k: v for k, v in figures.items() if k not in cost}


@pytest.fixture(scope="module")
def smoke(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("smoke")
    table.run(sva.TABLE, "smoke", out=folder)
    return folder


def test_a_run_leaves_one_record_an_arm_and_one_a_ruling(smoke: Path) -> None:
    found = {r.id: r for r in records.load_all(smoke)}
    arms = [a.name for a in table.plan(sva.TABLE, "smoke").arms]
    assert set(found) == {*(f"sva-smoke-{a}" for a in arms), "sva-smoke-osc-sva"}
    assert all(r.smoke for r in found.values())
    ruling = found["sva-smoke-osc-sva"]
    assert (ruling.claim, ruling.kind) == ("osc.sva", "training")
    assert ruling.verdict in records.VERDICTS
    assert ruling.budget["ratio"] == pytest.approx(2 / 50 * 20 / 12_500)
    assert all(r.claim is None for id, r in found.items() if id != ruling.id)


def test_a_seed_alone_has_the_figures_of_its_group(smoke: Path, tmp_path: Path) -> None:
    table.run(sva.TABLE, "smoke", out=tmp_path, arms=["oscillator-corrected"], seeds=[1])
    (path,) = tmp_path.glob("*.json")
    alone = records.read(path).figures["seeds"]
    together = records.read(smoke / path.name).figures["seeds"]
    assert set(alone) == {"1"}
    assert seconds_apart(alone["1"]) == seconds_apart(together["1"])
    assert alone["1"]["curve"] != together["0"]["curve"]


def test_seeds_that_a_clean_record_holds_are_not_trained_again(
    smoke: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "source_state", lambda: ("abc", False))
    options: dict[str, Any] = {"out": tmp_path, "arms": ["softmax-published"]}
    table.run(sva.TABLE, "smoke", seeds=[0], **options)
    (tmp_path / "sva-smoke.journal").unlink()

    def called(**arguments: Any) -> Any:
        asked.append(arguments["seeds"])
        return table.train_group(**arguments)

    asked: list[list[int]] = []
    real = table.run_jobs

    def watched(jobs: Any, **rest: Any) -> Any:
        return real([replace(job, task=called) for job in jobs], **rest)

    monkeypatch.setattr(table, "run_jobs", watched)
    table.run(sva.TABLE, "smoke", **options)
    assert asked == [[1]]
    seeds = records.read(tmp_path / "sva-smoke-softmax-published.json").figures["seeds"]
    wanted = records.read(smoke / "sva-smoke-softmax-published.json").figures["seeds"]
    assert {s: seconds_apart(f) for s, f in seeds.items()} == {s: seconds_apart(f) for s, f in wanted.items()}


def test_seeds_of_a_dirty_tree_are_trained_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "source_state", lambda: ("abc", True))
    options: dict[str, Any] = {"out": tmp_path, "arms": ["softmax-published"], "seeds": [0]}
    table.run(sva.TABLE, "smoke", **options)
    (tmp_path / "sva-smoke.journal").unlink()
    jobs: list[Any] = []
    real = table.run_jobs
    monkeypatch.setattr(table, "run_jobs", lambda js, **rest: jobs.extend(js) or real(js, **rest))
    table.run(sva.TABLE, "smoke", **options)
    assert len(jobs) == 1


def test_a_record_stays_as_it_is_unless_a_seed_is_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says on which machine its seeds were trained, not where the table was ruled on again."""
    monkeypatch.setattr(records, "source_state", lambda: ("abc", False))
    options: dict[str, Any] = {"out": tmp_path, "arms": ["softmax-published"]}
    here = records.machine()
    monkeypatch.setattr(records, "machine", lambda: here | {"processor": "first"})
    (path,) = table.run(sva.TABLE, "smoke", seeds=[0], **options)
    before = path.read_bytes()
    monkeypatch.setattr(records, "machine", lambda: here | {"processor": "second"})
    assert table.run(sva.TABLE, "smoke", seeds=[0], **options) == [path]
    assert path.read_bytes() == before
    table.run(sva.TABLE, "smoke", **options)
    seeds = records.read(path).figures["seeds"]
    assert [seeds[s]["processor"] for s in ("0", "1")] == ["first", "second"]


def test_a_ruling_stays_as_it_is_unless_it_says_something_else(
    smoke: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "source_state", lambda: ("abc", False))
    (ruling,) = (r for p in smoke.glob("*.json") if (r := records.read(p)).claim == "osc.sva")
    first = replace(ruling, command="first", dirty=False)
    path = table.stored(first, tmp_path)
    assert table.stored(replace(first, command="second"), tmp_path) == path
    assert records.read(path).command == "first"
    other = next(v for v in records.VERDICTS if v != ruling.verdict)
    table.stored(replace(first, command="second", verdict=other), tmp_path)
    assert records.read(path).command == "second"
    table.stored(replace(first, command="third", dirty=True), tmp_path)
    table.stored(replace(first, command="fourth"), tmp_path)  # what a changed tree said is made anew
    assert records.read(path).command == "fourth"
    path.write_text(path.read_text()[:100])
    table.stored(replace(first, command="fifth"), tmp_path)
    assert records.read(path).command == "fifth"


def test_an_interrupted_group_goes_on_to_the_same_figures(smoke: Path, tmp_path: Path) -> None:
    from phasebound.torch_impl.ensemble import Ensemble
    from phasebound.torch_impl.train import fit

    arm = table.plan(sva.TABLE, "smoke").arms[0]
    folder = tmp_path / "training" / "sva" / f"{arm.name}-{table.identity(arm)}" / "ensemble-0-2"
    with table.one_thread():
        fit(Ensemble(arm.task, arm.config, (0, 1)), arm.task, arm.config, folder, stop=9)
    table.run(sva.TABLE, "smoke", out=tmp_path, arms=[arm.name])
    got = records.read(tmp_path / f"sva-smoke-{arm.name}.json").figures["seeds"]
    want = records.read(smoke / f"sva-smoke-{arm.name}.json").figures["seeds"]
    assert {s: seconds_apart(f) for s, f in got.items()} == {s: seconds_apart(f) for s, f in want.items()}


def test_records_of_another_configuration_are_stale(smoke: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(table.read_results(sva.TABLE, "smoke", smoke)) == {
        a.name for a in table.plan(sva.TABLE, "smoke").arms
    }
    changed = replace(sva.TABLE, protocol=sva.TABLE.protocol + 1)
    with pytest.raises(ValueError, match="another protocol"):
        table.read_results(changed, "smoke", smoke)


def test_records_of_a_part_rule_on_nothing(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no complete records of sva here"):
        table.finished(sva.TABLE, tmp_path)
    table.run(sva.TABLE, "smoke", out=tmp_path, arms=["softmax-published"])
    assert [r.claim for r in records.load_all(tmp_path)] == [None]
    budget, found = table.finished(sva.TABLE, tmp_path)
    assert (budget, set(found)) == ("smoke", {"softmax-published"})
    assert table.heading(sva.TABLE, budget, found).endswith("; so far 1 of 4 arms")
    with pytest.raises(ValueError, match="no complete records of sva, budget full, here"):
        table.finished(sva.TABLE, tmp_path, "full")


def test_an_arm_without_some_of_its_seeds_is_not_there(smoke: Path, tmp_path: Path) -> None:
    everything = {a.name for a in table.plan(sva.TABLE, "smoke").arms}
    for path in smoke.glob("*.json"):
        record = records.read(path)
        if record.claim is None and "oscillator-corrected" in path.name:
            seeds = {"0": record.figures["seeds"]["0"]}
            record = replace(record, figures={"seeds": seeds})
        records.write(record, tmp_path)
    assert set(table.finished(sva.TABLE, smoke)[1]) == everything
    assert set(table.finished(sva.TABLE, tmp_path)[1]) == everything - {"oscillator-corrected"}


def test_a_complete_budget_is_shown_before_a_larger_one_in_part(smoke: Path, tmp_path: Path) -> None:
    for path in [*smoke.glob("*.json"), table.results_directory() / "sva-full-softmax-published.json"]:
        records.write(records.read(path), tmp_path)
    assert table.finished(sva.TABLE, tmp_path)[0] == "smoke"
    assert table.finished(sva.TABLE, tmp_path, "full")[0] == "full"
    (tmp_path / "sva-smoke-softmax-published.json").unlink()
    assert table.finished(sva.TABLE, tmp_path)[0] == "full"


@pytest.mark.parametrize("name", table.NAMES)
def test_lines_of_a_part_are_lines_of_the_whole(name: str) -> None:
    """Whatever arm is missing, the other lines stay; their figures too, but for language models, where arms
    share a variance."""
    loaded = table.load(name)
    for budget in BUDGETS:
        found = table.read_results(loaded, budget, table.results_directory())
        whole = {line.what: line for line in loaded.lines(found)}
        for left_out in found:
            rest = {
                line.what: line for line in loaded.lines({a: f for a, f in found.items() if a != left_out})
            }
            assert rest.keys() <= whole.keys()
            assert name in ("wikitext2", "tinystories") or rest.items() <= whole.items()


def test_a_claim_is_ruled_on_when_its_arms_are_complete(tmp_path: Path) -> None:
    """Also with arms that have seeds of their own; the budget is that of the arms it needs."""
    whole = table.plan(sva.TABLE, "smoke")
    arms = (replace(whole.arms[0], seeds=(3, 4, 5)), *whole.arms[1:])
    name = arms[0].name
    part = replace(
        sva.TABLE,
        plan=lambda budget: replace(whole, arms=arms),
        rulings={"osc.sva": lambda found: table.Ruling("inconclusive", {"arms": sorted(found)})},
        parts={"osc.sva": (name,)},
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table, "load", lambda name: part)
        assert len(table.run(part, "smoke", arms=[name], seeds=[3], out=tmp_path)) == 1
        table.run(part, "smoke", arms=[name], out=tmp_path)
    found = {r.id: r for r in records.load_all(tmp_path)}
    assert set(found[f"sva-smoke-{name}"].figures["seeds"]) == {"3", "4", "5"}
    ruling = found["sva-smoke-osc-sva"]
    assert ruling.figures["arms"] == [name]
    assert ruling.budget["ratio"] == pytest.approx(3 / 50 * 20 / 12_500)
    assert len(ruling.configuration["arms"]) == 1


def test_what_a_run_costs_is_kept_over_interruptions(tmp_path: Path) -> None:
    from phasebound.torch_impl.train import Single, fit

    task = sva.AgreementTask("softmax", "corrected")
    config = TrainConfig(steps=4, learning_rate=1e-3, save_every=1, device="cpu")
    spent = [
        fit(Single(task, config, 0), task, config, tmp_path, stop)[0]["spent"]["cpu"]
        for stop in (2, None, None)
    ]
    assert 0 < spent[0] < spent[1] == spent[2]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"arms": ["hardmax"]}, "no arm 'hardmax'; the arms are softmax-published"),
        ({"seeds": [2]}, "seed 2 is not in this budget; its seeds are 0, 1"),
    ],
)
def test_what_the_plan_does_not_have_is_refused(
    options: dict[str, Any], message: str, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=message):
        table.run(sva.TABLE, "smoke", out=tmp_path, **options)
    assert not list(tmp_path.iterdir())


def test_what_others_rest_on_is_trained_first_and_checked(tmp_path: Path) -> None:
    whole = table.plan(sva.TABLE, "smoke")
    names = [arm.name for arm in whole.arms]
    seen: list[set[str]] = []

    def settled(found: table.Results) -> None:
        seen.append(set(found))
        if len(seen) == 1:
            raise ValueError("another setting is better")

    part = replace(sva.TABLE, plan=lambda budget: whole, rulings={}, first=(names[-1],), settled=settled)
    options: dict[str, Any] = {"arms": [names[0], names[-1]], "out": tmp_path}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table, "load", lambda name: part)
        with pytest.raises(ValueError, match="another setting is better"):
            table.run(part, "small", **options)
        assert seen == [{names[-1]}]
        (journal,) = tmp_path.glob("*.journal")
        kept = journal.read_text()
        assert names[-1] in kept and names[0] not in kept  # nothing lost, nothing wasted
        assert len(table.run(part, "small", **options)) == 2
        assert journal.read_text().startswith(kept)
        table.run(part, "small", arms=[names[-1]], out=tmp_path / "alone")
        assert len(seen) == 2  # no other arm rests on it here
        table.run(part, "smoke", out=tmp_path / "smoke", arms=options["arms"])
        assert len(seen) == 2


def test_seeds_in_words() -> None:
    assert table._listed([0, 1, 2, 5, 100, 101]) == "0 to 2, 5, 100, 101"
    assert table._listed([3]) == "3"


def test_unknown_names_are_refused() -> None:
    with pytest.raises(ValueError, match="no table 'foo'"):
        table.load("foo")
    with pytest.raises(ValueError, match="no budget 'huge'"):
        table.plan(sva.TABLE, "huge")


def test_every_table_has_three_budgets_and_names_its_arms_once() -> None:
    for name in table.NAMES:
        loaded = table.load(name)
        assert loaded.name == name
        for budget in table.BUDGETS:
            plan = table.plan(loaded, budget)
            names = [a.name for a in plan.arms]
            assert len(set(names)) == len(names)
            sizes = [getattr(a.task, "batch_size", plan.size) for a in plan.arms]  # sequences a step
            assert {plan.size / size for size in sizes} in ({1}, {256})
            json.dumps([a.configuration() for a in plan.arms])
        plans = [table.plan(loaded, budget) for budget in BUDGETS]
        spent = [max(plan.spent(arm) for arm in plan.arms) for plan in plans]
        assert spent[0] < spent[1] <= spent[2]
        assert len({plan.published for plan in plans}) == 1
        if plans[2].published is not None:  # budget full is the published one
            assert {plans[2].spent(arm) for arm in plans[2].arms} == {plans[2].published}


def test_weights_are_kept_and_belong_to_the_model(tmp_path: Path) -> None:
    from safetensors.torch import load_file

    task = sva.AgreementTask("oscillator", "corrected")
    config = TrainConfig(steps=2, learning_rate=1e-3, device="cpu")
    train_ensemble(TrainJob(task, config, str(tmp_path)), (4, 5))
    for seed in (4, 5):
        model = task.model()
        model.load_state_dict(load_file(tmp_path / "ensemble-4-2" / f"weights-{seed}.safetensors"))
        model.eval()
        assert torch.isfinite(model(*task.batch(0, 0)[:3])).all()


def test_a_diverged_run_is_no_figure() -> None:
    with pytest.raises(ValueError, match="nan"):
        table.finite(float("nan"))
