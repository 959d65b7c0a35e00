import assert from "node:assert/strict";
import pl from "nodejs-polars";
import * as judgebias from "judgebias";
import * as figuresDoor from "judgebias/figures";
import * as judgeDoor from "judgebias/judge";
import * as simulateDoor from "judgebias/simulate";
import * as reportDoor from "judgebias/report";
import * as stats from "judgebias/stats";
import contract from "./contract.json" with { type: "json" };

const pairs = judgebias.readPairs("data/examples/pairs.csv");
const scorePairs = judgebias.readScorePairs("data/examples/score_pairs.csv");
const captions = judgebias.readCaptionScores("data/examples/caption_scores.csv");
const criteria = judgebias.readCriteria("data/examples/criteria.csv");
const ratings = judgebias.readRatings("data/examples/ratings.csv");
const strangers = pl.lit("y").alias("model_b");
const named = pairs.withColumns(pl.col("judge").alias("model_a"), strangers);

/** What each metric's frame holds after its groups, in this order, by the public contract: of which frame, by which groups, asked with what. */
type Asked = { frame: string; by: string[]; options: object; columns: Record<string, string> };
const METRICS = contract.metrics as unknown as Asked[];
const FRAMES: Record<string, pl.DataFrame> = { pairs, scorePairs, captions, criteria, ratings, named };

for (const { frame: own, by, options, columns: metrics } of METRICS) {
  const frame = FRAMES[own];
  for (const [name, columns] of Object.entries(metrics)) {
    Deno.test(`${name}: columns of the public contract come first, by: [] is one group`, () => {
      const metric = judgebias[name as "lengthBias"], wanted = columns.split(", ");
      const found = metric(frame, options).columns, start = found.indexOf(wanted[0]);
      assert.deepEqual(found.slice(start, start + wanted.length), wanted);
      if (by.length > 0) assert.deepEqual(found.slice(0, start), by);
      assert.deepEqual(metric(frame, { ...options, by: [] }).columns.slice(0, wanted.length), wanted);
    });
  }
}

const DOORS: Record<string, Record<string, unknown>> = {
  judgebias,
  "judgebias/figures": figuresDoor,
  "judgebias/judge": judgeDoor,
  "judgebias/report": reportDoor,
  "judgebias/simulate": simulateDoor,
  "judgebias/stats": stats,
};

Deno.test("functions of the public contract stand behind their doors", () => {
  for (const [door, names] of Object.entries(contract.doors)) {
    for (const name of names.split(" ")) {
      assert.equal(typeof DOORS[door][name], "function", `${name} of ${door}`);
    }
  }
  const { uniform, integer, normal, shuffle, hypergeometric } = stats.random(1);
  for (const draw of [uniform, integer, normal, shuffle, hypergeometric]) {
    assert.equal(typeof draw, "function");
  }
});

Deno.test("every name stands behind one door", () => {
  const seen = new Map<string, string>();
  for (const [door, names] of Object.entries(DOORS)) {
    for (const name of Object.keys(names)) {
      assert.equal(seen.get(name), undefined, `${name} stands behind ${seen.get(name)} and ${door}`);
      seen.set(name, door);
    }
  }
});

