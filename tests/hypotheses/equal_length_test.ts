import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { adjustedBias } from "@/hypotheses/adjusted_bias.ts";
import { biasAtEqualLength } from "@/hypotheses/bias_at_equal_length.ts";
import { equalizedBias } from "@/hypotheses/equalized_bias.ts";
import { matchedBias } from "@/hypotheses/matched_bias.ts";
import { informativenessBias } from "@/metrics/informativeness_bias.ts";
import { pairsFrame } from "../metrics/pairs_fixture.ts";
import { judgedPairs } from "./judged_pairs.ts";

const near = (found: number, wanted: number, tolerance = 1e-12) =>
  assert.ok(Math.abs(found - wanted) <= tolerance, `${found} is not ${wanted}`);

const lengthened = { variant: "length_equalized" };

/** One row per letter: right or wrong in IDS and CDS, with the words of both answers after lengthening. */
function fromCounts(
  cells: { ids: boolean; right: boolean; count: number; words?: [number, number] }[],
  condition = {},
) {
  let item = 0;
  return cells.flatMap(({ ids, right, count, words = [20, 20] }) =>
    Array.from({ length: count }, () => ({
      item_id: String(item++),
      human: "A",
      choice: right ? "A" : "B",
      more_informative: ids ? "A" : "B",
      words_a: words[0],
      words_b: words[1],
      ...condition,
    }))
  );
}

Deno.test("equalizedBias: selection and equalisation, by hand", () => {
  // Before: IDS 8/10, CDS 2/10, IB 0.6. The last 4 pairs (CDS, 2 right) stay apart after lengthening. Kept before:
  // IDS 8/10, CDS 0/6, IB 0.8, so selection = 0.2. Kept after: IDS 7/10, CDS 3/6, IB 0.2, so equalisation = −0.6.
  const before = fromCounts([
    { ids: true, right: true, count: 8, words: [40, 20] },
    { ids: true, right: false, count: 2, words: [40, 20] },
    { ids: false, right: false, count: 8, words: [20, 40] },
    { ids: false, right: true, count: 2, words: [20, 40] },
  ]);
  const after = fromCounts([
    { ids: true, right: true, count: 7, words: [40, 35] },
    { ids: true, right: false, count: 3, words: [40, 35] },
    { ids: false, right: true, count: 3, words: [40, 40] },
    { ids: false, right: false, count: 3, words: [40, 40] },
    { ids: false, right: false, count: 4, words: [34, 40] },
  ], lengthened);
  const pairs = pairsFrame([...before, ...after]);
  const { steps, estimate, shareExplained, n } = equalizedBias(pairs, { replicates: 200 });
  const value = (name: string) => steps.find((step) => step.name.startsWith(name))!.estimate;
  near(value("all pairs, before"), 0.6);
  near(value("kept pairs, before"), 0.8);
  near(value("kept pairs, after"), 0.2);
  near(value("selection"), 0.2);
  near(value("equalisation"), -0.6);
  near(value("both"), -0.4);
  near(estimate, 0.2);
  near(shareExplained!.estimate, 0.4 / 0.6);
  assert.equal(n, 16);
  const bare = equalizedBias(pairs, { replicates: 0 });
  assert.equal(bare.shareExplained, null); // no resamples, no interval of a share
  assert.deepEqual(
    bare.steps.map(({ name, estimate }) => [name, estimate.toFixed(12)]),
    steps.map(({ name, estimate }) => [name, estimate.toFixed(12)]),
  );
  assert.ok(bare.steps.every(({ low, high }) => low < high), "the delta method's limits");
  assert.match(bare.method, /steps: delta method$/);
  assert.equal(equalizedBias(pairs, { threshold: 6, replicates: 50 }).n, 20);
  // A share of nothing is no share: no bias before.
  const flat = pairsFrame([
    ...fromCounts([true, false].flatMap((ids) => [true, false].map((right) => ({ ids, right, count: 5 })))),
    ...fromCounts(
      [{ ids: true, right: true, count: 10 }, { ids: false, right: false, count: 10 }],
      lengthened,
    ),
  ]);
  assert.equal(equalizedBias(flat, { replicates: 50 }).shareExplained, null);
});

