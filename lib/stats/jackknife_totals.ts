import { requireRight } from "../progress/require.ts";

const MOST_GROUPS = 5000;

export function columnTotals(rows: Float64Array, columns: number): Float64Array {
  const totals = new Float64Array(columns);
  for (let i = 0; i < rows.length; i++) totals[i % columns] += rows[i];
  return totals;
}

/**
 * Jackknife of smooth statistics of sums: groups of units are left out in turn, in closed form from the groups' sums. With
 * h = n/m_g for a group of m_g units: pseudo-values θ̃_g = h·θ − (h − 1)·θ₋g, corrected estimate Σ (m_g/n)·θ̃_g, variance
 * (1/G)·Σ (θ̃_g − corrected)²/(h − 1) (Busing, Meijer and van der Leeden 1999, groups of unequal sizes; with equal ones the
 * textbook's).
 *
 * For statistics that jump (medians, ranks) its standard error is wrong. One group gives NaN.
 *
 * @param rows row-major, one row per independent unit (an image): quantities that are summed over units
 * @param statistics of the sums over all units, or over those that are left without a group; must not keep its argument
 * @param groups units left out together; each by itself up to 5,000 units by default, else 5,000 groups of neighbours
 */
export function jackknifeTotals(
  { rows, columns, statistics, groups: asked }: {
    rows: Float64Array;
    columns: number;
    statistics: (totals: Float64Array, without?: number) => Float64Array;
    groups?: number;
  },
) {
  const n = rows.length / columns, groups = asked ?? Math.min(n, MOST_GROUPS);
  requireRight(n >= 1, "jackknifeTotals", "at least 1 unit", n);
  const isRight = Number.isInteger(groups) && groups >= 1 && groups <= n;
  requireRight(isRight, "jackknifeTotals", `1 to ${n} groups`, groups);
  const totals = columnTotals(rows, columns), estimate = statistics(totals).slice(), size = estimate.length;
  // Thousands of small typed arrays would cost more than what they hold: parts of one.
  const whole = new Float64Array(groups * size), rest = new Float64Array(columns), shares: number[] = [];
  const left = Array.from({ length: groups }, (_, g) => {
    const start = Math.floor(g * n / groups), end = Math.floor((g + 1) * n / groups);
    rest.set(totals);
    for (let i = start; i < end; i++) for (let c = 0; c < columns; c++) rest[c] -= rows[i * columns + c];
    const own = whole.subarray(g * size, (g + 1) * size);
    own.set(statistics(rest, g));
    shares.push(n / (end - start));
    return own;
  });
  const pseudo = (s: number, g: number) => shares[g] * estimate[s] - (shares[g] - 1) * left[g][s];
  const corrected = estimate.map((_, s) => {
    let sum = 0;
    for (let g = 0; g < groups; g++) sum += pseudo(s, g) / shares[g];
    return sum;
  });
  const standardError = corrected.map((middle, s) => {
    let squares = 0;
    for (let g = 0; g < groups; g++) squares += ((pseudo(s, g) - middle) / Math.sqrt(shares[g] - 1)) ** 2;
    return Math.sqrt(squares / groups);
  });
  return { estimate, corrected, standardError, groups, left };
}
