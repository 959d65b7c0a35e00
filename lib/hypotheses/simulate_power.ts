import pl from "nodejs-polars";
import { frameClusters } from "../metrics/pair_rows.ts";
import { requireFrame } from "../results/frame.ts";
import { requireCount, requireOptions, requireSeed } from "../progress/require.ts";
import { clusterInterval } from "../stats/cluster_interval.ts";
import { grouped } from "../stats/grouped.ts";
import { type Random, random } from "../stats/random.ts";
import { wilson } from "../stats/wilson.ts";
import type { HypothesisTest } from "./hypothesis_table.ts";
import { resultOf } from "./own_claim.ts";
import { type PlannedStudy, planStudy, type StudyDesign } from "./study_design.ts";

/** The share of simulated studies with a significant result. */
export interface SimulatedPower {
  /** Share of studies whose 1 − alpha interval excludes 0; of a claim: that it calls supported. */
  power: number;
  /** 95% interval of that share (Wilson): the error of the simulation. */
  low: number;
  /** Upper end of that interval. */
  high: number;
  /** Studies that were drawn. */
  replicates: number;
  /** Share of studies whose interval covers the true effect (of a claim: the pilot's estimate). */
  coverage: number;
  /** Pairs (samples for bd) of each study, as asked for. */
  n: number;
}

/** Options of `simulatePower`. */
export interface SimulatePowerOptions {
  /** Pairs (samples for bd) of each study; of a claim about so many, since whole images are drawn. */
  n: number;
  /** Studies to draw; 1,000 by default. */
  replicates?: number;
  /** Of the draws: the same seed gives the same digits. */
  seed: number;
  /** Level of the test in each study of a design; 0.05 by default. A claim has its own. */
  alpha?: number;
}

/**
 * Power by simulation: draws studies of n pairs and analyses each, slower than `power` and free of its formula. The same seed gives the same digits.
 *
 * Of a design, studies are drawn by the model of `planStudy` (with probability √icc a pair has the difficulty of its image) and analysed with the cluster-robust
 * interval. Of a claim, `simulatePower(biasAtEqualLength, { pilot, n, seed })`, whole images of the pilot are drawn with replacement, with all that they carry (differences of length too),
 * until the claim has about n pairs to use, and the claim is asked of each; the pilot's effect is taken for the true one.
 *
 * @throws {RangeError} as `power`, and for n or replicates that are no positive count
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { balancedAccuracy, power, readPairs, simulatePower } from "judgebias";
 *
 * const design = { metric: "ib", accIds: 0.7, accCds: 0.6, cdsShare: 0.32 } as const;
 * const { n } = power(design);
 * const { low, high } = simulatePower(design, { n, replicates: 400, seed: 1 });
 * assert.ok(low < 0.8 && high > 0.8);
 *
 * const pilot = readPairs("data/examples/pairs.csv");
 * const drawn = simulatePower(balancedAccuracy, {
 *   pilot, n: 400, replicates: 20, seed: 1,
 * });
 * assert.ok(0 <= drawn.low && drawn.low <= drawn.high && drawn.high <= 1);
 * ```
 */
export function simulatePower(asked: StudyDesign, options: SimulatePowerOptions): SimulatedPower;
/** Power of a claim, by studies drawn from a pilot. */
export function simulatePower(
  asked: HypothesisTest,
  options: Omit<SimulatePowerOptions, "alpha"> & { pilot: pl.DataFrame },
): SimulatedPower;
export function simulatePower(
  asked: StudyDesign | HypothesisTest,
  options: SimulatePowerOptions & { pilot?: pl.DataFrame },
): SimulatedPower {
  const isClaim = typeof asked === "function", names = ["n", "replicates", "seed"];
  requireOptions("simulatePower", options, [...names, isClaim ? "pilot" : "alpha"], arguments);
  const { n, replicates = 1000, seed, alpha = 0.05, pilot } = options;
  requireCount("simulatePower", "pair", n);
  requireCount("simulatePower", "replicate", replicates);
  requireSeed("simulatePower", seed);
  const ask = isClaim ? ofPilot(asked, pilot, n) : ofDesign(planStudy(asked), n, alpha);
  const generator = random(seed);
  let significant = 0, covered = 0;
  for (let r = 0; r < replicates; r++) {
    const { isSignificant, isCovered } = ask(generator);
    if (isSignificant) significant++;
    if (isCovered) covered++;
  }
  const { low, high } = wilson(significant, replicates);
  return { power: significant / replicates, low, high, replicates, coverage: covered / replicates, n };
}

/** What one study says. */
type Study = (generator: Random) => { isSignificant: boolean; isCovered: boolean };

function ofPilot(test: HypothesisTest, pilot: pl.DataFrame | undefined, n: number): Study {
  requireFrame("simulatePower", pilot);
  const { estimate, n: used } = resultOf("simulatePower", test(pilot)), { codes } = frameClusters(pilot);
  const images = grouped(codes.keys(), (row) => codes[row]), lists = [...images.values()];
  // The claim leaves rows out: of the pilot's as many as of a study's.
  const wanted = n * pilot.height / used;
  const ids = ["item_id", "image_id", "sample_id"].filter((name) => pilot.columns.includes(name))
    .map((name) => [name, pilot.getColumn(name).toArray()] as const);
  const columns = pilot.columns.filter((name) => !ids.some(([id]) => id === name));
  return (generator) => {
    const rows: number[] = [], copies: number[] = [];
    for (let copy = 0; rows.length < wanted; copy++) {
      for (const row of lists[generator.integer(lists.length)]) {
        rows.push(row);
        copies.push(copy);
      }
    }
    // An image that is drawn twice is two images, and its pairs are other pairs.
    const named = ids.map(([name, values]) =>
      pl.Series(
        name,
        rows.map((row, i) => values[row] === null ? null : `${values[row]}#${copies[i]}`),
        pl.Utf8,
      )
    );
    const drawn = pl.DataFrame([...columns.map((name) => pilot.getColumn(name).gather(rows)), ...named]);
    const { verdict, low, high } = resultOf("simulatePower", test(drawn));
    return { isSignificant: verdict === "supported", isCovered: low <= estimate && estimate <= high };
  };
}

/** Studies by the formula's model; each overwrites the one before. */
function ofDesign(
  { parts, sizes, icc, subsetsWithinImage, share, effect }: PlannedStudy,
  n: number,
  alpha: number,
): Study {
  const values = new Float64Array(n), codes = new Int8Array(n), clusters = new Int32Array(n);
  const copies = Math.sqrt(icc), weights = parts.map(({ weight }) => weight);
  const drawPart = (generator: Random) => parts.length > 1 && generator.uniform() >= parts[0].share ? 1 : 0;
  return (generator) => {
    let image = -1, left = 0, difficulty = 0, imagePart = 0;
    for (let i = 0; i < n; i++) {
      if (left === 0) {
        image++;
        left = sizes[generator.integer(sizes.length)];
        difficulty = generator.uniform();
        imagePart = drawPart(generator);
      }
      left--;
      const part = subsetsWithinImage === "constant" ? imagePart : drawPart(generator);
      let u = generator.uniform() < copies ? difficulty : generator.uniform();
      const { outcomes } = parts[part];
      values[i] = (outcomes.find(({ probability }) => (u -= probability) < 0) ?? outcomes.at(-1)!).value;
      codes[i] = part;
      clusters[i] = image;
    }
    const { low, high } = clusterInterval({
      values,
      parts: codes,
      clusters,
      weights,
      level: 1 - alpha,
      share,
    });
    return { isSignificant: low > 0 || high < 0, isCovered: low <= effect && effect <= high };
  };
}
