"""Without torch these tests are skipped, unless PHASEBOUND_STRICT=1 asks for everything."""

import os
from collections.abc import Iterator
from importlib.util import find_spec

import pytest

if find_spec("torch") is None:
    if os.environ.get("PHASEBOUND_STRICT") == "1":
        raise RuntimeError("PHASEBOUND_STRICT=1, but torch is not installed: pip install 'phasebound[torch]'")
    collect_ignore_glob = ["*"]
else:
    import torch

    @pytest.fixture(autouse=True)
    def seeded() -> Iterator[None]:
        """Every test draws from its own fixed stream and leaves the global one as it was."""
        with torch.random.fork_rng():
            torch.manual_seed(7)
            yield
