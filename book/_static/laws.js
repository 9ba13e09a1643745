"use strict";
/* The laws behind the controls, in double precision and in logarithms. The book's own figures come from Python;
   tests compare these functions with it. */
(() => {
  const C = [0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
    12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7];

  /** ln Gamma(x), x > 0 (Lanczos). */
  function lnGamma(x) {
    if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - lnGamma(1 - x);
    let sum = C[0];
    for (let i = 1; i < 9; i++) sum += C[i] / (x - 1 + i);
    const t = x + 6.5;
    return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
  }

  /** The continued fraction of the incomplete beta function (Lentz); for x < (a + 1)/(a + b + 2). */
  function fraction(a, b, x) {
    const tiny = 1e-300;
    let c = 1, d = 1 - (a + b) * x / (a + 1);
    d = 1 / (Math.abs(d) < tiny ? tiny : d);
    let value = d;
    for (let m = 1; m < 20000; m++) {
      for (const step of [
        m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
        -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
      ]) {
        d = 1 + step * d;
        d = 1 / (Math.abs(d) < tiny ? tiny : d);
        c = 1 + step / c;
        if (Math.abs(c) < tiny) c = tiny;
        value *= c * d;
      }
      if (Math.abs(c * d - 1) < 1e-15) return value;
    }
    throw new Error("the continued fraction did not settle");
  }

  /** ln of the measure of a cap of half-angle a <= pi/2 on the unit sphere of R^d: I_{sin^2 a}((d-1)/2, 1/2)/2. */
  function lnCap(d, a) {
    const p = (d - 1) / 2, x = Math.sin(a) ** 2, lnBeta = lnGamma(p) + lnGamma(0.5) - lnGamma(p + 0.5);
    if (x < (p + 1) / (p + 2.5)) {
      return p * Math.log(x) + Math.log(Math.cos(a)) - Math.log(p) - lnBeta + Math.log(fraction(p, 0.5, x)) - Math.LN2;
    }
    const rest = Math.exp(Math.log(Math.cos(a)) + p * Math.log(x) - lnBeta) * 2 * fraction(0.5, p, 1 - x);
    return Math.log1p(-rest) - Math.LN2;
  }

  /** ln P(the angle exceeds tol after the time t), uniform start; t in units of 1/|h|. */
  function lnFailure(d, tol, t) {
    const s = t + Math.log(Math.tan(tol / 2)); // 0 at T*
    const a = 2 * Math.atan(Math.exp(-Math.abs(s)));
    const tail = lnCap(d, a);
    return s >= 0 ? tail : Math.log1p(-Math.exp(tail));
  }

  /** T*: at this time the failure is 1/2 in every dimension. */
  function halfTime(tol) {
    return -Math.log(Math.tan(tol / 2));
  }

  /** The least d in 2 .. most with P <= target (given as its ln); null if there is none. */
  function leastDimension(tol, t, lnTarget, most) {
    if (lnFailure(2, tol, t) <= lnTarget) return 2;
    if (t <= halfTime(tol) || lnFailure(most, tol, t) > lnTarget) return null;
    let low = 2, high = most; // failure falls with d after T*
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (lnFailure(middle, tol, t) <= lnTarget) high = middle; else low = middle;
    }
    return high;
  }

  /** The shortest time, in units of 1/|h|, with P <= target (given as its ln) in dimension d. */
  function leastTime(d, tol, lnTarget) {
    if (lnFailure(d, tol, 0) <= lnTarget) return 0;
    let low = 0, high = halfTime(tol);
    while (lnFailure(d, tol, high) > lnTarget) high *= 2;
    while (high - low > 1e-12 * high) {
      const middle = (low + high) / 2;
      if (lnFailure(d, tol, middle) <= lnTarget) high = middle; else low = middle;
    }
    return high;
  }

  /** Whether these functions give the values that Python wrote into the page. */
  function agree(samples) {
    return samples.every(({ law, at, value }) => {
      const close = law === "leastTime" ? 1e-5 : 1e-8; // Python solves for a time to 1e-6
      return Math.abs(globalThis.phaselaws[law](...at) - value) <= close * Math.max(1, Math.abs(value));
    });
  }

  globalThis.phaselaws = { agree, leastTime, lnGamma, lnCap, lnFailure, halfTime, leastDimension };
})();
