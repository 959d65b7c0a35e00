import assert from "node:assert/strict";
import pl from "nodejs-polars";
import * as core from "judgebias";
import { conditionRows } from "@/hypotheses/pairs_claim.ts";
import { hypothesisHtml } from "@/hypotheses/hypothesis_display.ts";
import { apparentBias } from "@/hypotheses/label_error.ts";
import { drawModelPairs } from "../../data/solve/draw_model_pairs.ts";
import { kendallInterval } from "@/stats/kendall.ts";
import { random } from "@/stats/random.ts";
import { pairsFrame, type Values } from "../metrics/pairs_fixture.ts";
import { near, upTo } from "../stats/golden.ts";
import { judgedPairs } from "./judged_pairs.ts";

const { biasExceedsLengthBias, labelError, mitigationLowersBias } = core;
const one = (frame: pl.DataFrame) => (frame.toRecords() as Values[])[0];
const birch = { pipeline: "birch" };

Deno.test("estimates and intervals are those of the metrics; a bias to shorter answers can outweigh IB", () => {
  const pairs = judgedPairs({ seed: 1, images: 150, judges: [{ ids: 1.5, cds: -0.5, perWord: 0.03 }] });
  const { estimate, sensitivity: [ib, lb] } = biasExceedsLengthBias(pairs);
  const wanted = one(core.informativenessBias(pairs, { by: [] })),
    length = one(core.lengthBias(pairs, { by: [] }));
  near(estimate, wanted.ib - length.lb);
  near(ib.low, wanted.low);
  near(lb.high, length.high);
  const judges = [{ ids: 0.7, cds: 0.3, perWord: -0.15 }];
  const result = biasExceedsLengthBias(judgedPairs({ seed: 3, images: 800, longer: 0, judges }));
  // IB − LB is large because LB is negative; its size is what counts, and what is shown: IB + LB, the less certain one.
  assert.ok(result.sensitivity[2].estimate > 0.4 && result.effect.value < -20 && result.high < 0);
  assert.equal(result.verdict, "contradicted");
});

const study = (ids: number, cds: number, images = 1200) =>
  judgedPairs({ seed: 4, images, judges: [{ ids: 1.5, cds: -1 }, { ids, cds, condition: birch }] });

Deno.test("mitigationLowersBias: both claims must hold, and a judge that is always right shows nothing", () => {
  const of = (...given: [number, number, number?]) => mitigationLowersBias(study(...given), { margin: 0.05 });
  // Lowers the bias by more errors where it had been right.
  const better = of(1.6, 0), dear = of(0.2, -1);
  const undecided = of(1.5, -0.9, 100), raised = of(1.5, -1.8); // raises the bias
  assert.deepEqual([better, dear, undecided, raised].map(({ verdict }) => verdict), [
    ...["supported", "contradicted", "undecided", "contradicted"],
  ]);
  assert.ok(dear.sensitivity[0].pValue < 0.001 && dear.sensitivity[1].estimate < -0.05);
  // One of two reversed: Bonferroni.
  assert.ok(dear.pValue < 1e-5 && Math.abs(dear.pValue / (2 * dear.sensitivity[1].pValue) - 1) < 1e-9);
  assert.equal(better.pValue, Math.max(better.sensitivity[0].pValue, better.sensitivity[1].pValue));
  // What is shown is the less certain claim with its own interval: one number, wherever it stands.
  const [, change] = dear.sensitivity;
  assert.deepEqual([dear.low, dear.high], [change.low, change.high]);
  assert.ok(dear.high < dear.nullValue && better.low > better.nullValue);
  // p of what is shown beside the claims is its own.
  const { sensitivity: [drop, , before, after, , cds] } = of(1.5, 0);
  near(before.estimate - after.estimate, drop.estimate);
  // The same skill without the bias loses on IDS what it gains on CDS: that is the bias that goes, and no cost.
  const fair = of(0.6, 0.6), [, , , , ids] = fair.sensitivity;
  assert.ok(fair.verdict === "supported" && ids.high < -0.1);
  // No ratio to a bias that may be none.
  const none = [{ ids: 1, cds: 1 }, { ids: 1, cds: 1, condition: birch }];
  const { effect } = mitigationLowersBias(judgedPairs({ seed: 4, images: 200, judges: none }));
  assert.ok(fair.effect.value < 0.2 && Number.isNaN(effect.value));
  assert.ok(cds.estimate > 0.1 && cds.pValue < 1e-6 && cds.low > 0);
  const right = { ids: 99, cds: 99 }, both = [right, { ...right, condition: birch }];
  const sure = judgedPairs({ seed: 5, images: 80, judges: both }),
    { verdict, pValue } = mitigationLowersBias(sure);
  assert.ok(verdict === "undecided" && pValue >= 0.5);
});

