import assert from "node:assert/strict";
import pl from "nodejs-polars";
import * as core from "judgebias";
import { frameClusters } from "@/metrics/pair_rows.ts";
import { metricFrame } from "@/metrics/metric_table.ts";
import { pairOutcomes, verdictCodes } from "@/metrics/pair_outcomes.ts";
import { scoreOutcomes } from "@/metrics/score_outcomes.ts";
import { factor } from "@/results/factor.ts";
import { random } from "@/stats/random.ts";
import { close, mean, upTo } from "../stats/golden.ts";
import { pairsFrame } from "./pairs_fixture.ts";
import { scoresFrame } from "./scores_fixture.ts";

const records = (frame: pl.DataFrame) => frame.toRecords() as Record<string, number>[];

Deno.test("contrast: any two cells, paired where they share images, p on the interval's side", () => {
  const draw = random(3);
  const rows = upTo(120).flatMap((i) =>
    ["one", "two"].map((judge) => ({
      ...{ item_id: `i${i}`, image_id: `p${i % 40}`, judge },
      choice: draw.uniform() < (judge === "one" ? 0.8 : 0.55) ? "A" : "B",
    }))
  );
  const cells = { outcome: "correct", first: { judge: "one" }, second: { judge: "two" } };
  const found = core.contrast(pairsFrame(rows), cells);
  const share = (judge: string) =>
    mean(rows.filter((row) => row.judge === judge).map((r) => +(r.choice < "B")));
  close(found.estimate, share("one") - share("two"));
  const { n_first, n_second, n_clusters, clusters } = found;
  assert.deepEqual([n_first, n_second, n_clusters, clusters], [120, 120, 40, "image"]);
  assert.equal(found.pValue < 0.05, found.low > 0 || found.high < 0);
  const byItem = core.contrast(pairsFrame(rows), { ...cells, clusters: "item_id" });
  assert.deepEqual([byItem.n_clusters, byItem.clusters], [120, "item_id"]);
});

Deno.test("contrast: a weighted sum of cells; a difference of differences is Welch's t-test of the items' own", () => {
  const draw = random(11);
  const rows = upTo(60).flatMap((i) =>
    ["one", "two"].map((judge, j) => ({
      ...{ item_id: `i${i}`, judge, domain: i % 2 === 0 ? "maps" : "food" },
      score: 5 + 2 * (i % 2) * j + 3 * draw.uniform(),
    }))
  );
  const frame = pl.DataFrame(rows),
    [first, second] = ["one", "two"].map((judge) => ({ judge, domain: "maps" }));
  const cells = {
    ...{ one_maps: first, two_maps: second },
    ...{ one_food: { judge: "one", domain: "food" }, two_food: { judge: "two", domain: ["food"] } },
  };
  const weights = { one_maps: 1, one_food: -1, two_maps: -1, two_food: 1 };
  const found = core.contrast(frame, { outcome: "score", cells, weights });
  const [maps, food] = ["maps", "food"].map((name) => {
    const differences = rows.flatMap(({ judge, domain, score }, i) =>
      judge === "one" && domain === name ? [score - rows[i + 1].score] : []
    );
    const centre = mean(differences), squares = differences.map((value) => (value - centre) ** 2);
    return { mean: centre, variance: mean(squares) / (differences.length - 1) };
  });
  close(found.estimate, maps.mean - food.mean);
  // Degrees of freedom are Welch's, near 58: t is 2.0017.
  const error = Math.sqrt(maps.variance + food.variance);
  assert.ok(Math.abs((found.high - found.low) / 2 / error - 2.0017) < 0.01, `${found.df}`);
  assert.deepEqual([found.n_one_maps, found.n_two_food, found.n_clusters], [30, 30, 60]);
  const two = { outcome: "score", cells: { first, second }, weights: { first: 1, second: -1 } };
  assert.deepEqual(core.contrast(frame, two), core.contrast(frame, { outcome: "score", first, second }));
});

