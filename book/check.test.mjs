/* The check of the pages must itself notice: a sound page passes, and each planted fault is named. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const check = fileURLToPath(new URL("check.mjs", import.meta.url));
const page = (body, head = "") => `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width">
<title>A page</title>${head}</head><body><main><h1>A page</h1>${body}</main></body></html>`;
const box = '<div id="claim-x"><strong class="claim-name">A theorem</strong></div>';
const hit = page('<div id="search-results"><p class="search-summary">found one page</p><a href="good.html#claim-x">A theorem</a></div>');
const control = (moves) => `<div class="control" data-control="test"><div class="control-static">static</div>
  <div class="control-live"><label>by how much <input type="range" min="0" max="9" value="1"></label>
  <svg role="img" aria-label="picture"><path class="curve" d="M0 0L1 1"/></svg><p role="status">1</p></div></div>
  <style>@media print { .control-live { display: none } }</style>
  <script>document.querySelector("input").addEventListener("input", (e) => {
    if (${moves}) document.querySelector("svg").innerHTML = '<path class="curve" d="M0 0L' + e.target.value + ' 1"/>'; });</script>`;

function checked(pages) {
  const folder = mkdtempSync(join(tmpdir(), "book-"));
  for (const [name, text] of Object.entries(pages)) writeFileSync(join(folder, name), text);
  const done = spawnSync(process.execPath, [check, folder], { encoding: "utf8", timeout: 240000 });
  rmSync(folder, { recursive: true });
  return { code: done.status, said: done.stdout + done.stderr };
}

test("a sound page passes", () => {
  const { code, said } = checked({ "good.html": page(box + '<a href="#claim-x">the theorem</a>' + control(true)), "search.html": hit });
  assert.equal(code, 0, said);
});

const FAULTS = {
  "asks the outside": '<img src="http://127.0.0.1:9/x.png" alt="a picture">',
  "script error": "<script>throw new Error('planted')</script>",
  "404 missing.png": '<img src="missing.png" alt="a picture">',
  "not typeset": '<span class="math">\\(x\\)</span>',
  "error in a formula": '<span class="math"><mjx-container><mjx-merror data-mjx-error="Undefined control sequence">x</mjx-merror></mjx-container></span>',
  "wider than the screen": '<div style="width:3000px">wide</div>',
  "axe image-alt": '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">',
  "axe color-contrast": '<p style="color:#bbb;background:#fff">pale</p>',
  "leads nowhere": '<a href="nowhere.html">a link</a>',
  "no such place": '<a href="#nowhere">a link</a>',
  "moves nothing": control(false),
  "a slider is printed": control(true).replace("display: none", ""),
  "no hit leads to": box.replace("claim-x", "claim-y"),
};

test("each planted fault is named", () => {
  const pages = { "good.html": page(box), "search.html": hit };
  const names = Object.keys(FAULTS);
  names.forEach((name, i) => { pages[`z${i}.html`] = page(FAULTS[name]); });
  const { code, said } = checked(pages);
  assert.equal(code, 1, said);
  names.forEach((name, i) => {
    const file = name === "no hit leads to" ? "search.html" : `z${i}.html`;
    assert.ok(said.split("\n").some((line) => line.startsWith(`${file} [`) && line.includes(name)), `${name} was not noticed:\n${said}`);
  });
});

test("an empty folder is no book", () => {
  assert.equal(checked({}).code, 1);
});
