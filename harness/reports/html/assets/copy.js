"use strict";
// Copy buttons: shown only where scripts run, so that no button stands there that does nothing.
for (const button of document.querySelectorAll("button.copy")) {
  const label = button.textContent;
  const text = button.parentElement.querySelector("code").textContent;
  const say = (words) => {
    button.textContent = words;
    setTimeout(() => { button.textContent = label; }, 2000);
  };
  button.hidden = false;
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      say(button.dataset.copied);
    } catch {  // no clipboard here: select it, so that the keyboard copies it
      getSelection().selectAllChildren(button.parentElement.querySelector("code"));
      say(button.dataset.failed);
    }
  });
}
// What a link leads to is opened, and for printing all but the lists of cases and of numbers.
const open = () => {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
  if (target) for (const part of target.querySelectorAll("details")) part.open = true;
};
addEventListener("hashchange", open);
open();
addEventListener("beforeprint", () => {
  for (const part of document.querySelectorAll("details:not([open], .cases, .numbers)")) { part.open = true; part.dataset.printed = ""; }
});
addEventListener("afterprint", () => {
  for (const part of document.querySelectorAll("details[data-printed]")) { part.open = false; delete part.dataset.printed; }
});
