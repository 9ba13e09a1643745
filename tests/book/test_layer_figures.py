"""Figures that the layers draw: ceilings reached, ranks that meet their bound, attention that training moves."""

from __future__ import annotations

import pytest

pytest.importorskip("torch")

import torch

from phasebound.figures.attention_map import attention_map
from phasebound.figures.ceiling import simplex_weight
from phasebound.figures.rank import layer_rank, rank_bound
from phasebound.figures.retrieval import TOKENS, WIDTH, batch, marked_weight, train
from phasebound.torch_impl import OscillatorAttention


@pytest.mark.parametrize(("n", "p"), [(2, 1.0), (5, 1.0), (16, 2.0), (16, 2.5)])
def test_the_simplex_reaches_the_ceiling(n: int, p: float) -> None:
    assert simplex_weight(n, p) == pytest.approx(2**p / (2**p + (n - 1) ** (1 - p) * (n - 2) ** p))
    assert simplex_weight(n, p) <= 2**p / n + 1e-12


@pytest.mark.parametrize(("d", "p"), [(2, 1), (5, 1), (4, 2), (3, 3)])
def test_the_layers_rank_is_the_bound(d: int, p: int) -> None:
    assert layer_rank(48, d, p) == rank_bound(48, d, p) < 48
    assert layer_rank(48, d, p + 0.5) > rank_bound(48, d, p)


def test_a_causal_matrix_has_more_than_the_bound() -> None:
    assert layer_rank(24, 4, 1, causal=True) > rank_bound(24, 4, 1)


def test_one_token_is_marked() -> None:
    x, content, marked = batch(8, torch.Generator().manual_seed(0))
    assert (x[..., 0] != 0).sum() == 8
    assert torch.equal(content, x[torch.arange(8), marked, 1:])


def test_training_moves_attention_to_the_marked_token() -> None:
    torch.manual_seed(0)
    layer = OscillatorAttention(WIDTH, 1, 8, TOKENS, exponent=8)
    before = marked_weight(layer)
    _, errors = train(layer, 60)
    assert before == pytest.approx(1 / TOKENS, abs=0.02)
    assert marked_weight(layer) > 2 * before and errors[-1] < errors[0]


def test_a_map_for_each_matrix() -> None:
    figure = attention_map({"a": torch.eye(3), "b": torch.ones(3, 3) / 3})
    assert [a.get_title() for a in figure.axes] == ["a\nlargest 1.00", "b\nlargest 0.33"]
