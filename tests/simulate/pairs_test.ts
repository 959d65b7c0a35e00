import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { cohenKappa } from "@/stats/cohen_kappa.ts";
import { matchRate } from "@/stats/match_rate.ts";
import { equalizeLengths } from "@/metrics/equalize_lengths.ts";
import { imageReliance } from "@/metrics/image_reliance.ts";
import { informativenessBias } from "@/metrics/informativeness_bias.ts";
import { lengthBias } from "@/metrics/length_bias.ts";
import { simulatePairs } from "@/simulate/pairs.ts";
import { solvedFrame } from "@/simulate/solution.ts";
import { drawPairs } from "./solve/draw_pairs.ts";
import { pairsCalibration } from "./solve/pairs_calibration.ts";

const pairs = solvedFrame("pairs"), calibration = pairsCalibration(pairs);
type Row = Record<string, number> & { judge: string; benchmark: string };
const rows = (frame: pl.DataFrame) => frame.toRecords() as unknown as Row[];
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

Deno.test("calibration through the metrics: IB after equalising lengths is that of Table 2", () => {
  const after = rows(informativenessBias(equalizeLengths(only("variant", "length_equalized"))));
  const gpt = after.find((row) => row.judge === "GPT-4o" && row.benchmark === "MLLM-as-a-Judge")!;
  assert.equal((100 * gpt.ib).toFixed(1), "44.6");
  assert.ok(gpt.n < 7756 && gpt.n > 0.8 * 7756, "some pairs do not end within the threshold");
});

Deno.test("stated facts that have no table", () => {
  const original = only("variant", "original").filter(pl.col("pipeline").eq(pl.lit("base")));
  const bias = informativenessBias(original), length = lengthBias(original);
  const blind = rows(bias.filter(pl.col("image").not())), seeing = rows(bias.filter(pl.col("image")));
  const gaps = seeing.map((row, i) => {
    assert.deepEqual([blind[i].judge, blind[i].benchmark], [row.judge, row.benchmark]);
    return blind[i].ib - row.ib;
  });
  assert.ok(Math.min(...gaps) > 0, "IB is higher without the image");
  assert.ok(Math.abs(Math.max(...gaps) - 0.186) < 0.002, `largest gap ${Math.max(...gaps)}`);
  const inCds = rows(imageReliance(original, { within: "cds" })),
    inIds = rows(imageReliance(original, { within: "ids" }));
  inCds.forEach((row, i) => assert.ok(row.irs > inIds[i].irs, "IRS is higher in CDS"));
  rows(length).forEach((row, i) => {
    assert.ok(row.lb >= 0 && row.lb < rows(bias)[i].ib, "LB is not negative and below IB");
  });
  for (const row of seeing) {
    if (row.judge === "Phi-4-multimodal") assert.ok(row.ib < 0.3);
    if (row.judge === "Gemini-2.5-Flash") assert.ok(row.ib > 0.3);
  }
});

Deno.test("IB exceeds LB in nearly all domains", () => {
  const gpt = only("judge", "GPT-4o").filter(
    pl.col("benchmark").eq(pl.lit("MLLM-as-a-Judge")).and(pl.col("pipeline").eq(pl.lit("base"))).and(
      pl.col("image"),
    )
      .and(pl.col("variant").eq(pl.lit("original"))),
  );
  const ib = rows(informativenessBias(gpt, { by: ["domain"] })),
    lb = rows(lengthBias(gpt, { by: ["domain"] }));
  assert.equal(ib.length, 14);
  assert.ok(ib.filter((row, i) => row.ib > lb[i].lb).length >= 13);
  assert.ok(new Set(ib.map((row) => row.ib.toFixed(2))).size > 5, "domains differ");
});

Deno.test("the same pairs for all judges; one row per key; real sizes", () => {
  const items = pairs.filter(pl.col("variant").eq(pl.lit("original")))
    .select("benchmark", "item_id", "image_id", "domain", "human", "more_informative", "words_a", "words_b")
    .unique();
  assert.equal(items.height, 7756 + 1247);
  assert.equal(items.select("benchmark", "item_id").unique().height, 7756 + 1247);
  const m = items.filter(pl.col("benchmark").eq(pl.lit("MLLM-as-a-Judge")));
  assert.equal(m.select("image_id").unique().height, 4414);
  assert.equal(m.select("domain").unique().height, 14);
  const key = pairs.select("benchmark", "item_id", "judge", "pipeline", "image", "variant", "swapped", "run");
  assert.equal(key.unique().height, pairs.height);
  assert.ok(rows(informativenessBias(pairs, { by: [] }))[0].n_human_tie === 0);
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

Deno.test("judges agree with each other beyond chance, and more so with themselves in another mode", () => {
  const verdicts = (judge: string, image: boolean) =>
    pairs.filter(
      pl.col("judge").eq(pl.lit(judge)).and(pl.col("image").eq(pl.lit(image))).and(
        pl.col("pipeline").eq(pl.lit("base")),
      )
        .and(pl.col("variant").eq(pl.lit("original"))),
    ).getColumn("choice").toArray() as string[];
  const others = cohenKappa(verdicts("GPT-4o", true), verdicts("Llama-3.2-Vision-90B", true)).kappa;
  const itself = cohenKappa(verdicts("GPT-4o", true), verdicts("GPT-4o", false)).kappa;
  assert.ok(others > 0.3 && itself > others && itself < 0.98, `${others} and ${itself}`);
});

Deno.test("labels: the match rates and kappas of Table 7", () => {
  const labels = solvedFrame("labels");
  for (
    const [benchmark, rate, kappa] of [["MLLM-as-a-Judge", 0.91, "0.82"], [
      "VL-RewardBench",
      0.94,
      "0.88",
    ]] as const
  ) {
    const by = (labeller: string) =>
      labels.filter(pl.col("benchmark").eq(pl.lit(benchmark)).and(pl.col("labeller").eq(pl.lit(labeller))))
        .getColumn("more_informative").toArray() as string[];
    assert.equal(matchRate(by("human"), by("GPT-4o")).rate, rate);
    assert.equal(cohenKappa(by("human"), by("GPT-4o")).kappa.toFixed(2), kappa);
  }
});
