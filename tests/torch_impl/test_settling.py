"""Finite-time settling and device models against integration, and against the ideal layer."""

import math

import pytest
import torch
from torch import Tensor

from phasebound.torch_impl import literal
from phasebound.torch_impl.identities.oscillator_flow import runge_kutta
from phasebound.torch_impl.oscillator import attention_weights, equilibrium, oscillator_attention
from phasebound.torch_impl.settling import Device, attractor, device_attention, settle, settle_disordered


def skew(*shape: int) -> Tensor:
    m = torch.randn(*shape, shape[-1], dtype=torch.float64)
    return (m - m.transpose(-1, -2)) / 2


def integrate(h: Tensor, z: Tensor, time: float, s: Tensor | None, steps: int = 2000) -> Tensor:
    """Classical Runge-Kutta."""

    def rate(z: Tensor) -> Tensor:
        turn = 0 if s is None else (s @ z.unsqueeze(-1)).squeeze(-1)
        return turn + h - (z * h).sum(-1, keepdim=True) * z

    return runge_kutta(rate, z, time, steps)


@pytest.mark.parametrize("d", [2, 3, 8])
def test_the_exact_flow_is_the_flow(d: int) -> None:
    h, z = torch.randn(20, d, dtype=torch.float64), literal.unit(20, d)
    for time in (0.0, 0.3, 3.0):
        torch.testing.assert_close(settle(h, z, time), integrate(h, z, time, None), rtol=1e-8, atol=1e-9)
    s = skew(20, d)
    for time in (0.0, 0.3, 3.0):
        torch.testing.assert_close(
            settle_disordered(h, z, time, s), integrate(h, z, time, s), rtol=1e-7, atol=1e-8
        )
    torch.testing.assert_close(settle_disordered(h, z, 2.0, 0 * s), settle(h, z, 2.0), rtol=1e-9, atol=1e-10)


def test_the_settling_law_near_the_antipode() -> None:
    """osc.explicit-flow: tan(phi/2) shrinks by exp(-|h| t), for starts 10^-14 from the antipode too."""
    h = torch.tensor([3.0, 0.0], dtype=torch.float64)
    for delta in (1e-14, 1e-8, 1e-3, 1.0):
        start = torch.tensor([-math.cos(delta), math.sin(delta)], dtype=torch.float64)
        for time in (1.0, 5.0, 11.0):
            z = settle(h, start, time)
            phi = 2 * torch.atan2(
                (z - torch.tensor([1.0, 0.0])).norm(), (z + torch.tensor([1.0, 0.0])).norm()
            )
            expected = math.exp(-3 * time) / math.tan(delta / 2)
            assert float(torch.tan(phi / 2)) == pytest.approx(expected, rel=1e-6 if delta > 1e-13 else 1e-2)


def test_nothing_breaks_at_the_edges() -> None:
    for dtype in (torch.float32, torch.float64):
        e = torch.tensor([1.0, 0.0, 0.0], dtype=dtype)
        for h in (0 * e, 1e-20 * e, e, 1e4 * e):
            for start in (e, -e, e.roll(1)):
                for time in (0.0, 1.0, 1e6):
                    field = h.clone().requires_grad_()
                    z = settle(field, start, time)
                    assert abs(float(z.detach().norm()) - 1) < 1e-5
                    (slope,) = torch.autograd.grad(z.sum(), field)
                    assert slope.isfinite().all(), (h, start, time)
        assert torch.equal(settle(0 * e, e.roll(1), 5.0), e.roll(1))
        assert torch.equal(settle(e, -e, 1e6), -e)  # the unstable equilibrium, exactly
        assert (
            settle_disordered(1e3 * e, e.roll(1), 1e3, torch.zeros(3, 3, dtype=dtype)) - e
        ).abs().max() < 1e-5


