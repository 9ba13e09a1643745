"""Commands of the analysis for the command line: ``budget``, ``montecarlo``, ``law`` (see :data:`COMMANDS`).

Heavy imports happen inside the commands. A user's mistake raises ``click.UsageError`` with one line (exit
code 2); exit code 1 means that a target cannot be met or that samples contradict a law.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from phasebound.analysis.montecarlo import Problem

    ParamType = click.ParamType[Any]
else:
    ParamType = click.ParamType

FALSE_ALARM = 1e-4
OUT = Path("phasebound-results")
F = TypeVar("F", bound=Callable[..., Any])


# --- types of arguments -------------------------------------------------------------------------------------


class Angle(ParamType):
    """Radians (0.1) or degrees (5deg)."""

    name = "angle"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Parse one angle."""
        if isinstance(value, float):
            return value
        text = str(value).strip()
        try:
            return math.radians(float(text[:-3])) if text.endswith("deg") else float(text)
        except ValueError:
            self.fail(f"{value!r} is no angle; write radians (0.1) or degrees (5deg)", param, ctx)


class Numbers(ParamType):
    """Comma-separated numbers; 1x5 repeats."""

    name = "numbers"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, ...]:
        """Parse a list of numbers."""
        if isinstance(value, tuple):
            return value
        out: list[float] = []
        try:
            for word in str(value).split(","):
                number, _, times = word.partition("x")
                out += [float(number)] * (int(times) if times else 1)
        except ValueError:
            self.fail(f"{value!r} is no list of numbers; write 1,.8,.6 or 1x5", param, ctx)
        return tuple(out)


class Dimensions(ParamType):
    """2,3,8 (a list), 2:1024 (doubling) or 2:20:3 (steps of 3)."""

    name = "dims"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        """Parse dimensions."""
        if isinstance(value, tuple):
            return value
        try:
            parts = [int(x) for x in str(value).split(":")]
            if len(parts) == 1:
                raise ValueError
            low, high = parts[0], parts[1]
            if low < 1 or high < low or len(parts) > 3 or (len(parts) == 3 and parts[2] < 1):
                self.fail(f"{value!r} is no range of dimensions; write 2:1024 or 2:20:3", param, ctx)
            if len(parts) == 3:
                return tuple(range(low, high + 1, parts[2]))
            out = [low]
            while out[-1] * 2 <= high:
                out.append(out[-1] * 2)
            return tuple(out)
        except ValueError:
            try:
                return tuple(int(x) for x in str(value).split(","))
            except ValueError:
                self.fail(f"{value!r} is no list of dimensions; write 2,3,8 or 2:1024", param, ctx)


class Unit(ParamType):
    """A physical time such as 2ns or 1.5us: the time in which the coupling norm counts one unit."""

    name = "unit"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, str]:
        """Parse a number and a unit of time."""
        if isinstance(value, tuple):
            return value
        match = re.fullmatch(r"\s*([0-9.eE+-]*)\s*(fs|ps|ns|us|ms|s)\s*", str(value))
        try:
            if match is None:
                raise ValueError
            scale = float(match.group(1) or 1.0)
            if not (math.isfinite(scale) and scale > 0):
                raise ValueError
            return scale, match.group(2)
        except ValueError:
            self.fail(f"{value!r} is no unit of time; write 2ns, 1.5us or s", param, ctx)


@contextmanager
def mistakes() -> Iterator[None]:
    """Turn the one-line errors of the analysis into click's usage errors."""
    from phasebound.analysis.jobs import JobError, JournalError, SchedulerError
    from phasebound.analysis.plots import PlotError
    from phasebound.analysis.records import RecordError

    try:
        yield
    except (ValueError, JobError, JournalError, SchedulerError, PlotError, RecordError) as error:
        raise click.UsageError(" ".join(str(error).split())) from error
    except OSError as error:
        name = "" if error.filename is None else f" {Path(str(error.filename)).name}"
        raise click.UsageError(f"cannot read or write{name}: {error.strerror or error}") from error


