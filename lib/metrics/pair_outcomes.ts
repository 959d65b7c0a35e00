import type pl from "nodejs-polars";
import { columnNumbers } from "../results/column_numbers.ts";
import { factor } from "../results/factor.ts";
import { requireColumns } from "./group_rows.ts";
import { VERDICT, verdictCodes } from "./verdict_codes.ts";

/** Which side of a split a row is on; `none` where the split cannot be told. */
export const SIDE = { none: -1, first: 0, second: 1, equal: 2 } as const;

/** What the pairwise metrics need of each row, as typed arrays in the frame's order. */
export interface PairOutcomes {
  height: number;
  /** 1 = the judge chose what the human chose, 0 = it did not, -1 = the human has no A or B. */
  correct: Int8Array;
  human: Uint8Array;
  choice: Uint8Array;
  /** first = IDS (the human-preferred answer is the more informative one), second = CDS. */
  informativeness: Int8Array;
  /** first = the human-preferred answer is longer, second = shorter, equal = same number of words. */
  length: Int8Array;
  /** One code per benchmark and image (item where no image is named): the unit that intervals resample. */
  clusters: Int32Array;
}

/**
 * Reads the columns of a `pairs` frame that decide right and wrong into typed arrays, each once and when first needed.
 *
 * A judge's tie or unparsable answer is wrong (0); a row whose human label is a tie or missing has no right answer
 * (-1). Clusters are images within a benchmark, since pairs about one picture share its difficulty. Columns that a
 * metric does not need may be absent: their split is then `none` everywhere.
 *
 * @throws {TypeError} without the columns item_id, human, choice
 * @throws {RangeError} when human, choice or more_informative holds anything but A, B, tie or null
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { pairOutcomes } from "@/metrics/pair_outcomes.ts";
 *
 * const pairs = pl.DataFrame({ item_id: ["1", "2"], human: ["A", "tie"], choice: ["A", "B"] });
 * assert.deepEqual([...pairOutcomes("example", pairs).correct], [1, -1]);
 * ```
 */
export function pairOutcomes(action: string, pairs: pl.DataFrame): PairOutcomes {
  requireColumns(action, pairs, ["item_id", "human", "choice"]);
  const height = pairs.height;
  const human = verdictCodes(action, pairs, "human");
  const choice = verdictCodes(action, pairs, "choice");
  const correct = new Int8Array(height);
  for (let i = 0; i < height; i++) correct[i] = human[i] > VERDICT.B ? -1 : human[i] === choice[i] ? 1 : 0;
  // Wrong labels are an error also of the metrics that do not split by them; the rest is read when it is asked for.
  const informativeness = informativenessSide(action, pairs, human);
  let length: Int8Array | undefined, clusters: Int32Array | undefined;
  return {
    height,
    correct,
    human,
    choice,
    informativeness,
    get length() {
      return length ??= lengthSide(pairs, human);
    },
    get clusters() {
      return clusters ??= pairClusters(pairs);
    },
  };
}

function informativenessSide(action: string, pairs: pl.DataFrame, human: Uint8Array): Int8Array {
  const side = new Int8Array(pairs.height).fill(SIDE.none);
  if (!pairs.columns.includes("more_informative")) return side;
  const informative = verdictCodes(action, pairs, "more_informative");
  for (let i = 0; i < side.length; i++) {
    if (human[i] > VERDICT.B || informative[i] > VERDICT.B) continue;
    side[i] = human[i] === informative[i] ? SIDE.first : SIDE.second;
  }
  return side;
}

function lengthSide(pairs: pl.DataFrame, human: Uint8Array): Int8Array {
  const side = new Int8Array(pairs.height).fill(SIDE.none);
  if (!pairs.columns.includes("words_a") || !pairs.columns.includes("words_b")) return side;
  const wordsA = columnNumbers(pairs.getColumn("words_a"));
  const wordsB = columnNumbers(pairs.getColumn("words_b"));
  for (let i = 0; i < side.length; i++) {
    const difference = human[i] === VERDICT.A ? wordsA[i] - wordsB[i] : wordsB[i] - wordsA[i];
    if (human[i] > VERDICT.B || Number.isNaN(difference)) continue;
    side[i] = difference > 0 ? SIDE.first : difference < 0 ? SIDE.second : SIDE.equal;
  }
  return side;
}

function pairClusters(pairs: pl.DataFrame): Int32Array {
  const item = factor(pairs.getColumn("item_id"));
  const clusters = Int32Array.from(item.codes);
  let levels = item.levels.length;
  if (pairs.columns.includes("image_id")) {
    const image = factor(pairs.getColumn("image_id"));
    // Items without an image are clusters of their own, numbered behind the images.
    const none = image.levels.indexOf(null);
    for (let i = 0; i < clusters.length; i++) {
      clusters[i] = image.codes[i] === none ? image.levels.length + item.codes[i] : image.codes[i];
    }
    levels += image.levels.length;
  }
  if (!pairs.columns.includes("benchmark")) return clusters;
  const benchmark = factor(pairs.getColumn("benchmark"));
  for (let i = 0; i < clusters.length; i++) clusters[i] += benchmark.codes[i] * levels;
  return clusters;
}
