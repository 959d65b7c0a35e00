import pl from "nodejs-polars";
import { type FrameName, FRAMES } from "./frames.ts";
import { combineFactors, factor } from "./factor.ts";
import { ROW } from "./load_table.ts";
import { isFunctionOf, repeatedKeys } from "./require_valid_frame.ts";
import { ResultsError } from "./results_error.ts";
import { similarTo } from "./other_names.ts";
import { valueAt } from "./value_at.ts";

/** Column that numbers the files of a frame while it is read. */
export const FILE = "__file";

/** Where a row of the joined frame stands: its file and line, for messages. */
export type Locate = (row: number) => { file: string; line: number | null };

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
  return `; the file has no column ${lacks.join(", ")} that would tell them apart${
    own.length > 0
      ? `; where ${own.slice(0, 5).join(" or ")} is one of these, say so (columns: { ${lacks[0]}: "${
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
  const isVerbose = !constant.includes("variant") &&
    frame.getColumn("variant").unique().toArray().includes("verbose");
  const others = isVerbose
    ? frame.select(...key, "human", "variant").filter(pl.col("variant").neq(pl.lit("verbose")))
    : frame;
  if (isFunctionOf(others, "human", key)) return;
  const item = factor(frame.getColumn("item_id")), human = factor(frame.getColumn("human"));
  const { codes, size } = combineFactors(
    [factor(frame.getColumn("benchmark")), item, factor(frame.getColumn("annotator"))],
    frame.height,
  );
  // Padding an answer does not change which is better, but which stands where: verbose rows are items of their own.
  const variant = factor(frame.getColumn("variant"));
  const verbose = variant.levels.indexOf("verbose");
  const labels = new Int32Array(size).fill(-1);
  for (let i = 0, { height } = frame; i < height; i++) {
    if (variant.codes[i] === verbose) continue;
    const earlier = labels[codes[i]];
    if (earlier < 0) labels[codes[i]] = human.codes[i];
    else if (earlier !== human.codes[i]) {
      throw new ResultsError({
        ...locate(i),
        column: "human",
        value: human.levels[human.codes[i]],
        expected: `one human label per item, but item ${item.levels[item.codes[i]]} has also ${
          JSON.stringify(human.levels[earlier])
        }`,
      });
    }
  }
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
  const key = telling(CALL, constant);
  if (isFunctionOf(frame, "choice", key)) return;
  const { codes, size } = combineFactors(key.map((name) => factor(frame.getColumn(name))), frame.height);
  const choice = factor(frame.getColumn("choice")), rows = new Int32Array(size).fill(-1);
  for (let i = 0, { height } = frame; i < height; i++) {
    const earlier = rows[codes[i]];
    if (earlier < 0) rows[codes[i]] = i;
    else if (choice.codes[earlier] !== choice.codes[i]) {
      const first = locate(earlier);
      throw new ResultsError({
        ...locate(i),
        column: "choice",
        value: valueAt(frame, "choice", i),
        expected: `one verdict per call, whoever votes on it (annotator), but the same call, item ${
          valueAt(frame, "item_id", i)
        } of ${valueAt(frame, "judge", i)}, has ${
          JSON.stringify(valueAt(frame, "choice", earlier))
        } in ${first.file}${
          first.line === null ? "" : `, line ${first.line}`
        }; if the judge was asked again, say so in a column run (1, 2, …)`,
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
