import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { familyPreference, philautia, philautiaIntervals, preferenceMatrix, standardize } from "judgebias";
import { doubleCentred } from "@/metrics/philautia.ts";
import { assignmentSums } from "@/metrics/family_preference.ts";
import { studentQuantile } from "@/stats/distributions.ts";
import { random } from "@/stats/random.ts";
import { mean, near, upTo } from "../stats/golden.ts";
import { captionFrame, distance, GOLDEN } from "./philautia_fixture.ts";

const frame = captionFrame(GOLDEN.score), SETTING = { setting: "ref_free" } as const;
type Row = Record<string, number> & { is_self: boolean; warning: string | null };
const rows = (own: pl.DataFrame, options = {}) =>
  philautiaIntervals(own, { ...SETTING, ...options }).toRecords() as unknown as Row[];
/** The golden scores, each changed by what it is and who evaluated whom. */
const changed = (of: (x: number | null, g: number, e: number) => number | null, options = {}) =>
  captionFrame(GOLDEN.score.map((image) => image.map((row, g) => row.map((x, e) => of(x, g, e)))), options);

Deno.test("the matrix, both standardisations and every estimator agree with numpy; rows have mean 0 and standard deviation 1", () => {
  const { phi, phiTilde, counts, byEvaluator } = philautia(frame, SETTING);
  assert.deepEqual(counts, GOLDEN.counts);
  // Only images that every cell has.
  const gaps = frame.filter(pl.col("score").isNull()).getColumn("image_id").toArray();
  const common = preferenceMatrix(frame.filter(pl.col("image_id").isIn(gaps).not())),
    robust = { robust: true };
  assert.equal(common.counts[0][0], GOLDEN.common.n);
  const again = standardize(standardize(phi, "columns", robust), "rows", robust);
  const of = (options: object) => philautia(frame, { ...SETTING, ...options }).phiTilde;
  // Habits of evaluators, and the order of rows and kinds of columns, change nothing.
  const habits = changed((x, _, e) => x === null ? null : 0.1 * e + x * (0.2 + 0.1 * e));
  const names = ["image_id", "generator", "evaluator", "setting"];
  const categories = frame.withColumns(...names.map((name) => pl.col(name).cast(pl.Categorical)));
  const cases = [
    ...[[phi, GOLDEN.phi], [common.phi, GOLDEN.common.phi], [doubleCentred(phi), GOLDEN.doubleCentred]],
    ...[[byEvaluator, GOLDEN.byEvaluator], [phiTilde, GOLDEN.phiTilde], [again, GOLDEN.robust]],
    ...[[of({ ddof: 1 }), GOLDEN.ddof1], [of({ exclude: ["c"] }), GOLDEN.without2]],
    [of({ estimator: "robust" }), GOLDEN.robust],
    [of({ estimator: "double_centred" }), GOLDEN.doubleCentred],
    ...[habits, categories, frame.reverse()].map((own) => [philautia(own, SETTING).phiTilde, phiTilde]),
  ];
  for (const [found, wanted] of cases) assert.ok(distance(found, wanted) < 1e-10);
  for (const row of phiTilde) {
    near(mean(row), 0);
    near(mean(row.map((x) => x * x)), 1);
  }
  const { scores, ...robustly } = philautia(frame, { ...SETTING, estimator: "robust" });
  assert.equal(scores.a, robustly.phiTilde[0][robustly.evaluators.indexOf("a")]);
});

Deno.test("exclude drops the column and keeps the captions; settings are told apart; without one all rows count", () => {
  const { generators, evaluators, scores } = philautia(frame, { ...SETTING, exclude: ["a", "f"] });
  assert.deepEqual([generators, evaluators], [["a", "b", "c", "d", "e"], ["b", "c", "d", "e"]]);
  assert.deepEqual(Object.keys(scores), ["b", "c", "d", "e"]);
  assert.equal(rows(frame, { exclude: ["a", "f"] }).length, 5 * 4);
  const lower = changed((x) => x === null ? null : x / 2, { setting: "ref_based" });
  const both = pl.concat([frame, lower]), pooled = preferenceMatrix(both);
  assert.deepEqual(preferenceMatrix(both, SETTING), preferenceMatrix(frame));
  assert.equal(pooled.counts[0][0], 2 * GOLDEN.counts[0][0]);
  near(pooled.phi[1][1], 0.75 * GOLDEN.phi[1][1]);
});

