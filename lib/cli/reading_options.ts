import { readFileSync } from "node:fs";
import { READ_RESULTS_OPTIONS, type ReadResultsOptions } from "../results/readers.ts";
import { LAYOUT_NAMES } from "../results/layouts/table.ts";
import { isObject } from "../results/json_lines.ts";
import { requireOptions } from "../progress/require.ts";
import { grouped } from "../stats/grouped.ts";
import { UsageError, type Values, wrongly } from "./command.ts";
import { given, optionValues } from "./option_values.ts";

/** What stands in a template of a map where its owner must say a name or a value. */
export const OPEN = "…";

/** What the command line says of how files are read, over what a file of the option `map` says. */
export function readingOptions(values: Values): ReadResultsOptions {
  const { text, texts, flag, list, number, oneOf, assignments } = optionValues(values),
    path = text("map"),
    behind = texts("replies-behind");
  const named = (name: string, byFile: string) => {
    if (flag(byFile) && text(name) !== undefined) throw wrongly("one_of_both", { name, byFile });
    return flag(byFile) ? ({ stem }: { stem: string }) => stem : text(name);
  };
  const judge = named("judge-name", "judge-from-file"), file = path === undefined ? {} : mapFile(path, judge);
  const columns = assignments("columns", "ours=yours,…", { several: true });
  const told = columns && [...grouped(columns, ({ left }) => left)]
    .map(([ours, names]) => [ours, names.length === 1 ? names[0].right : names.map(({ right }) => right)]);
  const all: ReadResultsOptions = {
    ...file,
    ...given({
      format: oneOf("format", ["native", ...LAYOUT_NAMES]),
      columns: told && { ...file.columns, ...Object.fromEntries(told) },
      values: recoded(values, file),
      missing: list("missing"),
      judge,
      benchmark: named("benchmark", "benchmark-from-file"),
      judges: list("judges"),
      criteria: list("criteria"),
      maxScore: number("max-score", (value) => value > 0, "a number above 0"),
      labels: text("labels"),
      corrections: text("corrections"),
      choiceOrder: oneOf("choice-order", ["canonical", "shown"]),
      answersOrder: oneOf("answers-order", ["canonical", "shown"]),
      onInvalid: oneOf("on-invalid", ["error", "drop", "first"]),
      replies: behind.length > 0 ? behind : flag("replies") || undefined,
      unread: text("unread"),
      evaluators: list("evaluators"),
    }),
  };
  if (flag("judge-from-file") && (all.columns?.judge ?? all.columns?.evaluator ?? file.judge) !== undefined) {
    throw wrongly("judge_named_twice");
  }
  return all;
}

function recoded(values: Values, { values: known = {} }: ReadResultsOptions): ReadResultsOptions["values"] {
  // Of "A=B=tie" ours is the last: a value of a file may hold the sign.
  const told = optionValues(values).assignments("values", "column:yours=ours,…", { at: "last" });
  return told?.reduce((all, { left, right }) => {
    const at = left.indexOf(":"), column = left.slice(0, at);
    if (at < 1) throw new UsageError(`wanted column:yours=ours for --values, found ${left}=${right}`);
    return { ...all, [column]: { ...all[column], [left.slice(at + 1).trim()]: right } };
  }, known);
}

/** What a file of options says, if readers know it: a misspelt key would be passed over. */
function mapFile(path: string, judge: unknown): ReadResultsOptions {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new UsageError(`wanted a file of JSON as --map, found ${path} (${(error as Error).message})`);
  }
  if (!isObject(value)) throw new UsageError(`wanted a JSON object in ${path}`);
  requireOptions(`--map ${path}`, value, READ_RESULTS_OPTIONS);
  const { columns = {}, ...rest } = value as ReadResultsOptions;
  const isOpen = ([, told]: [string, unknown]) =>
    Object.values(isObject(told) ? told : [told].flat()).includes(OPEN);
  const told = Object.entries(columns).filter((one) => !(one[0] === "judge" && judge && isOpen(one)));
  const open = [...told, ...Object.entries(rest.values ?? {})].filter(isOpen).map(([column]) => column);
  if (open.length === 0) return { ...rest, columns: Object.fromEntries(told) };
  throw wrongly("open_columns", { path, OPEN, open });
}
