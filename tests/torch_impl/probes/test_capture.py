"""What is captured is what the layers compute, and the model stays as it was."""

from collections.abc import Callable

import pytest
import torch
from torch import Tensor, nn

from phasebound.torch_impl import (
    AttentionSpec,
    FrameClassifier,
    KuramotoLM,
    RotaryLM,
    TokenClassifier,
    TokenLM,
    literal,
)
from phasebound.torch_impl.kuramoto import KuramotoAttention, bounded, lift
from phasebound.torch_impl.oscillator import OscillatorAttention
from phasebound.torch_impl.probes.capture import (
    OscillatorLayer,
    attentions,
    capture,
    capture_phases,
    evaluating,
    phase_weights,
)
from phasebound.torch_impl.transformer import SoftmaxAttention

N = 7


def inputs() -> tuple[Tensor, Tensor]:
    """Ids and mask: sentences of 7, 7, 4, 5 and 2 tokens."""
    tokens = torch.randint(1, 11, (5, N))
    mask = torch.arange(N) >= torch.tensor([7, 7, 4, 5, 2])[:, None]
    return tokens.masked_fill(mask, 0), mask


SPECS = {
    "softmax": AttentionSpec("softmax", 2),
    "softmax causal": AttentionSpec("softmax", 2, causal=True),
    "unit": AttentionSpec("oscillator", 2, 3, N),
    "causal": AttentionSpec("oscillator", 2, 3, N + 2, causal=True, exponent=2, coupling="relu+1e-3"),
    "free": AttentionSpec("oscillator", 2, 3, N, free_anchors=True, exponent=1.5),
    "leaky": AttentionSpec("oscillator", 2, 3, N, free_anchors=True, mask_readout=False),
}


def outputs(model: nn.Module, *args: Tensor | None) -> dict[int, tuple[Tensor, Tensor]]:
    """(input, output) of every attention layer."""
    seen: dict[int, tuple[Tensor, Tensor]] = {}
    handles = [
        m.register_forward_hook(lambda m, a, y: seen.__setitem__(id(m), (a[0], y))) for m in attentions(model)
    ]
    with evaluating(model), torch.no_grad():
        model(*args)
    for handle in handles:
        handle.remove()
    return seen


@pytest.mark.parametrize("name", SPECS)
def test_the_attention_is_the_layers(name: str) -> None:
    model = TokenLM(11, SPECS[name], embed_dim=8, hidden=12).double()
    tokens, mask = inputs()
    layers = capture(model, tokens, mask)
    assert len(layers) == 2
    for layer, module in zip(layers, attentions(model), strict=True):
        x, y = outputs(model, tokens, mask)[id(module)]
        v = module.value(x).unflatten(-1, (2, -1)).transpose(1, 2)
        torch.testing.assert_close(module.out((layer.attention @ v).transpose(1, 2).flatten(2)), y)
        rows = layer.attention.sum(-1)[layer.tokens[:, None].expand(-1, 2, -1)]
        torch.testing.assert_close(rows, torch.ones_like(rows))
        assert torch.equal(layer.padding, mask)
        assert torch.equal(layer.hidden, mask & (name != "leaky"))
        assert layer.causal == SPECS[name].causal


@pytest.mark.parametrize("name", [n for n in SPECS if "softmax" not in n])
def test_fields_states_and_largest_couplings(name: str) -> None:
    model = TokenLM(11, SPECS[name], embed_dim=8, hidden=12, num_layers=1).double()
    tokens, mask = inputs()
    (layer,), (module,) = capture(model, tokens, mask), attentions(model)
    assert isinstance(layer, OscillatorLayer)
    assert isinstance(module, OscillatorAttention)
    x, _ = outputs(model, tokens, mask)[id(module)]
    q, k = (f(x).unflatten(-1, (2, -1)).transpose(1, 2) for f in (module.query, module.key))
    r = module.anchors[:, :N]
    torch.testing.assert_close(
        layer.field, literal.field(q, k, r, module.coupling, module.causal, mask), rtol=1e-9, atol=1e-12
    )
    torch.testing.assert_close(layer.size, layer.field.norm(dim=-1))
    torch.testing.assert_close(layer.state * layer.size[..., None], layer.field)
    for b in range(5):
        for i in range(N):
            reach = [j for j in range(N) if not mask[b, j] and (j <= i or not module.causal)]
            scores = (q[b, :, i, None] * k[b][:, reach]).sum(-1) / 2  # sqrt of the head's 4 coordinates
            w = literal.couple(scores, module.coupling).amax(-1)
            torch.testing.assert_close(layer.heaviest[b, :, i], w)
            assert layer.visible[b, i] == len(reach)
            leak = N if not module.causal else i + 1
            assert layer.attended[b, i] == (leak if name == "leaky" else len(reach))


