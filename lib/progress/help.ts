import { stdout } from "node:process";
import { fileOf, find, namesFrom, optionsOf, parts, signatureOf, source } from "./declared.ts";
import { nearest } from "./nearest.ts";
import { requireText } from "./require.ts";
import { requireNoMore } from "./require_no_more.ts";
import { ownFacts } from "./own_facts.ts";
import { PANDAS } from "./refused.ts";
import { cut, told } from "./told.ts";
import { columnsMeant, firstSentence, type Known, MOST, search, slips, textsOf } from "./search.ts";
import { inWords } from "./show.ts";
import { breadth, folded, notebookDisplay, ShownText, wrapped } from "./shown_text.ts";

const { doors: DOORS, questions: QUESTIONS, errors: ERRORS } = ownFacts<{
  doors: Record<string, { module: string; holds: string }>;
  questions: Record<string, string[]>;
  errors: Record<string, string>;
}>("help");

const [CORE] = Object.keys(DOORS);

const HABITS = [...PANDAS.keys()];

const LINE = 140, LONGEST = 240, IN_CELL = 100;

const LISTED = 12, NEAR = 5, MANY = 20;

/**
 * Documentation where one sits: of a function or constant by its name or itself, of a door by its name, or (called with
 * nothing) of the library by the questions that it answers. In a notebook it shows as the last line of a cell, elsewhere it is
 * printed when the lines up to the next `await` are done (`await help("chart")` at once), unless the text that comes back is used
 * in them (`${help("chart")}`). The words of an error are asked for as they stand. Words that are no name list what
 * speaks of them (`help("length")`), `help("pandas")` what its habits are written as here; of what stands nowhere it says so, with names
 * that are near or the questions.
 *
 * @throws {TypeError} for a subject that is neither a name nor a function
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
  requireNoMore("help", arguments, 1, "an option is asked for by its name alone");
  const given = typeof subject === "function" ? subject.name : subject;
  if (given !== undefined) requireText("help", 'a function or a name such as "lengthBias"', given);
  // The words of an error are asked for by what it is of.
  const [form, of] = Object.entries(ERRORS).find(([form]) => RegExp(form).test(given ?? "")) ?? ["$^", ""];
  const name = given?.trim().replace(RegExp(form), of);
  const text = new ShownText(
    name === undefined
      ? catalogue()
      : Object.hasOwn(DOORS, name)
      ? listed(inOrder(entries().filter(({ door }) => door === name)))
      : nearest(name, ["pandas", "polars", "dplyr", "tidyverse", "R"], slips(name)).length > 0
      ? habits(HABITS)
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
  const known = new Map(entries().map(({ name, door }) => [name, door]));
  const told = (name: string) => known.get(name) === "judgebias" ? name : `${name} (${known.get(name)})`;
  const questions = Object.entries(QUESTIONS).map(([question, names]) =>
    `${question}\n${inLines(names.filter((name) => known.has(name)).map(told))}`
  );
  const doors = Object.entries(DOORS).filter(([, { module }]) => source(module)).map(([door, { holds }]) =>
    `${door.padEnd(20)}${holds}`
  );
  return `${questions.join("\n")}\n\n${doors.join("\n")}\n\n` +
    `help("lengthBias") explains a function, help("length") lists those that speak of it, help("judgebias/stats") a door, ` +
    `help("pandas") what its habits are here.`;
}

const inLines = (names: readonly string[]): string =>
  names.join(", ").replace(/(.{1,90})(?:, |$)/g, "    $1\n").trimEnd();

function inOrder(own: readonly Known[]): Known[] {
  const asked = Object.values(QUESTIONS).flat();
  const place = ({ name }: Known) => asked.includes(name) ? asked.indexOf(name) : asked.length;
  return own.toSorted((a, b) => place(a) - place(b) || (a.name < b.name ? -1 : 1));
}

function columns(lines: readonly (readonly [string, string])[]): string {
  const behind = " ".repeat(Math.max(0, ...lines.map(([name]) => name.length)) + 2);
  const most = notebookDisplay() ? IN_CELL : breadth();
  return lines.map(([name, said]) => folded(name.padEnd(behind.length) + said, most, behind)).join("\n");
}

const habits = (own: readonly string[]): string =>
  columns(own.map((habit) => [habit, PANDAS.get(habit)!.here]));

function listed(own: readonly Known[]): string {
  const most = stdout.isTTY ? LINE : LONGEST;
  const said = (text: string) => cut(firstSentence(text), most).replace(/[\s,;:]*\S*…$/, "…");
  return columns(own.map(({ name, declared: { text } }) => [name, said(text)]));
}

/** What answers a question: columns and habits of pandas that it names, functions, and those with an option of this name; what says more of it stands first. */
function answers(asked: string): string {
  const question = asked.replace(/^what do(?:es)? (.+) mean\??$/i, "$1");
  const known = entries(), all = search(question, known), { functions: found } = all;
  const named = columnsMeant(question, all);
  const own = HABITS.map((habit) => ({ habit, share: all.shareOf(PANDAS.get(habit)!.words) }))
    .filter(({ share }) => share >= MOST).sort((a, b) => b.share - a.share);
  const more = found.slice(LISTED).map(({ name }) => name);
  const optional = inOrder(known).filter((one) => optionOf(question, one) !== "");
  const option = optional.length > 0 &&
    `An option of ${inWords(optional.length, "function")}\n${
      inLines(optional.slice(0, LISTED).map(({ name }) => name))
    }\n${optionOf(question, optional[0])}`;
  // What many functions take by this very name is meant by it, most likely.
  const isOption = optional.length > MANY || /[a-z][A-Z]/.test(question);
  const parts: [share: number, text: string][] = [
    [own[0]?.share, `Of pandas, here\n${habits(own.map(({ habit }) => habit))}`],
    [named[0]?.share, columns(named.map(({ name, said }) => [name, said]))],
    [found.length > 0 ? all.share : NaN, listed(found.slice(0, LISTED))],
  ];
  return [
    isOption && option,
    ...parts.filter(([share]) => share >= 0).sort(([a], [b]) => b - a).map(([, text]) => text),
    more.length > 0 && `and ${more.length} more\n${inLines(more)}`,
    !isOption && option,
    found.length > 0 && exampleOf(found[0]),
  ].filter(Boolean).join("\n\n");
}

