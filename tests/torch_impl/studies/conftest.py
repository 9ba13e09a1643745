"""Tiny checkpoints: the agreement networks of the smoke budget, trained once and kept; fresh ones of others."""

import os
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

if find_spec("torch") is None:
    collect_ignore_glob = ["test_*.py"]
else:
    from phasebound.torch_impl.studies import weights
    from phasebound.torch_impl.studies.weights import Checkpoint
    from phasebound.torch_impl.tables import sva, table
    from phasebound.torch_impl.train import write_tensors

    @pytest.fixture(scope="session")
    def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
        """The folder of a run: both mechanisms, published protocol, seeds 0 and 1, 20 steps."""
        out = tmp_path_factory.mktemp("run")
        table.run(sva.TABLE, "smoke", arms=["oscillator-published", "softmax-published"], out=out)
        return out

    @pytest.fixture(scope="session")
    def kept(trained: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
        """The folder of their checkpoints."""
        folder = tmp_path_factory.mktemp("weights")
        for mechanism in sva.MECHANISMS:
            for seed in (0, 1):
                weights.keep(trained, "sva", "smoke", f"{mechanism}-published", seed, folder)
        return folder

    @pytest.fixture
    def fresh(tmp_path: Path) -> Callable[[Checkpoint], Path]:
        """Keeps an untrained network as if it were trained; returns the folder."""

        def make(checkpoint: Checkpoint) -> Path:
            write_tensors(tmp_path / checkpoint.file, weights.untrained(*checkpoint).state_dict())
            return tmp_path

        return make

    @pytest.fixture(scope="session")
    def real() -> None:
        """Real data are there."""
        if os.environ.get("PHASEBOUND_DATA"):
            return
        if os.environ.get("PHASEBOUND_STRICT") == "1":
            pytest.fail("PHASEBOUND_STRICT=1, but PHASEBOUND_DATA is not set")
        pytest.skip("PHASEBOUND_DATA is not set")
