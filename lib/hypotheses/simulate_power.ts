import { clusterInterval } from "../stats/cluster_interval.ts";
import { type Random, random } from "../stats/random.ts";
import { wilson } from "../stats/wilson.ts";
import { type Outcome, planStudy, type StudyDesign } from "./study_design.ts";
import { requireOptions } from "../results/require_options.ts";

/** The share of simulated studies with a significant result. */
export interface SimulatedPower {
  /** Share of studies whose 1 − alpha interval excludes 0. */
  power: number;
  /** 95% interval of that share (Wilson): the error of the simulation. */
  low: number;
  high: number;
  replicates: number;
  /** Share of studies whose interval covers the true effect. */
  coverage: number;
  n: number;
}

/**
 * Power by simulation: draws studies of n pairs from the design's model (see `planStudy`) and analyses each as the metrics
 * do, with the cluster-robust interval. Slower than `power` and free of its normal approximation. The same seed gives the
 * same digits.
 *
 * @throws {RangeError} as `power`, and for replicates that are no positive count
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
export function simulatePower(
  design: StudyDesign,
  { n, replicates = 1000, seed, alpha = 0.05, ...others }: {
    n: number;
    replicates?: number;
    seed: number;
    alpha?: number;
  },
): SimulatedPower {
  requireOptions("simulatePower", others, ["n", "replicates", "seed", "alpha"]);
  const study = planStudy(design);
  for (const [name, value] of [["n", n], ["replicates", replicates]] as const) {
    if (!(Number.isInteger(value) && value > 0)) {
      throw new RangeError(`simulatePower: wanted a positive count as ${name}, found ${value}`);
    }
  }
  const { parts, sizes, icc, subsetsWithinImage, share, effect } = study;
  const generator = random(seed);
  const weights = parts.map(({ weight }) => weight);
  const values = new Float64Array(n), codes = new Int8Array(n), clusters = new Int32Array(n);
  const copies = Math.sqrt(icc);
  let significant = 0, covered = 0;
  for (let r = 0; r < replicates; r++) {
    let image = -1, left = 0, difficulty = 0, imagePart = 0;
    for (let i = 0; i < n; i++) {
      if (left === 0) {
        image++;
        left = sizes[generator.integer(sizes.length)];
        difficulty = generator.uniform();
        imagePart = drawPart(generator, parts[0].share, parts.length);
      }
      left--;
      const part = subsetsWithinImage === "constant"
        ? imagePart
        : drawPart(generator, parts[0].share, parts.length);
      const u = generator.uniform() < copies ? difficulty : generator.uniform();
      values[i] = outcomeAt(parts[part].outcomes, u);
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
    if (low > 0 || high < 0) significant++;
    if (low <= effect && effect <= high) covered++;
  }
  const { low, high } = wilson(significant, replicates);
  return { power: significant / replicates, low, high, replicates, coverage: covered / replicates, n };
}

function drawPart(generator: Random, firstShare: number, parts: number): number {
  return parts > 1 && generator.uniform() >= firstShare ? 1 : 0;
}

function outcomeAt(outcomes: readonly Outcome[], u: number): number {
  let end = 0;
  for (const { probability, value } of outcomes) {
    end += probability;
    if (u < end) return value;
  }
  return outcomes[outcomes.length - 1].value;
}