Deno.test("long columns are compared, short ones numbered: the same codes, levels, clusters and errors", () => {
  const n = 12_000;
  const repeated = <T>(values: T[]) => upTo(n).map((i) => values[(i * 7 + (i >> 3)) % values.length]);
  const values = repeated(["A", "B", "tie", null]), frame = pl.DataFrame([pl.Series("c", values, pl.Utf8)]);
  const codes = (own: pl.DataFrame) => verdictCodes("x", own, "c");
  const parts = [0, 4000, 8000].flatMap((from) => [...codes(frame.slice(from, 4000))]);
  assert.deepEqual([...codes(frame)], parts);
  assert.deepEqual(codes(frame.withColumns(pl.col("c").cast(pl.Categorical))), codes(frame));
  const bad = pl.DataFrame([pl.Series("c", [...values, "C"], pl.Utf8)]);
  assert.throws(() => codes(bad), /x: wanted A, B, tie or null in the column c, found "C"/);
  const texts = repeated(["b", null, "é", "a", "😀", "z"]), long = factor(pl.Series("t", texts, pl.Utf8));
  assert.deepEqual([long.size, long.levels], [6, ["a", "b", "z", "é", "😀", null]]);
  assert.deepEqual(Array.from(long.codes, (code) => long.levels[code]), texts);
});

Deno.test("frameClusters: images, items where rows have none; made once of a long frame, and anew when it is changed in place", () => {
  const items = upTo(12_000).map((i) => `item-${i % 3000}`);
  const images = items.map((_, i) => i % 3000 < 1500 ? `image-${i % 500}` : null);
  const mixed = pl.DataFrame({ item_id: items, image_id: images }), { codes, unit } = frameClusters(mixed);
  const names = new Map<number, Set<string>>();
  codes.forEach((code, row) =>
    names.set(code, (names.get(code) ?? new Set()).add(images[row] ?? items[row]))
  );
  assert.ok(unit === "image or item" && [...names.values()].every(({ size }) => size === 1));
  assert.equal(names.size, 500 + 1500);
  assert.equal(new Set(frameClusters(mixed.drop("image_id")).codes).size, 3000);

  const n = 100_000;
  const column = (name: string, of: (row: number) => string | null) =>
    pl.Series(name, upTo(n).map(of), pl.Utf8);
  const frame = pl.DataFrame([
    column("item_id", (row) => `item-${row}`),
    column("image_id", (row) => `image-${row >> 1}`),
    column("choice", () => "A"),
  ]);
  const once = frameClusters(frame);
  assert.ok(once.codes[0] === once.codes[1] && once.codes[1] !== once.codes[2]);
  frame.replaceAtIdx(2, column("choice", () => "B"));
  assert.deepEqual(frameClusters(frame), once, "verdicts are no part of it");
  frame.replaceAtIdx(1, column("image_id", (row) => `image-${(row + 1) >> 1}`));
  const shifted = frameClusters(frame).codes;
  assert.ok(shifted[0] !== shifted[1] && shifted[1] === shifted[2]);
  frame.replaceAtIdx(1, column("image_id", () => null));
  assert.equal(frameClusters(frame).unit, "item");
  frame.replaceAtIdx(0, column("item_id", (row) => `item-${row >> 2}`));
  assert.equal(new Set(frameClusters(frame).codes).size, n / 4);
});

Deno.test("outcomes: what is made when first asked for is made once, for loops ask row by row", () => {
  const scores = scoreOutcomes("test", scoresFrame([{}, { run: 2 }, { biased: null }]));
  for (const name of ["unit", "clusters", "abstained"] as const) {
    assert.equal(scores[name], scores[name], name);
  }
  const pairs = pairOutcomes("test", pairsFrame([{ words_a: 1, words_b: 2, more_informative: "A" }]));
  for (const name of ["informativeness", "length", "clusters"] as const) {
    assert.equal(pairs[name], pairs[name]);
  }
});

Deno.test("metricFrame: keys and counts that are missing stay so, and no number becomes another", () => {
  const key = (values: (number | null)[]) =>
    metricFrame(["run"], "n:count", values.map((run) => ({ run, n: 1 }))).getColumn("run").toArray();
  // As whole numbers of 32 bits a null was 0, and 3e9 was −1294967296.
  for (const keys of [[1, null, 2], [1, 3e9], [1, 0.5]]) assert.deepEqual(key(keys), keys);
  const given = [3, NaN, Infinity, -Infinity, 3e9, undefined].map((value) => ({ n: value, share: value }));
  const frame = metricFrame([], "n:count share", given);
  assert.deepEqual(frame.getColumn("n").toArray(), [3, null, null, null, null, null]);
  assert.deepEqual(frame.getColumn("share").toArray(), [3, NaN, Infinity, -Infinity, 3e9, null]);
});

