import assert from "node:assert/strict";
import { noisyColumns } from "@/metrics/noisy_evaluators.ts";
import pl from "nodejs-polars";
import {
  noisyEvaluators,
  philautia,
  philautiaIntervals,
  selfAmongInteractions,
  standardize,
} from "judgebias";
import { maxT } from "@/stats/max_t.ts";
import { normalCdf } from "@/stats/distributions.ts";
import { random } from "@/stats/random.ts";

/** Caption scores of `models` models on `images` images; `noise` is the error of a single score by evaluator. */
function captions(
  models: number,
  images: number,
  noise: (evaluator: number) => number,
  seed = 1,
): pl.DataFrame {
  const draw = random(seed), rows: Record<string, unknown>[] = [];
  const phi = Array.from(
    { length: models },
    () => Array.from({ length: models }, () => 0.5 + 0.05 * draw.normal()),
  );
  for (let i = 0; i < images; i++) {
    const shared = 0.05 * draw.normal();
    for (let g = 0; g < models; g++) {
      for (let e = 0; e < models; e++) {
        rows.push({
          image_id: `i${i}`,
          generator: `m${g}`,
          evaluator: `m${e}`,
          setting: "ref_free",
          score: Math.min(1, Math.max(0, phi[g][e] + shared + noise(e) * draw.normal())),
        });
      }
    }
  }
  return pl.DataFrame(rows);
}

const setting = "ref_free";

Deno.test("philautiaIntervals: an evaluator of noise is flagged, warned of and left out when asked", () => {
  const scores = captions(6, 80, (e) => e === 2 ? 0.3 : 0.03);
  assert.deepEqual(noisyEvaluators(scores, { setting }), ["m2"]);
  const rows = philautiaIntervals(scores, { setting }).toRecords();
  for (const { evaluator, noisy, column_noise, warning } of rows) {
    assert.equal(noisy, evaluator === "m2");
    assert.equal(Number(column_noise) > 0.1, evaluator === "m2");
    assert.equal(warning !== null, evaluator === "m2");
  }
  const without = philautiaIntervals(scores, { setting, exclude: "noisy" });
  assert.deepEqual([...new Set(without.getColumn("evaluator").toArray())].sort(), [
    "m0",
    "m1",
    "m3",
    "m4",
    "m5",
  ]);
  assert.deepEqual(
    philautia(scores, { setting, exclude: "noisy" }),
    philautia(scores, { setting, exclude: ["m2"] }),
  );
  assert.deepEqual(noisyEvaluators(captions(6, 80, () => 0.03), { setting }), []);
});

Deno.test("philautiaIntervals: the noise of a column is that of its means, an image's own level is none of it", () => {
  // Column noise by hand: var over images of (score − the evaluator's mean on the image), averaged over generators, /images/spread.
  const scores = captions(4, 60, () => 0.1, 5), models = [0, 1, 2, 3].map((m) => `m${m}`);
  const table = scores.toRecords();
  const of = (e: string, g: string) =>
    table.filter((row) => row.evaluator === e && row.generator === g).map(({ score }) => Number(score));
  const mean = (list: number[]) => list.reduce((sum, x) => sum + x, 0) / list.length;
  const square = (list: number[]) => mean(list.map((x) => (x - mean(list)) ** 2));
  const [e] = models, columns = models.map((g) => of(e, g));
  const residuals = columns.map((own) => own.map((x, i) => x - mean(columns.map((column) => column[i]))));
  const wanted = mean(residuals.map((own) => square(own) / 59)) / square(columns.map(mean));
  const found = philautiaIntervals(scores, { setting }).toRecords().find(({ evaluator }) => evaluator === e)!;
  assert.ok(Math.abs(Number(found.column_noise) - wanted) < 1e-12, `${found.column_noise} ${wanted}`);
});

Deno.test("philautiaIntervals: below four evaluators nothing is tested, and the row says so", () => {
  const rows = philautiaIntervals(captions(3, 50, () => 0.05), { setting }).toRecords();
  for (const { low, high, value, warning } of rows) {
    assert.ok(Number.isNaN(low) && Number.isNaN(high) && Number.isFinite(value));
    assert.match(String(warning), /^3 evaluators/);
  }
  assert.match(
    String(philautiaIntervals(captions(4, 50, () => 0.02), { setting }).toRecords()[0].warning),
    /four evaluators/,
  );
});