def test_locking() -> None:
    """osc.frequency-disorder: odd d always locks; d = 2 iff |Omega| < |h|, at angle arcsin(Omega / |h|)."""
    h = torch.randn(200, 3, dtype=torch.float64) * 0.2
    s = skew(200, 3)
    z, rate = attractor(h, s)
    assert (rate > 0).all()
    assert (rate <= h.norm(dim=-1) + 1e-12).all()
    torch.testing.assert_close(z.norm(dim=-1), torch.ones(200, dtype=torch.float64), rtol=1e-6, atol=1e-6)
    still = (s @ z[..., None])[..., 0] + h - (z * h).sum(-1, keepdim=True) * z
    assert still.abs().max() < 1e-6
    h2 = torch.tensor([1.0, 0.0], dtype=torch.float64)
    for omega in (0.3, -0.9, 1.1):
        turn = omega * torch.tensor([[0.0, -1.0], [1.0, 0.0]], dtype=torch.float64)
        z, rate = attractor(h2, turn)
        if abs(omega) < 1:
            assert float(torch.atan2(z[1], z[0])) == pytest.approx(math.asin(omega))
            assert float(rate) == pytest.approx(math.sqrt(1 - omega**2))
            late = settle_disordered(h2, literal.unit(2), 200.0, turn)
            torch.testing.assert_close(late, z, rtol=1e-6, atol=1e-6)
        else:
            assert float(rate) == 0
            assert (z == 0).all()


def draw(n: int = 9, d: int = 3) -> list[Tensor]:
    q, k, v = (torch.randn(2, 2, n, 5, dtype=torch.float64) for _ in range(3))
    return [q, k, v, literal.unit(2, n, d)]


@pytest.mark.parametrize("causal", [False, True])
def test_an_ideal_device_is_the_layer(causal: bool) -> None:
    x = draw()
    mask = torch.zeros(2, 9, dtype=torch.bool)
    mask[1, 6:] = True
    for device in (
        Device(),
        Device.draw(2, 9, 3, seed=0, time=1e4),
        Device.draw(2, 9, 3, seed=0, disorder=1e-12, time=1e4),
        Device.draw(2, 9, 3, seed=0, disorder=1e-12, mismatch=1e-12, state_noise=1e-12),
    ):
        for p, coupling in ((1, "softplus"), (2.5, "elu+1")):
            ours = device_attention(
                *x, device=device, exponent=p, coupling=coupling, causal=causal, key_padding_mask=mask
            )
            ideal = oscillator_attention(
                *x, exponent=p, coupling=coupling, causal=causal, key_padding_mask=mask
            )
            torch.testing.assert_close(ours, ideal, rtol=1e-6, atol=1e-6)


def test_a_device_is_fixed() -> None:
    """Mismatch belongs to (head, i, j): the same for every sample of a batch and every call; noise is
    fresh."""
    x = draw()
    twin = [torch.cat([t, t]) for t in x[:3]] + x[3:]
    device = Device.draw(2, 9, 3, seed=3, mismatch=0.5)
    out = device_attention(*twin, device=device)
    torch.testing.assert_close(out[:2], out[2:])
    torch.testing.assert_close(device_attention(*x, device=device), out[:2])
    assert not torch.allclose(out[:2], oscillator_attention(*x), atol=1e-3)
    other = Device.draw(2, 9, 3, seed=4, mismatch=0.5)
    assert not torch.allclose(out[:2], device_attention(*x, device=other), atol=1e-3)
    noisy = Device.draw(2, 9, 3, seed=3, state_noise=0.3)
    assert not torch.allclose(device_attention(*x, device=noisy), device_attention(*x, device=noisy))
    again = [
        device_attention(*x, device=Device.draw(2, 9, 3, seed=3, state_noise=0.3, time=1.0)) for _ in range(2)
    ]
    assert torch.equal(*again)
    with pytest.raises(ValueError, match="mismatch for"):
        device_attention(*draw(12), device=device)


def test_settling_error_of_the_readout() -> None:
    """osc.readout-settling-error: total variation <= n |z - z*| / D."""
    h, r = torch.randn(1, 1, 9, 3, dtype=torch.float64), literal.unit(1, 9, 3)
    ideal = equilibrium(h)
    for time in (0.5, 1.0, 4.0):
        z = settle(h, literal.unit(1, 1, 9, 3), time)
        gap = (attention_weights(z, r) - attention_weights(ideal, r)).abs().sum(-1) / 2
        total = (1 + ideal @ r.transpose(-1, -2)).sum(-1)
        assert (total > 0).all()
        assert (gap <= 9 * (z - ideal).norm(dim=-1) / total + 1e-12).all()
