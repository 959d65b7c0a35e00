import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { columnDistance } from "@/metrics/column_distance.ts";
import { familyPreference } from "@/metrics/family_preference.ts";
import { philautia } from "@/metrics/philautia.ts";
import { philautiaEstimators } from "@/metrics/philautia_estimators.ts";
import { philautiaIntervals } from "@/metrics/philautia_intervals.ts";
import { selfPreferencePermutation } from "@/metrics/self_preference_permutation.ts";
import { bootstrapTotals } from "@/stats/bootstrap_totals.ts";
import { random } from "@/stats/random.ts";
import { studentQuantile } from "@/stats/distributions.ts";
import { captionFrame, distance, GOLDEN } from "./philautia_fixture.ts";

const frame = captionFrame(GOLDEN.score);
const SETTING = { setting: "ref_free" } as const;
type Row = Record<string, number> & {
  generator: string;
  evaluator: string;
  noisy: boolean;
  is_self: boolean;
};
const rows = (table: pl.DataFrame) => table.toRecords() as unknown as Row[];

Deno.test("the jackknife is the textbook's: every image left out, everything computed anew", () => {
  const images = [...new Set(frame.getColumn("image_id").toArray() as string[])], n = images.length;
  const without = images.map((image) => frame.filter(pl.col("image_id").neq(pl.lit(image))));
  const centred = (own: pl.DataFrame) =>
    philautia(own, SETTING).byEvaluator.map((row) => {
      const mean = row.reduce((sum, z) => sum + z, 0) / row.length;
      return row.map((z) => z - mean);
    });
  const full = centred(frame), left = without.map(centred);
  const jackknifeVariance = (values: number[]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / n;
    return (n - 1) / n * values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  };
  // Noise of a row: jackknife variance of its centred z-scores, averaged.
  const noise = full.map((row, g) =>
    row.reduce((sum, _, e) => sum + jackknifeVariance(left.map((matrix) => matrix[g][e])), 0) / row.length
  );
  const spread = (row: number[]) => row.reduce((sum, d) => sum + d * d, 0) / row.length;
  const corrected = (row: number[], removed: number) =>
    row.map((d) => d / Math.sqrt(Math.max(spread(row) - removed, 0.02 * spread(row))));
  const scores = GOLDEN.counts.flat().reduce((sum, count) => sum + count, 0);
  const scale = without.map((own) => scores / own.filter(pl.col("score").isNotNull()).height);
  const t = studentQuantile(0.975, n - 1),
    bounded = (x: number) => Math.min(Math.sqrt(5), Math.max(-Math.sqrt(5), x));
  const width = full[0].length;
  rows(philautiaIntervals(frame, SETTING)).forEach((row, c) => {
    const g = Math.floor(c / width), e = c % width;
    const estimate = corrected(full[g], noise[g])[e];
    const se = Math.sqrt(
      jackknifeVariance(left.map((matrix, k) => corrected(matrix[g], noise[g] * scale[k])[e])),
    );
    assert.ok(Math.abs(row.value - GOLDEN.phiTilde[g][e]) < 1e-10);
    assert.ok(Math.abs(row.corrected - bounded(estimate)) < 1e-9 && Math.abs(row.se - se) < 1e-8);
    // Six evaluators: no entry is beyond √5.
    assert.ok(Math.abs(row.low - bounded(estimate - t * se)) < 1e-8);
    assert.ok(Math.abs(row.high - bounded(estimate + t * se)) < 1e-8);
    assert.ok(Math.abs(row.noise_share - noise[g] / spread(full[g])) < 1e-9);
    assert.equal(row.n_clusters, n);
  });
  assert.deepEqual(rows(philautiaIntervals(frame, SETTING)).map(({ n }) => n), GOLDEN.counts.flat());
});

