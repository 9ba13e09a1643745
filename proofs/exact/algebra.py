"""Equations modulo hypotheses: the decision procedure for identities, equilibria and their converses.

Every formula built from equations becomes membership in an ideal (:mod:`.ideal`), for all n and all d at once
(:mod:`.normal_form`):

- x = y for vectors: every coefficient vanishes, or |x - y|^2 does (the inner product is definite);
- P or Q: the product of their gaps vanishes; P and Q: one after the other;
- P != Q as a hypothesis adds an inverse of the gap; as a conclusion, assuming P = Q must give 1 = 0;
- P iff Q: both directions.

The evidence lists cofactors; the replay multiplies them out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import sympy as sp
from sympy.logic.boolalg import And, Boolean, Equivalent, Implies, Not, Or
from sympy.polys.rings import PolyElement

from ..claim import Hypothesis, Outcome, Statement, Verdict
from ..terms import Dot, Index, is_vector, is_vector_atom, linear_parts
from .ideal import cofactors, combines
from .normal_form import Frame, Lowering, OutOfLanguage, evaluate_rates, kept_apart
from .sign import Facts

POWERS = (1, 2)
"""A goal p is proved if some power of it lies in the ideal (real solutions: p^2 = 0 gives p = 0)."""


class NotEquational(Exception):
    """The formula is not built from equations."""


def split_goals(f: Boolean, given: tuple[Boolean, ...] = ()) -> Iterator[tuple[tuple[Boolean, ...], Boolean]]:
    """Reduce a conclusion to goals (assumptions, equation or disequation or disjunction of equations)."""
    if isinstance(f, And):
        for a in f.args:
            yield from split_goals(a, given)
    elif isinstance(f, Implies):
        for case in _cases(f.args[0]):
            yield from split_goals(f.args[1], (*given, case))
    elif isinstance(f, Equivalent):
        p, q = f.args
        yield from split_goals(Implies(p, q, evaluate=False), given)
        yield from split_goals(Implies(q, p, evaluate=False), given)
    elif isinstance(f, Not) and isinstance(f.args[0], sp.Eq):
        yield given, sp.Ne(f.args[0].lhs, f.args[0].rhs, evaluate=False)
    else:
        yield given, f


def free_indices(f: sp.Basic) -> set[Index]:
    """The indices that stand free in a formula."""
    return {i for i in f.free_symbols if isinstance(i, Index)}


def _cases(premise: Boolean) -> tuple[Boolean, ...]:
    return tuple(premise.args) if isinstance(premise, Or) else (premise,)


def gap_of(f: Boolean) -> sp.Expr:
    """lhs - rhs of an equation or disequation."""
    if not isinstance(f, sp.Eq | sp.Ne):
        raise NotEquational(f"{f}")
    return evaluate_rates(f.lhs - f.rhs)


def scalar_gap(f: Boolean) -> sp.Expr:
    """One scalar that vanishes exactly where the formula holds."""
    if isinstance(f, Or):
        return sp.Mul(*(scalar_gap(a) for a in f.args))
    if isinstance(f, And):
        return sp.Add(*(scalar_gap(a) ** 2 for a in f.args))
    if not isinstance(f, sp.Eq):
        raise NotEquational(f"{f}")
    gap = gap_of(f)
    return Dot(gap, gap) if is_vector(gap) else gap


def coefficients(x: sp.Expr) -> dict[sp.Expr, sp.Expr]:
    """The coefficient of each vector atom (or canonical sum of vectors) of a vector expression."""
    out: dict[sp.Expr, sp.Expr] = {}
    for a, v in linear_parts(x):
        if isinstance(v, sp.Sum):  # sum_j f_j r_j: pull factors without j out of the summand
            inner, *more = v.limits
            if more:
                raise OutOfLanguage(f"{v}")
            for b, u in linear_parts(v.function):
                free, bound = b.as_independent(inner[0])
                key = sp.Sum(bound * u, inner)
                out[key] = out.get(key, sp.S.Zero) + a * free
        else:
            out[v] = out.get(v, sp.S.Zero) + a
    return out


@dataclass
class Problem:
    """One goal as a membership question: goals lie in the ideal of the relations?"""

    frame: Frame
    relations: list[tuple[str, PolyElement]]
    goals: list[PolyElement]


Route = Callable[[], Problem]
"""A way to settle a goal, posed when it is needed."""


def indexed_rules(hypotheses: tuple[Hypothesis, ...]) -> list[tuple[sp.Expr, sp.Expr]]:
    """Hypotheses 'atom = value for every index' as rewriting rules inside sums."""
    out = []
    for h in hypotheses:
        f = h.holds
        if isinstance(f, sp.Eq) and isinstance(f.lhs, sp.Indexed | Dot) and f.lhs.atoms(Index):
            if isinstance(f.lhs, sp.Indexed) and f.rhs.has(f.lhs.base):
                continue  # it would apply to what it gives
            if {i for i in f.rhs.free_symbols if isinstance(i, Index)} <= f.lhs.free_symbols:
                out.append((f.lhs, f.rhs))
    return out


class Setting:
    """The hypotheses of a statement, lowered once for several goals."""

    def __init__(self, statement: Statement, assumed: tuple[Boolean, ...], goals: list[sp.Expr]) -> None:
        self.hypotheses = (
            *statement.hypotheses,
            *(Hypothesis(f"case {i + 1}", a) for i, a in enumerate(assumed)),
        )
        own = set(
            statement.hypotheses
        )  # a premise that names an index speaks of one token, a hypothesis of all
        self.facts = Facts((h.name, h.holds) for h in self.hypotheses if h in own or not h.holds.atoms(Index))
        self.goals = [evaluate_rates(g) for g in goals]
        vectors = {
            v
            for e in [statement.conclusion, *(h.holds for h in self.hypotheses), *self.goals]
            for v in sp.preorder_traversal(e)
            if is_vector_atom(v) and not v.atoms(Index)
        }
        self.vectors = sorted(vectors, key=sp.default_sort_key)
        free = sorted({i for g in self.goals for i in free_indices(g)}, key=str)
        equations: list[tuple[str, sp.Expr]] = []
        inverses: list[tuple[str, sp.Expr]] = []
        for h in self.hypotheses:
            for f in self._instances(h.holds, free) if h in own else (h.holds,):
                self._collect(h.name, f, equations, inverses)
        self.lower = Lowering(
            *self.goals,
            *(e for _, e in equations),
            *(e for _, e in inverses),
            rules=indexed_rules(statement.hypotheses),
        )
        self.goals = [self.lower.rewritten(g) for g in self.goals]
        self.equations = [(n, self.lower(self.lower.rewritten(e))) for n, e in equations]
        self.inverses = [(n, self.lower(self.lower.rewritten(e))) for n, e in inverses]

    @staticmethod
    def _instances(f: Boolean, free: list[Index]) -> Iterator[Boolean]:
        own = sorted(free_indices(f), key=str)
        if not own or set(own) <= set(free):
            yield f
        if len(own) == 1:
            for i in free:
                if i != own[0] and type(i) is type(own[0]):
                    yield kept_apart(f, {own[0]: i})

    def _collect(
        self,
        name: str,
        f: Boolean,
        equations: list[tuple[str, sp.Expr]],
        inverses: list[tuple[str, sp.Expr]],
    ) -> None:
        if isinstance(f, And):
            for a in f.args:
                self._collect(name, a, equations, inverses)
        elif isinstance(f, sp.Eq):
            gap = gap_of(f)
            if is_vector(gap):
                equations += [(f"{name}, along {v}", Dot(gap, v)) for v in self.vectors]
            else:
                equations.append((name, gap))
        elif isinstance(f, Or):
            equations.append((name, scalar_gap(f)))
        elif isinstance(f, sp.Ne):
            gap = gap_of(f)
            inverses.append((name, Dot(gap, gap) if is_vector(gap) else gap))
        elif isinstance(f, sp.Lt | sp.Gt):
            inverses.append((name, evaluate_rates(f.lhs - f.rhs)))

    def problem(self, goals: list[sp.Expr], extra: tuple[sp.Expr, ...] = ()) -> Problem:
        """Membership of the goals' numerators in the ideal of the hypotheses (and of extra = 0)."""
        low = [self.lower(g) for g in goals]
        more = [self.lower(e) for e in extra]
        frame = Frame(
            [*low, *more, *(e for _, e in self.equations), *(e for _, e in self.inverses)],
            extra=len(self.inverses),
        )
        relations = [(n, frame.polynomial(e)) for n, e in self.equations]
        relations += [(f"assumed {i + 1}", frame.polynomial(e)) for i, e in enumerate(more)]
        for y, (n, e) in zip(frame.extra, self.inverses, strict=True):
            value = frame(e)
            relations.append((f"inverse: {n}", (y * value - 1).numer))
        relations += frame.own_relations()
        return Problem(frame, relations, [frame.polynomial(g) for g in low])

    def undefined(self) -> str | None:
        """Why some expression may have no value under the hypotheses, or None."""
        for d in dict.fromkeys(self.lower.denominators):
            if not self.nonvanishing(d):
                return f"the denominator {d} may vanish"
        for b, _ in self.lower.bases:
            if not self.facts.positive(b):
                return f"the base {b} of a symbolic power is not known to be positive"
        for b, k in self.lower.weak_bases:
            if not (self.facts.positive(b) or (self.facts.nonnegative(b) and self.facts.nonnegative(k))):
                return f"the power {b}**{k} is not known to be that of numbers >= 0"
        return None

    def nonvanishing(self, denominator: sp.Expr) -> bool:
        """Whether the hypotheses keep a (lowered) denominator away from zero, by sign or by the ideal."""
        if self.facts.nonvanishing(denominator):
            return True
        return solve(self.problem([sp.S.One], extra=(denominator,))) is not None


