import { readFileSync } from "node:fs";
import { READ_RESULTS_OPTIONS, type ReadResultsOptions } from "../results/readers.ts";
import { requireOptions } from "../progress/require.ts";
import { grouped } from "../stats/grouped.ts";
import { UsageError, type Values } from "./command.ts";
import { given, optionValues } from "./option_values.ts";

/** What is said on the command line, and what a file of the option `map` says, on which it is laid. */
type Told = ReturnType<typeof optionValues> & { file: ReadResultsOptions };

const TELLS: Record<string, (told: Told) => ReadResultsOptions> = {
  map: ({ file }) => file,
  columns: ({ assignments, file }) => {
    const told = assignments("columns", "ours=yours,…", { several: true });
    const own = [...grouped(told ?? [], ({ left }) => left)]
      .map(([ours, names]) => [ours, names.length === 1 ? names[0].right : names.map(({ right }) => right)]);
    return { columns: told && { ...file.columns, ...Object.fromEntries(own) } };
  },
  values: recoded,
  missing: ({ list }) => ({ missing: list("missing") }),
  "judge-name": ({ text }) => ({ judge: text("judge-name") }),
  "judge-from-file": ({ flag, text, assignments, file }) => {
    if (!flag("judge-from-file")) return {};
    if (text("judge-name") !== undefined) {
      throw new UsageError("wanted one of --judge-name and --judge-from-file, found both");
    }
    const isColumn = assignments("columns", "ours=yours,…", { several: true })?.some(({ left }) =>
      left === "judge"
    );
    if (isColumn || file.columns?.judge !== undefined || file.judge !== undefined) {
      throw new UsageError(
        "wanted the judge named once, found --judge-from-file beside a judge in --map or --columns; leave one out",
      );
    }
    return { judge: ({ stem }) => stem };
  },
  benchmark: ({ text }) => ({ benchmark: text("benchmark") }),
  "benchmark-from-file": ({ flag, text }) => {
    if (!flag("benchmark-from-file")) return {};
    if (text("benchmark") === undefined) return { benchmark: ({ stem }) => stem };
    throw new UsageError("wanted one of --benchmark and --benchmark-from-file, found both");
  },
  judges: ({ list }) => ({ judges: list("judges") }),
  "max-score": ({ number }) => ({ maxScore: number("max-score", (value) => value > 0, "a number above 0") }),
  labels: ({ text }) => ({ labels: text("labels") }),
  corrections: ({ text }) => ({ corrections: text("corrections") }),
  "choice-order": ({ oneOf }) => ({ choiceOrder: oneOf("choice-order", ["canonical", "shown"]) }),
  "answers-order": ({ oneOf }) => ({ answersOrder: oneOf("answers-order", ["canonical", "shown"]) }),
  "on-invalid": ({ oneOf }) => ({ onInvalid: oneOf("on-invalid", ["error", "drop"]) }),
  replies: ({ flag }) => ({ replies: flag("replies") || undefined }),
  "replies-behind": ({ text }) => ({ replies: text("replies-behind") }),
  evaluators: ({ list }) => ({ evaluators: list("evaluators") }),
};

/** What stands in a template of a map where its owner must say a name or a value. */
export const OPEN = "…";

/** What the command line says of how files are read, over what a file of the option `map` says. */
export function readingOptions(values: Values): ReadResultsOptions {
  const read = optionValues(values), path = read.text("map");
  const isJudgeTold = values["judge-name"] !== undefined || values["judge-from-file"] === true;
  const told: Told = { ...read, file: path === undefined ? {} : mapFile(path, isJudgeTold) };
  return Object.assign({}, ...Object.values(TELLS).map((tells) => given(tells(told))));
}

function recoded({ assignments, file }: Told): ReadResultsOptions {
  // Of "A=B=tie" ours is the last: a value of a file may hold the sign.
  const own = assignments("values", "column:yours=ours,…", { at: "last" });
  return {
    values: own?.reduce((all, { left, right, typed }) => {
      const at = left.indexOf(":"), column = left.slice(0, at);
      if (at < 1) throw new UsageError(`wanted column:yours=ours for --values, found ${left}=${right}`);
      // Blanks around a value may be the file's own: both spellings are told, an exact one before another's without blanks.
      const exact = typed.slice(typed.indexOf(":") + 1);
      return { ...all, [column]: { [exact.trim()]: right, ...all[column], [exact]: right } };
    }, file.values ?? {}),
  };
}

/** What a file of options says, if readers know it: a misspelt key would be passed over. */
function mapFile(path: string, isJudgeTold: boolean): ReadResultsOptions {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new UsageError(`wanted a file of JSON as --map, found ${path} (${(error as Error).message})`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new UsageError(`wanted a JSON object in ${path}`);
  }
  requireOptions(`--map ${path}`, value, READ_RESULTS_OPTIONS);
  const { columns = {}, ...rest } = value as ReadResultsOptions;
  const told = Object.entries(columns).filter(([column, name]) =>
    ![name].flat().includes(OPEN) || !(column === "judge" && isJudgeTold)
  );
  const open = told.filter(([, name]) => [name].flat().includes(OPEN)).map(([column]) => column);
  if (open.length > 0) {
    throw new UsageError(
      `wanted the file's names of columns in ${path}, found ${OPEN} for ${
        open.join(", ")
      }: write them there, or take the ` +
        `line of what the file does not have out${
          open.includes("judge") ? "; the judge can be told: --judge-name NAME, or --judge-from-file" : ""
        }`,
    );
  }
  return { ...rest, columns: Object.fromEntries(told) };
}
