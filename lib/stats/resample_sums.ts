import { logFactorial } from "./distributions.ts";
import { labelCodes } from "./label_codes.ts";
import type { Random } from "./random.ts";

/** What is drawn from: how many units of each kind there are, the statistic of a resample, and of all without one unit of a kind. */
export interface Resamples {
  n: number;
  units: readonly number[];
  estimate: number;
  draw: () => number;
  leaveOut: (unit: number) => number;
}

/** Resamples of rows or clusters by kinds: those with equal sums are the same to a resample. */
export function sumResamples(
  { sums, clusters, ofSums }: {
    sums: readonly ArrayLike<number>[];
    clusters?: ArrayLike<number | string>;
    ofSums: (totals: Float64Array) => number;
  },
  generator: Random,
): Resamples {
  const n = clusters?.length ?? sums[0]?.length ?? 0;
  const { kinds, units } = clusterKinds(sums, clusters ?? Int32Array.from({ length: n }, (_, row) => row));
  const totals = new Float64Array(sums.length), times = new Int32Array(units.length);
  const evaluate = (times: ArrayLike<number>) => {
    totals.fill(0);
    for (let kind = 0; kind < kinds.length; kind++) {
      const own = kinds[kind];
      for (let s = 0; s < totals.length; s++) totals[s] += times[kind] * own[s];
    }
    return ofSums(totals);
  };
  const fill = multinomialDraws(generator, units);
  return {
    n,
    units,
    estimate: evaluate(units),
    draw() {
      fill(times);
      return evaluate(times);
    },
    leaveOut: (unit) => evaluate(units.map((count, kind) => kind === unit ? count - 1 : count)),
  };
}

/**
 * The distinct clusters by their sums, and how many clusters are of each kind; sorted by the sums, so that the same rows in another order
 * give the same draws. Sums of fractions may differ in the last bits with the order: they are compared to 12 digits.
 */
function clusterKinds(
  sums: readonly ArrayLike<number>[],
  clusters: ArrayLike<number | string>,
): { kinds: number[][]; units: number[] } {
  const n = clusters.length;
  if (n < 1) throw new RangeError("bootstrap: wanted at least 1 row, found none");
  const short = sums.find((list) => list.length !== n);
  if (short) throw new TypeError(`bootstrap: wanted ${n} values in every sum, found ${short.length}`);
  const { codes, labels } = labelCodes("bootstrap", clusters);
  const own = labels.map(() => sums.map(() => 0));
  codes.forEach((code, row) => sums.forEach((list, s) => own[code][s] += list[row] ?? NaN));
  if (!own.every((values) => values.every(Number.isFinite))) {
    throw new RangeError("bootstrap: wanted finite numbers, found a cluster whose sum is not");
  }
  const found = new Map<string, { values: number[]; count: number }>();
  for (const values of own) {
    const key = values.map((value) => Number.isInteger(value) ? value : Number(value.toPrecision(12))).join();
    const kind = found.get(key);
    if (kind) kind.count++;
    else found.set(key, { values, count: 1 });
  }
  const order = [...found.values()].sort((a, b) => {
    const at = a.values.findIndex((value, s) => value !== b.values[s]);
    return at < 0 ? 0 : a.values[at] - b.values[at];
  });
  return { kinds: order.map(({ values }) => values), units: order.map(({ count }) => count) };
}

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
