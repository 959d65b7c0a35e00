import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { balancedAccuracy } from "@/hypotheses/balanced_accuracy.ts";
import { biasExceedsLengthBias } from "@/hypotheses/bias_exceeds_length_bias.ts";
import { hypothesisHtml } from "@/hypotheses/hypothesis_display.ts";
import { mitigationLowersBias } from "@/hypotheses/mitigation.ts";
import { informativenessBias } from "@/metrics/informativeness_bias.ts";
import { lengthBias } from "@/metrics/length_bias.ts";
import { pairsFrame } from "../metrics/pairs_fixture.ts";
import { judgedPairs } from "./judged_pairs.ts";

const near = (found: number, wanted: number, tolerance = 1e-12) =>
  assert.ok(Math.abs(found - wanted) <= tolerance, `${found} is not ${wanted}`);
const only = (frame: { toRecords(): unknown[] }) => frame.toRecords()[0] as Record<string, number>;

const birch = { pipeline: "birch" };

Deno.test("estimates and intervals are those of the metrics", () => {
  const pairs = judgedPairs({ seed: 1, images: 150, judges: [{ ids: 1.5, cds: -0.5, perWord: 0.03 }] });
  const { estimate, sensitivity: [ib, lb] } = biasExceedsLengthBias(pairs);
  const wanted = only(informativenessBias(pairs, { by: [] })), length = only(lengthBias(pairs, { by: [] }));
  near(estimate, wanted.ib - length.lb);
  near(ib.low, wanted.low);
  near(lb.high, length.high);
  const balanced = balancedAccuracy(pairs);
  near(balanced.estimate, (wanted.acc_ids + wanted.acc_cds) / 2);
  assert.match(String(balanced), /%/);
});

Deno.test("a bias to shorter answers can outweigh IB", () => {
  const pairs = judgedPairs({
    seed: 3,
    images: 800,
    longer: 0,
    judges: [{ ids: 0.7, cds: 0.3, perWord: -0.15 }],
  });
  const result = biasExceedsLengthBias(pairs);
  // IB − LB is large because LB is negative; its size is what counts, and what is shown: IB + LB, the less certain one.
  assert.ok(result.sensitivity[2].estimate > 0.4 && result.effect.value < -20 && result.high < 0);
  assert.equal(result.verdict, "contradicted");
});

Deno.test("mitigationLowersBias: both claims must hold", () => {
  const study = (ids: number, cds: number, images = 1200) =>
    mitigationLowersBias(
      judgedPairs({ seed: 4, images, judges: [{ ids: 1.5, cds: -1 }, { ids, cds, condition: birch }] }),
      { margin: 0.05 },
    );
  assert.equal(study(1.6, 0).verdict, "supported");
  const dear = study(0.8, 0.3); // lowers the bias and costs accuracy on IDS
  assert.ok(dear.sensitivity[0].pValue < 0.001 && dear.sensitivity[1].estimate < -0.05);
  assert.equal(dear.verdict, "contradicted");
  // One of two reversed: Bonferroni.
  assert.ok(dear.pValue < 1e-5 && Math.abs(dear.pValue / (2 * dear.sensitivity[1].pValue) - 1) < 1e-9);
  const better = study(1.6, 0);
  assert.equal(better.pValue, Math.max(better.sensitivity[0].pValue, better.sensitivity[1].pValue));
  // What is shown is the less certain claim, so that its interval and the verdict agree.
  assert.ok(dear.high < dear.nullValue && better.low > better.nullValue);
  assert.equal(study(1.5, -0.9, 100).verdict, "undecided");
  assert.equal(study(1.5, -1.8).verdict, "contradicted"); // raises the bias
  // p of what is shown beside the claims is its own.
  const { sensitivity: [drop, , before, after, cds] } = study(1.5, 0);
  near(before.estimate - after.estimate, drop.estimate);
  assert.ok(cds.estimate > 0.1 && cds.pValue < 1e-6 && cds.low > 0);
});

