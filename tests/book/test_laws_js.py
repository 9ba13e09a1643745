"""The browser's laws give Python's values, at points that reach every branch; a wrong value is noticed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from phasebound.figures.controls import critical_time_control, device_control, samples

SCRIPT = Path(__file__).parents[2] / "book" / "_static" / "laws.js"
RUN = """
const laws = require(process.argv[1]);
const points = JSON.parse(require("fs").readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(points.map(({ law, at }) => laws[law](...at))));
"""


def browser(points: list[dict[str, object]]) -> list[float]:
    """What the script gives at the points."""
    node = shutil.which("node")
    if node is None:
        if os.environ.get("PHASEBOUND_STRICT") == "1":
            pytest.fail("node is missing")
        pytest.skip("node is missing")
    done = subprocess.run(
        [node, "-e", RUN, str(SCRIPT)], input=json.dumps(points), capture_output=True, text=True, check=True
    )
    found: list[float] = json.loads(done.stdout)
    return found


def test_the_browsers_laws_agree() -> None:
    points = samples()
    for point, found in zip(points, browser(points), strict=True):
        tolerance = 1e-5 if point["law"] == "leastTime" else 1e-10
        assert found == pytest.approx(point["value"], rel=tolerance, abs=tolerance), point


def test_the_comparison_would_notice() -> None:
    points = [{**p, "at": [p["at"][0] + 1, *p["at"][1:]]} for p in samples() if p["law"] == "logFailure"]
    changed = [p for p, f in zip(points, browser(points), strict=True) if f != pytest.approx(p["value"], rel=1e-3)]
    assert len(changed) > len(points) // 2


def test_no_dimension_helps_up_to_the_critical_time() -> None:
    at = [[1.0, 2.9, 0.1, 1e-3, 4096], [1.0, 2.9949, 0.1, 1e-3, 4096], [1.0, 3.0, 0.1, 1e-3, 4096]]
    found = browser([{"law": "leastDimension", "at": a} for a in at])
    assert found[:2] == [None, None]
    assert found[2] is None or found[2] > 1000


@pytest.mark.parametrize("control", [critical_time_control(), device_control()])
def test_every_field_has_a_label_and_the_answer_is_announced(control: object) -> None:
    html = control._repr_html_()  # type: ignore[attr-defined]
    assert html.count('<input type="number"') == html.count("<label>") == html.count('<input type="range"')
    assert 'aria-live="polite"' in html and "hidden" in html.split(">")[0]
