"""Identities of the ledger on the layers: they hold, their controls are noticed, a broken layer is caught."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from click.testing import CliRunner

from phasebound.analysis import records
from phasebound.proofs.ledger import by_id, ledger
from phasebound.torch_impl import identities
from phasebound.torch_impl.identities import (
    IDENTITIES,
    NAMES,
    attention,
    groups,
    kuramoto_network,
    oscillator_flow,
    oscillator_readout,
    phases,
)
from phasebound.torch_impl.identities.__main__ import main
from phasebound.torch_impl.identities.identity import Draw, Gap, Identity, equal, gaps, judge, run, summary
from phasebound.torch_impl.kuramoto import KuramotoAttention, kuramoto_attention, resultant

ELSEWHERE = {
    "kur.coherence-depth",
    "kur.frequency-depth",
    "kur.cost",
    "osc.dimension-exponent",
    "osc.ode-convergence",
    "osc.robustness",
}
"""Sampled rows about trained networks or speed."""

RESULTS = Path(identities.__file__).resolve().parents[1] / "results"


def few(claim: str, instances: int = 6) -> Identity:
    return replace(identities.load(claim), smoke=instances)


def verdict(claim: str, instances: int = 6) -> str:
    found = gaps(identities.load(claim), instances)
    return judge([summary(part) for part in found.values()])


def test_every_sampled_claim_has_its_evidence() -> None:
    """A row with tier N is an identity here, an experiment of the analysis, or about trained networks."""
    measured = {r.claim for r in records.load_all(records.results_directory())}
    sampled = {c.id for c in ledger() if "sampled" in c.tiers}
    assert sampled == set(NAMES) | (measured & sampled) | ELSEWHERE
    assert len(set(NAMES)) == len(NAMES) == 25
    assert not set(NAMES) & (measured | ELSEWHERE)


@pytest.mark.parametrize("claim", NAMES)
def test_each_holds_and_its_controls_are_noticed(claim: str, tmp_path: Path) -> None:
    record = run(few(claim, 12), tmp_path, smoke=True)
    assert record.verdict == "supported", record.figures["parts"]
    assert record.smoke and record.claim == claim == by_id()[claim].id
    assert records.load_all(tmp_path) == [record]


def test_the_same_bits_again() -> None:
    identity = identities.load("kur.equivariance")
    before = torch.random.get_rng_state()
    first = gaps(identity, 3)
    torch.rand(5)
    assert gaps(identity, 3) == first
    torch.random.set_rng_state(before)


def test_committed_records_are_sound_and_current() -> None:
    """Readable, from a clean commit, of the present protocol and configuration, and supported."""
    found = {r.id: r for r in records.load_all(RESULTS) if r.id.startswith("identity-")}
    assert set(found) == {i.id for i in IDENTITIES}
    for identity in IDENTITIES:
        record = found[identity.id]
        assert not record.dirty and not record.smoke, identity.id
        assert not record.is_stale(identity.protocol, identity.configuration()), identity.id
        assert record.claim == identity.claim and record.verdict == "supported", identity.id
        assert record.kind == "experiment" and record.seed == identity.seed, identity.id


# --- broken layers are not supported ------------------------------------------------------------------------


def worse(function: Callable[..., torch.Tensor], factor: float = 1 + 1e-9) -> Callable[..., torch.Tensor]:
    """The same, one part in 10^9 off."""
    return lambda *a, **k: factor * function(*a, **k)


@pytest.mark.parametrize(
    "claim",
    [
        "kur.coupling-identity",
        "kur.frozen-gradient",
        "kur.lse-potential",
        "kur.dot-product-form",
        "kur.rotary-drift",
        "kur.circular-mean",
        "kur.compact-group",
    ],
)
def test_an_increment_off_by_1e_9_is_caught(claim: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phases, "kuramoto_attention", worse(kuramoto_attention))
    assert verdict(claim) == "not-supported"


@pytest.mark.parametrize("claim", ["kur.gibbs-selection", "kur.bounded-update", "kur.dot-product-form"])
def test_weights_off_by_1e_6_are_caught(claim: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phases, "resultant", worse(resultant, 1 + 1e-6))
    assert verdict(claim) == "not-supported"


@pytest.mark.parametrize("claim", ["kur.frequency-alias", "kur.rotary-drift", "kur.equivariance"])
def test_a_drift_per_token_and_not_per_distance_is_caught(
    claim: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Positions enter the layer squared: no longer through t - u."""

    def broken(*a: torch.Tensor, **k: float) -> torch.Tensor:
        n = a[0].shape[-2]
        t = torch.arange(n, dtype=a[0].dtype).unsqueeze(-1)
        rates = a[3].unsqueeze(-2)
        increment: torch.Tensor = kuramoto_attention(a[0] + 0.1 * t**2 * rates, *a[1:], **k)
        return increment

    monkeypatch.setattr(phases, "kuramoto_attention", broken)
    expected = "supported" if claim == "kur.equivariance" else "not-supported"
    assert verdict(claim, 12) in (expected, "not-supported")
    assert verdict("kur.coupling-identity", 12) == "not-supported"


def test_a_module_that_reads_raw_angles_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    original = KuramotoAttention._increment
    monkeypatch.setattr(KuramotoAttention, "_increment", lambda self, x: original(self, x) + 1e-6 * x)
    assert verdict("kur.ffn-periodicity") == "not-supported"
    assert verdict("kur.gate-repulsion") == "not-supported"
    assert verdict("kur.equivariance") == "not-supported"


