"""The browser's laws give Python's values, at points that reach every branch; a wrong value is noticed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from phasebound.figures.samples import samples

SCRIPT = Path(__file__).parents[2] / "book" / "_static" / "laws.js"
RUN = """
require(process.argv[1]);
const points = JSON.parse(require("fs").readFileSync(0, "utf8"));
const values = points.map(({ law, at }) => globalThis.phaselaws[law](...at));
process.stdout.write(JSON.stringify({ values, agree: globalThis.phaselaws.agree(points) }));
"""


def browser(points: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What the script gives at the points, and whether it finds that it agrees with their values."""
    node = shutil.which("node")
    if node is None:
        if os.environ.get("PHASEBOUND_STRICT") == "1":
            pytest.fail("node is missing")
        pytest.skip("node is missing")
    done = subprocess.run(
        [node, "-e", RUN, str(SCRIPT)], input=json.dumps(points), capture_output=True, text=True, check=True
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_the_browsers_laws_agree() -> None:
    points = samples().points
    found = browser(points)
    for point, value in zip(points, found["values"], strict=True):
        tolerance = 1e-5 if point["law"] == "leastTime" else 1e-8
        assert value == pytest.approx(point["value"], rel=tolerance, abs=tolerance), point
    assert found["agree"] is True


@pytest.mark.parametrize("law", ["lnFailure", "halfTime", "leastDimension", "leastTime"])
def test_a_wrong_value_is_noticed(law: str) -> None:
    points = [dict(p) for p in samples().points]
    wrong = next(p for p in points if p["law"] == law)
    wrong["value"] *= 1.02
    assert browser(points)["agree"] is False


def test_no_dimension_helps_up_to_the_critical_time() -> None:
    at = [[0.1, time, -6.9, 4096] for time in (2.9, 2.9949, 3.0)]
    found = browser([{"law": "leastDimension", "at": a, "value": None} for a in at])["values"]
    assert found[:2] == [None, None]
    assert found[2] is None or found[2] > 1000
