r"""The language in which claims are written: real scalars, vectors of any dimension, sums of any length.

Everything is an ordinary sympy expression, so that a claim's file reads like the paper:

- ``z, h = vectors("z h")`` are elements of R^d for *every* d; they occur linearly, or inside :func:`dot`.
- ``r = vector_family("r")`` gives ``r[j]``; ``w = family("w")`` gives the scalars ``w[j]``.
- ``total(w[j] * r[j], j)`` is the sum over j = 1..n for *every* n.
- ``Rate(f, (z, F))`` is df/dt along dz/dt = F (with F constant: the directional derivative).

A symbol that stands free in a statement is universally quantified: reals over R, vectors over R^d,
indices over 1..n. Nothing is assumed of a symbol beyond that; positivity and the like are named hypotheses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, cast

import sympy as sp
from sympy.core.function import AppliedUndef


class Vector(sp.Symbol):  # type: ignore[misc]
    """An element of R^d, d arbitrary."""


class VectorFamily(sp.IndexedBase):  # type: ignore[misc]
    """Vectors r[1], ..., r[n] of R^d, n and d arbitrary."""


class Shuffle(sp.IndexedBase):  # type: ignore[misc]
    """A permutation of the tokens: ``sigma[u]`` is the token that comes to place u, and every token comes once."""


class Index(sp.Symbol):  # type: ignore[misc]
    """An index that runs over the tokens 1..n."""

    def __new__(cls, name: str, **_: Any) -> Index:
        return cast(Index, sp.Symbol.__new__(cls, name, integer=True, positive=True))


class Skew(sp.Symbol):  # type: ignore[misc]
    """A linear operator S on R^d, d arbitrary, with <S x, y> = -<x, S y> for all x, y."""


def size(name: str) -> sp.Symbol:
    """A number of tokens, coordinates or dimensions: an integer >= 1."""
    return sp.Symbol(name, integer=True, positive=True)


N = size("n")
"""The number of tokens."""

K = size("k")
"""The number of coordinates (oscillators a token)."""


class Coordinate(Index):
    """An index that runs over the coordinates 1..k."""


L = size("L")
"""The number of layers."""


class Layer(Index):
    """An index that runs over the layers 1..L."""


def extent(j: Index) -> sp.Symbol:
    """The size that a free index runs up to."""
    return K if isinstance(j, Coordinate) else L if isinstance(j, Layer) else N


def reals(names: str) -> Any:
    """Real scalars (angles, weights, times), one symbol a name."""
    return sp.symbols(names, real=True)


def vectors(names: str) -> Any:
    """Vectors of R^d, one a name; a tuple if there are several names."""
    found = tuple(Vector(name, real=True) for name in names.replace(",", " ").split())
    return found if len(found) > 1 else found[0]


def family(name: str) -> Any:
    """Real scalars indexed by tokens: ``family("A")[u]`` or ``family("A")[t, u]``."""
    return sp.IndexedBase(name, real=True)


def vector_family(name: str) -> Any:
    """Vectors indexed by tokens: ``vector_family("r")[j]``."""
    return VectorFamily(name, real=True)


def permutation(name: str) -> Any:
    """A permutation of the tokens 1..n, whose values may stand as indices."""
    return Shuffle(name, integer=True, positive=True)


def indices(names: str) -> Any:
    """Indices over the tokens, one a name."""
    found = tuple(Index(name) for name in names.replace(",", " ").split())
    return found if len(found) > 1 else found[0]


def coordinates(names: str) -> Any:
    """Indices over the coordinates, one a name."""
    found = tuple(Coordinate(name) for name in names.replace(",", " ").split())
    return found if len(found) > 1 else found[0]


def layers(names: str) -> Any:
    """Indices over the layers, one a name."""
    found = tuple(Layer(name) for name in names.replace(",", " ").split())
    return found if len(found) > 1 else found[0]


def total(term: sp.Expr, *over: Index) -> sp.Expr:
    """Sum of ``term`` over the whole range of each index."""
    return sp.Sum(term, *((j, 1, extent(j)) for j in over))


def skew(name: str) -> Any:
    """A skew linear operator; ``image(S, x)`` is S x."""
    return Skew(name, real=True)


def is_vector_atom(x: Any) -> bool:
    """Whether x is a vector symbol, a member of a vector family, or the image of one under an operator."""
    return isinstance(x, Vector | Image) or (isinstance(x, sp.Indexed) and isinstance(x.base, VectorFamily))


class ScalarFunction(sp.Function):  # type: ignore[misc]
    """A function of vectors with scalar values, other than the inner product."""

    is_real = True
    is_commutative = True


def is_vector(x: sp.Expr) -> bool:
    """Whether x is a vector expression: some vector stands outside every inner product."""
    if is_vector_atom(x):
        return True
    if isinstance(x, Dot | Rate | SquaredNorm | ScalarFunction | AppliedUndef) or not x.args:
        return False
    if isinstance(x, sp.Sum):
        return is_vector(x.function)
    return any(is_vector(a) for a in x.args)


def linear_parts(x: sp.Expr) -> Iterator[tuple[sp.Expr, sp.Expr]]:
    """Split a vector expression into (scalar coefficient, vector atom or sum of vectors) pairs.

    Raises ValueError where x is not linear in its vectors.
    """
    for term in sp.Add.make_args(sp.expand_mul(x)):
        if term == 0:
            continue
        factors = sp.Mul.make_args(term)
        directions = [f for f in factors if is_vector(f)]
        if len(directions) != 1:
            raise ValueError(f"not a linear combination of vectors: {term}")
        (direction,) = directions
        scalar = sp.Mul(*(f for f in factors if f is not direction))
        if is_vector_atom(direction) or isinstance(direction, sp.Sum):
            yield scalar, direction
        else:  # a product or power of sums that expand_mul left closed
            opened = sp.expand(direction)
            if opened == direction:
                raise ValueError(f"not a linear combination of vectors: {direction}")
            for inner, atom in linear_parts(opened):
                yield scalar * inner, atom


def _apart(s: sp.Sum, other: sp.Expr) -> sp.Sum:
    """Rename the bound indices of s that occur in ``other``."""
    taken = {str(a) for a in other.atoms(Index)} | {str(a) for a in s.atoms(Index)}
    renaming = {}
    for j, *_ in s.limits:
        if j in other.atoms(Index):
            fresh = next(f"{j}{k}" for k in range(2, 99) if f"{j}{k}" not in taken)
            taken.add(fresh)
            renaming[j] = type(j)(fresh)
    return s.xreplace(renaming) if renaming else s


class Image(sp.Function):  # type: ignore[misc]
    """S x for a skew operator S: linear in x, pulled apart when it is built."""

    nargs = (2,)
    is_real = True
    is_commutative = True

    @classmethod
    def eval(cls, operator: sp.Expr, x: sp.Expr) -> sp.Expr | None:
        if not isinstance(operator, Skew):
            raise TypeError(f"not an operator: {operator}")
        if x == 0:
            return sp.S.Zero
        if is_vector_atom(x):
            return None
        return sp.Add(
            *(
                a
                * (
                    sp.Sum(cls(operator, v.function), *v.limits)
                    if isinstance(v, sp.Sum)
                    else cls(operator, v)
                )
                for a, v in linear_parts(x)
            )
        )

    def _sympystr(self, printer: Any) -> str:
        return " ".join(printer.doprint(a) for a in self.args)

    def _latex(self, printer: Any) -> str:
        return r" ".join(printer.doprint(a) for a in self.args)


def image(operator: Any, x: Any) -> sp.Expr:
    """The image S x of a vector expression under an operator."""
    return Image(operator, sp.sympify(x))


def _peeled(x: sp.Expr) -> tuple[tuple[sp.Expr, ...], sp.Expr]:
    """(S, T, ...), x0 with x = S T ... x0."""
    operators: list[sp.Expr] = []
    while isinstance(x, Image):
        operator, x = x.args
        operators.append(operator)
    return tuple(operators), x


def _ordered(x: sp.Expr, y: sp.Expr) -> tuple[int, sp.Expr, sp.Expr]:
    """(sign, u, v) with <x, y> = sign <u, v> in one canonical form: all (skew) operators stand on v."""
    left, u = _peeled(x)
    right, v = _peeled(y)
    sign = (-1) ** len(left)
    operators = (*reversed(left), *right)
    back = tuple(reversed(operators))
    swapped = (-1) ** len(operators)
    if u == v and operators == back and swapped < 0:
        return 0, u, v

    def key(a: sp.Expr, names: tuple[sp.Expr, ...]) -> Any:
        return sp.default_sort_key(a), tuple(map(str, names))

    if (key(v, back), key(u, ())) < (key(u, operators), key(v, ())):
        sign, u, v, operators = sign * swapped, v, u, back
    for operator in reversed(operators):
        v = Image(operator, v)
    return sign, u, v


class Dot(sp.Function):  # type: ignore[misc]
    """The inner product <x, y>: symmetric and bilinear, expanded when it is built."""

    nargs = (2,)
    is_real = True
    is_commutative = True

    @classmethod
    def eval(cls, x: sp.Expr, y: sp.Expr) -> sp.Expr | None:
        if x == 0 or y == 0:
            return sp.S.Zero
        if is_vector_atom(x) and is_vector_atom(y):
            sign, u, v = _ordered(x, y)
            return None if (sign, u, v) == (1, x, y) else sign * cls(u, v)
        return sp.Add(*(a * cls._with(v, y) for a, v in linear_parts(x)))

    @classmethod
    def _with(cls, v: sp.Expr, y: sp.Expr) -> sp.Expr:
        """<v, y> for a vector atom or a sum v."""
        if isinstance(v, sp.Sum):
            v = _apart(v, y)
            return sp.Sum(cls(v.function, y), *v.limits)
        out = []
        for b, u in linear_parts(y):
            if isinstance(u, sp.Sum):
                u = _apart(u, v)
                out.append(b * sp.Sum(cls(v, u.function), *u.limits))
            else:
                out.append(b * cls(v, u))
        return sp.Add(*out)

    def _sympystr(self, printer: Any) -> str:
        return "<{}, {}>".format(*(printer.doprint(a) for a in self.args))

    def _latex(self, printer: Any) -> str:
        return r"\langle {}, {} \rangle".format(*(printer.doprint(a) for a in self.args))


def dot(x: Any, y: Any) -> sp.Expr:
    """The inner product <x, y>."""
    return Dot(sp.sympify(x), sp.sympify(y))


def norm(x: Any) -> sp.Expr:
    """The length of x, sqrt(<x, x>)."""
    return sp.sqrt(dot(x, x))


class SquaredNorm(sp.Function):  # type: ignore[misc]
    """<x, x> left as it stands, for certificates: its sign is manifest (``doit`` expands it)."""

    nargs = (1,)
    is_real = True
    is_commutative = True

    @classmethod
    def eval(cls, x: sp.Expr) -> None:
        return None

    def doit(self, **hints: Any) -> sp.Expr:
        return Dot(self.args[0], self.args[0])

    def _sympystr(self, printer: Any) -> str:
        return f"|{printer.doprint(self.args[0])}|^2"

    def _latex(self, printer: Any) -> str:
        return rf"\left| {printer.doprint(self.args[0])} \right|^2"


class Abbreviation(sp.Function):  # type: ignore[misc]
    """A function that stands for another expression; some sign rule knows more about it than the expression shows."""

    is_real = True
    is_commutative = True

    def opened(self) -> sp.Expr:
        """What it stands for."""
        raise NotImplementedError


class Square(Abbreviation):
    """x^2 of a scalar left as it stands, for certificates: its sign is manifest."""

    nargs = (1,)

    @classmethod
    def eval(cls, x: sp.Expr) -> None:
        if is_vector(x):
            raise ValueError(f"{x} is a vector: its square is <x, x>")

    def opened(self) -> sp.Expr:
        """x^2."""
        return self.args[0] ** 2


class Rate(sp.Function):  # type: ignore[misc]
    """df/dt along a flow: ``Rate(f, (z, F), (s, G))`` with dz/dt = F and ds/dt = G, left unevaluated.

    ``doit`` applies the chain rule through inner products (every d) and through scalars.
    """

    is_commutative = True

    @classmethod
    def eval(cls, f: sp.Expr, *flow: sp.Tuple) -> None:
        return None

    def doit(self, **hints: Any) -> sp.Expr:
        f, *flow = self.args
        field = dict(tuple(pair) for pair in flow)
        f = f.replace(lambda e: isinstance(e, Rate | SquaredNorm), lambda e: e.doit())
        if is_vector(f):
            return sp.Add(
                *(self._scalar(a, field) * v + a * self._direction(v, field) for a, v in linear_parts(f))
            )
        return self._scalar(f, field)

    @staticmethod
    def _direction(v: sp.Expr, field: dict[sp.Expr, sp.Expr]) -> sp.Expr:
        if isinstance(v, sp.Sum):
            if any(x in v.free_symbols or v.has(x) for x in field):
                raise ValueError("Rate of a sum of moving vectors: write the sum of the rates")
            return sp.S.Zero
        return Rate._moved(v, field)

    @staticmethod
    def _moved(v: sp.Expr, field: dict[sp.Expr, sp.Expr]) -> sp.Expr:
        """The velocity of a vector atom; operators are constant."""
        if v not in field and isinstance(v, Image):
            operator, x = v.args
            return Image(operator, Rate._moved(x, field))
        if v not in field and isinstance(v, sp.Indexed):  # r[j] moves as r[u] does if j = u
            same = [x for x in field if isinstance(x, sp.Indexed) and x.base == v.base]
            pairs = [(zip(v.indices, x.indices, strict=True), field[x]) for x in same]
            return sp.Add(*(sp.Mul(*(sp.KroneckerDelta(*ij) for ij in tied), F) for tied, F in pairs))
        return field.get(v, sp.S.Zero)

    @staticmethod
    def _scalar(f: sp.Expr, field: dict[sp.Expr, sp.Expr]) -> sp.Expr:
        bound = {j for s in f.atoms(sp.Sum, sp.Product) for j, *_ in s.limits}
        if any((x.free_symbols | F.free_symbols) & bound for x, F in field.items()):
            raise ValueError("Rate along a symbol whose index is bound in a sum: name the index otherwise")
        sums = {s for s in f.atoms(sp.Sum) if s.has(Dot)}
        outer = {s: sp.Dummy(f"s{i}") for i, s in enumerate(sorted(sums, key=sp.default_sort_key))}
        closed = f.xreplace(outer)  # a sum moves as the sum of what moves in it
        parts = [
            sp.diff(closed, g) * sp.Sum(Rate._scalar(s.function, field), *s.limits)
            for s, g in outer.items()
            if closed.has(g)
        ]
        if parts:
            back = {g: s for s, g in outer.items()}
            return sp.Add(Rate._scalar_apart(closed, field), *parts).xreplace(back)
        return Rate._scalar_apart(f, field)

    @staticmethod
    def _scalar_apart(f: sp.Expr, field: dict[sp.Expr, sp.Expr]) -> sp.Expr:
        """The chain rule where no inner product stands in a sum."""
        inner = {d: sp.Dummy(f"g{i}") for i, d in enumerate(sorted(f.atoms(Dot), key=sp.default_sort_key))}
        opened = f.xreplace(inner)
        out = [sp.diff(opened, x) * F for x, F in field.items() if not is_vector_atom(x)]
        for d, g in inner.items():
            x, y = d.args
            moved = Dot(Rate._moved(x, field), y) + Dot(x, Rate._moved(y, field))
            if moved != 0:
                out.append(sp.diff(opened, g) * moved)
        return sp.Add(*out).xreplace({g: d for d, g in inner.items()})

    def _sympystr(self, printer: Any) -> str:
        f, *flow = self.args
        along = ", ".join(f"{printer.doprint(x)}' = {printer.doprint(F)}" for x, F in flow)
        return f"d/dt[{printer.doprint(f)}; {along}]"

    def _latex(self, printer: Any) -> str:
        f, *flow = self.args
        along = r",\ ".join(rf"\dot {{{printer.doprint(x)}}} = {printer.doprint(F)}" for x, F in flow)
        return rf"\tfrac{{d}}{{dt}}\Big[{printer.doprint(f)}\Big]_{{{along}}}"


@lru_cache(maxsize=1024)
def carried_out(x: sp.Expr) -> sp.Expr:
    """``x.doit()``, remembered."""
    return x.doit()


def mapped(f: Any, change: Callable[[Any], Any]) -> Any:
    """A formula with ``change`` applied to its expressions, its relations left as written.

    sympy decides a rebuilt relation where it can, and for numbers it may do so in floating point; here nothing
    but a procedure decides.
    """
    if isinstance(f, sp.core.relational.Relational):
        return f.func(change(f.lhs), change(f.rhs), evaluate=False)
    if isinstance(f, sp.logic.boolalg.BooleanFunction):
        return f.func(*(mapped(a, change) for a in f.args), evaluate=False)
    return change(f)


def eq(x: Any, y: Any) -> sp.Eq:
    """The equation x = y, left as written (sympy would decide some on sight)."""
    return sp.Eq(sp.sympify(x), sp.sympify(y), evaluate=False)


def ne(x: Any, y: Any) -> sp.Ne:
    """x != y, left as written."""
    return sp.Ne(sp.sympify(x), sp.sympify(y), evaluate=False)


def le(x: Any, y: Any) -> sp.Le:
    """x <= y, left as written."""
    return sp.Le(sp.sympify(x), sp.sympify(y), evaluate=False)


def lt(x: Any, y: Any) -> sp.Lt:
    """x < y, left as written."""
    return sp.Lt(sp.sympify(x), sp.sympify(y), evaluate=False)


def iff(p: Any, q: Any) -> sp.Equivalent:
    """p if and only if q, left as written."""
    return sp.Equivalent(p, q, evaluate=False)


def implies(p: Any, q: Any) -> sp.Implies:
    """p implies q, left as written."""
    return sp.Implies(p, q, evaluate=False)
