"""Training: resumed runs have the bits of uninterrupted ones; seeds do not depend on how they are run."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file
from torch import Tensor, nn

from phasebound.torch_impl.dropout import Dropout, dropout_from
from phasebound.torch_impl.ensemble import Ensemble, measure, run_seeds, train_ensemble
from phasebound.torch_impl.train import (
    Batch,
    Call,
    Single,
    TrainConfig,
    TrainJob,
    epoch_batch,
    fit,
    mask_stream,
    stream_seed,
    train_job,
)
from phasebound.torch_impl.transformer import (
    AttentionSpec,
    FrameClassifier,
    KuramotoLM,
    RotaryLM,
    TokenClassifier,
    TokenLM,
)


@dataclass(frozen=True)
class Toy:
    """Forty made-up examples for each of the models."""

    kind: str

    def model(self) -> nn.Module:
        spec = AttentionSpec("softmax" if "softmax" in self.kind else "oscillator", 2, 3, 12)
        causal = replace(spec, causal=True)
        return {
            "kuramoto": lambda: KuramotoLM(9, 8, 2, 2, 12),
            "rotary": lambda: RotaryLM(9, 8, 2, 2, 12),
            "lm": lambda: TokenLM(9, causal, embed_dim=8, hidden=12),
            "lm softmax": lambda: TokenLM(9, causal, embed_dim=8, hidden=12),
            "classifier": lambda: TokenClassifier(9, spec, embed_dim=8, hidden=12),
            "classifier softmax": lambda: TokenClassifier(9, spec, embed_dim=8, hidden=12),
            "frames": lambda: FrameClassifier(8, 3, spec, embed_dim=8, hidden=12, positions="learned"),
        }[self.kind]().double()

    def data(self) -> Batch:
        g = torch.Generator().manual_seed(5)
        tokens = torch.randint(1, 9, (40, 12), generator=g)
        tokens[::3, 8:] = 0
        if self.kind == "frames":
            return torch.randn(40, 12, 8, generator=g, dtype=torch.float64), tokens[:, 0] % 3
        if self.kind.startswith("classifier"):
            return tokens, torch.full((40,), 4), (tokens[:, 2] > 4).double()
        return tokens[:, :-1], tokens[:, 1:]

    def batch(self, seed: int, step: int) -> Batch:
        at = epoch_batch(40, 16, seed, step)
        return tuple(t[at] for t in self.data())

    def loss(self, model: Call, batch: Batch) -> Tensor:
        if self.kind == "frames":
            return nn.functional.cross_entropy(model(batch[0]), batch[1])
        if self.kind.startswith("classifier"):
            logits = model(batch[0], batch[0] == 0, batch[1])
            return nn.functional.binary_cross_entropy_with_logits(logits, batch[2])
        extra = (batch[0] == 0,) if self.kind.startswith("lm") else ()
        return nn.functional.cross_entropy(model(batch[0], *extra).flatten(0, 1), batch[1].flatten())

    def evaluate(self, model: Call, seed: int, last: bool) -> dict[str, float]:
        return {"valid": float(self.loss(model, self.data()))}


KINDS = ("kuramoto", "rotary", "lm", "lm softmax", "classifier", "classifier softmax", "frames")
CONFIG = TrainConfig(steps=5, learning_rate=1e-2, evaluate_every=2, save_every=2, device="cpu")


def state(folder: Path) -> dict[str, Tensor]:
    return load_file(folder / "state.safetensors")


def same_bits(a: Path, b: Path) -> bool:
    x, y = state(a), state(b)
    return x.keys() == y.keys() and all(torch.equal(x[k], y[k]) for k in x)


def costless(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{k: v for k, v in r.items() if k != "spent"} for r in found]


@pytest.mark.parametrize("kind", KINDS)
def test_a_resumed_run_has_the_same_bits(kind: str, tmp_path: Path) -> None:
    task = Toy(kind)
    whole = fit(Single(task, CONFIG, 3), task, CONFIG, tmp_path / "whole")
    torch.rand(17)  # the global stream plays no part
    for stop in (2, 3, None):
        parts = fit(Single(task, CONFIG, 3), task, CONFIG, tmp_path / "parts", stop)
    assert same_bits(tmp_path / "whole", tmp_path / "parts")
    assert costless(parts) == costless(whole)
    assert all(r["spent"]["cpu"] > 0 for r in parts)
    assert (tmp_path / "whole" / "log.jsonl").read_bytes() == (tmp_path / "parts" / "log.jsonl").read_bytes()
    other = fit(Single(task, CONFIG, 4), task, CONFIG, tmp_path / "other")
    assert other[0]["figures"] != whole[0]["figures"]
    assert not same_bits(tmp_path / "whole", tmp_path / "other")


@pytest.mark.parametrize("kind", KINDS)
def test_single_and_ensemble_agree(kind: str, tmp_path: Path) -> None:
    """With dropout, clipping and their own data order."""
    job = TrainJob(Toy(kind), CONFIG, str(tmp_path))
    together = train_ensemble(job, (3, 8, 1))
    for i, seed in enumerate((3, 8, 1)):
        alone = train_job(job, seed)
        assert together[i]["seed"] == alone["seed"] == seed
        for a, b in zip(together[i]["log"], alone["log"], strict=True):
            assert a.keys() == b.keys()
            assert all(a[k] == pytest.approx(b[k], rel=1e-9) for k in a)
        stacked = state(tmp_path / "ensemble-3-3")
        for name, t in state(tmp_path / f"seed-{seed}").items():
            if name.startswith("parameter."):
                torch.testing.assert_close(stacked[name][i], t, rtol=1e-8, atol=1e-10)


def test_an_ensemble_resumes_too(tmp_path: Path) -> None:
    task = Toy("classifier")
    whole = fit(Ensemble(task, CONFIG, (1, 2)), task, CONFIG, tmp_path / "whole")
    for stop in (1, None):
        parts = fit(Ensemble(task, CONFIG, (1, 2)), task, CONFIG, tmp_path / "parts", stop)
    assert costless(parts) == costless(whole)
    assert all(r["spent"]["cpu"] > 0 for r in parts)
    assert same_bits(tmp_path / "whole", tmp_path / "parts")


def test_the_loss_falls() -> None:
    job = TrainJob(Toy("classifier"), TrainConfig(60, 1e-2, evaluate_every=1, device="cpu"))
    log = train_job(job, 0)["log"]
    assert log[-1]["valid"] < 0.8 * log[0]["valid"]


def test_jobs_go_through_any_scheduler(tmp_path: Path) -> None:
    job = TrainJob(Toy("classifier"), replace(CONFIG, steps=3), str(tmp_path))
    assert pickle.loads(pickle.dumps(job)) == job
    plain = run_seeds(replace(job, folder=None), (1, 2), way="jobs")
    with ThreadPoolExecutor(1) as pool:
        assert costless(run_seeds(job, (1, 2), way="jobs", mapper=pool.map)) == costless(plain)
    seconds = measure(job, (1, 2, 3))
    assert seconds.keys() == {"jobs", "ensemble"}
    auto = run_seeds(replace(job, folder=None), (1, 2))
    assert [r["seed"] for r in auto] == [1, 2]
    assert auto[0]["figures"]["valid"] == pytest.approx(plain[0]["figures"]["valid"], rel=1e-9)


def test_streams() -> None:
    seen = {stream_seed(s, p, t) for s in range(5) for p in ("init", "order", "dropout") for t in range(5)}
    assert len(seen) == 75
    order = torch.cat([epoch_batch(40, 10, 3, step) for step in range(4)])
    assert sorted(order.tolist()) == list(range(40))
    assert not torch.equal(epoch_batch(40, 10, 3, 0), epoch_batch(40, 10, 3, 4))
    assert not torch.equal(epoch_batch(40, 10, 3, 0), epoch_batch(40, 10, 4, 0))


def test_dropout_masks() -> None:
    layer, x = Dropout(0.25), torch.ones(3, 4000)
    with dropout_from([mask_stream(1, 0)]):
        one = layer(x)
    assert one.unique().tolist() == pytest.approx([0, 4 / 3])
    assert (
        abs(float((one == 0).float().mean()) - 0.25) < 6 * (0.1875 / 12000) ** 0.5
    )  # six sigma: 2e-9 false alarms
    with dropout_from([mask_stream(s, 0) for s in (2, 1)]):
        both = torch.vmap(layer)(torch.stack([x, x]))
        with pytest.raises(RuntimeError, match="3 members"):
            torch.vmap(layer)(torch.stack([x, x, x]))
        with pytest.raises(RuntimeError, match="one stream"):
            layer(x)
    assert torch.equal(both[1], one)
    assert not torch.equal(both[0], one)
    assert torch.equal(layer.eval()(x), x)


def test_schedule() -> None:
    config = TrainConfig(100, 1.0, warmup=10, final=0.1)
    assert config.rate(0) == pytest.approx(0.1)
    assert config.rate(50) == pytest.approx(0.55)
    by_epoch = TrainConfig(100, 1.0, cosine_every=10)
    assert by_epoch.rate(19) == by_epoch.rate(10) != by_epoch.rate(20)


def test_mistakes(tmp_path: Path) -> None:
    task = Toy("classifier")
    fit(Single(task, CONFIG, 3), task, CONFIG, tmp_path, 1)
    with pytest.raises(ValueError, match="belongs to another"):
        fit(Single(task, CONFIG, 4), task, CONFIG, tmp_path)
    bad: tuple[tuple[dict[str, Any], str], ...] = (
        ({"steps": 0}, "steps"),
        ({"learning_rate": 0.0}, "learning_rate"),
        ({"optimizer": "sgd"}, "optimizer"),
        ({"cosine_every": 0}, "cosine_every"),
    )
    for change, message in bad:
        with pytest.raises(ValueError, match=message):
            replace(CONFIG, **change)
    with pytest.raises(ValueError, match="repeat"):
        Ensemble(task, CONFIG, (1, 1))
    with pytest.raises(ValueError, match="way must be"):
        run_seeds(TrainJob(task, CONFIG), (1,), way="both")
    with pytest.raises(ValueError, match="a batch of 9"):
        epoch_batch(8, 9, 0, 0)
