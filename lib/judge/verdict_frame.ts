import pl from "nodejs-polars";
import { storedType } from "../results/check.ts";
import { checkKey } from "../results/check_rows.ts";
import { type FrameName, FRAMES } from "../results/frames.ts";
import { joinTables } from "../results/join_tables.ts";
import { ROW, withoutTraces } from "../results/load_table.ts";
import { type LayoutRow, rowsTable } from "../results/rows_table.ts";
import { grouped } from "../stats/grouped.ts";

/** Name under which messages speak of rows that come from no file. */
const SOURCE = "verdicts";

/**
 * All rows of a study as the frame that they belong to, with its types and defaults (benchmark = the option, image_id = item_id, …) and further
 * columns behind; of a protocol whose rows are a table of their own (null) the columns are as they stand.
 *
 * @throws {ResultsError} for a value that the frame does not allow, or a repeated key, naming the row as line
 */
export function verdictFrame(
  name: FrameName | null,
  rows: readonly Record<string, unknown>[],
  { benchmark = SOURCE }: { benchmark?: string } = {},
): pl.DataFrame {
  const file = { path: SOURCE, stem: benchmark, kind: "jsonl" as const, gzip: false };
  const table = rowsTable(
    file,
    rows.map((values, i) => ({ line: i + 1, values: values as LayoutRow["values"] })),
  );
  if (name === null) return table.frame.select(...table.frame.columns.filter((column) => column !== ROW));
  if (rows.length === 0) {
    const columns = Object.entries(FRAMES[name].columns);
    return pl.DataFrame(columns.map(([column, spec]) => pl.Series(column, [], storedType(spec))));
  }
  const joined = joinTables(
    name,
    [table],
    () => ({ benchmark, ...(name === "pairs" ? { image_id: { column: "item_id" } } : {}) }),
    {},
  );
  checkKey(name, joined);
  return withoutTraces(joined.frame);
}

const NEEDED = ["item_id", "image_id", "split", "humans", "setting", "evaluator", "score"] as const;

/**
 * Caption verdicts on captions that people have rated as a `ratings` frame: one row per item and person with `human`
 * and one column per evaluator, which holds its `score` (the mean over its runs that have one, null where none has).
 *
 * @param verdicts frame of `caption_ref_based` or `caption_ref_free`, as `journalResults` makes it from the journals of one
 *   or several evaluators, whose samples have `item_id` or `human`
 * @throws {RangeError} for verdicts of both settings, captions without a human rating, or an item whose human ratings differ
 *   between evaluators
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { ratingsFrame } from "judgebias/judge";
 *
 * const row = {
 *   item_id: "1", image_id: "i", split: "test", humans: "[0.5, 0.75]",
 *   setting: "ref_free", run: 1,
 * };
 * const frame = ratingsFrame(
 *   pl.DataFrame([{ ...row, evaluator: "a", score: 0.25 }, {
 *     ...row,
 *     evaluator: "b", score: 0.75,
 *   }]),
 * );
 * assert.deepEqual(frame.columns, ["item_id", "image_id", "split", "human", "a", "b"]);
 * assert.equal(frame.height, 2); // two people
 * ```
 */
export function ratingsFrame(verdicts: pl.DataFrame): pl.DataFrame {
  const wanted = (what: string, found: string) =>
    new RangeError(`ratingsFrame: wanted ${what}, found ${found}`);
  const missing = NEEDED.filter((column) => !verdicts.columns.includes(column));
  if (missing.length > 0) {
    throw wanted("verdicts on captions that people have rated", `no ${missing.join(", ")}`);
  }
  const rows = verdicts.select(...NEEDED).toRecords() as Record<(typeof NEEDED)[number], string | null>[];
  const settings = [...new Set(rows.map(({ setting }) => setting))];
  if (settings.length > 1) throw wanted("verdicts of one setting", settings.join(" and "));
  if (rows.some(({ item_id, humans }) => item_id === null || humans === null)) {
    throw wanted("verdicts on captions that people have rated", "one without item_id or humans");
  }
  const evaluators = [...new Set(rows.map(({ evaluator }) => String(evaluator)))].sort();
  const items = [...grouped(rows, ({ item_id }) => item_id).values()].flatMap((item) => {
    const [{ item_id, image_id, split, humans }] = item;
    const other = item.find((row) => row.humans !== humans);
    if (other) {
      throw wanted("the same human ratings of an item", `${humans} and ${other.humans} for ${item_id}`);
    }
    const means = evaluators.map((name) => {
      const scores = item.filter(({ evaluator, score }) => evaluator === name && score !== null);
      const sum = scores.reduce((sum, { score }) => sum + Number(score), 0);
      return [name, scores.length === 0 ? null : sum / scores.length];
    });
    const people: (number | null)[] = JSON.parse(humans!);
    return (people.length === 0 ? [null] : people)
      .map((human) => ({ item_id, image_id, split, human, ...Object.fromEntries(means) }));
  });
  return verdictFrame("ratings", items);
}
