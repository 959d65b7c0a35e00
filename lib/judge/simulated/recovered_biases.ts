import pl from "nodejs-polars";
import { imageReliance } from "../../metrics/image_reliance.ts";
import { informativenessBias } from "../../metrics/informativeness_bias.ts";
import { lengthBias } from "../../metrics/length_bias.ts";
import { only } from "../../results/only.ts";
import { expectedBiases, type JudgeTraits } from "./judge_traits.ts";

/**
 * What was put into simulated judges beside what the metrics find of them: a row per judge and bias (IB, LB with the image,
 * IRS) with `put_in` (in closed form, see `expectedBiases`), `found` and its 95% interval. Of twenty intervals one misses
 * `put_in` on average.
 *
 * @param pairs results of the judges on a `simulatedStudy`, with and without the image
 * @param judges each judge's traits by its name
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readPairs } from "judgebias";
 * import { recoveredBiases } from "judgebias/judge";
 *
 * const pairs = readPairs("data/examples/pairs.csv");
 * const judge = String(pairs.getColumn("judge").get(0));
 * const table = recoveredBiases(pairs, { [judge]: { informativeness: 0.4, noise: 0.1 } });
 * assert.deepEqual(table.columns, ["judge", "bias", "put_in", "found", "low", "high", "n_clusters"]);
 * assert.deepEqual(table.getColumn("bias").toArray(), ["IB", "IRS", "LB"]);
 * assert.equal(table.getColumn("put_in").get(0).toFixed(3), "0.360"); // 0.9 · 0.4
 * ```
 */
export function recoveredBiases(
  pairs: pl.DataFrame,
  judges: Record<string, Partial<JudgeTraits>>,
): pl.DataFrame {
  const names = Object.keys(judges), by = ["judge"];
  const own = only(pairs, { judge: names });
  const seen = only(own, { image: true });
  const found = {
    IB: informativenessBias(seen, { by }),
    LB: lengthBias(seen, { by }),
    IRS: imageReliance(own, { by }),
  };
  const rows = Object.entries(found).flatMap(([bias, frame]) =>
    frame.toRecords().map((row) => {
      const key = bias.toLowerCase() as "ib" | "lb" | "irs", { judge, low, high, n_clusters } = row;
      const put_in = expectedBiases(judges[String(judge)])[key];
      return { judge, bias, put_in, found: row[key], low, high, n_clusters };
    })
  );
  return pl.DataFrame(rows).sort(["bias", "judge"]);
}