def solve(problem: Problem) -> list[tuple[int, list[PolyElement]]] | None:
    """For each goal the power and the cofactors, or None."""
    out = []
    generators = [r for _, r in problem.relations]
    for goal in problem.goals:
        for power in POWERS:
            found = cofactors(goal**power, generators)
            if found is not None:
                out.append((power, found))
                break
        else:
            return None
    return out


def pack(p: PolyElement) -> str:
    """A polynomial as text: terms "coefficient generator^exponent ..." joined by " + "."""
    names = [str(g) for g in p.ring.gens]
    return " + ".join(
        " ".join([str(c), *(f"{g}^{k}" for g, k in zip(names, m, strict=True) if k)]) for m, c in p.terms()
    )


def unpack(problem: Problem, text: str) -> PolyElement:
    """The polynomial that :func:`pack` wrote."""
    ring = problem.frame.ring
    place = {str(g): i for i, g in enumerate(ring.gens)}
    out = {}
    for term in text.split(" + ") if text else []:
        coefficient, *powers = term.split()
        monomial = [0] * len(place)
        for power in powers:
            g, k = power.split("^")
            if int(k) < 1:
                raise ValueError(f"not a power in a polynomial: {power}")
            monomial[place[g]] = int(k)
        out[tuple(monomial)] = ring.domain.convert(sp.Rational(coefficient))
    return ring.from_dict(out)


