"""Identities between matrices of every size: words in matrices and their adjoints, with traces.

``g, M = squares("g M")`` are m x m complex matrices for *every* m, ``square_family("q")[u]`` one for each
token, ``Star(X)`` is the adjoint X*, ``Trace(X)`` the matrix (tr X) 1; a scalar c in a matrix equation is
c 1. Scalars are real, or I. The normal form of an expression is a sum of (coefficient) * (cyclic words under
the trace) * (word), with sums of symbolic length over the indices: only what holds for all square matrices is
used, together with the hypotheses

- X* X = 1 or X Y = 1: the factors cancel in both orders (for square matrices an inverse is two-sided);
- X = E or X* = E: X is replaced; tr X = 0: the trace vanishes; sum_u A_u = c.

Other hypotheses are not used. Real orthogonal matrices are unitary: what is proved holds for them as well.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, cast

import sympy as sp
from flint import fmpq, fmpq_mat
from sympy.logic.boolalg import And, Boolean

from ..claim import Hypothesis, Outcome, Point, Statement, Verdict
from ..terms import Index, extent, size
from . import evaluate as exact
from .positive import open_implications

SIZE = size("m")
"""The size of the matrices."""

MARK = "~"
"""In the names of bound indices; a statement may not use it."""

SAMPLES: tuple[Any, ...] = (
    (("3/5", "4/5"), ("-4/5", "3/5")),
    ((("0", "1"), "0"), ("0", "1")),
    (("0", "1"), ("1", "0")),
    (("1", "0"), ("0", "1")),
    (("1", "2"), ("0", ("1", "1"))),
    (("0", "0"), ("0", "0")),
)
"""Matrices that a search for counterexamples tries: unitary ones first. A pair is (real, imaginary)."""


class Square(sp.Symbol):  # type: ignore[misc]
    """An m x m matrix, m arbitrary."""

    samples = SAMPLES

    def __new__(cls, name: str, **_: Any) -> Square:
        return cast(Square, sp.Symbol.__new__(cls, name, commutative=False))


class SquareMember(sp.Indexed):  # type: ignore[misc]
    """A member g[u] of a family of matrices."""

    is_commutative = False


class SquareFamily(sp.IndexedBase):  # type: ignore[misc]
    """Matrices g[1], ..., g[n], all of the same size."""

    samples = SAMPLES

    def __getitem__(self, index: Any, **_: Any) -> SquareMember:
        return SquareMember(self, index)


class Star(sp.Function):  # type: ignore[misc]
    """The adjoint X*."""

    nargs = (1,)
    is_commutative = False

    def _sympystr(self, printer: Any) -> str:
        return f"star({printer.doprint(self.args[0])})"

    def _latex(self, printer: Any, exp: Any = None) -> str:
        return rf"\left({printer.doprint(self.args[0])}\right)^{{*}}"


class Trace(sp.Function):  # type: ignore[misc]
    """(tr X) 1: the trace as a multiple of the identity."""

    nargs = (1,)
    is_commutative = False

    def _sympystr(self, printer: Any) -> str:
        return f"tr({printer.doprint(self.args[0])})"

    def _latex(self, printer: Any, exp: Any = None) -> str:
        return rf"\operatorname{{tr}}\left({printer.doprint(self.args[0])}\right)"


class SquareRate(sp.Function):  # type: ignore[misc]
    """df/dt along a flow of matrices: ``SquareRate(f, (x, F), (y, G))`` with dx/dt = F and dy/dt = G."""

    is_commutative = False

    @classmethod
    def eval(cls, f: sp.Expr, *flow: sp.Tuple) -> None:
        return None

    def _sympystr(self, printer: Any) -> str:
        f, *flow = self.args
        along = ", ".join(f"{printer.doprint(x)}' = {printer.doprint(v)}" for x, v in flow)
        return f"d/dt[{printer.doprint(f)}; {along}]"

    def _latex(self, printer: Any, exp: Any = None) -> str:
        f, *flow = self.args
        along = r",\ ".join(rf"\dot {{{printer.doprint(x)}}} = {printer.doprint(v)}" for x, v in flow)
        return rf"\tfrac{{d}}{{dt}}\Big[{printer.doprint(f)}\Big]_{{{along}}}"


def squares(names: str) -> Any:
    """Square matrices, one a name."""
    found = tuple(Square(name) for name in names.replace(",", " ").split())
    return found if len(found) > 1 else found[0]


def square_family(name: str) -> Any:
    """Matrices indexed by tokens."""
    return SquareFamily(name)


def skew_part(x: Any) -> sp.Expr:
    """The skew part (X - X*)/2."""
    return (x - Star(x)) / 2


def inner(x: Any, y: Any) -> sp.Expr:
    """The real inner product Re tr(X* Y) of matrices (times the identity)."""
    return (Trace(Star(x) * y) + Trace(Star(y) * x)) / 2


class Unreadable(Exception):
    """The expression has no normal form here."""


Letter = tuple[sp.Expr, bool]
"""A matrix, and whether it is starred."""

Word = tuple[Letter, ...]


@dataclass(frozen=True)
class Term:
    """sum over ``bound`` of coefficient * scalars * traces * word; the coefficient has no bound index."""

    coefficient: sp.Expr
    bound: tuple[Index, ...] = ()
    scalars: tuple[sp.Expr, ...] = ()
    traces: tuple[Word, ...] = ()
    word: Word = ()

    def renamed(self, names: Mapping[Index, Index]) -> Term:
        """With bound indices renamed."""
        return Term(
            self.coefficient,
            tuple(names.get(j, j) for j in self.bound),
            tuple(s.xreplace(names) for s in self.scalars),
            tuple(_renamed(w, names) for w in self.traces),
            _renamed(self.word, names),
        )

    def uses(self, j: Index) -> bool:
        """Whether a bound index occurs."""
        letters = [a for w in (self.word, *self.traces) for a, _ in w]
        return any(x.has(j) for x in (*self.scalars, *letters))


Poly = list[Term]


def _renamed(word: Word, names: Mapping[Index, Index]) -> Word:
    return tuple((a.xreplace(names), starred) for a, starred in word)


def _starred(p: Poly) -> Poly:
    return [
        replace(
            t,
            coefficient=sp.conjugate(t.coefficient),
            word=_adjoint(t.word),
            traces=tuple(_adjoint(w) for w in t.traces),
        )
        for t in p
    ]


def _adjoint(word: Word) -> Word:
    return tuple((a, not starred) for a, starred in reversed(word))


class Words:
    """Lowers matrix expressions of one statement to sums of terms, and brings those to normal form."""

    def __init__(self, hypotheses: Iterable[Hypothesis] = ()) -> None:
        self.fresh = itertools.count(1)
        self.inverse: list[tuple[Letter, Letter]] = []  # pairs that cancel, as patterns
        self.rules: list[tuple[sp.Expr, Poly]] = []  # atom -> what it equals, as patterns
        self.hermitian: list[tuple[sp.Expr, int]] = []  # X* = sign X
        self.traceless: list[sp.Expr] = []
        self.totals: list[tuple[sp.Expr, Index, sp.Expr]] = []  # sum_u f(u) = c
        for h in hypotheses:
            for f in h.holds.args if isinstance(h.holds, And) else (h.holds,):
                if isinstance(f, sp.Eq):
                    self._use(f.lhs, f.rhs)

    def _use(self, left: sp.Expr, right: sp.Expr) -> None:
        """Turn a hypothesis into a rule; what has no such form is left unused."""
        if isinstance(left, sp.Sum) and left.is_commutative:
            ((j, low, high), *more) = left.limits
            whole = not more and low == 1 and high == extent(j)
            if whole and isinstance(left.function, sp.Indexed) and right.is_Rational:
                self.totals.append((left.function, j, right))
            return
        if left.is_commutative:
            return
        try:
            low = self.lower(left)
            value = self.lower(right)
        except Unreadable:
            return
        if len(low) != 1 or low[0].coefficient != 1 or low[0].bound or low[0].scalars:
            return
        (t,) = low
        if t.traces:
            if not t.word and len(t.traces) == 1 and len(t.traces[0]) == 1 and not value:
                self.traceless.append(t.traces[0][0][0])
            return
        if len(t.word) == 2 and value == [Term(sp.S.One)]:
            x, y = t.word
            self.inverse += [(x, y), (y, x)]
            self.inverse += [(_flip(y), _flip(x)), (_flip(x), _flip(y))]
            return
        if len(t.word) != 1:
            return
        (atom, starred) = t.word[0]
        mentioned = {a for term in value for w in (term.word, *term.traces) for a, _ in w}
        if starred and value in (
            [Term(sp.S.One, word=((atom, False),))],
            [Term(-sp.S.One, word=((atom, False),))],
        ):
            self.hermitian.append((atom, int(value[0].coefficient)))
        elif not any(_head(a) == _head(atom) for a in mentioned):
            self.rules.append((atom, _starred(value) if starred else value))

    def lower(self, x: sp.Expr) -> Poly:
        """The expression as a sum of terms, nothing reduced yet."""
        if isinstance(x, Square | SquareMember):
            return [Term(sp.S.One, word=((x, False),))]
        if isinstance(x, Star):
            return _starred(self.lower(x.args[0]))
        if isinstance(x, Trace):
            return [replace(t, traces=(*t.traces, t.word), word=()) for t in self.lower(x.args[0])]
        if isinstance(x, sp.Add):
            return [t for a in x.args for t in self.lower(a)]
        if isinstance(x, sp.Mul):
            out: Poly = [Term(sp.S.One)]
            for a in x.args:
                out = self._product(out, self.lower(a))
            return out
        if isinstance(x, sp.Pow) and x.exp.is_Integer and x.exp > 0:
            out = [Term(sp.S.One)]
            for _ in range(int(x.exp)):
                out = self._product(out, self.lower(x.base))
            return out
        if isinstance(x, sp.Sum):
            return self._sum(x)
        if isinstance(x, SquareRate):
            f, *flow = x.args
            return self._rate(self.lower(f), {a: self.lower(v) for a, v in flow})
        return self._scalar(x)

    @staticmethod
    def _scalar(x: sp.Expr) -> Poly:
        if x == 0:
            return []
        if isinstance(x, sp.Rational) or x == sp.I:
            return [Term(x)]
        if isinstance(x, sp.Symbol | sp.Indexed) and x.is_commutative and x.is_real:
            return [Term(sp.S.One, scalars=(x,))] if x.atoms(Index) else [Term(x)]
        if isinstance(x, sp.Pow) and x.exp.is_Integer and x.base.is_Symbol and x.base.is_positive:
            return [Term(sp.S.One, scalars=(x,))] if x.atoms(Index) else [Term(x)]
        raise Unreadable(f"{type(x).__name__}: {x}")

    def _new(self, j: Index) -> Index:
        return type(j)(f"{str(j).split(MARK)[0]}{MARK}{next(self.fresh)}")

    def _apart(self, t: Term) -> Term:
        names = {j: self._new(j) for j in t.bound}
        return t.renamed(names)

    def _product(self, p: Poly, q: Poly) -> Poly:
        out = []
        for a in p:
            for b in q:
                b = self._apart(b)
                out.append(
                    Term(
                        sp.expand(a.coefficient * b.coefficient),
                        a.bound + b.bound,
                        a.scalars + b.scalars,
                        a.traces + b.traces,
                        a.word + b.word,
                    )
                )
        return out

    def _sum(self, x: sp.Sum) -> Poly:
        names = {}
        for j, low, high in x.limits:
            if not isinstance(j, Index) or low != 1 or high != extent(j):
                raise Unreadable(f"a sum that is not over all of an index: {x}")
            names[j] = self._new(j)
        inside = self.lower(x.function.xreplace(names))
        return [replace(t, bound=t.bound + tuple(names.values())) for t in inside]

    def _rate(self, p: Poly, field: Mapping[sp.Expr, Poly]) -> Poly:
        """Product rule, letter by letter."""
        if not all(isinstance(x, Square) for x in field):
            raise Unreadable("only matrices may move")
        out: Poly = []
        for t in p:
            for k, letter in enumerate(t.word):
                rest = replace(t, word=())
                out += self._inserted(rest, t.word[:k], letter, t.word[k + 1 :], field, None)
            for i, w in enumerate(t.traces):
                rest = replace(t, traces=t.traces[:i] + t.traces[i + 1 :], word=())
                for k, letter in enumerate(w):
                    out += self._inserted(rest, w[:k], letter, w[k + 1 :], field, t.word)
        return out

    def _inserted(
        self,
        rest: Term,
        left: Word,
        letter: Letter,
        right: Word,
        field: Mapping[sp.Expr, Poly],
        after: Word | None,
    ) -> Poly:
        """left * (velocity of the letter) * right: as the word, or as a trace before the word ``after``."""
        atom, starred = letter
        if atom not in field:
            return []
        velocity = _starred(field[atom]) if starred else field[atom]
        side = self._product(
            self._product([Term(sp.S.One, word=left)], velocity), [Term(sp.S.One, word=right)]
        )
        if after is not None:
            side = [replace(s, traces=(*s.traces, s.word), word=after) for s in side]
        return self._product([rest], side)

    def normal(self, p: Poly) -> dict[Any, sp.Expr]:
        """Canonical terms with their coefficients; empty exactly if the rules make the sum zero."""
        out: dict[Any, sp.Expr] = {}
        for t in self._replaced(p):
            done = self._reduced(t)
            if done is not None:
                key = _canonical(done)
                out[key] = out.get(key, sp.S.Zero) + done.coefficient
        return {k: c for k, v in out.items() if (c := sp.cancel(sp.expand(v))) != 0}

    def _replaced(self, p: Poly) -> Poly:
        """Matrices that equal something are replaced, as often as there are rules."""
        for _ in range(len(self.rules) + 1):
            changed = False
            out: Poly = []
            for t in p:
                pieces: Poly = [replace(t, word=(), traces=())]
                for w in t.traces:
                    inside = self._word(w)
                    changed |= inside is not None
                    found = [Term(sp.S.One, word=w)] if inside is None else inside
                    pieces = self._product(
                        pieces, [replace(s, traces=(*s.traces, s.word), word=()) for s in found]
                    )
                inside = self._word(t.word)
                changed |= inside is not None
                pieces = self._product(pieces, [Term(sp.S.One, word=t.word)] if inside is None else inside)
                out += pieces
            p = out
            if not changed:
                return p
        raise Unreadable("the equations between matrices go round in circles")

    def _word(self, word: Word) -> Poly | None:
        out: Poly = [Term(sp.S.One)]
        changed = False
        for atom, starred in word:
            factor: Poly = [Term(sp.S.One, word=((atom, starred),))]
            for pattern, value in self.rules:
                names = _matched(pattern, atom)
                if names is not None:
                    found = [self._apart(t) for t in value]
                    found = [_instance(t, names) for t in found]
                    factor, changed = (_starred(found) if starred else found), True
                    break
            out = self._product(out, factor)
        return out if changed else None

    def _reduced(self, t: Term) -> Term | None:
        """Cancel, drop traces that vanish, sum out indices that no longer occur; None if nothing is left."""
        coefficient = t.coefficient
        coefficient, word = self._cancelled(coefficient, t.word)
        traces = []
        for w in t.traces:
            coefficient, w = self._cancelled(coefficient, w)
            while len(w) > 1 and self._cancels(w[-1], w[0]):
                w = w[1:-1]
            if len(w) == 1 and any(_matched(x, w[0][0]) is not None for x in self.traceless):
                return None
            if w:
                traces.append(w)
            else:
                coefficient *= SIZE
        done = Term(coefficient, t.bound, t.scalars, tuple(traces), word)
        for j in t.bound:
            done = self._summed(done, j)
        return done if done.coefficient != 0 else None

    def _summed(self, t: Term, j: Index) -> Term:
        rest = tuple(i for i in t.bound if i != j)
        if not t.uses(j):
            return replace(t, bound=rest, coefficient=t.coefficient * extent(j))
        own = [s for s in t.scalars if s.has(j)]
        if len(own) == 1 and not replace(t, scalars=()).uses(j):
            for f, i, value in self.totals:
                names = _matched(f, own[0])
                if (
                    names is not None
                    and [a for a, b in names.items() if b == j] == [i]
                    and type(i) is type(j)
                ):
                    left = list(t.scalars)
                    left.remove(own[0])
                    return replace(t, bound=rest, scalars=tuple(left), coefficient=t.coefficient * value)
        return t

    def _cancelled(self, coefficient: sp.Expr, word: Word) -> tuple[sp.Expr, Word]:
        out: list[Letter] = []
        for letter in word:
            for pattern, sign in self.hermitian:
                if letter[1] and _matched(pattern, letter[0]) is not None:
                    letter, coefficient = (letter[0], False), coefficient * sign
                    break
            if out and self._cancels(out[-1], letter):
                out.pop()
            else:
                out.append(letter)
        return coefficient, tuple(out)

    def _cancels(self, a: Letter, b: Letter) -> bool:
        for x, y in self.inverse:
            if (x[1], y[1]) == (a[1], b[1]):
                names = _matched(x[0], a[0])
                if names is not None and _matched(y[0], b[0]) == names:
                    return True
        return False


def _flip(letter: Letter) -> Letter:
    return (letter[0], not letter[1])


def _head(atom: sp.Expr) -> sp.Expr:
    return atom.base if isinstance(atom, SquareMember) else atom


def _matched(pattern: sp.Expr, atom: sp.Expr) -> dict[Index, Index] | None:
    """How the indices of a hypothesis (universally quantified) must be chosen to give the atom."""
    if pattern == atom:
        return {i: i for i in pattern.atoms(Index)}
    if not (isinstance(pattern, sp.Indexed) and isinstance(atom, sp.Indexed) and pattern.base == atom.base):
        return None
    names: dict[Index, Index] = {}
    for i, k in zip(pattern.indices, atom.indices, strict=True):
        if i == k:
            continue
        if not (isinstance(i, Index) and type(i) is type(k)) or names.setdefault(i, k) != k:
            return None
    return names | {i: i for i in pattern.atoms(Index) if i not in names}


def _instance(t: Term, names: Mapping[Index, Index]) -> Term:
    """A rule's value with its free indices chosen."""
    return t.renamed({i: k for i, k in names.items() if i not in t.bound})


