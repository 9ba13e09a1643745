"""Word models: what is predicted and counted, causality, resuming, rules, and the published lines."""

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn
from torch.nn import functional as F

from phasebound.torch_impl import KuramotoLM, RotaryLM, TokenLM
from phasebound.torch_impl.data.vocabulary import BOS, EOS, PAD
from phasebound.torch_impl.data.wikitext2 import chunks as cut
from phasebound.torch_impl.tables import language, table, tinystories, wikitext2
from phasebound.torch_impl.tables.language import WordTask, losses, perplexity, spec
from phasebound.torch_impl.train import Single, TrainConfig, fit
from phasebound.torch_impl.transformer import next_token_loss

WORDS = 11


def word_model(**other: Any) -> TokenLM:
    return TokenLM(WORDS, spec(3, 9, **other), embed_dim=8, hidden=12).double().eval()


# --- the loss and the perplexities --------------------------------------------------------------------------


def test_the_loss_is_the_mean_over_targets_that_are_not_padding() -> None:
    head = nn.Linear(8, WORDS).double()
    x = torch.randn(70, 9, 8, dtype=torch.float64, requires_grad=True)  # 630 rows: more than one piece
    targets = torch.randint(1, WORDS, (70, 9))
    targets[::3, 5:] = PAD
    inputs = [x, head.weight, head.bias]
    ours = next_token_loss(x, head, targets, "mean")
    flat = F.cross_entropy(head(x).flatten(0, 1), targets.flatten(), ignore_index=PAD)
    torch.testing.assert_close(ours, flat)
    for a, b in zip(torch.autograd.grad(ours, inputs), torch.autograd.grad(flat, inputs), strict=True):
        torch.testing.assert_close(a, b)
    rows = next_token_loss(x, head, targets, "none")
    assert (rows[targets == PAD] == 0).all()
    torch.testing.assert_close(rows.sum() / (targets != PAD).sum(), ours)
    assert not torch.isclose(ours, F.cross_entropy(head(x).flatten(0, 1), targets.flatten()))  # a control
    with pytest.raises(ValueError, match="reduction must be 'mean' or 'none'"):
        next_token_loss(x, head, targets, "sum")


