"""The ledger: every claim of both papers, in the papers' order, and the audits that keep it honest."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from functools import cache

from .cited import CITED
from .claim import Claim
from .exact import Open
from .measured import ROWS

KURAMOTO = [
    "coupling_identity",
    "frozen_gradient",
    "lse_potential",
    "no_joint_potential",
    "gibbs_selection",
    "dot_product_form",
    "score_metric",
    "circular_mean",
    "pull_with_distance",
    "rotary_drift",
    "frequency_alias",
    "torus_invariance",
    "no_normalisation",
    "bounded_update",
    "gate_repulsion",
    "multiplicative_values",
    "equivariance",
    "ffn_periodicity",
    "compact_group",
    "closed_form_nonabelian",
    "standard_attention",
    "readout",
    "local_order_confound",
]

OSCILLATOR = [
    "sphere_invariance",
    "gradient_flow",
    "two_equilibria",
    "linear_stability",
    "lyapunov",
    "explicit_flow",
    "almost_global",
    "settling_time",
    "positivity",
    "cap_measure",
    "cap_bounds",
    "hemisphere",
    "finite_time_failure",
    "rate_vs_dimension",
    "degenerate_bound",
    "degenerate_exact",
    "degenerate_rate",
    "degenerate_law",
    "readout_simplex",
    "readout_affine",
    "free_anchors",
    "readout_order",
    "readout_ceiling",
    "readout_rank",
    "readout_linear_time",
    "readout_settling_error",
    "sharpening",
    "gauge",
    "scale_gauge",
    "parameters",
    "d2_is_kuramoto",
    "frequency_disorder",
    "no_exponentiation",
    "no_global_reduction",
    "cost_table",
    "cost_whole_layer",
    "padding",
    "zero_failures",
    "design_rule",
]


def _load(folder: str, names: Iterable[str]) -> list[Claim]:
    package = __package__ or "phasebound.proofs"
    return [importlib.import_module(f"{package}.{folder}.{name}").CLAIM for name in names]


@cache
def ledger() -> tuple[Claim, ...]:
    """All claims, Kuramoto attention first; rows that only measurement decides stand at the end of their paper."""
    decided = {"A": _load("kuramoto", KURAMOTO), "B": _load("oscillator", OSCILLATOR)}
    return tuple(c for paper in "AB" for c in [*decided[paper], *(r for r in ROWS if r.paper == paper)])


def by_id() -> Mapping[str, Claim]:
    """The claims by id."""
    return {c.id: c for c in ledger()}


def dependencies(claims: Iterable[Claim]) -> dict[str, tuple[str, ...]]:
    """Which claims and cited results each claim rests on."""
    return {c.id: (*c.uses, *(f"cited.{key}" for key in given(c))) for c in claims}


def given(claim: Claim) -> tuple[str, ...]:
    """The cited results that a claim rests on, in order of appearance."""
    return tuple(dict.fromkeys(key for p in claim.parts for key in p.given))


def problems(claims: Iterable[Claim]) -> list[str]:
    """What the rules of the ledger object to: an empty list if nothing."""
    claims = tuple(claims)
    ids = [c.id for c in claims]
    out = [f"{i}: stands twice" for i in set(ids) if ids.count(i) > 1]
    known = {c.key for c in CITED}
    for c in claims:
        out += [f"{c.id}: uses the unknown claim {u}" for u in c.uses if u not in ids]
        out += [f"{c.id}: rests on the unknown cited result {k}" for k in given(c) if k not in known]
        out += _objections(c)
    out += [f"the dependency graph has a cycle through {i}" for i in _in_cycles(claims)]
    out += [f"no claim rests on the cited result {k}" for k in known - {k for c in claims for k in given(c)}]
    return out


def _objections(c: Claim) -> list[str]:
    """Objections to one claim."""
    out = []
    decided = [t for t in ("exact", "enclosure") if t in c.tiers]
    for tier in decided:
        if not any(p.by.tier == tier and not isinstance(p.by, Open) for p in c.parts):
            out.append(f"{c.id}: no part of tier {tier}")
    for p in c.parts:
        if isinstance(p.by, Open):
            continue
        if p.by.tier not in c.tiers:
            out.append(f"{c.id}, {p.name}: tier {p.by.tier} is not one of the row's")
        needed = {h.name for h in p.statement.given}
        out += [
            f"{c.id}, {p.name}: no mutant without hypothesis {n!r}" for n in sorted(needed - set(p.drops))
        ]
        out += [
            f"{c.id}, {p.name}: drops the unknown hypothesis {n!r}" for n in sorted(set(p.drops) - needed)
        ]
        if needed and not p.witness and not p.statement.instances:
            out.append(f"{c.id}, {p.name}: no witness of the hypotheses")
        if p.statement.instances and p.scope.kind == "all":
            out.append(f"{c.id}, {p.name}: an enclosure of listed instances cannot have the scope 'all'")
    if decided:
        if sum(len(p.all_mutants) for p in c.parts) < 3:
            out.append(f"{c.id}: fewer than three mutants")
        if c.as_stated is None:
            out.append(f"{c.id}: says nothing of the source's own wording")
    return out


def _in_cycles(claims: Iterable[Claim]) -> list[str]:
    uses = {c.id: c.uses for c in claims}
    settled: set[str] = set()
    while True:
        free = [
            i for i, u in uses.items() if i not in settled and all(v in settled or v not in uses for v in u)
        ]
        if not free:
            return [i for i in uses if i not in settled]
        settled.update(free)
