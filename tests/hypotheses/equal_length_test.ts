import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { only, readPairs } from "judgebias";
import { biasAtEqualLength } from "@/hypotheses/bias_at_equal_length.ts";
import { equalizedBias } from "@/hypotheses/equalized_bias.ts";
import { mitigationLowersBias } from "@/hypotheses/mitigation.ts";
import { informativenessBias } from "@/metrics/informativeness_bias.ts";
import { LENGTH_PROCESSES, lengthPairs } from "../calibration/length_processes.ts";
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
  const { steps, shareExplained, n } = equalizedBias(pairs);
  const value = (name: string) => steps.find((step) => step.name.startsWith(name))!.estimate;
  near(value("all pairs, before"), 0.6);
  near(value("kept pairs, before"), 0.8);
  near(value("kept pairs, after"), 0.2);
  near(value("selection"), 0.2);
  near(value("equalisation"), -0.6);
  near(value("both"), -0.4);
  near(shareExplained!.estimate, 0.4 / 0.6);
  assert.equal(n, 16);
  assert.ok(steps.every(({ low, high }) => low < high));
  assert.equal(equalizedBias(pairs, { threshold: 6 }).n, 20);
  // All answers but two stay: the share is surer than the bias, for what both hold is no noise of it.
  const rows = (changed: number, condition = {}) =>
    fromCounts([
      { ids: true, right: true, count: 36 },
      { ids: true, right: false, count: 4 },
      { ids: false, right: true, count: changed },
      { ids: false, right: false, count: 40 - changed },
    ], condition);
  const small = equalizedBias(pairsFrame([...rows(4), ...rows(6, lengthened)])).shareExplained!;
  near(small.estimate, 0.05 / 0.8);
  assert.ok(-0.1 < small.low && small.high < 0.25, `${small.low} to ${small.high}`);
  // A share of nothing is no share: no bias before.
  const flat = pairsFrame([
    ...fromCounts([true, false].flatMap((ids) => [true, false].map((right) => ({ ids, right, count: 5 })))),
    ...fromCounts(
      [{ ids: true, right: true, count: 10 }, { ids: false, right: false, count: 10 }],
      lengthened,
    ),
  ]);
  assert.equal(equalizedBias(flat).shareExplained, null);
});

Deno.test("equalizedBias: original labels unless relabelled", () => {
  const before = fromCounts([{ ids: true, right: true, count: 6 }, { ids: false, right: false, count: 6 }]);
  // After lengthening an annotator found the other answer more informative, everywhere.
  const after = fromCounts(
    [{ ids: false, right: true, count: 6 }, { ids: true, right: false, count: 6 }],
    lengthened,
  );
  const pairs = pairsFrame([...before, ...after]);
  near(equalizedBias(pairs).estimate, 1, 1e-9);
  near(equalizedBias(pairs, { relabelled: true }).estimate, -1, 1e-9);
});

Deno.test("a judge that is always right has no bias at equal length, separated or not", () => {
  const right = { ids: 99, cds: 99 };
  const pairs = judgedPairs({ seed: 1, images: 60, judges: [right, { ...right, condition: lengthened }] });
  const { atZero, ...matched } = biasAtEqualLength(pairs);
  for (const result of [matched, atZero, equalizedBias(pairs, { threshold: Infinity })]) {
    assert.equal(result.estimate, 0);
    assert.equal(result.pValue, 1);
    assert.equal(result.verdict, "undecided");
    assert.ok(
      result.low < -0.02 && result.low > -0.4 && result.high > 0.02 && result.high < 0.4,
      result.hypothesis,
    );
  }
  // Right in IDS only: separated the other way round.
  const only = judgedPairs({ seed: 2, images: 60, judges: [{ ids: 99, cds: -99 }] });
  for (const result of [biasAtEqualLength(only), biasAtEqualLength.atZero(only)]) {
    near(result.estimate, 1, 1e-9);
    assert.equal(result.verdict, "supported");
    assert.match(result.method, /separate/);
  }
  // Always right in IDS, at times in CDS: quasi-complete separation.
  const some = judgedPairs({ seed: 3, images: 200, judges: [{ ids: 99, cds: 0, perWord: 0.02 }] });
  for (const mixed of [biasAtEqualLength(some), biasAtEqualLength.atZero(some)]) {
    assert.ok(
      mixed.estimate > 0.3 && mixed.low > 0.2 && mixed.high < 0.85 && mixed.verdict === "supported",
      String(mixed),
    );
  }
});

