"""The mechanism of a reproduced table: arms x seeds as jobs, one record an arm, one ruling a claim.

Why so. (1) A job trains a few seeds of one arm with one thread and returns plain figures, so it runs in this
process, on a pool or on Dask, and a killed run goes on where it stood: finished jobs are in the journal,
unfinished ones in their training state. (2) Rulings are functions of the figures alone and stand in the
table's file beside the protocol, so they are fixed before the first run and can come out either way.
(3) A seed's bits do not depend on the size of its group, as long as that is at least two (a group of one
takes other kernels): a seed asked for alone is trained with a companion.
"""

from __future__ import annotations

import importlib
import itertools
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from phasebound.analysis import records
from phasebound.analysis.estimate import Estimate
from phasebound.analysis.jobs import Job, Journal, run_jobs

from ..data import sources
from ..train import Task, TrainConfig
from . import BUDGETS

NAMES = ("sva", "kws", "digits", "wikitext2", "enwik8", "tinystories")
DIRTY = "+dirty"

Figures = dict[str, Any]
Results = Mapping[str, Mapping[int, Figures]]
"""arm -> seed -> figures of the finished run."""


@dataclass(frozen=True)
class Arm:
    """One configuration of a table: what is trained on what, and how.

    ``group``: so many seeds share one vectorised program; 1 where a model is large enough by itself.
    ``seeds``: instead of the plan's, where this arm has others.
    """

    name: str
    task: Task
    config: TrainConfig
    group: int = 1
    seeds: tuple[int, ...] | None = None

    def configuration(self) -> dict[str, Any]:
        """What identifies the arm in a record: the task's kind and fields, the optimiser's settings."""
        task: Any = self.task  # a frozen dataclass, as the protocol says
        return {"task": {"kind": type(task).__qualname__, **asdict(task)}, "train": asdict(self.config)}


@dataclass(frozen=True)
class Plan:
    """What a budget runs, and how much of the published training that is.

    ``unit``: what training is counted in (seeds x steps, chunks x seeds, ...); ``size``: how many of them one
    step of one seed is; ``published``: how many the paper's run of an arm is, None where that is not known.
    ``needs``: data sets; ``note``: in words, what the numbers do not tell.
    """

    arms: tuple[Arm, ...]
    seeds: tuple[int, ...]
    unit: str
    published: float | None
    size: int = 1
    needs: tuple[str, ...] = ()
    note: str = ""

    def seeds_of(self, arm: Arm) -> tuple[int, ...]:
        """The seeds of an arm."""
        return self.seeds if arm.seeds is None else arm.seeds

    def spent(self, arm: Arm, seeds: int | None = None) -> int:
        """What so many seeds of an arm (all of them) are trained, in ``unit``."""
        return (len(self.seeds_of(arm)) if seeds is None else seeds) * arm.config.steps * self.size

    def most(self) -> int:
        """What the arm that is trained most is trained, in ``unit``."""
        return max(self.spent(arm) for arm in self.arms)

    def share(self) -> float | None:
        """The same as a part of the published training; None where that is not known."""
        return None if self.published is None else self.most() / self.published


@dataclass(frozen=True)
class Ruling:
    """A verdict with the figures it rests on."""

    verdict: str
    figures: Figures


@dataclass(frozen=True)
class Line:
    """One line of ``compare``: a figure of the first version, of the journal version, ours, and the
    difference ours - journal with its interval (None where one of them is missing). ``bound``: the most that
    a figure can be in expectation, where that is known; ``digits``: how many decimals it is worth."""

    what: str
    unit: str
    first: float | None
    journal: Estimate | None
    ours: Estimate | None
    difference: Estimate | None = None
    bound: float | None = None
    digits: int = 2

    def cells(self, missing: str = "-") -> list[str]:
        """The line as words, one a column of :data:`COLUMNS`."""

        def shown(x: Estimate | None) -> str:
            return missing if x is None else x.text(f".{self.digits}f")

        first = missing if self.first is None else f"{self.first:g}"
        return [self.what, self.unit, first, shown(self.journal), shown(self.ours), shown(self.difference)]


ENOUGH = 0.5
"""The least share of the published training at which a network speaks of a claim about trained ones."""

COLUMNS = ("what", "unit", "first version", "journal version", "ours", "ours - journal")


