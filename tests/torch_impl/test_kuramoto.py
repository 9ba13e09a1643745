"""Kuramoto attention equals its formula, and the ledger's identities hold of it."""

import itertools
import math
import time

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor

from phasebound.torch_impl import literal
from phasebound.torch_impl.kuramoto import (
    KuramotoAttention,
    bounded,
    drift,
    kuramoto_attention,
    lift,
    mean_one,
)

EXACT = {"rtol": 1e-9, "atol": 1e-11}


def draw(b: int = 2, n: int = 19, k: int = 6, dtype: torch.dtype = torch.float64) -> list[Tensor]:
    """Phases, query gate, key gate, rates."""
    gates = [mean_one(torch.rand(b, n, k, dtype=dtype) + 0.2) for _ in range(2)]
    return [2 * torch.randn(b, n, k, dtype=dtype), *gates, torch.randn(k, dtype=dtype)]


@pytest.mark.parametrize("causal", [False, True])
def test_values_and_gradients_equal_the_literal_form(causal: bool) -> None:
    x = [t.requires_grad_() for t in draw()]
    tau = torch.tensor(1.7, dtype=torch.float64, requires_grad=True)
    ours = kuramoto_attention(*x, temperature=tau, causal=causal)
    theirs = literal.kuramoto(*x, tau, causal)  # type: ignore[arg-type]
    torch.testing.assert_close(ours, theirs, **EXACT)
    weight = torch.randn_like(ours)
    for a, b in zip(
        torch.autograd.grad(ours, [*x, tau], weight),
        torch.autograd.grad(theirs, [*x, tau], weight),
        strict=True,
    ):
        torch.testing.assert_close(a, b, rtol=1e-8, atol=1e-10)


def test_coupling_to_successors_equals_the_literal_form() -> None:
    x = [t.requires_grad_() for t in draw()]
    ours = kuramoto_attention(*x, temperature=1.7, successor=True)
    theirs = literal.kuramoto_successor(*x, 1.7)  # type: ignore[arg-type]
    torch.testing.assert_close(ours, theirs, **EXACT)
    weight = torch.randn_like(ours)
    for a, b in zip(
        torch.autograd.grad(ours, x, weight), torch.autograd.grad(theirs, x, weight), strict=True
    ):
        torch.testing.assert_close(a, b, rtol=1e-8, atol=1e-10)
    assert (ours - kuramoto_attention(*x, temperature=1.7)).abs().max() > 0.1  # a control
    assert (ours[:, 0] == 0).all()
    alone = kuramoto_attention(*(t[:, :1] if t.dim() == 3 else t for t in x), temperature=1.7, successor=True)
    assert (alone == 0).all()


def test_successors_are_causal() -> None:
    x = draw(1, 7)
    before = kuramoto_attention(*x, temperature=1.7, successor=True)
    for place in range(7):
        moved = [x[0].clone(), *x[1:]]
        moved[0][:, place] += 1
        change = (kuramoto_attention(*moved, temperature=1.7, successor=True) - before).abs().amax((0, 2))
        assert (change[:place] == 0).all()
        assert (change[max(2, place) :] > 0).all()  # token 1 can only attend token 0 and couple to itself
    with pytest.raises(ValueError, match="causal"):
        kuramoto_attention(*x, temperature=1.7, successor=True, causal=False)


@pytest.mark.parametrize("values", ["circular", "successor", "mixed"])
def test_frustration_turns_the_coupling(values: str) -> None:
    """With gates 1 and the value gate 1 the increment is c a / (1 + rms a), a from the literal form a head."""
    layer = KuramotoAttention(8, 2, gates=False, values=values, frustration=True).double()
    with torch.no_grad():
        layer.gate.weight.zero_()
        assert layer.frustration is not None
        assert (layer.frustration == 0).all()
        layer.frustration.normal_()
        tau = float(layer.log_temperature[0].exp())
        phases = torch.randn(2, 9, 8, dtype=torch.float64)
        one = torch.ones(2, 9, 4, dtype=torch.float64)
        parts = []
        for head, th in enumerate(phases.chunk(2, -1)):
            rates, angle = layer.rates[head], layer.frustration[head]
            if values == "successor" or (values == "mixed" and head == 1):
                parts.append(literal.kuramoto_successor(th, one, one, rates, tau, angle))
            else:
                a = literal.kuramoto_weights(th, one, one, rates, tau)
                parts.append((a[..., None] * (th[:, None] - th[:, :, None] + angle).sin()).sum(2))
        torch.testing.assert_close(layer(phases), bounded(torch.cat(parts, -1), 1.0), **EXACT)


