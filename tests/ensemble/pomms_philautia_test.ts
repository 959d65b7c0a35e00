import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { pommsPhilautia, withPommsScores } from "@/ensemble/pomms_philautia.ts";
import { philautia } from "@/metrics/philautia.ts";
import { captionFrame, distance, GOLDEN } from "../metrics/philautia_fixture.ts";

const complete = captionFrame(
  GOLDEN.score.map((image) => image.map((row) => row.map((value) => value ?? 0.5))),
);
const names = philautia(complete, { setting: "ref_free" }).evaluators;
const step = (members: string[], coefficients: number[], intercept = 0) => ({
  steps: [{ members, coefficients, intercept, alpha: 0, validationTau: 0, notes: [] }],
  best: 0,
});
const SETTING = { setting: "ref_free" } as const;

Deno.test("the ensemble is one more evaluator: the same as if its scores stood in the frame", () => {
  const members = names.slice(0, 2), weights = [0.3, 0.9], intercept = -0.1;
  const scores = members.map((name) => complete.filter(pl.col("evaluator").eq(pl.lit(name))));
  // Rows of both members come in the same order of images and generators.
  const [a, b] = scores.map((frame) => frame.getColumn("score").toArray() as number[]);
  const own = scores[0].withColumns(
    pl.lit("z").alias("evaluator"),
    pl.Series("score", a.map((x, i) => intercept + weights[0] * x + weights[1] * b[i]), pl.Float64),
  );
  const joined = philautia(pl.concat([complete, own.select(...complete.columns)]), SETTING);
  const found = pommsPhilautia(complete, step(members, weights, intercept), SETTING);
  assert.deepEqual(found.evaluators, [...names, "Pomms"]);
  assert.ok(distance(found.phiTilde, joined.phiTilde) < 1e-10);
  assert.ok(distance(found.phi, joined.phi) < 1e-12);
  const column = joined.phiTilde.map((row) => row[names.length]);
  found.generators.forEach((name, g) =>
    assert.ok(Math.abs(found.pomms.byGenerator[name] - column[g]) < 1e-10)
  );
  const mean = (values: number[]) => values.reduce((sum, x) => sum + x, 0) / values.length;
  assert.ok(
    Math.abs(
      found.pomms.meanOverMembers - mean(members.map((name) => column[found.generators.indexOf(name)])),
    ) < 1e-10,
  );
  assert.deepEqual(Object.keys(found.scores), Object.keys(joined.scores));
});

Deno.test("scores of the ensemble in the frame give the same matrix; a caption that a member did not score has none", () => {
  const pomms = step(names.slice(0, 2), [0.3, 0.9], -0.1);
  const joined = withPommsScores(complete, pomms, SETTING);
  const matrix = pommsPhilautia(complete, pomms, SETTING);
  // The names sort: Pomms comes first, as capitals do.
  const found = philautia(joined, SETTING);
  const order = matrix.evaluators.map((name) => found.evaluators.indexOf(name));
  assert.ok(distance(found.phiTilde.map((row) => order.map((e) => row[e])), matrix.phiTilde) < 1e-10);

  const hole = withPommsScores(
    captionFrame([[[0.5, null], [0.25, 0.75]]]),
    step(["a", "b"], [1, 2]),
    SETTING,
  );
  const own = hole.filter(pl.col("evaluator").eq(pl.lit("Pomms")));
  assert.deepEqual(own.getColumn("score").toArray(), [null, 0.25 + 1.5]);
  const gone = captionFrame([[[0.5, 0.5], [0.25, 0.75]]]).filter(
    pl.col("generator").eq(pl.lit("a")).and(pl.col("evaluator").eq(pl.lit("b"))).not(),
  );
  const rest = withPommsScores(gone, step(["a", "b"], [1, 2]), SETTING)
    .filter(pl.col("evaluator").eq(pl.lit("Pomms")));
  assert.deepEqual(rest.getColumn("score").toArray(), [null, 0.25 + 1.5], "a row that is not there is no 0");
});

Deno.test("intercept and scale of the weights change nothing; an ensemble of one is its member's twin", () => {
  const one = pommsPhilautia(complete, step([names[1]], [1]), SETTING);
  const other = pommsPhilautia(complete, step([names[1]], [40], 3), SETTING);
  assert.ok(distance(one.phiTilde, other.phiTilde) < 1e-9);
  one.phiTilde.forEach((row) => assert.ok(Math.abs(row[names.length] - row[1]) < 1e-12));
});
