"""phasebound data list, fetch, verify: exit codes, one line for a mistake, JSON."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from phasebound.cli import main
from phasebound.torch_impl.data import sources
from phasebound.torch_impl.data.sources import Dataset, File, Form

GOOD = hashlib.sha256(b"good").hexdigest()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder, and a registry of two data sets of one file that nobody serves."""
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name: tmp_path / "cache")
    sets = tuple(
        Dataset(name, f"title of {name}", "CC0", name, (File("a", (Form("a", GOOD),)),), "advice")
        for name in ("first", "second")
    )
    monkeypatch.setattr(sources, "DATASETS", sets)
    place = tmp_path / "data"
    (place / "first").mkdir(parents=True)
    monkeypatch.setenv("PHASEBOUND_DATA", str(place))
    return place


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["data", *arguments])


def test_list(folder: Path) -> None:
    (folder / "first" / "a").write_bytes(b"good")
    done = run("list", "--json")
    assert done.exit_code == 0
    assert json.loads(done.stdout) == [
        {"name": n, "what": f"title of {n}", "licence": "CC0", "here": here, "get it": "by hand"}
        for n, here in (("first", "yes"), ("second", "no"))
    ]
    assert "title of first" in " ".join(run("list").stdout.split())


def test_verify_tells_right_from_wrong(folder: Path) -> None:
    path = folder / "first" / "a"
    path.write_bytes(b"good")
    done = run("verify", "--json")
    assert done.exit_code == 0  # what is not here is not wrong
    assert [row["state"] for row in json.loads(done.stdout)] == ["right", "not here"]
    assert run("verify", "first").exit_code == 0
    assert run("verify", "second").exit_code == 1  # but it was asked for
    path.write_bytes(b"g00d")
    done = run("verify", "--json")
    assert done.exit_code == 1
    assert json.loads(done.stdout)[0] == {
        "data set": "first",
        "file": "a",
        "state": "wrong",
        "path": str(path),
    }


def test_fetch_keeps_what_is_here(folder: Path) -> None:
    (folder / "first" / "a").write_bytes(b"good")
    done = run("fetch", "first", "--json")
    assert done.exit_code == 0
    assert json.loads(done.stdout) == [
        {"data set": "first", "file": "a", "path": str(folder / "first" / "a")}
    ]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("fetch",), "Missing argument 'NAME...'"),
        (("fetch", "second"), "cannot be fetched: advice; put a (sha256"),
        (("fetch", "first", "third"), "no data set 'third'; there are first, second"),
        (("verify", "third"), "no data set 'third'; there are first, second"),
        (("lost",), "No such command 'lost'"),
    ],
)
def test_mistakes_take_one_line(folder: Path, arguments: tuple[str, ...], words: str) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert words in line


def test_a_data_folder_that_is_none_takes_one_line(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHASEBOUND_DATA", str(folder / "nowhere"))
    for command in ("list", "verify"):
        done = run(command)
        assert done.exit_code == 2
        assert len(done.stderr.splitlines()) == 1


def test_the_commands_load_no_torch() -> None:
    code = (
        "import sys\n"
        "from phasebound.cli import main\n"
        "try:\n    main(['data', 'list', '--json'])\nexcept SystemExit as e:\n    assert not e.code\n"
        "heavy = {'torch', 'sympy', 'rich'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "wikitext-2" in done.stdout