def test_values_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="need a causal"):
        KuramotoAttention(8, 2, values="successor", causal=False)
    with pytest.raises(ValueError, match="even number of heads"):
        KuramotoAttention(9, 3, values="mixed")
    with pytest.raises(ValueError, match="no coupling"):
        KuramotoAttention(8, 2, values="projection", frustration=True)


def test_gradcheck() -> None:
    x = [t.requires_grad_() for t in draw(1, 5, 3)]
    assert torch.autograd.gradcheck(lambda *a: kuramoto_attention(*a, temperature=1.3), x)


def test_float32() -> None:
    """Relative to the resultant, whose size is 1: the increment is a difference of terms of that size."""
    x = draw(1, 256, 32)
    ours = kuramoto_attention(*(t.float() for t in x), temperature=0.5)
    assert (ours - literal.kuramoto(*x, 0.5)).abs().max() < 1e-6


def test_late_positions_keep_their_digits() -> None:
    """omega t is formed in float64 and folded: in float32 position 8000 would lose four digits."""
    rates = torch.randn(50)
    angle = drift(rates, 8000)
    assert angle.dtype == torch.float32
    assert (angle.abs() <= math.pi + 1e-6).all()
    t = torch.arange(8000, dtype=torch.float64)[:, None]
    assert ((angle.double() - rates.double() * t) / 2).sin().abs().max() < 2e-7


def test_it_is_the_kuramoto_coupling_term() -> None:
    """kur.coupling-identity and kur.frozen-gradient: the gradient of sum A cos(th_u - th_t), A frozen."""
    th, gq, gk, rates = draw()
    a = literal.kuramoto_weights(th, gq, gk, rates, 1.0)
    moved = th.clone().requires_grad_()
    energy = (a[..., None] * (th[:, None] - moved[:, :, None]).cos()).sum()
    (gradient,) = torch.autograd.grad(energy, moved)
    torch.testing.assert_close(kuramoto_attention(th, gq, gk, rates, temperature=1.0), gradient, **EXACT)


def test_log_sum_exp_is_its_potential() -> None:
    """kur.lse-potential: gates 1, no drift, beta = tau / sqrt(k): the gradient of log sum exp / beta, A not
    frozen."""
    th, _, _, _ = draw()
    one, still = torch.ones_like(th), torch.zeros(6, dtype=torch.float64)
    beta = 1.3 / math.sqrt(6)
    moved = th.clone().requires_grad_()
    potential = torch.logsumexp(beta * (moved[:, :, None] - th[:, None]).cos().sum(-1), -1).sum() / beta
    (gradient,) = torch.autograd.grad(potential, moved)
    ours = kuramoto_attention(th, one, one, still, temperature=1.3, causal=False)
    torch.testing.assert_close(ours, gradient, **EXACT)


def test_positions_enter_through_their_difference() -> None:
    """kur.dot-product-form: a shift of all positions, i.e. of the drifted phases, changes no score."""
    th, gq, gk, rates = draw(n=12)
    a = literal.kuramoto_weights(th, gq, gk, rates, 1.0, causal=False)
    lead = torch.randn(2, 5, 6, dtype=torch.float64)
    ones = torch.ones(2, 5, 6, dtype=torch.float64)
    padded = [torch.cat([lead, th], 1), torch.cat([ones, gq], 1), torch.cat([ones, gk], 1)]
    later = literal.kuramoto_weights(*padded, rates, 1.0, causal=False)[:, 5:, 5:]
    torch.testing.assert_close(later / later.sum(-1, keepdim=True), a, **EXACT)


def test_frequencies_alias() -> None:
    """kur.frequency-alias: omega and omega + 2 pi m are one; and a lone token does not move
    (kur.rotary-drift)."""
    th, gq, gk, rates = draw()
    m = torch.tensor([1.0, -2, 0, 3, 5, -1], dtype=torch.float64)
    ours = kuramoto_attention(th, gq, gk, rates, temperature=1.0)
    again = kuramoto_attention(th, gq, gk, rates + 2 * math.pi * m, temperature=1.0)
    torch.testing.assert_close(again, ours, **EXACT)
    alone = kuramoto_attention(th[:, :1], gq[:, :1], gk[:, :1], rates, temperature=1.0)
    assert alone.abs().max() < 1e-15