Deno.test("the percentile bootstrap is the textbook's: means of the drawn images, quantiles of what they give", () => {
  const complete = GOLDEN.score.filter((image) =>
    image.flat().every((value) => value !== null)
  ) as number[][][];
  const own = captionFrame(complete), n = complete.length, replicates = 200;
  const unit = Float64Array.from({ length: n * n }, (_, k) => Math.floor(k / n) === k % n ? 1 : 0);
  const draws = bootstrapTotals({ rows: unit, columns: n, replicates, seed: 7 });
  const entries = Array.from({ length: replicates }, (_, r) => {
    const weights = draws.subarray(r * n, (r + 1) * n);
    const phi = complete[0].map((row, g) =>
      row.map((_, e) => complete.reduce((sum, image, k) => sum + weights[k] * image[g][e], 0) / n)
    );
    const column = phi[0].map((_, e) => phi.map((row) => row[e]));
    const standardized = (values: number[]) => {
      const mean = values.reduce((a, b) => a + b) / values.length;
      const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
      return values.map((value) => (value - mean) / sd);
    };
    const columns = column.map(standardized);
    return phi.map((_, g) => standardized(columns.map((values) => values[g]))).flat();
  });
  const found = rows(philautiaIntervals(own, { ...SETTING, method: "percentile", replicates, seed: 7 }));
  found.forEach((row, c) => {
    const sorted = entries.map((values) => values[c]).sort((a, b) => a - b);
    assert.ok(row.low >= sorted[3] - 1e-9 && row.low <= sorted[6] + 1e-9);
    assert.ok(row.high >= sorted[193] - 1e-9 && row.high <= sorted[196] + 1e-9);
    assert.ok(Number.isNaN(row.corrected) && Number.isNaN(row.se));
  });
});

Deno.test("double-centred intervals: the estimator is linear, so the interval is that of a mean of images", () => {
  const complete = GOLDEN.score.filter((image) =>
    image.flat().every((value) => value !== null)
  ) as number[][][];
  const n = complete.length, own = captionFrame(complete);
  const found = rows(philautiaIntervals(own, { ...SETTING, estimator: "double_centred" }));
  const centred = complete.map((image) => {
    const width = image[0].length, height = image.length;
    const all = image.flat().reduce((a, b) => a + b) / (width * height);
    return image.flatMap((row) =>
      row.map((value, e) =>
        value - row.reduce((a, b) => a + b) / width - image.reduce((sum, other) =>
            sum + other[e], 0) / height +
        all
      )
    );
  });
  found.forEach((row, c) => {
    const mean = centred.reduce((sum, values) => sum + values[c], 0) / n;
    const variance = centred.reduce((sum, values) => sum + (values[c] - mean) ** 2, 0) / (n - 1);
    assert.ok(Math.abs(row.corrected - mean) < 1e-10 && Math.abs(row.value - mean) < 1e-10);
    assert.ok(Math.abs(row.se - Math.sqrt(variance / n)) < 1e-10);
  });
});

Deno.test("noise share: about what was put in; columns above 10% are marked", () => {
  // Column z-scores of row 0 are spread by design, those of row 1 nearly alike: the same noise is a larger part there.
  const generator = random(4), images = 400, sd = 0.1;
  const means = [[0.8, 0.5, 0.7, 0.4], [0.51, 0.5, 0.5, 0.49], [0.2, 0.4, 0.3, 0.6], [0.4, 0.6, 0.4, 0.5]];
  const scores = Array.from(
    { length: images },
    () => means.map((row) => row.map((mean) => mean + sd * generator.normal())),
  );
  const found = rows(philautiaIntervals(captionFrame(scores), SETTING));
  const phi = philautia(captionFrame(scores), SETTING).phi;
  const share = (g: number) => {
    // Noise of a mean is sd/√images; columns divide by their own spread; a row's mean takes a quarter of it away.
    const z = [0, 1, 2, 3].map((e) => {
      const column = phi.map((row) => row[e]), mean = column.reduce((a, b) => a + b) / 4;
      const spread = Math.sqrt(column.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 4);
      return { z: (phi[g][e] - mean) / spread, noise: sd ** 2 / images / spread ** 2 };
    });
    const mean = z.reduce((sum, { z }) => sum + z, 0) / 4;
    const noise = z.reduce((sum, { noise }) => sum + noise, 0) / 4 * 0.75;
    return noise / (z.reduce((sum, { z }) => sum + (z - mean) ** 2, 0) / 4);
  };
  for (const g of [0, 1]) {
    const row = found.find(({ generator }) => generator === "ab"[g])!;
    assert.ok(
      row.noise_share > 0.4 * share(g) && row.noise_share < 1.6 * share(g),
      `${row.noise_share} ${share(g)}`,
    );
  }
  assert.ok(found.every((row) => row.noisy === row.column_noise > 0.1));
  assert.ok(found.every(({ noisy }) => !noisy)); // noise of 0.1/√400 against columns that are spread by 0.1 and more
});

