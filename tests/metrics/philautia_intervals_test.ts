import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { familyPreference } from "@/metrics/family_preference.ts";
import { philautia, philautiaOfMatrix } from "@/metrics/philautia.ts";
import { philautiaIntervals } from "@/metrics/philautia_intervals.ts";
import { selfPreferencePermutation } from "@/metrics/self_preference_permutation.ts";
import { random } from "@/stats/random.ts";
import { studentQuantile } from "@/stats/distributions.ts";
import { captionFrame, distance, GOLDEN } from "./philautia_fixture.ts";

const frame = captionFrame(GOLDEN.score);
const SETTING = { setting: "ref_free" } as const;
type Row = Record<string, number> & {
  generator: string;
  evaluator: string;
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

Deno.test("intervals: faults are named; one image gives no interval", () => {
  assert.throws(
    () => philautiaIntervals(frame, { setting: "ref_based" }),
    /wanted a setting out of ref_free/,
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

Deno.test("intervals: a cell that was scored once more than the others is a mean of its own scores", () => {
  const full = captionFrame(GOLDEN.score.map((image) => image.map((row) => row.map((x) => x ?? 0.5))));
  const own = full.filter(pl.col("generator").eq(pl.lit("a")).and(pl.col("evaluator").eq(pl.lit("a"))));
  const both = pl.concat(
    [[full, 1], [own.withColumns(pl.col("score").mul(0.9)), 2]].map(([part, run]) =>
      (part as pl.DataFrame).withColumns(pl.lit(run).cast(pl.Int32).alias("run"))
    ),
  );
  const [first] = rows(philautiaIntervals(both, SETTING));
  assert.ok(Math.abs(first.value - philautia(both, SETTING).phiTilde[0][0]) < 1e-12, `${first.value}`);
});

Deno.test("intervals: evaluators that generate nothing have no diagonal, but the same limits", () => {
  const names = (frame.getColumn("evaluator").toArray() as string[]).map((name) => `judge ${name}`);
  const apart = frame.withColumn(pl.Series("evaluator", names));
  const limits = (own: pl.DataFrame) =>
    rows(philautiaIntervals(own, SETTING)).map(({ low, high }) => [low, high]);
  assert.deepEqual(limits(apart), limits(frame));
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
  // Double-centred, column a is 2, −1, −1: mean 0 and variance 2.
  const matrix = { generators: ["a", "b", "c"], evaluators: ["a", "x"], phi: [[4, 0], [1, 3], [1, 3]] };
  const { distances } = philautiaOfMatrix(matrix, { estimator: "double_centred" });
  assert.deepEqual(Object.keys(distances), ["a"]);
  assert.ok(Math.abs(distances.a - Math.SQRT2) < 1e-12);
});

Deno.test("intervals hold their own estimate, at the bound of an entry too; a row next to its bound has one", () => {
  // One evaluator gives one generator next to nothing: its entry of Φ̃ is near −√5 whatever the images.
  const generator = random(3);
  const scores = Array.from(
    { length: 60 },
    () =>
      Array.from(
        { length: 6 },
        (_, g) =>
          Array.from({ length: 6 }, (_, e) =>
            (g === 2 && e === 4 ? 0.02 : 0.6) + 0.05 * generator.normal() + 0.02 * ((g * e) % 5)),
      ),
  );
  for (const row of rows(philautiaIntervals(captionFrame(scores), { ...SETTING, simultaneous: "matrix" }))) {
    assert.ok(
      row.low <= row.value && row.value <= row.high && row.low < row.high,
      `${row.low} ${row.value} ${row.high}`,
    );
    assert.ok(row.low <= row.corrected && row.corrected <= row.high);
    assert.ok(row.simultaneous_low <= row.low && row.high <= row.simultaneous_high);
  }
});

Deno.test("permutation test: exact by hand, drawn near the exact one, families apart, level kept", () => {
  const models = ["a", "b", "c", "d", "e", "f", "g"], generator = random(8);
  const phiTilde = models.map((_, i) => models.map((_, j) => generator.normal() + (i === j ? 0.5 : 0)));
  const matrix = { generators: models, evaluators: models, phiTilde };
  const exact = selfPreferencePermutation(matrix),
    drawn = selfPreferencePermutation(matrix, { replicates: 4000, seed: 3 });
  assert.ok(exact.exact && exact.assignments === 5040 && !drawn.exact);
  assert.ok(Math.abs(exact.pValue - drawn.pValue) < 4 * Math.sqrt(exact.pValue / 4000) + 1e-3);
  const seeded = (options: { seed?: number }) =>
    selfPreferencePermutation(matrix, { replicates: 99, ...options });
  assert.deepEqual(seeded({}), seeded({ seed: 1 }));
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

Deno.test("estimators: the robust and the double-centred form in the place of Φ̃", () => {
  const { phiTilde } = philautia(frame, SETTING);
  assert.ok(distance(phiTilde, GOLDEN.phiTilde) < 1e-12);
  for (
    const [estimator, wanted] of [["robust", GOLDEN.robust], [
      "double_centred",
      GOLDEN.doubleCentred,
    ]] as const
  ) {
    const found = philautia(frame, { ...SETTING, estimator });
    assert.ok(distance(found.phiTilde, wanted) < 1e-12, estimator);
    assert.equal(
      found.scores.a,
      found.phiTilde[found.generators.indexOf("a")][found.evaluators.indexOf("a")],
    );
  }
  assert.throws(
    () => philautia(frame, { ...SETTING, estimator: "mean" as "robust" }),
    /the estimator standardized, robust or/,
  );
  // Medians can leave a row constant where means do not.
  const matrix = {
    generators: ["a", "b", "c"],
    evaluators: ["a", "b", "c"],
    phi: [[1, 1, 1], [2, 2, 2], [3, 3, 4]],
  };
  assert.ok(Number.isNaN(philautiaOfMatrix(matrix, { estimator: "robust" }).scores.a));
});
