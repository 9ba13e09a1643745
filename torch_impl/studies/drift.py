"""kur.frequency-depth: the learned drift rates of the enwik8 networks by depth, folded, both seeds; no data."""

from __future__ import annotations

from torch import Tensor, nn

from ..kuramoto import KuramotoAttention
from ..probes.drift import drift, verdict
from .study import Configuration, Figures, Nets, Study, on_all_seeds
from .weights import Checkpoint


def rates(model: nn.Module) -> list[Tensor]:
    """The rates [H, k] of every layer, from the input to the output."""
    return [m.rates.detach() for m in model.modules() if isinstance(m, KuramotoAttention)]


def measure(configuration: Configuration, nets: Nets) -> Figures:
    """Figures of the probe for each seed."""
    seeds: Figures = {}
    for checkpoint in nets.checkpoints:
        found = {name: rates(model) for name, model in nets.pair(checkpoint).items()}
        seeds[str(checkpoint.seed)] = drift(found["trained"], found["untrained"], seed=configuration["seed"])
    return {"seeds": seeds}


STUDY = Study(
    name="drift",
    title="Drift rates by depth",
    protocol=1,
    checkpoints=tuple(Checkpoint("enwik8", "small", "kuramoto", s) for s in (0, 1)),
    configuration={"seed": 0},
    smoke={"seed": 0},
    measure=measure,
    claim="kur.frequency-depth",
    rule=on_all_seeds(verdict),
    reads=False,
)
