import { requireFrame } from "../results/frame.ts";
import pl from "nodejs-polars";
import { frameClusters } from "../metrics/pair_rows.ts";
import { random } from "../stats/random.ts";
import { requireList, requireOptions } from "../progress/require.ts";

/**
 * Gives every row of a `ratings` frame a split, `train`, `validation` or `test`, at random; rows of one image (else of one
 * item) stay together, or a panel would be judged on images that it was fitted to. The shares hold for images, rounded.
 *
 * @throws {RangeError} for shares that are negative or do not add up to 1
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readRatings, splitRatings } from "judgebias";
 *
 * const ratings = splitRatings(readRatings("data/examples/ratings.csv"), {
 *   shares: [0.5, 0.25, 0.25], seed: 1,
 * });
 * assert.deepEqual([...new Set(ratings.getColumn("split").toArray())].sort(), [
 *   "test", "train", "validation",
 * ]);
 * ```
 */
export function splitRatings(
  ratings: pl.DataFrame,
  options: {
    shares?: readonly [train: number, validation: number, test: number];
    seed: number;
  },
): pl.DataFrame {
  requireOptions("splitRatings", options, ["shares", "seed"], arguments);
  const { shares = [0.6, 0.2, 0.2], seed } = options;
  requireFrame("splitRatings", ratings);
  requireList("splitRatings", "shares", shares, "number");
  const [train, validation, test] = shares;
  if (!(shares.every((share) => share >= 0) && Math.abs(train + validation + test - 1) < 1e-9)) {
    throw new RangeError(`splitRatings: wanted shares ≥ 0 that add up to 1, found ${shares.join(", ")}`);
  }
  // Codes follow the names, so that the order of rows does not matter.
  const clusters = Array.from(frameClusters(ratings).codes);
  const order = random(seed).shuffle([...new Set(clusters)].sort((a, b) => a - b));
  const first = Math.round(train * order.length), second = Math.round((train + validation) * order.length);
  const splitOf = new Map(
    order.map((cluster, k) => [cluster, k < first ? "train" : k < second ? "validation" : "test"]),
  );
  const column = pl.Series("split", clusters.map((cluster) => splitOf.get(cluster)!), pl.Utf8);
  const split = ratings.withColumns(column);
  return ratings.columns.includes("split") ? split.select(...ratings.columns) : split;
}