Deno.test("a judge that only follows length has IB before, and none at equal length", () => {
  const pairs = judgedPairs({
    seed: 4,
    images: 2500,
    longer: 12,
    judges: [{ ids: 0.4, cds: 0.4, perWord: 0.08 }],
  });
  const [plain] = informativenessBias(pairs, { by: [] }).toRecords();
  assert.ok(plain.ib > 0.2, String(plain.ib));
  const matched = biasAtEqualLength(pairs), { atZero, sensitivity } = matched;
  assert.ok(Math.abs(matched.estimate) < 0.04 && matched.high - matched.low < 0.12, String(matched));
  assert.ok(atZero.low < 0 && atZero.high > 0 && atZero.high < 0.2, String(atZero));
  near(sensitivity[2].estimate, plain.ib);
  near(sensitivity[2].low, plain.low);
});

Deno.test("biasAtEqualLength: by the sign of the difference alone a judge has IB, and none at no difference", () => {
  // The longer answer 2 : 1 whatever it is longer by (audit D1): curves that are continuous at 0 called it bias in 27% of 4,000 pairs.
  const supported = [1, 2, 3, 4, 5, 6].flatMap((seed) => {
    const pairs = lengthPairs({ ...LENGTH_PROCESSES["sign"].process, pairs: 2000 }, seed);
    return [biasAtEqualLength(pairs), biasAtEqualLength.atZero(pairs)];
  }).filter(({ verdict }) => verdict === "supported");
  assert.equal(supported.length, 0);
});

Deno.test("biasAtEqualLength.atZero: a verdict that an uneven growth of IB takes away carries a warning", () => {
  // 0 at no difference and full from ten words on: without the warning, "supported" in 38% of such studies.
  const logit = ({ d, ids }: { d: number; ids: boolean }) =>
    0.2 + (ids ? Math.min(0.7, 0.07 * Math.abs(d)) : 0);
  const found = [1, 2, 3, 4, 5, 6].map((seed) =>
    biasAtEqualLength.atZero(lengthPairs({ ...LENGTH_PROCESSES["sign"].process, pairs: 2000, logit }, seed))
  ).filter(({ verdict }) => verdict === "supported");
  assert.ok(found.length > 0);
  for (const { warning } of found) assert.match(warning, /IB growing evenly/);
  const even = judgedPairs({ seed: 1, images: 900, judges: [{ ids: 1.2, cds: -0.6 }] });
  assert.equal(biasAtEqualLength.atZero(even).warning, "");
});

Deno.test("biasAtEqualLength.atZero: without a pair of nearly equal length IB at 0 is drawn on from others, and said to be", () => {
  const cells = [6, 9, 12, -6, -9, -12].flatMap((gap) =>
    [true, false].flatMap((ids) =>
      [true, false].map((right) => ({
        ...{ ids, right, count: right === ids ? 12 : 5 },
        words: [20 + Math.max(gap, 0), 20 - Math.min(gap, 0)] as [number, number],
      }))
    )
  );
  const said = (rows: typeof cells) => biasAtEqualLength.atZero(pairsFrame(fromCounts(rows))).warning;
  assert.match(said(cells), /no pair of CDS or IDS differs by 5 words or fewer/);
  const equal = cells.slice(0, 4).map((cell) => ({ ...cell, words: [20, 20] as [number, number] }));
  assert.doesNotMatch(said([...cells, ...equal]), /no pair/);
});

Deno.test("biasAtEqualLength: on charts only, where lengths differ by at most a tenth, in one call", () => {
  const pairs = judgedPairs({ seed: 8, images: 600, judges: [{ ids: 1.5, cds: 0 }] });
  const domain = pl.Series(
    "domain",
    Array.from({ length: pairs.height }, (_, i) => i % 3 === 0 ? "map" : "chart"),
  );
  const asked = pairs.withColumns(domain);
  const found = biasAtEqualLength(asked, { where: { domain: "chart" }, near: { ratio: 0.1 } });
  const rows = asked.toRecords().filter(({ domain, words_a, words_b }) =>
    domain === "chart" &&
    Math.abs(Number(words_a) - Number(words_b)) <= 0.1 * Math.max(Number(words_a), Number(words_b))
  );
  assert.equal(found.n, rows.length);
  assert.ok(found.low < found.estimate && found.pValue < 0.05, String(found));
  // Lengthened pairs of another way of judging are none of these.
  const blind = asked.withColumns(pl.lit("length_equalized").alias("variant"), pl.lit(false).alias("image"));
  assert.equal(biasAtEqualLength(pl.concat([asked, blind])).sensitivity.length, 3);
  assert.throws(
    () => biasAtEqualLength(asked, { near: { ratio: -1 } }),
    /wanted near as .*found \{"ratio":-1\}/,
  );
  assert.throws(() => biasAtEqualLength(asked, { near: {} as never }), /wanted near as/);
});

