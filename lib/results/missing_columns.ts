import type pl from "nodejs-polars";
import { toldColumns } from "../progress/require.ts";
import { assignColumns, unassigned } from "./assigned_columns.ts";
import { closestFrames, headOf, repeatedPaths, scoresIn, toldIn, verdictColumns } from "./closest_frames.ts";
import type { ToldColumns } from "./frame_types.ts";
import { type FrameName, FRAMES, requiredColumns } from "./frames.ts";
import { isObject, pathsIn, valuesAt } from "./json_lines.ts";
import { type RawTable, ROW } from "./load_table.ts";
import { OWN_WORKBOOK } from "./no_table.ts";
import { plain, similarTo } from "./other_names.ts";
import { ResultsError } from "./results_error.ts";
import { scoresOf } from "./two_scores.ts";
import { meantValues } from "./value_hint.ts";
import { hintsOf, ofSingleScores } from "./column_hints.ts";

/** The columns of a table, of records the paths in them. */
export function namesIn({ records }: Pick<RawTable, "records">, columns: readonly string[]): string[] {
  return [...new Set(pathsIn(records?.()[0] ?? {}, columns))];
}

/** What is said where nothing in a file names its judge. */
const JUDGE =
  '; the judge can be told: judge: "NAME", or by each file\'s name judge: ({ stem }) => stem, on the command line ' +
  "--judge-name NAME or --judge-from-file";

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
type LookedAt = Pick<RawTable, "file" | "records"> & Partial<Pick<RawTable, "frame">>;