def test_perplexities_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Losses ln 2, ln 8 of two words, 0 of the end token: 16^(1/3) over all, 4 over the words, and 2 over
    words where the second never occurs in the training split."""
    pieces = torch.tensor([[BOS, 5, 6, EOS, PAD]])
    table_ = torch.tensor([0.0, 0, 0, 0, 0, math.log(2), math.log(8)])  # loss of a target
    for train, words in ((pieces, 4), (torch.tensor([[BOS, 5, EOS]]), 2)):
        known = language.Chunks({"train": train, "valid": pieces}, 7)
        monkeypatch.setattr(language, "chunks", lambda name, known=known: known)
        figures = TASK.evaluate(lambda x, mask, y, how: table_[y], 0, True)
        assert figures == {"valid": pytest.approx(16 ** (1 / 3)), "valid_words": pytest.approx(words)}


def test_a_uniform_model_has_the_perplexity_of_its_vocabulary() -> None:
    model = word_model()
    nn.init.zeros_(model.head.weight)
    nn.init.zeros_(model.head.bias)
    pieces = cut(list(torch.randint(4, WORDS, (400,))), 8)
    with torch.no_grad():
        loss, targets = losses(model, pieces)
        assert perplexity(loss, targets != PAD) == pytest.approx(WORDS)
        nn.init.normal_(model.head.bias)
        loss, targets = losses(model, pieces)
        assert perplexity(loss, targets != PAD) != pytest.approx(WORDS, rel=1e-3)


def test_a_diverged_model_is_no_figure() -> None:
    with pytest.raises(ValueError, match="ended with the figure"):
        perplexity(torch.full((1, 2), math.nan), torch.ones(1, 2, dtype=torch.bool))


# --- causality ----------------------------------------------------------------------------------------------

MODELS = {
    "softmax": lambda: TokenLM(WORDS, spec(None, 9), embed_dim=8, hidden=12),
    "free": lambda: word_model(),
    "unit": lambda: word_model(free_anchors=False),
    "exponent 4": lambda: word_model(exponent=4),
    "relu": lambda: word_model(coupling="relu+1e-3"),
    "rotary": lambda: RotaryLM(WORDS, 8, 2, 2, 12),
    **{v: lambda v=v: KuramotoLM(WORDS, 8, 2, 2, 12, values=v) for v in ("circular", "projection")},
    **{
        v: lambda v=v: KuramotoLM(WORDS, 8, 2, 2, 12, values=v, frustration=True)
        for v in ("successor", "mixed")
    },
    "lifted": lambda: KuramotoLM(WORDS, 8, 2, 2, 12, feed_forward="lifted"),
    "no ffn, no gates": lambda: KuramotoLM(WORDS, 8, 2, 2, 12, feed_forward="none", gates=False),
}


@pytest.mark.parametrize("name", MODELS)
def test_no_model_sees_the_future(name: str) -> None:
    model = MODELS[name]().double().eval()
    with torch.no_grad():
        for p in model.parameters():
            p.add_(0.1 * torch.randn_like(p))  # frustration angles start at 0
        tokens = torch.randint(1, WORDS, (3, 9))
        for place in range(9):
            other = tokens.clone()
            other[:, place] = other[:, place] % (WORDS - 1) + 1
            moved = (model(tokens) - model(other)).abs().amax((0, 2))  # [n]
            assert (moved[:place] < 1e-12).all()
            assert moved[place] > 1e-9 and moved[-1] > 1e-9


# --- tasks --------------------------------------------------------------------------------------------------


@pytest.fixture
def corpus(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty chunks a split in the place of every corpus."""
    g = torch.Generator().manual_seed(3)
    splits = {
        s: cut(list(torch.randint(4, WORDS, (320,), generator=g)), 8) for s in ("train", "valid", "test")
    }
    monkeypatch.setattr(language, "chunks", lambda name: language.Chunks(splits, WORDS))


TASK = WordTask("made up", spec(3, 10), 8)


@pytest.mark.usefixtures("corpus")
def test_targets_are_the_next_tokens() -> None:
    tokens, targets = TASK.batch(0, 0)
    assert tokens.shape == targets.shape == (8, 9)
    assert torch.equal(tokens[:, 1:], targets[:, :-1])
    assert (tokens[:, 0] == BOS).all()
    assert not torch.equal(tokens, TASK.batch(0, 1)[0])
    assert not torch.equal(tokens, TASK.batch(1, 0)[0])
    whole = torch.cat([TASK.batch(0, i)[0] for i in range(5)])
    assert len(torch.unique(whole, dim=0)) == 40  # a pass sees every chunk
    assert len(replace(TASK, limit=8).split("valid")) == 8


@pytest.mark.usefixtures("corpus")
def test_an_interrupted_run_goes_on_to_the_same_bits(tmp_path: Path) -> None:
    config = TrainConfig(6, 1e-2, optimizer="adamw-fused", evaluate_every=2, save_every=3, device="cpu")
    whole = fit(Single(TASK, config, 1), TASK, config, tmp_path / "whole")
    fit(Single(TASK, config, 1), TASK, config, tmp_path / "parts", stop=3)
    parts = fit(Single(TASK, config, 1), TASK, config, tmp_path / "parts")
    assert parts[0]["log"] == whole[0]["log"]
    assert set(whole[0]["figures"]) >= {"valid", "valid_words", "test", "test_words"}
    same = [(tmp_path / n / "weights-1.safetensors").read_bytes() for n in ("whole", "parts")]
    assert same[0] == same[1]
    other = fit(Single(TASK, config, 2), TASK, config, None)
    assert other[0]["log"] != whole[0]["log"]


