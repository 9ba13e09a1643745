"""``{claim} id``: the theorem box of a claim, rendered from the decided ledger and from nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from phasebound.analysis import records
from phasebound.proofs import render

from .elements import code, details, display, inline, listing, made
from .ledger import LedgerDomain, anchor, badge, decided, xref

TIERS = {
    "exact": "exact arithmetic",
    "enclosure": "ball arithmetic",
    "kernel": "Coq",
    "sampled": "sampling",
    "trained": "training",
}
Maths = Mapping[str, Any]


def sentence(label: str, *children: Any, classes: str = "") -> nodes.Element:
    """A labelled line of the box."""
    return made("p", made("span", label, classes="claim-label"), " ", *children, classes=classes)


def joined(items: list[nodes.Node], between: str = ", ") -> Iterator[Any]:
    """Nodes with text between them."""
    for i, item in enumerate(items):
        if i:
            yield between
        yield item


def hypotheses(maths: Maths) -> Iterator[nodes.Node]:
    """The lines above a conclusion: what is given, what abbreviates, which instances are listed."""
    if maths["given"]:
        yield sentence("Given", *joined([inline(h["latex"]) for h in maths["given"]]), classes="claim-given")
    if maths["where"]:
        yield sentence("with", *joined([inline(w) for w in maths["where"]]), classes="claim-given")
    if maths["at"]:
        yield sentence("at each of", *joined([code(a) for a in maths["at"]], "; "), classes="claim-given")


def statement(maths: Maths) -> nodes.Element:
    """A whole statement: hypotheses, then the conclusion on its own line."""
    return made("div", *hypotheses(maths), display(maths["then"]), classes="claim-statement")


def witness(values: Mapping[str, Any]) -> nodes.Node:
    """A point at which something fails."""
    return code(", ".join(f"{k} = {render.value(v)}" for k, v in values.items()) or "every point")


def sources(claim: Mapping[str, Any]) -> Iterator[nodes.Node]:
    """What the source says, where that stands, and how its own wording fares."""
    for s in claim["sources"]:
        if s["tag"] == "-":
            yield sentence("Not claimed by the source; ours:", s["says"], classes="claim-source")
        else:
            yield sentence(f"Source [{s['tag']}]", f"{s['where']}: {s['says']}", classes="claim-source")
    if claim["as_stated"] != "not-measured":
        why = claim.get("source_as_data", {}).get("why", "")
        yield sentence(
            "As stated", badge(claim["as_stated"]), f" {why}" if why else "", classes="claim-source"
        )


def tiers(claim: Mapping[str, Any]) -> nodes.Element:
    """One chip a tier."""
    chips = [
        made(
            "li",
            made("span", TIERS[tier], classes="tier-name"),
            " ",
            made("span", status, classes="tier-status"),
            classes=f"tier tier-{status}",
        )
        for tier, status in claim["tiers"].items()
    ]
    return made("ul", *chips, classes="claim-tiers")


def mutants(part: Mapping[str, Any]) -> Iterator[nodes.Node]:
    """The false neighbours of a part with the points that refute them."""
    if part["mutants"]:
        rows = [
            made("li", made("em", m["name"]), ": false at ", witness(m["witness"])) for m in part["mutants"]
        ]
        yield sentence("Refuted neighbours")
        yield made("ul", *rows, classes="claim-mutants")


def part(p: Mapping[str, Any], shown: bool) -> nodes.Element:
    """One part, in full."""
    heading = f"{p['name']} \N{MIDDLE DOT} {p['status']} \N{MIDDLE DOT} {p['scope']}"
    body = [] if shown else [statement(p["maths"])]
    if p["note"]:
        body.append(made("p", p["note"]))
    named = [h["name"] for h in p["maths"]["given"]]
    if named:
        body.append(sentence("Hypotheses", *joined([made("em", n) for n in named])))
    if p["witness"]:
        body.append(sentence("Satisfied, for example, at", code(p["witness"])))
    body.append(sentence("Decided by", code(p["procedure"]), f" ({TIERS[p['tier']]})"))
    return details(heading, *body, *mutants(p), classes=f"claim-part part-{p['status']}")


def refutation(claim: Mapping[str, Any]) -> Iterator[nodes.Node]:
    """The source's version as data, and the witness against it."""
    data = claim.get("source_as_data")
    if data:
        against = "It is false at" if data["refuted_by"] else "Not refuted here:"
        yield details(
            "The source's version, and where it fails",
            statement(data["maths"]),
            sentence(against, witness(data["witness"])),
            classes="claim-more",
        )


