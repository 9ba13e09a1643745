"""Seeds that were trained twice, on two processors: what rounding alone changes.

The first run's records lie in ``torch_impl/results/reruns``; program, seeds and protocol are those of the
second, whose records decide.
"""

from __future__ import annotations

from phasebound.analysis import records
from phasebound.figures.grids import Grid, Grids

COLUMNS = ("arm", "first", "second", "seeds", "changed", "largest change, points", "mean change, points")


def reruns() -> Grids:
    """Accuracy on hard sentences of the agreement task (protocol "published", validation) after the last
    step: seeds whose accuracy changed, the largest change, and that of the mean over seeds."""
    from phasebound.torch_impl.tables.table import results_directory

    where = results_directory()
    rows = []
    for path in sorted((where / "reruns").glob("sva-*.json"), reverse=True):
        first, second = records.read(path), records.read(where / path.name)
        each = [first.figures["seeds"], second.figures["seeds"]]
        seeds = sorted(set(each[0]) & set(each[1]), key=int)
        change = [each[1][s]["validation_hard"] - each[0][s]["validation_hard"] for s in seeds]
        rows.append(
            (
                second.configuration["arm"],
                first.machine["processor"],
                second.machine["processor"],
                str(len(seeds)),
                str(sum(x != 0 for x in change)),
                f"{max(change, key=abs):+.2f}",
                f"{sum(change) / len(change):+.2f}",
            )
        )
    return Grids((Grid("Hard accuracy of seeds trained twice", COLUMNS, rows),))
