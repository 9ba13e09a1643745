"""The keyword splits: by speaker on the real table, and the published protocol on a small folder of its layout."""

import tarfile
from pathlib import Path

import numpy as np
import pytest
import torch

from phasebound.torch_impl.data import sources, speech_commands
from phasebound.torch_impl.data.log_mel import log_mel, read_wav
from phasebound.torch_impl.data.sources import DataError, Dataset, File, Form
from phasebound.torch_impl.data.speech_commands import WORDS, folds, load_fold, load_full

from .test_log_mel import wav


def test_folds_are_a_function_of_the_set_of_speakers() -> None:
    speakers = [f"{i:08x}" for i in range(53)]
    dealt = folds(speakers)
    assert folds([*speakers[::-1], *speakers]) == dealt
    sizes = [list(dealt.values()).count(f) for f in range(5)]
    assert sorted(sizes) == [10, 10, 11, 11, 11]
    assert folds(["a", "b", "c"], 3) != {"a": 0, "b": 1, "c": 2}  # by digest, not by name
    with pytest.raises(ValueError, match="at least 2 folds"):
        folds(speakers, 1)


def test_statistics_are_unbiased_and_bounded_below() -> None:
    frames = torch.tensor([[[1.0, 5.0], [3.0, 5.0]], [[5.0, 5.0], [7.0, 5.0]]])
    mean, sd = speech_commands.statistics(frames)
    assert mean.tolist() == [4.0, 5.0]
    assert sd[0].item() == pytest.approx((20 / 3) ** 0.5)
    assert sd[1].item() == pytest.approx(1e-5)


@pytest.mark.usefixtures("real")
def test_the_real_folds() -> None:
    held: list[str] = []
    clips = 0
    for fold in range(5):
        data = load_fold(fold)
        inside, outside = set(data.validation.speakers), set(data.train.speakers)
        assert inside.isdisjoint(outside)
        assert len(inside | outside) == 239
        assert len(data.train.labels) + len(data.validation.labels) == 4074
        assert torch.bincount(data.validation.labels, minlength=10).min() >= 60
        assert data.train.frames.shape[1:] == (49, 40)
        flat = data.train.frames.double().flatten(0, 1)
        assert flat.mean(0).abs().max() < 1e-5
        assert (flat.std(0) - 1).abs().max() < 1e-5
        named = [name.partition("/") for name in data.train.names]
        assert [word for word, _, _ in named] == [WORDS[label] for label in data.train.labels.tolist()]
        assert [clip.partition("_")[0] for _, _, clip in named] == list(data.train.speakers)
        held += inside
        clips += len(data.validation.labels)
    assert len(held) == len(set(held)) == 239
    assert clips == 4074


def test_mistakes_take_one_line(cache: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="folds are 0 to 4, got -1"):
        load_fold(-1)
    with pytest.raises(DataError, match="'speech-commands-test10' is not here"):
        load_fold(0)
    with pytest.raises(DataError, match="phasebound data fetch speech-commands"):
        load_full()
    with pytest.raises(DataError, match="nowhere is no folder"):
        load_full(tmp_path / "nowhere")


# --- the published protocol ---------------------------------------------------------------------------------

SPEAKERS = ("0a", "1b", "2c", "3d")
"""0a and 1b train, 2c validates, 3d tests."""


@pytest.fixture
def official(tmp_path: Path) -> Path:
    """A small folder in the layout of the official archive, with short clips."""
    rng = np.random.default_rng(5)
    root = tmp_path / "official"
    listed: dict[str, list[str]] = {"2c": [], "3d": []}
    for word in (*WORDS, "bed", "_background_noise_"):
        (root / word).mkdir(parents=True)
        for speaker in SPEAKERS:
            name = f"{word}/{speaker}_nohash_0.wav"
            samples = rng.integers(-3000, 3000, int(rng.integers(8000, 18000))).astype(np.int16)
            (root / name).write_bytes(wav(samples))
            if speaker in listed:
                listed[speaker].append(name)
    (root / "validation_list.txt").write_text("\n".join(listed["2c"]) + "\n")
    (root / "testing_list.txt").write_text("\n".join(listed["3d"]) + "\n")
    (root / "README.md").write_text("text")
    return root


