"""Byte models: bits, the search, intervals and rules."""

import math
import statistics
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor

from phasebound.torch_impl.data import enwik8 as bytes_
from phasebound.torch_impl.tables import enwik8, table
from phasebound.torch_impl.train import Single, TrainConfig, fit

TASK = replace(enwik8.KURAMOTO, width=8, hidden=12, batch_size=2)


@pytest.fixture
def corpus(monkeypatch: pytest.MonkeyPatch) -> None:
    letters = torch.randint(97, 123, (40_000,), generator=torch.Generator().manual_seed(1))
    made = bytes_.split(bytes(letters.tolist()))
    monkeypatch.setattr(enwik8, "text", lambda whole: made)


def uniform(tokens: Tensor) -> Tensor:
    return torch.zeros(*tokens.shape, 256)


@pytest.mark.usefixtures("corpus")
def test_a_uniform_model_has_eight_bits_a_byte() -> None:
    found = TASK.evaluate(uniform, 0, True)
    assert found["valid"] == found["test"] == pytest.approx(8)
    assert len(found["test_segments"]) == (2000 - 1) // 256 // 2
    assert set(TASK.evaluate(uniform, 0, False)) == {"valid_part"}

    def peaked(tokens: Tensor) -> Tensor:  # a control: the right letters, no others
        out = torch.full((*tokens.shape, 256), -40.0)
        out[..., 97:123] = 0
        return out

    assert TASK.evaluate(peaked, 0, True)["test"] == pytest.approx(math.log2(26), abs=1e-6)


@pytest.mark.usefixtures("corpus")
def test_targets_are_the_next_bytes_and_batches_depend_on_seed_and_step() -> None:
    tokens, targets = TASK.batch(0, 0)
    assert tokens.shape == (2, 256)
    assert torch.equal(tokens[:, 1:], targets[:, :-1])
    assert torch.equal(tokens, TASK.batch(0, 0)[0])
    assert not torch.equal(tokens, TASK.batch(0, 1)[0])
    assert not torch.equal(tokens, TASK.batch(1, 0)[0])


@pytest.mark.usefixtures("corpus")
def test_an_interrupted_run_goes_on_to_the_same_bits(tmp_path: Path) -> None:
    task = replace(TASK, values="mixed", frustration=True, batches=1)
    config = TrainConfig(4, 1e-2, optimizer="adamw-fused", evaluate_every=2, save_every=3, device="cpu")
    whole = fit(Single(task, config, 1), task, config, tmp_path / "whole")
    fit(Single(task, config, 1), task, config, tmp_path / "parts", stop=3)
    parts = fit(Single(task, config, 1), task, config, tmp_path / "parts")
    assert parts[0]["log"] == whole[0]["log"]
    same = [(tmp_path / n / "weights-1.safetensors").read_bytes() for n in ("whole", "parts")]
    assert same[0] == same[1]


@pytest.mark.usefixtures("corpus")
@pytest.mark.parametrize("name", ["kuramoto", "transformer-5m"])
def test_a_published_arm_that_is_interrupted_goes_on(name: str, tmp_path: Path) -> None:
    arm = next(a for a in table.plan(enwik8.TABLE, "full").arms if a.name == name)
    config = replace(arm.config, save_every=1, device="cpu")
    task = replace(arm.task, batch_size=2)  # type: ignore[type-var]
    fit(Single(task, config, 0), task, config, tmp_path, stop=1)
    assert fit(Single(task, config, 0), task, config, tmp_path, stop=2)[0]["steps"] == 2


def test_models_are_of_equal_size() -> None:
    count = {name: sum(p.numel() for p in t.model().parameters()) for name, t in enwik8.TASKS.items()}
    for name in ("transformer", *enwik8.VARIANTS, enwik8.CONTROL):
        assert count[name] == pytest.approx(count["kuramoto"], rel=2e-3)
    assert count["kuramoto"] == pytest.approx(1.1e6, rel=1e-2)


