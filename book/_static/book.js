"use strict";
/* Print shows what is closed on screen, and a link into a closed block opens it. */
(() => {
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
