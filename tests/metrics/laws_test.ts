import assert from "node:assert/strict";
import pl from "nodejs-polars";
import * as core from "judgebias";
import { frameClusters } from "@/metrics/pair_rows.ts";
import { metricFrame } from "@/metrics/metric_table.ts";
import { pairOutcomes, verdictCodes } from "@/metrics/pair_outcomes.ts";
import { scoreOutcomes } from "@/metrics/score_outcomes.ts";
import { BIAS_TAXONOMY } from "@/results/bias_taxonomy.ts";
import { factor } from "@/results/factor.ts";
import { random } from "@/stats/random.ts";
import { close } from "../stats/golden.ts";
import { criteriaFrame, item } from "./criteria_fixture.ts";
import { pairsFrame, randomRows } from "./pairs_fixture.ts";
import { randomScores, type ScoreRow, scoresFrame } from "./scores_fixture.ts";

type Row = Record<string, number> & { judge: string; bias_type: string; dimension: string };
const records = (frame: pl.DataFrame) => frame.toRecords() as Row[];
const one = (frame: pl.DataFrame) => records(frame)[0];
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);
const near = { absolute: 1e-12 };

Deno.test("BC is symmetric in nothing, BD falls with ŷ: properties on a grid", () => {
  for (let y = 1; y <= 10; y++) {
    for (let changed = 1; changed <= 10; changed++) {
      const bc = core.biasConformity([y], [changed]);
      assert.ok(bc >= 0 && bc <= 1);
      assert.equal(bc === 1, y === changed);
      if (y === 1) continue;
      const bd = core.biasDeviation([y], [changed]);
      assert.ok(bd >= 0 && bd <= 1);
      assert.equal(bd === 0, changed >= y);
      if (changed > 1) assert.ok(core.biasDeviation([y], [changed - 1]) >= bd);
    }
  }
});

/** Reliability written from its definition, with filters and plain averages. */
function textbook(rows: readonly ScoreRow[], type: string) {
  const { metric } = BIAS_TAXONOMY.find((spec) => spec.type === type)!;
  const runs = [...new Set(rows.map(({ run }) => run))].map((own) =>
    rows.filter(({ run, bias_type, unbiased, biased }) =>
      run === own && bias_type === type && unbiased !== null && biased !== null &&
      (metric === "bc" || unbiased > 1)
    ).map(({ unbiased: y, biased: b }) =>
      metric === "bd" ? Math.max(0, y! - b!) / (y! - 1) : 1 - Math.abs(y! - b!) / Math.max(y! - 1, 10 - y!)
    )
  ).filter((values) => values.length > 0);
  return mean(runs.map(mean));
}

Deno.test("reliability agrees with the textbook definition on lopsided data with gaps; its summary is the mean of types, not of dimensions", () => {
  const rows = randomScores({ seed: 3, samples: 120, runs: 3, judges: 2 }), frame = scoresFrame(rows);
  const values = records(core.reliability(frame));
  assert.ok(values.length > 14);
  for (const { value, low, high, n, n_clusters, judge, bias_type } of values) {
    close(value, textbook(rows.filter((row) => row.judge === judge), bias_type), near);
    assert.ok(low <= value && value <= high && n_clusters <= n);
  }
  for (const row of records(core.reliabilitySummary(frame))) {
    const own = values.filter(({ judge }) => judge === row.judge);
    for (const dimension of ["integrality", "congruity", "robustness"]) {
      const parts = own.filter((one) => one.dimension === dimension);
      close(row[dimension], mean(parts.map(({ value }) => value)), near);
    }
    close(row.overall, mean(own.map(({ value }) => value)), near);
    assert.ok(row.low < row.overall && row.overall < row.high);
  }
  const parts = records(core.reliability(frame, { by: ["difficulty"] }));
  const all = records(core.reliability(frame, { by: [] })), [{ bias_type, n }] = all;
  const own = parts.filter((row) => row.bias_type === bias_type);
  assert.equal(own.reduce((sum, row) => sum + row.n, 0), n, "by difficulty");
  const typed = core.reliability(frame, { by: ["bias_type"] });
  assert.equal(typed.height, all.length, "the type is not asked for twice");
  assert.equal(core.noiseFloor(frame, { by: ["bias_type"] }).columns[0], "bias_type");
});

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

