"""Exact laws of failure, one law a module; every public function is importable from here.

All are float64, need no torch, and work in the log domain where a probability can underflow (``log_...``
twins). Bad input raises ``ValueError`` with one line.
"""

from phasebound.analysis.laws.caps import (
    CapBounds,
    cap_bounds,
    cap_probability,
    log_cap_bounds,
    log_cap_probability,
    log_sech_tail,
)
from phasebound.analysis.laws.degenerate import (
    Moments,
    WithError,
    coupling_moments,
    degenerate_bound,
    degenerate_probability,
    degenerate_probability_with_error,
    log_degenerate_bound,
    log_degenerate_probability,
    log_degenerate_probability_with_error,
    log_degenerate_supremum,
)
from phasebound.analysis.laws.disorder import Locking, locking, locking_angle_bound, lorentz_generator
from phasebound.analysis.laws.mixed import log_mixed_failure
from phasebound.analysis.laws.rate import (
    degenerate_infimum,
    degenerate_rate,
    degenerate_rate_equal,
    degenerate_threshold,
    optimum,
)
from phasebound.analysis.laws.settling import (
    critical_time,
    finite_time_failure,
    log_finite_time_failure,
    sech_tail_inverse,
    settling_time,
    settling_time_cdf,
    settling_time_mean,
    settling_time_mean_positive,
    settling_time_quantile,
    settling_time_std,
)

__all__ = [
    "CapBounds",
    "Locking",
    "Moments",
    "WithError",
    "cap_bounds",
    "cap_probability",
    "coupling_moments",
    "critical_time",
    "degenerate_bound",
    "degenerate_infimum",
    "degenerate_probability",
    "degenerate_probability_with_error",
    "degenerate_rate",
    "degenerate_rate_equal",
    "degenerate_threshold",
    "finite_time_failure",
    "locking",
    "locking_angle_bound",
    "log_cap_bounds",
    "log_cap_probability",
    "log_degenerate_bound",
    "log_degenerate_probability",
    "log_degenerate_probability_with_error",
    "log_degenerate_supremum",
    "log_finite_time_failure",
    "log_mixed_failure",
    "log_sech_tail",
    "lorentz_generator",
    "optimum",
    "sech_tail_inverse",
    "settling_time",
    "settling_time_cdf",
    "settling_time_mean",
    "settling_time_mean_positive",
    "settling_time_quantile",
    "settling_time_std",
]
