import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { conditionRows } from "@/hypotheses/conditions.ts";
import { deviationExceedsNoise } from "@/hypotheses/exceeds_noise.ts";
import { jointLowersTradeoff } from "@/hypotheses/joint_judging.ts";
import { judgesDiffer } from "@/hypotheses/judges_differ.ts";
import { labelError } from "@/hypotheses/label_error.ts";
import { apparentBias } from "@/hypotheses/label_error_model.ts";
import { mitigationLowersBias } from "@/hypotheses/mitigation.ts";
import { power } from "@/hypotheses/power.ts";
import { meanSelfPreference, selfPreference } from "@/hypotheses/self_preference.ts";
import { informativenessBias } from "@/metrics/informativeness_bias.ts";
import { bootstrap } from "@/stats/bootstrap.ts";
import { random } from "@/stats/random.ts";
import { criteriaFrame, item } from "../metrics/criteria_fixture.ts";
import { type PairRow, pairsFrame } from "../metrics/pairs_fixture.ts";
import { type ScoreRow, scoresFrame } from "../metrics/scores_fixture.ts";

// What an outside audit found wrong, each with the case that showed it.

Deno.test("a column that is missing holds its default, and never restricts nothing", () => {
  const scores = scoresFrame([{ judge: "a", sample_id: "1" }, { judge: "a", sample_id: "2" }]);
  // Rows compared with themselves under two names used to give "0, undecided, n = 32".
  const other = { first: "a", second: "a", secondPrompt: "reasoning" };
  for (const frame of [scores, scores.drop("prompt")]) {
    assert.throws(
      () => judgesDiffer(frame, other),
      /RangeError: judgesDiffer: wanted rows with prompt reasoning/,
    );
  }
  assert.equal(judgesDiffer(scores.drop("prompt"), { first: "a", second: "a" }).n, 2);
  assert.throws(
    () => deviationExceedsNoise(scores.drop("prompt"), { prompt: "reasoning" }),
    /no column prompt/,
  );
  const pairs = pairsFrame([{ more_informative: "A" }]);
  assert.deepEqual([
    ...conditionRows("x", pairs.drop("image", "pipeline"), { image: true, pipeline: "base" }),
  ], [0]);
  assert.throws(
    () => conditionRows("x", pairs.drop("image"), { image: false }),
    /no column image .all rows count as true/,
  );
  assert.throws(() => conditionRows("x", pairs.drop("judge"), { judge: "j" }), TypeError);
  assert.throws(
    () => mitigationLowersBias(pairs.drop("variant"), { condition: { variant: "length_equalized" } }),
    /variant length_equalized, found no column variant/,
  );
  const criteria = criteriaFrame([
    ...item("1", "AB", "AB", { mode: "joint" }),
    ...item("1", "AB", "AB", { mode: "single" }),
  ]);
  assert.throws(
    () => jointLowersTradeoff(criteria, { thinking: true }),
    /no column thinking/,
  );
});

Deno.test("judgesDiffer: 60,000 samples whose runs are named differently", () => {
  const samples = 60_000;
  const judge = (name: string, run: number, biased: number) =>
    pl.DataFrame({
      judge: new Array(samples).fill(name),
      run: new Array(samples).fill(run),
      sample_id: Array.from({ length: samples }, (_, i) => `s${i}`),
      bias_type: new Array(samples).fill("text_dominance"),
      unbiased: new Array(samples).fill(10),
      biased: new Array(samples).fill(biased),
    });
  const frame = pl.concat([judge("a", 1, 1), judge("b", 2, 10)]);
  // Quadratic, this was 3.6 milliard comparisons of texts.
  const { n, estimate } = judgesDiffer(frame, { first: "a", second: "b" });
  assert.deepEqual([n, estimate], [samples, 1]);
});

Deno.test("power: an effect too small for any count of pairs is an error, not a loop without end", () => {
  const tiny = { metric: "ib", accIds: 0.7, accCds: 0.7 - 1e-8, cdsShare: 0.3 } as const;
  assert.throws(() => power(tiny), /RangeError: power: wanted an effect that can be seen/);
  // Just countable: (1.96 + 0.84)²/1e-14 is 7.8e14.
  const { n } = power({ metric: "bd", difference: 1e-7, sd: 1 });
  assert.ok(n > 7.8e14 && n < 7.9e14);
});

/** Captions' scores of two models; only the diagonal differs, by a hair. */
function twoModels(): pl.DataFrame {
  const rows = [0, 1, 2].flatMap((image) =>
    [[0.5, 0.4], [0.4, 0.5]].flatMap((row, g) =>
      row.map((score, e) => ({
        image_id: String(image),
        generator: `m${g}`,
        evaluator: `m${e}`,
        setting: "ref_free",
        score: score + 0.01 * image,
      }))
    )
  );
  return pl.DataFrame(rows);
}

Deno.test("selfPreference: below four evaluators nothing is tested", () => {
  const result = selfPreference(twoModels(), { setting: "ref_free", model: "m0" });
  assert.equal(result.verdict, "untestable"); // was 1 [1, 1], p = 0, supported
  assert.ok([result.low, result.high, result.pValue].every(Number.isNaN));
  assert.match(result.warning, /2 evaluators: Φ̃ of fewer than 4 cannot be tested/);
  assert.notEqual(meanSelfPreference(twoModels(), { setting: "ref_free" }).verdict, "supported");
});

