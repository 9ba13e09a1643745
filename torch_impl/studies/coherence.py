"""kur.coherence-depth: local and global order by depth of the enwik8 networks, both seeds.

Windows of 256 bytes, at even distances over the validation split. Beside: the same network untrained on the same
windows, and trained on windows whose bytes are shuffled.
"""

from __future__ import annotations

from ..data import enwik8
from ..probes.capture import capture_phases
from ..probes.coherence import coherence, shuffle, verdict
from ..tables.enwik8 import CONTEXT, ByteTask
from ..transformer import KuramotoLM
from .study import Configuration, Figures, Nets, Study, evenly, on_all_seeds
from .weights import Checkpoint, arm_of


def measure(configuration: Configuration, nets: Nets) -> Figures:
    """Figures of the probe for each seed."""
    seeds: Figures = {}
    for checkpoint in nets.checkpoints:
        task = arm_of(*checkpoint).task
        assert isinstance(task, ByteTask)
        text = task.data().valid
        starts = evenly(enwik8.all_windows(text, CONTEXT), configuration["windows"])
        tokens, _ = enwik8.windows(text, CONTEXT, starts)
        pair = nets.pair(checkpoint)
        trained, untrained = pair["trained"], pair["untrained"]
        assert isinstance(trained, KuramotoLM) and isinstance(untrained, KuramotoLM)
        seed = configuration["seed"]
        seeds[str(checkpoint.seed)] = coherence(
            capture_phases(trained, tokens, batch=8),
            capture_phases(untrained, tokens, batch=8),
            capture_phases(trained, shuffle(tokens, seed), batch=8),
            seed=seed,
        )
    return {"seeds": seeds}


STUDY = Study(
    name="coherence",
    title="Coherence by depth",
    protocol=2,
    checkpoints=tuple(Checkpoint("enwik8", "small", "kuramoto", s) for s in (0, 1)),
    configuration={"windows": 32, "seed": 0},
    smoke={"windows": 3, "seed": 0},
    measure=measure,
    claim="kur.coherence-depth",
    rule=on_all_seeds(verdict),
)
