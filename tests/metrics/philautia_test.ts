import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { doubleCentred, philautia } from "@/metrics/philautia.ts";
import { preferenceMatrix } from "@/metrics/preference_matrix.ts";
import { standardize } from "@/metrics/standardize.ts";
import { captionFrame, distance, GOLDEN } from "./philautia_fixture.ts";

const frame = captionFrame(GOLDEN.score);
const SETTING = { setting: "ref_free" } as const;

Deno.test("the matrix, both standardisations and every estimator agree with numpy", () => {
  const result = philautia(frame, SETTING);
  assert.ok(distance(result.phi, GOLDEN.phi) < 1e-14);
  assert.deepEqual(result.counts, GOLDEN.counts);
  assert.ok(distance(result.byEvaluator, GOLDEN.byEvaluator) < 1e-12);
  assert.ok(distance(result.phiTilde, GOLDEN.phiTilde) < 1e-12);
  assert.ok(distance(philautia(frame, { ...SETTING, ddof: 1 }).phiTilde, GOLDEN.ddof1) < 1e-12);
  assert.ok(distance(philautia(frame, { ...SETTING, exclude: ["c"] }).phiTilde, GOLDEN.without2) < 1e-12);
  assert.ok(distance(preferenceMatrix(frame, { images: "common" }).phi, GOLDEN.common.phi) < 1e-14);
  assert.equal(preferenceMatrix(frame, { images: "common" }).counts[0][0], GOLDEN.common.n);
  assert.ok(distance(doubleCentred(result.phi), GOLDEN.doubleCentred) < 1e-14);
  const robust = standardize(standardize(result.phi, "columns", { robust: true }), "rows", { robust: true });
  assert.ok(distance(robust, GOLDEN.robust) < 1e-12);
});

Deno.test("a case by hand: two models, one prefers itself", () => {
  // Φ = [[0.8, 0.6], [0.4, 0.5]]: columns (0.8, 0.4) and (0.6, 0.5) become (1, −1); every row is constant then.
  const constant = captionFrame([[[0.8, 0.6], [0.4, 0.5]]]);
  assert.throws(() => philautia(constant, SETTING), /row a is constant \(1\)/);
  // Three generators: columns (.9, .5, .4) mean .6 and (.7, .8, .3) mean .6; squares .14 both, sd √(.14/3) = .21602.
  const { byEvaluator, phiTilde, scores } = philautia(
    captionFrame([[[0.9, 0.7], [0.5, 0.8], [0.4, 0.3]]]),
    SETTING,
  );
  const z = 1 / 0.2160246899469287;
  assert.ok(distance(byEvaluator, [[0.3 * z, 0.1 * z], [-0.1 * z, 0.2 * z], [-0.2 * z, -0.3 * z]]) < 1e-12);
  // With two columns every row becomes (1, −1) or (−1, 1).
  assert.ok(distance(phiTilde, [[1, -1], [-1, 1], [1, -1]]) < 1e-12);
  assert.deepEqual(Object.keys(scores), ["a", "b"]);
});

Deno.test("rows of the result have mean 0 and standard deviation 1; affine habits of evaluators change nothing", () => {
  const { phiTilde } = philautia(frame, SETTING);
  for (const row of phiTilde) {
    assert.ok(Math.abs(row.reduce((sum, x) => sum + x, 0)) < 1e-12);
    assert.ok(Math.abs(row.reduce((sum, x) => sum + x * x, 0) / row.length - 1) < 1e-12);
  }
  const habits = GOLDEN.score.map((image) =>
    image.map((row) => row.map((x, e) => x === null ? null : 0.1 * e + x * (0.2 + 0.1 * e)))
  );
  assert.ok(distance(philautia(captionFrame(habits), SETTING).phiTilde, phiTilde) < 1e-10);
});

Deno.test("the paper's bound: a single extreme entry of n reaches √(n − 1) with ddof 0", () => {
  const row = [10, ...Array.from({ length: 11 }, () => 0)];
  assert.ok(Math.abs(standardize([row], "rows")[0][0] - Math.sqrt(11)) < 1e-12); // 3.317
  assert.ok(Math.abs(standardize([row], "rows", { ddof: 1 })[0][0] - 11 / Math.sqrt(12)) < 1e-12); // 3.175
});

Deno.test("exclude drops the column and keeps the captions; the excluded has no score", () => {
  const { generators, evaluators, scores } = philautia(frame, { ...SETTING, exclude: ["a", "f"] });
  assert.deepEqual([generators, evaluators], [["a", "b", "c", "d", "e"], ["b", "c", "d", "e"]]);
  assert.deepEqual(Object.keys(scores), ["b", "c", "d", "e"]);
  assert.throws(
    () => philautia(frame, { ...SETTING, exclude: ["g"] }),
    /wanted evaluators to exclude, found g; did you mean/,
  );
  assert.throws(
    () => philautia(frame, { ...SETTING, exclude: ["a", "b", "c", "d", "e", "f"] }),
    /found none/,
  );
});

