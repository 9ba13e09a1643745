"""The ledger's identities, measured on the layers' own code: one record a claim, each with a control.

python -m phasebound.torch_impl.identities kur.coupling-identity osc.padding
python -m phasebound.torch_impl.identities --all --smoke      # quick, and counts nothing
"""

from __future__ import annotations

from . import (
    groups,
    kuramoto_network,
    kuramoto_score,
    kuramoto_update,
    oscillator_flow,
    oscillator_readout,
)
from .identity import Identity

IDENTITIES: tuple[Identity, ...] = (
    *kuramoto_update.IDENTITIES,
    *kuramoto_score.IDENTITIES,
    *kuramoto_network.IDENTITIES,
    *groups.IDENTITIES,
    *oscillator_flow.IDENTITIES,
    *oscillator_readout.IDENTITIES,
)
NAMES = tuple(identity.claim for identity in IDENTITIES)


def load(claim: str) -> Identity:
    """The identity of a claim; raises ValueError for one that has none."""
    for identity in IDENTITIES:
        if identity.claim == claim:
            return identity
    raise ValueError(f"no identity for {claim!r}; there are {', '.join(NAMES)}")
