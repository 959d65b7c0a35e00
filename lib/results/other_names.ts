import { nearest } from "../progress/nearest.ts";
import { ownFacts } from "../progress/own_facts.ts";
import { grouped } from "../stats/grouped.ts";
import { stepsOf } from "./json_lines.ts";
import { said } from "./said.ts";

const { columns: OTHER_NAMES, lengths: LENGTHS } = ownFacts<{
  columns: Record<string, readonly string[]>;
  lengths: { of: Record<string, string>; what: readonly string[]; beside: string };
}>("words");

const beside = `((${LENGTHS.beside})_?)*`;

/** Names of the length of a side's answer (`n_tok_a`, `len1`, `left_words`, `answer_b_tokens`), counts of words first. */
const LENGTH_NAMES: Record<string, readonly RegExp[]> = Object.fromEntries(
  Object.entries(LENGTHS.of).map(([side, of]) => [
    `words_${side}`,
    LENGTHS.what.map((what) =>
      new RegExp(
        `^B((${what})_?B(${of})|(${of})_?B(${what}))(_?(${LENGTHS.beside}))*$`.replaceAll("B", beside),
      )
    ),
  ]),
);

/** Columns of a file that may be one of ours, the likeliest first: usual names, an ending, a slip; people's are no judge's. */
export function similarTo(column: string, columns: readonly string[]): string[] {
  const ending = columns.filter((one) => plain(one).endsWith(`_${column}`));
  const near = nearest(column, columns, { within: column.length < 5 ? 1 : 2 });
  const found = [...new Set([...namedAlike(column, columns), ...ending, ...near])];
  if (column === "item_id") {
    // The id of a judge, a person or a picture is no question's; a picture's is where nothing else is named.
    const alike = (...ours: string[]) => ours.flatMap((one) => namedAlike(one, found)),
      pictures = alike("image_id");
    const others = alike("judge", "annotator", "model_a", "model_b");
    return found.filter((one) => !others.includes(one))
      .sort((a, b) => Number(pictures.includes(a)) - Number(pictures.includes(b)));
  }
  if (column === "human") {
    found.sort((a, b) => Number(isOfPeople(b)) - Number(isOfPeople(a)));
    const people = several(columns.filter((one) => PEOPLE.test(stemOf(one))), stemOf)[0] ?? [];
    const all = [...new Set([...found, ...people])];
    return all.length > 0
      ? all
      : columns.filter((one) => isOfPeople(one) && GIVEN.test(one) && !/_[ab]$/.test(plain(one)));
  }
  if (column !== "choice" && column !== "judge") return found;
  const writers = ["model_a", "model_b"].flatMap((one) => namedAlike(one, found));
  const judged = found.filter((one) => !isOfPeople(one) && !writers.includes(one));
  const said = columns.filter((one) => !isOfPeople(one) && VERDICT.test(one));
  // Where no column names the judge, such a one does.
  const isMeant = column === "choice" && judged.length === 0 && namedAlike("judge", columns).length > 0;
  return isMeant && said.length === 1 ? said : judged;
}

/** Columns that seem to hold scores: `rating`, `gpt_score`. */
export const scoreColumns = (columns: readonly string[]) => [
  ...new Set([...namedAlike("score", columns), ...columns.filter((one) => /[ _-]score$/i.test(one))]),
];

export const isOfPeople = (column: string) =>
  !/(^|[^a-z])(model|llm)s?$/i.test(column) &&
  /(^|[^a-z])(human|mensch|people|person|annotat|ann(o|ot)?[ _-]?\d|rater|worker|expert|crowd|humain|人工(?!智能)|人类|专家|maj(ority)?([^a-z]|$)|consensus|gold|gt|ground.?truth|truth|reference|target|correct.?answer)|^labels?\./i
    .test(column);

const PEOPLE = /(^|[^a-z])(human|people|person|ann(o(tator)?|ot)?|rater|expert|worker|coder)s?$/i;

