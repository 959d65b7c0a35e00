import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { biasAtEqualLength, contrast, mitigationLowersBias, power, simulatePower } from "judgebias";
import type { StudyDesign } from "@/hypotheses/study_design.ts";
import { normalCdf, studentQuantile } from "@/stats/distributions.ts";
import { random } from "@/stats/random.ts";
import { near, upTo } from "../stats/golden.ts";
import designs from "./designs.json" with { type: "json" };
import { judgedPairs } from "./judged_pairs.ts";

const ib = { metric: "ib", accIds: 0.75, accCds: 0.6, cdsShare: 0.32 } as const;
const DESIGNS = designs as unknown as Record<string, StudyDesign>;

for (const [name, design] of Object.entries(DESIGNS)) {
  Deno.test(`power by formula is the power of simulated studies: ${name}`, () => {
    const { n, power: formula } = power(design), replicates = 1500;
    const found = simulatePower(design, { n, replicates, seed: 11 });
    // Three Monte-Carlo errors, and half a point for what the normal approximation leaves out.
    near(found.power, formula, 3 * Math.sqrt(0.8 * 0.2 / replicates) + 0.005);
    assert.ok(found.coverage > 0.93 && found.coverage < 0.97, `coverage ${found.coverage}`);
  });
}

Deno.test("power: n and power are inverse, more pairs see more, the detectable effect is seen; a seed gives the same digits", () => {
  const design = DESIGNS["IB, subsets mixed"], planned = power(design, { power: 0.9, alpha: 0.01 });
  assert.ok(planned.power >= 0.9 && power(design, { n: planned.n - 1, alpha: 0.01 }).power < 0.9);
  assert.equal(planned.images, Math.ceil(planned.n / 3.5));
  const at = power(design, { n: 1000, power: 0.8 });
  near(at.detectable / at.standardError, 2.801585218, 1e-8); // (1.959964 + 0.841621) standard errors
  const [few, some, many] = power(design, { n: [100, 200, 400] });
  assert.ok(few.power < some.power && some.power < many.power);
  const run = (seed: number) => simulatePower(DESIGNS.LB, { n: 150, replicates: 50, seed });
  assert.deepEqual(run(3), run(3));
  assert.notEqual(run(3).coverage + run(3).power, run(4).coverage + run(4).power);
});

Deno.test("power: a mean size of images alone promises too much", () => {
  // Three images of 1 pair for each of 17: mean 5, E[m²]/E[m] = (3 + 289)/20 = 14.6.
  const design = (pairsPerImage: number | number[]): StudyDesign => ({
    ...{ ...ib, cdsShare: 0.3, pairsPerImage, icc: 0.3, subsetsWithinImage: "constant" },
  });
  const unequal = design([1, 1, 1, 17]), { n, effectiveImages } = power(unequal);
  near(effectiveImages, n * 0.3 / 14.6);
  const found = (n: number, replicates: number) => simulatePower(unequal, { n, replicates, seed: 4 }).power;
  // Student's t and few effective images cost a little of the promised 0.80; planning by the mean gives 0.5.
  assert.ok(found(n, 300) > 0.7 && found(n, 300) < 0.87);
  assert.ok(found(power(design(5)).n, 150) < 0.62);
});

Deno.test("power of a claim: by hand from the claim's own interval, and what is refused", () => {
  const pilot = judgedPairs({ seed: 3, images: 300, judges: [{ ids: 1, cds: 0 }] }),
    { atZero } = biasAtEqualLength;
  const { estimate, low, high, n, df } = biasAtEqualLength(pilot), t = studentQuantile(0.975, df);
  const error = (high - low) / 2 / t;
  const same = power(biasAtEqualLength, { pilot, n });
  near(same.standardError, error, 5e-4); // its limits are Wilson's
  near(same.power, normalCdf(estimate / error - t), 0.01);
  const sure = power(biasAtEqualLength, { pilot, n: 100, assurance: 0.8 });
  near(sure.effect, biasAtEqualLength(pilot, { alpha: 0.4 }).low, 1e-9);
  // Of a claim of either side the pilot's sign is that of the effect (was: "-0.123 against 0, of which 0.111").
  const isIds = pl.col("more_informative").eq(pl.col("human")),
    halves = ["CDS", "IDS"].map((domain) => ({ domain }));
  const parted = pilot.withColumns(
    pl.when(isIds).then(pl.lit("IDS")).otherwise(pl.lit("CDS")).alias("domain"),
  );
  const below = (rows: pl.DataFrame) =>
    contrast(rows, { outcome: "correct", first: halves[0], second: halves[1] });
  const [planned, named] = [{ assurance: 0.8 }, { effect: -0.1 }].map((more) =>
    power(below, { pilot: parted, ...more })
  );
  assert.match(planned.method, /, -\d\.\d+ against 0, .*, taken for -\d\.\d+ at an assurance of 0\.8$/);
  assert.match(String(named), /show −10\.0 points against 0/);
  const plan = power(atZero, { pilot, power: 0.9, effect: 0.15 });
  assert.ok(plan.power >= 0.9 && power(atZero, { pilot, n: plan.n - 1, effect: 0.15 }).power < 0.9);
  const inIds = pilot.filter(pl.col("more_informative").eq(pl.col("human")));
  const none = judgedPairs({ seed: 3, images: 60, judges: [{ ids: 0, cds: 0.2 }] });
  const cases = [
    [{ pilot: inIds }, /power: wanted a pilot that the claim can be tested on, found no pair left whose/],
    [{ ...{ pilot, where: {} } }, /^RangeError: power: wanted the options .*, found where/],
    [{ pilot, assurance: 1 }, /wanted an assurance from 0.5 to below 1, found 1/],
    [{ pilot: none, assurance: 0.8 }, /shows an effect at an assurance of 0.8/],
  ] as const;
  for (const [options, said] of cases) assert.throws(() => power(biasAtEqualLength, options), said);
});

Deno.test("power of a joint claim: what is promised is kept, all parts together", () => {
  // Judged twice, by the pipelines base and birch: IB falls by 20 points, accuracy on IDS stays. Both parts are about as uncertain as each other.
  const { uniform } = random(4),
    mitigation = (rows: pl.DataFrame) => mitigationLowersBias(rows, { margin: 0.15 });
  const pilot = pl.DataFrame(
    upTo(300).flatMap((i) => {
      const isIds = i % 2 === 0, common = uniform();
      return ["base", "birch"].map((pipeline) => {
        const right = isIds ? 0.85 : pipeline === "base" ? 0.45 : 0.65;
        const isRight = (uniform() < 0.5 ? common : uniform()) < right;
        const of = { item_id: `${i}`, pipeline, human: "A", more_informative: isIds ? "A" : "B" };
        return { ...of, choice: isRight ? "A" : "B" };
      });
    }),
  );
  const { n, method } = power(mitigation, { pilot });
  assert.match(method, /at least, all 2 parts together/);
  assert.equal(n, 129);
  assert.throws(() => power(mitigation, { pilot, equivalence: 0.05 }), /a claim of one part.*found 2/);
});