Deno.test("the jackknife is the textbook's: every image left out, everything computed anew", () => {
  const images = [...new Set(frame.getColumn("image_id").toArray() as string[])], n = images.length;
  const without = images.map((image) => frame.filter(pl.col("image_id").neq(pl.lit(image))));
  const centred = (own: pl.DataFrame) =>
    philautia(own, SETTING).byEvaluator.map((row) => row.map((z) => z - mean(row)));
  const full = centred(frame), left = without.map(centred);
  const variance = (values: number[]) => (n - 1) * mean(values.map((value) => (value - mean(values)) ** 2));
  // Noise of a row: jackknife variance of its centred z-scores, averaged.
  const noise = full.map((row, g) => mean(row.map((_, e) => variance(left.map((matrix) => matrix[g][e])))));
  const spread = (row: number[]) => mean(row.map((d) => d * d));
  const corrected = (row: number[], removed: number) =>
    row.map((d) => d / Math.sqrt(Math.max(spread(row) - removed, 0.02 * spread(row))));
  const scores = GOLDEN.counts.flat().reduce((sum, count) => sum + count, 0);
  const scale = without.map((own) => scores / own.filter(pl.col("score").isNotNull()).height);
  const t = studentQuantile(0.975, n - 1), width = full[0].length;
  // Six evaluators: no entry is beyond √5.
  const bounded = (x: number) => Math.min(Math.sqrt(5), Math.max(-Math.sqrt(5), x));
  rows(frame).forEach((row, c) => {
    const g = Math.floor(c / width), e = c % width, estimate = corrected(full[g], noise[g])[e];
    const se = Math.sqrt(variance(left.map((matrix, k) => corrected(matrix[g], noise[g] * scale[k])[e])));
    near(row.value, GOLDEN.phiTilde[g][e], 1e-10);
    near(row.corrected, bounded(estimate), 1e-9);
    near(row.se, se, 1e-8);
    near(row.low, bounded(estimate - t * se), 1e-8);
    near(row.high, bounded(estimate + t * se), 1e-8);
    near(row.noise_share, noise[g] / spread(full[g]), 1e-9);
    assert.deepEqual([row.n_clusters, row.n], [n, GOLDEN.counts[g][e]]);
  });
});

Deno.test("intervals: a cell that was scored once more is a mean of its own scores; evaluators that generate nothing have no diagonal, but the same limits", () => {
  const full = changed((x) => x ?? 0.5);
  const own = full.filter(pl.col("generator").eq(pl.lit("a")).and(pl.col("evaluator").eq(pl.lit("a"))));
  const run = (part: pl.DataFrame, k: number) => part.withColumns(pl.lit(k).cast(pl.Int32).alias("run"));
  const both = pl.concat([run(full, 1), run(own.withColumns(pl.col("score").mul(0.9)), 2)]);
  near(rows(both)[0].value, philautia(both, SETTING).phiTilde[0][0]);
  const names = frame.getColumn("evaluator").toArray().map((name) => `judge ${name}`);
  const limits = (own: pl.DataFrame) => rows(own).map(({ low, high }) => [low, high]);
  assert.deepEqual(limits(frame.withColumn(pl.Series("evaluator", names))), limits(frame));
});

Deno.test("families: the submatrix, its count, and all others counted by brute force", () => {
  const models = [..."abcde"], generator = random(2);
  const phiTilde = models.map(() => models.map(() => generator.normal()));
  const found = familyPreference({ generators: models, evaluators: models, phiTilde }, ["d", "b", "e"]);
  const count = (members: number[]) =>
    members.flatMap((g) => members.filter((e) => e !== g && phiTilde[g][e] > 0)).length;
  const all = upTo(32).map((bits) => upTo(5).filter((i) => bits & (1 << i))).filter((set) =>
    set.length === 3
  );
  const more = all.map(count).filter((other) => other > found.positive);
  const { positive, families, pairs, morePositive, rank } = found;
  assert.deepEqual([positive, families, pairs], [count([3, 1, 4]), 10, 6]);
  assert.deepEqual([morePositive, rank], [more.length, 1 + new Set(more).size]);
  assert.deepEqual(found.phiTilde[0], [phiTilde[3][3], phiTilde[3][1], phiTilde[3][4]]);
});

