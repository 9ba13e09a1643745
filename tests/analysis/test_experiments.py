"""Experiments at a tiny budget: they run, resume, decide, and notice when a law is broken."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import special

from phasebound.analysis import experiments, laws, records
from phasebound.analysis.experiments import (
    Experiment,
    disorder,
    load,
    readout_ceiling,
    readout_settling_error,
    run,
    sharpening,
)
from phasebound.analysis.montecarlo import problems

SLOW = {
    "disorder": {
        "d": [2, 3],
        "systems": 24,
        "boundary": 2,
        "fractions": [[2, 1.0], [3, 1.0]],
        "samples": 10_000,
    },
    "explicit_flow": {"d": [2, 3], "trajectories": 60, "tolerance": 1e-8, "repeats": 6},
    "linear_stability": {"d": [2, 3], "displacements": 40, "tolerance": 1e-4},
    "settling": {
        "d": [2, 3],
        "trajectories": 60,
        "tolerance": 1e-7,
        "laws": [[3, 1.7, 0.3]],
        "samples": 20_000,
        "step_tolerance": 1e-4,
    },
    "finite_time": {"d": [2, 4], "factors": [0.8, 1.0, 1.2], "angle": 0.1, "norm": 1.0, "samples": 4000},
    "rare_efficiency": {
        "events": [[[1.0] * 5, 0.7]],
        "d": [32, 128],
        "small": [[1.0] * 5, [1.4, 0.35], 64],
        "samples": 16_000,
    },
}


def _small(name: str) -> Experiment:
    experiment = load(name)
    return replace(experiment, smoke=SLOW.get(name, experiment.smoke))


@pytest.mark.parametrize("name", experiments.NAMES)
def test_each_runs_and_contradicts_nothing(name: str, tmp_path: Path) -> None:
    record = run(_small(name), tmp_path, smoke=True)
    assert record.smoke and record.claim == load(name).claim
    assert record.verdict in ("supported", "inconclusive"), record.figures["decision"]
    assert records.load_all(tmp_path) == [record]
    assert not list(tmp_path.glob("*.journal"))


def test_a_run_resumes_to_the_same_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    experiment = _small("caps")
    whole = run(experiment, tmp_path / "whole", smoke=True)
    out = tmp_path / "cut"

    def interrupted(*_: Any) -> Any:
        raise KeyboardInterrupt

    broken = replace(experiment, reduce=interrupted)
    with pytest.raises(KeyboardInterrupt):
        run(broken, out, smoke=True)
    journal = out / "caps.journal"
    lines = journal.read_text().splitlines(keepends=True)
    journal.write_text("".join(lines[: len(lines) // 2]) + "torn")
    assert run(experiment, out, smoke=True).figures == whole.figures


def _shifted(function: Any, shift: float) -> Any:
    return lambda *a, **k: function(*a, **k) + shift


def test_wrong_cap_law_is_not_supported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws, "log_cap_probability", _shifted(laws.log_cap_probability, np.log(1.1)))
    assert run(_small("caps"), tmp_path, smoke=True).verdict == "not-supported"


def test_wrong_failure_law_is_not_supported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws, "log_finite_time_failure", _shifted(laws.log_finite_time_failure, np.log(1.3)))
    assert run(_small("finite_time"), tmp_path, smoke=True).verdict == "not-supported"


def test_wrong_rate_is_not_supported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws, "degenerate_rate", _shifted(laws.degenerate_rate, 0.01))
    assert run(_small("degenerate_rate"), tmp_path, smoke=True).verdict == "not-supported"


def test_wrong_degenerate_law_is_not_supported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    exact = laws.log_degenerate_probability_with_error

    def wrong(d: int, weights: Any, radius: float) -> laws.WithError:
        value, error = exact(d, weights, radius)
        return laws.WithError(value + 0.2, error)

    monkeypatch.setattr(laws, "log_degenerate_probability_with_error", wrong)
    assert run(_small("degenerate_exact"), tmp_path, smoke=True).verdict == "not-supported"


def test_wrong_settling_time_is_not_supported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws, "settling_time", _shifted(laws.settling_time, 1e-4))
    assert run(_small("settling"), tmp_path, smoke=True).verdict == "not-supported"


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("settling_time_mean", lambda f: lambda h, a: 1.02 * f(h, a)),
        ("settling_time_std", lambda f: lambda d, h: 1.05 * f(d, h)),
        ("settling_time_quantile", lambda f: lambda d, h, level, a: f(d, h, level, a) + 0.03),
        ("settling_time_cdf", lambda f: lambda d, h, t, a: f(d + 1, h, t, a)),
        ("settling_time_mean_positive", lambda f: lambda d, h, a: 1.02 * f(d, h, a)),
    ],
)
def test_wrong_law_of_settling_is_not_supported(
    name: str, wrong: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(laws, name, wrong(getattr(laws, name)))
    assert run(_small("settling"), tmp_path, smoke=True).verdict == "not-supported"


def test_wrong_chance_of_locking_is_not_supported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disorder, "boundary", lambda seed, path: -1.0)  # takes seconds and is not meant here
    erf = special.erf
    monkeypatch.setattr(problems.special, "erf", lambda x: 0.9 * erf(x))
    assert run(_small("disorder"), tmp_path, smoke=True).verdict == "not-supported"


def test_wrong_moment_is_not_supported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    original = laws.settling_time_std
    monkeypatch.setattr(laws, "settling_time_std", lambda d, h: original(d + 1, h))
    assert run(_small("rate_vs_dimension"), tmp_path, smoke=True).verdict == "not-supported"


def test_wrong_locking_is_not_supported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    original = laws.locking
    monkeypatch.setattr(disorder, "boundary", lambda seed, path: -1.0)  # takes seconds and uses no locking

    def wrong(skew: Any, drive: Any) -> laws.Locking:
        return original(skew, 1.3 * np.asarray(drive))

    monkeypatch.setattr(laws, "locking", wrong)
    assert run(_small("disorder"), tmp_path, smoke=True).verdict == "not-supported"


@pytest.mark.parametrize(("module", "extra"), [(readout_ceiling, 0.6), (readout_settling_error, 4.0)])
def test_wrong_readout_is_not_supported(
    module: Any, extra: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = module.attention
    monkeypatch.setattr(module, "attention", lambda z, r, p: original(z, r, p + extra))
    assert run(_small(module.EXPERIMENT.id), tmp_path, smoke=True).verdict == "not-supported"


def test_wrong_entropy_is_not_supported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharpening, "entropy", lambda a: -a.max(axis=-1) * -1.0)
    assert run(_small("sharpening"), tmp_path, smoke=True).verdict == "not-supported"


def test_unknown_experiment() -> None:
    with pytest.raises(ValueError, match="no experiment"):
        load("astrology")


def test_committed_records_are_sound_and_current() -> None:
    """Committed records: readable, from a clean commit, of the present protocol and configuration,
    and supported.
    """
    found = {r.id: r for r in records.load_all(records.results_directory())}
    assert set(found) == set(experiments.NAMES)
    for name, record in found.items():
        experiment = load(name)
        assert not record.dirty and not record.smoke, name
        assert not record.is_stale(experiment.protocol, experiment.configuration), name
        assert record.claim == experiment.claim and record.verdict == "supported", name
        assert record.seed == experiment.seed, name
