"""Entropies and ceilings: rows whose values are known, bounds that are met, violations that are seen."""

import json
import math
from dataclasses import replace

import pytest
import torch

from phasebound.torch_impl import AttentionSpec, TokenLM
from phasebound.torch_impl.literal import unit
from phasebound.torch_impl.probes.capture import capture
from phasebound.torch_impl.probes.ceiling import balanced_ceiling, ceilings, row_ceiling
from phasebound.torch_impl.probes.entropy import entropies

from . import made

TRIANGLE = torch.tensor([[1.0, 0.0], [-0.5, 3**0.5 / 2], [-0.5, -(3**0.5) / 2]], dtype=torch.float64)


def test_rows_of_known_entropy() -> None:
    causal = torch.ones(4, 4).tril() / torch.arange(1.0, 5)[:, None]  # uniform over what is visible
    both = torch.stack([causal, torch.eye(4)]).expand(3, 2, 4, 4)  # one head uniform, one looks at itself
    f = entropies([made.attention(both, causal=True), made.attention(both, causal=True)])
    assert f["heads"][0]["mean"]["value"] == pytest.approx(1)
    assert f["heads"][1]["mean"]["value"] == 0
    assert f["all"]["mean"]["value"] == pytest.approx(0.5)
    assert f["heads"][0]["n"] == 3 * 3 * 2  # rows i >= 1 of both layers
    assert len(f["layers"]) == 2
    half = torch.tensor([[1.0, 0, 0], [0.5, 0.5, 0], [0.5, 0.5, 0]]).expand(2, 1, 3, 3)
    whole = entropies([made.attention(half, causal=True)])["all"]["mean"]["value"]
    assert whole == pytest.approx((1 + math.log(2) / math.log(3)) / 2)
    json.dumps(f)


def test_padding_counts_for_neither_row_nor_range() -> None:
    a = torch.tensor([[0.5, 0.5, 0], [0.5, 0.5, 0], [1.0, 0, 0]]).expand(2, 1, 3, 3)
    pads = torch.tensor([[False, False, True]]).expand(2, 3)
    f = entropies([made.attention(a, padding=pads)])["all"]
    assert f["n"] == 4
    assert f["mean"]["value"] == pytest.approx(1)


def test_a_balanced_triangle_attains_its_ceiling() -> None:
    """z at an anchor: 1 + cosines 2, 1/2, 1/2, so a = 2/3 = 2 / (3 - 0)."""
    h = TRIANGLE[:1].expand(2, 1, 3, 2)
    for p, top in ((1, 2 / 3), (3, 8 / (8 + 2 / 8))):
        layer = made.oscillators(h, anchors=TRIANGLE[None], exponent=p)
        assert float(layer.attention.max()) == pytest.approx(top)
        assert float(balanced_ceiling(torch.tensor(3), p)) == pytest.approx(top)
    f = ceilings([made.oscillators(h, anchors=TRIANGLE[None])])["layers"][0]["ceiling"]
    assert f["bound"]["value"] == pytest.approx(2 / 3)
    assert f["most_used"] == pytest.approx(1)
    assert f["violations"] == 0
    assert f["informative"]["value"] == 1
    assert f["entropy_floor"]["value"] == pytest.approx(-math.log(2 / 3) / math.log(3))


@pytest.mark.parametrize("causal", [False, True])
def test_random_layers_keep_below_and_tampered_ones_do_not(causal: bool) -> None:
    layer = made.oscillators(
        torch.randn(4, 2, 12, 3, dtype=torch.float64), anchors=unit(2, 12, 3), causal=causal
    )
    good = ceilings([layer])["layers"][0]["ceiling"]
    assert good["violations"] == 0
    assert good["most_used"] < 1
    sharp = replace(layer, attention=layer.attention**6 / (layer.attention**6).sum(-1, keepdim=True))
    assert ceilings([sharp])["layers"][0]["ceiling"]["violations"] > 0


def test_the_row_ceiling_by_hand() -> None:
    pads = torch.tensor([[False, False, False], [False, False, True]])
    layer = made.oscillators(
        torch.randn(2, 1, 3, 2, dtype=torch.float64), anchors=TRIANGLE[None], padding=pads, causal=True
    )
    bound = row_ceiling(layer)[:, 0]
    assert bound[0].tolist() == pytest.approx([1, 1, 2 / 3])  # |s| = 1, 1, 0
    line = replace(layer, anchors=torch.tensor([[[1.0, 0], [-1, 0], [1, 0]]], dtype=torch.float64))
    assert row_ceiling(line)[:, 0].tolist()[0] == pytest.approx([1, 1, 1])  # 2 / (3 - 1)
    four = made.oscillators(
        torch.randn(2, 1, 4, 2, dtype=torch.float64),
        anchors=torch.tensor([[[1.0, 0], [-1, 0], [0, 1], [0, -1]]], dtype=torch.float64),
    )
    assert row_ceiling(four).unique().tolist() == pytest.approx([0.5])
    seen = row_ceiling(replace(four, causal=True))[0, 0].tolist()  # |s| = 1, 0, 1, 0 of what each row sees
    assert seen == pytest.approx([1, 1, 1, 0.5])


def test_where_no_theorem_applies_the_reason_stands() -> None:
    h = torch.randn(2, 1, 5, 2, dtype=torch.float64)
    free = ceilings([made.oscillators(h, anchors=2 * unit(1, 5, 2), free_anchors=True)])["layers"][0]
    assert free["ceiling"] is None
    assert "unit anchors" in free["reason"]
    power = ceilings([made.oscillators(h, anchors=unit(1, 5, 2), exponent=2)])["layers"][0]
    assert power["ceiling"] is None
    assert "exponent 1" in power["reason"]
    soft = ceilings([made.attention(torch.eye(3).expand(2, 1, 3, 3))])["layers"][0]
    assert soft["ceiling"] is None
    assert soft["largest"]["value"] == 1
    with pytest.raises(ValueError, match="at least 1"):
        balanced_ceiling(torch.tensor(3), 0.5)


def test_a_network() -> None:
    model = TokenLM(11, AttentionSpec("oscillator", 2, 3, 16, causal=True), embed_dim=8, hidden=12)
    tokens = torch.randint(1, 11, (6, 16))
    f = ceilings(capture(model, tokens))
    assert [x["ceiling"]["violations"] for x in f["layers"]] == [0, 0]
    assert all(x["entropy"]["value"] > x["ceiling"]["entropy_floor"]["value"] for x in f["layers"])
    soft = TokenLM(11, AttentionSpec("softmax", 2, causal=True), embed_dim=8, hidden=12)
    assert entropies(capture(soft, tokens))["all"]["mean"]["value"] > 0.9  # untrained: nearly uniform
    json.dumps(f)
