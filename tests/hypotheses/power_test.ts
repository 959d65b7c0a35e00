import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { biasAtEqualLength } from "@/hypotheses/bias_at_equal_length.ts";
import { power } from "@/hypotheses/power.ts";
import { simulatePower } from "@/hypotheses/simulate_power.ts";
import { planStudy, type StudyDesign } from "@/hypotheses/study_design.ts";
import { balancedAccuracy } from "@/hypotheses/balanced_accuracy.ts";
import { mitigationLowersBias } from "@/hypotheses/mitigation.ts";
import { random } from "@/stats/random.ts";
import { normalCdf, studentQuantile } from "@/stats/distributions.ts";
import { judgedPairs } from "./judged_pairs.ts";

const near = (found: number, wanted: number, tolerance = 1e-12) =>
  assert.ok(Math.abs(found - wanted) <= tolerance, `${found} is not ${wanted}`);

/** Pairs judged twice, by the pipelines base and birch: IB falls by 20 points, accuracy on IDS stays. */
function beforeAndAfter(items: number, seed: number) {
  const { uniform } = random(seed);
  return pl.DataFrame(
    Array.from({ length: items }, (_, i) => {
      const isIds = i % 2 === 0, common = uniform();
      return ["base", "birch"].map((pipeline) => {
        const right = isIds ? 0.8 : pipeline === "base" ? 0.45 : 0.65;
        const isRight = (uniform() < 0.5 ? common : uniform()) < right;
        return {
          item_id: `${i}`,
          pipeline,
          human: "A",
          more_informative: isIds ? "A" : "B",
          choice: isRight ? "A" : "B",
        };
      });
    }).flat(),
  );
}

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
  assert.throws(() => power({ metric: "ib", accIds: 1, accCds: 0, cdsShare: 0.5 }), /nothing to chance/);
  assert.throws(() => simulatePower(ib, { n: 10, replicates: 0, seed: 1 }), /replicate/);
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

Deno.test("power of a claim: by hand from the claim's own interval, and what is refused", () => {
  const pilot = judgedPairs({ seed: 3, images: 300, judges: [{ ids: 1, cds: 0 }] });
  const { estimate, low, high, n, df } = biasAtEqualLength(pilot), t = studentQuantile(0.975, df);
  const error = (high - low) / 2 / t;
  const [same, half] = power(biasAtEqualLength, { pilot, n: [n, Math.round(n / 4)] });
  near(same.standardError, error);
  near(same.power, normalCdf(estimate / error - t) + normalCdf(-estimate / error - t));
  near(half.standardError, error * Math.sqrt(n / half.n));
  const sure = power(biasAtEqualLength, { pilot, n: 100, assurance: 0.8 });
  near(sure.effect, estimate - error * studentQuantile(0.8, df));
  assert.equal(power(biasAtEqualLength, { pilot, n: 100, effect: 0.1 }).effect, 0.1);
  const plan = power(biasAtEqualLength.atZero, { pilot, power: 0.9, effect: 0.15 });
  assert.ok(
    plan.power >= 0.9 && power(biasAtEqualLength.atZero, { pilot, n: plan.n - 1, effect: 0.15 }).power < 0.9,
  );
  const one = pilot.filter(pl.col("more_informative").eq(pl.col("human")));
  assert.throws(
    () => power(biasAtEqualLength, { pilot: one }),
    /power: wanted a pilot that the claim can be tested on, found no pair left whose/,
  );
  assert.throws(
    () => power(biasAtEqualLength, { pilot, assurance: 1 }),
    /wanted an assurance from 0.5 to below 1, found 1/,
  );
  const none = judgedPairs({ seed: 3, images: 60, judges: [{ ids: 0, cds: 0.2 }] });
  assert.throws(
    () => power(biasAtEqualLength, { pilot: none, assurance: 0.8 }),
    /shows an effect at an assurance of 0.8/,
  );
});

Deno.test("power of a joint claim: what is promised is kept, all parts together", () => {
  // Both parts are about as uncertain as each other.
  const mitigation = (rows: pl.DataFrame) => mitigationLowersBias(rows, { margin: 0.15 });
  const pilot = beforeAndAfter(300, 4), { parts = [], n: used } = mitigation(pilot);
  assert.equal(parts.length, 2);
  const { n, method } = power(mitigation, { pilot });
  assert.match(method, /at least, all 2 parts together/);
  const missed = parts.map(({ estimate, low, high, nullValue, df }) => {
    const error = (high - low) / 2 / studentQuantile(0.975, df) * Math.sqrt(used / n);
    const t = studentQuantile(0.975, df * n / used);
    return normalCdf(t - (estimate - nullValue) / error);
  });
  near(power(mitigation, { pilot, n }).power, 1 - missed[0] - missed[1], 1e-9);
  const drawn = simulatePower(mitigation, { pilot, n, replicates: 200, seed: 3 });
  assert.ok(drawn.high > 0.8, `${drawn.power} of ${n} pairs`);
  assert.throws(() => power(mitigation, { pilot, equivalence: 0.05 }), /a claim of one part.*found 2/);
});

Deno.test("simulatePower of a claim: whole images drawn from a pilot; the formula agrees", () => {
  const pilot = judgedPairs({ seed: 3, images: 120, judges: [{ ids: 1, cds: -0.6 }] });
  const at = (n: number) => simulatePower(balancedAccuracy, { pilot, n, replicates: 40, seed: 2 });
  const [small, large] = [at(20), at(600)];
  assert.ok(small.power < large.power && large.low <= large.power, `${small.power} ${large.power}`);
  assert.deepEqual(at(20), small);
  const drawn = simulatePower(biasAtEqualLength, { pilot, n: 100, replicates: 100, seed: 2 });
  const { power: formula } = power(biasAtEqualLength, { pilot, n: 100 });
  assert.ok(formula > drawn.low - 0.05 && formula < drawn.high + 0.05, `${formula} ${drawn.power}`);
  assert.throws(
    () => simulatePower(balancedAccuracy, { pilot, n: 0, seed: 1 }),
    /wanted at least 1 pair, found 0/,
  );
});
