"""Blocks and models: shapes, parameter counts, causality, padding, published checkpoints."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import Tensor, nn

import phasebound.torch_impl as layers
from phasebound.torch_impl import (
    AttentionSpec,
    Block,
    FrameClassifier,
    KuramotoBlock,
    KuramotoLM,
    RotaryLM,
    TokenClassifier,
    TokenLM,
    convert_published,
    load_published,
)
from phasebound.torch_impl.kuramoto import successor_attention
from phasebound.torch_impl.transformer import PhaseReadout, RotaryBlock


def count(module: nn.Module) -> int:
    return sum(p.numel() for p in module.parameters())


def test_parameter_counts_are_the_published_ones() -> None:
    """Softmax 14250 / 13953 / 2966032 / 2453060; the oscillator has heads x positions x d_osc more."""

    def spec(mechanism: str, heads: int, d: int, n: int, causal: bool = False) -> AttentionSpec:
        return AttentionSpec(mechanism, heads, d, n, causal=causal)

    for heads, d, n, softmax, make in (
        (2, 2, 49, 14250, lambda s: FrameClassifier(40, 10, s)),
        (1, 2, 50, 13953, lambda s: TokenClassifier(169, s)),
        (4, 8, 50, 2966032, lambda s: TokenLM(10000, s)),
        (4, 8, 128, 2453060, lambda s: TokenLM(8004, s)),
    ):
        assert count(make(spec("softmax", heads, d, n))) == softmax
        layers_of = 2 if softmax > 10**6 else 1
        assert count(make(spec("oscillator", heads, d, n))) == softmax + layers_of * heads * d * n
    assert (TokenLM(50, spec("softmax", 2, 2, 50)).embedding.weight[0] == 0).all()
    learned = FrameClassifier(40, 10, spec("softmax", 2, 2, 49), positions="learned")
    assert count(learned) == 14250 + 1568


def test_the_models_of_paper_a_have_the_same_size() -> None:
    assert abs(count(KuramotoLM(256)) / count(RotaryLM(256)) - 1) < 0.002


MODELS: dict[str, Callable[[], nn.Module]] = {
    "kuramoto": lambda: KuramotoLM(11, 16, 2, 2, 20),
    "kuramoto lifted": lambda: KuramotoLM(11, 16, 2, 2, 20, feed_forward="lifted"),
    "kuramoto bare": lambda: KuramotoLM(11, 16, 2, 2, 20, feed_forward="none", gates=False),
    "kuramoto projection": lambda: KuramotoLM(11, 16, 2, 2, 20, values="projection"),
    "rotary": lambda: RotaryLM(11, 16, 2, 2, 20),
    "rotary successor": lambda: RotaryLM(11, 16, 2, 2, 20, successor=True),
    "kuramoto successor": lambda: KuramotoLM(11, 16, 2, 2, 20, values="successor"),
    "kuramoto mixed": lambda: KuramotoLM(11, 16, 2, 2, 20, values="mixed", frustration=True),
    "oscillator": lambda: TokenLM(
        11, AttentionSpec("oscillator", 2, 3, 12, causal=True), embed_dim=16, hidden=20
    ),
    "softmax": lambda: TokenLM(11, AttentionSpec("softmax", 2, causal=True), embed_dim=16, hidden=20),
}


@pytest.mark.parametrize("name", MODELS)
def test_language_models_are_causal_and_trainable(name: str) -> None:
    model = MODELS[name]().double().eval()
    tokens = torch.randint(1, 11, (3, 12))
    out = model(tokens)
    assert out.shape == (3, 12, 11)
    changed = tokens.clone()
    changed[:, 7:] = 1 + changed[:, 7:] % 10
    again = model(changed)
    torch.testing.assert_close(out[:, :7], again[:, :7], rtol=1e-12, atol=1e-12)
    assert not torch.allclose(out[:, 7:], again[:, 7:])
    nn.functional.cross_entropy(out.flatten(0, 1), tokens.flatten()).backward()
    for p in model.parameters():
        assert p.grad is not None
        assert p.grad.isfinite().all()
        assert (p.grad != 0).any()


def test_values_of_successors_equal_the_literal_form() -> None:
    q, k, v = (torch.randn(2, 3, 9, size, dtype=torch.float64) for size in (4, 4, 5))
    ours = successor_attention(q, k, v)
    for t in range(9):
        weights = (q[..., t : t + 1, :] * k[..., :t, :]).sum(-1).div(2).softmax(-1)  # over u < t
        literal = (weights[..., None] * v[..., 1 : t + 1, :]).sum(-2)
        torch.testing.assert_close(ours[..., t, :], literal, rtol=1e-10, atol=1e-12)
    assert (successor_attention(q[..., :1, :], k[..., :1, :], v[..., :1, :]) == 0).all()


def test_one_layer_of_successors_continues_a_repetition() -> None:
    """Keys and queries the one-hot tokens: what followed the token the last time is what is read."""
    tokens = torch.tensor([3, 1, 4, 2, 5, 3, 1, 4, 2])
    x = nn.functional.one_hot(tokens, 6).double()
    read = successor_attention(x, x, x, scale=50.0)
    assert (read.argmax(-1)[5:-1] == tokens[6:]).all()
    own = nn.functional.scaled_dot_product_attention(x[None], x[None], x[None], is_causal=True, scale=50.0)[0]
    assert (own.argmax(-1) == tokens).all()  # a control: attention proper reads the token itself


def test_kuramoto_periodicity() -> None:
    """kur.ffn-periodicity: on raw angles th and th + 2 pi are two inputs; on (cos, sin) they are one."""
    th = torch.randn(2, 5, 8, dtype=torch.float64)
    turned = th + 2 * torch.pi * torch.randint(-2, 3, th.shape).double()
    for kind, periodic in (("lifted", True), ("none", True), ("angles", False)):
        block = KuramotoBlock(8, 2, 12, feed_forward=kind).double()
        assert torch.allclose(block(turned) - turned, block(th) - th, atol=1e-9) == periodic


def test_phase_readout_is_an_alignment() -> None:
    """kur.readout: logits = sum_j s_j cos(th_j - p_j) + b <= sum_j s_j + b, attained iff th = p."""
    readout = PhaseReadout(6, 5).double()
    s, p = readout.prototypes()
    th = torch.randn(3, 6, dtype=torch.float64)
    expected = (s * (th[:, None] - p).cos()).sum(-1) + readout.linear.bias
    torch.testing.assert_close(readout(th), expected)
    torch.testing.assert_close(readout(p).diagonal(), s.sum(-1) + readout.linear.bias)
    assert (readout(th) < s.sum(-1) + readout.linear.bias).all()


@pytest.mark.parametrize("mechanism", ["oscillator", "softmax"])
@pytest.mark.parametrize("causal", [False, True])
def test_padding_does_not_matter(mechanism: str, causal: bool) -> None:
    """osc.padding, through blocks: a sentence alone and in a padded batch; the published leak is an
    option."""

    def build(**options: Any) -> TokenClassifier:
        torch.manual_seed(1)
        spec = AttentionSpec(mechanism, 2, 3, 20, causal=causal, **options)
        return TokenClassifier(9, spec, embed_dim=8, hidden=8, num_layers=2).double().eval()

    tokens, at = torch.randint(1, 9, (2, 6)), torch.tensor([2, 5])
    padded = torch.cat([tokens, torch.zeros(2, 7, dtype=torch.long)], 1)
    model = build()
    alone, batched = model(tokens, None, at), model(padded, padded == 0, at)
    torch.testing.assert_close(alone, batched, rtol=1e-10, atol=1e-12)
    if mechanism == "oscillator" and not causal:
        leaky = build(mask_readout=False)
        assert not torch.allclose(leaky(tokens, None, at), leaky(padded, padded == 0, at))
    nothing = model(torch.zeros(2, 6, dtype=torch.long), torch.ones(2, 6, dtype=torch.bool), at)
    assert nothing.isfinite().all()
    nothing.sum().backward()
    assert all(p.grad is None or p.grad.isfinite().all() for p in model.parameters())


@pytest.mark.parametrize("causal", [False, True])
def test_rows_that_see_nothing_are_zero(causal: bool) -> None:
    """Before the output map, whose bias alone is left."""
    for spec in (
        AttentionSpec("softmax", 2, causal=causal),
        AttentionSpec("oscillator", 2, 3, causal=causal),
    ):
        attention = spec.build(8)
        mask = torch.tensor([[True] * 5, [True, False, False, False, False]])
        x = torch.randn(2, 5, 8, requires_grad=True)
        out = attention(x, mask)
        assert (out[0] == attention.out.bias).all()
        assert (out[1, 0] == attention.out.bias).all() == causal
        assert (out[1, 1:] != attention.out.bias).any()
        out.sum().backward()
        assert x.grad is not None
        assert x.grad.isfinite().all()


def published_state(
    vocabulary: int, e: int, heads: int, n: int, d: int, hidden: int, num_layers: int
) -> dict[str, Tensor]:
    """A state_dict in the published layout, made up."""
    state = {"embedding.weight": torch.randn(vocabulary, e), "pos_enc.pe": torch.zeros(1, n, e)}
    for i in range(num_layers):
        at = f"layers.{i}."
        state |= {at + f"attn.W_{x}.weight": torch.randn(e, e) for x in "qkvo"}
        state |= {at + "attn.W_o.bias": torch.randn(e), at + "attn.anchors": torch.randn(heads, n, d)}
        state |= {at + f"norm{j}.{x}": torch.randn(e) for j in (1, 2) for x in ("weight", "bias")}
        state |= {at + "ffn.0.weight": torch.randn(hidden, e), at + "ffn.0.bias": torch.randn(hidden)}
        state |= {at + "ffn.3.weight": torch.randn(e, hidden), at + "ffn.3.bias": torch.randn(e)}
    return state | {
        "norm.weight": torch.randn(e),
        "norm.bias": torch.randn(e),
        "head.weight": torch.randn(vocabulary, e),
        "head.bias": torch.randn(vocabulary),
    }


def published_forward(state: dict[str, Tensor], tokens: Tensor, heads: int, num_layers: int) -> Tensor:
    """The published language model, written from its layout with plain matrices (causal, p = 1, positions
    zero)."""
    from phasebound.torch_impl.transformer import sinusoidal

    ln = nn.functional.layer_norm
    x = state["embedding.weight"][tokens]
    e, n = x.shape[-1], x.shape[1]
    x = x + sinusoidal(n, e)
    for i in range(num_layers):
        p = {k[len(f"layers.{i}.") :]: v for k, v in state.items() if k.startswith(f"layers.{i}.")}
        u = ln(x, (e,), p["norm1.weight"], p["norm1.bias"])
        q, k, v = ((u @ p[f"attn.W_{c}.weight"].T).unflatten(-1, (heads, -1)).transpose(1, 2) for c in "qkv")
        r = p["attn.anchors"][:, :n]
        w = nn.functional.softplus(q @ k.transpose(-1, -2) / (e // heads) ** 0.5).tril()
        z = nn.functional.normalize(w @ r, dim=-1, eps=1e-8)
        a = (1 + z @ r.transpose(-1, -2)).clamp(min=0).tril()
        y = (a / a.sum(-1, keepdim=True).clamp(min=1e-8) @ v).transpose(1, 2).flatten(2)
        x = x + y @ p["attn.W_o.weight"].T + p["attn.W_o.bias"]
        u = ln(x, (e,), p["norm2.weight"], p["norm2.bias"])
        u = nn.functional.gelu(u @ p["ffn.0.weight"].T + p["ffn.0.bias"])
        x = x + u @ p["ffn.3.weight"].T + p["ffn.3.bias"]
    return ln(x, (e,), state["norm.weight"], state["norm.bias"]) @ state["head.weight"].T + state["head.bias"]


def test_published_checkpoints_load_and_compute_what_they_did() -> None:
    """Free anchors, far from the sphere, so that the clamp acts."""
    state = {k: v.double() for k, v in published_state(13, 8, 2, 10, 3, 16, 2).items()}
    spec = AttentionSpec("oscillator", 2, 3, 10, causal=True, free_anchors=True)
    model = TokenLM(13, spec, embed_dim=8, hidden=16).double().eval()
    load_published(model, {f"_orig_mod.{k}": v for k, v in state.items()})
    tokens = torch.randint(1, 13, (2, 10))
    torch.testing.assert_close(model(tokens), published_forward(state, tokens, 2, 2), rtol=1e-9, atol=1e-9)
    frames = FrameClassifier(
        5, 3, AttentionSpec("softmax", 2, max_length=7), embed_dim=8, hidden=16, positions="learned"
    )
    old = published_state(3, 8, 2, 7, 2, 16, 1)
    old |= {"proj.weight": torch.randn(8, 5), "proj.bias": torch.randn(8), "pos_emb": torch.randn(1, 7, 8)}
    for name in ("embedding.weight", "norm.weight", "norm.bias", "layers.0.attn.anchors"):
        old.pop(name)
    load_published(frames, old)
    with pytest.raises(ValueError, match="not a published parameter: 'layers"):
        convert_published({"layers.0.attn.phi": torch.zeros(1)})
    with pytest.raises(ValueError, match=r"missing norm\.weight"):
        load_published(model, {k: v for k, v in state.items() if k != "norm.weight"})


def test_blocks_compile_export_and_autocast() -> None:
    block = Block(16, 32, AttentionSpec("oscillator", 2, 3, 40, causal=True), dropout=0.0)
    kuramoto = KuramotoBlock(16, 2, 20)
    x = torch.randn(2, 12, 16)
    for module in (block, kuramoto):
        compiled = torch.compile(module, backend="aot_eager", fullgraph=True)
        torch.testing.assert_close(compiled(x), module(x), rtol=1e-5, atol=1e-5)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            assert (module(x).float() - module(x)).isfinite().all()
        program = torch.export.export(module, (x,))
        torch.testing.assert_close(program.module()(x), module(x), rtol=1e-5, atol=1e-5)


def test_everything_announced_is_there() -> None:
    code = "import sys, phasebound.torch_impl; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    for name in layers.__all__:
        assert getattr(layers, name).__doc__, name
    with pytest.raises(AttributeError, match="no attribute"):
        _ = layers.nonsense


def test_mistakes() -> None:
    for build, message in (
        (lambda: AttentionSpec("mean", 2).build(8), "mechanism must be"),
        (lambda: AttentionSpec("softmax", 3).build(8), "multiple"),
        (lambda: KuramotoBlock(8, 2, feed_forward="x"), "feed_forward must be"),
        (lambda: FrameClassifier(4, 2, AttentionSpec("softmax", 2), positions="x"), "positions must be"),
        (lambda: RotaryLM(4, 10, 4), "multiple"),
        (lambda: RotaryBlock(8, 2, causal=False, successor=True), "need a causal attention"),
        (lambda: TokenLM(5, AttentionSpec("softmax", 4, max_length=6))(torch.ones(1, 7).long()), "7 tokens"),
    ):
        with pytest.raises(ValueError, match=message):
            build()