def emit_json(data: Any) -> None:
    """Print data as JSON."""
    from phasebound.analysis.records import encode

    click.echo(json.dumps(encode(data), indent=1))


def emit_csv(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Print rows as CSV, floats with all digits."""
    import csv
    import io

    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(header)
    for row in rows:
        writer.writerow(["" if x is None else repr(x) if isinstance(x, float) else x for x in row])
    click.echo(buffer.getvalue(), nl=False)


def emit_table(title: str, header: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Print rows as a table for the terminal; where it is narrow, words are broken and not cut off."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title, title_justify="left")
    for name in header:
        table.add_column(Text(name), justify="right", overflow="fold")
    for row in rows:
        table.add_row(*(Text(_cell(x)) for x in row))
    Console().print(table)


def _cell(x: Any) -> str:
    if x is None:
        return "-"
    return f"{x:.6g}" if isinstance(x, float) else str(x)


def probability(log10: float) -> str:
    """A probability from its log10: 0.0123, 3.4e-15, 2.1e-1345."""
    if log10 == -math.inf:
        return "0"
    if log10 > -300:
        return f"{10.0**log10:.4g}"
    exponent = math.floor(log10)
    return f"{10.0 ** (log10 - exponent):.3g}e{exponent}"


def output_options(function: F) -> F:
    """--json and --csv."""
    function = click.option("--csv", "as_csv", is_flag=True, help="Print the data as CSV.")(function)
    return click.option("--json", "as_json", is_flag=True, help="Print the data as JSON.")(function)


# --- budget -------------------------------------------------------------------------------------------------


@click.command()
@click.option(
    "--angle",
    type=Angle(),
    required=True,
    help="Tolerance angle: radians (0.1) or 5deg, below a right angle.",
)
@click.option("--failure", type=float, required=True, help="Target failure probability of the device.")
@click.option("--weights", type=Numbers(), help="Weights of iid uniform anchors, such as 1,.8,.6 or 1x5.")
@click.option(
    "--floor",
    type=float,
    help="Alone: |h| is at least this. With weights or norms: |h| at or below it fails.",
)
@click.option(
    "--norms",
    type=click.Path(path_type=Path),
    help="File with the |h| of a trained net: text, CSV, JSON or .npy.",
)
@click.option("--time", type=float, help="Settling time; gives d_osc.")
@click.option("--dim", "dimension", type=int, help="Dimension d_osc; gives the settling time.")
@click.option(
    "--oscillators", type=int, default=1, show_default=True, help="Oscillators of the device (union bound)."
)
@click.option(
    "--tokens", type=int, help="Anchors per readout, for the readout error (default: number of weights)."
)
@click.option("--disorder", type=float, help="Bound on the spectral norm of the frequency disorder.")
@click.option("--unit", type=Unit(), help="Physical time of one unit of time, such as 2ns.")
@click.option("--dims", type=Dimensions(), help="Dimensions of the trade-off curve.")
@click.option("--plot", type=click.Path(path_type=Path), help="Draw a picture (.png, .svg, .pdf).")
@output_options
def budget(
    angle: float,
    failure: float,
    weights: tuple[float, ...] | None,
    floor: float | None,
    norms: Path | None,
    time: float | None,
    dimension: int | None,
    oscillators: int,
    tokens: int | None,
    disorder: float | None,
    unit: tuple[float, str] | None,
    dims: tuple[int, ...] | None,
    plot: Path | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Which d_osc and which settling time keep failures below a target.

    --time gives d_osc, --dim gives the settling time, neither gives the trade-off curve. Times are in units
    of 1/|h| of the numbers you enter, and with --unit also physical. Exit code 1: the target cannot be met.
    """
    with mistakes():
        from phasebound.analysis import design

        measured = None if norms is None else read_norms(norms)
        if weights is None and measured is None:
            coupling = design.Coupling(norm=floor)
        else:
            coupling = design.Coupling(weights=weights, norms=measured, floor=floor or 0.0)
        found = design.plan(
            coupling,
            angle,
            failure,
            time=time,
            dimension=dimension,
            oscillators=oscillators,
            tokens=tokens if tokens is not None or weights is None else len(weights),
            disorder=disorder,
            dims=dims or design.CURVE,
        )
        if plot is not None:
            _plot_budget(found, plot, unit)
        header, rows = _budget_rows(found, unit)
        if as_json:
            emit_json(
                {**found.as_dict(), "unit": None if unit is None else {"scale": unit[0], "name": unit[1]}}
            )
        elif as_csv:
            emit_csv(header, rows)
        else:
            _print_budget(found, header, rows, unit)
    if not found.met:
        sys.exit(1)


def read_norms(path: Path) -> tuple[float, ...]:
    """Numbers from a .npy array, a JSON list, or text with numbers separated by commas or white
    space (# comments).
    """
    import numpy as np

    if path.suffix == ".npy":
        return tuple(float(x) for x in np.load(path, allow_pickle=False).ravel())
    text = path.read_text(encoding="utf-8")
    try:
        if path.suffix == ".json":
            return tuple(float(x) for x in json.loads(text))
        lines = [line.partition("#")[0] for line in text.splitlines()]
        return tuple(float(x) for line in lines for x in line.replace(",", " ").split())
    except (ValueError, TypeError) as error:
        raise ValueError(f"{path.name} holds something that is no number") from error


def _budget_rows(found: Any, unit: tuple[float, str] | None) -> tuple[list[str], list[list[Any]]]:
    header = ["d_osc", "time", *([f"time [{unit[1]}]"] if unit else []), "note"]
    points = found.curve or [{"dimension": found.dimension, "time": found.time, "reason": found.reason}]
    rows = []
    for p in points:
        physical = [None if p["time"] is None else p["time"] * unit[0]] if unit else []
        rows.append([p["dimension"], p["time"], *physical, p["reason"]])
    return header, rows


def _print_budget(
    found: Any, header: list[str], rows: list[list[Any]], unit: tuple[float, str] | None
) -> None:
    each = f", {found.target_each:.3g} for each of {found.oscillators}" if found.oscillators > 1 else ""
    title = (
        f"tolerance {found.angle:.4g} rad, target {found.target:.3g}{each}; T* = {found.critical_time:.4g}"
    )
    emit_table(title, header, rows)
    if found.log_failure is not None:
        degenerate, antipodal = found.shares
        click.echo(
            f"failure of one oscillator {probability(found.log_failure / math.log(10))}: "
            f"{degenerate:.1%} weak coupling, {antipodal:.1%} antipodal starts"
        )
    if found.readout is not None:
        click.echo(
            f"readout: total variation of the attention at most {found.readout:.3g} at this tolerance (p = 1)"
        )
    if found.disorder is not None:
        d = found.disorder
        extra = ""
        if d["locks_for_certain"]:
            extra = f", at most {d['largest_angle']:.3g} rad away, rate at least {d['smallest_rate']:.3g}"
        click.echo(f"disorder {d['sigma']:g} against |h| = {d['coupling']:.3g}: {d['advice']}{extra}")
    for note in found.notes:
        click.echo(f"note: {note}")


def _plot_budget(found: Any, path: Path, unit: tuple[float, str] | None) -> None:
    from phasebound.analysis import design, plots

    scale, name = unit or (1.0, "1/coupling")
    title = f"tolerance {found.angle:.3g} rad, target {found.target:.2g}"
    if found.oscillators > 1:
        title += f", {found.oscillators} oscillators"
    if found.curve:
        points = [{**p, "time": None if p["time"] is None else p["time"] * scale} for p in found.curve]
        plots.trade_off(points, found.critical_time * scale, path, title, name)
        return
    if found.time is None:
        raise ValueError("nothing to draw: the target cannot be met")
    top = max(found.dimension or 2, 16)
    dims = [d for d in design.CURVE if d <= 4 * top]
    at = [design.failure(found.coupling, d, found.time, found.angle) for d in dims]
    ten = math.log(10.0)
    series = [
        ("all failures", dims, [f.log_total / ten for f in at]),
        ("weak coupling", dims, [f.log_degenerate / ten for f in at]),
        ("antipodal start", dims, [f.log_antipodal / ten for f in at]),
    ]
    plots.failure_curves(
        series, math.log10(found.target_each), path, f"{title}, time {found.time * scale:.4g} {name}"
    )


# --- montecarlo ---------------------------------------------------------------------------------------------


def sampling_options(function: F) -> F:
    """Options that all events share."""
    options = [
        click.option(
            "--dims", type=Dimensions(), default="2:64", show_default=True, help="2,3,8 or 2:1024 (doubling)."
        ),
        click.option("--samples", type=int, default=100_000, show_default=True, help="Samples a dimension."),
        click.option(
            "--method",
            type=click.Choice(["direct", "radial", "rare"]),
            help="Sampler (default: the best that fits).",
        ),
        click.option("--seed", type=int, default=1, show_default=True),
        click.option(
            "--workers", type=int, default=1, show_default=True, help="Processes of a pool or local cluster."
        ),
        click.option(
            "--scheduler",
            help="in-process, pool, dask or tcp://host:port (default: a pool for several workers).",
        ),
        click.option(
            "--out",
            type=click.Path(path_type=Path),
            default=OUT,
            show_default=True,
            help="Folder of records.",
        ),
        click.option("--plot", type=click.Path(path_type=Path), help="Draw a picture (.png, .svg, .pdf)."),
    ]
    for option in reversed(options):
        function = option(function)
    return output_options(function)


@click.group(no_args_is_help=False)
def montecarlo() -> None:
    """Sample a failure mode and compare with its exact law.

    Interrupted runs resume from --out to the same numbers. Exit code 1: samples contradict the law.
    """


@montecarlo.command("antipodal")
@click.option("--angle", type=Angle(), default="0.5", show_default=True, help="Angle to the antipode.")
@sampling_options
def antipodal_command(angle: float, **common: Any) -> None:
    """Starts within an angle of the antipode of h."""
    _sample("antipodal", {"angle": angle}, "rare", common)


@montecarlo.command("settling")
@click.option("--time", type=float, required=True, help="Settling time.")
@click.option("--angle", type=Angle(), default="0.1", show_default=True, help="Tolerance angle.")
@click.option("--norm", type=float, help="|h| (default 1 without weights).")
@click.option("--weights", type=Numbers(), help="Weights of iid uniform anchors instead of a fixed |h|.")
@sampling_options
def settling_command(
    time: float, angle: float, norm: float | None, weights: tuple[float, ...] | None, **common: Any
) -> None:
    """States farther than an angle from h at a time."""
    chosen = {"coupling_norm": norm if norm is not None or weights is not None else 1.0, "weights": weights}
    _sample("settling", {"time": time, "angle": angle, **chosen}, "rare", common)


@montecarlo.command("degenerate")
@click.option("--weights", type=Numbers(), default="1x5", show_default=True, help="Weights of the anchors.")
@click.option("--radius", type=float, required=True, help="|h| at or below it counts.")
@click.option(
    "--anchors",
    type=click.Choice(["uniform", "signs", "plane", "one-free"]),
    default="uniform",
    show_default=True,
)
@sampling_options
def degenerate_command(weights: tuple[float, ...], radius: float, anchors: str, **common: Any) -> None:
    """Couplings |h| at or below a radius."""
    values = {"weights": weights, "radius": radius, "anchors": anchors}
    _sample("degenerate", values, "rare" if anchors == "uniform" else "direct", common)


@montecarlo.command("disorder")
@click.option("--norm", type=float, default=1.0, show_default=True, help="|h|.")
@click.option("--disorder", type=float, required=True, help="Standard deviation of the entries of S.")
@sampling_options
def disorder_command(norm: float, disorder: float, **common: Any) -> None:
    """Disordered oscillators that lock."""
    _sample("disorder", {"coupling_norm": norm, "disorder": disorder}, "direct", common)


def _sample(kind: str, values: dict[str, Any], default_method: str, common: dict[str, Any]) -> None:
    import time as clock

    with mistakes():
        from phasebound.analysis import estimate as statistics
        from phasebound.analysis import montecarlo as mc
        from phasebound.analysis import records
        from phasebound.analysis.jobs import Journal
        from phasebound.analysis.montecarlo import problems

        method = common["method"] or default_method
        events: list[Problem] = [problems.from_dict({"kind": kind, "d": d, **values}) for d in common["dims"]]
        if len(set(common["dims"])) != len(common["dims"]):
            raise ValueError("a dimension is listed twice")
        configuration = {"event": {"kind": kind, **values}, "method": method}
        configuration |= {"dims": common["dims"], "samples": common["samples"], "chunk": mc.CHUNK}
        address = records.digest([configuration, common["seed"]])
        name = f"montecarlo-{kind}-{address[:10]}"
        # arguments are checked before anything is written
        for event in events:
            mc.chunk_jobs(event, method, common["samples"], common["seed"])
        start = clock.perf_counter()
        with Journal(common["out"] / f"{name}.journal", address) as journal:
            found = mc.estimate_all(
                [(event, method) for event in events],
                common["samples"],
                common["seed"],
                scheduler=common["scheduler"] or ("pool" if common["workers"] > 1 else "in-process"),
                workers=common["workers"],
                journal=journal,
                progress=sys.stderr.isatty(),
            )
            rows = [_sample_row(event, e) for event, e in zip(events, found, strict=True)]
            limit = statistics.threshold(FALSE_ALARM, max(len(rows), 1))
            record = records.new_record(
                kind="montecarlo",
                id=name,
                protocol=1,
                configuration=configuration,
                seed=common["seed"],
                figures={
                    "rows": rows,
                    "threshold_in_standard_errors": limit,
                    "false_alarm_rate": FALSE_ALARM,
                },
                budget=records.budget(common["samples"], 1000.0, "samples a dimension"),
                wall_seconds=clock.perf_counter() - start,
            )
            written = records.write(record, common["out"])
        journal.remove()
        if common["plot"] is not None:
            from phasebound.analysis import plots

            plots.samples(rows, common["plot"], f"{kind}, {method}, {common['samples']} samples a dimension")
        _show_samples(rows, common, kind, method, limit, written)
    if any(r["deviation"] is not None and abs(r["deviation"]) > limit for r in rows):
        sys.exit(1)


def _sample_row(event: Problem, e: Any) -> dict[str, Any]:
    from phasebound.analysis.estimate import Comparison

    ten = math.log(10.0)
    law = event.log_law()
    log = e.to_log()
    deviation = None
    if law is not None and math.isfinite(law.value) and (e.hits is not None or math.isfinite(log.value)):
        deviation = Comparison("law", log, law.value, 1.0, expected_error=law.error).deviation
    return {
        "d": event.d,
        "estimate": e.as_dict(),
        "log10": log.log10,
        "log10_interval": [x / ten for x in log.interval],
        "log10_law": None if law is None else law.value / ten,
        "deviation": deviation,
    }


def _show_samples(
    rows: list[dict[str, Any]], common: dict[str, Any], kind: str, method: str, limit: float, written: Path
) -> None:
    header = ["d", "samples", "probability", "99 % low", "99 % high", "exact law", "deviation [s.e.]"]
    if common["as_json"]:
        emit_json(rows)
        return
    if common["as_csv"]:
        names = ["d", "samples", "log10_probability", "log10_low", "log10_high", "log10_law", "deviation"]
        emit_csv(
            names,
            (
                [r["d"], r["estimate"]["n"], r["log10"], *r["log10_interval"], r["log10_law"], r["deviation"]]
                for r in rows
            ),
        )
        return
    cells = [
        [
            r["d"],
            r["estimate"]["n"],
            probability(r["log10"]),
            *(probability(x) for x in r["log10_interval"]),
            None if r["log10_law"] is None else probability(r["log10_law"]),
            None if r["deviation"] is None else f"{r['deviation']:+.2f}",
        ]
        for r in rows
    ]
    emit_table(f"{kind}, method {method}, seed {common['seed']}", header, cells)
    click.echo(
        f"alarm beyond {limit:.2f} standard errors (false-alarm rate {FALSE_ALARM:g}); record: {written}"
    )


# --- law ----------------------------------------------------------------------------------------------------


@click.group(no_args_is_help=False)
def law() -> None:
    """Print one exact value with its enclosure by ball arithmetic."""


def law_options(*names: str) -> Callable[[F], F]:
    """Options of a law, in order, and --json."""
    known = {
        "dim": click.option("--dim", "d", type=int, required=True, help="Dimension d >= 2."),
        "angle": click.option("--angle", type=Angle(), required=True, help="Radians (0.1) or 5deg."),
        "norm": click.option("--norm", type=float, required=True, help="|h|."),
        "time": click.option("--time", type=float, required=True, help="Settling time."),
        "weights": click.option("--weights", type=Numbers(), required=True, help="1,.8,.6 or 1x5."),
        "radius": click.option("--radius", type=float, required=True, help="|h| at or below it counts."),
    }

    def decorate(function: F) -> F:
        function = click.option("--json", "as_json", is_flag=True, help="Print as JSON.")(function)
        for name in reversed(names):
            function = known[name](function)
        return function

    return decorate


def _print_law(
    name: str,
    value: float,
    as_json: bool,
    *,
    log_value: float | None = None,
    enclose: Callable[[], tuple[str, tuple[str, str] | None]] = lambda: ("enclosure", None),
    extra: dict[str, Any] | None = None,
) -> None:
    kind, bounds = enclose()
    ten = math.log(10.0)
    data: dict[str, Any] = {"law": name, "value": value}
    if log_value is not None:
        data["log10"] = log_value / ten
    data[kind] = None if bounds is None else list(bounds)
    data |= extra or {}
    if as_json:
        emit_json(data)
        return
    # below the normal doubles the value itself has lost its digits: show what the logarithm says
    tiny = log_value is not None and log_value / ten < -300
    shown = probability(log_value / ten) if log_value is not None and tiny else repr(value)
    click.echo(f"{name} = {shown}" + ("" if log_value is None else f"  (log10 = {log_value / ten!r})"))
    if bounds is not None:
        click.echo(f"{kind}: [{bounds[0]}, {bounds[1]}]")
    else:
        click.echo("no rigorous enclosure for these arguments: float64, errors are estimates")
    for key, item in (extra or {}).items():
        click.echo(f"{key}: {item}")


def ball_bounds(compute: Callable[[], Any], digits: int = 20) -> tuple[str, str] | None:
    """Lower and upper end of a ball as decimal strings, rounded outwards; None where no ball can be had."""
    try:
        from flint import ctx
    except ImportError:
        return None
    old = ctx.prec
    ctx.prec = 160
    try:
        ball = compute()
        if ball is None or not ball.is_finite():
            return None
        return _rounded(ball.lower(), digits, down=True), _rounded(ball.upper(), digits, down=False)
    except ImportError:
        return None
    finally:
        ctx.prec = old


def _rounded(x: Any, digits: int, *, down: bool) -> str:
    """A decimal with ``digits`` digits on the outer side of the exact binary number x."""
    import decimal

    mantissa, exponent = (int(v) for v in x.man_exp())
    rounding = decimal.ROUND_FLOOR if down else decimal.ROUND_CEILING
    context = decimal.Context(prec=digits, rounding=rounding, Emin=decimal.MIN_EMIN, Emax=decimal.MAX_EMAX)
    top, bottom = (mantissa << exponent, 1) if exponent >= 0 else (mantissa, 1 << -exponent)
    return str(context.divide(decimal.Decimal(top), decimal.Decimal(bottom)))


def log_bounds(compute: Callable[[], Any], log10: float) -> tuple[str, tuple[str, str] | None]:
    """Enclosure of exp of a ball; of its log10 where the number itself would need thousands of digits."""
    if log10 > -1000.0:

        def value() -> Any:
            ball = compute()
            return None if ball is None else ball.exp()

        return "enclosure", ball_bounds(value)

    def log() -> Any:
        from flint import arb

        ball = compute()
        return None if ball is None else ball / arb(10).log()

    return "enclosure of log10", ball_bounds(log)


@law.command("cap")
@law_options("dim", "angle")
def law_cap(d: int, angle: float, as_json: bool) -> None:
    """P(angle to a fixed direction < a) of a uniform point (osc.cap-measure)."""
    with mistakes():
        from phasebound.analysis import laws

        log = float(laws.log_cap_probability(d, angle))

        def ball() -> Any:
            from flint import arb

            from phasebound.proofs.enclosure import caps

            return caps.log_cap(d, arb(angle)) if 0 < angle < math.pi else None

        _print_law(
            "cap probability",
            math.exp(log),
            as_json,
            log_value=log,
            enclose=lambda: log_bounds(ball, log / math.log(10)),
        )


@law.command("finite-time")
@law_options("dim", "norm", "time", "angle")
def law_finite_time(d: int, norm: float, time: float, angle: float, as_json: bool) -> None:
    """P(the state is farther than a from h at a time), uniform start (osc.finite-time-failure)."""
    with mistakes():
        from phasebound.analysis import laws

        log = float(laws.log_finite_time_failure(d, norm, time, angle))

        def ball() -> Any:
            from flint import arb

            from phasebound.proofs.enclosure import sech

            return sech.log_failure(d, sech.shift(arb(norm), arb(time), arb(angle)))

        extra = {"critical time T*": float(laws.critical_time(norm, angle))}
        _print_law(
            "failure probability",
            math.exp(log),
            as_json,
            log_value=log,
            enclose=lambda: log_bounds(ball, log / math.log(10)),
            extra=extra,
        )


@law.command("critical-time")
@law_options("norm", "angle")
def law_critical_time(norm: float, angle: float, as_json: bool) -> None:
    """T* = ln cot(a/2)/|h|: half of all starts are settled, in every dimension."""
    with mistakes():
        from phasebound.analysis import laws

        value = float(laws.critical_time(norm, angle))

        def ball() -> Any:
            from flint import arb

            from phasebound.proofs.enclosure import sech

            return sech.threshold_time(arb(norm), arb(angle))

        _print_law("T*", value, as_json, enclose=lambda: ("enclosure", ball_bounds(ball)))


@law.command("settling-time")
@click.option("--from", "start", type=Angle(), required=True, help="Angle at the start.")
@law_options("angle", "norm")
def law_settling_time(start: float, angle: float, norm: float, as_json: bool) -> None:
    """Time from one angle to another (osc.settling-time)."""
    with mistakes():
        from phasebound.analysis import laws

        value = float(laws.settling_time(start, angle, norm))

        def ball() -> Any:
            from flint import arb

            return ((arb(start) / 2).tan() / (arb(angle) / 2).tan()).log() / arb(norm)

        _print_law("settling time", value, as_json, enclose=lambda: ("enclosure", ball_bounds(ball)))


@law.command("settling-std")
@law_options("dim", "norm")
def law_settling_std(d: int, norm: float, as_json: bool) -> None:
    """Standard deviation of the settling time of a uniform start (osc.rate-vs-dimension)."""
    with mistakes():
        from phasebound.analysis import laws

        value = float(laws.settling_time_std(d, norm))

        def ball() -> Any:
            from flint import arb

            from phasebound.proofs.enclosure import polygamma

            return polygamma.settling_sd(d, arb(norm))

        _print_law("standard deviation", value, as_json, enclose=lambda: ("enclosure", ball_bounds(ball)))


@law.command("degenerate")
@law_options("dim", "weights", "radius")
def law_degenerate(d: int, weights: tuple[float, ...], radius: float, as_json: bool) -> None:
    """P(|h| <= radius), anchors iid uniform (osc.degenerate-exact)."""
    with mistakes():
        from phasebound.analysis import laws

        log, error = laws.log_degenerate_probability_with_error(d, weights, radius)
        positive = [w for w in weights if w > 0]
        route = ""

        def ball() -> Any:
            nonlocal route
            found, route = _degenerate_ball(d, positive, radius, log)
            return found

        bounds = ball_bounds(ball, 15)
        if bounds is not None:
            extra: dict[str, Any] = {"enclosed by": route}
        else:
            extra = {"estimated relative error (not rigorous)": error}
        extra |= {
            "rate of ln P per dimension": laws.degenerate_rate(weights, radius),
            "threshold norm(w)": laws.degenerate_threshold(weights),
        }
        _print_law(
            "P(|h| <= radius)",
            math.exp(log),
            as_json,
            log_value=log,
            enclose=lambda: ("enclosure", bounds),
            extra=extra,
        )


_BITS = (56, 36, 20, 12, 8)  # of Kluyver's integral: in few dimensions its proved tail allows no more


def _degenerate_ball(d: int, weights: list[float], radius: float, log_value: float) -> tuple[Any, str]:
    """A ball for P(|h| <= radius) and its route; None where no rigorous route takes seconds.

    One anchor and radii outside the range of |h|: certain. Two: a cap. Odd d <= 9 with n <= 6: a rational
    number. Three, d <= 100: iterated quadrature. Else Kluyver's integral with a proved tail, d <= 128, to as
    many bits as its decay allows.
    """
    from flint import arb, fmpq

    from phasebound.proofs.enclosure import kluyver

    exact = [fmpq(*w.as_integer_ratio()) for w in weights]
    eps, n = fmpq(*radius.as_integer_ratio()), len(weights)
    total = sum(exact, fmpq(0))
    if eps >= total:
        return arb(1), "certain"
    if n == 1 or eps <= 2 * max(exact) - total:
        return arb(0), "certain"
    if n == 2:
        return kluyver.two(d, arb(exact[0]), arb(exact[1]), arb(eps)), "a cap (two anchors)"
    if d % 2 and d <= 9 and n <= 6:
        return arb(kluyver.exact_odd(d, exact, eps)), "a rational number (odd d)"
    if n == 3 and 3 <= d <= 100:
        return kluyver.three(d, exact, eps), "iterated quadrature (three anchors)"
    if d > 128 or d * n > 3200 or log_value < -400.0:
        return None, ""
    for bits in _BITS:
        try:
            return kluyver.kluyver(d, exact, eps, bits), f"Kluyver's integral with a proved tail, {bits} bits"
        except kluyver.SlowDecayError:  # decays too slowly for a proved tail of this accuracy
            continue
    return None, ""


@law.command("degenerate-rate")
@law_options("weights", "radius")
def law_degenerate_rate(weights: tuple[float, ...], radius: float, as_json: bool) -> None:
    """lim (1/d) ln P(|h| <= radius) (osc.degenerate-rate)."""
    with mistakes():
        from phasebound.analysis import laws

        extra = {
            "threshold norm(w)": laws.degenerate_threshold(weights),
            "least |h|": laws.degenerate_infimum(weights),
        }
        _print_law("rate", laws.degenerate_rate(weights, radius), as_json, extra=extra)


COMMANDS: list[click.Command] = [budget, montecarlo, law]