Deno.test("records of the public contract have their fields", async () => {
  const has = (record: object, fields: string) => {
    for (const field of fields.split(", ")) assert.ok(field in record, `${field} in ${Object.keys(record)}`);
  };
  const x = [1, 2, 3, 4, 5, 6], y = [2, 1, 4, 3, 6, 5];
  has(stats.kendallTau(x, y, { variant: "b" }), "tau, pValue, n");
  const X = x.map((value, i) => [value, (i * 7) % 5]);
  has(stats.elasticNet(X, y, { alpha: 0.1, l1Ratio: 0.5 }), "coefficients, intercept, iterations, converged");
  has(
    stats.elasticNetCV(X, y, { l1Ratio: 0.5, alphas: 5, folds: 3 }),
    "alpha, coefficients, intercept, iterations, converged, path",
  );
  has(
    stats.logisticRegression(X, [0, 1, 0, 1, 0, 1]),
    "coefficients, standardErrors, zValues, pValues, covariance, logLikelihood, converged",
  );
  const setting = captions.getColumn("setting").toArray()[0] as "ref_free";
  has(judgebias.preferenceMatrix(captions, { setting }), "generators, evaluators, phi, counts");
  has(
    judgebias.philautia(captions, { setting }),
    "generators, evaluators, phi, byEvaluator, phiTilde, scores",
  );
  assert.equal(judgebias.biasDeviation([8, 1, null], [2, 5, 3]), judgebias.biasDeviation([8], [2]));
  assert.ok(Number.isNaN(judgebias.biasConformity([], [])));
  const rendered = await figuresDoor.renderFigure("birch-table1", { formats: ["png"] });
  has(rendered, "svg, png, data, provenance");
  const [judge, other] = [...new Set(pairs.getColumn("judge").toArray())].sort() as string[];
  assert.deepEqual([...new Set(judgebias.only(pairs, { judge }).getColumn("judge").toArray())], [judge]);
  has(
    judgebias.contrast(pairs, { outcome: "correct", first: { judge }, second: { judge: other } }),
    "estimate, low, high, pValue, n_first, n_second, df",
  );
  const predicted = Array.from({ length: 40 }, (_, i) => Number(i % 10 < 7));
  const labelled = { predicted, truth: predicted.map((one, i) => i % 5 === 0 ? 1 - one : one) };
  for (const method of ["naive", "rogan_gladen", "ppi"] as const) {
    has(
      judgebias.correctedRate({ predicted, labelled, method }),
      "estimate, low, high, n, n_labelled, warning",
    );
  }
  has(
    judgebias.calibrationError([0.9, 0.9, 0.2, 0.2], [1, 0, 0, 0], { bins: 2 }),
    "ece, low, high, brier, reliability, resolution, n",
  );
  const components = judgebias.varianceComponents(captions, {
    outcome: "score",
    factors: ["generator", "evaluator"],
  });
  assert.deepEqual(components.columns.slice(0, 5), ["component", "variance", "share", "low", "high"]);
  const rows = Array.from({ length: 120 }, (_, i) => ({
    ...{ item_id: String(i >> 2), annotator: "pqrs"[i % 4], human: i % 7 < 4 ? "A" : "B", judge: "j" },
    choice: i % 8 < 4 ? "A" : "B",
  }));
  const stand = judgebias.alternativeAnnotator(pl.DataFrame(rows), { epsilon: 0.1 });
  assert.deepEqual(stand.columns.slice(0, 5), ["judge", "winning_rate", "advantage", "p_adjusted", "n"]);
  const page = await reportDoor.report(pairs);
  has(page, "html, json, estimates");
  const [figure] = figuresDoor.figures;
  has(figure, "id, paper, number, title, kind, source, notebook");
});

Deno.test("the examples stay small: under 200 kB in all", () => {
  const size = (folder: string): number =>
    [...Deno.readDirSync(folder)].reduce((sum, { name, isDirectory }) => {
      const path = `${folder}/${name}`;
      if (isDirectory) return sum + size(path);
      return name.startsWith("make_") ? sum : sum + Deno.statSync(path).size;
    }, 0);
  assert.ok(size("data/examples") < 200_000, `${size("data/examples")} bytes: shorten the example`);
});

/** Types of packages, and `typeof` of constants, which no door can hand on. */
const FOREIGN = ["pl", "DataFrame", "Series", "Expr", "ZodType", "output"];

for (const door of ["mod.ts", "stats/mod.ts", "simulate/mod.ts"]) {
  Deno.test(`lib/${door}: a type that a public function takes or returns can be imported, and all have a page`, async () => {
    const { stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["doc", "--lint", `lib/${door}`],
      env: { NO_COLOR: "1" },
    }).output();
    const text = new TextDecoder().decode(stderr);
    assert.match(text, /documentation lint errors|Checked/);
    const bare = /missing JSDoc documentation\n.*\n.*\n *\d+ \| (?:export|const|function) .*/g;
    assert.deepEqual(text.match(bare), null, "what is exported has a page with a text");
    const faults = [...text.matchAll(/references private type '([^']+)'[\s\S]*?--> (\S+)/g)]
      .filter(([, name]) => !FOREIGN.includes(name.split(".")[0]) && name !== name.toUpperCase())
      .map(([, name, place]) => `${name}, used in ${place.replace(/.*\/lib\//, "")}`);
    // A type may stand behind another door: that of the room to which it belongs.
    const doors = ["mod.ts", "stats/mod.ts", "figures/mod.ts", "judge/mod.ts", "simulate/mod.ts"];
    const exported = doors.map((one) => Deno.readTextFileSync(`lib/${one}`)).join();
    assert.deepEqual(
      faults.filter((fault) => !new RegExp(`\\b${fault.split(",")[0]}\\b`).test(exported)),
      [],
    );
  });
}