def head_and_rows(lines: Sequence[Line], missing: str = "-") -> tuple[list[str], list[list[str]]]:
    """Names of columns and rows of cells; columns in which nothing stands are left out."""
    rows = [x.cells(missing) for x in lines]
    said = [any(cell != missing for cell in column) for column in zip(*rows, strict=True)]
    head, *shown = ([*itertools.compress(row, said)] for row in (COLUMNS, *rows))
    return head, shown


@dataclass(frozen=True)
class Table:
    """A published table.

    ``protocol`` counts up when the meaning of the figures changes. ``plan(budget)`` lists what is run.
    ``rulings``: claim id -> the rule that decides it from complete results; ``parts``: claim id -> the arms
    that its rule needs, if not all of the plan. ``lines`` puts ours beside the published figures. ``first``: arms on
    whose outcome the settings of the others rest; they are trained first, and ``settled`` then raises ValueError
    where the others are set otherwise, before they are paid for (but not in smoke, whose outcomes mean nothing).
    """

    name: str
    title: str
    protocol: int
    plan: Callable[[str], Plan]
    rulings: Mapping[str, Callable[[Results], Ruling]]
    lines: Callable[[Results], list[Line]]
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    first: tuple[str, ...] = ()
    settled: Callable[[Results], None] | None = None


def load(name: str) -> Table:
    """The table of a module; ValueError for an unknown name."""
    if name not in NAMES:
        raise ValueError(f"no table {name!r}; the tables are {', '.join(NAMES)}")
    table: Table = importlib.import_module(f"{__package__}.{name}").TABLE
    return table


def plan(table: Table, budget: str) -> Plan:
    """What a budget runs; ValueError for an unknown one."""
    if budget not in BUDGETS:
        raise ValueError(f"no budget {budget!r}; the budgets are {', '.join(BUDGETS)}")
    return table.plan(budget)


def require_data(whole: Plan) -> None:
    """Raise DataError, one line, for a data set that is missing or damaged."""
    for name in whole.needs:
        sources.locate(name)


def heading(table: Table, budget: str, results: Results) -> str:
    """The table's title with our budget beside the published one, and how much of it is there if not all."""
    whole = plan(table, budget)
    most = "" if len({whole.spent(arm) for arm in whole.arms}) == 1 else "at most "
    share = whole.share()
    spent = f"{whole.most():,}" if share is None else f"{share:.3g} of the published"
    part = "" if len(results) == len(whole.arms) else f"; so far {len(results)} of {len(whole.arms)} arms"
    note = f"; {whole.note}" if whole.note else ""
    return f"{table.title} (budget {budget}: {most}{spent} {whole.unit} an arm){note}{part}"


def chosen(
    whole: Plan, arms: Sequence[str] | None = None, seeds: Sequence[int] | None = None
) -> tuple[tuple[Arm, ...], tuple[int, ...]]:
    """The arms and seeds of a plan that are asked for; ValueError names what the plan does not have."""
    known = {arm.name: arm for arm in whole.arms}
    for name in arms or ():
        if name not in known:
            raise ValueError(f"no arm {name!r}; the arms are {', '.join(known)}")
    everyone = sorted({s for arm in whole.arms for s in whole.seeds_of(arm)})
    for seed in seeds or ():
        if seed not in everyone:
            raise ValueError(f"seed {seed} is not in this budget; its seeds are {_listed(everyone)}")
    picked = whole.arms if arms is None else tuple(known[name] for name in dict.fromkeys(arms))
    wanted = tuple(everyone if seeds is None else sorted(set(seeds)))
    theirs = sorted({s for arm in picked for s in whole.seeds_of(arm)})
    if not set(wanted) & set(theirs):
        raise ValueError(
            f"{', '.join(a.name for a in picked)}: no seed {_listed(wanted)} in this budget; "
            f"the seeds are {_listed(theirs)}"
        )
    return picked, wanted


def _listed(seeds: Sequence[int]) -> str:
    """Ascending seeds in words: "0 to 49", "0, 1, 100"."""
    count = itertools.count()
    runs = [list(run) for _, run in itertools.groupby(seeds, key=lambda s: s - next(count))]
    return ", ".join(f"{r[0]} to {r[-1]}" if len(r) > 2 else ", ".join(map(str, r)) for r in runs)


def identity(arm: Arm) -> str:
    """A short digest of what an arm trains: jobs and training states of another configuration are not its
    own."""
    return records.digest(arm.configuration())[:8]


def groups(seeds: Sequence[int], size: int) -> list[tuple[int, ...]]:
    """Seeds cut into groups that share a program."""
    return [tuple(seeds[i : i + size]) for i in range(0, len(seeds), size)]