Deno.test("equalizedBias: original labels unless relabelled", () => {
  const before = fromCounts([{ ids: true, right: true, count: 6 }, { ids: false, right: false, count: 6 }]);
  // After lengthening an annotator found the other answer more informative, everywhere.
  const after = fromCounts(
    [{ ids: false, right: true, count: 6 }, { ids: true, right: false, count: 6 }],
    lengthened,
  );
  const pairs = pairsFrame([...before, ...after]);
  near(equalizedBias(pairs, { replicates: 10 }).estimate, 1);
  near(equalizedBias(pairs, { replicates: 10, relabelled: true }).estimate, -1);
});

Deno.test("matchedBias: subsets of pairs change places one by one only where each has an image of its own", () => {
  const pairs = judgedPairs({ seed: 3, images: 60, judges: [{ ids: 1, cds: 0 }] });
  const permuted = (frame: typeof pairs) =>
    matchedBias(frame, { shuffles: 19 }).sensitivity.filter(({ name }) => name.startsWith("permutation"))
      .length;
  assert.deepEqual([permuted(pairs), permuted(pairs.drop("image_id"))], [0, 1]);
});

Deno.test("a judge that is always right has no bias at equal length, separated or not", () => {
  const right = { ids: 99, cds: 99 };
  const pairs = judgedPairs({ seed: 1, images: 60, judges: [right, { ...right, condition: lengthened }] });
  for (
    const result of [adjustedBias(pairs), matchedBias(pairs), equalizedBias(pairs, { threshold: Infinity })]
  ) {
    assert.equal(result.estimate, 0);
    assert.equal(result.pValue, 1);
    assert.equal(result.verdict, "undecided");
    assert.ok(
      result.low < -0.02 && result.low > -0.4 && result.high > 0.02 && result.high < 0.4,
      result.hypothesis,
    );
  }
  // Right in IDS only: separated the other way round.
  const biased = adjustedBias(judgedPairs({ seed: 2, images: 60, judges: [{ ids: 99, cds: -99 }] }));
  near(biased.estimate, 1);
  assert.equal(biased.verdict, "supported");
  assert.match(biased.method, /separated/);
  // Always right in IDS, at times in CDS: quasi-complete separation.
  const mixed = adjustedBias(
    judgedPairs({ seed: 3, images: 200, judges: [{ ids: 99, cds: 0, perWord: 0.02 }] }),
  );
  assert.ok(mixed.estimate > 0.3 && mixed.low > 0.2 && mixed.high < 0.85 && mixed.verdict === "supported");
});

Deno.test("a judge that only follows length has IB before, and none at equal length", () => {
  const pairs = judgedPairs({
    seed: 4,
    images: 2500,
    longer: 12,
    judges: [{ ids: 0.4, cds: 0.4, perWord: 0.08 }],
  });
  const [plain] = informativenessBias(pairs, { by: [] }).toRecords() as { ib: number }[];
  assert.ok(plain.ib > 0.2, String(plain.ib));
  const { adjusted, matched, equalized, sensitivity, estimate } = biasAtEqualLength(pairs);
  assert.equal(equalized, null);
  assert.equal(estimate, adjusted.estimate);
  assert.deepEqual(sensitivity.map(({ name }) => name), ["matched", "regression", "near in length"]);
  const line = adjusted.sensitivity.find(({ name }) => name === "straight line in words")!;
  // The judge's effect of length is a straight line in words; curves must be told from pairs near in length.
  assert.ok(Math.abs(line.estimate) < 0.03 && adjusted.low < 0 && adjusted.high > 0 && adjusted.high < 0.2);
  assert.ok(Math.abs(matched.estimate) < 0.04 && matched.high - matched.low < 0.12, String(matched));
});

Deno.test("what cannot be tested says so", () => {
  const onlyIds = pairsFrame(
    fromCounts([{ ids: true, right: true, count: 4 }, { ids: true, right: false, count: 3 }]),
  );
  for (const result of [adjustedBias(onlyIds), matchedBias(onlyIds)]) {
    assert.equal(result.verdict, "untestable");
    assert.ok(Number.isNaN(result.estimate) && Number.isNaN(result.pValue));
  }
  assert.throws(() => equalizedBias(onlyIds), /equalizedBias: wanted rows with variant length_equalized/);
  assert.throws(() => equalizedBias(onlyIds, { threshold: -1 }), /threshold of 0 or more/);
  assert.throws(() => matchedBias(onlyIds, { strata: 1 }), /at least 2 strata/);
  assert.throws(() => adjustedBias(onlyIds.drop("words_a")), /words_a/);
  assert.throws(
    () => adjustedBias(onlyIds, { condition: { pipeline: "birch" } }),
    /wanted rows with pipeline birch, found base/,
  );
  assert.throws(() => adjustedBias(onlyIds.drop("more_informative")), /informativeness labels/);
  assert.throws(() => adjustedBias(onlyIds, { alpha: 0 }), /alpha between 0 and 1/);
});

