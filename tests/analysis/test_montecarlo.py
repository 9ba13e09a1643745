"""Samplers against the laws and against each other.

Thresholds: each comparison alarms falsely with probability 1e-6 (4.9 standard errors), of which there are
fewer than a hundred here; seeds are fixed, so a failure is a bug and not bad luck.
"""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from phasebound.analysis import flow, laws, sphere
from phasebound.analysis.estimate import Estimate, binomial_deviation, threshold
from phasebound.analysis.jobs import Journal, stream
from phasebound.analysis.montecarlo import (
    METHODS,
    Antipodal,
    Degenerate,
    Disorder,
    Problem,
    Settling,
    chunk_jobs,
    direct,
    estimate,
    estimate_all,
    problems,
    radial,
    rare,
)

LIMIT = threshold(1e-6)
W = (1.0, 0.8, 0.6, 1.2, 0.9)


def _deviation(e: Estimate, log_law: float) -> float:
    if e.hits is not None:
        return binomial_deviation(e.hits, e.n, math.exp(log_law))
    return (e.value - log_law) / math.hypot(e.stderr, 1e-12)


CASES: list[Problem] = [
    *(Antipodal(d, 0.9) for d in (2, 3, 8)),
    *(Settling(d, t, 0.2, coupling_norm=1.3) for d in (2, 3, 8) for t in (0.5, 2.5)),
    *(Settling(d, 1.5, 0.1, weights=W) for d in (2, 6, 16)),
    *(Degenerate(d, W, 0.9) for d in (2, 3, 8)),
    Degenerate(5, (1.0, 0.6, 0.6), 0.5),
    Degenerate(4, (3.0, 1.0, 1.0, 1.0), 0.7),
    Degenerate(9, (1.0, 1.0), 0.8),
    *(Degenerate(6, (1.0, 1.0, 1.0, 1.0), 0.5, anchors) for anchors in ("signs", "plane", "one-free")),
    Disorder(2, 0.5, 1.0),
    Disorder(5, 0.5, 1.0),
]


# trajectories under random couplings
SLOWER = [(p, "direct") for p in CASES if isinstance(p, Settling) and p.weights is not None]


def _covered(problem: Problem, method: str) -> bool:
    return method == "direct" or (radial if method == "radial" else rare).supports(problem)


@pytest.mark.parametrize(("problem", "method"), [(p, m) for p in CASES for m in METHODS if _covered(p, m)])
def test_samplers_agree_with_the_laws(problem: Problem, method: str) -> None:
    samples = 40_000 if isinstance(problem, Disorder) or (problem, method) in SLOWER else 200_000
    law = problem.log_law()
    assert law is not None
    e = estimate(problem, method, samples, seed=11)
    assert abs(_deviation(e, law.value)) < LIMIT
    # power: a law off by 30 % would be noticed wherever the event is not nearly certain
    if e.to_log().stderr < 0.04 and law.value < -0.05:
        assert abs(_deviation(e, law.value + math.log(1.3) * (1 if law.value < -0.3 else -1))) > LIMIT


@pytest.mark.parametrize("d", [2, 3, 8, 32])
def test_direct_trajectories_follow_the_flow(d: int) -> None:
    """Fixed steps against the closed form: ln tan(angle/2) within 4e-6 |h| t; event times within 2e-5/|h|."""
    rng = stream(21, d)
    n = 5000  # several blocks at d = 32
    start, drive = sphere.uniform_points(rng, (n,), d), sphere.uniform_points(rng, (n,), d)
    norm = rng.uniform(0.05, 4.0, n)
    drive *= norm[:, None]
    found, exact = direct.states(start, drive, 2.0), flow.exact_flow(start, drive, np.full(n, 2.0))
    angles = [np.log(np.tan(0.5 * sphere.angles(z, drive))) for z in (found, exact)]
    assert np.all(np.abs(angles[0] - angles[1]) <= 4e-6 * norm * 2.0 + 1e-9)
    np.testing.assert_allclose(np.linalg.norm(found, axis=1), 1.0, atol=1e-14)
    for angle in (0.1, 1.3):
        times = direct.settling_times(start, drive, angle)
        law = laws.settling_time(sphere.angles(start, drive), angle, norm)
        assert np.max(norm * np.abs(times - law)) < 2e-5
        if d <= 8 and angle > 1:
            assert (times < 0).any()  # starts inside the cone are integrated backwards


def test_a_start_at_the_antipode_never_arrives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(direct, "_MOST_STEPS", 200)
    with pytest.raises(RuntimeError, match="1 trajectories did not reach"):
        direct.settling_times(np.array([[-1.0, 0.0], [0.0, 1.0]]), np.array([[2.0, 0.0]] * 2), 0.1)


