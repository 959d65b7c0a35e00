"use strict";
const byId = (id) => document.getElementById(id);
const cards = [...document.querySelectorAll("article")];
const filters = ["paper", "kind", "provenance"].map(byId);
const dialog = byId("large");
/** Words of a question that name nothing. */
const FILLERS = new Set(["of", "the", "a", "in", "paper", "papers", "show", "me", "and"]);

/** Whether a card has a word: numbers and letters as whole words, longer words also at the start of one, or in the caption. */
function has(card, word) {
  const words = card.dataset.words.split(/[^\p{L}\p{N}.]+/u);
  if (words.includes(word)) return true;
  if (word.length < 3) return false;
  return words.some((one) => one.startsWith(word)) || card.dataset.words.includes(word) && word.length > 4 ||
    word.length > 3 && card.querySelector(".caption").textContent.toLowerCase().includes(word);
}

function apply() {
  const words = byId("search").value.toLowerCase().split(/[^\p{L}\p{N}.-]+/u)
    .filter((word) => word && !FILLERS.has(word));
  let shown = 0;
  for (const card of cards) {
    const chosen = filters.every(({ id, value }) => !value || card.dataset[id].split(" ").includes(value)) &&
      words.every((word) => has(card, word));
    card.hidden = !chosen;
    if (chosen) shown++;
  }
  for (const section of document.querySelectorAll("main > section:not(#coverage)")) {
    section.hidden = !section.querySelector("article:not([hidden])");
  }
  byId("count").textContent = `${shown} of ${cards.length}`;
  byId("none").hidden = shown > 0;
}

/** Search and filters in the address, so that what is shown can be passed on. */
function remember() {
  const asked = new URLSearchParams();
  for (const { id, value } of [byId("search"), ...filters]) if (value) asked.set(id, value);
  history.replaceState(null, "", asked.size > 0 ? `?${asked}` : location.pathname);
}

function recall() {
  const asked = new URLSearchParams(location.search);
  for (const control of [byId("search"), ...filters]) {
    control.value = asked.get(control.id) ?? "";
    // A value that no option has shows all.
    if (control.selectedIndex === -1) control.value = "";
  }
}

function open(card) {
  byId("large-title").textContent = card.querySelector("h3").textContent;
  byId("large-links").replaceChildren(
    ...[...card.querySelectorAll(".links a")].map((a) => a.cloneNode(true)),
  );
  // As a document of its own the picture answers to the mouse: each mark says what it is.
  byId("large-pictures").replaceChildren(...[...card.querySelectorAll("img")].map((img) => {
    const large = document.createElement("object");
    large.type = "image/svg+xml";
    large.data = img.getAttribute("src");
    large.setAttribute("role", "img");
    large.setAttribute("aria-label", img.alt);
    large.tabIndex = -1;
    large.addEventListener("load", () => {
      const picture = large.contentDocument?.documentElement;
      if (!picture) bringPicture(large);
      else if (followMarks(picture) > 0) large.removeAttribute("tabindex");
    });
    return large;
  }));
  dialog.dataset.shown = card.id;
  dialog.classList.toggle("photo", card.classList.contains("photo"));
  byId("mark").textContent = "";
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
  history.replaceState(null, "", `${location.search}#${card.id}`);
}

/**
 * A page that is a file itself may not look into its pictures; a script beside each brings its text, which is put in the place of
 * the picture.
 */
function bringPicture(large) {
  const script = document.createElement("script");
  script.src = `${large.getAttribute("data")}.js`;
  script.addEventListener("load", () => {
    script.remove();
    const text = pictures.get(large.getAttribute("data"));
    if (!text || !large.isConnected) return;
    const place = document.createElement("div");
    place.className = "inline";
    // In a tree of its own: ids of two pictures may be the same.
    const root = place.attachShadow({ mode: "open" });
    root.innerHTML = text;
    const picture = root.querySelector("svg");
    picture.setAttribute("width", "100%");
    picture.removeAttribute("height");
    // An inline picture would stand on a line of text, and leave a strip of ground below it.
    picture.style.display = "block";
    large.after(place);
    large.hidden = true;
    followMarks(picture);
  });
  document.head.append(script);
}

/** Texts of pictures by their path, as the scripts beside them give them. */
const pictures = new Map();
globalThis.pictureText = (path, text) => pictures.set(path, text);

/**
 * Marks of a large picture answer to the keyboard: Tab goes to the first, arrows from one to the next, and what a mark says stands
 * above the picture, also for the mouse.
 */
function followMarks(picture) {
  const marks = [...picture.querySelectorAll("title")].map((title) => title.parentNode)
    .filter((mark) => mark !== picture);
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  style.textContent = ":focus { outline: 2.5px solid #d55e00; outline-offset: 3px; }";
  picture.append(style);
  const say = (mark) => byId("mark").textContent = mark.querySelector("title").textContent;
  marks.forEach((mark, i) => {
    mark.setAttribute("tabindex", i === 0 ? "0" : "-1");
    mark.setAttribute("role", "img");
    mark.addEventListener("focus", () => say(mark));
    mark.addEventListener("pointerenter", () => say(mark));
    mark.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      const next = event.key === "Home" ? 0 : event.key === "End" ? marks.length - 1 : step && i + step;
      if (event.key === "Escape") dialog.close();
      // Arrows leaf through figures elsewhere.
      if (step) event.stopPropagation();
      if (next === undefined || !marks[next]) return;
      event.preventDefault();
      mark.setAttribute("tabindex", "-1");
      marks[next].setAttribute("tabindex", "0");
      marks[next].focus();
    });
  });
  return marks.length;
}

function leaf(step) {
  const visible = cards.filter((card) => !card.hidden);
  const at = visible.findIndex((card) => card.id === dialog.dataset.shown);
  if (visible.length > 0) open(visible[(at + step + visible.length) % visible.length]);
}

for (const card of cards) card.querySelector(".open").addEventListener("click", () => open(card));
for (const control of [byId("search"), ...filters]) {
  control.addEventListener("input", () => {
    apply();
    remember();
  });
}
byId("more").addEventListener("click", () => {
  const shown = byId("filters").classList.toggle("expanded");
  byId("more").setAttribute("aria-expanded", String(shown));
});
byId("clear").addEventListener("click", () => {
  byId("filters").reset();
  apply();
  remember();
  byId("search").focus();
});
byId("previous").addEventListener("click", () => leaf(-1));
byId("next").addEventListener("click", () => leaf(1));
byId("close").addEventListener("click", () => dialog.close());
dialog.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close();
});
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
/** A link to a figure shows it, whatever the filters hide. */
function follow() {
  const target = location.hash && byId(location.hash.slice(1));
  if (!target) return;
  if (target.hidden) byId("clear").click();
  target.scrollIntoView();
}
addEventListener("hashchange", follow);
recall();
apply();
follow();
