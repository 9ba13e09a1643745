"""A trained network on devices that are not ideal: its metric under mismatch, noise, early readout, disorder.

Two protocols. "device": what hardware does. The factors exp(s N(0, 1)) on the couplings and the frequencies
are fixed per (head, i, j) and layer, the same for every input; noise and starts are fresh. "published": the
generator restarts at every forward pass, so the noise depends on a sentence's place in its batch, repeats
from batch to batch, and is the same in all layers. Settling is exact, not integrated.

A draw has the same normal numbers at every level. Source: reference protocol, robustness.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from phasebound.analysis.estimate import Estimate, Verdict, mean

from ..checks import require
from ..oscillator import OscillatorAttention, attention_weights
from ..settling import Device, device_state
from .capture import attentions, evaluating

LEVELS = (0.01, 0.05, 0.1, 0.2, 0.5)
TIMES = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
DEVICE_FIELD = {"coupling": "mismatch", "state": "state_noise", "settling": "time", "disorder": "disorder"}
KINDS = tuple(DEVICE_FIELD)
PROTOCOLS = ("device", "published")
SCRAMBLE = 1e6
"""State noise so large that every state is uniform on the sphere: what is left without the dynamics."""
TOLERATED, AT, AT_TIME = 0.05, 0.1, 10.0
"""The rule: at 10 % mismatch, 10 % noise and time 10 the metric is at most 5 % worse."""

Make = Callable[[int, OscillatorAttention, int, int], Device]
"""(layer, its module, sequences, tokens) -> the device of this forward pass."""
Metric = Callable[[nn.Module], float]


@contextmanager
def on_devices(model: nn.Module, make: Make) -> Iterator[None]:
    """Within it, every oscillator layer of the model computes as the device that ``make`` gives; weights and
    modes stay."""
    layers = attentions(model)
    hooks = []
    for i, module in enumerate(layers):
        require(isinstance(module, OscillatorAttention), "softmax attention has no device")

        def replace(
            module: nn.Module,
            args: tuple[Any, ...],
            kwargs: dict[str, Any],
            output: Tensor,
            *,
            layer: int = i,
        ) -> Tensor:
            assert isinstance(module, OscillatorAttention)
            return device_output(module, layer, make, *args, **kwargs)

        hooks.append(module.register_forward_hook(replace, with_kwargs=True))
    try:
        yield
    finally:
        for hook in hooks:
            hook.remove()


def device_output(
    module: OscillatorAttention, layer: int, make: Make, x: Tensor, key_padding_mask: Tensor | None = None
) -> Tensor:
    """The layer's output [B, n, E] on its device; padding leaks into the readout where the module says so."""
    require(module.batch_first, "only batch-first layers have a device")
    device = make(layer, module, x.shape[0], x.shape[1])
    q, k, v = (
        f(x).unflatten(-1, (module.num_heads, -1)).transpose(1, 2)
        for f in (module.query, module.key, module.value)
    )
    anchors = module.anchors[:, : x.shape[1]]
    z = device_state(
        q,
        k,
        anchors,
        device=device,
        coupling=module.coupling,
        causal=module.causal,
        key_padding_mask=key_padding_mask,
    )
    a = attention_weights(
        z,
        anchors,
        exponent=module.exponent,
        causal=module.causal,
        key_padding_mask=key_padding_mask if module.mask_readout else None,
    )
    out: Tensor = module.out((a @ v).transpose(1, 2).flatten(2))
    return out


def devices(model: nn.Module, kind: str, level: float, seed: int, draw: int = 0, stream: int = 0) -> Make:
    """One device a layer, from (seed, stream, draw, layer): fixed mismatch or frequencies, or a stream of noise
    or starts."""
    levels: dict[str, Any] = {DEVICE_FIELD[kind]: level}
    fixed = [
        Device.draw(
            m.num_heads,
            m.max_length,
            m.d_osc,
            seed=int(np.random.SeedSequence([seed, stream, draw, i]).generate_state(1, np.uint64)[0]) >> 1,
            **levels,
        )
        for i, m in enumerate(attentions(model))
        if isinstance(m, OscillatorAttention)
    ]
    return lambda layer, module, batch, n: fixed[layer]


def restarting(kind: str, level: float, seed: int) -> Make:
    """The published noise: a generator that restarts at every call."""

    def make(layer: int, module: OscillatorAttention, batch: int, n: int) -> Device:
        g = torch.Generator().manual_seed(seed)
        if kind == "coupling":
            return Device(mismatch=(level * torch.randn(batch, module.num_heads, n, n, generator=g)).exp())
        if kind == "state":
            return Device(state_noise=level, generator=g)
        return Device(time=level, generator=g)

    return make


