import assert from "node:assert/strict";
import type pl from "nodejs-polars";
import { downsample } from "@/metrics/downsample.ts";
import { downsampleMoments } from "@/metrics/downsample.ts";
import { imageReliance } from "@/metrics/image_reliance.ts";
import { informativenessBias } from "@/metrics/informativeness_bias.ts";
import { lengthBias } from "@/metrics/length_bias.ts";
import { pairsFrame, randomRows, type Values } from "./pairs_fixture.ts";
import { accuracy, cds, differenceOfAccuracies, ids, longer, shorter } from "./textbook.ts";

/** The size of the paper's larger benchmark, and as many tables as it has for it: 8 judges with and without image. */
const PAIRS = 7756;
const TABLES = Array.from({ length: 16 }, (_, t) => {
  const judge = `judge-${String(t >> 1).padStart(2, "0")}`, image = t % 2 === 0;
  return { judge, image, rows: randomRows({ seed: t + 1, n: PAIRS, judge, image }) };
});
// The human's labels belong to the item, whatever the judge and the mode.
for (const { rows } of TABLES.slice(1)) {
  rows.forEach((row, i) => Object.assign(row, labelsOf(TABLES[0].rows[i])));
}
const frame = pairsFrame(TABLES.flatMap(({ rows }) => rows));

function labelsOf({ human, more_informative, words_a, words_b }: (typeof TABLES)[0]["rows"][0]) {
  return { human, more_informative, words_a, words_b };
}

function close(actual: number, expected: number, what: string, tolerance = 1e-12) {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual} against ${expected}`);
}

const find = (metric: pl.DataFrame, judge: string, image?: boolean) => {
  const row = (metric.toRecords() as Values[]).find((row) =>
    String(row.judge) === judge && (image === undefined || Boolean(row.image) === image)
  );
  assert.ok(row, `a row for ${judge}`);
  return row;
};

Deno.test("informativenessBias agrees with the textbook on 16 tables of 7,756 pairs to 1e-12", () => {
  const metric = informativenessBias(frame);
  assert.equal(metric.height, 16);
  for (const { judge, image, rows } of TABLES) {
    const row = find(metric, judge, image);
    close(row.accuracy, accuracy(rows), "accuracy");
    close(row.acc_ids, accuracy(ids(rows)), "acc_ids");
    close(row.acc_cds, accuracy(cds(rows)), "acc_cds");
    close(row.ib, accuracy(ids(rows)) - accuracy(cds(rows)), "ib");
    assert.equal(row.n_ids, ids(rows).length);
    assert.equal(row.n_cds, cds(rows).length);
    const { low, high, clusters } = differenceOfAccuracies(ids(rows), cds(rows));
    assert.equal(row.n_clusters, clusters);
    close(row.low, low, "low");
    close(row.high, high, "high");
    assert.equal(row.n_human_tie, rows.filter((r) => r.human === "tie").length);
    assert.equal(row.n_human_missing, rows.filter((r) => r.human === null).length);
    const labelled = rows.filter((r) => r.human === "A" || r.human === "B");
    assert.equal(row.n, labelled.length);
    assert.equal(row.n_tie, labelled.filter((r) => r.choice === "tie").length);
    assert.equal(row.n_unparsed, labelled.filter((r) => r.choice === null).length);
    assert.equal(row.n_unlabelled, labelled.length - row.n_ids - row.n_cds);
  }
});

Deno.test("lengthBias agrees with the textbook on 16 tables of 7,756 pairs to 1e-12", () => {
  const metric = lengthBias(frame);
  for (const { judge, image, rows } of TABLES) {
    const row = find(metric, judge, image);
    close(row.acc_longer, accuracy(longer(rows)), "acc_longer");
    close(row.acc_shorter, accuracy(shorter(rows)), "acc_shorter");
    close(row.lb, accuracy(longer(rows)) - accuracy(shorter(rows)), "lb");
    const { low, high } = differenceOfAccuracies(longer(rows), shorter(rows));
    close(row.low, low, "low");
    close(row.high, high, "high");
    assert.equal(row.n_longer + row.n_shorter + row.n_equal_length + row.n_unknown_length, row.n);
  }
});

Deno.test("imageReliance agrees with the textbook, and its identity with IB holds", () => {
  const all = imageReliance(frame);
  const inIds = imageReliance(frame, { within: "ids" }), inCds = imageReliance(frame, { within: "cds" });
  const bias = informativenessBias(frame);
  assert.equal(all.height, 8);
  for (let j = 0; j < 8; j++) {
    const [{ judge, rows: image }, { rows: blind }] = TABLES.slice(2 * j, 2 * j + 2);
    close(find(all, judge).irs, accuracy(image) - accuracy(blind), "irs");
    close(find(inIds, judge).irs, accuracy(ids(image)) - accuracy(ids(blind)), "irs in IDS");
    close(
      find(inCds, judge).irs - find(inIds, judge).irs,
      find(bias, judge, false).ib - find(bias, judge, true).ib,
      "IRS_CDS − IRS_IDS = IB(no image) − IB(image)",
    );
  }
});

Deno.test("downsample agrees with its closed form within Monte-Carlo error, for both splits of all tables", () => {
  for (const split of ["informativeness", "length"] as const) {
    const moments = downsampleMoments(frame, { split });
    const draws = 200; // 16 cells × 200
    const drawn = downsample(frame, { split, draws, seed: 7 });
    let squares = 0;
    for (const { judge, image } of TABLES) {
      const exact = find(moments, judge, image), sample = find(drawn, judge, image);
      assert.equal(sample.samples, 16 * draws);
      const z = (sample.mean - exact.mean) / Math.sqrt(exact.variance / sample.samples);
      assert.ok(Math.abs(z) < 4.5, `mean of ${judge}: z = ${z}`);
      // The grid mixes variances, so its sample variance has a relative error of about √(κ/samples) with κ near 3.
      assert.ok(
        Math.abs(sample.variance / exact.variance - 1) < 5 * Math.sqrt(3 / sample.samples),
        `variance of ${judge}`,
      );
      squares += z * z;
    }
    // Sum of 16 squared standard normals (a little less: stratified over the grid): 95% below 26.3, 99.9% below 39.3.
    assert.ok(squares < 39.3, `sum of squared z: ${squares}`);
  }
});
