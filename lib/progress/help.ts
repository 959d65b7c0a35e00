import { stdout } from "node:process";
import { type Declared, find, namesFrom, optionsOf, signatureOf, source } from "./declared.ts";
import { nearest } from "./require.ts";
import { ownFacts } from "./own_facts.ts";
import { notebookDisplay } from "./show.ts";
import { ShownText } from "./shown_text.ts";

/**
 * The doors of the library with what stands behind each; the questions that people come with, and words of theirs that our texts may lack,
 * each with the functions that answer them.
 */
const { doors: DOORS, questions: QUESTIONS, words: WORDS } = ownFacts<{
  doors: Record<string, { module: string; holds: string }>;
  questions: Record<string, string[]>;
  words: Record<string, string[]>;
}>("help");

/** What people write who know pandas, and what is written here. */
const PANDAS = ownFacts<Record<string, string>>("pandas");

/** Characters of a line that introduces a function on a terminal. */
const LINE = 110;

/** Functions that a search lists. */
const LISTED = 12;

/** What a question is put with, and nothing is found by. */
const FILLING = new Set(
  "a an and are can do does for from has have how i in is it me my of on or that the there this to what which with you"
    .split(" "),
);

/**
 * Documentation where one sits: of a function or constant by its name or itself, of a door by its name, or (called with
 * nothing) of the library by the questions that it answers. In a notebook it shows as the last line of a cell, elsewhere it is
 * printed when the line is done, unless the text that comes back is used in it (`${help("chart")}`). Words that are no name list what
 * speaks of them (`help("length")`), `help("pandas")` what its habits are written as here.
 *
 * @throws {TypeError} for a subject that is neither a name nor a function
 * @throws {RangeError} for what is no name and stands nowhere, with names that are near
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { help, lengthBias } from "judgebias";
 *
 * const text = help(lengthBias);
 * assert.match(String(text), /lengthBias\(/);
 * assert.match(String(help()), /Which answer came first/);
 * ```
 */
export function help(subject?: string | ((...args: never[]) => unknown)): ShownText {
  const name = typeof subject === "function" ? subject.name : subject;
  if (name !== undefined && typeof name !== "string") {
    const found = JSON.stringify(subject) ?? String(subject);
    throw new TypeError(`help: wanted a function or a name such as "lengthBias", found ${found}`);
  }
  const text = new ShownText(
    name === undefined
      ? catalogue()
      : Object.hasOwn(DOORS, name)
      ? listed(inOrder(entries().filter(({ door }) => door === name)))
      : name.toLowerCase() === "pandas"
      ? habits(Object.keys(PANDAS))
      : entryText(name),
  );
  if (!notebookDisplay()) {
    // When the line is done, unless that takes the text itself (`console.log(help(…))`, a template).
    queueMicrotask(() => {
      if (text.taken) return;
      console.log(String(text));
      text.printed = true;
    });
  }
  return text;
}

function catalogue(): string {
  const known = new Set(entries().map(({ name }) => name));
  const questions = Object.entries(QUESTIONS).map(([question, names]) =>
    `${question}\n${inLines(names.filter((name) => known.has(name)))}`
  );
  const doors = Object.entries(DOORS).filter(([, { module }]) => source(module)).map(([door, { holds }]) =>
    `${door.padEnd(20)}${holds}`
  );
  return `${questions.join("\n")}\n\n${doors.join("\n")}\n\n` +
    `help("lengthBias") explains a function, help("length") lists those that speak of it, help("judgebias/stats") a door, ` +
    `help("pandas") what its habits are here.`;
}

function inLines(names: readonly string[]): string {
  return names.join(", ").replace(/(.{1,90})(?:, |$)/g, "    $1\n").trimEnd();
}

/** Those that answer questions in the order of these, then the others by name. */
function inOrder<One extends { name: string }>(own: readonly One[]): One[] {
  const asked = Object.values(QUESTIONS).flat();
  const place = ({ name }: One) => asked.includes(name) ? asked.indexOf(name) : asked.length;
  return own.toSorted((a, b) => place(a) - place(b) || (a.name < b.name ? -1 : 1));
}

/** A line for each habit: what it is in pandas and here. */
function habits(own: readonly string[]): string {
  const width = Math.max(...own.map((habit) => habit.length)) + 2;
  return own.map((habit) => `${habit.padEnd(width)}${PANDAS[habit]}`).join("\n");
}

/** A line for each function: its name, and the sentence that introduces it. */
function listed(own: readonly { name: string; module: string }[]): string {
  const width = Math.max(...own.map(({ name }) => name.length)) + 2;
  const line = (name: string, module: string) => {
    const sentence = firstSentence(find(name, module)?.text ?? "");
    return stdout.isTTY && sentence.length > LINE ? `${sentence.slice(0, LINE - 1)}…` : sentence;
  };
  return own.map(({ name, module }) => `${name.padEnd(width)}${line(name, module)}`).join("\n");
}