def published_seed(kind: str, level: float, draw: int) -> int:
    """1000 draw + int(1000 s), for settling 7000 draw + int(10 T)."""
    return 7000 * draw + int(10 * level) if kind == "settling" else 1000 * draw + int(1000 * level)


def robustness(
    model: nn.Module,
    metric: Metric,
    *,
    kind: str,
    protocol: str = "device",
    better: str = "higher",
    levels: Sequence[float] | None = None,
    draws: int = 5,
    seed: int = 0,
) -> dict[str, Any]:
    """The metric of the model by level: {"baseline", "scrambled", "levels": {level: ...}}.

    ``metric(model)`` evaluates the model on the caller's data. ``kind``: "coupling", "state" (levels s),
    "settling" (levels are times), "disorder" (entries of sd s, equilibrium where there is one; uniform
    attention where there is none). Each level: the metric over ``draws`` (values, Estimate), ``residual`` =
    |metric - baseline| / baseline as published, ``loss``: how much worse relative to the baseline, negative
    if better. ``scrambled``: the loss with random states, the control: where it is small, attention does not
    matter and tolerance says nothing.
    """
    require(kind in KINDS, f"kind must be one of {', '.join(KINDS)}, got {kind!r}")
    require(protocol in PROTOCOLS, f"protocol must be one of {', '.join(PROTOCOLS)}, got {protocol!r}")
    require(better in ("higher", "lower"), f"better must be 'higher' or 'lower', got {better!r}")
    require(protocol == "device" or kind != "disorder", "disorder has no published restarting noise")
    require(draws >= 2, f"an interval needs at least two draws, got {draws}")
    grid = tuple(levels if levels is not None else TIMES if kind == "settling" else LEVELS)
    require(
        all(x > 0 for x in grid) and bool(grid), f"levels must be positive and at least one, got {list(grid)}"
    )

    def measured(make: Make) -> float:
        with on_devices(model, make):
            return float(metric(model))

    with evaluating(model), torch.no_grad():
        baseline = float(metric(model))
        require(baseline > 0, f"the metric must be positive, the baseline is {baseline:g}")
        sign = 1 if better == "lower" else -1
        lost = [
            sign * (measured(devices(model, "state", SCRAMBLE, seed, draw, stream=1)) - baseline) / baseline
            for draw in range(draws)
        ]
        table = {}
        for level in grid:
            values = np.array(
                [
                    measured(
                        devices(model, kind, level, seed, draw)
                        if protocol == "device"
                        else restarting(kind, level, published_seed(kind, level, draw))
                    )
                    for draw in range(draws)
                ]
            )
            relative = (values - baseline) / baseline
            table[f"{level:g}"] = {
                "values": values.tolist(),
                "metric": mean(values, seed).as_dict(),
                "residual": mean(np.abs(relative), seed).as_dict(),
                "loss": mean(sign * relative, seed).as_dict(),
            }
    return {
        "kind": kind,
        "protocol": protocol,
        "better": better,
        "draws": draws,
        "baseline": baseline,
        "scrambled": mean(np.array(lost), seed).as_dict(),
        "levels": table,
    }


def verdict(figures: Mapping[str, Mapping[str, Any]]) -> Verdict:
    """osc.robustness, "tolerant to mismatch, noise, settling": figures of :func:`robustness` by kind.

    Needed: coupling, state (level .1) and settling (T = 10), protocol "device". supported: the loss is below
    5 % with its whole interval in all three. not-supported: above 5 % with its whole interval in one.
    inconclusive: otherwise, or where random states too lose less than 5 %: then the metric does not depend on
    what was disturbed. ValueError for missing kinds or levels.
    """
    losses = []
    for kind, level in (("coupling", AT), ("state", AT), ("settling", AT_TIME)):
        require(kind in figures, f"robustness needs the figures of {kind}, got {sorted(figures)}")
        f = figures[kind]
        require(f["protocol"] == "device", f"{kind}: the verdict is on devices, not on {f['protocol']} noise")
        require(f"{level:g}" in f["levels"], f"{kind}: level {level:g} is missing, got {sorted(f['levels'])}")
        losses.append(Estimate.from_dict(f["levels"][f"{level:g}"]["loss"]).interval)
        if not Estimate.from_dict(f["scrambled"]).interval[0] > TOLERATED:
            return "inconclusive"
    if any(low > TOLERATED for low, _ in losses):
        return "not-supported"
    return "supported" if all(high < TOLERATED for _, high in losses) else "inconclusive"
