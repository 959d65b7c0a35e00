import { existsSync, readFileSync } from "node:fs";
import { nearest } from "./require.ts";
import { ownFacts } from "./own_facts.ts";
import { notebookDisplay } from "./show.ts";
import { ShownText } from "./shown_text.ts";

/** The doors of the library with what stands behind each, and the questions that people come with, with the functions that answer them. */
const { doors: DOORS, questions: QUESTIONS } = ownFacts<{
  doors: Record<string, { module: string; holds: string }>;
  questions: Record<string, string[]>;
}>("help");

/** Characters of a line that introduces a function. */
const LINE = 110;

/**
 * Documentation where one sits: of a function or constant by its name or itself, of a door by its name, or (called with
 * nothing) of the library by the questions that it answers. In a notebook it shows as the last line of a cell, elsewhere it is
 * printed when the line is done, unless the text that comes back is used in it (`${help("chart")}`). A word that is no name lists what
 * speaks of it (`help("length")`).
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
      ? listed(entries().filter(({ door }) => door === name))
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
    `help("lengthBias") explains a function, help("length") lists those that speak of it, help("judgebias/stats") a door.`;
}

function inLines(names: readonly string[]): string {
  return names.join(", ").replace(/(.{1,90})(?:, |$)/g, "    $1\n").trimEnd();
}

/** Whether a word begins a word (a short one is a whole word) of a function's name, a question that it answers, or what is said of it. */
function speaksOf(
  word: string,
  { name, module }: { name: string; module: string },
  said: (text: string) => string,
): boolean {
  const asked = Object.keys(QUESTIONS).filter((question) => QUESTIONS[question].includes(name));
  const inWords = name.replace(/([a-z])([A-Z])/g, "$1 $2");
  const text = [name, inWords, ...asked, said(find(name, module)?.text ?? "")].join(" ")
    .replaceAll("-", " ");
  // One or several of it, with or without a hyphen.
  const stem = word.trim().replaceAll("-", " ").replace(/(?<=\w{3})(ies|es|y|(?<![aiu])s)$/, "");
  const escaped = stem.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"),
    end = stem.length < 4 ? "(?![\\p{L}\\p{N}])" : "";
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}${end}`, "iu").test(text);
}

/** A line for each function: its name, and the sentence that introduces it. */
function listed(own: readonly { name: string; module: string }[]): string {
  const width = Math.max(...own.map(({ name }) => name.length)) + 2;
  const line = (name: string, module: string) => firstSentence(find(name, module)?.text ?? "");
  return own.map(({ name, module }) => `${name.padEnd(width)}${line(name, module)}`).join("\n");
}

function entryText(name: string): string {
  const all = entries();
  const entry = all.find((one) => one.name === name);
  const found = entry && find(name, entry.module);
  if (!found) {
    const words = name.split(/[^\p{L}\p{N}]+/u).filter((word, _, { length }) =>
      word.length > (length > 1 ? 3 : 0)
    );
    const body = (text: string) => text.split(/^@/m)[0];
    // All words in its first sentence, else anywhere before the tags and the example, else most of them.
    for (const [said, isEnough] of [[firstSentence, false], [body, false], [body, true]] as const) {
      const found = all.map((one) => words.filter((word) => speaksOf(word, one, said)).length);
      const most = Math.max(...found), wanted = isEnough ? Math.max(most, 1) : Math.max(words.length, 1);
      if (most >= wanted) return listed(all.filter((_, i) => found[i] >= wanted));
    }
    const near = nearest(name, all.map((one) => one.name)), wanted = "a name that the library exports";
    const way = near.length > 0 ? `did you mean ${near.join(" or ")}?` : "help() lists all by question";
    throw new RangeError(
      `help: wanted ${wanted} or a word of what it does, found ${JSON.stringify(name)}; ${way}`,
    );
  }
  const signature = signatureOf(found.code);
  const [words, ...tags] = found.text.split(/^(?=@)/m);
  const where = `import { ${name} } from "${entry.door}"; it stands in lib/${found.module}.ts`;
  return [signature, words.trim(), ...optionsOf(signature, found.module), tags.join("").trim(), where]
    .filter((part) => part !== "").join("\n\n");
}

/** The text of a module: its source, or its declarations where the library was packed. */
function source(module: string): string | null {
  for (const ending of [".ts", ".d.ts"]) {
    const url = new URL(`../${module}${ending}`, import.meta.url);
    if (url.protocol === "file:" && existsSync(url)) return readFileSync(url, "utf8");
  }
  return null;
}

/** Names that a module takes or hands on from another: values, and with `types` types too. */
function namesFrom(module: string, { types }: { types: boolean }): { name: string; module: string }[] {
  const lines = (source(module) ?? "").matchAll(/^(?:import|export) (type )?\{([^}]*)\} from "(\.[^"]+)";/gm);
  return [...lines].flatMap(([, type, names, from]) => {
    const target = new URL(from, `file:///${module}`).pathname.slice(1).replace(/\.[jt]s$/, "");
    return names.split(",").map((one) => type ? `type ${one.trim()}` : one.trim())
      .filter((one) => one !== "" && (types || !one.startsWith("type ")))
      .map((one) => ({ name: one.replace(/^type /, ""), module: target }));
  });
}