/** Whether a word begins a word of a text (a short one is a whole word), one or several of it. */
function speaksOf(word: string, text: string): boolean {
  const stem = word.replace(/(?<=\w{3})(ies|es|y|(?<![aiu])s)$/i, "");
  const escaped = stem.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"),
    end = stem.length < 4 ? "(?![\\p{L}\\p{N}])" : "";
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}${end}`, "iu").test(text);
}

/** How much a function has to do with a word: what it is called outweighs what it is asked for, that its columns, these what is said of it. */
function weightOf(word: string, asked: readonly string[], name: string, { text, code }: Declared): number {
  const named = speaksOf(word, `${name} ${name.replace(/([a-z])([A-Z])/g, "$1 $2")}`) ? 32 : 0;
  const place = asked.indexOf(name);
  if (place >= 0) return named + 16 + (asked.length - place) / (asked.length + 1);
  const columns = (signatureOf(code).match(/"\w+"/g) ?? []).join(" ").replaceAll("_", " ");
  const found = [[8, columns], [4, firstSentence(text)], [1, text.split(/^@/m)[0]]] as const;
  return found.reduce((sum, [weight, where]) => speaksOf(word, where) ? sum + weight : sum, named);
}

/** What speaks of the words of a question, the nearest first: habits of pandas, functions; nothing where nothing does. */
function search(question: string): string {
  const all = question.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const telling = all.filter((word) => !FILLING.has(word)), words = telling.length > 0 ? telling : all;
  const said = words.join(" ");
  const phrases = Object.entries(WORDS).flatMap(([keys, names]) =>
    keys.split(", ").map((key) => [key, names] as const)
  );
  const asked = words.map((word) => [
    ...phrases.filter(([key]) => speaksOf(word, key) && key.split(" ").every((one) => speaksOf(one, said)))
      .flatMap(([, names]) => names),
    ...Object.entries(QUESTIONS).filter(([asks]) => speaksOf(word, asks)).flatMap(([, names]) => names),
  ]);
  const found = entries().flatMap((one) => {
    const declared = find(one.name, one.module);
    if (!declared) return [];
    const weights = words.map((word, i) => weightOf(word, asked[i], one.name, declared));
    const sum = weights.reduce((sum, weight) => sum + weight, 0);
    return sum > 0 ? [{ ...one, sum, hits: weights.filter((weight) => weight > 0).length }] : [];
  });
  // The nearest first, without those that merely mention what others are about.
  const most = Math.max(...found.map(({ hits }) => hits)), best = Math.max(...found.map(({ sum }) => sum));
  const kept = found.filter(({ hits, sum }) => hits === most && sum >= Math.min(best / 3, 8))
    .sort((a, b) => b.sum - a.sum);
  const own = Object.keys(PANDAS).filter((habit) =>
    words.length > 0 && words.every((word) => speaksOf(word, habit.replaceAll("_", " ")))
  );
  const more = kept.slice(LISTED).map(({ name }) => name);
  return [
    own.length > 0 ? `Of pandas, here\n${habits(own)}` : "",
    kept.length > 0 ? listed(kept.slice(0, LISTED)) : "",
    more.length > 0 ? `and ${more.length} more\n${inLines(more)}` : "",
  ].filter((part) => part !== "").join("\n\n");
}

function entryText(name: string): string {
  const all = entries();
  const entry = all.find((one) => one.name === name);
  const found = entry && find(name, entry.module);
  if (!found) {
    const answer = search(name);
    if (answer !== "") return answer;
    const near = nearest(name, all.map((one) => one.name)), wanted = "a name that the library exports";
    const way = near.length > 0 ? `did you mean ${near.join(" or ")}?` : "help() lists all by question";
    throw new RangeError(
      `help: wanted ${wanted} or a word of what it does, found ${JSON.stringify(name)}; ${way}`,
    );
  }
  const signature = signatureOf(found.code);
  const [words, ...tags] = found.text.split(/^(?=@)/m);
  // JavaScript of Node 22 has no `await using`.
  const closing = /await using (\w+)/.exec(tags.join(""));
  const instead = closing
    ? `Without \`await using\` (Node 22): const ${closing[1]} = …; at the end await ${closing[1]}.close()`
    : "";
  const where = `import { ${name} } from "${entry.door}"; it stands in lib/${found.module}.ts`;
  return [
    signature,
    words.trim(),
    ...optionsOf(signature, found.module),
    tags.join("").trim(),
    instead,
    where,
  ]
    .filter((part) => part !== "").join("\n\n");
}

/** All values (no types) that the doors re-export. */
function entries(): { name: string; door: string; module: string }[] {
  return Object.entries(DOORS).flatMap(([door, { module }]) =>
    namesFrom(module, { types: false }).map((one) => ({ door, ...one }))
  );
}

function firstSentence(text: string): string {
  return text.replace(/\s+/g, " ").split(/(?<=[.?]) /)[0];
}
