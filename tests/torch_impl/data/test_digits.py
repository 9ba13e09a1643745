"""The spoken digits: folds, padding, normalisation."""

import os
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from phasebound.torch_impl.data import digits, sources
from phasebound.torch_impl.data.fetch import fetch
from phasebound.torch_impl.data.sources import DataError


def test_folds_do_not_depend_on_the_order_and_keep_copies_together() -> None:
    rng = np.random.default_rng(3)
    recordings = [rng.normal(size=(n, 2)).astype(np.float32) for n in rng.integers(3, 9, 40)]
    labels = [i % 2 for i in range(40)]
    dealt = digits.folds(recordings, labels)
    assert Counter(zip(labels, dealt, strict=True)) == {(d, f): 4 for d in (0, 1) for f in range(5)}
    assert digits.folds(recordings[::-1], labels[::-1]) == dealt[::-1]
    twice = digits.folds([*recordings, recordings[7]], [*labels, labels[7]])
    assert twice == [*dealt, dealt[7]]
    with pytest.raises(ValueError, match="at least 2 folds"):
        digits.folds(recordings, labels, 1)


@given(st.lists(st.integers(1, 60), min_size=1, max_size=5))
def test_padding_is_zero_and_begins_after_the_end(lengths: list[int]) -> None:
    rng = np.random.default_rng(0)
    recordings = [rng.normal(size=(n, 3)).astype(np.float32) for n in lengths]
    mean, sd = np.array([1, 2, 3], dtype=np.float32), np.array([2, 2, 4], dtype=np.float32)
    padded = digits._pad(recordings, [0] * len(lengths), mean, sd)
    assert padded.lengths.tolist() == [min(n, 40) for n in lengths]
    assert ((padded.frames == 0).all(-1) == padded.padding).all()
    kept = padded.frames[0, : int(padded.lengths[0])].numpy()
    np.testing.assert_allclose(kept * sd + mean, recordings[0][:40], rtol=1e-5, atol=1e-6)


def test_mistakes_take_one_line(cache: Path) -> None:
    with pytest.raises(ValueError, match="folds are 0 to 4, got 5"):
        digits.load_fold(5)
    with pytest.raises(DataError, match="phasebound data fetch free-spoken-digits"):
        digits.load_fold(0)


@pytest.fixture(scope="module")
def recorded() -> list[digits.Digits]:
    """All folds of the real recordings, fetched where everything is required."""
    if os.environ.get("PHASEBOUND_STRICT") == "1":
        fetch("free-spoken-digits")
    known = sources.dataset("free-spoken-digits")
    if sources.candidate(known, known.files[0]) is None:
        pytest.skip("the recordings are not here: phasebound data fetch free-spoken-digits")
    return [digits.load_fold(fold) for fold in range(5)]


def test_every_recording_is_held_out_once(recorded: list[digits.Digits]) -> None:
    for data in recorded:
        assert data.train.frames.shape == (2400, 40, 13)
        assert data.validation.frames.shape == (600, 40, 13)
        assert torch.bincount(data.validation.labels).tolist() == [60] * 10
    held = [
        tuple(r)
        for d in recorded
        for r in (d.validation.frames * d.sd + d.mean)[:, 0].numpy().round(2).tolist()
    ]
    assert len(set(held)) == 3000


def test_training_frames_are_normalised(recorded: list[digits.Digits]) -> None:
    train = recorded[0].train
    heard = train.frames[~train.padding].double()
    assert heard.mean(0).abs().max() < 1e-5
    assert (heard.std(0) - 1).abs().max() < 1e-5
    assert int((torch.cat([train.lengths, recorded[0].validation.lengths]) == 40).sum()) < 40