def test_batches_do_not_matter() -> None:
    model = TokenLM(11, SPECS["causal"], embed_dim=8, hidden=12).double()
    tokens, mask = inputs()
    for whole, parts in zip(capture(model, tokens, mask), capture(model, tokens, mask, batch=2), strict=True):
        for name in ("attention", "field", "state", "heaviest", "padding"):
            torch.testing.assert_close(getattr(whole, name), getattr(parts, name))


def classifier() -> tuple[nn.Module, tuple[Tensor | None, ...]]:
    tokens, mask = inputs()
    return TokenClassifier(11, SPECS["unit"], embed_dim=8, hidden=12), (tokens, mask, torch.full((5,), 1))


def frames() -> tuple[nn.Module, tuple[Tensor | None, ...]]:
    return FrameClassifier(4, 3, SPECS["unit"], embed_dim=8, hidden=12), (torch.randn(5, N, 4),)


@pytest.mark.parametrize("make", [classifier, frames])
def test_the_model_stays_as_it_was(make: Callable[[], tuple[nn.Module, tuple[Tensor | None, ...]]]) -> None:
    model, args = make()
    model.train()
    attentions(model)[0].eval()  # modes of single modules come back too
    before = {k: v.clone() for k, v in model.state_dict().items()}
    modes = [m.training for m in model.modules()]
    first, second = capture(model, *args), capture(model, *args)
    assert torch.equal(first[0].attention, second[0].attention)  # no dropout
    assert all(torch.equal(v, before[k]) for k, v in model.state_dict().items())
    assert [m.training for m in model.modules()] == modes
    assert not any(m._forward_pre_hooks or m._forward_hooks for m in model.modules())
    assert not first[0].attention.requires_grad
    assert not first[0].anchors.requires_grad


@pytest.mark.parametrize(
    "options", [{}, {"gates": False}, {"values": "projection"}, {"feed_forward": "lifted"}]
)
def test_kuramoto_layers(options: dict[str, object]) -> None:
    model = KuramotoLM(11, 12, 2, 3, 10, **options).double()  # type: ignore[arg-type]
    for block in model.blocks:
        nn.init.normal_(block.attention.rates)
        nn.init.normal_(block.attention.log_temperature, 1, 0.5)
    tokens = torch.randint(0, 11, (4, 6))
    layers, states = capture_phases(model, tokens, batch=3), model.phases(tokens)
    assert len(layers) == 3
    for layer, block, before, after in zip(layers, model.blocks, states, states[1:], strict=False):
        torch.testing.assert_close(layer.before.flatten(2), before)
        torch.testing.assert_close(layer.after.flatten(2), after)
        assert torch.equal(layer.rates, block.attention.rates)
        assert (layer.attention.triu(1) == 0).all()
        if block.attention.projection is None:  # the increment, from the captured matrix
            th = layer.before
            pull = (
                layer.attention.permute(0, 2, 3, 1)[..., None] * (th[:, None] - th[:, :, None]).sin()
            ).sum(2)
            gate = block.attention.gate(lift(th).flatten(2))[..., :12]
            torch.testing.assert_close(
                bounded(gate * pull.flatten(2), block.attention.bound), block.attention(before)
            )


def test_kuramoto_weights_are_the_literal_ones() -> None:
    module = KuramotoAttention(6, 2, gates=False).double()
    nn.init.normal_(module.rates)
    phases = torch.randn(3, 5, 6, dtype=torch.float64)
    one = torch.ones(3, 5, 3, dtype=torch.float64)
    a = phase_weights(module, phases)
    for head in range(2):
        th = phases[..., 3 * head : 3 * head + 3]
        expected = literal.kuramoto_weights(th, one, one, module.rates[head], 4.0)
        torch.testing.assert_close(a[:, head], expected)
        other = literal.kuramoto_weights(th, one, one, module.rates[1 - head], 4.0)
        assert (a[:, head] - other).abs().max() > 1e-3


def test_errors() -> None:
    with pytest.raises(ValueError, match="RotaryLM has no oscillator or softmax attention"):
        capture(RotaryLM(11, 8, 2, 1, 8), inputs()[0])
    model = TokenLM(11, SPECS["unit"], embed_dim=8, hidden=12)
    tokens, mask = inputs()
    with pytest.raises(ValueError, match="one number of sequences"):
        capture(model, tokens, mask[:2])
    with pytest.raises(ValueError, match="batch must be positive"):
        capture(model, tokens, mask, batch=0)
    assert isinstance(attentions(TokenLM(11, SPECS["softmax"], embed_dim=8))[0], SoftmaxAttention)
