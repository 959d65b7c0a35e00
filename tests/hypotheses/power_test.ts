import assert from "node:assert/strict";
import { pilotDesign } from "@/hypotheses/pilot_design.ts";
import { power } from "@/hypotheses/power.ts";
import { simulatePower } from "@/hypotheses/simulate_power.ts";
import { imageDrawer } from "@/hypotheses/draw_images.ts";
import { random } from "@/stats/random.ts";
import { planStudy, type StudyDesign } from "@/hypotheses/study_design.ts";
import { balancedAccuracy } from "@/hypotheses/balanced_accuracy.ts";
import { biasExceedsLengthBias } from "@/hypotheses/bias_exceeds_length_bias.ts";
import { pairsFrame } from "../metrics/pairs_fixture.ts";
import { judgedPairs } from "./judged_pairs.ts";

const near = (found: number, wanted: number, tolerance = 1e-12) =>
  assert.ok(Math.abs(found - wanted) <= tolerance, `${found} is not ${wanted}`);

Deno.test("planStudy: variances worked by hand", () => {
  // IB = 0.8 − 0.5; 0.8·0.2/0.75 + 0.5·0.5/0.25 = 0.21333… + 1
  const ib = { metric: "ib", accIds: 0.8, accCds: 0.5, cdsShare: 0.25 } as const;
  near(planStudy(ib).effect, 0.3);
  near(planStudy(ib).variance, 0.16 / 0.75 + 1);
  // Two pairs per image, k = 1. Mixed: C = 0.16 + 0.25 − 2·cov, cov = min(0.8, 0.5) − 0.8·0.5 = 0.1, so C = 0.21.
  near(planStudy({ ...ib, pairsPerImage: 2, icc: 0.5 }).variance, 0.16 / 0.75 + 1 + 0.5 * 0.21);
  // All of an image's pairs in one subset: the textbook's design effect 1 + (m − 1)·icc.
  near(planStudy({ ...ib, pairsPerImage: 2, icc: 0.5, subsetsWithinImage: "constant" }).designEffect, 1.5);
  // 1.5 pairs per image: half of the images have one, half two; E[m(m − 1)]/E[m] = 1/1.5.
  near(
    planStudy({ ...ib, pairsPerImage: 1.5, icc: 0.5, subsetsWithinImage: "constant" }).designEffect,
    1 + 0.5 / 1.5,
  );
  // Image reliance: right with the image 0.6, without 0.5, independent: differences +1 with 0.3, −1 with 0.2.
  const irs = planStudy({ metric: "irs", accImage: 0.6, accNoImage: 0.5, correlation: 0 });
  near(irs.effect, 0.1);
  near(irs.variance, 0.5 - 0.01);
  // Two judges that agree wherever they can: only the excess is discordant.
  const change = planStudy({
    metric: "ib_difference",
    first: { accIds: 0.8, accCds: 0.4 },
    second: { accIds: 0.8, accCds: 0.4 },
    cdsShare: 0.5,
    correlation: 1,
  });
  assert.deepEqual([change.effect, Math.abs(change.variance) < 1e-12], [0, true]);
  near(planStudy({ metric: "bd", difference: 0.1, sd: 0.4 }).variance, 0.16);
});

const DESIGNS: Record<string, StudyDesign> = {
  "IB, unclustered": { metric: "ib", accIds: 0.7, accCds: 0.6, cdsShare: 0.32 },
  "IB, subsets mixed": {
    metric: "ib",
    accIds: 0.75,
    accCds: 0.6,
    cdsShare: 0.32,
    pairsPerImage: 3.5,
    icc: 0.4,
  },
  "IB, subsets constant": {
    metric: "ib",
    accIds: 0.75,
    accCds: 0.6,
    cdsShare: 0.2,
    pairsPerImage: 4,
    icc: 0.3,
    subsetsWithinImage: "constant",
  },
  LB: { metric: "lb", accLonger: 0.7, accShorter: 0.55, shorterShare: 0.45, pairsPerImage: 2, icc: 0.3 },
  IRS: { metric: "irs", accImage: 0.7, accNoImage: 0.64, correlation: 0.6, pairsPerImage: 1.76, icc: 0.3 },
  "IB difference": {
    metric: "ib_difference",
    first: { accIds: 0.8, accCds: 0.4 },
    second: { accIds: 0.8, accCds: 0.55 },
    cdsShare: 0.32,
    correlation: 0.3,
    pairsPerImage: 1.76,
    icc: 0.5,
  },
  BD: { metric: "bd", difference: 0.06, sd: 0.3, pairsPerImage: 3, icc: 0.2 },
};

