"""Operations of one attention layer as the paper counts them (an exponential is 10, all else 1).

The published figures are those of FabioPasqualetti/attention-by-synchronization, file
results/cost_operation_accounting/cost_tables.md at commit 329899cd687e04fbcd5f645b54addc552637c778, used
under the MIT License, Copyright (c) 2026 Fabio Pasqualetti (its text: LICENSE of that repository).
"""

from ..terms import reals, size

H, P, T, d, m = (size(name) for name in ("H", "P", "T", "d", "m"))
"""Heads, pairs (T^2, or T (T + 1)/2 if causal), tokens, oscillator dimension, width of the model."""

w, published = reals("w published")
"""The cost of one coupling (1 for ReLU, 10 for softplus), and a printed figure."""

SOFTMAX = 10 * H * P + 2 * H * T
DIGITAL = w * H * P + 2 * d * H * P + 4 * H * T
SETTLING_PHYSICAL = w * H * P + d * H * P + 2 * H * T
ALL_PHYSICAL = w * H * P + 2 * H * T

TASKS = {
    "KWS": {H: 2, P: 49**2, T: 49, d: 2, m: 32},
    "SVA": {H: 1, P: 9**2, T: 9, d: 2, m: 32},
    "TinyStories": {H: 4, P: 128 * 129 // 2, T: 128, d: 8, m: 128},
}
"""Keyword spotting, subject-verb agreement, and the language model on TinyStories."""

TABLES = {  # (Table 7, ReLU), (Table 10, softplus); a column a task
    SOFTMAX: ((48216, 828, 331264), (48216, 828, 331264)),
    DIGITAL: ((24402, 441, 563456), (67620, 1170, 860672)),
    SETTLING_PHYSICAL: ((14602, 261, 298240), (57820, 990, 595456)),
    ALL_PHYSICAL: ((4998, 99, 34048), (48216, 828, 331264)),
}
RATIOS = {
    DIGITAL: (("1.98", "1.88", ".59"), (".71", ".71", ".38")),
    SETTLING_PHYSICAL: (("3.3", "3.17", "1.11"), (".83", ".84", ".56")),
    ALL_PHYSICAL: (("9.65", "8.36", "9.73"), ("1", "1", "1")),
}
"""Softmax divided by the oscillator, as printed."""

PROJECTIONS = (177184, 21024, 5251072)
"""Multiply-adds of the scores with their projections, as the authors count them; the values take as many."""


EXPONENTIALS = (4802, 81, 33024)
"""Exponentials of one layer, as the authors count them, for softmax and for softplus couplings alike."""


def printed(figures: tuple[tuple[object, ...], tuple[object, ...]]) -> tuple[dict[object, object], ...]:
    """The six instances of a row of Tables 7 and 10."""
    return tuple(
        {**task, w: cost, published: figure}
        for cost, row in zip((1, 10), figures, strict=True)
        for task, figure in zip(TASKS.values(), row, strict=True)
    )
