"""What a user installs: the sdist, the wheel built from it, that wheel in an empty environment."""

import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
KINDS = ("*.py", "*.json", "*.v", "*.lock", "*.safetensors")
"""Files of the package; packaging drops all but the first by default."""


def quiet(*command: str | Path, **options: object) -> str:
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, check=False, **options)  # type: ignore[call-overload]
    assert done.returncode == 0, done.stdout + done.stderr
    return str(done.stdout)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist and the wheel built from that sdist."""
    out = tmp_path_factory.mktemp("dist")
    quiet(sys.executable, "-m", "build", "--outdir", out, ROOT)
    return out


def test_the_sdist_holds_the_sources_once(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {n.split("/", 1)[1] for n in archive.getnames() if "/" in n}
    assert "src/phasebound/cli.py" in names
    assert any(n.endswith("proofs/ledger.py") for n in names)


def test_the_wheel_holds_the_data(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    committed = {
        p.relative_to(ROOT).as_posix()
        for folder in ("proofs", "analysis", "torch_impl")
        for kind in KINDS
        for p in (ROOT / folder).rglob(kind)
    }
    for needed in (
        "torch_impl/tables/published.json",
        "analysis/results/caps.json",
        "proofs/kill_matrix.json",
    ):
        assert needed in committed
    assert {f"phasebound/{c}" for c in committed} - names == set()
    assert "phasebound/py.typed" in names
    assert not any(n.startswith(("tests/", "proofs/")) for n in names)


def test_the_wheel_works_in_an_empty_environment(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    venv.create(tmp_path / "env", with_pip=True)
    python = tmp_path / "env" / "bin" / "python"
    quiet(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel)
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    phasebound = tmp_path / "env" / "bin" / "phasebound"
    out = quiet(phasebound, "claims", cwd=tmp_path, env=environment)
    assert "osc.sphere-invariance" in out
    assert "81 claims" in out
    assert "certificates replayed" in quiet(phasebound, "replay", cwd=tmp_path, env=environment)
    assert "missing" not in quiet(phasebound, "verify", "osc.lyapunov", cwd=tmp_path, env=environment)
