import { readFileSync } from "node:fs";
import { READ_RESULTS_OPTIONS, type ReadResultsOptions } from "../results/readers.ts";
import { UsageError } from "./command.ts";
import { requireOptions } from "../results/require_options.ts";

/** Options of the tasks that read result files of one's own. */
export const READING_OPTIONS: Record<string, string> = {
  "map FILE": "JSON of the options below, as `inspect --map-template` writes it",
  "columns MAP": "your names of columns: human=label,choice=prediction",
  "values MAP": "your values: human:1=A,human:2=B,choice:first=A",
  "missing LIST": "texts and numbers that mean no value: -1,N/A",
  "judge-name NAME": "the judge, for files that do not say it",
  "labels FILE": "informativeness labels of the pairs",
  "corrections FILE": "corrected human labels of the pairs",
  "choice-order ORDER": "canonical (default), or shown: choices of what the judge saw",
  "evaluators LIST": "the columns of ratings that are evaluators",
};

/**
 * What the command line says of how files are read, over what a file of the option `map` says.
 *
 * @throws {UsageError} for a map that is none
 */
export function readingOptions(values: Record<string, string | boolean | undefined>): ReadResultsOptions {
  const text = (name: string) => values[name] as string | undefined;
  const list = (name: string) => text(name)?.split(",").map((part) => part.trim());
  const options: ReadResultsOptions = values.map === undefined ? {} : mapFile(text("map")!);
  const order = text("choice-order");
  if (order !== undefined && order !== "canonical" && order !== "shown") {
    throw new UsageError(`wanted --choice-order canonical or shown, found ${order}`);
  }
  if (values.columns !== undefined) {
    options.columns = {
      ...options.columns,
      ...Object.fromEntries(entries("columns", text("columns")!).map(({ left, right }) => [left, right])),
    };
  }
  for (
    const { left, right, typed } of values.values === undefined ? [] : entries("values", text("values")!)
  ) {
    const at = left.indexOf(":");
    if (at < 1) throw new UsageError(`wanted --values as column:yours=ours, found ${left}=${right}`);
    // Blanks around a value may be the file's own: both spellings are told, an exact one before another's without blanks.
    const column = left.slice(0, at), known = options.values?.[column];
    const exact = typed.slice(typed.indexOf(":") + 1), bare = exact.trim();
    options.values = {
      ...options.values,
      [column]: { [bare]: right, ...known, [exact]: right },
    };
  }
  return {
    ...options,
    ...(values.missing === undefined ? {} : { missing: list("missing") }),
    ...(values.evaluators === undefined ? {} : { evaluators: list("evaluators") }),
    ...(values["judge-name"] === undefined ? {} : { judge: text("judge-name") }),
    ...(values.labels === undefined ? {} : { labels: text("labels") }),
    ...(values.corrections === undefined ? {} : { corrections: text("corrections") }),
    ...(order === undefined ? {} : { choiceOrder: order }),
  };
}

/** `a=b,c=d` as pairs; `typed` is the left side with its blanks. Of "A=B=tie" ours is the last: a value of a file may hold the sign. */
function entries(option: string, text: string): { left: string; right: string; typed: string }[] {
  return text.split(",").map((part) => {
    const at = option === "values" ? part.lastIndexOf("=") : part.indexOf("=");
    if (at < 1) throw new UsageError(`wanted --${option} as ours=yours,…, found ${part}`);
    const typed = part.slice(0, at);
    return { left: typed.trim(), right: part.slice(at + 1).trim(), typed };
  });
}

/** What a file of options says, if readers know it: a misspelt key would be passed over. */
function mapFile(path: string): ReadResultsOptions {
  const value = jsonOf(path);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new UsageError(`wanted a JSON object in ${path}`);
  }
  requireOptions(`--map ${path}`, value, READ_RESULTS_OPTIONS);
  return value;
}

function jsonOf(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new UsageError(`wanted a file of JSON as --map, found ${path} (${(error as Error).message})`);
  }
}