def test_both_models_get_the_same_search_before_their_runs() -> None:
    plan = table.plan(enwik8.TABLE, "small")
    points = [a for a in plan.arms if a.name.startswith("search")]
    assert list(plan.arms[: len(points)]) == points
    kinds: list[Any] = [a.task for a in points]
    assert [k.kind for k in kinds].count("kuramoto") == [k.kind for k in kinds].count("transformer") == 6
    for kind in enwik8.MODELS:
        assert enwik8.search_name(kind, *enwik8.CHOSEN[kind]) in {a.name for a in points}
    seeds = {a.name: plan.seeds_of(a) for a in plan.arms}
    assert seeds["kuramoto"] == (0, 1) and seeds["no-ffn"] == (0,) and seeds[points[0].name] == (100,)
    tokens = {a.config.steps * 16 * 256 for a in plan.arms[len(points) :]}
    assert len(tokens) == 1 and tokens.pop() >= 10_000_000


# --- rules --------------------------------------------------------------------------------------------------


def run(valid: float, offset: float = 0.0) -> dict[str, Any]:
    segments = [valid + 0.3 * math.sin(i) + offset + 0.003 * math.sin(7 * i + valid) for i in range(60)]
    return {"valid": valid, "test": sum(segments) / 60, "test_segments": segments, "cpu_seconds": 5.0}


def test_a_difference_covers_text_and_seeds() -> None:
    two = {"kuramoto": {0: run(1.65), 1: run(1.65)}, "transformer": {0: run(1.62), 1: run(1.62)}}
    found = enwik8.difference(two, "kuramoto", "transformer")
    allowance = 1.96 * math.hypot(0.010, 0.004) / math.sqrt(2)
    low, high = found.interval
    assert found.value == pytest.approx(0.03, abs=2e-3)
    assert 2 * allowance < high - low < 2 * allowance + 0.01  # text in pairs: its .3 bits of spread cancel
    one = {a: {0: r[0]} for a, r in two.items()}
    assert enwik8.difference(one, "kuramoto", "transformer").interval[1] > high


def test_the_median_of_the_segments_is_told_beside_the_mean() -> None:
    ours, other = run(1.62), run(1.62)
    ours["test_segments"] = [x - 0.01 for x in other["test_segments"]]
    ours["test_segments"][17] += 3.0  # one page decides the mean
    found: Any = {"kuramoto": {0: ours}, "transformer": {0: other}}
    assert enwik8.difference(found, *enwik8.MODELS).value > 0
    assert statistics.median(enwik8.by_segment(found, *enwik8.MODELS)[1]) == pytest.approx(-0.01)


def test_the_largest_ablation_is_set_against_the_others() -> None:
    found: Any = {"kuramoto": {0: run(1.62)}}
    found |= {f"no-{p}": {0: run(1.62 + size)} for p, size in enwik8.ABLATIONS.items()}
    more = enwik8.TABLE.rulings["kur.ablation-ffn"](found).figures["more_than"]
    assert {p: round(e["value"], 2) for p, e in more.items()} == {"values": 0.02, "gates": 0.18}
    assert set(enwik8.TABLE.parts["kur.ablation-ffn"]) == set(found)
    assert "more_than" not in enwik8.TABLE.rulings["kur.ablation-gates"](found).figures


def search(best: str = "used") -> dict[str, Any]:
    used = [1, 1] if best != "another" else [2, 2]
    found = {"best": [1, 1], "used": used, "points": [{}] * 6}
    return {"kuramoto": found, **({} if best == "one" else {"transformer": found})}


@pytest.mark.parametrize(
    ("interval", "level", "best", "verdict"),
    [
        ((0.0, 0.02), 1.65, "used", "supported"),
        ((-0.09, -0.05), 1.65, "used", "supported"),  # ahead is within .02 too
        ((0.04, 0.06), 1.65, "used", "not-supported"),
        ((0.0, 0.06), 1.65, "used", "inconclusive"),
        ((0.0, 0.02), 2.1, "used", "inconclusive"),  # not trained far enough
        ((0.0, 0.02), 1.65, "another", "inconclusive"),
        ((0.0, 0.02), 1.65, "one", "inconclusive"),  # only one model was searched for
    ],
)
def test_kur_enwik8_1m(interval: Any, level: float, best: str, verdict: str) -> None:
    figures = {"difference": {"interval": interval}, "level": level, "search": search(best)}
    assert enwik8.decide_pair(figures) == verdict


