"""Text cells of the published notebooks are plain Markdown that says the same."""

import pytest

pytestmark = pytest.mark.usefixtures("bookext")

LEDGER = {
    "claims": {
        "osc.x": {
            "id": "osc.x",
            "title": "A theorem",
            "verdict": "proved",
            "sources": [{"tag": "S", "where": "a summary", "says": "it holds"}],
            "parts": [{"maths": {"given": [{"name": "h", "latex": "h > 0"}], "then": "x = 1"}}],
        }
    }
}

PAGE = """\
It is {verdict}`osc.x`: {claimref}`osc.x`, or {claimref}`this one <osc.x>`; see {math}`a < b` and {cite}`someone`.

```{claim} osc.x
```

````{control} failure
Static words.
````

```{exercise} Try
Show it, {claimref}`osc.x`.
```

```{run}
phasebound verify
```

```python
untouched = "{claimref}"
```"""


def test_a_page() -> None:
    from bookext.notebooks import rewritten

    text = "\n".join(rewritten(PAGE.split("\n"), LEDGER))
    assert "It is *proved*: *A theorem*, or this one; see $a < b$ and `someone`." in text
    assert "> **A theorem** (`osc.x`): proved" in text
    assert "[S: a summary] it holds" in text
    assert "> $$\n> x = 1\n> $$" in text
    assert "> **failure**\n>\n> Static words." in text
    assert "> Show it, *A theorem*." in text
    assert "```sh\nphasebound verify\n```" in text
    assert 'untouched = "{claimref}"' in text
    assert "```{" not in text


def test_a_published_notebook_is_refused_if_it_is_not_executed_or_not_plain() -> None:
    import sys
    from pathlib import Path

    import nbformat

    sys.path.insert(0, str(Path(__file__).parents[2] / "book"))
    from check_notebooks import problems

    new = nbformat.v4
    ran = new.new_code_cell("1", outputs=[new.new_output("execute_result", data={"text/plain": "1"})])
    assert problems(new.new_notebook(cells=[ran])) == []
    assert problems(new.new_notebook(cells=[new.new_code_cell("1")])) == ["not executed"]
    assert "no code" in problems(new.new_notebook(cells=[]))
    marked = new.new_notebook(cells=[ran, new.new_markdown_cell("```{claim} osc.x\n```")])
    assert "a directive that only the book knows" in problems(marked)[0]
    failed = new.new_code_cell("1", outputs=[new.new_output("error", ename="E", evalue="", traceback=[])])
    assert "an error in its outputs" in problems(new.new_notebook(cells=[failed]))
