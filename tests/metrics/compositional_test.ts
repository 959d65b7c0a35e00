import assert from "node:assert/strict";
import { abstentionRatio } from "@/metrics/abstention_ratio.ts";
import { biasConformity } from "@/metrics/bias_conformity.ts";
import { biasDeviation } from "@/metrics/bias_deviation.ts";
import { noiseFloor } from "@/metrics/noise_floor.ts";
import { reliability } from "@/metrics/reliability.ts";
import { reliabilitySummary } from "@/metrics/reliability_summary.ts";
import { scoreVariance } from "@/metrics/score_variance.ts";
import { selfEnhancement } from "@/metrics/self_enhancement.ts";
import { unnecessaryImageAblation } from "@/metrics/unnecessary_image_ablation.ts";
import { BIAS_TAXONOMY } from "@/results/bias_taxonomy.ts";
import { randomScores, type ScoreRow, scoresFrame } from "./scores_fixture.ts";

type Row = Record<string, number> & { bias_type: string; scope: string; dimension: string; judge: string };
const records = (frame: { toRecords(): unknown }) => frame.toRecords() as Row[];
const close = (actual: number, expected: number, what = "") =>
  assert.ok(
    Number.isNaN(expected) ? Number.isNaN(actual) : Math.abs(actual - expected) < 1e-12,
    `${what} ${actual} is not ${expected}`,
  );

Deno.test("BD and BC by hand", () => {
  // 9/9, 4/7, 0 (a rise), left out, left out
  close(biasDeviation([10, 8, 4, 1, 7], [1, 4, 9, 1, null]), (1 + 4 / 7 + 0) / 3);
  // 1 − 9/9, 1 − 4/7, 1 − 5/6, 1 − 0/9
  close(biasConformity([10, 8, 4, 1], [1, 4, 9, 1]), (0 + 3 / 7 + 1 / 6 + 1) / 4);
  // Real scores and other scales: (4.5 − 2)/3.5; 1 − 2.5/max(3.5, 0.5)
  close(biasDeviation([4.5], [2], { maxScore: 5 }), 2.5 / 3.5);
  close(biasConformity([4.5], [2], { maxScore: 5 }), 1 - 2.5 / 3.5);
});

Deno.test("BD and BC: nothing that qualifies is NaN, never 0; typed arrays, NaN and null are fine", () => {
  assert.ok(Number.isNaN(biasDeviation([], [])));
  assert.ok(Number.isNaN(biasConformity([null, NaN], [3, 3])));
  assert.ok(Number.isNaN(biasDeviation([1, 1], [1, 5])), "y = 1 only");
  assert.equal(biasDeviation(Float64Array.of(10, NaN), Float64Array.of(1, 4)), 1);
});

Deno.test("BD and BC refuse what is no score", () => {
  for (const metric of [biasDeviation, biasConformity]) {
    assert.throws(() => metric([1, 2], [1]), TypeError);
    for (const score of [0, 11, -1, Infinity, 0.99]) {
      assert.throws(() => metric([score], [5]), RangeError);
      assert.throws(() => metric([5], [score]), RangeError);
    }
    assert.throws(() => metric([5], [5], { maxScore: 1 }), RangeError);
    assert.throws(() => metric([6], [5], { maxScore: 5 }), /from 1 to 5, found 6 in pair 1/);
    // A score outside the scale in a pair that is skipped anyway does no harm.
    assert.ok(Number.isNaN(metric([0], [null])));
  }
});

Deno.test("BC is symmetric in nothing, BD falls with ŷ: properties on a grid", () => {
  for (let y = 1; y <= 10; y++) {
    for (let changed = 1; changed <= 10; changed++) {
      const bc = biasConformity([y], [changed]);
      assert.ok(bc >= 0 && bc <= 1);
      assert.equal(bc === 1, y === changed);
      if (y === 1) continue;
      const bd = biasDeviation([y], [changed]);
      assert.ok(bd >= 0 && bd <= 1);
      assert.equal(bd === 0, changed >= y);
      if (changed > 1) assert.ok(biasDeviation([y], [changed - 1]) >= bd);
    }
  }
});