@pytest.mark.usefixtures("corpus")
@pytest.mark.parametrize("name", ["wikitext2", "tinystories"])
def test_a_smoke_run_of_an_arm_and_a_published_arm_that_is_interrupted(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "require_data", lambda whole: None)
    loaded = table.load(name)
    written = table.run(loaded, "smoke", arms=["osc-2"], seeds=[1], out=tmp_path)
    assert [p.name for p in written] == [f"{name}-smoke-osc-2.json"]
    arm = next(a for a in table.plan(loaded, "full").arms if a.name == "osc-4")
    config = replace(arm.config, save_every=1, device="cpu")
    task = replace(arm.task, batch_size=8)  # type: ignore[type-var]
    fit(Single(task, config, 0), task, config, tmp_path / "full", stop=1)
    assert fit(Single(task, config, 0), task, config, tmp_path / "full", stop=2)[0]["steps"] == 2


def test_small_plans_share_one_training_among_what_is_compared() -> None:
    plan = table.plan(wikitext2.TABLE, "small")
    configs = {a.name: a.config for a in plan.arms}
    for claim, arms in wikitext2.TABLE.parts.items():
        assert len({configs[a] for a in arms}) == 1, claim
    assert configs["osc-8"].steps == 2 * 679
    assert configs["osc-8-third-epoch"].steps == 3 * 679
    names = list(configs)
    assert names.index("osc-32") < names.index("softmax-third-epoch") < names.index("osc-8-relu")


# --- rules --------------------------------------------------------------------------------------------------


def results(perplexity: dict[str, list[float]], steps: int) -> dict[str, dict[int, dict[str, Any]]]:
    return {
        arm: {
            s: {
                "step": steps,
                **dict.fromkeys(("valid", "valid_words", "test", "test_words"), x),
                "curve": [{"valid": x + 5, "test": x + 4}, {"valid": x, "test": x}],
            }
            for s, x in enumerate(row)
        }
        for arm, row in perplexity.items()
    }


def seeds(mean: float, count: int = 5, width: float = 0.2) -> list[float]:
    return [mean + width * math.sin(3 * i + mean) for i in range(count)]


CLAIMED = {"softmax": 99.0, "osc-2": 110.1, "osc-8": 105.0, "osc-32": 102.0}


@pytest.mark.parametrize(
    ("change", "part", "verdict"),
    [
        ({}, 1.0, "supported"),
        ({}, 0.5, "supported"),
        ({}, 0.1, "inconclusive"),  # too short a training to speak of the size
        ({"osc-32": 107.0}, 1.0, "not-supported"),  # 8 instead of 2.98
        ({"osc-32": 107.0}, 0.1, "inconclusive"),
        ({"osc-2": 101.0, "osc-32": 102.0}, 1.0, "not-supported"),  # it rises
    ],
)
def test_osc_wikitext2(change: dict[str, float], part: float, verdict: str) -> None:
    runs = {a: seeds(x) for a, x in {**CLAIMED, **change}.items()}
    found = wikitext2.gap_rule(results(runs, int(part * wikitext2.PUBLISHED)))
    assert found.verdict == verdict
    assert found.figures["valid"]["few"]["value"] == pytest.approx(
        sum(runs["osc-2"]) / 5 - sum(runs["softmax"]) / 5
    )


def test_a_gap_between_seeds_that_scatter_is_inconclusive() -> None:
    runs = {a: seeds(x, width=3) for a, x in CLAIMED.items()}
    assert wikitext2.gap_rule(results(runs, wikitext2.PUBLISHED)).verdict == "inconclusive"


@pytest.mark.parametrize(
    ("gaps", "part", "verdict"),
    [((2.3, 0.5), 1.0, "supported"), ((1.5, 0.5), 1.0, "not-supported"), ((2.3, 0.5), 0.01, "inconclusive")],
)
def test_osc_tinystories(gaps: tuple[float, float], part: float, verdict: str) -> None:
    runs = {"softmax": seeds(8.6, width=0.02)}
    runs |= {f"osc-{d}": seeds(8.6 + g, width=0.02) for d, g in zip((2, 32), gaps, strict=True)}
    assert tinystories.gap_rule(results(runs, int(part * tinystories.PUBLISHED))).verdict == verdict


