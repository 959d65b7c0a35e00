import assert from "node:assert/strict";
import pl from "nodejs-polars";
import * as core from "judgebias";
import { random } from "@/stats/random.ts";
import { pairsFrame } from "../metrics/pairs_fixture.ts";
import { type ScoreRow, scoresFrame } from "../metrics/scores_fixture.ts";
import { close, near, upTo } from "../stats/golden.ts";

const { deviationExceedsNoise, judgesDiffer } = core;
const asked = { first: "one", second: "two" };
const only = (frame: pl.DataFrame, judge: string) => frame.filter(pl.col("judge").eq(pl.lit(judge)));

/** 80 items on 40 images, judged by two judges of the given accuracies; every third answer A is the informative one. */
function judged(accuracy: Record<string, number>) {
  const draw = random(5);
  return upTo(80).flatMap((i) => {
    const human = draw.uniform() < 0.5 ? "A" : "B", other = human === "A" ? "B" : "A";
    return Object.entries(accuracy).map(([judge, p]) => ({
      ...{ item_id: `i${i}`, image_id: `p${i % 40}`, human, judge, words_a: 10 + i % 7, words_b: 13 },
      ...{ more_informative: i % 3 === 0 ? "A" : "B", choice: draw.uniform() < p ? human : other },
    }));
  });
}

Deno.test("judgesDiffer on pairs: the differences are those of the metrics on the pairs that both judged", () => {
  const rows = judged({ one: 0.9, two: 0.55 }), frame = pairsFrame(rows), result = judgesDiffer(frame, asked);
  const beside = (name: string) => result.sensitivity.find((row) => row.name.startsWith(name))!;
  const of = (metric: "pairAccuracy" | "informativenessBias" | "lengthBias", column: string) => {
    const [one, two] = ["one", "two"].map((judge) =>
      core[metric](only(frame, judge), { by: [] }).toRecords()[0]
    );
    return Number(Reflect.get(one, column)) - Number(Reflect.get(two, column));
  };
  close(result.estimate, of("pairAccuracy", "accuracy"));
  close(beside("difference in informativeness bias").estimate, of("informativenessBias", "ib"));
  close(beside("difference in length bias").estimate, of("lengthBias", "lb"));
  close(beside("difference in accuracy on IDS").estimate, of("informativenessBias", "acc_ids"));
  close(beside("difference in accuracy on CDS").estimate, of("informativenessBias", "acc_cds"));
  assert.deepEqual([result.verdict, result.n, result.clusters], ["supported", 80, 40]);
  assert.ok(Number.isNaN(beside("one").pValue), "an accuracy alone tests nothing");
  const turned = judgesDiffer(frame, { first: "two", second: "one" });
  close(turned.estimate, -result.estimate);
  close(turned.pValue, result.pValue);
  // What one of them lacks is left out, and said.
  const fewer = judgesDiffer(pairsFrame(rows.slice(0, -1)), asked);
  assert.match(`${fewer.n}: ${fewer.method}`, /^79: .*\(1 row of one of them only left out\)/);
  // Clusters are called items where image_id only repeats them.
  const filled = judgesDiffer(pairsFrame(rows.map((row) => ({ ...row, image_id: row.item_id }))), asked);
  assert.match(filled.method, /cluster-robust by item$/);
  assert.ok(filled.assumptions.includes("pairs on different items are independent"));
  assert.match(result.method, /cluster-robust by image$/);
  const same = judged({ one: 0.7 }).flatMap((row) => [row, { ...row, judge: "two" }]);
  const { estimate, verdict, low, high } = judgesDiffer(pairsFrame(same), asked);
  assert.ok(estimate === 0 && verdict !== "supported" && low < 0 && high > 0, "limits, no point");
});

Deno.test("judgesDiffer: 60,000 samples whose runs are named differently", () => {
  const samples = 60_000, fill = <T>(value: T) => new Array<T>(samples).fill(value);
  const sample_id = upTo(samples).map((i) => `s${i}`), bias_type = fill("text_dominance");
  const judge = (name: string, run: number, biased: number) =>
    pl.DataFrame({
      ...{ judge: fill(name), run: fill(run), sample_id, bias_type },
      ...{ unbiased: fill(10), biased: fill(biased) },
    });
  // Quadratic, this was 3.6 milliard comparisons of texts.
  const { n, estimate } = judgesDiffer(pl.concat([judge("one", 1, 1), judge("two", 2, 10)]), asked);
  assert.deepEqual([n, estimate], [samples, 1]);
});