Deno.test("intervals: faults are named; one image gives no interval", () => {
  assert.throws(
    () => philautiaIntervals(frame, { setting: "ref_based" }),
    /wanted a setting out of ref_free/,
  );
  assert.throws(
    () => philautiaIntervals(frame, { ...SETTING, method: "bca" as "jackknife" }),
    /jackknife or percentile/,
  );
  assert.throws(
    () => philautiaIntervals(frame, { ...SETTING, estimator: "robust" as "double_centred" }),
    /estimator/,
  );
  assert.throws(() => philautiaIntervals(frame, { ...SETTING, level: 1 }), /between 0 and 1, found 1/);
  const flat = GOLDEN.score.map((image) => image.map((row) => row.map((x, e) => e === 1 ? 0.1 : x)));
  assert.throws(() => philautiaIntervals(captionFrame(flat), SETTING), /column b is constant/);
  const [row] = rows(philautiaIntervals(captionFrame([[[0.9, 0.7], [0.5, 0.8], [0.4, 0.3]]]), SETTING));
  assert.ok(Number.isNaN(row.se) && Number.isNaN(row.low) && row.value === 1);
  const three = philautiaIntervals(frame, { ...SETTING, exclude: ["a", "f"] });
  assert.equal(three.height, 5 * 4);
});

Deno.test("families: the submatrix, its count, and all others counted by brute force", () => {
  const models = ["a", "b", "c", "d", "e"], generator = random(2);
  const phiTilde = models.map(() => models.map(() => generator.normal()));
  const matrix = { generators: models, evaluators: models, phiTilde };
  const found = familyPreference(matrix, ["d", "b", "e"]);
  const count = (members: number[]) =>
    members.flatMap((g) => members.filter((e) => e !== g && phiTilde[g][e] > 0)).length;
  const all = [];
  for (let bits = 0; bits < 32; bits++) {
    const members = [0, 1, 2, 3, 4].filter((i) => bits & (1 << i));
    if (members.length === 3) all.push(count(members));
  }
  assert.equal(found.positive, count([3, 1, 4]));
  assert.deepEqual([found.families, found.pairs], [10, 6]);
  assert.equal(found.morePositive, all.filter((other) => other > found.positive).length);
  assert.equal(found.rank, 1 + new Set(all.filter((other) => other > found.positive)).size);
  assert.deepEqual(found.phiTilde[0], [phiTilde[3][3], phiTilde[3][1], phiTilde[3][4]]);
  assert.throws(() => familyPreference(matrix, ["a"]), /at least two of a, b, c, d, e/);
  assert.throws(() => familyPreference(matrix, ["a", "z"]), /found a, z/);
  assert.throws(() => familyPreference(matrix, ["a", "a"]), /each once/);
});

Deno.test("distance from the column's mean: by hand, and a model that does not generate is left out", () => {
  // Column a: 2, −1, −1 has mean 0 and variance 2.
  const found = rows(columnDistance({
    generators: ["a", "b", "c"],
    evaluators: ["a", "x"],
    phiTilde: [[2, 0], [-1, 1], [-1, 0]],
  }));
  assert.equal(found.length, 1);
  assert.ok(Math.abs(found[0].distance - Math.SQRT2) < 1e-12);
});

