import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { philautiaIntervals } from "judgebias";
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
  assert.match(String(diagonal[0].warning), /five evaluators: limits of all scores at once covered 86%/);
  assert.throws(() => philautiaIntervals(scores, { setting, simultaneous: "rows" as "matrix" }), RangeError);
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