def test_equivariances() -> None:
    """kur.equivariance, kur.torus-invariance."""
    th, gq, gk, rates = draw()
    one = torch.ones_like(th)
    shift = torch.randn(6, dtype=torch.float64)
    ours = kuramoto_attention(th, one, one, rates, temperature=1.0)
    torch.testing.assert_close(
        kuramoto_attention(th + shift, one, one, rates, temperature=1.0), ours, **EXACT
    )
    turns = 2 * math.pi * torch.randint(-3, 4, th.shape).double()
    gated = kuramoto_attention(th, gq, gk, rates, temperature=1.0)
    torch.testing.assert_close(kuramoto_attention(th + turns, gq, gk, rates, temperature=1.0), gated, **EXACT)
    p, still = torch.randperm(19), torch.zeros(6, dtype=torch.float64)
    plain = kuramoto_attention(th, gq, gk, still, temperature=1.0, causal=False)
    mixed = kuramoto_attention(th[:, p], gq[:, p], gk[:, p], still, temperature=1.0, causal=False)
    torch.testing.assert_close(mixed, plain[:, p], **EXACT)
    module = KuramotoAttention(8, 2, dtype=torch.float64)
    x = torch.randn(1, 9, 8, dtype=torch.float64)
    assert not torch.allclose(module(x + 1), module(x), atol=1e-4)  # gates break the phase shift
    free = KuramotoAttention(8, 2, gates=False, dtype=torch.float64)
    torch.nn.init.zeros_(free.gate.weight)  # so does the value gate
    torch.testing.assert_close(free(x + 1), free(x), **EXACT)


def test_the_future_is_not_seen() -> None:
    th, gq, gk, rates = draw()
    out = kuramoto_attention(th, gq, gk, rates, temperature=1.0)
    th2, gk2 = th.clone(), gk.clone()
    th2[:, 10:], gk2[:, 10:] = 0.3, 1.0
    again = kuramoto_attention(th2, gq, gk2, rates, temperature=1.0)
    torch.testing.assert_close(out[:, :10], again[:, :10], rtol=0, atol=0)
    assert not torch.allclose(out[:, 10:], again[:, 10:])


def test_bounds() -> None:
    """kur.bounded-update: |a| <= R and <= 1 - A_tt; norm matching keeps the rms below its bound."""
    th, gq, gk, rates = draw()
    a = kuramoto_attention(th, gq, gk, rates, temperature=1.0)
    weights = literal.kuramoto_weights(th, gq, gk, rates, 1.0)
    g = (weights.to(torch.complex128) @ torch.exp(1j * th)).abs()
    assert (a.abs() <= g + 1e-12).all()
    assert (a.abs() <= 1 - weights.diagonal(dim1=1, dim2=2)[..., None] + 1e-12).all()
    order = 2 * weights.amax(-1)[..., None] - 1
    assert (g >= order - 1e-12).all()  # kur.local-order-confound
    for size in (0.0, 1e-30, 1.0, 1e15):
        x = (size * torch.randn(3, 6)).requires_grad_()
        y = bounded(x, 0.7)
        assert (y.square().mean(-1).sqrt() <= 0.7 + 1e-6).all()
        (slope,) = torch.autograd.grad(y.sum(), x)
        assert slope.isfinite().all()


def test_softmax_attention_of_unit_tokens_is_the_same_field() -> None:
    """kur.standard-attention at d = 2, k = 1."""
    th = torch.randn(1, 7, 1, dtype=torch.float64)
    z = torch.cat([th.cos(), th.sin()], -1)
    pulled = F.scaled_dot_product_attention(z, z, z, scale=1.0)
    tangent = pulled - (pulled * z).sum(-1, keepdim=True) * z
    along = (tangent * torch.cat([-th.sin(), th.cos()], -1)).sum(-1, keepdim=True)
    one = torch.ones_like(th)
    ours = kuramoto_attention(
        th, one, one, torch.zeros(1, dtype=torch.float64), temperature=1.0, causal=False
    )
    torch.testing.assert_close(ours, along, **EXACT)


def test_heads_by_reshaping() -> None:
    th, gq, gk, _ = draw(k=6)
    rates = torch.randn(2, 3, dtype=torch.float64)
    split = [t.unflatten(-1, (2, 3)).transpose(1, 2) for t in (th, gq, gk)]
    tau = torch.tensor([1.0, 2.0], dtype=torch.float64)[:, None, None]
    ours = kuramoto_attention(*split, rates, temperature=tau)
    for h in range(2):
        one = kuramoto_attention(*(t[:, h] for t in split), rates[h], temperature=float(tau[h]))
        torch.testing.assert_close(ours[:, h], one, **EXACT)


