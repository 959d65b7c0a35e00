import type pl from "nodejs-polars";
import { type PairOutcomes, pairOutcomes, requireLabels, SIDE, VERDICT } from "../metrics/pair_outcomes.ts";
import { columnNumbers, factor } from "../results/factor.ts";
import { type Condition, conditionRows } from "./conditions.ts";

/** The rows of a condition, and those of them with a human label A or B and an informativeness label. */
export interface LabelledRows {
  outcomes: PairOutcomes;
  selected: Int32Array;
  rows: Int32Array;
}

/**
 * The pairs of a condition that informativeness bias is estimated from.
 *
 * @throws {TypeError} without informativeness labels
 */
export function labelledRows(action: string, pairs: pl.DataFrame, condition: Condition): LabelledRows {
  const selected = conditionRows(action, pairs, condition);
  const outcomes = pairOutcomes(action, pairs);
  requireLabels(action, outcomes);
  const { correct, informativeness } = outcomes;
  const rows = selected.filter((row) => correct[row] >= 0 && informativeness[row] !== SIDE.none);
  return { selected, outcomes, rows };
}

/** What adjusting for length needs of each usable pair. */
export interface LengthRows {
  outcomes: PairOutcomes;
  /** Rows of the frame with a human label, an informativeness label and word counts. */
  rows: Int32Array;
  /** Words of the human-preferred answer minus words of the other, per row of `rows`. */
  difference: Float64Array;
  /** 1 = IDS. */
  subset: Float64Array;
  /** 1 where the human-preferred answer was shown first. */
  preferredFirst: Float64Array;
  /** Rows of the condition that lack a label or a word count. */
  left: number;
}

/**
 * The pairs of a condition for which subset and signed length difference are known.
 *
 * @throws {TypeError} without informativeness labels, or without a single pair of word counts
 */
export function lengthRows(action: string, pairs: pl.DataFrame, condition: Condition): LengthRows {
  const { selected, outcomes, rows } = labelledRows(action, pairs, condition);
  return { outcomes, ...lengthsOf(action, pairs, outcomes, { selected, labelled: rows }) };
}

/** The same of a frame whose verdicts are numbers already. */
export function lengthsOf(
  action: string,
  pairs: pl.DataFrame,
  { human, correct, informativeness }: Pick<PairOutcomes, "human" | "correct" | "informativeness">,
  { selected = Int32Array.from(human.keys()), labelled }: { selected?: Int32Array; labelled?: Int32Array } =
    {},
): Omit<LengthRows, "outcomes"> {
  labelled ??= selected.filter((row) => correct[row] >= 0 && informativeness[row] !== SIDE.none);
  if (!["words_a", "words_b"].every((name) => pairs.columns.includes(name))) {
    throw new TypeError(
      `${action}: wanted the columns words_a and words_b, found ${pairs.columns.join(", ")}`,
    );
  }
  const a = columnNumbers(pairs.getColumn("words_a")), b = columnNumbers(pairs.getColumn("words_b"));
  const rows = labelled.filter((row) => !Number.isNaN(a[row] + b[row]));
  if (rows.length === 0 && selected.length > 0) {
    throw new TypeError(
      `${action}: wanted pairs with human label, informativeness label and word counts, found none`,
    );
  }
  const swapped = pairs.columns.includes("swapped") ? factor(pairs.getColumn("swapped")) : null;
  const isSwapped = (row: number) => swapped !== null && swapped.levels[swapped.codes[row]] === true;
  const isA = (row: number) => human[row] === VERDICT.A;
  return {
    rows,
    difference: Float64Array.from(rows, (row) => isA(row) ? a[row] - b[row] : b[row] - a[row]),
    subset: Float64Array.from(rows, (row) => informativeness[row] === SIDE.first ? 1 : 0),
    preferredFirst: Float64Array.from(rows, (row) => isA(row) !== isSwapped(row) ? 1 : 0),
    left: selected.length - rows.length,
  };
}
