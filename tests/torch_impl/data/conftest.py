"""Where the tests' data come from: a cache of their own, and PHASEBOUND_DATA for the real sets."""

import os
from importlib.util import find_spec
from pathlib import Path

import pytest

STRICT = os.environ.get("PHASEBOUND_STRICT") == "1"

if find_spec("torch") is None and not STRICT:
    collect_ignore = [
        "test_digits.py",
        "test_enwik8.py",
        "test_log_mel.py",
        "test_speech_commands.py",
        "test_tinystories.py",
        "test_wikitext2.py",
    ]


def lacking(reason: str) -> None:
    """Skip, or fail where everything is required."""
    if STRICT:
        pytest.fail(f"PHASEBOUND_STRICT=1, but {reason}")
    pytest.skip(reason)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty user cache; PHASEBOUND_DATA is not set."""
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name: tmp_path / "cache")
    monkeypatch.delenv("PHASEBOUND_DATA", raising=False)
    return tmp_path / "cache" / "data"


@pytest.fixture(scope="session")
def real() -> Path:
    """The folder of real data."""
    folder = os.environ.get("PHASEBOUND_DATA")
    if not folder:
        lacking("PHASEBOUND_DATA is not set")
    return Path(str(folder))
