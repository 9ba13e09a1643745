"""Attention by coupled oscillators as PyTorch layers: exact, blocked, drop-in.

Importing this package imports nothing; the names below load torch when first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .checkpoints import convert_published as convert_published
    from .checkpoints import load_published as load_published
    from .kuramoto import KuramotoAttention as KuramotoAttention
    from .kuramoto import kuramoto_attention as kuramoto_attention
    from .oscillator import OscillatorAttention as OscillatorAttention
    from .oscillator import attention_weights as attention_weights
    from .oscillator import coupling_field as coupling_field
    from .oscillator import equilibrium as equilibrium
    from .oscillator import oscillator_attention as oscillator_attention
    from .readout import readout as readout
    from .settling import Device as Device
    from .settling import device_attention as device_attention
    from .settling import settle as settle
    from .settling import settle_disordered as settle_disordered
    from .transformer import AttentionSpec as AttentionSpec
    from .transformer import Block as Block
    from .transformer import FrameClassifier as FrameClassifier
    from .transformer import KuramotoBlock as KuramotoBlock
    from .transformer import KuramotoLM as KuramotoLM
    from .transformer import RotaryBlock as RotaryBlock
    from .transformer import RotaryLM as RotaryLM
    from .transformer import SoftmaxAttention as SoftmaxAttention
    from .transformer import TokenClassifier as TokenClassifier
    from .transformer import TokenLM as TokenLM

_HOME = {
    "checkpoints": ("convert_published", "load_published"),
    "kuramoto": ("KuramotoAttention", "kuramoto_attention"),
    "oscillator": (
        "OscillatorAttention",
        "attention_weights",
        "coupling_field",
        "equilibrium",
        "oscillator_attention",
    ),
    "readout": ("readout",),
    "settling": ("Device", "device_attention", "settle", "settle_disordered"),
    "transformer": (
        "AttentionSpec",
        "Block",
        "FrameClassifier",
        "KuramotoBlock",
        "KuramotoLM",
        "RotaryBlock",
        "RotaryLM",
        "SoftmaxAttention",
        "TokenClassifier",
        "TokenLM",
    ),
}

__all__ = sorted(name for names in _HOME.values() for name in names)


def __getattr__(name: str) -> Any:
    for module, names in _HOME.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