Deno.test("permutation test: exact by hand, drawn near the exact one, families apart, level kept", () => {
  const models = ["a", "b", "c", "d", "e", "f", "g"], generator = random(8);
  const phiTilde = models.map((_, i) => models.map((_, j) => generator.normal() + (i === j ? 0.5 : 0)));
  const matrix = { generators: models, evaluators: models, phiTilde };
  const exact = selfPreferencePermutation(matrix),
    drawn = selfPreferencePermutation(matrix, { replicates: 4000, seed: 3 });
  assert.ok(exact.exact && exact.assignments === 5040 && !drawn.exact);
  assert.ok(Math.abs(exact.pValue - drawn.pValue) < 4 * Math.sqrt(exact.pValue / 4000) + 1e-3);
  assert.ok(Math.abs(exact.expected - phiTilde.flat().reduce((a, b) => a + b) / 49) < 1e-12);
  // None of those drawn is as high: p is that of the actual one alone, never 0.
  const clear = models.map((_, i) => models.map((_, j) => i === j ? 9 : -i));
  const none = selfPreferencePermutation({ ...matrix, phiTilde: clear }, { replicates: 9, seed: 1 });
  assert.equal(none.pValue, 1 / 10);
  // Two families of two: four assignments. aa + bb against ab + ba, cc + dd against cd + dc.
  const two = {
    generators: ["a", "b", "c", "d"],
    evaluators: ["a", "b", "c", "d"],
    phiTilde: [[1, 0, 9, 9], [0, 1, 9, 9], [9, 9, 0, 1], [9, 9, 1, 0]],
  };
  const within = selfPreferencePermutation(two, { families: [["a", "b"], ["c", "d"]] });
  // Sums 2 + 0 (actual), 0 + 0, 2 + 2, 0 + 2: three of four are as high.
  assert.deepEqual([within.pValue, within.assignments, within.statistic], [3 / 4, 4, 0.5]);
  assert.equal(selfPreferencePermutation(two, { families: [["b", "a"]] }).pValue, 1 / 2);
  assert.throws(
    () => selfPreferencePermutation(two, { families: [["a", "b"], ["b", "c"]] }),
    /each in one at most/,
  );
  assert.throws(() => selfPreferencePermutation(two, { families: [["a"]] }), /two or more/);
  assert.throws(() => selfPreferencePermutation(two, { replicates: 0 }), /found 0/);
});

Deno.test("permutation test: under the null it rejects no more often than it says", () => {
  const models = ["a", "b", "c", "d", "e"], generator = random(21);
  let rejected = 0;
  for (let s = 0; s < 1000; s++) {
    const phiTilde = models.map(() => models.map(() => generator.normal()));
    if (selfPreferencePermutation({ generators: models, evaluators: models, phiTilde }).pValue <= 0.05) {
      rejected++;
    }
  }
  assert.ok(rejected >= 30 && rejected <= 70, String(rejected));
});

Deno.test("estimators: the three forms by model, their ranks, the row's extreme", () => {
  const found = rows(philautiaEstimators(frame, SETTING));
  const { phiTilde, generators, evaluators } = philautia(frame, SETTING);
  assert.equal(found.length, generators.filter((name) => evaluators.includes(name)).length);
  found.forEach((row) => {
    const i = generators.indexOf(String(row.model)), j = evaluators.indexOf(String(row.model));
    assert.ok(Math.abs(row.philautia - phiTilde[i][j]) < 1e-12);
    assert.ok(Math.abs(row.double_centred - GOLDEN.doubleCentred[i][j]) < 1e-12);
    assert.ok(Math.abs(row.robust - GOLDEN.robust[i][j]) < 1e-12);
    assert.equal(Math.max(...phiTilde[i].map(Math.abs)), Math.abs(row.row_extreme));
    assert.equal(row.rank_robust, 1 + found.filter((other) => other.robust > row.robust).length);
  });
  assert.ok(distance(phiTilde, GOLDEN.phiTilde) < 1e-12);
});
