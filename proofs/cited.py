"""Results taken from the literature: trusted, visible, and named in every verdict that rests on them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Cited:
    """A theorem that no tier here decides."""

    key: str
    statement: str
    reference: str


CITED: tuple[Cited, ...] = (
    Cited(
        "analytic-zero-set",
        "a real-analytic function on a connected real-analytic manifold that is not identically zero vanishes "
        "only on a set of measure zero",
        "B. Mityagin, The zero set of a real analytic function, arXiv:1512.07276 (2015)",
    ),
    Cited(
        "closed-polygon",
        "lengths w_j > 0 are the sides of a closed planar polygon iff the largest is at most the sum of the others",
        "Euclid, Elements I.20 and I.22, and induction on the number of sides",
    ),
    Cited(
        "conditioning",
        "if X and Y are independent, a bound of P(f(X, y) in B) for every y is a bound of P(f(X, Y) in B)",
        "P. Billingsley, Probability and Measure (1979), Fubini's theorem",
    ),
    Cited(
        "congruent-eigenvalues",
        "for symmetric positive definite B and C the eigenvalues of B^{-1/2} C B^{-1/2} are positive, their "
        "sum is tr(B^{-1} C) and their product det C/det B",
        "R. A. Horn, C. R. Johnson, Matrix Analysis (1985)",
    ),
    Cited(
        "continuous-composition",
        "sums, products, compositions, and quotients with a denominator that vanishes nowhere, of "
        "continuous functions are continuous",
        "W. Rudin, Principles of Mathematical Analysis, theorems 4.7 and 4.9",
    ),
    Cited(
        "finite-group",
        "a finite group of matrices has the Lie algebra {0}: exp(t X) lies in it for all t only if X = 0",
        "B. C. Hall, Lie Groups, Lie Algebras, and Representations (2003)",
    ),
    Cited(
        "gram-laplace",
        "the Gram matrix C of n <= d independent uniform points of S^{d-1} has a density proportional to "
        "det(C)^{(d-n-1)/2} on correlation matrices, and (1/d) log P tends to the maximum of log det(C)/2 over "
        "the event",
        "R. J. Muirhead, Aspects of Multivariate Statistical Theory (1982); "
        "N. G. de Bruijn, Asymptotic Methods in Analysis (1958), Laplace's method",
    ),
    Cited(
        "gram-normal",
        "for independent uniform points r_1, ..., r_n of S^{d-1} the numbers sqrt(d) <r_i, r_j>, i < j, "
        "tend in law to independent standard normal variables as d -> infinity",
        "A. J. Stam, Limit theorems for uniform distributions on spheres in high-dimensional Euclidean "
        "spaces, J. Appl. Probab. 19 (1982)",
    ),
    Cited(
        "intermediate-value",
        "a continuous real function on an interval takes every value between two of its values",
        "B. Bolzano, Rein analytischer Beweis (1817)",
    ),
    Cited(
        "interpolation-points",
        "if m functions on a set are linearly independent, the set has m points at which the matrix of their "
        "values is invertible",
        "P. J. Davis, Interpolation and Approximation (1963), chapter 2",
    ),
    Cited(
        "kluyver",
        "the sum h of independent uniform vectors of lengths w_j in R^d has P(|h| <= eps) = eps^nu 2^{1-nu}/Gamma(nu) "
        "int_0^inf s^{nu-1} J_nu(eps s) prod_j Omega(w_j s) ds with nu = d/2 and "
        "Omega(s) = Gamma(nu) (2/s)^{nu-1} J_{nu-1}(s)",
        "J. C. Kluyver, A local probability problem (1906); G. N. Watson, Theory of Bessel Functions, 13.48",
    ),
    Cited(
        "layer-cake",
        "for X >= 0 and a >= 0, E[X; X > a] = a P(X > a) + int_a^inf P(X > t) dt",
        "P. Billingsley, Probability and Measure (1979)",
    ),
    Cited(
        "no-atoms",
        "if X has a density and Y is independent of X, then P(X = f(Y)) = 0 for every measurable f",
        "P. Billingsley, Probability and Measure (1979), Fubini's theorem",
    ),
    Cited(
        "odd-skew-kernel",
        "a real skew-symmetric matrix of odd order is singular",
        "R. A. Horn, C. R. Johnson, Matrix Analysis (1985): det S = det S^T = (-1)^d det S",
    ),
    Cited(
        "quadratic-minimum",
        "a quadratic function that is bounded below on a non-empty polyhedron attains its minimum there",
        "M. Frank, P. Wolfe, An algorithm for quadratic programming, Naval Research Logistics Quarterly 3 (1956)",
    ),
    Cited(
        "rank-one-update",
        "det(A + u v^T) = det(A) (1 + v^T A^{-1} u), and the eigenvalues of A + c v v^T (A symmetric) interlace "
        "those of A",
        "R. A. Horn, C. R. Johnson, Matrix Analysis (1985)",
    ),
    Cited(
        "schwarz",
        "the mixed second derivatives of a twice continuously differentiable function agree: a continuously "
        "differentiable field whose mixed derivatives differ at a point is no gradient",
        "W. Rudin, Principles of Mathematical Analysis, theorem 9.41",
    ),
    Cited(
        "sech-transform",
        "int_0^inf cosh(2 b t)/cosh(t)^{2 a} dt = 4^{a-1} B(a + b, a - b) for a > |b|",
        "NIST Digital Library of Mathematical Functions, 5.12.7",
    ),
    Cited(
        "skew-range",
        "for a real skew-symmetric S, R^d is the orthogonal sum of ker S and ran S, and S maps ran S onto "
        "itself",
        "R. A. Horn, C. R. Johnson, Matrix Analysis (1985)",
    ),
    Cited(
        "smooth-order",
        "if g is smooth near 0 and c |t|^alpha <= g(t) <= C |t|^alpha there with c, alpha > 0, then alpha is an even "
        "integer",
        "W. Rudin, Principles of Mathematical Analysis, Taylor's theorem",
    ),
    Cited(
        "sphere-groups",
        "a sphere S^k, k >= 1, is the underlying space of a topological group only for k = 1 and k = 3",
        "H. Samelson, Über die Sphären, die als Gruppenräume auftreten, Comment. Math. Helv. 13 (1940)",
    ),
    Cited(
        "sphere-marginal",
        "the angle between a uniform point of S^{d-1} and a fixed one has the density sin^{d-2}/int_0^pi sin^{d-2}",
        "K.-T. Fang, S. Kotz, K. W. Ng, Symmetric Multivariate and Related Distributions (1990)",
    ),
    Cited(
        "sphere-polynomials",
        "the restrictions to S^{d-1} of the polynomials of degree <= p form a space of dimension C(d+p-1, "
        "p) + C(d+p-2, p-1)",
        "S. Axler, P. Bourdon, W. Ramey, Harmonic Function Theory (1992), chapter 5",
    ),
)


def cited(key: str) -> Cited:
    """The cited result of that key."""
    return next(c for c in CITED if c.key == key)