def _canonical(t: Term) -> Any:
    """A key that two terms share exactly if they differ by bound names and by turning traces around."""
    best: Any = None
    for order in itertools.permutations(t.bound):
        names = {j: type(j)(f"{MARK}{k}") for k, j in enumerate(order)}
        r = t.renamed(names)
        key = (
            tuple(sorted(sp.srepr(j) for j in r.bound)),
            tuple(sorted(sp.srepr(s) for s in r.scalars)),
            tuple(sorted(min(_text(w[i:] + w[:i]) for i in range(len(w))) for w in r.traces)),
            _text(r.word),
        )
        best = key if best is None or key < best else best
    return best


def _text(word: Word) -> tuple[str, ...]:
    return tuple(sp.srepr(a) + ("*" if starred else "") for a, starred in word)


def mentions_matrices(f: sp.Basic) -> bool:
    """Whether a matrix occurs in a formula."""
    return bool(f.atoms(Square)) or f.has(SquareMember, SquareFamily, Star, Trace, SquareRate)


@dataclass(frozen=True)
class Matrices:
    """Decides equations between matrices, and conjunctions of them, for every size."""

    name: str = "matrices"
    tier: str = "exact"

    def _forms(self, statement: Statement) -> list[tuple[str, dict[Any, sp.Expr]]]:
        statement = open_implications(statement)
        f = statement.conclusion
        whole = [f, *(h.holds for h in statement.hypotheses)]
        if any(MARK in str(i) for g in whole for i in g.atoms(Index)):
            raise Unreadable(f"an index whose name contains {MARK}")
        words = Words(statement.hypotheses)
        out = []
        for g in f.args if isinstance(f, And) else (f,):
            if not isinstance(g, sp.Eq):
                raise Unreadable(f"not an equation: {g}")
            left, right = words.lower(g.lhs), words.lower(g.rhs)
            gap = words.normal([*left, *(replace(t, coefficient=-t.coefficient) for t in right)])
            out.append((f"{len(left)} and {len(right)} terms", gap))
        return out

    def prove(self, statement: Statement) -> Outcome:
        """Both sides have the same normal form."""
        try:
            forms = self._forms(statement)
        except (Unreadable, ValueError) as reason:
            return Outcome(Verdict.UNKNOWN, {"reason": str(reason)})
        for _, gap in forms:
            if gap:
                word = next(iter(gap))
                return Outcome(Verdict.UNKNOWN, {"reason": f"{len(gap)} terms remain, one {word}"})
        return Outcome(Verdict.PROVED, {"normal_forms": [text for text, _ in forms]})

    def replay(self, statement: Statement, evidence: Mapping[str, Any]) -> bool:
        """The normal form is a computation: do it again."""
        again = self.prove(statement)
        return again.verdict is Verdict.PROVED and dict(again.evidence) == dict(evidence)