Deno.test("downsample: the paper's grid, its seed, and independence of the groups around", () => {
  const rows = [..."ab"].flatMap((judge, i) => randomRows({ seed: i + 1, n: 400, judge }));
  const drawn = (own: typeof rows, seed: number) =>
    records(core.downsample(pairsFrame(own), { split: "length", seed }));
  const both = drawn(rows, 5);
  assert.equal(both[0].samples, 160);
  assert.deepEqual(both, drawn(rows, 5));
  assert.deepEqual(both[1], drawn(rows.slice(400), 5)[0]);
  assert.notEqual(both[0].mean, drawn(rows, 6)[0].mean);
  close(both[0].sd ** 2, both[0].variance, near);
});

Deno.test("cdsRatioSweep: ends are the subsets' accuracies, between them the weighted mean", () => {
  const pairs = pairsFrame(randomRows({ seed: 3, n: 2000 }));
  const bias = one(core.informativenessBias(pairs, { by: [] })), ratios = [0, 0.25, 0.5, 1];
  const sweep = records(core.cdsRatioSweep(pairs, { ratios, draws: 400, seed: 1, by: [] }));
  assert.deepEqual([sweep[0].accuracy, sweep[3].accuracy], [bias.acc_ids, bias.acc_cds]);
  assert.ok(sweep[0].sd < 1e-12 && sweep[3].sd < 1e-12);
  for (const { ratio, accuracy, sd, n_ids, n_cds, low, high } of sweep) {
    const expected = (1 - ratio) * bias.acc_ids + ratio * bias.acc_cds;
    assert.ok(Math.abs(accuracy - expected) < 5 * sd / Math.sqrt(400) + 1e-3, `ratio ${ratio}`);
    assert.ok(Math.abs(n_cds / (n_ids + n_cds) - ratio) < 1e-3, "the share is what was asked for");
    assert.ok(n_ids === bias.n_ids || n_cds === bias.n_cds, "one subset is used whole");
    assert.ok(low < expected && expected < high);
  }
});

Deno.test("unparsedAudit: a draw is the seed's, rows keep theirs whatever else is unparsed", () => {
  const accuracy = (seed: number, first: string | null) => {
    const frame = pairsFrame(upTo(40).map((i) => ({ choice: i === 0 ? first : null })));
    return records(core.unparsedAudit(frame, { by: [], seed }))[2].accuracy;
  };
  assert.equal(accuracy(1, null), accuracy(1, null));
  assert.ok(new Set([1, 2, 3, 4].map((seed) => accuracy(seed, null))).size > 1);
  close(accuracy(1, "A") - accuracy(1, "B"), 1 / 40, near);
});

Deno.test("agreementCeiling: a judge that is milder than people keeps its τ and loses κ", () => {
  const human = upTo(60).map((i) => i % 5), other = human.map((x, i) => i % 7 === 0 ? (x + 1) % 5 : x);
  const of = (judge: number[]) =>
    one(core.agreementCeiling(pl.DataFrame({
      item_id: upTo(120).map((i) => String(i % 60)),
      annotator: upTo(120).map((i) => i < 60 ? "p" : "q"),
      ...{ human: [...human, ...other], judge: [...judge, ...judge] },
    })));
  const same = of(human), mild = of(human.map((x) => x + 3));
  close(mild.tau, same.tau);
  assert.ok(same.kappa > same.kappa_ceiling && mild.kappa < 0.3 && mild.kappa_gap_low > 0.3);
});

