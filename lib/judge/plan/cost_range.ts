import { said } from "../../results/said.ts";
import { studentQuantile } from "../../stats/distributions.ts";
import { grouped, mean } from "../../stats/grouped.ts";
import type { Prices } from "../run/cost.ts";
import { beyond, type expectations } from "../run/expected.ts";

/** How likely what is left costs no more, and no less, than the ends of a range. */
const UPPER = 0.975;

/** How many times as far beyond its plan as the second of the pilot a sample may be that the pilot missed. */
const MISSED = 3;

/** A call whose pictures have so many times the pixels of any counted is another kind of call; so many of all are too few to matter. */
const LARGER = 1.5, FEW = 0.02;

/**
 * The 95% range of what is left of a plan: by how much the samples that were answered cost more or less than such a plan of them, on
 * to as many samples as are left, each end on the scale of logarithms with Student's quantile. Long replies are rare: the upper end
 * counts one more sample, as far beyond its plan as the farthest or as `MISSED` says. Why there is none, where the pilot does not tell.
 */
export function costRange(
  expected: ReturnType<typeof expectations>,
  /** Calls that are left, the pixels of those with pictures, their steps and cost. */
  { left, prices, draw }: {
    left: { calls: number; pixels: readonly number[]; steps: ReadonlySet<string>; cost: number };
    prices: Prices;
    /** How many samples to draw until one has a picture of so many pixels. */
    draw(pixels: number): number;
  },
): { low: number; high: number } | string {
  const { all } = expected, steps = [...left.steps];
  const counted = steps.flatMap((step) => expected.of(step).took).filter((call) => call.counted);
  const samples = [...grouped(counted, ({ sample }) => sample).values()], n = samples.length;
  const unknown = steps.filter((step) => expected.of(step).from !== "step");
  if (left.cost === 0) return { low: 0, high: 0 };
  if (unknown.length > 0) return `no reply to the step ${unknown.join(", ")} is known`;
  if (n < 2) {
    return n === 0 ? "the endpoint counted no call" : "the endpoint counted calls of one sample alone";
  }
  const { length: seen } = left.pixels;
  // Files of before do not tell sizes.
  const largest = all.largest || Infinity;
  const { length: larger } = left.pixels.filter((pixels) => pixels > LARGER * largest);
  if (seen > 0 && all.pictures === 0) return "no picture was in the pilot";
  if (seen < left.calls && all.blind === 0) return "every call of the pilot had a picture, others have none";
  if (larger > FEW * left.calls) {
    // With one so large in the pilot, few enough of those that are then left are far larger.
    const enough = left.pixels.toSorted((a, b) => b - a)[Math.floor(FEW / 2 * left.calls)] / LARGER;
    return said("larger_pictures", { larger, draw: draw(enough) });
  }
  const gaps = samples.map((calls) => calls.reduce((sum, call) => sum + beyond(expected, prices, call), 0));
  // Samples that are left, as many calls of each as the pilot's had.
  const rest = left.calls * n / counted.length;
  const factor = (gaps: readonly number[], sign: 1 | -1) => {
    const { length } = gaps, middle = mean(gaps), cost = left.cost + rest * middle;
    const variance = mean(gaps.map((gap) => (gap - middle) ** 2)) * length / (length - 1);
    const error = Math.sqrt(variance * (rest + rest ** 2 / length));
    return cost * Math.exp(sign * studentQuantile(UPPER, length - 1) * error / cost);
  };
  const [farthest, second] = gaps.toSorted((a, b) => b - a);
  return { low: factor(gaps, -1), high: factor([...gaps, Math.max(farthest, MISSED * second)], 1) };
}
