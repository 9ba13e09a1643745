"use strict";
(() => {
  /* What scrolls sideways can be reached by the keyboard, and nothing else gets in the way of it. */
  const SIDEWAYS = ".formula, div.math, .wide, div.highlight pre, .cell_output > .output";
  function reachable() {
    for (const box of document.querySelectorAll(SIDEWAYS)) {
      if (box.scrollWidth > box.clientWidth + 1) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
    for (const box of document.querySelectorAll("span.math")) { // a formula in a line that is longer than the line
      const room = box.closest("p, li, td, dd, summary, div")?.clientWidth ?? Infinity;
      const wide = (box.firstElementChild?.scrollWidth ?? 0) > room;
      box.classList.toggle("scrolls", wide);
      if (wide) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  }
  let waiting = 0;
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(reachable, 150);
  };
  addEventListener("load", reachable);
  addEventListener("resize", reachable);
  addEventListener("toggle", soon, true);
  addEventListener("DOMContentLoaded", () => {
    const main = document.querySelector("main");
    if (main) new MutationObserver(soon).observe(main, { childList: true, subtree: true });
  });

  /* Print shows the solutions that are closed on screen. */
  const opened = [];
  addEventListener("beforeprint", () => {
    for (const block of document.querySelectorAll("details.solution:not([open])")) {
      block.open = true;
      opened.push(block);
    }
  });
  addEventListener("afterprint", () => {
    for (const block of opened.splice(0)) block.open = false;
  });
})();
