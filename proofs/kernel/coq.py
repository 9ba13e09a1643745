"""Run the Coq tools: what is installed, a parallel build, and questions with marked answers."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path

LIBRARY = "PhaseBound"
APT_LINE = "apt-get install --no-install-recommends coq libcoq-coquelicot libcoq-mathcomp-algebra"


class CoqError(Exception):
    """Coq refused an input; the message names the file and gives the end of what Coq said."""


def available() -> bool:
    """Say whether Coq and the two libraries are installed."""
    if not shutil.which("coqc") or not shutil.which("coqdep"):
        return False
    where = subprocess.run(["coqc", "-where"], capture_output=True, text=True, check=False).stdout.strip()
    contrib = Path(where) / "user-contrib"
    return (contrib / "Coquelicot").is_dir() and (contrib / "mathcomp" / "algebra").is_dir()


def version() -> str:
    """Return the version of the installed Coq, such as 8.16.1."""
    out = subprocess.run(["coqc", "--print-version"], capture_output=True, text=True, check=False).stdout
    return out.split()[0] if out.split() else ""


def run(command: Sequence[str], folder: Path) -> str:
    """Run a Coq tool in a folder without the user's settings; return its output or raise CoqError."""
    env = {k: v for k, v in os.environ.items() if k not in {"COQPATH", "COQFLAGS", "COQRC"}}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CoqError(f"{' '.join(command[-1:])}: {(done.stderr or done.stdout).strip()[-2000:]}")
    return done.stdout


def compile_file(folder: Path, stem: str) -> str:
    """Compile one file of the folder and return what it prints."""
    return run(["coqc", "-q", "-w", "-all", "-Q", ".", LIBRARY, f"{stem}.v"], folder)


def dependencies(folder: Path, stems: Iterable[str]) -> dict[str, set[str]]:
    """Return for each file the files of the folder that it requires."""
    stems = sorted(stems)
    out = run(["coqdep", "-Q", ".", LIBRARY, *(f"{s}.v" for s in stems)], folder)
    needs: dict[str, set[str]] = {s: set() for s in stems}
    for line in out.splitlines():
        target, _, rest = line.partition(":")
        stem = Path(target.split()[0]).stem if target.split() else ""
        if stem in needs and f"{stem}.vo" in target:
            needs[stem] |= {Path(x).stem for x in rest.split() if x.endswith(".vo")} & set(stems) - {stem}
    return needs


def build(folder: Path, needs: Mapping[str, set[str]], jobs: int) -> list[str]:
    """Compile every file after those it requires, `jobs` at a time; return the errors."""
    errors: list[str] = []
    done: set[str] = set()
    running: dict[Future[str], str] = {}
    waiting = dict(needs)
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        while waiting or running:
            for stem in sorted(s for s, ns in waiting.items() if ns <= done):
                running[pool.submit(compile_file, folder, stem)] = stem
                del waiting[stem]
            if not running:
                errors += [f"{s}: not built" for s in sorted(waiting)]
                break
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                stem = running.pop(future)
                try:
                    future.result()
                    done.add(stem)
                except CoqError as error:
                    errors.append(str(error))
    return errors


def ask(folder: Path, name: str, questions: Mapping[str, str], preamble: str = "") -> dict[str, str]:
    """Put vernacular questions to Coq in one file; return the answer to each, by its key."""
    lines = [preamble]
    for key, question in questions.items():
        lines.append(f'Goal True. idtac "@@ {key}". Abort.\n{question}')
    (folder / f"{name}.v").write_text("\n".join(lines) + "\n", encoding="utf-8")
    out = compile_file(folder, name)
    answers = {}
    for block in re.split(r"^@@ ", out, flags=re.M)[1:]:
        key, _, answer = block.partition("\n")
        answers[key.strip()] = answer.strip()
    return answers
