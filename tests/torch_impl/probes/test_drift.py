"""Folding, the trend, and the verdict on rates."""

import json
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from phasebound.torch_impl import KuramotoLM
from phasebound.torch_impl.probes.drift import drift, folded, speeds, verdict
from phasebound.torch_impl.probes.trend import correlations, falls, trend

PI = float(np.pi)


def test_folding() -> None:
    x = np.array([0.0, PI, -PI, 1.5 * PI, 2 * PI + 0.3, -0.3 - 4 * PI, 3 * PI])
    assert folded(x) == pytest.approx([0, PI, PI, -PI / 2, 0.3, -0.3, PI])
    n = np.arange(9)
    for omega in (7.0, -123.4):  # the score at integer lags does not change
        assert np.cos(omega * n) == pytest.approx(np.cos(folded(np.array([omega])) * n))
    assert speeds([torch.tensor([[2 * PI - 0.1]]), torch.tensor([[0.2]])]) == pytest.approx(
        np.array([[0.1, 0.2]]), abs=1e-6
    )


def test_correlations() -> None:
    x = np.array([[3.0, 2, 1], [1, 2, 3], [5, 5, 5], [2, 3, 1], [1, 1, 2], [1, 2, 99]])
    assert correlations(x) == pytest.approx([-1, 1, 0, -0.5, 3**0.5 / 2, 1])
    assert correlations(x * 100) == pytest.approx(correlations(x))
    with pytest.raises(ValueError, match="depths >= 2"):
        correlations(np.ones((3, 1)))


def test_the_rule_of_trends() -> None:
    g = np.random.default_rng(0)
    depth = np.arange(6.0)
    noise = g.standard_normal((200, 6))
    assert falls(trend(noise - depth), 0.5) == "yes"
    assert falls(trend(noise - depth), 8.0) == "no"  # it falls by 5, not by 8
    assert falls(trend(noise + depth), 0.5) == "no"
    assert falls(trend(np.ones((200, 6))), 0.5) == "no"
    assert falls(trend(g.standard_normal((4, 6)) - 0.3 * depth), 0.5) == "open"
    with pytest.raises(ValueError, match="least change must be positive"):
        falls(trend(noise), 0.0)


def rates(slope: float, layers: int = 6, turns: float = 0.0, noise: float = 0.02) -> list[Tensor]:
    """Speeds .5 + slope * layer and noise, [2, 30] each, with whole turns added where asked."""
    return [0.5 + slope * i + noise * torch.randn(2, 30) + 2 * PI * turns * i for i in range(layers)]


def figures(slope: float, turns: float = 0.0, noise: float = 0.02) -> dict[str, Any]:
    return drift(rates(slope, turns=turns, noise=noise), rates(0, noise=0))


def test_the_verdict_goes_every_way() -> None:
    assert verdict([figures(-0.05), figures(-0.04)]) == "supported"
    assert verdict([figures(0.05), figures(0.03)]) == "not-supported"
    assert verdict([figures(0.0, noise=0.0)]) == "not-supported"  # nothing falls
    assert verdict([figures(-0.05), figures(0.05)]) == "inconclusive"  # seeds differ
    weak = drift([r[:1, :5] for r in rates(-0.004)], [r[:1, :5] for r in rates(0)])
    assert verdict([weak]) == "inconclusive"


def test_rates_that_rise_only_unfolded() -> None:
    f = figures(-0.05, turns=1)
    assert f["beyond_half_a_turn"] == 5 * 60
    assert verdict([f]) == "supported"
    raw = torch.stack(rates(-0.05, turns=1)).flatten(1).T.numpy()
    assert falls(trend(raw), 0.05) == "no"  # without folding they rise


def test_an_untrained_network_has_no_trend() -> None:
    model = KuramotoLM(11, 12, 2, 3, 10)
    start = [b.attention.rates for b in model.blocks]
    f = drift(start, start)
    assert verdict([f]) == "not-supported"
    assert all(e["value"] == 0 for e in f["moved"])
    assert f["trained"]["quantiles"][0]["0.9"] <= 1
    json.dumps(f)


def test_errors() -> None:
    with pytest.raises(ValueError, match="two layers"):
        speeds([torch.ones(2, 3)])
    with pytest.raises(ValueError, match="same heads"):
        speeds([torch.ones(2, 3), torch.ones(2, 4)])
    with pytest.raises(ValueError, match="finite"):
        speeds([torch.ones(2, 3), torch.full((2, 3), torch.nan)])
    with pytest.raises(ValueError, match="no figures"):
        verdict([])
