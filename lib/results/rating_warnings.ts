import type pl from "nodejs-polars";
import { FRAMES } from "./frames.ts";
import { ratingEvaluators } from "./rating_evaluators.ts";
import { unreadImage } from "./name_warnings.ts";

/** Share of a column's values above which it is what most of them are. */
const MOSTLY = 0.5;

/**
 * What looks wrong in ratings, in sentences: columns that are most likely others under another name, numbers that are no scores, scores
 * that are no numbers, rows that are none. Of layouts of tools (`native` false) and where the evaluators are `named` fewer can be.
 *
 * @param filled columns that the file lacks
 */
export function ratingWarnings(
  frame: pl.DataFrame,
  filled: readonly string[],
  { native, named }: { native: boolean; named: boolean },
): string[] {
  const texts = frame.columns.filter((column) => !ratingEvaluators(frame).includes(column));
  return [
    ...(native ? [...unreadImage(frame, filled), ...longRatings(frame)] : []),
    ...(native && !named ? [...textScores(frame, texts), ...doubtfulScores(frame)] : []),
    ...sentinelWarnings(frame),
  ];
}

/** Columns that are no evaluators because their numbers are written as texts: a percent sign, a decimal comma. */
function textScores(frame: pl.DataFrame, columns: readonly string[]): string[] {
  return columns.filter((column) =>
    !Object.hasOwn(FRAMES.ratings.columns, column) &&
    /String|Utf8/.test(String(frame.getColumn(column).dtype))
  ).flatMap((column) => {
    const values = frame.getColumn(column).dropNulls().unique().sort().toArray() as string[];
    const like = values.filter((value) => /^\s*[-+]?(\d*[.,]?\d+\s*%|\d*,\d+)\s*$/.test(value));
    if (values.length === 0 || like.length < MOSTLY * values.length) return [];
    return [
      `the column ${column} is no evaluator here, for its values are texts such as ${
        JSON.stringify(like[0])
      }: ` +
      "write numbers (27 or 0.27 for 27%, 2.5 for 2,5)",
    ];
  });
}

/** Names of columns of numbers that are measured, and no judge's score. */
const MEASURED =
  /(^|[_ ])(year|length|len|words|tokens|time|latency|seconds|duration|temperature|seed|cost|price|width|height|index|idx|turns?)($|[_ ])/i;

/** Evaluators that may be none: columns of one and the same number, and of what is measured. */
function doubtfulScores(frame: pl.DataFrame): string[] {
  const evaluators = ratingEvaluators(frame);
  const doubtful = evaluators.filter((column) =>
    MEASURED.test(column) || frame.height > 2 && frame.getColumn(column).dropNulls().nUnique() === 1
  );
  if (doubtful.length === 0 || doubtful.length === evaluators.length) return [];
  const others = evaluators.filter((column) => !doubtful.includes(column));
  return [
    `every column of numbers counts as an evaluator, ${
      doubtful.join(", ")
    } too; if that is none, name those that are: evaluators: ${JSON.stringify(others)} (--evaluators "${
      others.join(",")
    }")`,
  ];
}

/** Says where a row is one judge's score: ratings have a row per person, and a column per evaluator. */
function longRatings(frame: pl.DataFrame): string[] {
  const column = frame.columns.find((name) => JUDGES.includes(name.toLowerCase()));
  if (column === undefined || !/String|Utf8/.test(String(frame.getColumn(column).dtype))) return [];
  const judges = frame.getColumn(column).dropNulls().nUnique();
  if (judges < 2 || frame.getColumn("item_id").nUnique() === frame.height) return [];
  return [
    `the column ${column} names ${judges} judges, and items stand in several rows: every row counts as a person's rating, and their scores ` +
    "as one evaluator's; make it one row per item and person with a column per judge, for example by pivoting the file",
  ];
}

/** Names of columns that say whose score a row is. */
const JUDGES = ["judge", "evaluator", "model", "judge_model", "judge_name"];

/** Numbers by which files say that there is none. */
const SENTINELS = [-1, -9, -99, -999, 99, 999, 9999];

/** Columns in which such a number stands alone beyond a scale: as a score it would count. */
function sentinelWarnings(frame: pl.DataFrame): string[] {
  return ["human", ...ratingEvaluators(frame)].flatMap((column) => {
    const scores = new Map<number, number>();
    for (const value of frame.getColumn(column).toArray() as (number | null)[]) {
      if (value !== null && !Number.isNaN(value)) scores.set(value, (scores.get(value) ?? 0) + 1);
    }
    return SENTINELS.filter((one) => scores.has(one)).flatMap((sentinel) => {
      const others = [...scores.keys()].filter((value) => value !== sentinel);
      let low = Infinity, high = -Infinity;
      for (const value of others) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
      // Below a scale that begins at 0 or above, or far above one.
      const alone = others.length > 1 && (sentinel < 0 ? low >= 0 : sentinel > 5 * high && low >= 0);
      const count = scores.get(sentinel)!;
      return alone
        ? [
          `${column}: ${sentinel} stands in ${count} ${
            count === 1 ? "row" : "rows"
          }, and all others are from ${low} to ${high}. ` +
          `If it means "no score", read with missing: [${sentinel}]; now it counts as a score`,
        ]
        : [];
    });
  });
}
