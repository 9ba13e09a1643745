"""One normal form for all equations: polynomials over Q in independent atoms, modulo named relations.

``Lowering`` turns an expression into a fraction of polynomials in *atoms*:

- cos and sin of integer combinations of angles become polynomials in cos(a), sin(a) of independent angles a
  (the normal form modulo cos^2 + sin^2 = 1 is complete: the characters of the torus are linearly independent);
- exponentials become monomials in exp(a) of independent exponents, x**(n + 1) becomes x * x**n;
- inner products <x, y> of distinct vectors are independent (for d at least the number of vectors), so an
  identity that holds in normal form holds in every dimension;
- sums of symbolic length are pulled apart by linearity: what does not depend on the index moves out, products
  of terms with different indices become products of sums, so that equality is termwise, for every n;
- a square root r of E is an atom with the relation r^2 = E.

What the atoms satisfy (cos^2 + sin^2 = 1, r^2 = E, and the hypotheses that are equations) is the ideal that
:mod:`phasebound.proofs.exact.ideal` reduces by. Denominators are collected, never cancelled silently: whoever
uses the normal form must show that they do not vanish.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import sympy as sp
from sympy.polys.fields import FracElement
from sympy.polys.rings import PolyElement, PolyRing

from ..terms import Abbreviation, Dot, Index, Rate, Shuffle, SquaredNorm, extent, is_vector_atom, mapped


class OutOfLanguage(Exception):
    """The expression has no polynomial normal form here."""


def evaluate_rates(x: sp.Basic) -> sp.Basic:
    """Carry out the derivatives that a statement names."""
    if not x.has(Rate, sp.Derivative):
        return x
    return mapped(x, lambda s: s.replace(lambda e: isinstance(e, Rate | sp.Derivative), lambda e: e.doit()))


@dataclass
class Angles:
    """The common denominators of the rational multiples of each angle (or exponent) in a statement."""

    denominators: dict[sp.Expr, int] = field(default_factory=dict)

    def note(self, argument: sp.Expr) -> None:
        """Take an argument of cos, sin or exp into account."""
        for term in sp.Add.make_args(sp.expand(argument)):
            k, base = term.as_coeff_Mul()
            if isinstance(k, sp.Rational):
                base = _unindexed(base)
                self.denominators[base] = sp.ilcm(self.denominators.get(base, 1), k.q)

    def split(self, argument: sp.Expr) -> list[tuple[int, sp.Expr]]:
        """Write an argument as an integer combination of independent bases."""
        found: dict[sp.Expr, sp.Rational] = {}
        for term in sp.Add.make_args(sp.expand(argument)):
            if term == 0:
                continue
            k, base = term.as_coeff_Mul()
            if not isinstance(k, sp.Rational):
                raise OutOfLanguage(f"coefficient {k}")
            q = self.denominators.get(_unindexed(base), k.q)
            found[base / q] = found.get(base / q, 0) + k * q
        if any(not k.is_Integer for k in found.values()):
            raise OutOfLanguage(f"{argument}")
        return [(int(k), base) for base, k in found.items() if k != 0]


@lru_cache(maxsize=4096)
def _unindexed(base: sp.Expr) -> sp.Expr:
    """The base with its indices forgotten: all members of a family share a denominator."""
    return base.xreplace({i: Index("i") for i in base.atoms(Index)})


TRIGONOMETRIC = (sp.sin, sp.cos, sp.tan, sp.cot, sp.sec, sp.csc)
HYPERBOLIC = (sp.sinh, sp.cosh, sp.tanh, sp.coth, sp.sech, sp.csch)


class Exponential(sp.Function):  # type: ignore[misc]
    """exp(x) as an atom: sympy would turn its powers into exponentials of other arguments."""

    nargs = (1,)
    is_positive = True


class SymbolicPower(sp.Function):  # type: ignore[misc]
    """x^n, n no integer number, x > 0, as an atom: sympy would write its inverse as another power."""

    nargs = (2,)


class Lowering:
    """Lowers expressions of one statement, so that the same thing always becomes the same atom."""

    def __init__(self, *expressions: sp.Basic, rules: Sequence[tuple[sp.Expr, sp.Expr]] = ()) -> None:
        """``rules``: (left, right) pairs, with indices as variables, applied inside sums (|r_u|^2 = 1)."""
        self.turns, self.exponents = Angles(), Angles()
        self.rules = tuple(rules)
        self.denominators: list[sp.Expr] = []
        self.bases: list[
            tuple[sp.Expr, sp.Expr]
        ] = []  # symbolic powers: (base, exponent); base > 0 is needed
        self.weak_bases: list[tuple[sp.Expr, sp.Expr]] = []  # where base >= 0 and exponent >= 0 are enough
        self.unruled: set[sp.Symbol] = set()  # bound indices with a range that the rules do not speak of
        for e in expressions:
            self.scan(e)

    def scan(self, e: sp.Basic) -> None:
        """Note the angles and exponents of an expression."""
        for f in sp.preorder_traversal(e):
            if isinstance(f, TRIGONOMETRIC):
                self.turns.note(f.args[0])
            elif isinstance(f, (sp.exp, *HYPERBOLIC)):
                self.exponents.note(f.args[0])
            elif isinstance(f, Abbreviation):
                self.scan(f.opened())

    def __call__(self, x: sp.Expr) -> sp.Expr:
        """The expression in atoms: Add, Mul and integer Pow over atoms and rationals."""
        if x.is_commutative is False:
            raise OutOfLanguage(f"factors that do not commute: {x}")
        if isinstance(x, sp.Rational | sp.Symbol | sp.Indexed | Dot):
            return self._rule(x)
        if x in (sp.pi, sp.I, sp.E):
            return x
        if isinstance(x, Exponential | SymbolicPower):
            return x
        if isinstance(x, sp.Add | sp.Mul):
            return x.func(*(self(a) for a in x.args))
        if isinstance(x, sp.Pow):
            return self._power(x)
        if isinstance(x, TRIGONOMETRIC):
            return self._trigonometric(x)
        if isinstance(x, sp.exp):
            return self._exponential(x.args[0])
        if isinstance(x, HYPERBOLIC):
            return self(x.rewrite(sp.exp, deep=False))
        if isinstance(x, sp.Sum):
            return self._sum(x)
        if isinstance(x, Rate | SquaredNorm | sp.Derivative):
            return self(x.doit())
        if isinstance(x, Abbreviation):
            return self(x.opened())
        if isinstance(x, sp.Function | sp.Max | sp.Min) and not isinstance(x, sp.Piecewise):
            return x.func(*(self._argument(a) for a in x.args))
        raise OutOfLanguage(f"{type(x).__name__}: {x}")

    def _rule(self, x: sp.Expr) -> sp.Expr:
        """Apply the first indexed rule whose left side matches the atom."""
        if not isinstance(x, sp.Indexed | Dot):
            return x
        for left, right in self.rules:
            if x.free_symbols & self.unruled:
                break
            renaming = _match(left, x)
            if renaming is not None:
                return self(_instance(right, renaming))
            if (
                isinstance(x, Dot) and is_vector_atom(left) and not right.has(left.base)
            ):  # r_j = v inside <r_l, y>
                for a, b in (x.args, x.args[::-1]):
                    renaming = _match(left, a)
                    if renaming is not None:
                        return self(Dot(_instance(right, renaming), b))
        return x

    def rewritten(self, e: sp.Expr) -> sp.Expr:
        """The expression with the rules applied once to members of families, inside functions as well."""
        odd = {j for s in e.atoms(sp.Sum) for j, _, high in s.limits if high != extent(j)}
        odd |= {
            j
            for s in sp.preorder_traversal(e)
            if not isinstance(s, sp.Sum)
            for j in getattr(s, "bound_symbols", ())
        }
        found: dict[sp.Expr, sp.Expr] = {}
        for x in e.atoms(sp.Indexed):
            for left, right in self.rules if not x.free_symbols & odd else ():
                renaming = _match(left, x) if isinstance(left, sp.Indexed) else None
                if renaming is not None:
                    found[x] = _instance(right, renaming)
                    break
        bound = {j for s in e.atoms(sp.Sum) for j in s.bound_symbols}
        if any(bound & y.free_symbols - x.free_symbols for x, y in found.items()):
            raise OutOfLanguage(f"an index of a rule is bound in {e}")
        return e.xreplace(found) if found else e

    def _argument(self, a: sp.Basic) -> sp.Basic:
        """An argument of an opaque function, in a canonical form of its own."""
        if not isinstance(a, sp.Expr) or is_vector_atom(a):
            return a
        return sp.factor_terms(sp.expand(a))

    def _power(self, x: sp.Pow) -> sp.Expr:
        base, exponent = x.args
        if exponent.is_Integer:
            low = self(base)
            if exponent < 0:
                self.denominators.append(low)
            return low**exponent
        if exponent.is_Rational and exponent.q == 2:
            inside = sp.expand(self(base))
            content, rest = inside.as_content_primitive() if inside.is_Add else (sp.S.One, inside)
            root = sp.sqrt(sp.expand(content * rest), evaluate=False) if content != 1 else sp.sqrt(rest)
            if exponent < 0:
                self.denominators.append(root)
            return root**exponent.p
        if base == sp.E:
            return self._exponential(exponent)
        whole, symbolic = sp.S.Zero, []
        for term in sp.Add.make_args(sp.expand(exponent)):
            if term.is_Integer:
                whole += term
            else:
                symbolic.append(term)
        low = self(base)
        out = low**whole
        if whole < 0:
            self.denominators.append(low)
        for term in symbolic:
            k, unit = term.as_coeff_Mul()
            if not k.is_Integer:
                k, unit = sp.S.One, term
            harmless = whole >= 0 and k > 0
            if not (
                harmless and unit.is_integer and unit.is_nonnegative
            ):  # x**(a + b) = x**a x**b for every x
                (self.weak_bases if harmless else self.bases).append((low, unit))
            atom = SymbolicPower(low, unit)
            out *= atom**k if k > 0 else sp.S.One / atom ** (-k)
        return out

    def _trigonometric(self, x: sp.Expr) -> sp.Expr:
        (argument,) = x.args
        if isinstance(x, sp.tan | sp.cot):
            c, s = self._turn(argument)
            top, bottom = (s, c) if isinstance(x, sp.tan) else (c, s)
            self.denominators.append(bottom)
            return top / bottom
        if isinstance(x, sp.sec | sp.csc):
            c, s = self._turn(argument)
            self.denominators.append(c if isinstance(x, sp.sec) else s)
            return 1 / (c if isinstance(x, sp.sec) else s)
        return self._turn(argument)[0 if isinstance(x, sp.cos) else 1]

    def _turn(self, argument: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
        c, s = sp.S.One, sp.S.Zero
        for k, base in self.turns.split(argument):
            if base.has(sp.pi):
                quarters = k * 2 * base / sp.pi
                if (quarters / 4).is_integer:  # whole turns, their number given by sizes and indices
                    continue
                if not quarters.is_Integer:
                    raise OutOfLanguage(f"a turn by {k * base}")
                a, b = {0: (1, 0), 1: (0, 1), 2: (-1, 0), 3: (0, -1)}[int(quarters) % 4]
                a, b = sp.Integer(a), sp.Integer(b)
            else:
                a, b = sp.S.One, sp.S.Zero
                u, v = sp.cos(base), sp.sin(base)
                if isinstance(
                    base, sp.atan
                ):  # sympy writes cos(atan(x)) = 1/sqrt(1 + x^2), sin(atan(x)) = x cos
                    u, v = self(u), self(v)
                elif u.func is not sp.cos or v.func is not sp.sin:  # sympy moved a sign out
                    raise OutOfLanguage(f"angle {base}")
                for _ in range(abs(k)):
                    a, b = sp.expand(a * u - b * v), sp.expand(a * v + b * u)
                b = b if k > 0 else -b
            c, s = sp.expand(c * a - s * b), sp.expand(c * b + s * a)
        return c, s

    def _exponential(self, argument: sp.Expr) -> sp.Expr:
        out = sp.S.One
        for k, base in self.exponents.split(argument):
            out *= Exponential(base) ** k
        return out

    def _sum(self, x: sp.Sum) -> sp.Expr:
        limits = list(x.limits)
        if any(low != 1 or not isinstance(j, Index) for j, low, _ in limits):
            raise OutOfLanguage(f"a sum that is not over an index from 1: {x}")
        odd = {j for j, _, high in limits if high != extent(j)} - self.unruled
        self.unruled |= odd
        summand = self(x.function)
        bound = {j: high for j, _, high in limits}
        out = sp.S.Zero
        for term in sp.Add.make_args(sp.expand(self._reduced(summand))):
            out += self._summed(term, bound)
        self.unruled -= odd
        return out

    def _summed(self, term: sp.Expr, bound: dict[sp.Symbol, sp.Expr]) -> sp.Expr:
        """The sum of one monomial: a product of sums over its connected components."""
        for f in sp.Mul.make_args(term):  # sum_j delta_jl x_j = x_l
            picked = _picked(f, bound)
            if picked is not None and picked[1] not in self.unruled:
                j, other = picked
                if other in bound_in(term):
                    raise OutOfLanguage(f"{other} is bound and free in {term}")
                rest = {l: high for l, high in bound.items() if l != j}
                low = self(term.xreplace({j: other}))
                if not rest:
                    return sp.expand(low)
                return sp.Add(*(self._summed(a, rest) for a in sp.Add.make_args(sp.expand(low))))
        term = _unshuffled(term, bound)
        free: list[sp.Expr] = []
        dependent: list[sp.Expr] = []
        for f in sp.Mul.make_args(term):
            if isinstance(f, sp.Sum) and not (f.free_symbols & set(bound)):
                free.append(f)
            else:
                (dependent if f.free_symbols & set(bound) else free).append(f)
        opened: list[sp.Expr] = []
        bound = dict(bound)
        for f in dependent:  # inner sums that depend on an outer index: open them
            base, k = f.as_base_exp()
            if isinstance(base, sp.Sum):
                if not (k.is_Integer and k > 0):
                    raise OutOfLanguage(f"{f}")
                for _ in range(int(k)):
                    fresh = {j: type(j)(f"#{j}.{len(bound)}") for j, *_ in base.limits}
                    bound.update({fresh[j]: high for j, _, high in base.limits})
                    opened.extend(sp.Mul.make_args(base.function.xreplace(fresh)))
            else:
                opened.append(f)
        dependent = opened
        if any(high.free_symbols & set(bound) for high in bound.values()):
            raise OutOfLanguage(f"a sum as long as another index says, in {term}")
        out = sp.Mul(*free)
        todo = set(bound)
        while todo:
            component = {min(todo, key=str)}
            while True:
                more = {
                    j
                    for f in dependent
                    for j in f.free_symbols & set(bound)
                    if f.free_symbols & component and j not in component
                }
                if not more:
                    break
                component |= more
            todo -= component
            factors = [f for f in dependent if f.free_symbols & component]
            out *= self._component(factors, {j: bound[j] for j in component})
        return out

    @staticmethod
    def _component(factors: list[sp.Expr], bound: dict[sp.Symbol, sp.Expr]) -> sp.Expr:
        if not factors:
            (high,) = bound.values()
            if not high.is_nonnegative:  # an empty sum is 0
                raise OutOfLanguage(f"a sum of {high} ones")
            return high
        monomial = sp.Mul(*factors)
        taken = {str(i)[1:] for i in monomial.atoms(Index) - set(bound) if str(i).startswith("#")}
        first = max((int(k) for k in taken if k.isdigit()), default=0) + 1  # sums inside keep their names
        candidates = []
        for order in itertools.permutations(sorted(bound, key=str)):
            names = {j: type(j)(f"#{k + first}") for k, j in enumerate(order)}  # no user writes such a name
            limits = ((names[j], 1, bound[j].xreplace(names)) for j in order)
            candidates.append(sp.Sum(monomial.xreplace(names), *limits))
        return min(candidates, key=sp.srepr) if len(candidates) > 1 else candidates[0]

    def _reduced(self, summand: sp.Expr) -> sp.Expr:
        """The summand with sin^2 replaced by 1 - cos^2 (the per-index form of the trigonometric relation)."""
        summand = sp.expand(summand)
        squares = {
            f.base: f
            for f in summand.atoms(sp.Pow)
            if isinstance(f.base, sp.sin) and f.exp.is_Integer and f.exp > 1
        }
        if not squares:
            return summand
        out = summand.replace(
            lambda e: isinstance(e, sp.Pow) and isinstance(e.base, sp.sin) and e.exp.is_Integer and e.exp > 1,
            lambda e: (1 - sp.cos(e.base.args[0]) ** 2) ** (e.exp // 2) * e.base ** (e.exp % 2),
        )
        return sp.expand(out)


def bound_in(e: sp.Basic) -> set[sp.Symbol]:
    """What any sum, product or rank in an expression binds."""
    return {j for s in sp.preorder_traversal(e) for j in getattr(s, "bound_symbols", ())}


def _picked(f: sp.Expr, bound: dict[sp.Symbol, sp.Expr]) -> tuple[sp.Symbol, sp.Symbol] | None:
    """(j, l) if the factor is a Kronecker delta that ties the bound index j to an index l of the same range."""
    delta = f.base if isinstance(f, sp.Pow) and f.exp.is_Integer and f.exp > 0 else f
    if not isinstance(delta, sp.KroneckerDelta) or len(delta.args) != 2:
        return None
    for j, other in (delta.args, delta.args[::-1]):
        tied = j in bound and isinstance(other, Index) and type(other) is type(j)
        if tied and bound[j] == bound.get(other, extent(other)) == extent(j):
            return j, other
    return None


def _unshuffled(term: sp.Expr, bound: dict[sp.Symbol, sp.Expr]) -> sp.Expr:
    """The summand with sigma[j] renamed to j, if j occurs in no other way: sigma permutes the tokens 1..n."""
    for j, high in bound.items():
        if type(j) is not Index or high != extent(j) or j in bound_in(term):
            continue
        shuffled = {e for e in term.atoms(sp.Indexed) if isinstance(e.base, Shuffle) and e.indices == (j,)}
        if len(shuffled) == 1:
            (e,) = shuffled
            if j not in term.xreplace({e: sp.Dummy()}).free_symbols:
                term = term.xreplace({e: j})
    return term


def _instance(right: sp.Expr, renaming: dict[sp.Symbol, sp.Symbol]) -> sp.Expr:
    """A rule's right side with its indices renamed, bound ones kept apart."""
    bound = bound_in(right)
    if bound & set(renaming):
        raise OutOfLanguage(f"an index is free and bound in {right}")
    return kept_apart(right, renaming)