for (const [name, design] of Object.entries(DESIGNS)) {
  Deno.test(`power by formula is the power of simulated studies: ${name}`, () => {
    const { n, power: formula } = power(design);
    const found = simulatePower(design, { n, replicates: 1500, seed: 11 });
    // Three Monte-Carlo errors, and half a point for what the normal approximation leaves out.
    const slack = 3 * Math.sqrt(0.8 * 0.2 / 1500) + 0.005;
    assert.ok(Math.abs(found.power - formula) < slack, `${found.power} against ${formula}`);
    assert.ok(found.coverage > 0.93 && found.coverage < 0.97, `coverage ${found.coverage}`);
  });
}

Deno.test("power: n and power are inverse, more pairs see more, the detectable effect is seen", () => {
  const design = DESIGNS["IB, subsets mixed"];
  const planned = power(design, { power: 0.9, alpha: 0.01 });
  assert.ok(planned.power >= 0.9);
  assert.ok(power(design, { n: planned.n - 1, alpha: 0.01 }).power < 0.9);
  assert.equal(planned.images, Math.ceil(planned.n / 3.5));
  const at = power(design, { n: 1000, power: 0.8 });
  // (1.959964 + 0.841621) standard errors
  near(at.detectable / at.standardError, 2.801585218, 1e-8);
  const found = power(design, { n: [100, 200, 400] });
  assert.ok(found.length === 3 && found[0].power < found[1].power && found[1].power < found[2].power);
});

Deno.test("power: the same seed gives the same digits, another seed others", () => {
  const run = (seed: number) => simulatePower(DESIGNS.LB, { n: 150, replicates: 50, seed });
  assert.deepEqual(run(3), run(3));
  assert.notDeepEqual(run(3).coverage + run(3).power, run(4).coverage + run(4).power);
});

Deno.test("power: designs that cannot be are refused by name", () => {
  const ib = { metric: "ib", accIds: 0.8, accCds: 0.5, cdsShare: 0.25 } as const;
  assert.throws(() => power({ ...ib, accIds: 80 }), /accuracy from 0 to 1, found 80/);
  assert.throws(() => power({ ...ib, cdsShare: 0 }), /share between 0 and 1/);
  assert.throws(() => power({ ...ib, icc: -0.1 }), /icc/);
  assert.throws(() => power({ ...ib, pairsPerImage: 0 }), /pairs per image/);
  assert.throws(() => power({ ...ib, accCds: 0.8 }), /effect to be seen/);
  assert.throws(() => power(ib, { n: 0.5 }), /positive number of pairs/);
  assert.throws(
    () => power({ metric: "irs", accImage: 0.9, accNoImage: 0.5, correlation: 0.9 }),
    /allow a correlation from -0\.333 to 0\.333, found 0\.9/,
  );
  assert.throws(() => power({ metric: "bd", difference: 0.1, sd: 0 }), /positive sd/);
  assert.throws(() => power({ metric: "tos" } as unknown as StudyDesign), /found "tos"/);
  assert.throws(
    () => power({ metric: "ib", accIds: 1, accCds: 0, cdsShare: 0.5 }),
    /nothing to chance/,
  );
  assert.throws(() => simulatePower(ib, { n: 10, replicates: 0, seed: 1 }), /replicates/);
});

Deno.test("power: unequal images cost what E[m²]/E[m] says, and a mean alone promises too much", () => {
  // Three images of 1 pair for each of 17: mean 5, E[m²]/E[m] = (3 + 289)/20 = 14.6.
  const sizes = [1, 1, 1, 17];
  const design = (pairsPerImage: number | number[]): StudyDesign => ({
    metric: "ib",
    accIds: 0.75,
    accCds: 0.6,
    cdsShare: 0.3,
    pairsPerImage,
    icc: 0.3,
    subsetsWithinImage: "constant",
  });
  near(planStudy(design(sizes)).designEffect, 1 + 0.3 * 13.6);
  near(planStudy(design(5)).designEffect, 1 + 0.3 * 4);
  const { n, effectiveImages, warning } = power(design(sizes));
  near(effectiveImages, n * 0.3 / 14.6);
  assert.equal(warning, "");
  const found = simulatePower(design(sizes), { n, replicates: 300, seed: 4 });
  // Student's t and few effective images cost a little of the promised 0.80; planning by the mean gives 0.5.
  assert.ok(found.power > 0.7 && found.power < 0.87, String(found.power));
  const short = simulatePower(design(sizes), { n: power(design(5)).n, replicates: 150, seed: 4 });
  assert.ok(short.power < 0.62, String(short.power));
  assert.match(power(design(sizes), { n: 400 }).warning, /8\.2 effective images/);
  assert.throws(() => power(design([])), /wanted sizes of images.*found none/);
  assert.throws(() => power(design([2, 0.5])), /found 0.5/);
});

