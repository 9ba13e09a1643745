"""Figures of trainings and of trained networks draw what the records say, and nothing where there are none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

pytest.importorskip("torch")

from phasebound.figures import canvas
from phasebound.figures.anatomy import COLUMNS, anatomy
from phasebound.figures.byte_models import byte_models, byte_search
from phasebound.figures.depth import order_by_depth, speed_by_depth
from phasebound.torch_impl.tables import enwik8, table
from phasebound.torch_impl.tables.table import Results

Stored = Callable[[Results], None]


@pytest.fixture
def stored(monkeypatch: pytest.MonkeyPatch) -> Stored:
    """Puts results in the place of the committed ones."""

    def put(results: Results) -> None:
        monkeypatch.setattr(table, "read_results", lambda *_: results)

    return put


def run(*bits: float) -> dict[str, Any]:
    curve = [{"step": 500 * (i + 1), "valid_part": b} for i, b in enumerate(bits)]
    return {"curve": curve, "valid": bits[-1] - 0.5, "cpu_seconds": 100.0}


def test_curves_are_means_over_seeds_of_the_arms_that_are_there(stored: Stored) -> None:
    stored(
        {"kuramoto": {0: run(3, 2), 1: run(5, 4)}, "lifted": {0: run(2, 1)}, "transformer": {0: run(1, 1)}}
    )
    (variants,) = byte_models().axes  # no part is left out yet
    assert list(variants.lines[0].get_ydata()) == [4, 3]
    assert list(variants.lines[0].get_xdata()) == [500 * 16 * 256 / 1e6, 1000 * 16 * 256 / 1e6]
    assert list(variants.lines[1].get_ydata()) == [2.5]  # the whole split, at the end
    assert list(variants.lines[1].get_xdata()) == [1000 * 16 * 256 / 1e6]
    names = [x.get_text() for x in variants.get_legend().get_texts()]
    assert names == ["kuramoto", "feed-forward on (cos, sin)"]  # the transformer lacks a seed
    stored({"kuramoto": {0: run(3, 2), 1: run(5, 4)}})
    (alone,) = byte_models().axes
    assert [x.get_text() for x in alone.get_legend().get_texts()] == ["kuramoto"]


def test_every_arm_of_the_byte_models_has_a_look_of_its_own(stored: Stored) -> None:
    plan = table.plan(enwik8.TABLE, "small")
    stored({arm.name: {seed: run(3, 2) for seed in plan.seeds_of(arm)} for arm in plan.arms})
    parts, variants = byte_models().axes
    for axes in (parts, variants):
        curves = [x for x in axes.lines if len(x.get_xdata()) == 2 and not x.get_label().startswith("_")]
        assert len({(x.get_color(), x.get_linestyle()) for x in curves}) == len(curves)
    assert len(parts.get_legend().get_texts()) == len(enwik8.MODELS) + len(enwik8.ABLATIONS)
    assert len(variants.get_legend().get_texts()) == len(enwik8.MODELS) + len(enwik8.VARIANTS) + 1


def test_the_search_shows_its_points_its_choice_and_its_cost(stored: Stored) -> None:
    rate, spread = enwik8.CHOSEN["kuramoto"]
    other = next(s for s in enwik8.SPREADS["kuramoto"] if s != spread)
    stored(
        {
            enwik8.search_name("kuramoto", rate, spread): {enwik8.SEARCH_SEED: run(3.0)},
            enwik8.search_name("kuramoto", rate, other): {enwik8.SEARCH_SEED: run(3.25)},
        }
    )
    (grid,) = byte_search().grids
    assert sorted(r[3:] for r in grid.rows) == [("2.500", "chosen"), ("2.750", "")]
    assert "kuramoto 500 steps in 200 s" in grid.title
    stored({})
    assert repr(byte_search()) == "The search was not run."


def estimate(value: float) -> dict[str, Any]:
    return {
        "value": value,
        "stderr": 0.01,
        "interval": [value - 0.02, value + 0.02],
        "n": 8,
        "seed": 0,
        "scale": "linear",
        "confidence": 0.95,
        "hits": None,
    }


def test_order_by_depth_has_a_line_for_each_network() -> None:
    network = {
        "local": [
            {"order": estimate(0.9), "gain": estimate(0.5)},
            {"order": estimate(0.8), "gain": estimate(0.4)},
        ],
        "global": [estimate(0.7), estimate(0.6), estimate(0.5)],
    }
    figures = {"seeds": {"0": dict.fromkeys(("trained", "untrained", "shuffled"), network)}}
    drawn = order_by_depth(replace(canvas.record("caps", 1), figures=figures)).axes
    assert [len(a.lines) for a in drawn] == [3, 3, 3]
    assert [list(a.lines[0].get_ydata()) for a in drawn] == [[0.9, 0.8], [0.5, 0.4], [0.7, 0.6, 0.5]]
    assert [list(a.lines[0].get_xdata()) for a in drawn] == [[1, 2], [1, 2], [0, 1, 2]]


def test_speeds_by_depth_have_a_line_for_each_seed_and_one_untrained() -> None:
    one = {"trained": {"speed": [estimate(0.2), estimate(0.1)]}, "untrained": {"speed": [estimate(0.3)] * 2}}
    record = replace(canvas.record("caps", 1), figures={"seeds": {"0": one, "1": one}})
    (axes,) = speed_by_depth(record).axes
    assert [x.get_label() for x in axes.lines] == ["trained, seed 0", "trained, seed 1", "untrained"]
    assert list(axes.lines[2].get_ydata()) == [0.3, 0.3]


def test_the_anatomy_has_two_rows_a_network() -> None:
    (keywords,) = anatomy().grids
    assert all(len(r) == len(COLUMNS) for r in keywords.rows)
    assert [r[1] for r in keywords.rows[:2]] == ["trained", "untrained"]
    figures = canvas.record("study-kws-net", 1).figures
    language = replace(canvas.record("caps", 1), figures={"arms": {"osc-2": figures}})
    (grid,) = anatomy({"study-lm-net": language}).grids
    assert [r[0] for r in grid.rows] == ["WikiText-2, osc-2"] * 2
    assert [r[1:] for r in grid.rows] == [r[1:] for r in keywords.rows[:2]]
    assert repr(anatomy({})) == "No network was looked into yet."