Deno.test("philautiaIntervals: simultaneous limits are wider, of the matrix wider than of the diagonal", () => {
  const scores = captions(5, 60, () => 0.05);
  const width = (rows: Record<string, unknown>[], low: string, high: string) =>
    rows.filter(({ is_self }) => is_self).map((row) => Number(row[high]) - Number(row[low]));
  const diagonal = philautiaIntervals(scores, { setting, simultaneous: "diagonal" }).toRecords();
  const matrix = philautiaIntervals(scores, { setting, simultaneous: "matrix" }).toRecords();
  const [one, few, all] = [
    width(diagonal, "low", "high"),
    width(diagonal, "simultaneous_low", "simultaneous_high"),
    width(matrix, "simultaneous_low", "simultaneous_high"),
  ];
  assert.ok(one.every((w, i) => w < few[i] && few[i] <= all[i]), `${one} ${few} ${all}`);
  assert.ok(diagonal.filter(({ is_self }) => !is_self).every((row) => Number.isNaN(row.simultaneous_low)));
  assert.throws(
    () => philautiaIntervals(scores, { setting, simultaneous: "diagonal", method: "percentile" }),
    RangeError,
  );
});

Deno.test("maxT: between one interval and Bonferroni; exact for independent and for equal variables", () => {
  const eye = (m: number) => Float64Array.from({ length: m * m }, (_, k) => k % (m + 1) === 0 ? 1 : 0);
  for (const m of [1, 3, 12]) {
    const z = maxT(eye(m), { level: 0.95, df: Infinity, seed: 2 });
    assert.ok(Math.abs((2 * normalCdf(z) - 1) ** m - 0.95) < 0.006, `${m}: ${z}`);
  }
  const same = maxT(new Array(16).fill(1), { level: 0.95, df: Infinity, seed: 2 });
  assert.ok(Math.abs(same - 1.96) < 0.03, `${same}`);
  assert.ok(maxT(eye(3), { level: 0.95, df: 5, seed: 2 }) > maxT(eye(3), { level: 0.95, df: 50, seed: 2 }));
  assert.throws(() => maxT([1, 0], { level: 0.95, df: 3, seed: 1 }), RangeError);
});

Deno.test("selfAmongInteractions: random interactions are rejected at the level, a diagonal that stands out is seen", () => {
  const draw = random(3), n = 12, models = Array.from({ length: n }, (_, i) => `m${i}`);
  let rejected = 0, seen = 0;
  const studies = 300;
  for (let s = 0; s < studies; s++) {
    const cells = models.map(() => models.map(() => draw.normal()));
    const own = cells.map((row, g) => row.map((value, e) => value + (g === 0 && e === 0 ? 5 : 0)));
    for (const [table, isPlanted] of [[cells, false], [own, true]] as const) {
      const phiTilde = standardize(standardize(table, "columns"), "rows");
      const [first] = selfAmongInteractions({ generators: models, evaluators: models, phiTilde }).toRecords();
      if (Number(first.p_value) > 0.05) continue;
      if (isPlanted) seen++;
      else rejected++;
    }
  }
  assert.ok(rejected / studies < 0.05 + 3 * Math.sqrt(0.05 * 0.95 / studies), `${rejected}`);
  assert.ok(seen / studies > 0.9, `${seen}`);
});

Deno.test("a column is noisy beside the others, not because all are", () => {
  assert.deepEqual(noisyColumns(Float64Array.of(0.3, 0.28, 0.31, 0.29)), [false, false, false, false]);
  assert.deepEqual(noisyColumns(Float64Array.of(0.02, 0.03, 0.11, 0.02)), [false, false, true, false]);
  assert.deepEqual(noisyColumns(Float64Array.of(0.01, 0.01, 0.08, 0.01)), [false, false, false, false]);
});

Deno.test("philautiaIntervals: an evaluator that scored few of the images is warned of, by name and count", () => {
  const scores = captions(6, 80, () => 0.03), image = scores.getColumn("image_id").toArray() as string[];
  const on = (share: number) =>
    scores.filter(pl.Series(
      "kept",
      scores.getColumn("evaluator").toArray().map((evaluator, i) =>
        evaluator !== "m2" || Number(image[i].slice(1)) < 80 * share
      ),
    ));
  const warnings = (
    share: number,
  ) => [...new Set(philautiaIntervals(on(share), { setting }).getColumn("warning").toArray())];
  assert.deepEqual(warnings(0.3).sort(), ["m2 scored 24 of 80 images: its intervals may miss", null]);
  assert.deepEqual(warnings(0.5), [null]);
});