Deno.test("mitigationLowersBias: null is the run that had no condition", () => {
  const judge = { ids: 1.5, cds: -1 }, judges = [judge, { ids: 1.6, cds: 0, condition: birch }];
  const pipelines = judgedPairs({ seed: 4, images: 300, judges });
  const named = pipelines.withColumns(
    pl.when(pl.col("pipeline").eq(pl.lit("birch"))).then(pl.lit("careful")).otherwise(pl.lit(null)).cast(
      pl.Utf8,
    )
      .alias("condition"),
    pl.lit("base").alias("pipeline"),
  );
  const found = mitigationLowersBias(named, { first: null, second: "careful" });
  const wanted = mitigationLowersBias(pipelines);
  assert.deepEqual(found.parts, wanted.parts);
  assert.match(found.claim, /^careful lowers informativeness bias against no condition/);
  assert.throws(
    () => mitigationLowersBias(named),
    /wanted first \(the way before\) and second \(with the mitigation\) among null \(no condition\), "careful", found neither$/,
  );
  // Of two conditions the other is meant.
  for (const told of [{ first: null }, { second: "careful" }]) {
    assert.equal(mitigationLowersBias(named, told).estimate, found.estimate);
  }
  const back = mitigationLowersBias(named, { first: "careful", second: null });
  near(back.sensitivity[0].estimate, -wanted.sensitivity[0].estimate);
  assert.match(
    balancedAccuracy(named, { where: { condition: null } }).method,
    /only rows with condition none$/,
  );
  assert.throws(
    () => balancedAccuracy(named),
    /only\(frame, \{ condition: "careful" \}\) or only\(frame, \{ condition: null \}\)$/,
  );
  // Another test on these rows alone, and a frame that knows no conditions.
  const plain = balancedAccuracy(named, { condition: { condition: null } });
  near(plain.estimate, balancedAccuracy(pipelines).estimate);
  assert.equal(balancedAccuracy(pipelines, { condition: { pipeline: "base", condition: null } }).n, plain.n);
  assert.throws(() => mitigationLowersBias(pipelines, { first: null }), /condition/);
});

Deno.test("a claim of several parts shows each once, with its interval and p, and which one decides", () => {
  const result = mitigationLowersBias(
    judgedPairs({
      seed: 4,
      images: 300,
      judges: [{ ids: 1.5, cds: -1 }, { ids: 0.8, cds: 0.3, condition: birch }],
    }),
  );
  const shown = result.parts!.find(({ estimate }) => estimate === result.estimate)!;
  assert.equal(shown.name, "the change on IDS");
  assert.match(
    String(result),
    /^ {2}the drop in IB: .*; p: .*\n {2}the change on IDS \(least certain, decides\): .*; p against −5\.0 points: /m,
  );
  assert.doesNotMatch(String(result), /also: (drop in IB|change on IDS)/);
  assert.match(String(result), /^ {2}none within \(the drop in IB\): ±5\.0 points/m);
  assert.match(hypothesisHtml(result), />absent within ±δ \(the drop in IB\)</);
  assert.match(hypothesisHtml(result), />the change on IDS \(least certain, decides\), 95% interval</);
});

Deno.test("judges that are always right, and frames that lack a condition", () => {
  const right = { ids: 99, cds: 99 };
  const pairs = judgedPairs({ seed: 5, images: 80, judges: [right, { ...right, condition: birch }] });
  const mitigated = mitigationLowersBias(pairs);
  assert.ok(mitigated.verdict === "undecided" && mitigated.pValue >= 0.5);
  assert.equal(balancedAccuracy(pairs).verdict, "supported");
  const base = pairsFrame([{ more_informative: "A" }]);
  assert.throws(() => mitigationLowersBias(base), /wanted rows with pipeline birch, found base/);
  assert.throws(() => mitigationLowersBias(base, { margin: 0 }), /positive margin/);
  assert.throws(() => balancedAccuracy(base, { share: 2 }), /share from 0 to 1/);
  assert.throws(() => biasExceedsLengthBias(base), /word counts/);
  assert.equal(balancedAccuracy(base).verdict, "untestable");
});
