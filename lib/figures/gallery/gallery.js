"use strict";
const byId = (id) => document.getElementById(id);
const cards = [...document.querySelectorAll("article")];
const controls = ["search", "kind", "provenance"].map(byId);
const dialog = byId("large");

/** Words of a question that name nothing. */
const FILLERS = new Set(["of", "the", "a", "in", "paper", "papers", "show", "me", "and"]);
const wordsOf = (text) => text.toLowerCase().split(/[^\p{L}\p{N}.]+/u).filter((word) => word);
/** What can be found of a card: its words, those of its caption, and those in its numbers. */
const words = new Map(
  cards.map((card) => [card, [...new Set(wordsOf(`${card.dataset.words} ${card.textContent}`))]]),
);

/** Whether one word becomes the other by so few changes of a letter, or swaps of two beside each other. */
function alike(a, b, most) {
  const rows = [[...Array(b.length + 1).keys()]];
  for (let i = 1; i <= a.length; i++) {
    const [row, next] = [rows[i - 1], [i]];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        next[j] = Math.min(next[j], rows[i - 2][j - 2] + 1);
      }
    }
    rows.push(next);
  }
  return rows[a.length][b.length] <= most;
}

/** The figure or table that a question names: `figure 3 …`. */
const numberIn = (asked) =>
  /\b(?:figure|table|algorithm|appendix) [0-9a-d]+\b/.exec(asked.toLowerCase())?.[0];
const isNumbered = (card, number) =>
  card.querySelector("h3").textContent.toLowerCase().startsWith(`${number} ·`);

/** Whether a word is a card's: whole where it is short, else from its beginning; with typos where nothing has it as it stands. */
const has = (card, word, typos) =>
  words.get(card).some((one) =>
    one === word || word.length > 2 && one.startsWith(word) ||
    typos && word.length > 4 && Math.abs(one.length - word.length) < 3 &&
      alike(one, word, word.length > 7 ? 2 : 1)
  );

function apply() {
  const [search, ...filters] = controls;
  const asked = wordsOf(search.value).filter((word) => !FILLERS.has(word));
  const number = numberIn(search.value),
    numbered = cards.filter((card) => number && isNumbered(card, number));
  const found = (typos) =>
    (numbered.length > 0 ? numbered : cards).filter((card) =>
      filters.every(({ id, value }) => !value || card.dataset[id].split(" ").includes(value)) &&
      asked.every((word) => has(card, word, typos))
    );
  const exact = found(false), shown = new Set(exact.length > 0 ? exact : found(true));
  for (const card of cards) card.hidden = !shown.has(card);
  const chosen = controls.some(({ value }) => value);
  for (const part of document.querySelectorAll("main section, main section details")) {
    part.hidden = !part.querySelector("article:not([hidden])");
    if (part.localName === "details") part.open = chosen;
  }
  byId("count").textContent = `${shown.size} of ${cards.length}`;
  byId("none").hidden = shown.size > 0;
}

/** Search and filters in the address, so that what is shown can be passed on. */
function remember(hash = "") {
  const asked = new URLSearchParams(
    controls.filter(({ value }) => value).map(({ id, value }) => [id, value]),
  );
  history.replaceState(null, "", `${location.pathname}${asked.size > 0 ? `?${asked}` : ""}${hash}`);
}

/** Texts of pictures: a page that is a file may not look into pictures, but load a script that brings one. */
globalThis.picture = (path, text) => {
  for (const place of document.querySelectorAll(".inline")) {
    if (place.dataset.path !== path || place.shadowRoot) continue;
    // In a tree of its own: ids of two pictures may be the same.
    const root = place.attachShadow({ mode: "open" });
    root.innerHTML = text;
    const svg = root.querySelector("svg");
    svg.setAttribute("style", "display: block; width: 100%; height: auto");
    followMarks(svg);
  }
};