def kept_apart(e: sp.Basic, renaming: dict[sp.Symbol, sp.Symbol]) -> sp.Basic:
    """Indices renamed, bound ones of the new names renamed first."""
    bound = bound_in(e)
    clash = bound & set(renaming.values())
    return e.xreplace({j: type(j)(f"#{j}") for j in clash}).xreplace(renaming)


def _match(pattern: sp.Expr, x: sp.Expr) -> dict[sp.Symbol, sp.Symbol] | None:
    """Match an atom against a pattern whose indices are variables."""
    if type(pattern) is not type(x):
        return None
    if isinstance(pattern, Index):  # of the same type, so with the same range
        return {pattern: x}
    if pattern == x and not pattern.atoms(Index):
        return {}
    if not pattern.args or len(pattern.args) != len(x.args):
        return None
    renaming: dict[sp.Symbol, sp.Symbol] = {}
    for a, b in zip(pattern.args, x.args, strict=True):
        inner = _match(a, b)
        if inner is None or any(renaming.get(k, v) != v for k, v in inner.items()):
            return None
        renaming |= inner
    return renaming


def atoms_of(x: sp.Expr) -> set[sp.Expr]:
    """The atoms of a lowered expression."""
    if isinstance(x, sp.Rational):
        return set()
    if isinstance(x, sp.Add | sp.Mul):
        return set().union(*(atoms_of(a) for a in x.args))
    if isinstance(x, sp.Pow) and x.exp.is_Integer:
        return atoms_of(x.base)
    if isinstance(x, sp.Pow) and x.exp.is_Rational and x.exp.q == 2:
        return {sp.sqrt(x.base)}
    return {x}


