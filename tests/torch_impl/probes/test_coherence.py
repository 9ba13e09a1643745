"""Order that is none, order that is, and the verdict on both."""

import itertools
import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from phasebound.torch_impl import KuramotoLM
from phasebound.torch_impl.probes.capture import KuramotoLayer, capture_phases
from phasebound.torch_impl.probes.coherence import (
    coherence,
    global_order,
    global_part,
    local_order,
    local_part,
    shuffle,
    verdict,
)

from . import made

B, N, H, K = 12, 24, 2, 3


def uniform(b: int = B, n: int = N) -> Tensor:
    return 2 * torch.pi * torch.rand(b, n, H, K, dtype=torch.float64)


def peaked(b: int = B, n: int = N, beta: float = 6.0) -> Tensor:
    """Causal softmax rows of random scores: far from uniform, ignorant of the phases."""
    score = beta * torch.randn(b, H, n, n, dtype=torch.float64)
    return score.masked_fill(~torch.ones(n, n, dtype=torch.bool).tril(), -torch.inf).softmax(-1)


def test_peaked_attention_on_uniform_phases_is_no_order() -> None:
    found = local_order(made.phases(uniform(60), peaked(60, beta=20.0)))
    assert found["order"].mean() > 0.9  # "near 1"
    assert found["peaked"].mean() > 0.85
    for name in ("net", "gain", "excess"):
        mean, error = found[name].mean(), found[name].std() / 60**0.5
        assert abs(mean) < 4 * error
    assert found["rewired"].mean() == pytest.approx((found["order"] ** 2).mean(), abs=0.1)


def test_phases_that_agree_everywhere_are_no_choice() -> None:
    found = local_order(made.phases(0 * uniform() + 1, peaked()))
    assert found["order"] == pytest.approx(np.ones(B))
    assert found["net"] == pytest.approx(np.ones(B))
    assert (found["excess"] == 0).all()
    assert found["gain"] == pytest.approx(np.zeros(B), abs=1e-9)
    near = local_order(made.phases(0.3 * torch.randn(B, N, H, K, dtype=torch.float64), peaked()))
    assert near["net"].mean() > 0.8
    assert abs(near["excess"].mean()) < 0.15


def camps() -> tuple[Tensor, Tensor]:
    """Two camps half a turn apart; each row attends uniformly to its own camp."""
    side = torch.arange(N) % 2
    th = torch.pi * side[None, :, None, None].expand(B, N, H, K).double()
    same = (side[:, None] == side).double().tril()
    return th, (same / same.sum(-1, keepdim=True)).expand(B, H, N, N)


def test_camps_are_local_order_without_global_order() -> None:
    th, a = camps()
    found = local_order(made.phases(th, a))
    assert found["order"] == pytest.approx(np.ones(B))
    assert found["excess"] == pytest.approx(np.ones(B))
    assert found["gain"] == pytest.approx(1 - found["rewired"])
    assert global_order([made.phases(th, a, 0 * th)])[0] == pytest.approx([0, 1], abs=1e-12)


@pytest.mark.parametrize("causal", [False, True])
def test_dealt_out_weights_are_averaged_exactly(causal: bool) -> None:
    """Over all orders of the weights of each row, written out."""
    th = uniform(2, 4)
    a = torch.rand(2, H, 4, 4, dtype=torch.float64)
    a = a.tril() if causal else a
    a = a / a.sum(-1, keepdim=True)
    layer = made.phases(th, a, causal=causal)
    squares = []
    for t in range(1, 4):
        m = t + 1 if causal else 4
        e = torch.exp(1j * th[:, :m]).permute(0, 2, 1, 3)  # [B, H, m, K]
        orders = list(itertools.permutations(range(m)))
        w = torch.stack([a[:, :, t, :m][..., list(o)] for o in orders]).to(e.dtype)
        squares.append((w[..., None] * e).sum(-2).abs().square().mean(0))
    expected = torch.stack(squares).mean((0, 2, 3)).numpy()
    assert local_order(layer)["rewired"] == pytest.approx(expected)
    assert local_order(replace(layer, causal=not causal))["rewired"] != pytest.approx(expected)