Deno.test("power: to show that a bias is absent", () => {
  const none: StudyDesign = { metric: "ib", accIds: 0.7, accCds: 0.7, cdsShare: 0.3 };
  const plan = power(none, { equivalence: 0.05 });
  // n·Var = 0.21/0.7 + 0.21/0.3 = 1; two one-sided tests at 5%: ((1.6448536 + 1.2815516)/0.05)² = 3425.5
  assert.equal(plan.n, 3426);
  assert.ok(plan.power >= 0.8 && power(none, { n: plan.n - 1, equivalence: 0.05 }).power < 0.8);
  assert.match(plan.method, /equivalence within ±0.05/);
  // Half as much again with a true effect of a third of δ.
  assert.ok(power({ ...none, accIds: 0.712, accCds: 0.695 }, { equivalence: 0.05 }).n > 1.3 * plan.n);
  assert.throws(() => power({ ...none, accCds: 0.6 }, { equivalence: 0.05 }), /true effect smaller than δ/);
});

Deno.test("pilotDesign: the design of the pilot, worked by hand", () => {
  const row = (image: string, ids: boolean, right: boolean) => ({
    image_id: image,
    human: "A",
    choice: right ? "A" : "B",
    more_informative: ids ? "A" : "B",
  });
  const design = pilotDesign(pairsFrame([
    row("1", true, true),
    row("1", true, true),
    row("2", true, true),
    row("2", true, false),
    row("3", false, false),
    row("3", false, false),
    row("4", false, true),
    row("5", true, false),
  ]));
  // IDS 3/5, CDS 1/3. Residuals on images 1: .4, .4; 2: .4, −.6; 3: −⅓, −⅓. Products .16 − .24 + 1/9, twice, over 6 couples.
  near(design.accIds, 0.6);
  near(design.accCds, 1 / 3);
  near(design.cdsShare, 3 / 8);
  const variance = (3 * 0.16 + 2 * 0.36 + 2 / 9 + 4 / 9) / 8;
  near(design.icc!, 2 * (0.16 - 0.24 + 1 / 9) / 6 / variance);
  assert.deepEqual(design.pairsPerImage, [2, 2, 2, 1, 1]);
  assert.equal(design.subsetsWithinImage, "constant");
  assert.deepEqual(design.images, [[2, 0], [2, 0], [0, 2], [0, 1], [1, 0]]);
  assert.throws(() => pilotDesign(pairsFrame([row("1", true, true)])), /IDS and of CDS, found 1 and 0/);
});

/** Studies of 100 pairs, one on each image, with an IB of 25 points; what is planned from each, and its true power. */
Deno.test("pilotDesign: with an assurance of 80% the promised power is there in 80% of the pilots", () => {
  const generator = random(8), truth = { metric: "ib", accIds: 0.85, accCds: 0.6, cdsShare: 0.4 } as const;
  const reached = (assurance?: number) => {
    let kept = 0;
    for (let study = 0; study < 150; study++) {
      const pilot = pairsFrame(Array.from({ length: 100 }, (_, i) => {
        const isIds = i % 5 < 3, isRight = generator.uniform() < (isIds ? truth.accIds : truth.accCds);
        return {
          image_id: String(i),
          human: "A",
          choice: isRight ? "A" : "B",
          more_informative: isIds ? "A" : "B",
        };
      }));
      try {
        const { n } = power(pilotDesign(pilot, { assurance }));
        if (power(truth, { n }).power >= 0.8) kept++;
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        kept++; // nothing is planned, nothing is promised
      }
    }
    return kept / 150;
  };
  const [sure, bold] = [reached(0.8), reached()];
  assert.ok(sure > 0.8 - 3 * Math.sqrt(0.16 / 150) && bold < 0.65, `${sure} ${bold}`);
  assert.throws(() => pilotDesign(pairsFrame([]), { assurance: 0.8 }), RangeError);
});

Deno.test("power of a claim: whole images drawn from a pilot", () => {
  const pilot = judgedPairs({ seed: 3, images: 120, judges: [{ ids: 1, cds: -0.6 }] });
  const at = (n: number) => power(balancedAccuracy, { pilot, n, replicates: 40, seed: 2 });
  const [small, large] = [at(20), at(600)],
    exceeds = power(biasExceedsLengthBias, { pilot, n: 300, replicates: 20, seed: 2 });
  assert.ok(
    small.power < large.power && large.low <= large.power && exceeds.power > 0.5,
    `${small.power} ${large.power} ${exceeds.power}`,
  );
  assert.deepEqual(at(20), small);
  assert.throws(() => power(balancedAccuracy, { pilot, n: 0, seed: 1 }), /wanted at least 1 pair, found 0/);
});