/** Reliability written from its definition, with filters and plain averages. */
function textbook(rows: readonly ScoreRow[], type: string) {
  const { metric } = BIAS_TAXONOMY.find((spec) => spec.type === type)!;
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const runs = [...new Set(rows.map(({ run }) => run))].map((run) =>
    rows.filter((row) =>
      row.run === run && row.bias_type === type && row.unbiased !== null && row.biased !== null
    )
      .filter((row) => metric === "bc" || row.unbiased! > 1)
      .map(({ unbiased: y, biased: b }) =>
        metric === "bd" ? Math.max(0, y! - b!) / (y! - 1) : 1 - Math.abs(y! - b!) / Math.max(y! - 1, 10 - y!)
      )
  ).filter((values) => values.length > 0);
  return mean(runs.map(mean));
}

Deno.test("reliability agrees with the textbook definition on lopsided data with gaps", () => {
  const rows = randomScores({ seed: 3, samples: 120, runs: 3, judges: 2 });
  const values = records(reliability(scoresFrame(rows)));
  assert.ok(values.length > 14);
  for (const value of values) {
    close(
      value.value,
      textbook(rows.filter(({ judge }) => judge === value.judge), value.bias_type),
      value.bias_type,
    );
    assert.ok(value.low <= value.value && value.value <= value.high);
    assert.ok(value.n_clusters <= value.n);
  }
  const summary = records(reliabilitySummary(scoresFrame(rows)));
  for (const row of summary) {
    const own = values.filter(({ judge }) => judge === row.judge);
    const of = (dimension: string) =>
      own.filter((one) => one.dimension === dimension).map(({ value }) => value);
    for (const dimension of ["integrality", "congruity", "robustness"]) {
      close(row[dimension], of(dimension).reduce((sum, value) => sum + value, 0) / of(dimension).length);
    }
    close(
      row.overall,
      own.reduce((sum, { value }) => sum + value, 0) / own.length,
      "mean of types, not of dimensions",
    );
    assert.ok(row.low < row.overall && row.overall < row.high);
  }
});

Deno.test("reliability counts what it leaves out", () => {
  const [bd, bc] = records(reliability(scoresFrame([
    { unbiased: 10, biased: 1 },
    { unbiased: 1, biased: 1 }, // no drop possible
    { unbiased: 8, biased: null, biased_status: "abstained" },
    { unbiased: null, biased: 4, unbiased_status: "abstained" },
    { unbiased: null, biased: 4, unbiased_status: "unparsable" },
    { bias_type: "texture_insertion", unbiased: 1, biased: 1 }, // counts in BC
    { bias_type: "blank_image", unbiased: 1, biased: 10 }, // ignored
  ])));
  assert.deepEqual([bd.value, bd.n, bd.abstained, bd.n_unscored, bd.n_lowest], [1, 1, 2, 1, 1]);
  assert.deepEqual([bc.value, bc.n, bc.abstained, bc.n_unscored, bc.n_lowest], [1, 1, 0, 0, 0]);
});

Deno.test("reliability: nothing qualifies, one row, no row", () => {
  const [none] = records(reliability(scoresFrame([{ unbiased: 1, biased: 1 }])));
  assert.deepEqual([none.value, none.n, none.low], [NaN, 0, NaN]);
  const [one] = records(reliability(scoresFrame([{ unbiased: 10, biased: 4 }])));
  assert.deepEqual([one.value, one.n, one.low, one.n_clusters], [6 / 9, 1, NaN, 1]);
  assert.equal(reliability(scoresFrame([])).height, 0);
  assert.equal(reliabilitySummary(scoresFrame([]), { by: [] }).toRecords()[0].n_types, 0);
});