def test_shuffling_keeps_each_sequence_its_tokens() -> None:
    tokens = torch.arange(40).reshape(4, 10)
    other = shuffle(tokens)
    assert torch.equal(other.sort(-1).values, tokens)
    assert not torch.equal(other, tokens)
    assert torch.equal(other, shuffle(tokens))
    assert not torch.equal(other, shuffle(tokens, seed=1))


def network(
    angles: tuple[float, ...], spread: float = 0.1, *, blind: bool = False, b: int = B
) -> list[KuramotoLayer]:
    """Two camps at +-angle by depth (global order cos(angle)), phases spread within; rows attend to their own
    camp, or ``blind`` to anyone."""
    side = 2.0 * (torch.arange(N) % 2) - 1
    states = [
        x * side[None, :, None, None] + spread * torch.randn(b, N, H, K, dtype=torch.float64) for x in angles
    ]
    a = peaked(b) if blind else camps()[1][:1].expand(b, H, N, N)
    return [made.phases(before, a, after) for before, after in itertools.pairwise(states)]


def figures(
    angles: tuple[float, ...], spread: float = 0.1, *, blind: bool = False, b: int = B
) -> dict[str, Any]:
    start = network((0.3, 0.3, 0.3, 0.3), blind=True, b=b)
    return coherence(network(angles, spread, blind=blind, b=b), start, start)


APART, TOGETHER, STILL = (0.3, 0.7, 1.0, 1.4), (1.4, 1.0, 0.7, 0.3), (0.8, 0.8, 0.8, 0.8)


def test_the_figures_by_depth() -> None:
    f = figures(APART)
    assert [x["value"] for x in f["trained"]["global"]] == pytest.approx(np.cos(APART), abs=0.02)
    assert f["trained"]["global_trend"]["correlation"]["value"] == pytest.approx(-1)
    assert len(f["trained"]["local"]) == len(f["trained_minus_untrained"]["gain"]) == 3
    assert f["trained"]["local"][0]["order"]["value"] == pytest.approx(np.exp(-0.005), abs=5e-3)
    json.dumps(f)


def test_the_verdict_goes_every_way() -> None:
    assert local_part(figures(APART)) == global_part(figures(APART)) == "supported"
    assert verdict([figures(APART), figures(APART)]) == "supported"
    assert global_part(figures(TOGETHER)) == "not-supported"
    assert global_part(figures(STILL)) == "not-supported"  # no trend is no fall
    assert local_part(figures(APART, blind=True)) == "not-supported"  # attention does not choose
    assert local_part(figures(APART, spread=1.2)) == "not-supported"  # far from 1
    assert verdict([figures(TOGETHER), figures(TOGETHER)]) == "not-supported"
    assert verdict([figures(APART), figures(TOGETHER)]) == "inconclusive"  # seeds differ
    few = figures((0.7, 0.75, 0.78, 0.85), spread=0.2, b=2)
    assert verdict([few]) == "inconclusive"


def test_an_untrained_network_supports_nothing() -> None:
    """Its local order is near 1 all the same: that is the confound."""
    model, other = KuramotoLM(11, 16, 2, 3, 20), KuramotoLM(11, 16, 2, 3, 20)
    tokens = torch.randint(0, 11, (8, 20))
    found = capture_phases(model, tokens)
    f = coherence(found, capture_phases(other, tokens), capture_phases(model, shuffle(tokens)))
    assert f["trained"]["local"][0]["order"]["value"] > 0.9
    assert any(g["value"] != 0 for g in f["trained_minus_untrained"]["gain"])
    assert global_part(f) == "not-supported" and local_part(f) != "supported"
    assert verdict([f]) == "not-supported"


def test_errors() -> None:
    net = network(APART)
    with pytest.raises(ValueError, match="same layers and sequences"):
        coherence(net, net[:2], net)
    with pytest.raises(ValueError, match="same layers and sequences"):
        coherence(net, network(APART, b=3), net)
    with pytest.raises(ValueError, match="at least two tokens"):
        local_order(made.phases(uniform(2, 1), peaked(2, 1)))
    with pytest.raises(ValueError, match="no figures"):
        verdict([])