def accompanied(group: Sequence[int]) -> tuple[int, ...]:
    """The seeds that are trained for a group that shares a program: a lone one gets a companion, see (3) above."""
    return tuple(group) if len(group) > 1 else (group[0], group[0] + 1)


@contextmanager
def one_thread() -> Iterator[None]:
    """Sums do not depend on the number of cores, and jobs do not fight for them."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def train_group(table: str, budget: str, arm: str, seeds: list[int], folder: str | None) -> list[Figures]:
    """The job: train these seeds of an arm; their figures in the order of the seeds."""
    from ..ensemble import train_ensemble
    from ..train import TrainJob, train_job

    whole = plan(load(table), budget)
    (picked,), _ = chosen(whole, [arm])
    home = None if folder is None else str(Path(folder) / table / f"{arm}-{identity(picked)}")
    job = TrainJob(picked.task, picked.config, home)
    with one_thread():
        if picked.group == 1:
            found = [train_job(job, seed) for seed in seeds]
        else:
            found = train_ensemble(job, accompanied(seeds))[: len(seeds)]
    commit, dirty = records.source_state()
    return [
        {
            **f["figures"],
            "curve": f["log"],
            "seconds": f["spent"]["wall"] + f["spent"]["evaluation"],
            "cpu_seconds": f["spent"]["cpu"],
            "commit": commit + DIRTY * dirty,
            "processor": records.machine()["processor"],
        }
        for f in found
    ]


def run(
    table: Table,
    budget: str,
    *,
    arms: Sequence[str] | None = None,
    seeds: Sequence[int] | None = None,
    scheduler: str = "in-process",
    workers: int = 1,
    out: Path,
    progress: bool = False,
) -> list[Path]:
    """Train what is asked for and write its records to ``out``: one an arm, and one a ruling if all is there.

    Resumes from ``out``: seeds that its records hold are not trained again (so a long table can be made in
    several sessions, and go on from committed records), finished jobs are in the journal, and an
    interrupted one has its training state. Returns the paths of the records.
    """
    whole = plan(table, budget)
    picked, wanted = chosen(whole, arms, seeds)
    require_data(whole)  # before anything is written
    scratch = out / "training"
    kept = read_results(table, budget, out)
    figures = {
        a.name: {s: f for s, f in kept.get(a.name, {}).items() if not f["commit"].endswith(DIRTY)}
        for a in whole.arms
    }
    jobs = [
        Job(
            f"{arm.name}-{identity(arm)}/{'-'.join(map(str, group))}",
            train_group,
            {
                "table": table.name,
                "budget": budget,
                "arm": arm.name,
                "seeds": list(group),
                "folder": str(scratch),
            },
        )
        for arm in picked
        for group in groups(
            [s for s in whole.seeds_of(arm) if s in wanted and s not in figures[arm.name]], arm.group
        )
    ]
    fingerprint = records.digest([table.name, table.protocol, budget])
    early = [job for job in jobs if job.arguments["arm"] in table.first]
    late = [job for job in jobs if job.arguments["arm"] not in table.first]
    with Journal(out / f"{table.name}-{budget}.journal", fingerprint) as journal:

        def train(stage: Sequence[Job]) -> None:
            found = run_jobs(stage, scheduler=scheduler, workers=workers, journal=journal, progress=progress)
            for job, group in zip(stage, found, strict=True):
                figures[job.arguments["arm"]] |= dict(zip(job.arguments["seeds"], group, strict=True))

        if early:
            train(early)
        if late and table.settled is not None and budget != "smoke":
            table.settled(complete(whole, figures))
        train(late)
    written = [
        out / f"{arm_id(table, budget, arm)}.json"  # as it was: it says where and when its seeds were trained
        if figures[arm.name] == kept.get(arm.name)
        else records.write(arm_record(table, budget, whole, arm, figures[arm.name]), out)
        for arm in picked
        if figures[arm.name]
    ]
    return written + [
        stored(ruling, out) for ruling in ruling_records(table, budget, whole, complete(whole, figures))
    ]


def stored(ruling: records.Record, out: Path) -> Path:
    """Write a ruling, unless a clean record there says the same: that stays, with its time and machine."""
    path = out / f"{ruling.id}.json"
    try:
        old = records.read(path)
    except records.RecordError:  # none, or a damaged one
        return records.write(ruling, out)
    says = [
        records.encode([r.verdict, r.figures, r.protocol, r.configuration, r.budget]) for r in (old, ruling)
    ]
    return path if says[0] == says[1] and not old.dirty else records.write(ruling, out)


def arm_id(table: Table, budget: str, arm: Arm) -> str:
    """The id of an arm's record, which is the name of its file."""
    return f"{table.name}-{budget}-{arm.name}"