@lru_cache(maxsize=4096)
def _rank(atom: sp.Expr) -> tuple[int, int, str]:
    """Main variables first: roots (outermost first), sines, then the rest."""
    text = sp.srepr(atom)
    if isinstance(atom, sp.Pow) and atom.exp == sp.Rational(1, 2):
        return (0, -len(text), text)
    if isinstance(atom, sp.sin):
        return (1, 0, text)
    if isinstance(atom, sp.Sum):
        return (2, 0, text)
    if isinstance(atom, Dot):
        return (3, 0, text)
    return (4, 0, text)


class Frame:
    """A polynomial ring over Q whose generators are the atoms of some lowered expressions."""

    def __init__(self, lowered: Iterable[sp.Expr], extra: int = 0) -> None:
        """``extra`` adds that many auxiliary generators in front (for Rabinowitsch's trick)."""
        found: set[sp.Expr] = set()
        for e in lowered:
            found |= atoms_of(e)
        stack = list(found)
        while stack:  # what stands inside a root is an atom too
            a = stack.pop()
            if isinstance(a, sp.Pow) and a.exp == sp.Rational(1, 2):
                inner = atoms_of(a.base) - found
                found |= inner
                stack.extend(inner)
            elif isinstance(a, sp.sin) and sp.cos(*a.args) not in found:
                found.add(sp.cos(*a.args))
        self.atoms = sorted(found, key=_rank)
        names = [f"y{i}" for i in range(extra)] + [f"x{i}" for i in range(len(self.atoms))]
        self.ring = PolyRing(names or ["x"], sp.QQ, sp.lex)
        self.field = self.ring.to_field()
        self.extra = self.field.gens[:extra]
        self.of = dict(zip(self.atoms, self.field.gens[extra:], strict=False))

    def __call__(self, x: sp.Expr) -> FracElement:
        """A lowered expression as a fraction of polynomials."""
        if isinstance(x, sp.Rational):
            return self.field(sp.QQ(int(x.p), int(x.q)))
        if isinstance(x, sp.Add):
            out = self.field.zero
            for a in x.args:
                out += self(a)
            return out
        if isinstance(x, sp.Mul):
            out = self.field.one
            for a in x.args:
                out *= self(a)
            return out
        if isinstance(x, sp.Pow) and x.exp.is_Integer:
            base = self(x.base)
            if x.exp < 0 and base == 0:
                raise OutOfLanguage(f"division by zero: {x}")
            return base ** int(x.exp)
        if isinstance(x, sp.Pow) and x.exp.is_Rational and x.exp.q == 2 and x.exp.p != 1:
            return self.of[sp.sqrt(x.base)] ** int(x.exp.p)
        return self.of[x]

    def polynomial(self, x: sp.Expr) -> PolyElement:
        """The numerator of a lowered expression."""
        return self(x).numer

    def own_relations(self) -> list[tuple[str, PolyElement]]:
        """What the atoms satisfy by what they are: r^2 = E for roots, cos^2 + sin^2 = 1 for angles."""
        out: list[tuple[str, PolyElement]] = []
        for a in self.atoms:
            if isinstance(a, sp.Pow) and a.exp == sp.Rational(1, 2):
                gap = self.of[a] ** 2 - self(a.base)
                out.append((f"root {a}", gap.numer))
            elif isinstance(a, sp.sin):
                gap = self.of[a] ** 2 + self.of[sp.cos(*a.args)] ** 2 - 1
                out.append((f"circle {a.args[0]}", gap.numer))
            elif isinstance(a, sp.KroneckerDelta):
                i, k = a.args[:2]
                out.append((f"{a} is 0 or 1", (self.of[a] ** 2 - self.of[a]).numer))
                if i in self.of and k in self.of:
                    out.append((f"{a} off the diagonal", (self.of[a] * (self.of[i] - self.of[k])).numer))
        return out
