/** A claim about a method's error rate under a known truth, to be checked by simulation. */
export interface Scenario {
  /** What is drawn and how it is analysed. */
  name: string;
  /** Coverage of a 95% interval, or share of rejections of a true null hypothesis at 5%. */
  kind: "coverage" | "rejection";
  /** Where the true rate must lie. */
  band: readonly [low: number, high: number];
  /** How many simulations the test suite can afford. */
  modest: number;
  /** Where it stands in a grid of scenarios that a picture shows. */
  cell?: { procedure: string; clusters: string; setting: string };
  /** The share of simulated data sets whose interval covers, or whose test rejects. */
  run(simulations: number, seed: number): number;
}

/** Coverage of 95% intervals. */
export const COVERAGE: Scenario["band"] = [0.93, 0.97];
/** Rejections of a true null hypothesis at 5%, by a test that should meet the level. */
export const LEVEL: Scenario["band"] = [0.04, 0.06];
/** Size that passes for 5%. */
export const SIZE: Scenario["band"] = [0.035, 0.065];
/** The same for exact tests and joint tests, which may reject less often. */
export const AT_MOST: Scenario["band"] = [0, 0.06];

/** Whether a rate seen in some simulations is compatible with the band: three Monte-Carlo errors are allowed. */
export function inBand(rate: number, [low, high]: Scenario["band"], simulations: number): boolean {
  const error = (p: number) => 3 * Math.sqrt(p * (1 - p) / simulations);
  return rate >= low - error(low) && rate <= high + error(high);
}