def test_the_module_is_the_function_on_its_gates() -> None:
    for gates, values in itertools.product((True, False), ("circular", "projection")):
        m = KuramotoAttention(8, 2, gates=gates, values=values, dtype=torch.float64)
        th = torch.randn(2, 9, 8, dtype=torch.float64, requires_grad=True)
        out = m(th)
        assert out.shape == th.shape
        assert all(g.isfinite().all() for g in torch.autograd.grad(out.sum(), [th, *m.parameters()]))
        if values == "circular":
            linear = m.gate(lift(th.reshape(2, 9, 2, 4)).flatten(2))
            heads = [m._split(x) for x in (th, *linear.split(8, -1)[1:])]
            gq, gk = (
                (mean_one(F.softplus(x)) for x in heads[1:]) if gates else [torch.ones_like(heads[0])] * 2
            )
            a = kuramoto_attention(heads[0], gq, gk, m.rates, temperature=m.log_temperature.exp())
            expected = bounded(linear[..., :8] * a.transpose(1, 2).flatten(2), m.bound)
            torch.testing.assert_close(out, expected, **EXACT)
    swapped = KuramotoAttention(
        8, 2, gates=False, values="projection", batch_first=False, dtype=torch.float64
    )
    swapped.load_state_dict(m.state_dict())
    torch.testing.assert_close(swapped(th.transpose(0, 1)).transpose(0, 1), out, **EXACT)


def test_autocast_compile_and_export() -> None:
    m, th = KuramotoAttention(16, 2), torch.randn(2, 12, 16)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        assert (m(th).float() - m(th.clone())).abs().max() < 0.05
        assert m(th).isfinite().all()
    compiled = torch.compile(m, backend="aot_eager", fullgraph=True)
    torch.testing.assert_close(compiled(th), m(th), rtol=1e-5, atol=1e-6)
    compiled(th).sum().backward()
    program = torch.export.export(m, (th,), dynamic_shapes=({1: torch.export.Dim("n", min=2, max=500)},))
    torch.testing.assert_close(program.module()(th[:, :7]), m(th[:, :7]), rtol=1e-5, atol=1e-6)


def test_mistakes_are_named_in_one_line() -> None:
    th, gq, gk, rates = draw()
    for wrong, kind, message in (
        ((th[0, 0], gq, gk, rates), ValueError, "phases must be"),
        ((th, gq[:, :3], gk, rates), ValueError, "query_gate has shape"),
        ((th, gq, gk[..., :3], rates), ValueError, "key_gate has shape"),
        ((th, gq, gk, rates[:3]), ValueError, "rates must be"),
        ((th, gq, gk, rates.expand(5, 6)), ValueError, "do not match"),
        ((th, gq.float(), gk, rates), TypeError, "query_gate has dtype"),
        ((th.long(), gq, gk, rates), TypeError, "floating point"),
        ((th, gq, gk, rates.to("meta")), ValueError, "is on meta"),
    ):
        with pytest.raises(kind, match=message) as caught:
            kuramoto_attention(*wrong, temperature=1.0)
        assert "\n" not in str(caught.value)
    with pytest.raises(ValueError, match="multiple"):
        KuramotoAttention(7, 2)
    with pytest.raises(ValueError, match="values must be"):
        KuramotoAttention(8, 2, values="mean")
    with pytest.raises(ValueError, match="phases must be"):
        KuramotoAttention(8, 2)(th)


def test_it_is_much_faster_than_the_literal_form() -> None:
    """A coarse guard (10 times; benchmarks/layers.py measures 50 and more), in time of this thread."""
    x = [t.requires_grad_() for t in draw(1, 192, 96, torch.float32)]
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    spent = {}
    for _ in range(3):
        for name, call in (
            ("fast", lambda: kuramoto_attention(*x, temperature=1.0)),
            ("literal", lambda: literal.kuramoto(*x, 1.0)),
        ):
            start = time.thread_time()
            call().sum().backward()
            spent[name] = min(spent.get(name, math.inf), time.thread_time() - start)
    torch.set_num_threads(before)
    assert spent["literal"] > 10 * spent["fast"]
