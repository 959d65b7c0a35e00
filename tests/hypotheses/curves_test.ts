import assert from "node:assert/strict";
import { biasByThreshold } from "@/hypotheses/bias_by_threshold.ts";
import { equalizedBias } from "@/hypotheses/equalized_bias.ts";
import { labelError } from "@/hypotheses/label_error.ts";
import { apparentBias, explainingShare } from "@/hypotheses/label_error_model.ts";
import { informativenessBias } from "@/metrics/informativeness_bias.ts";
import { random } from "@/stats/random.ts";
import { pairsFrame } from "../metrics/pairs_fixture.ts";
import { judgedPairs } from "./judged_pairs.ts";

const near = (found: number, wanted: number, tolerance = 1e-12) =>
  assert.ok(Math.abs(found - wanted) <= tolerance, `${found} is not ${wanted}`);

type Values = Record<string, number>;
const lengthened = { variant: "length_equalized" };

Deno.test("biasByThreshold: its ends are IB without limit and of pairs of equal length", () => {
  const pairs = judgedPairs({
    seed: 1,
    images: 200,
    judges: [{ ids: 1, cds: 0, perWord: 0.05 }, { ids: 1, cds: 0, condition: lengthened }],
  });
  const curve = biasByThreshold(pairs, { thresholds: [0, 5, null] }).toRecords() as Values[];
  assert.deepEqual(curve.map(({ threshold }) => threshold), [0, 5, null, 0, 5, null]);
  const [plain] = informativenessBias(pairs, { by: ["variant"] }).toRecords().slice(-1) as Values[];
  near(curve[2].ib, plain.ib);
  near(curve[2].low, plain.low);
  assert.ok(
    curve[0].n < curve[1].n && curve[1].n < curve[2].n && curve[0].n_ids + curve[0].n_cds === curve[0].n,
  );
  const equalized = equalizedBias(pairs).steps[2];
  near(curve[4].ib, equalized.estimate);
  near(curve[4].high, equalized.high);
  assert.throws(
    () => biasByThreshold(pairs, { thresholds: [-1] }),
    /thresholds of 0 or more words or null, found -1/,
  );
});

Deno.test("apparentBias: the unbiased judge of the brief, and simulated judges with flipped labels", () => {
  // Accuracy 0.90, a quarter CDS, 10% wrong labels: IDS (0.75·0.81 + 0.25·0.01)/0.7, CDS (0.25·0.81 + 0.75·0.01)/0.3.
  const observed = { accuracy: 0.9 * 0.9 + 0.1 * 0.1, cdsShare: 0.25 * 0.9 + 0.75 * 0.1 };
  const ib = apparentBias(observed, 0.1, "human");
  near(ib, 0.61 / 0.7 - 0.21 / 0.3);
  assert.ok(Math.abs(ib - 0.17) < 0.002);
  near(explainingShare(observed, ib, "human"), 0.1, 1e-9);

  const generator = random(3);
  const flip = (x: boolean, e: number) => generator.uniform() < e ? !x : x;
  for (const kind of ["human", "informativeness", "informativeness_follows_choice"] as const) {
    let n = 0, right = 0, nIds = 0, rightIds = 0;
    for (let i = 0; i < 200_000; i++) {
      const isRight = generator.uniform() < 0.8, isCds = generator.uniform() < 0.3;
      // A wrong human label swaps right and wrong, and IDS and CDS.
      const wrong = kind === "human" && generator.uniform() < 0.15;
      const seenRight = isRight !== wrong;
      const follows = kind === "informativeness_follows_choice" && generator.uniform() < 0.15;
      const seenIds = follows ? isRight : flip(isCds === wrong, kind === "informativeness" ? 0.15 : 0);
      n++;
      right += seenRight ? 1 : 0;
      nIds += seenIds ? 1 : 0;
      rightIds += seenRight && seenIds ? 1 : 0;
    }
    const seen = rightIds / nIds - (right - rightIds) / (n - nIds);
    near(apparentBias({ accuracy: right / n, cdsShare: 1 - nIds / n }, 0.15, kind), seen, 0.01);
  }
});

Deno.test("explainingShare: none where no share explains, 0 where nothing is to explain", () => {
  const observed = { accuracy: 0.7, cdsShare: 0.3 };
  assert.equal(explainingShare(observed, -0.1, "human"), 0);
  assert.ok(Number.isNaN(explainingShare(observed, 0.2, "informativeness")));
  // At most 0.2 can be wrong; a is then 5/6 and IB 5/6 − 1/6.
  const few = { accuracy: 0.7, cdsShare: 0.2 };
  assert.ok(Number.isNaN(explainingShare(few, 0.7, "human")));
  assert.ok(Math.abs(explainingShare(few, 0.66, "human") - 0.2) < 0.005);
  assert.ok(Number.isNaN(apparentBias(observed, 0.31, "human"))); // fewer CDS pairs seen than wrong labels
  assert.throws(() => apparentBias(observed, 0.5, "human"), /\[0, 0.5\)/);
  assert.throws(() => apparentBias(observed, 0.1, "x" as "human"), /wanted the kind human/);
});

Deno.test("labelError: an unbiased judge with wrong labels is explained by them, a biased one is not", () => {
  const generator = random(4);
  const flipped = judgedPairs({
    seed: 5,
    images: 3000,
    icc: 0,
    cdsShare: 0.25,
    judges: [{ ids: 2.2, cds: 2.2 }],
  })
    .toRecords() as Record<string, string>[];
  for (const row of flipped) if (generator.uniform() < 0.1) row.human = row.human === "A" ? "B" : "A";
  const unbiased = labelError(pairsFrame(flipped as never));
  const ib = unbiased.sensitivity[0];
  const shares = unbiased.sensitivity.slice(1).map(({ name }) => parseInt(name.slice("IB beyond ".length)));
  assert.deepEqual(shares, [2, 5, 15, 20], "and 10%, the estimate");
  assert.ok(ib.low > 0.1 && unbiased.low < 0 && unbiased.high > 0, String(unbiased));
  assert.ok(Math.abs(unbiased.explaining.estimate - 0.1) < 0.02);
  assert.ok(unbiased.explaining.low < 0.1 && unbiased.explaining.high > 0.1);
  const biased = labelError(judgedPairs({ seed: 6, images: 1000, judges: [{ ids: 1.5, cds: -1 }] }));
  assert.ok(biased.verdict === "supported" && biased.estimate > 0.3);
  const curve = biased.curve.toRecords() as Values[];
  assert.ok(curve[0].ib === 0 && curve.every(({ ib }, i) => i === 0 || ib >= curve[i - 1].ib));
  const always = labelError(judgedPairs({ seed: 7, images: 30, judges: [{ ids: 99, cds: 99 }] }));
  assert.equal(always.verdict, "untestable"); // 10% wrong labels would have shown as wrong verdicts
});
