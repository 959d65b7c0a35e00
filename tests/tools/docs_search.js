// Added to the search of deno doc, which knows names only: lines by word (WORDS), the nearest first, then names.
const HERE = document.querySelector('script[src$="search.js"]').src;

/** Words as they are compared: without what questions are put with, and without endings. */
function wordsOf(text) {
  const all = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  const own = all.filter((word) =>
    !/^(an?|and|any|are|can|do|does|for|from|has|have|how|i|in|is|it|me|my|of|on|or|the|this|to|what|when|which|with|you|your)$/
      .test(word)
  );
  return (own.length > 0 ? own : all).map((word) => word.replace(/(?<=\p{L}{3})(es|s|e|ed|ing)$/u, ""));
}

// A phrase stands for functions, which are shown with what they do, or for a line of its own.
const PHRASES = WORDS.flatMap(({ keys, names, html }) =>
  [...new Set(keys)].map((key) => ({
    words: wordsOf(key),
    lines: names?.map((name) => FUNCTIONS[name]) ?? [html],
  }))
);
const SPOKEN = new Map();
for (const word of PHRASES.flatMap(({ words }) => [...new Set(words)])) {
  SPOKEN.set(word, (SPOKEN.get(word) ?? 0) + 1);
}
const worth = (word) => Math.log(1 + PHRASES.length / (SPOKEN.get(word) ?? PHRASES.length));

/** A word and what is left of it without one letter; two that share one are a slip apart (`lenght`). */
const slipsOf = (word) => [word, ...Array.from(word, (_, i) => word.slice(0, i) + word.slice(i + 1))];

/** A word as it is spoken of: itself where something begins so, else those that are a slip away. */
function spoken(word) {
  const known = [...SPOKEN.keys()], slips = slipsOf(word);
  if (word.length < 4 || known.some((one) => one.startsWith(word))) return [word];
  const near = known.filter((one) => one.length > 3 && slipsOf(one).some((slip) => slips.includes(slip)));
  return near.length > 0 ? near : [word];
}

/** Lines that have to do with what is asked: the share of it that a phrase says, times the share of the phrase that is asked. */
function linesOf(asked) {
  const own = wordsOf(asked).flatMap(spoken),
    sum = (words) => words.reduce((total, word) => total + worth(word), 0);
  const isBegun = (word) => own.some((one) => one.length > 3 && word.startsWith(one));
  const best = new Map();
  for (const { words, lines } of PHRASES) {
    const hits = sum(words.filter((word) => own.includes(word))) + sum(words.filter(isBegun)) / 4;
    if (hits === 0) continue;
    const score = hits * hits / sum(words);
    lines.forEach((line, i) =>
      best.set(line, Math.max(best.get(line) ?? 0, score * (1 - i / lines.length / 3)))
    );
  }
  const found = [...best].sort((a, b) => b[1] - a[1]);
  return found.filter(([, score]) => score > found[0][1] / 4).slice(0, 12).map(([html]) => html);
}

// deno-lint-ignore no-unused-vars -- deno doc's own script calls it
function renderResults(results) {
  const lines = linesOf(searchInput.value), functions = Object.values(FUNCTIONS);
  const isFunction = (line) => functions.includes(line);
  // Names that are like a whole question are like it by chance.
  const asked = searchInput.value.trim().toLowerCase(), isExact = ({ name }) => name.toLowerCase() === asked;
  const begins = ({ name }) => !name.includes(".") && name.toLowerCase().startsWith(asked);
  const called = results.filter((one) => isExact(one) || begins(one))
    .sort((a, b) => Number(isExact(b)) - Number(isExact(a)));
  const list = (own) =>
    own.slice(0, asked.includes(" ") ? 0 : 12).map(({ file, name }) =>
      `<li><a href="./${file}/~/${name}.html"><code>${name}</code></a></li>`
    );
  const none =
    '<p>Nothing found: try fewer or other words, or look at <a href="./by_word.html">all words</a>.</p>';
  const part = (title, items) => items.length > 0 ? `<h2>${title}</h2><ul>${items.join("")}</ul>` : "";
  const others = list(results.filter((one) => !called.includes(one)));
  const byWord = part("By word", lines.filter(isFunction));
  const held = part("Columns, habits and figures", lines.filter((line) => !isFunction(line)));
  // What says the most of it stands first, as in help.
  const all = part("By name", list(called)) +
    (lines.length === 0 || isFunction(lines[0]) ? byWord + held : held + byWord) +
    part(called.length > 0 ? "Other names" : "By name", others);
  searchResultsDiv.innerHTML = `<div class="markdown">${all || none}</div>`;
  for (const link of searchResultsDiv.querySelectorAll("a")) {
    link.href = new URL(link.getAttribute("href"), HERE).href;
  }
}
