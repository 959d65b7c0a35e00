import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { deviationExceedsNoise, type ExceedsNoiseOptions } from "@/hypotheses/exceeds_noise.ts";
import { hypothesisTable } from "@/hypotheses/hypothesis_table.ts";
import { judgesDiffer } from "@/hypotheses/judges_differ.ts";
import { noiseFloor } from "@/metrics/noise_floor.ts";
import { reliabilitySummary } from "@/metrics/reliability_summary.ts";
import { random } from "@/stats/random.ts";
import { type ScoreRow, scoresFrame } from "../metrics/scores_fixture.ts";
import { close } from "../stats/golden.ts";
import golden from "./golden/scores.json" with { type: "json" };

const conformityBelowCeiling = (frame: pl.DataFrame, options: ExceedsNoiseOptions = {}) =>
  deviationExceedsNoise(frame, { metric: "bc", ...options });
const near = (found: number, wanted: number, tolerance = 1e-12) =>
  assert.ok(Math.abs(found - wanted) <= tolerance, `${found} is not ${wanted}`);

/** The golden file's scores as rows of one judge. */
const goldenRows = (biased: number[][], more: Partial<ScoreRow>) =>
  golden.unbiased.flatMap((row, run) =>
    row.map((unbiased, sample) => ({
      run: run + 1,
      sample_id: `s${sample}`,
      unbiased,
      biased: biased[run][sample],
      ...more,
    }))
  );

Deno.test("against run-to-run noise: means over runs and over every two runs, by numpy", () => {
  for (
    const [test, wanted, bias_type] of [
      [deviationExceedsNoise, golden.noise.bd, "text_dominance"],
      [conformityBelowCeiling, golden.noise.bc, "texture_insertion"],
    ] as const
  ) {
    const result = test(scoresFrame(goldenRows(golden.biased, { bias_type })));
    for (const name of ["estimate", "low", "high", "pValue"] as const) {
      close(result[name], wanted[name], { relative: 1e-8, absolute: 1e-9, what: `${bias_type} ${name}` });
    }
    assert.deepEqual([result.n, result.clusters], [wanted.n, wanted.n]);
  }
});

Deno.test("judgesDiffer: means over the runs of either judge, by numpy", () => {
  const frame = scoresFrame([
    ...goldenRows(golden.biased, { judge: "a" }),
    ...goldenRows(golden.second, { judge: "b" }),
  ]);
  const result = judgesDiffer(frame, { first: "a", second: "b" });
  for (const name of ["estimate", "low", "high", "pValue"] as const) {
    close(result[name], golden.judges[name], { relative: 1e-8, absolute: 1e-9, what: name });
  }
  const other = judgesDiffer(frame, { first: "b", second: "a" });
  near(other.estimate, -result.estimate);
  near(other.pValue, result.pValue);
});

/** Scores of several bias types; `drop` is how far the perturbed score falls, on average. */
function drawn(
  seed: number,
  drop: number,
  more: Partial<ScoreRow> = {},
  samples = 60,
  runs = 2,
): Partial<ScoreRow>[] {
  const generator = random(seed);
  const clip = (x: number) => Math.min(10, Math.max(1, Math.round(x)));
  return ["text_dominance", "image_misalignment", "texture_insertion", "detail_description"].flatMap((
    bias_type,
    t,
  ) =>
    Array.from({ length: samples }, (_, i) => {
      const level = 4 + 4 * generator.uniform();
      return Array.from({ length: runs }, (_, run) => ({
        run: run + 1,
        sample_id: `${t}-${i}`,
        bias_type,
        unbiased: clip(level + generator.normal()),
        biased: clip(level - drop + generator.normal()),
        ...more,
      }));
    }).flat()
  );
}

