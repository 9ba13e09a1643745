"""No result stands in a page by hand: decimals of two or more significant digits are refused in its text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

BOOK = Path(__file__).parents[2] / "book"
ALLOWED = Path(__file__).with_name("allowed_decimals.txt")
PAGES = sorted(BOOK.glob("*.md"))
DECIMAL = re.compile(r"(?<![\w.])\d*\.\d+(?![\w.]*\w)")
SHOWS_TEXT = {
    "admonition",
    "exercise",
    "solution",
    "note",
    "tip",
    "important",
    "warning",
    "control",
    "dropdown",
    "table",
}
"""Directives whose content is text like any other."""


def allowed() -> dict[tuple[str, str], str]:
    """(page, decimal) -> reason."""
    rows = [line.split("|") for line in ALLOWED.read_text().splitlines() if line.strip() and line[0] != "#"]
    return {(page.strip(), number.strip()): reason.strip() for page, number, reason in rows}


def text_of(source: str) -> Iterator[tuple[int, str]]:
    """The lines that are text: no front matter, code, maths, directives of other kinds, roles, links."""
    lines = source.split("\n")
    if lines and lines[0] == "---":
        end = lines.index("---", 1)
        lines[: end + 1] = [""] * (end + 1)
    inside: list[tuple[str, bool]] = []  # fences that are open, and whether their content is text
    maths = False
    for number, line in enumerate(lines, 1):
        fence = re.match(r"\s*(`{3,}|:{3,})(\{[\w-]+\})?(.*)$", line)
        if fence and inside and fence[1] == inside[-1][0] and not fence[2] and not fence[3].strip():
            inside.pop()
            continue
        if fence and all(text for _, text in inside):
            inside.append((fence[1], (fence[2] or "").strip("{}") in SHOWS_TEXT))
            continue
        if line.strip() == "$$":
            maths = not maths
            continue
        if not maths and all(text for _, text in inside):
            yield number, stripped(line)


def stripped(line: str) -> str:
    """A line without roles, inline code, maths and addresses."""
    line = re.sub(r"\{[\w:-]+\}`[^`]*`|`[^`]*`", " ", line)
    line = re.sub(r"\$\$[^$]*\$\$|\$[^$]*\$", " ", line)
    return re.sub(r"\]\([^)]*\)|https?://\S+", "] ", line)


def significant(number: str) -> int:
    """How many significant digits a number shows."""
    return len(number.replace(".", "").lstrip("0"))


def offences(page: str, source: str) -> list[str]:
    """Decimals that stand in the text of a page."""
    known = allowed()
    found = []
    for number, line in text_of(source):
        for match in DECIMAL.finditer(line):
            value = match[0]
            if significant(value) >= 2 and not {(page, value), ("*", value)} & set(known):
                found.append(f"{page}:{number}: {value}")
    return found


@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.stem)
def test_no_result_by_hand(path: Path) -> None:
    assert offences(path.stem, path.read_text(encoding="utf-8")) == []


def test_there_are_pages() -> None:
    assert len(PAGES) >= 5


def test_every_exception_has_a_reason_and_is_used() -> None:
    for (page, number), reason in allowed().items():
        assert len(reason) > 10, (page, number)
        where = PAGES if page == "*" else [BOOK / f"{page}.md"]
        assert any(number in p.read_text(encoding="utf-8") for p in where), (page, number)


PLANTED = """\
---
version: 1.234
---
Softmax reaches 87.71, ours $88.79$ and `89.99`; about .42 and 0.5, see {rec}`kws:mean:.2f`. In 2026.

```{code-cell} python
x = 1.25
```

:::{admonition} Note
The gap is 2.39 here, or 97.6 %, or 45 %.
:::

$$
3.1415
$$
"""


def test_planted_numbers_are_found() -> None:
    assert offences("planted", PLANTED) == [
        "planted:4: 87.71",
        "planted:4: .42",
        "planted:11: 2.39",
        "planted:11: 97.6",
    ]
