"""The ledger in the book: decided once a build, its theorems as objects that pages refer to and the search finds."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Set
from functools import lru_cache
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.domains import Domain, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole
from sphinx.util.nodes import make_refnode

from phasebound.analysis.files import write_text
from phasebound.dossier import dossier

from .caches import folder

logger = logging.getLogger(__name__)


def decide(app: Sphinx) -> None:
    """Decide the ledger unless this very state of the sources has been decided before, or the configuration has one."""
    if app.config.ledger_path:
        return
    path = folder(app) / "ledger.json"
    if not path.exists():
        logger.info("deciding the ledger ...")
        write_text(path, json.dumps(dossier(jobs=os.cpu_count() or 1)))
    app.config.ledger_path = str(path)


@lru_cache(maxsize=1)
def load(path: str) -> dict[str, Any]:
    """The decided ledger."""
    data: dict[str, Any] = json.loads(Path(path).read_text(encoding="utf-8"))
    return data


def decided(env: BuildEnvironment) -> dict[str, Any]:
    """The ledger that this build shows."""
    return load(env.config.ledger_path)


def anchor(id: str) -> str:
    """The anchor of a theorem box."""
    return "claim-" + id.replace(".", "-")


class LedgerDomain(Domain):
    """Theorem boxes, one for a claim: where each stands."""

    name = "ledger"
    label = "claims of the ledger"
    object_types = {"theorem": ObjType("theorem", "claimref")}  # noqa: RUF012
    initial_data = {"boxes": {}}  # noqa: RUF012

    @property
    def boxes(self) -> dict[str, tuple[str, str]]:
        """id -> (page, title)."""
        found: dict[str, tuple[str, str]] = self.data["boxes"]
        return found

    def note(self, id: str, title: str, location: Any) -> None:
        """Remember a box; a second one of the same claim is an error."""
        if id in self.boxes:
            logger.warning(
                "%s has a box on %s already; use {claimref}", id, self.boxes[id][0], location=location
            )
        self.boxes[id] = (self.env.docname, title)

    def clear_doc(self, docname: str) -> None:
        for id in [i for i, (page, _) in self.boxes.items() if page == docname]:
            del self.boxes[id]

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        for id, (page, title) in otherdata["boxes"].items():
            if page in docnames:
                if id in self.boxes:
                    logger.warning("%s has boxes on %s and on %s", id, self.boxes[id][0], page)
                self.boxes[id] = (page, title)

    def resolve_xref(
        self, env: Any, fromdocname: str, builder: Any, typ: str, target: str, node: Any, contnode: Any
    ) -> nodes.reference | None:
        if target not in self.boxes:
            return None
        page, title = self.boxes[target]
        shown = contnode if node["explicit"] else nodes.inline(title, title)
        return make_refnode(builder, fromdocname, page, anchor(target), shown, title)

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        for id, (page, title) in self.boxes.items():
            yield id, title.replace(".", "\N{ONE DOT LEADER}"), "theorem", page, anchor(id), 1


def xref(id: str, text: str = "", must: bool = True) -> addnodes.pending_xref:
    """A link to a theorem box, wherever it stands; without one the build fails, if there ``must`` be one."""
    node = addnodes.pending_xref(
        "", refdomain="ledger", reftype="claimref", reftarget=id, refwarn=must, explicit=bool(text)
    )
    node += nodes.inline(text or id, text or id)
    return node


class ClaimRef(SphinxRole):
    """``{claimref}`id``` or ``{claimref}`words <id>```: a link to the box of a claim."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        words, _, rest = self.text.partition("<")
        id = rest.rstrip("> ") if rest else words.strip()
        node = xref(id, words.strip() if rest else "")
        self.set_source_info(node)
        return [node], []


def badge(word: str) -> nodes.inline:
    """A verdict in its colour."""
    return nodes.inline(word, word, classes=["verdict", f"verdict-{word}"])


class VerdictRole(SphinxRole):
    """``{verdict}`id```: the verdict of a claim."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        claims = decided(self.env)["claims"]
        if self.text not in claims:
            logger.warning("no claim %r in the ledger", self.text, location=self.get_location())
            return [], []
        return [badge(claims[self.text]["verdict"])], []


def setup(app: Sphinx) -> None:
    app.add_config_value("ledger_path", "", "", str)
    app.add_domain(LedgerDomain)
    app.add_role("claimref", ClaimRef())
    app.add_role("verdict", VerdictRole())
    app.connect("builder-inited", decide, priority=100)
    LedgerDomain.dangling_warnings = {"claimref": "no theorem box for %(target)s"}
