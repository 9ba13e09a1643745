"""Speed and memory of the layers beside their peers, in one run.

    python benchmarks/layers.py [--quick] [--rounds N] [--threads N] [--record FOLDER]

Forward and backward, float32, two threads. The programs of a row take turns; a figure is the median over the
rounds, a ratio the median of the ratios within a round, so that a busy machine slows both sides alike. Every
figure is given twice: in wall time, and in processor time of one thread ("cpu"), which other processes
disturb less. Peak memory is what a process of its own needed beyond its inputs.

The record rules on kur.cost ("no speed advantage") by the tokens a second of the 1M-parameter models at
n = 256, ours over the rotary transformer's, with the 95 % t interval over the rounds: supported if it lies
below 1, not-supported if it lies above, inconclusive otherwise.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from phasebound.analysis import records
from phasebound.analysis.estimate import Estimate, mean
from phasebound.torch_impl import KuramotoLM, RotaryLM, kuramoto_attention, literal, oscillator_attention
from phasebound.torch_impl.transformer import rotate

Program = Callable[[], None]


def backward(out: Tensor) -> None:
    out.backward(torch.ones_like(out))


def oscillator_row(n: int, causal: bool, total: int = 4096) -> dict[str, Program]:
    """Oscillator, softmax and literal form: H = 4, D = 32, d = 8, B n = ``total``."""
    b = max(1, total // n)
    q, k, v = (torch.randn(b, 4, n, 32, requires_grad=True) for _ in range(3))
    r = F.normalize(torch.randn(4, n, 8), dim=-1).requires_grad_()
    row: dict[str, Program] = {
        "ours": lambda: backward(oscillator_attention(q, k, v, r, causal=causal)),
        "sdpa": lambda: backward(F.scaled_dot_product_attention(q, k, v, is_causal=causal)),
    }
    if n <= 4096:
        row["literal"] = lambda: backward(published(q, k, v, r, causal))
    return row


def published(q: Tensor, k: Tensor, v: Tensor, r: Tensor, causal: bool) -> Tensor:
    """The layer with its matrices written out, as the published code has it."""
    w = F.softplus(q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5)
    w = w.tril() if causal else w
    z = F.normalize(w @ r, dim=-1, eps=1e-8)
    a = (1 + z @ r.transpose(-1, -2)).clamp(min=0)
    a = a.tril() if causal else a
    return a / a.sum(-1, keepdim=True).clamp(min=1e-8) @ v


def kuramoto_row(n: int, with_literal: bool) -> dict[str, Program]:
    """Kuramoto attention with k = 128 beside its literal form and a rotary attention of width 128, 4
    heads."""
    b = max(1, 1024 // n)
    phases = (0.5 * torch.randn(b, n, 128)).requires_grad_()
    gq, gk = (torch.rand(b, n, 128, requires_grad=True) for _ in range(2))
    rates = (0.1 * torch.rand(128)).requires_grad_()
    q, k, v = (torch.randn(b, 4, n, 32, requires_grad=True) for _ in range(3))
    angle = torch.arange(n)[:, None] * 1e4 ** -(torch.arange(16) / 16)
    cos, sin = angle.cos(), angle.sin()
    row: dict[str, Program] = {
        "ours": lambda: backward(kuramoto_attention(phases, gq, gk, rates, temperature=1.0)),
        "rotary": lambda: backward(
            F.scaled_dot_product_attention(rotate(q, cos, sin), rotate(k, cos, sin), v, is_causal=True)
        ),
    }
    if with_literal:
        row["literal"] = lambda: backward(literal.kuramoto(phases, gq, gk, rates, 1.0))
    return row


def model_row(n: int = 256, batch: int = 16) -> dict[str, Program]:
    """A training step's forward and backward of the 1M-parameter models of paper A."""
    tokens = torch.randint(256, (batch, n + 1))
    row: dict[str, Program] = {}
    for name, model in (("ours", KuramotoLM(256)), ("rotary", RotaryLM(256))):

        def step(model: torch.nn.Module = model) -> None:
            logits = model(tokens[:, :-1])
            F.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten()).backward()

        row[name] = step
    return row


