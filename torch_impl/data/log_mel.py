"""Log-mel features of a one-second clip, as torchaudio computes them for paper B's keyword table.

A clip of 16 kHz samples in [-1, 1] is cut or zero-padded to 16,000 samples. The signal is padded by 256 samples on both
sides by reflection, so that frame t is centred on sample 320 t; each frame of 512 samples is weighted by a periodic
Hann window of 400 samples in its middle; power is |FFT|^2 at the 257 frequencies 0 to 8 kHz; 40 triangular filters,
equally spaced on the HTK mel scale m = 2595 log10(1 + f / 700) from 0 to 8 kHz, with height 1 (no area norm), sum the
power; the feature is 10 log10 max(power, 1e-10), so silence is -100 dB. Of the 51 frames the first 49 are kept.

Single precision is part of the definition: in double precision quiet bands differ by up to 0.008 dB.
"""

from __future__ import annotations

import io
import wave
from functools import lru_cache
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

RATE = 16_000
SAMPLES = 16_000
FFT = 512
WINDOW = 400
HOP = 320
MELS = 40
FRAMES = 49
FLOOR = 1e-10


def one_second(samples: Tensor) -> Tensor:
    """The first 16,000 samples, zeros after a shorter clip."""
    if samples.ndim != 1:
        raise ValueError(f"a clip has one channel, got shape {tuple(samples.shape)}")
    return torch.nn.functional.pad(samples[:SAMPLES], (0, SAMPLES - min(SAMPLES, len(samples))))


@lru_cache(maxsize=1)
def filters() -> Tensor:
    """Weights of the triangular filters [40 mels, 257 frequencies]."""
    top = 2595 * np.log10(1 + RATE / 2 / 700)
    corners = 700 * (10 ** (np.linspace(0, top, MELS + 2) / 2595) - 1)[:, None]  # [42, 1] Hz
    frequencies = np.linspace(0, RATE / 2, FFT // 2 + 1)  # [257] Hz
    rising = (frequencies - corners[:-2]) / (corners[1:-1] - corners[:-2])  # [40, 257]
    falling = (corners[2:] - frequencies) / (corners[2:] - corners[1:-1])
    return torch.from_numpy(np.maximum(0, np.minimum(rising, falling))).float()


@lru_cache(maxsize=1)
def window() -> Tensor:
    """The periodic Hann window of 400 samples."""
    return torch.hann_window(WINDOW)


def log_mel(samples: Tensor) -> Tensor:
    """Features [49 frames, 40 mels] in dB of a clip [samples] of 16 kHz in [-1, 1], in single precision."""
    spectrum = torch.stft(
        one_second(samples.float()),
        FFT,
        HOP,
        WINDOW,
        window(),
        center=True,
        pad_mode="reflect",
        return_complex=True,
    )  # [257, 51]
    power = filters() @ spectrum.abs().square()  # [40, 51]
    return (10 * torch.log10(power.clamp_min(FLOOR))).T[:FRAMES].contiguous()


def read_wav(data: bytes) -> Tensor:
    """Samples in [-1, 1] of a WAV file of 16 kHz, 16 bits, one channel."""
    try:
        with wave.open(io.BytesIO(data)) as clip:
            kind = (clip.getframerate(), clip.getsampwidth(), clip.getnchannels())
            raw = clip.readframes(clip.getnframes())
    except (wave.Error, EOFError) as problem:
        raise ValueError(f"no readable WAV file ({problem or 'it ends early'})") from None
    if kind != (RATE, 2, 1):
        raise ValueError(
            f"a clip has 16000 Hz, 16 bits and 1 channel, got {kind[0]} Hz, {8 * kind[1]} bits, {kind[2]} channels"
        )
    samples: NDArray[Any] = np.frombuffer(raw, dtype="<i2") / np.float32(2**15)
    return torch.from_numpy(samples)


def read_flac(data: bytes) -> Tensor:
    """Samples in [-1, 1] of a FLAC file of 16 kHz and one channel (needs the extra ``audio``)."""
    try:
        import soundfile  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        raise ValueError("FLAC files need soundfile: pip install 'phasebound[audio]'") from None
    try:
        samples, rate = soundfile.read(io.BytesIO(data), dtype="float32", always_2d=True)
    except soundfile.LibsndfileError as problem:
        raise ValueError(f"no readable FLAC file ({problem})") from None
    if rate != RATE or samples.shape[1] != 1:
        raise ValueError(f"a clip has 16000 Hz and 1 channel, got {rate} Hz and {samples.shape[1]}")
    return torch.from_numpy(samples[:, 0])
