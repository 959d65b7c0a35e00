import { requireNoMore } from "../progress/require_no_more.ts";
import pl from "nodejs-polars";
import { findTableFiles } from "./find_files.ts";
import type { FrameOf } from "./frame_types.ts";
import { loadTable, type RawTable } from "./load_table.ts";
import { withoutMissing } from "./source.ts";
import { requireNamed, requireOptions } from "../progress/require.ts";
import { ResultsError } from "./results_error.ts";

/** Least probability of all scores together: below it the answer was no score, and their mean says nothing. */
const LEAST_MASS = 0.5;

/** Decimals to which scores are rounded: saturated probabilities would else differ by the order of summation alone. */
const DECIMALS = 1e12;

/** Options of `readTokenScores`. */
export interface ReadTokenScoresOptions {
  /** The column with the log-probability of each score: `{ lp1: 1, lp2: 2, … }`. */
  logProbabilities: Readonly<Record<string, number>>;
  /** The column that names the item. */
  itemId?: string;
  /** The column with the human's score. */
  human?: string;
  /** Column of the score that the judge printed: a further evaluator `<judge> (parsed)`; values off the scale are none. */
  parsed?: string;
  /** The log-probability that stands for "not among the likeliest": it counts as probability 0. */
  filler?: number;
  /** Texts and numbers that mean "no value" (a parsed score of -1): they become empty cells, as in every reader. */
  missing?: readonly (string | number)[];
}

const TOKEN_OPTIONS = ["logProbabilities", "itemId", "human", "parsed", "filler", "missing"];

/**
 * Reads log-probabilities (logprobs) of scores that judges gave rated items, one file per judge, into a `ratings` frame: its
 * evaluators are the files' names, with the probability-weighted score Σ p(v)·v / Σ p(v) over the scores v of the scale.
 *
 * Items are joined by their id; an item that a judge lacks has no score by it. Where the scores together have less than half
 * of the probability the answer was none of them, and the score is null: fillers alone, normalised, would look like the
 * middle of the scale. Scores are rounded to 12 decimals, so that rows without any doubt tie. Rows come in order of first
 * appearance.
 *
 * @throws {ResultsError} for a missing column, a value that is no number, an item twice in a file, or one whose human score
 *   differs between files, naming file, line and value
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readTokenScores } from "judgebias";
 *
 * const path = `${Deno.makeTempDirSync()}/judge.csv`;
 * Deno.writeTextFileSync(
 *   path, `item_id,human,no,yes\n1,1,${Math.log(0.2)},${Math.log(0.6)}\n`,
 * );
 * const ratings = readTokenScores(path, { logProbabilities: { no: 0, yes: 1 } });
 * // 0.6 / (0.2 + 0.6)
 * assert.ok(Math.abs(ratings.getColumn("judge").get(0) - 0.75) < 1e-12);
 * ```
 */
export function readTokenScores(
  path: string | readonly string[],
  options: ReadTokenScoresOptions,
): FrameOf<"ratings"> {
  const { logProbabilities, itemId = "item_id", human = "human", parsed, filler, missing, ...others } =
    requireNamed("readTokenScores", options, "options", "; say { logProbabilities: { no: 0, yes: 1 } }");
  requireOptions("readTokenScores", others, TOKEN_OPTIONS);
  requireNoMore("readTokenScores", arguments);
  const scale = Object.entries(requireNamed("readTokenScores", logProbabilities, "logProbabilities"));
  if (scale.length < 2) {
    throw new RangeError(`readTokenScores: wanted at least two scores, found ${scale.length}`);
  }
  const values = scale.map(([, value]) => value);
  const items = new Map<string, { human: number; scores: Record<string, number> }>();
  const evaluators = findTableFiles(path, { action: "readTokenScores" }).flatMap((file) => {
    const table = withoutMissing("ratings", { ...loadTable(file), columns: { item_id: itemId } }, {
      missing,
    });
    const ids = texts(table, itemId), given = numbers(table, human);
    const logs = scale.map(([column]) => numbers(table, column));
    const printed = parsed === undefined ? null : numbers(table, parsed), named = `${table.stem} (parsed)`;
    ids.forEach((id, row) => {
      if (id === null) return fail(table, row, itemId, id, "the item's id");
      const item = items.get(id) ?? { human: given[row], scores: {} };
      items.set(id, item);
      if (Object.hasOwn(item.scores, table.stem)) fail(table, row, itemId, id, "each item once");
      if (!Object.is(item.human, given[row])) {
        fail(table, row, human, given[row], `the same human score as in the files before (${item.human})`);
      }
      const p = logs.map((log) => log[row] === filler ? 0 : Math.exp(log[row]) || 0);
      const mass = sum(p), mean = sum(p.map((one, k) => one * values[k])) / mass;
      item.scores[table.stem] = mass >= LEAST_MASS ? Math.round(mean * DECIMALS) / DECIMALS : NaN;
      if (printed) item.scores[named] = values.includes(printed[row]) ? printed[row] : NaN;
    });
    return [table.stem, ...printed ? [named] : []];
  });
  const ids = [...items.keys()], all = [...items.values()];
  const scores = (name: string, score: (item: typeof all[number]) => number | undefined) =>
    pl.Series(name, all.map((item) => Number.isNaN(score(item) ?? NaN) ? null : score(item)!), pl.Float64);
  return pl.DataFrame([
    pl.Series("item_id", ids, pl.Utf8),
    pl.Series("image_id", ids, pl.Utf8),
    pl.Series("split", ids.map(() => "test"), pl.Utf8),
    scores("human", (item) => item.human),
    ...evaluators.map((name) => scores(name, (item) => item.scores[name])),
  ]);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function texts({ file, frame }: RawTable, column: string): (string | null)[] {
  const expected = `this column, found ${frame.columns.slice(0, -1).join(", ")}`;
  if (!frame.columns.includes(column)) throw new ResultsError({ file, column, expected });
  return frame.getColumn(column).cast(pl.Utf8).toArray() as (string | null)[];
}

/** A column as numbers, NaN where a cell is empty. */
function numbers(table: RawTable, column: string): Float64Array {
  return Float64Array.from(texts(table, column), (text, row) => {
    if (text === null || /^(nan)?$/i.test(text)) return NaN;
    const value = Number(text);
    return Number.isNaN(value) ? fail(table, row, column, text, "a number or nothing") : value;
  });
}

function fail(table: RawTable, row: number, column: string, value: unknown, expected: string): never {
  throw new ResultsError({ file: table.file, line: table.linesOf([row])[0], column, value, expected });
}
