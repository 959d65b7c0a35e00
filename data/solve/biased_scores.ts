import type { Random } from "@/stats/random.ts";
import { calibrateScores, type TypeScores } from "./calibrate_scores.ts";
import { scoreValue } from "./score_value.ts";

/** What the biased scores of one bias type are drawn from. */
export interface BiasedDraw {
  metric: "bd" | "bc";
  /** Published BD or BC. */
  target: number;
  /** Unbiased scores, by run and sample. */
  unbiased: readonly Uint8Array[];
  /** How easily each sample's perturbation is noticed or does harm. */
  exposure: Float64Array;
  generator: Random;
}

/** How much a judge's own eye adds to the shared exposure. */
const OWN_SD = 1;

/** Share of the runs in which a sample that is noticed, or harmed, is so. */
const STEADY = 0.9;

/** Where scores of noticed perturbations land: mostly at the bottom. */
const BOTTOM = [1, 1, 1, 1, 1, 2, 2, 3];

/** By how many points harmless perturbations shift a score, and how often down. */
const SHIFTS = [1, 1, 1, 2, 2, 3], DOWN = 0.6;

/** Passes through the samples: where one round of shifts is not harm enough, there are more. */
const PASSES = 8;

/**
 * A judge's biased scores for one bias type, by run and sample: a plausible draw, then single points moved until BD or BC is
 * the published value.
 *
 * BD: the perturbation is noticed in the most exposed samples, whose scores then fall to 1, 2 or 3; the others keep theirs.
 * BC: the most exposed samples are shifted by one to three points, the others keep their scores.
 */
export function biasedScores({ metric, target, unbiased, exposure, generator }: BiasedDraw): Uint8Array[] {
  const runs = unbiased.length, n = exposure.length;
  const usual = Uint8Array.from(exposure, (_, i) => median(unbiased.map((scores) => scores[i])));
  const biased = unbiased.map(() => usual.slice());
  const own = exposure.map((shared) => shared + OWN_SD * generator.normal());
  const order = Array.from(own.keys()).sort((a, b) => own[b] - own[a]);
  const qualifying = unbiased.map((scores) =>
    metric === "bc" ? n : scores.reduce((sum, y) => sum + (y > 1 ? 1 : 0), 0)
  );
  const share = (r: number, i: number) =>
    metric === "bd" && unbiased[r][i] === 1
      ? 0
      : scoreValue(metric, unbiased[r][i], biased[r][i]) / qualifying[r] / runs;
  let value = 0;
  for (let r = 0; r < runs; r++) for (let i = 0; i < n; i++) value += share(r, i);
  const reached = () => metric === "bd" ? value >= target : value <= target;
  for (let pass = 0; pass < (metric === "bd" ? 1 : PASSES) && !reached(); pass++) {
    for (const i of order) {
      if (reached()) break;
      const bottom = BOTTOM[generator.integer(BOTTOM.length)];
      const shift = SHIFTS[generator.integer(SHIFTS.length)] * (generator.uniform() < DOWN ? -1 : 1);
      for (let r = 0; r < runs; r++) {
        if (runs > 1 && generator.uniform() > STEADY) continue;
        const before = share(r, i);
        biased[r][i] = metric === "bd"
          ? Math.min(biased[r][i], bottom)
          : Math.min(10, Math.max(1, biased[r][i] + shift));
        value += share(r, i) - before;
      }
    }
  }
  const flat = (scores: readonly Uint8Array[]) => Uint8Array.from(scores.flatMap((run) => [...run]));
  const scores: TypeScores = {
    metric,
    unbiased: flat(unbiased),
    biased: flat(biased),
    run: Uint8Array.from({ length: runs * n }, (_, row) => Math.floor(row / n)),
  };
  calibrateScores(scores, target, generator);
  return unbiased.map((_, r) => scores.biased.slice(r * n, (r + 1) * n));
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1];
}