/** All columns that are missing, and what in the file sounds like them. */
export function missingColumns(
  table: LookedAt,
  lacking: readonly { ours: string; wanted: string; as: string }[],
  columns: readonly string[],
  isOurs: (column: string) => boolean = () => false,
  of = "",
  verdicts: readonly string[] = [],
  scores: readonly (readonly [string, string])[] = [],
): ResultsError {
  const found = namesIn(table, columns);
  const valuesOf = (path: string): readonly unknown[] =>
    table.frame?.columns.includes(path)
      ? table.frame.getColumn(path).toArray()
      : valuesAt(table.records?.() ?? [], path);
  const lacks = (column: string) => lacking.some(({ ours }) => ours === column);
  const open = found.filter((column) => !isOurs(column));
  const said = verdicts.filter((one) => open.includes(one) || !found.includes(one)),
    repeated = lacks("choice") ? repeatedPaths(open) : [];
  const { assigned } = assignColumns(lacking, { columns: open, verdicts: said, valuesOf });
  const close = assigned.filter(({ names }) => names.length > 0);
  const isSeveral = lacking.length > 1;
  const inColumns = (name: string) =>
    found.includes(name) ? name : scoresOf(name, found)?.join(" and ") ?? name;
  const guesses = close.map(({ wanted, names }) =>
    `is ${isSeveral ? wanted : "it"} ${names.map(inColumns).join(" or ")}?`
  );
  const way = toldColumns(close.map(({ ours, names }) => [ours, names[0]]));
  const isSpelt = close.length === lacking.length &&
    close.every(({ wanted, names }) => plain(names[0]) === plain(wanted));
  const told = isSpelt
    ? ` (spelt otherwise than ours in case, blanks or signs alone: tell which is which with ${way})`
    : ` (${guesses.join(" ")} map ${close.length > 1 ? "them" : "it"} with ${way})`;
  const guessed = Object.fromEntries(close.map(({ ours, names }) => [ours, names[0]]));
  const expected = [
    `the column${isSeveral ? "s" : ""} ${lacking.map(({ as }) => as).join(", ")}${of}`,
    `, found ${found.join(", ") || "no column"}`,
    close.length > 0 ? told : "",
    lacks("judge") && guessed.judge === undefined ? JUDGE : "",
    close.length > 0 && scores.length > 0 ? `; with one score a row also ${toldColumns(scores)}` : "",
    ...hintsOf(found, unassigned([...said, ...repeated], Object.values(guessed)), lacks, guessed, {
      valuesOf,
    }).map((hint) => `; ${hint}`),
    inside(table, lacking.map(({ wanted }) => wanted), columns),
    unlikeTable(columns),
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
  const absent = Object.entries(specs).filter(([column]) => !frame.columns.includes(column));
  const isError = absent.some(([, { required }]) => required);
  const isMeant = (ours: string, theirs: string) => {
    const values = frame.columns.includes(theirs)
      ? frame.getColumn(theirs).unique().toArray()
      : valuesAt(table.records?.() ?? [], theirs);
    const meant = Object.values(meantValues(specs[ours], values.filter((value) => value != null)));
    return !isOurs(theirs) && meant.length > 0 && !meant.includes("…");
  };
  const names = () =>
    namesIn(table, frame.columns.filter((one) => one !== ROW))
      .filter((one) => !used.includes(one));
  const lacking = absent.filter(([column, { required, asked }]) =>
    required || asked && similarTo(column, names()).some((theirs) => isError || isMeant(column, theirs))
  ).map(([column]) => ({ ours: column, wanted: column, as: column }));
  const verdicts = lacking.length > 0 ? verdictColumns(frame) : [];
  if (lacking.length > 0) throw missingColumns(table, lacking, found, isOurs, "", verdicts);
}

/** A table that is no frame: what the closest lacks, or the names of all where nothing speaks for any. */
export function fitsNone(
  table: LookedAt,
  found: readonly string[],
  told: ToldColumns = {},
  verdicts: readonly string[] = [],
): ResultsError {
  if (/\.xlsx$/i.test(table.file)) {
    return new ResultsError({ file: table.file, expected: OWN_WORKBOOK });
  }
  const names = namesIn(table, found), mapped = toldIn(told, names);
  const absent = Object.keys(told).filter((ours) => !Object.hasOwn(mapped, ours))
    .map((ours) => [ours, [told[ours]].flat()[0]] as const);
  if (absent.length > 0) return missingColumns(table, asMapped(absent, told), found);
  const [{ frame, missing, similar }] = closestFrames(names, mapped, verdicts), { columns } = FRAMES[frame];
  if (similar.length === 0 && missing.length === requiredColumns(frame).length) {
    const wanted = `the required columns of ${Object.keys(FRAMES).join(", ")}`;
    const expected = `${wanted}, found ${found.join(", ")}${unlikeTable(found)}`;
    const single = ofSingleScores(names), also = single === "" ? "" : `; ${single}`;
    return new ResultsError({ file: table.file, expected: expected + also });
  }
  const lacking = missing.map((column) => {
    const { values } = columns[column];
    return { ours: column, wanted: column, as: values ? `${column} (${values.join(" or ")})` : column };
  });
  const isTaken = (column: string) =>
    Object.hasOwn(columns, column) || Object.values(mapped).includes(column);
  return missingColumns(table, lacking, found, isTaken, ` of ${frame}`, verdicts, scoresIn(frame, names));
}

/** A path into records that leads nowhere, and what stands on the way. */
function inside(
  { records }: Pick<RawTable, "records">,
  wanted: readonly string[],
  found: readonly string[],
): string {
  const path = wanted.find((name) => headOf(name) !== name && found.includes(headOf(name)));
  if (path === undefined) return "";
  const object = records?.().map((record) => record[headOf(path)]).find(isObject);
  const fields = object === undefined ? "" : `; ${headOf(path)} holds ${Object.keys(object).join(", ")}`;
  return `; no record has anything at ${path}${fields}`;
}

/** The way out where a file's only column says that its cells stand between marks that are not known; empty for all others. */
export function unlikeTable(columns: readonly string[]): string {
  return columns.length === 1 && /[^|]\|[^|]/.test(columns[0])
    ? '; its cells seem to stand between "|": commas, semicolons and tabs are known (tr "|" "\\t" < old.csv > new.tsv, where no cell holds a "|")'
    : "";
}
