r"""With frequencies, z' = S z + h - <z, h> z, S skew: when an oscillator locks, where, and how fast.

- Lift: y = E z with E' = <z, h> E solves y' = S y + E h, E' = <h, y>, which keeps |y|^2 - E^2: the exact
  flow is one matrix exponential.
- Equilibria on the sphere: (mu - S) z = h with mu = <z, h>; |z|^2 = <h, u> with (mu^2 - S^2) u = h,
  strictly falling in mu > 0 and at most 1 from mu = |h| on: at most one mu > 0 fits. As mu -> 0 it grows
  beyond bounds if h has a part in ker S, else towards |p|^2, p = S^+ h, always below it.
- Stability: |v|^2 falls at the rate 2 mu for every tangent v. With a, b the solutions for mu and -mu, 1 -
  <z, a> moves at the rate -(mu + <z, h>) and 1 - <z, b> at mu - <z, h>: their quotient is exp(-2 mu t),
  and every start but b goes to a.
- |p| = 1, p = S s: one equilibrium -p; <z, s> / (1 + <z, p>) falls at the rate 1 for ever while |<z, s>|
  <= |s| |z + p|, so |z + p| |t - t0| <= 2 |s| both ways in time: -p attracts like 1/t, and it also
  repels.
- |p| < 1: |z1 - z2|^2 / ((1 + <z1, p>) (1 + <z2, p>)) is constant, the weights bounded: nothing attracts.
"""

from collections.abc import Mapping
from typing import Any

import sympy as sp

from ..claim import EVERY_DIMENSION, Claim, Mutant, Part, Point, Procedure, Scope, Source, Stated, Statement
from ..enclosure.balls import Balls, Between
from ..exact import Algebra, Positive, Turn
from ..exact.apart import Apart
from ..exact.steps import BySquares, Cut, Each, Using
from ..terms import N, Rate, SquaredNorm, dot, eq, image, implies, le, lt, ne, norm
from . import disorder as d
from .disorder import (
    E,
    H,
    P,
    S,
    a,
    alpha,
    b,
    k,
    m,
    mu,
    mu1,
    mu2,
    omega,
    p,
    rate,
    s,
    u,
    u1,
    u2,
    v,
    x,
    y,
    z1,
    z2,
)
from .setting import h, z

NONE, TURN, AXIS = (
    ((0, 0), (0, 0)),
    ((0, -1), (1, 0)),
    ((0, -1, 0), (1, 0, 0), (0, 0, 0)),
)
"""Skew matrices: zero, a quarter turn, a turn about an axis."""

O, X, Y, XX = (0, 0), (1, 0), (0, 1), (2, 0)
PLAIN = {S: NONE, mu: 1, z: X, h: X, u: X, a: X, b: (-1, 0), k: X}
TURNING = {S: TURN, s: X, z: (0, -1)}
FALLING = {S: NONE, mu1: 1, mu2: 2, u1: X, u2: ("1/4", 0), h: X}
SLOW = {S: TURN, mu: "1/10", z: X, p: (-1, "-1/10")}

NONZERO = (
    ne(u2, 0),
    Using(("u2 at mu2", "driven"), Apart(along=d.resolvent(mu2, h), shown=SquaredNorm(h))),
)
CAUCHY = SquaredNorm(s - dot(z, s) * z) + dot(z, s) ** 2 * (1 - dot(z, z))
FALL = (mu2 - mu1) * (mu2 + mu1)
FALL *= mu1**2 * SquaredNorm(u1) + mu2**2 * SquaredNorm(u2) + SquaredNorm(image(S, u1 - u2))


def spectrum(sigma: tuple[int, ...], eta: tuple[Any, ...], low: str, high: str, span: Between) -> Point:
    """An oscillator by its spectrum, a bracket of its rate, and the mu looked at."""
    return {N: len(sigma), d.sigma: sigma, d.eta: eta, d.low: low, d.high: high, mu: span}