@dataclass(frozen=True)
class Algebra:
    """Decides equations, disequations, their conjunctions, implications and equivalences."""

    name: str = "algebra"
    tier: str = "exact"

    def _problems(self, statement: Statement) -> Iterator[tuple[Setting, list[Route]]]:
        """For each goal of the conclusion the membership questions, any one of which settles it (not yet posed)."""
        for assumed, goal in split_goals(statement.conclusion):
            yield self._goal(statement, assumed, goal)

    @staticmethod
    def _goal(
        statement: Statement, assumed: tuple[Boolean, ...], goal: Boolean
    ) -> tuple[Setting, list[Route]]:
        if isinstance(goal, sp.Ne):
            gap = gap_of(goal)
            extra = tuple(coefficients(gap).values()) if is_vector(gap) else (gap,)
            if is_vector(gap):
                extra = (Dot(gap, gap),)
            setting = Setting(statement, assumed, list(extra))
            return setting, [partial(setting.problem, [sp.S.One], extra)]
        if isinstance(goal, sp.Eq) and is_vector(gap_of(goal)):
            gap = gap_of(goal)
            parts = list(coefficients(gap).values())
            square = Dot(gap, gap)
            setting = Setting(statement, assumed, [*parts, square])
            return setting, [partial(setting.problem, parts), partial(setting.problem, [square])]
        value = scalar_gap(goal)
        setting = Setting(statement, assumed, [value])
        return setting, [partial(setting.problem, [setting.goals[0]])]

    def prove(self, statement: Statement) -> Outcome:
        """Search for cofactors."""
        evidence = []
        try:
            for setting, routes in self._problems(statement):
                for k, pose in enumerate(routes):
                    problem = pose()
                    objection = setting.undefined()
                    if objection:
                        return Outcome(Verdict.UNKNOWN, {"reason": objection})
                    found = solve(problem)
                    if found is not None:
                        evidence.append(
                            {
                                "route": k,
                                "goals": [
                                    {"power": e, "cofactors": [pack(q) for q in qs]} for e, qs in found
                                ],
                            }
                        )
                        break
                else:
                    return Outcome(Verdict.UNKNOWN, {"reason": "not in the ideal of the hypotheses"})
        except RecursionError:
            return Outcome(Verdict.UNKNOWN, {"reason": "the hypotheses, as rules, go in circles"})
        except (NotEquational, OutOfLanguage, ValueError) as problem_met:
            return Outcome(Verdict.UNKNOWN, {"reason": str(problem_met)})
        return Outcome(Verdict.PROVED, {"memberships": evidence})

    def replay(self, statement: Statement, evidence: Mapping[str, Any]) -> bool:
        """Multiply the cofactors out."""
        given = evidence["memberships"]
        goals = list(self._problems(statement))
        if len(given) != len(goals):
            return False
        for (setting, routes), entry in zip(goals, given, strict=True):
            problem = routes[entry["route"]]()
            if setting.undefined():
                return False
            generators = [r for _, r in problem.relations]
            if len(entry["goals"]) != len(problem.goals):
                return False
            for goal, one in zip(problem.goals, entry["goals"], strict=True):
                found = [unpack(problem, q) for q in one["cofactors"]]
                if len(found) != len(generators) or one["power"] not in POWERS:
                    return False
                if not combines(goal ** one["power"], generators, found):
                    return False
        return True