Deno.test("power: own answers against outsiders are a difference of differences", () => {
  const design = {
    otherShare: 0.4,
    correlation: 0.2,
    judge: { own: 0.8, other: 0.6 },
    outside: { own: 0.75, other: 0.65 },
  };
  const { n, effect } = power({ metric: "prefers_own", ...design });
  const same = power({
    metric: "ib_difference",
    ...{
      first: { accIds: 0.8, accCds: 0.6 },
      second: { accIds: 0.75, accCds: 0.65 },
      cdsShare: 0.4,
      correlation: 0.2,
    },
  });
  assert.ok(Math.abs(effect - 0.1) < 1e-12 && n === same.n);
});

const CLUSTERED = { metric: "ib", accIds: 0.8, accCds: 0.6, cdsShare: 0.4, icc: 0.1 } as const;

Deno.test("power: subsets as they lie on a pilot's images, worked by hand", () => {
  // Own: 0.16/0.5 + 0.24/0.5 = 0.8. Images of two pairs of one subset: C = own, as with `constant`.
  const half = { ...CLUSTERED, cdsShare: 0.5, pairsPerImage: [2, 2] };
  near(planStudy({ ...half, images: [[2, 0], [0, 2]] }).variance, 0.8 * 1.1);
  // One pair of either: only the covariance across, 0.6 − 0.48 = 0.12, taken off: −2·0.12·2 couples·4 pairs/(2·2).
  near(planStudy({ ...half, images: [[1, 1], [1, 1]] }).variance, 0.8 - 0.1 * 0.48);
  near(power({ ...half, images: [[3, 0], [1, 0], [0, 4]] }, { n: 80 }).effectiveImages, 10); // 40·4/16
  assert.throws(() => power({ ...half, images: [[1, 0.5]] }), /whole numbers of pairs.*found 1 and 0.5/);
  assert.throws(() => power({ ...half, images: [[1, 0]] }), /found none/);
});

Deno.test("simulatePower, probit: accuracies and the correlation within images are the design's", () => {
  const study = planStudy({ ...CLUSTERED, icc: 0.3, pairsPerImage: 2, subsetsWithinImage: "constant" });
  const { values, parts, clusters } = imageDrawer(study, 200_000)(random(1));
  const counts = [0, 0], right = [0, 0];
  parts.forEach((part, i) => {
    counts[part]++;
    right[part] += values[i];
  });
  near(right[0] / counts[0], 0.8, 0.005);
  near(right[1] / counts[1], 0.6, 0.007);
  let products = 0, variance = 0, pairs = 0;
  const residual = (i: number) => values[i] - [0.8, 0.6][parts[i]];
  for (let i = 0; i + 1 < values.length; i++) {
    variance += residual(i) ** 2 / values.length;
    if (clusters[i] !== clusters[i + 1]) continue;
    products += residual(i) * residual(i + 1);
    pairs++;
  }
  near(products / pairs / variance, 0.3, 0.015);
});

Deno.test("simulatePower, probit: what the formula says where images are equal, much less where few carry a subset", () => {
  for (const subsetsWithinImage of ["mixed", "constant"] as const) {
    const even: StudyDesign = { ...CLUSTERED, pairsPerImage: 3, subsetsWithinImage };
    const { n, power: formula } = power(even, { power: 0.9 });
    const found = simulatePower(even, { n, replicates: 1000, seed: 5, model: "probit" });
    assert.ok(Math.abs(found.power - formula) < 0.05, `${found.power} against ${formula}`);
    assert.ok(found.coverage > 0.93 && found.coverage < 0.97, `coverage ${found.coverage}`);
  }
  // Every tenth image has 40 pairs, nearly all of one subset; the others have one.
  const images = Array.from(
    { length: 60 },
    (_, k): [number, number] => k % 20 === 0 ? [38, 2] : k % 10 === 0 ? [2, 38] : k % 5 < 3 ? [1, 0] : [0, 1],
  );
  const cds = images.reduce((sum, [, second]) => sum + second, 0);
  const sizes = images.map(([first, second]) => first + second);
  const design: StudyDesign = {
    ...CLUSTERED,
    icc: 0.3,
    cdsShare: cds / sizes.reduce((sum, size) => sum + size, 0),
    pairsPerImage: sizes,
  };
  const n = 458, known = power({ ...design, images }, { n }), promised = power(design, { n }).power;
  const found = simulatePower({ ...design, images }, { n, replicates: 600, seed: 5, model: "probit" });
  assert.ok(
    promised > 0.79 && found.power < known.power - 0.05,
    `${promised}, ${known.power}, ${found.power}`,
  );
  assert.match(known.warning, /effective images/);
  assert.ok(found.coverage > 0.92, `coverage ${found.coverage}`);
  const wrong = { n, seed: 1, model: "normal" } as unknown as { n: number; seed: number };
  assert.throws(() => simulatePower(design, wrong), /wanted the model shared or probit, found "normal"/);
});
