import { requireCount, requireNamed, requireOptions, requireSeed } from "../progress/require.ts";
import { clusterInterval } from "../stats/cluster_interval.ts";
import { type Random, random } from "../stats/random.ts";
import { wilson } from "../stats/wilson.ts";
import { planStudy, type StudyDesign } from "./study_design.ts";

/** The share of simulated studies with a significant result. */
export interface SimulatedPower {
  /** Share of studies whose 1 − alpha interval excludes 0. */
  power: number;
  /** 95% interval of that share (Wilson): the error of the simulation. */
  low: number;
  /** Upper end of that interval. */
  high: number;
  /** Studies that were drawn. */
  replicates: number;
  /** Share of studies whose interval covers the true effect. */
  coverage: number;
  /** Pairs (samples for bd) of each study, as asked for. */
  n: number;
  provenance: "simulated";
}

/** Options of `simulatePower`. */
export interface SimulatePowerOptions {
  /** Pairs (samples for bd) of each study. */
  n: number;
  /** Studies to draw; 1,000 by default. */
  replicates?: number;
  /** Of the draws: the same seed gives the same digits. */
  seed: number;
  /** Level of the test in each study; 0.05 by default. */
  alpha?: number;
}

/**
 * Power by simulation: draws studies of n pairs and analyses each, slower than `power` and free of its formula. The same seed gives the same digits.
 *
 * Studies are drawn by the model of `planStudy` (with probability √icc a pair has the difficulty of its image) and analysed with the cluster-robust
 * interval.
 *
 * @throws {RangeError} as `power`, and for n or replicates that are no positive count
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { power, simulatePower } from "judgebias";
 *
 * const design = { metric: "ib", accIds: 0.7, accCds: 0.6, cdsShare: 0.32 } as const;
 * const { n } = power(design);
 * const { low, high } = simulatePower(design, { n, replicates: 400, seed: 1 });
 * assert.ok(low < 0.8 && high > 0.8);
 * ```
 */
export function simulatePower(design: StudyDesign, options: SimulatePowerOptions): SimulatedPower {
  requireOptions("simulatePower", options, ["n", "replicates", "seed", "alpha"], arguments);
  const { n, replicates = 1000, seed, alpha = 0.05 } = options;
  requireNamed("simulatePower", design, "a study's design");
  requireCount("simulatePower", "pair", n);
  requireCount("simulatePower", "replicate", replicates);
  requireSeed("simulatePower", seed);
  const ask = studies(design, n, alpha);
  const generator = random(seed);
  let significant = 0, covered = 0;
  for (let r = 0; r < replicates; r++) {
    const { isSignificant, isCovered } = ask(generator);
    if (isSignificant) significant++;
    if (isCovered) covered++;
  }
  const { low, high } = wilson(significant, replicates), coverage = covered / replicates;
  return { power: significant / replicates, low, high, replicates, coverage, n, provenance: "simulated" };
}

function studies(design: StudyDesign, n: number, alpha: number) {
  const { parts, sizes, icc, subsetsWithinImage, effect } = planStudy(design);
  const share = design.metric === "ib" || design.metric === "lb";
  const values = new Float64Array(n), codes = new Int8Array(n), clusters = new Int32Array(n);
  const copies = Math.sqrt(icc), weights = parts.map(({ weight }) => weight);
  const drawPart = (generator: Random) => parts.length > 1 && generator.uniform() >= parts[0].share ? 1 : 0;
  return (generator: Random) => {
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
    const rows = { values, parts: codes, clusters, weights, level: 1 - alpha, share };
    const { low, high } = clusterInterval(rows);
    return { isSignificant: low > 0 || high < 0, isCovered: low <= effect && effect <= high };
  };
}
