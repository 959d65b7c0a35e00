import assert from "node:assert/strict";
import pl from "nodejs-polars";
import {
  contrast,
  informativenessBias,
  noiseFloor,
  positionRobustness,
  reliability,
  varianceComponents,
} from "judgebias";
import { frameClusters } from "@/metrics/clusters.ts";
import { random } from "@/stats/random.ts";
import { close } from "../stats/golden.ts";
import { pairsFrame, type Values } from "./pairs_fixture.ts";
import { scoresFrame } from "./scores_fixture.ts";

Deno.test("contrast: any two cells, paired where they share images, p on the interval's side", () => {
  const draw = random(3);
  const rows = Array.from({ length: 120 }, (_, i) =>
    ["one", "two"].map((judge) => ({
      item_id: `i${i}`,
      image_id: `p${i % 40}`,
      judge,
      choice: draw.uniform() < (judge === "one" ? 0.8 : 0.55) ? "A" : "B",
    }))).flat();
  const found = contrast(pairsFrame(rows), {
    outcome: "correct",
    first: { judge: "one" },
    second: { judge: "two" },
  });
  const share = (judge: string) =>
    rows.filter((row) => row.judge === judge && row.choice === "A").length / 120;
  close(found.estimate, share("one") - share("two"));
  assert.deepEqual(
    [found.n_first, found.n_second, found.n_clusters, found.clusters],
    [120, 120, 40, "image"],
  );
  assert.equal(found.pValue < 0.05, found.low > 0 || found.high < 0);
  const byItem = contrast(pairsFrame(rows), {
    outcome: "correct",
    first: { judge: "one" },
    second: { judge: "two" },
    clusters: "item_id",
  });
  assert.deepEqual([byItem.n_clusters, byItem.clusters], [120, "item_id"]);
  assert.throws(
    () =>
      contrast(pairsFrame(rows), { outcome: "correct", first: { judge: "one" }, second: { image_id: "p1" } }),
    /a row in common/,
  );
  assert.throws(
    () => contrast(pairsFrame(rows), { outcome: "judge", first: { judge: "one" }, second: { judge: "two" } }),
    TypeError,
  );
  assert.throws(
    () => contrast(pairsFrame(rows), { outcome: "correct", first: { judge: "x" }, second: { judge: "two" } }),
    /found none/,
  );
});

Deno.test("contrast: a weighted sum of cells, a difference of differences among them", () => {
  const draw = random(11);
  const score: number[] = [], judge: string[] = [], domain: string[] = [], item_id: string[] = [];
  for (let i = 0; i < 60; i++) {
    for (const [j, name] of ["one", "two"].entries()) {
      item_id.push(`i${i}`);
      judge.push(name);
      domain.push(i % 2 === 0 ? "maps" : "food");
      score.push(5 + 2 * (i % 2) * j + 3 * draw.uniform());
    }
  }
  const frame = pl.DataFrame({ item_id, judge, domain, score });
  const cells = {
    one_maps: { judge: "one", domain: "maps" },
    one_food: { judge: "one", domain: "food" },
    two_maps: { judge: "two", domain: "maps" },
    two_food: { judge: "two", domain: ["food"] },
  };
  const weights = { one_maps: 1, one_food: -1, two_maps: -1, two_food: 1 };
  const found = contrast(frame, { outcome: "score", cells, weights });
  // The same as the mean of each item's own difference: maps less food.
  const own = (name: string) => {
    const differences = score.flatMap((value, i) =>
      judge[i] === "one" && domain[i] === name ? [value - score[i + 1]] : []
    );
    const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
    const squares = differences.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    return { mean, variance: squares / (differences.length - 1) / differences.length };
  };
  const [maps, food] = ["maps", "food"].map(own);
  close(found.estimate, maps.mean - food.mean);
  // Two groups of 30 items: Welch's t-test, whose degrees of freedom CR2 has in a design of two groups.
  const error = Math.sqrt(maps.variance + food.variance);
  const df = (maps.variance + food.variance) ** 2 / ((maps.variance ** 2 + food.variance ** 2) / 29);
  assert.ok(Math.abs((found.high - found.low) / 2 / error - 2.0017) < 0.01, `${found.df}, Welch ${df}`); // t at 58 df: 2.0017
  assert.deepEqual([found.n_one_maps, found.n_two_food, found.n_clusters], [30, 30, 60]);
  const [first, second] = [cells.one_maps, cells.two_maps];
  const plain = contrast(frame, { outcome: "score", first, second });
  const two = contrast(frame, {
    outcome: "score",
    cells: { first, second },
    weights: { first: 1, second: -1 },
  });
  assert.deepEqual(two, plain);
  const wrong = (weights: object, own: object = cells) => () =>
    contrast(frame, { outcome: "score", cells: own, weights } as Parameters<typeof contrast>[1]);
  assert.throws(wrong({ one_maps: 1 }), /found weight undefined for one_food/);
  assert.throws(wrong({ ...weights, three: 1 }), /found a weight for three, no cell/);
  assert.throws(wrong({ ...weights, two_food: NaN }), /found weight NaN for two_food/);
  assert.throws(wrong({}, {}), /found no cell/);
  const loose = contrast as unknown as (...given: unknown[]) => unknown;
  assert.throws(() => loose(frame), /wanted an outcome and two sets of rows .* found no options/);
  assert.throws(
    () => loose(frame, { outcome: "score", first }),
    /wanted rows by values of columns .* found none/,
  );
  assert.throws(() => loose(frame, { outcome: "score", cells }), /found weight undefined for one_maps/);
  assert.throws(
    wrong({ a: 1, b: -1 }, { a: { judge: "one" }, b: { domain: "maps" } }),
    /wanted a and b without a row in common, found row 1 in both/,
  );
});