Deno.test("mitigationLowersBias: null is the run that had no condition", () => {
  const pipelines = study(1.6, 0, 300), careful = pl.when(pl.col("pipeline").eq(pl.lit("birch")));
  const condition = careful.then(pl.lit("careful")).otherwise(pl.lit(null)).cast(pl.Utf8).alias("condition");
  const named = pipelines.withColumns(condition, pl.lit("base").alias("pipeline"));
  const found = mitigationLowersBias(named, { first: null, second: "careful" });
  const wanted = mitigationLowersBias(pipelines);
  assert.deepEqual(found.parts, wanted.parts);
  assert.match(found.claim, /^careful lowers informativeness bias against no condition/);
  const said =
    /first \(the way before\) and second \(with the mitigation\) among null \(no condition\), "careful"$/;
  assert.throws(() => mitigationLowersBias(named), said);
  const back = mitigationLowersBias(named, { first: "careful", second: null });
  near(back.sensitivity[0].estimate, -wanted.sensitivity[0].estimate);
  assert.match(labelError(named, { where: { condition: null } }).method, /only rows with condition none$/);
  const ways = /only\(frame, \{ condition: "careful" \}\) or only\(frame, \{ condition: null \}\)/;
  assert.throws(() => labelError(named), ways);
  // Another test on these rows alone, and a frame that knows no conditions.
  const plain = labelError(named, { condition: { condition: null } });
  near(plain.estimate, labelError(pipelines).estimate);
  assert.equal(labelError(pipelines, { condition: { pipeline: "base", condition: null } }).n, plain.n);
  assert.throws(() => mitigationLowersBias(pipelines, { first: null }), /condition/);
});

