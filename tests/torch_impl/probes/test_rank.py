"""Effective ranks of matrices whose ranks are known; the bound, and what the causal mask does to it."""

import json

import pytest
import torch

from phasebound.torch_impl import AttentionSpec, TokenLM
from phasebound.torch_impl.literal import unit
from phasebound.torch_impl.probes.capture import capture
from phasebound.torch_impl.probes.rank import rank_bound, ranks

from . import made


def test_known_matrices() -> None:
    eye = torch.eye(6).expand(3, 2, 6, 6)
    f = ranks([made.attention(eye)])
    assert f["matrices"] == 6
    assert f["attention"]["effective_rank"]["mean"]["value"] == pytest.approx(6)
    assert f["attention"]["participation_ratio"]["mean"]["value"] == pytest.approx(6)
    assert "bound" not in f  # softmax has none
    flat = ranks([made.attention(torch.full((3, 2, 6, 6), 1 / 6))])["attention"]
    assert flat["effective_rank"]["max"] == pytest.approx(1)
    # singular values 3 and 1: entropy rank 4 / 3^{3/4}, participation ratio 16 / 10
    two = ranks([made.attention(torch.diag(torch.tensor([3.0, 1.0])).expand(2, 1, 2, 2))])["attention"]
    assert two["effective_rank"]["mean"]["value"] == pytest.approx(4 / 3**0.75)
    assert two["participation_ratio"]["mean"]["value"] == pytest.approx(1.6)


def test_padding_is_cut_off() -> None:
    eye = torch.eye(6).expand(2, 1, 6, 6)
    pads = torch.arange(6).expand(2, 6) >= 4
    assert ranks([made.attention(eye, padding=pads)])["attention"]["effective_rank"]["max"] == pytest.approx(
        4
    )


@pytest.mark.parametrize(("d", "p", "bound"), [(2, 1, 3), (3, 1, 4), (2, 2, 5), (3, 2, 9)])
def test_the_bound_is_met_and_the_mask_lifts_the_rank(d: int, p: int, bound: int) -> None:
    assert rank_bound(d, p) == bound
    layer = made.oscillators(
        torch.randn(3, 2, 20, d, dtype=torch.float64), anchors=unit(2, 20, d), causal=True, exponent=p
    )
    f = ranks([layer], sequences=2)
    assert f["matrices"] == 4
    assert f["bound"] == f["largest_numerical_rank"] == bound
    assert f["similarity"]["effective_rank"]["max"] <= bound
    assert torch.linalg.matrix_rank(layer.attention).min() > bound


def test_free_anchors_keep_it_and_other_exponents_have_none() -> None:
    h, r = torch.randn(2, 1, 20, 2, dtype=torch.float64), 3 * torch.randn(1, 20, 2, dtype=torch.float64)
    assert ranks([made.oscillators(h, anchors=r, free_anchors=True)])["largest_numerical_rank"] == 3
    f = ranks([made.oscillators(h, anchors=unit(1, 20, 2), exponent=1.5)])
    assert f["bound"] is None
    assert f["largest_numerical_rank"] > 5


def test_a_network() -> None:
    model = TokenLM(11, AttentionSpec("oscillator", 2, 3, 24, causal=True), embed_dim=8, hidden=12)
    f = ranks(capture(model, torch.randint(1, 11, (4, 24))))
    assert f["matrices"] == 16
    assert f["largest_numerical_rank"] <= f["bound"] == 4  # the states come from float32
    assert f["attention"]["effective_rank"]["mean"]["value"] > 4
    json.dumps(f)


def test_errors() -> None:
    with pytest.raises(ValueError, match="sequence 1 is all padding"):
        pads = torch.tensor([[False, False], [True, True]])
        ranks([made.attention(torch.eye(2).expand(2, 1, 2, 2), padding=pads)])
    with pytest.raises(ValueError, match="a matrix is zero"):
        ranks([made.attention(torch.zeros(2, 1, 2, 2))])
    with pytest.raises(ValueError, match="no layers"):
        ranks([])
