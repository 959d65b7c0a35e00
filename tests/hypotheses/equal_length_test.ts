import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { only, readPairs } from "judgebias";
import { biasAtEqualLength } from "@/hypotheses/bias_at_equal_length.ts";
import { biasByThreshold } from "@/hypotheses/bias_by_threshold.ts";
import { equalizedBias } from "@/hypotheses/equalized_bias.ts";
import { informativenessBias } from "@/metrics/informativeness_bias.ts";
import { LENGTH_PROCESSES, lengthPairs } from "../calibration/length_processes.ts";
import { pairsFrame, type Values } from "../metrics/pairs_fixture.ts";
import { near, upTo } from "../stats/golden.ts";
import { judgedPairs } from "./judged_pairs.ts";

const lengthened = { variant: "length_equalized" };
const one = (frame: pl.DataFrame) => (frame.toRecords() as Values[])[0];
/** Both questions: at the same difference, and at none. */
const BOTH = [biasAtEqualLength, biasAtEqualLength.atZero];

Deno.test("a judge that is always right has no bias at equal length, separated or not; one that is right in IDS only is separated the other way round", () => {
  const right = { ids: 99, cds: 99 }, condition = lengthened;
  const pairs = judgedPairs({ seed: 1, images: 60, judges: [right, { ...right, condition }] });
  const { atZero, ...matched } = biasAtEqualLength(pairs);
  for (const result of [matched, atZero, equalizedBias(pairs, { threshold: Infinity })]) {
    const { estimate, pValue, verdict, low, high } = result;
    assert.deepEqual([estimate, pValue, verdict], [0, 1, "undecided"]);
    assert.ok(low < -0.02 && low > -0.4 && high > 0.02 && high < 0.4, result.hypothesis);
  }
  const inIds = judgedPairs({ seed: 2, images: 60, judges: [{ ids: 99, cds: -99 }] });
  // Always right in IDS, at times in CDS: quasi-complete separation.
  const some = judgedPairs({ seed: 3, images: 200, judges: [{ ids: 99, cds: 0, perWord: 0.02 }] });
  for (const test of BOTH) {
    const { estimate, verdict, method } = test(inIds), mixed = test(some);
    near(estimate, 1, 1e-9);
    assert.match(`${verdict}: ${method}`, /^supported: .*separate/);
    assert.ok(mixed.estimate > 0.3 && mixed.low > 0.2 && mixed.high < 0.85 && mixed.verdict === "supported");
  }
});

Deno.test("a judge that only follows length has IB before, and none at equal length", () => {
  const judges = [{ ids: 0.4, cds: 0.4, perWord: 0.08 }];
  const pairs = judgedPairs({ seed: 4, images: 2500, longer: 12, judges });
  const plain = one(informativenessBias(pairs, { by: [] }));
  assert.ok(plain.ib > 0.2, String(plain.ib));
  const matched = biasAtEqualLength(pairs), { atZero, sensitivity } = matched;
  assert.ok(Math.abs(matched.estimate) < 0.04 && matched.high - matched.low < 0.12, String(matched));
  assert.ok(atZero.low < 0 && atZero.high > 0 && atZero.high < 0.2, String(atZero));
  near(sensitivity[2].estimate, plain.ib);
  near(sensitivity[2].low, plain.low);
});

Deno.test("by the sign of the difference alone a judge has IB, and none at no difference; what an uneven growth of IB takes away carries a warning", () => {
  const sign = { ...LENGTH_PROCESSES["sign"].process, pairs: 2000 };
  // 0 at no difference and full from ten words on: without the warning, "supported" in 38% of such studies.
  const logit = ({ d, ids }: { d: number; ids: boolean }) =>
    0.2 + (ids ? Math.min(0.7, 0.07 * Math.abs(d)) : 0);
  const supported = (logic: object, tests: typeof BOTH) =>
    [1, 2, 3, 4, 5, 6].flatMap((seed) => {
      const pairs = lengthPairs({ ...sign, ...logic }, seed);
      return tests.map((test) => test(pairs));
    }).filter(({ verdict }) => verdict === "supported");
  // The longer answer 2 : 1 whatever it is longer by (audit D1): curves that are continuous at 0 called it bias in 27% of 4,000 pairs.
  assert.equal(supported({}, BOTH).length, 0);
  const found = supported({ logit }, [biasAtEqualLength.atZero]);
  assert.ok(found.length > 0);
  for (const { warning } of found) assert.match(warning, /IB growing evenly/);
  const even = judgedPairs({ seed: 1, images: 900, judges: [{ ids: 1.2, cds: -0.6 }] });
  assert.equal(biasAtEqualLength.atZero(even).warning, "");
});