Deno.test("compareCriteria: where units share items, p and interval agree and rest on items, not on pairs; the order only turns the sign", () => {
  const frame = criteriaFrame(
    upTo(40).flatMap((i) => [
      ...item(`${i}`, "AABB", i % 3 ? "AABB" : "AAAA", { mode: "joint" }),
      ...item(`${i}`, "AABB", i % 2 ? "AABB" : "AAAA", { mode: "single" }),
    ]),
  );
  const modes = { first: { mode: "joint" }, second: { mode: "single" }, by: [] };
  const at = (more = {}) => records(core.compareCriteria(frame, { ...modes, ...more }));
  const forth = at(), back = at({ first: modes.second, second: modes.first }), cmr = forth[2];
  assert.deepEqual([cmr.n, cmr.n_clusters], [160, 40]);
  const [inside, outside] = [0.99, 1.01].map((factor) => at({ level: 1 - factor * cmr.p_value })[2]);
  assert.ok(inside.low * inside.high < 0 && outside.low * outside.high > 0, `${inside.low} ${outside.low}`);
  forth.forEach(({ difference, p_value, low }, i) => {
    close(difference, -back[i].difference, near);
    close(low, -back[i].high, near);
    close(p_value, back[i].p_value);
  });
});

/** Three judges of items that people answer with A in 70%: easy items are judged alike, hard ones by chance. */
function threeJudges(items: number, seed: number) {
  const { uniform } = random(seed), truth: number[] = [];
  const rows = upTo(items).flatMap((i) => {
    truth.push(uniform() < 0.7 ? 1 : 0);
    const right = uniform() < 0.7 ? 0.97 : 0.6;
    return [..."xyz"].map((judge) => ({
      ...{ item_id: `${i}`, judge, choice: (uniform() < right) === (truth[i] === 1) ? "A" : "B" },
    }));
  });
  return { truth, pairs: pl.DataFrame(rows) };
}

Deno.test("labelQueue: narrower limits than as many labels at random, and they hold", () => {
  const labels = 120, sets = 40;
  let narrower = 0, plain = 0, held = 0;
  for (let s = 0; s < sets; s++) {
    const { truth, pairs } = threeJudges(1200, s);
    const votes = pairs.getColumn("choice").toArray();
    const predicted = truth.map((_, i) =>
      votes.slice(3 * i, 3 * i + 3).filter((v) => v === "A").length > 1 ? 1 : 0
    );
    const queue = (n: number, seed: number) => core.labelQueue(pairs, { n, seed }).toRecords();
    const stratum = new Map(queue(truth.length, 0).map((row) => [Number(row.item_id), String(row.stratum)]));
    const limits = (ids: readonly number[], isStratified: boolean) => {
      const known = new Set(ids), rest = truth.map((_, i) => i).filter((i) => !known.has(i));
      const of = (list: readonly number[]) => ({
        predicted: list.map((i) => predicted[i]),
        ...isStratified ? { strata: list.map((i) => stratum.get(i)!) } : {},
      });
      const labelled = { ...of(ids), truth: ids.map((i) => truth[i]) };
      return core.correctedRate({ method: "ppi", ...of(rest), labelled });
    };
    const queued = limits(queue(labels, s).map(({ item_id }) => Number(item_id)), true);
    const drawn = limits(random(s + 999).shuffle(upTo(truth.length)).slice(0, labels), false);
    narrower += queued.high - queued.low;
    plain += drawn.high - drawn.low;
    if (queued.low <= mean(truth) && mean(truth) <= queued.high) held++;
  }
  // Width goes with 1/√n: 0.9 of the width saves a fifth of the labels.
  assert.ok(narrower < 0.93 * plain, `${narrower / sets} against ${plain / sets}`);
  assert.ok(held / sets > 0.87, `${held} of ${sets}`);
});

Deno.test("labelQueue: what is labelled is not asked again, weights count all, edges", () => {
  const human = pl.when(pl.col("item_id").isIn(["0", "1"])).then(pl.lit("A")).otherwise(pl.lit(null));
  const some = threeJudges(50, 1).pairs.withColumns(human.alias("human"));
  const asked = (n: number) => core.labelQueue(some, { n, seed: 3 });
  const ids = asked(12).getColumn("item_id").toArray() as string[];
  assert.ok(!ids.includes("0") && !ids.includes("1") && new Set(ids).size === 12);
  close(mean(asked(12).getColumn("weight").toArray() as number[]) * 12, 48);
  assert.equal(asked(1).height, 1);
  assert.throws(() => asked(49), /from 1 to the 48 items without a human label, found 49/);
  assert.deepEqual(asked(12).toRecords(), asked(12).toRecords());
});