function open(card) {
  byId("large-title").textContent = card.querySelector("h3").textContent;
  byId("large-links").replaceChildren(
    ...[...card.querySelectorAll(".links a")].map((a) => a.cloneNode(true)),
  );
  byId("mark").textContent = "";
  dialog.classList.remove("near");
  dialog.dataset.shown = card.id;
  unfold(card);
  const images = [...card.querySelectorAll("img")];
  byId("large-pictures").replaceChildren(...images.map((image) => {
    const place = document.createElement("div");
    place.className = "inline";
    place.dataset.path = image.getAttribute("src");
    place.style.setProperty("--ratio", image.width / image.height);
    return place;
  }));
  for (const path of new Set(images.map((image) => image.getAttribute("src")))) {
    const script = document.createElement("script");
    script.src = `${path}.js`;
    script.onload = () => script.remove();
    document.head.append(script);
  }
  if (!dialog.open) dialog.showModal();
  dialog.scrollTo(0, 0);
  remember(`#${card.id}`);
}

/** Marks answer to mouse and keyboard: Tab goes to the first, arrows from one to the next, and what a mark says stands above. */
function followMarks(svg) {
  const marks = [...svg.querySelectorAll("title")].map((title) => title.parentNode).filter((mark) =>
    mark !== svg
  );
  const say = ({ currentTarget: mark }) => byId("mark").textContent = mark.querySelector("title").textContent;
  marks.forEach((mark, i) => {
    mark.setAttribute("tabindex", i === 0 ? "0" : "-1");
    mark.setAttribute("role", "img");
    mark.addEventListener("focus", say);
    mark.addEventListener("pointerenter", say);
    mark.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!step) return;
      // Arrows leaf through figures elsewhere.
      event.stopPropagation();
      event.preventDefault();
      const next = marks[i + step];
      if (!next) return;
      mark.setAttribute("tabindex", "-1");
      next.setAttribute("tabindex", "0");
      next.focus();
    });
  });
}

function leaf(step) {
  const visible = cards.filter((card) => !card.hidden);
  const at = visible.findIndex(({ id }) => id === dialog.dataset.shown);
  if (visible.length > 0) open(visible[(at + step + visible.length) % visible.length]);
}

function unfold(card) {
  const folded = card.closest("details");
  if (folded) folded.open = true;
}

/** A link to a figure shows it, whatever the filters hide. */
function follow() {
  const target = location.hash && byId(location.hash.slice(1));
  if (!target) return;
  if (target.hidden) byId("clear").click();
  unfold(target);
  target.scrollIntoView();
}

for (const card of cards) card.querySelector(".open").addEventListener("click", () => open(card));
for (const control of controls) {
  control.value = new URLSearchParams(location.search).get(control.id) ?? "";
  // A value that no option has shows all.
  if (control.selectedIndex === -1) control.value = "";
  control.addEventListener("input", () => {
    apply();
    remember();
  });
}
byId("more").addEventListener("click", () => byId("filters").classList.toggle("expanded"));
byId("clear").addEventListener("click", () => {
  byId("filters").reset();
  apply();
  remember();
});
byId("previous").addEventListener("click", () => leaf(-1));
byId("next").addEventListener("click", () => leaf(1));
byId("close").addEventListener("click", () => dialog.close());
byId("large-pictures").addEventListener("click", () => dialog.classList.toggle("near"));
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
dialog.addEventListener("close", () => {
  remember();
  byId(dialog.dataset.shown)?.querySelector(".open").focus();
});
document.addEventListener("keydown", (event) => {
  if (dialog.open) {
    if (event.key === "ArrowRight") leaf(1);
    if (event.key === "ArrowLeft") leaf(-1);
  } else if (event.key === "/" && !/^(INPUT|SELECT)$/.test(document.activeElement.tagName)) {
    event.preventDefault();
    byId("search").focus();
  }
});
addEventListener("hashchange", follow);
apply();
follow();