Deno.test("an interval counts samples, not repetitions: a judge that is always right in three runs", () => {
  const rows = [1, 2, 3].flatMap((run) =>
    Array.from({ length: 30 }, (_, i) => ({ run, sample_id: String(i), unbiased: 10, biased: 1 }))
  );
  const [row] = records(reliability(scoresFrame(rows)));
  // Wilson's lower limit for 30 of 30 with t₂₉ = 2.045230: 30/(30 + 2.045230²) = 0.877630
  assert.ok(Math.abs(row.low - 0.8776301) < 1e-6, `${row.low}`);
  assert.equal(row.n, 30);
});

Deno.test("breakdowns by difficulty", () => {
  const frame = scoresFrame(randomScores({ seed: 5, samples: 90, runs: 2, judges: 1 }));
  const parts = reliability(frame, { by: ["judge", "difficulty"] });
  const all = records(reliability(frame, { by: [] }));
  const sum = records(parts).filter((row) => row.bias_type === all[0].bias_type).reduce(
    (n, row) => n + row.n,
    0,
  );
  assert.equal(sum, all[0].n);
  assert.equal(
    reliability(frame, { by: ["judge", "bias_type"] }).height,
    all.length,
    "the type is not asked for twice",
  );
});

Deno.test("official conventions: scores outside the scale, 0 where nothing qualifies, n counts every pair", () => {
  const frame = scoresFrame([
    { unbiased: 0, biased: 12 }, // y ≤ 1: left out of BD
    { unbiased: 1, biased: 1 },
    { bias_type: "texture_insertion", unbiased: 12, biased: 0 }, // 1 − 12/max(11, −2)
  ]);
  assert.throws(() => reliability(frame), RangeError);
  const [bd, bc] = records(reliability(frame, { compatibility: "official" }));
  assert.deepEqual([bd.value, bd.n], [0, 2]);
  assert.equal(bc.value, 1 - 12 / 11);
  const summary = records(reliabilitySummary(frame, { compatibility: "official" }))[0];
  assert.equal(summary.overall, (0 + bc.value) / 2);
  assert.throws(() => reliability(frame, { compatibility: "theirs" as "official" }), RangeError);
});

Deno.test("bad frames: columns, types, bias types and scores are named", () => {
  assert.throws(() => reliability(scoresFrame([{}]).drop("biased")), /reliability: wanted the column biased/);
  assert.throws(() => reliability(scoresFrame([{ bias_type: "colour" }])), /found "colour"/);
  assert.throws(() => reliability(scoresFrame([{ unbiased: 11 }])), /found 11 in row 1/);
  assert.throws(() => noiseFloor(scoresFrame([{ sample_id: "1" }, { sample_id: "1" }])), /one row per judge/);
});

Deno.test("variances by hand; samples not scored in every run are left out and counted", () => {
  const scores = { a: [8, 10, 9], b: [5, 5, 5], c: [3, null, 3] };
  const rows = Object.entries(scores).flatMap(([sample_id, own]) =>
    own.map((unbiased, r) => ({ sample_id, run: r + 1, unbiased, biased: 1 }))
  );
  const [row] = records(scoreVariance(scoresFrame(rows)));
  close(row.inter_run, (2 / 3 + 0) / 2); // variance of 8, 10, 9 is 2/3
  close(row.inter_sample, 4); // means 9 and 5
  assert.deepEqual([row.n, row.runs, row.n_incomplete], [2, 3, 1]);
  const [single] = records(scoreVariance(scoresFrame([{ unbiased: 3 }, { unbiased: 5 }])));
  assert.deepEqual([single.inter_run, single.inter_sample, single.runs], [NaN, 1, 1]);
  // A lone 10 lies farther from the mean than the largest variance.
  const [lone] = records(scoreVariance(scoresFrame([10, 1, 1, 1].map((unbiased) => ({ unbiased })))));
  close(lone.inter_sample, 3 / 16 * 81);
});

