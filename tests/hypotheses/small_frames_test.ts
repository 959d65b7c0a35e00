import assert from "node:assert/strict";
import type pl from "nodejs-polars";
import { balancedAccuracy } from "@/hypotheses/balanced_accuracy.ts";
import { biasAtEqualLength } from "@/hypotheses/bias_at_equal_length.ts";
import { biasAudit } from "@/hypotheses/bias_audit.ts";
import { biasByThreshold } from "@/hypotheses/bias_by_threshold.ts";
import { biasExceedsLengthBias } from "@/hypotheses/bias_exceeds_length_bias.ts";
import { equalizedBias } from "@/hypotheses/equalized_bias.ts";
import type { HypothesisResult } from "@/hypotheses/hypothesis_types.ts";
import { labelError } from "@/hypotheses/label_error.ts";
import { mitigationLowersBias } from "@/hypotheses/mitigation.ts";
import { bundle } from "@/progress/show.ts";
import { pairsFrame, randomRows } from "../metrics/pairs_fixture.ts";

const TESTS: ((pairs: pl.DataFrame) => HypothesisResult)[] = [
  biasAtEqualLength,
  biasAtEqualLength.atZero,
  (pairs) => equalizedBias(pairs, { threshold: 20 }),
  biasExceedsLengthBias,
  balancedAccuracy,
  (pairs) => mitigationLowersBias(pairs),
  labelError,
];

/** Few pairs with ties, missing labels and lengths, judged in four ways. */
function small(seed: number, n: number): pl.DataFrame {
  const rows = randomRows({ seed, n });
  return pairsFrame(
    [{}, { image: false }, { pipeline: "birch" }, { variant: "length_equalized" }].flatMap((way, w) =>
      rows.map((row, i) => ({
        ...row,
        choice: randomRows({ seed: seed + 100 * w, n })[i].choice,
        words_a: row.words_a ?? 3,
        ...way,
      }))
    ),
  );
}

Deno.test("small and broken frames: a result that can be shown, or an error that names what is missing", () => {
  let results = 0, errors = 0;
  for (let n = 0; n <= 14; n++) {
    for (const seed of [1, 2, 3]) {
      const pairs = small(seed, n);
      for (const test of TESTS) {
        try {
          const result = test(pairs);
          results++;
          const { estimate, low, high, pValue, verdict } = result;
          const range = result.unit === "percent" ? [0, 1] : [-2, 2];
          assert.ok(
            Number.isNaN(estimate) || estimate >= range[0] && estimate <= range[1],
            result.hypothesis,
          );
          assert.ok(
            Number.isNaN(low + high) || low <= estimate + 1e-12 && estimate <= high + 1e-12,
            result.hypothesis,
          );
          assert.ok(
            Number.isNaN(pValue) ? verdict === "untestable" : pValue >= 0 && pValue <= 1,
            result.hypothesis,
          );
          const html = String(bundle(result)["text/html"]);
          assert.doesNotMatch(html + String(result), /NaN|undefined|Infinity/);
        } catch (error) {
          if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
          assert.match(error.message, /^\w+: wanted /);
          errors++;
        }
      }
      for (const curve of [biasAudit, biasByThreshold]) {
        try {
          assert.ok(curve(pairs).height > 0);
        } catch (error) {
          assert.match((error as Error).message, /^\w+: wanted /);
        }
      }
    }
  }
  assert.ok(results > 300, `${results} results, ${errors} errors`);
});
