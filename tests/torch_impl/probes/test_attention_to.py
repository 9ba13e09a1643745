"""The verb's row, counted by hand."""

import json

import pytest
import torch
from torch import Tensor

from phasebound.torch_impl.probes.attention_to import over_seeds, verb_attention


def rows(*pairs: tuple[float, float]) -> Tensor:
    """Attention of two heads whose verb row has these weights on subject and distractor in the mean."""
    a = torch.rand(len(pairs), 2, 9, 9)
    for i, (subject, distractor) in enumerate(pairs):
        a[i, 0, 6, 2], a[i, 1, 6, 2] = subject + 0.1, subject - 0.1
        a[i, 0, 6, 5], a[i, 1, 6, 5] = distractor, distractor
    return a


def test_means_by_group() -> None:
    a = rows((0.6, 0.2), (0.4, 0.1), (0.2, 0.5), (0.3, 0.3))
    f = verb_attention(a, torch.tensor([True, True, False, False]))
    assert f["right"] == pytest.approx({"n": 2, "to_subject": 0.5, "to_distractor": 0.15, "gap": 0.35})
    assert f["wrong"] == pytest.approx({"n": 2, "to_subject": 0.25, "to_distractor": 0.4, "gap": -0.15})
    only = verb_attention(
        a, torch.tensor([True, True, False, False]), answerable=torch.tensor([True, True, True, False])
    )
    assert only["wrong"]["to_subject"] == pytest.approx(0.2)
    assert verb_attention(a, torch.ones(4, dtype=torch.bool))["wrong"] is None
    swapped = verb_attention(a, torch.tensor([True, True, False, False]), subject=5, distractor=2)
    assert swapped["right"]["gap"] == pytest.approx(-0.35)


def test_over_seeds() -> None:
    right = torch.tensor([True, False])
    seeds = [verb_attention(rows((x, 0.1), (0.2, 0.2)), right) for x in (0.3, 0.5, 0.7)]
    seeds.append(verb_attention(rows((0.9, 0.1), (0.9, 0.1)), torch.tensor([True, True])))
    f = over_seeds(seeds)
    assert f["right"]["seeds"] == 4
    assert f["wrong"]["seeds"] == 3
    assert f["wrong"]["n"] == 3
    assert f["right"]["to_subject"]["value"] == pytest.approx(0.6)
    assert f["right"]["to_subject"]["sd"] == pytest.approx((0.2 / 3) ** 0.5)
    assert f["right"]["gap"]["interval"][0] < f["right"]["gap"]["value"]
    assert over_seeds(seeds[:1])["right"] is None
    json.dumps(f)


def test_errors() -> None:
    a = rows((0.1, 0.1))
    with pytest.raises(ValueError, match="right must be boolean"):
        verb_attention(a, torch.ones(1))
    with pytest.raises(ValueError, match="do not fit 6 tokens"):
        verb_attention(a[:, :, :6, :6], torch.ones(1, dtype=torch.bool))
