"""Tails of |h|: counted by hand, the exponent of known laws, what scaling the couplings does."""

import json
from dataclasses import replace

import pytest
import torch

from phasebound.torch_impl import AttentionSpec, TokenLM
from phasebound.torch_impl.literal import unit
from phasebound.torch_impl.probes.capture import OscillatorLayer, capture
from phasebound.torch_impl.probes.convergence import convergence
from phasebound.torch_impl.probes.disorder import disorder
from phasebound.torch_impl.probes.tails import tail_exponent, tails

from . import made


def test_fractions_and_quantiles_by_hand() -> None:
    sizes = torch.tensor([[0.001, 0.02, 5.0, 7.0], [0.005, 0.3, 9.0, 1e-9]], dtype=torch.float64)
    padding = torch.tensor([[False] * 4, [False, False, False, True]])
    layer = made.oscillators(
        made.drives(sizes[:, None], 3), heaviest=torch.full((2, 1, 4), 4.0), padding=padding
    )
    figures = tails([layer])["layers"][0]["heads"][0]
    assert figures["n"] == 7  # the padding is left out
    assert figures["absolute"]["below"]["0.01"]["value"] == pytest.approx(2 / 7)
    assert figures["relative"]["below"]["0.01"]["value"] == pytest.approx(3 / 7)
    assert figures["relative"]["below"]["1"]["value"] == pytest.approx(4 / 7)
    assert figures["absolute"]["min"] == pytest.approx(0.001)
    assert figures["absolute"]["max"] == pytest.approx(9)
    assert figures["absolute"]["quantiles"]["0.5"]["value"] == pytest.approx(0.3)
    assert figures["exponent"] is None  # too few
    json.dumps(figures)


@pytest.mark.parametrize("d", [2, 3])
def test_random_anchors_have_the_exponent_d(d: int) -> None:
    r = unit(200, 1, 250, 6, d)  # six anchors of weight 1 a row
    layer = made.oscillators(r.sum(-2))
    e = tails([layer])["layers"][0]["all"]["exponent"]
    low, high = e["interval"]
    assert low < d < high
    assert high - low < 1
    assert not low < d + 1 < high


def test_anchors_in_a_plane_do_not_know_d() -> None:
    r = unit(200, 1, 250, 6, 2)
    h = torch.cat([r.sum(-2), torch.zeros(200, 1, 250, 6, dtype=torch.float64)], -1)
    low, high = tails([made.oscillators(h)])["layers"][0]["all"]["exponent"]["interval"]
    assert low < 2 < high < 8


def test_scaling_a_row_changes_the_absolute_figures_only() -> None:
    h, w = torch.randn(9, 2, 5, 3, dtype=torch.float64), torch.rand(9, 2, 5, dtype=torch.float64) + 0.5
    scale = torch.rand(9, 2, 5, dtype=torch.float64) * 100
    one, other = (
        tails([made.oscillators(x, heaviest=y)])["layers"][0]["all"]
        for x, y in ((h, w), (h * scale[..., None], w * scale))
    )
    for q, e in one["relative"]["quantiles"].items():
        assert e["value"] == pytest.approx(other["relative"]["quantiles"][q]["value"])
    assert one["absolute"]["mean"]["value"] != pytest.approx(other["absolute"]["mean"]["value"], rel=0.1)


def test_undriven_rows_are_counted() -> None:
    w = torch.ones(3, 1, 4)
    w[0, 0, 0] = 0
    h = torch.randn(3, 1, 4, 2, dtype=torch.float64)
    h[0, 0, 0] = 0
    assert tails([made.oscillators(h, heaviest=w)])["layers"][0]["all"]["undriven"] == 1
    with pytest.raises(ValueError, match="every coupling is zero"):
        tails([made.oscillators(0 * h, heaviest=0 * w)])


def test_a_token_that_sees_itself_alone_says_nothing_of_the_tail() -> None:
    """Its |h| / w_max is the length of its anchor; a twentieth of all tokens would be the whole tail."""
    model = TokenLM(11, AttentionSpec("oscillator", 2, 16, 20, causal=True), embed_dim=8, hidden=12)
    (layer, *_) = capture(model, torch.randint(1, 11, (300, 20)))
    assert isinstance(layer, OscillatorLayer)
    assert (layer.size / layer.heaviest)[:, :, 0] == pytest.approx(1, abs=1e-5)
    figures = tails([layer])["layers"][0]["all"]
    assert figures["n"] == 300 * 2 * 20  # it counts in the absolute figures
    e = figures["exponent"]
    assert e["value"] < 30
    rest = replace(layer, **{f: getattr(layer, f)[:, :, 1:] for f in ("field", "state", "heaviest")})
    rest = replace(rest, padding=layer.padding[:, 1:], causal=False)
    assert tails([rest])["layers"][0]["all"]["exponent"] == e


def test_softmax_has_no_drives() -> None:
    soft = made.attention(torch.eye(3).expand(2, 1, 3, 3))
    for probe in (lambda x: tails([x]), convergence, disorder):
        with pytest.raises(ValueError, match="oscillators is needed, got AttentionLayer"):
            probe(soft)


def test_a_network() -> None:
    model = TokenLM(11, AttentionSpec("oscillator", 2, 2, 20, causal=True), embed_dim=8, hidden=12)
    figures = tails(capture(model, torch.randint(1, 11, (30, 20))))
    assert len(figures["layers"]) == 2
    assert len(figures["layers"][0]["heads"]) == 2
    alone = figures["layers"][0]["all"]["relative"]
    assert alone["max"] <= 20  # |h| is at most the sum of the couplings
    assert 0 < alone["quantiles"]["0.5"]["value"] < 20


def test_an_exact_power_law_and_ties() -> None:
    x = torch.rand(4000, dtype=torch.float64).numpy()
    of = torch.arange(4000).div(40, rounding_mode="floor").double().numpy()
    e = tail_exponent(x**0.5, of)  # P(x^(1/2) <= eps) = eps^2
    assert e is not None
    assert e.interval[0] < 2 < e.interval[1]
    assert tail_exponent(0 * x + 1, of) is None
