import type { FrameOf } from "../results/frames.ts";
import { requireOptions } from "../progress/require.ts";
import { chosen, solvedFrame, withSettings } from "./solution.ts";

/**
 * A calibrated simulation of Multi-Crit: a `criteria` frame of the real size, in which every published number of the judges
 * holds.
 *
 * 299 open-ended and 126 reasoning items, 206 and 109 of them with a conflict, 501 and 281 conflicting pairs; two to five
 * annotated criteria each; cross- and intra-model pairs as in Table 6, quartiles of the lengths as in Table 5. The twelve
 * judges of Tables 16 and 18 (with and without thinking, single and joint) have PAcc, TOS and CMR of the published counts and
 * the criterion average to its printed decimals; the one judge whose numbers need a missing answer has one. Items are the same
 * for all judges: easy ones for all, items without a conflict easier than others, modes of a judge alike. Which criteria are
 * annotated together and disagree is not published; that completeness and expressiveness disagree with truthfulness most often,
 * and exploration with efficiency, is.
 *
 * A judge is called what it is set to (`set to GPT-5`), and every row says `simulated` in the column `provenance`. **Nothing computed from it is a finding about a model.**
 *
 * @throws {RangeError} for a judge that the tables do not have
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { pluralisticAccuracy } from "judgebias";
 * import { simulateCriteria } from "judgebias/simulate";
 *
 * const criteria = simulateCriteria({ judges: ["GPT-5"] });
 * const [row] = pluralisticAccuracy(criteria, { by: ["mode", "split"] }).toRecords();
 * assert.deepEqual([row.mode, row.n_matched, row.n], ["joint", 104, 299]); // 34.78%
 * ```
 */
export function simulateCriteria(
  options: { judges?: readonly string[] } = {},
): FrameOf<"criteria"> {
  const { judges } = requireOptions("simulateCriteria", options, ["judges"]);
  return withSettings(chosen("simulateCriteria", solvedFrame("criteria"), { judge: judges }));
}
