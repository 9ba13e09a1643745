"""An identity of the ledger, measured on the layers: random instances, the largest deviation, a control.

A claim that is proved says something of formulas. Here the layers' code meets the same statement, written out
literally and in float64, in many random instances. Each comparison has a control: the same comparison with a
false neighbour of the statement, which must stand out from rounding, or the comparison could not have failed.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch
from torch import Tensor

from phasebound.analysis import records
from phasebound.analysis.jobs import stream

EPS = float(torch.finfo(torch.float64).eps)
NOTICED = 1e3
"""A control is noticed if in some instance it exceeds the rounding bound this many times."""

T = TypeVar("T")


class Draw:
    """Random tensors in float64 for one instance; the same for the same address, on every machine."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng

    def normal(self, *shape: int) -> Tensor:
        """Standard normal."""
        return torch.from_numpy(self.rng.standard_normal(shape))

    def uniform(self, low: float, high: float, *shape: int) -> Tensor:
        """Uniform on [low, high)."""
        return torch.from_numpy(self.rng.uniform(low, high, shape))

    def number(self, low: float, high: float) -> float:
        """One number, uniform on [low, high)."""
        return float(self.rng.uniform(low, high))

    def integer(self, low: int, high: int) -> int:
        """One integer, low <= i <= high."""
        return int(self.rng.integers(low, high + 1))

    def integers(self, low: int, high: int, *shape: int) -> Tensor:
        """Whole numbers in float64, low <= i <= high."""
        return torch.from_numpy(self.rng.integers(low, high + 1, shape).astype(np.float64))

    def choice(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[int(self.rng.integers(len(options)))]

    def coin(self) -> bool:
        """True or False."""
        return self.choice((True, False))

    def unit(self, *shape: int) -> Tensor:
        """Uniform on the sphere in the last dimension."""
        x = self.normal(*shape)
        length: Tensor = torch.linalg.vector_norm(x, dim=-1, keepdim=True)
        return x / length

    def orthogonal(self, *shape: int) -> Tensor:
        """Haar orthogonal matrices, [..., d, d] for ``shape`` [..., d]."""
        q, r = torch.linalg.qr(self.normal(*shape, shape[-1]))
        signs: Tensor = torch.sign(torch.diagonal(r, dim1=-2, dim2=-1)).unsqueeze(-2)
        out: Tensor = q * signs
        return out

    def permutation(self, n: int) -> Tensor:
        """Indices 0..n-1 in random order."""
        return torch.from_numpy(self.rng.permutation(n))


@dataclass(frozen=True)
class Gap:
    """One comparison in one instance: deviation from the statement and from its false neighbour ``mutant``.

    ``bound``: what rounding in float64 can make of the deviation in this instance, a priori.
    """

    part: str
    mutant: str
    residual: float
    control: float
    bound: float

    def __post_init__(self) -> None:
        if not 0 < self.bound < math.inf:
            raise ValueError(f"{self.part}: a rounding bound is positive and finite, got {self.bound}")

    @property
    def ratio(self) -> float:
        """The residual in units of its bound; at most 1 where the statement holds."""
        return self.residual / self.bound

    @property
    def control_ratio(self) -> float:
        """The control in the same units; 0 where it is no number, which tells nothing."""
        return self.control / self.bound if math.isfinite(self.control) else 0.0


def largest(x: Tensor) -> float:
    """The largest entry; 0 of nothing, infinite where an entry is not a number."""
    if not x.numel():
        return 0.0
    return math.inf if bool(x.isnan().any()) else float(x.detach().max())


def equal(part: str, layer: Tensor, said: Tensor, bound: float, mutant: str, wrong: Tensor) -> Gap:
    """The layer gives what is said; ``wrong`` is what the mutant says. Shapes as broadcast."""
    return Gap(part, mutant, largest((layer - said).abs()), largest((layer - wrong).abs()), bound)


def at_most(part: str, excess: Tensor, bound: float, mutant: str, wrong: Tensor) -> Gap:
    """An inequality: its left side less its right side is at most 0; ``wrong`` is that of the mutant."""
    return Gap(part, mutant, max(0.0, largest(excess)), max(0.0, largest(wrong)), bound)


@dataclass(frozen=True)
class Identity:
    """What a claim says of the layers and how it is measured.

    ``measure`` draws one instance and returns its comparisons; ``rounding`` tells why a residual stays below
    its bound in float64. ``protocol`` counts up when the meaning of the figures changes.
    """

    claim: str
    says: str
    rounding: str
    measure: Callable[[Draw], list[Gap]]
    instances: int = 100
    smoke: int = 12
    protocol: int = 1
    seed: int = 20260612

    @property
    def id(self) -> str:
        """The record's id: identity-kur-readout for kur.readout."""
        return f"identity-{self.claim.replace('.', '-')}"

    def configuration(self, smoke: bool = False) -> dict[str, Any]:
        """What decides, with the protocol, whether a record is current."""
        return {"instances": self.smoke if smoke else self.instances, "noticed": NOTICED}


def gaps(identity: Identity, instances: int) -> dict[str, list[Gap]]:
    """The comparisons of all instances, by part; layers start from their instance's own random stream."""
    found: dict[str, list[Gap]] = {}
    for index in range(instances):
        draw = Draw(stream(identity.seed, index))
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(draw.integer(0, 2**31 - 1))
            for gap in identity.measure(draw):
                found.setdefault(gap.part, []).append(gap)
    return found


def summary(part: Sequence[Gap]) -> dict[str, Any]:
    """The instance with the largest residual and that with the clearest control, in units of the bound too."""
    worst, seen = max(part, key=lambda g: g.ratio), max(part, key=lambda g: g.control_ratio)
    return {
        "comparisons": len(part),
        "residual": worst.residual,
        "tolerance": worst.bound,
        "residual_over_tolerance": worst.ratio,
        "control": {
            "mutant": seen.mutant,
            "residual": seen.control,
            "tolerance": seen.bound,
            "residual_over_tolerance": seen.control_ratio,
            "noticed_in": sum(g.control_ratio >= NOTICED for g in part),
        },
    }


def judge(parts: Sequence[dict[str, Any]]) -> str:
    """not-supported if a residual exceeds its bound, inconclusive if a control hides below it, else
    supported."""
    if not all(p["residual_over_tolerance"] <= 1 for p in parts):
        return "not-supported"
    noticed = all(p["control"]["residual_over_tolerance"] >= NOTICED for p in parts)
    return "supported" if parts and noticed else "inconclusive"


def run(identity: Identity, out: Path, *, smoke: bool = False) -> records.Record:
    """Measure an identity and write its record to ``out/<id>.json``; returns the record."""
    start = time.perf_counter()
    configuration = identity.configuration(smoke)
    parts = {k: summary(v) for k, v in gaps(identity, configuration["instances"]).items()}
    record = records.new_record(
        kind="experiment",
        id=identity.id,
        claim=identity.claim,
        verdict=judge(list(parts.values())),
        protocol=identity.protocol,
        configuration=configuration,
        seed=identity.seed,
        figures={"says": identity.says, "rounding": identity.rounding, "parts": parts},
        budget=records.budget(configuration["instances"], None, "instances"),
        wall_seconds=time.perf_counter() - start,
        smoke=smoke,
        command=f"python -m phasebound.torch_impl.identities {identity.claim}",
    )
    records.write(record, Path(out))
    return record
