"""Locking by parity: d = 2 by its exact law, odd d always, even d by level; two algorithms agree."""

import json

import pytest
import torch

from phasebound.torch_impl import AttentionSpec, TokenLM
from phasebound.torch_impl.probes.capture import capture
from phasebound.torch_impl.probes.disorder import disorder

from . import made


def layer(d: int, size: float = 1.0) -> torch.Tensor:
    return made.drives(torch.full((20, 1, 20), size, dtype=torch.float64), d)


def test_on_the_circle_the_exact_law() -> None:
    f = disorder(made.oscillators(layer(2)), sample=400)
    assert f["parity"] == "even"
    for level in f["relative"].values():
        low, high = level["locked"]["interval"]
        assert low <= level["law"] <= high
        assert level["disagreements"] == 0
        assert level["margin"][0] < level["margin"][2]
    far = f["relative"]["5"]
    assert far["locked"]["value"] < 0.3
    low, high = far["locked"]["interval"]
    assert not low <= f["relative"]["2"]["law"] <= high  # the law of another level
    json.dumps(f)


@pytest.mark.parametrize("d", [3, 5])
def test_odd_dimensions_always_lock(d: int) -> None:
    f = disorder(made.oscillators(layer(d)), sample=150)
    for level in f["relative"].values():
        assert level["locked"]["value"] == 1
        assert level["disagreements"] == 0
        assert level["margin"] is None
    assert f["relative"]["5"]["rate"]["value"] < f["relative"]["0.1"]["rate"]["value"] < 1


def test_even_dimensions_lose_their_lock() -> None:
    f = disorder(made.oscillators(layer(4)), sample=150)
    shares = [f["relative"][k]["locked"]["value"] for k in ("0.1", "1", "5")]
    assert shares[0] == 1
    assert shares[0] > shares[1] > shares[2]
    assert all(x["disagreements"] == 0 and x["law"] is None for x in f["relative"].values())


def test_only_the_ratio_to_the_drive_matters() -> None:
    h = layer(2)
    a, b = (disorder(made.oscillators(x), sample=200) for x in (h, 50 * h))
    for level, x in a["relative"].items():
        assert x["locked"] == b["relative"][level]["locked"]
    assert b["absolute"]["0.5"]["residual"]["value"] < a["absolute"]["0.5"]["residual"]["value"] / 10


def test_the_residual_of_a_weak_disorder() -> None:
    """d = 2: the equilibrium is turned by arcsin(Omega / |h|), about Omega for |h| = 1: mean .05 sqrt(2 / pi)."""
    f = disorder(made.oscillators(layer(2)), sample=400, levels=[0.05])
    low, high = f["absolute"]["0.05"]["residual"]["interval"]
    assert low < 0.05 * (2 / torch.pi) ** 0.5 < high < 0.06


def test_a_network_and_its_control() -> None:
    spec = AttentionSpec("oscillator", 2, 2, 12, causal=True)
    found = []
    for scale in (1.0, 5.0):
        model = TokenLM(11, spec, embed_dim=8, hidden=12, num_layers=1)
        with torch.no_grad():
            model.stack.blocks[0].attention.query.weight *= scale
        found.append(disorder(capture(model, torch.randint(1, 11, (10, 12)))[0], sample=100))
    assert all(v["disagreements"] == 0 for f in found for v in f["absolute"].values())
    assert found[0]["median_drive"] != found[1]["median_drive"]


def test_errors() -> None:
    with pytest.raises(ValueError, match="no oscillator is driven"):
        disorder(made.oscillators(torch.zeros(2, 1, 2, 2)))
    with pytest.raises(ValueError, match="sample must be at least 2"):
        disorder(made.oscillators(layer(2)), sample=1)
