"""The dependency graph of the ledger as SVG: a column a level, an arrow from each claim to what it rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

ROW, COLUMN, HEIGHT, MARGIN = 26, 300, 20, 24
STYLE = """
.ledger-graph{--words:#1b1f24;--ground:#eef2f7;--edge:#8a97a8;--cited:#fff4d6;--cited-edge:#b08a2e;--arrow:#7a8696}
@media (prefers-color-scheme: dark){
.ledger-graph{--words:#e8edf3;--ground:#222a35;--edge:#65748a;--cited:#40361a;--arrow:#8c9aad}
}
.ledger-graph text{font:12px ui-monospace,Menlo,Consolas,monospace;fill:var(--words)}
.ledger-graph rect{fill:var(--ground);stroke:var(--edge)}
.ledger-graph .cited rect{fill:var(--cited);stroke:var(--cited-edge)}
.ledger-graph path{fill:none;stroke:var(--arrow);stroke-width:1.2}
.ledger-graph marker path{fill:var(--arrow);stroke:none}
"""


def levels(edges: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """How far each node stands from the nodes that rest on nothing."""
    found: dict[str, int] = {}

    def level(node: str) -> int:
        if node not in found:
            found[node] = 0
            found[node] = 1 + max((level(u) for u in edges.get(node, ())), default=-1)
        return found[node]

    for node in {*edges, *(u for used in edges.values() for u in used)}:
        level(node)
    return found


def svg(edges: Mapping[str, Sequence[str]], links: Mapping[str, str] | None = None) -> str:
    """The graph of those claims that use another, or are used; the others are counted in a last line.

    ``links`` gives nodes the address that a click on them leads to.
    """
    links = links or {}
    linked = {n for n, used in edges.items() if used} | {u for used in edges.values() for u in used}
    depth = {n: k for n, k in levels({k: v for k, v in edges.items() if k in linked}).items() if n in linked}
    columns: dict[int, list[str]] = {}
    for node in sorted(linked):
        columns.setdefault(depth[node], []).append(node)
    place: dict[str, tuple[float, float]] = {}
    for k in sorted(columns):  # order a column by the middle of what its nodes rest on
        rank = {
            n: sum(place[u][1] for u in edges.get(n, ()) if u in place) / max(1, len(edges.get(n, ())))
            for n in columns[k]
        }
        for i, node in enumerate(sorted(columns[k], key=lambda n, r=rank: (r[n], n))):  # type: ignore[misc]
            place[node] = (MARGIN + k * COLUMN, MARGIN + i * ROW)
    width = MARGIN * 2 + COLUMN * max(len(columns), 1) - 60
    height = MARGIN * 2 + ROW * (max((len(c) for c in columns.values()), default=0) + 1)
    alone = len(set(edges) - linked)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'class="ledger-graph" role="{"group" if links else "img"}" aria-labelledby="title">',
        '<title id="title">Which claims rest on which</title>',
        f"<style>{STYLE}</style>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0L8 4L0 8z"/></marker></defs>',
    ]
    box = {n: 7.3 * len(n) + 12 for n in place}
    for node, used in sorted(edges.items()):
        for u in used:
            (x1, y1), (x2, y2) = place[node], place[u]
            start, end = (x1, y1 + HEIGHT / 2), (x2 + box[u], y2 + HEIGHT / 2)
            bend = (start[0] - end[0]) / 2
            out.append(
                f'<path marker-end="url(#tip)" d="M{start[0]:.0f} {start[1]:.0f}C{start[0] - bend:.0f} {start[1]:.0f} '
                f'{end[0] + bend:.0f} {end[1]:.0f} {end[0]:.0f} {end[1]:.0f}"/>'
            )
    for node, (x, y) in sorted(place.items()):
        kind = "cited" if node.startswith("cited.") else "claim"
        drawn = (
            f'<g class="{kind}"><rect x="{x:.0f}" y="{y:.0f}" width="{box[node]:.0f}" height="{HEIGHT}" rx="4"/>'
            f'<text x="{x + 6:.0f}" y="{y + 14:.0f}">{escape(node)}</text></g>'
        )
        out.append(f'<a href="{escape(links[node])}">{drawn}</a>' if node in links else drawn)
    if alone:
        out.append(f'<text x="{MARGIN}" y="{height - 12}">{alone} further claims rest on no other.</text>')
    return "\n".join([*out, "</svg>"])
