"""Every claim of the ledger has its box on exactly one page of the book; a page refers to claims that exist."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from phasebound.proofs.ledger import by_id

BOOK = Path(__file__).parents[2] / "book"
BOX = re.compile(r"^[`:]{3,}\{claim\}\s*(\S+)\s*$", re.MULTILINE)
REFERENCE = re.compile(r"\{(?:claimref|verdict)\}`(?:[^`<]*<)?([^`<>]+?)>?`")


def pages() -> dict[str, str]:
    """The book's pages by name."""
    return {p.stem: p.read_text(encoding="utf-8") for p in sorted(BOOK.glob("*.md"))}


def problems(text: Mapping[str, str], claims: Iterable[str]) -> list[str]:
    """Boxes that are missing, doubled or of no claim, and references to no claim."""
    known = set(claims)
    boxes = Counter(id for page in text.values() for id in BOX.findall(page))
    out = [f"{id}: no box" for id in sorted(known - set(boxes))]
    out += [f"{id}: {n} boxes" for id, n in sorted(boxes.items()) if n > 1]
    out += [f"{id}: a box of no claim" for id in sorted(set(boxes) - known)]
    out += [
        f"{name}: a reference to no claim {id}"
        for name, page in text.items()
        for id in sorted({i.strip() for i in REFERENCE.findall(page)} - known)
    ]
    return out


def test_every_claim_has_its_box_on_exactly_one_page() -> None:
    assert problems(pages(), by_id()) == []


def test_a_missing_a_doubled_and_an_unknown_box_are_noticed() -> None:
    text = pages()
    page = next(name for name, t in text.items() if "{claim} osc.explicit-flow" in t)
    box = "```{claim} osc.explicit-flow\n```\n"
    assert problems(text | {page: text[page].replace(box, "")}, by_id()) == ["osc.explicit-flow: no box"]
    assert problems(text | {page: text[page] + box}, by_id()) == ["osc.explicit-flow: 2 boxes"]
    more = text[page] + "\n```{claim} osc.nothing\n```\nand {claimref}`words <kur.nothing>`"
    found = problems(text | {page: more}, by_id())
    assert found == ["osc.nothing: a box of no claim", f"{page}: a reference to no claim kur.nothing"]
