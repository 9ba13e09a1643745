"""What every study of paper B's networks shows of their layers: drives, convergence, disorder, attention."""

from __future__ import annotations

from collections.abc import Sequence

from ..probes.capture import AttentionLayer, OscillatorLayer
from ..probes.ceiling import ceilings
from ..probes.convergence import convergence
from ..probes.disorder import disorder
from ..probes.entropy import entropies
from ..probes.rank import ranks
from ..probes.tails import tails
from .study import Configuration, Figures


def anatomy(layers: Sequence[AttentionLayer], configuration: Configuration) -> Figures:
    """Figures of captured layers: entropy, ceiling, ranks; for oscillators also the tails of |h|, convergence
    and disorder of each layer.

    The configuration has ``rank_sequences``, ``disorder_sample``, ``integrate`` and ``seed``.
    """
    seed = configuration["seed"]
    figures: Figures = {
        "entropy": entropies(layers, seed=seed),
        "ceiling": ceilings(layers, seed=seed),
        "rank": ranks(layers, sequences=configuration["rank_sequences"]),
    }
    oscillators = [x for x in layers if isinstance(x, OscillatorLayer)]
    if oscillators:
        figures["tails"] = tails(oscillators, seed=seed)
        figures["convergence"] = [
            convergence(x, integrate=configuration["integrate"], seed=seed) for x in oscillators
        ]
        figures["disorder"] = [
            disorder(x, sample=configuration["disorder_sample"], seed=seed) for x in oscillators
        ]
    return figures