def arm_configuration(table: Table, budget: str, arm: Arm) -> dict[str, Any]:
    """The configuration in an arm's record: another one makes the record stale."""
    return {"table": table.name, "budget": budget, "arm": arm.name, **arm.configuration()}


def arm_record(
    table: Table, budget: str, whole: Plan, arm: Arm, found: Mapping[int, Figures]
) -> records.Record:
    """The record of an arm: every seed's figures and curve, and the seconds its training took."""
    return records.new_record(
        kind="training-run",
        id=arm_id(table, budget, arm),
        protocol=table.protocol,
        configuration=arm_configuration(table, budget, arm),
        seed=min(found),
        figures={"seeds": {str(s): f for s, f in sorted(found.items())}},
        budget=records.budget(whole.spent(arm, len(found)), whole.published, whole.unit),
        wall_seconds=sum(f["seconds"] for f in found.values()),
        smoke=budget == "smoke",
    )


def ruling_records(table: Table, budget: str, whole: Plan, found: Results) -> list[records.Record]:
    """One record a claim whose arms are complete."""
    made = []
    for claim, rule in table.rulings.items():
        needed = table.parts.get(claim, tuple(a.name for a in whole.arms))
        if not set(needed) <= set(found):
            continue
        arms = [a for a in whole.arms if a.name in needed]
        start = time.perf_counter()
        ruling = rule(found)
        made.append(
            records.new_record(
                kind="training",
                id=f"{table.name}-{budget}-{claim.replace('.', '-')}",
                claim=claim,
                verdict=ruling.verdict,
                protocol=table.protocol,
                configuration={
                    "table": table.name,
                    "budget": budget,
                    "arms": [a.configuration() for a in arms],
                },
                seed=whole.seeds[0],
                figures=ruling.figures,
                budget=records.budget(min(whole.spent(a) for a in arms), whole.published, whole.unit),
                wall_seconds=time.perf_counter() - start,
                smoke=budget == "smoke",
            )
        )
    return made


def read_results(table: Table, budget: str, folder: Path) -> Results:
    """The figures of the arm records in a folder; ValueError where one is stale, {} where there are none."""
    found: dict[str, dict[int, Figures]] = {}
    for arm in plan(table, budget).arms:
        path = folder / f"{arm_id(table, budget, arm)}.json"
        if not path.exists():
            continue
        record = records.read(path)
        if record.is_stale(table.protocol, arm_configuration(table, budget, arm)):
            raise ValueError(f"{path.name} belongs to another protocol or configuration of {table.name}")
        found[arm.name] = {int(s): f for s, f in record.figures["seeds"].items()}
    return found


def results_directory() -> Path:
    """Where the committed records lie."""
    return Path(__file__).resolve().parents[1] / "results"


def complete(whole: Plan, found: Results) -> Results:
    """The arms that have every seed."""
    return {a.name: found[a.name] for a in whole.arms if set(found.get(a.name, ())) == set(whole.seeds_of(a))}


def finished(table: Table, folder: Path, budget: str | None = None) -> tuple[str, Results]:
    """What ``compare`` shows: a budget and the figures of its complete arms in a folder.

    Without a budget: the largest whose arms are all there, else the largest with any. ValueError where there
    is none.
    """
    plans = {b: plan(table, b) for b in (reversed(BUDGETS) if budget is None else (budget,))}
    found = {b: complete(whole, read_results(table, b, folder)) for b, whole in plans.items()}
    in_whole = [b for b, whole in plans.items() if len(found[b]) == len(whole.arms)]
    in_part = [b for b in plans if found[b]]
    for name in in_whole + in_part:
        return name, found[name]
    of = "" if budget is None else f", budget {budget},"
    flag = "" if budget is None else f" --budget {budget}"
    raise ValueError(
        f"no complete records of {table.name}{of} here; make them with: phasebound reproduce {table.name}{flag}"
    )


def values(results: Results, arm: str, figure: str = "valid") -> list[float]:
    """A figure of an arm, in the order of the seeds."""
    return [float(results[arm][s][figure]) for s in sorted(results[arm])]


def finite(x: float) -> float:
    """A figure of a run that must not have diverged."""
    if not math.isfinite(x):
        raise ValueError(f"a run ended with the figure {x}")
    return x