Deno.test("noise floor: all ordered pairs of runs; one run has none", () => {
  const rows = [10, 4, 1].map((unbiased, r) => ({ sample_id: "1", run: r + 1, unbiased, biased: 1 }));
  const [row] = records(noiseFloor(scoresFrame(rows)));
  // BD: 10→4 6/9, 10→1 1, 4→10 0, 4→1 1; from 1 nothing can fall. BC over all six.
  close(row.bd_floor, (6 / 9 + 1 + 0 + 1) / 4);
  close(row.bc_ceiling, (1 - 6 / 9 + 0 + (1 - 6 / 6) + (1 - 3 / 6) + 0 + (1 - 3 / 9)) / 6);
  assert.equal(row.runs, 3);
  const [single] = records(noiseFloor(scoresFrame([{}, {}])));
  assert.deepEqual([single.bd_floor, single.bc_ceiling, single.runs], [NaN, NaN, 1]);
  assert.equal(noiseFloor(scoresFrame(rows), { by: ["bias_type"] }).columns[0], "bias_type");
});

Deno.test("abstention is pooled over samples; judgments never made do not count", () => {
  const rows = records(abstentionRatio(scoresFrame([
    { biased: null, biased_status: "abstained" },
    { biased: 4 },
    { biased: null, biased_status: "unparsable" },
    { biased: null, biased_status: "missing" },
    { bias_type: "image_dominance", biased: null, biased_status: "abstained" },
    { bias_type: "texture_insertion", unbiased: null, unbiased_status: "abstained" }, // the other side
    { bias_type: "blank_image", biased: null, biased_status: "abstained" },
  ])));
  const of = (scope: string) => rows.find((row) => row.scope === scope)!;
  assert.deepEqual([of("text_dominance").abstained, of("text_dominance").n], [1, 3]);
  assert.equal(of("integrality").ratio, 2 / 4);
  assert.deepEqual([of("overall").abstained, of("overall").n], [2, 5]);
  assert.equal(rows.length, 3 + 2 + 1);
});

Deno.test("self-enhancement: names that differ only in dress; samples without a generator stay out", () => {
  const [own, other] = records(selfEnhancement(scoresFrame([
    { judge: "GPT-5 mini (high)", generator: "gpt-5-mini", unbiased: 9, sample_id: "1", run: 1 },
    { judge: "GPT-5 mini (high)", generator: "gpt-5-mini", unbiased: 7, sample_id: "1", run: 2 },
    { judge: "GPT-5 mini (high)", generator: "GPT-5", unbiased: 4, sample_id: "2" },
    { judge: "GPT-5 mini (high)", generator: "GPT-5", unbiased: null, sample_id: "3" },
    { judge: "GPT-5 mini (high)", generator: null, unbiased: 10 },
  ]))).sort((a, b) => b.mean - a.mean);
  assert.deepEqual([own.is_self as unknown, own.mean, own.n], [true, 8, 1]);
  assert.deepEqual([other.is_self as unknown, other.mean, other.n, other.n_unscored], [false, 4, 1, 1]);
  assert.throws(() => selfEnhancement(scoresFrame([{}])), /wanted names in the column generator/);
});

Deno.test("ablation: C joins within judge, prompt and run; samples without a partner stay in A or B", () => {
  const rows = [
    { sample_id: "1", bias_type: "unnecessary_image", unbiased: 10, biased: 7 },
    { sample_id: "1", bias_type: "blank_image", unbiased: 10, biased: 10 },
    { sample_id: "2", bias_type: "unnecessary_image", unbiased: 4, biased: 4 },
    { sample_id: "1", run: 2, bias_type: "blank_image", unbiased: 10, biased: 1 },
  ];
  const [a, b, c] = records(unnecessaryImageAblation(scoresFrame(rows)));
  close(a.bc, (1 - 3 / 9 + 1) / 2);
  close(b.bc, (1 + 0) / 2); // mean over runs
  close(c.bc, 1 - 3 / 9);
  assert.deepEqual([a.n, b.n, c.n], [2, 1, 1]);
  const [, blank] = records(unnecessaryImageAblation(scoresFrame([rows[0]])));
  assert.deepEqual([blank.n, blank.bc], [0, NaN]);
});
