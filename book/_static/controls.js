"use strict";
/* The controls: sliders, one picture, one sentence. Colours are the page's; no library. */
(() => {
  const laws = globalThis.phaselaws;
  const SVG = "http://www.w3.org/2000/svg";
  const H = 340, LEFT = 46, TOP = 16, BOTTOM = 46;
  let W = 640, RIGHT = 24; // narrower on a phone

  function make(tag, attributes, ...children) {
    const node = document.createElement(tag);
    for (const [k, v] of Object.entries(attributes)) node.setAttribute(k, v);
    node.append(...children);
    return node;
  }

  function draw(tag, attributes, text) {
    const node = document.createElementNS(SVG, tag);
    for (const [k, v] of Object.entries(attributes)) node.setAttribute(k, v);
    if (text !== undefined) node.textContent = text;
    return node;
  }

  /** A picture with two axes; x and y map data to pixels. */
  function frame(svg, xs, ys) {
    svg.replaceChildren();
    const x = (v) => LEFT + (xs.at(v) - xs.at(xs.low)) / (xs.at(xs.high) - xs.at(xs.low)) * (W - LEFT - RIGHT);
    const y = (v) => H - BOTTOM - (v - ys.low) / (ys.high - ys.low) * (H - TOP - BOTTOM);
    for (const t of ys.ticks) {
      svg.append(draw("line", { x1: LEFT, x2: W - RIGHT, y1: y(t), y2: y(t), class: "grid" }));
      svg.append(draw("text", { x: LEFT - 8, y: y(t) + 4, "text-anchor": "end" }, ys.show(t)));
    }
    for (const t of xs.ticks) {
      svg.append(draw("line", { x1: x(t), x2: x(t), y1: H - BOTTOM, y2: H - BOTTOM + 5, class: "axis" }));
      svg.append(draw("text", { x: x(t), y: H - BOTTOM + 20, "text-anchor": "middle" }, xs.show(t)));
    }
    svg.append(draw("line", { x1: LEFT, x2: W - RIGHT, y1: H - BOTTOM, y2: H - BOTTOM, class: "axis" }));
    svg.append(draw("text", { x: (LEFT + W - RIGHT) / 2, y: H - 6, "text-anchor": "middle" }, xs.name));
    return { x, y };
  }

  function curve(svg, points, kind) {
    const d = points.map(([px, py], i) => `${i ? "L" : "M"}${px.toFixed(1)} ${py.toFixed(1)}`).join("");
    svg.append(draw("path", { d, class: `curve ${kind}` }));
  }

  const linear = { at: (v) => v };
  const logarithmic = { at: Math.log };
  const steps = (low, high, n) => Array.from({ length: n + 1 }, (_, i) => low + (high - low) * i / n);
  const degrees = (v) => v * Math.PI / 180;

  /** A probability given by its ln, in words. */
  function shown(ln) {
    const tens = ln / Math.LN10;
    if (tens > -3) return Math.exp(ln).toPrecision(3);
    const power = Math.floor(tens);
    return `${(10 ** (tens - power)).toFixed(1)} × ${ten(power)}`;
  }

  /** A power of ten as it is written. */
  function ten(power) {
    return "10" + String(power).replace(/./g, (c) => c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[c]);
  }

  const DIMENSIONS = [2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 512, 1024, 2048, 4096];

  /** Failure against time for a few dimensions and for the chosen one. */
  function failure(svg, v) {
    const tol = degrees(v.angle), d = DIMENSIONS[v.dimension], half = laws.halfTime(tol), end = Math.max(8, half + 3);
    const { x, y } = frame(svg,
      { ...linear, low: 0, high: end, ticks: steps(0, Math.floor(end), Math.floor(end)), show: String, name: "time, in units of 1/|h|" },
      { low: 0, high: 1, ticks: [0, 0.5, 1], show: String });
    const along = (k) => steps(0, end, 160).map((t) => [x(t), y(Math.exp(laws.lnFailure(k, tol, t)))]);
    for (const k of [2, 8, 32, 128]) curve(svg, along(k), "other");
    curve(svg, along(d), "chosen");
    svg.append(draw("line", { x1: x(half), x2: x(half), y1: TOP, y2: H - BOTTOM, class: "mark" }));
    svg.append(draw("text", { x: x(half) + 6, y: TOP + 10, class: "label" }, `T* = ${half.toFixed(2)}`));
    svg.append(draw("line", { x1: x(v.time), x2: x(v.time), y1: TOP, y2: H - BOTTOM, class: "now" }));
    const p = laws.lnFailure(d, tol, v.time);
    svg.append(draw("circle", { cx: x(v.time), cy: y(Math.exp(p)), r: 5, class: "dot" }));
    const more = v.time > half ? "after T*: more dimensions make failure rarer"
      : v.time < half ? "before T*: more dimensions make failure more frequent" : "at T*: one half in every dimension";
    return `d = ${d}: the angle exceeds ${v.angle}° with probability ${shown(p)}. The time is ${more}.`;
  }

  /** Failure against d at a fixed time, with the target and the least dimension that meets it. */
  function design(svg, v) {
    const tol = degrees(v.angle), most = 1 << 20, target = -v.digits * Math.LN10, half = laws.halfTime(tol);
    const least = laws.leastDimension(tol, v.time, target, most);
    const bottom = -Math.max(12, v.digits + 2), every = Math.ceil(-bottom / 6);
    const { x, y } = frame(svg,
      { ...logarithmic, low: 2, high: 4096, ticks: [2, 8, 32, 128, 512, 4096], show: String, name: "dimension d" },
      { low: bottom, high: 0, ticks: steps(0, 6, 6).map((i) => -i * every).filter((t) => t >= bottom), show: (t) => t ? ten(t) : "1" });
    const points = steps(Math.log(2), Math.log(4096), 200).map((l) => Math.exp(l))
      .map((d) => [d, laws.lnFailure(d, tol, v.time) / Math.LN10]).filter(([, p]) => p >= bottom);
    curve(svg, points.map(([d, p]) => [x(d), y(p)]), "chosen");
    svg.append(draw("line", { x1: LEFT, x2: W - RIGHT, y1: y(-v.digits), y2: y(-v.digits), class: "mark" }));
    svg.append(draw("text", { x: W - RIGHT, y: y(-v.digits) - 6, "text-anchor": "end", class: "label" }, "target"));
    if (least !== null && least <= 4096) {
      svg.append(draw("circle", { cx: x(least), cy: y(Math.max(bottom, laws.lnFailure(least, tol, v.time) / Math.LN10)), r: 5, class: "dot" }));
      const from = laws.leastTime(least, tol, target).toFixed(2);
      return `The least dimension is d = ${least}: there the failure is ${shown(laws.lnFailure(least, tol, v.time))}, and the target is met from the time ${from} on.`;
    }
    if (least !== null) return `The least dimension is d = ${least}, beyond the picture.`;
    if (v.time <= half) return `No dimension helps: the time is not above T* = ${half.toFixed(2)}, so the failure is at least one half for large d. Wait longer or ask for a wider angle.`;
    return `More than ${most} dimensions would be needed: the time is barely above T* = ${half.toFixed(2)}. Wait longer.`;
  }

  const CONTROLS = {
    failure: { draw: failure, sliders: [
      ["angle", "tolerated angle", 1, 60, 1, 10, (v) => `${v}°`],
      ["time", "time × |h|", 0, 8, 0.05, 3, (v) => v.toFixed(2)],
      ["dimension", "dimension d", 0, DIMENSIONS.length - 1, 1, 6, (v) => String(DIMENSIONS[v])]] },
    design: { draw: design, sliders: [
      ["angle", "tolerated angle", 1, 60, 1, 5, (v) => `${v}°`],
      ["time", "time × |h|", 0, 12, 0.05, 6, (v) => v.toFixed(2)],
      ["digits", "target failure", 1, 30, 1, 6, (v) => ten(-v)]] },
  };

  for (const samples of document.querySelectorAll("script.law-samples")) {
    if (!laws.agree(JSON.parse(samples.textContent))) throw new Error("the laws here differ from Python's: no controls");
  }

  const narrow = innerWidth < 500;
  if (narrow) [W, RIGHT] = [380, 16];
  for (const place of document.querySelectorAll("[data-control]")) {
    const control = CONTROLS[place.dataset.control];
    const svg = draw("svg", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": place.getAttribute("aria-label") });
    const said = make("p", { class: "control-said", role: "status" });
    const values = {}, rows = make("div", { class: "control-sliders" });
    const update = () => { said.textContent = control.draw(svg, values); };
    for (const [name, words, min, max, step, start, show] of control.sliders) {
      values[name] = start;
      const input = make("input", { type: "range", min, max, step, value: start, name });
      const output = make("output", {}, show(start));
      input.addEventListener("input", () => {
        values[name] = Number(input.value);
        output.textContent = show(values[name]);
        update();
      });
      rows.append(make("label", {}, make("span", {}, words), input, output));
    }
    place.append(make("div", { class: "control-live" }, rows, svg, said));
    place.classList.add("is-live");
    update();
  }
})();