def kernel(claim: Mapping[str, Any], ledger: Mapping[str, Any]) -> Iterator[nodes.Node]:
    """The theorems in Coq."""
    names = [n for p in claim["kernel"].values() for n in p["theorems"]]
    if names:
        theorems = ledger["kernel"]["theorems"]
        files = sorted({theorems[n]["file"] for n in names})
        text = "\n\n".join(theorems[n]["statement"] for n in names)
        yield details(
            f"In Coq: {len(names)} theorem{'s' if len(names) > 1 else ''}",
            listing(text, "coq"),
            sentence("Proved in", *joined([source_link(f"proofs/kernel/{f}", f) for f in files])),
            classes="claim-more",
        )


def measured(claim: Mapping[str, Any]) -> Iterator[nodes.Node]:
    """The records behind the measured tiers, and an open word where there are none."""
    for r in claim["records"]:
        words = f"protocol {r['protocol']}, seed {r['seed']}"
        yield details(
            f"Measured: {r['id']} \N{MIDDLE DOT} {r['verdict']} \N{MIDDLE DOT} {records.spent(r['budget'])}",
            sentence("Record", code(r["id"]), f" ({words}), written by ", code(r["command"])),
            classes="claim-more",
        )
    undone = [TIERS[t] for t, s in claim["tiers"].items() if s == "not-measured"]
    if undone:
        yield sentence("Not measured yet:", f"{' and '.join(undone)}; no committed record speaks of it.")


def source_link(path: str, words: str) -> nodes.reference:
    """A link to a file of the repository, shown in the book."""
    return nodes.reference(words, words, refuri=f"source/{path}.html", internal=True, classes=["source"])


def foundations(claim: Mapping[str, Any], must: bool) -> Iterator[nodes.Node]:
    """What the proof rests on: other claims, and results of the literature."""
    if claim["uses"]:
        yield sentence("Uses", *joined([xref(u, must=must) for u in claim["uses"]]))
    for g in claim["given"]:
        yield sentence("Given", f"{g['statement']} ({g['reference']})")


def box(claim: Mapping[str, Any], ledger: Mapping[str, Any], must: bool) -> nodes.Element:
    """The whole box; ``must`` says whether what it refers to must have a box as well."""
    title = made(
        "p",
        made("strong", claim["title"], classes="claim-name"),
        " ",
        code(claim["id"]),
        " ",
        badge(claim["verdict"]),
        classes="claim-title",
    )
    parts = claim["parts"]
    shown = [statement(parts[0]["maths"])] if parts else []
    links = [source_link(claim["file"], "the claim and its proof as code")]
    if parts:
        name = f"certificates/{claim['id']}.json"
        links.append(nodes.reference("certificate", "certificate", refuri=name, internal=True))
    return made(
        "div",
        title,
        *sources(claim),
        *shown,
        tiers(claim),
        *(part(p, i == 0) for i, p in enumerate(parts)),
        *refutation(claim),
        *kernel(claim, ledger),
        *measured(claim),
        *foundations(claim, must),
        *([made("p", claim["remark"], classes="claim-remark")] if claim["remark"] else []),
        made("p", *joined(links, " \N{MIDDLE DOT} "), classes="claim-links"),
        classes=f"claim claim-{claim['verdict']}",
        ids=(anchor(claim["id"]),),
    )


class ClaimDirective(SphinxDirective):
    """The box of one claim."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        ledger = decided(self.env)
        id = self.arguments[0]
        if id not in ledger["claims"]:
            raise self.error(f"no claim {id!r} in the ledger")
        claim = ledger["claims"][id]
        domain = self.env.get_domain("ledger")
        assert isinstance(domain, LedgerDomain)
        domain.note(id, claim["title"], self.get_location())
        return [box(claim, ledger, self.config.every_claim_has_a_box)]


def setup(app: Sphinx) -> None:
    app.add_directive("claim", ClaimDirective)
