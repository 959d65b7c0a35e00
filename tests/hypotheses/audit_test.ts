import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { conditionRows } from "@/hypotheses/conditions.ts";
import { deviationExceedsNoise } from "@/hypotheses/exceeds_noise.ts";
import { jointLowersTradeoff } from "@/hypotheses/joint_judging.ts";
import { judgesDiffer } from "@/hypotheses/judges_differ.ts";
import { labelError } from "@/hypotheses/label_error.ts";
import { mitigationLowersBias } from "@/hypotheses/mitigation.ts";
import { power } from "@/hypotheses/power.ts";
import { meanSelfPreference, selfPreference } from "@/hypotheses/self_preference.ts";
import { informativenessBias } from "@/metrics/informativeness_bias.ts";
import { criteriaFrame, item } from "../metrics/criteria_fixture.ts";
import { type PairRow, pairsFrame } from "../metrics/pairs_fixture.ts";
import { scoresFrame } from "../metrics/scores_fixture.ts";

// What an outside audit found wrong, each with the case that showed it.

Deno.test("a column that is missing holds its default, and never restricts nothing", () => {
  const scores = scoresFrame([{ judge: "a", sample_id: "1" }, { judge: "a", sample_id: "2" }]);
  // Rows compared with themselves under two names used to give "0, undecided, n = 32".
  const other = { first: "a", second: "a", secondPrompt: "reasoning" };
  for (const frame of [scores, scores.drop("prompt")]) {
    assert.throws(
      () => judgesDiffer(frame, other),
      /RangeError: judgesDiffer: wanted rows with prompt reasoning/,
    );
  }
  assert.equal(judgesDiffer(scores.drop("prompt"), { first: "a", second: "a" }).n, 2);
  assert.throws(
    () => deviationExceedsNoise(scores.drop("prompt"), { prompt: "reasoning" }),
    /no column prompt/,
  );
  const pairs = pairsFrame([{ more_informative: "A" }]);
  assert.deepEqual([
    ...conditionRows("x", pairs.drop("image", "pipeline"), { image: true, pipeline: "base" }),
  ], [0]);
  assert.throws(
    () => conditionRows("x", pairs.drop("image"), { image: false }),
    /no column image .all rows count as true/,
  );
  assert.throws(() => conditionRows("x", pairs.drop("judge"), { judge: "j" }), TypeError);
  assert.throws(
    () => mitigationLowersBias(pairs.drop("variant"), { condition: { variant: "length_equalized" } }),
    /variant length_equalized, found no column variant/,
  );
  const criteria = criteriaFrame([
    ...item("1", "AB", "AB", { mode: "joint" }),
    ...item("1", "AB", "AB", { mode: "single" }),
  ]);
  assert.throws(() => jointLowersTradeoff(criteria, { thinking: true }), /no column thinking/);
});

Deno.test("judgesDiffer: 60,000 samples whose runs are named differently", () => {
  const samples = 60_000;
  const judge = (name: string, run: number, biased: number) =>
    pl.DataFrame({
      judge: new Array(samples).fill(name),
      run: new Array(samples).fill(run),
      sample_id: Array.from({ length: samples }, (_, i) => `s${i}`),
      bias_type: new Array(samples).fill("text_dominance"),
      unbiased: new Array(samples).fill(10),
      biased: new Array(samples).fill(biased),
    });
  const frame = pl.concat([judge("a", 1, 1), judge("b", 2, 10)]);
  // Quadratic, this was 3.6 milliard comparisons of texts.
  const { n, estimate } = judgesDiffer(frame, { first: "a", second: "b" });
  assert.deepEqual([n, estimate], [samples, 1]);
});

Deno.test("power: an effect too small for any count of pairs is an error, not a loop without end", () => {
  const tiny = { metric: "ib", accIds: 0.7, accCds: 0.7 - 1e-8, cdsShare: 0.3 } as const;
  assert.throws(() => power(tiny), /RangeError: power: wanted an effect that can be seen/);
  // Just countable: (1.96 + 0.84)²/1e-14 is 7.8e14.
  const { n } = power({ metric: "bd", difference: 1e-7, sd: 1 });
  assert.ok(n > 7.8e14 && n < 7.9e14);
});

/** Captions' scores of two models; only the diagonal differs, by a hair. */
function twoModels(): pl.DataFrame {
  const rows = [0, 1, 2].flatMap((image) =>
    [[0.5, 0.4], [0.4, 0.5]].flatMap((row, g) =>
      row.map((score, e) => ({
        image_id: String(image),
        generator: `m${g}`,
        evaluator: `m${e}`,
        setting: "ref_free",
        score: score + 0.01 * image,
      }))
    )
  );
  return pl.DataFrame(rows);
}

Deno.test("selfPreference: below four evaluators nothing is tested", () => {
  const result = selfPreference(twoModels(), { setting: "ref_free", model: "m0" });
  assert.equal(result.verdict, "untestable"); // was 1 [1, 1], p = 0, supported
  assert.ok([result.low, result.high, result.pValue].every(Number.isNaN));
  assert.match(result.warning, /2 evaluators: Φ̃ of fewer than 4 cannot be tested/);
  assert.notEqual(meanSelfPreference(twoModels(), { setting: "ref_free" }).verdict, "supported");
});

Deno.test("labelError: a judge that is always right in a subset is tested, not certain", () => {
  const row = (i: number, ids: boolean): Partial<PairRow> => ({
    item_id: String(i),
    human: "A",
    choice: ids ? "A" : "B",
    more_informative: ids ? "A" : "B",
  });
  const pairs = pairsFrame([
    ...Array.from({ length: 40 }, (_, i) => row(i, true)),
    ...Array.from({ length: 3 }, (_, i) => row(40 + i, false)),
  ]);
  const { low, high, pValue } = labelError(pairs, { share: 0 }); // was [1, 1], p = 0
  const [wanted] = informativenessBias(pairs, { by: [] }).toRecords() as { low: number; high: number }[];
  assert.ok(Math.abs(low - wanted.low) < 1e-4 && Math.abs(high - wanted.high) < 1e-4, `[${low}, ${high}]`);
  assert.ok(pValue > 1e-9 && pValue < 0.01); // where the distances of 40 and of 3 just reach 0
});
