import pl from "nodejs-polars";
import { requireNoMore } from "../progress/require_no_more.ts";
import { pairOutcomes } from "./pair_outcomes.ts";

/** What the sides of a split are called, by their numbers. */
const NAMES = {
  informativeness: ["IDS", "CDS"],
  length: ["longer", "shorter", "equal"],
  slot: ["first", "second"],
};

/**
 * Adds to a `pairs` frame the columns on which the bias metrics split.
 *
 * `informativeness_subset`: `IDS` where the human-preferred answer is the more informative one (informativeness-driven
 * subset), `CDS` where the other answer is (correctness-driven subset), null where either label is a tie or missing.
 * `length_subset`: whether the human-preferred answer has more words than the other (`longer`), fewer (`shorter`) or as
 * many (`equal`); null without a human A or B or without word counts. `slot_subset`: whether it was shown `first` or `second`; null
 * where nobody knows. `correct`: whether the judge chose the
 * human-preferred answer; a judge's tie or unparsable answer is false; null without a human A or B.
 *
 * Source: informativeness-bias paper, sections 3.4 and 3.5. `equal` is ours: the paper does not say what happens to
 * pairs of equal length; length bias leaves them out and counts them.
 *
 * @throws {TypeError} without the columns item_id, human, choice
 * @throws {RangeError} when human, choice or more_informative holds anything but A, B, tie or null
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { withSubsets } from "judgebias";
 *
 * const pairs = withSubsets(pl.DataFrame({
 *   item_id: ["1"], human: ["A"], choice: ["B"], more_informative: ["B"],
 *   words_a: [10], words_b: [25],
 * }));
 * assert.deepEqual(
 *   pairs.select("informativeness_subset", "length_subset", "correct").row(0),
 *   ["CDS", "shorter", false],
 * );
 * ```
 */
export function withSubsets(pairs: pl.DataFrame): pl.DataFrame {
  requireNoMore("withSubsets", arguments, 1, "rows are chosen by only(frame, { … }) or frame.filter(…)");
  const outcomes = pairOutcomes("withSubsets", pairs);
  return pairs.withColumns(
    ...(["informativeness", "length", "slot"] as const).map((split) =>
      pl.Series(`${split}_subset`, Array.from(outcomes[split], (side) => NAMES[split][side] ?? null), pl.Utf8)
    ),
    pl.Series("correct", Array.from(outcomes.correct, (c) => c < 0 ? null : c === 1), pl.Bool),
  );
}
