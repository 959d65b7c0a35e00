import type pl from "nodejs-polars";
import { toldColumns } from "../progress/require.ts";
import { rowsInWords } from "../progress/show.ts";
import { grouped } from "../stats/grouped.ts";
import { isText } from "./check.ts";
import { ratingEvaluators } from "./rating_evaluators.ts";

/** The values of a column, each once. */
export const distinct = (frame: pl.DataFrame, column: string) =>
  frame.getColumn(column).dropNulls().unique().toArray() as unknown[];

/** Names of columns of numbers that are measured, and no judge's score. */
const MEASURED =
  /(^|[_ ])(year|length|len|words|tokens|time|latency|seconds|duration|temperature|seed|cost|price|width|height|index|idx|turns?)($|[_ ])/i;

/** Evaluators that may be none: columns of one and the same number, and of what is measured. */
export function* doubtfulScores({ frame, named }: { frame: pl.DataFrame; named: boolean }) {
  const all = ratingEvaluators(frame), isOne = (one: string) => distinct(frame, one).length === 1;
  const doubtful = all.filter((column) => MEASURED.test(column) || frame.height > 2 && isOne(column));
  const others = all.filter((column) => !doubtful.includes(column));
  if (named || doubtful.length === 0 || others.length === 0) return;
  const way = `evaluators: ${JSON.stringify(others)} (--evaluators "${others.join(",")}")`;
  yield `every column of numbers counts as an evaluator, ${
    doubtful.join(", ")
  } too; if that is none, name those that are: ${way}`;
}

/** Rows that are one judge's score each: ratings have a row per person, and a column per evaluator. */
export function* longRatings({ frame }: { frame: pl.DataFrame }) {
  const column = frame.columns.find((name) => /^(judge|evaluator|model|judge_model|judge_name)$/i.test(name));
  if (column === undefined || !isText(frame.getColumn(column))) return;
  const judges = distinct(frame, column).length;
  if (judges < 2 || frame.getColumn("item_id").nUnique() === frame.height) return;
  const way = toldColumns([["evaluator", column]]),
    told = frame.columns.includes("score") ? "" : ", and score";
  yield `the column ${column} names ${judges} judges, and items stand in several rows: every row counts as a person's rating, and their scores ` +
    `as one evaluator's; for a column per judge say so: ${way}${told}`;
}

/** Numbers by which files say that there is none: where one stands alone beyond a scale it would count as a score. */
const SENTINELS = [-1, -9, -99, -999, 99, 999, 9999];

export function* sentinels({ frame }: { frame: pl.DataFrame }) {
  for (const column of ["human", ...ratingEvaluators(frame)]) {
    yield* sentinelsIn(column, frame.getColumn(column).dropNulls().toArray() as number[]);
  }
}

/** The same of the numbers of one column. */
export function* sentinelsIn(column: string, values: readonly number[]) {
  const scores = grouped(values, (value) => value);
  for (const sentinel of SENTINELS.filter((one) => scores.has(one))) {
    const others = [...scores.keys()].filter((one) => one !== sentinel)
      .sort((a, b) => a - b);
    const low = others[0], high = others.at(-1)!, rows = rowsInWords(scores.get(sentinel)!.length);
    // Below a scale that begins at 0 or above, or far above one.
    if (others.length < 2 || low < 0 || sentinel > 0 && sentinel <= 5 * high) continue;
    yield `${column}: ${sentinel} stands in ${rows}, and all others are from ${low} to ${high}. ` +
      `If it means "no score", read with missing: [${sentinel}]; now it counts as a score`;
  }
}
