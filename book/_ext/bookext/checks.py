"""What fails the build besides Sphinx's own complaints: pictures without alternative text, pages without an end."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from bs4 import BeautifulSoup
from sphinx.application import Sphinx
from sphinx.util import logging

from .ledger import LedgerDomain, load

logger = logging.getLogger(__name__)

LONGEST = 30.0
"""No page's cells may take longer, in seconds."""


def nameless(html: str) -> Iterator[str]:
    """Pictures that a reader who cannot see them learns nothing of."""
    soup = BeautifulSoup(html, "html.parser")
    for image in soup.find_all("img"):
        if not (image.get("alt") or "").strip():
            yield f"image without alternative text: {str(image.get('src'))[:60]}"
    for drawing in soup.find_all("svg"):
        named = drawing.get("aria-label") or drawing.get("aria-labelledby") or drawing.find("title")
        if not named and drawing.get("aria-hidden") != "true":
            yield "drawing (svg) without a name"


def page(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any) -> None:
    """Check the body of a page that is about to be written."""
    if doctree is not None:
        for problem in nameless(context.get("body", "")):
            logger.warning("%s: %s", pagename, problem)


def ends(app: Sphinx, env: Any) -> None:
    """Every page says how to run it and runs quickly; every claim has its box."""
    quiet = os.getloadavg()[0] <= (os.cpu_count() or 1) + 1  # on a busy machine a time says nothing
    strict = quiet and os.environ.get("PHASEBOUND_STRICT") == "1"
    for name in sorted(env.found_docs):
        seconds = (env.nb_metadata.get(name, {}).get("exec_data") or {}).get("runtime") or 0.0
        logger.info("%s: cells took %.1f s", name, seconds)
        if seconds > LONGEST and strict:
            logger.warning("%s: its cells took %.0f s, more than %.0f", name, seconds, LONGEST)
        if not env.metadata.get(name, {}).get("run"):
            logger.warning("%s does not end with {run}", name)
    domain = env.get_domain("ledger")
    assert isinstance(domain, LedgerDomain)
    if app.config.every_claim_has_a_box:
        for id in load(app.config.ledger_path)["claims"]:
            if id not in domain.boxes:
                logger.warning("no page holds the box of %s", id)


def setup(app: Sphinx) -> None:
    app.add_config_value("every_claim_has_a_box", True, "", bool)
    app.connect("html-page-context", page)
    app.connect("env-check-consistency", ends)