Deno.test("without a pair of nearly equal length IB at 0 is drawn on from others, and said to be", () => {
  const rows = (gaps: number[]) =>
    gaps.flatMap((gap) =>
      ["A", "B"].flatMap((more_informative) =>
        ["A", "B"].flatMap((choice) =>
          upTo(choice === more_informative ? 12 : 5).map(() => ({
            ...{ more_informative, choice, words_a: 20 + Math.max(gap, 0), words_b: 20 - Math.min(gap, 0) },
          }))
        )
      )
    );
  const said = (gaps: number[]) => biasAtEqualLength.atZero(pairsFrame(rows(gaps))).warning;
  assert.match(
    said([6, 9, 12, -6, -9, -12]),
    /of the pairs only 0 of CDS and 0 of IDS differ by 5 words or fewer/,
  );
  assert.equal(said([6, 9, 12, -6, -9, -12, 0]), "");
  // Two near pairs bear no verdict either; where the subsets share no other length, there is none.
  const near = ["A", "B"].map((more_informative) => ({
    ...{ more_informative, choice: "A", words_a: 20, words_b: 20 },
  }));
  const few = biasAtEqualLength.atZero(pairsFrame([...rows([6, 9, 12, -6, -9, -12]), ...near]));
  assert.match(few.warning, /of the pairs only 1 of CDS and 1 of IDS differ by 5 words or fewer: IB at 0 is/);
  const apart = [...rows([6, 9, -6, -9]).filter(({ more_informative }) => more_informative === "A"), ...near]
    .concat(rows([30, 40, -30, -40]).filter(({ more_informative }) => more_informative === "B"));
  const { verdict, atZero } = biasAtEqualLength(pairsFrame(apart));
  assert.deepEqual([verdict, atZero.verdict], ["untestable", "untestable"]);
});

Deno.test("biasAtEqualLength: on charts only, where lengths differ by at most a tenth, in one call; lengthened pairs are a row beside, if of the same way of judging and unless one variant is asked for", () => {
  const pairs = judgedPairs({ seed: 8, images: 600, judges: [{ ids: 1.5, cds: 0 }] });
  const domain = upTo(pairs.height).map((i) => i % 3 === 0 ? "map" : "chart");
  const asked = pairs.withColumns(pl.Series("domain", domain));
  const found = biasAtEqualLength(asked, { where: { domain: "chart" }, near: { ratio: 0.1 } });
  const rows = (asked.toRecords() as Record<string, never>[]).filter(({ domain, words_a, words_b }) =>
    domain === "chart" && Math.abs(words_a - words_b) <= 0.1 * Math.max(words_a, words_b)
  );
  assert.equal(found.n, rows.length);
  assert.ok(found.low < found.estimate && found.pValue < 0.05, String(found));
  // As `equalizeLengths` counts: 0.29 · 100 is a little less than 29.
  const wide = asked.withColumns(pl.lit(100).alias("words_a"), pl.lit(71).alias("words_b"));
  assert.equal(biasAtEqualLength(wide, { near: { ratio: 0.29 } }).n, wide.height);
  const blind = asked.withColumns(pl.lit("length_equalized").alias("variant"), pl.lit(false).alias("image"));
  assert.equal(biasAtEqualLength(pl.concat([asked, blind])).sensitivity.length, 3);
  const original = readPairs("data/examples/pairs.csv");
  const both = pl.concat([original, original.withColumns(pl.lit("length_equalized").alias("variant"))]);
  const isRow = (where?: { variant: string }) =>
    biasAtEqualLength(both, { where }).sensitivity.some(({ name }) => /^after lengthening/.test(name));
  assert.deepEqual([isRow(), isRow(lengthened), isRow({ variant: "original" })], [true, false, false]);
});

