import { type Random, random } from "@/stats/random.ts";

/** Shares of simulated data sets: whose interval covers, that carry a warning, and that cover without one. */
export type Tally = { rate: number; warned: number; silent: number };

/** A claim about a method's error rate under a known truth, to be checked by simulation. */
export interface Scenario {
  /** What is drawn and how it is analysed. */
  name: string;
  /** Coverage of a 95% interval, or share of rejections of a true null hypothesis at 5%. */
  kind: "coverage" | "rejection";
  /** Where the true rate must lie. */
  band: readonly [low: number, high: number];
  /** Where it stands in a grid of scenarios that a picture shows. */
  cell?: { procedure: string; clusters: string; setting: string };
  /** The share of simulated data sets whose interval covers, or whose test rejects. */
  run(simulations: number, seed: number): number;
  /** The same with its warnings, where they are known. */
  tally?(simulations: number, seed: number): Tally;
}

/** Coverage of 95% intervals. */
export const COVERAGE: Scenario["band"] = [0.93, 0.97];
/** Rejections of a true null hypothesis at 5%, by a test that should meet the level. */
export const LEVEL: Scenario["band"] = [0.04, 0.06];
/** Size that passes for 5%. */
export const SIZE: Scenario["band"] = [0.035, 0.065];
/** The same for exact tests and joint tests, which may reject less often. */
export const AT_MOST: Scenario["band"] = [0, 0.06];

/** The rates that some simulations may show of a method whose true rate lies in a band: three Monte-Carlo errors are allowed. */
export function allowed([low, high]: Scenario["band"], simulations: number): [number, number] {
  const error = (p: number) => 3 * Math.sqrt(p * (1 - p) / simulations);
  return [low - error(low), high + error(high)];
}

/** Whether a rate seen in some simulations is compatible with the band. */
export function inBand(rate: number, band: Scenario["band"], simulations: number): boolean {
  const [low, high] = allowed(band, simulations);
  return rate >= low && rate <= high;
}

/** Whether the interval of a seed's data set covers, or its test rejects; nothing where it says neither. */
type Trial = (generator: Random, seed: number) => boolean | undefined;

/** The share of hits among data sets of seeds of their own. */
const shareOf = (trial: Trial): Scenario["run"] => (simulations, seed) => {
  let hits = 0, known = 0;
  for (let s = 0; s < simulations; s++) {
    const own = seed * 1_000_003 + s, hit = trial(random(own), own);
    if (hit === undefined) continue;
    known++;
    if (hit) hits++;
  }
  return hits / Math.max(1, known);
};

/** How often an interval covers. */
export function covers(name: string, trial: Trial, band = COVERAGE): Scenario {
  return { name, kind: "coverage", band, run: shareOf(trial) };
}

/** How often a test rejects what is true. */
export function rejects(name: string, trial: Trial, band = LEVEL): Scenario {
  return { name, kind: "rejection", band, run: shareOf(trial) };
}
