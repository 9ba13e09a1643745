"""What the layers of trained networks do, beside the same networks untrained (studies ``kws_net``, ``lm_net``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from phasebound.analysis.estimate import Estimate
from phasebound.analysis.records import Record
from phasebound.figures.grids import Grid, Grids
from phasebound.verdicts import committed

COLUMNS = (
    "network",
    "",
    "entropy over ln n",
    "its floor",
    "rank of attention",
    "rank without the mask",
    "bound",
    "|h|, lowest 1 %",
    "|h|, median",
    "|h| / w_max, lowest 1 %",
    "exponent of its tail",
    "settled at T = 30",
    "locked at disorder |h|",
)


def cells(figures: Mapping[str, Any]) -> list[str]:
    """One network's figures: ranks over all layers; entropy, its floor, drives and dynamics of the last one."""

    def shown(estimate: Mapping[str, Any], spec: str = ".2f") -> str:
        return Estimate.from_dict(dict(estimate)).text(spec)

    rank = figures["rank"]
    drive = figures["tails"]["layers"][-1]["all"]
    rows = figures["ceiling"]["layers"][-1]
    ceiling, exponent = rows["ceiling"], drive["exponent"]
    return [
        shown(rows["entropy"]),
        "–" if ceiling is None else shown(ceiling["entropy_floor"]),
        shown(rank["attention"]["effective_rank"]["mean"], ".1f"),
        shown(rank["similarity"]["effective_rank"]["mean"], ".1f"),
        "none" if rank["bound"] is None else f"{rank['bound']}",
        shown(drive["absolute"]["quantiles"]["0.01"], ".2g"),
        shown(drive["absolute"]["quantiles"]["0.5"], ".2g"),
        shown(drive["relative"]["quantiles"]["0.01"], ".2g"),
        "–" if exponent is None else shown(exponent, ".1f"),
        shown(figures["convergence"][-1]["converged"], ".3f"),
        shown(figures["disorder"][-1]["relative"]["1"]["locked"]),
    ]


def networks(found: Mapping[str, Record]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """(name, figures by "trained" and "untrained") of every network that a record holds."""
    if (keywords := found.get("study-kws-net")) is not None:
        yield "keywords, d = 2", keywords.figures
    if (language := found.get("study-lm-net")) is not None:
        arms = language.figures["arms"]
        for arm in sorted(arms, key=lambda a: (len(a), a)):  # by dimension, variants last
            yield f"WikiText-2, {arm}", arms[arm]


def anatomy(records: Mapping[str, Record] | None = None) -> Grids:
    """A row for each network of paper B, trained and untrained, with 99 % intervals over sequences."""
    found = {r.id: r for r in committed()} if records is None else records
    rows = [
        (name, state, *cells(figures[state]))
        for name, figures in networks(found)
        for state in ("trained", "untrained")
    ]
    grid = Grid("What attention and oscillators do in trained networks, 99 % intervals", COLUMNS, rows)
    return Grids((grid,) if rows else (), "No network was looked into yet.")
