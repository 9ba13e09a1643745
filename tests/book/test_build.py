"""What must fail the build of the book does: a tiny book is sound, and each planted fault is a warning or an error."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.usefixtures("bookext"),
    # of the tools that build, not of what is built
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::PendingDeprecationWarning"),
]

SOUND = """\
---
file_format: mystnb
kernelspec:
  name: python3
---
# A page

It is {verdict}`osc.x`: {claimref}`osc.x`. Seed {rec}`caps@1:seed:d`.

```{claim} osc.x
```

```{exercise} Think
Why?
```

```{solution}
Because.
```

```{run}
phasebound verify
```
"""


def ledger() -> dict[str, object]:
    """A ledger of one claim."""
    maths = {"given": [{"name": "h > 0", "latex": "h > 0"}], "where": [], "at": [], "then": "x = 1"}
    mutant = {"name": "2 % more", "statement": "x = 2", "refuted_by": "counterexample", "witness": {"x": "1"}}
    part = {
        "name": "it holds",
        "status": "proved",
        "tier": "exact",
        "procedure": "algebra",
        "scope": "for every d",
        "maths": maths,
        "note": "",
        "witness": "h = 1",
        "mutants": [mutant],
    }
    claim = {
        "id": "osc.x",
        "title": "A theorem",
        "paper": "B",
        "verdict": "proved",
        "as_stated": "proved",
        "tiers": {"exact": "proved", "kernel": "certified", "trained": "not-measured"},
        "sources": [{"tag": "S", "where": "a summary", "says": "it holds"}],
        "given": [],
        "uses": [],
        "kernel": {"all": {"theorems": ["x_holds"], "status": "certified"}},
        "remark": "",
        "parts": [part],
        "records": [],
        "file": "proofs/oscillator/lyapunov.py",
        "row": {"mutants": {"total": 1, "refuted": 1}},
    }
    theorem = {"file": "Torus.v", "axioms": [], "statement": "Theorem x_holds : True."}
    return {
        "claims": {"osc.x": claim},
        "kernel": {"coq": "8.16.1", "theorems": {"x_holds": theorem}},
        "edges": {"osc.x": []},
        "cited": {},
    }


Build = Callable[..., tuple[str, Path]]


@pytest.fixture
def build(tmp_path: Path) -> Build:
    """Build a book of the given pages; returns what was warned of (or the error), and the folder."""
    from sphinx.application import Sphinx
    from sphinx.errors import SphinxError
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    def built(**pages: str) -> tuple[str, Path]:
        source, out = tmp_path / "source", tmp_path / "build" / "html"
        source.mkdir()
        (tmp_path / "ledger.json").write_text(json.dumps(ledger()))
        for name, text in pages.items():
            (source / f"{name}.md").write_text(text)
        config = {
            "extensions": ["myst_nb", "bookext"],
            "root_doc": "start",
            "ledger_path": str(tmp_path / "ledger.json"),
            "nb_execution_mode": "cache",
            "nb_execution_raise_on_error": True,
            "nb_execution_in_temp": True,
            "html_theme": "basic",
            "suppress_warnings": ["toc.not_included"],
        }
        said = io.StringIO()
        with patch_docutils(), docutils_namespace():
            try:
                app = Sphinx(source, None, out, tmp_path / "trees", "html", config, None, said, freshenv=True)
                app.build(force_all=True)
            except (SphinxError, RuntimeError) as error:
                said.write(f"{type(error).__name__}: {error}")
            except Exception as error:  # an executor wraps a failing cell in its own kind
                said.write(f"{type(error).__name__}: {error}")
        return said.getvalue(), out

    return built


def test_a_sound_book_builds(build: Build) -> None:
    said, out = build(start=SOUND)
    assert said == ""
    page = (out / "start.html").read_text()
    assert 'id="claim-osc-x"' in page and "A theorem" in page
    assert 'href="#claim-osc-x"' in page
    assert "20260612" in page
    assert "Theorem" in page and "false at" in page and "Not measured yet" in page
    assert (out / "source" / "proofs" / "kernel" / "Torus.v.html").exists()
    assert (out / "certificates" / "osc.lyapunov.json").exists()
    assert "claim-osc-x" in (out / "searchindex.js").read_text()


CELL = "```{{code-cell}} python\n{}\n```\n\n```{{run}}"
FAULTS = {
    "no theorem box for osc.y": SOUND.replace("{claimref}`osc.x`", "{claimref}`osc.y`"),
    "no claim 'osc.y' in the ledger": SOUND.replace("{claim} osc.x", "{claim} osc.y"),
    "no claim 'osc.z' in the ledger": SOUND.replace("{verdict}`osc.x`", "{verdict}`osc.z`"),
    "has a box on start already": SOUND.replace("```{exercise}", "```{claim} osc.x\n```\n\n```{exercise}"),
    "no page holds the box of osc.x": SOUND.replace("```{claim} osc.x\n```", "").replace(
        "{claimref}`osc.x`", "it"
    ),
    "protocol 1, the page was written for 9": SOUND.replace("caps@1", "caps@9"),
    "no committed record": SOUND.replace("caps@1", "gaps@1"),
    "nothing at 'sead'": SOUND.replace(":seed:", ":sead:"),
    "image without alternative text": SOUND.replace("# A page", '# A page\n\n<img src="data:,">'),
    "does not end with {run}": SOUND.replace("```{run}\nphasebound verify\n```", ""),
    "ExecutionError": SOUND.replace("```{run}", CELL.format("1 / 0")),
    "undefined label: 'nowhere'": SOUND.replace("# A page", "# A page\n\n{ref}`there <nowhere>`"),
    "no control 'x'": SOUND.replace("# A page", "# A page\n\n```{control} x\nstatic\n```"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_noticed(build: Build, fault: str) -> None:
    said, _ = build(start=FAULTS[fault])
    assert fault in said


def test_a_second_box_on_another_page_is_noticed(build: Build) -> None:
    said, _ = build(start=SOUND, other=SOUND)
    assert "has a box on" in said