@pytest.mark.parametrize(
    ("relu", "width", "part", "verdict"),
    [
        (105.1, 0.1, 1.0, "supported"),
        (105.1, 0.1, 0.1, "inconclusive"),  # less training hides differences
        (109.0, 0.1, 1.0, "not-supported"),
        (109.0, 0.1, 0.1, "inconclusive"),  # or shows some that pass
        (105.1, 9.0, 1.0, "inconclusive"),
    ],
)
def test_osc_coupling_choice(relu: float, width: float, part: float, verdict: str) -> None:
    runs = {a: seeds(x, 2, width) for a, x in {**CLAIMED, "osc-8-relu": relu}.items()}
    assert wikitext2.coupling_rule(results(runs, int(part * wikitext2.PUBLISHED))).verdict == verdict


@pytest.mark.parametrize(
    ("sharp", "part", "verdict"),
    [
        (100.0, 1.0, "supported"),
        (100.0, 0.1, "inconclusive"),  # or pass
        (111.0, 1.0, "not-supported"),
        (111.0, 0.1, "inconclusive"),  # a gain may come late
    ],
)
def test_osc_sharpening_trained(sharp: float, part: float, verdict: str) -> None:
    runs = {a: seeds(x, 2, 0.1) for a, x in {**CLAIMED, "osc-2-p4": sharp}.items()}
    assert wikitext2.exponent_rule(results(runs, int(part * wikitext2.PUBLISHED))).verdict == verdict


def test_arms_of_another_length_are_not_pooled() -> None:
    runs = results({a: seeds(x, 2, 0.1) for a, x in {**CLAIMED, "osc-8-relu": 105.0}.items()}, 100)
    before = language.log_ratio(runs, "osc-8-relu", "osc-8")
    runs |= results({"softmax-third-epoch": [90.0, 140.0]}, 150)
    assert language.log_ratio(runs, "osc-8-relu", "osc-8") == before
    runs |= results({"softmax-third-epoch": [90.0, 140.0]}, 100)  # a control
    assert language.log_ratio(runs, "osc-8-relu", "osc-8") != before


def test_a_verdict_does_not_depend_on_what_else_was_trained() -> None:
    runs = results({a: seeds(x, 2, 0.1) for a, x in {**CLAIMED, "osc-8-relu": 105.0}.items()}, 100)
    more = runs | results({"osc-8-unit": [90.0, 140.0]}, 100)
    for rule in (wikitext2.gap_rule, wikitext2.coupling_rule):
        assert rule(more) == rule(runs)


# --- lines --------------------------------------------------------------------------------------------------


def test_lines_put_the_published_figures_beside_ours() -> None:
    runs = results({a: seeds(x, 2) for a, x in {**CLAIMED, "osc-8-relu": 105.0}.items()}, 100)
    lines = {line.what: line for line in wikitext2.lines(runs)}
    best = lines["softmax, best epoch on validation"]
    assert best.journal is not None and best.journal.value == pytest.approx(98.99936, abs=1e-5)
    assert best.ours is not None and best.difference is None  # another corpus
    whole = results({"softmax": seeds(CLAIMED["softmax"], 2)}, wikitext2.PUBLISHED)
    assert wikitext2.lines(whole)[0].difference is not None
    gap = lines["gap, d = 2"]
    assert gap.first == 11.09
    assert gap.journal is not None and gap.journal.value == pytest.approx(11.6658, abs=1e-4)
    assert "osc-4, best epoch on validation" not in lines and "exponent 4 : 1, d = 2" not in lines  # not run
    assert lines["ReLU : softplus, d = 8"].ours is not None
    stories = {line.what: line for line in tinystories.lines({})}
    exponent = stories["exponent of the gap"]
    assert exponent.ours is None and exponent.journal is not None
    assert exponent.journal.value == pytest.approx(0.599, abs=5e-4)


def test_the_best_epoch_is_shown_but_not_ruled_on() -> None:
    runs = results({"softmax": [10.0, 12.0]}, 5)
    for f in runs["softmax"].values():
        f["curve"].insert(0, {"valid": 3.0, "test": 40.0})
    assert language.best(runs, "softmax") == [3, 3]
    assert language.best(runs, "softmax", "test") == [40, 40]  # not chosen on test itself
    assert language.values(runs, "softmax") == [10, 12]
