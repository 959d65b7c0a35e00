import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { cohenKappa } from "@/stats/cohen_kappa.ts";
import { matchRate } from "@/stats/wilson.ts";
import { simulatePairs } from "@/simulate/solved_frames.ts";
import { solvedFrame } from "@/simulate/solution.ts";
import { drawPairs } from "../../data/solve/draw_pairs.ts";
import { pairsCalibration } from "../../data/solve/pairs_calibration.ts";

const pairs = solvedFrame("pairs"), calibration = pairsCalibration(pairs);
type Row = Record<string, number> & { judge: string; benchmark: string };
const only = (column: string, value: string | boolean) => pairs.filter(pl.col(column).eq(pl.lit(value)));

Deno.test("calibration: every published number of Tables 1, 2, 3, 4 and 8 holds to within the rounding of one pair", () => {
  assert.equal(calibration.length, 36 + 16 + 64 + 15 + 50);
  assert.deepEqual(calibration.filter((row) => !row.within_one_pair), []);
});

Deno.test("calibration: what does not print the same digits is VL-RewardBench's accuracies, and next to nothing else", () => {
  // 61.12% of 1,247 pairs is 762.2 pairs: no count prints it, nor do most other accuracies there (CHECKS B11).
  const differing = calibration.filter((row) => !row.prints_same);
  const elsewhere = differing.filter((row) => row.benchmark !== "VL-RewardBench");
  assert.ok(elsewhere.every((row) => Math.abs(row.deviation) < 0.015), JSON.stringify(elsewhere));
  assert.ok(differing.every((row) => Math.abs(row.deviation) < 0.1), JSON.stringify(differing));
});

Deno.test("another seed gives other rows that are calibrated too", () => {
  const other = drawPairs(5);
  assert.notDeepEqual(other.getColumn("choice").toArray(), pairs.getColumn("choice").toArray());
  assert.ok(pairsCalibration(other).every((row) => row.within_one_pair));
});

Deno.test("judges and benchmarks are chosen by what they are set to, and no judge has the name of a model", () => {
  const one = simulatePairs({ judges: ["GPT-4o"] });
  assert.deepEqual(one.getColumn("judge").unique().toArray(), ["set to GPT-4o"]);
  assert.deepEqual(one.getColumn("choice").toArray(), only("judge", "GPT-4o").getColumn("choice").toArray());
  assert.throws(() => simulatePairs({ judges: ["GPT-5"] }), /wanted some of GPT-4o, .*found GPT-5/);
  assert.throws(() => simulatePairs({ seed: 5 } as never), /simulatePairs: .*seed/);
});

Deno.test("labels: the match rates and kappas of Table 7", () => {
  const labels = solvedFrame("labels");
  const cases = [["MLLM-as-a-Judge", 0.91, "0.82"], ["VL-RewardBench", 0.94, "0.88"]] as const;
  for (const [benchmark, rate, kappa] of cases) {
    const by = (labeller: string) =>
      labels.filter(pl.col("benchmark").eq(pl.lit(benchmark)).and(pl.col("labeller").eq(pl.lit(labeller))))
        .getColumn("more_informative").toArray() as string[];
    assert.equal(matchRate(by("human"), by("GPT-4o")).rate, rate);
    assert.equal(cohenKappa(by("human"), by("GPT-4o")).kappa.toFixed(2), kappa);
  }
});