@pytest.mark.parametrize(
    ("median", "interval", "level", "verdict"),
    [
        (-0.004, (-0.03, 0.05), 1.45, "supported"),
        (0.02, (0.005, 0.05), 1.45, "not-supported"),
        (0.02, (-0.03, 0.05), 1.45, "inconclusive"),
        (-0.004, (-0.03, 0.05), 1.7, "inconclusive"),
    ],
)
def test_kur_enwik8_5m(median: float, interval: Any, level: float, verdict: str) -> None:
    figures = {"median": median, "mean": {"interval": interval}, "level": level}
    assert enwik8.decide_large(figures) == verdict


@pytest.mark.parametrize(
    ("interval", "level", "verdict"),
    [
        ((0.2, 0.3), 1.65, "supported"),
        ((0.2, 0.3), 2.1, "inconclusive"),  # after too little training
        ((-0.1, -0.05), 2.1, "inconclusive"),
        ((0.05, 0.1), 1.65, "not-supported"),  # too small
        ((0.6, 0.7), 1.65, "not-supported"),  # too large
        ((-0.1, -0.05), 1.65, "not-supported"),
        ((-0.1, 0.3), 1.65, "inconclusive"),
    ],
)
def test_ablations(interval: Any, level: float, verdict: str) -> None:
    figures = {"increase": {"interval": interval}, "level": level, "claimed": 0.25}
    assert enwik8.decide_ablation(figures) == verdict


@pytest.mark.parametrize(
    ("over_values", "over_gates", "verdict"),
    [
        ((0.01, 0.1), (0.1, 0.2), "supported"),
        ((-0.01, 0.1), (0.1, 0.2), "inconclusive"),
        ((-0.1, -0.01), (0.1, 0.2), "not-supported"),  # learned values cost more
    ],
)
def test_the_largest_ablation_must_be_the_largest(over_values: Any, over_gates: Any, verdict: str) -> None:
    figures = {
        "increase": {"interval": (0.2, 0.3)},
        "level": 1.65,
        "claimed": 0.27,
        "more_than": {"values": {"interval": over_values}, "gates": {"interval": over_gates}},
    }
    assert enwik8.decide_ablation(figures) == verdict


def test_rules_read_results() -> None:
    found: Any = {a: {0: run(1.62), 1: run(1.64)} for a in ("kuramoto", "transformer", *enwik8.LARGE)}
    found |= {f"no-{p}": {0: run(1.62 + size)} for p, size in (enwik8.ABLATIONS | {"ffn": 0.4}).items()}
    for kind in enwik8.MODELS:
        for point in enwik8.grid(kind):
            bits = 2.4 if point == enwik8.CHOSEN[kind] else 2.5
            found[enwik8.search_name(kind, *point)] = {100: run(bits)}
    for claim, rule in enwik8.TABLE.rulings.items():
        wanted = "inconclusive" if claim == "kur.enwik8-5m" else "supported"
        assert rule(found).verdict == wanted, claim
    enwik8.settled(found)
    found[enwik8.search_name("kuramoto", 1.5e-3, 0.5)] = {100: run(2.3)}  # better than the one chosen
    with pytest.raises(ValueError, match=r"search of kuramoto is best .* \[0.0015, 0.5\]"):
        enwik8.settled(found)
    enwik8.settled(
        {a: f for a, f in found.items() if a != enwik8.search_name("kuramoto", 3e-3, 0.5)}
    )  # a part
    ruling = enwik8.TABLE.rulings["kur.enwik8-1m"](found)
    assert ruling.verdict == "inconclusive"
    assert ruling.figures["search"]["kuramoto"]["best"] == [1.5e-3, 0.5]
    assert ruling.figures["search"]["kuramoto"]["cpu_seconds"] == 30


def test_what_was_chosen_is_the_best_of_the_committed_search() -> None:
    small = enwik8.TABLE, "small", table.results_directory()
    searched = enwik8.searched(table.read_results(*small))
    assert set(searched) == set(enwik8.MODELS)
    for kind, found in searched.items():
        assert len(found["points"]) == 6
        assert found["best"] == found["used"] == list(enwik8.CHOSEN[kind])


def test_lines_show_the_first_version(tmp_path: Path) -> None:
    found: Any = {a: {0: run(1.62), 1: run(1.64)} for a in enwik8.MODELS} | {"no-ffn": {0: run(1.9)}}
    lines = {line.what: line for line in enwik8.lines(found)}
    assert lines["kuramoto, valid"].first == 1.637
    assert lines["no-ffn - kuramoto, test"].first == 0.27
    assert "no-gates - kuramoto, test" not in lines