/** Scores of samples of which some are noisy, and these often unparsed; the perturbed side is another run. */
function unevenNoise(seed: number, runs: number, unparsed: number, bias_type: string): pl.DataFrame {
  const generator = random(seed);
  const rows: Partial<ScoreRow>[] = [];
  for (let i = 0; i < 120; i++) {
    const level = 4 + 4 * generator.uniform(), noisy = i % 2 === 0;
    const score = () =>
      noisy && generator.uniform() < unparsed
        ? null
        : Math.min(10, Math.max(1, Math.round(level + (noisy ? 2.5 : 0.3) * generator.normal())));
    for (let run = 1; run <= runs; run++) {
      rows.push({ run, sample_id: `${i}`, bias_type, unbiased: score(), biased: score() });
    }
  }
  return scoresFrame(rows);
}

Deno.test("against noise: noisy samples that are at times unparsed are no effect", () => {
  const rejections = (test: typeof deviationExceedsNoise, runs: number, unparsed: number, type: string) =>
    Array.from({ length: 40 }, (_, s) => test(unevenNoise(s, runs, unparsed, type)).pValue < 0.05)
      .filter(Boolean).length;
  // Leaving noisy samples out of the floor alone gives 24 and 10 of 40. At 5%, more than 8 of 40 has a chance of 0.03%.
  const bd = rejections(deviationExceedsNoise, 5, 0.2, "text_dominance");
  const bc = rejections(
    (frame) => deviationExceedsNoise(frame, { metric: "bc" }),
    3,
    0.3,
    "texture_insertion",
  );
  assert.ok(bd <= 8 && bc <= 8, `${bd} and ${bc} of 40`);
});

Deno.test("apparentBias: ties and unparsed answers are wrong whatever the label", () => {
  // True accuracy 0.7575 with 15% ties; seen 0.9·a + 0.1·(1 − a − t) = 0.663 gives a = 0.7225.
  const observed = { accuracy: 0.663, cdsShare: 0.3 };
  assert.equal(apparentBias(observed, 0.1, "human").toFixed(4), "0.0873");
  const generator = random(1);
  for (const kind of ["human", "informativeness_follows_choice"] as const) {
    let n = 0, right = 0, nIds = 0, rightIds = 0, without = 0;
    for (let i = 0; i < 400_000; i++) {
      const draw = generator.uniform(), isRight = draw < 0.7225, tie = draw >= 0.85;
      const isCds = generator.uniform() < 0.25, wrong = generator.uniform() < 0.1;
      const seenRight = tie ? false : kind === "human" ? isRight !== wrong : isRight;
      const seenIds = kind === "human" ? isCds === wrong : wrong && !tie ? isRight : !isCds;
      n++;
      right += seenRight ? 1 : 0;
      nIds += seenIds ? 1 : 0;
      rightIds += seenRight && seenIds ? 1 : 0;
      without += tie ? 1 : 0;
    }
    const seen = rightIds / nIds - (right - rightIds) / (n - nIds);
    const told = apparentBias(
      { accuracy: right / n, cdsShare: 1 - nIds / n, undecided: without / n },
      0.1,
      kind,
    );
    assert.ok(Math.abs(told - seen) < 0.006, `${kind}: ${told} against ${seen}`);
    const blind = apparentBias({ accuracy: right / n, cdsShare: 1 - nIds / n }, 0.1, kind);
    assert.ok(Math.abs(blind - seen) > 0.02, `${kind}: ${blind} against ${seen}`);
  }
});

Deno.test("labelError: a judge that is always right in a subset is tested, not certain", () => {
  const row = (i: number, ids: boolean): Partial<PairRow> => ({
    item_id: String(i),
    human: "A",
    choice: ids ? "A" : "B",
    more_informative: ids ? "A" : "B",
  });
  const pairs = pairsFrame([
    ...Array.from({ length: 40 }, (_, i) => row(i, true)),
    ...Array.from({ length: 3 }, (_, i) => row(40 + i, false)),
  ]);
  const { low, high, pValue } = labelError(pairs, { share: 0 }); // was [1, 1], p = 0
  const [wanted] = informativenessBias(pairs, { by: [] }).toRecords() as { low: number; high: number }[];
  assert.ok(Math.abs(low - wanted.low) < 1e-4 && Math.abs(high - wanted.high) < 1e-4, `[${low}, ${high}]`);
  assert.ok(pValue > 1e-9 && pValue < 0.01); // where the distances of 40 and of 3 just reach 0
});

Deno.test("bootstrap of sums: the order of rows changes nothing at a fixed seed", () => {
  const generator = random(3);
  const clusters = Array.from({ length: 300 }, () => generator.integer(0, 60));
  for (const unit of [1, 0.1]) {
    const right = clusters.map(() => generator.uniform() < 0.65 ? unit : 0);
    const run = (order: Int32Array) => {
      const { low, high } = bootstrap({
        sums: [Array.from(order, (i) => right[i]), Array.from(order, () => unit)],
        clusters: Array.from(order, (i) => clusters[i]),
        ofSums: ([hits, n]) => hits / n,
        replicates: 400,
        seed: 5,
        method: "bca",
      });
      return [low.toFixed(10), high.toFixed(10)];
    };
    const rows = Int32Array.from(clusters.keys());
    assert.deepEqual(run(generator.shuffle(rows.slice())), run(rows));
  }
});