Deno.test("assignments of evaluators: all of them, or as many drawn, near them; within families by hand", () => {
  const models = [..."abcdefg"], generator = random(8);
  const phiTilde = models.map((_, i) => models.map((_, j) => generator.normal() + (i === j ? 0.5 : 0)));
  const sums = (options = {}) =>
    assignmentSums({ generators: models, evaluators: models, phiTilde }, options);
  const exact = sums({ replicates: 5040 }), drawn = sums({ replicates: 4000, seed: 3 });
  assert.ok(exact.exact && exact.sums.length === 5040 && !drawn.exact && drawn.sums.length === 4000);
  assert.equal(exact.fixed.filter((kept) => kept === 7).length, 1); // the actual one
  near(mean(exact.sums) / 7, mean(phiTilde.flat()));
  near(mean(drawn.sums), mean(exact.sums), 0.2);
  assert.deepEqual(sums({ replicates: 99 }), sums({ replicates: 99, seed: 1 }));
  assert.ok(!sums({ replicates: 5039 }).exact);
  const four = [..."abcd"],
    own = four.map((_, i) => four.map((_, j) => Number(i === j && i < 2 || i + j === 5)));
  const within = (families: string[][]) =>
    assignmentSums({ generators: four, evaluators: four, phiTilde: own }, { families });
  assert.deepEqual(within([["a", "b"], ["c", "d"]]).sums, [2, 4, 0, 2]); // 2 + 0 (actual), 2 + 2, 0 + 0, 0 + 2
  assert.deepEqual(within([["b", "a"]]), { exact: true, sums: [2, 0], fixed: [2, 0] });
  assert.throws(() => within([["a", "b"], ["b", "c"]]), /each in one at most/);
  assert.throws(() => within([["a"]]), /two or more/);
  assert.throws(() => sums({ replicates: 0 }), /found 0/);
});

/** Caption scores of `models` models on `images` images, with an error of each single score. */
function captions(models: number, images: number, noise: number): pl.DataFrame {
  const draw = random(1), phi = upTo(models).map(() => upTo(models).map(() => 0.5 + 0.05 * draw.normal()));
  return captionFrame(
    upTo(images).map(() => {
      const shared = 0.05 * draw.normal();
      const bounded = (x: number) => Math.min(1, Math.max(0, x));
      return phi.map((row) => row.map((value) => bounded(value + shared + noise * draw.normal())));
    }),
  );
}

Deno.test("few evaluators, and one that scored few of the images, are warned of; below four nothing is tested", () => {
  for (const { low, high, value, warning } of rows(captions(3, 50, 0.05))) {
    assert.ok(Number.isNaN(low) && Number.isNaN(high) && Number.isFinite(value));
    assert.match(String(warning), /^3 evaluators/);
  }
  assert.match(String(rows(captions(4, 50, 0.02))[0].warning), /four evaluators/);
  const scores = captions(6, 80, 0.03), image = scores.getColumn("image_id").toArray() as string[];
  const warnings = (most: number) => {
    const kept = scores.getColumn("evaluator").toArray()
      .map((evaluator, i) => evaluator !== "c" || Number(image[i].slice(6)) < most);
    return [...new Set(rows(scores.filter(pl.Series("kept", kept))).map(({ warning }) => warning))].sort();
  };
  assert.deepEqual(warnings(24), ["c has 144 scores where another has 480: its intervals may miss", null]);
  assert.deepEqual(warnings(40), [null]);
});

Deno.test("limits hold their own estimate, at the bound of an entry too", () => {
  // One evaluator gives one generator next to nothing: its entry of Φ̃ is near −√5 whatever the images.
  const g = random(3), bound = (g: number, e: number) => g === 2 && e === 4 ? 0.02 : 0.6;
  const extreme = captionFrame(
    upTo(60).map(() =>
      upTo(6).map((m) => upTo(6).map((e) => bound(m, e) + 0.05 * g.normal() + 0.02 * ((m * e) % 5)))
    ),
  );
  for (const row of rows(extreme, {})) {
    assert.equal(row.warning, null);
    const { low, value, high, corrected } = row;
    assert.ok(low <= value && value <= high && low < high, `${low} ${value} ${high}`);
    assert.ok(low <= corrected && corrected <= high);
  }
});