def test_the_lists_say_which_clip_is_where(official: Path, cache: Path) -> None:
    data = load_full(official, validation=10)
    assert data.test is not None
    assert set(data.train.speakers) == {"0a", "1b"}
    assert set(data.validation.speakers) == {"2c"}
    assert set(data.test.speakers) == {"3d"}
    assert torch.bincount(data.train.labels).tolist() == [2] * 10
    assert sorted(data.validation.names) == sorted(f"{w}/2c_nohash_0.wav" for w in WORDS)  # no other word
    at = data.validation.names.index("up/2c_nohash_0.wav")
    assert data.validation.labels[at] == WORDS.index("up")
    raw = log_mel(read_wav((official / "up" / "2c_nohash_0.wav").read_bytes()))
    expected = (raw - data.mean) / data.sd
    torch.testing.assert_close(data.validation.frames[at], expected)
    flat = data.train.frames.double().flatten(0, 1)
    assert flat.mean(0).abs().max() < 1e-5
    assert (flat.std(0) - 1).abs().max() < 1e-5


def test_features_are_computed_once_for_a_folder_as_it_is(
    official: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = load_full(official, validation=10)
    computed: list[Path] = []
    compute = speech_commands._compute
    monkeypatch.setattr(
        speech_commands, "_compute", lambda source: computed.append(source) or compute(source)
    )
    again = load_full(official, validation=10)
    assert computed == []
    assert torch.equal(first.train.frames, again.train.frames)
    changed = wav(np.full(16000, 99, dtype=np.int16))
    (official / "yes" / "0a_nohash_0.wav").write_bytes(changed)
    assert not torch.equal(load_full(official, validation=10).train.frames, first.train.frames)
    assert computed == [official]
    for stored in (cache / "speech_commands").iterdir():
        stored.write_bytes(b"PK damaged")
    with pytest.raises(DataError, match="damaged; remove it"):
        load_full(official, validation=10)


def test_the_archive_gives_what_its_folder_gives(
    official: Path, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = cache / "speech_commands" / "speech_commands_v0.02.tar.gz"
    path.parent.mkdir(parents=True)
    with tarfile.open(path, "w:gz") as out:
        out.add(official, ".")  # names begin with ./, as in the official archive
    digest = sources.digest_of(path)
    file = File(path.name, (Form(path.name, digest),))
    monkeypatch.setattr(
        sources, "DATASETS", (Dataset("speech-commands", "", "", "speech_commands", (file,), "x"),)
    )
    packed, unpacked = load_full(validation=10), load_full(official, validation=10)
    assert packed.train.names == unpacked.train.names
    assert torch.equal(packed.train.frames, unpacked.train.frames)
    assert torch.equal(packed.validation.frames, unpacked.validation.frames)


def test_other_folders_are_refused(official: Path, cache: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="validates on 3703 clips of the ten words, found 10"):
        load_full(official)
    (tmp_path / "empty").mkdir()
    with pytest.raises(DataError, match=r"it has no validation_list\.txt"):
        load_full(tmp_path / "empty")
    both = (official / "testing_list.txt").read_text() + "yes/2c_nohash_0.wav\n"
    (official / "testing_list.txt").write_text(both)
    with pytest.raises(DataError, match=r"yes/2c_nohash_0\.wav stands in both lists"):
        load_full(official, validation=10)
    (official / "no" / "0a_nohash_0.wav").write_bytes(wav(np.zeros(9, dtype=np.int16), rate=8000))
    with pytest.raises(DataError, match=r"no/0a_nohash_0\.wav: a clip has 16000 Hz"):
        load_full(official, validation=10)
    assert not list(cache.rglob("*.part"))
