import type pl from "nodejs-polars";
import { columnNumbers } from "../results/factor.ts";
import { requireColumns } from "../results/require_valid_frame.ts";

/** Rows of a `ratings` frame that have every score asked for. */
export interface RatingRows {
  /** Row numbers in the frame. */
  rows: Int32Array;
  human: Float64Array;
  /** One column of scores per evaluator asked for. */
  scores: Float64Array[];
  /** Rows left out because the human's or an evaluator's score is missing. */
  dropped: number;
}

/**
 * The human's and the evaluators' scores of all rows that have them all, as plain columns.
 *
 * @throws {TypeError} when a column is missing, or holds text
 * @throws {RangeError} when no row has them all, naming the columns that lack most
 */
export function ratingRows(
  action: string,
  frame: pl.DataFrame,
  evaluators: readonly string[],
): RatingRows {
  requireColumns(action, frame, ["human", ...evaluators]);
  const columns = ["human", ...evaluators].map((name) => columnNumbers(frame.getColumn(name)));
  const rows = Int32Array.from({ length: frame.height }, (_, i) => i).filter((i) =>
    columns.every((column) => Number.isFinite(column[i]))
  );
  if (rows.length === 0 && frame.height > 0) {
    const missing = ["human", ...evaluators].map((name, c) => ({
      name,
      count: columns[c].reduce((count, value) => count + (Number.isFinite(value) ? 0 : 1), 0),
    })).sort((a, b) => b.count - a.count);
    throw new RangeError(
      `${action}: wanted rows with the human's and every candidate's score, found none of ${frame.height} (${
        missing.slice(0, 3).map(({ name, count }) => `${name} lacks ${count}`).join(", ")
      }); leave evaluators out with evaluators: […]`,
    );
  }
  const [human, ...scores] = columns.map((column) => Float64Array.from(rows, (i) => column[i]));
  return { rows, human, scores, dropped: frame.height - rows.length };
}