Deno.test("what cannot be tested says so", () => {
  const onlyIds = pairsFrame(
    fromCounts([{ ids: true, right: true, count: 4 }, { ids: true, right: false, count: 3 }]),
  );
  for (const result of [biasAtEqualLength(onlyIds), biasAtEqualLength.atZero(onlyIds)]) {
    assert.equal(result.verdict, "untestable");
    assert.ok(Number.isNaN(result.estimate) && Number.isNaN(result.pValue));
  }
  assert.throws(() => equalizedBias(onlyIds), /equalizedBias: wanted rows with variant length_equalized/);
  assert.throws(() => equalizedBias(onlyIds, { threshold: -1 }), /threshold of 0 or more/);
  assert.throws(() => biasAtEqualLength(onlyIds.drop("words_a")), /words_a/);
  assert.throws(
    () => biasAtEqualLength(onlyIds, { condition: { pipeline: "birch" } }),
    /wanted rows with pipeline birch, found base/,
  );
  assert.throws(() => biasAtEqualLength(onlyIds.drop("more_informative")), /informativeness labels/);
  assert.throws(() => biasAtEqualLength(onlyIds, { alpha: 0 }), /between 0 and 1/);
});

Deno.test("results say when they come from a simulation, and when judges are pooled", () => {
  const pairs = judgedPairs({ seed: 5, images: 40, judges: [{ ids: 1, cds: 0 }] });
  const simulated = biasAtEqualLength(pairs.withColumns(pl.lit("simulated").alias("provenance")));
  assert.equal(simulated.provenance, "simulated");
  assert.match(String(simulated), /simulated/);
  const result = biasAtEqualLength(pairs);
  assert.equal(result.provenance, "results");
  assert.doesNotMatch(String(result), /simulated|count as one/);
  const two = pl.concat([pairs, pairs.withColumns(pl.lit("k").alias("judge"))]);
  assert.match(biasAtEqualLength(two).assumptions.join("; "), /2 judges count as one/);
  const display = (result as unknown as Record<symbol, () => Record<string, string>>)
    [Symbol.for("Jupyter.display")]();
  assert.match(display["text/html"], /<caption[^>]*>IB remains at the same length difference/);
  assert.deepEqual(
    Object.keys(result).slice(2, 13),
    "estimate low high n clusters pValue effect verdict method assumptions sensitivity".split(" "),
  );
});

Deno.test("equalizedBias: a dislike of padding is no bias", () => {
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
  const swayed = equalizedBias(pairs(320, [58, 22], [132, 108]));
  assert.ok(swayed.steps[2].low > 0, "as judged");
  assert.ok(swayed.low < 0 && swayed.high > 0 && swayed.pValue > 0.5, String(swayed));
  // Right less often in CDS whatever was padded: a bias.
  const biased = equalizedBias(pairs(320, [36, 44], [72, 168]));
  assert.ok(biased.low > 0 && biased.pValue < 0.001 && biased.warning === "", String(biased));
});

Deno.test("the same pairs seen by several judges are the same pairs: copies change no estimate, and judges together can be asked", () => {
  const pairs = only(readPairs("data/examples/pairs.csv"), { image: true });
  const one = only(pairs, { judge: "simulated-judge-a" });
  const copied = pl.concat([1, 2, 3].map((run) => one.withColumns(pl.lit(run).cast(pl.Int32).alias("run"))));
  for (const claim of [biasAtEqualLength, biasAtEqualLength.atZero]) {
    assert.ok(Math.abs(claim(copied).estimate - claim(one).estimate) < 1e-9, claim(copied).method);
    // Curves once had three times the terms, and separated what one judge's did not.
    assert.notEqual(claim(pairs).verdict, "untestable");
  }
});

