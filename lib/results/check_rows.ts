import pl from "nodejs-polars";
import { frameCodes } from "./combine_factors.ts";
import { factor } from "./factor.ts";
import { type FrameName, FRAMES } from "./frames.ts";
import { FILE, ROW, rowNumbers } from "./load_table.ts";
import { similarTo } from "./other_names.ts";
import { isFunctionOf, repeatedKeys } from "./repeated_keys.ts";
import { ResultsError } from "./results_error.ts";
import { unusedName } from "./unused_name.ts";
import { valueAt } from "./value_at.ts";

/** Where a row of the joined frame, or its cell in a column, stands: file and line, for messages. */
export type Locate = (row: number, column?: string) => { file: string; line: number | null };

/**
 * Throws when two rows of a frame have the same key: a duplicate would count twice in every share. Where the file lacks columns of the key
 * (`filled`), the message says which, and in what columns of its own the rows differ: one of these may be it under another name.
 *
 * @throws {ResultsError} naming the first repeated row, its key, and how many there are
 */
export function checkKey(
  name: FrameName,
  frame: pl.DataFrame,
  locate: Locate,
  filled: readonly string[] = [],
  constant: readonly string[] = [],
): void {
  const { key } = FRAMES[name];
  if (key.length === 0 || frame.height < 2) return;
  const repeated = repeatedKeys(frame, telling(key, constant));
  if (repeated === null) return;
  const describeKey = (row: number) =>
    key.map((column) => `${column} ${valueAt(frame, column, row)}`).join(", ");
  const [{ row, earlier }] = repeated.first;
  const first = locate(earlier);
  throw new ResultsError({
    ...locate(row),
    value: describeKey(row),
    expected: `one row per ${key.join(", ")} (the same is in ${first.file}${
      first.line === null ? "" : `, line ${first.line}`
    })${tellApart(name, frame, repeated.first[0], filled)}`,
    count: repeated.count,
    examples: repeated.first.map(({ row }) => ({
      line: locate(row).line,
      column: null,
      value: describeKey(row),
    })),
  });
}

/** Which column could tell two rows apart: of the key those that the file lacks, of the file those in which the rows differ. */
function tellApart(
  name: FrameName,
  frame: pl.DataFrame,
  { row, earlier }: { row: number; earlier: number },
  filled: readonly string[],
): string {
  const lacks = FRAMES[name].key.filter((column) => filled.includes(column) && column !== "benchmark");
  if (lacks.length === 0) return "";
  const own = frame.columns.filter((column) =>
    !Object.hasOwn(FRAMES[name].columns, column) && !column.startsWith("__") &&
    valueAt(frame, column, row) !== valueAt(frame, column, earlier)
  );
  const meant = lacks.flatMap((column) =>
    similarTo(column, own).slice(0, 1).map((theirs) => [column, theirs])
  );
  if (meant.length > 0) {
    const [[column, theirs]] = meant;
    return `; if its column ${theirs} is our ${column}, say so: columns: { ${column}: "${theirs}" }, on the command line --columns ${column}=${theirs}`;
  }
  // Hardly a file has a condition: without a column that could be one it is not missed.
  if (lacks.length === 1 && lacks[0] === "condition" && own.length === 0) return "";
  return `; the file has no column ${lacks.join(", ")} that would tell them apart${
    own.length > 0
      ? `; where ${own.slice(0, 5).join(" or ")} is one of these, say so (columns: { ${lacks.at(-1)}: "${
        own[0]
      }" })`
      : ""
  }`;
}

/**
 * Throws when an item has two different human labels: the human's preference belongs to the item, not to the judge. Several
 * people may differ, where `annotator` tells them apart.
 *
 * @throws {ResultsError} naming the item, both labels and where the second stands
 */
export function checkHuman(frame: pl.DataFrame, locate: Locate, constant: readonly string[] = []): void {
  const key = telling(["benchmark", "item_id", "annotator"], constant);
  // Padding an answer does not change which is better, but which stands where: verbose rows are items of their own.
  const isVerbose = !constant.includes("variant") &&
    frame.getColumn("variant").unique().toArray().includes("verbose");
  const place = unusedName(frame.columns, "place");
  const others = !isVerbose ? frame : frame.withColumns(rowNumbers(frame.height, place)).filter(
    pl.col("variant").neq(pl.lit("verbose")),
  );
  const rowOf = (row: number) => isVerbose ? Number(valueAt(others, place, row)) : row;
  requireOneValue(
    others,
    "human",
    key,
    (row) => locate(rowOf(row)),
    (of, other) => `one human label per item, but item ${of("item_id")} has also ${other}`,
  );
}

/**
 * Throws when a criterion of an item has two different human labels: the preference belongs to the item, not to the judge.
 *
 * @throws {ResultsError} naming criterion, item and both labels
 */
export function checkHumanOfCriteria(frame: pl.DataFrame, locate: Locate): void {
  requireOneValue(
    frame,
    "human",
    ["split", "item_id", "criterion"],
    locate,
    (of, other) =>
      `one human label per item and criterion, but ${of("criterion")} of item ${
        of("item_id")
      } has also ${other}`,
  );
}

/** What names one call of a judge: people who vote on its verdict share it. */
const CALL = ["benchmark", "item_id", "judge", "pipeline", "image", "variant", "swapped", "run"];

/**
 * Throws when rows of several people give one call of a judge two verdicts: people vote on one verdict, and two are two runs.
 *
 * @throws {ResultsError} naming the item, both verdicts and both lines
 */
export function checkChoice(frame: pl.DataFrame, locate: Locate, constant: readonly string[] = []): void {
  if (constant.includes("annotator")) return;
  requireOneValue(frame, "choice", telling(CALL, constant), locate, (of, other, earlier) => {
    const { file, line } = locate(earlier);
    return `one verdict per call, whoever votes on it (annotator), but the same call, item ${
      of("item_id")
    } of ${of("judge")}, has ${other} in ${file}${line === null ? "" : `, line ${line}`}` +
      "; if the judge was asked again, say so in a column run (1, 2, …)";
  });
}

/** Throws at the first row with another value in a column than an earlier row of its key has. */
function requireOneValue(
  frame: pl.DataFrame,
  column: string,
  key: readonly string[],
  locate: Locate,
  expected: (of: (column: string) => unknown, other: string, earlier: number) => string,
): void {
  if (isFunctionOf(frame, column, key)) return;
  const { codes, size } = frameCodes(frame, key);
  const values = factor(frame.getColumn(column)).codes, first = new Int32Array(size).fill(-1);
  for (let row = 0; row < codes.length; row++) {
    const earlier = first[codes[row]];
    if (earlier < 0) first[codes[row]] = row;
    else if (values[earlier] !== values[row]) {
      const of = (name: string) => valueAt(frame, name, row);
      const other = JSON.stringify(valueAt(frame, column, earlier));
      throw new ResultsError({
        ...locate(row),
        column,
        value: of(column),
        expected: expected(of, other, earlier),
      });
    }
  }
}

/** The columns of a key without those that have one value throughout; all of them where each has. */
export function telling(key: readonly string[], constant: readonly string[]): readonly string[] {
  const rest = key.filter((column) => !constant.includes(column));
  return rest.length > 0 ? rest : key;
}

/** A frame without the columns that only reading needs. */
export function withoutTraces(frame: pl.DataFrame): pl.DataFrame {
  return frame.select(...frame.columns.filter((column) => column !== ROW && column !== FILE));
}