/** An example for reading and running: it shows what it makes, where that of the documentation asserts it. */
function exampleIn(text: string, name: string): string {
  const [, code = ""] = /^```ts\n([\s\S]*?)^```/m.exec(text) ?? [];
  const kept: string[] = [], asserted: string[] = [], isOwn = new RegExp(`\\b${name}\\b`);
  for (const one of code.split(/^(?=[^\s)\]}])/m)) {
    const [, checked = ""] = /^assert\.(?:equal|deepEqual|match)\(([^]*)/.exec(one) ?? [];
    if (checked) asserted.push(parts(checked, ",")[0].replace(WITHIN, ""));
    if (!/^(import )?assert\b/.test(one)) kept.push(one);
    // What is said of an assertion stands before it.
    else while (kept.at(-1)?.startsWith("//")) kept.pop();
  }
  const last = kept.at(-1) ?? "", own = asserted.filter((one) => isOwn.test(one));
  const [, names, made] = /^const (\w+|[{[][^]*?[}\]]) = ([^(][^]*);/.exec(last) ?? [];
  if (/\b(show|console\.log)\(/.test(last)) return kept.join("").trim();
  if (own.length > 0 || !made) {
    return [...kept, ...(own.length > 0 ? own : asserted).map((one) => `console.log(${one});\n`)].join("")
      .trim();
  }
  const whole = made.replace(WITHIN, ""), isTaken = names.startsWith("{") || whole !== made;
  const before = kept.slice(0, isTaken ? -1 : undefined).join("");
  return `import { show } from "${CORE}";\n${before}await show(${
    isTaken ? whole : names.replace(/^\[|\]$/g, "")
  });`;
}

/** What takes a part out of a result. */
const WITHIN = /(?<=\))(\s*\.toRecords\(\)(\[\d\])?( as [^;]*)?)?(\.\w+)?$/;

const exampleOf = ({ name, door, declared: { text } }: Known) => {
  const shown = exampleIn(text, name) || `import { ${name} } from "${door}";\nconsole.log(${name});`;
  return `For example, ${name}\n${shown.replace(/^(?=.)/gm, "    ")}`;
};

function optionOf(option: string, { options: [lines = ""] }: Known): string {
  return /^\w+$/.test(option)
    ? new RegExp(`^ {2}${option}\\??: .*(\\n {6}.*)?`, "m").exec(lines)?.[0] ?? ""
    : "";
}

function entryText(asked: string): string {
  const all = entries();
  // However it is written: `LengthBias`, `length_bias`, `lengthBias(df)`.
  const written = asked.replace(/\(.*\)$/, "").replaceAll("_", "").toLowerCase();
  const entry = all.find(({ name }) => name === asked) ??
    all.find(({ name }) => /[a-z]/.test(name) && name.toLowerCase() === written);
  if (!entry) {
    const names = all.map(({ name }) => name), text = answers(asked);
    const begun = names.filter((name) => written.length > 2 && name.toLowerCase().startsWith(written));
    if (begun.length === 1 && (text === "" || /[a-z][A-Z]/.test(asked))) return entryText(begun[0]);
    const isCamel = /^\w*[a-z][A-Z]\w*$|^judgebias\//.test(asked);
    const near = text === "" || isCamel
      ? nearest(asked, [...names, ...Object.keys(DOORS)], slips(asked))
      : [];
    if (near.length > 0) return `Nothing here is called ${told(asked)}; did you mean ${near[0]}?`;
    return text ||
      `Nothing here is called ${told(asked)} or speaks of it; what there is, by question:\n\n${catalogue()}`;
  }
  const { name, door, options, declared: { code, text, module } } = entry;
  const [words, ...tags] = text.split(/^(?=@)/m);
  const near = search(name, all).functions.filter((one) => one !== entry).slice(0, NEAR);
  return [
    signatureOf(code),
    wrapped(words.trim()),
    ...options.map((lines) =>
      folded(lines.replace(/^( {6})(.*)$/gm, (_, space, line) => wrapped(line, space)), breadth(), "        ")
    ),
    tags.map((tag) =>
      tag.startsWith("@example")
        ? plain(tag.split("```")[0]) + exampleIn(tag, name)
        : wrapped(plain(tag)) + /\s*$/.exec(tag)![0]
    ).join("").trim(),
    near.length > 0
      ? `See also: ${
        near.map((one) => one.door === door ? one.name : `${one.name} (${one.door})`).join(", ")
      }`
      : "",
    `import { ${name} } from "${door}"; it stands in ${fileOf(module)}`,
  ].filter((part) => part !== "").join("\n\n");
}

/** A tag of a documentation as a line for reading: `Throws: RangeError for …`, `rows: the rows …`, `Example:` with its code. */
function plain(tag: string): string {
  const said = tag.replace(/^@throws \{(\w+)\}/, "Throws: $1").replace(/^@param (\w+) /, "$1: ");
  return said.replace(/^@(\w)(\w*)/, (_, first, rest) => `${first.toUpperCase()}${rest}:`);
}

let read: Known[] | undefined;
const entries = (): Known[] =>
  read ??= Object.entries(DOORS).flatMap(([door, { module }]) =>
    namesFrom(module, { types: false }).flatMap(({ name, module }) => {
      const declared = find(name, module);
      if (!declared) return [];
      return [{ name, door, declared, options: optionsOf(declared), texts: textsOf({ name, declared }) }];
    })
  );