def test_a_biased_sampler_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: cosines of dimension d + 1 instead of d."""
    original = radial.sphere.uniform_cosines
    monkeypatch.setattr(radial.sphere, "uniform_cosines", lambda rng, n, d: original(rng, n, d + 1))
    problem = Degenerate(8, W, 0.9)
    law = problem.log_law()
    assert law is not None
    assert abs(_deviation(estimate(problem, "radial", 200_000, seed=11), law.value)) > LIMIT


def test_a_wrong_tilt_weight_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: the norming constant of the proposal off by a thousandth."""
    problem = Degenerate(32, W, 0.5)
    law = problem.log_law()
    assert law is not None
    assert abs(_deviation(estimate(problem, "rare", 50_000, seed=11), law.value)) < LIMIT
    rare._sampler.cache_clear()
    monkeypatch.setattr(rare.special, "betaln", lambda a, b: np.log(1.001) + _betaln(a, b))
    assert abs(_deviation(estimate(problem, "rare", 200_000, seed=11), law.value)) > LIMIT


_betaln = rare.special.betaln

RARE_CASES = [
    ((1.0,) * 5, 0.7),
    (W, 0.5),
    ((1.0, 0.6, 0.6), 0.5),
    ((3.0, 1.0, 1.0, 1.0, 1.0), 0.7),
]


@pytest.mark.parametrize(("weights", "radius"), RARE_CASES)
@pytest.mark.parametrize("d", [8, 32, 128, 512, 2048, 4096])
def test_rare_events_to_one_in_five_hundred(weights: tuple[float, ...], radius: float, d: int) -> None:
    """Relative standard error <= .2 % with 2*10^5 samples, and the exact law is met (the seconds: see
    benchmarks/montecarlo.py)."""
    problem = Degenerate(d, weights, radius)
    e = estimate(problem, "rare", 200_000, seed=5)
    assert e.stderr <= 0.002
    law = laws.log_degenerate_probability_with_error(d, weights, radius)
    assert abs(e.value - law.value) <= LIMIT * math.hypot(e.stderr, law.error)


def test_rare_weights_are_bounded() -> None:
    """No sample dominates: the largest weight is at most 20 times the mean at every d."""
    for d in (8, 128, 4096):
        for weights, radius in RARE_CASES:
            logs = rare.log_weights(Degenerate(d, weights, radius), 50_000, stream(3, d))
            mean = np.logaddexp.reduce(logs) - np.log(logs.size)
            assert logs.max() - mean < np.log(20.0)


def test_rare_reaches_ten_to_the_minus_thousand() -> None:
    e = estimate(Degenerate(4096, (1.0,) * 5, 0.7), "rare", 20_000, seed=5)
    assert e.log10 < -1300 and e.stderr < 0.01
    e = estimate(Antipodal(10_000, 0.5), "rare", 20_000, seed=5)
    assert e.log10 < -3000


def test_same_bits_everywhere() -> None:
    pytest.importorskip("distributed")
    cases: list[tuple[Problem, str]] = [(Degenerate(32, W, 0.5), "rare"), (Antipodal(4, 0.5), "direct")]
    alone = estimate_all(cases, 10_000, 3, chunk=2500)
    assert estimate_all(cases, 10_000, 3, chunk=2500, scheduler="pool", workers=4) == alone
    assert estimate_all(cases, 10_000, 3, chunk=2500, scheduler="dask", workers=2) == alone
    assert estimate_all(cases, 10_000, 4, chunk=2500) != alone


def test_a_journal_of_chunks_resumes(tmp_path: Path) -> None:
    path = tmp_path / "j"
    cases: list[tuple[Problem, str]] = [(Degenerate(8, W, 0.5), "radial")]
    with Journal(path, "f") as journal:
        whole = estimate_all(cases, 10_000, 3, chunk=1000, journal=journal)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:4]) + lines[4][:17])
    with Journal(path, "f") as journal:
        assert len(journal.results) == 3
        assert estimate_all(cases, 10_000, 3, chunk=1000, journal=journal) == whole


def test_problems_round_trip() -> None:
    for problem in CASES:
        assert problems.from_dict(problems.to_dict(problem)) == problem


@pytest.mark.parametrize(
    "call",
    [
        lambda: Antipodal(1, 0.5),
        lambda: Antipodal(3, 0.0),
        lambda: Settling(3, 1.0, 0.1),
        lambda: Settling(3, 1.0, 0.1, coupling_norm=1.0, weights=(1.0,)),
        lambda: Settling(3, -1.0, 0.1, coupling_norm=1.0),
        lambda: Degenerate(3, (1.0, -1.0), 0.1),
        lambda: Degenerate(3, (1.0, math.nan), 0.1),
        lambda: Degenerate(3, (1.0, 1.0), 0.0),
        lambda: Degenerate(3, (1.0, 1.0), 0.1, "elsewhere"),
        lambda: Degenerate(3, (3.0, 1.0), 0.1, "one-free"),
        lambda: Disorder(3, 0.0, 1.0),
        lambda: estimate(Antipodal(3, 0.5), "magic", 100, 1),
        lambda: estimate(Antipodal(3, 0.5), "direct", 1, 1),
        lambda: chunk_jobs(Disorder(3, 1.0, 1.0), "rare", 100, 1),
    ],
)
def test_bad_input_is_one_line(call: object) -> None:
    with pytest.raises(ValueError) as error:
        call()  # type: ignore[operator]
    assert "\n" not in str(error.value)