/** What a judge gives, in a name of several words: `judge_pref`. */
const VERDICT = /[ _.-](pref(erence)?|choice|verdict|vote|winner|pick|decision)$/i;

/** What people give, in a name of several words: `mean human rating`. */
const GIVEN = /rating|score|grade|label|pref|vote|choice|verdict|winner|mean|average|avg|median/i;

/** What a name with a number, or the last step of a path, is one of: `rater1`, `humans.anna`. */
const stemOf = (name: string) => name.replace(/[ _-]?\d+|\.[^.\d]*$/g, "");

/** Of lengths that are no words by their names what is said. */
export function otherUnits(columns: Readonly<Record<string, string | readonly string[]>>): string[] {
  return [["characters", /char|zeichen/i] as const, ["tokens", /tok/i] as const].flatMap(([unit, form]) => {
    const told = Object.keys(columns).filter((ours) =>
      ours.startsWith("words_") && [columns[ours]].flat().some((one) => form.test(one))
    );
    return told.length > 0 ? [said("length_unit", { columns: told, unit })] : [];
  });
}

/** What of columns that may be one of ours is meant: the first, or several people side by side (rater1, rater2). */
export const meantOf = (column: string, names: readonly string[]): string | string[] | undefined =>
  column === "human" && several(names, stemOf).find((own) => own.includes(names[0])) || names[0];

/** Columns of a file that have one of the usual names of ours; of a path into records its end has it, its last two steps (first.model), or the step before: judge.name. */
export function namedAlike(column: string, columns: readonly string[]): string[] {
  const isNamed = (one: string, name: string | RegExp) => {
    const [last, before] = stepsOf(one).map(plain).filter((step) => !/^\d*$/.test(step)).reverse();
    const is = (text: string) => typeof name === "string" ? text === name : name.test(text);
    const [side] = stepsOf(one).filter((step) => /^[01]$/.test(step)), isOne = side === "0";
    const other = isOne ? one.replace("[0]", "[1]") : one.replace("[1]", "[0]");
    // Of a list of two the first is A.
    const isSide = other !== one && columns.includes(other) &&
      !columns.includes(one.replace(/\[[01]\]/, "[2]"));
    return isSide && is(`${last}_${isOne ? "a" : "b"}`) || is(last) || is(`${before}_${last}`) ||
      is(before) && /^(name|id|key|value|label|text)$/.test(last);
  };
  const own = (names: Record<string, readonly (string | RegExp)[]>) =>
    Object.hasOwn(names, column) ? names[column] : [];
  const usual = [column, ...own(OTHER_NAMES), ...own(LENGTH_NAMES)];
  return usual.flatMap((name) => columns.filter((one) => isNamed(one, name)));
}

export function assignColumns(
  wanted: readonly { ours: string; wanted: string }[],
  columns: readonly string[],
): { ours: string; wanted: string; names: string[] }[] {
  const used: string[] = [];
  return wanted.toSorted((a, b) => Number(b.ours === "choice") - Number(a.ours === "choice"))
    .map(({ ours, wanted }) => {
      const free = columns.filter((one) => !used.includes(one));
      const names = ours === wanted ? similarTo(wanted, free) : nearest(wanted, free);
      used.push(...names.slice(0, 1));
      return { ours, wanted, names };
    });
}

export const plain = (name: string) =>
  name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_|_$/g, "");

export function alikeNames(columns: Readonly<Record<string, readonly unknown[]>>): string[] {
  const all = [...new Set(Object.values(columns).flat())].filter((name) => typeof name === "string").sort();
  return several(all, (name) => name.trim().toLowerCase()).map((names) => {
    const holders = Object.keys(columns).filter((column) =>
      names.some((name) => columns[column].includes(name))
    );
    const told = names.map((name) => JSON.stringify(name)).join(" and "), count = names.length;
    const maps = holders.map((column) => `${column}: { … }`);
    return said("alike_names", { columns: holders, names: told, count, maps });
  });
}

export function several<T>(items: readonly T[], key: (item: T) => string): T[][] {
  return [...grouped(items, key).values()].filter((group) => group.length > 1);
}
