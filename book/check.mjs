/* Open every page of the built book in headless Chromium and fail on anything a reader would trip over.

   node check.mjs FOLDER [--shots FOLDER]      exit 1 and one line a problem, or 0
   CHROMIUM names the browser (default /usr/bin/chromium). */
import { createServer } from "node:http";
import { readFileSync, readdirSync, existsSync, mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = resolve(process.argv[2] ?? "_build/html");
const shots = process.argv[3] === "--shots" ? resolve(process.argv[4]) : null;
const here = fileURLToPath(new URL(".", import.meta.url));
const axe = readFileSync(join(here, "node_modules/axe-core/axe.min.js"), "utf8");
const problems = [];
const complain = (page, view, words) => problems.push(`${page} [${view}] ${words}`);

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml",
  ".json": "application/json", ".ipynb": "application/json", ".woff2": "font/woff2", ".png": "image/png" };

const server = createServer(async (request, response) => {
  const path = join(root, decodeURIComponent(new URL(request.url, "http://x").pathname));
  if (request.url === "/favicon.ico") return response.writeHead(204).end(); // browsers ask for it unasked
  try {
    if (!path.startsWith(root)) throw new Error("outside");
    const body = await readFile(path);
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" }).end(body);
  } catch {
    response.writeHead(404).end();
  }
}).listen(0, "127.0.0.1");
await new Promise((done) => server.once("listening", done));
const base = `http://127.0.0.1:${server.address().port}/`;

const html = readdirSync(root, { recursive: true }).filter((f) => f.endsWith(".html")).sort();
const listings = html.filter((f) => f.startsWith("source/")); // one template: the first stands for all
const pages = html.filter((f) => !f.startsWith("source/") && !f.startsWith("_static/") && !f.startsWith("mathjax/"))
  .filter((f) => !/http-equiv="Refresh"/i.test(readFileSync(join(root, f), "utf8"))) // the way to the first page
  .concat(listings.slice(0, 1));
if (!pages.length) complain("-", "-", `no pages in ${root}`);

/* --- links and anchors, on the files themselves ------------------------------------------------------------- */

const anchors = new Map();
function anchorsOf(file) {
  if (!anchors.has(file)) {
    const text = readFileSync(join(root, file), "utf8");
    anchors.set(file, new Set([...text.matchAll(/\s(?:id|name)="([^"]+)"/g)].map((m) => m[1])));
  }
  return anchors.get(file);
}

function checkLinks(file) {
  const text = readFileSync(join(root, file), "utf8").replace(/<script[\s\S]*?<\/script>/g, "");
  for (const [, raw] of text.matchAll(/<a\s[^>]*?href="([^"]*)"/g)) {
    const link = raw.replaceAll("&amp;", "&");
    if (/^(https?:|mailto:|javascript:)/.test(link) || link === "#") continue;
    const at = new URL(link, base + file);
    const target = relative(root, join(root, decodeURIComponent(at.pathname)));
    const wanted = decodeURIComponent(at.hash.slice(1));
    if (target && !existsSync(join(root, target))) complain(file, "links", `leads nowhere: ${link}`);
    else if (wanted && target.endsWith(".html") && !anchorsOf(target).has(wanted)) complain(file, "links", `no such place: ${link}`);
  }
}
for (const file of html.filter((f) => !f.startsWith("_static/") && !f.startsWith("mathjax/"))) checkLinks(file);

/* --- every page, in every view ------------------------------------------------------------------------------ */

const VIEWS = [
  { name: "wide", width: 1280, height: 900, scheme: "light" },
  { name: "wide dark", width: 1280, height: 900, scheme: "dark" },
  { name: "phone", width: 390, height: 844, scheme: "light", phone: true },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});

/** Typeset everything, also what is far below or closed. */
async function typeset(page) {
  await page.evaluate(async () => {
    for (const block of document.querySelectorAll("details")) block.open = true;
    if (!globalThis.MathJax?.startup) return;
    await MathJax.startup.promise;
    await MathJax.startup.document.lazyTypesetAll?.();
    await MathJax.startup.document.whenReady?.(() => {});
    dispatchEvent(new Event("resize")); // what scrolls now is reachable by keyboard now
  });
}

/** What is wrong with the maths: formulas left as text, or with an error in them. */
const mathsProblems = () => {
  const out = [];
  for (const node of document.querySelectorAll(".math")) {
    if (!node.querySelector("mjx-container")) out.push(`not typeset: ${node.textContent.slice(0, 60)}`);
  }
  for (const node of document.querySelectorAll("mjx-merror, mjx-container [data-mjx-error]")) {
    out.push(`error in a formula: ${node.getAttribute("data-mjx-error") ?? node.textContent.slice(0, 60)}`);
  }
  return [...new Set(out)].slice(0, 5);
};

/** What sticks out to the right although the page cannot scroll there by itself. */
const overflow = () => {
  const room = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= room) return null;
  const scrolls = (e) => e && (/auto|scroll|hidden/.test(getComputedStyle(e).overflowX) || scrolls(e.parentElement));
  const wide = [...document.querySelectorAll("main *")]
    .filter((e) => e.getBoundingClientRect().right > room + 1 && !scrolls(e.parentElement));
  const deepest = wide.find((e) => ![...e.children].some((c) => wide.includes(c)));
  return `wider than the screen (${document.documentElement.scrollWidth} > ${room}): ${deepest?.outerHTML.slice(0, 90) ?? ""}`;
};