Deno.test("a claim of several parts shows each once, with its interval and p, and which one decides", () => {
  const result = mitigationLowersBias(study(0.6, -1, 150)), html = hypothesisHtml(result);
  assert.equal(
    result.parts!.find(({ estimate }) => estimate === result.estimate)!.name,
    "the change of accuracy",
  );
  const parts =
    /^ {2}the drop in IB: .*; p [<=] .*\n {2}the change of accuracy \(least likely to hold, decides\): .*; p against −5\.0 points = /m;
  assert.match(String(result), parts);
  // Its own p, and that of the opposite, which is the claim's.
  const said = /p against −5\.0 points = ([\d.]+);[^]*p of the opposite: ([\d.]+) \(2 times/.exec(
    String(result),
  )!;
  near(Number(said[1]), result.sensitivity[1].pValue, 1e-4);
  near(Number(said[2]), result.pValue, 1e-4);
  assert.doesNotMatch(String(result), /also: (drop in IB|change of accuracy, on its own)/);
  assert.match(String(result), /^ {2}an effect of 5\.0 points or more \(the drop in IB\): not ruled out/m);
  assert.match(html, />an effect of 5\.0 points or more \(the drop in IB\)</);
  assert.match(html, />the change of accuracy \(least likely to hold, decides\)</);
});

Deno.test("labelError: an unbiased judge with wrong labels is explained by them, a biased one is not", () => {
  const generator = random(4), judges = [{ ids: 2.2, cds: 2.2 }];
  const flipped = judgedPairs({ seed: 5, images: 3000, icc: 0, cdsShare: 0.25, judges }).toRecords();
  for (const row of flipped) if (generator.uniform() < 0.1) row.human = row.human === "A" ? "B" : "A";
  const unbiased = core.labelError(pairsFrame(flipped)), [ib, ...others] = unbiased.sensitivity;
  const shares = others.map(({ name }) => parseInt(name.slice("IB beyond ".length)));
  assert.deepEqual(shares, [2, 5, 15, 20], "and 10%, the estimate");
  assert.ok(ib.low > 0.1 && unbiased.low < 0 && unbiased.high > 0, String(unbiased));
  near(unbiased.explaining.estimate, 0.1, 0.02);
  assert.ok(unbiased.explaining.low < 0.1 && unbiased.explaining.high > 0.1);
  const biased = core.labelError(judgedPairs({ seed: 6, images: 1000, judges: [{ ids: 1.5, cds: -1 }] }));
  assert.ok(biased.verdict === "supported" && biased.estimate > 0.3);
  const always = core.labelError(judgedPairs({ seed: 7, images: 30, judges: [{ ids: 99, cds: 99 }] }));
  assert.equal(always.verdict, "untestable"); // 10% wrong labels would have shown as wrong verdicts
});

Deno.test("apparentBias: simulated judges with flipped labels", () => {
  const generator = random(3), n = 200_000;
  const flips = () => generator.uniform() < 0.15;
  let right = 0, ids = 0, rightIds = 0;
  for (let i = 0; i < n; i++) {
    const isRight = generator.uniform() < 0.8, isIds = generator.uniform() >= 0.3, isFlipped = flips();
    // A wrong human label swaps right and wrong, and IDS and CDS.
    const seenRight = isRight !== isFlipped, seenIds = isIds !== isFlipped;
    right += Number(seenRight);
    ids += Number(seenIds);
    rightIds += Number(seenRight && seenIds);
  }
  const seen = rightIds / ids - (right - rightIds) / (n - ids);
  near(apparentBias({ accuracy: right / n, cdsShare: 1 - ids / n }, 0.15), seen, 0.01);
});

Deno.test("prefersOwnAnswers: by more than outside judges; none outside is untestable; families without the judge itself", () => {
  const n = 400, human = upTo(n).map((i) => i % 2 === 0 ? "A" : "B");
  const wrong = (human: string, i: number) => i % 50 < 2 ? (human === "A" ? "B" : "A") : human;
  const judged = (judge: string, choice: (human: string, i: number) => string) =>
    pl.DataFrame(human.map((human, i) => ({
      ...{ item_id: String(i), judge, model_a: "x", model_b: "y", human, choice: choice(human, i) },
    })));
  const own = (choice: (human: string, i: number) => string) =>
    core.prefersOwnAnswers(pl.concat([judged("x", choice), judged("o", wrong), judged("p", wrong)]));
  assert.equal(own(() => "A").verdict, "supported"); // always its own
  assert.equal(own(() => "B").verdict, "contradicted");
  const fair = own((human, i) => wrong(human, i + 6)), alone = core.prefersOwnAnswers(judged("x", () => "A"));
  assert.deepEqual([fair.verdict, fair.estimate, fair.n], ["absent", 0, n]);
  assert.deepEqual([alone.verdict, alone.warning], ["untestable", "no outside judge of these pairs"]);
  assert.equal(alone.sensitivity[0].estimate, 1);
  const relatives = pl.concat([judged("z", () => "A"), judged("o", wrong)]);
  const family = core.prefersOwnAnswers(relatives, { families: { maker: ["x", "z"] }, self: false });
  const said = /^supported: a judge prefers the answers of its family$/;
  assert.match(`${family.verdict}: ${family.hypothesis}`, said);
});

Deno.test("prefersOwnAnswers: a judge whose own model is better by far is not self-loving for that", () => {
  const judges = ["Alder", "Oak", "Yew"].map((judge) => ({ judge }));
  const models = { Alder: 1.2, Cedar: 0.2, Elm: 0, Fir: -0.2 };
  const verdicts = upTo(40).map((seed) => {
    const pairs = drawModelPairs({ models, judges, images: 60, runs: 1, seed: 100 + seed });
    return core.prefersOwnAnswers(pairs, { judge: "Alder" });
  });
  assert.ok(verdicts.filter(({ verdict }) => verdict === "supported").length <= 4, "2.5% asked");
  assert.ok(
    verdicts.filter(({ sensitivity }) => sensitivity[0].low > 0).length > 20,
    "by itself it looks so",
  );
});

Deno.test("claims of metrics in one table: every group a verdict or the reason why not", () => {
  const frame = drawModelPairs({ images: 40 });
  const tests = [core.prefersOwnAnswers, core.longerAnswerWins, core.repeatsItself];
  const rows = core.hypothesisTable(frame, tests, { by: ["judge"] }).toRecords();
  assert.equal(rows.length, 9);
  const own = rows.filter(({ hypothesis }) => hypothesis === "a judge prefers its own answers");
  // No outside judge in the groups of the first two; the third wrote nothing.
  assert.deepEqual(own.map(({ judge }) => judge), ["Alder", "Fir", "Oak"]);
  assert.ok(own.every(({ verdict }) => verdict === "untestable"));
  assert.match(String(own[2].note), /found none/);
  assert.notEqual(core.prefersOwnAnswers(frame, { judge: "Alder" }).verdict, "untestable");
  assert.ok(rows.every(({ provenance, verdict }) => provenance === "simulated" || verdict === "untestable"));
});

Deno.test("intervals follow alpha: at 1 − alpha they just decide the verdict", () => {
  const frame = drawModelPairs({ images: 40, labelled: 0.5, runs: 2 });
  const alder = frame.filter(pl.col("judge").eq(pl.lit("Alder")));
  const tests: ((alpha: number) => core.HypothesisResult)[] = [
    (alpha) => core.longerAnswerWins(alder, { alpha }),
    (alpha) => core.prefersOwnAnswers(frame, { judge: "Alder", alpha }),
    (alpha) => core.repeatsItself(alder, { alpha, limit: 0.19 }),
  ];
  for (const test of tests) {
    const widths = [0.01, 0.05, 0.3, 0.5].map((alpha) => {
      const { hypothesis, low, high, nullValue, pValue, verdict } = test(alpha);
      const outside = low > nullValue || high < nullValue;
      assert.equal(outside, pValue < alpha, `${hypothesis} at ${alpha}: ${low} to ${high}, p ${pValue}`);
      assert.equal(outside, verdict === "supported" || verdict === "contradicted", hypothesis);
      return high - low;
    });
    assert.ok(widths[0] > widths[2]);
  }
});

Deno.test("a condition's rows are the same in a long frame, which is asked in one query, as in its short parts", () => {
  const height = 5400, part = 900;
  const frame = pl.DataFrame([
    pl.Series("pipeline", upTo(height).map((i) => ["base", "birch", null][i % 3]), pl.Utf8),
    pl.Series("image", upTo(height).map((i) => [true, null, false, true][i % 4]), pl.Bool),
  ]);
  const rows = (own: pl.DataFrame, condition: object) => [...conditionRows("x", own, condition as never)];
  for (const condition of [{ pipeline: "base", image: true, variant: "original" }, { image: false }]) {
    const parts = upTo(height / part).flatMap((k) =>
      rows(frame.slice(k * part, part), condition).map((row) => row + k * part)
    );
    assert.deepEqual(rows(frame, condition), parts);
  }
  assert.throws(() => rows(frame, { image: "true" }), /found false, true, null/);
  const pairs = pairsFrame([{}]);
  assert.deepEqual(rows(pairs.drop("image", "pipeline"), { image: true, pipeline: "base" }), [0]);
  assert.throws(() => rows(pairs.drop("image"), { image: false }), /no column image .all rows count as true/);
  assert.throws(() => rows(pairs.drop("judge"), { judge: "j" }), TypeError);
});

Deno.test("Kendall's p and interval agree about 0", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const generator = random(seed), x = upTo(5 + seed % 12).map(() => generator.integer(6));
    const { low, high, pValue } = kendallInterval(x, x.map((value) => value + generator.integer(9)));
    if (!Number.isNaN(low)) assert.equal(pValue < 0.05, low > 0 || high < 0, `seed ${seed}: p ${pValue}`);
  }
});