FROM_ABOVE_0 = Between("1/1000", 2)
LOCKS = Statement(
    then=d.BRACKET,
    instances=(
        spectrum((0, 1), ("1/4", 1), "8002/10000", "8003/10000", FROM_ABOVE_0),
        spectrum((1, 2), (2, 3), "16265/10000", "16266/10000", Between(0, 3)),
        spectrum((0, 1, 3), (1, 1, 1), "13460/10000", "13461/10000", FROM_ABOVE_0),
    ),
)
STRONGER = {N: 2, d.sigma: (1, 2), d.eta: (1, 2), mu: "1/2"}
DRIFTS = Statement(
    then=lt(d.SPECTRAL, 1),
    instances=({N: 2, d.sigma: (1, 2), d.eta: ("1/2", 1), mu: Between(0, 3)},),
)


def part(
    name: str,
    statement: Statement,
    by: Procedure,
    at: Point | None = None,
    drops: Mapping[str, Point] | None = None,
    *mutants: Mutant,
    **more: Any,
) -> Part:
    """A part that holds in every dimension; ``drops`` changes the witness."""
    at = at or {}
    changed = {n: {**at, **change} for n, change in (drops or {}).items()}
    return Part(name, statement, by, EVERY_DIMENSION, witness=at, drops=changed, mutants=mutants, **more)