Deno.test("constant columns and rows, empty cells and unknown settings name the model", () => {
  const flat = GOLDEN.score.map((image) => image.map((row) => row.map((x, e) => e === 1 ? 0.1 : x)));
  assert.throws(() => philautia(captionFrame(flat), SETTING), /column b is constant \(0.1\)/);
  const empty = GOLDEN.score.map((image) =>
    image.map((row, g) => row.map((x, e) => g === 2 && e === 3 ? null : x))
  );
  assert.throws(
    () => philautia(captionFrame(empty), SETTING),
    /wanted scores for every generator and evaluator in ref_free, found none by d for c; exclude d/,
  );
  const { phi, counts, unscored } = preferenceMatrix(captionFrame(empty));
  assert.ok(Number.isNaN(phi[2][3]) && counts[2][3] === 0 && unscored[2][3] === 40);
  assert.throws(
    () => preferenceMatrix(captionFrame(empty), { images: "common" }),
    /all 30 cells, found none/,
  );
  assert.throws(
    () => philautia(frame, { setting: "ref_based" }),
    /wanted a setting out of ref_free, found "ref_based"/,
  );
  assert.throws(() => philautia(frame.head(0), SETTING), /wanted a setting out of none/);
  assert.throws(() => preferenceMatrix(frame.head(0)), /at least one row of scores, found none/);
  assert.throws(() => philautia(frame.select("image_id", "score"), SETTING), TypeError);
});

Deno.test("settings are told apart; without one all rows count; order of rows and categories change nothing", () => {
  const lower = GOLDEN.score.map((image) => image.map((row) => row.map((x) => x === null ? null : x / 2)));
  const both = pl.concat([frame, captionFrame(lower, { setting: "ref_based" })]);
  assert.deepEqual(preferenceMatrix(both, SETTING), preferenceMatrix(frame));
  const pooled = preferenceMatrix(both);
  assert.equal(pooled.counts[0][0], 2 * GOLDEN.counts[0][0]);
  assert.ok(Math.abs(pooled.phi[1][1] - 0.75 * GOLDEN.phi[1][1]) < 1e-14);
  const categories = frame.withColumns(
    ...["image_id", "generator", "evaluator", "setting"].map((name) => pl.col(name).cast(pl.Categorical)),
  );
  assert.deepEqual(philautia(categories, SETTING), philautia(frame, SETTING));
  assert.ok(distance(philautia(frame.reverse(), SETTING).phiTilde, GOLDEN.phiTilde) < 1e-12);
});

Deno.test("standardize: shapes, axes and ddof that cannot be", () => {
  assert.throws(() => standardize([[1, 2], [3]], "rows"), /wanted 2 values in every row, found 1 in row 2/);
  assert.throws(() => standardize([[1, NaN]], "rows"), /row 1, column 2, found NaN/);
  assert.throws(() => standardize([[1, 2]], "cells" as "rows"), /axis/);
  assert.throws(() => standardize([[1]], "rows", { ddof: 1 }), /more than 1 values/);
  assert.throws(
    () => standardize([[0.1, 0.2], [0.1, 0.3]], "columns", { columns: ["x", "y"] }),
    /column x is constant/,
  );
  assert.deepEqual(standardize([], "columns"), []);
});

Deno.test("the robust form withstands an outlier that the paper's does not", () => {
  const base = [0.9, 0.5, 0.52, 0.48, 0.51, 0.49, 0.53, 0.47, 0.5, 0.52, 0.48, 0.51];
  const hit = base.map((x, i) => i === 11 ? -4 : x);
  const change = (f: (row: number[]) => number) => f(hit) / f(base);
  assert.ok(change((row) => standardize([row], "rows")[0][0]) < 0.3);
  assert.ok(change((row) => standardize([row], "rows", { robust: true })[0][0]) > 0.6);
  assert.throws(() => standardize([[1, 1, 1]], "rows", { robust: true, rows: ["m"] }), /row m is constant/);
  // More than half equal: the mean absolute deviation stands in. (0, 0, 0, 3): median 0, mean deviation 0.75.
  assert.ok(
    Math.abs(
      standardize([[0, 0, 0, 3]], "rows", { robust: true })[0][3] - 3 / (0.75 * Math.sqrt(Math.PI / 2)),
    ) < 1e-12,
  );
});