Deno.test("results say when they come from a simulation, and when judges are pooled; they show themselves", () => {
  const pairs = judgedPairs({ seed: 5, images: 40, judges: [{ ids: 1, cds: 0 }] });
  const simulated = biasAtEqualLength(pairs.withColumns(pl.lit("simulated").alias("provenance")));
  const result = biasAtEqualLength(pairs);
  assert.deepEqual([simulated.provenance, result.provenance], ["simulated", "results"]);
  assert.match(String(simulated), /simulated/);
  assert.doesNotMatch(String(result), /simulated|count as one/);
  const two = pl.concat([pairs, pairs.withColumns(pl.lit("k").alias("judge"))]);
  assert.match(biasAtEqualLength(two).assumptions.join("; "), /2 judges count as one/);
  const display = Reflect.get(result, Symbol.for("Jupyter.display")) as () => Record<string, string>;
  assert.match(display.call(result)["text/html"], /<caption[^>]*>IB remains at the same length difference/);
  const names = "estimate low high n clusters pValue effect verdict method assumptions sensitivity";
  assert.deepEqual(Object.keys(result).slice(2, 13), names.split(" "));
});

Deno.test("the same pairs seen by several judges are the same pairs: copies change no estimate, and judges together can be asked", () => {
  const pairs = only(readPairs("data/examples/pairs.csv"), { image: true });
  const single = only(pairs, { judge: "simulated-judge-a" });
  const run = (k: number) => single.withColumns(pl.lit(k).cast(pl.Int32).alias("run"));
  for (const claim of BOTH) {
    near(claim(pl.concat([1, 2, 3].map(run))).estimate, claim(single).estimate, 1e-9);
    // Curves once had three times the terms, and separated what one judge's did not.
    assert.notEqual(claim(pairs).verdict, "untestable");
  }
});

/** Pairs of which the less informative answer has 60 words, the other one some twenty more or fewer, in either slot, two to an image. */
const beside = (pairs: number) =>
  upTo(pairs).map((i) => {
    const [more, less] = i % 2 === 0 ? ["A", "B"] : ["B", "A"], long = 60 + (i * 37 % 41) - 20;
    return {
      ...{ item_id: String(i), image_id: String(i >> 1), more_informative: more },
      ...{ human: i % 5 < 3 ? more : less, choice: i % 7 < 5 ? more : less },
      ...{ words_a: more === "A" ? long : 60, words_b: more === "A" ? 60 : long },
    };
  });

Deno.test("biasAtEqualLength: where words and their ratio together tell the subset, one scale does; answers that all differ by as many words leave an estimate", () => {
  // The less informative answer has always 60 words: words and ratio together are both lengths, and so the side of each answer.
  const { verdict, method } = biasAtEqualLength(pairsFrame(beside(600)));
  assert.notEqual(verdict, "untestable");
  assert.match(method, /weights on this scale alone, both together separate the subsets/);
  const longer = (human: string, answer: string, i: number) =>
    40 + (human === answer ? (i % 3 === 0 ? 12 : -12) : 0);
  const same = beside(400).map((row, i) => ({
    ...{ ...row, words_a: longer(row.human, "A", i), words_b: longer(row.human, "B", i) },
  }));
  assert.notEqual(biasAtEqualLength(pairsFrame(same)).verdict, "untestable");
});

Deno.test("claims at equal length: a difference of accuracies lies within ±1", () => {
  // Twelve pairs on four images: what covariates add to the limits has no end of its own.
  const process = { ...LENGTH_PROCESSES["linear, good overlap"].process, pairs: 12, images: 4 };
  const found = biasAtEqualLength(lengthPairs(process, 3));
  assert.deepEqual([found.low, found.high], [-1, 1]);
  for (const { low, high } of found.sensitivity) assert.ok(!(low < -1 || high > 1), `${low} ${high}`);
});

Deno.test("biasByThreshold: its ends are IB without limit and of pairs of equal length", () => {
  const judges = [{ ids: 1, cds: 0, perWord: 0.05 }, { ids: 1, cds: 0, condition: lengthened }];
  const pairs = judgedPairs({ seed: 1, images: 200, judges });
  const curve = biasByThreshold(pairs, { thresholds: [0, 5, null] }).toRecords() as Values[];
  assert.deepEqual(curve.map(({ threshold }) => threshold), [0, 5, null, 0, 5, null]);
  const [plain] = informativenessBias(pairs, { by: ["variant"] }).toRecords().slice(-1);
  near(curve[2].ib, plain.ib);
  near(curve[2].low, plain.low);
  const [none, five, all] = curve;
  assert.ok(none.n < five.n && five.n < all.n && none.n_ids + none.n_cds === none.n);
  const equalized = equalizedBias(pairs).steps[2];
  near(curve[4].ib, equalized.estimate);
  near(curve[4].high, equalized.high);
});
