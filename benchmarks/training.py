"""Training speed of the language models beside their softmax peers, in one run.

    python benchmarks/training.py [--rounds N] [--threads N] [--record FOLDER]

A step is forward, backward, clipping and AdamW, float32. WikiText-2's model (10,000 words, 64 x 49) and
TinyStories' (6,409 words, 16 x 127) with softmax and with oscillators; enwik8's 1M models (16 x 256). The
programs of a row take turns; figures are medians over the rounds, a ratio is the median of the ratios within
a round. "cpu": processor time of all threads, which other processes disturb less than wall time. "of ours":
tokens/s of a program over those of d = 8 or of Kuramoto, whose targets are .7 of their peer's, the first of a row,
or more: then the peer's is at most 1.43. A record, for a quiet machine, rules on no claim.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from phasebound.analysis import records
from phasebound.torch_impl import AttentionSpec, KuramotoLM, RotaryLM, TokenLM

Program = Callable[[], None]


def step(model: nn.Module, loss: Callable[[], Tensor]) -> Program:
    """One step of training, on the same batch each time."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, fused=True)

    def program() -> None:
        optimizer.zero_grad(set_to_none=True)
        torch.autograd.backward(loss())
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()

    return program


def words(vocabulary: int, batch: int, n: int) -> dict[str, Program]:
    """Paper B's model with softmax and with oscillators of several dimensions."""
    chunk = torch.randint(4, vocabulary, (batch, n + 1))
    row = {}
    for name, d in (("softmax", None), ("d = 2", 2), ("d = 8", 8), ("d = 32", 32)):
        kind = "softmax" if d is None else "oscillator"
        spec = AttentionSpec(kind, 4, d or 2, n + 1, causal=True, free_anchors=True)
        model = TokenLM(vocabulary, spec)
        row[name] = step(model, lambda m=model: m(chunk[:, :-1], None, chunk[:, 1:]))  # type: ignore[misc]
    return row


def bytes_() -> dict[str, Program]:
    """Paper A's 1M models."""
    window = torch.randint(256, (16, 257))
    row = {}
    for name, model in (("transformer", RotaryLM(256)), ("Kuramoto", KuramotoLM(256))):

        def loss(model: nn.Module = model) -> Tensor:
            return F.cross_entropy(model(window[:, :-1]).flatten(0, 1), window[:, 1:].flatten())

        row[name] = step(model, loss)
    return row


def measure(row: dict[str, Program], ours: str, tokens: int, rounds: int) -> dict[str, dict[str, float]]:
    """By program: median seconds on both clocks, the median ratio to ours within a round, tokens a second."""
    for program in row.values():
        program()
    found: dict[str, dict[str, list[float]]] = {name: {"wall": [], "cpu": []} for name in row}
    for _ in range(rounds):
        for name, program in row.items():
            wall, cpu = time.perf_counter(), time.process_time()
            program()
            found[name]["wall"].append(time.perf_counter() - wall)
            found[name]["cpu"].append(time.process_time() - cpu)
    out: dict[str, dict[str, float]] = {}
    for name, seconds in found.items():
        out[name] = {"tokens a second": tokens / statistics.median(seconds["wall"])}
        for clock in ("wall", "cpu"):
            ratios = [a / b for a, b in zip(seconds[clock], found[ours][clock], strict=True)]
            out[name] |= {
                clock: statistics.median(seconds[clock]),
                f"{clock} over ours": statistics.median(ratios),
            }
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--record", type=Path, help="also write a record to this folder")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(0)
    rows: dict[str, tuple[int, str, Callable[[], dict[str, Program]]]] = {
        "WikiText-2, 64 x 49": (64 * 49, "d = 8", lambda: words(10_000, 64, 49)),
        "TinyStories, 16 x 127": (16 * 127, "d = 8", lambda: words(6409, 16, 127)),
        "enwik8 1M, 16 x 256": (16 * 256, "Kuramoto", bytes_),
    }
    start = time.perf_counter()
    figures = {}
    print(f"{'':24} {'model':12} {'tokens/s':>9} {'of ours':>8} {'cpu, of ours':>13}")
    for title, (tokens, ours, make) in rows.items():
        figures[title] = measure(make(), ours, tokens, options.rounds)
        for name, f in figures[title].items():
            rates = (
                f"{f['tokens a second']:9.0f} {1 / f['wall over ours']:8.2f} {1 / f['cpu over ours']:13.2f}"
            )
            print(f"{title:24} {name:12} {rates}", flush=True)
    if options.record:
        record = records.new_record(
            kind="benchmark",
            id="benchmark-training",
            protocol=1,
            configuration={"rounds": options.rounds, "threads": options.threads},
            seed=0,
            figures=figures,
            budget=records.budget(options.rounds, None, "rounds"),
            wall_seconds=time.perf_counter() - start,
        )
        print(records.write(record, options.record))


if __name__ == "__main__":
    main()