Deno.test("noise alone is not noticed, a drop is; estimates are BD − floor and BC − ceiling of the metrics", () => {
  const none = scoresFrame(drawn(1, 0, {}, 400));
  // 800 samples: a difference of 5 points is ruled out, one of 1 point is not.
  for (const test of [deviationExceedsNoise, conformityBelowCeiling]) {
    assert.equal(test(none).verdict, "absent");
    assert.equal(test(none, { delta: 0.01 }).verdict, "undecided");
  }
  const some = scoresFrame(drawn(2, 2));
  const bd = deviationExceedsNoise(some), bc = conformityBelowCeiling(some);
  assert.equal(bd.verdict, "supported");
  assert.equal(bc.verdict, "supported");
  assert.ok(bd.estimate > 0.1 && bc.estimate < -0.05);
  const only = deviationExceedsNoise(some, { biasType: "text_dominance" });
  const [floor] = noiseFloor(some.filter(pl.col("bias_type").eq(pl.lit("text_dominance"))), { by: [] })
    .toRecords();
  near(only.sensitivity[1].estimate, Number(floor.bd_floor));
  near(only.estimate, only.sensitivity[0].estimate - Number(floor.bd_floor));
  assert.deepEqual(bd.sensitivity.slice(2).map(({ name }) => name), ["Text-Dominance", "Image-Misalignment"]);
});

Deno.test("samples with a run unread are no small clusters that a warning speaks of: nothing large carries the noise", () => {
  // 8 samples of 60 are noisy and lack their third run; all others say 10 thrice, or once 9.
  const rows = Array.from({ length: 60 }, (_, i) =>
    [0, 1, 2].map((run) => ({
      run: run + 1,
      sample_id: String(i),
      unbiased: i < 8 ? [10, 4, null][run] : run === i % 9 ? 9 : 10,
      biased: i % 20 === 19 ? 3 : 1,
    }))).flat();
  assert.equal(deviationExceedsNoise(scoresFrame(rows)).warning, "");
});

Deno.test("judgesDiffer: estimates are those of the summary; only samples of both count", () => {
  const frame = scoresFrame([...drawn(3, 2, { judge: "a" }), ...drawn(4, 2.6, { judge: "b" })]);
  const result = judgesDiffer(frame, { first: "a", second: "b" });
  const overall = (judge: string) =>
    Number(
      reliabilitySummary(frame.filter(pl.col("judge").eq(pl.lit(judge))), { by: [] }).toRecords()[0].overall,
    );
  // Samples with an unbiased score of 1 have no BD; here none.
  near(result.estimate, overall("a") - overall("b"), 1e-9);
  assert.ok(!result.assumptions.some((line) => /count as one/.test(line)));
  const fewer = scoresFrame([...drawn(3, 2, { judge: "a" }), ...drawn(4, 2.6, { judge: "b" }).slice(0, 60)]);
  assert.ok(judgesDiffer(fewer, { first: "a", second: "b" }).n <= 30);
  const alike = judgesDiffer(frame, { first: "a", second: "a" });
  assert.ok(alike.estimate === 0 && alike.pValue === 1);
});

Deno.test("one run, no such judge, no common sample, bias types of the other metric", () => {
  const once = scoresFrame(drawn(5, 1, {}, 5, 1));
  assert.throws(() => deviationExceedsNoise(once), /at least 2 runs, found 1/);
  assert.throws(
    () => conformityBelowCeiling(once, { biasType: "text_dominance" }),
    /measured by BC, found none/,
  );
  assert.throws(() => deviationExceedsNoise(once, { prompt: "reasoning" }), /prompt reasoning, found score/);
  assert.throws(() => judgesDiffer(once, { first: "judge", second: "x" }), /judge x, found judge/);
  const apart = scoresFrame([{ judge: "a", sample_id: "1" }, { judge: "b", sample_id: "2" }]);
  assert.throws(() => judgesDiffer(apart, { first: "a", second: "b" }), /value from both/);
  const table = hypothesisTable(
    scoresFrame([...drawn(6, 2, { judge: "a" }), ...drawn(7, 0, { judge: "b" }, 5, 1)]),
    [deviationExceedsNoise, conformityBelowCeiling],
    { by: ["judge"] },
  );
  assert.deepEqual(
    table.getColumn("verdict").toArray(),
    ["supported", "supported", "untestable", "untestable"],
  );
});
