"""Which scripts a page loads: each of ours once and deferred, those of controls where there is one, no remote service.

Jupyter Book adds every script of ``_static`` to every page, and one that would load thebe from a remote host.
"""

from __future__ import annotations

from typing import Any

from sphinx.application import Sphinx

EVERYWHERE = ("book.js",)
CONTROLS = ("laws.js", "controls.js")
REMOTE = ("THEBE_JS_URL", "sphinx-thebe")


def wanted(script: Any) -> bool:
    """Whether a script that somebody added stays."""
    name = str(getattr(script, "filename", script) or "")
    body = str(getattr(script, "attributes", {}).get("body", ""))
    ours = name.rpartition("/")[2].partition("?")[0] in (*EVERYWHERE, *CONTROLS)
    return not ours and not any(word in name + body for word in REMOTE)


def page(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any) -> None:
    """Put the scripts of a page in order."""
    own = EVERYWHERE + (CONTROLS if 'data-control="' in context.get("body", "") else ())
    context["script_files"][:] = [s for s in context["script_files"] if wanted(s)]
    for i, name in enumerate(own):
        app.add_js_file(name, priority=900 + i, loading_method="defer")


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", page, priority=900)
