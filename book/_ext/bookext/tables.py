"""Tables of the ledger: all rows, what is refuted, what is cited, the kill matrix, the graph of dependencies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from phasebound import graphs

from .boxes import sentence, statement, witness
from .elements import code, details, made
from .ledger import LedgerDomain, anchor, badge, decided, xref

LETTERS = {"exact": "X", "enclosure": "E", "kernel": "K", "sampled": "N", "trained": "T"}
MARKS = {
    "proved": "+",
    "certified": "+",
    "supported": "~",
    "unknown": "?",
    "not-run": ".",
    "not-measured": ".",
}
BAD = "x"


def table(head: Sequence[str], rows: Iterable[Sequence[Any]], label: str, classes: str = "") -> nodes.Element:
    """A table that scrolls where it is too wide."""
    header = made("tr", *(made("th", h, scope="col") for h in head))
    body = [made("tr", *(made("td", *(c if isinstance(c, list) else [c])) for c in row)) for row in rows]
    whole = made("table", made("thead", header), made("tbody", *body), classes=f"table {classes}")
    return made("div", whole, classes="wide", role="region", **{"aria-label": label})


class LedgerDirective(SphinxDirective):
    """Base of what shows the ledger."""

    @property
    def ledger(self) -> dict[str, Any]:
        return decided(self.env)

    @property
    def claims(self) -> dict[str, Any]:
        return dict(self.ledger["claims"])

    def link(self, id: str, text: str = "") -> nodes.Node:
        """A link to a box, which must be there in a whole book."""
        return xref(id, text, must=self.config.every_claim_has_a_box)


def marks(tiers: Mapping[str, str]) -> str:
    """A letter a tier with its mark."""
    return " ".join(LETTERS[t] + MARKS.get(s, BAD) for t, s in tiers.items())


class Rows(LedgerDirective):
    """``{ledger-table}``: every row, or those of one paper."""

    option_spec = {"paper": directives.unchanged_required}  # noqa: RUF012

    def run(self) -> list[nodes.Node]:
        paper = self.options.get("paper")
        rows = [
            (
                [self.link(c["id"]), made("div", code(c["id"]))],
                badge(c["as_stated"]),
                badge(c["verdict"]),
                marks(c["tiers"]),
                f"{c['row']['mutants']['refuted']}/{c['row']['mutants']['total']}" if c["parts"] else "",
            )
            for c in self.claims.values()
            if paper in (None, c["paper"])
        ]
        head = ("claim", "as stated", "verdict", "tiers", "mutants")
        return [table(head, rows, "claims with their verdicts", "ledger")]


class Counts(LedgerDirective):
    """``{ledger-counts}``: how many rows have which verdict, and how the sources' wordings fare."""

    def run(self) -> list[nodes.Node]:
        out = []
        for key, words in (("verdict", "Verdicts"), ("as_stated", "As stated by the source")):
            found = Counter(c[key] for c in self.claims.values())
            items = [made("li", made("strong", str(n)), " ", badge(w)) for w, n in found.most_common()]
            out.append(made("p", words, classes="claim-label"))
            out.append(made("ul", *items, classes="counts"))
        return out


class Errata(LedgerDirective):
    """``{errata}``: every row whose source is refuted (or ``imprecise``), with the witness."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        wanted = self.arguments[0]
        if wanted not in ("refuted", "imprecise"):
            raise self.error("refuted or imprecise")
        return [self.entry(c) for c in self.claims.values() if c["as_stated"] == wanted]

    def entry(self, c: Mapping[str, Any]) -> nodes.Element:
        data = c["source_as_data"]
        said = [
            made(
                "p",
                made("strong", s["says"][:1].upper() + s["says"][1:]),
                " ",
                badge(c["as_stated"]),
                classes="claim-title",
            )
            for s in c["sources"]
        ]
        where = ", ".join(dict.fromkeys(s["where"] for s in c["sources"]))
        paper = self.ledger["papers"][c["paper"]]
        return made(
            "div",
            *said,
            sentence("Where:", f"{where}, of {paper}", classes="claim-source"),
            *([sentence("Why not:", data["why"])] if data["why"] else []),
            sentence("False at", witness(data["witness"])),
            sentence("True:", self.link(c["id"])),
            details("Its version as data", statement(data["maths"])),
            classes="erratum",
            ids=("erratum-" + c["id"].replace(".", "-"),),
        )


class CitedResults(LedgerDirective):
    """``{cited-results}``: what is taken from the literature, and which claims rest on it."""

    def run(self) -> list[nodes.Node]:
        rows = []
        for key, c in self.ledger["cited"].items():
            users = [i for i, used in self.ledger["edges"].items() if f"cited.{key}" in used]
            links: list[Any] = []
            for i, u in enumerate(users):
                links += [", "] * bool(i) + [self.link(u, u)]
            rows.append((code(key), c["statement"], c["reference"], links))
        head = ("key", "what is trusted", "reference", "claims that rest on it")
        return [table(head, rows, "results of the literature that are trusted", "cited")]


class Kills(LedgerDirective):
    """``{kill-matrix}``: each check with what it proves, refutes and wrongly accepts; the mutated tools."""

    def run(self) -> list[nodes.Node]:
        kills = self.ledger["kills"]
        rows = [
            (code(n), c["kind"], str(c["proves"]), str(c["kills"]), str(c["accepts"]))
            for n, c in kills["checks"].items()
        ]
        head = ("check", "kind", "parts it proves", "mutants it refutes", "mutants it wrongly proves")
        tools = [(n, code(by)) for n, by in kills["tools"].items()]
        return [
            made("p", f"{kills['mutants']} false statements, {kills['killed']} of them refuted by a point."),
            table(head, rows, "checks against false statements", "kills"),
            details(
                f"The tools are broken on purpose too: {len(tools)} mutations, each with the claim that notices",
                table(("what is broken", "noticed by"), tools, "mutated tools"),
            ),
        ]


class Graph(LedgerDirective):
    """``{ledger-graph}``: which claim rests on which; every node leads to its box."""

    def run(self) -> list[nodes.Node]:
        node = graph(edges=self.ledger["edges"])
        return [node]


class graph(nodes.General, nodes.Element):
    """The picture, drawn when all boxes are known."""


def visit_graph(translator: Any, node: graph) -> None:
    domain = translator.builder.env.get_domain("ledger")
    assert isinstance(domain, LedgerDomain)
    links = {
        id: f"{translator.builder.get_relative_uri(translator.builder.current_docname, page)}#{anchor(id)}"
        for id, (page, _) in domain.boxes.items()
    }
    trusted = (
        f"{translator.builder.get_relative_uri(translator.builder.current_docname, 'verification')}#trusted"
    )
    for used in node["edges"].values():
        links |= {u: trusted for u in used if u.startswith("cited.")}
    picture = graphs.svg(node["edges"], links)
    translator.body.append(
        f'<div class="wide graph" role="region" aria-label="Which claims rest on which">{picture}'
    )


def depart_graph(translator: Any, node: graph) -> None:
    translator.body.append("</div>")


def setup(app: Sphinx) -> None:
    app.add_node(graph, html=(visit_graph, depart_graph))
    app.add_directive("ledger-table", Rows)
    app.add_directive("ledger-counts", Counts)
    app.add_directive("errata", Errata)
    app.add_directive("cited-results", CitedResults)
    app.add_directive("kill-matrix", Kills)
    app.add_directive("ledger-graph", Graph)
