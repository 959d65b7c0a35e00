/** Shares of simulated data sets: whose interval covers, that carry a warning, and that cover without one. */
export interface Tally {
  rate: number;
  warned: number;
  silent: number;
}

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

/** Into how many parts simulations are divided. */
const PARTS = 4;

/**
 * Part after part (each from a seed of its own), until no outcome of those that are left could change what all of them say, or the
 * rate lies in the band itself, without any allowance. A side of the band that even all simulations could not miss (1 lies within
 * three errors of 0.97 up to 290) is none. Calibrated methods mostly stop after a quarter.
 *
 * What is found then, and what all at once find (`calibration_test.ts`): of 400 simulations of an interval with the normal quantile
 * where Student's is due (6 clusters, coverage 0.89) 57% and 62%; clusters ignored (0.79) both always.
 */
export function staged(
  { band, modest }: Pick<Scenario, "band" | "modest">,
  run: (simulations: number, seed: number) => number,
): { rate: number; simulations: number; isIn: boolean } {
  const [low, high] = band, part = Math.ceil(modest / PARTS);
  const atLeast = inBand(0, band, modest) ? 0 : low, atMost = inBand(1, band, modest) ? 1 : high;
  for (let hits = 0, done = 0, seed = 1;; seed++) {
    const more = Math.min(part, modest - done);
    hits += more * run(more, seed);
    done += more;
    const rate = hits / done, least = hits / modest, most = (hits + modest - done) / modest;
    if (inBand(least, band, modest) && inBand(most, band, modest)) {
      return { rate, simulations: done, isIn: true };
    }
    const isOut = (rate: number) => !inBand(rate, band, modest);
    if (done === modest || most < low && isOut(most) || least > high && isOut(least)) {
      return { rate, simulations: done, isIn: false };
    }
    if (rate >= atLeast && rate <= atMost) return { rate, simulations: done, isIn: true };
  }
}
