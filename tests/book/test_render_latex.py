"""LaTeX of lengths, inner products and names, as the theorem boxes show them."""

import pytest
import sympy as sp

from phasebound.proofs import render
from phasebound.proofs.terms import dot, norm, reals, vectors

z, h = vectors("z h")
tol, eps = reals("tol eps")


@pytest.mark.parametrize(
    ("expression", "latex"),
    [
        (norm(z), r"\left|z\right|"),
        (dot(z, z), r"\left|z\right|^{2}"),
        (dot(z, z) ** 2, r"\left|z\right|^{4}"),
        (norm(z) * dot(z, z) ** 2, r"\left|z\right|^{5}"),
        (1 / norm(h), r"\frac{1}{\left|h\right|}"),
        (dot(z, h) ** 2, r"\langle h, z \rangle^{2}"),
        (dot(z, h) * z, r"z \langle h, z \rangle"),
        (dot(z, h) + 1, r"\langle h, z \rangle + 1"),
        (tol, r"\mathrm{tol}"),
        (eps, r"\varepsilon"),
        (sp.Symbol("phi_0"), r"\phi_{0}"),
        (sp.Symbol("w_1"), "w_{1}"),
    ],
)
def test_latex(expression: sp.Expr, latex: str) -> None:
    assert render.latex(expression) == latex