def test_a_readout_with_a_wrong_prototype_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    module = kuramoto_network.PhaseReadout
    original = module.prototypes
    monkeypatch.setattr(module, "prototypes", lambda self: (original(self)[0], original(self)[1] + 1e-6))
    assert verdict("kur.readout") == "not-supported"


def test_attention_with_another_scale_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    module = kuramoto_network.SoftmaxAttention
    original = module.forward
    monkeypatch.setattr(module, "forward", lambda self, x: original(self, x) * (1 + 1e-9))
    assert verdict("kur.standard-attention") == "not-supported"


@pytest.mark.parametrize(
    ("claim", "module"),
    [
        ("osc.sphere-invariance", oscillator_flow),
        ("osc.d2-is-kuramoto", oscillator_flow),
        ("osc.scale-gauge", oscillator_flow),
        ("kur.closed-form-nonabelian", groups),
        ("kur.compact-group", groups),
    ],
)
def test_a_flow_off_by_1e_9_is_caught(claim: str, module: object, monkeypatch: pytest.MonkeyPatch) -> None:
    slower = lambda h, z, t: groups_settle(h, z, t * (1 + 1e-9)) * (1 + 1e-9)  # noqa: E731
    groups_settle = groups.settle
    monkeypatch.setattr(groups, "settle", slower)
    monkeypatch.setattr(module, "settle", slower)
    assert verdict(claim, 3) == ("supported" if claim == "osc.scale-gauge" else "not-supported")


def test_a_settling_time_that_ignores_the_field_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    original = groups.settle

    def by_direction(h: torch.Tensor, z: torch.Tensor, t: float) -> torch.Tensor:
        return original(h / torch.linalg.vector_norm(h, dim=-1, keepdim=True), z, t)

    monkeypatch.setattr(oscillator_flow, "settle", by_direction)
    assert verdict("osc.scale-gauge", 3) == "not-supported"


def test_anchors_that_matter_by_coordinate_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    original = attention.oscillator_attention
    monkeypatch.setattr(
        attention,
        "oscillator_attention",
        lambda q, k, v, r, **o: original(q, k, v, r, **o) + 1e-6 * r[..., :1],
    )
    assert verdict("osc.gauge") == "not-supported"
    assert verdict("osc.readout-simplex") == "not-supported"
    assert verdict("osc.free-anchors") == "not-supported"


@pytest.mark.parametrize("claim", ["osc.readout-affine", "osc.readout-linear-time", "osc.free-anchors"])
def test_a_linear_readout_off_by_1e_8_is_caught(claim: str, monkeypatch: pytest.MonkeyPatch) -> None:
    original = oscillator_readout.linear_readout
    monkeypatch.setattr(oscillator_readout, "linear_readout", worse(original, 1 + 1e-8))
    assert verdict(claim, 12) == "not-supported"


def test_the_published_padding_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A module that masks the coupling only, in place of ours."""
    original = oscillator_readout.OscillatorAttention

    def leaking(*a: int, **k: object) -> object:
        return original(*a, **{**k, "mask_readout": False})  # type: ignore[arg-type]

    monkeypatch.setattr(oscillator_readout, "OscillatorAttention", leaking)
    assert verdict("osc.padding", 12) == "not-supported"


# --- the mechanism ------------------------------------------------------------------------------------------


def gap(residual: float = 0.0, control: float = 1.0, bound: float = 1e-12) -> Gap:
    return Gap("part", "mutant", residual, control, bound)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ([gap()], "supported"),
        ([gap(residual=1e-12)], "supported"),
        ([gap(), gap(residual=1.01e-12)], "not-supported"),
        ([gap(residual=math.inf)], "not-supported"),
        ([gap(residual=math.nan)], "not-supported"),
        ([gap(control=1e-10)], "inconclusive"),
        ([gap(control=1e-10), gap()], "supported"),  # one instance that shows it is enough
        ([gap(control=math.inf)], "inconclusive"),  # a control that is no number shows nothing
    ],
)
def test_verdicts(found: list[Gap], expected: str) -> None:
    assert judge([summary(found)]) == expected


def test_no_comparison_is_no_support() -> None:
    assert judge([]) == "inconclusive"


def test_a_layer_that_gives_nan_deviates() -> None:
    nan, zero = torch.tensor([math.nan, 0.0]), torch.zeros(2)
    found = equal("part", nan, zero, 1e-12, "mutant", torch.ones(2))
    assert found.residual == math.inf
    assert found.control_ratio == 0


@pytest.mark.parametrize("bound", [0.0, -1.0, math.inf, math.nan])
def test_a_bound_that_bounds_nothing_is_refused(bound: float) -> None:
    with pytest.raises(ValueError, match="positive and finite"):
        gap(bound=bound)


def test_an_unnoticed_control_is_inconclusive(tmp_path: Path) -> None:
    def blind(draw: Draw) -> list[Gap]:
        x = draw.normal(3)
        return [equal("part", x, x, 1e-12, "the same again", x)]

    record = run(Identity("kur.readout", "says", "rounding", blind), tmp_path, smoke=True)
    assert record.verdict == "inconclusive"


def test_the_command_line(tmp_path: Path) -> None:
    runner = CliRunner()
    done = runner.invoke(main, ["kur.readout", "--smoke", "--out", str(tmp_path)])
    assert done.exit_code == 0 and "kur.readout: supported" in done.output
    assert (tmp_path / "identity-kur-readout.json").exists()
    for arguments, message in ((["kur.astrology"], "no identity for"), ([], "give --all")):
        refused = runner.invoke(main, arguments)
        assert refused.exit_code == 2 and message in refused.output