Deno.test("contrast: numbers beyond shares, true and false, values that are missing", () => {
  const frame = pl.DataFrame({
    item_id: ["a", "b", "c", "d", "e", "f"],
    group: ["x", "x", "x", "y", "y", "y"],
    score: [7, 8, null, 3, 4, 5],
    good: [true, true, false, false, true, null],
  });
  const score = contrast(frame, { outcome: "score", first: { group: "x" }, second: { group: ["y"] } });
  close(score.estimate, 3.5);
  assert.deepEqual([score.n_first, score.n_second, score.method], [2, 3, "CR2"]);
  const good = contrast(frame, { outcome: "good", first: { group: "x" }, second: { group: "y" } });
  close(good.estimate, 2 / 3 - 1 / 2);
  assert.ok(good.warning.length > 0 && good.method === "Wilson");
  // Numbers on one side alone are numbers.
  const mixed = pl.DataFrame({ group: [..."xxxxxyyyyy"], score: [5, 7, 9, 8, 6, 0, 1, 1, 0, 1] });
  const { method, high } = contrast(mixed, {
    outcome: "score",
    first: { group: "x" },
    second: { group: "y" },
  });
  assert.ok(method === "CR2" && high > 8, `${method} ${high}`);
});

Deno.test("a cluster is the image, else the item, within its benchmark; its name is the one it has", () => {
  const unit = (columns: Record<string, (string | null)[]>) => frameClusters(pl.DataFrame(columns)).unit;
  assert.equal(unit({ item_id: ["1", "2"], image_id: ["a", "b"] }), "image");
  assert.equal(unit({ item_id: ["1", "2"], image_id: ["a", null] }), "image or item");
  assert.equal(unit({ item_id: ["1", "2"] }), "item");
  assert.equal(unit({ sample_id: ["1", "2"], image_id: [null, null] }), "sample");
  assert.equal(unit({ score: ["1", "2"] }), "row");
  const { codes } = frameClusters(pl.DataFrame({ benchmark: ["x", "y", "x"], item_id: ["1", "1", "1"] }));
  assert.ok(codes[0] !== codes[1] && codes[0] === codes[2]);
});

Deno.test("score pairs with image_id: the image is the cluster, not the sample", () => {
  const rows = Array.from({ length: 150 }, (_, i) => ({
    sample_id: `s${i}`,
    bias_type: "text_dominance",
    unbiased: 8,
    biased: i % 5 < Math.floor(i / 5) % 4 ? 2 : 8,
  }));
  const frame = scoresFrame(rows);
  const images = pl.Series("image_id", rows.map((_, i) => `p${Math.floor(i / 5)}`), pl.Utf8);
  const [plain] = reliability(frame, { by: [] }).toRecords() as Values[];
  const [pictured] = reliability(frame.withColumns(images), { by: [] }).toRecords() as Values[];
  assert.deepEqual([plain.n_clusters, pictured.n_clusters, pictured.n], [150, 30, 150]);
  assert.ok(pictured.high - pictured.low > plain.high - plain.low);
  const two = pl.concat([
    scoresFrame(rows.map((row) => ({ ...row, run: 1 }))),
    scoresFrame(rows.map((row, i) => ({ ...row, run: 2, unbiased: i % 3 ? 8 : 7 }))),
  ]);
  const [floor] = noiseFloor(two, { by: [] }).toRecords() as Values[];
  assert.equal(floor.n_clusters, 150);
});

