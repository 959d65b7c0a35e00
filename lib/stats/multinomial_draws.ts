import { logFactorial } from "./distributions.ts";
import type { Random } from "./random.ts";

/** Parts of [0, 1) for which the first possible count is tabled. */
const PARTS = 256;

/** Standard deviations by which fewer are drawn at first, so that seldom too many are. */
const SHORT = 1.5;

/**
 * Draws with replacement from n things of several kinds, n at a time: how often each kind is drawn, written into `times`.
 *
 * Exact, and quick where the same is drawn thousands of times: counts of kinds are Poisson numbers of somewhat smaller means, each from a
 * table made once; given their sum they are multinomial, and what is missing of n is drawn one by one. Where they are more than n, all are
 * drawn anew.
 */
export function multinomialDraws(
  { uniform }: Random,
  counts: readonly number[],
): (times: Int32Array) => void {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const share = Math.max(0, 1 - SHORT / Math.sqrt(total));
  const tables = counts.map((count) => poissonTable(count * share));
  const kindOf = Int32Array.from(counts.flatMap((count, kind) => new Array<number>(count).fill(kind)));
  return (times) => {
    let left = -1;
    while (left < 0) {
      left = total;
      for (let kind = 0; kind < tables.length; kind++) {
        const { first, below, starts } = tables[kind], u = uniform();
        let k = starts[Math.floor(u * PARTS)];
        while (u >= below[k]) k++;
        times[kind] = first + k;
        left -= first + k;
      }
    }
    for (; left > 0; left--) times[kindOf[Math.floor(uniform() * total)]]++;
  };
}

/** P(X ≤ first + k) of a Poisson number, k = 0, 1, …, the last 1; and the first k beyond i/256. */
function poissonTable(mean: number) {
  // Nine standard deviations: what is left out is less than rounding.
  const reach = 9 * Math.sqrt(mean), first = Math.max(0, Math.floor(mean - reach));
  const below = new Float64Array(Math.ceil(mean + reach) + 12 - first);
  let probability = mean === 0 ? 1 : Math.exp(first * Math.log(mean) - mean - logFactorial(first)), sum = 0;
  for (let k = 0; k < below.length; k++) {
    sum += probability;
    below[k] = sum;
    probability *= mean / (first + k + 1);
  }
  below[below.length - 1] = 1;
  const starts = new Uint16Array(PARTS);
  for (let i = 0, k = 0; i < PARTS; i++) {
    while (below[k] <= i / PARTS) k++;
    starts[i] = k;
  }
  return { first, below, starts };
}
