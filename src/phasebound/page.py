"""One claim as a page: everything rendered from the data that the checks received."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from phasebound.proofs import render
from phasebound.proofs.cited import cited
from phasebound.proofs.claim import TAGS
from phasebound.proofs.exact.refute import symbols_of

if TYPE_CHECKING:
    from phasebound.proofs.claim import Claim, Statement
    from phasebound.proofs.decide import Decision
    from phasebound.verdicts import Row


def describe(claim: Claim, row: Row, decision: Decision | None) -> dict[str, Any]:
    """The page as JSON data."""
    results = {p.name: p for p in decision.parts} if decision else {}
    stated = claim.as_stated
    out: dict[str, Any] = {
        "id": claim.id,
        "title": claim.title,
        "paper": claim.paper,
        "verdict": row.verdict,
        "as_stated": row.as_stated,
        "tiers": row.tiers,
        "sources": [{"tag": s.tag, "where": TAGS[s.tag], "says": s.says} for s in claim.sources],
        "given": [
            {"key": k, "statement": cited(k).statement, "reference": cited(k).reference} for k in row.given
        ],
        "uses": list(claim.uses),
        "kernel": {
            part: {"theorems": list(names), "status": row.parts.get(f"kernel: {part}", "not-run")}
            for part, names in claim.kernel.items()
        },
        "remark": claim.remark,
        "parts": [],
    }
    if stated is not None and stated.statement is not None:
        refuted = decision.stated if decision else None
        out["source_as_data"] = {
            "statement": render.statement(stated.statement),
            "maths": maths(stated.statement),
            "why": stated.why,
            "witness": relevant(stated.statement, refuted.evidence.get("point", {})) if refuted else {},
            "refuted_by": refuted.by if refuted else "",
        }
    for p in claim.parts:
        result = results.get(p.name)
        out["parts"].append(
            {
                "name": p.name,
                "status": result.status if result else "not-run",
                "tier": p.by.tier,
                "procedure": p.by.name,
                "scope": render.scope(p.scope),
                "hypotheses": {h.name: render.text(h.holds) for h in p.statement.given},
                "where": {str(x): render.text(m) for x, m in p.statement.where},
                "statement": render.text(p.statement.then),
                "latex": render.latex(p.statement.then),
                "maths": maths(p.statement),
                "given": list(p.given),
                "instances": [render.point(i) for i in p.statement.instances],
                "witness": render.point(relevant(p.statement, p.witness)),
                "proof": proof(p.by),
                "note": p.note,
                "mutants": [
                    {
                        "name": m.name,
                        "statement": render.statement(mm.statement),
                        "refuted_by": m.by,
                        "witness": relevant(mm.statement, m.evidence.get("point", {})),
                    }
                    for m, mm in zip(result.mutants if result else (), p.all_mutants, strict=False)
                ],
            }
        )
    return out


def maths(statement: Statement) -> dict[str, Any]:
    """The statement in LaTeX: its hypotheses by name, its abbreviations, its listed instances, its conclusion."""
    return {
        "given": [{"name": h.name, "latex": render.latex(h.holds)} for h in statement.given],
        "where": [f"{render.latex(x)} := {render.latex(meaning)}" for x, meaning in statement.where],
        "at": [render.point(p) for p in statement.instances],
        "then": render.latex(statement.then),
    }


def relevant(statement: Statement, point: Mapping[Any, Any]) -> dict[str, Any]:
    """The values of a point that the statement speaks of, by name."""
    names = {str(s) for s in symbols_of(statement)}
    return {str(k): v for k, v in point.items() if str(k) in names}


def proof(procedure: Any) -> dict[str, str]:
    """What the procedure was given: the identity that a reader can check."""
    fields = getattr(procedure, "__dataclass_fields__", {})
    shown = {}
    for name in fields:
        value = getattr(procedure, name)
        if name in ("name", "tier") or value is None or value == () or value == 1:
            continue
        shown[name] = render.text(value) if hasattr(value, "free_symbols") else str(value)
    return shown


def text(page: dict[str, Any]) -> str:
    """The page for a terminal."""
    lines = [
        f"{page['id']} - {page['title']}",
        f"paper {page['paper']}; as stated: {page['as_stated']}; verdict: {page['verdict']}",
        "tiers: " + ", ".join(f"{t} {s}" for t, s in page["tiers"].items()),
        "",
    ]
    for s in page["sources"]:
        lines.append(f"the source says [{s['tag']}: {s['where']}]: {s['says']}")
    if "source_as_data" in page:
        d = page["source_as_data"]
        lines += [f"  as data: {d['statement']}"]
        lines += [f"  false at: {_point(d['witness'])}   [{d['refuted_by'] or 'not refuted'}]"]
        lines += [f"  {d['why']}"] if d["why"] else []
    for p in page["parts"]:
        lines += ["", f"{p['name']}: {p['status']} ({p['tier']}, {p['procedure']}; {p['scope']})"]
        lines += [f"  given  {name}: {h}" for name, h in p["hypotheses"].items()]
        lines += [f"  where  {name} := {m}" for name, m in p["where"].items()]
        lines += [f"  at     {i}" for i in p["instances"]]
        lines += [f"  then   {p['statement']}"]
        lines += [f"  proof  {name}: {v}" for name, v in p["proof"].items()]
        lines += [f"  e.g.   {p['witness']}"] if p["witness"] else []
        lines += [f"  note   {p['note']}"] if p["note"] else []
        lines += [
            f"  mutant {m['name']}: false at {_point(m['witness'])}   [{m['refuted_by'] or 'NOT REFUTED'}]"
            for m in p["mutants"]
        ]
    lines += [""]
    lines += [
        f"in Coq, {part}: {', '.join(k['theorems'])} ({k['status']})" for part, k in page["kernel"].items()
    ]
    lines += [f"rests on the literature: {g['statement']} ({g['reference']})" for g in page["given"]]
    lines += [f"uses: {', '.join(page['uses'])}"] if page["uses"] else []
    lines += [page["remark"]] if page["remark"] else []
    return "\n".join(lines).rstrip()


def _point(data: dict[str, Any]) -> str:
    return ", ".join(f"{k} = {render.value(v)}" for k, v in data.items()) or "(no point)"