# --- values at a point: exact, and independent of the normal form


def _rows(value: Any) -> fmpq_mat:
    """A complex m x m matrix A + i B as the real matrix [[A, -B], [B, A]]: adjoint is transposition."""
    if not isinstance(value, tuple | list) or not all(isinstance(r, tuple | list) for r in value):
        raise exact.NotExact(f"not a matrix: {value}")
    entries = [[e if isinstance(e, tuple | list) else (e, 0) for e in row] for row in value]
    m = len(entries)
    if any(len(row) != m for row in entries) or any(len(e) != 2 for row in entries for e in row):
        raise exact.NotExact(f"not a square matrix: {value}")
    real = [[_fraction(e[0]) for e in row] for row in entries]
    imaginary = [[_fraction(e[1]) for e in row] for row in entries]
    top = [a + [-x for x in b] for a, b in zip(real, imaginary, strict=True)]
    return fmpq_mat(top + [b + a for a, b in zip(real, imaginary, strict=True)])


def _fraction(x: Any) -> fmpq:
    q = Fraction(x)
    return fmpq(q.numerator, q.denominator)


def _multiple(m: int, real: Any, imaginary: Any = 0) -> fmpq_mat:
    """The multiple c 1 of the m x m identity."""
    a, b = _fraction(real), _fraction(imaginary)
    out = fmpq_mat(2 * m, 2 * m)
    for i in range(m):
        out[i, i] = out[m + i, m + i] = a
        out[i, m + i], out[m + i, i] = -b, b
    return out