Deno.test("results say when they come from a simulation, and when judges are pooled", () => {
  const pairs = judgedPairs({ seed: 5, images: 40, judges: [{ ids: 1, cds: 0 }] });
  const simulated = adjustedBias(pairs.withColumns(pl.lit("simulated").alias("provenance")));
  assert.equal(simulated.provenance, "simulated");
  assert.match(String(simulated), /simulated/);
  const result = adjustedBias(pairs);
  assert.equal(result.provenance, "results");
  assert.doesNotMatch(String(result), /simulated|count as one/);
  const two = pl.concat([pairs, pairs.withColumns(pl.lit("k").alias("judge"))]);
  assert.match(adjustedBias(two).assumptions.join("; "), /2 judges count as one/);
  const display = (result as unknown as Record<symbol, () => Record<string, string>>)
    [Symbol.for("Jupyter.display")]();
  assert.match(display["text/html"], /<caption[^>]*>IB remains at equal length \(regression\)/);
  assert.deepEqual(Object.keys(result).slice(2, 13), [
    "estimate",
    "low",
    "high",
    "n",
    "clusters",
    "pValue",
    "effect",
    "verdict",
    "method",
    "assumptions",
    "sensitivity",
  ]);
});

Deno.test("equalizedBias: an interval that lies above 0 by padding alone says so", () => {
  // The judge is right in 73% where the other answer was padded and in 55% where the preferred one was, in IDS and CDS alike; in IDS
  // it is mostly the other.
  const pairs = (cds: number, others: [number, number], preferred: [number, number]) => {
    const cells = [
      { ids: true, right: [234, 86], before: [40, 20] },
      { ids: true, right: [44, 36], before: [20, 40] },
      { ids: false, right: others, before: [40, 20] },
      { ids: false, right: preferred, before: [20, 40] },
    ].flatMap(({ ids, right, before }) =>
      right.map((count, wrong) => ({ ids, right: wrong === 0, count, words: before as [number, number] }))
    );
    assert.equal(others[0] + others[1] + preferred[0] + preferred[1], cds);
    const equal = cells.map((cell) => ({ ...cell, words: [40, 40] as [number, number] }));
    return pairsFrame([...fromCounts(cells), ...fromCounts(equal, lengthened)]);
  };
  const swayed = equalizedBias(pairs(320, [58, 22], [132, 108]), { replicates: 20 });
  assert.ok(swayed.low > 0 && swayed.pValue > 0.5, `${swayed.low}, p ${swayed.pValue}`);
  assert.match(swayed.warning, /only as long as padding counts as bias: with padding balanced it is \[-0\.0/);
  // Right less often in CDS whatever was padded: a bias, and nothing to warn of.
  const biased = equalizedBias(pairs(320, [36, 44], [72, 168]), { replicates: 20 });
  assert.ok(biased.low > 0 && biased.pValue < 0.001);
  assert.equal(biased.warning, "");
});

Deno.test("adjustedBias: fewer than five wrong verdicts are warned of, five are not", () => {
  const study = (wrong: number) =>
    pairsFrame(Array.from({ length: 80 }, (_, i) => ({
      item_id: String(i),
      image_id: String(i >> 1),
      human: "A",
      choice: i % 16 === 3 && i < 16 * wrong ? "B" : "A",
      more_informative: i % 3 === 0 ? "B" : "A",
      words_a: 40 + (7 * i) % 23,
      words_b: 50,
    })));
  assert.equal(
    adjustedBias(study(4)).warning,
    "IB(0) rests on 4 wrong of 80 verdicts: the interval may miss",
  );
  assert.equal(adjustedBias(study(5)).warning, "");
  assert.equal(adjustedBias(study(0)).warning, ""); // nothing to fit: Wilson's limits
});
