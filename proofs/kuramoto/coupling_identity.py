r"""The value update is Kuramoto's coupling term.

With G = sum_u A_u exp(i theta_u), the tangential part of G at the phase theta_t is -sin(theta_t) Re G +
cos(theta_t) Im G = Im(exp(-i theta_t) G) = sum_u A_u sin(theta_u - theta_t), term by term, so for every
number of tokens and for real weights of any sign.
"""

from sympy import cos, sin

from ..claim import EVERY_LENGTH, Claim, Mutant, Part, Source, Stated, Statement
from ..exact import Algebra
from ..terms import eq, total
from .setting import COUPLING, IM, PULL, RE, A, t, theta, u

IDENTITY = Statement(then=eq(PULL, COUPLING))

MUTANTS = (
    Mutant("the opposite sign", IDENTITY.concluding(eq(PULL, total(A[u] * sin(t - theta[u]), u)))),
    Mutant("the radial part instead", IDENTITY.concluding(eq(cos(t) * RE + sin(t) * IM, COUPLING))),
    Mutant("one sine unsigned", IDENTITY.concluding(eq(sin(t) * RE + cos(t) * IM, COUPLING))),
    Mutant("a constant 2 % too large", IDENTITY.concluding(eq(PULL * 51 / 50, COUPLING))),
)

CLAIM = Claim(
    id="kur.coupling-identity",
    title="The value update is the Kuramoto coupling term",
    paper="A",
    sources=(Source("P", "the value update is the Kuramoto coupling term"),),
    tiers=("exact", "kernel", "sampled"),
    kernel={"identity": ("kur_coupling_identity",), "any-ring": ("kur_coupling_any_ring",)},
    as_stated=Stated("proved"),
    parts=(Part("identity", IDENTITY, Algebra(), EVERY_LENGTH, mutants=MUTANTS),),
)
