"""Devices in the place of layers: the ideal one changes nothing, both protocols are what they say, verdicts."""

import copy
import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from phasebound.analysis.estimate import mean
from phasebound.torch_impl import AttentionSpec, FrameClassifier, TokenClassifier, TokenLM
from phasebound.torch_impl.probes.capture import attentions
from phasebound.torch_impl.probes.robustness import (
    devices,
    on_devices,
    published_seed,
    restarting,
    robustness,
    verdict,
)
from phasebound.torch_impl.settling import Device

N = 6


def sentences() -> tuple[Tensor, Tensor, Tensor]:
    """Ids, mask and the position to be read."""
    tokens = torch.randint(1, 11, (10, N))
    mask = torch.arange(N) >= torch.randint(3, N + 1, (10, 1))
    return tokens.masked_fill(mask, 0), mask, torch.ones(10, dtype=torch.long)


def model(**options: Any) -> nn.Module:
    spec = AttentionSpec("oscillator", 2, 3, N + 2, **options)
    return TokenClassifier(11, spec, embed_dim=8, hidden=12, num_layers=2).double().eval()


@pytest.mark.parametrize(
    "options", [{}, {"free_anchors": True, "mask_readout": False}, {"causal": True, "exponent": 2.5}]
)
def test_the_ideal_device_changes_nothing(options: dict[str, Any]) -> None:
    net, data = model(**options), sentences()
    expected = net(*data)
    for ideal in (Device(), Device.draw(2, N, 3, seed=0, time=1e5)):
        with on_devices(net, lambda *_, ideal=ideal: ideal):  # type: ignore[misc]
            torch.testing.assert_close(net(*data), expected, rtol=1e-8, atol=1e-8)
    with on_devices(net, devices(net, "coupling", 0.5, 0)):
        assert (net(*data) - expected).abs().max() > 1e-4
    torch.testing.assert_close(net(*data), expected, rtol=0, atol=0)  # and it is gone afterwards


def spread(
    net: nn.Module, make: Callable[[], Any], data: tuple[Tensor, ...], order: Tensor
) -> tuple[float, float]:
    """Largest change of a sentence's output when the batch is reordered, and when it is cut in two."""
    with torch.no_grad():
        with on_devices(net, make()):
            whole = net(*data)
        with on_devices(net, make()):
            turned = net(*(t[order] for t in data))
        with on_devices(net, make()):
            halves = torch.cat([net(*(t[:5] for t in data)), net(*(t[5:] for t in data))])
    return float((turned - whole[order]).abs().max()), float((halves - whole).abs().max())


def test_a_device_is_fixed_and_the_published_noise_depends_on_the_place() -> None:
    net, data, order = model(), sentences(), torch.randperm(10)
    assert spread(net, lambda: devices(net, "coupling", 0.3, 4), data, order) == pytest.approx(
        (0, 0), abs=1e-9
    )
    assert min(spread(net, lambda: restarting("coupling", 0.3, 4), data, order)) > 1e-4
    for kind in ("state", "settling"):  # fresh draws in both, restarted only in the published one
        same = torch.cat([t[:5] for t in data[:1]] * 2)
        twice = (same, data[1][:5].repeat(2, 1), data[2])
        for make, repeats in ((devices(net, kind, 0.5, 1), False), (restarting(kind, 0.5, 1), True)):
            with torch.no_grad(), on_devices(net, make):
                first, second = (net(*(t[i : i + 5] for t in twice)) for i in (0, 5))
            assert torch.equal(first, second) == repeats


def test_published_noise_is_the_same_in_all_layers_and_a_device_is_not() -> None:
    net = model()
    layers = attentions(net)
    for make, same in ((restarting("coupling", 0.3, 4), True), (devices(net, "coupling", 0.3, 4), False)):
        first, second = (make(i, layers[i], 3, N).mismatch for i in (0, 1))  # type: ignore[arg-type]
        assert first is not None
        assert second is not None
        assert torch.equal(first, second) == same
        assert first.dim() == (4 if same else 3)
    assert published_seed("coupling", 0.2, 3) == 3200
    assert published_seed("settling", 0.5, 2) == 14005


def test_levels_share_their_draws() -> None:
    net = model()
    small, large = (devices(net, "coupling", s, 7)(0, attentions(net)[0], 1, N).mismatch for s in (0.1, 0.5))  # type: ignore[arg-type]
    assert small is not None
    assert large is not None
    torch.testing.assert_close(large.log(), 5 * small.log(), rtol=1e-4, atol=1e-5)


