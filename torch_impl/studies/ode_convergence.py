"""osc.ode-convergence: the oscillators of the WikiText-2 networks at d = 2, 8, 32 started at random.

Last layer, 32 validation chunks at even distances (see ``lm_net``); seed 0. At the
absolute time T = 30 and in units of |h| t_f, chordal error; beside the same networks untrained. Intervals are
over chunks of text, not over seeds. Not measured: sequential starts and longer horizons, which ``theirs`` has.
"""

from __future__ import annotations

from ..probes.capture import OscillatorLayer, capture
from ..probes.convergence import STARTS, TIME, convergence, verdict
from ..tables import statistics
from ..tables.language import WordTask
from .study import Configuration, Figures, Nets, Study, evenly
from .weights import Checkpoint, arm_of

DIMENSIONS = (2, 8, 32)


def measure(configuration: Configuration, nets: Nets) -> Figures:
    """Figures of the probe by network and dimension."""
    out: Figures = {"trained": {}, "untrained": {}}
    for checkpoint in nets.checkpoints:
        task = arm_of(*checkpoint).task
        assert isinstance(task, WordTask)
        tokens = evenly(task.split("valid"), configuration["chunks"])[:, :-1].long()
        for name, model in nets.pair(checkpoint).items():
            layer = capture(model, tokens)[-1]
            assert isinstance(layer, OscillatorLayer)
            out[name][str(layer.field.shape[-1])] = convergence(
                layer,
                time=configuration["time"],
                starts=configuration["starts"],
                integrate=configuration["integrate"],
                seed=configuration["seed"],
            )
    out["theirs"] = {
        str(d): statistics.published()[f"table6_ode_convergence_d{d}"]["values"] for d in DIMENSIONS
    }
    return out


def rule(figures: Figures) -> str:
    """The probe's verdict on the trained networks."""
    return verdict(figures["trained"])


STUDY = Study(
    name="ode_convergence",
    title="Convergence of the trained oscillators",
    protocol=3,
    checkpoints=tuple(Checkpoint("wikitext2", "small", f"osc-{d}", 0) for d in DIMENSIONS),
    configuration={"chunks": 32, "time": TIME, "starts": STARTS, "integrate": 40, "seed": 0},
    smoke={"chunks": 4, "time": TIME, "starts": 2, "integrate": 2, "seed": 0},
    measure=measure,
    claim="osc.ode-convergence",
    rule=rule,
)
