"""A file is replaced whole or not at all."""

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from phasebound.analysis.files import PART, replacing, write_text


def test_it_is_replaced_and_all_may_read_it(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "a.json"
    write_text(path, "one")
    write_text(path, "zwölf")
    assert path.read_text(encoding="utf-8") == "zwölf"
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert [p.name for p in path.parent.iterdir()] == ["a.json"]


def test_an_error_leaves_the_old_file_and_no_part(tmp_path: Path) -> None:
    path = tmp_path / "a"
    write_text(path, "old")
    with pytest.raises(KeyboardInterrupt), replacing(path) as part:
        part.write_text("half")
        raise KeyboardInterrupt
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["a"]


def test_who_reads_meanwhile_sees_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a"
    write_text(path, "old")
    with replacing(path) as part:
        part.write_text("new")
        assert path.read_text() == "old"
        assert part.name.endswith(PART)
    assert path.read_text() == "new"


def test_a_killed_writer_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a"
    write_text(path, "old")
    program = (
        "import os, signal, sys; from pathlib import Path; from phasebound.analysis.files import replacing\n"
        "with replacing(Path(sys.argv[1])) as part:\n"
        "    part.write_text('half'); os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", program, str(path)], env={**os.environ}, check=False)
    assert done.returncode == -signal.SIGKILL
    assert path.read_text() == "old"


def test_two_writers_do_not_share_a_part(tmp_path: Path) -> None:
    path = tmp_path / "a"
    with replacing(path) as first, replacing(path) as second:
        assert first != second
        first.write_text("first")
        second.write_text("second")
    assert path.read_text() == "first"  # the outer block ends last