def measure(row: dict[str, Program], rounds: int, threads: int) -> dict[str, dict[str, Any]]:
    """{program: {"wall": s, "cpu": s of one thread}} and each program's time over ours, by round too."""
    seconds: dict[str, dict[str, list[float]]] = {name: {"wall": [], "cpu": []} for name in row}
    for clock, count in (("wall", threads), ("cpu", 1)):
        torch.set_num_threads(count)
        now = time.perf_counter if clock == "wall" else time.thread_time
        for program in row.values():
            program()
        for _ in range(rounds):
            for name, program in row.items():
                start = now()
                program()
                seconds[name][clock].append(now() - start)
    return {
        name: {
            **{c: statistics.median(x) for c, x in clocks.items()},
            **{f"{c} over ours": statistics.median(ratios(x, seconds["ours"][c])) for c, x in clocks.items()},
            "wall over ours by round": ratios(clocks["wall"], seconds["ours"]["wall"]),
        }
        for name, clocks in seconds.items()
    }


def ratios(times: list[float], ours: list[float]) -> list[float]:
    """A program's times over ours, round by round."""
    return [a / b for a, b in zip(times, ours, strict=True)]


def speed_advantage(found: dict[str, dict[str, Any]]) -> Estimate:
    """Our tokens a second over the rotary transformer's."""
    return mean(np.array(found["rotary"]["wall over ours by round"]), 0, 0.95)


def decide(ratio: Estimate) -> str:
    """The rule of kur.cost."""
    low, high = ratio.interval
    return "supported" if high < 1 else "not-supported" if low > 1 else "inconclusive"


def peak(kind: str, n: int) -> float:
    """MB that forward and backward need beyond their inputs and gradients, in a process of its own."""
    code = f"from layers import only_peak; only_peak({kind!r}, {n})"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=sys.path[0]
    )
    return float(done.stdout)


def only_peak(kind: str, n: int) -> None:
    torch.set_num_threads(2)
    small = oscillator_row(64, False, 64)  # loads and starts everything
    small[kind]()
    row = oscillator_row(n, False, n)
    before = resident("VmRSS")
    try:
        with open("/proc/self/clear_refs", "w") as file:
            file.write("5")  # Linux: the high-water mark starts again from here
    except OSError:
        print("nan")
        return
    row[kind]()
    print(resident("VmHWM") - before)


def resident(field: str) -> float:
    """MB, from the kernel's account of this process."""
    with open("/proc/self/status") as file:
        return next(float(line.split()[1]) / 1024 for line in file if line.startswith(field))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="the rows with a target only")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--record", type=Path, help="also write a record to this folder")
    options = parser.parse_args()
    torch.manual_seed(0)
    lengths = (4096,) if options.quick else (128, 512, 2048, 4096, 8192)
    rows: dict[str, Callable[[], dict[str, Program]]] = {}
    for n in lengths:
        for causal in (False, True):
            rows[f"oscillator n={n}{' causal' if causal else ''}"] = lambda n=n, c=causal: oscillator_row(
                n, c
            )  # type: ignore[misc]
    for n in (256,) if options.quick else (128, 256, 512, 1024, 2048):
        rows[f"kuramoto n={n}"] = lambda n=n: kuramoto_row(n, n <= 256)  # type: ignore[misc]
    rows["kuramoto 1M model n=256"] = model_row
    figures: dict[str, Any] = {}
    start = time.perf_counter()
    print(f"{'':28} {'program':8} {'wall ms':>9} {'x ours':>7} {'cpu ms':>9} {'x ours':>7}")
    for title, make in rows.items():
        found = measure(make(), options.rounds, options.threads)
        figures[title] = found
        for name, f in found.items():
            print(
                f"{title:28} {name:8} {1e3 * f['wall']:9.1f} {f['wall over ours']:7.2f} "
                f"{1e3 * f['cpu']:9.1f} {f['cpu over ours']:7.2f}",
                flush=True,
            )
    for n in (2048, 8192):
        memory = {kind: peak(kind, n) for kind in ("ours", "sdpa")}
        figures[f"peak MB n={n}"] = memory
        print(
            f"peak MB beyond the inputs, n={n}: " + ", ".join(f"{k} {m:.0f}" for k, m in memory.items()),
            flush=True,
        )
    if options.record:
        ratio = speed_advantage(figures["kuramoto 1M model n=256"])
        figures["tokens a second, Kuramoto over rotary"] = ratio.as_dict()
        record = records.new_record(
            kind="benchmark",
            id="benchmark-layers",
            claim="kur.cost",
            verdict=decide(ratio),
            protocol=1,
            configuration={"rounds": options.rounds, "threads": options.threads, "quick": options.quick},
            seed=0,
            figures=figures,
            budget=records.budget(options.rounds, None, "rounds"),
            wall_seconds=time.perf_counter() - start,
        )
        print(records.write(record, options.record))


if __name__ == "__main__":
    main()