/** All values (no types) that the doors re-export. */
function entries(): { name: string; door: string; module: string }[] {
  return Object.entries(DOORS).flatMap(([door, { module }]) =>
    namesFrom(module, { types: false }).map((one) => ({ door, ...one }))
  );
}

/** What is declared under a name that a module declares, or has from another. */
interface Declared {
  module: string;
  text: string;
  /** The code from its first word on. */
  code: string;
}

function find(name: string, module: string): Declared | null {
  const declared = new RegExp(
    `(?:/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s*)?^(?:export )?(?:declare )?` +
      `((?:async )?(?:function\\*?|const|class|interface|type) ${name}\\b[\\s\\S]*)`,
    "m",
  ).exec(source(module) ?? "");
  if (declared) {
    return { module, text: (declared[1] ?? "").replace(/^[ \t]*\* ?/gm, "").trim(), code: declared[2] };
  }
  const from = namesFrom(module, { types: true }).find((one) => one.name === name);
  return from ? find(name, from.module) : null;
}

/** The options of a signature, each with its type and what it does; empty where there are none. */
function optionsOf(signature: string, module: string): string[] {
  const lines = [...new Set(signature.match(/\b[A-Z]\w*Options\b/g))].flatMap((name) =>
    members(name, module)
  );
  return lines.length === 0 ? [] : [`Options\n${[...new Set(lines)].join("\n")}`];
}

/** The members of an interface and of those that it extends, as texts. */
function members(name: string, module: string): string[] {
  const found = find(name, module);
  const [, head, body] = /^([^{;]*)(?:\{\r?\n([\s\S]*?)^\})?/m.exec(found?.code ?? "") ?? [];
  if (!found || head === undefined) return [];
  const left = [...head.matchAll(/"(\w+)"/g)].map(([, one]) => one);
  const inherited = [...new Set(head.match(/\b[A-Z]\w*/g))].filter((one) => one !== name)
    .flatMap((one) => members(one, found.module))
    .filter((line) => !left.includes(/\w+/.exec(line)![0]));
  const indent = /^ +/.exec(body ?? "")?.[0] ?? "";
  const own = (body ?? "").matchAll(
    new RegExp(
      `(?:/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s*)?^${indent}(?:readonly )?(\\w+\\??): ([\\s\\S]*?);$(?=\\s*(?![\\s\\S])|\\s*^${indent}[^\\s}])`,
      "gm",
    ),
  );
  return [...own].map(([, text = "", option, type]) => {
    const words = text.replace(/^[ \t]*\* ?/gm, "").replace(/\s+/g, " ").trim();
    return `  ${option}: ${inLine(type)}${words === "" ? "" : `\n      ${words}`}`;
  }).concat(inherited);
}

/** A type as it would stand in one line, however it is broken into several. */
function inLine(type: string): string {
  return type.replace(/\s+/g, " ").replace(/^\| /, "").replace(/([<([]) /g, "$1")
    .replace(/,? ([>)\]])/g, "$1").replaceAll("; }", " }");
}

/** A declaration up to its body: the first brace outside brackets after the types, an equals sign, or the end of the statement. */
function signatureOf(declaration: string): string {
  let depth = 0;
  for (let i = 0; i < declaration.length; i++) {
    const one = declaration[i];
    const ends = depth === 0 && (one === ";" || one === "=" && declaration[i + 1] !== ">" ||
      one === "{" && /[\w>\])}]\s*$/.test(declaration.slice(0, i)));
    if (ends) return declaration.slice(0, i).trim();
    // Angles with a blank beside them compare.
    if ("([{".includes(one) || one === "<" && /\S/.test(declaration[i + 1])) depth++;
    else if (")]}".includes(one) || one === ">" && /[^\s=]/.test(declaration[i - 1])) depth--;
  }
  return declaration.trim();
}

function firstSentence(text: string): string {
  const [sentence] = text.replace(/\s+/g, " ").split(/(?<=[.?]) /);
  return sentence.length > LINE ? `${sentence.slice(0, LINE - 1)}…` : sentence;
}
