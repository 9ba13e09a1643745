"""Oscillator attention equals its formula, and the ledger's identities hold of it."""

import itertools
import math
import os
import pickle
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor

from phasebound.torch_impl import field as tiles
from phasebound.torch_impl import literal, threads
from phasebound.torch_impl.field import COUPLINGS, blocked_sum
from phasebound.torch_impl.oscillator import (
    OscillatorAttention,
    attention_weights,
    coupling_field,
    equilibrium,
    oscillator_attention,
)
from phasebound.torch_impl.readout import (
    feature_count,
    linear_readout,
    polynomial_features,
    quadratic_readout,
)

EXACT = {"rtol": 1e-10, "atol": 1e-12}


@pytest.fixture(autouse=True, params=["dense", "blocked"])
def path(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test runs with the matrix kept for few tokens, and in blocks for any number."""
    if request.param == "blocked":
        monkeypatch.setattr(tiles, "DENSE", 0)


def draw(
    b: int = 2, h: int = 3, n: int = 37, dim: int = 5, d: int = 4, dv: int = 6, dtype: Any = torch.float64
) -> list[Tensor]:
    """Query, key, value, anchors."""
    q, k = (torch.randn(b, h, n, dim, dtype=dtype) for _ in range(2))
    return [q, k, torch.randn(b, h, n, dv, dtype=dtype), literal.unit(h, n, d, dtype=dtype)]


def some_padding(b: int, n: int) -> Tensor:
    """Right padding of different length, and one hole."""
    mask = torch.arange(n)[None] >= torch.linspace(n, n // 2, b).long()[:, None]
    mask[0, 1] = True
    return mask


@pytest.mark.parametrize("coupling", COUPLINGS)
@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("exponent", [1, 2, 3, 1.5, 0.5])
def test_values_and_gradients_equal_the_literal_form(coupling: str, causal: bool, exponent: float) -> None:
    x = [t.requires_grad_() for t in draw()]
    for mask in (None, some_padding(2, 37)):
        ours = oscillator_attention(
            *x, exponent=exponent, coupling=coupling, causal=causal, key_padding_mask=mask
        )
        theirs = literal.oscillator(*x, exponent=exponent, coupling=coupling, causal=causal, mask=mask)
        torch.testing.assert_close(ours, theirs, **EXACT)
        weight = torch.randn_like(ours)
        for a, b in zip(
            torch.autograd.grad(ours, x, weight), torch.autograd.grad(theirs, x, weight), strict=True
        ):
            torch.testing.assert_close(a, b, rtol=1e-8, atol=1e-9)


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize(("tile", "rows"), [(64, 8), (256, 16), (1 << 17, 256)])
def test_tiles_of_any_size_give_the_same(
    monkeypatch: pytest.MonkeyPatch, causal: bool, tile: int, rows: int
) -> None:
    """n is no multiple of the tiles, several segments, masks that cross tiles."""
    monkeypatch.setattr(tiles, "TILE", tile)
    monkeypatch.setattr(tiles, "ROWS", rows)
    x = [t.requires_grad_() for t in draw(b=1, h=2, n=150)]
    mask = torch.rand(1, 150) < 0.3
    mask[0, 0] = False
    ours = oscillator_attention(*x, exponent=1.5, causal=causal, key_padding_mask=mask)
    theirs = literal.oscillator(*x, exponent=1.5, causal=causal, mask=mask)
    torch.testing.assert_close(ours, theirs, **EXACT)
    for a, b in zip(torch.autograd.grad(ours.sum(), x), torch.autograd.grad(theirs.sum(), x), strict=True):
        torch.testing.assert_close(a, b, rtol=1e-8, atol=1e-9)


@pytest.mark.parametrize("kind", [*COUPLINGS, "readout"])
def test_gradcheck(kind: str) -> None:
    q, k, x = (torch.randn(2, 6, 3, dtype=torch.float64, requires_grad=True) for _ in range(3))
    for causal in (False, True):
        assert torch.autograd.gradcheck(
            lambda q, k, x, c=causal: blocked_sum(q, k, x, scale=0.4, causal=c, kind=kind, exponent=1.7),
            (q, k, x),
        )
    q, k, v, r = (t.requires_grad_() for t in draw(1, 2, 5, 3, 3, 2))
    assert torch.autograd.gradcheck(
        lambda *a: oscillator_attention(*a, causal=True, exponent=2), (q, k, v, r)
    )


def test_extreme_scores_keep_every_digit() -> None:
    """softplus at both ends: e^-20 and e^-40 are no zeros, 10^4 no infinity, in float32."""
    for size in (1e-3, 20.0, 40.0, 1e4):
        s = torch.linspace(-size, size, 41)
        q = torch.stack([s, torch.zeros_like(s)], -1)[None]  # scores s_i, since every key is (1, 0)
        k = torch.tensor([1.0, 0.0]).expand(1, 41, 2)
        x = torch.eye(41)[None, :, :1]
        q.requires_grad_()
        out = blocked_sum(q, k, x, scale=1.0, causal=False, kind="softplus")
        exact = torch.logaddexp(s.double(), torch.zeros(41, dtype=torch.float64))
        torch.testing.assert_close(out[0, :, 0].double(), exact, rtol=1e-6, atol=1e-30)
        (slope,) = torch.autograd.grad(out.sum(), q)
        torch.testing.assert_close(slope[0, :, 0].double(), s.double().sigmoid(), rtol=1e-6, atol=1e-30)


def test_what_is_known_of_the_scores() -> None:
    """The cheap logarithm only where no visible row is small throughout: decided from O(n D) numbers."""
    q = torch.tensor([[[1.0, 0.0], [3.0, 0.0]]])
    k = torch.tensor([[[-1.0, 0.0], [1.0, 0.0]]])
    x = torch.ones(1, 2, 1)
    assert tiles._ease(q, k, x, 1.0, False) == tiles.LEVEL  # mean score 0
    assert tiles._ease(q, k, x, 1.0, True) == tiles.LEVEL  # the first row sees -1
    assert tiles._ease(3 * q, k, x, 1.0, True) == tiles.TAME  # the first row sees -3
    hidden = torch.tensor([[[1.0], [0.0]]])  # the second token: what is left is -3
    assert tiles._ease(3 * q, k, hidden, 1.0, False) == tiles.TAME
    assert tiles._ease(30 * q, k, x, 1.0, False) == tiles.GUARDED
    assert tiles._ease(torch.nan * q, k, x, 1.0, False) == tiles.GUARDED


def test_float32_is_as_good_as_float32_can_be() -> None:
    x = draw(1, 2, 300, 32, 8, 32)
    for causal, exponent in itertools.product((False, True), (1, 2)):
        ours = oscillator_attention(*(t.float() for t in x), causal=causal, exponent=exponent)
        theirs = literal.oscillator(*x, causal=causal, exponent=exponent)
        assert (ours - theirs).abs().max() < 5e-6


def test_polynomial_features_are_the_power_of_the_inner_product() -> None:
    for d, p in itertools.product((2, 3, 8), (1, 2, 3, 4)):
        z, r = literal.unit(5, d + 1), literal.unit(7, d + 1)
        phi, weighted = polynomial_features(z, p), polynomial_features(r, p, weighted=True)
        assert phi.shape[-1] == feature_count(d, p)
        torch.testing.assert_close(phi @ weighted.T, (z @ r.T) ** p, **EXACT)


@pytest.mark.parametrize("causal", [False, True])
def test_linear_and_quadratic_readout_agree(causal: bool) -> None:
    """osc.readout-linear-time."""
    for n, p in itertools.product((1, 2, 63, 64, 65, 200), (1, 2, 3)):
        z, r, v = (
            literal.unit(2, 2, n, 3),
            literal.unit(2, n, 3),
            torch.randn(2, 2, n, 4, dtype=torch.float64),
        )
        hidden = (torch.arange(n) % 5 == 3).expand(2, 1, n)
        for h in (None, hidden):
            fast = linear_readout(z, r, v, exponent=p, causal=causal, hidden=h)
            torch.testing.assert_close(
                fast, quadratic_readout(z, r, v, exponent=p, causal=causal, hidden=h), rtol=1e-8, atol=1e-9
            )


def test_rotating_all_anchors_changes_nothing() -> None:
    """osc.gauge."""
    q, k, v, r = draw()
    turn, _ = torch.linalg.qr(torch.randn(4, 4, dtype=torch.float64))
    for causal in (False, True):
        torch.testing.assert_close(
            oscillator_attention(q, k, v, r @ turn, causal=causal),
            oscillator_attention(q, k, v, r, causal=causal),
            **EXACT,
        )


def test_scaling_a_row_of_couplings_changes_nothing() -> None:
    """osc.scale-gauge, from 10^-200 to 10^200."""
    for scale in (1e-200, 1e-30, 3.0, 1e200):
        h = torch.randn(2, 3, 11, 4, dtype=torch.float64)
        torch.testing.assert_close(equilibrium(scale * h), equilibrium(h), **EXACT)
    q, k, v, r = draw()
    relu = oscillator_attention(q, k, v, r, coupling="relu")
    rows = torch.rand(2, 3, 37, 1, dtype=torch.float64) + 0.1
    torch.testing.assert_close(oscillator_attention(q * rows, k, v, r, coupling="relu"), relu, **EXACT)


def test_the_future_is_not_seen() -> None:
    x = draw()
    out = oscillator_attention(*x, causal=True)
    changed = [t.clone() for t in x]
    for t in changed:
        t[..., 20:, :] = t[..., 20:, :].flip(-2)
    again = oscillator_attention(*changed, causal=True)
    assert torch.equal(out[..., :20, :], again[..., :20, :])
    assert not torch.allclose(out[..., 20:, :], again[..., 20:, :])


def test_padding_is_not_seen_whatever_stands_there() -> None:
    """osc.padding: a sequence's output does not depend on its batch."""
    q, k, v, r = draw(n=30)
    alone = oscillator_attention(*(t[:, :, :20] for t in (q, k, v)), r[:, :20])
    mask = (torch.arange(30) >= 20).expand(2, 30)
    for stuff in (0.0, 1e9, torch.nan):
        padded = [t.clone() for t in (q, k, v)]
        for t in padded[1:]:
            t[:, :, 20:] = stuff
        padded = [t.requires_grad_() for t in padded]
        out = oscillator_attention(*padded, r, key_padding_mask=mask)[:, :, :20]
        torch.testing.assert_close(out, alone, **EXACT)
        for g in torch.autograd.grad(out.sum(), padded):
            assert g.isfinite().all()


def test_rows_that_see_nothing_are_zero_and_have_zero_gradient() -> None:
    for causal, exponent in itertools.product((False, True), (1, 1.5)):
        x = [t.requires_grad_() for t in draw()]
        mask = torch.zeros(2, 37, dtype=torch.bool)
        mask[0] = True  # nothing left
        mask[1, :4] = True  # left padding: the first causal rows see nothing
        out = oscillator_attention(*x, causal=causal, exponent=exponent, key_padding_mask=mask)
        assert (out[0] == 0).all()
        assert (out[1, :, :4] == 0).all() == causal
        grads = torch.autograd.grad(out.sum(), x)
        assert all(g.isfinite().all() for g in grads)
        assert all((g[0] == 0).all() for g in grads[:3])


def test_a_vanishing_field_gives_uniform_attention() -> None:
    """osc.positivity: two opposite anchors and equal weights; a ReLU coupling that is silent."""
    v = torch.randn(1, 1, 2, 3, dtype=torch.float64)
    q = torch.zeros(1, 1, 2, 2, dtype=torch.float64, requires_grad=True)
    r = torch.tensor([[[0.0, 1.0], [0.0, -1.0]]], dtype=torch.float64, requires_grad=True)
    out = oscillator_attention(q, q, v, r)
    torch.testing.assert_close(out, v.mean(2, keepdim=True).expand_as(v), **EXACT)
    assert all(g.isfinite().all() for g in torch.autograd.grad(out.sum(), (q, r)))
    q, k, v, r = draw()
    silent = oscillator_attention(q.abs(), -k.abs(), v, r, coupling="relu")
    torch.testing.assert_close(silent, v.mean(2, keepdim=True).expand_as(v), **EXACT)


def test_permuting_the_tokens_permutes_the_output() -> None:
    q, k, v, r = draw()
    p = torch.randperm(37)
    out = oscillator_attention(q[:, :, p], k[:, :, p], v[:, :, p], r[:, p])
    torch.testing.assert_close(out, oscillator_attention(q, k, v, r)[:, :, p], **EXACT)


def test_in_two_dimensions_the_state_is_the_kuramoto_phase() -> None:
    """osc.d2-is-kuramoto: th' = -sum_j w_j sin(th - phi_j), run for long from anywhere, ends where we say."""
    q, k, _, _ = draw(1, 1, 6, 3)
    phi = torch.rand(1, 6, dtype=torch.float64) * 2 * math.pi
    r = torch.stack([phi.cos(), phi.sin()], -1)
    z = equilibrium(coupling_field(q, k, r))
    w = literal.couple(q @ k.transpose(-1, -2) / math.sqrt(3), "softplus")
    th = torch.rand(1, 1, 6, dtype=torch.float64)
    for _ in range(4000):
        th = th - 0.01 * (w * (th[..., None] - phi[:, None, :]).sin()).sum(-1)
    torch.testing.assert_close(torch.stack([th.cos(), th.sin()], -1), z, rtol=1e-8, atol=1e-8)


def test_closed_form_equals_a_long_run_of_the_flow() -> None:
    """osc.almost-global, in five dimensions, from random starts."""
    q, k, _, r = draw(1, 2, 7, 3, 5)
    h = coupling_field(q, k, r)
    z = literal.unit(1, 2, 7, 5)
    for _ in range(6000):
        z = F.normalize(z + 0.01 * (h - (h * z).sum(-1, keepdim=True) * z), dim=-1)
    torch.testing.assert_close(z, equilibrium(h), rtol=1e-7, atol=1e-7)


def rank(a: Tensor) -> int:
    return int(torch.linalg.matrix_rank(a, rtol=1e-10))


def test_rank_of_attention() -> None:
    """osc.readout-rank: C(d+p-1, p) + C(d+p-2, p-1) unmasked; full if causal; no bound once the clamp acts
    or p is no integer."""
    for d, p in itertools.product((2, 3, 4), (1, 2, 3)):
        z, r = literal.unit(1, 1, 60, d), literal.unit(1, 60, d)
        bound = math.comb(d + p - 1, p) + math.comb(d + p - 2, p - 1)
        assert rank(attention_weights(z, r, exponent=p)[0, 0]) == min(60, bound)
        causal = attention_weights(z, r, exponent=p, causal=True)[0, 0]
        assert rank(causal[30:, :30]) <= bound
        assert (causal.diagonal() > 0).all()
        assert torch.linalg.slogdet(causal).sign != 0
    z, r = literal.unit(1, 1, 60, 2), literal.unit(1, 60, 2)
    assert rank(attention_weights(z, r, exponent=1.5)[0, 0]) > 3
    assert rank(attention_weights(z, 2 * r)[0, 0]) > 3


def test_ceiling_of_attention() -> None:
    """osc.readout-ceiling: balanced anchors, p >= 1; no weight above 2^p / (2^p + (n-1)^(1-p) (n-2)^p) <=
    2^p / n."""
    for n, p in itertools.product((4, 10, 50), (1, 1.5, 2, 4)):
        half = literal.unit(1, n // 2, 3)
        r = torch.cat([half, -half], 1)
        z = torch.cat([literal.unit(1, 1, n - 1, 3), r[:, None, :1]], 2)
        a = attention_weights(z, r, exponent=p)
        ceiling = 2**p / (2**p + (n - 1) ** (1 - p) * (n - 2) ** p)
        assert a.max() <= ceiling + 1e-12 <= 2**p / n + 2e-12
        entropy = -(a * a.clamp_min(1e-300).log()).sum(-1)
        assert (entropy >= math.log(n) - p * math.log(2) - 1e-12).all()
    n = 6  # orthonormal anchors at an equilibrium: below 2 / (n + 1)
    q, k, _, _ = draw(1, 1, n, 3)
    r = torch.eye(n, dtype=torch.float64)[None]
    assert attention_weights(equilibrium(coupling_field(9 * q, k, r)), r).max() < 2 / (n + 1)


def test_order_of_couplings_is_not_order_of_attention() -> None:
    """osc.readout-order: w = (3/2, 1, 1) gives a = (8, 9, 9) / 26."""
    r = torch.tensor([[[0.0, -1.0], [-1.0, 0.0], [-1.0, 0.0]]], dtype=torch.float64)
    h = torch.tensor([1.5, 1.0, 1.0], dtype=torch.float64) @ r[0]
    a = attention_weights(equilibrium(h).expand(1, 1, 3, 2), r)[0, 0, 0]
    torch.testing.assert_close(a, torch.tensor([8.0, 9.0, 9.0], dtype=torch.float64) / 26, **EXACT)


def test_readout_is_a_probability_vector_and_sharpens() -> None:
    """osc.readout-simplex, osc.sharpening."""
    q, k, _, r = draw()
    z = equilibrium(coupling_field(q, k, r))
    entropies = []
    for p in (0.5, 1, 2, 4, 64):
        a = attention_weights(z, r, exponent=p)
        assert (a >= 0).all()
        torch.testing.assert_close(a.sum(-1), torch.ones_like(a[..., 0]), **EXACT)
        entropies.append(-(a * a.clamp_min(1e-300).log()).sum(-1))
    assert all((a >= b - 1e-12).all() for a, b in itertools.pairwise(entropies))
    assert ((1 + z @ r.transpose(-1, -2)).sum(-1) >= 2 - 1e-12).all()


def test_free_anchors_are_the_published_layer_clamp_included() -> None:
    """osc.free-anchors."""
    q, k, v, r = draw()
    r = 1.7 * r
    theirs = literal.oscillator(q, k, v, r)
    assert (
        (1 + equilibrium(literal.field(q, k, r, "softplus", False, None)) @ r.transpose(-1, -2)) < 0
    ).any()
    torch.testing.assert_close(oscillator_attention(q, k, v, r, clamp=True), theirs, **EXACT)
    assert not torch.allclose(oscillator_attention(q, k, v, r), theirs)
    x = [t.requires_grad_() for t in (q, k, v, r.detach())]
    for p in (0.5, 1, 2.5):
        ours = oscillator_attention(*x, exponent=p, clamp=True)
        theirs = literal.oscillator(*x, exponent=p)
        torch.testing.assert_close(ours, theirs, **EXACT)
        a, b = torch.autograd.grad(ours.sum(), x), torch.autograd.grad(theirs.sum(), x)
        if p == 0.5:  # the literal form differentiates 0 to the power 1/2
            assert all(g.isfinite().all() for g in a)
            continue
        for ga, gb in zip(a, b, strict=True):
            torch.testing.assert_close(ga, gb, rtol=1e-8, atol=1e-9)


def test_the_module_keeps_its_anchors_on_the_sphere() -> None:
    module = OscillatorAttention(12, 3, 4, 20)
    optimizer = torch.optim.AdamW(module.parameters(), lr=0.3, weight_decay=0.1)
    for _ in range(3):
        optimizer.zero_grad()
        module(torch.randn(2, 9, 12)).square().sum().backward()
        optimizer.step()
    assert (module.anchors.norm(dim=-1) - 1).abs().max() < 1e-6
    assert (module.anchor_directions.norm(dim=-1) - 1).abs().max() > 1e-2
    with pytest.raises(ValueError, match="unit vectors"):
        module.set_anchors(2 * module.anchors)
    free = OscillatorAttention(12, 3, 4, 20, free_anchors=True)
    free.set_anchors(2 * module.anchors)
    assert (free.anchors.norm(dim=-1) - 2).abs().max() < 1e-5


def test_module_conventions() -> None:
    module = OscillatorAttention(12, 3, 4, 20, causal=True, exponent=2, dtype=torch.float64)
    x, mask = torch.randn(2, 9, 12, dtype=torch.float64), some_padding(2, 9)
    out = module(x, mask)
    assert out.shape == x.shape
    assert out.dtype == torch.float64
    swapped = OscillatorAttention(
        12, 3, 4, 20, causal=True, exponent=2, batch_first=False, dtype=torch.float64
    )
    swapped.load_state_dict(module.state_dict())
    torch.testing.assert_close(swapped(x.transpose(0, 1), mask).transpose(0, 1), out, **EXACT)
    torch.testing.assert_close(pickle.loads(pickle.dumps(module))(x, mask), out, **EXACT)
    a = module.weights(x, mask) @ module._split(module.value(x))
    torch.testing.assert_close(module.out(a.transpose(1, 2).flatten(2)), out, **EXACT)
    leak = OscillatorAttention(12, 3, 4, 20, causal=False, mask_readout=False, dtype=torch.float64)
    assert not torch.allclose(leak(x, mask)[:, :5], leak(x[:, :5], mask[:, :5]))
    meta = OscillatorAttention(12, 3, 4, 20, device="meta")
    assert meta(torch.empty(2, 9, 12, device="meta")).shape == (2, 9, 12)


BAD = {
    "query must be": (lambda q, k, v, r: (q[0], k, v, r), ValueError),
    "key has shape": (lambda q, k, v, r: (q, k[:, :, 1:], v, r), ValueError),
    "value must be": (lambda q, k, v, r: (q, k, v[:, :2], r), ValueError),
    "anchors are for 2 heads": (lambda q, k, v, r: (q, k, v, r[:2]), ValueError),
    "anchors must be": (lambda q, k, v, r: (q, k, v, r[0]), ValueError),
    "37 tokens, but anchors for 30": (lambda q, k, v, r: (q, k, v, r[:, :30]), ValueError),
    "d_osc >= 2": (lambda q, k, v, r: (q, k, v, r[..., :1]), ValueError),
    "key has dtype": (lambda q, k, v, r: (q, k.float(), v, r), TypeError),
    "floating point": (lambda q, k, v, r: (q.long(), k.long(), v, r), TypeError),
    "is on meta": (lambda q, k, v, r: (q, k.to("meta"), v, r), ValueError),
}


@pytest.mark.parametrize("message", BAD)
def test_mistakes_are_named_in_one_line(message: str) -> None:
    spoil, kind = BAD[message]
    with pytest.raises(kind, match=message) as caught:
        oscillator_attention(*spoil(*draw()))
    assert "\n" not in str(caught.value)


def test_more_mistakes() -> None:
    x = draw()
    for option, message in (
        ({"exponent": 0}, "exponent"),
        ({"exponent": math.nan}, "exponent"),
        ({"coupling": "tanh"}, "coupling must be one of"),
        ({"key_padding_mask": torch.zeros(2, 36, dtype=torch.bool)}, "key_padding_mask must have shape"),
    ):
        with pytest.raises(ValueError, match=message):
            oscillator_attention(*x, **option)
    with pytest.raises(TypeError, match="boolean"):
        oscillator_attention(*x, key_padding_mask=torch.zeros(2, 37))
    for options, message in (
        ((12, 5, 4, 20), "multiple"),
        ((12, 3, 1, 20), "d_osc >= 2"),
        ((12, 3, 4, 0), "max_length"),
    ):
        with pytest.raises(ValueError, match=message):
            OscillatorAttention(*options)
    with pytest.raises(ValueError, match="21 tokens, but anchors for 20"):
        OscillatorAttention(12, 3, 4, 20)(torch.randn(1, 21, 12))


def test_results_do_not_depend_on_the_number_of_threads() -> None:
    x = [t.requires_grad_() for t in draw(1, 2, 800, 8, dtype=torch.float32)]
    before, results = torch.get_num_threads(), []
    try:
        for count in (1, 2, 3):
            torch.set_num_threads(count)
            h = coupling_field(x[0], x[1], x[3], causal=True)
            results.append([h, *torch.autograd.grad(h.square().sum(), (x[0], x[1], x[3]))])
            assert torch.get_num_threads() == count
    finally:
        torch.set_num_threads(before)
    for other in results[1:]:
        assert all(torch.equal(a, b) for a, b in zip(results[0], other, strict=True))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_makes_its_own_threads() -> None:
    """The parent's pool has no threads in the child. (torch's own OpenMP threads don't survive either: not
    ours to test.)"""
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    threads.run([lambda: None] * 4)
    process = torch.multiprocessing.get_context("fork").Process(
        target=threads.run, args=([lambda: None] * 4,), daemon=True
    )
    process.start()
    process.join(20)
    torch.set_num_threads(before)
    assert process.exitcode == 0


def test_memory_is_linear_in_n() -> None:
    """The saved tensors are the inputs: nothing of size n x n is kept for the gradient."""
    sizes = []
    for n in (1024, 2048):
        x = [t.requires_grad_() for t in draw(1, 2, n, 8, dtype=torch.float32)]
        kept = []
        with torch.autograd.graph.saved_tensors_hooks(
            lambda t, k=kept: k.append(t.numel()) or t, lambda t: t
        ):
            oscillator_attention(*x, causal=True)
        sizes.append(sum(kept))
        assert max(kept) < n * n / 4
    assert sizes[1] <= 2.1 * sizes[0]


def test_vmap_is_a_loop() -> None:
    x = [torch.stack([t, t.flip(-2)]).requires_grad_() for t in draw(n=9)]
    mapped = torch.vmap(lambda *a: oscillator_attention(*a, exponent=1.5, causal=True))(*x)
    looped = torch.stack(
        [oscillator_attention(*(t[i] for t in x), exponent=1.5, causal=True) for i in range(2)]
    )
    torch.testing.assert_close(mapped, looped, **EXACT)
    for a, b in zip(torch.autograd.grad(mapped.sum(), x), torch.autograd.grad(looped.sum(), x), strict=True):
        torch.testing.assert_close(a, b, **EXACT)


def test_half_precision_and_autocast() -> None:
    x = draw(1, 2, 64, 16, dtype=torch.float32)
    full = oscillator_attention(*x)
    half = oscillator_attention(*(t.bfloat16() for t in x))
    assert half.dtype == torch.bfloat16
    assert (half.float() - full).abs().max() < 0.05
    module, inputs = OscillatorAttention(16, 2, 4, 64), torch.randn(2, 30, 16)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        mixed = module(inputs)
        mixed.float().square().mean().backward()
    assert (mixed.float() - module(inputs)).abs().max() < 0.05
    assert all(p.grad is not None and p.grad.isfinite().all() for p in module.parameters())


def test_compile_and_export() -> None:
    module, x = OscillatorAttention(16, 2, 4, 64, causal=True), torch.randn(2, 30, 16)
    compiled = torch.compile(module, backend="aot_eager", fullgraph=True)
    torch.testing.assert_close(compiled(x), module(x), rtol=1e-5, atol=1e-6)
    compiled(x).sum().backward()
    program = torch.export.export(module, (x,), dynamic_shapes=({1: torch.export.Dim("n", min=2, max=63)},))
    torch.testing.assert_close(program.module()(x[:, :17]), module(x[:, :17]), rtol=1e-5, atol=1e-6)