/** Scores of several bias types; `drop` is how far the perturbed score falls, on average. */
function drawn(seed: number, drop: number, judge = "judge", samples = 60, runs = 2): Partial<ScoreRow>[] {
  const { uniform, normal } = random(seed), clip = (x: number) => Math.min(10, Math.max(1, Math.round(x)));
  return ["text_dominance", "image_misalignment", "texture_insertion", "detail_description"].flatMap((
    bias_type,
    t,
  ) =>
    upTo(samples).flatMap((i) => {
      const level = 4 + 4 * uniform(), of = { sample_id: `${t}-${i}`, bias_type, judge };
      return upTo(runs).map((run) => {
        const unbiased = clip(level + normal());
        return { ...of, run: run + 1, unbiased, biased: clip(level - drop + normal()) };
      });
    })
  );
}
const below = (frame: pl.DataFrame, options = {}) =>
  deviationExceedsNoise(frame, { metric: "bc", ...options });

Deno.test("noise alone is not noticed, a drop is; estimates are BD − floor and BC − ceiling of the metrics", () => {
  const none = scoresFrame(drawn(1, 0, "judge", 400));
  // 800 samples: a difference of 5 points is ruled out, one of 1 point is not.
  for (const test of [deviationExceedsNoise, below]) {
    assert.deepEqual([test(none).verdict, test(none, { delta: 0.01 }).verdict], ["absent", "undecided"]);
  }
  const some = scoresFrame(drawn(2, 2)), bd = deviationExceedsNoise(some), bc = below(some);
  assert.deepEqual([bd.verdict, bc.verdict], ["supported", "supported"]);
  assert.ok(bd.estimate > 0.1 && bc.estimate < -0.05);
  assert.deepEqual(bd.sensitivity.slice(2).map(({ name }) => name), ["Text-Dominance", "Image-Misalignment"]);
  const own = deviationExceedsNoise(some, { biasType: "text_dominance" });
  const part = some.filter(pl.col("bias_type").eq(pl.lit("text_dominance")));
  const floor = Number(core.noiseFloor(part, { by: [] }).toRecords()[0].bd_floor);
  near(own.sensitivity[1].estimate, floor);
  near(own.estimate, own.sensitivity[0].estimate - floor);
});

Deno.test("samples with a run unread are no small clusters that a warning speaks of: nothing large carries the noise", () => {
  // 8 samples of 60 are noisy and lack their third run; all others say 10 thrice, or once 9.
  const rows = upTo(60).flatMap((i) =>
    [0, 1, 2].map((run) => ({
      ...{ run: run + 1, sample_id: String(i), biased: i % 20 === 19 ? 3 : 1 },
      unbiased: i < 8 ? [10, 4, null][run] : run === i % 9 ? 9 : 10,
    }))
  );
  assert.equal(deviationExceedsNoise(scoresFrame(rows)).warning, "");
});

Deno.test("judgesDiffer on scores: estimates are those of the summary; only samples of both count; one run is untestable in a table", () => {
  const first = drawn(3, 2, "one"), second = drawn(4, 2.6, "two"), frame = scoresFrame([...first, ...second]);
  const result = judgesDiffer(frame, asked);
  const overall = (judge: string) =>
    Number(core.reliabilitySummary(only(frame, judge), { by: [] }).toRecords()[0].overall);
  // Samples with an unbiased score of 1 have no BD; here none.
  near(result.estimate, overall("one") - overall("two"), 1e-9);
  assert.ok(!result.assumptions.some((line) => /count as one/.test(line)));
  assert.ok(judgesDiffer(scoresFrame([...first, ...second.slice(0, 60)]), asked).n <= 30);
  const both = scoresFrame([...drawn(6, 2, "a"), ...drawn(7, 0, "b", 5, 1)]);
  const table = core.hypothesisTable(both, [deviationExceedsNoise, below], { by: ["judge"] });
  const verdicts = ["supported", "supported", "untestable", "untestable"];
  assert.deepEqual(table.getColumn("verdict").toArray(), verdicts);
});
