"use strict";
// The tables of a class: search, filter, sort. Without scripts they stand there whole.
const FIRST_CLAUSE = 4;
// "muller" finds "Müller", and "o neill" and "oneill" find "O'Neill".
const plain = (text) => text.normalize("NFD").replace(/\p{M}|[^\p{L}\p{N}]/gu, "").toLowerCase();
// A table that goes on beyond its right edge fades there.
for (const region of document.querySelectorAll(".scroll")) {
  const mark = () => region.classList.toggle("more", region.scrollWidth - region.clientWidth - region.scrollLeft > 1);
  region.addEventListener("scroll", mark, {passive: true});
  new ResizeObserver(mark).observe(region);
}
for (const controls of document.querySelectorAll(".controls")) {
  const table = document.getElementById(controls.dataset.table);
  const body = table.tBodies[0];
  const rows = [...body.rows].map((row, place) => ({
    row, place,
    name: plain(row.cells[0].textContent),
    verdict: row.cells[1].textContent.trim(),
    causes: new Set(row.cells[3].textContent.trim().split(/\s+/)),
  }));
  const search = controls.querySelector("input");
  const filters = Object.fromEntries([...controls.querySelectorAll("select")].map((s) => [s.dataset.filter, s]));
  const output = controls.querySelector("output");

  const misses = (entry, clause) => {
    const cell = entry.row.cells[FIRST_CLAUSE + Number(clause)];
    return cell !== undefined && /^h[0-3]$/.test(cell.className);
  };
  const fits = (entry, wanted) =>
    entry.name.includes(wanted) &&
    (!filters.verdict.value || entry.verdict === filters.verdict.value) &&
    (!filters.cause.value || entry.causes.has(filters.cause.value)) &&
    (!filters.clause.value || misses(entry, filters.clause.value));
  const update = () => {
    let shown = 0;
    const wanted = plain(search.value);
    for (const entry of rows) {
      const fit = fits(entry, wanted);
      entry.row.hidden = !fit;
      shown += fit;
    }
    output.textContent = output.dataset.words.replace("{shown}", shown).replace("{total}", rows.length);
  };

  const valueOf = (entry, column, kind) => {
    const cell = entry.row.cells[column];
    if (kind === "text") return cell === undefined ? "" : cell.textContent.trim();
    if (cell === undefined || cell.colSpan > 1) return -1;
    const number = parseFloat(cell.dataset.v ?? cell.textContent);
    return Number.isNaN(number) ? (cell.className === "h4" ? 1 : 0) : number;
  };
  const collator = new Intl.Collator(document.documentElement.lang, {numeric: true});
  const sort = (header, column) => {
    const descending = header.getAttribute("aria-sort") === "ascending";
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", descending ? "descending" : "ascending");
    const kind = header.dataset.sort;
    const compare = kind === "text" ? collator.compare : (a, b) => a - b;
    const keyed = rows.map((entry) => [valueOf(entry, column, kind), entry]);
    keyed.sort(([a, first], [b, second]) => (descending ? compare(b, a) : compare(a, b)) || first.place - second.place);
    body.append(...keyed.map(([, entry]) => entry.row));
  };
  [...table.tHead.rows[0].cells].forEach((header, column) => {
    if (!header.dataset.sort) return;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...header.childNodes);
    header.append(button);
    button.addEventListener("click", () => sort(header, column));
  });

  search.addEventListener("input", update);
  for (const select of Object.values(filters)) select.addEventListener("change", update);
  controls.querySelector(".reset").addEventListener("click", () => {
    search.value = "";
    for (const select of Object.values(filters)) select.value = "";
    update();
  });
  for (const button of document.querySelectorAll(`button.show[data-table="${table.id}"]`)) {
    button.hidden = false;
    button.addEventListener("click", () => {
      filters.cause.value = button.dataset.cause;
      update();
      controls.scrollIntoView();
      filters.cause.focus();
    });
  }
  controls.hidden = false;
  update();
}