CLAIM = Claim(
    id="osc.frequency-disorder",
    title="Oscillators with frequencies: locking, rate and drift",
    paper="B",
    sources=(Source("C", "attention is robust to frequency disorder (measured)"),),
    tiers=("exact", "enclosure", "kernel", "sampled"),
    kernel={
        "lift": (
            "osc_disorder_lift_solves",
            "osc_disorder_solution_lifts",
            "osc_disorder_lift_unique",
        ),
        "lorentz": ("osc_disorder_lorentz",),
        "sphere": ("osc_disorder_sphere",),
        "matrix-exponential": (
            "osc_disorder_exponential",
            "osc_disorder_flow",
        ),
        "equilibria": ("osc_disorder_equilibrium_iff",),
        "stability": (
            "osc_disorder_linearised",
            "osc_disorder_contracts",
        ),
        "existence": (
            "osc_disorder_exists_iff",
            "osc_disorder_pseudo_inverse_shortest",
        ),
        "odd-dimension": (
            "osc_disorder_odd_skew_kernel",
            "osc_disorder_odd_locks",
            "osc_disorder_odd_kernel",
        ),
        "unique": ("osc_disorder_root_unique",),
        "scalar-equation": ("osc_disorder_scalar_equation",),
        "rate-bound": ("osc_disorder_rate_le",),
        "all-but-one": (
            "osc_disorder_almost_global",
            "osc_disorder_convergence",
        ),
        "critical": (
            "osc_disorder_critical_unique",
            "osc_disorder_critical_attraction",
            "osc_disorder_critical_limits",
            "osc_disorder_critical_not_stable",
            "osc_disorder_pseudo_inverse",
        ),
        "below": ("osc_disorder_no_attractor",),
        "plane": (
            "osc_disorder_plane_locked",
            "osc_disorder_plane_rate",
        ),
    },
    as_stated=Stated(
        "imprecise",
        statement=Statement(given=(d.STRONG,), then=le(omega**2, m**2)),
        at={m: 1, omega: 2},
        why="read as locking for any frequencies: in the plane it ends where |Omega| reaches |h|",
    ),
    parts=(
        part(
            "equilibria solve (mu - S) z = h",
            d.EQUATION,
            Algebra(),
            PLAIN,
            {"unit": {z: XX, h: XX}},
        ),
        part(
            "the lift is linear",
            d.LIFT,
            Algebra(),
            None,
            None,
            Mutant(
                "E falls instead",
                Statement(then=eq(Rate(E, (z, d.field(z)), (E, -dot(z, h) * E)), dot(h, E * z))),
                {**PLAIN, E: 1},
            ),
        ),
        part(
            "it keeps the Lorentz form",
            d.LORENTZ,
            Algebra(),
            None,
            None,
            Mutant(
                "it keeps the Euclidean one",
                d.LORENTZ.concluding(eq(Rate(dot(y, y) + E**2, *d.LIFTED), 0)),
                {S: NONE, y: X, h: X, E: 1},
            ),
        ),
        part("the sphere is kept", d.SPHERE, Algebra()),
        part(
            "mu^2 |z|^2 + |S z|^2 = |h|^2",
            d.NORM,
            Algebra(),
            PLAIN,
            {d.SOLVES.name: {h: O}},
        ),
        part(
            "mu <= abs(h)",
            d.BOUND,
            Positive(shown=SquaredNorm(image(S, z))),
            PLAIN,
            {"unit": {z: ("1/2", 0), mu: 2}, d.SOLVES.name: {mu: 2}},
            Mutant("2 % less", d.BOUND.concluding(le(mu**2, dot(h, h) * 49 / 50)), PLAIN),
        ),
        part(
            "one solution for each mu",
            d.SINGLE,
            Algebra(),
            {**PLAIN, z1: X, z2: X},
            {d.MOVING.name: {mu: 0, z2: Y}, "both solve": {z2: Y}},
            note="so mu - S and mu^2 - S^2 = (mu - S)(mu + S) are invertible, R^d being of finite dimension",
        ),
        part(
            "the scalar equation",
            d.SCALAR,
            Algebra(),
            PLAIN,
            {d.RESOLVED.name: {h: O}},
        ),
        part(
            "its left side falls strictly",
            d.MONOTONE,
            Cut((NONZERO,), Positive(times=mu1**2 + mu2**2, shown=FALL)),
            FALLING,
            {
                "0 < mu1": {mu1: -2, u1: ("1/4", 0), mu2: 1, u2: X},
                "mu1 < mu2": {mu1: 2, u1: ("1/4", 0), mu2: 1, u2: X},
                "u1 at mu1": {u1: O},
                "u2 at mu2": {u2: (5, 0)},
                "driven": {h: O, u1: O, u2: O},
            },
            Mutant("it rises", d.MONOTONE.concluding(lt(dot(h, u1), dot(h, u2))), FALLING),
        ),
        part(
            "it is at most 1 from mu = abs(h) on",
            d.SHORT,
            Cut(
                ((le(0, SquaredNorm(image(S, z))), Positive()),),
                Positive(times=mu**2, shown=mu**2 - dot(h, h) + SquaredNorm(image(S, z))),
            ),
            PLAIN,
            {d.MOVING.name: {mu: 0, h: O, z: XX}, d.BEYOND.name: {h: XX, z: XX}, d.SOLVES.name: {z: XX}},
        ),
        part(
            "it passes 1 if h has a part in ker S",
            d.LOCKS_BY_KERNEL,
            Cut(
                ((eq(mu * dot(z, k), dot(h, k)), Algebra()),),
                Positive(shown=mu**2 * SquaredNorm(z - dot(z, k) * k)),
            ),
            PLAIN,
            {d.KERNEL.name: {k: XX}, d.SOLVES.name: {h: (5, 0)}},
            given=("intermediate-value", "odd-skew-kernel"),
            note="|z| >= |<h, k>| / mu exceeds 1 for small mu; in odd d there is such a k for every S",
        ),
        part(
            "it passes 1 if abs(S^+ h) > 1",
            d.LOCKS_BY_RANGE,
            Algebra(),
            {**PLAIN, S: TURN, s: (-1, 1)},
            {d.MOVING.name: {S: NONE, mu: 0, z: X}, d.RANGE.name: {S: NONE, s: O, z: X}},
            note="|z|^2 = |p|^2 + mu <z, s>",
        ),
        part(
            "for |z| <= 1 leaves no mu < (abs(S^+ h)^2 - 1)/abs(s)",
            d.LOCKS_SOON,
            Cut(
                (
                    (
                        eq(dot(P, P) - dot(z, z), -mu * dot(z, s)),
                        Using((d.RUNS.name, d.RANGE.name), Algebra()),
                    ),
                    (
                        le(-dot(z, s), norm(s)),
                        Using((d.SHORT_Z.name,), BySquares(Positive(shown=CAUCHY), Positive())),
                    ),
                    (le(0, mu * (norm(s) + dot(z, s))), Positive()),
                ),
                Positive(shown=1 - dot(z, z) + mu * (norm(s) + dot(z, s))),
            ),
            {**PLAIN, S: TURN, s: ("-1/2", "1/2"), z: ("1/2", 0)},
            {
                d.RUNS.name: {S: TURN, mu: -1, s: X, z: ("1/2", "-1/2")},
                d.RANGE.name: {S: TURN, s: (5, 0), z: O},
                d.SHORT_Z.name: {S: TURN, s: (-2, 2), z: (2, 0)},
            },
            given=("intermediate-value", "skew-range"),
            note="if abs(p) > 1, |z| > 1 for small mu; h = S p, p = S s, if h has no part in ker S",
        ),
        part(
            "it stays below 1 if h = S p with abs(p) <= 1",
            d.NECESSARY,
            Cut(
                (
                    (ne(z + p, 0), Apart(along=-mu * image(S, z), shown=mu**2)),
                    (eq(dot(z, p), -1), Algebra()),
                ),
                Positive(shown=SquaredNorm(z + p)),
            ),
            SLOW,
            {
                "unit": {S: NONE, z: O, p: O},
                d.MOVING.name: {S: NONE, mu: 0, p: O},
                d.DRIVEN_BY_P.name: {S: NONE, p: O},
            },
            Mutant("a margin of 2 %", d.NECESSARY.concluding(lt(sp.Rational(51, 50), dot(p, p))), SLOW),
        ),
        part(
            "its left side where S^2 is a number",
            d.BLOCK,
            Algebra(),
            {**PLAIN, x: X, m: 0},
            {"S^2 x = -m^2 x": {m: 1}},
        ),
        part("the linearisation", d.JACOBIAN, Algebra()),
        part(
            "it keeps the tangent space",
            d.STAYS_TANGENT,
            Algebra(),
            {**PLAIN, v: Y},
            {
                "unit": {S: TURN, z: XX, h: (0, -2)},
                d.AT_REST.name: {S: TURN, h: O},
                d.ACROSS.name: {v: X},
            },
        ),
        part(
            "its symmetric part is -mu",
            d.CONTRACTS,
            Algebra(),
            {**PLAIN, v: Y},
            {d.ACROSS.name: {v: X}},
            Mutant(
                "half the rate",
                d.CONTRACTS.concluding(eq(Rate(dot(v, v), (v, d.DERIVATIVE)), -dot(z, h) * dot(v, v))),
                {**PLAIN, v: Y},
            ),
        ),
        part(
            "how the distance to an equilibrium moves",
            d.DISTANCE,
            Algebra(),
            PLAIN,
            {d.UNIT_A.name: {a: XX, h: XX, z: O}, d.REST_A.name: {h: O, z: O}},
        ),
        part(
            "the quotient for mu and -mu decays at the rate 2 mu",
            d.RATIO,
            Algebra(),
            None,
            None,
            Mutant(
                "at the rate mu",
                Statement(then=eq(d.RATIO.then.lhs, -mu * d.f * d.g)),
                {mu: 1, d.c: 0, d.f: 1, d.g: 1},
            ),
            note="f = 1 - <z, a>, g = 1 - <z, b>, c = <z, h>",
        ),
        part(
            "so e^{2 mu t} f/g is constant, for every start but b",
            d.DECAYS,
            Algebra(),
            None,
            None,
            Mutant(
                "for half the rate",
                d.DECAYS.concluding(
                    eq(d.g * Rate(d.HALF_GROWN, *d.CLOCKED) - d.HALF_GROWN * Rate(d.g, *d.CLOCKED), 0)
                ),
                {d.g: 1, d.f: 1, d.c: 0, mu: 1, d.t: 0},
            ),
        ),
        part(
            "it bounds the distance",
            d.NO_FARTHER,
            Positive(shown=SquaredNorm(z + b) / 2),
            PLAIN,
            {"unit": {z: (3, 0)}, d.UNIT_B.name: {b: (-3, 0)}},
        ),
        part(
            "an equilibrium for mu and one for -mu",
            d.THESE,
            Algebra(),
            PLAIN,
            {d.RESOLVED.name: {mu: 5}, d.ROOT.name: {mu: 2, u: ("1/4", 0)}},
        ),
        part(
            "no equilibria but those for mu and -mu",
            d.ONLY,
            Algebra(),
            PLAIN,
            {
                "unit": {S: TURN, mu: "4/3", h: (0, "-5/3"), u: (0, "-3/5"), z: ("5/3", 0)},
                d.RESOLVED.name: {mu: 5},
                d.ROOT.name: {mu: 2, u: ("1/4", 0)},
            },
            Mutant(
                "only the one for mu",
                d.ONLY.concluding(implies(eq(d.field(z), 0), eq(z, d.PLUS))),
                {**PLAIN, z: (-1, 0)},
            ),
        ),
        part(
            "abs(p) = 1: one equilibrium",
            d.HALF_STABLE,
            Algebra(),
            TURNING,
            {
                "unit": {S: AXIS, s: (1, 0, 0), z: (0, -1, 1)},
                d.EDGE.name: {S: NONE, s: O, z: X},
            },
        ),
        part(
            "abs(p) = 1: a quotient falls at the rate 1",
            d.ALGEBRAIC,
            Algebra(),
            TURNING,
            {d.EDGE.name: {s: XX, z: O}},
            Mutant(
                "it rises", d.ALGEBRAIC.concluding(eq(d.ALGEBRAIC.then.lhs, d.CLOSE**2)), {**TURNING, z: Y}
            ),
        ),
        part(
            "abs(p) = 1: attraction like 1/t",
            d.ONE_OVER_T,
            Cut(
                ((ne(s, 0), Using((d.EDGE.name,), Apart(along=-H, shown=sp.S.One))),),
                Positive(times=dot(s, s), shown=SquaredNorm(dot(s, s) * (z + P) - dot(z, s) * s)),
            ),
            TURNING,
            {"unit": {z: (10, 0)}, d.EDGE.name: {s: XX, z: ("3/5", "-4/5")}},
            Mutant(
                "2 % closer",
                d.ONE_OVER_T.concluding(le(dot(z, s) ** 2, 2 * d.CLOSE * dot(s, s) * 49 / 50)),
                {**TURNING, z: ("20/101", "-99/101")},
            ),
        ),
        part(
            "abs(p) = 1: not stable, what comes from -p passes p at the distance 2",
            d.FAR_OFF,
            Algebra(),
            TURNING,
            {d.EDGE.name: {s: XX}},
            note="at p the quotient is 0; it falls at the rate 1, so |z + p| |t - t0| <= 2 |s| both ways in time",
        ),
        part(
            "abs(p) < 1: weighted distances are constant",
            d.RIGID,
            Algebra(),
            None,
            None,
            Mutant(
                "distances are",
                Statement(then=eq(Rate(d.APART, *d.BOTH), 0)),
                {S: TURN, p: ("1/2", 0), z1: X, z2: Y},
            ),
        ),
        part(
            "the weights lie between 1 - abs(p) and 1 + abs(p)",
            d.WEIGHT_BOUND,
            Positive(shown=SquaredNorm(p - dot(z, p) * z)),
            {z: X, p: X},
            {"unit": {z: XX}},
        ),
        part(
            "d = 2: S turns the plane",
            d.PLANAR_TURN,
            Algebra(),
            {S: TURN, omega: 1, x: X, y: Y, alpha: Turn(0)},
            {d.TURNS.name: {omega: 0}},
        ),
        part(
            "d = 2: a driven Kuramoto oscillator",
            d.PLANAR,
            Algebra(),
            {omega: 1, x: X, y: Y, alpha: Turn(0), m: 1, rate: 1},
            {d.PLANE.name: {omega: 0, x: XX, rate: 0}},
        ),
        part(
            "d = 2: Omega = m sin(alpha) with abs(alpha) < pi/2 needs abs(Omega) < m",
            d.PLANAR_LOCK,
            Each((Positive(), Positive(shown=(m * sp.cos(alpha)) ** 2))),
            {alpha: Turn("1/2"), m: 1},
            {d.ACUTE.name: {alpha: Turn("oo")}, "m > 0": {m: -1}},
        ),
        Part(
            "where listed oscillators lock",
            LOCKS,
            Balls(),
            Scope(kind="box", text="three listed spectra, all mu up to |h|"),
            mutants=(
                Mutant(
                    "1.3 % further",
                    LOCKS.concluding(lt(1, d.SPECTRAL)).over({**LOCKS.instances[0], mu: "81/100"}),
                ),
            ),
        ),
        Part(
            "where a listed oscillator drifts",
            DRIFTS,
            Balls(),
            Scope(kind="box", text="one listed spectrum, all mu up to |h|"),
            mutants=(Mutant("with a drive 42 % stronger", DRIFTS.over(STRONGER)),),
        ),
    ),
    uses=("osc.sphere-invariance", "osc.d2-is-kuramoto"),
)