class _Values:
    """Values of matrix expressions, and of their derivatives along a flow, at one point."""

    def __init__(self, point: Point, index: Mapping[sp.Symbol, int], m: int) -> None:
        self.point, self.index, self.m = {**point, SIZE: m}, dict(index), m

    def at(self, index: Mapping[Any, int]) -> _Values:
        return _Values(self.point, index, self.m)

    def value(self, x: sp.Expr) -> fmpq_mat:
        if isinstance(x, Square | SquareMember):
            found = _rows(exact.lookup(x, self.point, self.index))
            if found.nrows() != 2 * self.m:
                raise exact.NotExact("matrices of different sizes")
            return found
        if isinstance(x, Star):
            return self.value(x.args[0]).transpose()
        if isinstance(x, Trace):
            return self._trace(self.value(x.args[0]))
        if isinstance(x, SquareRate):
            f, *flow = x.args
            return self.derivative(f, dict(flow))
        if x == sp.I:
            return _multiple(self.m, 0, 1)
        if isinstance(x, sp.Add):
            out = _multiple(self.m, 0)
            for a in x.args:
                out = out + self.value(a)
            return out
        if isinstance(x, sp.Mul):
            out = _multiple(self.m, 1)
            for a in x.args:
                out = out * self.value(a)
            return out
        if isinstance(x, sp.Pow) and x.exp.is_Integer and x.exp > 0:
            return self.value(sp.Mul(*([x.base] * int(x.exp)), evaluate=False))
        if isinstance(x, sp.Sum):
            out = _multiple(self.m, 0)
            for i in exact.ranges(x.limits, self.point, dict(self.index)):
                out = out + self.at(i).value(x.function)
            return out
        if mentions_matrices(x):
            raise exact.NotExact(f"{type(x).__name__}: {x}")
        return _multiple(self.m, exact.scalar(x, self.point, self.index))

    def _trace(self, a: fmpq_mat) -> fmpq_mat:
        m = self.m
        real, imaginary = (sum((a[i + row, i] for i in range(m)), fmpq(0)) for row in (0, m))
        return _multiple(m, Fraction(str(real)), Fraction(str(imaginary)))

    def derivative(self, x: sp.Expr, flow: Mapping[sp.Expr, sp.Expr]) -> fmpq_mat:
        """The product rule, carried out on values."""
        zero = _multiple(self.m, 0)
        if x in flow:
            return self.value(flow[x])
        if isinstance(x, Star):
            return self.derivative(x.args[0], flow).transpose()
        if isinstance(x, Trace):
            return self._trace(self.derivative(x.args[0], flow))
        if isinstance(x, sp.Add):
            for a in x.args:
                zero = zero + self.derivative(a, flow)
            return zero
        if isinstance(x, sp.Pow) and x.exp.is_Integer and x.exp > 0:
            return self.derivative(sp.Mul(*([x.base] * int(x.exp)), evaluate=False), flow)
        if isinstance(x, sp.Mul):
            for k, a in enumerate(x.args):
                part = self.derivative(a, flow)
                for b in reversed(x.args[:k]):
                    part = self.value(b) * part
                for b in x.args[k + 1 :]:
                    part = part * self.value(b)
                zero = zero + part
            return zero
        if isinstance(x, sp.Sum):
            for i in exact.ranges(x.limits, self.point, dict(self.index)):
                zero = zero + self.at(i).derivative(x.function, flow)
            return zero
        if x.has(*flow):
            raise exact.NotExact(f"the derivative of {x}")
        return zero


def _order(f: Boolean, point: Point) -> int:
    """The size of the matrices that a point gives."""
    for x in sorted(f.atoms(Square) | {a.base for a in f.atoms(SquareMember)}, key=str):
        value = point.get(x)
        if value is None:
            raise exact.NotExact(f"no value for {x}")
        return len(value) if isinstance(x, Square) else len(value[0])
    raise exact.NotExact("no matrix in the equation")


def truth(f: Boolean, point: Point, index: Mapping[sp.Symbol, int]) -> bool:
    """Whether a matrix equation (or inequation) holds at a point."""
    if not isinstance(f, sp.Eq | sp.Ne):
        raise exact.NotExact(f"no order between matrices: {f}")
    values = _Values(point, index, _order(f, point))
    return (values.value(f.lhs) == values.value(f.rhs)) == isinstance(f, sp.Eq)


exact.EQUATIONS.append((mentions_matrices, truth))
