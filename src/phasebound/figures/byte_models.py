"""The byte models of table ``enwik8`` on their way: validation by bytes read, and what the search found."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure

from phasebound.figures.canvas import COLOURS, DASHES, INK, label, panels
from phasebound.figures.grids import Grid, Grids

BUDGET = "small"
WORDS = {
    "no-values": "learned values",
    "no-ffn": "no feed-forward",
    "no-gates": "no query and key gates",
    "lifted": "feed-forward on (cos, sin)",
    "successor": "coupled to the successor",
    "mixed": "half and half",
    "transformer-successor": "transformer, successor's values",
}
"""What an arm is called in a legend, where not by its name."""


def byte_models() -> Figure:
    """Bits a byte on a part of validation, mean of the seeds, over millions of bytes read: both models with
    parts left out, and with the variants; and at the end, without a line, on the whole of validation. Only arms
    with committed records are drawn."""
    from phasebound.torch_impl.tables import enwik8, table

    whole = table.plan(enwik8.TABLE, BUDGET)
    found = table.complete(whole, table.read_results(enwik8.TABLE, BUDGET, table.results_directory()))
    beside = {
        "parts left out": tuple(f"no-{part}" for part in enwik8.ABLATIONS),
        "variants": (*enwik8.VARIANTS, enwik8.CONTROL),
    }
    shown = {title: arms for title, arms in beside.items() if set(arms) & set(found)} or {"": ()}
    figure, all_axes = panels(len(shown), height=3.4 * len(shown), stacked=True)
    for axes, (title, arms) in zip(all_axes, shown.items(), strict=True):
        for k, arm in enumerate(a for a in (*enwik8.MODELS, *arms) if a in found):
            curves = [found[arm][s]["curve"] for s in sorted(found[arm])]
            read = [e["step"] * whole.size / 1e6 for e in curves[0]]
            mean = [sum(c[i]["valid_part"] for c in curves) / len(curves) for i in range(len(read))]
            name = WORDS.get(arm, arm)
            colour = COLOURS[k]
            axes.plot(read, mean, DASHES[k % len(DASHES)], color=colour, marker=".", label=name)
            whole_split = table.values(found, arm)
            axes.plot(read[-1], sum(whole_split) / len(whole_split), "D", color=colour, markersize=4)
        axes.axhline(enwik8.TRAINED, color=INK, linewidth=0.8)
        axes.set_xlim(left=0)
        label(axes, "bytes read, millions", "bits a byte, validation", title)
    return figure


def byte_search() -> Grids:
    """Validation bits at every point of the search, what was chosen, and what the search cost."""
    from phasebound.torch_impl.tables import enwik8, table

    results = table.read_results(enwik8.TABLE, BUDGET, table.results_directory())
    found = enwik8.searched(results)
    rows: list[Sequence[str]] = []
    for model, search in found.items():
        for point in search["points"]:
            chosen = [point["rate"], point["spread"]] == search["used"]
            cells = (f"{point['rate']:g}", f"{point['spread']:g}", f"{point['valid']:.3f}")
            rows.append((model, *cells, "chosen" if chosen else ""))
    cost = ", ".join(
        f"{model} {search['steps']} steps in {search['cpu_seconds']:,.0f} s"
        for model, search in found.items()
    )
    head = ("model", "learning rate", "initial scale", "validation, bits a byte", "")
    grid = Grid(f"The search (processor time, not all on one machine: {cost})", head, rows)
    return Grids((grid,) if rows else (), "The search was not run.")
