"""The picture of published figures beside ours."""

import math
from pathlib import Path

import pytest
from matplotlib.container import ErrorbarContainer
from matplotlib.figure import Figure

from phasebound.analysis.estimate import Estimate
from phasebound.torch_impl.tables import plots
from phasebound.torch_impl.tables.table import Line


def estimate(value: float, half: float) -> Estimate:
    return Estimate(value, half, (value - half, value + half), 2, 0, "linear", 0.95)


def test_a_figure_without_an_interval_does_not_look_exact(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Figure] = []
    monkeypatch.setattr(plots, "save", lambda figure, path: drawn.append(figure))
    wide = estimate(0.2, math.inf)
    lines = [
        Line("one", "u", None, estimate(0.4, 0.1), wide),
        Line("two", "u", None, None, estimate(1.0, 0.2)),
    ]
    plots.beside(lines, tmp_path / "a.png", "title")
    (panel,) = drawn[0].axes
    bars = {c.get_label(): c for c in panel.containers if isinstance(c, ErrorbarContainer)}
    assert set(bars) == {"journal, 95 % interval", "ours, 95 % interval", "ours, no interval"}
    assert bars["ours, no interval"].lines[0].get_markerfacecolor() == "none"
    assert list(bars["ours, no interval"].lines[0].get_xdata()) == [0.2]
    assert list(bars["ours, 95 % interval"].lines[0].get_xdata()) == [1.0]
    assert lines[0].cells()[4] == "0.20, no interval"