Deno.test("every row says its method, degrees of freedom, effective clusters, and warns in words", () => {
  const rows = Array.from({ length: 60 }, (_, i) => ({
    item_id: String(i),
    image_id: `p${i}`,
    human: "A",
    choice: i % 3 ? "A" : "B",
    more_informative: i < 3 ? "B" : "A",
  }));
  const [row] = informativenessBias(pairsFrame(rows), { by: [] }).toRecords();
  assert.equal(row.warning, "CDS rests on 3.0 effective of 3 clusters: the interval may miss");
  assert.deepEqual([row.method, row.effective_clusters], ["Wilson", 3]);
  assert.ok(Number(row.df) > 1 && Number(row.df) < 10);
  const wide = rows.map((one, i) => ({ ...one, more_informative: i % 2 ? "B" : "A" }));
  assert.equal(informativenessBias(pairsFrame(wide), { by: [] }).toRecords()[0].warning, null);
  const narrow = informativenessBias(pairsFrame(wide), { by: [], level: 0.5 }).toRecords()[0];
  assert.ok(
    Number(narrow.high) < Number(informativenessBias(pairsFrame(wide), { by: [] }).toRecords()[0].high),
  );
});

Deno.test("bounds: what ties and unparsable answers could have made of the estimate", () => {
  // IDS: right, wrong, tie; CDS: right, unparsable.
  const pairs = pairsFrame([
    { item_id: "1", human: "A", choice: "A", more_informative: "A" },
    { item_id: "2", human: "A", choice: "B", more_informative: "A" },
    { item_id: "3", human: "A", choice: "tie", more_informative: "A" },
    { item_id: "4", human: "A", choice: "A", more_informative: "B" },
    { item_id: "5", human: "A", choice: null, more_informative: "B" },
  ]);
  for (const unparsed of ["wrong", "drop"] as const) {
    const [row] = informativenessBias(pairs, { by: [], bounds: true, unparsed }).toRecords() as Values[];
    close(row.lowest, 1 / 3 - 1);
    close(row.highest, 2 / 3 - 1 / 2);
    assert.ok(row.lowest <= row.ib && row.ib <= row.highest);
  }
  const orders = pairsFrame(["1", "2", "3", "4"].flatMap((item_id, i) => [
    { item_id, choice: "A", swapped: false },
    { item_id, choice: ["A", "B", "tie", null][i], swapped: true },
  ]));
  const [order] = positionRobustness(orders, { by: [], bounds: true }).toRecords() as Values[];
  assert.deepEqual([order.n, order.robustness, order.lowest, order.highest], [3, 1 / 3, 0.25, 0.75]);
  assert.ok(!informativenessBias(pairs, { by: [] }).columns.includes("lowest"));
});

Deno.test("frames made by hand are held to the rules of files", () => {
  const row = { item_id: "1", human: "A", choice: "A", more_informative: "A" };
  assert.throws(
    () => informativenessBias(pairsFrame([row, row]), { by: [] }),
    /informativenessBias: wanted one row per/,
  );
  assert.throws(() => informativenessBias(pairsFrame([{ ...row, words_a: -1 }]), { by: [] }), /words_a/);
  // Ties of all humans are data, not a forgotten file.
  const [tied] = informativenessBias(pairsFrame([{ ...row, human: "tie" }]), { by: [] })
    .toRecords() as Values[];
  assert.deepEqual([tied.n, tied.n_human_tie], [0, 1]);
});

Deno.test("varianceComponents: a balanced two-way table gives the mean squares of the analysis of variance", () => {
  // Items 3, judges 2, one value each: [[1, 2], [4, 6], [9, 8]]. MS_item = 2·Σ(row mean − 5)²/2 = (12.25 + 0 + 12.25) = 24.5,
  // MS_judge = 3·2·(1/3)²/1 = 2/3, MS_rest = 1.1666…: σ²_item = (24.5 − 7/6)/2, σ²_judge = (2/3 − 7/6)/3.
  const frame = pl.DataFrame({
    item: ["a", "a", "b", "b", "c", "c"],
    judge: ["x", "y", "x", "y", "x", "y"],
    score: [1, 2, 4, 6, 9, 8],
  });
  const [item, judge, rest] = varianceComponents(frame, { outcome: "score", factors: ["item", "judge"] })
    .toRecords() as unknown as Values[];
  close(item.variance, (24.5 - 7 / 6) / 2, { relative: 1e-9 });
  close(judge.variance, (2 / 3 - 7 / 6) / 3, { relative: 1e-9 });
  close(rest.variance, 7 / 6, { relative: 1e-9 });
  assert.equal(judge.share, 0);
});
