"""Convergence: the counts follow the exact law, the verdict goes every way, and a wrong law is noticed."""

import json
import math
from typing import Any

import pytest
import torch

from phasebound.analysis import laws
from phasebound.torch_impl import AttentionSpec, TokenLM
from phasebound.torch_impl.probes import convergence as probe
from phasebound.torch_impl.probes.capture import capture
from phasebound.torch_impl.probes.convergence import convergence, verdict

from . import made

ANGLE = 2 * math.asin(0.005)


def layer(d: int, low: float, high: float, *, sequences: int = 24, n: int = 40) -> Any:
    """Drives with |h| T between low and high, T = 30."""
    reach = low + (high - low) * torch.rand(sequences, 2, n, dtype=torch.float64)
    return made.oscillators(made.drives(reach / 30, d))


@pytest.mark.parametrize("d", [2, 3, 8])
def test_the_counts_follow_the_law(d: int) -> None:
    f = convergence(layer(d, 3, 12))
    assert f["control"]["agrees"], f["control"]
    assert f["converged"]["value"] == pytest.approx(f["law"]["value"], abs=0.02)
    assert f["half_settled_at"] == pytest.approx(math.log(1 / math.tan(ANGLE / 2)))
    assert f["curve"]["6"]["law"] == pytest.approx(1 - laws.finite_time_failure(d, 1.0, 6.0, ANGLE))
    assert f["integrated"]["n"] == 40
    assert f["integrated"]["worst"] < 1e-6
    json.dumps(f)


def test_a_law_of_another_dimension_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    right = laws.finite_time_failure
    made_up = layer(3, 3, 12)
    monkeypatch.setattr(laws, "finite_time_failure", lambda d, *a: right(d + 1, *a))
    assert not convergence(made_up, integrate=0)["control"]["agrees"]


def test_an_error_measured_as_an_angle_of_the_half_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The chord is 2 sin(phi / 2): half of it disagrees with the law."""
    monkeypatch.setattr(probe, "_chord", lambda z, e: ((z - e) ** 2).sum(-1) ** 0.5 / 2)
    assert not convergence(layer(2, 3, 12), integrate=0)["control"]["agrees"]


def test_the_clock_is_the_drive() -> None:
    """Scaled drives: other figures at absolute time, the same at multiples of 1 / |h|."""
    one = layer(2, 3, 12)
    other = made.oscillators(one.field * 3)
    a, b = convergence(one, integrate=0), convergence(other, integrate=0)
    assert a["curve"] == b["curve"]
    assert b["converged"]["value"] > a["converged"]["value"] + 0.1
    assert convergence(other, time=10.0, integrate=0)["converged"] == a["converged"]


def test_weak_drives_and_padding() -> None:
    weak = convergence(layer(2, 0.1, 1), integrate=0)
    assert weak["weakly_driven_share_of_failures"] == 1
    assert convergence(layer(2, 100, 200), integrate=0)["weakly_driven_share_of_failures"] in (None, 0.0)
    x = layer(2, 100, 200, sequences=4, n=5)
    x.field[:, :, 4] = 0
    pads = torch.zeros(4, 5, dtype=torch.bool)
    pads[:, 4] = True
    assert convergence(x, integrate=0)["undriven"] == 8
    masked = convergence(made.oscillators(x.field, padding=pads), integrate=2)
    assert masked["undriven"] == 0
    assert masked["oscillators"] == 32
    assert masked["integrated"] == {"n": 0, "beyond": 32, "worst": None}


def figures(small: tuple[float, float], large: tuple[float, float], **size: int) -> dict[str, Any]:
    return {
        str(d): convergence(layer(d, *reach, **size), integrate=0) for d, reach in ((2, small), (32, large))
    }


def test_the_verdict_goes_every_way() -> None:
    above = (6.5, 8.0)  # more than half settled: dimension helps
    assert verdict(figures(above, above)) == "supported"
    below = (3.0, 5.5)  # less than half settled: dimension harms
    assert verdict(figures(below, below)) == "not-supported"
    # the larger network only happens to be driven harder, where no start fails in either dimension
    assert verdict(figures((6.5, 8.0), (60.0, 90.0))) == "not-supported"
    few = figures((4.0, 8.5), (4.0, 8.5), sequences=3, n=4)
    assert verdict(few) == "inconclusive"
    broken = figures(above, above)
    broken["2"]["control"]["agrees"] = False
    assert verdict(broken) == "inconclusive"


def test_a_network_untrained() -> None:
    model = TokenLM(11, AttentionSpec("oscillator", 2, 4, 20, causal=True), embed_dim=8, hidden=12)
    f = convergence(capture(model, torch.randint(1, 11, (12, 20)))[-1])
    assert f["control"]["agrees"]
    assert f["oscillators"] == 12 * 2 * 20
    assert f["integrated"]["worst"] < 1e-6


def test_errors() -> None:
    with pytest.raises(ValueError, match="two dimensions"):
        verdict({"2": {}})
    f = {str(d): convergence(layer(d, 6, 8), dimensions=(2, 4), integrate=0) for d in (2, 32)}
    with pytest.raises(ValueError, match="no gain to d = 32"):
        verdict(f)
    with pytest.raises(ValueError, match="time must be a finite number > 0"):
        convergence(layer(2, 6, 8), time=-1)
    with pytest.raises(ValueError, match="tolerance must lie in"):
        convergence(layer(2, 6, 8), tolerance=0)