async function visit(context, file, view) {
  const page = await context.newPage();
  page.on("request", (r) => {
    if (!r.url().startsWith(base) && !/^(data|blob):/.test(r.url())) complain(file, view.name, `asks the outside: ${r.url()}`);
  });
  page.on("response", (r) => { if (r.status() >= 400) complain(file, view.name, `${r.status()} ${r.url().slice(base.length)}`); });
  page.on("pageerror", (e) => complain(file, view.name, `script error: ${String(e).slice(0, 160)}`));
  await page.goto(base + file, { waitUntil: "load", timeout: 60000 });
  await typeset(page);
  for (const words of await page.evaluate(mathsProblems)) complain(file, view.name, words);
  const wide = await page.evaluate(overflow);
  if (wide) complain(file, view.name, wide);
  await page.evaluate(axe);
  const found = await page.evaluate(() => axe.run({ exclude: [["mjx-math"]] }, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"], resultTypes: ["violations"] }));
  for (const v of found.violations) {
    const nodes = v.nodes.slice(0, 3).map((n) => n.target.join(" ")).join(" | ");
    complain(file, view.name, `axe ${v.id} (${v.nodes.length}): ${nodes.slice(0, 220)}`);
  }
  if (shots) await page.screenshot({ path: join(shots, `${file.replaceAll("/", "_")}-${view.name.replace(" ", "-")}.png`), fullPage: true });
  if (view.name === "wide") {
    await controls(page, file);
    await print(page, file);
  }
  await page.close();
}

/** Every slider moves its picture and its sentence. */
async function controls(page, file) {
  for (const place of await page.$$("[data-control]")) {
    const name = await place.getAttribute("data-control");
    for (const slider of await place.$$("input[type=range]")) {
      const before = await place.$eval("svg", (s) => s.innerHTML);
      const far = await slider.evaluate((s) => {
        s.value = Number(s.value) > (Number(s.min) + Number(s.max)) / 2 ? s.min : s.max;
        s.dispatchEvent(new Event("input", { bubbles: true }));
        return s.name;
      });
      const after = await place.$eval("svg", (s) => s.innerHTML);
      const said = await place.$eval("[role=status]", (s) => s.textContent);
      if (before === after) complain(file, "controls", `${name}: the slider ${far} moves nothing`);
      if (!said || /NaN|undefined|Infinity/.test(said + after)) complain(file, "controls", `${name}: ${far}: ${said.slice(0, 80)}`);
    }
    if (!(await place.$("svg path.curve"))) complain(file, "controls", `${name}: no curve`);
  }
}

/** On paper: no navigation, no sliders but their static version, maths typeset, nothing cut off at the right. */
async function print(page, file) {
  await page.emulateMedia({ media: "print" });
  const found = await page.evaluate(() => {
    const seen = (e) => e && e.getClientRects().length > 0;
    const out = [];
    if (seen(document.querySelector("#pst-primary-sidebar, .bd-sidebar-primary"))) out.push("the navigation is printed");
    for (const c of document.querySelectorAll(".control")) {
      if (seen(c.querySelector(".control-live"))) out.push("a slider is printed");
      if (!seen(c.querySelector(".control-static"))) out.push("the static version of a control is not printed");
    }
    if (!seen(document.querySelector("main"))) out.push("nothing is printed");
    return [...new Set(out)];
  });
  for (const words of found) complain(file, "print", words);
  if (shots) await page.pdf({ path: join(shots, `${file.replaceAll("/", "_")}.pdf`) });
}

if (shots) mkdirSync(shots, { recursive: true });
await Promise.all([VIEWS.slice(0, 1), VIEWS.slice(1)].map(async (views) => {
  for (const view of views) {
    const context = await browser.newContext({ viewport: { width: view.width, height: view.height }, colorScheme: view.scheme,
      isMobile: !!view.phone, hasTouch: !!view.phone });
    for (const file of pages) await visit(context, file, view).catch((e) => complain(file, view.name, String(e).slice(0, 200)));
    await context.close();
  }
}));

/* --- the search finds a theorem by its name ------------------------------------------------------------------ */

const theorems = html.flatMap((file) => [...readFileSync(join(root, file), "utf8")
  .matchAll(/id="(claim-[\w-]+)">[\s\S]*?<strong class="claim-name">([^<]+)</g)].map((m) => ({ file, id: m[1], title: m[2] })));
if (!theorems.length) complain("search", "search", "the book holds no theorem box");
const searching = await browser.newPage();
for (const { id, title } of [theorems[0], theorems.at(-1)].filter(Boolean)) {
  await searching.goto(`${base}search.html?q=${encodeURIComponent(title.replaceAll("&lt;", "<").replaceAll("&gt;", ">"))}`);
  await searching.waitForFunction(() => document.querySelector("#search-results .search-summary")?.textContent.match(/found|match/i), null, { timeout: 20000 }).catch(() => {});
  const hits = await searching.$$eval("#search-results a", (links) => links.map((a) => a.getAttribute("href")));
  if (!hits.some((h) => h.includes(`#${id}`))) complain("search.html", "search", `${title}: no hit leads to #${id}`);
}

await browser.close();
server.close();
for (const line of [...new Set(problems)]) console.log(line);
console.log(`${pages.length} pages in ${VIEWS.length} views: ${problems.length ? `${new Set(problems).size} problems` : "nothing to object to"}`);
process.exitCode = problems.length ? 1 : 0;
