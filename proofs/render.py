"""Statements as text and as LaTeX, from the data that the checks receive."""

from __future__ import annotations

from typing import Any

import sympy as sp
from sympy.printing.latex import LatexPrinter, translate
from sympy.printing.str import StrPrinter

from .claim import Hypothesis, Point, Scope, Statement
from .terms import Dot

SIGNS = {sp.Eq: "=", sp.Ne: "!=", sp.Lt: "<", sp.Le: "<=", sp.Gt: ">", sp.Ge: ">="}
TEX = {sp.Eq: "=", sp.Ne: r"\neq", sp.Lt: "<", sp.Le: r"\le", sp.Gt: ">", sp.Ge: r"\ge"}
NAMED = {"eps": r"\varepsilon", "ln det C": r"\ln\det C"}
"""Names that LaTeX has another sign for."""


class _Text(StrPrinter):  # type: ignore[misc]
    """One line of text a reader can follow: sums as sum_u(...), relations infix."""

    def _print_Relational(self, e: Any) -> str:
        return f"{self._print(e.lhs)} {SIGNS[e.func]} {self._print(e.rhs)}"

    def _print_And(self, e: Any) -> str:
        return " and ".join(self._side(a) for a in e.args)

    def _print_Or(self, e: Any) -> str:
        return " or ".join(self._side(a) for a in sorted(e.args, key=sp.default_sort_key))

    def _print_Not(self, e: Any) -> str:
        return f"not ({self._print(e.args[0])})"

    def _print_Implies(self, e: Any) -> str:
        return f"if {self._side(e.args[0])} then {self._side(e.args[1])}"

    def _print_Equivalent(self, e: Any) -> str:
        first, second = e.args
        return f"{self._side(first)}  iff  {self._side(second)}"

    def _side(self, a: Any) -> str:
        text: str = self._print(a)
        return text if isinstance(a, sp.core.relational.Relational) else f"({text})"

    def _print_Sum(self, e: Any) -> str:
        over = ",".join(str(j) for j, *_ in reversed(e.limits))
        return f"sum_{over}({self._print(e.function)})"

    def _print_Product(self, e: Any) -> str:
        over = ",".join(str(j) for j, *_ in reversed(e.limits))
        return f"prod_{over}({self._print(e.function)})"

    def _print_Derivative(self, e: Any) -> str:
        f, *by = e.args
        return f"d/d{by[0][0]}[{self._print(f)}]"

    def _print_Pow(self, e: Any, rational: bool = False) -> str:
        text: str = super()._print_Pow(e, rational=rational)
        return text.replace("**", "^")

    def _print_Symbol(self, e: Any) -> str:
        return str(e.name)


class _Latex(LatexPrinter):  # type: ignore[misc]
    """LaTeX with relations and connectives in words, lengths as |x|, and names of several letters upright."""

    def _print_Symbol(self, e: Any, style: str = "plain") -> str:
        base, *rest = e.name.split("_", 1)
        if base in NAMED or (base.isascii() and base.isalpha() and len(base) > 1 and translate(base) == base):
            below = f"_{{{rest[0]}}}" if rest else ""
            return NAMED.get(base, rf"\mathrm{{{base}}}") + below
        return str(super()._print_Symbol(e, style))

    def _print(self, e: Any, **kwargs: Any) -> str:
        if isinstance(e, Dot) and e.args[0] == e.args[1]:
            return rf"\left|{super()._print(e.args[0])}\right|^{{2}}"
        return str(super()._print(e, **kwargs))

    def _needs_mul_brackets(self, e: Any, first: bool = False, last: bool = False) -> bool:
        return not isinstance(e, Dot) and bool(super()._needs_mul_brackets(e, first=first, last=last))

    def parenthesize(self, e: Any, *args: Any, **kwargs: Any) -> str:
        return self._print(e) if isinstance(e, Dot) else str(super().parenthesize(e, *args, **kwargs))

    def _print_Pow(self, e: Any) -> str:
        if isinstance(e.base, Dot) and e.exp.is_positive:
            x, y = e.base.args
            inner, power = (
                (rf"\left|{self._print(x)}\right|", 2 * e.exp) if x == y else (self._print(e.base), e.exp)
            )
            return inner if power == 1 else rf"{inner}^{{{self._print(power)}}}"
        if isinstance(e.base, Dot) and e.exp.is_negative:
            return rf"\frac{{1}}{{{self._print(1 / e)}}}"
        if hasattr(type(e.base), "_latex") and e.exp.is_Integer:  # a function of ours
            return rf"\left({self._print(e.base)}\right)^{{{self._print(e.exp)}}}"
        return str(super()._print_Pow(e))

    def _print_Relational(self, e: Any) -> str:
        return f"{self._print(e.lhs)} {TEX[e.func]} {self._print(e.rhs)}"

    def _print_Implies(self, e: Any, altchar: Any = None) -> str:
        return rf"{self._print(e.args[0])} \;\Rightarrow\; {self._print(e.args[1])}"

    def _print_Equivalent(self, e: Any, altchar: Any = None) -> str:
        return rf"{self._print(e.args[0])} \;\Leftrightarrow\; {self._print(e.args[1])}"

    def _print_And(self, e: Any) -> str:
        return r" \;\text{and}\; ".join(self._print(a) for a in e.args)

    def _print_Or(self, e: Any) -> str:
        return r" \;\text{or}\; ".join(self._print(a) for a in sorted(e.args, key=sp.default_sort_key))


_text = _Text()
_latex = _Latex()


def text(x: Any) -> str:
    """An expression or formula on one line."""
    return str(_text.doprint(x))


def latex(x: Any) -> str:
    """An expression or formula in LaTeX."""
    return str(_latex.doprint(x))


def hypothesis(h: Hypothesis) -> str:
    """A named hypothesis on one line."""
    return f"{h.name}: {text(h.holds)}"


def statement(s: Statement) -> str:
    """The whole statement on one line: given ..., where ..., then ..."""
    lines = []
    if s.given:
        lines.append("given " + "; ".join(text(h.holds) for h in s.given))
    if s.where:
        lines.append("where " + "; ".join(f"{x} := {text(meaning)}" for x, meaning in s.where))
    if s.instances:
        lines.append("at each of " + "; ".join(point(p) for p in s.instances))
    lines.append(text(s.then))
    return ": ".join([", ".join(lines[:-1]), lines[-1]]) if len(lines) > 1 else lines[0]


def value(v: Any) -> str:
    """A value of a point."""
    if isinstance(v, tuple | list):
        return "(" + ", ".join(value(x) for x in v) + ")"
    if isinstance(v, dict):
        return turn(v["half_tan"]) if "half_tan" in v else str(v)
    if hasattr(v, "half_tan"):
        return turn(v.half_tan)
    if hasattr(v, "low"):
        return f"[{v.low}, {v.high}]"
    return str(v)


def turn(half_tan: str) -> str:
    """An angle given by the tangent of its half."""
    return {"0": "0", "oo": "pi", "1": "pi/2", "-1": "-pi/2"}.get(half_tan, f"2 atan({half_tan})")


def point(p: Point) -> str:
    """A point: name = value, ..."""
    return ", ".join(f"{k} = {value(v)}" for k, v in sorted(p.items(), key=lambda kv: str(kv[0])))


def scope(s: Scope) -> str:
    """Where a statement is decided."""
    return {"all": "for ", "listed": "listed: ", "box": "on the box "}[s.kind] + s.text