Deno.test("panels, leaderboards, strengths, circles, repeats and ratings take rows by where and clusters by name", () => {
  // Two images hold all items: 4 clusters by default, 2 by `batch`; batches and domains cross.
  const pairs = pl.DataFrame(
    upTo(48).map((i) => ({
      ...{ item_id: String(i % 12), image_id: String(i % 4), batch: String(i % 2) },
      ...{ domain: i % 12 < 6 ? "d" : "e", judge: i < 24 ? "j" : "k", run: 1 + Math.floor(i / 12) % 2 },
      ...{ human: i % 3 ? "A" : "B", choice: i % 5 ? "A" : "B", score: i % 7 },
      ...{ model_a: ["x", "y", "z"][i % 3], model_b: ["y", "z", "x"][i % 3] },
      ...{ evaluator: "j", setting: "s", split: "test" },
    })),
  );
  const ratings = pairs.drop("human", "choice", "judge", "evaluator", "setting", "model_a", "model_b")
    .withColumns(pl.Series("human", upTo(48).map((i) => (i * 5) % 6)));
  const isFirst = pl.col("run").eq(pl.lit(1)), first = pairs.filter(isFirst), evaluators = ["score"];
  const people = ratings.filter(isFirst)
    .withColumns(pl.Series("annotator", upTo(24).map((i) => i < 12 ? "p" : "q")));
  const metrics: Record<string, [pl.DataFrame, object?]> = {
    ...{ honestLeaderboard: [first], bradleyTerry: [first], repeatability: [pairs] },
    ...{ saturation: [pairs.drop("human", "choice")], ratingAgreement: [ratings, { evaluators }] },
    agreementCeiling: [people, { evaluators }],
  };
  for (const [name, [frame, more]] of Object.entries(metrics)) {
    const of = (own: pl.DataFrame, options = {}) =>
      records(core[name as "saturation"](own, { by: [], ...more, ...options }));
    const part = frame.filter(pl.col("domain").eq(pl.lit("d")));
    assert.deepEqual(of(frame, { where: { domain: "d" } }), of(part), name);
    const clusters = (options = {}) => of(frame, options)[0].n_clusters;
    assert.deepEqual([clusters(), clusters({ clusters: "batch" })], [4, 2], name);
    if (name === "bradleyTerry") {
      const crossed = () => clusters({ clusters: ["batch", "domain"] });
      assert.throws(crossed, /bradleyTerry: wanted one column of clusters/);
    } else assert.equal(clusters({ clusters: ["image_id", "domain"] }), 2, name);
  }
});

const pairs = core.readPairs("data/examples/pairs.csv");
const criteria = core.readCriteria("data/examples/criteria.csv");
const judge = (criteria.getColumn("judge").unique().sort().toArray() as string[])[0];

/** A metric of every way in which groups are made, and a column of its result that no group may be called as. */
const METRICS: Record<string, [frame: pl.DataFrame, by: string, taken: string]> = {
  ...{ informativenessBias: [pairs, "judge", "method"], imageReliance: [pairs, "judge", "warning"] },
  ...{ orderConsistency: [pairs, "judge", "low"], unparsedAudit: [pairs, "judge", "accuracy"] },
  ...{ honestLeaderboard: [pairs, "pipeline", "rank_low"], hypothesisTable: [pairs, "judge", "verdict"] },
  reliability: [core.readScorePairs("data/examples/score_pairs.csv"), "judge", "metric"],
  ...{ criteriaMetrics: [criteria, "judge", "value"], pluralisticAccuracy: [criteria, "judge", "n"] },
  compareCriteria: [criteria, "split", "only_second"],
  ratingAgreement: [core.readRatings("data/examples/ratings.csv"), "split", "tau_b"],
};

Deno.test("groups by one column's name, and never under a name of the result", () => {
  const compared = { first: { judge, mode: "joint" }, second: { judge, mode: "single" } };
  for (const [name, [frame, by, own]] of Object.entries(METRICS)) {
    const metric = (own: pl.DataFrame, by: unknown) =>
      name === "hypothesisTable"
        ? core.hypothesisTable(own, core.labelError, { by: by as string })
        : core[name as "compareCriteria"](
          own,
          { ...name === "compareCriteria" ? compared : {}, by } as never,
        );
    assert.deepEqual(metric(frame, by).toRecords(), metric(frame, [by]).toRecords());
    for (const taken of [own, "constructor"]) {
      const said = new RegExp(`RangeError: by: wanted columns .*, found ${taken}; rename it`);
      assert.throws(() => metric(frame.withColumns(pl.col(by).alias(taken)), [taken]), said, name);
    }
    assert.throws(() => metric(frame, 5), /wanted the name of a column or a list of names as by/);
  }
});