def trained() -> tuple[FrameClassifier, Tensor, Tensor]:
    """Which of two frames carries a mark, told from the mean over frames: 150 steps, where attention is needed.

    The label says whether the marks at places 1 and 4 are equal.
    """
    g = torch.Generator().manual_seed(0)
    x = torch.randint(0, 2, (256, N, 2), generator=g).float() * 2 - 1
    y = (x[:, 1, 0] * x[:, 4, 0] > 0).long()
    spec = AttentionSpec("oscillator", 2, 4, N, exponent=4)
    net = FrameClassifier(2, 2, spec, embed_dim=16, hidden=32, positions="learned", dropout=0.0)
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2)
    for _ in range(150):
        optimizer.zero_grad()
        nn.functional.cross_entropy(net(x), y).backward()
        optimizer.step()
    return net, x, y


def test_a_briefly_trained_network() -> None:
    net, x, y = trained()
    before = copy.deepcopy(net.state_dict())

    def accuracy(m: nn.Module) -> float:
        return float((m(x).argmax(-1) == y).double().mean())

    def loss(m: nn.Module) -> float:
        return float(nn.functional.cross_entropy(m(x), y))

    net.eval()
    base = accuracy(net)
    assert base > 0.95
    f = {
        kind: robustness(net, accuracy, kind=kind, levels=[0.1, 10.0] if kind == "settling" else [0.01, 0.1])
        for kind in ("coupling", "state", "settling")
    }
    assert all(x["baseline"] == base for x in f.values())
    assert f["coupling"]["scrambled"]["interval"][0] > 0.05  # attention matters here
    assert f["settling"]["levels"]["0.1"]["loss"]["value"] > f["settling"]["levels"]["10"]["loss"]["value"]
    assert verdict(f) in ("supported", "not-supported")
    lower = robustness(net, loss, kind="disorder", better="lower", levels=[0.001, 5.0], draws=3)
    assert lower["levels"]["0.001"]["loss"]["value"] < lower["levels"]["5"]["loss"]["value"]
    again = robustness(net, accuracy, kind="state", levels=[0.01, 0.1])
    assert again == f["state"]  # the same seed, the same figures
    assert all(torch.equal(v, before[k]) for k, v in net.state_dict().items())
    json.dumps(f)


def made(**loss: tuple[float, ...]) -> dict[str, Any]:
    """Figures with given losses by kind; scrambled .4 unless given."""
    scrambled = mean(np.array(loss.pop("scrambled", (0.4, 0.41, 0.39))), 0).as_dict()
    return {
        kind: {
            "protocol": "device",
            "scrambled": scrambled,
            "levels": {level: {"loss": mean(np.array(loss.get(kind, (0.01, 0.011, 0.009))), 0).as_dict()}},
        }
        for kind, level in (("coupling", "0.1"), ("state", "0.1"), ("settling", "10"))
    }


def test_the_verdict_goes_every_way() -> None:
    assert verdict(made()) == "supported"
    assert verdict(made(state=(-0.01, -0.011, -0.009))) == "supported"  # better is tolerated
    assert verdict(made(settling=(0.2, 0.21, 0.19))) == "not-supported"
    assert verdict(made(coupling=(0.0, 0.1, 0.05))) == "inconclusive"
    assert verdict(made(scrambled=(0.01, 0.011, 0.009))) == "inconclusive"  # attention does not matter


def test_errors() -> None:
    net = model()
    with pytest.raises(ValueError, match="kind must be one of coupling, state, settling, disorder"):
        robustness(net, lambda m: 1.0, kind="heat")
    with pytest.raises(ValueError, match="no published restarting noise"):
        robustness(net, lambda m: 1.0, kind="disorder", protocol="published")
    with pytest.raises(ValueError, match="at least two draws"):
        robustness(net, lambda m: 1.0, kind="state", draws=1)
    with pytest.raises(ValueError, match="levels must be positive"):
        robustness(net, lambda m: 1.0, kind="state", levels=[0.0])
    for value in (0.0, -1.0):  # nothing is relative to that
        with pytest.raises(ValueError, match="metric must be positive"):
            robustness(net, lambda m, value=value: value, kind="state")  # type: ignore[misc]
    soft = TokenLM(11, AttentionSpec("softmax", 2), embed_dim=8, hidden=12)
    with pytest.raises(ValueError, match="softmax attention has no device"):
        robustness(soft, lambda m: 1.0, kind="state")
    with pytest.raises(ValueError, match="needs the figures of settling"):
        verdict({k: v for k, v in made().items() if k != "settling"})
    published = made()
    published["state"]["protocol"] = "published"
    with pytest.raises(ValueError, match="the verdict is on devices"):
        verdict(published)
    other = made()
    other["state"]["levels"] = {"0.2": {}}
    with pytest.raises(ValueError, match=r"level 0\.1 is missing"):
        verdict(other)