/** A panel whose errors are copies of a common one with probability √ρ each. */
function panel(images: number, k: number, rho: number, seed: number) {
  const { uniform } = random(seed);
  const rows = upTo(images).flatMap((i) => {
    const common = uniform() < 0.3;
    return upTo(k).map((j) => ({
      ...{ item_id: String(i), judge: `j${j}`, human: "A" },
      choice: (uniform() < Math.sqrt(rho) ? common : uniform() < 0.3) ? "B" : "A",
    }));
  });
  return pl.DataFrame(rows);
}

Deno.test("effectiveJudges: k/(1 + (k − 1)ρ) of simulated panels, in 93 to 98% of their intervals", () => {
  const images = 60, k = 5, rho = 0.4, truth = k / (1 + (k - 1) * rho), sets = 300;
  const held = upTo(sets).filter((s) => {
    const { low, high } = one(core.effectiveJudges(panel(images, k, rho, s), { by: [] }));
    return low <= truth && truth <= high;
  }).length;
  const error = 3 * Math.sqrt(0.05 * 0.95 / sets);
  assert.ok(held / sets > 0.93 - error && held / sets < 0.98 + error, `${held / sets}`);
});

Deno.test("effectiveJudges: pairs that one judge lacks are left out; few pairs on which two judges err are warned of", () => {
  const found = one(core.effectiveJudges(panel(50, 3, 0.2, 1).slice(1, 149), { by: [] }));
  assert.deepEqual([found.n, found.judges], [49, 3]);
  close(found.correlation, (3 / found.effective - 1) / 2, near);
  const told = (images: number) => one(core.effectiveJudges(panel(images, 3, 0.4, 2), { by: [] })).warning;
  assert.match(String(told(15)), /in \d clusters only: the upper limit is too low/);
  assert.equal(told(150), null);
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
  compareCriteria: [criteria, "split", "test"],
  ratingAgreement: [core.readRatings("data/examples/ratings.csv"), "split", "tau_b"],
};

Deno.test("groups by one column's name, and never under a name of the result", () => {
  const compared = { first: { judge, mode: "joint" }, second: { judge, mode: "single" } };
  for (const [name, [frame, by, own]] of Object.entries(METRICS)) {
    const metric = (own: pl.DataFrame, by: unknown) =>
      name === "hypothesisTable"
        ? core.hypothesisTable(own, core.balancedAccuracy, { by: by as string })
        : core[name as "compareCriteria"](
          own,
          { ...name === "compareCriteria" ? compared : {}, by } as never,
        );
    assert.deepEqual(metric(frame, by).toRecords(), metric(frame, [by]).toRecords());
    for (const taken of [own, "constructor"]) {
      const said = new RegExp(`RangeError: by: wanted columns .*, found ${taken}; rename it`);
      assert.throws(() => metric(frame.withColumns(pl.col(by).alias(taken)), [taken]), said, name);
    }
    assert.throws(() => metric(frame, 5), /by: wanted the name of a column or a list/);
  }
});

Deno.test("calibrationError: p is below 5% where the lower limit leaves 0, and only there; the correction takes most of a calibrated judge's bias out", () => {
  const rejected: number[] = [], calibrated: { ece: number; corrected: number; low: number }[] = [];
  for (let seed = 1; seed <= 300; seed++) {
    const { uniform } = random(seed), shift = seed % 3 / 8;
    const probability = upTo(60).map(() => 0.5 + uniform() / 2);
    const found = core.calibrationError(probability, probability.map((p) => uniform() < p - shift ? 1 : 0));
    const { low, pValue } = found;
    assert.equal(pValue < 0.05, low > 0, `p ${pValue} beside a lower limit of ${low} (seed ${seed})`);
    rejected.push(Number(low > 0));
    if (shift === 0) calibrated.push(found);
  }
  assert.ok(mean(rejected) > 0.3 && mean(rejected) < 0.83, `${mean(rejected)}`);
  const [plain, corrected] = (["ece", "corrected"] as const).map((name) =>
    mean(calibrated.map((one) => one[name]))
  );
  assert.ok(plain > 0.03 && corrected < 0.7 * plain, `${plain} ${corrected}`);
  assert.ok(calibrated.filter(({ low }) => low === 0).length > 90);
});
