"""Log-mel features of a one-second clip, as torchaudio computes them for paper B's keyword table.

A clip of 16 kHz samples in [-1, 1] is cut or zero-padded to 16,000 samples. The signal is padded by 256 samples on both
sides by reflection, so that frame t is centred on sample 320 t; each frame of 512 samples is weighted by a periodic
Hann window of 400 samples in its middle; power is |FFT|^2 at the 257 frequencies 0 to 8 kHz; 40 triangular filters,
equally spaced on the HTK mel scale m = 2595 log10(1 + f / 700) from 0 to 8 kHz, with height 1 (no area norm), sum the
power; the feature is 10 log10 max(power, 1e-10), so silence is -100 dB. Of the 51 frames the first 49 are kept.
"""

from __future__ import annotations

import io
import wave
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

RATE = 16_000
SAMPLES = 16_000
FFT = 512
WINDOW = 400
HOP = 320
MELS = 40
FRAMES = 49
FLOOR = 1e-10

Floats = NDArray[np.float64]


def one_second(samples: NDArray[Any]) -> Floats:
    """The first 16,000 samples, zeros after a shorter clip."""
    if samples.ndim != 1:
        raise ValueError(f"a clip has one channel, got shape {samples.shape}")
    out = np.zeros(SAMPLES)
    kept = samples[:SAMPLES]
    out[: len(kept)] = kept
    return out


@lru_cache(maxsize=1)
def filters() -> Floats:
    """Weights of the triangular filters [257 frequencies, 40 mels]."""
    top = 2595 * np.log10(1 + RATE / 2 / 700)
    corners = 700 * (10 ** (np.linspace(0, top, MELS + 2) / 2595) - 1)  # [42] Hz
    frequencies = np.linspace(0, RATE / 2, FFT // 2 + 1)  # [257] Hz
    rising = (frequencies[:, None] - corners[:-2]) / (corners[1:-1] - corners[:-2])  # [257, 40]
    falling = (corners[2:] - frequencies[:, None]) / (corners[2:] - corners[1:-1])
    weights: Floats = np.maximum(0, np.minimum(rising, falling))
    return weights


@lru_cache(maxsize=1)
def window() -> Floats:
    """The periodic Hann window of 400 samples in the middle of 512."""
    hann = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(WINDOW) / WINDOW)
    left = (FFT - WINDOW) // 2
    return np.pad(hann, (left, FFT - WINDOW - left))


def log_mel(samples: NDArray[Any]) -> Floats:
    """Features [49 frames, 40 mels] in dB of a clip [samples] of 16 kHz in [-1, 1]."""
    padded = np.pad(one_second(samples), FFT // 2, mode="reflect")
    frames = np.lib.stride_tricks.sliding_window_view(padded, FFT)[::HOP][:FRAMES]  # [49, 512]
    power = np.abs(np.fft.rfft(frames * window())) ** 2  # [49, 257]
    decibel: Floats = 10 * np.log10(np.maximum(power @ filters(), FLOOR))
    return decibel


def read_wav(data: bytes) -> Floats:
    """Samples in [-1, 1] of a WAV file of 16 kHz, 16 bits, one channel."""
    try:
        with wave.open(io.BytesIO(data)) as clip:
            kind = (clip.getframerate(), clip.getsampwidth(), clip.getnchannels())
            raw = clip.readframes(clip.getnframes())
    except (wave.Error, EOFError) as problem:
        raise ValueError(f"no readable WAV file ({problem or 'it ends early'})") from None
    if kind != (RATE, 2, 1):
        raise ValueError(
            f"a clip has 16000 Hz, 2 bytes and 1 channel, got {kind[0]} Hz, {kind[1]}, {kind[2]}"
        )
    return np.frombuffer(raw, dtype="<i2") / 2**15


def read_flac(data: bytes) -> Floats:
    """Samples in [-1, 1] of a FLAC file of 16 kHz and one channel (needs the extra ``audio``)."""
    try:
        import soundfile  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        raise ValueError("FLAC files need soundfile: pip install 'phasebound[audio]'") from None
    try:
        samples, rate = soundfile.read(io.BytesIO(data), dtype="float64", always_2d=True)
    except soundfile.LibsndfileError as problem:
        raise ValueError(f"no readable FLAC file ({problem})") from None
    if rate != RATE or samples.shape[1] != 1:
        raise ValueError(f"a clip has 16000 Hz and 1 channel, got {rate} Hz and {samples.shape[1]}")
    out: Floats = samples[:, 0]
    return out
