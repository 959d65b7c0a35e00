import type pl from "nodejs-polars";
import { nearest } from "../progress/nearest.ts";
import { ownFacts } from "../progress/own_facts.ts";
import { stepsOf } from "./json_lines.ts";
import { said } from "./said.ts";
import { grouped } from "../stats/grouped.ts";

/** Names that people give to our columns. */
export const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = ownFacts<{
  columns: Record<string, readonly string[]>;
}>("words").columns;

/**
 * Columns of a file that may be one of ours, the likeliest first: by another usual name (whatever case, blanks and signs are in it),
 * one that ends or begins with ours, or one mistyped by a letter (two of names with five or more: "turn" is no "human"), unless it is a usual name
 * of another of ours.
 */
export function similarTo(column: string, columns: readonly string[]): string[] {
  // "item_ident" goes on within the word.
  const ending = columns.filter((one) =>
    plain(one).endsWith(`_${column}`) ||
    plain(one).startsWith(column) && /^\p{L}+$/u.test(plain(one).slice(column.length))
  );
  const usual = [column, ...Object.hasOwn(OTHER_NAMES, column) ? OTHER_NAMES[column] : []];
  const near = usual.filter((one) => one === column || one.length > 7).flatMap((one) =>
    nearest(one, columns, { within: one.length < 5 ? 1 : 2 })
  ).filter((one) =>
    !Object.entries(OTHER_NAMES).some(([ours, names]) => ours !== column && names.includes(plain(one)))
  );
  const found = [...new Set([...namedAlike(column, columns), ...ending, ...near])];
  // Whose verdict it is its name says before all.
  if (column === "choice") return found.filter((one) => !isOfPeople(one));
  if (column === "human") {
    return found.sort((a, b) => Number(isOfPeople(b)) - Number(isOfPeople(a)));
  }
  if (column !== "judge") return found;
  // Of several models the one that judges says so, and those that are sides of a pair wrote its answers.
  const isJudge = (one: string) => /judge|evaluator|response|grader/i.test(one);
  const sides = ["model_a", "model_b"].flatMap((one) => namedAlike(one, found));
  return found.filter((one) => !sides.includes(one) && !isOfPeople(one))
    .sort((a, b) => Number(isJudge(b)) - Number(isJudge(a)));
}

/** Whether a column says in its name that people judged, or stands in a record's labels. */
export const isOfPeople = (column: string) =>
  /^(?!.*(judge|output|pred|response)).*\blabels?[.[]/i.test(column) ||
  /(^|[^a-z])(human|mensch|people|person|annotat|rater|worker|expert|crowd|humain|人工(?!智能)|人类|专家|gold|gt|ground.?truth|truth|reference|target|correct.?answer)/i
    .test(column);

/**
 * Columns of a file that have one of the usual names of ours; of a path into records its end has it, its last two steps (first.model), or the
 * step before: judge.name. Of a list of two (`responses[0].text`, `answers[1]`) the places are A and B.
 */
export function namedAlike(column: string, columns: readonly string[]): string[] {
  const also = Object.hasOwn(OTHER_NAMES, column) ? OTHER_NAMES[column] : [];
  const isNamed = (one: string, name: string) => {
    const steps = stepsOf(one).map(plain).filter((step) => !/^\d*$/.test(step));
    const [before, last] = [steps.at(-2), steps.at(-1)];
    return last === name || sideOf(one, columns) === name || `${before}_${last}` === name ||
      before === name && /^(name|id|key|value|label|text)$/.test(last!);
  };
  return [column, ...also].flatMap((name) => columns.filter((one) => isNamed(one, name)));
}

/** What a path into a list of two says of either side, as `text_a`; nothing for other paths. */
function sideOf(path: string, columns: readonly string[]): string | undefined {
  const [, list, place, within] = /^([^[]*)\[([01])\]\.?([^[]*)$/.exec(path) ?? [];
  const at = (other: number) => columns.includes(path.replace(`[${place}]`, `[${other}]`));
  if (list === undefined || !at(0) || !at(1) || at(2)) return undefined;
  const what = plain(within!.split(".").at(-1) || list.split(".").at(-1)!.replace(/s$/, ""));
  return `${what}_${"ab"[Number(place)]}`;
}

/** A name without case, and with one sign for whatever stands between its words. */
export const plain = (name: string) =>
  name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_|_$/g, "");

/** Names of some columns that differ in case or outer blanks alone. */
export function alikeNames(columns: Readonly<Record<string, readonly unknown[]>>): string[] {
  const all = [...new Set(Object.values(columns).flat())].filter((name) => typeof name === "string").sort();
  return several(all, (name) => name.trim().toLowerCase()).map((names) => {
    const holders = Object.keys(columns).filter((column) =>
      names.some((name) => columns[column].includes(name))
    );
    return said("alike_names", {
      ...{ columns: holders.join(", "), names: names.map((name) => JSON.stringify(name)).join(" and ") },
      ...{ count: names.length, maps: holders.map((column) => `${column}: { … }`).join(", ") },
    });
  });
}

/** Ids that differ in blanks around them, zeros in front or a point behind alone: each counts as another. */
export function* alikeIds({ frame, filled }: { frame: pl.DataFrame; filled: readonly string[] }) {
  for (const column of ["item_id", "sample_id"].filter((one) => frame.columns.includes(one))) {
    // Files that name no benchmark may hold the same items.
    const isNamed = frame.columns.includes("benchmark") && !filled.includes("benchmark");
    const ids = frame.select(...isNamed ? ["benchmark"] : [], column).unique({ maintainOrder: true }).rows()
      .map((row) => row.map(String));
    const bare = (id: string) => id.trim().replace(/^0+(?=\d+(\.0+)?$)|(?<=^\d+)\.0+$/g, "");
    const alike = several(ids, (row) => [bare(row.at(-1)!), ...row.slice(0, -1)].join("\n"))
      .map((rows) => [...new Set(rows.map((row) => row.at(-1)!))]).filter(({ length }) => length > 1);
    if (alike.length === 0) continue;
    const names = alike[0].map((id) => JSON.stringify(id)).join(" and ");
    // Blanks and points are the file's; zeros in front can be given.
    const all = ids.map((row) => row.at(-1)!), width = Math.max(...all.map(({ length }) => length));
    const one = isNamed || !frame.columns.includes("benchmark") ? "" : ', pl.lit("mine").alias("benchmark")';
    const way = all.every((id) => /^\d+$/.test(id))
      ? `, or read rows.withColumns(pl.col("${column}").str.zFill(${width})${one}) once more`
      : "";
    yield said("alike_ids", { column, names, ids: alike.length, way });
  }
}

/** Groups of more than one that have the same key. */
export function several<T>(items: readonly T[], key: (item: T) => string): T[][] {
  return [...grouped(items, key).values()].filter((group) => group.length > 1);
}