/** Pairs of which the less informative answer has `words` words, the other one some twenty more or fewer, in either slot. */
function beside(words: number, pairs: number, perImage: number) {
  return pairsFrame(Array.from({ length: pairs }, (_, i) => {
    const [more, less] = i % 2 === 0 ? ["A", "B"] : ["B", "A"];
    const long = 60 + (i * 37 % 41) - 20, short = words + (i * 13 % 3) * (words === 60 ? 0 : 1);
    return {
      ...{ item_id: String(i), image_id: String(Math.floor(i / perImage)), more_informative: more },
      ...{ human: i % 5 < 3 ? more : less, choice: i % 7 < 5 ? more : less },
      ...{ words_a: more === "A" ? long : short, words_b: more === "A" ? short : long },
    };
  }));
}

Deno.test("biasAtEqualLength: where words and their ratio together tell the subset, one scale does", () => {
  // The less informative answer has always 60 words: words and ratio together are both lengths, and so the side of each answer.
  const { verdict, method } = biasAtEqualLength(beside(60, 600, 2));
  assert.notEqual(verdict, "untestable");
  assert.match(method, /weights on this scale alone, both together separate the subsets/);
});

Deno.test("biasAtEqualLength: answers that all differ by as many words leave nothing to be told apart, and an estimate", () => {
  const pairs = beside(60, 400, 2),
    longer = (answer: string) => (row: Record<string, unknown>, i: number) =>
      40 + (row.human === answer ? (i % 3 === 0 ? 12 : -12) : 0);
  const rows = pairs.toRecords();
  const found = biasAtEqualLength(
    pairs.withColumns(
      pl.Series("words_a", rows.map(longer("A"))),
      pl.Series("words_b", rows.map(longer("B"))),
    ),
  );
  assert.notEqual(found.verdict, "untestable", found.method);
});

Deno.test("claims at equal length: a difference of accuracies lies within ±1", () => {
  // Twelve pairs on four images: what covariates add to the limits has no end of its own.
  const found = biasAtEqualLength(
    lengthPairs({ ...LENGTH_PROCESSES["linear, good overlap"].process, pairs: 12, images: 4 }, 3),
  );
  assert.deepEqual([found.low, found.high], [-1, 1]);
  for (const { low, high } of found.sensitivity) assert.ok(!(low < -1 || high > 1), `${low} ${high}`);
});

Deno.test("claims: null for an option, or one way of judging twice, is refused in words", () => {
  const pairs = beside(60, 40, 2);
  for (const option of [{ near: null }, { clusters: null }]) {
    assert.throws(() => biasAtEqualLength(pairs, option as never), /wanted .* found null/);
  }
  assert.throws(() => mitigationLowersBias(pairs, { first: "a", second: "a" }), /found a twice/);
});

Deno.test("pairs of one subset only: the kind that is missing is named", () => {
  const pairs = pairsFrame(fromCounts([
    { ids: true, right: true, count: 30, words: [22, 20] },
    { ids: true, right: false, count: 20, words: [20, 21] },
    { ids: false, right: false, count: 20, words: [20, 60] },
  ]));
  for (const test of [biasAtEqualLength, biasAtEqualLength.atZero]) {
    const { verdict, warning, n } = test(pairs, { near: { ratio: 0.1 } });
    assert.deepEqual([verdict, n], ["untestable", 50]);
    assert.equal(warning, "no pair left whose human label is the less informative answer (CDS)");
  }
  const none = biasAtEqualLength(pairs, { near: { words: 0 } });
  assert.match(none.warning, /the less informative answer \(CDS\) or the more informative answer \(IDS\)$/);
});

Deno.test("biasAtEqualLength: lengthened pairs beside others are a row of its sensitivity, and none where one variant is asked for", () => {
  const original = readPairs("data/examples/pairs.csv");
  const both = pl.concat([original, original.withColumns(pl.lit("length_equalized").alias("variant"))]);
  const isRow = (where?: { variant: string }) =>
    biasAtEqualLength(both, { where }).sensitivity.some(({ name }) => /^after lengthening/.test(name));
  assert.deepEqual([isRow(), isRow(lengthened), isRow({ variant: "original" })], [true, false, false]);
});
