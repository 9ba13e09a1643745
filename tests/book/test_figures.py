"""What the figures draw: laws at points that are known otherwise, records of the right protocol, tables that own up."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from matplotlib.figure import Figure

from phasebound.analysis import laws
from phasebound.analysis.records import RecordError
from phasebound.figures import canvas, samplers
from phasebound.figures.alias import alias
from phasebound.figures.benchmarks import benchmarks
from phasebound.figures.caps import caps
from phasebound.figures.failure_dimension import failure_dimension
from phasebound.figures.grids import Grid, Grids
from phasebound.figures.local_order import local_order
from phasebound.figures.periodicity import periodicity
from phasebound.figures.pull import peak, pull, softmax_pull
from phasebound.figures.reruns import reruns
from phasebound.figures.samples import samples
from phasebound.figures.sphere_flow import sphere_flow
from phasebound.figures.step_map import step_map
from phasebound.figures.trainings import comparisons, trainings
from phasebound.figures.verb_attention import verb_attention


@pytest.mark.parametrize(
    "make", [alias, failure_dimension, local_order, periodicity, pull, sphere_flow, step_map]
)
def test_every_panel_has_names_or_no_axes(make: object) -> None:
    figure = make()  # type: ignore[operator]
    assert isinstance(figure, Figure)
    for axes in figure.axes:
        assert not axes.axison or (axes.get_xlabel() and axes.get_ylabel())
        assert axes.lines or axes.collections


@pytest.mark.parametrize("make", [caps, failure_dimension, local_order])
def test_a_record_of_another_protocol_is_refused(make: object) -> None:
    with pytest.raises(RecordError, match="protocol 99"):
        make(protocol=99)  # type: ignore[operator]


def test_an_unknown_record_is_refused() -> None:
    with pytest.raises(RecordError, match="no committed record 'nothing'"):
        canvas.record("nothing", 1)


def test_the_pull_peaks_where_the_claim_says() -> None:
    assert math.degrees(peak(1.0)) == pytest.approx(61, abs=0.5)
    top = float(softmax_pull(peak(1.0), 1.0))
    assert top > float(softmax_pull(peak(1.0) - 0.1, 1.0)) and top > float(softmax_pull(peak(1.0) + 0.1, 1.0))


def test_the_step_map_crosses_the_diagonal_beyond_two_only() -> None:
    lines = step_map((2.0, 3.0)).axes[0].lines
    farther = [bool((line.get_ydata() > line.get_xdata() + 1e-12).any()) for line in lines[:2]]
    assert farther == [False, True]


def test_the_failure_figure_draws_the_law() -> None:
    line = failure_dimension().axes[0].lines[0]
    d, p = line.get_xdata()[3], line.get_ydata()[3]
    time = 0.8 * float(laws.critical_time(1.0, 0.1))
    assert p == pytest.approx(float(laws.finite_time_failure(d, 1.0, time, 0.1)))


def test_deviations_come_from_every_sampler() -> None:
    found = samplers.deviations()
    assert set(found) == {"direct", "radial", "rare"}
    assert all(len(values) > 20 and max(map(abs, values)) < 6 for values in found.values())


def test_the_samples_are_numbers() -> None:
    points = samples().points
    assert {p["law"] for p in points} == {"lnFailure", "halfTime", "leastDimension", "leastTime"}
    assert all(isinstance(p["value"], float) and math.isfinite(p["value"]) for p in points)


def test_what_has_no_record_is_said_to_be_not_measured() -> None:
    assert repr(trainings(())).count("not measured") > 10
    assert repr(benchmarks(())) == "Not measured: no committed record."


def test_a_training_record_is_shown_with_its_budget() -> None:
    made = replace(
        canvas.record("caps", 1),
        kind="training",
        id="sva-small",
        claim="osc.sva",
        verdict="supported",
        figures={"gap": {"value": 5.0, "interval": [4.0, 6.0], "n": 50}, "curve": [1, 2]},
        budget={"ours": 10.0, "published": 50.0, "ratio": 0.2, "unit": "seeds"},
    )
    rows = trainings((made,)).grids[0].rows
    assert (made.id, "supported", "10 seeds, 0.2 times the published") in [tuple(r[1:]) for r in rows]
    assert any(r[2] == "not measured" for r in rows)


def test_a_benchmark_record_is_shown_with_its_machine() -> None:
    times = {"ours": {"wall": 0.5, "wall over ours": 1.0}, "sdpa": {"wall": 0.25, "wall over ours": 0.5}}
    made = replace(
        canvas.record("caps", 1), kind="benchmark", id="layers", figures={"n=8": times, "rounds": 7}
    )
    (grid,) = benchmarks((made,)).grids
    assert ("n=8", "sdpa", "250.0", "0.50") in grid.rows and "cores" in grid.title
    assert repr(benchmarks((replace(made, figures={"rounds": 7}),))).startswith("Not measured")


def test_cells_are_words_not_markup() -> None:
    made = Grid("a < b", ("x", "y"), [("<b>|h|</b>", "1")])
    assert "&lt;b&gt;|h|&lt;/b&gt;" in made.html() and "<b>" not in made.html()
    assert Grids((), "nothing <yet>")._repr_html_() == "<p>nothing &lt;yet&gt;</p>"


def test_published_figures_stand_beside_ours() -> None:
    grids = comparisons().grids
    found = next(g for g in grids if g.title.startswith("Keyword spotting"))
    assert "budget small" in found.title and "a tenth of the clips" in found.title
    row = next(r for r in found.rows if r[0] == "oscillator - softmax, positions none")
    assert row[2] == "1" and row[3].startswith("1.07 [")
    bytes_read = next(g for g in grids if "enwik8" in g.title)
    assert all("ours" in g.head for g in grids)
    assert "journal version" in found.head
    assert "journal version" not in bytes_read.head  # nothing stands there


def test_seeds_that_were_trained_twice_are_compared() -> None:
    (grid,) = reruns().grids
    softmax, oscillator = (dict(zip(grid.head, row, strict=True)) for row in grid.rows)
    for row in (softmax, oscillator):
        assert row["seeds"] == "10" and row["first"] != row["second"]
    assert softmax["changed"] == "0" and float(softmax["largest change, points"]) == 0
    assert int(oscillator["changed"]) > 5 and abs(float(oscillator["largest change, points"])) > 1


def test_attention_of_the_verb_stands_beside_the_published_one() -> None:
    (grid,) = verb_attention().grids
    assert len(grid.rows) == 8
    for row in grid.rows:
        as_published = row[1] == "trained" and row[3].startswith("all")
        assert all((row[i] != "–") == as_published for i in (5, 7, 9))
    share = {(r[0], r[1]): float(r[4].split()[0]) for r in grid.rows if r[2] == "right"}
    assert share["softmax", "trained"] > share["oscillator", "trained"] > share["oscillator", "untrained"]
