import type pl from "nodejs-polars";
import { toldColumns } from "../progress/require.ts";
import { assignColumns, closestFrames, scoresIn, toldIn, verdictColumns } from "./closest_frames.ts";
import type { ToldColumns } from "./frame_types.ts";
import { type FrameName, FRAMES, requiredColumns } from "./frames.ts";
import { pathsIn, valuesAt } from "./json_lines.ts";
import { type RawTable, ROW } from "./load_table.ts";
import { similarTo } from "./other_names.ts";
import { ResultsError } from "./results_error.ts";
import { said } from "./said.ts";
import { withScorers } from "./two_scores.ts";
import { meantValues } from "./value_hint.ts";

/** The columns of a table, of records the paths in them. */
export function namesIn({ records }: Pick<RawTable, "records">, columns: readonly string[]): string[] {
  return [...new Set(pathsIn(records?.()[0] ?? {}, columns))];
}

/** Columns that the caller names and a file lacks, as `missingColumns` takes them: of several names the first stands for all. */
export function asMapped(
  names: readonly (readonly [ours: string, wanted: string])[],
  told: ToldColumns = {},
) {
  return names.map(([ours, wanted]) => ({
    ours,
    wanted,
    as: `${[told[ours] ?? wanted].flat().join(" or ")} (columns.${ours})`,
  }));
}

/** A table as far as it is known. */
type LookedAt = Pick<RawTable, "file" | "records">;

/** All columns that are missing, and what in the file sounds like them. */
export function missingColumns(
  table: LookedAt,
  lacking: readonly { ours: string; wanted: string; as: string }[],
  columns: readonly string[],
  { isOurs = () => false, of = "", verdicts = [], scores = [] }: {
    isOurs?: (column: string) => boolean;
    of?: string;
    verdicts?: readonly string[];
    scores?: readonly (readonly [string, string])[];
  } = {},
): ResultsError {
  const found = namesIn(table, columns), isSeveral = lacking.length > 1;
  const open = withScorers(found, verdicts).filter((column) => !isOurs(column));
  const told = verdicts.filter((one) => open.includes(one) && found.includes(one));
  const close = assignColumns(lacking, open, told)
    .filter(({ names }) => names.length > 0);
  const guesses = close.map(({ wanted, names }) => `is ${isSeveral ? wanted : "it"} ${names.join(" or ")}?`);
  const way = toldColumns([...close.map(({ ours, names }) => [ours, names[0]] as const), ...scores]);
  const isOpen = (one: string) =>
    lacking.some(({ ours }) => ours === one) && !close.some(({ ours }) => ours === one);
  const expected = [
    `the column${isSeveral ? "s" : ""} ${lacking.map(({ as }) => as).join(", ")}${of}`,
    `, found ${found.map((one) => one || "one without a name").join(", ") || "no column"}`,
    close.length > 0 ? ` (${guesses.join(" ")} map ${close.length > 1 ? "them" : "it"} with ${way})` : "",
    isOpen("judge") ? `; ${said("judge_told")}` : "",
    isOpen("choice") ? `; ${said("choice_told")}` : "",
  ].join("");
  return new ResultsError({ file: table.file, expected });
}

/**
 * Throws where a table lacks columns of its frame: required ones, and those that may be missing but have another name here. Such a name
 * alone is not enough where nothing else lacks: a text or a grade is called so too, and then each value must mean one of ours.
 */
export function requireColumnsOf(
  name: FrameName,
  table: RawTable,
  frame: pl.DataFrame,
  found: readonly string[],
): void {
  const specs = FRAMES[name].columns, used = Object.values(table.columns ?? {});
  const isOurs = (column: string) => Object.hasOwn(specs, column) || used.includes(column);
  const verdicts = verdictColumns(frame);
  const there = name === "pairs" ? withScorers(frame.columns, verdicts) : frame.columns;
  const absent = Object.entries(specs).filter(([column]) => !there.includes(column));
  const isError = absent.some(([, { required }]) => required);
  const isMeant = (ours: string, theirs: string) => {
    const values = frame.columns.includes(theirs)
      ? frame.getColumn(theirs).unique().toArray()
      : valuesAt(table.records?.() ?? [], theirs);
    const meant = Object.values(meantValues(specs[ours], values.filter((value) => value != null)));
    return !isOurs(theirs) && meant.length > 0 && !meant.includes("…");
  };
  const names = () => namesIn(table, there.filter((one) => one !== ROW)).filter((one) => !used.includes(one));
  const lacking = absent.filter(([column, { required, asked }]) =>
    required || asked && similarTo(column, names()).some((theirs) => isError || isMeant(column, theirs))
  ).map(([column]) => ({ ours: column, wanted: column, as: column }));
  if (lacking.length === 0) return;
  throw missingColumns(table, lacking, found, { isOurs, verdicts });
}

/** A table that is no frame: what the closest lacks, or the names of all where nothing speaks for any. */
export function fitsNone(
  table: LookedAt,
  found: readonly string[],
  told: ToldColumns = {},
  verdicts: readonly string[] = [],
  replies: readonly string[] = [],
): ResultsError {
  if (/\.xlsx$/i.test(table.file)) {
    return new ResultsError({ file: table.file, expected: said("own_workbook") });
  }
  const names = namesIn(table, found), mapped = toldIn(told, names);
  const absent = Object.keys(told).filter((ours) => !Object.hasOwn(mapped, ours))
    .map((ours) => [ours, [told[ours]].flat()[0]] as const);
  if (absent.length > 0) return missingColumns(table, asMapped(absent, told), found);
  const [{ frame, missing, similar }] = closestFrames(
      withScorers(names, verdicts),
      mapped,
      verdicts,
      replies,
    ),
    { columns } = FRAMES[frame];
  if (similar.length === 0 && missing.length === requiredColumns(frame).length) {
    const expected = `the required columns of ${Object.keys(FRAMES).join(", ")}, found ${found.join(", ")}`;
    return new ResultsError({ file: table.file, expected });
  }
  const lacking = missing.map((column) => {
    const { values } = columns[column];
    return { ours: column, wanted: column, as: values ? `${column} (${values.join(" or ")})` : column };
  });
  const isOurs = (column: string) => Object.hasOwn(columns, column) || Object.values(mapped).includes(column);
  const scores = scoresIn(frame, names, frame === "ratings" ? replies : []);
  return missingColumns(table, lacking, found, { isOurs, of: ` of ${frame}`, verdicts, scores });
}
