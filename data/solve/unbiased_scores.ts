import { BIAS_TAXONOMY } from "@/results/bias_taxonomy.ts";
import { denseRanks } from "@/stats/ranks.ts";
import type { Random } from "@/stats/random.ts";
import type { ScoreSamples } from "./samples.ts";

/** What a judge's unbiased scores must be like. */
export interface UnbiasedTarget {
  interRun: number;
  interSample: number;
  /** BD or BC by place in the taxonomy: noise alone must stay clear of it. */
  values: readonly number[];
  /** Place of the judge among the response generators, −1 for none. */
  self: number;
}

/** Mean score before it is cut to the scale; chosen. */
const CENTRE = 6.6;

/** How much a judge's own view of a response adds to the shared one, and how much it likes its own; chosen. */
const VIEW_SD = 0.6, SELF_LIKING = 0.45;

/** Largest share of a published BD, or of what BC lacks to 1, that noise alone may make up. */
const NOISE_SHARE = 0.75;

/** Bisections of the spread: 2⁻³⁰ of a score point is far below what moves a single score. */
const BISECTIONS = 30;

/** How far a score can lie from the other end of the scale: 1 from 10, and 5 or 6 from theirs. */
const FARTHEST = 9, NEAREST = 5;

/** Largest spread looked at: beyond it all scores are 1 or 10. */
const WIDEST = 40;

/**
 * A judge's scores of the unperturbed samples, one array per run: whole numbers from 1 to 10 with the published variance
 * between runs and between samples (as `scoreVariance` has them).
 *
 * Noise is rare and large: most samples get the same score in every run, some get a score from the other end of the scale
 * in one of them. Small and frequent noise of the published size would alone push BC below the published values.
 */
export function unbiasedScores(
  samples: ScoreSamples,
  target: UnbiasedTarget,
  runs: number,
  generator: Random,
): Uint8Array[] {
  const latent = samples.quality.map((quality, i) =>
    quality + VIEW_SD * generator.normal() + (samples.generator[i] === target.self ? SELF_LIKING : 0)
  );
  const scale = Math.sqrt(1 + VIEW_SD ** 2);
  const drawn = Float64Array.from({ length: samples.count }, () => generator.uniform());
  const { order } = denseRanks(drawn);
  const odd = Uint8Array.from({ length: samples.count }, () => generator.integer(runs));
  const withSpread = (spread: number) => {
    const base = Uint8Array.from(latent, (value) => toScale(CENTRE + spread * value / scale));
    return addNoise(base, { samples, target, runs, order, odd });
  };
  let low = 0, high = WIDEST;
  for (let step = 0; step < BISECTIONS; step++) {
    const middle = (low + high) / 2;
    if (variances(withSpread(middle)).interSample < target.interSample) low = middle;
    else high = middle;
  }
  const below = withSpread(low), above = withSpread(high);
  const distance = (scores: Uint8Array[]) => Math.abs(variances(scores).interSample - target.interSample);
  return distance(below) < distance(above) ? below : above;
}

interface Noise {
  samples: ScoreSamples;
  target: UnbiasedTarget;
  runs: number;
  /** Samples in the order in which equally far scores are taken. */
  order: Int32Array;
  odd: Uint8Array;
}

/** Scores from the other end of the scale, the farthest first, until the variance between runs is reached. */
function addNoise(base: Uint8Array, { samples, target, runs, order, odd }: Noise): Uint8Array[] {
  const scores = Array.from({ length: runs }, () => base.slice());
  const sizes = new Float64Array(BIAS_TAXONOMY.length);
  for (const type of samples.type) sizes[type]++;
  const allowed = target.values.map((value, t) =>
    NOISE_SHARE * (BIAS_TAXONOMY[t].metric === "bd" ? value : 1 - value)
  );
  const noise = new Float64Array(BIAS_TAXONOMY.length);
  const other = (score: number) => score > 5 ? 1 : 10;
  // One score out of `runs` that differs by d has the variance d² (runs − 1) / runs².
  const factor = (runs - 1) / runs ** 2 / samples.count;
  let left = target.interRun;
  for (let distance = FARTHEST; distance >= NEAREST; distance--) {
    const step = distance ** 2 * factor;
    for (const i of order) {
      const to = other(base[i]);
      if (Math.abs(base[i] - to) !== distance) continue;
      if (left <= 0 || step / 2 > left) return scores;
      const type = samples.type[i];
      const share = 2 / runs / sizes[type] * (BIAS_TAXONOMY[type].metric === "bd" ? 0.5 : 1);
      if (noise[type] + share > allowed[type]) continue;
      noise[type] += share;
      left -= step;
      scores[odd[i]][i] = to;
    }
  }
  return scores;
}

function toScale(value: number): number {
  return Math.min(10, Math.max(1, Math.round(value)));
}

/** Mean variance over runs, and variance over samples of the mean over runs, with denominators n. */
function variances(scores: readonly Uint8Array[]): { interRun: number; interSample: number } {
  const n = scores[0].length, runs = scores.length;
  let within = 0, sum = 0, squares = 0;
  for (let i = 0; i < n; i++) {
    let mean = 0, square = 0;
    for (const run of scores) {
      mean += run[i] / runs;
      square += run[i] * run[i] / runs;
    }
    within += square - mean * mean;
    sum += mean;
    squares += mean * mean;
  }
  return { interRun: within / n, interSample: squares / n - (sum / n) ** 2 };
}
